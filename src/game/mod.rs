//! How a game is played, as values: turns, openings with a choice of colours,
//! ends, and the arithmetic of clocks. No clock of the machine, no thread, no
//! text of a protocol, and no thinking: whoever plays, referees or shows a
//! game uses the same types.
//!
//! * An [`OpeningState`] lists what the player to act may do in an opening and
//!   does it: place stones, exchange colours, offer fifth moves. It ends in a
//!   position and who has Black. [`OpeningRule`] has the rules and their sources.
//! * A [`Game`] goes on from there until its [`End`]. [`end_of`] answers for a
//!   bare board.
//! * A [`GameClock`] is what a player has left of his [`TimeControl`], and
//!   [`TimeBounds`] are how much of it to think about the next move.
//!
//! ```
//! use tengen::board::Board;
//! use tengen::game::{End, Game, MoveLimit, OpeningAction, OpeningRule, OpeningState, Player};
//! use tengen::types::{Color, Rule};
//!
//! let board = Board::new(15, 15)?;
//! let center = board.center();
//! let mut opening = OpeningState::new(OpeningRule::FirstMoveSwap, board)?;
//! opening.apply(OpeningAction::Place(center))?;
//! assert_eq!(opening.to_act(), Some(Player::Second));
//! opening.apply(OpeningAction::Take(Color::Black))?;
//! assert_eq!(opening.color_of(Player::First), Color::White);
//!
//! let mut game = Game::new(opening.board().clone(), Rule::Renju, MoveLimit::default());
//! assert_eq!(game.turn(), Some(Color::White));
//! game.resign(Color::White)?;
//! assert_eq!(game.end(), Some(End::Resignation(Color::White)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod canonical;
mod clock;
mod clocks;
mod end;
mod opening;
mod state;

pub use bounds::TimeBounds;
pub use canonical::{
    CanonicalOpening, Chances, MNEMONIC, MnemonicLine, OldVerdict, Pointing, VerdictSource,
    by_mnemonic,
};
pub use clock::{GameClock, TimeControl};
pub use clocks::{
    ClockRule, ClockTextError, GameClocks, PlayerClock, Stage, WrongClock, WrongPress,
};
pub use end::{End, EndKind, GameResult, MoveLimit, end_of};
pub use opening::{
    OpeningAction, OpeningReply, OpeningRule, OpeningState, Player, Region, UnknownOpeningRule,
    WrongAction, WrongBoard,
};
pub use state::{Game, WrongMove};
