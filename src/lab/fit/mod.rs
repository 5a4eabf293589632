//! Fits the evaluation's tables to self-play games: logistic regression on results and
//! scores for the value, and a softmax over the moves for the policy.
//!
//! CITE: Österlund, Texel's tuning method, 2014 (chess); Adam: Kingma, Ba, 2015.

pub mod diagram;
mod samples;
pub mod scale;
mod train;

use crate::eval::PARTS;
use crate::eval::weights::{PAIRS, POLICY_UNIT, TERMS, Weights};
use crate::lab::selfplay::{BadRecord, GameSet, ScoredGame};
use crate::lab::{sigmoid, softmax};
use crate::scale::K;
use crate::types::{ByRule, Ruleset};
use samples::{PolicySample, ValueSample, collect};
use train::{Adam, dot};

/// One unit of log-odds in raw units of the evaluation. It defines how fine these are;
/// what scores of searches mean is fitted afterwards ([`scale`]).
pub const RAW_UNIT: f64 = 750.0;
/// The same in units of weights.
const WEIGHT_UNIT: f64 = RAW_UNIT * PARTS as f64;
/// The share of the score in the target of a position; the rest is the result.
const SCORE_SHARE: f32 = 0.6;
/// One game in this many is held back for validation.
const HELD_BACK: usize = 10;

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// For both colours, or for each where their rules differ.
    pub weights: Vec<Weights>,
    /// The number of positions.
    pub positions: usize,
    /// Normalised units to one unit of log-odds in the games' own scores: about
    /// [`crate::scale::K`] if the scale fits these games.
    pub score_unit: f64,
    /// Cross-entropy of results on the held-back positions: by the search's score,
    /// without knowledge, and by the fitted value.
    pub losses: [f64; 3],
    /// How often, in the held-back games, the move played is the policy's first, and
    /// among its first three.
    pub right: [f64; 2],
}

/// Fits weights to games under one rule, with normalised scores.
pub fn fit(set: &GameSet, epochs: usize) -> Result<Fitted, BadRecord> {
    let rule = set.rule;
    let (values, policies) = rule.run(Collect(&set.games))?;
    let colors = if rule.forbids() { 2 } else { 1 };
    let (value, score_unit, losses) = fit_value(&values, colors, epochs);
    let (policy, right) = fit_policy(&policies, colors, epochs.div_ceil(4));
    let round = |numbers: &[f32], unit: f64| -> Vec<i32> {
        let rounded = |number: &f32| (f64::from(*number) * unit).round() as i32;
        numbers.iter().map(rounded).collect()
    };
    let weights = (0..colors).map(|color| {
        let values = &value[color * VALUE_TERMS..][..VALUE_TERMS];
        let policy = &policy[color * 2 * PAIRS..][..2 * PAIRS];
        Weights {
            mover: round(&values[..PAIRS], WEIGHT_UNIT),
            waiter: round(&values[PAIRS..2 * PAIRS], WEIGHT_UNIT),
            situation: round(&values[2 * PAIRS..], WEIGHT_UNIT),
            makes: round(&policy[..PAIRS], POLICY_UNIT.into()),
            takes: round(&policy[PAIRS..], POLICY_UNIT.into()),
        }
    });
    Ok(Fitted {
        weights: weights.collect(),
        positions: values.len(),
        score_unit,
        losses,
        right,
    })
}

/// The value's numbers of one colour: as mover, as waiter, and for threats.
const VALUE_TERMS: usize = 2 * PAIRS + TERMS;

struct Collect<'a>(&'a [ScoredGame]);

impl ByRule for Collect<'_> {
    type Output = Result<(Vec<ValueSample>, Vec<PolicySample>), BadRecord>;

    fn run<R: Ruleset>(self) -> Self::Output {
        collect::<R>(self.0, HELD_BACK)
    }
}

