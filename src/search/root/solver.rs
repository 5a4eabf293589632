//! What the threat solver says of the root: whether the side to move wins by
//! threats, and whether the move that looks best loses to the opponent's.
//!
//! The search by depth sees such wins too, but late: they are long and narrow.
//! The main thread asks for wins by fours before the search, a helper for wins by
//! threats during it, with a share of its nodes. The answers are proven.

use super::worker::Worker;
use crate::movegen::{Duty, duty};
use crate::params::advice::{
    ANNOUNCED_NODES, ANNOUNCED_SHARE, FOURS_SHARE, MEMORY_PART, MOST_MEMORY, MOST_REMEMBERED,
};
use crate::position::Position;
use crate::proof::{NodeId, Proof};
use crate::search::scored_move::ScoredMove;
use crate::search::threads::root_proofs::{ProvenWin, RootProof};
use crate::solver::{Answer, Defence, Goal, Solver, SolverLimits};
use crate::tt::Entry;
use crate::types::{Depth, FineDepth, ONE_PLY, Ruleset, Score, Square};

/// The depth of what is proven, for the table.
const PROVEN_DEPTH: FineDepth = 100 * ONE_PLY;

/// A question with all that is allowed.
const SETTLED: u64 = u64::MAX;

/// What the solver has found out.
pub enum Advice {
    /// Nothing new.
    Nothing,
    /// The first move wins, with this score.
    Win(Score),
    /// The move that was the first loses; it is the last one now.
    Refuted,
}

