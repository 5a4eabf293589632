//! What the engine is told to do, and what comes of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::chart::{Charting, result};
use super::{Desk, Step};
use crate::board::Board;
use crate::cli::board::said::Said;
use crate::cli::play::brain::{Brain, Budget, Finding, Hint, Thought};
use crate::cli::play::table::{OTHER, Stage, Table};
use crate::engine::Level;
use crate::game::Fouls;
use crate::opening::OpeningTurn;
use crate::types::{Color, Rule, Square};

/// What the engine is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli::board) enum Task {
    /// Its turn.
    Act,
    /// Advice for a person.
    Hint,
    /// This many lines, until it is told to stop.
    Analyse(usize),
    /// Looks at the game's positions one after the other.
    Chart,
}

/// The stones that the engine places for a point of the chart. With so many a
/// game takes about a second.
const CHART_NODES: u64 = 10_000;

/// Something to think about, for a thread that has an engine.
pub(in crate::cli::board) struct Job {
    pub number: u64,
    pub stop: Arc<AtomicBool>,
    task: Task,
    table: Table,
    /// The positions of the chart that are to be looked at, by their nodes.
    unseen: Vec<(usize, Table)>,
    budget: Budget,
    /// Of an opening's choices.
    seed: u64,
    /// Which game it is.
    pub game: u64,
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::cli::board) struct FoundLine {
    pub rank: usize,
    pub depth: usize,
    pub nodes: u64,
    /// What the side to move can expect.
    pub share: f64,
    /// The score in words that need no translation, as `+1.20` or `W7`.
    pub score: String,
    pub line: Vec<Square>,
}

/// What is told while a job is being done.
pub(in crate::cli::board) enum News {
    Line(FoundLine),
    /// What Black can expect at a node.
    Share(usize, f64),
}

/// What a person is advised to do.
#[derive(Clone, Debug)]
pub(in crate::cli::board) enum Advice {
    /// A move, and why.
    Move(Hint),
    /// In an opening.
    Opening(OpeningTurn),
    /// There is none.
    None,
}

/// What came of a job.
pub(in crate::cli::board) enum Result {
    Claims,
    Moves(Option<Thought>),
    Opens(OpeningTurn),
    Advises(Advice),
    Analysed,
    Charted,
}

impl Job {
    /// Does it. What is found on the way is told to `hear`.
    pub fn run(&self, brain: &mut Brain, hear: &(dyn Fn(News) + Sync)) -> Result {
        brain.listen_to(Arc::clone(&self.stop));
        let table = &self.table;
        let (board, rule) = (table.board(), table.rule());
        let heard = |finding: Finding| hear(News::Line(FoundLine::of(&finding)));
        match (self.task, &table.stage) {
            (Task::Act, Stage::Opening(state)) => {
                Result::Opens(brain.open(state, rule, self.seed, self.budget))
            }
            (Task::Act, Stage::Play(_)) => match can_claim(table) {
                true => Result::Claims,
                false => Result::Moves(brain.think_aloud(board, rule, self.budget, &heard)),
            },
            (Task::Hint, Stage::Opening(state)) => {
                let turn = brain.open(state, rule, self.seed, self.budget);
                Result::Advises(Advice::Opening(turn))
            }
            (Task::Hint, Stage::Play(_)) => {
                let hint = match can_claim(table) {
                    true => Some(Hint::Claim),
                    false => self.hint(brain, board, rule),
                };
                Result::Advises(hint.map_or(Advice::None, Advice::Move))
            }
            (Task::Analyse(lines), _) => {
                brain.analyse(board, rule, lines, &heard);
                Result::Analysed
            }
            (Task::Chart, _) => {
                for (node, table) in &self.unseen {
                    let share = black_share(brain, table);
                    if self.stop.load(Relaxed) {
                        break;
                    }
                    hear(News::Share(*node, share));
                }
                Result::Charted
            }
        }
    }

    fn hint(&self, brain: &mut Brain, board: &Board, rule: Rule) -> Option<Hint> {
        brain.hint(board, rule, self.budget)
    }
}

/// Whether Black's last move is a foul that the one to act may claim.
fn can_claim(table: &Table) -> bool {
    let game = table.game();
    game.filter(|game| game.fouls() == Fouls::Claimed)
        .is_some_and(|game| {
            let by = game.board().side_to_move();
            matches!(game.clone().claim_foul(by), Ok(Some(_)))
        })
}

