//! The list of games and studies that are kept, and what can be done with them.

use serde::Deserialize;
use serde_json::{Value, json};

use super::desk::File;
use super::message::Message;
use super::session::Session;
use super::store::Folder;

/// Something that a person wants to do with a game of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    rev: u64,
    id: u64,
    what: What,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    /// Studies it: a study itself, a game as a copy.
    Study,
    /// Goes on with it as a game.
    Play,
    /// Wants it as a file.
    Export,
    /// Deletes it.
    Delete,
}

impl<F: Folder> Session<F> {
    /// The list, the newest first; nothing if nothing is kept.
    pub(crate) fn games(&mut self) -> Value {
        let open = self.desk().open_ids();
        let games = self.store().map(|store| json!(store.all()));
        json!({ "open": open, "games": games })
    }

    /// Does what a person wants.
    pub(crate) fn fulfil(&mut self, wish: &Wish) -> Result<Value, Message> {
        let gone = || Message::new("no_such_game");
        let store = self.store().ok_or_else(gone)?;
        match wish.what {
            What::Study => {
                let (kind, tree) = store.tree(wish.id).ok_or_else(gone)?;
                self.with(|desk| desk.open_kept(wish.rev, (wish.id, kind), tree))?;
            }
            What::Play => {
                let (_, tree) = store.tree(wish.id).ok_or_else(gone)?;
                self.with(|desk| desk.play_kept(wish.rev, wish.id, &tree))?;
            }
            What::Export => {
                let (name, text) = store.text(wish.id).ok_or_else(gone)?;
                let binary = false;
                return Ok(json!({ "file": File { name, text, binary } }));
            }
            What::Delete => {
                if self.desk().open_ids().contains(&Some(wish.id)) {
                    return Err(Message::new("game_is_open"));
                }
                let deleted = self.store().ok_or_else(gone)?.delete(wish.id);
                deleted
                    .map_err(|error| Message::new("cannot_save").with("why", error.to_string()))?;
            }
        }
        Ok(json!({ "rev": self.desk().pulse().0 }))
    }
}
