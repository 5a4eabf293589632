//! Players: anything that can be asked for a move.

use std::time::Duration;

use crate::board::Board;
use crate::game::EngineClock;
use crate::types::{Rule, Square};

/// Why a player failed, which loses the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It could not be started, or did not accept the game.
    #[error("did not start: {0}")]
    NoStart(String),
    /// It exited.
    #[error("exited: {0}")]
    Exited(String),
    /// It did not answer in time.
    #[error("no move within {} ms: {output}", .limit.as_millis())]
    Timeout {
        /// Its limit.
        limit: Duration,
        /// Its last output.
        output: String,
    },
    /// Its answer was not a move.
    #[error("no move: {0}")]
    Garbage(String),
    /// Its move cannot be made.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// The match is being stopped.
    #[error("stopped")]
    Stopped,
}

/// A move and its time.
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
    /// Starts a game on an empty board of this size. Random choices depend on `seed`
    /// only.
    fn start(&mut self, rule: Rule, width: usize, height: usize, seed: u64) -> Result<(), Failure>;

    /// Asks for a move in this position, which is one move of each side after the
    /// one of the last question.
    fn play(&mut self, board: &Board, clock: &EngineClock) -> Result<Reply, Failure>;

    /// Ends the player. Returns what went wrong.
    fn finish(&mut self) -> Option<String> {
        None
    }

    /// What went wrong outside of games, reported once.
    fn complaint(&mut self) -> Option<String> {
        None
    }
}
