//! Whole games of every rule.

use super::*;
use crate::game::{End, Game, MoveLimit};
use crate::types::Rule;

/// The game after an opening, in which Black makes five in row 2.
fn winner_of(state: &OpeningState) -> Player {
    let mut game = Game::new(state.board().clone(), Rule::Renju, MoveLimit::default());
    while let Some(color) = game.turn() {
        let names = match color {
            Color::Black => ["d2", "e2", "f2", "g2", "h2"],
            Color::White => ["a14", "c14", "e14", "g14", "i14"],
        };
        let free = names.into_iter().map(square);
        let next = free.into_iter().find(|&at| game.board().is_empty(at));
        game.play(next.unwrap()).unwrap();
    }
    assert_eq!(game.end(), Some(End::Five(Color::Black)));
    state.player_of(Color::Black)
}

#[test]
fn whole_games() {
    const FIRST: Player = Player::First;
    const SECOND: Player = Player::Second;
    use OpeningRule::*;
    let games: &[(OpeningRule, &str, usize, Player)] = &[
        (Free, "", 0, FIRST),
        (FirstMoveSwap, "h8 black", 1, SECOND),
        (FirstMoveSwap, "a1 white", 1, FIRST),
        (Swap1, "h8 a1 o15 white", 3, FIRST),
        (Swap1, "h8 a1 o15 black", 3, SECOND),
        (Swap2, "h8 a1 i8 white", 3, FIRST),
        (Swap2, "h8 a1 i8 black", 3, SECOND),
        (Swap2, "h8 a1 i8 more a3 o15 black", 5, FIRST),
        (Swap2, "h8 a1 i8 more a3 o15 white", 5, SECOND),
        (Swap3, "a1 b4 c6 keep", 3, FIRST),
        (Swap3, "a1 b4 c6 swap", 3, SECOND),
        (SwapAfterThree, "h8 h9 i9 keep", 3, FIRST),
        (SwapAfterThree, "h8 h9 i9 swap", 3, SECOND),
        (TwoFifths, "h8 g7 i9 keep o15 ?g9 ?h9 =h9", 5, FIRST),
        (TwoFifths, "h8 g7 i9 swap o15 ?g9 ?h9 =g9", 5, SECOND),
        (ManyFifths, "h8 g7 i9 1 keep o14 ?g9 =g9", 5, FIRST),
        (ManyFifths, "h8 g7 j9 3 swap a4 ?g9 ?a5 ?b5 =b5", 5, SECOND),
        (Designated, "h8 i9 i8 2 swap h7 ?j7 ?k7 =k7", 5, SECOND),
        (Designated, "h8 i9 i8 2 keep h7 ?j7 ?k7 =j7", 5, FIRST),
        (Rif, "h8 i9 h10 keep a8 ?b8 ?c8 =c8", 5, FIRST),
        (Rif, "h8 h9 f6 swap a8 ?b8 ?c8 =b8", 5, SECOND),
        (
            Yamaguchi,
            "h8 h9 f6 4 swap a8 ?b8 ?c8 ?d8 ?e8 =e8",
            5,
            SECOND,
        ),
        (Yamaguchi, "h8 h9 f6 1 keep a8 ?b8 =b8", 5, FIRST),
        (
            Soosorv4,
            "h8 i9 j8 keep i10 4 keep ?g7 ?g8 ?g9 ?i7 =g9",
            5,
            FIRST,
        ),
        (Soosorv4, "h8 i9 j8 swap i10 1 keep ?g7 =g7", 5, SECOND),
        (Soosorv4, "h8 i9 j8 keep i10 1 swap ?g7 =g7", 5, SECOND),
        (Soosorv4, "h8 i9 j8 swap i10 1 swap ?g7 =g7", 5, FIRST),
        (
            Soosorv8,
            "h8 i9 j8 swap i10 8 swap ?g7 ?g8 ?g9 ?i7 ?a8 ?b8 ?c8 ?d8 =d8",
            5,
            FIRST,
        ),
        (
            Tarannikov,
            "h8 keep g8 keep f8 keep e8 keep d8 keep",
            5,
            FIRST,
        ),
        (
            Tarannikov,
            "h8 swap g8 swap f8 swap e8 swap d8 swap",
            5,
            SECOND,
        ),
        (
            Tarannikov,
            "h8 swap g9 keep f10 swap e11 keep d12 keep",
            5,
            FIRST,
        ),
        (
            Taraguchi5,
            "h8 keep g8 swap f8 keep e8 keep d8 swap",
            5,
            FIRST,
        ),
        (
            Taraguchi5,
            "h8 keep g8 keep f8 keep e9 5 ?a4 ?b4 ?c4 ?d4 ?e4 =a4",
            5,
            FIRST,
        ),
        (
            Taraguchi10,
            "h8 keep g8 keep f8 keep e8 swap d8 keep",
            5,
            SECOND,
        ),
        (
            Taraguchi10,
            "h8 keep g8 keep f8 swap e9 10 ?a4 ?b4 ?c4 ?d4 ?e4 ?f4 ?g4 ?h4 ?i4 ?j4 =j4",
            5,
            SECOND,
        ),
        (SuperSakata, "h8 h9 i9 k11 l12 white", 5, SECOND),
        (SuperSakata, "h8 h9 i9 k11 l12 black", 5, FIRST),
        (SuperSakata, "h8 h9 i9 k11 l12 more a4 o15 white", 7, FIRST),
        (
            SuperSakata,
            "h8 h9 i9 k11 l12 more a4 o15 more b6 o4 black",
            9,
            FIRST,
        ),
        (
            SuperSakata,
            "h8 h9 i9 k11 l12 more a4 o15 more b6 o4 more o6 c12 black",
            11,
            SECOND,
        ),
        (Pro, "h8 a15 k8", 3, FIRST),
        (LongPro, "h8 o15 h12", 3, FIRST),
    ];
    for &(rule, script, stones, black) in games {
        let state = played(rule, script);
        assert!(state.is_over(), "{rule} {script}");
        assert_eq!(state.to_act(), None);
        assert_eq!(state.board().stone_count(), stones);
        assert_eq!(winner_of(&state), black, "{rule} {script}");
    }
    for rule in OpeningRule::ALL {
        let count = games.iter().filter(|game| game.0 == rule).count();
        assert!(count > 0, "{rule}");
    }
}

