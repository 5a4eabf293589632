//! Reviews of games: how good each move was, and what would have been better.

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::clock::Control;
use crate::game::{End, MoveLimit, end_of};
use crate::records::{GameError, GameRecord};
use crate::rules::ForbiddenKind;
use crate::scale::{Meaning, Normalised};
use crate::search::Iteration;
use crate::types::{Color, Rule, Square};

use super::Engine;

/// A move of a game, with the searches before and after it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Its number in the game, from 1.
    pub number: usize,
    /// Who made it.
    pub color: Color,
    /// Where; `None` is a pass.
    pub square: Option<Square>,
    /// It belongs to the starting position.
    pub is_given: bool,
    /// It is on a forbidden point (renju's Black).
    pub foul: Option<ForbiddenKind>,
    /// The player's expected score before and after it, from 0 to 1.
    pub shares: [f64; 2],
    /// The search's score before the move, for the player; `None` if nothing was
    /// searched.
    pub score: Option<Normalised>,
    /// The PV before the move; empty if nothing was searched.
    pub best: Vec<Square>,
    /// The opponent's PV after it; empty at the end of the game.
    pub answer: Vec<Square>,
    /// The opponent's score after it.
    pub answer_score: Option<Normalised>,
}

/// How much of the expected score a move lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Less than 0.1, which may be the engine's error.
    Fine,
    /// 0.1 or more.
    Doubtful,
    /// 0.2 or more.
    Mistake,
    /// 0.4 or more.
    Blunder,
}

/// A summary of one player's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Moves that the player chose.
    pub moves: usize,
    /// How many of them have each [`Mark`].
    pub marks: [usize; Mark::ALL.len()],
    /// The mean loss of a move.
    pub mean_loss: f64,
}

/// What a search says of a position, for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The expected share of the point, from 0 to 1.
    pub share: f64,
    /// The score; `None` if nothing was searched, since the game is over there.
    pub score: Option<Normalised>,
    /// The PV; empty if nothing was searched.
    pub line: Vec<Square>,
}

impl Mark {
    /// Every mark, the best one first.
    pub const ALL: [Mark; 4] = [Mark::Fine, Mark::Doubtful, Mark::Mistake, Mark::Blunder];

    /// The mark of a move with this loss.
    pub fn of(loss: f64) -> Mark {
        match loss {
            loss if loss >= 0.4 => Mark::Blunder,
            loss if loss >= 0.2 => Mark::Mistake,
            loss if loss >= 0.1 => Mark::Doubtful,
            _ => Mark::Fine,
        }
    }

    /// Its sign in annotated games.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Fine => "",
            Mark::Doubtful => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

impl ReviewedMove {
    /// A move with its number and colour, and what was seen before and after it.
    pub fn new(
        (number, color): (usize, Color),
        square: Option<Square>,
        before: &Seen,
        after: &Seen,
    ) -> ReviewedMove {
        let share = 1.0 - after.share;
        let mut one = ReviewedMove {
            number,
            color,
            square,
            is_given: false,
            foul: None,
            // What was reached was possible.
            shares: [before.share.max(share), share],
            score: before.score,
            best: before.line.clone(),
            answer: after.line.clone(),
            answer_score: after.score,
        };
        if one.is_best() {
            // The search that chose this move has looked beyond it.
            one.shares[1] = one.shares[0];
        }
        one
    }

    /// The expected score that the move lost. None if the search chose the same move:
    /// then only the search after it saw further.
    pub fn loss(&self) -> f64 {
        match self.is_best() {
            true => 0.0,
            false => (self.shares[0] - self.shares[1]).max(0.0),
        }
    }

    /// The mark; [`Mark::Fine`] for a move of the starting position.
    pub fn mark(&self) -> Mark {
        match self.is_given {
            true => Mark::Fine,
            false => Mark::of(self.loss()),
        }
    }

    /// Whether it is the move that the search chose.
    pub fn is_best(&self) -> bool {
        self.square.is_some() && self.best.first().copied() == self.square
    }

    /// In how many plies the player had a proven win that the move missed.
    pub fn missed_win(&self) -> Option<usize> {
        match (self.score?.meaning(), self.shares[1]) {
            (Meaning::WinIn(plies), after) if after < 1.0 && !self.is_best() => Some(plies),
            _ => None,
        }
    }

