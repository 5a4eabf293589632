//! Games of this engine with itself, with the scores of all positions on the
//! way: what the evaluation is fitted to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::generate::{NoOpenings, Stones, random_stones};
use crate::board::notation::{NotationError, moves_text, play_moves};
use crate::board::{BadSize, Board};
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::game::End;
use crate::types::{Color, Rule, Score, Square};

/// Memory of each searching engine, in bytes.
const MEMORY: u64 = 16 << 20;
/// A position whose score is further from zero is no beginning for a game, and
/// a move that leads to one leaves nobody the same chances.
const FAIR: i32 = 300;
/// Before the players are left alone there are up to so many stones: without
/// that most games would be over before there were thirty, and nothing would be
/// learnt of later positions.
const MOST_STONES: usize = 60;
/// Until then one move in so many is one that leaves both the same chances ...
const LEVELLING: u32 = 2;
/// ... and every one where the score is further from zero than this.
const LEVEL: i32 = 150;
/// A game that is not decided so many stones later is called a draw.
const LONGEST: usize = 80;

/// What games are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The rule.
    pub rule: Rule,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Nodes for each move, varied by a tenth.
    pub nodes: u64,
    /// How many games.
    pub games: usize,
    /// The number of the first; games with the same number are the same.
    pub first: usize,
}

/// A game with the scores of its positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoredGame {
    /// The rule's name.
    pub rule: String,
    /// Columns and rows.
    pub size: (usize, usize),
    /// All moves (`h8i9`).
    pub moves: String,
    /// How many of them are the opening.
    pub opening: usize,
    /// For each position from the opening on the score for the side to move;
    /// wins and losses as [`Score`] counts them.
    pub scores: Vec<i32>,
    /// How many moves had been made when the last levelling one was: what came
    /// before it has nothing to do with the result.
    pub random: usize,
    /// Black's points: 2 for a win, 1 for a draw.
    pub black: u8,
}

impl ScoredGame {
    /// The game as a board with all its moves.
    pub fn board(&self) -> Result<Board, BadGame> {
        let mut board = Board::new(self.size.0, self.size.1)?;
        play_moves(&mut board, &self.moves)?;
        Ok(board)
    }
}

/// A game that cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// No board has that size.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// The moves are none.
    #[error(transparent)]
    Moves(#[from] NotationError),
}

/// Plays the games with so many threads until all are played or `stop` is set;
/// `report` hears of each, in no fixed order.
pub fn play(
    wanted: &Wanted,
    threads: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(ScoredGame) + Sync),
) -> Result<(), NoOpenings> {
    Board::new(wanted.width, wanted.height)?;
    let pool = super::pool(threads)?;
    let next = AtomicUsize::new(wanted.first);
    let results = pool.broadcast(|_| -> Result<(), NoOpenings> {
        let mut engine = Engine::new()?;
        loop {
            let number = next.fetch_add(1, Relaxed);
            if stop.load(Relaxed) || number >= wanted.first + wanted.games {
                return Ok(());
            }
            let mut rng = StdRng::seed_from_u64(number as u64);
            if let Some(game) = game(wanted, &mut engine, &mut rng, stop) {
                report(game);
            }
        }
    });
    results.into_iter().collect()
}

/// One game; none if it was stopped.
fn game(
    wanted: &Wanted,
    engine: &mut Engine,
    rng: &mut StdRng,
    stop: &Arc<AtomicBool>,
) -> Option<ScoredGame> {
    engine.clear_hash();
    let mut score = loop {
        engine.set_board(opening(wanted, rng));
        let score = think(wanted, engine, rng, stop)?;
        if score.0.value().abs() <= FAIR {
            break score;
        }
    };
    let mut game = ScoredGame {
        rule: wanted.rule.to_string(),
        size: (wanted.width, wanted.height),
        moves: String::new(),
        opening: engine.board().moves().len(),
        scores: Vec::new(),
        random: 0,
        black: 1,
    };
    let level_until = rng.random_range(0..=MOST_STONES);
    loop {
        game.scores.push(score.0.value());
        let mover = engine.board().side_to_move();
        let winner = match score.0 {
            score if score.is_win() => Some(mover),
            score if score.is_loss() => Some(!mover),
            _ => None,
        };
        if let Some(color) = winner {
            game.black = if color == Color::Black { 2 } else { 0 };
            break;
        }
        let stones = engine.board().stone_count();
        let uneven = score.0.value().abs() > LEVEL;
        if stones < level_until
            && (uneven || rng.random_ratio(1, LEVELLING))
            && let Some(next) = level(wanted, engine, rng, stop)
        {
            game.random = engine.board().moves().len();
            score = next;
            continue;
        }
        if stones >= level_until + LONGEST {
            break;
        }
        match engine.play(score.1).ok()? {
            Some(End::FullBoard(_)) => break,
            Some(_) => {
                game.black = if mover == Color::Black { 2 } else { 0 };
                break;
            }
            None => score = think(wanted, engine, rng, stop)?,
        }
    }
    game.moves = moves_text(engine.board());
    Some(game)
}

fn opening(wanted: &Wanted, rng: &mut StdRng) -> Board {
    let stones = Stones {
        rule: wanted.rule,
        width: wanted.width,
        height: wanted.height,
        least: 2,
        most: 8,
    };
    loop {
        if let Some(board) = random_stones(&stones, rng) {
            return board;
        }
    }
}

/// The score of the position and the best move.
fn think(
    wanted: &Wanted,
    engine: &mut Engine,
    rng: &mut StdRng,
    stop: &Arc<AtomicBool>,
) -> Option<(Score, Square)> {
    let spread = wanted.nodes / 10;
    engine.set_options(Options {
        rule: wanted.rule,
        nodes: Some(rng.random_range(wanted.nodes - spread..=wanted.nodes + spread)),
        memory: MEMORY,
        ..Options::default()
    });
    let control = Control::stopped_by(Arc::clone(stop));
    let found = engine.think(&control, &|_| ())?;
    (!control.is_stopped()).then(|| (found.score, found.line[0]))
}

/// Plays a move after which both have about the same chances, if there is one,
/// and returns what a search says of the position then.
fn level(
    wanted: &Wanted,
    engine: &mut Engine,
    rng: &mut StdRng,
    stop: &Arc<AtomicBool>,
) -> Option<(Score, Square)> {
    let control = Control::stopped_by(Arc::clone(stop));
    let found = engine.balance(1, 0, &control, &|_| ())?;
    if engine.play(found.line[0]).ok()?.is_none()
        && let Some(next) = think(wanted, engine, rng, stop)
        && next.0.value().abs() <= FAIR
    {
        return Some(next);
    }
    engine.board_mut().undo();
    None
}
