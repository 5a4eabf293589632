//! Fits the meaning of raw scores, an ordered logistic for win, draw and loss, to
//! self-play games. See [`crate::scale`].

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::train::Adam;
use crate::lab::selfplay::GameSet;
use crate::scale::{Chances, Knot, Meaning, NORMAL_SQUARES, Scale, filling, interpolate, sigmoid};
use crate::types::{Color, Rule, Score};

/// The numbers of stones (see [`filling`]) at which the scale has parameters.
pub const KNOTS: [usize; 6] = [8, 16, 26, 40, 60, 90];
/// Positions later than this after the last levelling move are left out: very long games
/// are broken off as draws, which says nothing about their scores.
const MOST_LATER: usize = 40;
/// Rounds of gradient descent over all positions.
const ROUNDS: usize = 600;
/// The weight, in positions, with which neighbouring knots are drawn to each other.
const SMOOTHNESS: f32 = 60.0;
/// The number of bootstrap samples.
const RESAMPLES: usize = 400;
/// The parts of the games for [`cross_validate`].
const FOLDS: usize = 5;

/// A position with the result of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// The place of its game in the set.
    pub game: usize,
    /// Who was to move.
    pub to_move: Color,
    /// Stones on the board, as [`filling`] counts them.
    pub stones: usize,
    /// The raw score for the side to move.
    pub raw: i32,
    /// What the side to move got: 2 for a win, 1 for a draw.
    pub points: u8,
}

/// What the parameters of a scale may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// How full the board is.
    pub stones: bool,
    /// Whether the side to move has an offset.
    pub offset: bool,
    /// Whether the curve is steeper far from zero.
    pub curve: bool,
    /// The colour of the side to move.
    pub colors: bool,
}

/// A position with the chances by a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The position.
    pub observation: Observation,
    /// The chances; from [`cross_validate`], by a fit without the position's game.
    pub chances: Chances,
}

/// One bin of a reliability table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Positions in it.
    pub positions: usize,
    /// Games that they come from.
    pub games: usize,
    /// The mean of the predicted shares.
    pub predicted: f64,
    /// The mean of the real shares.
    pub real: f64,
    /// The standard error of the real share less the predicted one, by resampling
    /// games.
    pub error: f64,
}

/// The positions of games with raw scores that show what scores mean.
pub fn observations(set: &GameSet) -> Vec<Observation> {
    let mut found = Vec::new();
    for (number, game) in set.games.iter().enumerate() {
        let settled_from = game.settled_from();
        for (index, one) in game.positions.iter().enumerate() {
            let stones = game.opening.len() + index;
            let later = stones.checked_sub(settled_from);
            let Meaning::Estimate(raw) = one.score.meaning() else {
                continue;
            };
            if later.is_some_and(|later| later <= MOST_LATER) {
                let to_move = Color::to_move_after(stones);
                found.push(Observation {
                    game: number,
                    to_move,
                    stones: filling(stones, game.width * game.height),
                    raw,
                    points: game.points(to_move),
                });
            }
        }
    }
    found
}

/// Predictions of this form by cross-validation: the games are split into five
/// parts, and each part is predicted by a fit to the others.
pub fn cross_validate(observations: &[Observation], form: Form) -> Vec<Prediction> {
    let fits: Vec<_> = (0..FOLDS)
        .map(|fold| {
            let is_other = |one: &&Observation| one.game % FOLDS != fold;
            let others: Vec<_> = observations.iter().filter(is_other).copied().collect();
            fit_scale(&others, form)
        })
        .collect();
    let predict = |&observation: &Observation| {
        let knots = &fits[observation.game % FOLDS];
        let knots = &knots[observation.to_move.index() % knots.len()];
        let logistic = interpolate(knots, observation.stones);
        Prediction {
            observation,
            chances: logistic.chances(observation.raw.into()),
        }
    };
    observations.iter().map(predict).collect()
}

/// Predictions of the built-in scale under this rule.
pub fn by_scale_in_use(observations: &[Observation], rule: Rule) -> Vec<Prediction> {
    let predict = |&observation: &Observation| {
        let Observation {
            to_move,
            stones,
            raw,
            ..
        } = observation;
        // Stones are counted as if they stood on such a board.
        let scale = Scale::at(rule, to_move, stones, NORMAL_SQUARES);
        Prediction {
            observation,
            chances: scale.chances(Score::estimate(raw)),
        }
    };
    observations.iter().map(predict).collect()
}

