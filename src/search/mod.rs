//! One thread's search: iterative deepening over negamax with alpha-beta.
//! It prints nothing; what happens is told through [`Event`]s.

mod balance;
mod beside;
mod busy;
mod effort;
mod history;
mod node;
mod order;
mod pruning;
mod quiescence;
#[cfg(test)]
mod rig;
mod root;
mod settled;
mod splitting;
mod team;
mod threats;
mod timing;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{Clock, Limits};
use crate::eval::Evaluator;
use crate::params::Tunables;
use crate::position::Position;
use crate::tt::TranspositionTable;
use crate::types::{Color, Depth, MAX_PLY, Ruleset, Score, Square, SquareSet};
use busy::SharedNode;
use effort::Effort;
use history::History;
use order::ScoredMove;
use splitting::Hearing;
use team::Claim;
pub use team::Team;
use threats::Threats;
use timing::Budget;

/// The search was told to stop; nothing that it was about to find out counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What a search has found out so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// 0 for the best line, 1 for the second best and so on, where several
    /// were asked for.
    pub rank: usize,
    /// The depth that was completed, or is being searched.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub deepest: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Stones placed in search so far.
    pub nodes: u64,
    /// Time since the command came.
    pub elapsed: Duration,
    /// The best line, the move to play first; never empty.
    pub line: Vec<Square>,
}

/// What happens in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A line was found: after every iteration, and whenever the best move
    /// changes.
    Line(&'a Iteration),
    /// This root move is looked at now.
    Trying(Square),
    /// This root move has been looked at.
    Tried(Square),
    /// This root move is proven to lose.
    Loses(Square),
}

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The best moves.
    Best {
        /// How many lines are wanted, at least 1.
        lines: usize,
        /// Root moves that mirror another one are left out.
        distinct: bool,
    },
    /// Stones, of both colours in turn, after which the score is near to
    /// `bias`, seen from the side that places the first of them.
    Balance {
        /// One or two.
        stones: usize,
        /// In units of the evaluation.
        bias: i32,
    },
}

/// When a game without a five is over, and who has won it then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// After so many moves, if the board is not full before.
    pub moves: usize,
    /// Nobody: it is a draw.
    pub winner: Option<Color>,
}

impl Default for Ending {
    /// A draw when the board is full.
    fn default() -> Ending {
        Ending {
            moves: usize::MAX,
            winner: None,
        }
    }
}

/// What a search is given from outside, the same for all its threads.
pub struct Shared<'a> {
    /// The table.
    pub tt: &'a TranspositionTable,
    /// The clock, which also says when somebody wants the search to end.
    pub clock: Clock<'a>,
    /// The limits on depth and nodes; the nodes are those of one thread.
    pub limits: Limits,
    /// The first iteration's depth.
    pub first_depth: Depth,
    /// What is to be found.
    pub goal: Goal,
    /// When the game ends.
    pub ending: Ending,
    /// Root moves that are not to be played, as long as there are others.
    pub blocked: SquareSet,
    /// In how many plies a win was announced when the side moved last, less
    /// those that were made since.
    pub promised: Option<usize>,
    /// The numbers to search with.
    pub params: Tunables,
    /// Hears of everything that happens.
    pub report: &'a (dyn Fn(Event) + Sync),
    /// What has been found out.
    pub found: Found,
    /// The threads and how they share the work.
    pub team: Team,
}

impl Shared<'_> {
    /// Ends the search of the helping threads.
    pub fn finish(&self) {
        self.found.done.store(true, Relaxed);
        self.team.wake();
    }
}

/// What the threads of a search have found out.
#[derive(Debug, Default)]
pub struct Found {
    /// The best known answer, whatever happens to the search.
    best: Mutex<Option<Iteration>>,
    /// Stones placed by all threads, as far as they have said.
    nodes: AtomicU64,
    /// The answer is there: the helping threads are not needed any more.
    done: AtomicBool,
}

impl Found {
    /// The best answer known.
    pub fn best(&self) -> Option<Iteration> {
        self.lock().clone()
    }

    fn remember(&self, iteration: &Iteration) {
        *self.lock() = Some(iteration.clone());
    }

    /// What is known is whole even after a panic.
    fn lock(&self) -> MutexGuard<'_, Option<Iteration>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stones placed by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

/// The state of one searching thread.
pub struct Worker<'a, R: Ruleset> {
    position: Position<R>,
    evaluator: Evaluator,
    shared: &'a Shared<'a>,
    params: Tunables,
    /// 0 for the thread whose result counts; the others fill the table.
    number: usize,
    nodes: u64,
    /// How many of the nodes the others know of.
    told: u64,
    deepest: usize,
    budget: Budget,
    effort: Effort,
    threats: Threats,
    /// Whether a verdict of the solver's, asked by another thread, is to end
    /// what is being searched.
    listens: bool,
    /// The ply of a node that another thread has settled, and its score: what is
    /// searched below it is left.
    outrun: Option<(usize, Score)>,
    /// The number of the task that a helping thread works at.
    task: u64,
    /// The dealt root move that is being searched.
    claim: Option<Claim>,
    /// What has been heard of a deal, if this is the thread whose result
    /// counts.
    hearing: Option<Hearing>,
    history: History,
    /// What is known of the open nodes, by ply.
    stack: Vec<Open>,
    /// The moves of all open nodes, one after the other.
    moves: Vec<ScoredMove>,
    /// The best line from each ply on.
    lines: Vec<Vec<Square>>,
}

