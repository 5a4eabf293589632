//! One game between two players, and its judge: the slow referee for the
//! rules, the clock for the time.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::contender::Contender;
use super::player::{Failure, Player, TimeLeft};
use crate::board::Board;
use crate::rules::{self, Outcome};
use crate::types::{Color, Rule};

/// How a game was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// By a winning line.
    Five,
    /// By a forbidden point.
    Foul,
    /// By a full board: a draw.
    Full,
    /// By the limit on moves: a draw.
    Length,
    /// By the clock.
    Time,
    /// By an illegal move.
    Illegal,
    /// By an answer that is none.
    Garbage,
    /// By a player that exited.
    Crash,
    /// By a player that did not begin.
    NoStart,
}

impl End {
    /// Every way to end, as tables show them.
    pub const ALL: [End; 9] = [
        End::Five,
        End::Foul,
        End::Full,
        End::Length,
        End::Time,
        End::Illegal,
        End::Garbage,
        End::Crash,
        End::NoStart,
    ];

    /// Whether the loser did not lose on the board.
    pub fn is_fault(self) -> bool {
        !matches!(self, End::Five | End::Full | End::Length)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            End::Five => "five",
            End::Foul => "forbidden move",
            End::Full => "full board",
            End::Length => "move limit",
            End::Time => "time",
            End::Illegal => "illegal move",
            End::Garbage => "no move",
            End::Crash => "crash",
            End::NoStart => "no start",
        })
    }
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rule.
    pub rule: Rule,
    /// The position to begin with.
    pub opening: Board,
    /// A draw after so many moves, the opening's included.
    pub most_moves: usize,
    /// For players that leave something to chance.
    pub seed: u64,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The last position, with all moves.
    pub board: Board,
    /// What each move after the opening took.
    pub times: Vec<Duration>,
    /// Nobody: a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub end: End,
    /// What a player did wrong, if one did.
    pub detail: String,
    /// Moves of Black and White over their limit, though within the tolerance.
    pub late: [u32; 2],
}

/// A player's clock.
struct Clock {
    turn: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    tolerance: Duration,
}

impl Clock {
    fn new(contender: &Contender) -> Clock {
        Clock {
            turn: contender.turn.map(Duration::from_millis),
            left: contender.game.map(Duration::from_millis),
            increment: Duration::from_millis(contender.increment),
            tolerance: contender.tolerance(),
        }
    }

    fn time_left(&self) -> TimeLeft {
        TimeLeft {
            turn: self.turn,
            game: self.left,
        }
    }

    /// Takes the time of a move off; says whether it was late, and whether by
    /// more than is tolerated.
    fn spend(&mut self, time: Duration) -> (bool, bool) {
        let limit = self.time_left().limit();
        let late = limit.is_some_and(|limit| time > limit);
        let lost = limit.is_some_and(|limit| time > limit + self.tolerance);
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(time) + self.increment;
        }
        (late, lost)
    }
}

/// Plays a game. The players and contenders are Black and White. Nothing if it
/// was stopped.
pub fn play(
    mut players: [&mut dyn Player; 2],
    contenders: [&Contender; 2],
    setup: &Setup,
) -> Option<Played> {
    let mut game = Played::begun(setup);
    let mut clocks = contenders.map(Clock::new);
    let (width, height) = (game.board.width(), game.board.height());
    for color in Color::ALL {
        let player = &mut players[color.index()];
        let seed = setup.seed.wrapping_add(color.index() as u64);
        if let Err(failure) = player.start(setup.rule, width, height, seed) {
            return game.failed(color, failure);
        }
    }
    loop {
        if game.is_over(setup) {
            return Some(game);
        }
        let color = game.board.side_to_move();
        let clock = &mut clocks[color.index()];
        let limit = clock.time_left().limit().unwrap_or(Duration::MAX);
        let reply = match players[color.index()].play(&game.board, clock.time_left()) {
            Ok(reply) => reply,
            Err(failure) => return game.failed(color, failure),
        };
        let (late, lost) = clock.spend(reply.time);
        game.late[color.index()] += u32::from(late);
        if lost {
            let said = format!("a move after {} ms", reply.time.as_millis());
            return game.failed(color, Failure::Timeout { limit, said });
        }
        game.board.place(reply.square);
        game.times.push(reply.time);
    }
}

impl Played {
    fn begun(setup: &Setup) -> Played {
        Played {
            board: setup.opening.clone(),
            times: Vec::new(),
            winner: None,
            end: End::Full,
            detail: String::new(),
            late: [0; 2],
        }
    }

    /// A game for which `color` could not even be made ready.
    pub fn not_begun(setup: &Setup, color: Color, failure: Failure) -> Option<Played> {
        Played::begun(setup).failed(color, failure)
    }

    /// Whether the position ends the game; then how.
    fn is_over(&mut self, setup: &Setup) -> bool {
        match rules::outcome(&self.board, setup.rule) {
            Some(Outcome::Five(color)) => (self.winner, self.end) = (Some(color), End::Five),
            Some(Outcome::Foul(kind)) => {
                (self.winner, self.end) = (Some(Color::White), End::Foul);
                self.detail = kind.to_string();
            }
            Some(Outcome::Draw) => self.end = End::Full,
            None if self.board.moves().len() >= setup.most_moves => self.end = End::Length,
            None => return false,
        }
        true
    }

    /// `color` has lost by doing something else than playing.
    fn failed(mut self, color: Color, failure: Failure) -> Option<Played> {
        self.end = match failure {
            Failure::Stopped => return None,
            Failure::NoStart(_) => End::NoStart,
            Failure::Exited(_) => End::Crash,
            Failure::Timeout { .. } => End::Time,
            Failure::Garbage(_) => End::Garbage,
            Failure::Illegal(_) => End::Illegal,
        };
        self.winner = Some(!color);
        self.detail = failure.to_string();
        Some(self)
    }
}
