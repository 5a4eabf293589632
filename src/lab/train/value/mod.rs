//! Trains the value on searches and results: a correction of the fitted tables.

mod model;
mod rounding;
mod samples;

use rayon::prelude::*;

use super::Settings;
use super::blocks::Games;
use super::epochs::Epochs;
use crate::eval::network::{ValueNumbers, swapped_rows};
use crate::lab::fit::cross_entropy;
use crate::lab::selfplay::{BadRecord, ScoredGame};
use crate::lab::sigmoid;
use crate::types::Ruleset;
use model::Model;
use rounding::{difference, exact, rounded};
use samples::{Sample, of_game};

/// The largest search score of an even position, in log-odds.
const EVEN: f32 = 0.75;

/// The accuracy of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ValueMetrics {
    /// Kullback-Leibler divergence of its chances from the search's.
    pub divergence: f64,
    /// The same for even positions.
    pub even: f64,
    /// Cross-entropy of the results.
    pub result: f64,
    /// The number of positions.
    pub positions: usize,
}

impl ValueMetrics {
    fn of(samples: &[Sample], odds: impl Fn(&Sample) -> f32 + Sync) -> ValueMetrics {
        let of_one = |sample: &Sample| -> [f64; 6] {
            let is = f64::from(sigmoid(odds(sample)));
            let search = f64::from(sigmoid(sample.search));
            let divergence = cross_entropy(search, is) - cross_entropy(search, search);
            let even = f64::from(u8::from(sample.search.abs() <= EVEN));
            let result = sample.result.map(|result| cross_entropy(result.into(), is));
            [
                1.0,
                divergence,
                even,
                even * divergence,
                f64::from(u8::from(result.is_some())),
                result.unwrap_or(0.0),
            ]
        };
        // In order of the samples, so that the sums are reproducible.
        let held: Vec<[f64; 6]> = samples.par_iter().map(of_one).collect();
        let sum = |place: usize| held.iter().map(|one| one[place]).sum::<f64>();
        ValueMetrics {
            divergence: sum(1) / sum(0).max(1.0),
            even: sum(3) / sum(2).max(1.0),
            result: sum(5) / sum(4).max(1.0),
            positions: held.len(),
        }
    }
}

/// The result of training a value.
#[derive(Clone)]
pub struct TrainedValue {
    /// The value's numbers.
    pub numbers: ValueNumbers,
    /// The number of training positions; 0 without epochs.
    pub positions: usize,
    /// The fitted tables on the held-back games.
    pub tables: ValueMetrics,
    /// The start value on the held-back games.
    pub start: Option<ValueMetrics>,
    /// The value on the held-back games, after each epoch.
    pub course: Vec<ValueMetrics>,
    /// The largest change by rounding on the held-back games, in units of the
    /// evaluation.
    pub rounding: f64,
}

/// Trains a value from scratch or from `start`. `report` gets each epoch.
pub(super) fn train<R: Ruleset>(
    games: &[ScoredGame],
    start: Option<&ValueNumbers>,
    settings: Settings,
    report: &mut dyn FnMut(usize, ValueMetrics),
) -> Result<TrainedValue, BadRecord> {
    let mut games = Games::new(games);
    let of_game = &|game: &ScoredGame| of_game::<R>(game, settings.only_relabelled);
    let held = games.held_back(of_game, |sample| sample.deeper)?;
    let tables = ValueMetrics::of(&held, |sample| sample.tables / sample.unit);
    let mut model = match start {
        Some(value) => Model::continued(R::RULE, value, exact(value)),
        None => Model::new(R::RULE, settings.seed),
    };
    let start = start.map(|_| ValueMetrics::of(&held, |sample| model.odds(sample)));
    let mut epochs = Epochs::new(settings.value, settings.seed, &games, of_game)?;
    let (positions, decay) = (epochs.positions, epochs.decay());
    let mut course = Vec::new();
    for epoch in 0..settings.value.epochs {
        epochs.next(&mut games, of_game, |batch, rate| {
            model.step(batch, rate, decay);
        })?;
        model.map_all();
        let metrics = ValueMetrics::of(&held, |sample| model.odds(sample));
        report(epoch, metrics);
        course.push(metrics);
    }
    let numbers = rounded(R::RULE, &model);
    let swapped = swapped_rows();
    let differences = held
        .par_iter()
        .map(|sample| difference(&numbers, &model, swapped, sample));
    let rounding = differences.reduce(|| 0.0, f64::max);
    Ok(TrainedValue {
        rounding,
        numbers,
        positions,
        tables,
        start,
        course,
    })
}
