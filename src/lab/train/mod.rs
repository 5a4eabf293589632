//! Trains a network on self-play games: the policy by a softmax over the moves, the
//! value by searches and results. Training starts from scratch or from a network.

mod blocks;
mod curves;
mod epochs;
mod layout;
mod mapping;
mod model;
mod policy_head;
mod rounding;
mod samples;
mod sparse_rows;
mod value;
mod vector;

pub use curves::svg;
pub use value::{TrainedValue, ValueMetrics};

use rayon::prelude::*;

use crate::eval::network::{Network, ValueNumbers};
use crate::lab::selfplay::{BadRecord, GameSet, ScoredGame};
use crate::lab::softmax;
use crate::types::{ByRule, Ruleset};
use blocks::Games;
use epochs::Epochs;
use model::Model;
use rounding::{difference, exact, rounded};
use samples::{Sample, of_game};

/// The accuracy of a policy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PolicyMetrics {
    /// Cross-entropy of the moves that were played.
    pub loss: f64,
    /// How often the move is the first, and among the first three.
    pub right: [f64; 2],
    /// The number of moves.
    pub moves: usize,
}

impl PolicyMetrics {
    fn of(samples: &[Sample], policy: impl Fn(&Sample) -> Vec<f32> + Sync) -> PolicyMetrics {
        let of_one = |sample: &Sample| {
            let mut odds = policy(sample);
            let played = odds[sample.played];
            let first = [1, 3].map(|places| among_first(&odds, played, places));
            softmax(&mut odds);
            (-f64::from(odds[sample.played].max(1e-9).ln()), first)
        };
        let held: Vec<(f64, [f64; 2])> = samples.par_iter().map(of_one).collect();
        let share = |sum: f64| sum / held.len().max(1) as f64;
        let right = |place: usize| share(held.iter().map(|one| one.1[place]).sum());
        PolicyMetrics {
            loss: share(held.iter().map(|one| one.0).sum()),
            right: [right(0), right(1)],
            moves: held.len(),
        }
    }
}

/// The probability that `played`, one of these odds, is among the first `places`, if
/// ties are broken at random.
fn among_first(odds: &[f32], played: f32, places: usize) -> f64 {
    let better = odds.iter().filter(|&&other| other > played).count();
    let equal = odds.iter().filter(|&&other| other == played).count();
    let left = places.saturating_sub(better);
    left.min(equal) as f64 / equal.max(1) as f64
}

/// How long and how fast a policy or a value learns.
#[derive(Clone, Copy, Debug)]
pub struct Passes {
    /// The number of passes over all positions; 0: it stays as it is.
    pub epochs: usize,
    /// The learning rate at the beginning.
    pub rate: f32,
}

/// Settings of a training.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Of the policy.
    pub policy: Passes,
    /// Of the value.
    pub value: Passes,
    /// The random seed.
    pub seed: u64,
    /// Whether only positions with longer searches count.
    pub only_relabelled: bool,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// An epoch of the policy is done.
    Policy {
        /// The epoch, from 0 on.
        epoch: usize,
        /// The training loss: cross-entropy of moves.
        learnt: f64,
        /// On the held-back games.
        held: PolicyMetrics,
    },
    /// An epoch of the value is done.
    Value {
        /// The epoch, from 0 on.
        epoch: usize,
        /// On the held-back games.
        held: ValueMetrics,
    },
}

/// The result of a training.
#[derive(Clone)]
pub struct Trained {
    /// The network.
    pub network: Network,
    /// The number of training positions; 0 without epochs.
    pub positions: usize,
    /// The fitted tables' policy on the held-back games.
    pub tables: PolicyMetrics,
    /// The start network on the held-back games.
    pub start: Option<PolicyMetrics>,
    /// The network on the held-back games, after each epoch.
    pub course: Vec<PolicyMetrics>,
    /// The training loss of each epoch.
    pub learnt: Vec<f64>,
    /// The largest change of log-odds by rounding, on the held-back games.
    pub rounding: f64,
    /// The result for the value, if there is one.
    pub value: Option<TrainedValue>,
}

/// Trains a network on games under one rule, with normalised scores: its policy and, if
/// that has epochs, its value. It starts from `start`, a network for the same
/// rule, or from scratch. The same games, settings and start give the same network,
/// with any number of threads. `report` gets the progress.
pub fn train(
    set: &GameSet,
    start: Option<&Network>,
    settings: Settings,
    report: &mut dyn FnMut(Progress),
) -> Result<Trained, BadRecord> {
    set.rule.run(Training {
        set,
        start,
        settings,
        report,
    })
}

