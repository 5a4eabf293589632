//! How sure the search is of its move, and so how much of its time it takes.

use crate::params::effort::{
    BEHIND, BEHIND_MOST, BEHIND_WIDTH, BEST_FACTOR, BEST_SHARE, CHANGE, CLIMB_MOST, EASY_STEADY,
    FADING, FALL, FALL_MOST, LEAST, MEAN_SHARE, MOST, RISE_MOST, SINK, SINK_MOST, STEADY,
    STEADY_FROM, STEADY_LEAST,
};
use crate::types::{Score, Square, SquareSet};

/// How sure the iterations so far are of the move to play.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    best: Option<Square>,
    /// Iterations since the best move changed.
    steady: u32,
    /// Changes of the best move, with less weight for older ones.
    changes: f64,
    /// The scores of the last iteration and of the one before.
    scores: [Option<Score>; 2],
    /// By how much the last score is below those before it.
    fall: f64,
    /// The mean of all scores, with less weight for older ones.
    mean: f64,
    /// The best move's share of the last iteration's nodes.
    best_share: Option<f64>,
    /// Root moves that lose, as far as the search has looked.
    lost: SquareSet,
}

impl Effort {
    /// An iteration has found this.
    pub fn note(&mut self, best: Square, score: Score) {
        self.changes *= FADING;
        if self.best.is_none_or(|before| before == best) {
            self.steady += 1;
        } else {
            self.steady = 0;
            self.changes += 1.0;
        }
        self.best = Some(best);
        // Scores may go up and down with every ply: the mean of two is compared.
        self.fall = match self.scores {
            [Some(last), Some(before)] => {
                f64::from(last.value() + before.value()) / 2.0 - f64::from(score.value())
            }
            _ => 0.0,
        };
        let value = f64::from(score.value());
        self.mean = match self.scores[0] {
            Some(_) => self.mean + MEAN_SHARE * (value - self.mean),
            None => value,
        };
        self.scores = [Some(score), self.scores[0]];
    }

    /// Records the best move's share of the last iteration's nodes; `None` if it is unknown.
    pub fn note_best_share(&mut self, share: Option<f64>) {
        self.best_share = share;
    }

    /// A root move loses, as far as the search has looked.
    pub fn note_lost(&mut self, square: Square) {
        self.lost.insert(square);
    }

    /// Whether this root move was found to lose.
    pub fn is_lost(&self, square: Square) -> bool {
        self.lost.contains(square)
    }

    /// Whether all of these moves were found to lose.
    pub fn all_lose(&self, mut squares: impl Iterator<Item = Square>) -> bool {
        squares.all(|square| self.is_lost(square))
    }

    /// The score of the last iteration.
    pub fn score(&self) -> Option<Score> {
        self.scores[0]
    }

    /// Whether the same move has been the best for long.
    pub fn is_steady(&self) -> bool {
        self.steady >= EASY_STEADY
    }

