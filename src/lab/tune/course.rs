//! The course of a tuning: how results move the parameters.

use rand::Rng;
use rand::rngs::StdRng;
use serde::{Deserialize, Serialize};

use crate::lab::chances;
use crate::lab::contender::Contender;
use crate::params::Tunables;

/// SPSA's usual exponents, for the step size ...
const ALPHA: f64 = 0.602;
/// ... and for the changes.
const GAMMA: f64 = 0.101;
/// SPSA's stability constant, as a share of all steps.
const STEADY: f64 = 0.1;

/// The smallest change of a parameter, even at an end of its range.
const LEAST_CHANGE: f64 = 1.0;

/// A parameter to tune.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knob {
    /// Its name among the search parameters.
    pub name: String,
    /// The start value.
    pub start: i32,
    /// Its change in the last step.
    pub change: f64,
}

/// Everything that decides a tuning, except for the order in which parallel games
/// end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunePlan {
    /// What is tuned.
    pub knobs: Vec<Knob>,
    /// The engine with its limits.
    pub engine: Contender,
    /// What is played, in turn: one pair of games on each. At least one.
    pub grounds: Vec<Ground>,
    /// Pairs of games, one for each step.
    pub pairs: usize,
    /// How far a won game moves a parameter in the last step, in changes.
    pub rate: f64,
    /// The random seed.
    pub seed: u64,
}

/// A rule and a board to tune for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// The rule's name.
    pub rule: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The openings, as moves (`h8i9`); with none, games begin on an empty
    /// board.
    pub openings: Vec<String>,
}

/// How the parameters have moved.
#[derive(Clone, Debug)]
pub struct Course {
    /// The values now.
    pub values: Vec<f64>,
    /// The values before each step.
    pub history: Vec<Vec<f64>>,
    /// Games played.
    pub games: usize,
    /// For each parameter the sum over all steps of result times signed change, in
    /// changes.
    products: Vec<f64>,
    /// For each parameter the sum of the squares of its changes.
    widths: Vec<f64>,
    /// The sum of the squares of the results.
    results: f64,
}

/// A finished step, a line of the file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Step {
    /// Its number, which decides the changes.
    pub step: usize,
    /// Games won less games lost by the engine with the changes.
    pub result: i32,
}

impl TunePlan {
    /// The sign of each parameter's change in this step, and the random numbers for
    /// the rest of the step.
    pub(super) fn signs(&self, step: usize) -> (Vec<f64>, StdRng) {
        let mut rng = chances(step as u64 + 1, self.seed);
        let sign = |_: &Knob| if rng.random() { 1.0 } else { -1.0 };
        (self.knobs.iter().map(sign).collect(), rng)
    }

    /// The change of a parameter at `value` in this step. It is smaller near an end of
    /// the range, so that both players are equally far from `value`; otherwise results
    /// would push it towards that end.
    pub(super) fn change(&self, knob: &Knob, step: usize, value: f64) -> f64 {
        let wanted = knob.change * self.width(step);
        let Some((least, most)) = Tunables::range(&knob.name) else {
            return wanted;
        };
        let room = (value - f64::from(least)).min(f64::from(most) - value);
        wanted.min(room.max(LEAST_CHANGE))
    }

    /// The change in this step, in units of the last step's.
    fn width(&self, step: usize) -> f64 {
        (self.pairs as f64 / (step as f64 + 1.0)).powf(GAMMA)
    }

    /// How far a won game moves a parameter in this step, in changes.
    fn rate(&self, step: usize) -> f64 {
        let all = self.pairs as f64;
        let steady = STEADY * all;
        let falls = ((steady + all) / (steady + step as f64 + 1.0)).powf(ALPHA);
        self.rate * falls / self.width(step).powi(2)
    }
}

impl Course {
    pub(super) fn new(plan: &TunePlan) -> Course {
        Course {
            values: plan.knobs.iter().map(|knob| knob.start.into()).collect(),
            history: Vec::new(),
            games: 0,
            products: vec![0.0; plan.knobs.len()],
            widths: vec![0.0; plan.knobs.len()],
            results: 0.0,
        }
    }

    /// Applies a finished step.
    pub(super) fn take(&mut self, plan: &TunePlan, step: Step) {
        self.history.push(self.values.clone());
        let (signs, _) = plan.signs(step.step);
        let result = f64::from(step.result);
        self.results += result * result;
        for (index, (knob, sign)) in plan.knobs.iter().zip(signs).enumerate() {
            let value = &mut self.values[index];
            let change = plan.change(knob, step.step, *value);
            let width = change / knob.change;
            self.products[index] += result * sign * width;
            self.widths[index] += width * width;
            *value += plan.rate(step.step) * change * sign * result;
            if let Some((least, most)) = Tunables::range(&knob.name) {
                *value = value.clamp(least.into(), most.into());
            }
        }
        self.games += 2;
    }

