//! How games begin: with the opening or given stones, and by the player who is
//! set, guessed, or chosen by the winner of a guess.

use super::settings::{First, Settings, WrongSettings};
use super::{Current, Event, GameState, OTHER, PERSON};
use crate::game::{Contestant, Decision, Guess, Guessed, OpeningState, Series, SeriesRule};

/// A game of this series, or of a new one; with the number of games begun
/// before it, which the seed depends on. If a person has to decide who begins,
/// the first player waits at the table until then.
pub(super) fn first_game(
    settings: &Settings,
    series: Option<Series>,
    begun: u64,
) -> Result<(Current, Vec<Event>), WrongSettings> {
    let seed = settings.seed.wrapping_add(begun);
    let mut events = Vec::new();
    let (mut guess, mut undecided) = (None, None);
    let series = match series {
        Some(series) => series,
        None => {
            let starter = match settings.first {
                _ if settings.set_up.is_some() => PERSON,
                First::Me => PERSON,
                First::Engine => OTHER,
                First::Guess(form) => {
                    let by_chance = Guess::from_seed(seed);
                    let call = settings.call.unwrap_or(by_chance.call);
                    let guessed = Guess { call, ..by_chance };
                    let came = form.judge(guessed);
                    events.push(Event::Guessed(form, guessed, came));
                    guess = Some((guessed, came));
                    let starter = settle(came, settings.two, &mut events);
                    undecided = starter.is_none().then_some(came);
                    starter.unwrap_or(PERSON)
                }
            };
            new_series(settings, starter)?
        }
    };
    let state = first_state(settings, series, seed)?;
    let current = Current {
        guess,
        undecided,
        ..Current::new(state)
    };
    Ok((current, events))
}

/// A series that this player begins.
pub(super) fn new_series(
    settings: &Settings,
    starter: Contestant,
) -> Result<Series, WrongSettings> {
    Ok(Series::new(SeriesRule::best_of(settings.games)?, starter))
}

fn first_state(settings: &Settings, series: Series, seed: u64) -> Result<GameState, WrongSettings> {
    if let Some(set_up) = settings.set_up {
        let (width, height) = settings.size;
        let start = set_up.lay(width, height, seed)?;
        return Ok(GameState::from_start(settings, start, series));
    }
    let opening = OpeningState::new(settings.opening, settings.board()?)?;
    let starter = series.starter().unwrap_or(PERSON);
    Ok(GameState::new(settings, opening, starter, series))
}

/// Who begins after a guess; none while a person has to decide. The engine
/// decides at once.
pub(super) fn settle(came: Guessed, two: bool, events: &mut Vec<Event>) -> Option<Contestant> {
    match came {
        Guessed::Begins(starter) => Some(starter),
        Guessed::Decides { winner, .. } if winner == OTHER && !two => {
            events.push(Event::Decided(winner, Decision::Black));
            Some(OTHER)
        }
        Guessed::Decides { .. } => None,
    }
}
