//! Openings by whole turns.

use super::*;

fn after(rule: OpeningRule, moves: &str) -> Option<OpeningState> {
    OpeningState::after_turns(rule, &board(moves))
}

#[test]
fn stones_tell_whose_turn_it_is() {
    use OpeningRule::*;
    let (first, second) = (Player::First, Player::Second);
    for (rule, moves, wanted) in [
        (Free, "", None),
        (FirstMoveSwap, "", Some((first, 1))),
        (FirstMoveSwap, "h8", Some((second, 0))),
        (FirstMoveSwap, "h8a1", None),
        (Swap1, "h8a1h9", Some((second, 0))),
        (Swap2, "", Some((first, 3))),
        (Swap2, "h8", None),
        (Swap2, "h8a1", None),
        (Swap2, "h8a1h9", Some((second, 0))),
        (Swap2, "h8a1h9a2", None),
        (Swap2, "h8a1h9a2h7", Some((first, 0))),
        (Swap2, "h8a1h9a2h7a3", None),
        (Pro, "h8a1", Some((first, 1))),
        (Pro, "h8a1h9", None),
        (Pro, "h8a1k11", None),
        (SuperSakata, "h8h9i9", Some((second, 2))),
        (SuperSakata, "h8h9i9j9k9", Some((first, 0))),
        (SuperSakata, "h8h9i9j9k9a1b1", Some((second, 0))),
        (Rif, "h8h9i9", Some((second, 0))),
        // They do not tell who has which colour.
        (Rif, "h8h9i9a1", None),
        (Tarannikov, "h8h9", None),
    ] {
        let found = after(rule, moves);
        let found = found.map(|state| (state.to_act().unwrap(), state.stones_wanted()));
        assert_eq!(found, wanted, "{rule} {moves}");
    }
    let mut passed = board("");
    passed.pass();
    assert_eq!(OpeningState::after_turns(FirstMoveSwap, &passed), None);
    let even = Board::new(20, 20).unwrap();
    assert_eq!(OpeningState::after_turns(Rif, &even), None);
}

fn place(moves: &str) -> OpeningReply {
    OpeningReply::Place(board(moves).moves().iter().flatten().copied().collect())
}

#[test]
fn replies_are_turns() {
    use OpeningReply::Swap;
    use OpeningRule::{FirstMoveSwap, Swap2};
    for (rule, stones, reply, actions, follows) in [
        (FirstMoveSwap, "", place("c3"), "c3", None),
        (FirstMoveSwap, "h8", Swap, "black", None),
        (FirstMoveSwap, "h8", place("c3"), "white", Some("c3")),
        (Swap2, "", place("c3c4c5"), "c3 c4 c5", None),
        (Swap2, "h8a1h9", Swap, "black", None),
        (Swap2, "h8a1h9", place("c3"), "white", Some("c3")),
        (Swap2, "h8a1h9", place("c3c4"), "more c3 c4", None),
        (Swap2, "h8a1h9a2h7", Swap, "black", None),
        (Swap2, "h8a1h9a2h7", place("c3"), "white", Some("c3")),
    ] {
        let actions: Vec<_> = actions.split(' ').map(action).collect();
        let wanted = Ok((actions, follows.map(square)));
        let found = after(rule, stones).unwrap().actions_of(&reply);
        assert_eq!(found, wanted, "{stones} {reply:?}");
    }
    for (stones, reply) in [
        ("", Swap),
        ("", place("")),
        ("", place("c3")),
        ("", place("c3c4c5c6")),
        ("h8a1h9", place("")),
        ("h8a1h9", place("h8")),
        ("h8a1h9", place("c3h8")),
        ("h8a1h9", place("c3c4c5")),
        ("h8a1h9a2h7", place("c3c4")),
    ] {
        let found = after(Swap2, stones).unwrap().actions_of(&reply);
        assert!(found.is_err(), "{stones} {reply:?}");
    }
}

#[test]
fn replies_where_colours_are_exchanged() {
    use OpeningReply::Swap;
    use OpeningRule::*;
    let turn = |rule, script: &str, reply| played(rule, script).actions_of(&reply);
    let acts = |texts: &str| texts.split(' ').map(action).collect::<Vec<_>>();
    let keep = turn(Tarannikov, "h8", place("h9"));
    assert_eq!(keep, Ok((acts("keep h9"), None)));
    assert_eq!(turn(Tarannikov, "h8", Swap), Ok((acts("swap"), None)));
    let last = "h8 keep h9 keep i9 keep g8 keep d8";
    let keep = turn(Tarannikov, last, place("a1"));
    assert_eq!(keep, Ok((acts("keep"), Some(square("a1")))));
    let third = turn(Pro, "h8 a1", place("o15"));
    assert_eq!(third, Ok((acts("o15"), None)));
    for (rule, script, reply, error) in [
        (Free, "", place("h8"), WrongAction::Over),
        (Pro, "h8 a1 o15", place("h9"), WrongAction::Over),
        (Pro, "h8 a1", Swap, WrongAction::StoneWanted),
        (
            Tarannikov,
            last,
            place("h8"),
            WrongAction::Taken(square("h8")),
        ),
        // No reply declares a number or offers a fifth move.
        (
            Soosorv8,
            "h8 h9 i9",
            place("a1"),
            WrongAction::NumberWanted { least: 1, most: 8 },
        ),
        (
            Rif,
            "h8 h9 i9 keep a1",
            place("a2"),
            WrongAction::OfferWanted,
        ),
    ] {
        assert_eq!(turn(rule, script, reply), Err(error), "{rule} {script}");
    }
}
