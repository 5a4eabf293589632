//! Correction history: the mean error of the evaluation of positions with the same threats,
//! or after the same two moves, as searches have shown.
//!
//! CITE: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use crate::params::{CORRECTION_LIMIT, CORRECTION_UNIT};
use crate::position::THREAT_KEYS;
use crate::types::{Color, FineDepth, ONE_PLY, SQUARES, Score, Square};

/// Depths above this weigh no more.
const MOST_WEIGHT: i32 = 16;
/// An update moves the entries by this part of the remaining error for each ply.
const SLOWNESS: i32 = 128;

/// The key of a position in the correction history.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionKey {
    /// Who is to move.
    pub color: Color,
    /// The threats on the board.
    pub facts: usize,
    /// The last two moves, the very last one first.
    pub before: [Option<Square>; 2],
}

/// Mean errors of the evaluation, in parts of a unit, by threats and by moves.
///
/// A search's score comes from evaluations that were corrected themselves. If both tables
/// learnt all of the error, or more than the error were added, corrections would amplify
/// themselves up to their limit.
pub struct Correction {
    /// `[color][facts]`
    threats: Vec<i16>,
    /// `[color][move before][last move]`
    moves: Vec<i16>,
}

impl Correction {
    pub fn new() -> Correction {
        Correction {
            threats: vec![0; 2 * THREAT_KEYS],
            moves: vec![0; 2 * SQUARES * SQUARES],
        }
    }

    /// The correction of the evaluation.
    #[inline]
    pub fn of(&self, correction_key: CorrectionKey) -> i32 {
        self.sum(places(correction_key)) / CORRECTION_UNIT
    }

    #[inline]
    fn sum(&self, (threats, moves): Places) -> i32 {
        let moves = moves.map_or(0, |moves| self.moves[moves]);
        i32::from(self.threats[threats]) + i32::from(moves)
    }

    /// Learns from a search to this depth with this score, where the evaluation was `eval`.
    pub fn note(
        &mut self,
        correction_key: CorrectionKey,
        eval: Score,
        score: Score,
        depth: FineDepth,
    ) {
        let weight = (depth / ONE_PLY).clamp(1, MOST_WEIGHT);
        let places = places(correction_key);
        let most = CORRECTION_LIMIT / CORRECTION_UNIT;
        let error = (score.value() - eval.value()).clamp(-most, most) * CORRECTION_UNIT;
        let left = (error - self.sum(places)) * weight / SLOWNESS;
        let follow = |entry: &mut i16, step: i32| {
            let now = i32::from(*entry) + step;
            *entry = now.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
        };
        let (threats, moves) = places;
        let each = left / (1 + i32::from(moves.is_some()));
        follow(&mut self.threats[threats], each);
        if let Some(moves) = moves {
            follow(&mut self.moves[moves], each);
        }
    }
}

/// The indices of a key: by threats, and by moves if there are two.
type Places = (usize, Option<usize>);

#[inline]
fn places(correction_key: CorrectionKey) -> Places {
    let color = correction_key.color.index();
    let [last, before] = correction_key.before;
    let moves = last
        .zip(before)
        .map(|(last, before)| (color * SQUARES + before.index()) * SQUARES + last.index());
    (color * THREAT_KEYS + correction_key.facts, moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(before: [Option<Square>; 2]) -> CorrectionKey {
        CorrectionKey {
            color: Color::Black,
            facts: 5,
            before,
        }
    }

    #[test]
    fn a_repeated_error_is_corrected_up_to_the_limit() {
        let two = [7, 9].map(|index| Some(Square::from_index(index)));
        for correction_key in [after([None; 2]), after(two)] {
            let mut correction = Correction::new();
            let mut note = |eval: i32, score: i32| {
                for _ in 0..2_000 {
                    let (eval, score) = (Score::estimate(eval), Score::estimate(score));
                    correction.note(correction_key, eval, score, 4 * ONE_PLY);
                }
                correction.of(correction_key)
            };
            assert!((59..=60).contains(&note(10, 70)));
            let most = CORRECTION_LIMIT / CORRECTION_UNIT;
            assert!((most - 1..=most).contains(&note(0, 9_000)));
            assert!((-most..=1 - most).contains(&note(0, -9_000)));
            let other = CorrectionKey {
                color: Color::White,
                ..correction_key
            };
            assert_eq!(correction.of(other), 0);
        }
    }

    /// Scores of searches whose leaves are all corrected in the same way.
    #[test]
    fn corrections_do_not_amplify_themselves() {
        let two = [7, 9].map(|index| Some(Square::from_index(index)));
        let mut correction = Correction::new();
        for _ in 0..20_000 {
            let score = 20 + correction.of(after(two)) / 2;
            correction.note(after(two), Score::DRAW, Score::estimate(score), 9 * ONE_PLY);
        }
        assert!((37..=40).contains(&correction.of(after(two))));
    }
}