struct Training<'a> {
    set: &'a GameSet,
    start: Option<&'a Network>,
    settings: Settings,
    report: &'a mut dyn FnMut(Progress),
}

impl ByRule for Training<'_> {
    type Output = Result<Trained, BadRecord>;

    fn run<R: Ruleset>(self) -> Self::Output {
        let Training {
            set,
            start,
            settings,
            report,
        } = self;
        assert!(start.is_none_or(|network| network.rule() == R::RULE));
        let mut games = Games::new(&set.games);
        let known = start.and_then(Network::value);
        let mut model = match start {
            Some(network) => Model::continued(R::RULE, network.numbers(), exact(network.numbers())),
            None => Model::new(R::RULE, settings.seed),
        };
        let measured_by =
            |model: &Model, of: &[Sample]| PolicyMetrics::of(of, |one| model.policy(one));
        let only_relabelled = settings.only_relabelled;
        let held_back = |pools| held_back::<R>(&games, only_relabelled, pools);
        let held = start.map(|_| held_back(known)).transpose()?;
        let before = held.as_ref().map(|held| measured_by(&model, held));
        // The same after the value's training if that changes nothing.
        let held = held.filter(|_| settings.value.epochs == 0);
        // The value comes first: the policy uses its pools.
        let value = match settings.value.epochs > 0 || known.is_some() {
            true => {
                let report = &mut |epoch, held| report(Progress::Value { epoch, held });
                Some(value::train::<R>(&set.games, known, settings, report)?)
            }
            false => None,
        };
        let of_value = value.as_ref().map(|value| value.numbers.clone());
        let pools = of_value.as_ref();
        let of_game = &|game: &ScoredGame| of_game::<R>(game, only_relabelled, pools);
        let held = held.map_or_else(|| held_back(pools), Ok)?;
        let usual = |sample: &Sample| sample.candidates.iter().map(|one| one.usual).collect();
        let tables = PolicyMetrics::of(&held, usual);
        if settings.policy.epochs > 0 {
            model.open_units(settings.seed);
        }
        let mut gradients = model.gradients();
        let mut epochs = Epochs::new(settings.policy, settings.seed, &games, of_game)?;
        let (positions, decay) = (epochs.positions, epochs.decay());
        let (mut course, mut learnt) = (Vec::new(), Vec::new());
        for epoch in 0..settings.policy.epochs {
            let mut loss = 0.0;
            epochs.next(&mut games, of_game, |batch, rate| {
                loss += model.step(batch, &mut gradients, rate, decay);
            })?;
            let loss = loss / positions.max(1) as f64;
            model.map_all();
            let metrics = measured_by(&model, &held);
            report(Progress::Policy {
                epoch,
                learnt: loss,
                held: metrics,
            });
            course.push(metrics);
            learnt.push(loss);
        }
        let numbers = rounded(R::RULE, &model);
        let differences = held
            .par_iter()
            .map(|sample| difference(&numbers, &model, sample));
        let rounding = differences.reduce(|| 0.0, f64::max);
        Ok(Trained {
            rounding,
            network: Network::new(R::RULE, numbers, of_value),
            value,
            positions,
            tables,
            start: before,
            course,
            learnt,
        })
    }
}

/// The positions held back, as the policy sees them beside this value.
fn held_back<R: Ruleset>(
    games: &Games,
    only_relabelled: bool,
    value: Option<&ValueNumbers>,
) -> Result<Vec<Sample>, BadRecord> {
    let of_game = &|game: &ScoredGame| of_game::<R>(game, only_relabelled, value);
    games.held_back(of_game, |sample| sample.deeper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_moves_share_their_places() {
        let odds = [2.0, 1.0, 1.0, 1.0, 0.0];
        let share = |played, places| among_first(&odds, played, places);
        assert_eq!([share(2.0, 1), share(2.0, 3)], [1.0, 1.0]);
        assert_eq!(share(1.0, 1), 0.0);
        assert!((share(1.0, 3) - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!([share(0.0, 3), share(0.0, 5)], [0.0, 1.0]);
        assert_eq!(among_first(&[0.5; 4], 0.5, 1), 0.25);
    }
}
