//! Training samples: positions with results, and with the moves that were played.

use super::{PAIRS, VALUE_TERMS};
use crate::eval::weights::{pair_index, terms};
use crate::lab::choice::choice;
use crate::lab::selfplay::{BadRecord, ScoredGame};
use crate::movegen::duty;
use crate::pattern::Shape;
use crate::position::Position;
use crate::scale::{self, Meaning};
use crate::types::{Color, Direction, Ruleset, Square};

/// Only positions with a normalised score up to this are used: between strong players
/// the nearly even ones decide.
const EVEN: i32 = 150;

/// A position for the value.
pub(super) struct ValueSample {
    mover: Color,
    /// The counts of pairs of shapes: the mover's, then the waiter's.
    pairs: [Vec<(u8, u16)>; 2],
    threats: usize,
    score: i32,
    /// The mover's share of the game's point; `None` if a levelling move followed.
    pub(super) result: Option<f32>,
    pub(super) held_back: bool,
}

impl ValueSample {
    /// Whether neither side is far ahead.
    pub(super) fn is_even(&self) -> bool {
        self.score.abs() <= EVEN
    }

    /// The mover's share of the point by the search's score.
    pub(super) fn score_target(&self, unit: f64) -> f32 {
        scale::sigmoid(f64::from(self.score) / unit) as f32
    }

    /// The places of the weights whose sum is the value, with their counts.
    pub(super) fn features(&self, colors: usize, features: &mut Vec<(usize, f32)>) {
        features.clear();
        let place = |color: Color| color.index() % colors * VALUE_TERMS;
        let [mover, waiter] = &self.pairs;
        let (own, other) = (place(self.mover), place(!self.mover) + PAIRS);
        let count = |count: u16| f32::from(count);
        features.extend(
            mover
                .iter()
                .map(|&(pair, n)| (own + usize::from(pair), count(n))),
        );
        features.extend(
            waiter
                .iter()
                .map(|&(pair, n)| (other + usize::from(pair), -count(n))),
        );
        features.extend(terms(self.threats).map(|term| (own + 2 * PAIRS + term, 1.0)));
    }
}

/// A square with the pairs of shapes that mover and waiter would make there.
pub(super) struct Candidate {
    pairs: [[u8; 6]; 2],
}

impl Candidate {
    /// The places of the weights whose sum is its policy.
    pub(super) fn features(&self, color: usize) -> impl Iterator<Item = usize> {
        self.pairs
            .iter()
            .enumerate()
            .flat_map(move |(side, pairs)| {
                pairs
                    .iter()
                    .map(move |&pair| (2 * color + side) * PAIRS + usize::from(pair))
            })
    }
}

/// A position in which there were several moves.
pub(super) struct PolicySample {
    mover: Color,
    pub(super) squares: Vec<Candidate>,
    /// The place of the move that was played.
    pub(super) played: usize,
    pub(super) held_back: bool,
}

impl PolicySample {
    /// The colour whose weights count.
    pub(super) fn color(&self, colors: usize) -> usize {
        self.mover.index() % colors
    }

    /// The policy of all squares, in log-odds.
    pub(super) fn policy(&self, weights: &[f32], colors: usize, policy: &mut Vec<f32>) {
        let color = self.color(colors);
        let of_square = |square: &Candidate| -> f32 {
            square.features(color).map(|index| weights[index]).sum()
        };
        policy.clear();
        policy.extend(self.squares.iter().map(of_square));
    }
}

/// All samples of games with normalised scores. One game in `held_back` is marked.
pub(super) fn collect<R: Ruleset>(
    games: &[ScoredGame],
    held_back: usize,
) -> Result<(Vec<ValueSample>, Vec<PolicySample>), BadRecord> {
    let (mut values, mut policies) = (Vec::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        let held_back = number.is_multiple_of(held_back);
        let settled_from = game.settled_from();
        let mut board = game.start()?;
        for one in &game.positions {
            let position = Position::<R>::new(board.clone());
            let points = game.points(board.side_to_move());
            let is_settled = board.stone_count() >= settled_from;
            let share = is_settled.then_some(f32::from(points) / 2.0);
            let sample = value_sample(&position, one.score.meaning(), share);
            values.extend(sample.map(|sample| ValueSample {
                held_back,
                ..sample
            }));
            let Some(square) = one.played else {
                break;
            };
            if !one.levelling {
                let sample = policy_sample(&position, square);
                policies.extend(sample.map(|sample| PolicySample {
                    held_back,
                    ..sample
                }));
            }
            board.place(square);
        }
    }
    Ok((values, policies))
}

/// The position, if search and evaluation would value it.
fn value_sample<R: Ruleset>(
    position: &Position<R>,
    score: Meaning,
    result: Option<f32>,
) -> Option<ValueSample> {
    if !duty(position).wants_evaluation() {
        return None;
    }
    let mover = position.side_to_move();
    let pairs = [mover, !mover].map(|color| {
        let mut counts = [0; PAIRS];
        for square in *position.board().empty() {
            for pair in pairs_of(position, square, color) {
                counts[usize::from(pair)] += 1;
            }
        }
        // The pair of two empty shapes is worth nothing.
        counts[0] = 0;
        let there = (0..PAIRS).filter(|&pair| counts[pair] > 0);
        there.map(|pair| (pair as u8, counts[pair])).collect()
    });
    Some(ValueSample {
        mover,
        pairs,
        threats: position.threat_key(),
        score: match score {
            Meaning::WinIn(_) => scale::LIMIT,
            Meaning::LossIn(_) => -scale::LIMIT,
            Meaning::Estimate(units) => units,
        },
        result,
        held_back: false,
    })
}

/// The position with the move that was played, if there was a choice.
fn policy_sample<R: Ruleset>(position: &Position<R>, played: Square) -> Option<PolicySample> {
    let mover = position.side_to_move();
    let (squares, played) = choice(position, played)?;
    let candidate = |&square: &Square| Candidate {
        pairs: [mover, !mover].map(|color| pairs_of(position, square, color)),
    };
    Some(PolicySample {
        mover,
        squares: squares.iter().map(candidate).collect(),
        played,
        held_back: false,
    })
}

/// The places of the six pairs of a square's shapes.
fn pairs_of<R: Ruleset>(position: &Position<R>, square: Square, color: Color) -> [u8; 6] {
    let shapes = Direction::ALL.map(|direction| position.shape_if_played(square, color, direction));
    let pair = |one: usize, other: usize| pair_index(shapes[one], shapes[other]) as u8;
    [
        pair(0, 1),
        pair(0, 2),
        pair(0, 3),
        pair(1, 2),
        pair(1, 3),
        pair(2, 3),
    ]
}

// The places of pairs fit into a byte.
const _: () = assert!(PAIRS <= 256 && Shape::ALL.len() <= 16);
