//! One line of a tree as a game that can be played.

use std::time::Duration;

use super::{Action, GameTree, NodeId, SetUp};
use crate::board::notation::square_name;
use crate::board::{Board, Content};
use crate::game::GameResult;
use crate::records::game::{Draft, GameError, GameRecord};
use crate::records::phase::OpeningPhase;
use crate::types::{Color, Square, SquareSet};

/// A line of a tree that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Its moves cannot be played.
    #[error(transparent)]
    Moves(#[from] GameError),
    /// A node sets up two stones on one square.
    #[error("stones of both colours are set up on {name}")]
    BothColors {
        /// The square, as `h8`.
        name: String,
    },
}

impl GameTree {
    /// The moves of the main line as a game.
    pub fn main_line(&self) -> Result<GameRecord, LineError> {
        self.line_to(self.main_end())
    }

    /// The moves from the root to a node as a game.
    ///
    /// What lies between two moves of one colour is a pass. Stones that are set up
    /// are given moves, taken in turn, with passes where one colour has more; so are
    /// all stones on the board if some were taken away or changed their colour.
    ///
    /// Only the end of the main line has the result and the unfinished opening of
    /// the facts. A five that the last move makes, by the file's rule or, where it
    /// says none, by every rule, is a result too.
    pub fn line_to(&self, node: NodeId) -> Result<GameRecord, LineError> {
        let draft = Draft::new(self.width, self.height).map_err(GameError::from)?;
        let mut line = Line {
            draft,
            waiting: [Vec::new(), Vec::new()],
            squares: [SquareSet::EMPTY; 2],
            to_move: None,
        };
        line.draft.game.rule = self.facts.rule;
        // How many moves are also those of the main line.
        let (mut main_moves, mut is_main) = (0, true);
        for node in self.path(node) {
            let parent = self.parent(node);
            is_main &= parent.is_none_or(|parent| self.first_child(parent) == Some(node));
            if let Some(notes) = self.notes(node) {
                line.set_up(&notes.set_up)?;
            }
            match self.action(node) {
                Action::None => (),
                Action::Move(color, square) => line.play(color, Some(square), self.time(node))?,
                Action::Pass(color) => line.play(color, None, self.time(node))?,
            }
            if is_main {
                main_moves = line.draft.game.moves.len();
            }
        }
        line.finish()?;
        let is_end = is_main && self.first_child(node).is_none();
        if is_end {
            main_moves = line.draft.game.moves.len();
        }
        Ok(self.with_facts(line.draft, main_moves, is_end))
    }

    /// The moves with what the facts say about them.
    fn with_facts(&self, draft: Draft, main_moves: usize, is_end: bool) -> GameRecord {
        let facts = &self.facts;
        let won = draft.winner().map(GameResult::Win);
        let mut game = draft.game;
        game.players = facts.players.each_ref().map(|player| player.name.clone());
        game.opening = game.opening.max(facts.given_moves.min(main_moves));
        game.result = won;
        if is_end {
            let fits = |phase: &&OpeningPhase| phase.leads_to(&draft.board);
            game.result = facts.result.or(won);
            game.reason = facts.reason.clone();
            game.phase = facts.phase.as_ref().filter(fits).cloned();
        }
        game
    }

    /// A game as a tree of one line.
    pub fn of(game: &GameRecord) -> GameTree {
        let mut tree = GameTree::new(game.width, game.height);
        let facts = &mut tree.facts;
        for (player, name) in facts.players.iter_mut().zip(&game.players) {
            player.name.clone_from(name);
        }
        facts.rule = game.rule;
        facts.result = game.result;
        facts.reason.clone_from(&game.reason);
        facts.given_moves = game.opening;
        facts.phase.clone_from(&game.phase);
        let (mut node, mut color) = (NodeId::ROOT, Color::Black);
        for played in &game.moves {
            let action = match played.square {
                Some(square) => Action::Move(color, square),
                None => Action::Pass(color),
            };
            // Memory ends before the numbers of nodes do.
            let Ok(next) = tree.add(node, action) else {
                break;
            };
            tree.set_time(next, played.time);
            (node, color) = (next, !color);
        }
        tree
    }
}

/// A line that is being played.
struct Line {
    draft: Draft,
    /// Stones that are set up and not on the board yet.
    waiting: [Vec<Square>; 2],
    /// The same stones.
    squares: [SquareSet; 2],
    /// The side to move, where the tree says it.
    to_move: Option<Color>,
}