impl Prediction {
    /// The cross-entropy of the result, in nats.
    fn loss(&self) -> f64 {
        let Chances { win, draw, loss } = self.chances;
        let happened = [loss, draw, win][usize::from(self.observation.points)];
        -happened.max(1e-9).ln()
    }
}

/// The mean cross-entropy of the results, in nats.
pub fn loss(predictions: &[Prediction]) -> f64 {
    let losses = predictions.iter().map(Prediction::loss);
    losses.sum::<f64>() / predictions.len().max(1) as f64
}

/// How much less the loss is than that of `others` for the same positions, with its
/// standard error by resampling games.
pub fn gain(predictions: &[Prediction], others: &[Prediction]) -> (f64, f64) {
    let pairs: Vec<_> = predictions.iter().zip(others).collect();
    let games = pairs.chunk_by(|one, next| one.0.observation.game == next.0.observation.game);
    let sums: Vec<[f64; 2]> = games
        .map(|game| {
            let gains = game.iter().map(|(one, other)| other.loss() - one.loss());
            [gains.sum(), game.len() as f64]
        })
        .collect();
    let mean = |sums: &[[f64; 2]]| {
        let [gain, count] = sum(sums);
        gain / count.max(1.0)
    };
    (mean(&sums), standard_error(&sums, mean))
}

/// Real shares against predicted ones in ten bins of the prediction.
pub fn reliability(predictions: &[Prediction]) -> [Option<Bin>; 10] {
    std::array::from_fn(|bin| {
        let is_here = |one: &&Prediction| ((one.chances.share() * 10.0) as usize).min(9) == bin;
        let here: Vec<_> = predictions.iter().filter(is_here).collect();
        let games = here.chunk_by(|one, next| one.observation.game == next.observation.game);
        let sums: Vec<[f64; 3]> = games
            .map(|game| {
                let real = game
                    .iter()
                    .map(|one| f64::from(one.observation.points) / 2.0);
                let predicted = game.iter().map(|one| one.chances.share());
                [real.sum(), predicted.sum(), game.len() as f64]
            })
            .collect();
        let difference = |sums: &[[f64; 3]]| {
            let [real, predicted, count] = sum(sums);
            (real - predicted) / count.max(1.0)
        };
        let [real, predicted, count] = sum(&sums);
        (!here.is_empty()).then(|| Bin {
            positions: here.len(),
            games: sums.len(),
            predicted: predicted / count,
            real: real / count,
            error: standard_error(&sums, difference),
        })
    })
}

/// Fits a scale of this form to positions: knots for both colours, or for each if the
/// form has colours.
pub fn fit_scale(observations: &[Observation], form: Form) -> Vec<Vec<Knot>> {
    let colors = if form.colors { 2 } else { 1 };
    let knots: &[usize] = if form.stones { &KNOTS } else { &KNOTS[..1] };
    let fitted = (0..colors).map(|color| {
        let of_color = |one: &&Observation| one.to_move.index() % colors == color;
        let own: Vec<&Observation> = observations.iter().filter(of_color).collect();
        descend(&own, knots, form)
    });
    fitted.collect()
}

/// The parameters of a knot: the logarithms of unit and draw width, the offset
/// in log-odds, and the logarithm of the curve.
const PARAMETERS: usize = 4;
const UNIT: usize = 0;
const DRAW: usize = 1;
const OFFSET: usize = 2;
const CURVE: usize = 3;
/// The logarithm of no curve.
const NO_CURVE: f32 = -30.0;

