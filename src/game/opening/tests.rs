use super::*;
use crate::board::notation::play_moves;
use crate::game::{End, Game, MoveLimit};
use crate::types::Rule;
use proptest::prelude::*;

fn empty() -> Board {
    Board::new(15, 15).unwrap()
}

fn after(rule: OpeningRule, moves: &str) -> Option<OpeningState> {
    let mut board = empty();
    play_moves(&mut board, moves).unwrap();
    OpeningState::after_turns(rule, &board)
}

fn square(name: &str) -> Square {
    let mut board = empty();
    play_moves(&mut board, name).unwrap();
    board.moves()[0].unwrap()
}

/// Every way through an opening on a small board, where a stone goes to the
/// first of its squares or to the last.
fn walk(state: OpeningState, over: &mut Vec<OpeningState>) {
    let actions = state.legal_actions();
    assert_eq!(actions.is_empty(), state.is_over(), "{state:?}");
    assert_eq!(state.to_act().is_none(), state.is_over());
    if state.is_over() {
        over.push(state);
        return;
    }
    let stone = |action: &OpeningAction| matches!(action, OpeningAction::Place(_));
    let (stones, others): (Vec<_>, Vec<_>) = actions.into_iter().partition(stone);
    assert_eq!(stones.is_empty(), state.stones_wanted() == 0);
    let ends = [stones.first(), stones.last()];
    for &action in ends.into_iter().flatten().chain(&others) {
        let mut next = state.clone();
        next.apply(action).unwrap();
        assert_eq!(next.actions().last(), Some(&action));
        walk(next, over);
    }
}

#[test]
fn every_way_ends_with_two_colours_and_a_move() {
    for (rule, ways, stones) in [
        (OpeningRule::Free, 1, vec![0]),
        (OpeningRule::Swap, 2 * 2, vec![1]),
        (OpeningRule::Swap2, 8 * (2 + 4 * 2), vec![3, 5]),
    ] {
        let mut over = Vec::new();
        let begin = OpeningState::new(rule, Board::new(5, 6).unwrap());
        walk(begin, &mut over);
        assert_eq!(over.len(), ways);
        let mut counts: Vec<usize> = Vec::new();
        for state in over {
            counts.push(state.board().stone_count());
            for player in Player::ALL {
                assert_eq!(state.player_of(state.color_of(player)), player);
                assert_ne!(state.color_of(player), state.color_of(player.other()));
            }
        }
        counts.sort_unstable();
        counts.dedup();
        assert_eq!(counts, stones);
    }
}

#[test]
fn whole_games() {
    type Acts = &'static [&'static str];
    let games: [(OpeningRule, Acts, Player); 5] = [
        (OpeningRule::Free, &[], Player::First),
        (OpeningRule::Swap, &["h8", "black"], Player::Second),
        (
            OpeningRule::Swap2,
            &["h8", "a1", "i8", "white"],
            Player::First,
        ),
        (
            OpeningRule::Swap2,
            &["h8", "a1", "i8", "more", "a2", "o15", "black"],
            Player::First,
        ),
        (
            OpeningRule::Swap2,
            &["h8", "a1", "i8", "more", "a2", "o15", "white"],
            Player::Second,
        ),
    ];
    for (rule, acts, black) in games {
        let mut state = OpeningState::new(rule, empty());
        for &act in acts {
            let action = match act {
                "black" => OpeningAction::Take(Color::Black),
                "white" => OpeningAction::Take(Color::White),
                "more" => OpeningAction::PlaceMore,
                name => OpeningAction::Place(square(name)),
            };
            assert!(state.legal_actions().contains(&action), "{rule:?} {act}");
            state.apply(action).unwrap();
        }
        assert!(state.is_over());
        assert_eq!(state.player_of(Color::Black), black);
        // Black makes five in row 8, whoever has placed the first of them.
        let mut game = Game::new(state.board().clone(), Rule::Standard, MoveLimit::default());
        while let Some(color) = game.turn() {
            let (row, columns) = match color {
                Color::Black => (8, 'h'..='l'),
                Color::White => (1, 'a'..='d'),
            };
            let names = columns.map(|column| square(&format!("{column}{row}")));
            let free = names.into_iter().find(|&at| game.board().is_empty(at));
            let last = game.board().empty().first();
            game.play(free.or(last).unwrap()).unwrap();
        }
        assert_eq!(game.end(), Some(End::Five(Color::Black)));
    }
}

