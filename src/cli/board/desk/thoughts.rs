//! What the engine is to do, and what comes of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::Desk;
use super::chart::Charting;
use crate::table::{Brain, Budget, Finding, GameState, Hint, Turn};
use crate::types::Square;

/// What the engine is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli::board) enum Task {
    /// Its turn.
    Act,
    /// Advice for a person.
    Hint,
    /// This many lines, until it is told to stop.
    Analyse(usize),
    /// Evaluates the game's positions one after the other.
    Chart,
}

/// The engine's nodes for a point of the chart: a game takes about a second.
const CHART_NODES: u64 = 10_000;

/// Something to think about, for a thread that has an engine.
pub(in crate::cli::board) struct Job {
    pub number: u64,
    stop: Arc<AtomicBool>,
    task: Task,
    state: GameState,
    /// The positions of the chart that are to be evaluated, by their nodes.
    unseen: Vec<(usize, GameState)>,
    budget: Budget,
    /// The number of the game.
    game: u64,
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::cli::board) struct FoundLine {
    pub rank: usize,
    pub depth: usize,
    pub nodes: u64,
    /// The expected share of the point for the side to move, 0 to 1.
    pub share: f64,
    /// The score in words that need no translation, as `+1.20` or `W7`.
    pub score: String,
    pub line: Vec<Square>,
}

/// News of a job that goes on.
pub(in crate::cli::board) enum News {
    Line(FoundLine),
    /// The expected share of the point for Black at a node.
    Share(usize, f64),
}

/// What came of a job.
pub(in crate::cli::board) enum Result {
    Acts(Option<Turn>),
    Advises(Option<Hint>),
    Analysed,
    Charted,
}

impl Job {
    /// Does it, and reports what is found on the way.
    pub fn run(&self, brain: &mut Brain, report: &(dyn Fn(News) + Sync)) -> Result {
        brain.stop_by(Arc::clone(&self.stop));
        brain.turn_to(self.game);
        let state = &self.state;
        let found = |finding: Finding| report(News::Line(FoundLine::of(&finding)));
        match self.task {
            Task::Act => Result::Acts(brain.turn(state, self.budget, &found)),
            Task::Hint => Result::Advises(brain.hint(state, self.budget)),
            Task::Analyse(lines) => {
                brain.analyse(state.board(), state.rule(), lines, &found);
                Result::Analysed
            }
            Task::Chart => {
                let budget = Budget {
                    nodes: Some(CHART_NODES),
                    ..Budget::default()
                };
                for (node, state) in &self.unseen {
                    let share = brain.black_share(state, budget);
                    if self.stop.load(Relaxed) {
                        break;
                    }
                    report(News::Share(*node, share));
                }
                Result::Charted
            }
        }
    }
}

impl FoundLine {
    fn of(finding: &Finding) -> FoundLine {
        let found = finding.found;
        FoundLine {
            rank: found.rank,
            depth: found.depth as usize,
            nodes: found.nodes,
            share: finding.score.share(),
            score: finding.score.to_string(),
            line: found.line.clone(),
        }
    }
}

impl Desk {
    /// The job that was not begun yet, if there is one.
    pub fn take_job(&mut self) -> Option<Job> {
        let task = self.task.filter(|_| std::mem::take(&mut self.is_waiting))?;
        Some(Job {
            number: self.job,
            stop: Arc::clone(&self.stop),
            task,
            state: self.table.state().clone(),
            unseen: match task {
                Task::Chart => self.unseen(),
                _ => Vec::new(),
            },
            budget: match task {
                Task::Act => self.table.engine_budget(),
                _ => self.table.help_budget(),
            },
            game: self.table.game_number(),
        })
    }

    /// Whether a job is still wanted.
    fn is_present(&self, number: u64) -> bool {
        self.task.is_some() && !self.is_waiting && self.job == number
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
                self.analysed = self.analysis;
                self.told += 1;
            }
            Some(Result::Charted) => {
                self.told += 1;
                self.arrange();
            }
            Some(Result::Acts(turn)) => {
                let events = self.table.engine_acts(turn);
                self.tell(&events);
                self.changed();
            }
            None => {
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
