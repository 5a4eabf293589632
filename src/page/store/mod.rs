//! The folder in which games and studies are kept.
//!
//! ```text
//! lock          held by the program that uses the folder: another one keeps nothing
//! key           the key of the page's address, so that an open page finds its way back
//!               (both only on disk: cli::board)
//! journal.jsonl what happened in the present game, one entry a line
//! state.json    where the person is: room, study, node, moves that are being guessed
//! puzzles.json  how far the learner is with the puzzles
//! 12-game.sgf   a game with its branches
//! 13-study.sgf  a study with all that is in it
//! ```
//!
//! A file is there as a whole or not at all; the journal grows by whole lines, and a last
//! line without an end is left out. Nothing is lost if the program crashes; if the machine
//! does, what the system had not written yet.

mod folder;
mod list;

use std::io;

use super::desk::{Changes, Entry, Kept, Kind, Whereabouts};
use super::study::tree_of_sgf;
use crate::records::sgf;
use crate::records::tree::GameTree;
use crate::teach::Learner;
use list::{List, Listed, file_name};

pub use folder::Folder;

const JOURNAL: &str = "journal.jsonl";
const STATE: &str = "state.json";
const PUZZLES: &str = "puzzles.json";

/// The folder while it is used.
pub(crate) struct Store<F> {
    folder: F,
    whereabouts: Whereabouts,
    list: List,
}

impl<F: Folder> Store<F> {
    /// Reads what was left.
    pub fn open(mut folder: F) -> io::Result<(Store<F>, Kept)> {
        let list = List::read(&folder)?;
        let entries = read_journal(&folder);
        folder.replace(JOURNAL, lines(&entries).as_bytes())?;
        let state = folder.read(STATE).unwrap_or_default();
        let whereabouts: Whereabouts = serde_json::from_slice(&state).unwrap_or_default();
        let mut store = Store {
            folder,
            whereabouts,
            list,
        };
        let learner = read_learner(&mut store.folder)?;
        let study = store.whereabouts.study.and_then(|id| store.tree(id));
        if study.is_none() {
            store.whereabouts.study = None;
        }
        let kept = Kept {
            journal: entries,
            whereabouts: store.whereabouts.clone(),
            study: study.map(|(_, tree)| tree),
            next: store.list.next(),
            learner,
        };
        Ok((store, kept))
    }

    /// Keeps what has changed. After an error the same can be tried again.
    pub fn keep(&mut self, changes: &Changes) -> io::Result<()> {
        for (id, kind, tree) in &changes.trees {
            let text = sgf::write(tree);
            self.folder
                .replace(&file_name(*id, *kind), text.as_bytes())?;
            let changed = self.folder.now();
            self.list.put(Listed::of((*id, *kind), tree, changed));
        }
        let whereabouts = changes.whereabouts.as_ref();
        if let Some(whereabouts) = whereabouts.filter(|&now| self.whereabouts != *now) {
            let text = serde_json::to_vec(whereabouts)?;
            self.folder.replace(STATE, &text)?;
            self.whereabouts = whereabouts.clone();
        }
        if let Some(learner) = &changes.learner {
            self.folder
                .replace(PUZZLES, &serde_json::to_vec(learner)?)?;
        }
        // Last, since only this cannot be done twice.
        self.write_down(&changes.journal)
    }

    fn write_down(&mut self, entries: &[Entry]) -> io::Result<()> {
        let begins = |entry: &Entry| matches!(entry, Entry::Begin { .. });
        match entries.iter().rposition(begins) {
            Some(start) => self
                .folder
                .replace(JOURNAL, lines(&entries[start..]).as_bytes()),
            None if entries.is_empty() => Ok(()),
            None => self.folder.append(JOURNAL, lines(entries).as_bytes()),
        }
    }

    /// What is kept, the newest first.
    pub fn all(&self) -> Vec<&Listed> {
        self.list.newest_first()
    }

    /// A game or study by its number.
    pub fn tree(&self, id: u64) -> Option<(Kind, GameTree)> {
        let kind = self.list.get(id)?.kind;
        let bytes = self.folder.read(&file_name(id, kind)).ok()?;
        Some((kind, tree_of_sgf(&bytes)?))
    }

    /// A game or study as its file.
    pub fn text(&self, id: u64) -> Option<(String, String)> {
        let name = file_name(id, self.list.get(id)?.kind);
        let bytes = self.folder.read(&name).ok()?;
        Some((name, String::from_utf8(bytes).ok()?))
    }

    /// Deletes a game or study.
    pub fn delete(&mut self, id: u64) -> io::Result<()> {
        if let Some(listed) = self.list.get(id) {
            self.folder.remove(&file_name(id, listed.kind))?;
            self.list.remove(id);
        }
        Ok(())
    }
}

/// How far the learner is. A file that cannot be read is put aside.
fn read_learner(folder: &mut impl Folder) -> io::Result<Learner> {
    let bytes = match folder.read(PUZZLES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Learner::default()),
        read => read?,
    };
    match serde_json::from_slice(&bytes) {
        Ok(learner) => Ok(learner),
        Err(error) => {
            log::error!("{PUZZLES}: {error}");
            folder.replace("puzzles.damaged", &bytes)?;
            folder.remove(PUZZLES)?;
            Ok(Learner::default())
        }
    }
}

fn lines(entries: &[Entry]) -> String {
    // Names and numbers always have a JSON form.
    let line = |entry| serde_json::to_string(entry).unwrap_or_default() + "\n";
    entries.iter().map(line).collect()
}

/// The entries up to the first that cannot be read; times that follow each other are
/// one.
fn read_journal(folder: &impl Folder) -> Vec<Entry> {
    let bytes = folder.read(JOURNAL).unwrap_or_default();
    let text = String::from_utf8(bytes).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut entries: Vec<Entry> = Vec::new();
    for line in whole.lines() {
        let Ok(entry) = serde_json::from_str(line) else {
            break;
        };
        match (entries.last_mut(), entry) {
            (Some(Entry::Time(before)), Entry::Time(time)) => *before = before.saturating_add(time),
            (_, entry) => entries.push(entry),
        }
    }
    entries
}
