//! The laboratory: engines play engines, and what the results mean.
//!
//! A [`tournament`] of [`contender`]s is a list of games ([`schedule`]), played
//! in parallel by [`player`]s (this engine itself, or a program at the other end
//! of two pipes) under the eyes of a judge ([`game`]); [`statistics`] says
//! how much it proves. [`opening_search`] finds fair openings, [`named_openings`]
//! judges the 26 that have names, [`opening_games`]
//! measures how fair the engine's own play of an opening rule is, [`selfplay`]
//! plays games with itself and [`fit`] fits the evaluation to them. [`tune`] tunes
//! the numbers of the search, [`regret`] measures its choices, [`experiments`] is
//! the log of what was tried. Nothing here prints.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde::Serialize;
use serde_json::Value;

use crate::pool::NoThreads;

mod adam;
mod choice;
pub mod contender;
#[cfg(test)]
mod experiments;
pub mod fit;
pub mod game;
mod inside;
pub mod journal;
mod line_file;
mod match_plan;
pub mod named_openings;
pub mod opening_games;
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
pub mod train;
pub mod tune;

/// Threads for games and searches that run beside each other, at least one.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, NoThreads> {
    let threads = threads.max(1);
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    Ok(builder.build()?)
}

/// The chances of the thing with this number in a set with this seed: sets whose seeds
/// are close together have different ones.
fn chances(seed: u64, number: u64) -> StdRng {
    StdRng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number)
}

/// Makes probabilities of log-odds.
fn softmax(odds: &mut [f32]) {
    let most = odds.iter().copied().fold(f32::MIN, f32::max);
    odds.iter_mut()
        .for_each(|odds| *odds = (*odds - most).exp());
    let sum: f32 = odds.iter().sum();
    odds.iter_mut().for_each(|odds| *odds /= sum);
}

/// The probability of these log-odds.
fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// In what a plan that a file has differs from the one that is wanted, for
/// people: the names of some settings with both values.
fn difference(has: &impl Serialize, wanted: &impl Serialize) -> String {
    const MOST: usize = 3;
    let [has, wanted] = [serde_json::to_value(has), serde_json::to_value(wanted)];
    let mut found = Vec::new();
    compare(
        "",
        &has.unwrap_or_default(),
        &wanted.unwrap_or_default(),
        &mut found,
    );
    let more = if found.len() > MOST { ", and more" } else { "" };
    found.truncate(MOST);
    found.join(", ") + more
}

fn compare(name: &str, has: &Value, wanted: &Value, found: &mut Vec<String>) {
    let inner = |key: &str| match name {
        "" => key.to_string(),
        _ => format!("{name}.{key}"),
    };
    match (has, wanted) {
        _ if has == wanted => (),
        (Value::Object(has), Value::Object(wanted)) => {
            for (key, value) in has {
                compare(
                    &inner(key),
                    value,
                    wanted.get(key).unwrap_or(&Value::Null),
                    found,
                );
            }
        }
        (Value::Array(has), Value::Array(wanted)) if has.len() == wanted.len() => {
            for (index, (has, wanted)) in has.iter().zip(wanted).enumerate() {
                compare(&inner(&(index + 1).to_string()), has, wanted, found);
            }
        }
        (Value::Array(_) | Value::Object(_), _) => found.push(format!("other {name}")),
        _ => found.push(format!("{name} {has} instead of {wanted}")),
    }
}

/// What is behind a mutex is whole even after a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
