//! Samples of the policy: positions of games with a choice of moves, each with the move
//! that was played.

use super::blocks::{Label, samples_of};
use crate::eval::Evaluator;
use crate::eval::network::value::{VIEW, input};
use crate::eval::network::{Pooled, Recent, STONES, ValueNumbers, View, rows_of};
use crate::eval::weights::POLICY_UNIT;
use crate::lab::choice::choice;
use crate::lab::selfplay::{BadRecord, ScoredGame, ScoredPosition};
use crate::position::Position;
use crate::types::{Ruleset, Square};

/// The least number of candidates of a sample.
const LEAST_CHOICE: usize = 5;

/// A possible move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The rows of its four windows.
    pub rows: [u32; 4],
    /// Its places from the last stones.
    pub recent: [u8; STONES],
    /// The policy of the fitted tables, in log-odds.
    pub usual: f32,
}

/// A position with the move that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// 0, or 1 where White has numbers of its own and is to move.
    pub color: usize,
    /// The threat key.
    pub threats: usize,
    /// The pools as the layers' input.
    pub pools: View,
    /// The possible moves.
    pub candidates: Vec<Candidate>,
    /// The place of the move that was played.
    pub played: usize,
    /// Whether the move comes from a longer search.
    pub deeper: bool,
}

/// The samples of a game, or `only_relabelled` those of longer searches, with the pools of this
/// value if there is one.
pub fn of_game<R: Ruleset>(
    game: &ScoredGame,
    only_relabelled: bool,
    value: Option<&ValueNumbers>,
) -> Result<Vec<Sample>, BadRecord> {
    samples_of(game, only_relabelled, see_with::<R>(value))
}

/// Makes samples of positions.
fn see_with<R: Ruleset>(
    value: Option<&ValueNumbers>,
) -> impl Fn(&Position<R>, &mut Evaluator, &ScoredPosition, Label) -> Option<Sample> {
    move |position, evaluator, one, (best, _, deeper)| {
        if one.played.is_none() || one.forced || one.levelling && !deeper {
            return None;
        }
        let sample = sample(position, evaluator, best?)?;
        let mover = position.side_to_move();
        let pools = value.map(|numbers| Pooled::new(numbers, position.board()));
        Some(Sample {
            deeper,
            pools: pools.map_or(sample.pools, |pools| input(pools.pool(), mover)),
            ..sample
        })
    }
}

/// The position with the move that was played, if there was a choice.
fn sample<R: Ruleset>(
    position: &Position<R>,
    evaluator: &mut Evaluator,
    played: Square,
) -> Option<Sample> {
    let mover = position.side_to_move();
    let (squares, played) = choice(position, played)?;
    if squares.len() < LEAST_CHOICE {
        return None;
    }
    let recent = Recent::of(position.board());
    let candidate = |&square: &Square| Candidate {
        rows: rows_of(position.board(), square, mover),
        recent: recent.places(square).map(|place| place as u8),
        usual: evaluator.policy(position, square) as f32 / POLICY_UNIT as f32,
    };
    Some(Sample {
        color: if R::RULE.forbids() { mover.index() } else { 0 },
        threats: position.threat_key(),
        pools: [0; 2 * VIEW],
        candidates: squares.iter().map(candidate).collect(),
        played,
        deeper: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::Network;
    use crate::lab::train::blocks::tests::assert_as_from_nothing;
    use crate::types::{Freestyle, Renju, Rule};

    #[test]
    fn a_sample_does_not_depend_on_the_path_to_its_position() {
        let value = Network::embedded(Rule::Renju).value();
        let value = value.expect("a value");
        assert_as_from_nothing(&|game| of_game::<Freestyle>(game, false, None), |_| {
            see_with::<Freestyle>(None)
        });
        let of_renju = |game: &_| of_game::<Renju>(game, false, Some(value));
        assert_as_from_nothing(&of_renju, |_| see_with::<Renju>(Some(value)));
    }
}
