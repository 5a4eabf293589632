//! The moves that a library advises to play.

use rand::Rng;
use rand::seq::SliceRandom;

use super::entry::{Entry, KnownMove};
use crate::board::Board;
use crate::scale::Normalised;
use crate::types::{Color, Square};

/// Without the engine's word a move needs so many games.
const LEAST_GAMES: usize = 3;

/// A move that a library advises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The move.
    pub square: Square,
    /// The share of the point that it gives to the side to move.
    pub share: f64,
}

impl Entry {
    /// The moves whose share of the point is within `margin` of the best, in random
    /// order, each on one of the squares that are the same move.
    ///
    /// If the engine has analysed the position only its values count, else the results
    /// of the games. A move that somebody has marked as losing (`l`) or not to be played
    /// (`x`) is never among them.
    pub fn advice(&self, board: &Board, margin: f64, random: &mut impl Rng) -> Vec<Advice> {
        let color = board.side_to_move();
        // Values of single positions after this one say nothing of the other moves.
        let has_values = self.moves.iter().any(|one| one.value.is_some());
        let is_analysed = self.value.is_some() && has_values;
        let share = |known: &KnownMove| match (is_analysed, known.tag) {
            (_, Some('l' | 'L' | 'x' | 'X')) => None,
            (_, Some('w' | 'W')) => Some(1.0),
            (true, _) => known.value.map(|value| Normalised::of_kept(value).share()),
            (false, _) => share_of_games(known, color),
        };
        let known = self.moves.iter();
        let all = known.filter_map(|known| Some((known, share(known)?)));
        let all: Vec<(&KnownMove, f64)> = all.collect();
        let best = all.iter().map(|(_, share)| *share).fold(0.0, f64::max);
        let mut advice: Vec<Advice> = Vec::new();
        for (known, share) in all {
            // A lost position has nothing to advise.
            if share + margin < best || share <= 0.0 || known.same.is_empty() {
                continue;
            }
            let square = known.same[random.random_range(0..known.same.len())];
            advice.push(Advice { square, share });
        }
        advice.shuffle(random);
        advice
    }
}

/// The share of the games, counted with two draws so that few games say little.
fn share_of_games(known: &KnownMove, color: Color) -> Option<f64> {
    let results = &known.after;
    let games = results.games() - results.unknown;
    let points = results.share(color)? * games as f64;
    (games >= LEAST_GAMES).then(|| (points + 1.0) / (games as f64 + 2.0))
}
