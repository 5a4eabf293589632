//! Where to place the stones of an opening.

use rand::Rng;

use super::choices::preference;
use super::first_stones::draw;
use super::outlook::Outlook;
use super::worth::considered;
use super::{Chooser, Judge, OpeningTurn};
use crate::game::{OpeningAction, OpeningState, Region};
use crate::params::opening::{DECLARED_TRIES, FOURTHS, LEVEL, PLAIN_DIVISOR, TRIES};
use crate::types::Square;

/// The stones of a pattern: from then on nothing is left to chance.
const PATTERN: usize = 3;

/// Actions, and how far the position is from level then.
struct Candidate {
    error: i32,
    actions: Vec<OpeningAction>,
}

impl<J: Judge, R: Rng> Chooser<'_, J, R> {
    /// The stones to place now, or the first of them; and the number of fifth
    /// moves if it is declared at once.
    pub(super) fn place(&mut self, state: &OpeningState) -> OpeningTurn {
        let squares = state.squares();
        if squares.len() == 1 {
            return placing(squares);
        }
        let is_pattern = state.board().stone_count() < PATTERN;
        match Outlook::of(state) {
            Outlook::Moves => {
                let best = self.judge.rank_with_care(state.board(), squares, 1);
                placing(best.into_iter().map(|one| one.square))
            }
            Outlook::Fifths => self.fourth(state),
            Outlook::Open => placing(draw(state, self.rng)),
            Outlook::LastChoice if !is_pattern || state.stones_wanted() == 1 => {
                placing(self.balanced(state, false))
            }
            Outlook::Choice if !is_pattern => placing(self.balanced(state, false)),
            Outlook::LastChoice | Outlook::Choice => self.most_level(state, TRIES),
            Outlook::Declaration if is_pattern => self.most_level(state, DECLARED_TRIES),
            Outlook::Declaration => self.fourth_with_number(state),
        }
    }

    /// The next stone, or as many as can be placed anywhere, but two at most,
    /// so that the position is level.
    fn balanced(&mut self, state: &OpeningState, more_to_do: bool) -> Vec<Square> {
        let stones = match state.region() {
            Some(Region::Anywhere) => state.stones_wanted().min(2),
            _ => 1,
        };
        let more_to_do = more_to_do || stones < state.stones_wanted();
        let squares = state.squares();
        self.judge
            .balance(state.board(), squares, stones, more_to_do)
    }

    /// White's fourth stone, if Black offers fifth moves then.
    fn fourth(&mut self, state: &OpeningState) -> OpeningTurn {
        let Some(player) = state.to_act() else {
            return OpeningTurn::default();
        };
        let mut best: Option<(i32, Square)> = None;
        for one in self.ranked(state.board(), state.squares(), FOURTHS) {
            if best.is_some() && self.judge.is_hurried() {
                break;
            }
            let place = OpeningAction::Place(one.square);
            let Some(worth) = self.worth_after(state, place, player) else {
                continue;
            };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, one.square));
            }
        }
        placing(best.map(|(_, square)| square))
    }

    /// White's fourth stone and how many fifth moves there will be.
    fn fourth_with_number(&mut self, state: &OpeningState) -> OpeningTurn {
        let ranked = self.ranked(state.board(), state.squares(), FOURTHS);
        let mut fourths: Vec<Square> = ranked.into_iter().map(|one| one.square).collect();
        if !self.judge.is_hurried() {
            fourths.extend(self.balanced(state, true));
        }
        let sets = fourths.into_iter().map(|square| vec![square]);
        self.nearest_to_level(state, sets.collect())
    }

    /// The most level one of so many random sets of stones.
    fn most_level(&mut self, state: &OpeningState, tries: usize) -> OpeningTurn {
        let sets = (0..tries).map(|_| draw(state, self.rng));
        let sets = sets.collect();
        self.nearest_to_level(state, sets)
    }

    /// The stones, of these sets, after which the position is most level for the
    /// one who may choose a colour next: the first that is about level.
    fn nearest_to_level(&mut self, state: &OpeningState, sets: Vec<Vec<Square>>) -> OpeningTurn {
        let mut best: Option<Candidate> = None;
        for squares in sets {
            if best.is_some() && self.judge.is_hurried() {
                break;
            }
            if let Some(candidate) = self.candidate(state, &squares)
                && best
                    .as_ref()
                    .is_none_or(|best| candidate.error < best.error)
            {
                best = Some(candidate);
            }
            if best.as_ref().is_some_and(|best| best.error <= LEVEL) {
                break;
            }
        }
        OpeningTurn::of(best.map_or(Vec::new(), |best| best.actions))
    }

    /// These stones, with the best number of fifth moves if one is declared then.
    /// Nothing if they cannot be placed.
    fn candidate(&mut self, state: &OpeningState, squares: &[Square]) -> Option<Candidate> {
        let player = state.to_act()?;
        let mut after = state.clone();
        let mut actions = placing(squares.iter().copied()).actions;
        for &action in &actions {
            after.apply(action).ok()?;
        }
        if self.judge.is_hurried() {
            let error = i32::MAX;
            return Some(Candidate { error, actions });
        }
        let mut worth = None;
        if after.to_act() == Some(player) {
            let declare = |action| Some((self.worth_after(&after, action, player)?, action));
            let numbers = considered(&after).into_iter().filter_map(declare);
            let (most, action) =
                numbers.max_by_key(|&(worth, action)| (worth, preference(action)))?;
            actions.push(action);
            worth = Some(most);
        }
        let worth = worth.unwrap_or_else(|| self.worth(&after, player));
        let error = match worth {
            // All is still open: only a position that nobody wants is bad.
            0 => self.score(after.board()).abs() / PLAIN_DIVISOR,
            _ => worth.abs(),
        };
        Some(Candidate { error, actions })
    }
}

/// The turn that places stones on these squares, in this order.
fn placing(squares: impl IntoIterator<Item = Square>) -> OpeningTurn {
    OpeningTurn::of(squares.into_iter().map(OpeningAction::Place).collect())
}
