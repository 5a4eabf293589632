//! What an act leads to.

use super::{Current, Event, GameState, Settings, Step};
use crate::game::Guessed;

/// What an act leads to, before it is done.
pub(super) enum Outcome {
    /// The game goes on.
    Steps(Vec<(Step, GameState)>, Vec<Event>),
    /// The present state is replaced, which cannot be taken back.
    Present(Box<GameState>, Option<Event>),
    /// Another node is the present one.
    Node {
        node: usize,
        undone: usize,
        event: Option<Event>,
    },
    /// The game before is the present one.
    Before,
    /// Another person decides who begins.
    Undecided(Guessed, Vec<Event>),
    /// Other settings.
    Settings(Settings, Vec<Event>),
    /// Another game by these settings.
    Game(Settings, Box<Current>, Vec<Event>),
}
