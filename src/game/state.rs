//! A game that goes on or is over.

use super::{End, MoveLimit, end_of};
use crate::board::Board;
use crate::types::{Color, Rule, Square};

/// A game: its board, its conditions, and how it has ended, if it has. It
/// changes only by what a player may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: Board,
    rule: Rule,
    limit: MoveLimit,
    end: Option<End>,
}

/// Something that cannot be done in a game; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongMove {
    /// There is something on the square.
    #[error("the square in column {}, row {} (from 0 at the upper left) is not empty", .0.x(), .0.y())]
    Taken(Square),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(End),
}

impl Game {
    /// The game that goes on from a position. It is over at once if the last
    /// move has ended it.
    pub fn new(board: Board, rule: Rule, limit: MoveLimit) -> Game {
        let end = end_of(&board, rule, limit);
        Game {
            board,
            rule,
            limit,
            end,
        }
    }

    /// The position, with all moves.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// When the game is over without a five.
    pub fn limit(&self) -> MoveLimit {
        self.limit
    }

    /// How the game has ended; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whose turn it is; nobody's when the game is over.
    pub fn turn(&self) -> Option<Color> {
        let turn = self.board.side_to_move();
        self.end.is_none().then_some(turn)
    }

    /// The side to move places a stone. A forbidden point can be played too,
    /// and loses. Says how the game has ended, if it has.
    pub fn play(&mut self, square: Square) -> Result<Option<End>, WrongMove> {
        self.check_open()?;
        if !self.board.is_empty(square) {
            return Err(WrongMove::Taken(square));
        }
        self.board.place(square);
        Ok(self.judge())
    }

    /// The side to move passes.
    pub fn pass(&mut self) -> Result<Option<End>, WrongMove> {
        self.check_open()?;
        self.board.pass();
        Ok(self.judge())
    }

    /// This side gives up, whoever is to move.
    pub fn resign(&mut self, color: Color) -> Result<(), WrongMove> {
        self.close(End::Resignation(color))
    }

    /// This side's time is up.
    pub fn lose_on_time(&mut self, color: Color) -> Result<(), WrongMove> {
        self.close(End::Time(color))
    }

    /// The players agree on a draw.
    pub fn agree_on_draw(&mut self) -> Result<(), WrongMove> {
        self.close(End::Agreement)
    }

    /// Takes back the last move, and with it any end; returns the move
    /// (`Some(None)` was a pass), nothing at the beginning.
    pub fn undo(&mut self) -> Option<Option<Square>> {
        let undone = self.board.undo()?;
        self.judge();
        Some(undone)
    }

    fn judge(&mut self) -> Option<End> {
        self.end = end_of(&self.board, self.rule, self.limit);
        self.end
    }

    fn close(&mut self, end: End) -> Result<(), WrongMove> {
        self.check_open()?;
        self.end = Some(end);
        Ok(())
    }

    fn check_open(&self) -> Result<(), WrongMove> {
        self.end.map_or(Ok(()), |end| Err(WrongMove::Over(end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::play_moves;
    use proptest::prelude::*;

    fn game(moves: &str, rule: Rule) -> Game {
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        Game::new(board, rule, MoveLimit::default())
    }

    #[test]
    fn nothing_is_played_after_the_end() {
        let mut game = game("h8a1i8a3j8a5k8a7", Rule::Standard);
        let at = |x, y| Square::new(x, y).unwrap();
        let taken = game.play(at(7, 7)).unwrap_err();
        assert_eq!(taken, WrongMove::Taken(at(7, 7)));
        let end = End::Five(Color::Black);
        assert_eq!(game.play(at(11, 7)), Ok(Some(end)));
        assert_eq!((game.turn(), game.end()), (None, Some(end)));
        let over = Err(WrongMove::Over(end));
        let kept = game.clone();
        assert_eq!(game.play(at(1, 1)), Err(WrongMove::Over(end)));
        assert_eq!(game.pass(), Err(WrongMove::Over(end)));
        assert_eq!(game.resign(Color::White), over);
        assert_eq!(game.lose_on_time(Color::White), over);
        assert_eq!(game.agree_on_draw(), over);
        assert_eq!(game, kept);
        assert_eq!(game.undo(), Some(Some(at(11, 7))));
        assert_eq!(game.turn(), Some(Color::Black));
    }

    #[test]
    fn games_end_without_a_move_too() {
        type Act = fn(&mut Game) -> Result<(), WrongMove>;
        for (act, end) in [
            (
                (|game| game.resign(Color::White)) as Act,
                End::Resignation(Color::White),
            ),
            (
                |game| game.lose_on_time(Color::Black),
                End::Time(Color::Black),
            ),
            (|game| game.agree_on_draw(), End::Agreement),
        ] {
            let mut game = game("h8", Rule::Renju);
            act(&mut game).unwrap();
            assert_eq!((game.end(), game.turn()), (Some(end), None));
            assert_eq!(act(&mut game), Err(WrongMove::Over(end)));
        }
    }

    proptest! {
        #[test]
        fn undo_restores_every_position(
            choices in proptest::collection::vec(any::<u32>(), 0..80),
            rule in proptest::sample::select(&Rule::ALL[..]),
            moves in 1..60usize,
        ) {
            let limit = MoveLimit { moves, winner: None };
            let mut game = Game::new(Board::new(7, 6).unwrap(), rule, limit);
            let mut known = Vec::new();
            for choice in choices {
                let empty: Vec<Square> = game.board().empty().into_iter().collect();
                let before = game.clone();
                let done = match choice % 16 {
                    0 => game.pass(),
                    _ if empty.is_empty() => break,
                    _ => game.play(empty[choice as usize % empty.len()]),
                };
                if done.is_err() {
                    prop_assert_eq!(&game, &before);
                    prop_assert!(game.end().is_some());
                    break;
                }
                known.push(before);
            }
            prop_assert!(game.board().moves().len() <= moves);
            for before in known.into_iter().rev() {
                prop_assert!(game.undo().is_some());
                prop_assert_eq!(&game, &before);
            }
            prop_assert!(game.undo().is_none());
        }
    }
}
