//! Scores: estimates, and wins and losses in a number of plies.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// No line of play is longer than this many plies.
pub const MAX_PLY: usize = super::SQUARES + 2;

const WIN: i32 = 30_000;
const LONGEST_WIN: i32 = WIN - 1_000;
/// Unproven wins are lower than proven ones by this.
const DOUBT: i32 = 2_000;
const LONGEST_UNPROVEN_WIN: i32 = LONGEST_WIN - DOUBT;
/// Evaluations stay within plus and minus this.
const EVAL_LIMIT: i32 = 20_000;

/// The value of a position for the side to move.
///
/// A win in `n` plies is `WIN - n`, a loss in `n` plies its negative: faster wins and
/// slower losses are higher. A loss is unproven if not every legal move was searched,
/// and so are wins that rest on it. Unproven ones lie between the proven ones and the
/// estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// The meaning of a [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// The side to move wins by its `n`-th ply from now (1 = the next move).
    WinIn(usize),
    /// The opponent wins by the `n`-th ply from now.
    LossIn(usize),
    /// The side to move wins so, unless a move that was not searched helps the
    /// opponent.
    UnprovenWinIn(usize),
    /// The opponent wins so, unless a move that was not searched helps.
    UnprovenLossIn(usize),
    /// An estimate in evaluation units.
    Estimate(i32),
}

impl Score {
    /// Neither side is ahead; also the value of a draw.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(WIN + 1);

    /// An estimate; clamped so that it never reads as a win or loss.
    #[inline]
    pub fn estimate(value: i32) -> Score {
        Score(value.clamp(-EVAL_LIMIT, EVAL_LIMIT))
    }

    /// The side to move wins with the stone that is placed `ply` plies from
    /// the point the score is counted from (1 = the very next stone).
    #[inline]
    pub fn win_in(ply: usize) -> Score {
        Score(WIN - ply as i32)
    }

    /// The opponent wins with the stone that is placed after `ply` plies.
    #[inline]
    pub fn loss_in(ply: usize) -> Score {
        -Score::win_in(ply)
    }

    /// The same score; a win or loss becomes unproven.
    #[inline]
    pub fn unproven(self) -> Score {
        match self.is_proven() {
            true => Score(self.0 - DOUBT * self.0.signum()),
            false => self,
        }
    }

    /// Whether this is a win, proven or not.
    #[inline]
    pub fn is_win(self) -> bool {
        self.0 >= LONGEST_UNPROVEN_WIN
    }

    /// Whether this is a loss, proven or not.
    #[inline]
    pub fn is_loss(self) -> bool {
        self.0 <= -LONGEST_UNPROVEN_WIN
    }

    /// Whether this is a win or a loss, proven or not.
    #[inline]
    pub fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Whether this is a proven win or loss.
    #[inline]
    pub fn is_proven(self) -> bool {
        self.0.abs() >= LONGEST_WIN
    }

    /// The meaning of the score.
    pub fn kind(self) -> ScoreKind {
        let plies = |from: i32| (from - self.0.abs()) as usize;
        match (self.is_proven(), self.is_win(), self.is_loss()) {
            (true, true, _) => ScoreKind::WinIn(plies(WIN)),
            (true, _, true) => ScoreKind::LossIn(plies(WIN)),
            (_, true, _) => ScoreKind::UnprovenWinIn(plies(WIN - DOUBT)),
            (_, _, true) => ScoreKind::UnprovenLossIn(plies(WIN - DOUBT)),
            _ => ScoreKind::Estimate(self.0),
        }
    }

    /// The number of plies to the end, if this is a win or a loss, proven or not.
    pub fn plies(self) -> Option<usize> {
        match self.kind() {
            ScoreKind::WinIn(plies)
            | ScoreKind::LossIn(plies)
            | ScoreKind::UnprovenWinIn(plies)
            | ScoreKind::UnprovenLossIn(plies) => Some(plies),
            ScoreKind::Estimate(_) => None,
        }
    }

    /// The score as a number.
    #[inline]
    pub fn value(self) -> i32 {
        self.0
    }

    /// The score as the hash table keeps it: wins and losses counted from the
    /// stored position, not from the root, which is `ply` plies above it.
    #[inline]
    pub fn to_tt(self, ply: usize) -> i16 {
        let shift = match self {
            _ if self.is_win() => ply as i32,
            _ if self.is_loss() => -(ply as i32),
            _ => 0,
        };
        (self.0 + shift) as i16
    }

    /// The inverse of [`Score::to_tt`].
    #[inline]
    pub fn from_tt(stored: i16, ply: usize) -> Score {
        let score = Score(stored.into());
        let shift = match score {
            _ if score.is_win() => -(ply as i32),
            _ if score.is_loss() => ply as i32,
            _ => 0,
        };
        Score(score.0 + shift)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, margin: i32) -> Score {
        Score((self.0 + margin).clamp(-WIN - 1, WIN + 1))
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, margin: i32) -> Score {
        self + -margin
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.kind() {
            ScoreKind::WinIn(ply) => write!(f, "+M{ply}"),
            ScoreKind::LossIn(ply) => write!(f, "-M{ply}"),
            _ => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faster_wins_and_slower_losses_are_better() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert!(Score::win_in(MAX_PLY).is_win());
        assert!(Score::estimate(i32::MAX) < Score::win_in(MAX_PLY));
        assert!(!Score::estimate(i32::MIN).is_loss());
        assert!(Score::INFINITE > Score::win_in(0));
    }

    #[test]
    fn unproven_scores_lie_between_proofs_and_estimates() {
        for plies in [0, 1, 9, MAX_PLY] {
            let (win, loss) = (Score::win_in(plies), Score::loss_in(plies));
            assert!(win.is_proven() && loss.is_proven());
            let (likely, unlikely) = (win.unproven(), loss.unproven());
            assert_eq!((likely, likely.unproven()), (-unlikely, likely));
            assert!(!likely.is_proven() && likely.is_win() && unlikely.is_loss());
            assert_eq!(likely.kind(), ScoreKind::UnprovenWinIn(plies));
            assert_eq!(unlikely.kind(), ScoreKind::UnprovenLossIn(plies));
            assert_eq!(
                [win, loss, likely, unlikely].map(Score::plies),
                [Some(plies); 4]
            );
            assert!(likely < Score::win_in(MAX_PLY));
            assert!(likely > Score::estimate(i32::MAX));
        }
        assert!(Score::win_in(3).unproven() > Score::win_in(5).unproven());
        let estimate = Score::estimate(123);
        assert_eq!((estimate.unproven(), estimate.plies()), (estimate, None));
    }

    #[test]
    fn the_table_keeps_the_distance_to_the_end() {
        for ply in [0, 1, 17, 300] {
            for score in [
                Score::win_in(ply + 3),
                Score::loss_in(ply + 4),
                Score::win_in(ply + 3).unproven(),
                Score::loss_in(ply + 4).unproven(),
                Score::estimate(-123),
                Score::DRAW,
            ] {
                assert_eq!(Score::from_tt(score.to_tt(ply), ply), score);
            }
        }
        assert_eq!(
            Score::from_tt(Score::win_in(8).to_tt(5), 2),
            Score::win_in(5)
        );
        assert_eq!(Score::win_in(8).to_string(), "+M8");
        assert_eq!(Score::loss_in(2).to_string(), "-M2");
    }
}