/// What Black can expect of a game.
fn black_share(brain: &mut Brain, table: &Table) -> f64 {
    if let Some(end) = table.end() {
        return result(end.winner());
    }
    if can_claim(table) {
        return result(Some(Color::White));
    }
    let budget = Budget {
        nodes: Some(CHART_NODES),
        ..Budget::default()
    };
    let board = table.board();
    let thought = brain.think(board, table.rule(), budget);
    match (thought, board.side_to_move()) {
        (None, _) => result(None),
        (Some(thought), Color::Black) => thought.share,
        (Some(thought), Color::White) => 1.0 - thought.share,
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
    /// What is to be thought about and was not begun, if anything is.
    pub fn take_job(&mut self) -> Option<Job> {
        let task = self.task.filter(|_| std::mem::take(&mut self.is_waiting))?;
        let table = self.table().clone();
        let settings = &self.agreed.settings;
        let clock = table.clocks().side(table.clock_of(OTHER));
        let budget = Budget {
            clock: match task {
                Task::Act => clock.time_control(),
                _ => Default::default(),
            },
            time: settings.time,
            nodes: settings.nodes,
            ending: table.limit(),
            // A person is advised as well as it can be done.
            level: match task {
                Task::Act => settings.level,
                _ => Level::default(),
            },
            seed: settings.seed.wrapping_add(self.begun),
        };
        let unseen = match task {
            Task::Chart => self.unseen(),
            _ => Vec::new(),
        };
        Some(Job {
            unseen,
            number: self.job,
            stop: Arc::clone(&self.stop),
            task,
            table,
            budget,
            seed: settings.seed.wrapping_add(self.begun),
            game: self.begun,
        })
    }

    /// Whether a job is still wanted.
    fn is_present(&self, number: u64) -> bool {
        self.task.is_some() && !self.is_waiting && self.job == number
    }

    /// The engine has found something.
    pub fn hear(&mut self, number: u64, news: News) {
        if !self.is_present(number) {
            return;
        }
        self.told += 1;
        let found = match news {
            News::Line(found) => found,
            News::Share(node, share) => return self.tree.set_share(node, share),
        };
        // Another line with the same move is of the depth before.
        let is_old =
            |line: &FoundLine| line.rank == found.rank || line.line.first() == found.line.first();
        self.found.retain(|line| !is_old(line));
        self.found.push(found);
        self.found.sort_by_key(|line| line.rank);
    }

    /// A job is done, or could not be.
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
                // All is known of the position. The analysis stays wanted: with
                // another number of lines, and at the next move.
                self.analysed = self.analysis;
                self.told += 1;
            }
            Some(Result::Charted) => {
                self.told += 1;
                self.arrange();
            }
            Some(result) => {
                if self.engine_acts(result).is_none() {
                    self.give_up();
                }
                self.changed();
            }
            None => {
                if self.is_engines_turn() {
                    self.give_up();
                }
                self.analysis = None;
                self.charting = Charting::No;
                self.changed();
            }
        }
    }

    /// The engine does not know how to go on.
    fn give_up(&mut self) {
        let mut table = self.table().clone();
        let _ = table.resign(OTHER);
        self.tell(Said::new("gives_up"));
        self.go_on(Step::Talk, table);
    }

    /// Does what the engine has thought of; nothing if it cannot be done.
    fn engine_acts(&mut self, result: Result) -> Option<()> {
        let color = self.table().color_of(OTHER);
        match result {
            Result::Claims => {
                let mut table = self.table().clone();
                table.talk(|game| game.claim_foul(color))?.ok()??;
                self.tell(Said::new("claimed").with("color", color.to_string()));
                self.go_on(Step::Talk, table);
            }
            Result::Opens(turn) => {
                for action in turn.actions {
                    let mut table = self.table().clone();
                    table.act(action).ok()?;
                    self.go_on(Step::Opening(action), table);
                }
                if let Some(square) = turn.follows {
                    self.engine_moves(square)?;
                }
            }
            Result::Moves(thought) => self.engine_answers(color, thought?)?,
            Result::Advises(_) | Result::Analysed | Result::Charted => (),
        }
        Some(())
    }

    /// It takes a draw that it was offered, or moves.
    fn engine_answers(&mut self, color: Color, thought: Thought) -> Option<()> {
        let offer = self.table().game().and_then(|game| game.draw_offer());
        if offer == Some(!color) && thought.takes_draw {
            let mut table = self.table().clone();
            table.talk(|game| game.accept_draw(color))?.ok()?;
            self.tell(Said::new("draw_accepted").with("color", color.to_string()));
            self.go_on(Step::Talk, table);
            return Some(());
        }
        if offer == Some(!color) {
            self.tell(Said::new("draw_refused").with("color", color.to_string()));
        }
        self.engine_moves(thought.line[0])
    }

    fn engine_moves(&mut self, square: Square) -> Option<()> {
        let mut table = self.table().clone();
        let color = table.board().side_to_move();
        table.play(square).ok()?;
        self.go_on(Step::Move(color, Some(square)), table);
        Some(())
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
