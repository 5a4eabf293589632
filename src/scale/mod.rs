//! One scale for scores under all rules.
//!
//! The search uses raw units, whose meaning depends on the rule and on how full the
//! board is. For output they become the chances of a win, a draw and a loss, and a
//! *normalised* score: `K · ln(p / (1 - p))` with `p` = P(win) + P(draw) / 2 and `K` =
//! 200, as in other engines. Under every rule 0 is a level position, and 100, 200 and
//! 400 stand for 62, 73 and 88 % of the points.
//!
//! The chances are an ordered logistic fitted to self-play games (`pbrain-tengen
//! fit-scale`); the parameters are in `table.rs`, their accuracy in `README.md`. The
//! search does not use any of this: floating point is safe here.

mod table;

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::types::{Color, Rule, Score, ScoreKind};
use table::table;

/// Normalised units to one unit of log-odds.
pub const K: f64 = 200.0;
/// The largest normalised score, that of a win.
pub const LIMIT: i32 = 5_000;
/// The largest normalised estimate. Above it up to [`LIMIT`] are unproven wins, the
/// fastest the highest.
const MOST_ESTIMATE: i32 = 4_000;
/// The squares of a 15×15 board.
pub const NORMAL_SQUARES: usize = 225;
/// Log-odds that count as certain.
const SURE: f64 = 30.0;
/// The largest raw score of [`Scale::raw`].
const RAW_LIMIT: i32 = 20_000;

/// The meaning of raw scores at one filling of the board, for one side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logistic {
    /// Raw units to one unit of log-odds.
    pub unit: f64,
    /// Half the width of the draw, in log-odds: at this score a win has even chances.
    pub draw: f64,
    /// Added to the score of the side to move, in raw units.
    pub offset: f64,
    /// How much steeper the curve is far from zero: log-odds grow by this share for each
    /// unit of them.
    pub curve: f64,
}

/// The fitted parameters at one filling of the board; they are interpolated between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knot {
    /// The stones on the board: see [`filling`].
    pub stones: usize,
    /// [`Logistic::unit`].
    pub unit: i32,
    /// [`Logistic::draw`], in thousandths.
    pub draw: i32,
    /// [`Logistic::offset`].
    pub offset: i32,
    /// [`Logistic::curve`], in thousandths.
    pub curve: i32,
}

/// The chances of the side to move. They sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The probability of a win.
    pub win: f64,
    /// That of a draw.
    pub draw: f64,
    /// That of a loss.
    pub loss: f64,
}

/// A score in the unit that means the same under every rule. It is written as a number,
/// or as `+M5` and `-M4` for a win in 5 and a loss in 4 plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Normalised(Meaning);

/// The meaning of a normalised score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Meaning {
    /// The side to move wins by its `n`-th ply from now, and it is proven.
    WinIn(usize),
    /// The opponent wins by the `n`-th ply from now, and it is proven.
    LossIn(usize),
    /// Anything else, in normalised units.
    Estimate(i32),
}

/// An invalid normalised score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid score '{0}': write 120, +M5 or -M4")]
pub struct NoScore(String);

/// The meaning of raw scores in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale(Logistic);

impl Chances {
    /// The share of the point that the side to move can expect.
    pub fn share(&self) -> f64 {
        self.win + self.draw / 2.0
    }
}

impl Logistic {
    /// The chances with a raw score.
    pub fn chances(&self, raw: f64) -> Chances {
        let [win, not_loss, not_win, loss] = self.quarters(raw);
        Chances {
            win,
            // The difference that loses less precision.
            draw: if raw < 0.0 {
                not_loss - win
            } else {
                not_win - loss
            },
            loss,
        }
    }

    /// `K` times the log-odds of the share, without loss of precision near 0 and 1.
    pub fn normalised(&self, raw: f64) -> f64 {
        let odds = self.odds(raw);
        if odds.abs() > self.draw + SURE {
            // Near certainty the share cannot be distinguished from 1.
            return K * odds.signum() * (odds.abs() - self.draw.cosh().ln());
        }
        let [win, not_loss, not_win, loss] = self.quarters(raw);
        K * ((win + not_loss) / (not_win + loss)).ln()
    }

    /// The log-odds of a raw score without draws.
    fn odds(&self, raw: f64) -> f64 {
        let plain = (raw + self.offset) / self.unit;
        plain * (1.0 + self.curve * plain.abs())
    }

