//! How games end.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::rules::{self, ForbiddenKind, Outcome};
use crate::types::{Color, Rule};

/// When a game without a five is over, and who has won it then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveLimit {
    /// After this number of moves, passes included, if the board is not full
    /// before.
    pub moves: usize,
    /// `None`: it is a draw.
    pub winner: Option<Color>,
}

impl Default for MoveLimit {
    /// A draw when the board is full.
    fn default() -> MoveLimit {
        MoveLimit {
            moves: usize::MAX,
            winner: None,
        }
    }
}

/// How a game has ended, which tells who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This side made a winning line.
    Five(Color),
    /// Black played on a forbidden point: White wins.
    Foul(ForbiddenKind),
    /// The board is full, which wins for this side by [`MoveLimit::winner`].
    FullBoard(Option<Color>),
    /// The [`MoveLimit`] is reached, which wins for this side.
    MoveLimit(Option<Color>),
    /// This side has given up.
    Resignation(Color),
    /// The players have agreed on a draw.
    Agreement,
    /// Both sides have passed, one after the other: a draw.
    TwoPasses,
    /// This side's time is up.
    Time(Color),
    /// This side has lost without playing: it came too late, or a referee
    /// decided so.
    Forfeit(Color),
}

/// [`End`] without the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndKind {
    /// By a winning line.
    Five,
    /// By a forbidden point.
    Foul,
    /// By a full board.
    #[serde(rename = "full")]
    FullBoard,
    /// By the limit on moves.
    #[serde(rename = "length")]
    MoveLimit,
    /// By giving up.
    Resignation,
    /// By agreement.
    Agreement,
    /// By two passes, one after the other.
    #[serde(rename = "passes")]
    TwoPasses,
    /// By the clock.
    Time,
    /// By not playing, or by a referee.
    Forfeit,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side won.
    Win(Color),
    /// Neither side won.
    Draw,
}

/// How the game is over by the stones and the number of moves; `None` while it
/// goes on.
pub fn end_of(board: &Board, rule: Rule, limit: MoveLimit) -> Option<End> {
    match rules::outcome(board, rule) {
        Some(Outcome::Five(color)) => Some(End::Five(color)),
        Some(Outcome::Foul(kind)) => Some(End::Foul(kind)),
        Some(Outcome::Draw) | None => end_by_length(board, limit),
    }
}

/// How the game is over if the last move has not won.
pub(super) fn end_by_length(board: &Board, limit: MoveLimit) -> Option<End> {
    if board.empty().is_empty() {
        return Some(End::FullBoard(limit.winner));
    }
    let is_reached = board.moves().len() >= limit.moves;
    is_reached.then_some(End::MoveLimit(limit.winner))
}

impl End {
    /// Who has won; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            End::Five(winner) => Some(winner),
            End::Foul(_) => Some(Color::White),
            End::FullBoard(winner) | End::MoveLimit(winner) => winner,
            End::Resignation(loser) | End::Time(loser) | End::Forfeit(loser) => Some(!loser),
            End::Agreement | End::TwoPasses => None,
        }
    }

    /// The result.
    pub fn result(self) -> GameResult {
        GameResult::of(self.winner())
    }

    /// The same without the colours.
    pub fn kind(self) -> EndKind {
        match self {
            End::Five(_) => EndKind::Five,
            End::Foul(_) => EndKind::Foul,
            End::FullBoard(_) => EndKind::FullBoard,
            End::MoveLimit(_) => EndKind::MoveLimit,
            End::Resignation(_) => EndKind::Resignation,
            End::Agreement => EndKind::Agreement,
            End::TwoPasses => EndKind::TwoPasses,
            End::Time(_) => EndKind::Time,
            End::Forfeit(_) => EndKind::Forfeit,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            End::Five(color) => write!(f, "{color} wins"),
            End::Foul(kind) => write!(f, "white wins by black's {kind}"),
            _ => write!(f, "{} by {}", self.result(), self.kind()),
        }
    }
}

