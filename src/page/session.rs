//! The desk with what is kept of it, and its view.

use std::io;
use std::sync::Arc;

use super::desk::{Desk, Kept, Pulse};
use super::store::{Folder, Store};
use super::view::view;
use crate::table::Now;

/// The desk with what is kept of it.
pub struct Session<F> {
    desk: Desk,
    /// Where everything is kept, if it is.
    store: Option<Store<F>>,
    /// The last view as it was shown.
    shown: Option<(Pulse, Arc<str>)>,
}

impl<F: Folder> Session<F> {
    /// Goes on where things were left in a folder; without one nothing is kept. `seed` is
    /// for a first game.
    pub fn open(now: Now, seed: u64, folder: Option<F>) -> io::Result<Session<F>> {
        let (store, kept) = match folder {
            Some(folder) => {
                let (store, kept) = Store::open(folder)?;
                (Some(store), kept)
            }
            None => (None, Kept::default()),
        };
        Ok(Session {
            desk: Desk::restored(now, seed, kept),
            store,
            shown: None,
        })
    }

    /// The engine can have this many threads, where the system does not know how many.
    pub fn set_threads(&mut self, threads: usize) {
        self.desk.set_threads(threads);
    }

    pub(crate) fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Where everything is kept, if it is.
    pub(crate) fn store(&mut self) -> Option<&mut Store<F>> {
        self.store.as_mut()
    }

    /// Reads or changes the desk, and keeps what has changed.
    pub(crate) fn with<T>(&mut self, how: impl FnOnce(&mut Desk) -> T) -> T {
        let result = how(&mut self.desk);
        self.keep();
        result
    }

    fn keep(&mut self) {
        let changes = self.desk.changes();
        let kept = self.store.as_mut().map(|store| store.keep(&changes));
        let is_kept = match kept {
            None => None,
            Some(Ok(())) => Some(true),
            Some(Err(error)) => {
                if self.desk.is_kept() != Some(false) {
                    log::error!("cannot keep what has changed: {error}");
                }
                self.desk.take_back(changes);
                Some(false)
            }
        };
        self.desk.set_kept(is_kept);
    }

    /// The view as a line of JSON, and what it shows.
    pub(crate) fn view(&mut self) -> (Pulse, Arc<str>) {
        self.with(Desk::tick);
        let pulse = self.desk.pulse();
        let is_charging = self.desk.is_charging();
        match &self.shown {
            Some((known, text)) if *known == pulse && !is_charging => (pulse, Arc::clone(text)),
            _ => {
                let text: Arc<str> = format!("{}\n", view(&self.desk)).into();
                self.shown = Some((pulse, Arc::clone(&text)));
                (pulse, text)
            }
        }
    }
}
