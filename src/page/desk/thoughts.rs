//! What the engine is to do, and what comes of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::chart::Charting;
use super::{Desk, Room};
use crate::board::Board;
use crate::page::study::{Question, Solved, StudyAct};
use crate::solver::{Answer, Solution};
use crate::table::{Brain, Budget, Finding, GameState, Hint, Turn};
use crate::types::{Rule, Square};

/// What the engine is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Its turn.
    Act,
    /// Advice for a person.
    Hint,
    /// This many lines, until it is told to stop.
    Analyse(usize),
    /// Evaluates the game's positions one after the other.
    Chart,
    /// Looks for a forced win in the study.
    Solve(Question),
}

/// The engine's nodes for a point of the chart: a game takes about a second.
const CHART_NODES: u64 = 10_000;
/// The solver's nodes for a question: a minute or so, unless it is stopped.
const SOLVER_NODES: u64 = 20_000_000;
/// The number of the study among the games that the engine thinks about.
const STUDY: u64 = u64::MAX;

/// Something to think about, for a thread that has an engine.
pub(crate) struct Job {
    pub number: u64,
    stop: Arc<AtomicBool>,
    work: Work,
    /// The number of the game.
    game: u64,
}

/// What is to be done, with all that it takes.
enum Work {
    Act(GameState, Budget),
    Hint(GameState, Budget),
    Analyse(Board, Rule, usize),
    /// The positions that are to be evaluated, by their nodes.
    Chart(Vec<(usize, GameState)>),
    Solve(Board, Rule, Question),
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FoundLine {
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
pub(crate) enum News {
    Line(FoundLine),
    /// The expected share of the point for Black at a node.
    Share(usize, f64),
}

/// What came of a job.
pub(crate) enum Result {
    Acts(Option<Turn>),
    Advises(Option<Hint>),
    Analysed,
    Charted,
    Solved(Solved),
}

impl Job {
    /// Does it, and reports what is found on the way.
    pub fn run(&self, brain: &mut Brain, report: &(dyn Fn(News) + Sync)) -> Result {
        brain.stop_by(Arc::clone(&self.stop));
        brain.turn_to(self.game);
        let found = |finding: Finding| report(News::Line(FoundLine::of(&finding)));
        match &self.work {
            Work::Act(state, budget) => Result::Acts(brain.turn(state, *budget, &found)),
            Work::Hint(state, budget) => Result::Advises(brain.hint(state, *budget)),
            Work::Analyse(board, rule, lines) => {
                brain.analyse(board, *rule, *lines, &found);
                Result::Analysed
            }
            Work::Solve(board, rule, question) => {
                let mut board = board.clone();
                if question.is_threat {
                    board.pass();
                }
                let solution = brain.solve(board, *rule, question.goal, SOLVER_NODES);
                Result::Solved(Solved::of(solution))
            }
            Work::Chart(unseen) => {
                let budget = Budget {
                    nodes: Some(CHART_NODES),
                    ..Budget::default()
                };
                for (node, state) in unseen {
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

impl Solved {
    fn of(solution: Solution) -> Solved {
        match solution.answer {
            Answer::Win(win) => Solved::Win(win.line),
            Answer::None => Solved::None,
            Answer::Unknown => Solved::Unknown,
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
        let state = || self.table.state().clone();
        let work = match task {
            Task::Act => Work::Act(state(), self.table.engine_budget()),
            Task::Hint => Work::Hint(state(), self.table.help_budget()),
            Task::Chart => Work::Chart(self.unseen()),
            Task::Analyse(lines) => {
                let (board, rule) = self.looked_at()?;
                Work::Analyse(board, rule, lines)
            }
            Task::Solve(question) => {
                let (board, rule) = self.looked_at()?;
                Work::Solve(board, rule, question)
            }
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
    fn looked_at(&self) -> Option<(Board, Rule)> {
        match self.room {
            Room::Start | Room::Game => {
                let state = self.table.state();
                Some((state.board().clone(), state.rule()))
            }
            Room::Study => {
                let study = &self.study.study;
                Some((study.board().ok()?, study.rule()))
            }
        }
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
                match self.room {
                    Room::Start | Room::Game => self.analysed = self.analysis,
                    Room::Study => self.study.analysed = self.study.analysis,
                }
                self.told += 1;
            }
            Some(Result::Charted) => {
                self.told += 1;
                self.arrange();
            }
            Some(Result::Solved(solved)) => {
                self.study.solved = Some(solved);
                self.told += 1;
                self.arrange();
            }
            None if self.room == Room::Study => {
                self.study.analysis = None;
                self.study.question = None;
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
