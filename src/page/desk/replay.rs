//! What happened in a game happens again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Desk;
use super::journal::Entry;
use crate::page::settings::{SettingsText, all_text, changed, first_settings};
use crate::records::sgf;
use crate::records::tree::GameTree;
use crate::table::{self, Now, Table, first_game};

impl Desk {
    /// Lets everything happen again. What cannot is left out, with what came after it.
    pub(super) fn replay(&mut self, entries: Vec<Entry>, passed: &AtomicU64, now: &Now) {
        for entry in entries {
            if self.repeat(entry, passed, now).is_none() {
                log::warn!("the game cannot be gone on with from where it was left");
                // What comes after it would be lost next time too.
                self.journal.push(Entry::Begin {
                    settings: all_text(self.table.settings()),
                    game: Some(sgf::write(&GameTree::of(&self.table.record()))),
                });
                break;
            }
        }
        self.is_journal_begun = true;
    }

    fn repeat(&mut self, entry: Entry, passed: &AtomicU64, now: &Now) -> Option<()> {
        self.table.skip_time();
        match entry {
            Entry::Begin { settings, game } => {
                let told: SettingsText = settings
                    .iter()
                    .map(|(name, value)| (name.clone(), value.as_str().into()))
                    .collect();
                let settings = changed(&first_settings(), &told).ok()?;
                let (table, _) = Table::new(settings.clone(), Arc::clone(now)).ok()?;
                self.table = table;
                if let Some(text) = game {
                    let (game, _) = first_game(text.as_bytes()).ok()?;
                    let load = table::Act::Load(Box::new(settings), Box::new(game));
                    self.table.act(load).ok()?;
                }
            }
            Entry::Act(act) => {
                let act = self.meant(act).ok()?;
                self.table.act(act).ok()?;
            }
            Entry::Turn(text) => {
                let turn = text.turn(self.table.state().board());
                self.table.engine_acts(turn);
            }
            Entry::Time(nanos) => {
                passed.fetch_add(nanos, Relaxed);
                self.table.tick();
            }
        }
        Some(())
    }
}
