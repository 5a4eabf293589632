//! How the engine plays the opening rules of [`game`](crate::game), on either
//! side of each.
//!
//! [`turn`] says what a player does until the other one is asked. It knows the
//! rules by [`OpeningState`] alone, and positions by what a [`Judge`] says of
//! them, so that it needs no search of its own:
//!
//! * Who is asked for a colour takes the better one. What it is worth depends on
//!   what the rule has still to come, such as fifth moves ([`Chooser::worth`]).
//! * Who places stones before the other is asked makes the position as level as
//!   the rule's region allows: by balance search for the last stone, by looking
//!   at some random ones where there are more. The first stones are left to
//!   chance among those that are about level.
//! * Who declares how many fifth moves there will be chooses the number that
//!   leaves the position as level as can be. Who offers them offers the best
//!   ones, and who picks one takes the one that is worst for Black.
//! * Everywhere else it is an ordinary best move within the region.
//!
//! Whatever the judge says, and also if it says nothing for want of time, the
//! actions are legal.

mod choices;
mod fifths;
mod first_stones;
mod judge;
mod outlook;
mod reply;
mod stones;
#[cfg(test)]
mod tests;
mod worth;

use std::collections::HashMap;

use rand::Rng;

use crate::game::{OpeningAction, OpeningState, Player};
use crate::types::Square;
pub use judge::{Assessment, Judge, Ranked};

/// What a player does in an opening until the other one is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningTurn {
    /// At least one, unless the opening is over.
    pub actions: Vec<OpeningAction>,
    /// The player's first move of the game, if the opening is over then, it is
    /// his turn, and the move has been found on the way.
    pub follows: Option<Square>,
}

/// One player's thoughts about an opening.
struct Chooser<'a, J, R> {
    judge: &'a mut J,
    rng: &'a mut R,
    /// Scores of positions for Black, by their hashes.
    scores: HashMap<u64, i32>,
    /// The best fourth moves of positions, by their hashes.
    fourths: HashMap<u64, Vec<Ranked>>,
    /// The best fifth moves of positions, by their hashes.
    fifths: HashMap<u64, Fifths>,
    /// How many fifth moves there may be; 0 where there are none.
    most_fifths: usize,
}

/// What is known of the fifth moves of a position.
struct Fifths {
    /// How many were asked for; there are more if there are so many moves.
    wanted: usize,
    /// Whether all the time that there was has been taken.
    is_careful: bool,
    best: Vec<Ranked>,
}

/// The turn of the player to act, with chance from `rng`.
pub fn turn<J: Judge, R: Rng>(state: &OpeningState, judge: &mut J, rng: &mut R) -> OpeningTurn {
    let mut turn = OpeningTurn::default();
    let Some(player) = state.to_act() else {
        return turn;
    };
    let mut chooser = Chooser {
        judge,
        rng,
        scores: HashMap::new(),
        fourths: HashMap::new(),
        fifths: HashMap::new(),
        most_fifths: outlook::most_fifths(state),
    };
    let mut state = state.clone();
    while state.to_act() == Some(player) {
        let plan = chooser.plan(&state);
        let planned = apply_while_legal(&mut state, player, &plan.actions);
        turn.actions.extend_from_slice(planned);
        turn.follows = plan.follows;
        if planned.is_empty() {
            let action = any_action(&state);
            state.apply(action).expect("it is legal");
            turn.actions.push(action);
            turn.follows = None;
        }
    }
    let is_next = state.is_over() && state.color_of(player) == state.board().side_to_move();
    let can_follow = |square: &Square| is_next && state.board().is_empty(*square);
    turn.follows = turn.follows.filter(can_follow);
    turn
}

impl OpeningTurn {
    /// A turn of these actions.
    fn of(actions: Vec<OpeningAction>) -> OpeningTurn {
        OpeningTurn {
            actions,
            follows: None,
        }
    }
}

impl<J: Judge, R: Rng> Chooser<'_, J, R> {
    /// What to do now, as far as it is one decision.
    fn plan(&mut self, state: &OpeningState) -> OpeningTurn {
        if state.is_choice() {
            self.choose(state)
        } else if state.offers_wanted() > 0 {
            self.offer(state)
        } else if state.region().is_some() {
            self.place(state)
        } else {
            self.pick(state)
        }
    }
}

/// Does these things as long as the player may; says which have been done.
fn apply_while_legal<'a>(
    state: &mut OpeningState,
    player: Player,
    actions: &'a [OpeningAction],
) -> &'a [OpeningAction] {
    let legal = |action: &&OpeningAction| state.apply_by(player, **action).is_ok();
    let count = actions.iter().take_while(legal).count();
    &actions[..count]
}

/// Something that the player to act may do, without a thought: he keeps his
/// colour and places stones near the centre.
fn any_action(state: &OpeningState) -> OpeningAction {
    let center = state.board().center();
    let rank = |action: &OpeningAction| match *action {
        OpeningAction::Keep => (0, 0),
        OpeningAction::Take(color) if color == state.board().side_to_move() => (0, 0),
        OpeningAction::Declare(number) => (1, number),
        OpeningAction::Place(square)
        | OpeningAction::Offer(square)
        | OpeningAction::Pick(square) => (1, square.distance(center)),
        _ => (2, 0),
    };
    let legal = state.legal_actions().into_iter();
    legal.min_by_key(rank).expect("somebody is to act")
}
