//! Fifth moves that are the same by symmetry, against plain coordinates.

use super::*;
use std::collections::BTreeSet;

/// Column and row from the middle of the board.
type Point = (i32, i32);

const MAPS: [fn(Point) -> Point; 8] = [
    |(x, y)| (x, y),
    |(x, y)| (-y, x),
    |(x, y)| (-x, -y),
    |(x, y)| (y, -x),
    |(x, y)| (-x, y),
    |(x, y)| (x, -y),
    |(x, y)| (y, x),
    |(x, y)| (-y, -x),
];

fn point(square: Square) -> Point {
    (square.x() as i32 - 7, square.y() as i32 - 7)
}

fn points(board: &Board, color: Color) -> BTreeSet<Point> {
    board.stones(color).map(point).collect()
}

/// Whether a map of the board onto itself keeps the stones and maps one square
/// to the other.
fn are_same(board: &Board, one: Square, other: Square) -> bool {
    MAPS.iter().any(|map| {
        let kept = |color: Color| {
            let stones = points(board, color);
            stones.iter().map(|&at| map(at)).collect::<BTreeSet<_>>() == stones
        };
        Color::ALL.into_iter().all(kept) && map(point(one)) == point(other)
    })
}

/// How many maps keep the stones.
fn symmetries(board: &Board) -> usize {
    let kept = |map: &&fn(Point) -> Point| {
        Color::ALL.into_iter().all(|color| {
            let stones = points(board, color);
            stones.iter().map(|&at| map(at)).collect::<BTreeSet<_>>() == stones
        })
    };
    MAPS.iter().filter(kept).count()
}

/// Four stones, and how many symmetries they have and so how many different
/// fifth moves there are.
const POSITIONS: [(&str, usize, usize); 8] = [
    // On one file: 11 empty squares lie on it, the others are pairs.
    ("h8 h9 h10 keep h7", 2, 11 + 210 / 2),
    ("h8 h9 h6 keep h12", 2, 11 + 210 / 2),
    // On one diagonal.
    ("h8 i9 j10 keep k11", 2, 11 + 210 / 2),
    ("h8 i9 f6 keep a1", 2, 11 + 210 / 2),
    // The axis is a file through Black's stones, with White's beside it.
    ("h8 g9 h10 keep i9", 2, 13 + 208 / 2),
    ("h8 g8 h10 keep i8", 2, 13 + 208 / 2),
    // None.
    ("h8 h9 i9 keep a1", 1, 221),
    ("h8 i9 h10 keep h7", 1, 221),
];

#[test]
fn same_fifth_moves_are_those_that_a_symmetry_maps() {
    for (script, maps, classes) in POSITIONS {
        let state = played(OpeningRule::Rif, script);
        let board = state.board();
        assert_eq!(symmetries(board), maps, "{script}");
        let empty: Vec<Square> = board.empty().into_iter().collect();
        assert_eq!(state.legal_actions().len(), empty.len());
        let mut different = 0;
        for &one in &empty {
            let same = |&&other: &&Square| are_same(board, one, other);
            let twins: Vec<Square> = empty.iter().filter(same).copied().collect();
            different += usize::from(twins[0] == one);
            let mut offered = state.clone();
            offered.apply(OpeningAction::Offer(one)).unwrap();
            let mut left = *board.empty();
            twins.iter().for_each(|&twin| left.remove(twin));
            assert_eq!(offered.squares(), left, "{script} {one:?}");
            for twin in twins {
                let error = match twin == one {
                    true => WrongAction::Offered(one),
                    false => WrongAction::Symmetric(twin, one),
                };
                let kept = offered.clone();
                assert_eq!(offered.apply(OpeningAction::Offer(twin)), Err(error));
                assert_eq!(offered, kept);
            }
        }
        assert_eq!(different, classes, "{script}");
    }
}

/// The colours count: stones that only together are symmetric are not.
#[test]
fn colours_are_kept_by_a_symmetry() {
    let state = played(OpeningRule::Rif, "h8 g8 i8 keep a1");
    assert_eq!(symmetries(state.board()), 1);
    let state = played(OpeningRule::Rif, "h8 g8 i8 keep h1 ?i9");
    assert_eq!(state.apply_all("?g9"), Ok(()));
}

impl OpeningState {
    fn apply_all(mut self, script: &str) -> Result<(), WrongAction> {
        let mut texts = script.split_whitespace();
        texts.try_for_each(|text| self.apply(action(text)))
    }
}

/// As many different fifth moves as can be declared exist on the smallest
/// boards, whatever the four stones are.
#[test]
fn there_are_enough_fifth_moves_on_small_boards() {
    let board = Board::new(7, 7).unwrap();
    let mut state = OpeningState::new(OpeningRule::Yamaguchi, board).unwrap();
    let mut fewest = usize::MAX;
    let mut walk = |state: &mut OpeningState| {
        let mut offers = Vec::new();
        loop {
            let left = symmetry::different_squares(&offers, state.board());
            match left.first() {
                Some(square) => offers.push(square),
                None => break,
            }
        }
        fewest = fewest.min(offers.len());
    };
    let stones = state.legal_actions();
    state.apply(stones[0]).unwrap();
    for second in state.legal_actions() {
        state.apply(second).unwrap();
        for third in state.legal_actions() {
            state.apply(third).unwrap();
            state.apply(OpeningAction::Declare(20)).unwrap();
            state.apply(OpeningAction::Keep).unwrap();
            for fourth in state.legal_actions() {
                state.apply(fourth).unwrap();
                walk(&mut state);
                state.undo();
            }
            for _ in 0..3 {
                state.undo();
            }
        }
        state.undo();
    }
    assert_eq!(fewest, 24);
}
