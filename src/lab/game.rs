//! One game between two players, and how it was decided.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::contender::Contender;
use super::player::{Failure, Player};
use crate::board::Board;
use crate::game::{End, EndKind, EngineClock, Game, MoveLimit};
use crate::types::{Color, Rule};

/// A player's fault that loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// An illegal move.
    Illegal,
    /// An answer that is not a move.
    Garbage,
    /// It exited.
    Crash,
    /// It did not begin.
    NoStart,
}

/// How a game of a match was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cause {
    /// By the rules.
    End(EndKind),
    /// By a fault of the loser.
    Fault(Fault),
}

impl Cause {
    /// Every cause, in the order of tables.
    pub fn all() -> impl Iterator<Item = Cause> {
        let faults = [Fault::Illegal, Fault::Garbage, Fault::Crash, Fault::NoStart];
        let ends = EndKind::ALL.into_iter().map(Cause::End);
        ends.chain(faults.into_iter().map(Cause::Fault))
    }

    /// Whether the loser did not lose on the board.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Cause::Fault(_) | Cause::End(EndKind::Foul | EndKind::Time | EndKind::Forfeit)
        )
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Cause::End(kind) => kind.fmt(f),
            Cause::Fault(Fault::Illegal) => f.pad("illegal move"),
            Cause::Fault(Fault::Garbage) => f.pad("no move"),
            Cause::Fault(Fault::Crash) => f.pad("crash"),
            Cause::Fault(Fault::NoStart) => f.pad("no start"),
        }
    }
}

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rule.
    pub rule: Rule,
    /// The position to begin with.
    pub opening: Board,
    /// A draw after this many moves, the opening's included.
    pub most_moves: usize,
    /// For random choices of the players.
    pub seed: u64,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The last position, with all moves.
    pub board: Board,
    /// The time of each move after the opening.
    pub times: Vec<Duration>,
    /// `None`: a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub cause: Cause,
    /// The fault of a player, if there was one.
    pub detail: String,
    /// Moves of Black and White over their limit but within the tolerance.
    pub late: [u32; 2],
}

/// Plays a game. The players and contenders are Black and White. `None` if it was
/// stopped.
pub fn play(
    mut players: [&mut dyn Player; 2],
    contenders: [&Contender; 2],
    setup: &Setup,
) -> Option<Played> {
    let mut played = Played::begun(setup);
    let limit = MoveLimit {
        moves: setup.most_moves,
        winner: None,
    };
    let mut game = Game::new(setup.opening.clone(), setup.rule, limit);
    let mut clocks = contenders.map(|contender| EngineClock::new(contender.time_control()));
    let (width, height) = (game.board().width(), game.board().height());
    for color in Color::ALL {
        let player = &mut players[color.index()];
        let seed = setup.seed.wrapping_add(color.index() as u64);
        if let Err(failure) = player.start(setup.rule, width, height, seed) {
            return played.failed(color, failure);
        }
    }
    while let Some(color) = game.turn() {
        let clock = &mut clocks[color.index()];
        let limit = clock.allowance().unwrap_or(Duration::MAX);
        let reply = match players[color.index()].play(game.board(), clock) {
            Ok(reply) => reply,
            Err(failure) => return played.failed(color, failure),
        };
        let late = clock.spend(reply.time);
        played.late[color.index()] += u32::from(!late.is_zero());
        if late > contenders[color.index()].tolerance() {
            let output = format!("a move after {} ms", reply.time.as_millis());
            return played.failed(color, Failure::Timeout { limit, output });
        }
        if let Err(error) = game.play(reply.square) {
            return played.failed(color, Failure::Illegal(error.to_string()));
        }
        played.board = game.board().clone();
        played.times.push(reply.time);
    }
    Some(played.ended(game.end()?))
}

impl Played {
    fn begun(setup: &Setup) -> Played {
        Played {
            board: setup.opening.clone(),
            times: Vec::new(),
            winner: None,
            cause: Cause::End(EndKind::FullBoard),
            detail: String::new(),
            late: [0; 2],
        }
    }

    /// A game that `color` lost before it began.
    pub fn not_begun(setup: &Setup, color: Color, failure: Failure) -> Option<Played> {
        Played::begun(setup).failed(color, failure)
    }

    /// The game ended by the rules.
    fn ended(mut self, end: End) -> Played {
        (self.winner, self.cause) = (end.winner(), Cause::End(end.kind()));
        if let End::Foul(kind) = end {
            self.detail = kind.to_string();
        }
        self
    }

    /// `color` lost by a failure.
    fn failed(mut self, color: Color, failure: Failure) -> Option<Played> {
        self.cause = match failure {
            Failure::Stopped => return None,
            Failure::NoStart(_) => Cause::Fault(Fault::NoStart),
            Failure::Exited(_) => Cause::Fault(Fault::Crash),
            Failure::Timeout { .. } => Cause::End(EndKind::Time),
            Failure::Garbage(_) => Cause::Fault(Fault::Garbage),
            Failure::Illegal(_) => Cause::Fault(Fault::Illegal),
        };
        self.winner = Some(!color);
        self.detail = failure.to_string();
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn journals_name_every_cause() {
        let name = |cause: Cause| serde_json::to_string(&cause).unwrap();
        let mut names: Vec<String> = Cause::all().map(name).collect();
        for (cause, name) in Cause::all().zip(&names) {
            assert_eq!(serde_json::from_str::<Cause>(name).unwrap(), cause);
        }
        // Engines do not end games like this.
        let others = ["resignation", "agreement", "passes", "forfeit"];
        names.retain(|name| !others.contains(&name.trim_matches('"')));
        let known = [
            "five", "foul", "full", "length", "time", "illegal", "garbage", "crash", "nostart",
        ];
        assert_eq!(names, known.map(|name| format!("\"{name}\"")));
        assert!(serde_json::from_str::<Cause>("\"stroll\"").is_err());
    }
}
