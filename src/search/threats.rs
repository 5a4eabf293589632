//! What the threat solver says of the root: whether the side to move wins by
//! threats, and whether the move that looks best loses to the opponent's.
//!
//! The search by depth sees such wins too, but late: they are long and narrow.
//! For wins by fours the solver is asked before the search, for wins by threats
//! between iterations, with a share of the nodes that the search has placed (by
//! default none: see `experiments.md`); what it says is proven.

use super::Worker;
use super::beside::Verdict;
use super::order::ScoredMove;
use crate::movegen::{Duty, duty};
use crate::position::Position;
use crate::proof::{NodeId, Proof};
use crate::solver::{Answer, Defence, Goal, Limits, Solver};
use crate::tt::Entry;
use crate::types::{Depth, Ruleset, Score, Square};

/// What the solver may take of memory: this part of what the table takes ...
const MEMORY_PART: usize = 16;
/// ... but at most so many bytes.
const MOST_MEMORY: usize = 16 << 20;

/// The depth of what is proven, for the table.
const PROVEN_DEPTH: Depth = 100;

/// The most positions of a proof that the table keeps.
const MOST_REMEMBERED: usize = 10_000;

/// A question with all that is allowed.
const SETTLED: u64 = u64::MAX;

/// What part of all nodes may go into looking for a win by fours.
const FOURS_SHARE: u64 = 20;

/// With how many stones a win that was announced is looked for again.
const PROMISED_NODES: u64 = 50_000;

/// And at most this part of all nodes may go into that.
const PROMISED_SHARE: u64 = 4;

/// The moves of a win, and how many plies it takes.
pub(super) type Line = (Vec<Square>, usize);

/// What was asked of the solver so far.
#[derive(Default)]
pub(super) struct Threats {
    solver: Option<Solver>,
    /// Stones that it has placed.
    spent: u64,
    /// With how many stones an own win was looked for.
    own: u64,
    /// With how many stones a win of the opponent's after these moves.
    checked: Vec<(Square, u64)>,
    /// Moves that lose, with their scores.
    refuted: Vec<(Square, Score)>,
}

impl Threats {
    /// With how many stones a win after this move was looked for.
    fn checked(&self, square: Square) -> u64 {
        let known = self.checked.iter().find(|(known, _)| *known == square);
        known.map_or(0, |&(_, nodes)| nodes)
    }

    /// The score of a root move that is proven to lose.
    pub(super) fn refuted(&self, square: Square) -> Option<Score> {
        let known = self.refuted.iter().find(|(known, _)| *known == square);
        known.map(|&(_, score)| score)
    }
}

/// What the solver has found out.
pub(super) enum Advice {
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
    pub(super) fn look_for_fours(&mut self, moves: &mut Vec<ScoredMove>) -> Option<Score> {
        let most = self.params.root_fours.max(0) as u64;
        let nodes = most.min(self.budget.nodes / FOURS_SHARE);
        if nodes == 0 || self.is_helper() {
            return None;
        }
        if let (Some(mut win), _) = self.win(Goal::Vcf, nodes) {
            if !self.is_as_promised(Score::win_in(win.1)) {
                let nodes = most.min(self.budget.nodes / PROMISED_SHARE);
                win = self.win(Goal::ShortestVcf, nodes).0.unwrap_or(win);
            }
            return self.lead_with(moves, win, 0);
        }
        let forced = matches!(duty(&self.position), Duty::AnswerFive(_));
        let defence = match forced {
            true => Defence::NotNeeded,
            false => self.ask(nodes, Solver::defence),
        };
        if let Defence::Only(squares) = defence
            && moves.iter().any(|entry| squares.contains(entry.square))
        {
            moves.retain(|entry| squares.contains(entry.square));
        }
        None
    }

    /// A win by threats, where one was announced before and the table has
    /// forgotten it, or the opponent's reply was not worth a word in its proof.
    pub(super) fn look_for_promised(&mut self, moves: &mut [ScoredMove]) -> Option<Score> {
        let nodes = PROMISED_NODES.min(self.budget.nodes / PROMISED_SHARE);
        if self.shared.promised.is_none() || self.is_helper() {
            return None;
        }
        let (win, _) = self.win(Goal::Vct, nodes);
        self.lead_with(moves, win?, 0)
    }

    /// Asks the solver about the position, or about the first move, whose score
    /// this is.
    pub(super) fn consult(
        &mut self,
        moves: &mut [ScoredMove],
        score: Score,
        depth: Depth,
    ) -> Advice {
        if self.is_helper() {
            return Advice::Nothing;
        }
        match self.hear_verdicts(moves, score, depth) {
            Advice::Nothing => (),
            advice => return advice,
        }
        let share = self.params.solver_share.max(0) as u64;
        if share == 0 || moves.len() < 2 || score.is_decisive() {
            return Advice::Nothing;
        }
        let credit = self.credit(share);
        let first = moves[0].square;
        if !self.is_worth_asking(first, credit) {
            return Advice::Nothing;
        }
        match self.ask_next(first, credit) {
            Some(verdict) => self.act_on(verdict, moves, score, depth),
            None => Advice::Nothing,
        }
    }