impl EndKind {
    /// Every kind, in the order of tables.
    pub const ALL: [EndKind; 9] = [
        EndKind::Five,
        EndKind::Foul,
        EndKind::FullBoard,
        EndKind::MoveLimit,
        EndKind::Resignation,
        EndKind::Agreement,
        EndKind::TwoPasses,
        EndKind::Time,
        EndKind::Forfeit,
    ];
}

impl fmt::Display for EndKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            EndKind::Five => "five",
            EndKind::Foul => "forbidden move",
            EndKind::FullBoard => "full board",
            EndKind::MoveLimit => "move limit",
            EndKind::Resignation => "resignation",
            EndKind::Agreement => "agreement",
            EndKind::TwoPasses => "two passes",
            EndKind::Time => "time",
            EndKind::Forfeit => "forfeit",
        })
    }
}

impl GameResult {
    /// Of a game that this side has won; `None` for a draw.
    pub fn of(winner: Option<Color>) -> GameResult {
        winner.map_or(GameResult::Draw, GameResult::Win)
    }

    /// Who won; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::Win(color) => Some(color),
            GameResult::Draw => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameResult::Win(color) => write!(f, "{color} wins"),
            GameResult::Draw => f.write_str("draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::play_moves;

    fn end(moves: &str, rule: Rule, limit: MoveLimit) -> Option<End> {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        end_of(&board, rule, limit)
    }

    #[test]
    fn the_board_comes_before_the_limit_on_moves() {
        let five = "h8a1i8a3j8a5k8a7l8";
        let at = |moves, winner| MoveLimit { moves, winner };
        let white = Some(Color::White);
        for limit in [MoveLimit::default(), at(9, white), at(5, None)] {
            let wanted = Some(End::Five(Color::Black));
            assert_eq!(end(five, Rule::Renju, limit), wanted);
        }
        let four = &five[..five.len() - 2];
        assert_eq!(end(four, Rule::Renju, at(9, white)), None);
        let limited = end(four, Rule::Renju, at(8, white));
        assert_eq!(limited, Some(End::MoveLimit(white)));
        let foul = end("h8a1i8a3g7a5f6a7h9", Rule::Renju, MoveLimit::default());
        assert_eq!(foul, None);
        let foul = end("g8a1i8a3h7a5h9a7h8", Rule::Renju, at(9, None));
        assert_eq!(foul, Some(End::Foul(ForbiddenKind::DoubleThree)));
    }

    #[test]
    fn a_full_board_may_win() {
        // Rows of two colours each, shifted so that no line has five.
        let mut board = Board::new(5, 5).unwrap();
        play_moves(
            &mut board,
            "a1b1c1d1e1a2b2c2d2e2b3a3d3c3a4e3c4b4e4d4b5a5d5c5",
        )
        .unwrap();
        let (rule, limit) = (Rule::Freestyle, MoveLimit::default());
        assert_eq!(end_of(&board, rule, limit), None);
        board.place(board.empty().first().unwrap());
        assert_eq!(end_of(&board, rule, limit), Some(End::FullBoard(None)));
        let winner = Some(Color::Black);
        let end = end_of(&board, rule, MoveLimit { winner, ..limit }).unwrap();
        assert_eq!(end.result(), GameResult::Win(Color::Black));
    }

    #[test]
    fn every_end_says_who_won() {
        let (black, white) = (Color::Black, Color::White);
        for (end, winner, text) in [
            (End::Five(white), Some(white), "white wins"),
            (
                End::Foul(ForbiddenKind::Overline),
                Some(white),
                "white wins by black's overline",
            ),
            (End::FullBoard(None), None, "draw by full board"),
            (
                End::MoveLimit(Some(black)),
                Some(black),
                "black wins by move limit",
            ),
            (
                End::Resignation(black),
                Some(white),
                "white wins by resignation",
            ),
            (End::Agreement, None, "draw by agreement"),
            (End::TwoPasses, None, "draw by two passes"),
            (End::Time(white), Some(black), "black wins by time"),
            (End::Forfeit(white), Some(black), "black wins by forfeit"),
        ] {
            assert_eq!(end.winner(), winner);
            assert_eq!(end.result().winner(), winner);
            assert_eq!(end.to_string(), text);
            assert!(EndKind::ALL.contains(&end.kind()));
        }
    }
}
