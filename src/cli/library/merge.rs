//! `library merge` and `library check`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::{in_words, open, remove};
use crate::cli::exit::{count, output, wrong_use};
use crate::library::{Library, Size};
use crate::records::is_same_file;

#[derive(clap::Args)]
#[command(
    after_help = "Nothing is lost: games of both count once, comments are joined, and of two \
                  analyses the deeper one stays. The other libraries stay as they are.\n\n\
                  Example: pbrain-tengen library merge all.tdb mine.tdb yours.tdb"
)]
pub(super) struct Args {
    /// The library that grows; it is made if it does not exist.
    library: PathBuf,
    /// The libraries to add.
    #[arg(required = true)]
    others: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    for other in &args.others {
        if is_same_file(&args.library, other) {
            let name = other.display();
            return Err(wrong_use(format!("{name} cannot be added to itself")));
        }
    }
    let is_new = !args.library.exists();
    let mut library = open(&args.library, Library::open_or_create)?;
    if let Err(error) = add(args, &library) {
        if is_new && library.size().is_ok_and(|size| size == Size::default()) {
            remove(library, &args.library);
        }
        return Err(error);
    }
    let said = || args.library.display().to_string();
    library.compact().with_context(said)?;
    let size = library.size().with_context(said)?;
    Ok(writeln!(output(), "the library has {}", in_words(&size))?)
}

/// Adds the other libraries.
fn add(args: &Args, library: &Library) -> Result<()> {
    let mut out = output();
    for path in &args.others {
        let name = path.display();
        let other = open(path, Library::read)?;
        let merged = library.merge(&other).with_context(|| {
            let into = args.library.display();
            format!("{name} into {into}")
        })?;
        let games = count(merged.games, "new game");
        let analyses = match merged.analyses {
            1 => "1 new or better analysis".to_string(),
            more => format!("{more} new or better analyses"),
        };
        writeln!(out, "{name}: {games}, {analyses}")?;
    }
    Ok(())
}

#[derive(clap::Args)]
#[command(after_help = "Example: pbrain-tengen library check renju.tdb")]
pub(super) struct CheckArgs {
    /// The library.
    library: PathBuf,
}

pub(super) fn check(args: &CheckArgs) -> Result<()> {
    let mut library = open(&args.library, Library::read)?;
    let said = || args.library.display().to_string();
    let faults = library.check().with_context(said)?;
    if !faults.is_empty() {
        bail!("{}: {}", said(), faults.join("; "));
    }
    let size = library.size().with_context(said)?;
    Ok(writeln!(output(), "in order: {}", in_words(&size))?)
}
