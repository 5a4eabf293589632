//! What a network learns from: the positions of games in which there was
//! something to choose, each with the move that was played.

use rayon::prelude::*;

use super::best_measured;
use crate::board::Board;
use crate::eval::Evaluator;
use crate::eval::network::{Recent, rows_of};
use crate::eval::weights::{POLICY_UNIT, SHAPES};
use crate::lab::selfplay::{BadRecord, ScoredGame};
use crate::movegen::{Duty, duty, quiet_squares};
use crate::pattern::{Shape, ThreatClass};
use crate::position::Position;
use crate::types::{Direction, Ruleset, Square};

/// A window's shapes for both colours.
pub const SHAPE_PAIRS: usize = SHAPES * SHAPES;
/// A move with fewer others to choose from teaches little.
const LEAST_CHOICE: usize = 5;

/// A square that may be played.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The rows of its four windows, as far as the rule reaches.
    pub rows: [u32; 4],
    /// The pairs of shapes that the own colour and the other would make in these
    /// windows, below [`SHAPE_PAIRS`].
    pub shapes: [u8; 4],
    /// Where it lies from the own and from the other's last stone.
    pub recent: [u8; 2],
    /// The policy of the fitted tables, in log-odds.
    pub usual: f32,
}

/// A position with the move that was played.
#[derive(Clone, Debug)]
pub struct Sample {
    /// 0, or 1 where White has numbers of its own and moves.
    pub color: usize,
    /// The threats on the board, a bit each.
    pub facts: usize,
    /// What may be played.
    pub candidates: Vec<Candidate>,
    /// The place of the move that was played.
    pub played: usize,
    /// Whether it is not learnt from but tells how much was learnt.
    pub held_back: bool,
    /// Whether the move is that of a longer search.
    pub deeper: bool,
}

/// All samples of these games; of so many games one is held back, and of that only what
/// was searched again, if anything was.
pub fn collect<R: Ruleset>(
    games: &[ScoredGame],
    held_back: usize,
) -> Result<Vec<Sample>, BadRecord> {
    let of_game = |game: &ScoredGame| -> Result<Vec<Sample>, BadRecord> {
        // Says so if the game is not legal.
        game.board()?;
        let held_back = game.number.is_multiple_of(held_back as u64);
        let mut board = Board::new(game.width, game.height)?;
        game.opening.iter().for_each(|&square| board.place(square));
        let mut samples = Vec::new();
        for (one, (best, _, deeper)) in game.positions.iter().zip(game.labels()) {
            let (Some(square), Some(best)) = (one.played, best) else {
                break;
            };
            if (!one.levelling || deeper) && !one.forced {
                let sample = sample(&Position::<R>::new(board.clone()), best);
                samples.extend(sample.map(|sample| Sample {
                    held_back,
                    deeper,
                    ..sample
                }));
            }
            board.place(square);
        }
        Ok(samples)
    };
    let all: Result<Vec<Vec<Sample>>, BadRecord> = games.par_iter().map(of_game).collect();
    let all = all?.into_iter().flatten().collect();
    Ok(best_measured(all, |one| (one.held_back, one.deeper)))
}

/// The position with the move that was played, if there was something to
/// choose.
pub fn sample<R: Ruleset>(position: &Position<R>, played: Square) -> Option<Sample> {
    let mover = position.side_to_move();
    let squares = match duty(position) {
        Duty::Free => quiet_squares(position),
        Duty::AnswerOpenFour(answers) => answers,
        _ => return None,
    };
    let is_legal = |square: &Square| position.threat(*square, mover) != ThreatClass::Forbidden;
    let squares: Vec<Square> = squares.into_iter().filter(is_legal).collect();
    let played = squares.iter().position(|&square| square == played)?;
    if squares.len() < LEAST_CHOICE {
        return None;
    }
    let mut evaluator = Evaluator::new(position);
    let recent = Recent::of(position.board());
    let candidate = |&square: &Square| Candidate {
        rows: rows_of::<R>(position.board(), square, mover),
        shapes: Direction::ALL.map(|direction| {
            let [own, other] = [mover, !mover]
                .map(|color| position.shape_if_played(square, color, direction))
                .map(|shape| Shape::ALL.iter().position(|&known| known == shape));
            (SHAPES * own.unwrap_or(0) + other.unwrap_or(0)) as u8
        }),
        recent: recent.places(square).map(|place| place as u8),
        usual: evaluator.policy(position, square) as f32 / POLICY_UNIT as f32,
    };
    Some(Sample {
        color: if R::RULE.forbids() { mover.index() } else { 0 },
        facts: position.facts(),
        candidates: squares.iter().map(candidate).collect(),
        played,
        held_back: false,
        deeper: false,
    })
}

// The pairs fit into a byte.
const _: () = assert!(SHAPE_PAIRS <= 256);
