//! Forced wins, by the solver.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::lab::contender::Contender;
use crate::records::PositionRecord;
use crate::rules;
use crate::solver::{Answer, Goal, Solver, SolverLimits};
use crate::types::{Color, Rule, Square};

/// Nodes to show that a win is still there after one reply.
const JUDGE_NODES: u64 = 100_000;

/// Kinds of forced wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Fours,
    Threats,
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Fours => "vcf",
            Kind::Threats => "vct",
        }
    }

    const fn goal(self) -> Goal {
        match self {
            Kind::Fours => Goal::Vcf,
            Kind::Threats => Goal::Vct,
        }
    }
}

/// The solver, with a contender's limits.
pub(super) struct Solvers {
    solver: Solver,
    nodes: u64,
    time: Duration,
    stop: Arc<AtomicBool>,
}

impl Solvers {
    pub(super) fn new(contender: &Contender, stop: Arc<AtomicBool>) -> Solvers {
        let memory = usize::try_from(contender.memory << 20).unwrap_or(usize::MAX);
        let control = contender.time_control();
        Solvers {
            solver: Solver::new(memory),
            nodes: contender.nodes.unwrap_or(u64::MAX),
            time: control.turn.or(control.game).unwrap_or(Duration::MAX),
            stop,
        }
    }

    /// Whether the side to move has such a win (`win`, `none` or `unknown`), and the nodes
    /// that it took; `None` if it was stopped.
    pub(super) fn solve(
        &mut self,
        record: &PositionRecord,
        kind: Kind,
    ) -> Option<(String, Option<u64>)> {
        let (start, time, stop) = (Instant::now(), self.time, &self.stop);
        let ends = || stop.load(Relaxed) || start.elapsed() >= time;
        let limits = SolverLimits {
            nodes: self.nodes,
            stop: Some(&ends),
        };
        let position = (record.board.clone(), record.rule);
        let solution = self.solver.solve_board(position, kind.goal(), limits);
        let answer = match solution.answer {
            Answer::Unknown if stop.load(Relaxed) => return None,
            Answer::Unknown => "unknown",
            Answer::None => "none",
            Answer::Win(_) => "win",
        };
        Some((answer.to_string(), Some(solution.nodes)))
    }

    /// Whether the side to move wins by threats after this move, whatever the reply, as far
    /// as [`JUDGE_NODES`] show; `None` if it was stopped.
    pub(super) fn keeps_win(&mut self, record: &PositionRecord, square: Square) -> Option<bool> {
        let (mut board, rule) = (record.board.clone(), record.rule);
        let attacker = board.side_to_move();
        if rules::wins(&board, rule, square, attacker) {
            return Some(true);
        }
        if is_foul(&board, rule, square) {
            return Some(false);
        }
        board.place(square);
        for reply in *board.empty() {
            if is_foul(&board, rule, reply) {
                continue;
            }
            if rules::wins(&board, rule, reply, !attacker) {
                return Some(false);
            }
            board.place(reply);
            let wins = self.wins(&board, rule);
            board.undo();
            if self.stop.load(Relaxed) {
                return None;
            }
            if !wins {
                return Some(false);
            }
        }
        Some(true)
    }

    fn wins(&mut self, board: &Board, rule: Rule) -> bool {
        let stop = &self.stop;
        let ends = || stop.load(Relaxed);
        [Kind::Fours, Kind::Threats].into_iter().any(|kind| {
            let limits = SolverLimits {
                nodes: JUDGE_NODES,
                stop: Some(&ends),
            };
            let position = (board.clone(), rule);
            let solution = self.solver.solve_board(position, kind.goal(), limits);
            matches!(solution.answer, Answer::Win(_))
        })
    }
}

fn is_foul(board: &Board, rule: Rule, square: Square) -> bool {
    let is_barred = rule.forbids() && board.side_to_move() == Color::Black;
    is_barred && rules::forbidden(board, square).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_square;

    #[test]
    fn only_moves_that_win_against_every_reply_keep_a_win() {
        let mut solvers = Solvers::new(&"self nodes=1000".parse().unwrap(), Arc::default());
        let mut keeps = |position: &str, rule: Rule, square: &str| {
            let mut board = crate::board::notation::parse_diagram(position).unwrap();
            if board.side_to_move() == Color::White {
                board.pass();
            }
            let square = parse_square(square, &board).unwrap();
            let id = String::new();
            solvers.keeps_win(&PositionRecord { id, rule, board }, square)
        };
        let three = "........./....O..../........./........./..XXX..../........./..O....../........./.O.......";
        // An open four wins, and so does a five.
        assert_eq!(keeps(three, Rule::Freestyle, "f5"), Some(true));
        assert_eq!(
            keeps(&three.replace("XXX.", "XXXX"), Rule::Freestyle, "g5"),
            Some(true)
        );
        // Far away, White stops the three.
        assert_eq!(keeps(three, Rule::Freestyle, "i9"), Some(false));
        // The opponent has a five.
        let late = three.replace("..O......", ".OOOO....");
        assert_eq!(keeps(&late, Rule::Freestyle, "f5"), Some(false));
        // Not with a move that is forbidden: b5 would make an overline.
        let six = three.replace("..XXX....", "X.XXXX...");
        assert_eq!(keeps(&six, Rule::Freestyle, "b5"), Some(true));
        assert_eq!(keeps(&six, Rule::Renju, "b5"), Some(false));
    }
}
