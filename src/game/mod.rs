//! How a game is played, as values: turns, openings with a choice of colours,
//! ends, and the arithmetic of clocks. Everything that plays, referees or shows
//! games uses these types. They know no machine's clock, no thread, no protocol
//! and no search. (`README.md` beside this file has tables of opening rules and
//! clocks.)
//!
//! * An [`OpeningState`] lists what the player to act may do in an opening and
//!   does it: place stones, exchange colours, offer fifth moves. It ends with a
//!   position and the players' colours. [`OpeningRule`] has the rules and their
//!   sources.
//! * A [`Game`] goes on from there until its [`End`]. [`end_of`] judges a bare
//!   board. [`Fouls`] says whether a forbidden move must be claimed.
//! * A [`Series`] is several games between the same two players. [`GuessForm`]
//!   decides who begins, a [`SetUp`] gives the first stones.
//! * A [`CanonicalOpening`] is one of the 26 openings with names.
//! * [`GameClocks`] are the clocks of people, by a [`ClockRule`].
//! * A [`EngineClock`] is what an engine has left of its [`TimeControl`], and
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
//!
//! A game between people: guess who begins, run the clocks, claim and agree.
//!
//! ```
//! use std::time::Duration;
//! use tengen::board::Board;
//! use tengen::board::notation::parse_square;
//! use tengen::game::{
//!     CanonicalOpening, ClockRule, Contestant, Fouls, Game, GameClocks, Guess, GuessForm,
//!     MoveLimit, Parity, Series, SeriesGame, SeriesRule,
//! };
//! use tengen::types::{Color, Rule};
//!
//! let guess = Guess { call: Parity::Odd, ..Guess::from_seed(7) };
//! let starter = GuessForm::Handful.judge(guess).starter();
//! let mut series = Series::new(SeriesRule::best_of(3)?, starter.unwrap());
//!
//! let board = Board::new(15, 15)?;
//! let mut game = Game::new(board, Rule::Renju, MoveLimit::default()).with_fouls(Fouls::Claimed);
//! let rule: ClockRule = "15m,5x30s".parse()?;
//! let mut clocks = GameClocks::new(&rule);
//! clocks.start(Color::Black)?;
//! for (name, seconds) in [("h8", 0), ("i9", 5), ("j7", 20)] {
//!     let color = game.turn().unwrap();
//!     assert_eq!(clocks.elapse(Duration::from_secs(seconds)), None);
//!     game.play(parse_square(name, game.board())?)?;
//!     clocks.press(color)?;
//! }
//! let opening = CanonicalOpening::recognise(game.board()).unwrap();
//! assert_eq!(opening.to_string(), "4I 水月 Suigetsu (water moon)");
//! assert_eq!(game.claim_foul(Color::White)?, None);
//! game.offer_draw(Color::Black)?;
//! game.accept_draw(Color::White)?;
//! let result = game.end().unwrap().result();
//! series.record(SeriesGame::of(result, starter.unwrap()))?;
//! assert_eq!(series.starter(), starter.map(Contestant::other));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod clock;
mod clocks;
mod end;
mod guess;
mod named_opening;
mod opening_rule;
mod series;
mod setup;
mod state;
mod time_text;

pub use bounds::TimeBounds;
pub use clock::{EngineClock, TimeControl};
pub use clocks::{
    ClockRule, ClockTextError, GameClocks, PlayerClock, Stage, WrongClock, WrongPress,
};
pub use end::{End, EndKind, GameResult, MoveLimit, end_of};
pub use guess::{Decision, Guess, GuessForm, Guessed, Parity, WrongDecision};
pub use named_opening::{
    CanonicalOpening, Chances, MNEMONIC, MnemonicLine, OldVerdict, Pointing, SearchedOpening,
    VerdictSource, WrongLine, by_mnemonic,
};
pub use opening_rule::{
    OpeningAction, OpeningReply, OpeningRule, OpeningState, Player, Region, UnknownOpeningRule,
    WrongAction, WrongBoard,
};
pub use series::{Contestant, Series, SeriesEnd, SeriesGame, SeriesRule, WrongSeries};
pub use setup::{GivenStart, SetUp, UnknownSetUp};
pub use state::{Fouls, Game, WrongMove};
pub use time_text::{BadTime, parse_time};
