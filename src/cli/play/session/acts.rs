//! What is typed becomes an act at the table.

use std::sync::atomic::Ordering::Relaxed;

use super::Session;
use crate::board::notation::moves_text;
use crate::cli::play::command::Command;
use crate::cli::play::words;
use crate::game::{Decision, OpeningAction};
use crate::table::{Act, Event, Help, Hint, Situation};
use crate::types::{Color, Square};

/// The most moves of a PV that are shown.
const LONGEST_LINE: usize = 7;

impl Session {
    /// Does what a command says; an error, and nothing done, if it cannot.
    /// `was_asked`: whether the person was asked to confirm that they resign.
    pub(super) fn obey(
        &mut self,
        command: Command,
        was_asked: bool,
    ) -> Result<Vec<String>, String> {
        let is_undecided = self.table.decider().is_some();
        let act = match command {
            Command::Act(act) => act,
            Command::Undo(count) => {
                let may = self.table.may();
                match may.undo == 0 && may.return_to_game_before {
                    true => Act::ReturnToGameBefore,
                    false => Act::Undo(count),
                }
            }
            Command::Take(Color::Black) if is_undecided => Act::Decide(Decision::Black),
            Command::Take(Color::White) if is_undecided => Act::Decide(Decision::White),
            Command::Take(color) => Act::Opening(OpeningAction::Take(color)),
            Command::Resign if !was_asked => return self.ask_to_resign(),
            Command::Yes | Command::No if !was_asked => return Err(words::nothing_to_confirm()),
            Command::No => return Ok(vec![words::game_goes_on()]),
            Command::Resign | Command::Yes => Act::Resign,
            Command::Hint => return self.hint(),
            Command::Set(setting, value) => return self.set(setting, value),
            Command::Save(file) => return self.save(&file),
            Command::Load(file) => return self.load(&file),
            Command::Board => return Ok(self.show(true)),
            Command::Moves => {
                let moves = moves_text(self.table.state().board());
                return Ok(vec![words::moves(&moves)]);
            }
            Command::Help => {
                return Ok(words::HELP.iter().map(|line| line.to_string()).collect());
            }
            Command::Quit => {
                self.has_quit = true;
                return Ok(vec![words::goodbye()]);
            }
        };
        let mut lines = Vec::new();
        let is_new = matches!(act, Act::NextGame);
        let events = self.act(act)?;
        if is_new {
            lines.push(self.welcome());
        }
        lines.extend(self.told(&events));
        // These two change nothing that is shown.
        match events[..] {
            [Event::WillOffer | Event::Paused] => Ok(lines),
            _ => Ok(self.after(lines)),
        }
    }

    fn ask_to_resign(&mut self) -> Result<Vec<String>, String> {
        let checked = self.table.check(&Act::Resign);
        checked.map_err(|refusal| self.refused(&refusal))?;
        self.asked_to_resign = true;
        Ok(vec![words::confirm_resign()])
    }

    fn hint(&mut self) -> Result<Vec<String>, String> {
        let checked = self.table.check_help(Help::Hint);
        checked.map_err(|refusal| self.refused(&refusal))?;
        self.stop.store(false, Relaxed);
        self.brain.turn_to(self.table.game_number());
        let budget = self.table.help_budget();
        let hint = self.brain.hint(&Situation::of(self.table.state()), budget);
        // The engine's thinking costs the person no time.
        self.table.skip_time();
        Ok(vec![self.advice(hint)])
    }

    fn advice(&self, hint: Option<Hint>) -> String {
        let board = self.table.state().board();
        let name = |square: Square| words::squares(&[square], board);
        let line = |line: &[Square]| words::squares(line, board);
        match hint {
            None => words::no_hint(),
            Some(Hint::Claim) => words::hint_claim(),
            Some(Hint::Five(square)) => words::hint_five(&name(square)),
            Some(Hint::StopsFive(square)) => words::hint_stops_five(&name(square)),
            Some(Hint::Lost(square)) => words::hint_lost(&name(square)),
            Some(Hint::Fours(moves)) => words::hint_fours(&name(moves[0]), &line(&moves)),
            Some(Hint::StopsFours(square, share)) => words::hint_stops_fours(&name(square), share),
            Some(Hint::Best(thought)) => {
                let moves = &thought.line;
                let shown = &moves[..moves.len().min(LONGEST_LINE)];
                words::hint_best(&name(moves[0]), thought.share, &line(shown))
            }
            Some(Hint::Opening(turn)) => {
                let actions = turn.actions.into_iter();
                let mut lines: Vec<String> =
                    actions.map(|action| words::action(action, board)).collect();
                lines.extend(turn.follows.map(name));
                words::hint_opening(&lines)
            }
        }
    }
}
