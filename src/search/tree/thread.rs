//! The state of one thread's search below the root.

use super::correction::Correction;
use super::history::History;
use super::profile::Profile;
use crate::eval::Evaluator;
use crate::game::MoveLimit;
use crate::movegen::duty;
use crate::params::Tunables;
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::search::report::Stopped;
use crate::search::scored_move::ScoredMove;
use crate::search::threads::abdada::Sharing;
use crate::tt::TranspositionTable;
use crate::types::{MAX_PLY, Ruleset, Score, Square};

/// Decides when the search has to stop.
pub trait Watch {
    /// The most nodes in all.
    fn node_limit(&self) -> u64;

    /// Whether to stop now, after this many nodes; called every [`POLL_NODES`] or more
    /// often. `deepest` is the longest line searched, in plies.
    fn must_stop(&mut self, nodes: u64, deepest: usize) -> bool;
}

/// The number of nodes from one check of the watch to the next.
const POLL_NODES: u64 = 64;
/// The watch is checked at each of the first nodes: while the memory of a large hash table
/// is new, every node may wait for a page of it.
const FIRST_NODES: u64 = 4096;

/// The kind of a node, known at compile time.
pub trait NodeKind {
    /// Whether its window is open.
    const PV: bool;
}

/// A node with an open window.
pub struct Pv;
/// A node with a null window, which is only compared with a bound.
pub struct Scout;

impl NodeKind for Pv {
    const PV: bool = true;
}

impl NodeKind for Scout {
    const PV: bool = false;
}

/// A node whose moves are being tried.
#[derive(Clone, Copy, Debug)]
pub struct StackEntry {
    /// Its evaluation; none where a four is to be answered.
    pub eval: Option<Score>,
    /// What the network adds to the value of the tables; where it has not been asked, what
    /// it added two plies before.
    pub added: Option<i32>,
    /// The threat that it makes.
    pub made: ThreatClass,
    /// A move that is not tried.
    pub excluded: Option<Square>,
    /// How many double extensions the line to its child has.
    pub doubles: usize,
}

impl Default for StackEntry {
    fn default() -> StackEntry {
        StackEntry {
            eval: None,
            added: None,
            made: ThreatClass::None,
            excluded: None,
            doubles: 0,
        }
    }
}

/// One thread's search below the root.
pub struct SearchThread<'a, R: Ruleset, W> {
    pub position: Position<R>,
    pub evaluator: Evaluator,
    pub tt: &'a TranspositionTable,
    pub params: Tunables,
    pub ending: MoveLimit,
    pub watch: W,
    /// Work shared with other threads.
    pub sharing: Sharing<'a>,
    /// Nodes (stones placed) so far.
    pub nodes: u64,
    /// The longest line searched, in plies.
    pub deepest: usize,
    /// Where the nodes go.
    pub profile: Profile,
    pub history: History,
    pub correction: Correction,
    /// The open nodes, by ply.
    pub stack: Vec<StackEntry>,
    /// The moves of all open nodes, one after the other.
    pub moves: Vec<ScoredMove>,
    /// The PV from each ply on.
    pub lines: Vec<Vec<Square>>,
}

impl<'a, R: Ruleset, W: Watch> SearchThread<'a, R, W> {
    /// The search of this position, with its evaluation.
    pub fn new(
        mut evaluator: Evaluator,
        position: Position<R>,
        (params, ending): (Tunables, MoveLimit),
        (tt, sharing): (&'a TranspositionTable, Sharing<'a>),
        watch: W,
    ) -> SearchThread<'a, R, W> {
        let mut stack = vec![StackEntry::default(); MAX_PLY + 2];
        // For lazy evaluation two plies later.
        if duty(&position).wants_evaluation() {
            let value = evaluator.value(&position).value();
            stack[0].added = Some(value - evaluator.rough_value(&position));
        }
        SearchThread {
            evaluator,
            position,
            tt,
            params,
            ending,
            watch,
            sharing,
            nodes: 0,
            deepest: 0,
            profile: Profile::default(),
            history: History::new(),
            correction: Correction::new(),
            stack,
            moves: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Places a stone in search at this ply.
    #[inline]
    pub fn place(&mut self, square: Square, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.watch.node_limit() {
            return Err(Stopped);
        }
        if (self.nodes < FIRST_NODES || self.nodes.is_multiple_of(POLL_NODES))
            && (self.watch.must_stop(self.nodes, self.deepest)
                || self.sharing.is_finished_above(ply))
        {
            return Err(Stopped);
        }
        self.nodes += 1;
        let own = self.position.side_to_move();
        self.stack[ply].made = self.position.legal_threat(square, own);
        self.tt.prefetch(self.position.board().hash_after(square));
        self.position.place(square);
        Ok(())
    }

    /// Takes back a stone.
    #[inline]
    pub fn undo(&mut self) {
        self.evaluator.undo(&mut self.position);
    }

    /// A node is entered at this ply.
    #[inline]
    pub fn enter(&mut self, ply: usize) {
        self.lines[ply].clear();
        let before = ply.checked_sub(2);
        self.stack[ply].added = before.and_then(|before| self.stack[before].added);
        self.deepest = self.deepest.max(ply);
        self.sharing.leave(ply);
    }

    /// How many moves the game has left, this one included.
    pub fn moves_left(&self) -> usize {
        let made = self.position.board().moves().len();
        self.ending.moves.saturating_sub(made)
    }

    /// Sets the PV from `ply` on: `square`, then the PV below.
    pub fn extend_line(&mut self, ply: usize, square: Square) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(square);
        line.extend_from_slice(&below[0]);
    }
}
