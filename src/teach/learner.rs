//! How far a learner is with the puzzles: ratings, what is solved, days in a row.
//!
//! Ratings follow M. Glickman, "Example of the Glicko-2 system" (2013). A puzzle counts
//! as an opponent, and only the first attempt at it is rated.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::puzzles::{Puzzle, puzzles};

/// A rating and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The rating, on the scale of Elo.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How much it is expected to change (Glicko-2's σ).
    pub volatility: f64,
}

/// What a learner has done. It is kept as JSON; a record that is damaged is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learner {
    rating: Rating,
    /// By the puzzles' ids.
    puzzles: BTreeMap<String, Tried>,
    streak: usize,
    best_streak: usize,
    daily: Option<Daily>,
}

/// A puzzle that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tried {
    rating: Rating,
    is_solved: bool,
}

/// The last day on which the daily puzzle was solved, and how many in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Daily {
    day: u32,
    days: u32,
}

/// A learner's first rating,
const FIRST: f64 = 1200.0;
/// and its deviation; both by Glickman, but for the lower rating of beginners.
const FIRST_DEVIATION: f64 = 350.0;
const VOLATILITY: f64 = 0.06;
/// The rating of puzzles of step 1, and what each further step adds. Estimated: no
/// ratings of people are known.
const EASIEST: f64 = 800.0;
const STEP: f64 = 200.0;
/// How well a puzzle's step tells its rating.
const PUZZLE_DEVIATION: f64 = 150.0;

impl Default for Learner {
    fn default() -> Learner {
        Learner {
            rating: Rating {
                rating: FIRST,
                deviation: FIRST_DEVIATION,
                volatility: VOLATILITY,
            },
            puzzles: BTreeMap::new(),
            streak: 0,
            best_streak: 0,
            daily: None,
        }
    }
}

impl Learner {
    /// The learner's rating.
    #[must_use]
    pub fn rating(&self) -> Rating {
        self.rating
    }

    /// The rating of a puzzle.
    #[must_use]
    pub fn rating_of(&self, puzzle: &Puzzle) -> Rating {
        let tried = self.puzzles.get(&puzzle.id());
        tried.map_or_else(|| first_rating(puzzle), |tried| tried.rating)
    }

    /// Whether a puzzle was solved, at the first attempt or later.
    #[must_use]
    pub fn has_solved(&self, puzzle: &Puzzle) -> bool {
        let tried = self.puzzles.get(&puzzle.id());
        tried.is_some_and(|tried| tried.is_solved)
    }

    /// How many puzzles were solved at the first attempt since the last failure, and the
    /// most so far.
    #[must_use]
    pub fn streak(&self) -> (usize, usize) {
        (self.streak, self.best_streak)
    }

    /// On how many days in a row, up to this day or the one before, the daily puzzle was
    /// solved. Days are counted from any first day.
    #[must_use]
    pub fn days(&self, today: u32) -> u32 {
        let is_recent = |daily: &Daily| today.saturating_sub(daily.day) <= 1;
        let daily = self.daily.filter(is_recent);
        daily.map_or(0, |daily| daily.days)
    }

    /// Whether the puzzle of this day was solved on this day.
    #[must_use]
    pub fn has_solved_daily(&self, today: u32) -> bool {
        self.daily.is_some_and(|daily| daily.day == today)
    }

    /// Notes an attempt at a puzzle, solved to its end or not.
    pub fn attempted(&mut self, puzzle: &Puzzle, is_solved: bool, today: u32) {
        if is_solved && puzzle.number == daily(today).number {
            self.solved_daily(today);
        }
        if let Some(tried) = self.puzzles.get_mut(&puzzle.id()) {
            tried.is_solved |= is_solved;
            return;
        }
        let outcome = match is_solved {
            true => Outcomes::WIN,
            false => Outcomes::LOSS,
        };
        let (own, its) = glicko2(
            &self.rating.into(),
            &first_rating(puzzle).into(),
            &outcome,
            &Glicko2Config::new(),
        );
        self.rating = own.into();
        let rating = its.into();
        self.puzzles
            .insert(puzzle.id(), Tried { rating, is_solved });
        self.streak = if is_solved { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
    }

    fn solved_daily(&mut self, today: u32) {
        let days = match self.daily {
            Some(Daily { day, .. }) if day == today => return,
            Some(Daily { day, days }) if today.checked_sub(day) == Some(1) => {
                days.saturating_add(1)
            }
            _ => 1,
        };
        self.daily = Some(Daily { day: today, days });
    }

    /// The puzzle that suits the learner best: of those never tried, else of those not
    /// solved, the one whose rating is nearest.
    #[must_use]
    pub fn next(&self) -> Option<&'static Puzzle> {
        let distance = |puzzle: &&Puzzle| {
            let distance = (self.rating_of(puzzle).rating - self.rating.rating).abs();
            (self.puzzles.contains_key(&puzzle.id()), distance as u64)
        };
        let open = puzzles().iter().filter(|puzzle| !self.has_solved(puzzle));
        open.min_by_key(distance)
    }
}

