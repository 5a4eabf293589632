//! What the program's library says of the study's position.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::cli::library::{known, usual_book};
use crate::page::Desk;
use crate::records::PositionRecord;

/// The games that are listed.
const MOST_GAMES: usize = 8;

/// The library: the one that is named, which must be there, or the engine's book; `off`
/// is none.
pub(super) fn file(named: Option<&Path>) -> Result<Option<PathBuf>> {
    let is_off = |file: &Path| file.as_os_str() == "off";
    if let Some(file) = named.filter(|file| !is_off(file)) {
        File::open(file).with_context(|| file.display().to_string())?;
    }
    let file = match named {
        Some(file) => Some(file.to_path_buf()),
        None => usual_book().map(PathBuf::from),
    };
    Ok(file.filter(|file| !is_off(file)))
}

/// The position of the study, if it is one that can be played.
pub(super) fn position(desk: &Desk) -> Option<PositionRecord> {
    let study = &desk.study().study;
    Some(PositionRecord {
        id: String::new(),
        rule: study.rule(),
        board: study.board().ok()?,
    })
}

/// What is known of it, or why that cannot be said.
pub(super) fn answer(file: &Path, position: &PositionRecord) -> Value {
    match known(file, position, MOST_GAMES) {
        Ok(known) => json!({ "library": true, "known": known }),
        Err(error) => json!({ "library": true, "error": format!("{error:#}") }),
    }
}