/// The knots for positions of one side to move.
fn descend(observations: &[&Observation], knots: &[usize], form: Form) -> Vec<Knot> {
    let mut adam = Adam::new(knots.len() * PARAMETERS, 0.0);
    for knot in adam.weights.chunks_mut(PARAMETERS) {
        knot[UNIT] = 250f32.ln();
        knot[DRAW] = 0.3f32.ln();
        knot[CURVE] = if form.curve { 0.05f32.ln() } else { NO_CURVE };
    }
    let samples = observations.len().max(1);
    for round in 0..ROUNDS {
        adam.anneal(round, ROUNDS);
        let mut gradient = vec![0.0; adam.weights.len()];
        for one in observations {
            add_gradient(one, knots, &adam.weights, &mut gradient);
        }
        for (index, sum) in gradient.iter().enumerate() {
            let is_fixed = match index % PARAMETERS {
                OFFSET => !form.offset,
                CURVE => !form.curve,
                _ => false,
            };
            adam.gradient[index] = if is_fixed { 0.0 } else { *sum as f32 };
        }
        for low in 0..adam.weights.len().saturating_sub(PARAMETERS) {
            let high = low + PARAMETERS;
            let pull = SMOOTHNESS * (adam.weights[low] - adam.weights[high]);
            adam.gradient[low] += pull;
            adam.gradient[high] -= pull;
        }
        adam.step(samples);
    }
    let knot = |(parameters, &stones): (&[f32], &usize)| {
        let unit = parameters[UNIT].exp().round();
        Knot {
            stones,
            unit: unit as i32,
            draw: (1_000.0 * parameters[DRAW].exp()).round() as i32,
            offset: (parameters[OFFSET] * unit).round() as i32,
            curve: (1_000.0 * parameters[CURVE].exp()).round() as i32,
        }
    };
    let parameters = adam.weights.chunks(PARAMETERS);
    parameters.zip(knots).map(knot).collect()
}

/// The gradient of the cross-entropy of one position.
fn add_gradient(one: &Observation, knots: &[usize], weights: &[f32], gradient: &mut [f64]) {
    let above = knots.iter().position(|&knot| knot >= one.stones);
    let above = above.unwrap_or(knots.len() - 1);
    let below = above.saturating_sub(1);
    let part = match knots[above] - knots[below] {
        0 => 1.0,
        width => (one.stones.saturating_sub(knots[below]) as f64 / width as f64).min(1.0),
    };
    let value = |which: usize| {
        let at = |knot: usize| f64::from(weights[knot * PARAMETERS + which]);
        at(below) + part * (at(above) - at(below))
    };
    let own_odds = f64::from(one.raw) / value(UNIT).exp();
    let (plain, draw) = (own_odds + value(OFFSET), value(DRAW).exp());
    let curve = value(CURVE).exp();
    let bend = curve * plain * plain.abs();
    let odds = plain + bend;
    let slope = 1.0 + 2.0 * curve * plain.abs();
    let (win, not_loss) = (sigmoid(odds - draw), sigmoid(odds + draw));
    let [by_odds, by_draw] = match one.points {
        2 => [win - 1.0, 1.0 - win],
        0 => [not_loss, not_loss],
        _ => {
            let slopes = win * (1.0 - win) + not_loss * (1.0 - not_loss);
            [win + not_loss - 1.0, -slopes / (not_loss - win).max(1e-9)]
        }
    };
    for (knot, share) in [(below, 1.0 - part), (above, part)] {
        let knot = &mut gradient[knot * PARAMETERS..][..PARAMETERS];
        knot[UNIT] -= share * by_odds * slope * own_odds;
        knot[DRAW] += share * by_draw * draw;
        knot[OFFSET] += share * by_odds * slope;
        knot[CURVE] += share * by_odds * bend;
    }
}

fn sum<const N: usize>(rows: &[[f64; N]]) -> [f64; N] {
    let mut sums = [0.0; N];
    for row in rows {
        sums.iter_mut()
            .zip(row)
            .for_each(|(sum, value)| *sum += value);
    }
    sums
}

