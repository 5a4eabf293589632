//! What the engine is to do, and what comes of it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::chart::Charting;
use super::job::{FoundLine, Job, News, Result, Work};
use super::{Desk, Room};
use crate::page::study::{Question, StudyAct};
use crate::table::{Analysis, Situation, Thought, Turn};
use crate::types::Square;

/// What the engine is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Its turn.
    Act,
    /// Advice for a person.
    Hint,
    /// The best lines.
    Analyse(Analysis),
    /// Evaluates the game's positions one after the other.
    Chart,
    /// Answers a question about the study.
    Solve(Question),
    /// Looks at positions of the study by themselves.
    Look,
}

/// The number of the study among the games that the engine thinks about.
const STUDY: u64 = u64::MAX;

impl Desk {
    /// The job that was not begun yet, if there is one.
    pub fn take_job(&mut self) -> Option<Job> {
        let task = self.task.filter(|_| std::mem::take(&mut self.is_waiting))?;
        let asked = || Situation::of(self.table.state());
        let work = match task {
            Task::Act => Work::Act(asked(), self.table.engine_budget()),
            Task::Hint => Work::Hint(asked(), self.table.help_budget()),
            Task::Chart => Work::Chart(self.unseen()),
            Task::Analyse(how) => Work::Analyse(self.looked_at()?, how, self.blocked()),
            Task::Look => Work::Look(self.study.unseen()),
            Task::Solve(question) => Work::Solve(self.looked_at()?, question, self.blocked()),
        };
        Some(Job {
            number: self.job,
            stop: Arc::clone(&self.stop),
            work,
            game: match self.room {
                Room::Start | Room::Game => self.table.game_number(),
                Room::Study => STUDY,
            },
        })
    }

    /// The position that is looked at.
    fn looked_at(&self) -> Option<Situation> {
        match self.room {
            Room::Start | Room::Game => {
                let state = self.table.state();
                Some(Situation::new(state.board().clone(), state.rule()))
            }
            Room::Study => {
                let study = &self.study.study;
                Some(Situation::new(study.board().ok()?, study.rule()))
            }
        }
    }

    /// The squares that the engine is not to play on first.
    fn blocked(&self) -> Vec<Square> {
        match self.room {
            Room::Start | Room::Game => Vec::new(),
            Room::Study => self.study.blocked.into_iter().collect(),
        }
    }

    /// Whether a job is still wanted.
    fn is_present(&self, number: u64) -> bool {
        self.task.is_some() && !self.is_waiting && self.job == number
    }

    /// The number of the job that is wanted, and whether it is to end at once with what
    /// was found.
    pub fn wanted_job(&self) -> Option<(u64, bool)> {
        self.task.filter(|_| !self.is_waiting)?;
        Some((self.job, self.stop.load(Relaxed)))
    }

    /// The engine was ended while it thought about its move: the best one so far is its
    /// result. Nothing changes, and `false`, if there is none.
    pub fn finish_early(&mut self, number: u64) -> bool {
        let best = self.found.first().filter(|_| self.task == Some(Task::Act));
        let Some(best) = best.filter(|_| self.is_present(number)) else {
            return false;
        };
        let thought = Thought {
            line: best.line.clone(),
            share: best.share,
            takes_draw: false,
        };
        self.finish(number, Some(Result::Acts(Some(Turn::Move(thought)))));
        true
    }

    /// The engine has found something.
    pub fn take_news(&mut self, number: u64, news: News) {
        if !self.is_present(number) {
            return;
        }
        self.told += 1;
        let found = match news {
            News::Line(found) => found,
            News::Share(node, share) => return self.table.set_share(node, share),
            News::Look(key, look) => return self.study.looks.put(key, look),
        };
        // Another line with the same move is of the depth before.
        let is_old =
            |line: &FoundLine| line.rank == found.rank || line.line.first() == found.line.first();
        self.found.retain(|line| !is_old(line));
        self.found.push(found);
        self.found.sort_by_key(|line| line.rank);
    }

    /// A job is done, or has failed.
    pub fn finish(&mut self, number: u64, result: Option<Result>) {
        self.tick();
        if !self.is_present(number) {
            return;
        }
        self.task = None;
        match result {
            Some(Result::Advises(advice)) => {
                self.advice = Some(advice);
                self.told += 1;
                self.arrange();
            }
            Some(Result::Analysed) => {
                // The analysis stays wanted: with another number of lines, and
                // at the next move.
                match self.room {
                    Room::Start | Room::Game => self.analysed = self.analysis,
                    Room::Study => self.study.analysed = self.study.analysis,
                }
                self.told += 1;
            }
            Some(Result::Charted | Result::Looked) => {
                self.told += 1;
                self.arrange();
            }
            Some(Result::Solved(solved)) => {
                self.study.solved = Some(solved);
                self.told += 1;
                self.arrange();
            }
            None if self.room == Room::Study => {
                self.study.give_up();
                self.told += 1;
            }
            Some(Result::Acts(turn)) => {
                self.write_turn(turn.as_ref());
                let events = self.table.engine_acts(turn);
                self.tell(&events);
                self.changed();
            }
            None => {
                self.write_turn(None);
                let events = self.table.engine_acts(None);
                self.tell(&events);
                self.analysis = None;
                self.charting = Charting::No;
                self.changed();
            }
        }
    }

    /// The engine ends its thinking: with the move that it has found so far
    /// if it is its turn.
    pub(super) fn hurry(&mut self) {
        if self.room == Room::Study {
            // It is never refused.
            let _ = self.study.act(StudyAct::Stop);
            self.drop_task();
            self.told += 1;
            return;
        }
        self.analysis = None;
        if self.wants_chart() {
            self.charting = Charting::Paused;
        }
        match self.task {
            Some(Task::Act) => self.stop.store(true, Relaxed),
            _ => {
                self.drop_task();
                self.told += 1;
            }
        }
    }
}
