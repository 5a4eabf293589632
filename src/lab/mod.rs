//! The laboratory: engines play engines, and what the results mean.
//!
//! A [`tournament`] of [`contender`]s is a list of games ([`schedule`]), played
//! in parallel by [`player`]s (this engine itself, or a program at the other end
//! of two pipes) under the eyes of a judge ([`game`]); [`statistics`] says
//! how much it proves. [`opening_search`] finds fair openings, [`selfplay`] plays
//! games with itself and [`fit`] fits the evaluation to them. [`tune`]
//! tunes the numbers of the search, [`regret`] measures its choices, [`experiments`] is the log of what was tried. Nothing here prints.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::pool::NoThreads;

pub mod contender;
pub mod experiments;
pub mod fit;
pub mod game;
mod inside;
pub mod journal;
pub mod opening_search;
mod outside;
pub mod player;
mod process;
pub mod regret;
pub mod schedule;
pub mod selfplay;
pub mod standings;
pub mod statistics;
pub mod tournament;
pub mod tune;

/// Threads for games and searches that run beside each other, at least one.
fn pool(threads: usize) -> Result<rayon::ThreadPool, NoThreads> {
    let threads = threads.max(1);
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    Ok(builder.build()?)
}

/// What is behind a mutex is whole even after a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