#[test]
fn what_is_not_asked_for_is_refused() {
    let at = |name| OpeningAction::Place(square(name));
    let black = OpeningAction::Take(Color::Black);
    let refused = |state: Option<OpeningState>, action, error| {
        let mut state = state.unwrap();
        let kept = state.clone();
        assert_eq!(state.apply(action), Err(error));
        assert_eq!(state, kept);
    };
    let swap2 = |moves| after(OpeningRule::Swap2, moves);
    refused(swap2(""), black, WrongAction::StoneWanted);
    refused(
        swap2(""),
        OpeningAction::PlaceMore,
        WrongAction::StoneWanted,
    );
    refused(swap2("h8a1h9"), at("h7"), WrongAction::ChoiceWanted);
    let five = swap2("h8a1h9i5c6");
    refused(five, OpeningAction::PlaceMore, WrongAction::NoMore);
    let mut state = swap2("").unwrap();
    state.apply(at("h8")).unwrap();
    let taken = WrongAction::Taken(square("h8"));
    refused(Some(state.clone()), at("h8"), taken);
    let free = OpeningState::new(OpeningRule::Free, empty());
    refused(Some(free), at("h8"), WrongAction::Over);
}

#[test]
fn stones_tell_whose_turn_it_is() {
    for (rule, moves, wanted) in [
        (OpeningRule::Free, "", None),
        (OpeningRule::Swap, "", Some((Player::First, 1))),
        (OpeningRule::Swap, "h8", Some((Player::Second, 0))),
        (OpeningRule::Swap, "h8a1", None),
        (OpeningRule::Swap2, "", Some((Player::First, 3))),
        (OpeningRule::Swap2, "h8", None),
        (OpeningRule::Swap2, "h8a1", None),
        (OpeningRule::Swap2, "h8a1h9", Some((Player::Second, 0))),
        (OpeningRule::Swap2, "h8a1h9a2", None),
        (OpeningRule::Swap2, "h8a1h9a2h7", Some((Player::First, 0))),
        (OpeningRule::Swap2, "h8a1h9a2h7a3", None),
    ] {
        let found = after(rule, moves);
        let found = found.map(|state| (state.to_act().unwrap(), state.stones_wanted()));
        assert_eq!(found, wanted, "{rule:?} {moves}");
    }
    let mut board = empty();
    board.pass();
    assert_eq!(OpeningState::after_turns(OpeningRule::Swap, &board), None);
}

#[test]
fn replies_are_turns() {
    let place = |moves: &str| {
        let mut board = empty();
        play_moves(&mut board, moves).unwrap();
        OpeningReply::Place(board.moves().iter().flatten().copied().collect())
    };
    let turn = |rule, stones, reply: &OpeningReply| {
        let found = after(rule, stones).unwrap().actions_of(reply);
        found.map(|(actions, follows)| (actions.len(), actions[0], follows.is_some()))
    };
    let (black, white) = (
        OpeningAction::Take(Color::Black),
        OpeningAction::Take(Color::White),
    );
    let first = OpeningAction::Place(square("c3"));
    let swap2 = OpeningRule::Swap2;
    for (rule, stones, reply, wanted) in [
        (OpeningRule::Swap, "", place("c3"), (1, first, false)),
        (
            OpeningRule::Swap,
            "h8",
            OpeningReply::Swap,
            (1, black, false),
        ),
        (OpeningRule::Swap, "h8", place("c3"), (1, white, true)),
        (swap2, "", place("c3c4c5"), (3, first, false)),
        (swap2, "h8a1h9", OpeningReply::Swap, (1, black, false)),
        (swap2, "h8a1h9", place("c3"), (1, white, true)),
        (
            swap2,
            "h8a1h9",
            place("c3c4"),
            (3, OpeningAction::PlaceMore, false),
        ),
        (swap2, "h8a1h9a2h7", OpeningReply::Swap, (1, black, false)),
        (swap2, "h8a1h9a2h7", place("c3"), (1, white, true)),
    ] {
        assert_eq!(turn(rule, stones, &reply), Ok(wanted), "{stones} {reply:?}");
    }
    for (stones, reply) in [
        ("", OpeningReply::Swap),
        ("", place("c3")),
        ("", place("c3c4c5c6")),
        ("h8a1h9", place("h8")),
        ("h8a1h9", place("c3h8")),
        ("h8a1h9", place("c3c4c5")),
        ("h8a1h9a2h7", place("c3c4")),
    ] {
        assert!(turn(swap2, stones, &reply).is_err(), "{stones} {reply:?}");
    }
}

proptest! {
    #[test]
    fn undo_restores_every_state(
        rule in proptest::sample::select(&OpeningRule::ALL[..]),
        choices in proptest::collection::vec(any::<u32>(), 10),
    ) {
        let mut state = OpeningState::new(rule, Board::new(6, 7).unwrap());
        let mut known = Vec::new();
        for choice in choices {
            let actions = state.legal_actions();
            if actions.is_empty() {
                break;
            }
            known.push(state.clone());
            // As many choices as stones, though there are fewer of them.
            let at = match choice % 2 {
                0 => choice as usize % actions.len(),
                _ => actions.len() - 1,
            };
            prop_assert_eq!(state.apply(actions[at]), Ok(()));
        }
        for before in known.into_iter().rev() {
            prop_assert!(state.undo().is_some());
            prop_assert_eq!(&state, &before);
        }
        prop_assert_eq!(state.undo(), None);
    }
}