/// What is known of a node whose moves are being tried.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    /// Its evaluation, where it says something.
    eval: Option<Score>,
    /// The move that is being tried; none for a pass.
    moved: Option<Square>,
    /// A move that is not to be tried.
    excluded: Option<Square>,
    /// What other threads may find out of it.
    shared: Option<SharedNode>,
}

/// How often the clock is read: every so many nodes.
const POLL_NODES: u64 = 512;

impl<'a, R: Ruleset> Worker<'a, R> {
    /// The worker of this number for this position.
    pub fn new(position: Position<R>, shared: &'a Shared<'a>, number: usize) -> Worker<'a, R> {
        Worker {
            evaluator: Evaluator::new(&position),
            position,
            shared,
            params: shared.params,
            number,
            nodes: 0,
            told: 0,
            deepest: 0,
            budget: Budget::new(shared.limits.nodes),
            effort: Effort::default(),
            threats: Threats::default(),
            listens: false,
            outrun: None,
            task: 0,
            claim: None,
            hearing: None,
            history: History::new(),
            stack: vec![Open::default(); MAX_PLY + 2],
            moves: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Searches until the goal or a limit is reached. What was found is in
    /// [`Shared::found`].
    pub fn run(&mut self) {
        match self.shared.goal {
            Goal::Best { lines, distinct } => self.search(lines, distinct),
            Goal::Balance { stones, bias } => self.balance(stones, bias),
        }
        self.tell_nodes();
    }

    /// Places a stone in search at this ply.
    fn place(&mut self, square: Square, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.budget.nodes {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(POLL_NODES) {
            self.tell_nodes();
            self.hear();
            if self.must_stop() || self.is_late() || self.is_called_away() || self.is_outrun(ply) {
                return Err(Stopped);
            }
        }
        self.nodes += 1;
        self.stack[ply].moved = Some(square);
        self.evaluator.place(&mut self.position, square);
        Ok(())
    }

    /// Takes back a stone that was placed in search, or a pass.
    fn undo(&mut self) {
        self.evaluator.undo(&mut self.position);
    }

    fn must_stop(&self) -> bool {
        self.shared.clock.is_up() || self.is_helper() && self.shared.found.done.load(Relaxed)
    }

    /// Whether another thread's result counts.
    fn is_helper(&self) -> bool {
        self.number > 0
    }

    /// Whether there is no other thread.
    #[inline]
    fn is_alone(&self) -> bool {
        self.shared.team.threads() == 1
    }

    /// Whether only the best line is wanted.
    fn is_single_line(&self) -> bool {
        matches!(self.shared.goal, Goal::Best { lines: 0 | 1, .. })
    }

    /// Adds the latest nodes to those of all threads.
    fn tell_nodes(&mut self) {
        let new = self.nodes - self.told;
        self.shared.found.nodes.fetch_add(new, Relaxed);
        self.told = self.nodes;
    }

    /// Remembers and reports the best line from the root on, if this is the
    /// thread whose result counts.
    fn announce(&mut self, rank: usize, depth: Depth, score: Score) {
        if self.is_helper() {
            return;
        }
        self.tell_nodes();
        let iteration = Iteration {
            rank,
            depth,
            deepest: self.deepest,
            score,
            nodes: self.shared.found.nodes(),
            elapsed: self.shared.clock.elapsed(),
            line: self.lines[0].clone(),
        };
        if rank == 0 {
            self.shared.found.remember(&iteration);
        }
        (self.shared.report)(Event::Line(&iteration));
    }

    /// How many moves the game has left, this one included.
    fn moves_left(&self) -> usize {
        let made = self.position.board().moves().len();
        self.shared.ending.moves.saturating_sub(made)
    }

    /// The score of a game that ends without a five at `ply`, for the side to
    /// move now.
    fn unfinished(&self, ply: usize) -> Score {
        match self.shared.ending.winner {
            None => Score::DRAW,
            Some(color) if color == self.position.side_to_move() => Score::win_in(ply),
            Some(_) => Score::loss_in(ply),
        }
    }

    /// Sets the best line from `ply` on: `square`, then what was found below.
    fn extend_line(&mut self, ply: usize, square: Square) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(square);
        line.extend_from_slice(&below[0]);
    }
}