/// The cross-entropy of a predicted probability with the target.
pub(super) fn cross_entropy(target: f64, value: f64) -> f64 {
    let value = value.clamp(1e-6, 1.0 - 1e-6);
    -target * value.ln() - (1.0 - target) * (1.0 - value).ln()
}

/// The unit of the scores that predicts the results best.
fn unit_of_scores(samples: &[ValueSample]) -> f64 {
    let loss = |unit: f64| -> f64 {
        let even = samples.iter().filter(|one| one.is_even());
        let with_result = even.filter_map(|one| {
            let result = one.result?;
            Some(cross_entropy(result.into(), one.score_target(unit).into()))
        });
        with_result.sum()
    };
    let units = (2..80).map(|step| f64::from(step) * 10.0);
    units
        .min_by(|a, b| loss(*a).total_cmp(&loss(*b)))
        .unwrap_or(K)
}

/// The weights of the value, the unit of the scores and three losses.
fn fit_value(samples: &[ValueSample], colors: usize, epochs: usize) -> (Vec<f32>, f64, [f64; 3]) {
    let unit = unit_of_scores(samples);
    let target = |one: &ValueSample| {
        let score = one.score_target(unit);
        one.result.map_or(score, |result| {
            SCORE_SHARE * score + (1.0 - SCORE_SHARE) * result
        })
    };
    let mut adam = Adam::new(colors * VALUE_TERMS, 1e-6);
    let is_learnt = |one: &&ValueSample| !one.held_back && one.is_even();
    let learn: Vec<&ValueSample> = samples.iter().filter(is_learnt).collect();
    let mut features = Vec::new();
    for epoch in 0..epochs {
        adam.anneal(epoch, epochs);
        for batch in train::batches(&learn, epoch) {
            for one in &batch {
                one.features(colors, &mut features);
                let error = sigmoid(dot(&adam.weights, &features)) - target(one);
                for &(index, count) in &features {
                    adam.gradient[index] += error * count;
                }
            }
            adam.step(batch.len());
        }
    }
    let mut losses = [0.0; 3];
    let mut held = 0;
    for one in samples.iter().filter(|one| one.held_back) {
        let Some(result) = one.result.map(f64::from) else {
            continue;
        };
        one.features(colors, &mut features);
        let value = sigmoid(dot(&adam.weights, &features));
        losses[0] += cross_entropy(result, one.score_target(unit).into());
        losses[1] += cross_entropy(result, 0.5);
        losses[2] += cross_entropy(result, value.into());
        held += 1;
    }
    let losses = losses.map(|loss| loss / f64::from(held.max(1)));
    (adam.weights, unit, losses)
}

/// The weights of the policy, and its accuracy.
fn fit_policy(samples: &[PolicySample], colors: usize, epochs: usize) -> (Vec<f32>, [f64; 2]) {
    let mut adam = Adam::new(colors * 2 * PAIRS, 1e-6);
    let learn: Vec<&PolicySample> = samples.iter().filter(|one| !one.held_back).collect();
    let mut policy = Vec::new();
    for epoch in 0..epochs {
        adam.anneal(epoch, epochs);
        for batch in train::batches(&learn, epoch) {
            for one in &batch {
                one.policy(&adam.weights, colors, &mut policy);
                softmax(&mut policy);
                policy[one.played] -= 1.0;
                for (square, error) in one.squares.iter().zip(&policy) {
                    for index in square.features(one.color(colors)) {
                        adam.gradient[index] += error;
                    }
                }
            }
            adam.step(batch.len());
        }
    }
    let mut right = [0.0; 2];
    let mut held = 0;
    for one in samples.iter().filter(|one| one.held_back) {
        one.policy(&adam.weights, colors, &mut policy);
        let played = policy[one.played];
        let better = policy.iter().filter(|&&other| other > played).count();
        right[0] += f64::from(better == 0);
        right[1] += f64::from(better < 3);
        held += 1;
    }
    (
        adam.weights,
        right.map(|count| count / f64::from(held.max(1))),
    )
}
