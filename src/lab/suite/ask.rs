//! Asks an engine about the positions of a suite.
//!
//! A program is asked for moves: where a win is claimed, its move must keep it, which the
//! solver judges; where none is claimed there is nothing to ask. It is asked for forbidden
//! points by `YXSHOWFORBID`, which is about positions with Black to move. This engine is
//! asked for moves too, and for wins its solver.

mod win;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use self::win::{Kind, Solvers};
use super::Entry;
use crate::board::notation::square_name;
use crate::engine::forbidden_points;
use crate::eval::network::NetworkChoice;
use crate::game::EngineClock;
use crate::lab::contender::Contender;
use crate::lab::external_player::ExternalPlayer;
use crate::lab::in_order::in_order;
use crate::lab::own_player::OwnPlayer;
use crate::lab::player::{Failure, Player};
use crate::pool::NoThreads;
use crate::records::PositionRecord;
use crate::types::{Color, Square, SquareSet};

/// How an engine answered one question about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What was asked: `find`, `avoid`, `vcf`, `vct` or `forbidden`.
    pub question: String,
    /// What is right, or for `avoid` wrong: squares, or `win` or `none`.
    pub wanted: Vec<String>,
    /// What the engine said: squares, `win`, `none`, `unknown`, or how it failed.
    pub found: Vec<String>,
    /// Whether that is right.
    pub solved: bool,
    /// Nodes of the solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What an engine answered about a position; nothing if there was nothing to ask it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The position's name.
    pub id: String,
    /// Its answers.
    pub answers: Vec<Answer>,
}

impl Outcome {
    /// Whether all answers are right; `None` if there are none.
    pub fn solved(&self) -> Option<bool> {
        let solved = self.answers.iter().all(|answer| answer.solved);
        (!self.answers.is_empty()).then_some(solved)
    }
}

/// Why a suite cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The engine could not be started.
    #[error("{name} {failure}")]
    NoStart {
        /// Who.
        name: String,
        /// Why.
        failure: Failure,
    },
    /// No threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// How many positions at a time, and until when.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Positions at a time.
    pub parallel: usize,
    /// Ends it when set.
    pub stop: &'a Arc<AtomicBool>,
}

/// Asks an engine about the entries, and reports the outcomes in order, until all are asked,
/// `stop` is set, or `report` returns false.
pub fn ask_all(
    contender: &Arc<Contender>,
    entries: &[&Entry],
    limits: Limits,
    report: &(dyn Fn(Outcome) -> bool + Sync),
) -> Result<(), SuiteError> {
    let failed = |failure| SuiteError::NoStart {
        name: contender.name.clone(),
        failure,
    };
    let network = contender.network().map_err(failed)?;
    let asked = || Asked::new(contender, network.clone(), limits.stop).map_err(failed);
    // A program that has started once is asked on, whatever it does.
    if let (false, Some(entry)) = (contender.is_self(), entries.first()) {
        let mut first = ExternalPlayer::new(Arc::clone(contender), Arc::clone(limits.stop));
        match first.start(entry.record.rule, entry.width(), entry.height(), 0) {
            Err(Failure::Stopped) => return Ok(()),
            started => started.map_err(failed)?,
        }
    }
    let one = |index: usize, asked: &mut Asked| asked.about(entries[index]);
    let parallel = limits.parallel.min(entries.len());
    in_order(
        (0, entries.len()),
        parallel,
        limits.stop,
        &asked,
        &one,
        report,
    )
}

/// An engine that is asked.
struct Asked {
    who: Who,
    solvers: Solvers,
    contender: Arc<Contender>,
}

enum Who {
    Own(Box<OwnPlayer>),
    Program(Box<ExternalPlayer>),
}

impl Asked {
    fn new(
        contender: &Arc<Contender>,
        network: NetworkChoice,
        stop: &Arc<AtomicBool>,
    ) -> Result<Asked, Failure> {
        let (given, stop) = (Arc::clone(contender), Arc::clone(stop));
        Ok(Asked {
            solvers: Solvers::new(contender, Arc::clone(&stop)),
            who: match contender.is_self() {
                true => Who::Own(Box::new(OwnPlayer::new(given, network, stop)?)),
                false => Who::Program(Box::new(ExternalPlayer::new(given, stop))),
            },
            contender: Arc::clone(contender),
        })
    }

    fn player(&mut self) -> &mut dyn Player {
        match &mut self.who {
            Who::Own(player) => &mut **player,
            Who::Program(player) => &mut **player,
        }
    }

