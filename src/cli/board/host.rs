//! The desk behind its lock, the thread that thinks, and the news for the pages.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use tokio::sync::{Notify, watch};

use super::store::DataFolder;
use crate::engine::{Engine, LEAST_STACK};
use crate::lock::lock;
use crate::page::{Desk, Job, Pulse, Session};
use crate::table::{Brain, Now};

pub(super) struct Host {
    session: Mutex<Session<DataFolder>>,
    /// There may be something to think about.
    work: Condvar,
    /// The clocks may run differently now, also when a page comes or goes.
    timing: Notify,
    pulses: watch::Sender<Pulse>,
}

impl Host {
    pub fn new(session: Session<DataFolder>) -> Host {
        let (pulses, _) = watch::channel(session.desk().pulse());
        Host {
            session: Mutex::new(session),
            work: Condvar::new(),
            timing: Notify::new(),
            pulses,
        }
    }

    /// Receives every change from now on.
    pub fn watch(&self) -> watch::Receiver<Pulse> {
        self.pulses.subscribe()
    }

    /// Reads or changes the desk.
    pub fn with<T>(&self, how: impl FnOnce(&mut Desk) -> T) -> T {
        self.with_session(|session| session.with(how))
    }

    /// Reads or changes the desk and what is kept.
    pub fn with_session<T>(&self, how: impl FnOnce(&mut Session<DataFolder>) -> T) -> T {
        let mut session = lock(&self.session);
        let result = how(&mut session);
        let pulse = session.desk().pulse();
        drop(session);
        self.work.notify_all();
        self.timing.notify_one();
        self.pulses.send_if_modified(|last| {
            let is_new = *last != pulse;
            *last = pulse;
            is_new
        });
        result
    }

    /// The view as a line of JSON, and what it shows.
    pub fn view(&self) -> (Pulse, Arc<str>) {
        lock(&self.session).view()
    }

    /// Thinks about what the desk wants, for ever.
    pub fn think(&self, engine: Engine, now: Now) {
        let mut brain = Brain::new(engine, now, Arc::default());
        loop {
            let job = self.next_job();
            let number = job.number;
            let report = |news| self.with(|desk| desk.take_news(number, news));
            // The desk handles a panic as any other failure.
            let result = catch_unwind(AssertUnwindSafe(|| {
                job.run(&mut brain, &job.stop(), &report)
            }));
            self.with(|desk| desk.finish(number, result.ok()));
        }
    }

    fn next_job(&self) -> Job {
        let mut session = lock(&self.session);
        loop {
            if let Some(job) = session.with(Desk::take_job) {
                return job;
            }
            let waited = self.work.wait(session);
            session = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends games whose time is up, and tells other changes of the clocks, for
    /// ever.
    pub async fn keep_time(&self) {
        loop {
            let next = lock(&self.session).desk().until_clock_changes();
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
