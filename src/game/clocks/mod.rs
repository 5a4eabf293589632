//! Clocks by any agreement that people play by: absolute, in stages with
//! numbers of moves, byo-yomi, with increments, or one time for both.
//!
//! [`ClockRule`] is the agreement and has a text form, [`PlayerClock`] is one
//! side's clock and [`GameClocks`] both. All are values that are told how much
//! time has passed: to take back a move, keep a copy from before it.
//!
//! An engine is asked with a [`TimeControl`](super::TimeControl), which is all
//! that the protocol can say: [`PlayerClock::time_control`] is what it may
//! think by. Match games between engines need no more than that, and use
//! [`EngineClock`](super::EngineClock).

mod both;
mod player;
mod rule;
#[cfg(test)]
mod tests;
mod text;

pub use both::{GameClocks, WrongPress};
pub use player::PlayerClock;
pub use rule::{ClockRule, Stage, WrongClock};
pub use text::ClockTextError;
pub(super) use text::parse_time_with_unit;