impl<R: Ruleset> Worker<'_, R> {
    /// A win by fours, before the search begins: its move goes to the front. If
    /// there is none, moves that lose to the opponent's fours are left out, as
    /// long as there are others.
    pub fn find_vcf(&mut self, moves: &mut Vec<ScoredMove>) -> Option<Score> {
        let most = self.tree.params.root_fours.max(0) as u64;
        let nodes = most.min(self.tree.watch.allowance.nodes / FOURS_SHARE);
        if nodes == 0 || self.is_helper() {
            return None;
        }
        if let (Some(mut win), _) = self.solve(Goal::Vcf, nodes) {
            if !self.is_as_announced(Score::win_in(win.plies)) {
                let nodes = most.min(self.tree.watch.allowance.nodes / ANNOUNCED_SHARE);
                win = self.solve(Goal::ShortestVcf, nodes).0.unwrap_or(win);
            }
            return self.lead_with(moves, win, 0);
        }
        let forced = matches!(duty(&self.tree.position), Duty::AnswerFive(_));
        let defence = match forced {
            true => Defence::NotNeeded,
            false => self.ask(nodes, Solver::defence),
        };
        if let Defence::Only(squares) = defence
            && moves.iter().any(|entry| squares.contains(entry.square))
        {
            moves.retain(|entry| squares.contains(entry.square));
            // What was left out before, if anything, may be among these squares.
            self.tree.watch.complete |= squares.len() == moves.len();
        }
        None
    }

    /// A win by threats, where one was announced before and the table has
    /// forgotten it, or the opponent's reply was not worth a word in its proof.
    pub fn find_announced_win(&mut self, moves: &mut [ScoredMove]) -> Option<Score> {
        let nodes = ANNOUNCED_NODES.min(self.tree.watch.allowance.nodes / ANNOUNCED_SHARE);
        if self.shared.announced_win.is_none() || self.is_helper() {
            return None;
        }
        let (win, _) = self.solve(Goal::Vct, nodes);
        self.lead_with(moves, win?, 0)
    }

    /// Hears, as the thread whose result counts, what a helping thread has found
    /// out. The best move so far is the first, with this score.
    pub fn hear_proofs(&mut self, moves: &mut [ScoredMove], score: Score, depth: Depth) -> Advice {
        let mut advice = Advice::Nothing;
        for verdict in self.shared.team.root_proofs.take() {
            match self.act_on(verdict, moves, score, depth) {
                Advice::Nothing => (),
                Advice::Refuted => advice = Advice::Refuted,
                win => return win,
            }
        }
        advice
    }

    /// What a verdict says of the first move, whose score this is: the win's
    /// leads, one that loses comes last.
    pub fn act_on(
        &mut self,
        verdict: RootProof,
        moves: &mut [ScoredMove],
        score: Score,
        depth: Depth,
    ) -> Advice {
        match verdict {
            RootProof::Wins(win) => match self.lead_with(moves, win, depth) {
                Some(score) => Advice::Win(score),
                None => Advice::Nothing,
            },
            RootProof::Loses(square, plies) => {
                let loss = (square, Score::loss_in(plies));
                match self.refute(moves, loss, score, depth) {
                    true => Advice::Refuted,
                    false => Advice::Nothing,
                }
            }
        }
    }

    /// Whether there are twice as many stones as were spent on an own win, or on
    /// the opponent's after the move that is the first now.
    pub fn is_worth_asking(&self, first: Square, nodes: u64) -> bool {
        nodes / 2 >= self.solver.own.min(self.solver.checked(first))
    }

    /// Asks, with so many stones, for an own win or for the opponent's after
    /// the move that is the first now: what was asked with less.
    pub fn ask_next(&mut self, first: Square, nodes: u64) -> Option<RootProof> {
        if self.solver.own <= self.solver.checked(first) {
            self.ask_for_win(nodes).map(RootProof::Wins)
        } else {
            let win = self.ask_for_loss(first, nodes)?;
            Some(RootProof::Loses(first, win.plies + 1))
        }
    }

    /// How many stones the solver may place, if its share of the others is this
    /// one, in per cent.
    pub fn credit(&self, share: u64) -> u64 {
        let searched = self.tree.nodes - self.solver.spent;
        (searched * share / 100).saturating_sub(self.solver.spent)
    }

    /// A win by threats of the side to move.
    fn ask_for_win(&mut self, nodes: u64) -> Option<ProvenWin> {
        let (win, settled) = self.solve(Goal::Vct, nodes);
        self.solver.own = if settled { SETTLED } else { nodes };
        win
    }

    /// The opponent's win by threats after this move.
    fn ask_for_loss(&mut self, square: Square, nodes: u64) -> Option<ProvenWin> {
        self.tree.position.place(square);
        let (win, settled) = self.solve(Goal::Vct, nodes);
        let hash = self.tree.position.board().hash();
        self.tree.position.undo();
        let asked = if settled { SETTLED } else { nodes };
        self.solver.checked.retain(|known| known.0 != square);
        self.solver.checked.push((square, asked));
        let ProvenWin { line, plies } = win.as_ref()?;
        let best = line.first().copied();
        let entry = Entry::decided(best, Score::win_in(*plies), 0, PROVEN_DEPTH);
        self.tree.tt.store(hash, entry);
        win
    }

    /// A move loses, with this score. If it was the first, it becomes the last:
    /// whether it was so. `score` is what the search thought of the first.
    fn refute(
        &mut self,
        moves: &mut [ScoredMove],
        loss: (Square, Score),
        score: Score,
        depth: Depth,
    ) -> bool {
        self.solver.refuted.push(loss);
        self.tree.watch.effort.note_lost(loss.0);
        if moves[0].square != loss.0 {
            return false;
        }
        moves.rotate_left(1);
        // Whatever happens next, that move is not to be played.
        self.tree.watch.line = vec![moves[0].square];
        self.announce(0, depth, score);
        self.tree.watch.look_again();
        true
    }

    /// The win's first move goes to the front of the moves, if it is one of
    /// them, and its line is announced.
    fn lead_with(
        &mut self,
        moves: &mut [ScoredMove],
        win: ProvenWin,
        depth: Depth,
    ) -> Option<Score> {
        let ProvenWin { line, plies } = win;
        let first = line.first()?;
        let index = moves.iter().position(|entry| entry.square == *first)?;
        moves[..=index].rotate_right(1);
        self.tree.watch.line = line;
        self.tree.deepest = self.tree.deepest.max(plies);
        let score = Score::win_in(plies);
        self.announce(0, depth, score);
        Some(score)
    }

    /// A win of the side to move, with its line and how many plies it takes;
    /// and whether more stones would not find another answer.
    fn solve(&mut self, goal: Goal, nodes: u64) -> (Option<ProvenWin>, bool) {
        let question = |solver: &mut Solver, position: &mut Position<R>, limits: SolverLimits| {
            let solution = solver.solve(position, goal, limits);
            (solution.answer, solution.nodes)
        };
        match self.ask(nodes, question) {
            Answer::Win(win) => {
                let plies = 2 * win.moves + 1;
                let in_time = plies <= self.tree.moves_left();
                if in_time && let Some(root) = win.proof.root() {
                    let lengths = win.proof.lengths();
                    let mut left = MOST_REMEMBERED;
                    self.store_proof(&win.proof, &lengths, root, &mut left);
                }
                (
                    in_time.then_some(ProvenWin {
                        line: win.line,
                        plies,
                    }),
                    true,
                )
            }
            Answer::None => (None, true),
            Answer::Unknown => (None, false),
        }
    }

    /// Puts the positions of a proof into the table, `left` of them at most, so
    /// that the next searches go on with the same win. `lengths` are those of
    /// its nodes, the side to move plays the one of this number.
    fn store_proof(&mut self, proof: &Proof, lengths: &[usize], id: NodeId, left: &mut usize) {
        let Some(node) = proof.node(id).filter(|_| *left > 0 && lengths[id] > 0) else {
            return;
        };
        *left -= 1;
        self.tree.position.place(node.square);
        let loss = Score::loss_in(2 * lengths[id]);
        let entry = Entry::decided(None, loss, 0, PROVEN_DEPTH);
        let hash = self.tree.position.board().hash();
        self.tree.tt.store(hash, entry);
        for &(reply, next) in &node.replies {
            self.tree.position.place(reply);
            self.store_proof(proof, lengths, next, left);
            self.tree.position.undo();
        }
        self.tree.position.undo();
    }

    /// Asks the solver a question about the position, which may cost so many
    /// nodes and says itself how many it has.
    fn ask<T>(
        &mut self,
        nodes: u64,
        question: impl FnOnce(&mut Solver, &mut Position<R>, SolverLimits) -> (T, u64),
    ) -> T {
        let memory = (self.tree.tt.bytes() / MEMORY_PART).min(MOST_MEMORY);
        let solver = self.solver.solver.take();
        let mut solver = solver.unwrap_or_else(|| Solver::new(memory));
        let mut position = self.tree.position.clone();
        let stop = || self.tree.watch.is_over() || self.tree.watch.is_late();
        let limits = SolverLimits {
            stop: Some(&stop),
            ..SolverLimits::nodes(
                nodes.min(
                    self.tree
                        .watch
                        .allowance
                        .nodes
                        .saturating_sub(self.tree.nodes),
                ),
            )
        };
        let (answer, spent) = question(&mut solver, &mut position, limits);
        self.solver.solver = Some(solver);
        self.solver.spent += spent;
        self.tree.nodes += spent;
        answer
    }
}