    /// What a verdict says of the first move, whose score this is: the win's
    /// leads, one that loses comes last.
    pub(super) fn act_on(
        &mut self,
        verdict: Verdict,
        moves: &mut [ScoredMove],
        score: Score,
        depth: Depth,
    ) -> Advice {
        match verdict {
            Verdict::Wins(win) => match self.lead_with(moves, win, depth) {
                Some(score) => Advice::Win(score),
                None => Advice::Nothing,
            },
            Verdict::Loses(square, plies) => {
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
    pub(super) fn is_worth_asking(&self, first: Square, nodes: u64) -> bool {
        nodes / 2 >= self.threats.own.min(self.threats.checked(first))
    }

    /// Asks, with so many stones, for an own win or for the opponent's after
    /// the move that is the first now: what was asked with less.
    pub(super) fn ask_next(&mut self, first: Square, nodes: u64) -> Option<Verdict> {
        if self.threats.own <= self.threats.checked(first) {
            self.ask_for_win(nodes).map(Verdict::Wins)
        } else {
            let (_, plies) = self.ask_for_loss(first, nodes)?;
            Some(Verdict::Loses(first, plies + 1))
        }
    }

    /// How many stones the solver may place, if its share of the others is this
    /// one, in per cent.
    pub(super) fn credit(&self, share: u64) -> u64 {
        let searched = self.nodes - self.threats.spent;
        (searched * share / 100).saturating_sub(self.threats.spent)
    }

    /// A win by threats of the side to move.
    fn ask_for_win(&mut self, nodes: u64) -> Option<Line> {
        let (win, settled) = self.win(Goal::Vct, nodes);
        self.threats.own = if settled { SETTLED } else { nodes };
        win
    }

    /// The opponent's win by threats after this move.
    fn ask_for_loss(&mut self, square: Square, nodes: u64) -> Option<Line> {
        self.position.place(square);
        let (win, settled) = self.win(Goal::Vct, nodes);
        let hash = self.position.board().hash();
        self.position.undo();
        let asked = if settled { SETTLED } else { nodes };
        self.threats.checked.retain(|known| known.0 != square);
        self.threats.checked.push((square, asked));
        let (line, plies) = win.as_ref()?;
        let best = line.first().copied();
        let entry = Entry::decided(best, Score::win_in(*plies), 0, PROVEN_DEPTH);
        self.shared.tt.store(hash, entry);
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
        self.threats.refuted.push(loss);
        self.effort.note_lost(loss.0);
        if moves[0].square != loss.0 {
            return false;
        }
        moves.rotate_left(1);
        // Whatever happens next, that move is not to be played.
        self.lines[0] = vec![moves[0].square];
        self.announce(0, depth, score);
        self.look_again();
        true
    }

    /// The win's first move goes to the front of the moves, if it is one of
    /// them, and its line is announced.
    fn lead_with(
        &mut self,
        moves: &mut [ScoredMove],
        (line, plies): Line,
        depth: Depth,
    ) -> Option<Score> {
        let first = line.first()?;
        let index = moves.iter().position(|entry| entry.square == *first)?;
        moves[..=index].rotate_right(1);
        self.lines[0] = line;
        self.deepest = self.deepest.max(plies);
        let score = Score::win_in(plies);
        self.announce(0, depth, score);
        Some(score)
    }

    /// A win of the side to move, with its line and how many plies it takes;
    /// and whether more stones would not find another answer.
    fn win(&mut self, goal: Goal, nodes: u64) -> (Option<Line>, bool) {
        let question = |solver: &mut Solver, position: &mut Position<R>, limits: Limits| {
            let solution = solver.solve(position, goal, limits);
            (solution.answer, solution.nodes)
        };
        match self.ask(nodes, question) {
            Answer::Win(win) => {
                let plies = 2 * win.moves + 1;
                let in_time = plies < self.moves_left();
                if in_time && let Some(root) = win.proof.root() {
                    let lengths = win.proof.lengths();
                    let mut left = MOST_REMEMBERED;
                    self.remember(&win.proof, &lengths, root, &mut left);
                }
                (in_time.then_some((win.line, plies)), true)
            }
            Answer::None => (None, true),
            Answer::Unknown => (None, false),
        }
    }

    /// Puts the positions of a proof into the table, `left` of them at most, so
    /// that the next searches go on with the same win. `lengths` are those of
    /// its nodes, the side to move plays the one of this number.
    fn remember(&mut self, proof: &Proof, lengths: &[usize], id: NodeId, left: &mut usize) {
        let Some(node) = proof.node(id).filter(|_| *left > 0 && lengths[id] > 0) else {
            return;
        };
        *left -= 1;
        self.position.place(node.square);
        let loss = Score::loss_in(2 * lengths[id]);
        let entry = Entry::decided(None, loss, 0, PROVEN_DEPTH);
        let hash = self.position.board().hash();
        self.shared.tt.store(hash, entry);
        for &(reply, next) in &node.replies {
            self.position.place(reply);
            self.remember(proof, lengths, next, left);
            self.position.undo();
        }
        self.position.undo();
    }

    /// Asks the solver a question about the position, which may cost so many
    /// nodes and says itself how many it has.
    fn ask<T>(
        &mut self,
        nodes: u64,
        question: impl FnOnce(&mut Solver, &mut Position<R>, Limits) -> (T, u64),
    ) -> T {
        let memory = (self.shared.tt.bytes() / MEMORY_PART).min(MOST_MEMORY);
        let solver = self.threats.solver.take();
        let mut solver = solver.unwrap_or_else(|| Solver::new(memory));
        let mut position = self.position.clone();
        let stop = || self.must_stop() || self.is_late();
        let limits = Limits {
            stop: Some(&stop),
            ..Limits::nodes(nodes.min(self.budget.nodes.saturating_sub(self.nodes)))
        };
        let (answer, spent) = question(&mut solver, &mut position, limits);
        self.threats.solver = Some(solver);
        self.threats.spent += spent;
        self.nodes += spent;
        answer
    }
}