impl Line {
    fn set_up(&mut self, set_up: &SetUp) -> Result<(), LineError> {
        let [black, white] = &set_up.stones;
        let all: SquareSet = black.iter().copied().collect();
        if let Some(&both) = white.iter().find(|&&square| all.contains(square)) {
            let name = square_name(both, self.draft.game.height);
            return Err(LineError::BothColors { name });
        }
        for &square in &set_up.emptied {
            self.empty(square);
        }
        for color in Color::ALL {
            for &square in &set_up.stones[color.index()] {
                if self.stone_at(square) != Some(color) {
                    self.empty(square);
                    self.waiting[color.index()].push(square);
                    self.squares[color.index()].insert(square);
                }
            }
        }
        self.to_move = set_up.to_move.or(self.to_move);
        Ok(())
    }

    /// The stone on a square, set up or played.
    fn stone_at(&self, square: Square) -> Option<Color> {
        let waits = |color: &Color| self.squares[color.index()].contains(square);
        let played = || stone_at(&self.draft.board, square);
        Color::ALL.into_iter().find(waits).or_else(played)
    }

    /// Takes a stone away. From a board on which moves were played all go, and
    /// wait to be set up again.
    fn empty(&mut self, square: Square) {
        if stone_at(&self.draft.board, square).is_some() {
            let later = std::mem::take(&mut self.waiting);
            let board = &self.draft.board;
            for square in board.moves().iter().flatten() {
                if let Some(color) = stone_at(board, *square) {
                    self.waiting[color.index()].push(*square);
                }
            }
            for (waiting, later) in self.waiting.iter_mut().zip(later) {
                waiting.extend(later);
            }
            self.draft.clear();
            self.squares = self
                .waiting
                .each_ref()
                .map(|all| all.iter().copied().collect());
        }
        for (waiting, squares) in self.waiting.iter_mut().zip(&mut self.squares) {
            if squares.contains(square) {
                squares.remove(square);
                waiting.retain(|&one| one != square);
            }
        }
    }

    /// Places what is set up, in turn.
    fn place(&mut self) -> Result<(), GameError> {
        let mut waiting = std::mem::take(&mut self.waiting).map(Vec::into_iter);
        self.squares = [SquareSet::EMPTY; 2];
        while waiting.iter().any(|stones| !stones.as_slice().is_empty()) {
            let color = self.draft.board.side_to_move();
            let next = waiting[color.index()].next();
            self.draft.give(next)?;
            self.draft.game.opening = self.draft.game.moves.len();
        }
        Ok(())
    }

    fn play(
        &mut self,
        color: Color,
        square: Option<Square>,
        time: Duration,
    ) -> Result<(), GameError> {
        self.place()?;
        // The colour of the move says more than what was said before it.
        self.to_move = None;
        if self.draft.board.side_to_move() != color {
            self.draft.play(None, Duration::ZERO)?;
        }
        self.draft.play(square, time)
    }

    /// Places what is left; a pass where the other side is to move.
    fn finish(&mut self) -> Result<(), GameError> {
        self.place()?;
        let turn = self.draft.board.side_to_move();
        let are_given = self.draft.game.opening == self.draft.game.moves.len();
        if self.to_move.is_some_and(|color| color != turn) {
            self.draft.give(None)?;
            self.draft.game.opening += usize::from(are_given);
        }
        Ok(())
    }
}

