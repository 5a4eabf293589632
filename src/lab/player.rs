//! Whoever can be asked for a move.

use std::time::Duration;

use crate::board::Board;
use crate::game::EngineClock;
use crate::types::{Rule, Square};

/// Why a player could not go on: it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It could not be started, or did not take the game.
    #[error("did not start: {0}")]
    NoStart(String),
    /// It ended by itself.
    #[error("exited: {0}")]
    Exited(String),
    /// It did not answer in time.
    #[error("no move within {} ms: {said}", .limit.as_millis())]
    Timeout {
        /// What it had.
        limit: Duration,
        /// What it said instead, if anything.
        said: String,
    },
    /// It said something that is no answer.
    #[error("no move: {0}")]
    Garbage(String),
    /// Its move cannot be made.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// The match is being stopped; nobody's fault.
    #[error("stopped")]
    Stopped,
}

/// A move and how long it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// An empty square.
    pub square: Square,
    /// From the question to the answer.
    pub time: Duration,
}

/// Plays one game after the other. After a failure it must be able to begin a
/// new game.
pub trait Player {
    /// A new game on an empty board of this size, under this rule. Chance, if
    /// any, follows from `seed`.
    fn start(&mut self, rule: Rule, width: usize, height: usize, seed: u64) -> Result<(), Failure>;

    /// Asks for a move in this position, which follows by one move of each
    /// side from the one that this player was asked about before, if it was.
    fn play(&mut self, board: &Board, clock: &EngineClock) -> Result<Reply, Failure>;

    /// There are no more games. Says what goes wrong.
    fn finish(&mut self) -> Option<String> {
        None
    }

    /// What went wrong outside of any game, once.
    fn complaint(&mut self) -> Option<String> {
        None
    }
}
