//! The list of games and studies that are kept, and what can be done with them.

use serde::Deserialize;
use serde_json::{Value, json};

use super::host::Host;
use crate::page::{Desk, File, Message};

/// Something that a person wants to do with a game of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
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

/// The list, the newest first; nothing if nothing is kept.
pub(super) fn list(host: &Host) -> Value {
    let open = host.with(|desk| desk.open_ids());
    let games = host.with_store(|store| json!(store.all()));
    json!({ "open": open, "games": games })
}

/// Does it.
pub(super) fn fulfil(host: &Host, wish: &Wish) -> Result<Value, Message> {
    let gone = || Message::new("no_such_game");
    let tree = || {
        let found = host.with_store(|store| store.tree(wish.id));
        found.flatten().ok_or_else(gone)
    };
    match wish.what {
        What::Study => {
            let (kind, tree) = tree()?;
            host.with(|desk| desk.open_kept(wish.rev, (wish.id, kind), tree))?;
        }
        What::Play => {
            let (_, tree) = tree()?;
            host.with(|desk| desk.play_kept(wish.rev, wish.id, &tree))?;
        }
        What::Export => {
            let file = host.with_store(|store| store.text(wish.id));
            let (name, text) = file.flatten().ok_or_else(gone)?;
            let binary = false;
            return Ok(json!({ "file": File { name, text, binary } }));
        }
        What::Delete => {
            let is_open = |desk: &mut Desk| desk.open_ids().contains(&Some(wish.id));
            if host.with(is_open) {
                return Err(Message::new("game_is_open"));
            }
            let deleted = host.with_store(|store| store.delete(wish.id));
            let deleted = deleted.ok_or_else(gone)?;
            deleted.map_err(|error| Message::new("cannot_save").with("why", error.to_string()))?;
        }
    }
    Ok(json!({ "rev": host.with(|desk| desk.pulse().0) }))
}
