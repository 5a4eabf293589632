//! What persons do at the page, done at the table and by the engine.

use serde::Serialize;

use super::act::Act;
use super::chart::Charting;
use super::files::File;
use super::{Desk, Room, Task};
use crate::game::OpeningAction;
use crate::page::message::{Message, refused};
use crate::page::settings::changed;
use crate::page::study::StudyAct;
use crate::table::{self, Help, Purpose};
use crate::types::Color;

/// The most lines of an analysis.
const MOST_LINES: usize = 8;

/// The answer to an act; the view follows in the stream.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Answer {
    pub rev: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<File>,
}

impl Desk {
    /// Does what a person does who has seen this revision; an error, and
    /// nothing done, if it cannot.
    pub fn act(&mut self, revision: u64, act: Act) -> Result<Answer, Message> {
        self.tick();
        // Stopping is never too late.
        let is_stop = matches!(
            act,
            Act::Stop
                | Act::Study {
                    act: StudyAct::Stop
                }
        );
        if revision != self.revision && !is_stop {
            return Err(Message::new("stale"));
        }
        let mut file = None;
        match act {
            Act::Save { format } => file = Some(self.save(&format)?),
            Act::Hint => self.hint()?,
            Act::Analyse { lines } => self.analyse(lines)?,
            Act::Chart { on } => self.chart(on)?,
            Act::Seen => self.see_guess()?,
            Act::Stop => self.hurry(),
            Act::Room { room } => self.go_to(&room)?,
            Act::StudyGame => self.study_game()?,
            Act::Study { act } => file = self.study_act(act)?,
            told => {
                let act = self.meant(told.clone())?;
                self.perform(act, Some(told))?;
            }
        }
        let rev = self.revision;
        Ok(Answer { rev, file })
    }

    /// The act at the table that is meant.
    pub(super) fn meant(&self, act: Act) -> Result<table::Act, Message> {
        let square = |purpose, name| table::Act::Squares(purpose, vec![name]);
        Ok(match act {
            Act::Place { at } => square(Purpose::Any, at),
            Act::Offer { at } => square(Purpose::Offer, at),
            Act::Choose { at } => square(Purpose::Pick, at),
            Act::Swap => table::Act::Opening(OpeningAction::Swap),
            Act::Keep => table::Act::Opening(OpeningAction::Keep),
            Act::Take { color } => {
                let named = Color::ALL.into_iter().find(|one| one.to_string() == color);
                let color = named.ok_or_else(|| Message::new("choice_wanted"))?;
                table::Act::Opening(OpeningAction::Take(color))
            }
            Act::More => table::Act::Opening(OpeningAction::PlaceMore),
            Act::Declare { count } => table::Act::Opening(OpeningAction::Declare(count)),
            Act::Pass => table::Act::Pass,
            Act::Resign => table::Act::Resign,
            Act::Draw { how } => match how.as_str() {
                "offer" => table::Act::OfferDraw,
                "withdraw" => table::Act::WithdrawOffer,
                "accept" => table::Act::AcceptDraw,
                "decline" => table::Act::RefuseDraw,
                _ => return Err(Message::new("unknown_act")),
            },
            Act::Claim => table::Act::Claim,
            Act::Undo { count } => table::Act::Undo(count),
            Act::Redo { count } => table::Act::Redo(count),
            Act::Goto { node } => table::Act::GoTo(node),
            Act::New { settings } => {
                let settings = changed(self.table.settings(), &settings)?;
                table::Act::New(Box::new(settings))
            }
            Act::NextGame => table::Act::NextGame,
            Act::Rematch => table::Act::Rematch,
            Act::Restart => table::Act::Restart,
            Act::PlayStudy => self.game_of_study()?,
            Act::Load { bytes } => self.load(&bytes)?,
            Act::Position { rule, size, moves } => self.position(&rule, &size, &moves)?,
            Act::Hint
            | Act::Analyse { .. }
            | Act::Chart { .. }
            | Act::Seen
            | Act::Stop
            | Act::Save { .. }
            | Act::Room { .. }
            | Act::StudyGame
            | Act::Study { .. } => return Err(Message::new("unknown_act")),
        })
    }

    /// Does an act at the table; `told` says it as a person did.
    pub(super) fn perform(&mut self, act: table::Act, told: Option<Act>) -> Result<(), Message> {
        let game = self.table.game_number();
        let events = self
            .table
            .act(act.clone())
            .map_err(|refusal| self.refused(&refusal))?;
        self.write_act(told, &act, game);
        // Who acts in the game is back at it.
        self.room = Room::Game;
        let is_new = matches!(act, table::Act::New(_) | table::Act::NextGame);
        self.waits = is_new && self.table.guess().is_some();
        if self.table.game_number() != game {
            self.messages.clear();
            self.charting = Charting::No;
        }
        self.tell(&events);
        self.changed();
        Ok(())
    }

    /// The game that waited begins.
    fn see_guess(&mut self) -> Result<(), Message> {
        if !self.waits {
            return Err(Message::new("stale"));
        }
        self.waits = false;
        self.changed();
        Ok(())
    }

    fn refused(&self, refusal: &table::Refusal) -> Message {
        refused(refusal, self.table.state().board())
    }

    fn check_help(&self, help: Help) -> Result<(), Message> {
        if self.room == Room::Study {
            return Err(Message::new("stale"));
        }
        let checked = self.table.check_help(help);
        checked.map_err(|refusal| self.refused(&refusal))
    }

    pub(super) fn may_analyse(&self) -> bool {
        self.table.check_help(Help::Analysis).is_ok()
    }

    fn hint(&mut self) -> Result<(), Message> {
        self.check_help(Help::Hint)?;
        self.room = Room::Game;
        self.advice = None;
        self.start(Task::Hint);
        self.told += 1;
        Ok(())
    }

    fn analyse(&mut self, lines: usize) -> Result<(), Message> {
        self.check_help(Help::Analysis)?;
        self.room = Room::Game;
        self.analysis = Some(lines.clamp(1, MOST_LINES));
        self.told += 1;
        self.arrange();
        Ok(())
    }

    fn chart(&mut self, on: bool) -> Result<(), Message> {
        if on {
            self.check_help(Help::Chart)?;
            self.room = Room::Game;
        }
        self.charting = match on {
            true => Charting::Yes,
            false => Charting::No,
        };
        self.told += 1;
        self.arrange();
        Ok(())
    }
}
