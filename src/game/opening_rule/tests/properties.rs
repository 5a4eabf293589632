//! Properties of all actions, with random ones.

use super::*;
use proptest::prelude::*;

/// An action of any kind.
fn any_action() -> impl Strategy<Value = OpeningAction> {
    let square = || (0..15, 0..15).prop_map(|(x, y)| Square::new(x, y).unwrap());
    prop_oneof![
        square().prop_map(OpeningAction::Place),
        square().prop_map(OpeningAction::Offer),
        square().prop_map(OpeningAction::Pick),
        (0..25usize).prop_map(OpeningAction::Declare),
        proptest::sample::select(vec![
            OpeningAction::Swap,
            OpeningAction::Keep,
            OpeningAction::Take(Color::Black),
            OpeningAction::Take(Color::White),
            OpeningAction::PlaceMore,
            OpeningAction::Pass,
        ]),
    ]
}

/// One of these actions, where those that name no square are as likely as those
/// that do.
fn choose(actions: &[OpeningAction], choice: u32) -> OpeningAction {
    match choice % 2 {
        0 => actions[choice as usize / 2 % actions.len()],
        _ => actions[actions.len() - 1 - choice as usize / 2 % actions.len().min(3)],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn undo_restores_every_state(
        rule in proptest::sample::select(&OpeningRule::ALL[..]),
        side in proptest::sample::select(vec![9usize, 11, 15]),
        choices in proptest::collection::vec(any::<u32>(), 30),
        wrong in proptest::collection::vec(any_action(), 8),
    ) {
        let begin = OpeningState::new(rule, Board::new(side, side).unwrap()).unwrap();
        let mut state = begin.clone();
        let mut known = Vec::new();
        for choice in choices {
            let legal = state.legal_actions();
            for &action in &wrong {
                let mut tried = state.clone();
                let done = tried.apply(action);
                prop_assert_eq!(done.is_ok(), legal.contains(&action), "{:?}", action);
                if done.is_err() {
                    prop_assert_eq!(&tried, &state);
                    prop_assert_eq!(tried.board().moves(), state.board().moves());
                }
            }
            if legal.is_empty() {
                break;
            }
            if state.is_choice() {
                let is_told = |told: &Vec<_>| legal.iter().all(|action| told.contains(action));
                prop_assert!(rule.questions().iter().any(is_told), "{:?}", legal);
            }
            known.push(state.clone());
            let action = choose(&legal, choice);
            prop_assert_eq!(state.apply(action), Ok(()));
            prop_assert_eq!(state.actions().last(), Some(&action));
        }
        let mut replayed = begin;
        for &action in state.actions() {
            prop_assert_eq!(replayed.apply(action), Ok(()));
        }
        prop_assert_eq!(&replayed, &state);
        for before in known.into_iter().rev() {
            prop_assert_eq!(state.undo(), Some(replayed.actions()[before.actions().len()]));
            prop_assert_eq!(&state, &before);
            prop_assert_eq!(state.board().moves(), before.board().moves());
        }
        prop_assert_eq!(state.undo(), None);
    }

    #[test]
    fn small_and_uneven_boards_do_for_rules_without_places(
        width in 5..9usize,
        height in 5..9usize,
        choices in proptest::collection::vec(any::<u32>(), 10),
    ) {
        for rule in OpeningRule::ALL.into_iter().filter(|rule| rule.least_side().is_none()) {
            let mut state = OpeningState::new(rule, Board::new(width, height).unwrap()).unwrap();
            for &choice in &choices {
                let legal = state.legal_actions();
                prop_assert_eq!(legal.is_empty(), state.is_over());
                if state.is_over() {
                    break;
                }
                prop_assert_eq!(state.apply(choose(&legal, choice)), Ok(()));
            }
            prop_assert!(state.is_over());
        }
    }
}
