//! Files with faults.

use rand::Rng;
use rand::rngs::StdRng;

/// Damages a file at one place: cuts, changes, repeats or replaces at most `most`
/// bytes, puts in one of the `words`, or a part of one of the `files`.
pub fn damage(bytes: &mut Vec<u8>, rng: &mut StdRng, words: &[&str], files: &[&[u8]], most: usize) {
    let at = rng.random_range(0..=bytes.len());
    let end = rng.random_range(at..=bytes.len().min(at + most));
    let kinds = if files.is_empty() { 7 } else { 8 };
    match rng.random_range(0..kinds) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => bytes.insert(at, rng.random()),
        3 if at < bytes.len() => bytes[at] = rng.random(),
        4 => {
            let again = bytes[at..end].to_vec();
            let place = rng.random_range(0..=bytes.len());
            drop(bytes.splice(place..place, again));
        }
        5 if !files.is_empty() => {
            let other = files[rng.random_range(0..files.len())];
            let part = rng.random_range(0..other.len());
            drop(bytes.splice(at..end, other[part..].iter().copied().take(40)));
        }
        _ => {
            let word = words[rng.random_range(0..words.len())];
            drop(bytes.splice(at..at, word.bytes()));
        }
    }
}
