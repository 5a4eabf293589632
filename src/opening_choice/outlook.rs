//! What an opening rule still has to come.

use crate::game::{OpeningAction, OpeningState};

/// What comes after the stones that the player to act places now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Ordinary moves, and no more choice of colours.
    Moves,
    /// The other player offers fifth moves.
    Fifths,
    /// The other player chooses a colour, which ends the opening.
    LastChoice,
    /// The other player chooses a colour, and there is more to come.
    Choice,
    /// The same player declares a number of fifth moves before the other chooses a
    /// colour.
    Declaration,
    /// The other player places stones, and colours are chosen later.
    Open,
}

impl Outlook {
    /// The outlook before a stone is placed.
    pub(super) fn of(state: &OpeningState) -> Outlook {
        let player = state.to_act();
        let mut after = state.clone();
        while after.to_act() == player && after.region().is_some() && advance(&mut after) {}
        if after.is_over() {
            Outlook::Moves
        } else if after.is_choice() && after.to_act() == player {
            Outlook::Declaration
        } else if after.is_choice() {
            match is_last(&after) {
                true => Outlook::LastChoice,
                false => Outlook::Choice,
            }
        } else if after.offers_wanted() > 0 {
            Outlook::Fifths
        } else if leads_to_choice(after) {
            Outlook::Open
        } else {
            Outlook::Moves
        }
    }
}

/// Does the first legal action.
fn advance(state: &mut OpeningState) -> bool {
    let first = state.legal_actions().first().copied();
    first.is_some_and(|action| state.apply(action).is_ok())
}

/// Whether every choice but that for more stones ends the opening.
fn is_last(state: &OpeningState) -> bool {
    let ends = |action: OpeningAction| {
        let mut after = state.clone();
        action == OpeningAction::PlaceMore || after.apply(action).is_ok() && after.is_over()
    };
    state.legal_actions().into_iter().all(ends)
}

/// Whether a colour is chosen before the opening ends.
fn leads_to_choice(mut state: OpeningState) -> bool {
    while !state.is_choice() {
        if state.is_over() || !advance(&mut state) {
            return false;
        }
    }
    true
}

/// The number of fifth moves if it is known, or else the greatest that can be declared
/// if every player takes the first legal action; 0 if there are none.
pub(super) fn most_fifths(state: &OpeningState) -> usize {
    let mut state = state.clone();
    loop {
        if let Some(count) = state.fifth_moves() {
            return count;
        }
        let declared = |action: &OpeningAction| match *action {
            OpeningAction::Declare(number) => Some(number),
            _ => None,
        };
        let legal = state.legal_actions();
        if let Some(most) = legal.iter().filter_map(declared).max() {
            return most;
        }
        // The last answer to a choice may be for more stones, again and again.
        if state.is_over() || !advance(&mut state) {
            return 0;
        }
    }
}
