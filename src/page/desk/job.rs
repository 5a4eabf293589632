//! Something to think about, and what comes of it. All of it has a form in JSON: in the
//! browser the engine is in another worker than the desk.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(feature = "board")]
use std::sync::atomic::Ordering::Relaxed;

use serde::{Deserialize, Serialize};

use crate::engine::Seen;
use crate::page::study::{Question, Solved};
use crate::solver::{Answer, Solution};
use crate::table::{Analysis, Brain, Budget, Finding, Hint, Situation, Stop, Turn};
use crate::types::{Rule, Square, SquareSet};

/// The engine's nodes for a point of the chart: a game takes about a second.
const CHART_NODES: u64 = 10_000;
/// Its nodes for a position of the study by itself.
const LOOK_NODES: u64 = 30_000;
/// Its nodes to find the move that balances a position.
const BALANCE_NODES: u64 = 300_000;
/// The solver's nodes for a question: a minute or so, unless it is stopped.
const SOLVER_NODES: u64 = 20_000_000;

/// Something to think about, for a thread that has an engine.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub number: u64,
    /// Ends it, where the desk is in the same process.
    #[cfg_attr(not(feature = "board"), expect(dead_code))]
    #[serde(skip)]
    pub(super) stop: Arc<AtomicBool>,
    pub(super) work: Work,
    /// The number of the game.
    pub(super) game: u64,
}

/// What is to be done, with all that it takes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Work {
    Act(Situation, Budget),
    Hint(Situation, Budget),
    /// With squares that the engine is not to play on first.
    Analyse(Situation, Analysis, Vec<Square>),
    /// The positions that are to be evaluated, by their nodes.
    Chart(Vec<(usize, Situation)>),
    Solve(Situation, Question, Vec<Square>),
    /// Positions of the study by their keys.
    Look(Vec<(u64, Situation)>),
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum News {
    Line(FoundLine),
    /// The expected share of the point for Black at a node.
    Share(usize, f64),
    /// What it thinks of a position of the study.
    Look(u64, Seen),
}

/// What came of a job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Result {
    Acts(Option<Turn>),
    Advises(Option<Hint>),
    Analysed,
    Charted,
    Solved(Solved),
    Looked,
}

impl Job {
    /// What ends it.
    #[cfg(feature = "board")]
    pub fn stop(&self) -> Stop {
        let stop = Arc::clone(&self.stop);
        Arc::new(move || stop.load(Relaxed))
    }

    /// The rule of the game.
    pub fn rule(&self) -> Option<Rule> {
        Some(match &self.work {
            Work::Act(asked, _) | Work::Hint(asked, _) => asked.rule(),
            Work::Analyse(asked, ..) | Work::Solve(asked, ..) => asked.rule(),
            Work::Chart(unseen) => unseen.first()?.1.rule(),
            Work::Look(unseen) => unseen.first()?.1.rule(),
        })
    }

    /// How many threads are to search.
    pub fn threads(&self) -> usize {
        match &self.work {
            Work::Analyse(_, analysis, _) => analysis.threads,
            _ => 1,
        }
    }

    /// Does it, and reports what is found on the way.
    pub fn run(&self, brain: &mut Brain, stop: &Stop, report: &(dyn Fn(News) + Sync)) -> Result {
        brain.stop_when(Arc::clone(stop));
        brain.turn_to(self.game);
        let found = |finding: Finding| report(News::Line(FoundLine::of(&finding)));
        match &self.work {
            Work::Act(asked, budget) => Result::Acts(brain.turn(asked, *budget, &found)),
            Work::Hint(asked, budget) => Result::Advises(brain.hint(asked, *budget)),
            Work::Analyse(asked, how, blocked) => {
                brain.analyse(asked, *how, set(blocked), &found);
                Result::Analysed
            }
            Work::Solve(asked, Question::Win { goal, is_threat }, _) => {
                let asked = match is_threat {
                    true => asked.clone().after_pass(),
                    false => asked.clone(),
                };
                Result::Solved(Solved::of(brain.solve(&asked, *goal, SOLVER_NODES)))
            }
            Work::Solve(asked, Question::Balance, blocked) => {
                let found = brain.balance(asked, BALANCE_NODES, set(blocked));
                Result::Solved(
                    found.map_or(Solved::None, |(line, share)| Solved::Balanced(line, share)),
                )
            }
            Work::Look(unseen) => {
                for (key, asked) in unseen {
                    let look = brain.look(asked, nodes(LOOK_NODES));
                    if stop() {
                        break;
                    }
                    report(News::Look(*key, look));
                }
                Result::Looked
            }
            Work::Chart(unseen) => {
                for (node, asked) in unseen {
                    let share = brain.black_share(asked, nodes(CHART_NODES));
                    if stop() {
                        break;
                    }
                    report(News::Share(*node, share));
                }
                Result::Charted
            }
        }
    }
}

fn set(squares: &[Square]) -> SquareSet {
    squares.iter().copied().collect()
}

/// A search of this many nodes.
fn nodes(nodes: u64) -> Budget {
    Budget {
        nodes: Some(nodes),
        ..Budget::default()
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
