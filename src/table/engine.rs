//! The engine's turn.

use super::turns::talk;
use super::{Event, OTHER, Step, Table, Turn};
use crate::game::Game;
use crate::types::Square;

impl Table {
    /// Does what the engine has thought of in its turn. If that cannot be done
    /// it resigns.
    pub fn engine_acts(&mut self, turn: Option<Turn>) -> Vec<Event> {
        if !self.is_engines_turn() {
            return Vec::new();
        }
        let mut events = Vec::new();
        if turn
            .and_then(|turn| self.try_turn(turn, &mut events))
            .is_none()
        {
            let mut state = self.state().clone();
            // It is the engine's turn, so the game can be given up.
            let _ = state.resign(OTHER);
            self.go_on(Step::Talk, state);
            events.push(Event::EngineResigned);
        }
        events
    }

    /// Does what the engine has thought of; nothing if it cannot be done.
    fn try_turn(&mut self, turn: Turn, events: &mut Vec<Event>) -> Option<()> {
        let color = self.state().color_of(OTHER);
        match turn {
            Turn::Claim => {
                let (state, _) = talk(self.state().clone(), |game| game.claim_foul(color)).ok()?;
                let is_right = true;
                events.push(Event::Claim { color, is_right });
                self.go_on(Step::Talk, state);
            }
            Turn::Opening(turn) => {
                for action in turn.actions {
                    let mut state = self.state().clone();
                    state.act(action).ok()?;
                    events.push(Event::Opening(OTHER, action));
                    self.go_on(Step::Opening(action), state);
                }
                if let Some(square) = turn.follows {
                    self.engine_moves(square, events)?;
                }
            }
            Turn::Move(thought) => {
                let offer = self.state().game().and_then(Game::draw_offer);
                if offer == Some(!color) && thought.takes_draw {
                    let accepts = |game: &mut Game| game.accept_draw(color);
                    let (state, ()) = talk(self.state().clone(), accepts).ok()?;
                    events.push(Event::DrawAccepted(color));
                    self.go_on(Step::Talk, state);
                    return Some(());
                }
                if offer == Some(!color) {
                    events.push(Event::DrawRefused(color));
                }
                self.engine_moves(*thought.line.first()?, events)?;
            }
        }
        Some(())
    }

    fn engine_moves(&mut self, square: Square, events: &mut Vec<Event>) -> Option<()> {
        let mut state = self.state().clone();
        let color = state.board().side_to_move();
        state.play(square).ok()?;
        events.push(Event::Move(color, Some(square)));
        self.go_on(Step::Move(color, Some(square)), state);
        Some(())
    }
}
