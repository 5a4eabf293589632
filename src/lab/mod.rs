//! The lab: matches, training and measurements. `README.md` beside this file says how
//! to use it.
//!
//! A [`tournament`] of [`contender`]s is a list of games ([`schedule`]), played in
//! parallel by [`player`]s (this engine, or a program through pipes) and refereed by
//! [`game`]; [`statistics`] has Elo and the sequential test. [`openings`] has the built-in
//! openings, [`balanced_openings`] finds fair ones, [`named_opening_search`] searches the
//! 26 named ones, and [`opening_rule_games`] measures how fair openings under an opening
//! rule are. [`selfplay`] plays games to train on, [`fit`] fits the evaluation's tables and
//! [`train`] trains networks. [`tune`] tunes search parameters, and [`regret`] measures
//! short searches by long ones. [`suite`] asks an engine about positions with known
//! answers. A [`shard`](shard::Shard) is a part of work for one of several machines, and
//! [`merge`] puts the parts together. Nothing here prints.

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde::Serialize;
use serde_json::Value;

use crate::pool::NoThreads;

mod adam;
pub mod balanced_openings;
mod choice;
pub mod contender;
#[cfg(test)]
mod experiments;
mod external_player;
pub mod fit;
pub mod game;
mod in_order;
pub mod journal;
pub mod library;
mod line_file;
mod match_plan;
pub mod merge;
pub mod named_opening_search;
pub mod opening_rule_games;
pub mod openings;
mod own_player;
pub mod player;
mod process;
pub mod regret;
pub mod results;
pub mod schedule;
pub mod selfplay;
pub mod shard;
pub mod standings;
pub mod statistics;
pub mod suite;
pub mod tournament;
pub mod train;
pub mod tune;

/// The environment variable that names the library an engine plays from, or `off`: what
/// the programs of a match get, so that no file beside them decides it.
pub const BOOK_VARIABLE: &str = "TENGEN_BOOK";

/// A pool for parallel games and searches, of at least one thread.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, NoThreads> {
    let threads = threads.max(1);
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    Ok(builder.build()?)
}

/// The random numbers of an item in a set, by the set's seed and the item's number: sets
/// with neighbouring seeds have different ones. Either may come first, but a set stays
/// what it is only if that does not change.
fn chances(first: u64, second: u64) -> StdRng {
    StdRng::seed_from_u64(first.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ second)
}

/// Turns log-odds into probabilities.
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

/// How a plan differs from the wanted one, as text: some settings with both values.
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
