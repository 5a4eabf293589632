//! `library`: positions of many games in a file, with what the engine thinks of them.

mod build;
mod export;
mod import;
mod merge;
mod show;
mod tree;

use std::path::Path;

use anyhow::{Context, Result};

use crate::lab::BOOK_VARIABLE;
use crate::library::{Library, LibraryError, Size};
use crate::records::PositionRecord;
use crate::types::Rule;

use super::exit::count;
#[cfg(feature = "board")]
pub(super) use show::known;

/// The book of an engine, if it lies beside the program.
const USUAL_BOOK: &str = "tengen.tdb";

#[derive(clap::Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Read games, with their variations and comments, into a library. A file that does
    /// not exist is made.
    Import(import::Args),
    /// Show what was played in a position, by whom, how it ended, and what the engine
    /// thinks.
    Show(show::Args),
    /// Let the engine analyse the positions after this one, those first that matter
    /// most. Ctrl-C ends it; the same command goes on.
    Build(build::Args),
    /// Write a part of a library as one tree of variations.
    Export(export::Args),
    /// Add all that other libraries have to a library.
    Merge(merge::Args),
    /// Check that a library is whole. The file is only read.
    Check(merge::CheckArgs),
}

pub(super) fn run(args: &Args) -> Result<()> {
    match &args.what {
        What::Import(args) => import::run(args),
        What::Show(args) => show::run(args),
        What::Build(args) => build::run(args),
        What::Export(args) => export::run(args),
        What::Merge(args) => merge::run(args),
        What::Check(args) => merge::check(args),
    }
}

/// The book of an engine that was told none: what the environment says, else the file
/// beside the program, if there is one.
pub(super) fn usual_book() -> Option<String> {
    if let Ok(book) = std::env::var(BOOK_VARIABLE) {
        return Some(book);
    }
    let path = std::env::current_exe().ok()?.with_file_name(USUAL_BOOK);
    path.is_file().then(|| path.to_str().map(String::from))?
}

/// Opens a library in one of its ways; the error names the file.
fn open(path: &Path, open: impl FnOnce(&Path) -> Result<Library, LibraryError>) -> Result<Library> {
    open(path).with_context(|| path.display().to_string())
}

/// Says under which rules a position is known, if it is not under its own.
fn note_other_rules(library: &Library, record: &PositionRecord) -> Result<()> {
    let is_known = |&rule: &Rule| -> Result<bool, LibraryError> {
        let entry = library.look(&record.board, rule)?;
        let is_said = !entry.moves.is_empty() || !entry.comments.is_empty();
        Ok(is_said || entry.value.is_some() || entry.results.games() > 0)
    };
    if is_known(&record.rule)? {
        return Ok(());
    }
    for rule in Rule::ALL {
        if is_known(&rule)? {
            let own = record.rule;
            eprintln!("note: this position is known under {rule}, not {own}: name it with --rule");
        }
    }
    Ok(())
}

/// Removes a library that was made for nothing.
fn remove(library: Library, path: &Path) {
    drop(library);
    // It stays where it cannot be removed.
    let _ = std::fs::remove_file(path);
}

/// How much a library has, in words.
fn in_words(size: &Size) -> String {
    format!(
        "{}, {} with moves, {} with comments or signs, {} analysed",
        count(size.games, "game"),
        count(size.positions, "position"),
        size.notes,
        size.analyses
    )
}