    /// In how many plies the opponent has a proven win after it, if there was none
    /// before.
    pub fn loses_in(&self) -> Option<usize> {
        match (self.score?.meaning(), self.answer_score?.meaning()) {
            (Meaning::LossIn(_), _) => None,
            (_, Meaning::WinIn(plies)) => Some(plies),
            _ => None,
        }
    }

    /// Black's expected score before and after the move.
    pub fn black_shares(&self) -> [f64; 2] {
        self.shares.map(|share| match self.color {
            Color::Black => share,
            Color::White => 1.0 - share,
        })
    }
}

impl Tally {
    /// The summary of one side.
    pub fn of(moves: &[ReviewedMove], color: Color) -> Tally {
        let mut tally = Tally::default();
        let own = moves.iter().filter(|one| one.color == color);
        for one in own.filter(|one| !one.is_given && one.square.is_some()) {
            tally.moves += 1;
            tally.marks[one.mark() as usize] += 1;
            tally.mean_loss += one.loss();
        }
        tally.mean_loss /= tally.moves.max(1) as f64;
        tally
    }
}

impl Engine {
    /// Searches every position of a game with the options that are set, but this rule
    /// and one line. The last position comes first, so that the hash table knows where
    /// a move leads when the position before it is searched. `done` is called after
    /// each. `None` if it was stopped.
    ///
    /// # Errors
    ///
    /// If the moves cannot be played.
    pub fn review(
        &mut self,
        game: &GameRecord,
        rule: Rule,
        control: &dyn Fn() -> Control,
        done: &dyn Fn(),
    ) -> Result<Option<Vec<ReviewedMove>>, GameError> {
        let mut board = game.board()?;
        self.set_options(super::Options {
            rule,
            lines: 1,
            ..self.options().clone()
        });
        let mut moves = Vec::with_capacity(game.moves.len());
        let mut after = self.find_last(game, &board, control());
        done();
        for (index, played) in game.moves.iter().enumerate().rev() {
            let end = end_of(&board, rule, MoveLimit::default());
            let foul = match end {
                Some(End::Foul(kind)) => Some(kind),
                _ => None,
            };
            board.undo();
            let control = control();
            let before = self.find(&board, &control);
            if control.is_stopped() {
                return Ok(None);
            }
            let turn = (index + 1, board.side_to_move());
            let mut one = ReviewedMove::new(turn, played.square, &before, &after);
            one.is_given = index < game.opening;
            one.foul = foul;
            moves.push(one);
            after = before;
            done();
        }
        moves.reverse();
        Ok(Some(moves))
    }