    /// The answers about a position; `None` if it was stopped.
    fn about(&mut self, entry: &Entry) -> Option<Outcome> {
        let mut answers = Vec::new();
        answers.extend(self.wins(entry)?);
        answers.extend(self.moves(entry)?);
        answers.extend(self.forbidden(entry)?);
        Some(Outcome {
            id: entry.record.id.clone(),
            answers,
        })
    }

    /// The move in this position, by an engine that knows nothing of earlier ones; the outer
    /// option is `None` if it was stopped.
    fn choose(&mut self, record: &PositionRecord) -> Option<Result<Square, Failure>> {
        let clock = EngineClock::new(self.contender.time_control());
        let player = self.player();
        let (width, height) = (record.board.width(), record.board.height());
        let started = player.start(record.rule, width, height, 0);
        let reply = started.and_then(|()| player.play(&record.board, &clock));
        match reply {
            Err(Failure::Stopped) => None,
            reply => Some(reply.map(|reply| reply.square)),
        }
    }

    /// Whether it finds the move, or avoids the one to avoid.
    fn moves(&mut self, entry: &Entry) -> Option<Vec<Answer>> {
        let claims = &entry.claims;
        if !claims.asks_for_a_move() {
            return Some(Vec::new());
        }
        let chosen = self.choose(&entry.record)?;
        let found = match &chosen {
            Ok(square) => entry.name(*square),
            Err(failure) => failure.to_string(),
        };
        let lists = [("find", claims.wanted()), ("avoid", &claims.avoid)];
        let asked = lists.into_iter().filter(|(_, wanted)| !wanted.is_empty());
        let answer = |(question, wanted): (&str, &[String])| Answer {
            question: question.to_string(),
            wanted: wanted.to_vec(),
            solved: chosen.is_ok() && wanted.contains(&found) == (question == "find"),
            found: vec![found.clone()],
            nodes: None,
        };
        Some(asked.map(answer).collect())
    }

    /// Whether it sees the wins that there are, and no others.
    fn wins(&mut self, entry: &Entry) -> Option<Vec<Answer>> {
        let claimed = [
            (Kind::Fours, entry.claims.vcf),
            (Kind::Threats, entry.claims.vct),
        ];
        let mut answers = Vec::new();
        for (kind, claimed) in claimed {
            let Some(wins) = claimed else { continue };
            let (found, nodes) = match &self.who {
                Who::Own(_) => self.solvers.solve(&entry.record, kind)?,
                Who::Program(_) if !wins => continue,
                Who::Program(_) => match self.choose(&entry.record)? {
                    Ok(square) if self.solvers.keeps_win(&entry.record, square)? => {
                        ("win".to_string(), None)
                    }
                    Ok(square) => (entry.name(square), None),
                    Err(failure) => (failure.to_string(), None),
                },
            };
            let wanted = if wins { "win" } else { "none" };
            answers.push(Answer {
                question: kind.name().to_string(),
                wanted: vec![wanted.to_string()],
                solved: found == wanted,
                found: vec![found],
                nodes,
            });
        }
        Some(answers)
    }

    /// Whether it knows the forbidden points, if it can be asked for them.
    fn forbidden(&mut self, entry: &Entry) -> Option<Option<Answer>> {
        let Some(claimed) = &entry.claims.forbidden else {
            return Some(None);
        };
        let record = &entry.record;
        let found = match &mut self.who {
            Who::Own(_) => Ok(Some(forbidden_points(&record.board, record.rule))),
            Who::Program(_) if record.board.side_to_move() == Color::White => Ok(None),
            Who::Program(player) => {
                let started = player.start(record.rule, entry.width(), entry.height(), 0);
                started.and_then(|()| player.forbidden(&record.board))
            }
        };
        let wanted: Vec<String> = claimed.keys().cloned().collect();
        let found = match found {
            Err(Failure::Stopped) => return None,
            Ok(None) => return Some(None),
            Ok(Some(points)) => entry.names(points),
            Err(failure) => vec![failure.to_string()],
        };
        Some(Some(Answer {
            question: "forbidden".to_string(),
            solved: found == wanted,
            wanted,
            found,
            nodes: None,
        }))
    }
}

impl Entry {
    fn width(&self) -> usize {
        self.record.board.width()
    }

    fn height(&self) -> usize {
        self.record.board.height()
    }

    fn name(&self, square: Square) -> String {
        square_name(square, self.height())
    }

    /// The names of squares, in the order of the text.
    fn names(&self, squares: SquareSet) -> Vec<String> {
        let mut names: Vec<String> = squares.into_iter().map(|one| self.name(one)).collect();
        names.sort();
        names
    }
}