    /// By what to multiply the usual time.
    pub fn factor(&self) -> f64 {
        let steps = self.steady.saturating_sub(STEADY_FROM);
        let steady = (1.0 - STEADY * f64::from(steps)).max(STEADY_LEAST);
        let changing = 1.0 + CHANGE * self.changes;
        let falling = 1.0 + (self.fall / FALL).clamp(-RISE_MOST, FALL_MOST);
        let value = self.score().map_or(0.0, |score| f64::from(score.value()));
        let sinking = 1.0 + ((self.mean - value) / SINK).clamp(-CLIMB_MOST, SINK_MOST);
        let behind = 1.0 + BEHIND_MOST * ((-value - BEHIND) / BEHIND_WIDTH).clamp(0.0, 1.0);
        let contested = 1.0 + BEST_FACTOR * (BEST_SHARE - self.best_share.unwrap_or(BEST_SHARE));
        (steady * changing * falling * sinking * behind * contested).clamp(LEAST, MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After iterations with these best moves and scores.
    fn after(iterations: &[(usize, i32)]) -> Effort {
        let mut effort = Effort::default();
        for &(square, score) in iterations {
            effort.note(Square::from_index(square), Score::estimate(score));
        }
        effort
    }

    #[test]
    fn a_new_search_takes_the_usual_time() {
        assert_eq!(after(&[]).factor(), 1.0);
        assert_eq!(after(&[(5, 40)]).factor(), 1.0);
        assert_eq!(after(&[(5, 40), (5, 40)]).factor(), 1.0);
    }

    #[test]
    fn a_steady_move_takes_less() {
        let mut before = 1.0;
        for length in [6, 9, 12] {
            let effort = after(&vec![(5, 40); length]);
            assert!(effort.factor() < before && effort.is_steady(), "{length}");
            before = effort.factor();
        }
        assert_eq!(after(&[(5, 40); 60]).factor(), STEADY_LEAST);
        assert!(!after(&[(5, 40), (5, 40), (5, 40), (6, 40)]).is_steady());
    }

    #[test]
    fn changes_of_the_move_take_more_and_are_forgotten() {
        let one = after(&[(5, 40), (5, 40), (6, 40)]);
        let two = after(&[(5, 40), (6, 40), (7, 40)]);
        assert!(one.factor() >= 1.0 + CHANGE && two.factor() > one.factor());
        let mut later = two;
        for _ in 0..12 {
            let before = later.factor();
            later.note(Square::from_index(7), Score::estimate(40));
            assert!(later.factor() < before);
        }
        assert!(later.factor() < 1.0);
    }

    #[test]
    fn a_falling_score_takes_more_and_a_rising_one_a_little_less() {
        let to = |score| after(&[(5, 40), (5, 40), (5, score)]).factor();
        assert!(to(40) == 1.0 && to(-60) > 1.4 && to(-160) > to(-60));
        assert!(to(140) < 1.0 && to(140) >= (1.0 - RISE_MOST) * (1.0 - CLIMB_MOST));
        // Up and down with every ply is less of a fall.
        let waves = after(&[(5, 100), (5, 0), (5, 100), (5, 0)]);
        let fall = after(&[(5, 100), (5, 100), (5, 100), (5, 0)]);
        assert!(waves.factor() < 0.85 * fall.factor());
        // A score that sinks slowly takes more than one that has sunk.
        let sinking = after(&[(5, 90), (5, 60), (5, 30), (5, 0)]);
        assert!(sinking.factor() > after(&[(5, 90), (5, 0), (5, 0), (5, 0)]).factor());
    }

    #[test]
    fn the_factor_stays_within_its_limits() {
        for depth in 1..30 {
            let jumps: Vec<(usize, i32)> = (0..depth).map(|at| (at, -700 * at as i32)).collect();
            let factor = after(&jumps).factor();
            assert!((LEAST..=MOST).contains(&factor), "{factor}");
        }
        let mut effort = after(&[(1, 0), (1, 0)]);
        effort.note(Square::from_index(1), Score::loss_in(4));
        assert_eq!(effort.factor(), MOST);
    }

    #[test]
    fn the_side_that_is_behind_takes_more() {
        let at = |score| after(&[(5, score); 4]).factor();
        assert_eq!([at(2_000), at(0), at(-100)], [1.0; 3]);
        assert!(at(-300) > 1.2 && at(-600) > at(-300));
        assert_eq!(at(-2_000), 1.0 + BEHIND_MOST);
    }

    #[test]
    fn a_move_that_others_contest_takes_more() {
        let with = |share| {
            let mut effort = after(&[(5, 40); 4]);
            effort.note_best_share(share);
            effort.factor()
        };
        assert!(with(Some(0.95)) < 1.0 && with(Some(0.1)) > 1.0);
        assert_eq!(with(None), 1.0);
    }

    #[test]
    fn moves_that_lose_are_remembered() {
        let mut effort = Effort::default();
        let squares = [3, 4, 5].map(Square::from_index);
        effort.note_lost(squares[0]);
        effort.note_lost(squares[2]);
        assert!(effort.all_lose([squares[2], squares[0]].into_iter()));
        assert!(!effort.all_lose(squares.into_iter()));
    }
}
