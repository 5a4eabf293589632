//! What persons do within a game.

use super::outcome::Outcome;
use super::{Event, GameState, PERSON, Purpose, Refusal, Stage, Step, Table};
use crate::board::notation::parse_square;
use crate::game::{Game, OpeningAction, OpeningState, WrongMove};
use crate::types::{Color, Square};

impl Table {
    pub(super) fn name_squares(
        &self,
        purpose: Purpose,
        names: &[String],
    ) -> Result<Outcome, Refusal> {
        let mut state = self.own_turn()?;
        let squares = names.iter().map(|name| {
            let square = parse_square(name, state.board());
            square.map_err(|_| Refusal::NoSquare(name.clone()))
        });
        let squares = squares.collect::<Result<Vec<Square>, Refusal>>()?;
        if let Stage::Play(game) = &state.stage {
            let color = game.board().side_to_move();
            let &[square] = &squares[..] else {
                return Err(Refusal::TooManySquares(1));
            };
            if matches!(purpose, Purpose::Offer | Purpose::Pick) {
                return Err(Refusal::OnlyInOpening);
            }
            state.play(square)?;
            let steps = vec![(Step::Move(color, Some(square)), state)];
            return Ok(Outcome::Steps(
                steps,
                vec![Event::Move(color, Some(square))],
            ));
        }
        let actor = state.to_act();
        let (mut steps, mut events) = (Vec::new(), Vec::new());
        for square in squares {
            let opening = state.opening().filter(|_| state.to_act() == actor);
            let opening = opening.ok_or(Refusal::TooManySquares(steps.len()))?;
            let action = meaning(purpose, square, opening);
            state.act(action)?;
            steps.push((Step::Opening(action), state.clone()));
            events.extend(actor.map(|who| Event::Opening(who, action)));
        }
        Ok(Outcome::Steps(steps, events))
    }

    pub(super) fn open(&self, action: OpeningAction) -> Result<Outcome, Refusal> {
        let mut state = self.own_turn()?;
        let who = state.to_act().filter(|_| state.opening().is_some());
        let who = who.ok_or(Refusal::OnlyInOpening)?;
        state.act(action)?;
        let steps = vec![(Step::Opening(action), state)];
        Ok(Outcome::Steps(steps, vec![Event::Opening(who, action)]))
    }

    pub(super) fn pass(&self) -> Result<Outcome, Refusal> {
        let mut state = self.own_turn()?;
        let Some(color) = state.game().and_then(Game::turn) else {
            return self.open(OpeningAction::Pass);
        };
        state.pass()?;
        let steps = vec![(Step::Move(color, None), state)];
        Ok(Outcome::Steps(steps, vec![Event::Move(color, None)]))
    }

    pub(super) fn resign(&self) -> Result<Outcome, Refusal> {
        let mut state = self.state().clone();
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let who = match self.settings.two {
            true => state.to_act().ok_or(Refusal::Over)?,
            false => PERSON,
        };
        state.resign(who)?;
        Ok(Outcome::Steps(vec![(Step::Talk, state)], Vec::new()))
    }

    pub(super) fn plan_offer(&self, offers: bool) -> Result<Outcome, Refusal> {
        let mut state = self.own_turn()?;
        if state.opening().is_some() {
            return Err(Refusal::NotInOpening);
        }
        if state.will_offer == offers {
            return Err(match offers {
                true => Refusal::OfferedAlready,
                false => Refusal::NoOffer,
            });
        }
        state.will_offer = offers;
        Ok(Outcome::Present(
            Box::new(state),
            offers.then_some(Event::WillOffer),
        ))
    }

    pub(super) fn answer_offer(
        &self,
        event: impl FnOnce(Color) -> Event,
        how: impl FnOnce(&mut Game, Color) -> Result<(), WrongMove>,
    ) -> Result<Outcome, Refusal> {
        let state = self.own_turn()?;
        let color = state.game().and_then(Game::turn);
        let color = color.ok_or(Refusal::NotInOpening)?;
        let (state, ()) = talk(state, |game| how(game, color))?;
        Ok(Outcome::Steps(
            vec![(Step::Talk, state)],
            vec![event(color)],
        ))
    }

    pub(super) fn claim(&self) -> Result<Outcome, Refusal> {
        let tree = &self.current.tree;
        if self.current.over_at.is_some_and(|node| node != tree.at()) {
            return Err(Refusal::Over);
        }
        let color = match self.settings.two {
            true => Color::White,
            false => self.state().color_of(PERSON),
        };
        let (state, end) = talk(self.state().clone(), |game| game.claim_foul(color))?;
        let is_right = end.is_some();
        let events = vec![Event::Claim { color, is_right }];
        Ok(Outcome::Steps(vec![(Step::Talk, state)], events))
    }

    pub(super) fn pause(&self) -> Result<Outcome, Refusal> {
        let mut state = self.state().clone();
        if state.to_act().is_none() || self.is_over() {
            return Err(Refusal::Over);
        }
        state.pause().map_err(|_| Refusal::Paused)?;
        Ok(Outcome::Present(Box::new(state), Some(Event::Paused)))
    }

    pub(super) fn resume(&self) -> Result<Outcome, Refusal> {
        let mut state = self.state().clone();
        state.resume().map_err(|_| Refusal::NotPaused)?;
        Ok(Outcome::Present(Box::new(state), Some(Event::Resumed)))
    }
}

/// The state after a claim or an answer.
pub(super) fn talk<T>(
    mut state: GameState,
    how: impl FnOnce(&mut Game) -> Result<T, WrongMove>,
) -> Result<(GameState, T), Refusal> {
    let result = state.talk(how).ok_or(Refusal::NotInOpening)??;
    Ok((state, result))
}

/// What naming a square stands for in an opening.
fn meaning(purpose: Purpose, square: Square, state: &OpeningState) -> OpeningAction {
    match purpose {
        Purpose::Stone => OpeningAction::Place(square),
        Purpose::Offer => OpeningAction::Offer(square),
        Purpose::Pick => OpeningAction::Pick(square),
        Purpose::Any if state.is_choice() || state.region().is_some() => {
            OpeningAction::Place(square)
        }
        Purpose::Any if state.offers_wanted() > 0 => OpeningAction::Offer(square),
        Purpose::Any => OpeningAction::Pick(square),
    }
}