    /// P(win), 1 - P(loss), 1 - P(win), P(loss).
    fn quarters(&self, raw: f64) -> [f64; 4] {
        let odds = self.odds(raw);
        [
            sigmoid(odds - self.draw),
            sigmoid(odds + self.draw),
            sigmoid(self.draw - odds),
            sigmoid(-odds - self.draw),
        ]
    }
}

impl Scale {
    /// The scale under a rule, for a side to move and numbers of stones and squares.
    pub fn at(rule: Rule, to_move: Color, stones: usize, squares: usize) -> Scale {
        let stones = filling(stones, squares);
        Scale(interpolate(table(rule, to_move), stones))
    }

    /// The same for scores of the side that waits.
    pub fn for_waiting(self) -> Scale {
        Scale(Logistic {
            offset: -self.0.offset,
            ..self.0
        })
    }

    /// The chances that a raw score of the side to move stands for.
    pub fn chances(&self, score: Score) -> Chances {
        let sure = |win: f64| Chances {
            win,
            draw: 0.0,
            loss: 1.0 - win,
        };
        match score.kind() {
            ScoreKind::WinIn(_) | ScoreKind::UnprovenWinIn(_) => sure(1.0),
            ScoreKind::LossIn(_) | ScoreKind::UnprovenLossIn(_) => sure(0.0),
            ScoreKind::Estimate(raw) => self.0.chances(raw.into()),
        }
    }

    /// The normalised score of a raw one of the side to move.
    pub fn normalised(&self, score: Score) -> Normalised {
        Normalised::of_kept(self.kept(score))
    }

    /// The score with its estimate in normalised units: what files keep, since it means
    /// the same in all positions and to later versions of the search.
    pub fn kept(&self, score: Score) -> Score {
        match score.kind() {
            ScoreKind::Estimate(raw) => Score::estimate(self.units(raw)),
            _ => score,
        }
    }

    /// Raw units to one unit of log-odds.
    pub fn unit(&self) -> f64 {
        self.0.unit
    }

    /// The raw score nearest to a normalised one.
    pub fn raw(&self, units: i32) -> i32 {
        let wanted = f64::from(units.clamp(-MOST_ESTIMATE, MOST_ESTIMATE));
        let (mut below, mut above) = (-RAW_LIMIT, RAW_LIMIT);
        while above - below > 1 {
            let middle = (below + above).div_euclid(2);
            if self.0.normalised(middle.into()) <= wanted {
                below = middle;
            } else {
                above = middle;
            }
        }
        let error = |raw: i32| (self.0.normalised(raw.into()) - wanted).abs();
        if error(above) < error(below) {
            above
        } else {
            below
        }
    }

    fn units(&self, raw: i32) -> i32 {
        let units = self.0.normalised(raw.into()).round() as i32;
        units.clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
    }
}

impl Normalised {
    /// What it says.
    pub fn meaning(self) -> Meaning {
        self.0
    }

    /// The share of the point that the side to move can expect: 1 for a win.
    pub fn share(self) -> f64 {
        match self.0 {
            Meaning::WinIn(_) => 1.0,
            Meaning::LossIn(_) => 0.0,
            Meaning::Estimate(units) => sigmoid(f64::from(units) / K),
        }
    }

    /// The normalised score of one whose estimate has normalised units, see
    /// [`Scale::kept`].
    pub fn of_kept(score: Score) -> Normalised {
        Normalised(match score.kind() {
            ScoreKind::WinIn(plies) => Meaning::WinIn(plies),
            ScoreKind::LossIn(plies) => Meaning::LossIn(plies),
            ScoreKind::UnprovenWinIn(plies) => Meaning::Estimate(LIMIT - plies as i32),
            ScoreKind::UnprovenLossIn(plies) => Meaning::Estimate(plies as i32 - LIMIT),
            ScoreKind::Estimate(units) => Meaning::Estimate(units.clamp(-LIMIT, LIMIT)),
        })
    }

    /// The score as a number: wins and losses are [`LIMIT`] and its negative.
    pub fn units(self) -> i32 {
        match self.0 {
            Meaning::WinIn(_) => LIMIT,
            Meaning::LossIn(_) => -LIMIT,
            Meaning::Estimate(units) => units,
        }
    }
}

/// The same score for the other side.
impl Neg for Normalised {
    type Output = Normalised;

    fn neg(self) -> Normalised {
        Normalised(match self.0 {
            Meaning::WinIn(plies) => Meaning::LossIn(plies),
            Meaning::LossIn(plies) => Meaning::WinIn(plies),
            Meaning::Estimate(units) => Meaning::Estimate(-units),
        })
    }
}