#[test]
fn who_acts_changes_with_the_colours() {
    use OpeningRule::*;
    for (rule, script, wanted) in [
        // The player who swapped has Black; the other one goes on with White.
        (Tarannikov, "h8", Player::Second),
        (Tarannikov, "h8 keep", Player::Second),
        (Tarannikov, "h8 swap", Player::First),
        (Tarannikov, "h8 swap g8", Player::Second),
        (Rif, "h8 h9", Player::First),
        (Rif, "h8 h9 i9 keep", Player::Second),
        (Rif, "h8 h9 i9 swap", Player::First),
        (Rif, "h8 h9 i9 swap a1", Player::Second),
        (Rif, "h8 h9 i9 swap a1 ?a2 ?a3", Player::First),
        (TwoFifths, "h8", Player::Second),
        (Soosorv8, "h8 h9 i9 keep a1", Player::Second),
        (Soosorv8, "h8 h9 i9 keep a1 2", Player::First),
        (Soosorv8, "h8 h9 i9 keep a1 2 swap", Player::Second),
        (Soosorv8, "h8 h9 i9 keep a1 2 swap ?a2 ?a3", Player::First),
        (Designated, "h8 h9 i9", Player::First),
        (Designated, "h8 h9 i9 4", Player::Second),
        (SuperSakata, "h8 h9 i9 h7 g6", Player::First),
        (SuperSakata, "h8 h9 i9 h7 g6 more a1 a2", Player::Second),
    ] {
        let state = played(rule, script);
        assert_eq!(state.to_act(), Some(wanted), "{rule} {script}");
    }
}

#[test]
fn what_is_still_to_come_is_known() {
    use OpeningRule::*;
    let wanted = |rule, script: &str| {
        let state = played(rule, script);
        let counts = (state.stones_wanted(), state.offers_wanted());
        (counts, state.fifth_moves(), state.region())
    };
    let five = Some(Region::Central(5));
    let center = Some(Region::Center);
    assert_eq!(wanted(Rif, ""), ((3, 0), Some(2), center));
    assert_eq!(wanted(TwoFifths, ""), ((1, 0), Some(2), center));
    assert_eq!(wanted(Yamaguchi, "h8 h9"), ((1, 0), None, five));
    assert_eq!(wanted(Yamaguchi, "h8 h9 i9"), ((0, 0), None, None));
    let script = "h8 h9 i9 7 keep a1";
    assert_eq!(wanted(Yamaguchi, script), ((0, 7), Some(7), None));
    let script = "h8 h9 i9 7 keep a1 ?a2";
    assert_eq!(wanted(Yamaguchi, script), ((0, 6), Some(7), None));
    assert_eq!(played(Yamaguchi, script).offers(), [square("a2")]);
    let script = "h8 h9 i9 keep a1 ?b1 ?c1 =c1";
    assert_eq!(wanted(Rif, script), ((0, 0), Some(2), None));
    let script = "h8 keep h9 keep i9 keep g8";
    assert_eq!(wanted(Taraguchi10, script), ((0, 0), None, None));
    let ten = format!("{script} 10");
    assert_eq!(wanted(Taraguchi10, &ten), ((0, 10), Some(10), None));
    assert_eq!(wanted(Swap2, "h8 a1 i8 more").0, (2, 0));
    assert_eq!(wanted(SuperSakata, "h8 h9 i9").0, (2, 0));
}