fn stone_at(board: &Board, square: Square) -> Option<Color> {
    match board.at(square) {
        Content::Stone(color) => Some(color),
        Content::Empty | Content::Wall => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{moves_text, parse_square};
    use crate::types::Rule;

    /// The tree of a text like `+a1 +b1 a -a1 w:h8 b:-- ?w`: stones that are set up
    /// (`+` Black's, `*` White's, `-` none), moves, and the side to move. What is set
    /// up is in one node with the move that follows, except at `/`.
    fn tree(text: &str) -> GameTree {
        let mut tree = GameTree::new(15, 15);
        let board = Board::new(15, 15).unwrap();
        let square = |name: &str| parse_square(name, &board).unwrap();
        let mut node = NodeId::ROOT;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let color = |letter: &str| match letter {
                "b" => Color::Black,
                _ => Color::White,
            };
            let (sign, rest) = word.split_at(1);
            if let Some(name) = rest.strip_prefix(':') {
                let action = match name {
                    "--" => Action::Pass(color(sign)),
                    name => Action::Move(color(sign), square(name)),
                };
                match tree.action(node) {
                    Action::None if node != NodeId::ROOT => {
                        tree.nodes[node.index()].action = action;
                    }
                    _ => node = tree.add(node, action).unwrap(),
                }
                continue;
            }
            if tree.action(node) != Action::None || sign == "/" {
                node = tree.add(node, Action::None).unwrap();
            }
            let set_up = &mut tree.notes_mut(node).set_up;
            match sign {
                "+" => set_up.stones[0].push(square(rest)),
                "*" => set_up.stones[1].push(square(rest)),
                "/" => (),
                "-" => set_up.emptied.push(square(rest)),
                _ => set_up.to_move = Some(color(rest)),
            }
        }
        tree
    }

    #[test]
    fn lines_become_games() {
        for (text, moves, given) in [
            ("", "", 0),
            ("b:h8 w:h9", "h8h9", 0),
            ("w:h8 w:h9 b:--", "--h8--h9--", 0),
            // Stones that are set up are moves in turn.
            ("+a1 +b1 *a2 w:h8", "a1a2b1h8", 3),
            ("+a1 +b1 b:h8", "a1--b1--h8", 3),
            ("*a1", "--a1", 2),
            // Who is to move.
            ("?w", "--", 1),
            ("+a1 *b1 ?w w:h8", "a1b1--h8", 2),
            ("b:a1 ?b", "a1--", 0),
            ("b:a1 ?b w:h8", "a1h8", 0),
            // In the middle of a game.
            ("b:h8 +a1 *a2 w:h9", "h8a2a1h9", 3),
            ("b:h8 w:h9 -h8 w:a1", "--h9--a1", 2),
            ("+a1 *b1 / -a1 b:a1", "--b1a1", 2),
            ("b:h8 w:h9 *h8", "--h9--h8", 4),
            ("b:h8 w:h9 +h8 +a1", "h8h9a1", 3),
        ] {
            let game = tree(text).main_line().unwrap();
            let found = moves_text(&game.board().unwrap());
            assert_eq!((found.as_str(), game.opening), (moves, given), "{text}");
        }
    }

    #[test]
    fn lines_that_cannot_be_played_say_why() {
        for (text, error) in [
            ("b:h8 w:h8", "move 2 is on h8, which is taken"),
            ("+a1 *a1", "stones of both colours are set up on a1"),
            (
                "b:a1 w:a2 b:b1 w:b2 b:c1 w:c2 b:d1 w:d2 b:e1 w:e2",
                "move 10 comes after the end: move 9 made a five",
            ),
        ] {
            assert_eq!(tree(text).main_line().unwrap_err().to_string(), error);
        }
        let mut outside = GameTree::new(5, 5);
        let square = Square::from_index(5);
        let played = outside.add(NodeId::ROOT, Action::Move(Color::Black, square));
        let error = outside.line_to(played.unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "move 1 is outside the board");
        assert!(GameTree::new(4, 15).main_line().is_err());
    }

    #[test]
    fn a_five_on_the_board_is_a_result() {
        let five = "b:a1 w:a3 b:b1 w:b3 b:c1 w:c3 b:d1 w:d3 b:e1";
        let black = Some(GameResult::Win(Color::Black));
        let mut five = tree(five);
        assert_eq!(five.main_line().unwrap().result, black);
        five.facts.result = Some(GameResult::Draw);
        assert_eq!(five.main_line().unwrap().result, five.facts.result);
        // Black's last stone makes a row of six: no five in standard, and undecided
        // without a rule.
        let six = "b:a1 w:a3 b:b1 w:b3 b:c1 w:c3 b:e1 w:e3 b:f1 w:f3 b:d1";
        for (rule, result) in [
            (None, None),
            (Some(Rule::Standard), None),
            (Some(Rule::Freestyle), black),
        ] {
            let mut tree = tree(six);
            tree.facts.rule = rule;
            assert_eq!(tree.main_line().unwrap().result, result);
        }
    }

    #[test]
    fn a_variation_has_no_result_of_the_main_line() {
        let mut tree = tree("b:h8 w:h9 b:i10");
        tree.facts.result = Some(GameResult::Draw);
        tree.facts.reason = "agreed".to_string();
        tree.facts.given_moves = 2;
        tree.facts.players[1].name = "B".to_string();
        let end = tree.main_end();
        let second = tree.parent(end).unwrap();
        let first = tree.parent(second).unwrap();
        let other = tree.add(first, Action::Pass(Color::White)).unwrap();
        let main = tree.main_line().unwrap();
        assert_eq!(main.reason, "agreed");
        assert_eq!(main, tree.line_to(end).unwrap());
        for (node, given) in [(second, 2), (first, 1), (other, 1)] {
            let game = tree.line_to(node).unwrap();
            assert_eq!((game.result, game.reason.as_str()), (None, ""));
            assert_eq!((game.opening, game.players[1].as_str()), (given, "B"));
        }
    }

    #[test]
    fn a_game_is_a_tree_of_one_line() {
        let mut game = tree("w:h8 b:h9 b:--").main_line().unwrap();
        game.rule = Some(Rule::Renju);
        game.players[0] = "A".to_string();
        game.moves[1].time = Duration::from_millis(7);
        game.opening = 1;
        let tree = GameTree::of(&game);
        assert_eq!(tree.len(), game.moves.len() + 1);
        assert_eq!(tree.main_line().unwrap(), game);
    }
}