/// Reads what is written by [`Display`](fmt::Display).
impl FromStr for Normalised {
    type Err = NoScore;

    fn from_str(text: &str) -> Result<Normalised, NoScore> {
        let plies = |sign: &str| text.strip_prefix(sign)?.parse().ok();
        let win = plies("+M").map(Meaning::WinIn);
        let decided = win.or_else(|| plies("-M").map(Meaning::LossIn));
        let units = || {
            text.parse()
                .ok()
                .filter(|units| (-LIMIT..=LIMIT).contains(units))
        };
        let meaning = decided.or_else(|| units().map(Meaning::Estimate));
        let meaning = meaning.ok_or_else(|| NoScore(text.to_string()))?;
        Ok(Normalised(meaning))
    }
}

impl fmt::Display for Normalised {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            Meaning::WinIn(plies) => f.pad(&format!("+M{plies}")),
            Meaning::LossIn(plies) => f.pad(&format!("-M{plies}")),
            Meaning::Estimate(units) => f.pad(&units.to_string()),
        }
    }
}

/// The number of stones that fills a 15×15 board as much as these stones fill theirs: how
/// likely wins are depends on the room left, not on the number of stones.
pub fn filling(stones: usize, squares: usize) -> usize {
    (stones * NORMAL_SQUARES + squares / 2) / squares.max(1)
}

/// A fingerprint of the scale's parameters. Normalised scores with the same fingerprint
/// are comparable and can be converted to raw ones.
pub fn fingerprint() -> u32 {
    let tables = Rule::ALL
        .into_iter()
        .flat_map(|rule| Color::ALL.map(|color| table(rule, color)));
    let numbers = tables.flatten().flat_map(|knot| {
        let Knot {
            stones,
            unit,
            draw,
            offset,
            curve,
        } = *knot;
        [stones as i32, unit, draw, offset, curve]
    });
    // FNV-1a.
    numbers.fold(0x811c_9dc5, |hash, number| {
        (hash ^ number as u32).wrapping_mul(0x0100_0193)
    })
}

/// The parameters between two knots; before the first and after the last they are
/// constant.
pub fn interpolate(knots: &[Knot], stones: usize) -> Logistic {
    let above = knots.iter().position(|knot| knot.stones >= stones);
    let above = above.unwrap_or(knots.len() - 1);
    let (low, high) = (knots[above.saturating_sub(1)], knots[above]);
    let part = match high.stones - low.stones {
        0 => 0.0,
        width => (stones.saturating_sub(low.stones) as f64 / width as f64).min(1.0),
    };
    let between = |low: i32, high: i32| f64::from(low) + part * f64::from(high - low);
    Logistic {
        unit: between(low.unit, high.unit),
        draw: between(low.draw, high.draw) / 1_000.0,
        offset: between(low.offset, high.offset),
        curve: between(low.curve, high.curve) / 1_000.0,
    }
}

