//! Samples of the value: positions with the scores of searches and the results.

use crate::eval::network::{is_bare, rows_of};
use crate::eval::{Evaluator, zugzwang};
use crate::lab::selfplay::{BadRecord, ScoredGame, ScoredPosition};
use crate::lab::sigmoid;
use crate::lab::train::blocks::{Label, samples_of};
use crate::movegen::duty;
use crate::position::Position;
use crate::scale::{Meaning, Scale};
use crate::types::{Color, Ruleset};

/// The limit of the search's log-odds; wins and losses count as this.
const MOST_ODDS: f32 = 5.0;
/// The share of searches in the target; the rest is the result.
const SEARCH_SHARE: f32 = 0.75;
/// The weight of the searches that followed, in a position's share of the point.
const LAMBDA: f32 = 0.7;
/// The same for a position with a longer search.
const RELABELLED_LAMBDA: f32 = 0.3;
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
    /// The mover's share of the point by this search and those that followed.
    pub expected: f32,
    /// The mover's share of the point, unless a levelling move followed.
    pub result: Option<f32>,
    /// The rows of the windows of the empty squares that see a stone, with the mover as
    /// the own colour; [`BARE`] for windows without stones.
    pub rows: Vec<[u32; 4]>,
    /// Whether the search was longer than the game's.
    pub deeper: bool,
}

impl Sample {
    /// The target: the mover's share of the point by searches and result.
    pub fn goal(&self) -> f32 {
        match self.result {
            Some(result) => SEARCH_SHARE * self.expected + (1.0 - SEARCH_SHARE) * result,
            None => self.expected,
        }
    }
}

/// The samples of a game with normalised scores, or `only_relabelled` those of longer searches.
pub fn of_game<R: Ruleset>(
    game: &ScoredGame,
    only_relabelled: bool,
) -> Result<Vec<Sample>, BadRecord> {
    samples_of(game, only_relabelled, see_in::<R>(game))
}

/// Makes samples of positions of this game.
fn see_in<R: Ruleset>(
    game: &ScoredGame,
) -> impl Fn(&Position<R>, &mut Evaluator, &ScoredPosition, Label) -> Option<Sample> + use<R> {
    let settled_from = game.settled_from();
    let points = Color::ALL.map(|color| f32::from(game.points(color)));
    let first = game.opening.len();
    let searches = searches::<R>(game);
    let expected = expected(game, &searches);
    move |position, evaluator, _, (_, _, deeper)| {
        if !is_valued(position) {
            return None;
        }
        let (board, mover) = (position.board(), position.side_to_move());
        let (stones, squares) = (board.stone_count(), board.width() * board.height());
        let scale = Scale::at(R::RULE, mover, stones, squares);
        let is_settled = stones >= settled_from;
        Some(Sample {
            color: if R::RULE.forbids() { mover.index() } else { 0 },
            threats: position.threat_key(),
            tables: evaluator.value_by_tables(position) as f32,
            unit: scale.unit() as f32,
            search: searches[stones - first],
            expected: expected[stones - first],
            result: is_settled.then_some(points[mover.index()] / 2.0),
            rows: rows(position),
            deeper,
        })
    }
}

/// The score of each position's search, in log-odds of its side to move.
fn searches<R: Ruleset>(game: &ScoredGame) -> Vec<f32> {
    let squares = game.width * game.height;
    let labels = game.labels().zip(game.opening.len()..);
    labels
        .map(|((_, score, _), stones)| {
            let scale = Scale::at(R::RULE, Color::to_move_after(stones), stones, squares);
            log_odds(score.meaning(), &scale)
        })
        .collect()
}

/// For each position the mover's share of the point by its search and those that followed,
/// up to the next levelling move. Those that followed have the weight [`LAMBDA`] together, or
/// [`RELABELLED_LAMBDA`] where the position's own search is a longer one.
///
/// CITE: Sutton: Learning to predict by the methods of temporal differences, 1988: TD(λ).
fn expected(game: &ScoredGame, searches: &[f32]) -> Vec<f32> {
    let mut shares: Vec<f32> = searches.iter().map(|&odds| sigmoid(odds)).collect();
    let is_relabelled: Vec<bool> = game.labels().map(|(_, _, longer)| longer).collect();
    for place in (0..shares.len().saturating_sub(1)).rev() {
        if !game.positions[place].levelling {
            let later = 1.0 - shares[place + 1];
            let lambda = match is_relabelled[place] {
                true => RELABELLED_LAMBDA,
                false => LAMBDA,
            };
            shares[place] += lambda * (later - shares[place]);
        }
    }
    shares
}

/// A search's score in log-odds.
fn log_odds(score: Meaning, scale: &Scale) -> f32 {
    let odds = match score {
        Meaning::WinIn(_) => MOST_ODDS,
        Meaning::LossIn(_) => -MOST_ODDS,
        Meaning::Estimate(units) => scale.raw(units) as f32 / scale.unit() as f32,
    };
    odds.clamp(-MOST_ODDS, MOST_ODDS)
}

/// Whether search and evaluation would value this position. Zugzwang is added separately
/// and must not be learnt.
fn is_valued<R: Ruleset>(position: &Position<R>) -> bool {
    duty(position).wants_evaluation() && zugzwang(position) == 0
}

/// [`Sample::rows`] of a position.
fn rows<R: Ruleset>(position: &Position<R>) -> Vec<[u32; 4]> {
    let (board, mover) = (position.board(), position.side_to_move());
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
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::selfplay::{Deeper, StoredScore};
    use crate::lab::train::blocks::tests::{any_game, assert_as_from_nothing};
    use crate::types::{Freestyle, Renju, Score};

    #[test]
    fn a_sample_does_not_depend_on_the_path_to_its_position() {
        assert_as_from_nothing(
            &|game| of_game::<Freestyle>(game, false),
            see_in::<Freestyle>,
        );
        assert_as_from_nothing(&|game| of_game::<Renju>(game, false), see_in::<Renju>);
    }

    #[test]
    fn later_searches_count_less_and_less_up_to_a_levelling_move() {
        let mut game = any_game(1);
        let last = game.positions.len() - 1;
        // Only the last search finds that its side loses, which all others take for winning.
        for (place, one) in game.positions.iter_mut().enumerate() {
            let wins = (last - place).is_multiple_of(2) && place < last;
            one.score = StoredScore::raw(match wins {
                true => Score::win_in(1),
                false => Score::loss_in(2),
            });
        }
        game.positions[20].levelling = true;
        // A longer search agrees with the game's.
        game.deeper = vec![Deeper {
            place: 25,
            best: game.positions[25].played.unwrap(),
            score: game.positions[25].score,
        }];
        let [win, loss] = [MOST_ODDS, -MOST_ODDS].map(sigmoid);
        let shares = expected(&game, &searches::<Freestyle>(&game));
        for (place, share) in shares.into_iter().enumerate() {
            let plies = last - place;
            let learnt = match place {
                26.. => LAMBDA.powi(plies as i32),
                21..26 => RELABELLED_LAMBDA * LAMBDA.powi(plies as i32 - 1),
                _ => 0.0,
            };
            let of_last = win + learnt * (loss - win);
            let wanted = match plies.is_multiple_of(2) {
                true => of_last,
                false => 1.0 - of_last,
            };
            assert!((share - wanted).abs() < 1e-5, "{place}: {share}, {wanted}");
        }
    }
}
