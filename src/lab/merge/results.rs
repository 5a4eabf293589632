//! Files of results.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{MergeError, Merged, tally, write};
use crate::lab::results::{Results, read};

pub(super) fn merge_results(parts: &[PathBuf], to: &Path) -> Result<Merged, MergeError> {
    let part = |path: &PathBuf| -> Result<Results, MergeError> {
        let text = fs::read_to_string(path).map_err(|error| MergeError::Unreadable {
            path: path.clone(),
            error,
        })?;
        // The last line may be torn.
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        Ok(read(path, &text[..whole])?)
    };
    let mut files: Vec<Results> = parts.iter().map(part).collect::<Result<_, _>>()?;
    let other = files
        .iter()
        .position(|file| !file.is_of_same_work(&files[0]));
    if let Some(other) = other {
        return Err(MergeError::OtherWork(
            parts[0].clone(),
            parts[other].clone(),
        ));
    }
    let numbers = files.iter().flat_map(|file| file.results.keys().copied());
    let merged = tally(files[0].pieces(), numbers);
    let mut results = BTreeMap::new();
    for file in &mut files {
        for (piece, result) in std::mem::take(&mut file.results) {
            results.entry(piece).or_insert(result);
        }
    }
    write(to, &files.swap_remove(0).whole(results).text())?;
    Ok(merged)
}
