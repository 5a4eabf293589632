//! Wrong actions: a clear error, and nothing changes.

use super::*;
use crate::board::notation::parse_diagram;

/// The error of a wrong action after a script.
#[track_caller]
fn refused(rule: OpeningRule, script: &str, wrong: &str) -> WrongAction {
    let mut state = played(rule, script);
    let kept = state.clone();
    let action = action(wrong);
    assert!(!state.legal_actions().contains(&action), "{script} {wrong}");
    let error = state.apply(action).unwrap_err();
    assert_eq!(state, kept);
    assert_eq!(state.board().moves(), kept.board().moves());
    error
}

#[test]
fn wrong_actions_change_nothing() {
    use OpeningRule::*;
    use WrongAction as Wrong;
    let number = |least, most| Wrong::NumberWanted { least, most };
    let outside = |name, wanted| Wrong::Outside {
        square: square(name),
        wanted,
    };
    let rif_fourth = "h8 h9 h10 keep h7";
    for (rule, script, wrong, error) in [
        (Free, "", "h8", Wrong::Over),
        (Free, "", "pass", Wrong::Over),
        (Swap2, "", "black", Wrong::StoneWanted),
        (Swap2, "", "more", Wrong::StoneWanted),
        (Swap2, "h8", "h8", Wrong::Taken(square("h8"))),
        (Swap2, "h8 a1 h9", "h7", Wrong::ChoiceWanted),
        (Swap2, "h8 a1 h9", "swap", Wrong::ChoiceWanted),
        (Swap2, "h8 a1 h9 more a2 a3", "more", Wrong::NoMore),
        (FirstMoveSwap, "h8", "more", Wrong::NoMore),
        (FirstMoveSwap, "h8 black", "white", Wrong::Over),
        // A swap out of turn.
        (Rif, "h8 h9", "swap", Wrong::StoneWanted),
        (Rif, "h8 h9 i9 swap", "swap", Wrong::StoneWanted),
        (Rif, rif_fourth, "swap", Wrong::OfferWanted),
        (Rif, "h8 h9 i9", "i7", Wrong::SwapWanted),
        (Rif, "h8 h9 i9", "more", Wrong::SwapWanted),
        (Rif, "h8 h9 i9", "2", Wrong::SwapWanted),
        (Rif, "h8 h9 i9", "black", Wrong::SwapWanted),
        // A pass.
        (Rif, "", "pass", Wrong::Pass),
        (Rif, "h8 h9 i9", "pass", Wrong::Pass),
        (Rif, "h8 h9 i9 keep", "pass", Wrong::Pass),
        (Rif, rif_fourth, "pass", Wrong::Pass),
        (Pro, "h8 h9", "pass", Wrong::Pass),
        // A stone outside the region.
        (Rif, "", "h9", outside("h9", Region::Center)),
        (Rif, "h8", "h10", outside("h10", Region::Central(3))),
        (Rif, "h8 h9", "k8", outside("k8", Region::Central(5))),
        (
            Tarannikov,
            "h8 keep h9 keep i9 keep",
            "l8",
            outside("l8", Region::Central(7)),
        ),
        (
            SuperSakata,
            "h8 h9 i9 h5",
            "h3",
            outside("h3", Region::Central(9)),
        ),
        (Pro, "h8 a1", "j10", outside("j10", Region::Outside(5))),
        (LongPro, "h8 a1", "k5", outside("k5", Region::Outside(7))),
        (Pro, "h8 a1", "h8", Wrong::Taken(square("h8"))),
        // A number out of range.
        (Yamaguchi, "h8 h9 i9", "0", number(1, 20)),
        (Yamaguchi, "h8 h9 i9", "21", number(1, 20)),
        (Yamaguchi, "h8 h9 i9", "swap", number(1, 20)),
        (Soosorv8, "h8 h9 i9 keep a1", "9", number(1, 8)),
        (Soosorv4, "h8 h9 i9 keep a1", "5", number(1, 4)),
        (Soosorv4, "h8 h9 i9 keep a1", "keep", number(1, 4)),
        (
            Taraguchi10,
            "h8 keep h9 keep i9 keep g8",
            "9",
            number(10, 10),
        ),
        (
            Taraguchi10,
            "h8 keep h9 keep i9 keep g8",
            "?a1",
            Wrong::SwapWanted,
        ),
        (Taraguchi10, "h8 keep h9 keep i9", "10", Wrong::SwapWanted),
        // A fifth move on a stone, or the same as another one.
        (Rif, rif_fourth, "a1", Wrong::OfferWanted),
        (Rif, rif_fourth, "=a1", Wrong::OfferWanted),
        (Rif, rif_fourth, "?h9", Wrong::Taken(square("h9"))),
        (
            Rif,
            "h8 h9 h10 keep h7 ?i8",
            "?i8",
            Wrong::Offered(square("i8")),
        ),
        (
            Rif,
            "h8 h9 h10 keep h7 ?i8",
            "?g8",
            Wrong::Symmetric(square("g8"), square("i8")),
        ),
        (Rif, "h8 h9 h10 keep h7 ?i8", "=i8", Wrong::OfferWanted),
        (
            Rif,
            "h8 h9 h10 keep h7 ?i8 ?a1",
            "=g8",
            Wrong::NotOffered(square("g8")),
        ),
        (Rif, "h8 h9 h10 keep h7 ?i8 ?a1", "?a2", Wrong::PickWanted),
        (Rif, "h8 h9 h10 keep h7 ?i8 ?a1", "a1", Wrong::PickWanted),
    ] {
        assert_eq!(
            refused(rule, script, wrong),
            error,
            "{rule} {script} {wrong}"
        );
    }
}

