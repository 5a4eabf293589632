//! A game as files have it.

use std::time::Duration;

use super::phase::OpeningPhase;
use super::scan::one_line;
use crate::board::notation::square_name;
use crate::board::{BadSize, Board, Content};
use crate::game::GameResult;
use crate::rules;
use crate::types::{Color, Rule, Square};

/// A game: its moves and what is known about it.
///
/// The colours alternate and Black begins; other games have passes in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Columns, 5 to 22.
    pub width: usize,
    /// Rows, 5 to 22.
    pub height: usize,
    /// The rule, if known.
    pub rule: Option<Rule>,
    /// The names of Black and White; empty if not known.
    pub players: [String; 2],
    /// The moves, the given ones first.
    pub moves: Vec<RecordedMove>,
    /// How many of the first moves were given, not played.
    pub opening: usize,
    /// The acts of the opening, if it is not over.
    pub phase: Option<OpeningPhase>,
    /// The result, if known and the game is over.
    pub result: Option<GameResult>,
    /// How the game ended, in words on one line; may be empty.
    pub reason: String,
}

/// A move of a [`GameRecord`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Where the stone was placed; `None` is a pass.
    pub square: Option<Square>,
    /// The time for the move; zero if not known. Files keep whole milliseconds.
    pub time: Duration,
}

/// Moves that cannot be played one after the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The board's size is not supported.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// A square of a larger board.
    #[error("move {number} is outside the board")]
    Outside {
        /// Which move, from 1.
        number: usize,
    },
    /// Two stones on one square.
    #[error("move {number} is on {name}, which is taken")]
    Taken {
        /// Which move, from 1.
        number: usize,
        /// The square, as `h8`.
        name: String,
    },
    /// A move before it has won.
    #[error("move {number} comes after the end: move {five} made a five")]
    Over {
        /// Which move, from 1.
        number: usize,
        /// The move that won.
        five: usize,
    },
}

impl GameRecord {
    /// A game without moves. The size is checked by [`GameRecord::board`].
    pub fn new(width: usize, height: usize) -> GameRecord {
        GameRecord {
            width,
            height,
            rule: None,
            players: [String::new(), String::new()],
            moves: Vec::new(),
            opening: 0,
            phase: None,
            result: None,
            reason: String::new(),
        }
    }

    /// The game that led to this board, without times.
    pub fn of(board: &Board) -> GameRecord {
        let recorded = |&square: &Option<Square>| RecordedMove {
            square,
            time: Duration::ZERO,
        };
        GameRecord {
            moves: board.moves().iter().map(recorded).collect(),
            ..GameRecord::new(board.width(), board.height())
        }
    }

    /// The board after the last move. It exists for every game that a reader of
    /// this module returns.
    pub fn board(&self) -> Result<Board, GameError> {
        let mut board = Board::new(self.width, self.height)?;
        for played in &self.moves {
            play(&mut board, played.square)?;
        }
        Ok(board)
    }
}

/// Plays a move if it can be played.
pub(super) fn play(board: &mut Board, square: Option<Square>) -> Result<(), GameError> {
    let number = board.moves().len() + 1;
    let Some(square) = square else {
        board.pass();
        return Ok(());
    };
    match board.at(square) {
        Content::Empty => board.place(square),
        Content::Wall => return Err(GameError::Outside { number }),
        Content::Stone(_) => {
            let name = square_name(square, board.height());
            return Err(GameError::Taken { number, name });
        }
    }
    Ok(())
}

/// A game that is being read.
pub(super) struct Draft {
    /// The game so far.
    pub game: GameRecord,
    /// The board after its last move.
    pub board: Board,
    /// The number of the move that won, if one has.
    five: Option<usize>,
}

impl Draft {
    pub fn new(width: usize, height: usize) -> Result<Draft, BadSize> {
        Ok(Draft {
            game: GameRecord::new(width, height),
            board: Board::new(width, height)?,
            five: None,
        })
    }

    /// Adds a stone or a pass that is given, not played: after a five, too.
    pub fn give(&mut self, square: Option<Square>) -> Result<(), GameError> {
        play(&mut self.board, square)?;
        self.push(square, Duration::ZERO);
        Ok(())
    }

    /// Adds a move if it can be played, that is, not after a five; if the rule is
    /// not known, only a five under every rule counts. Fouls of renju do not end
    /// a game here, since the players may have overlooked them.
    pub fn play(&mut self, square: Option<Square>, time: Duration) -> Result<(), GameError> {
        let number = self.game.moves.len() + 1;
        if let Some(five) = self.five {
            return Err(GameError::Over { number, five });
        }
        play(&mut self.board, square)?;
        self.push(square, time);
        if square.is_some_and(|square| self.is_five(square)) {
            self.five = Some(number);
        }
        Ok(())
    }

    /// Takes all moves back.
    pub fn clear(&mut self) {
        while self.board.undo().is_some() {}
        self.game.moves.clear();
        self.game.opening = 0;
        self.five = None;
    }

    /// Who has made a five with the last move.
    pub fn winner(&self) -> Option<Color> {
        let is_last = self.five == Some(self.game.moves.len());
        is_last.then(|| !self.board.side_to_move())
    }

    fn push(&mut self, square: Option<Square>, time: Duration) {
        self.game.moves.push(RecordedMove { square, time });
    }

    /// Whether the stone that was placed last, here, has won.
    fn is_five(&self, square: Square) -> bool {
        let color = !self.board.side_to_move();
        let wins = |rule: &Rule| rules::wins(&self.board, *rule, square, color);
        match &self.game.rule {
            Some(rule) => wins(rule),
            None => Rule::ALL.iter().all(wins),
        }
    }

    pub fn set_player(&mut self, color: Color, name: &str) {
        self.game.players[color.index()] = one_line(name);
    }
}

/// The time of a move as files keep it.
pub(super) fn millis(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(squares: &[Option<usize>]) -> GameRecord {
        let recorded = |&index: &Option<usize>| RecordedMove {
            square: index.map(Square::from_index),
            time: Duration::ZERO,
        };
        let mut game = GameRecord::new(15, 10);
        game.moves = squares.iter().map(recorded).collect();
        game
    }

    #[test]
    fn the_moves_make_a_board() {
        let board = game(&[Some(0), None, Some(24)]).board().unwrap();
        let black: Vec<Square> = board.stones(Color::Black).collect();
        assert_eq!(black, [0, 24].map(Square::from_index));
        assert_eq!(board.side_to_move(), Color::White);
    }

    #[test]
    fn impossible_moves_are_errors() {
        for (squares, why) in [
            (
                &[Some(0), Some(1), Some(0)][..],
                "move 3 is on a10, which is taken",
            ),
            (&[Some(15)], "move 1 is outside the board"),
            (&[None, Some(220)], "move 2 is outside the board"),
        ] {
            assert_eq!(game(squares).board().unwrap_err().to_string(), why);
        }
        let error = GameRecord::new(15, 23).board().unwrap_err();
        assert!(matches!(error, GameError::Size(_)));
    }
}
