//! Which position a library should have analysed next.
//!
//! A position matters as much as the play is good that leads to it. Each move costs what
//! it loses against the best one, in shares of the point, and a little for itself, so
//! that good moves are followed far and bad ones not far; the next position is the one
//! whose line is the cheapest. This is drop-out expansion, with the loss of both sides.
//!
//! CITE: T. R. Lincke: Strategies for the automatic construction of opening books,
//! Computers and Games 2000.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::board::Board;
use crate::library::{Analysed, Key, LibraryError};
use crate::scale::Normalised;
use crate::types::{Rule, Score, Square, SquareSet};

/// What each move costs: a loss of so much is as bad as one ply more.
const PLY: f64 = 0.02;
/// What it costs to look for more moves in a position, for each [`FEW`] that it has.
const MORE: f64 = 0.05;
/// About as many moves as a search gives.
const FEW: usize = 4;

/// A position to analyse.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub board: Board,
    /// Moves that are known already, where more are wanted.
    pub known: SquareSet,
    /// What tells tasks from each other: the position, and how many moves are known.
    pub id: (Key, usize),
}

/// The analysed positions, and how they lead to each other.
pub(super) struct Frontier {
    rule: Rule,
    root: Key,
    nodes: HashMap<Key, Node>,
}

struct Node {
    board: Board,
    value: Score,
    /// By the key of the position after it.
    moves: BTreeMap<Key, Move>,
    /// The least score of a line: moves without one are no better.
    least: Option<Score>,
}

/// A move; one without a line is known by the position after it.
#[derive(Default)]
struct Move {
    line: Option<(Square, Score)>,
}

impl Frontier {
    pub fn new(root: Key, rule: Rule) -> Frontier {
        Frontier {
            rule,
            root,
            nodes: HashMap::new(),
        }
    }

    /// The number of analysed positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The value of the root.
    pub fn root_value(&self) -> Option<Score> {
        self.nodes.get(&self.root).map(|node| node.value)
    }

    /// Adds a position of a library; those after it come later.
    pub fn load(&mut self, analysed: Analysed) -> Result<(), LibraryError> {
        let mut moves = BTreeMap::new();
        for line in &analysed.lines {
            let first = line.moves[0];
            if analysed.board.is_empty(first) {
                let after = self.after(&analysed.board, first)?;
                let line = Some((first, line.score));
                moves.insert(after, Move { line });
            }
        }
        // The positions before it know of it.
        for before in Key::before(&analysed.board, self.rule)? {
            if let Some(node) = self.nodes.get_mut(&before) {
                node.moves.entry(analysed.key.clone()).or_default();
            }
        }
        let node = Node {
            board: analysed.board,
            value: analysed.value,
            moves,
            least: analysed.lines.iter().map(|line| line.score).min(),
        };
        self.nodes.insert(analysed.key, node);
        Ok(())
    }

    /// Adds a position, or replaces it.
    pub fn add(&mut self, analysed: Analysed) -> Result<(), LibraryError> {
        let key = analysed.key.clone();
        let board = analysed.board.clone();
        self.load(analysed)?;
        for square in *board.empty() {
            let after = self.after(&board, square)?;
            if self.nodes.contains_key(&after)
                && let Some(node) = self.nodes.get_mut(&key)
            {
                node.moves.entry(after).or_default();
            }
        }
        Ok(())
    }

    fn after(&self, board: &Board, square: Square) -> Result<Key, LibraryError> {
        let mut after = board.clone();
        after.place(square);
        Key::of(&after, self.rule)
    }

    /// Takes over values that have changed.
    pub fn raise(&mut self, values: Vec<(Key, Score)>) {
        for (key, value) in values {
            if let Some(node) = self.nodes.get_mut(&key) {
                node.value = value;
            }
        }
    }

    /// The position that matters most, of those that are not under way; `None` if all is
    /// decided, or waits for what is under way.
    pub fn next(&self, under_way: &HashSet<(Key, usize)>) -> Result<Option<Task>, LibraryError> {
        let mut costs: BTreeMap<&Key, f64> = BTreeMap::from([(&self.root, 0.0)]);
        let mut best: Option<(f64, Task)> = None;
        let mut offer = |cost: f64, task: &dyn Fn() -> Option<Task>| {
            if best.as_ref().is_none_or(|(least, _)| cost < *least)
                && let Some(task) = task()
                && !under_way.contains(&task.id)
            {
                best = Some((cost, task));
            }
        };
        // In the order of keys a position comes after all that lead to it.
        while let Some((key, cost)) = costs.pop_first() {
            let Some(node) = self.nodes.get(key) else {
                offer(cost, &|| self.task(key, None));
                continue;
            };
            if node.value.is_proven() {
                continue;
            }
            let share = |value| Normalised::of_kept(value).share();
            let best_share = share(node.value);
            let drop = |value| (best_share - share(value)).max(0.0);
            for (after, known) in &node.moves {
                let analysed = self.nodes.get(after).map(|after| -after.value);
                let score = known.line.map(|(_, score)| score);
                let Some(value) = analysed.or(score) else {
                    continue;
                };
                if value.is_proven() {
                    continue;
                }
                let cost = cost + drop(value) + PLY;
                let least = costs.entry(after).or_insert(cost);
                *least = least.min(cost);
            }
            if let Some(least) = node.least.filter(|least| !least.is_proven()) {
                let known = node.moves.values().filter(|known| known.line.is_some());
                let more = MORE * known.count().div_ceil(FEW) as f64;
                let cost = cost + drop(least) + more;
                offer(cost, &|| self.task(key, Some(node)));
            }
        }
        Ok(best.map(|(_, task)| task))
    }

