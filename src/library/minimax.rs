//! Values backed up through the positions of a library.
//!
//! The value of a position is the best that its moves give to the side to move: for a
//! move after which the position has an entry too, that entry's value, else the score
//! of the move's line. So a position that is analysed changes the value of all that
//! lead to it, in whatever order their stones came. [`raise`] keeps this true: it is
//! called with every change of an entry.

use std::collections::{BTreeMap, BTreeSet};

use redb::ReadableTable;

use super::LibraryError;
use super::analysis::{AnalysisRow, before};
use super::key::{Canonical, Code, Key};
use super::tables::{self, Writable};
use crate::board::notation::place_stones;
use crate::board::{Board, Content};
use crate::rules::forbidden;
use crate::types::{Color, Rule, Score, Square};

type Bytes = &'static [u8];

/// The values of the moves that are known in a position, in the order of their codes.
pub(super) fn values(
    found: &impl ReadableTable<Bytes, Bytes>,
    (board, rule): (&Board, Rule),
    row: &AnalysisRow,
) -> Result<BTreeMap<Code, Score>, LibraryError> {
    let canonical = Canonical::of(board, rule)?;
    let lines = row.lines.iter().map(|line| (line.first(), line.score));
    let mut values: BTreeMap<Code, Score> = lines.collect();
    let mut board = board.clone();
    for square in *board.empty() {
        let code = canonical.code(Some(square), &board);
        board.place(square);
        let after = tables::found(found, &Key::of(&board, rule)?)?;
        board.undo();
        if let Some(after) = after {
            values.insert(code, before(after.value));
        }
    }
    Ok(values)
}

/// The value of a position with these moves. It is a proven loss only if every legal
/// move is known to lose.
pub(super) fn value(
    (board, rule): (&Board, Rule),
    row: &AnalysisRow,
    values: &BTreeMap<Code, Score>,
) -> Result<Score, LibraryError> {
    let given = row.given.map(|given| given.score);
    Ok(match values.values().copied().max() {
        Some(best) if best.is_loss() && has_other_moves((board, rule), values)? => best.unproven(),
        Some(best) => best,
        // A score that was set by hand counts until there is something else.
        None => given.unwrap_or(row.value),
    })
}

/// Whether a legal move is not among these.
fn has_other_moves(
    (board, rule): (&Board, Rule),
    known: &BTreeMap<Code, Score>,
) -> Result<bool, LibraryError> {
    let canonical = Canonical::of(board, rule)?;
    let may_foul = rule == Rule::Renju && board.side_to_move() == Color::Black;
    Ok(board.empty().into_iter().any(|square| {
        let is_known = known.contains_key(&canonical.code(Some(square), board));
        let is_foul = || may_foul && forbidden(board, square).is_some();
        !(is_known || is_foul())
    }))
}

/// Computes the values of positions whose entries have changed, and of all before them
/// that this changes. Returns the positions with new values.
pub(super) fn raise(
    tables: &mut Writable,
    changed: impl IntoIterator<Item = Key>,
) -> Result<Vec<(Key, Score)>, LibraryError> {
    // The fullest boards first: their values change those before them.
    let mut waiting: BTreeSet<Key> = changed.into_iter().collect();
    let mut raised = Vec::new();
    while let Some(key) = waiting.pop_last() {
        let (board, rule) = key.board().ok_or_else(|| LibraryError::entry("found"))?;
        let Some(mut row) = tables::found(&tables.found, &key)? else {
            continue;
        };
        let values = values(&tables.found, (&board, rule), &row)?;
        let value = value((&board, rule), &row, &values)?;
        if value == row.value {
            continue;
        }
        row.value = value;
        tables.set_found(&key, &row)?;
        raised.push((key, value));
        for before in Key::before(&board, rule)? {
            if tables.found.get(before.as_bytes())?.is_some() {
                waiting.insert(before);
            }
        }
    }
    Ok(raised)
}

impl Key {
    /// The keys of the positions from which one stone leads to this one.
    pub fn before(board: &Board, rule: Rule) -> Result<Vec<Key>, LibraryError> {
        let before = predecessors(board).into_iter();
        before.map(|(_, board)| Key::of(&board, rule)).collect()
    }
}

