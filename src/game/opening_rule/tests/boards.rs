//! On which boards a rule can be played, and the regions there.

use super::*;
use crate::board::Symmetry;
use std::collections::BTreeSet;

#[test]
fn boards_that_do_not_fit_are_named() {
    use OpeningRule::*;
    let new = |rule, (width, height)| {
        OpeningState::new(rule, Board::new(width, height).unwrap()).map(|state| state.rule())
    };
    for rule in OpeningRule::ALL {
        let least = match rule {
            Free | FirstMoveSwap | Swap1 | Swap2 | Swap3 => None,
            SwapAfterThree => Some(5),
            TwoFifths | ManyFifths | Designated | Rif | Yamaguchi => Some(7),
            Soosorv4 | Soosorv8 | Pro => Some(7),
            Tarannikov | Taraguchi5 | Taraguchi10 | SuperSakata | LongPro => Some(9),
        };
        assert_eq!(rule.least_side(), least, "{rule}");
        for side in (5..=21).step_by(2) {
            let fits = least.is_none_or(|least| side >= least);
            assert_eq!(new(rule, (side, side)).is_ok(), fits, "{rule} {side}");
        }
        for size in [(14, 14), (15, 13), (20, 20), (22, 5)] {
            assert_eq!(new(rule, size).is_ok(), least.is_none(), "{rule} {size:?}");
        }
    }
    let error = new(Tarannikov, (15, 14)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the opening rule tarannikov needs a square board with an odd number of lines, \
         at least 9x9, not 15x14"
    );
}

#[test]
fn blocked_squares_do_not_fit_rules_with_places() {
    let mut blocked = board("");
    blocked.block(square("h9"));
    for rule in OpeningRule::ALL {
        let found = OpeningState::new(rule, blocked.clone());
        match rule.least_side() {
            None => assert!(found.unwrap().squares().len() <= 224),
            Some(_) => assert_eq!(found, Err(WrongBoard::Blocked(rule))),
        }
    }
    let mut full = Board::new(5, 5).unwrap();
    for at in full.empty().into_iter().skip(4) {
        full.block(at);
    }
    let error = OpeningState::new(OpeningRule::Swap2, full.clone()).unwrap_err();
    let text = "the opening rule swap2 needs 5 empty squares";
    assert_eq!(error.to_string(), text);
    assert!(OpeningState::new(OpeningRule::Swap1, full).is_ok());
}

#[test]
fn stones_on_the_board_are_left_out() {
    let state = OpeningState::new(OpeningRule::Rif, board("h8a1b1")).unwrap();
    assert_eq!(state, begin(OpeningRule::Rif));
}

#[test]
fn regions_have_their_squares() {
    let board = board("");
    for (region, squares) in [
        (Region::Anywhere, 225),
        (Region::Center, 1),
        (Region::Central(3), 9),
        (Region::Central(5), 25),
        (Region::Central(9), 81),
        (Region::Outside(5), 200),
        (Region::Outside(7), 176),
    ] {
        assert_eq!(region.empty_squares(&board).len(), squares, "{region}");
    }
    let corners = [("f6", true), ("j10", true), ("e8", false), ("h11", false)];
    for (name, inside) in corners {
        let found = Region::Central(5).contains(square(name), &board);
        assert_eq!(found, inside, "{name}");
        assert_ne!(Region::Outside(5).contains(square(name), &board), inside);
    }
}

/// The 26 patterns as the public texts list them.
const PATTERNS: [&str; 26] = [
    "h8h9h10", "h8h9i10", "h8h9j10", "h8h9i9", "h8h9j9", "h8h9i8", "h8h9j8", "h8h9h7", "h8h9i7",
    "h8h9j7", "h8h9h6", "h8h9i6", "h8h9j6", "h8i9j10", "h8i9j9", "h8i9j8", "h8i9j7", "h8i9j6",
    "h8i9i8", "h8i9i7", "h8i9i6", "h8i9h7", "h8i9h6", "h8i9g7", "h8i9g6", "h8i9f6",
];

/// The three stones in the form that is the least of their eight images.
fn class_of(stones: &[Square]) -> Vec<Square> {
    let board = board("");
    let image = |symmetry: Symmetry| -> Vec<Square> {
        let mut moved: Vec<Square> = stones
            .iter()
            .map(|&at| symmetry.apply(at, &board))
            .collect();
        // The order of the black stones does not matter.
        if moved[0] > moved[2] {
            moved.swap(0, 2);
        }
        moved
    };
    Symmetry::ALL.map(image).into_iter().min().unwrap()
}

#[test]
fn three_stones_have_26_patterns_in_all_directions() {
    use OpeningRule::*;
    let stones =
        |moves: &str| -> Vec<Square> { board(moves).moves().iter().flatten().copied().collect() };
    let listed: BTreeSet<Vec<Square>> = PATTERNS.map(|moves| class_of(&stones(moves))).into();
    assert_eq!(listed.len(), 26);
    for rule in [
        SwapAfterThree,
        TwoFifths,
        ManyFifths,
        Designated,
        Rif,
        Yamaguchi,
        Soosorv4,
        Soosorv8,
        SuperSakata,
    ] {
        let mut classes = BTreeSet::new();
        let mut count = 0;
        let mut state = begin(rule);
        state.apply(action("h8")).unwrap();
        for second in state.legal_actions() {
            state.apply(second).unwrap();
            for third in state.legal_actions() {
                state.apply(third).unwrap();
                let stones: Vec<Square> = state.board().moves().iter().flatten().copied().collect();
                classes.insert(class_of(&stones));
                count += 1;
                state.undo().unwrap();
            }
            state.undo().unwrap();
        }
        assert_eq!(count, 8 * 23, "{rule}");
        assert_eq!(classes, listed, "{rule}");
        for moves in PATTERNS {
            for symmetry in Symmetry::ALL {
                let mut state = begin(rule);
                for at in stones(moves) {
                    let at = symmetry.apply(at, &board(""));
                    assert_eq!(state.apply(OpeningAction::Place(at)), Ok(()), "{moves}");
                }
            }
        }
    }
}
