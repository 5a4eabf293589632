//! What a worker has: the desk with the study and the games, or the engine.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use tengen::engine::Engine;
use tengen::page::{JobText, Request, Session, Thinker};

use crate::bench;
use crate::browser;
use crate::files::Files;

/// What a worker asks.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Call {
    /// Begins a desk: with the files that the browser keeps, if it keeps any.
    Open {
        seed: u64,
        /// How many threads the engine can have.
        threads: usize,
        files: Option<Vec<(String, String, u64)>>,
    },
    /// Whether the browser could not write the last changes.
    Broken {
        broken: bool,
    },
    /// A request of a page; the body is what it sent.
    Request(Request),
    /// A page listens from now on, or is gone.
    Came,
    Went,
    /// Time has passed.
    Tick,
    /// The whole view.
    View,
    /// What is to be thought about, if it was not asked before.
    Job,
    /// The body was reported about a job, is its result, or it failed.
    News {
        number: u64,
    },
    Finish {
        number: u64,
    },
    Fail {
        number: u64,
    },
    /// The engine was ended: the best that was found is the result.
    FinishEarly {
        number: u64,
    },
    /// The engine is to search by so many threads, whose local storage takes so many
    /// bytes. Answers where the others than this one have their memory.
    #[cfg(feature = "threads")]
    Threads {
        threads: usize,
        local: usize,
    },
    /// The body is the network of a rule, for the engine.
    Network,
    /// Thinks about the job in the body.
    Think,
    /// Searches a position with the network in the body.
    Bench {
        position: String,
        depth: i32,
    },
}

/// A desk or an engine.
#[derive(Default)]
pub struct Place {
    session: Option<Session<Files>>,
    is_broken: Rc<Cell<bool>>,
    thinker: Option<Thinker>,
}

type Failure = Box<dyn std::error::Error>;

impl Place {
    /// Does what is asked. The answer is JSON; with how things are at the desk, if this is
    /// one.
    pub fn answer(&mut self, head: &[u8], body: &[u8]) -> String {
        let done = self
            .do_it(head, body)
            .unwrap_or_else(|error| json!({ "failed": error.to_string() }).to_string());
        format!("{{\"answer\":{done},\"state\":{}}}", self.state())
    }

    fn state(&self) -> Value {
        let Some(session) = &self.session else {
            return Value::Null;
        };
        let timer = session.until_clock_changes();
        json!({
            "pulse": session.pulse(),
            "job": session.wanted_job(),
            "timer": timer.map(|time| time.as_millis() as u64 + 1),
        })
    }

    fn do_it(&mut self, head: &[u8], body: &[u8]) -> Result<String, Failure> {
        let call: Call = serde_json::from_slice(head)?;
        match call {
            Call::Open {
                seed,
                threads,
                files,
            } => return self.open(seed, threads, files),
            #[cfg(feature = "threads")]
            Call::Threads { threads, local } => return self.use_threads(threads, local),
            Call::Network => {
                self.thinker().use_network(body)?;
                return Ok("null".to_string());
            }
            Call::Think => {
                return Ok(self.thinker().think(text(body)?, &browser::report)?);
            }
            Call::Bench { position, depth } => {
                let found = bench::search(&position, depth, body)?;
                return Ok(serde_json::to_string(&found)?);
            }
            Call::Broken { broken } => self.is_broken.set(broken),
            _ => (),
        }
        let session = self.session.as_mut().ok_or("there is no desk")?;
        let answer = match call {
            Call::Request(request) => {
                let reply = session.answer(&request, body);
                let said: &RawValue = serde_json::from_str(&reply.text)?;
                json!({ "done": reply.is_done, "said": said })
            }
            Call::View => return Ok(session.view_text().to_string()),
            Call::Job => {
                let job = session.take_job();
                let rule = |job: &JobText| job.rule.map(|rule| rule.to_string());
                let told = |job: JobText| json!([job.number, rule(&job), job.threads, job.text]);
                job.map_or(Value::Null, told)
            }
            Call::Came => json!(session.page_came()),
            Call::Went => json!(session.page_went()),
            Call::Tick | Call::Broken { .. } => json!(session.tick()),
            Call::News { number } => json!(session.take_news(number, text(body)?)?),
            Call::Finish { number } => json!(session.finish(number, Some(text(body)?))?),
            Call::Fail { number } => json!(session.finish(number, None)?),
            Call::FinishEarly { number } => json!(session.finish_early(number)),
            Call::Open { .. } | Call::Network | Call::Think | Call::Bench { .. } => Value::Null,
            #[cfg(feature = "threads")]
            Call::Threads { .. } => Value::Null,
        };
        Ok(answer.to_string())
    }

    fn open(
        &mut self,
        seed: u64,
        threads: usize,
        files: Option<Vec<(String, String, u64)>>,
    ) -> Result<String, Failure> {
        browser::complain_in_console();
        let files = files.map(|files| Files::new(files, Rc::clone(&self.is_broken)));
        let session = Session::open(Arc::new(browser::now), seed, files)?;
        self.session.insert(session).set_threads(threads);
        Ok("null".to_string())
    }

    #[cfg(feature = "threads")]
    fn use_threads(&mut self, threads: usize, local: usize) -> Result<String, Failure> {
        let (pool, places) = crate::threads::start(threads, local)?;
        self.thinker = Some(thinker_on(Engine::with_pool(pool)));
        Ok(serde_json::to_string(&places)?)
    }

    fn thinker(&mut self) -> &mut Thinker {
        let thinker = || thinker_on(Engine::on_calling_thread());
        self.thinker.get_or_insert_with(thinker)
    }
}

fn thinker_on(engine: Engine) -> Thinker {
    browser::complain_in_console();
    Thinker::new(
        engine,
        Arc::new(browser::now),
        Arc::new(browser::is_stopped),
    )
}

fn text(bytes: &[u8]) -> Result<&str, Failure> {
    Ok(std::str::from_utf8(bytes)?)
}
