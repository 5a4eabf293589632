//! Samples of the value: positions with the scores of searches and the results.

use crate::eval::network::{is_bare, rows_of};
use crate::eval::{Evaluator, zugzwang};
use crate::lab::selfplay::{BadRecord, ScoredGame, ScoredPosition};
use crate::lab::sigmoid;
use crate::lab::train::blocks::{Label, Part, samples_of};
use crate::movegen::duty;
use crate::position::Position;
use crate::scale::{Meaning, Scale};
use crate::types::{Color, Ruleset};

/// The limit of the search's log-odds; wins and losses count as this.
const MOST_ODDS: f32 = 5.0;
/// The share of the search in the target; the rest is the result.
const SEARCH_SHARE: f32 = 0.75;
/// Stands for the row of a window without stones.
pub const BARE: u32 = u32::MAX;

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// 0, or 1 where White has numbers of its own and is to move.
    pub color: usize,
    /// The threat key.
    pub threats: usize,
    /// The tables' value, in units of the evaluation.
    pub tables: f32,
    /// Units of the evaluation to one of log-odds.
    pub unit: f32,
    /// The search's score, in log-odds.
    pub search: f32,
    /// The mover's share of the point, unless a levelling move followed.
    pub result: Option<f32>,
    /// The rows of the windows of the empty squares that see a stone, with the mover as
    /// the own colour; [`BARE`] for windows without stones.
    pub rows: Vec<[u32; 4]>,
    /// Whether the search was longer than the game's.
    pub deeper: bool,
}

impl Sample {
    /// The target: the mover's share of the point by search and result.
    pub fn goal(&self) -> f32 {
        let search = sigmoid(self.search);
        match self.result {
            Some(result) => SEARCH_SHARE * search + (1.0 - SEARCH_SHARE) * result,
            None => search,
        }
    }
}

/// All samples of a game with normalised scores. Branches are not used: see
/// `src/eval/network/README.md`.
pub fn of_game<R: Ruleset>(game: &ScoredGame) -> Result<Vec<Sample>, BadRecord> {
    samples_of(game, Part::Game, see_in::<R>(game))
}

/// Makes samples of positions of this game.
fn see_in<R: Ruleset>(
    game: &ScoredGame,
) -> impl Fn(&Position<R>, &mut Evaluator, &ScoredPosition, Label) -> Option<Sample> + use<R> {
    let settled_from = game.settled_from();
    let points = Color::ALL.map(|color| f32::from(game.points(color)));
    move |position, evaluator, _, (_, score, deeper)| {
        let is_settled = position.board().stone_count() >= settled_from;
        let share = points[position.side_to_move().index()] / 2.0;
        let sample = sample(position, evaluator, score.meaning())?;
        Some(Sample {
            result: is_settled.then_some(share),
            deeper,
            ..sample
        })
    }
}

/// The position with a search's score, if search and evaluation would value it.
fn sample<R: Ruleset>(
    position: &Position<R>,
    evaluator: &mut Evaluator,
    score: Meaning,
) -> Option<Sample> {
    if !duty(position).wants_evaluation() {
        return None;
    }
    // Zugzwang is added separately and must not be learnt.
    if zugzwang(position) != 0 {
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
        threats: position.threat_key(),
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
    use crate::lab::train::blocks::tests::assert_as_from_nothing;
    use crate::types::{Freestyle, Renju};

    #[test]
    fn a_sample_does_not_depend_on_the_path_to_its_position() {
        assert_as_from_nothing(&of_game::<Freestyle>, see_in::<Freestyle>);
        assert_as_from_nothing(&of_game::<Renju>, see_in::<Renju>);
    }
}