#[test]
fn only_the_player_to_act_acts() {
    let mut state = played(OpeningRule::Rif, "h8 h9 i9");
    let kept = state.clone();
    let swap = OpeningAction::Swap;
    let wrong = state.apply_by(Player::First, swap);
    assert_eq!(wrong, Err(WrongAction::OtherPlayer));
    assert_eq!(state, kept);
    assert_eq!(state.apply_by(Player::Second, swap), Ok(()));
    let mut over = played(OpeningRule::Pro, "h8 h9 o15");
    for player in Player::ALL {
        assert_eq!(over.apply_by(player, swap), Err(WrongAction::Over));
    }
}

/// In the loop of the Super Sakata rule lines of five become possible.
#[test]
fn no_stone_of_an_opening_completes_five() {
    use OpeningRule::SuperSakata;
    // Black has h8 to k11 on a diagonal, then White o1 to o4 on an edge.
    let black = "h8 h9 i9 h7 j10 more o1 k11 more o2";
    for wrong in ["g7", "l12"] {
        let error = refused(SuperSakata, black, wrong);
        assert_eq!(error, WrongAction::Five(square(wrong)));
    }
    let white = format!("{black} a1 more o3 a3 more o4 a5 more");
    let error = refused(SuperSakata, &white, "o5");
    assert_eq!(error, WrongAction::Five(square("o5")));
    played(SuperSakata, &format!("{white} l12 c1 white"));
}

/// Where every empty square completes a line, one of them has to be allowed.
#[test]
fn a_last_square_that_completes_five_is_allowed() {
    let board = parse_diagram("XXXX. / OOOO. / XXXXO / OOOOX / XXXOO").unwrap();
    assert_eq!(board.side_to_move(), Color::White);
    let other = parse_square("e5", &board).unwrap();
    assert_eq!(state::allowed(Region::Anywhere, &board), other.into());
    let board = parse_diagram("XXXX. / OOOOX / XXXXO / OOOOX / XXOOO").unwrap();
    assert_eq!(board.side_to_move(), Color::Black);
    assert_eq!(state::allowed(Region::Anywhere, &board).len(), 1);
}

#[test]
fn errors_name_the_place_and_what_is_wanted() {
    use OpeningRule::*;
    for (rule, script, wrong, text) in [
        (
            Rif,
            "h8 h9",
            "k8",
            "the square in column 10, row 7 (from 0 at the upper left) is not allowed: \
             the stone is to be placed in the central 5x5",
        ),
        (
            Rif,
            "",
            "a15",
            "the square in column 0, row 0 (from 0 at the upper left) is not allowed: \
             the stone is to be placed in the centre",
        ),
        (
            Pro,
            "h8 a1",
            "h9",
            "the square in column 7, row 6 (from 0 at the upper left) is not allowed: \
             the stone is to be placed outside the central 5x5",
        ),
        (
            Soosorv8,
            "h8 h9 i9 keep a1",
            "9",
            "a number of fifth moves is to be declared, 1 to 8",
        ),
        (
            Rif,
            "h8 h9 h10 keep h7 ?i8",
            "?g8",
            "the square in column 6, row 7 (from 0 at the upper left) is the same fifth move \
             as the square in column 8, row 7 (from 0 at the upper left), by symmetry",
        ),
        (Rif, "h8", "pass", "no passes within the opening"),
    ] {
        assert_eq!(refused(rule, script, wrong).to_string(), text);
    }
}
