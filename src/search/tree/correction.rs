//! Correction history: by how much searches have found positions with the same
//! threats, or after the same two moves, better or worse than their evaluation; and
//! what the network lately added to the tables' value, for lazy evaluation.
//!
//! CITE: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use crate::params::{CORRECTION_LIMIT, CORRECTION_UNIT};
use crate::types::{Color, FineDepth, ONE_PLY, SQUARES, Score, Square};

/// One entry for each set of threats: see
/// [`Position::facts`](crate::position::Position::facts).
const FACTS: usize = 1 << 14;
/// Depths above this weigh no more.
const MOST_WEIGHT: i32 = 16;
/// A difference moves an entry by this part of itself for each ply.
const SLOWNESS: i32 = 128;

/// What a position has in common with others.
#[derive(Clone, Copy, Debug)]
pub struct Likeness {
    /// Who is to move.
    pub color: Color,
    /// The threats on the board.
    pub facts: usize,
    /// The last two moves, the very last one first.
    pub before: [Option<Square>; 2],
}

/// Mean errors of the evaluation, in parts of a unit.
pub struct Correction {
    /// `[color][facts]`
    threats: Vec<i16>,
    /// `[color][move before][last move]`
    moves: Vec<i16>,
}

impl Correction {
    pub fn new() -> Correction {
        Correction {
            threats: vec![0; 2 * FACTS],
            moves: vec![0; 2 * SQUARES * SQUARES],
        }
    }

    /// What is to be added to the evaluation.
    #[inline]
    pub fn of(&self, likeness: Likeness) -> i32 {
        let (threats, moves) = places(likeness);
        let moves = moves.map_or(0, |moves| self.moves[moves]);
        let sum = i32::from(self.threats[threats]) + i32::from(moves);
        sum / CORRECTION_UNIT
    }

    /// A search to this depth found `score` where the evaluation said `eval`.
    pub fn note(&mut self, likeness: Likeness, eval: Score, score: Score, depth: FineDepth) {
        let weight = (depth / ONE_PLY).clamp(1, MOST_WEIGHT);
        let (threats, moves) = places(likeness);
        let most = CORRECTION_LIMIT / CORRECTION_UNIT;
        let error = (score.value() - eval.value()).clamp(-most, most) * CORRECTION_UNIT;
        let follow = |entry: &mut i16| {
            let old = i32::from(*entry);
            *entry = (old + (error - old) * weight / SLOWNESS) as i16;
        };
        follow(&mut self.threats[threats]);
        if let Some(moves) = moves {
            follow(&mut self.moves[moves]);
        }
    }
}

/// What the network lately added to the tables' value, on the average.
#[derive(Default)]
pub struct Drift(i32);

impl Drift {
    /// Parts of a unit in the average.
    const UNIT: i32 = 256;
    /// Every time counts this part of it.
    const SLOWNESS: i32 = 256;
    /// No more counts of one time, in units of the evaluation.
    const MOST: i32 = 1_000;

    /// It added so much this time.
    pub fn note(&mut self, added: i32) {
        let added = added.clamp(-Drift::MOST, Drift::MOST);
        self.0 += (added * Drift::UNIT - self.0) / Drift::SLOWNESS;
    }

    /// In units of the evaluation.
    pub fn mean(&self) -> i32 {
        self.0 / Drift::UNIT
    }
}

#[inline]
fn places(likeness: Likeness) -> (usize, Option<usize>) {
    let color = likeness.color.index();
    let [last, before] = likeness.before;
    let moves = last
        .zip(before)
        .map(|(last, before)| (color * SQUARES + before.index()) * SQUARES + last.index());
    (color * FACTS + likeness.facts, moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_comes_again_is_corrected_and_no_further() {
        let mut correction = Correction::new();
        let likeness = Likeness {
            color: Color::Black,
            facts: 5,
            before: [None; 2],
        };
        for _ in 0..2_000 {
            correction.note(
                likeness,
                Score::estimate(10),
                Score::estimate(70),
                4 * ONE_PLY,
            );
        }
        assert!((59..=60).contains(&correction.of(likeness)));
        let other = Likeness {
            color: Color::White,
            ..likeness
        };
        assert_eq!(correction.of(other), 0);
        for _ in 0..2_000 {
            correction.note(likeness, Score::DRAW, Score::estimate(9_000), 400 * ONE_PLY);
        }
        let most = CORRECTION_LIMIT / CORRECTION_UNIT;
        assert!((most - 1..=most).contains(&correction.of(likeness)));
    }
}
