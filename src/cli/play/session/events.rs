//! Acts at the table, and what happened, in lines.

use super::Session;
use crate::cli::play::words;
use crate::table::{Act, Event, Refusal};

impl Session {
    /// Does something at the table.
    pub(super) fn act(&mut self, act: Act) -> Result<Vec<Event>, String> {
        let events = self.table.act(act);
        events.map_err(|refusal| self.refused(&refusal))
    }

    pub(super) fn told(&self, events: &[Event]) -> Vec<String> {
        events.iter().flat_map(|event| self.tell(event)).collect()
    }

    fn tell(&self, event: &Event) -> Vec<String> {
        let state = self.table.state();
        let two = self.table.settings().two;
        let line = match *event {
            Event::Opening(who, action) => words::acted(who, two, action, state.board()),
            Event::Move(color, square) => {
                let name = self.name(state.holder(color));
                words::moved(color, name, square, state.board())
            }
            Event::Claim { color, is_right } => {
                let mut lines = vec![words::claimed(&self.seat(color))];
                lines.extend((!is_right).then(words::wrong_claim));
                return lines;
            }
            Event::WillOffer => words::offer_goes_with_move(),
            Event::DrawAccepted(color) => words::draw_accepted(&self.seat(color)),
            Event::DrawRefused(color) => words::draw_refused(&self.seat(color)),
            Event::EngineResigned => words::engine_resigns(),
            Event::Paused => words::is_paused(),
            Event::Resumed => words::goes_on(),
            Event::Undone(count) => words::taken_back(count),
            Event::Redone(count) => words::made_again(count),
            Event::ReturnedToGameBefore => words::back_in_game_before(),
            Event::Guessed(form, guess, came) => words::guess(form, guess, came, two),
            Event::Decided(who, decision) => words::decided(who, two, decision),
            Event::SeriesGameRepeated => words::new_in_series(),
            Event::GameKept => words::game_is_kept(),
            // The commands that lead to these have lines of their own.
            Event::Loaded { .. } | Event::ForNextGame => return Vec::new(),
        };
        vec![line]
    }

    /// Why something was refused.
    pub(super) fn refused(&self, refusal: &Refusal) -> String {
        words::refused(refusal, self.table.state().board())
    }
}