/// The positions from which one stone leads to this one, each with that stone.
pub(super) fn predecessors(board: &Board) -> Vec<(Square, Board)> {
    let mover = !board.side_to_move();
    let stones: Vec<Square> = board.stones(mover).collect();
    let without = |&last: &Square| {
        let mut before = Board::new(board.width(), board.height()).ok()?;
        let walls = board.squares().filter(|one| one.1 == Content::Wall);
        walls.for_each(|(square, _)| before.block(square));
        let kept = |color| {
            let stones = board.stones(color);
            stones.filter(|&square| square != last).collect::<Vec<_>>()
        };
        place_stones(&mut before, &kept(Color::Black), &kept(Color::White));
        if before.side_to_move() != mover {
            before.pass();
        }
        Some((last, before))
    };
    stones.iter().filter_map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{parse_square, play_moves};
    use crate::library::scratch::{Scratch, board};
    use crate::library::{Library, Line};

    fn line(moves: &str, name: &str, score: Score, depth: i32) -> Line {
        Line {
            score,
            depth,
            nodes: 100,
            moves: vec![parse_square(name, &board(moves)).unwrap()],
        }
    }

    #[test]
    fn a_stone_less_is_the_position_before() {
        let all = predecessors(&board("h8h9i9i10"));
        let names: Vec<Key> = ["h8h9i9", "h8i10i9"]
            .map(|moves| Key::of(&board(moves), Rule::Renju).unwrap())
            .to_vec();
        let found = all
            .iter()
            .map(|(_, before)| Key::of(before, Rule::Renju).unwrap());
        assert_eq!(found.collect::<Vec<_>>(), names);
        assert_eq!(all[0].0, parse_square("i10", &board("")).unwrap());
        assert!(predecessors(&board("")).is_empty());
    }

    #[test]
    fn values_rise_through_all_ways_to_a_position() {
        let file = Scratch::new("raise");
        let library = Library::open_or_create(file.path()).unwrap();
        let store = |moves: &str, name: &str, score: Score, depth: i32| {
            let lines = [line(moves, name, score, depth)];
            library.store(&board(moves), Rule::Renju, &lines).unwrap()
        };
        let value = |moves: &str| {
            let entry = library.look(&board(moves), Rule::Renju).unwrap();
            entry.value
        };
        let estimate = Score::estimate;
        store("h8h9", "i9", estimate(10), 5);
        store("h8h9i9", "g8", estimate(-20), 5);
        assert_eq!(value("h8h9"), Some(estimate(20)));
        // Another way to a position that is analysed later.
        store("h8h9i9g8j9", "i11", estimate(40), 5);
        store("h8g8i9h9", "j9", estimate(-90), 5);
        assert_eq!(value("h8h9i9g8"), Some(estimate(-40)));
        assert_eq!(value("h8h9i9"), Some(estimate(40)));
        assert_eq!(value("h8h9"), Some(estimate(-40)));
        // What is refuted in one place is refuted in all, and not played.
        store("h8h9i9g8j9", "a1", Score::win_in(3), 1);
        let lost = |plies| Score::loss_in(plies).unproven();
        let won = |plies| Score::win_in(plies).unproven();
        // As long as other moves are not known.
        assert_eq!(value("h8h9i9g8"), Some(lost(4)));
        store("h8h9i9", "o15", estimate(15), 5);
        assert_eq!(value("h8h9i9"), Some(won(5)));
        assert_eq!(value("h8h9"), Some(lost(6)));
        store("h8h9", "a1", estimate(-300), 5);
        assert_eq!(value("h8h9"), Some(estimate(-300)));
        assert!(library.check_entries().unwrap().is_empty());
    }

    #[test]
    fn a_loss_is_proven_by_all_legal_moves() {
        let file = Scratch::new("lost");
        let library = Library::open_or_create(file.path()).unwrap();
        let mut small = Board::new(5, 5).unwrap();
        play_moves(&mut small, "c3a2").unwrap();
        for rule in [Rule::Freestyle, Rule::Renju] {
            let squares: Vec<Square> = small.empty().into_iter().collect();
            let (last, others) = squares.split_last().unwrap();
            let lines = |squares: &[Square]| {
                let line = |&square| Line {
                    score: Score::loss_in(4),
                    depth: 5,
                    nodes: 100,
                    moves: vec![square],
                };
                squares.iter().map(line).collect::<Vec<_>>()
            };
            let value = || library.look(&small, rule).unwrap().value;
            library.store(&small, rule, &lines(others)).unwrap();
            assert_eq!(value(), Some(Score::loss_in(4).unproven()));
            library.store(&small, rule, &lines(&[*last])).unwrap();
            assert_eq!(value(), Some(Score::loss_in(4)));
        }
    }
}
