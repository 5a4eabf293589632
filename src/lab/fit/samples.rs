//! What is learnt from: positions with what they came to, and choices of a
//! move.

use super::{PAIRS, VALUE_TERMS};
use crate::board::Board;
use crate::eval::weights::{pair_index, terms};
use crate::lab::selfplay::{BadGame, ScoredGame};
use crate::movegen::{Duty, duty, quiet_squares};
use crate::pattern::{Shape, ThreatClass};
use crate::position::Position;
use crate::types::{Color, Direction, Ruleset, Square};

/// Positions whose score is further from zero are not learnt from: what decides
/// between strong players is how to tell apart what is nearly even.
const EVEN: i32 = 150;

/// A position to be valued.
pub(super) struct Situation {
    mover: Color,
    /// How often each pair of shapes is there: the mover's, then the waiter's.
    pairs: [Vec<(u8, u16)>; 2],
    facts: usize,
    score: i32,
    /// The mover's share of the game's point; none if a levelling move has come
    /// between.
    pub(super) result: Option<f32>,
    pub(super) held_back: bool,
}

impl Situation {
    /// Whether neither side is far ahead.
    pub(super) fn is_even(&self) -> bool {
        self.score.abs() <= EVEN
    }

    /// What the search's score says the mover's share will be.
    pub(super) fn score_target(&self, unit: f64) -> f32 {
        let odds = f64::from(self.score) / unit;
        (1.0 / (1.0 + (-odds).exp())) as f32
    }

    /// The places of the weights that the value is the sum of, and how often
    /// each is in it.
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
        features.extend(terms(self.facts).map(|term| (own + 2 * PAIRS + term, 1.0)));
    }
}

/// A square with the pairs of shapes that the mover would make there, and the
/// waiter.
pub(super) struct Promise {
    pairs: [[u8; 6]; 2],
}

impl Promise {
    /// The places of the weights that its promise is the sum of.
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

/// A position in which a move was chosen.
pub(super) struct Choice {
    mover: Color,
    pub(super) squares: Vec<Promise>,
    /// The place of the move that was played.
    pub(super) played: usize,
    pub(super) held_back: bool,
}

impl Choice {
    /// Whose weights count.
    pub(super) fn color(&self, colors: usize) -> usize {
        self.mover.index() % colors
    }

    /// The promises of all squares.
    pub(super) fn promises(&self, weights: &[f32], colors: usize, promises: &mut Vec<f32>) {
        let color = self.color(colors);
        let promise =
            |square: &Promise| -> f32 { square.features(color).map(|index| weights[index]).sum() };
        promises.clear();
        promises.extend(self.squares.iter().map(promise));
    }
}

/// Everything to learn from in the games; of each `held_back` games one is
/// marked.
pub(super) fn collect<R: Ruleset>(
    games: &[ScoredGame],
    held_back: usize,
) -> Result<(Vec<Situation>, Vec<Choice>), BadGame> {
    let (mut situations, mut choices) = (Vec::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        let whole = game.board()?;
        let moves: Vec<Square> = whole.moves().iter().copied().flatten().collect();
        let mut board = Board::new(game.size.0, game.size.1)?;
        for (made, &square) in moves.iter().enumerate() {
            if let Some(&score) = made
                .checked_sub(game.opening)
                .and_then(|at| game.scores.get(at))
            {
                let position = Position::<R>::new(board.clone());
                let held_back = number.is_multiple_of(held_back);
                let one = situation(&position, game, made, score);
                situations.extend(one.map(|one| Situation { held_back, ..one }));
                if game.random != made + 1 {
                    let one = choice(&position, square);
                    choices.extend(one.map(|one| Choice { held_back, ..one }));
                }
            }
            board.place(square);
        }
    }
    Ok((situations, choices))
}

/// The position if it is one that gets valued.
fn situation<R: Ruleset>(
    position: &Position<R>,
    game: &ScoredGame,
    made: usize,
    score: i32,
) -> Option<Situation> {
    if !matches!(duty(position), Duty::Free | Duty::AnswerOpenFour(_)) {
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
        // Nothing at all is worth nothing.
        counts[0] = 0;
        let there = (0..PAIRS).filter(|&pair| counts[pair] > 0);
        there.map(|pair| (pair as u8, counts[pair])).collect()
    });
    let black = f32::from(game.black) / 2.0;
    let share = if mover == Color::Black {
        black
    } else {
        1.0 - black
    };
    Some(Situation {
        mover,
        pairs,
        facts: position.facts(),
        score,
        result: (made >= game.random).then_some(share),
        held_back: false,
    })
}

/// The choice of a move if there was one.
fn choice<R: Ruleset>(position: &Position<R>, played: Square) -> Option<Choice> {
    let mover = position.side_to_move();
    let squares = match duty(position) {
        Duty::Free => quiet_squares(position),
        Duty::AnswerOpenFour(answers) => answers,
        _ => return None,
    };
    let squares: Vec<Square> = squares
        .into_iter()
        .filter(|&square| position.threat(square, mover) != ThreatClass::Forbidden)
        .collect();
    let played = squares.iter().position(|&square| square == played)?;
    let promise = |&square: &Square| Promise {
        pairs: [mover, !mover].map(|color| pairs_of(position, square, color)),
    };
    Some(Choice {
        mover,
        squares: squares.iter().map(promise).collect(),
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
