//! Puzzles of quiet moves: what long searches say of a position's moves.

use serde::{Deserialize, Serialize};

use super::attempt::{Attempt, Why};
use super::names;
use super::tries::{Holds, Tries, fives, is_legal};
use crate::board::Board;
use crate::board::notation::square_name;
use crate::solver::{Answer, Goal};
use crate::types::{Rule, Square};

/// How much better the best move of a puzzle is, in thousandths of a point.
pub const CLEAR: u16 = 60;

/// What long searches say of a position in which nothing wins by force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The moves that they expect, the best one first.
    pub line: Vec<Square>,
    /// The best moves with their shares of the point in thousandths, the best one first.
    pub shares: Vec<(Square, u16)>,
}

/// The same in the file of puzzles: moves as `h8i9`, shares as `h8=612 i9=540`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BestMoveRecord {
    line: String,
    shares: String,
}

impl BestMove {
    pub(super) fn read(board: &Board, record: &BestMoveRecord) -> Result<BestMove, String> {
        let share = |word: &str| {
            let (name, share) = word.split_once('=').ok_or("a share is h8=612")?;
            let share = share.parse().map_err(|_| "a share is h8=612")?;
            Ok::<_, String>((names::square(board, name)?, share))
        };
        let shares = record.shares.split_whitespace().map(share);
        Ok(BestMove {
            line: names::squares(board, &record.line)?,
            shares: shares.collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn record(&self, board: &Board) -> BestMoveRecord {
        let name = |square| square_name(square, board.height());
        let line = self.line.iter().map(|&square| name(square)).collect();
        let shares = self.shares.iter();
        let shares = shares.map(|&(square, share)| format!("{}={share}", name(square)));
        BestMoveRecord {
            line,
            shares: shares.collect::<Vec<_>>().join(" "),
        }
    }

    /// The judgement of a move, after that of the solver: what does not lose by force
    /// is measured by the shares.
    pub(super) fn judge(&self, square: Square, tried: Attempt) -> Attempt {
        if self.line.first() == Some(&square) {
            let line = self.line.clone();
            return Attempt::Right { line };
        }
        if let Attempt::Wrong { .. } = tried {
            return tried;
        }
        let kept = self.shares.iter().find(|(of, _)| *of == square);
        Attempt::Wrong {
            line: vec![square],
            why: Why::Weaker {
                kept: kept.map(|(_, share)| percent(*share)),
                best: self.shares.first().map_or(0, |(_, share)| percent(*share)),
            },
        }
    }

    /// Proves what can be proven: the best move is clear by the shares, legal and quiet,
    /// and neither side wins by force before or after it. An error says what is wrong.
    pub(super) fn prove(
        &self,
        board: &Board,
        rule: Rule,
        tries: &mut Tries,
    ) -> Result<(), &'static str> {
        let (Some(&best), [(first, most), (_, next), ..]) = (self.line.first(), &self.shares[..])
        else {
            return Err("too few moves");
        };
        let is_sorted = self.shares.is_sorted_by(|(_, one), (_, next)| one >= next);
        if best != *first || !is_sorted || *most > 1_000 || most - next < CLEAR {
            return Err("not clearly the best");
        }
        let is_empty = |&(square, _): &(Square, u16)| board.is_empty(square);
        if !is_legal(board, rule, best) || !self.shares.iter().all(is_empty) {
            return Err("not legal");
        }
        is_quiet(board, rule, best, tries)
            .then_some(())
            .ok_or("not quiet")
    }
}

/// Whether a move makes no four, and neither side wins by force before or after it, as
/// far as the solver sees.
pub fn is_quiet(board: &Board, rule: Rule, square: Square, tries: &mut Tries) -> bool {
    let own = board.side_to_move();
    let wins = |board: &Board, tries: &mut Tries| {
        matches!(tries.ask(board, rule, Goal::Vct), Answer::Win(_))
    };
    if !fives(board, rule, own).is_empty() || !fives(board, rule, !own).is_empty() {
        return false;
    }
    if wins(board, tries) || matches!(tries.holds(board, rule, square), Holds::No { .. }) {
        return false;
    }
    let mut after = board.clone();
    after.place(square);
    fives(&after, rule, own).is_empty()
}

fn percent(share: u16) -> u8 {
    ((share + 5) / 10).min(100) as u8
}
