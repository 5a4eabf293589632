//! The folder in which games and studies are kept.
//!
//! ```text
//! lock          held by the program that uses the folder: another one keeps nothing
//! key           the key of the page's address, so that an open page finds its way back
//! journal.jsonl what happened in the present game, one entry a line
//! state.json    where the person is: room, study, node
//! puzzles.json  how far the learner is with the puzzles
//! 12-game.sgf   a game with its branches
//! 13-study.sgf  a study with all that is in it
//! ```
//!
//! A file is written beside the old one and takes its place in one step, so that it is
//! never half there; the journal grows by whole lines, and a last line without an end
//! is left out. Lost by a crash of the program is nothing, by one of the machine what
//! the system had not written yet.

mod files;
mod list;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::page::{Changes, Entry, Kept, Kind, Whereabouts, tree_of_sgf};
use crate::records::sgf;
use crate::records::tree::GameTree;
use crate::teach::Learner;
use files::{append_to, replace};
use list::{List, file_name};

pub(super) use list::Listed;

const JOURNAL: &str = "journal.jsonl";
const STATE: &str = "state.json";
const PUZZLES: &str = "puzzles.json";

/// The folder while the program uses it.
pub(super) struct Store {
    folder: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
    journal: File,
    whereabouts: Whereabouts,
    list: List,
}

impl Store {
    /// Opens a folder, which is made if need be, and reads what was left; nothing if
    /// another program uses it.
    pub fn open(folder: &Path) -> io::Result<Option<(Store, Kept)>> {
        fs::create_dir_all(folder)?;
        let Some(lock) = files::lock(&folder.join("lock"))? else {
            return Ok(None);
        };
        let list = List::read(folder)?;
        let entries = read_journal(&folder.join(JOURNAL));
        let journal = write_journal(folder, &entries)?;
        let state = fs::read(folder.join(STATE)).unwrap_or_default();
        let whereabouts: Whereabouts = serde_json::from_slice(&state).unwrap_or_default();
        let mut store = Store {
            folder: folder.to_path_buf(),
            _lock: lock,
            journal,
            whereabouts,
            list,
        };
        let study = store.whereabouts.study.and_then(|id| store.tree(id));
        if study.is_none() {
            store.whereabouts.study = None;
        }
        let kept = Kept {
            journal: entries,
            whereabouts: store.whereabouts.clone(),
            study: study.map(|(_, tree)| tree),
            next: store.list.next(),
            learner: read_learner(folder)?,
        };
        Ok(Some((store, kept)))
    }

    /// The key of the page's address: the one of last time, or this one.
    pub fn key(&self, fresh: String) -> io::Result<String> {
        let path = self.folder.join("key");
        let is_key = |key: &String| key.len() == 32 && key.bytes().all(|b| b.is_ascii_hexdigit());
        if let Some(key) = fs::read_to_string(&path).ok().filter(is_key) {
            return Ok(key);
        }
        files::write_secret(&path, fresh.as_bytes())?;
        Ok(fresh)
    }

    /// Keeps what has changed. After an error the same can be tried again.
    pub fn keep(&mut self, changes: &Changes) -> io::Result<()> {
        for (id, kind, tree) in &changes.trees {
            let path = self.folder.join(file_name(*id, *kind));
            replace(&path, sgf::write(tree).as_bytes())?;
            self.list.put(Listed::of(*id, *kind, tree));
        }
        let whereabouts = changes.whereabouts.as_ref();
        if let Some(whereabouts) = whereabouts.filter(|&now| self.whereabouts != *now) {
            let text = serde_json::to_vec(whereabouts)?;
            replace(&self.folder.join(STATE), &text)?;
            self.whereabouts = whereabouts.clone();
        }
        if let Some(learner) = &changes.learner {
            replace(&self.folder.join(PUZZLES), &serde_json::to_vec(learner)?)?;
        }
        // Last, since only this cannot be done twice.
        self.write_down(&changes.journal)
    }

    fn write_down(&mut self, entries: &[Entry]) -> io::Result<()> {
        let begins = |entry: &Entry| matches!(entry, Entry::Begin { .. });
        match entries.iter().rposition(begins) {
            Some(start) => self.journal = write_journal(&self.folder, &entries[start..])?,
            None => {
                let length = self.journal.metadata()?.len();
                if let Err(error) = self.journal.write_all(lines(entries).as_bytes()) {
                    // No half lines.
                    self.journal.set_len(length)?;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// What is kept, the newest first.
    pub fn all(&self) -> Vec<&Listed> {
        self.list.newest_first()
    }

    /// A game or study by its number.
    pub fn tree(&self, id: u64) -> Option<(Kind, GameTree)> {
        let kind = self.list.get(id)?.kind;
        let bytes = fs::read(self.folder.join(file_name(id, kind))).ok()?;
        Some((kind, tree_of_sgf(&bytes)?))
    }

    /// A game or study as its file.
    pub fn text(&self, id: u64) -> Option<(String, String)> {
        let listed = self.list.get(id)?;
        let text = fs::read_to_string(self.folder.join(file_name(id, listed.kind))).ok()?;
        Some((file_name(id, listed.kind), text))
    }

    /// Deletes a game or study.
    pub fn delete(&mut self, id: u64) -> io::Result<()> {
        if let Some(listed) = self.list.get(id) {
            fs::remove_file(self.folder.join(file_name(id, listed.kind)))?;
            self.list.remove(id);
        }
        Ok(())
    }
}

/// How far the learner is. A file that cannot be read is put aside.
fn read_learner(folder: &Path) -> io::Result<Learner> {
    let path = folder.join(PUZZLES);
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Learner::default()),
        read => read?,
    };
    match serde_json::from_slice(&bytes) {
        Ok(learner) => Ok(learner),
        Err(error) => {
            log::error!("{}: {error}", path.display());
            fs::rename(&path, path.with_extension("damaged"))?;
            Ok(Learner::default())
        }
    }
}

fn lines(entries: &[Entry]) -> String {
    // Names and numbers always have a JSON form.
    let line = |entry| serde_json::to_string(entry).unwrap_or_default() + "\n";
    entries.iter().map(line).collect()
}

/// Begins the journal anew, and opens it to be written on.
fn write_journal(folder: &Path, entries: &[Entry]) -> io::Result<File> {
    let path = folder.join(JOURNAL);
    replace(&path, lines(entries).as_bytes())?;
    append_to(&path)
}

/// The entries up to the first that cannot be read; times that follow each other are
/// one.
fn read_journal(path: &Path) -> Vec<Entry> {
    let text = fs::read_to_string(path).unwrap_or_default();
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
