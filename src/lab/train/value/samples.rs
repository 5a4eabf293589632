//! What a value learns from: positions with what a search and the result say of
//! them.

use crate::eval::Evaluator;
use crate::eval::network::{is_bare, rows_of};
use crate::lab::selfplay::{BadRecord, ScoredGame};
use crate::movegen::{Duty, duty};
use crate::position::Position;
use crate::scale::{Meaning, Scale};
use crate::types::Ruleset;

/// Log-odds of the search are cut off here; wins and losses count as these.
const MOST_ODDS: f32 = 5.0;
/// What of the goal is the search's, where the result says something.
const SEARCH_SHARE: f32 = 0.75;
/// Instead of the row of a window without stones.
pub const BARE: u32 = u32::MAX;

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// 0, or 1 where White has numbers of its own and is to move.
    pub color: usize,
    /// The threats on the board, a bit each.
    pub facts: usize,
    /// What the fitted tables say, in units of the evaluation.
    pub tables: f32,
    /// Units of the evaluation to one of log-odds.
    pub unit: f32,
    /// What the search says, in log-odds.
    pub search: f32,
    /// The mover's share of the point, unless a levelling move came between.
    pub result: Option<f32>,
    /// The rows of the windows of the empty squares that see a stone, with the
    /// mover as the own colour; [`BARE`] for windows that see none.
    pub rows: Vec<[u32; 4]>,
    /// Whether the search was a longer one than the game's.
    pub deeper: bool,
}

impl Sample {
    /// The share of the point that the mover will have, to what was searched and
    /// played.
    pub fn goal(&self) -> f32 {
        let search = sigmoid(self.search);
        match self.result {
            Some(result) => SEARCH_SHARE * search + (1.0 - SEARCH_SHARE) * result,
            None => search,
        }
    }
}

/// The probability that log-odds stand for.
pub fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// All samples of a game, which has normalised scores.
pub fn of_game<R: Ruleset>(game: &ScoredGame) -> Result<Vec<Sample>, BadRecord> {
    let settled_from = game.settled_from();
    let mut position = Position::<R>::new(game.start()?);
    let mut evaluator = Evaluator::new(&position);
    let mut samples = Vec::new();
    for (one, (_, score, deeper)) in game.positions.iter().zip(game.labels()) {
        let points = f32::from(game.points(position.side_to_move()));
        let is_settled = position.board().stone_count() >= settled_from;
        let sample = sample(&position, &evaluator, score.meaning());
        samples.extend(sample.map(|sample| Sample {
            result: is_settled.then_some(points / 2.0),
            deeper,
            ..sample
        }));
        let Some(square) = one.played else {
            break;
        };
        evaluator.place(&mut position, square);
    }
    Ok(samples)
}

/// The position with a search's score, if it is one that gets valued.
fn sample<R: Ruleset>(
    position: &Position<R>,
    evaluator: &Evaluator,
    score: Meaning,
) -> Option<Sample> {
    if !matches!(duty(position), Duty::Free | Duty::AnswerOpenFour(_)) {
        return None;
    }
    let (board, mover) = (position.board(), position.side_to_move());
    let squares = board.width() * board.height();
    let scale = Scale::at(R::RULE, mover, board.stone_count(), squares);
    let unit = scale.unit() as f32;
    let search = match score {
        Meaning::WinIn(_) => MOST_ODDS,
        Meaning::LossIn(_) => -MOST_ODDS,
        Meaning::Estimate(units) => scale.raw(units) as f32 / unit,
    };
    let rows = board.empty().into_iter().map(|square| {
        rows_of(board, square, mover).map(|row| match is_bare(row as usize) {
            true => BARE,
            false => row,
        })
    });
    let mut rows: Vec<[u32; 4]> = rows
        .filter(|rows| rows.iter().any(|&row| row != BARE))
        .collect();
    rows.shrink_to_fit();
    Some(Sample {
        color: if R::RULE.forbids() { mover.index() } else { 0 },
        facts: position.facts(),
        tables: evaluator.value_by_tables(position) as f32,
        unit,
        search: search.clamp(-MOST_ODDS, MOST_ODDS),
        result: None,
        rows,
        deeper: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::train::blocks::tests::any_game;
    use crate::types::{Freestyle, Renju};

    fn is_as_from_nothing<R: Ruleset>() {
        let mut compared = 0;
        for game in (0..20).map(any_game) {
            let samples = of_game::<R>(&game).unwrap();
            let mut board = game.start().unwrap();
            let mut from_nothing = Vec::new();
            for one in &game.positions {
                let position = Position::<R>::new(board.clone());
                let points = f32::from(game.points(position.side_to_move()));
                let evaluator = Evaluator::new(&position);
                let sample = sample(&position, &evaluator, one.score.meaning());
                from_nothing.extend(sample.map(|sample| Sample {
                    result: Some(points / 2.0),
                    ..sample
                }));
                board.place(one.played.unwrap());
            }
            assert_eq!(samples, from_nothing);
            compared += samples.len();
        }
        assert!(compared > 50, "{compared}");
    }

    #[test]
    fn a_sample_is_the_same_whatever_led_to_its_position() {
        is_as_from_nothing::<Freestyle>();
        is_as_from_nothing::<Renju>();
    }
}
