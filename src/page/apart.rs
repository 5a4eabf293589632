//! A desk and an engine that are apart: in workers of a browser, which exchange texts.
//! The session says what the engine is to do, a [`Thinker`] does it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use super::desk::{Desk, Job};
use super::session::Session;
use super::store::Folder;
use crate::engine::Engine;
use crate::eval::network::{self, BadNetwork};
use crate::table::{Brain, Now, Stop};
use crate::types::Rule;

/// Something that is no text of a session's.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct NoJob(#[from] serde_json::Error);

/// Something to think about.
#[derive(Clone, Debug)]
pub struct JobText {
    /// Its number.
    pub number: u64,
    /// The rule of its game, whose network is of use.
    pub rule: Option<Rule>,
    /// How many threads are to search.
    pub threads: usize,
    /// For [`Thinker::think`].
    pub text: String,
}

impl<F: Folder> Session<F> {
    /// A page listens from now on.
    pub fn page_came(&mut self) {
        self.with(Desk::page_came);
    }

    /// A page is gone.
    pub fn page_went(&mut self) {
        self.with(Desk::page_went);
    }

    /// Charges the time that has passed.
    pub fn tick(&mut self) {
        self.with(Desk::tick);
    }

    /// When to do that next, if clocks run.
    pub fn until_clock_changes(&self) -> Option<Duration> {
        self.desk().until_clock_changes()
    }

    /// The whole view as JSON.
    pub fn view_text(&mut self) -> Arc<str> {
        self.view().1
    }

    /// Two numbers one of which changes with whatever a view shows: the first by acts, the
    /// second by news of the engine.
    pub fn pulse(&self) -> (u64, u64) {
        self.desk().pulse()
    }

    /// The job that was not begun yet, if there is one.
    pub fn take_job(&mut self) -> Option<JobText> {
        let job = self.with(Desk::take_job)?;
        Some(JobText {
            number: job.number,
            rule: job.rule(),
            threads: job.threads(),
            text: serde_json::to_string(&job).ok()?,
        })
    }

    /// The number of the job that is wanted, and whether it is to end at once with what was
    /// found; another one is of no use any more.
    pub fn wanted_job(&self) -> Option<(u64, bool)> {
        self.desk().wanted_job()
    }

    /// The thinker has reported this about a job.
    pub fn take_news(&mut self, number: u64, news: &str) -> Result<(), NoJob> {
        let news = serde_json::from_str(news)?;
        self.with(|desk| desk.take_news(number, news));
        Ok(())
    }

    /// A job is done with this result, or has failed.
    pub fn finish(&mut self, number: u64, result: Option<&str>) -> Result<(), NoJob> {
        let result = result.map(serde_json::from_str).transpose()?;
        self.with(|desk| desk.finish(number, result));
        Ok(())
    }

    /// The engine was ended while it thought: what it has found so far is its result.
    /// Returns whether it has found something.
    pub fn finish_early(&mut self, number: u64) -> bool {
        self.with(|desk| desk.finish_early(number))
    }
}

/// An engine for a session's jobs.
pub struct Thinker {
    brain: Brain,
    stop: Stop,
}

impl Thinker {
    /// An engine that is timed by `now`, and ends its thinking when `stop` says so.
    pub fn new(engine: Engine, now: Now, stop: Stop) -> Thinker {
        Thinker {
            brain: Brain::new(engine, now, Arc::default()),
            stop,
        }
    }

    /// From now on uses this network, a file's content, in games under its rule.
    pub fn use_network(&mut self, bytes: &[u8]) -> Result<(), BadNetwork> {
        self.brain.use_network(network::read(bytes)?);
        Ok(())
    }

    /// Does a job: reports what is found on the way, and returns the result.
    pub fn think(
        &mut self,
        job: &str,
        report: &(dyn Fn(u64, &str) + Sync),
    ) -> Result<String, NoJob> {
        let job: Job = serde_json::from_str(job)?;
        let tell = |news| {
            // Numbers and squares always have a form in JSON.
            let text = json!(news).to_string();
            report(job.number, &text);
        };
        let result = job.run(&mut self.brain, &self.stop, &tell);
        Ok(serde_json::to_string(&result)?)
    }
}