    /// What a change of each parameter was worth on average, with its standard error,
    /// in Elo (if small): the least-squares slope of the results. The two players of a
    /// step are twice the change apart.
    pub fn slopes(&self) -> Vec<(f64, f64)> {
        if self.history.is_empty() {
            return vec![(0.0, f64::INFINITY); self.products.len()];
        }
        // Of a point of a pair of games, near an even score.
        const ELO: f64 = 400.0 / std::f64::consts::LN_10;
        let error = (self.results / self.history.len() as f64).sqrt();
        let sums = self.products.iter().zip(&self.widths);
        sums.map(|(product, widths)| {
            let half = 0.5 * ELO / widths;
            (product * half, error * widths.sqrt() * half)
        })
        .collect()
    }

    /// The mean of each value over the last steps, which is steadier than the value.
    pub fn settled(&self, last: usize) -> Vec<f64> {
        let from = self.history.len().saturating_sub(last);
        let some = &self.history[from..];
        let mean = |index: usize| match some.len() {
            0 => self.values[index],
            count => some.iter().map(|values| values[index]).sum::<f64>() / count as f64,
        };
        (0..self.values.len()).map(mean).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::lab::statistics::expected_score;
    use crate::scale::sigmoid;

    /// A short tuning of two numbers.
    pub fn plan(pairs: usize) -> TunePlan {
        let knob = |name: &str, start, change| Knob {
            name: name.to_string(),
            start,
            change,
        };
        TunePlan {
            knobs: vec![knob("rfp_margin", 70, 10.0), knob("order_killer", 50, 8.0)],
            engine: "self nodes=60".parse().unwrap(),
            grounds: vec![Ground {
                rule: "freestyle".to_string(),
                width: 15,
                height: 15,
                openings: Vec::new(),
            }],
            pairs,
            rate: 0.05,
            seed: 3,
        }
    }

    /// With known best values, the tuning finds them.
    #[test]
    fn values_climb_towards_the_winner() {
        let plan = plan(2_000);
        let mut course = Course::new(&plan);
        let mut rng = StdRng::seed_from_u64(8);
        for step in 0..plan.pairs {
            let (signs, _) = plan.signs(step);
            let strength = |way: f64| -> f64 {
                let places = course.values.iter().zip(&signs).zip(&plan.knobs);
                let away = places
                    .zip([110.0, 20.0])
                    .map(|(((value, sign), knob), best)| {
                        (value + way * sign * plan.change(knob, step, *value) - best).powi(2)
                    });
                -away.sum::<f64>()
            };
            let chance = sigmoid((strength(1.0) - strength(-1.0)) / 800.0);
            let result = (0..2)
                .map(|_| if rng.random_bool(chance) { 1 } else { -1 })
                .sum();
            course.take(&plan, Step { step, result });
        }
        let settled = course.settled(500);
        assert!((settled[0] - 110.0).abs() < 8.0, "{settled:?}");
        assert!((settled[1] - 20.0).abs() < 8.0, "{settled:?}");
    }

    /// With fixed values, the slopes estimate what a change is worth.
    #[test]
    fn slopes_are_what_a_change_is_worth() {
        let plan = TunePlan {
            rate: 0.0,
            ..plan(20_000)
        };
        let worth = [12.0, -4.0];
        let mut course = Course::new(&plan);
        let mut rng = StdRng::seed_from_u64(5);
        // By how many changes the players were apart, and by how much Elo they seemed to be.
        let mut points: Vec<([f64; 2], f64)> = Vec::new();
        for step in 0..plan.pairs {
            let (signs, _) = plan.signs(step);
            let apart: f64 = signs.iter().zip(worth).map(|(sign, elo)| sign * elo).sum();
            let score = expected_score(2.0 * apart * plan.width(step));
            let result = (0..2)
                .map(|_| if rng.random_bool(score) { 1 } else { -1 })
                .sum();
            course.take(&plan, Step { step, result });
            let apart = [signs[0], signs[1]].map(|sign| 2.0 * sign * plan.width(step));
            points.push((apart, f64::from(result) * 400.0 / 10f64.ln()));
        }
        let slopes = course.slopes();
        for (number, (slope, error)) in slopes.iter().enumerate() {
            let product: f64 = points.iter().map(|(apart, elo)| apart[number] * elo).sum();
            let square: f64 = points.iter().map(|(apart, _)| apart[number].powi(2)).sum();
            assert!((slope - product / square).abs() < 1e-9, "{slopes:?}");
            assert!((0.5..1.5).contains(error), "{error}");
            assert!((slope - worth[number]).abs() < 3.0 * error, "{slopes:?}");
        }
    }

    #[test]
    fn both_players_are_equally_far_from_a_number_near_its_end() {
        let plan = plan(1);
        let knob = &plan.knobs[1];
        let (least, most) = Tunables::range(&knob.name).unwrap();
        let change = |value: f64| plan.change(knob, 0, value);
        assert_eq!(change(f64::from(least) + 100.0), 8.0);
        assert_eq!(change(f64::from(least) + 5.0), 5.0);
        assert_eq!(change(f64::from(most) - 2.5), 2.5);
        assert_eq!([change(least.into()), change(most.into())], [1.0; 2]);
    }
}