/// The standard error of a figure, by bootstrap over games.
fn standard_error<const N: usize>(games: &[[f64; N]], figure: impl Fn(&[[f64; N]]) -> f64) -> f64 {
    let mut rng = StdRng::seed_from_u64(games.len() as u64);
    let figures: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let draw = |_: usize| games[rng.random_range(0..games.len())];
            figure(&(0..games.len()).map(draw).collect::<Vec<_>>())
        })
        .collect();
    let mean = figures.iter().sum::<f64>() / RESAMPLES as f64;
    let squares = figures.iter().map(|figure| (figure - mean).powi(2));
    (squares.sum::<f64>() / (RESAMPLES - 1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::Logistic;

    /// A random result of the side to move with these chances.
    fn points(chances: Chances, rng: &mut StdRng) -> u8 {
        let draw: f64 = rng.random();
        match draw {
            _ if draw < chances.win => 2,
            _ if draw < chances.win + chances.draw => 1,
            _ => 0,
        }
    }

    /// Positions with random results by the chances of a known scale.
    fn drawn(games: usize) -> (impl Fn(usize) -> Logistic, Vec<Observation>) {
        let truth = |stones: usize| Logistic {
            unit: 150.0 + 4.0 * stones as f64,
            draw: 0.2 + 0.02 * stones as f64,
            offset: 0.0,
            curve: 0.0,
        };
        let mut rng = StdRng::seed_from_u64(5);
        let mut observations = Vec::new();
        for game in 0..games {
            let stones = rng.random_range(4..100);
            let raw = rng.random_range(-600..=600);
            let chances = truth(stones).chances(raw.into());
            observations.push(Observation {
                game,
                to_move: Color::to_move_after(stones),
                stones,
                raw,
                points: points(chances, &mut rng),
            });
        }
        (truth, observations)
    }

    #[test]
    fn a_known_scale_is_found_again() {
        let (truth, observations) = drawn(20_000);
        let form = Form {
            stones: true,
            offset: false,
            curve: false,
            colors: false,
        };
        let fitted = fit_scale(&observations, form);
        assert_eq!(fitted.len(), 1);
        for stones in [10, 20, 40, 70] {
            let [found, wanted] = [interpolate(&fitted[0], stones), truth(stones)];
            for raw in [-400, -100, 0, 250] {
                let [found, wanted] = [found, wanted].map(|one| one.chances(raw.into()));
                let error = (found.share() - wanted.share()).abs();
                assert!(error < 0.03, "{stones} {raw}: {found:?} {wanted:?}");
                assert!((found.draw - wanted.draw).abs() < 0.06);
            }
        }
        let observations = &observations[..5_000];
        let predictions = cross_validate(observations, form);
        for bin in reliability(&predictions).into_iter().flatten() {
            let sure = 4.0 * bin.error + 0.001;
            assert!((bin.real - bin.predicted).abs() < sure, "{bin:?}");
        }
        // The number of stones helps; colours do not.
        let [poor, rich] = [(false, false), (true, true)].map(|(stones, colors)| {
            let form = Form {
                stones,
                offset: colors,
                curve: colors,
                colors,
            };
            cross_validate(observations, form)
        });
        let (by_stones, error) = gain(&predictions, &poor);
        assert!(by_stones > 5.0 * error && error > 0.0);
        let (by_color, error) = gain(&rich, &predictions);
        assert!(by_color < 3.0 * error);
    }

    /// The built-in scale predicts results by its own chances, but not by those of
    /// another.
    #[test]
    fn a_stale_scale_shows() {
        let rule = Rule::Renju;
        let observed = |times: f64| {
            let (_, mut observations) = drawn(8_000);
            let mut rng = StdRng::seed_from_u64(7);
            for one in &mut observations {
                let scale = Scale::at(rule, one.to_move, one.stones, NORMAL_SQUARES);
                let score = Score::estimate((f64::from(one.raw) * times) as i32);
                one.points = points(scale.chances(score), &mut rng);
            }
            observations
        };
        let off = |observations: &[Observation]| {
            let bins = reliability(&by_scale_in_use(observations, rule));
            let bins = bins.into_iter().flatten();
            bins.filter(|bin| (bin.real - bin.predicted).abs() > 3.0 * bin.error)
                .count()
        };
        assert_eq!(off(&observed(1.0)), 0);
        assert!(off(&observed(0.6)) >= 4);
    }

    #[test]
    fn errors_of_bins_count_games() {
        let (_, observations) = drawn(4_000);
        // Each position ten times does not make the error smaller.
        let often: Vec<Observation> = observations
            .iter()
            .flat_map(|one| std::iter::repeat_n(*one, 10))
            .collect();
        let form = Form {
            stones: false,
            offset: false,
            curve: false,
            colors: false,
        };
        let bins = |observations: &[Observation]| reliability(&cross_validate(observations, form));
        for (once, often) in bins(&observations).into_iter().zip(bins(&often)) {
            let (Some(once), Some(often)) = (once, often) else {
                continue;
            };
            assert_eq!(
                (10 * once.positions, once.games),
                (often.positions, often.games)
            );
            assert!(
                (0.8..1.25).contains(&(once.error / often.error)),
                "{once:?} {often:?}"
            );
        }
    }
}
