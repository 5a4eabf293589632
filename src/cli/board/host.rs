//! The desk behind its lock, the thread that thinks, and the news for the pages.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};

use super::store::Store;
use crate::engine::{Engine, LEAST_STACK};
use crate::page::{Desk, Job, view};
use crate::table::{Brain, Now};

/// What a view depends on; see [`Desk::pulse`].
pub(super) type Pulse = (u64, u64);

pub(super) struct Host {
    desk: Mutex<Desk>,
    /// Where everything is kept, if it is; locked after the desk.
    store: Mutex<Option<Store>>,
    /// There may be something to think about.
    work: Condvar,
    /// The clocks may run differently now, also when a page comes or goes.
    timing: Notify,
    pulses: watch::Sender<Pulse>,
    /// The last view as it was sent.
    shown: Mutex<Option<(Pulse, Arc<str>)>>,
}

impl Host {
    pub fn new(desk: Desk, store: Option<Store>) -> Host {
        let (pulses, _) = watch::channel(desk.pulse());
        Host {
            desk: Mutex::new(desk),
            store: Mutex::new(store),
            work: Condvar::new(),
            timing: Notify::new(),
            pulses,
            shown: Mutex::new(None),
        }
    }

    /// Receives every change from now on.
    pub fn watch(&self) -> watch::Receiver<Pulse> {
        self.pulses.subscribe()
    }

    /// Reads or changes the desk.
    pub fn with<T>(&self, how: impl FnOnce(&mut Desk) -> T) -> T {
        let mut desk = self.lock();
        let result = how(&mut desk);
        self.keep(&mut desk);
        let pulse = desk.pulse();
        drop(desk);
        self.work.notify_all();
        self.timing.notify_one();
        self.pulses.send_if_modified(|last| {
            let is_new = *last != pulse;
            *last = pulse;
            is_new
        });
        result
    }

    /// Keeps what has changed, before anybody is told of it.
    fn keep(&self, desk: &mut Desk) {
        let changes = desk.changes();
        let kept = self.with_store(|store| store.keep(&changes));
        let is_kept = match kept {
            None => None,
            Some(Ok(())) => Some(true),
            Some(Err(error)) => {
                if desk.is_kept() != Some(false) {
                    log::error!("cannot keep what has changed: {error}");
                }
                desk.take_back(changes);
                Some(false)
            }
        };
        desk.set_kept(is_kept);
    }

    /// Asks the store, if there is one.
    pub fn with_store<T>(&self, how: impl FnOnce(&mut Store) -> T) -> Option<T> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        store.as_mut().map(how)
    }

    /// The desk is whole even after a panic: it is changed by whole values.
    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The view as a line of JSON, and what it shows.
    pub fn view(&self) -> (Pulse, Arc<str>) {
        let mut desk = self.lock();
        desk.tick();
        self.keep(&mut desk);
        let pulse = desk.pulse();
        let is_charging = desk.is_charging();
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        match &*shown {
            Some((known, text)) if *known == pulse && !is_charging => (pulse, Arc::clone(text)),
            _ => {
                let text: Arc<str> = format!("{}\n", view(&desk)).into();
                *shown = Some((pulse, Arc::clone(&text)));
                (pulse, text)
            }
        }
    }

    /// Thinks about what the desk wants, for ever.
    pub fn think(&self, engine: Engine, now: Now) {
        let mut brain = Brain::new(engine, now, Arc::default());
        loop {
            let job = self.next_job();
            let number = job.number;
            let report = |news| self.with(|desk| desk.take_news(number, news));
            // The desk handles a panic as any other failure.
            let result = catch_unwind(AssertUnwindSafe(|| job.run(&mut brain, &report)));
            self.with(|desk| desk.finish(number, result.ok()));
        }
    }

    fn next_job(&self) -> Job {
        let mut desk = self.lock();
        loop {
            if let Some(job) = desk.take_job() {
                return job;
            }
            let waited = self.work.wait(desk);
            desk = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends games whose time is up, and tells other changes of the clocks, for
    /// ever.
    pub async fn keep_time(&self) {
        loop {
            let next = self.lock().until_clock_changes();
            match next {
                None => self.timing.notified().await,
                Some(left) => {
                    // A time is up when more than all of it has passed.
                    let left = left + std::time::Duration::from_millis(1);
                    tokio::select! {
                        _ = tokio::time::sleep(left) => self.with(Desk::tick),
                        () = self.timing.notified() => (),
                    }
                }
            }
        }
    }
}

/// Starts the thread that thinks.
pub(super) fn start_thinking(host: Arc<Host>, now: Now) -> anyhow::Result<()> {
    let engine = Engine::new()?;
    std::thread::Builder::new()
        .name("thinking".to_string())
        .stack_size(4 * LEAST_STACK)
        .spawn(move || host.think(engine, now))?;
    Ok(())
}