    /// The last position: the result of the game, if the stones decide it.
    fn find_last(&mut self, game: &GameRecord, board: &Board, control: Control) -> Seen {
        let end = end_of(board, self.options().rule, MoveLimit::default());
        let Some(end) = end.filter(|_| !game.moves.is_empty()) else {
            return self.find(board, &control);
        };
        let share = match end.winner() {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == board.side_to_move())),
        };
        Seen {
            share,
            score: None,
            line: Vec::new(),
        }
    }

    fn find(&mut self, board: &Board, control: &Control) -> Seen {
        self.set_board(board.clone());
        let found: Option<Iteration> = self.think(control, &|_| ());
        let scale = self.scale();
        match found {
            None => Seen {
                share: 0.5,
                score: None,
                line: Vec::new(),
            },
            Some(found) => {
                let score = scale.normalised(found.score);
                Seen {
                    share: score.share(),
                    score: Some(score),
                    line: found.line,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{play_moves, square_name};
    use crate::engine::Options;

    fn game(moves: &str) -> GameRecord {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        GameRecord::of(&board)
    }

    fn review(game: &GameRecord, rule: Rule) -> Vec<ReviewedMove> {
        let mut engine = Engine::on_calling_thread();
        engine.set_options(Options {
            nodes: Some(2_000),
            hash: Some(1 << 20),
            ..Options::default()
        });
        let moves = engine.review(game, rule, &Control::new, &|| ());
        moves.expect("moves").expect("not stopped")
    }

    /// Black has an open three; White plays far away, Black too, then White again,
    /// and Black makes the five at last.
    #[test]
    fn what_was_missed_is_told() {
        let moves = review(&game("h8a1i8o15j8a15c3o1k8a8l8"), Rule::Freestyle);
        assert_eq!(moves.len(), 11);
        let slip = &moves[5];
        assert_eq!((slip.color, slip.number), (Color::White, 6));
        assert!(slip.loses_in().is_some(), "{slip:?}");
        let missed = &moves[6];
        assert!(missed.missed_win().is_some() || missed.shares[1] == 1.0);
        // White could have stopped the three then, and did not.
        let second = &moves[7];
        assert!(second.loses_in().is_some(), "{second:?}");
        let last = &moves[10];
        assert_eq!(square_name(last.square.unwrap(), 15), "l8");
        assert_eq!((last.shares, last.loss()), ([1.0, 1.0], 0.0));
        assert!(last.answer.is_empty());
        for pair in moves.windows(2) {
            // Both tell of the same position.
            let [after, before] = [pair[0].black_shares()[1], pair[1].black_shares()[0]];
            let gained = match pair[1].color {
                Color::Black => before - after,
                Color::White => after - before,
            };
            assert!(gained >= -1e-9, "{pair:?}");
        }
    }

    /// A move of White's with this expected score before and after it.
    fn slip(before: f64, after: f64) -> ReviewedMove {
        ReviewedMove {
            number: 2,
            color: Color::White,
            square: Some(Square::from_index(0)),
            is_given: false,
            foul: None,
            shares: [before, after],
            score: None,
            best: vec![Square::from_index(1)],
            answer: Vec::new(),
            answer_score: None,
        }
    }

    #[test]
    fn marks_tell_what_was_given_away() {
        for (before, after, mark) in [
            (0.5, 0.45, Mark::Fine),
            (0.5, 0.375, Mark::Doubtful),
            (0.5, 0.25, Mark::Mistake),
            (0.75, 0.125, Mark::Blunder),
        ] {
            assert_eq!(slip(before, after).mark(), mark, "{before} {after}");
        }
        let mut best = slip(0.75, 0.125);
        best.best[0] = Square::from_index(0);
        assert_eq!((best.loss(), best.mark()), (0.0, Mark::Fine));
        assert_eq!(slip(0.75, 0.125).black_shares(), [0.25, 0.875]);
    }

    #[test]
    fn given_moves_and_passes_do_not_count() {
        let mut given = slip(0.75, 0.25);
        given.is_given = true;
        assert_eq!(given.mark(), Mark::Fine);
        let mut pass = slip(0.75, 0.25);
        pass.square = None;
        let moves = [given, pass, slip(0.75, 0.25), slip(0.5, 0.25)];
        let tally = Tally::of(&moves, Color::White);
        let wanted = Tally {
            moves: 2,
            marks: [0, 0, 1, 1],
            mean_loss: 0.375,
        };
        assert_eq!(tally, wanted);
        assert_eq!(Tally::of(&moves, Color::Black), Tally::default());
        let mut game = game("h8a1i8o15j8a15");
        game.opening = 5;
        let moves = review(&game, Rule::Standard);
        assert!(moves[..5].iter().all(|one| one.is_given) && !moves[5].is_given);
    }

    #[test]
    fn a_foul_is_told_and_loses_at_the_end() {
        // A double-three on h8.
        let moves = review(&game("i8a1j8c1h9e1h10g1h8"), Rule::Renju);
        let last = moves.last().unwrap();
        assert_eq!(last.foul, Some(ForbiddenKind::DoubleThree));
        assert_eq!(last.shares[1], 0.0);
        assert!(last.loss() > 0.4 && !last.is_best());
    }

    #[test]
    fn a_stop_ends_it() {
        let control = || {
            let control = Control::new();
            control.stop();
            control
        };
        let mut engine = Engine::on_calling_thread();
        let moves = engine.review(&game("h8h9"), Rule::Renju, &control, &|| ());
        assert_eq!(moves, Ok(None));
    }

    #[test]
    fn no_moves_no_review() {
        assert!(review(&game(""), Rule::Caro).is_empty());
    }
}