    /// The task to analyse a position, or to look for more moves in an analysed one.
    fn task(&self, key: &Key, node: Option<&Node>) -> Option<Task> {
        let (board, known) = match node {
            None => (key.board()?.0, SquareSet::EMPTY),
            Some(node) => {
                let lines = node.moves.values().filter_map(|known| known.line);
                let known = lines.map(|(square, _)| square).collect();
                (node.board.clone(), known)
            }
        };
        // There may be no more.
        let count = known.len();
        (board.empty().len() > count).then_some(Task {
            board,
            known,
            id: (key.clone(), count),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Symmetry;
    use crate::board::notation::{parse_square, play_moves};
    use crate::library::Line;

    fn board(moves: &str) -> Board {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        board
    }

    fn key(moves: &str) -> Key {
        Key::of(&board(moves), Rule::Renju).unwrap()
    }

    /// A position with moves and scores; its value is that of the best.
    fn analysed(moves: &str, scores: &[(&str, Score)]) -> Analysed {
        let (board, _) = key(moves).board().unwrap();
        // The moves as they lie on the canonical board.
        let own = super::tests::board(moves);
        let turn = Symmetry::ALL
            .into_iter()
            .find(|turn| turn.image(&own) == board)
            .unwrap();
        let line = |(name, score): &(&str, Score)| Line {
            score: *score,
            depth: 3,
            nodes: 1,
            moves: vec![turn.apply(parse_square(name, &own).unwrap(), &own)],
        };
        Analysed {
            key: key(moves),
            board,
            value: scores.iter().map(|(_, score)| *score).max().unwrap(),
            lines: scores.iter().map(line).collect(),
        }
    }

    fn frontier(positions: &[(&str, &[(&str, Score)])]) -> Frontier {
        let mut frontier = Frontier::new(key("h8h9"), Rule::Renju);
        for (moves, scores) in positions {
            frontier.add(analysed(moves, scores)).unwrap();
        }
        frontier
    }

    /// The positions that are next, one after the other.
    fn order(frontier: &Frontier, count: usize) -> Vec<(Key, usize)> {
        let mut under_way = HashSet::new();
        let mut order = Vec::new();
        for _ in 0..count {
            let Some(task) = frontier.next(&under_way).unwrap() else {
                break;
            };
            under_way.insert(task.id.clone());
            order.push(task.id);
        }
        order
    }

    #[test]
    fn the_root_comes_first_and_alone() {
        let empty = frontier(&[]);
        assert_eq!(order(&empty, 9), [(key("h8h9"), 0)]);
        assert_eq!(empty.root_value(), None);
    }

    #[test]
    fn good_moves_before_bad_ones_and_more_moves_between() {
        let scores = [
            ("i9", Score::estimate(60)),
            ("i8", Score::estimate(40)),
            ("a1", Score::estimate(-9_000)),
            ("i10", Score::loss_in(4)),
        ];
        let root = frontier(&[("h8h9", &scores)]);
        let wanted = [(key("h8h9i9"), 0), (key("h8h9i8"), 0), (key("h8h9a1"), 0)];
        assert_eq!(order(&root, 9), wanted);
        // Where the least line is good there may be other good moves.
        let scores = [("i9", Score::estimate(60)), ("i8", Score::estimate(60))];
        let root = frontier(&[("h8h9", &scores)]);
        assert_eq!(order(&root, 9)[2], (key("h8h9"), 2));
    }

    #[test]
    fn the_value_after_a_move_counts_more_than_its_line() {
        let first = [("i9", Score::estimate(60)), ("i8", Score::estimate(55))];
        let second = [("g7", Score::estimate(900))];
        let mut both = frontier(&[("h8h9", &first), ("h8h9i9", &second)]);
        both.raise(vec![(key("h8h9"), Score::estimate(55))]);
        assert_eq!(both.root_value(), Some(Score::estimate(55)));
        assert_eq!(order(&both, 1), [(key("h8h9i8"), 0)]);
    }

    #[test]
    fn an_analysed_move_without_a_line_is_followed() {
        let first = [("i9", Score::estimate(-300))];
        let second = [("g7", Score::estimate(-50))];
        let mut both = frontier(&[("h8h9", &first), ("h8h9i8", &second)]);
        both.raise(vec![(key("h8h9"), Score::estimate(50))]);
        assert_eq!(order(&both, 1), [(key("h8h9i8g7"), 0)]);
        let mut turned = frontier(&[("h8h9i8", &second), ("h8h9", &first)]);
        turned.raise(vec![(key("h8h9"), Score::estimate(50))]);
        assert_eq!(order(&turned, 9), order(&both, 9));
    }

    #[test]
    fn nothing_is_left_where_all_is_proven() {
        let scores = [("i9", Score::win_in(5)), ("i8", Score::estimate(0))];
        let root = frontier(&[("h8h9", &scores)]);
        assert!(order(&root, 9).is_empty());
    }
}
