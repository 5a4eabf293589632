//! What the threat solver says about the root: whether the side to move wins by threats,
//! and whether the move that looks best loses to the opponent's.
//!
//! The search by depth sees such wins too, but late: they are long and narrow. Before the
//! search the main thread asks for a win by fours and, if a win was announced before, for
//! one by threats. During the search a helper asks for wins by threats, with a share of the
//! nodes that it searches. The answers are proven.

use super::poll::Poll;
use crate::params::advice::{MEMORY_PART, MOST_MEMORY, MOST_REMEMBERED};
use crate::position::Position;
use crate::proof::{NodeId, Proof};
use crate::search::threads::root_proofs::{ProvenWin, RootProof};
use crate::search::tree::thread::{SearchThread, Watch};
use crate::solver::{Answer, Goal, Solver, SolverLimits};
use crate::tt::Entry;
use crate::types::{FineDepth, ONE_PLY, Ruleset, Score, Square};

/// The depth of proven entries in the table.
const PROVEN_DEPTH: FineDepth = 100 * ONE_PLY;

/// The nodes of a question that is answered for good.
const SETTLED: u64 = u64::MAX;

/// The threat solver as one thread asks it about the root.
#[derive(Default)]
pub struct RootSolver {
    solver: Option<Solver>,
    /// The solver's nodes so far.
    spent: u64,
    /// With how many nodes an own win was looked for.
    own: u64,
    /// With how many nodes a win of the opponent was looked for after these moves.
    checked: Vec<(Square, u64)>,
    /// Moves that lose, with their scores.
    pub refuted: Vec<(Square, Score)>,
}

impl RootSolver {
    /// The score of a root move that is proven to lose.
    pub fn refuted(&self, square: Square) -> Option<Score> {
        let known = self.refuted.iter().find(|(known, _)| *known == square);
        known.map(|&(_, score)| score)
    }

    /// With how many nodes a win after this move was looked for.
    fn checked(&self, square: Square) -> u64 {
        let known = self.checked.iter().find(|(known, _)| *known == square);
        known.map_or(0, |&(_, nodes)| nodes)
    }

    /// How many more nodes the solver may spend, so that it has at most `share` per cent of
    /// what the search has spent; `nodes` is the sum of both.
    pub fn credit(&self, nodes: u64, share: u64) -> u64 {
        let searched = nodes - self.spent;
        (searched * share / 100).saturating_sub(self.spent)
    }

    /// Whether this is twice as many nodes as were spent on an own win, or on the
    /// opponent's after the move that is the first now.
    pub fn is_worth_asking(&self, first: Square, nodes: u64) -> bool {
        nodes / 2 >= self.own.min(self.checked(first))
    }

    /// Asks for an own win, or for the opponent's after the move that is the first now,
    /// whichever was looked for with fewer nodes.
    pub fn ask_next<R: Ruleset>(
        &mut self,
        thread: &mut SearchThread<R, Poll>,
        first: Square,
        nodes: u64,
    ) -> Option<RootProof> {
        if self.own <= self.checked(first) {
            let (win, settled) = self.solve(thread, Goal::Vct, nodes);
            self.own = if settled { SETTLED } else { nodes };
            win.map(RootProof::Wins)
        } else {
            let plies = self.ask_for_loss(thread, first, nodes)? + 1;
            Some(RootProof::Loses(first, plies))
        }
    }

    /// In how many plies the opponent wins by threats after this move.
    fn ask_for_loss<R: Ruleset>(
        &mut self,
        thread: &mut SearchThread<R, Poll>,
        square: Square,
        nodes: u64,
    ) -> Option<usize> {
        thread.position.place(square);
        let (win, settled) = self.solve(thread, Goal::Vct, nodes);
        let hash = thread.position.board().hash();
        thread.position.undo();
        let asked = if settled { SETTLED } else { nodes };
        self.checked.retain(|known| known.0 != square);
        self.checked.push((square, asked));
        let ProvenWin { line, plies } = win?;
        let best = line.first().copied();
        let entry = Entry::decided(best, Score::win_in(plies), 0, PROVEN_DEPTH);
        thread.tt.store(hash, entry);
        Some(plies)
    }

    /// A win of the side to move; and whether more nodes would not find another answer.
    pub fn solve<R: Ruleset>(
        &mut self,
        thread: &mut SearchThread<R, Poll>,
        goal: Goal,
        nodes: u64,
    ) -> (Option<ProvenWin>, bool) {
        let question = |solver: &mut Solver, position: &mut Position<R>, limits: SolverLimits| {
            let solution = solver.solve(position, goal, limits);
            (solution.answer, solution.nodes)
        };
        match self.ask(thread, nodes, question) {
            Answer::Win(win) => {
                let plies = 2 * win.moves + 1;
                let in_time = plies <= thread.moves_left();
                if in_time && let Some(root) = win.proof.root() {
                    let lengths = win.proof.lengths();
                    let mut left = MOST_REMEMBERED;
                    store_proof(thread, (&win.proof, &lengths), root, &mut left);
                }
                let line = win.line;
                (in_time.then_some(ProvenWin { line, plies }), true)
            }
            Answer::None => (None, true),
            Answer::Unknown => (None, false),
        }
    }

    /// Asks the solver a question about the position with this many nodes; the question
    /// returns its answer and how many it has spent.
    pub fn ask<R: Ruleset, T>(
        &mut self,
        thread: &mut SearchThread<R, Poll>,
        nodes: u64,
        question: impl FnOnce(&mut Solver, &mut Position<R>, SolverLimits) -> (T, u64),
    ) -> T {
        let memory = (thread.tt.bytes() / MEMORY_PART).min(MOST_MEMORY);
        let solver = self.solver.get_or_insert_with(|| Solver::new(memory));
        let mut position = thread.position.clone();
        let left = thread.watch.node_limit().saturating_sub(thread.nodes);
        let stop = || thread.watch.is_over() || thread.watch.is_late();
        let limits = SolverLimits {
            stop: Some(&stop),
            ..SolverLimits::nodes(nodes.min(left))
        };
        let (answer, spent) = question(solver, &mut position, limits);
        self.spent += spent;
        thread.nodes += spent;
        answer
    }
}

/// Puts the positions of a proof into the table, `left` of them at most, so that the next
/// searches continue with the same win. `lengths` are those of its nodes; the side to
/// move plays the one with this number.
fn store_proof<R: Ruleset, W: Watch>(
    thread: &mut SearchThread<R, W>,
    (proof, lengths): (&Proof, &[usize]),
    id: NodeId,
    left: &mut usize,
) {
    let Some(node) = proof.node(id).filter(|_| *left > 0 && lengths[id] > 0) else {
        return;
    };
    *left -= 1;
    thread.position.place(node.square);
    let loss = Score::loss_in(2 * lengths[id]);
    let entry = Entry::decided(None, loss, 0, PROVEN_DEPTH);
    let hash = thread.position.board().hash();
    thread.tt.store(hash, entry);
    for &(reply, next) in &node.replies {
        thread.position.place(reply);
        store_proof(thread, (proof, lengths), next, left);
        thread.position.undo();
    }
    thread.position.undo();
}