/// The puzzle of a day, the same for everybody who has these puzzles.
///
/// # Panics
/// If there are no puzzles.
#[must_use]
pub fn daily(day: u32) -> &'static Puzzle {
    // A step that has no divisor in common with the number of puzzles meets each once.
    let count = puzzles().len();
    let stride = (count * 5 / 8..).find(|&stride| greatest_common_divisor(stride, count) == 1);
    let place = u64::from(day) * stride.unwrap_or(1) as u64 % count as u64;
    &puzzles()[place as usize]
}

fn greatest_common_divisor(one: usize, other: usize) -> usize {
    match other {
        0 => one,
        _ => greatest_common_divisor(other, one % other),
    }
}

fn first_rating(puzzle: &Puzzle) -> Rating {
    Rating {
        rating: EASIEST + STEP * f64::from(puzzle.step - 1),
        deviation: PUZZLE_DEVIATION,
        volatility: VOLATILITY,
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(of: Rating) -> Glicko2Rating {
        Glicko2Rating {
            rating: of.rating,
            deviation: of.deviation,
            volatility: of.volatility,
        }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(of: Glicko2Rating) -> Rating {
        Rating {
            rating: of.rating,
            deviation: of.deviation,
            volatility: of.volatility,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_follow_results() {
        let mut learner = Learner::default();
        let before = learner.rating();
        let first = learner.next().unwrap();
        assert!((learner.rating_of(first).rating - FIRST).abs() <= STEP / 2.0);
        learner.attempted(first, true, 1);
        let after = learner.rating();
        assert!(after.rating > before.rating && after.deviation < before.deviation);
        assert!(learner.rating_of(first).rating < first_rating(first).rating);
        assert_eq!(
            (learner.has_solved(first), learner.streak()),
            (true, (1, 1))
        );
        let second = learner.next().unwrap();
        assert_ne!(first.number, second.number);
        learner.attempted(second, false, 1);
        assert!(learner.rating().rating < after.rating);
        assert_eq!(
            (learner.has_solved(second), learner.streak()),
            (false, (0, 1))
        );
        // A second attempt is not rated.
        let now = learner.rating();
        learner.attempted(second, true, 1);
        assert_eq!((learner.rating(), learner.has_solved(second)), (now, true));
        assert_eq!(learner.streak(), (0, 1));
        let json = serde_json::to_string(&learner).unwrap();
        let again: Learner = serde_json::from_str(&json).unwrap();
        assert!((again.rating().rating - now.rating).abs() < 1e-9);
        assert!(again.has_solved(first) && again.streak() == (0, 1));
    }

    #[test]
    fn ratings_stay_finite_whatever_happens() {
        for is_solved in [true, false] {
            let mut learner = Learner::default();
            for puzzle in puzzles() {
                learner.attempted(puzzle, is_solved, 1);
            }
            let Rating {
                rating, deviation, ..
            } = learner.rating();
            assert!((-1000.0..4000.0).contains(&rating), "{rating}");
            assert!((30.0..350.0).contains(&deviation), "{deviation}");
            assert_eq!(learner.next().is_none(), is_solved);
        }
    }

    #[test]
    fn daily_puzzles_count_days_in_a_row() {
        let count = puzzles().len();
        let mut numbers: Vec<usize> = (0..count as u32).map(|day| daily(day).number).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(1..=count));
        let mut learner = Learner::default();
        for (day, days) in [(7, 1), (8, 2), (9, 3), (11, 1)] {
            assert_eq!(learner.days(day), if day == 11 { 0 } else { days - 1 });
            learner.attempted(daily(day), false, day);
            learner.attempted(daily(day), true, day);
            learner.attempted(daily(day), true, day);
            assert_eq!(learner.days(day), days, "day {day}");
        }
        assert_eq!((learner.days(12), learner.days(13)), (1, 0));
    }
}