/// The probability of these log-odds.
pub(crate) fn sigmoid(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scales() -> impl Iterator<Item = Scale> {
        Rule::ALL.into_iter().flat_map(|rule| {
            Color::ALL.into_iter().flat_map(move |color| {
                let stones = (0..=484).step_by(7);
                stones.map(move |stones| Scale::at(rule, color, stones, 225))
            })
        })
    }

    #[test]
    fn chances_are_probabilities_that_rise_with_the_score() {
        for scale in scales() {
            let mut last = f64::NEG_INFINITY;
            for raw in (-20_000..=20_000).step_by(50) {
                let chances = scale.chances(Score::estimate(raw));
                let Chances { win, draw, loss } = chances;
                assert!(win >= 0.0 && draw >= -1e-12 && loss >= 0.0, "{chances:?}");
                assert!((win + draw + loss - 1.0).abs() < 1e-9, "{chances:?}");
                let normalised = scale.0.normalised(raw.into());
                assert!(normalised > last, "{scale:?} {raw}");
                last = normalised;
            }
        }
    }

    #[test]
    fn the_normalised_score_is_the_log_odds_of_the_share() {
        for scale in scales() {
            for raw in [-700, -100, -1, 0, 5, 300] {
                let share = scale.chances(Score::estimate(raw)).share();
                let wanted = 200.0 * (share / (1.0 - share)).ln();
                let units = scale.normalised(Score::estimate(raw)).units();
                assert!((f64::from(units) - wanted).abs() <= 0.5 + 1e-6);
                let again = scale.normalised(Score::estimate(raw)).share();
                assert!((again - share).abs() < 0.5 / K, "{scale:?} {raw}");
            }
        }
    }

    #[test]
    fn raw_is_the_inverse() {
        for scale in scales() {
            for raw in [-900, -120, -3, 0, 1, 64, 500] {
                // Several raw scores may share a normalised one.
                let units = scale.units(raw);
                let back = scale.raw(units);
                assert_eq!(scale.units(back), units, "{scale:?} {raw} {back}");
            }
            assert!(scale.raw(i32::MAX) <= RAW_LIMIT && scale.raw(i32::MIN) >= -RAW_LIMIT);
        }
    }

    #[test]
    fn the_waiting_sides_share_is_the_rest_of_the_point() {
        for scale in scales() {
            let waiting = scale.for_waiting();
            for raw in [-700, -100, -1, 0, 5, 300] {
                let [own, other] = [raw, -raw].map(Score::estimate);
                let units = waiting.normalised(own).units();
                assert_eq!(units, -scale.normalised(other).units());
            }
        }
    }

    #[test]
    fn decisive_scores_stay_what_they_are() {
        let scale = Scale::at(Rule::Renju, Color::White, 31, 225);
        let (win, loss) = (Score::win_in(7), Score::loss_in(12));
        assert_eq!(scale.normalised(win).to_string(), "+M7");
        assert_eq!(scale.normalised(loss).to_string(), "-M12");
        assert_eq!(scale.chances(win).share(), 1.0);
        assert_eq!(scale.chances(loss).share(), 0.0);
        assert_eq!(scale.normalised(win).units(), LIMIT);
        let least = scale.normalised(Score::estimate(i32::MIN)).units();
        assert_eq!(least, -MOST_ESTIMATE);
        // Unproven scores are numbers between estimates and proofs.
        for plies in [1, 30, 480] {
            let win = scale.normalised(Score::win_in(plies).unproven());
            let loss = scale.normalised(Score::loss_in(plies).unproven());
            assert!((MOST_ESTIMATE + 1..LIMIT).contains(&win.units()), "{win}");
            assert_eq!(loss.units(), -win.units());
            assert_eq!(win.to_string(), (LIMIT - plies as i32).to_string());
            assert!(win.share() > 0.999 && loss.share() < 0.001);
        }
    }

    #[test]
    fn scores_are_read_and_turned_around() {
        for (text, other) in [
            ("+M7", "-M7"),
            ("-M12", "+M12"),
            ("-104", "104"),
            ("0", "0"),
        ] {
            let score: Normalised = text.parse().expect(text);
            assert_eq!(score.to_string(), text);
            assert_eq!((-score).to_string(), other);
            assert!((score.share() + (-score).share() - 1.0).abs() < 1e-9);
        }
        for text in ["", "M7", "+M", "+M-1", "1.5", "5001", "-5001"] {
            assert!(text.parse::<Normalised>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_larger_board_is_filled_later() {
        assert_eq!(filling(45, 225), 45);
        assert_eq!(filling(80, 400), 45);
        assert_eq!(filling(25, 25), 225);
        let at = |stones, squares| Scale::at(Rule::Freestyle, Color::Black, stones, squares);
        assert_eq!(at(45, 225), at(80, 400));
        assert_ne!(at(45, 225), at(45, 400));
    }

    #[test]
    fn parameters_between_knots_are_interpolated() {
        let knot = |stones, unit, draw, offset, curve| Knot {
            stones,
            unit,
            draw,
            offset,
            curve,
        };
        let knots = [knot(10, 100, 0, 10, 0), knot(20, 200, 1_000, -10, 40)];
        let at = |stones| interpolate(&knots, stones);
        assert_eq!(at(0), at(10));
        assert_eq!(at(200), at(20));
        assert_eq!(
            at(15),
            Logistic {
                unit: 150.0,
                draw: 0.5,
                offset: 0.0,
                curve: 0.02
            }
        );
        assert_eq!(at(10).unit, 100.0);
        assert_eq!(at(20).draw, 1.0);
    }

    #[test]
    fn the_tables_are_sound() {
        for rule in Rule::ALL {
            for color in Color::ALL {
                let knots = table(rule, color);
                assert!(knots.is_sorted_by(|low, high| low.stones < high.stones));
                assert!(
                    knots
                        .iter()
                        .all(|knot| knot.unit >= 50 && knot.draw >= 0 && knot.curve >= 0)
                );
            }
            let same = table(rule, Color::Black) == table(rule, Color::White);
            assert_eq!(same, !rule.forbids(), "{rule}");
        }
    }
}
