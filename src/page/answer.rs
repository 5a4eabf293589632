//! Requests of a page that has no server, by the paths that `cli::board` serves: for a
//! page whose desk is in the browser.

use serde::Deserialize;
use serde_json::{Value, json};

use super::choices::choices;
use super::desk::Act;
use super::games::Wish;
use super::learner::Learned;
use super::learning::{Asked, content};
use super::message::Message;
use super::session::Session;
use super::store::Folder;
use super::study::read;

/// The largest file that is opened, in bytes.
pub(crate) const MOST_FILE: usize = 8 << 20;

/// An act, and the revision that the person has seen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deed {
    pub rev: u64,
    pub act: Act,
}

/// A request of a page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What is asked for, as `/api/do`.
    pub path: String,
    /// The revision that a person has seen who opens a file.
    #[serde(default)]
    pub rev: u64,
}

/// What is answered: whether it was done, and JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether it was done.
    pub is_done: bool,
    /// The answer, or why not.
    pub text: String,
}

impl<F: Folder> Session<F> {
    /// Answers a request; `body` is JSON, or a file to study.
    pub fn answer(&mut self, request: &Request, body: &[u8]) -> Reply {
        let answer = match request.path.as_str() {
            "/api/learn" => {
                return Reply {
                    is_done: true,
                    text: content().to_string(),
                };
            }
            "/api/choices" => Ok(choices()),
            "/api/do" => parsed(body).and_then(|deed| self.act(deed)),
            "/api/try" => parsed(body).and_then(|asked: Asked| asked.answer()),
            "/api/learner" => parsed(body).and_then(|asked| self.learned(&asked)),
            "/api/games" if body.is_empty() => Ok(self.games()),
            "/api/games" => parsed(body).and_then(|wish: Wish| self.fulfil(&wish)),
            "/api/study" => self.study(request.rev, body),
            _ => Err(Message::new("unknown_act")),
        };
        let is_done = answer.is_ok();
        let rev = self.desk().pulse().0;
        let said = answer.unwrap_or_else(|error| json!({ "rev": rev, "error": error }));
        Reply {
            is_done,
            text: said.to_string(),
        }
    }

    fn act(&mut self, Deed { rev, act }: Deed) -> Result<Value, Message> {
        let answer = self.with(|desk| desk.act(rev, act))?;
        Ok(json!(answer))
    }

    fn learned(&mut self, asked: &Learned) -> Result<Value, Message> {
        self.with(|desk| desk.learned(asked))
    }

    fn study(&mut self, revision: u64, bytes: &[u8]) -> Result<Value, Message> {
        if bytes.len() > MOST_FILE {
            return Err(Message::new("too_large"));
        }
        let loaded = read(bytes, 1)?;
        self.with(|desk| desk.open_study(revision, loaded))?;
        Ok(json!({ "rev": self.desk().pulse().0 }))
    }
}

fn parsed<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Message> {
    serde_json::from_slice(body).map_err(|_| Message::new("unknown_act"))
}
