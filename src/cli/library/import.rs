//! `library import`: games of files into a library.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result, bail, ensure};

use super::{in_words, open, remove};
use crate::cli::exit::{count, one_line, output};
use crate::cli::progress::interrupts;
use crate::cli::reading::Reading;
use crate::cli::recorded::{BadGame, Games};
use crate::library::{Imported, Importer, Library, LibraryError, Size, game_of};

#[derive(clap::Args)]
#[command(
    after_help = "Games without players and result are studies: their moves are kept, but not counted.\n\n\
                  Example: pbrain-tengen library import renju.tdb --rule renju games.sgf more.psq"
)]
pub(super) struct Args {
    /// The library.
    library: PathBuf,
    /// Files of games, of any kind that `convert` reads.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let is_new = !args.library.exists();
    let mut library = open(&args.library, Library::open_or_create)?;
    let said = || args.library.display().to_string();
    let stop = interrupts()?;
    let mut importer = Importer::new(&library);
    let mut failed = Vec::new();
    for file in &args.files {
        let games = Games {
            reading: args.reading,
            ..Games::of(file)
        };
        let name = file.file_name().unwrap_or(file.as_os_str());
        let name = one_line(&name.to_string_lossy());
        let read = games.for_each(|tree| {
            ensure!(!stop.load(Relaxed), Interrupted);
            game_of(&tree).map_err(|error| BadGame(error.to_string()))?;
            Ok(importer.add(&tree, args.reading.rule, &name)?)
        });
        match read {
            Err(error) if error.is::<Interrupted>() || error.is::<LibraryError>() => {
                // What was read before is kept, as far as there is room.
                importer.finish().with_context(said)?;
                return Err(error).with_context(said);
            }
            Err(error) => failed.push(format!("{error:#}")),
            Ok(()) => (),
        }
    }
    let done = importer.finish().with_context(said)?;
    tell(&done);
    if !failed.is_empty() && is_new && library.size().with_context(said)? == Size::default() {
        remove(library, &args.library);
        bail!("{}", failed.join("; "));
    }
    library.compact().with_context(said)?;
    let size = library.size().with_context(said)?;
    writeln!(
        output(),
        "read: {} ({} known before), {}, {}\nthe library has {}",
        count(done.games + done.known, "game"),
        done.known,
        count(done.studies, "study").replace("studys", "studies"),
        count(done.moves, "move"),
        in_words(&size)
    )?;
    match failed.is_empty() {
        true => Ok(()),
        false => bail!("{}", failed.join("; ")),
    }
}

/// The user has had enough.
#[derive(Debug, thiserror::Error)]
#[error("interrupted; what was read before is in the library")]
struct Interrupted;

/// Says what was left out.
fn tell(done: &Imported) {
    if done.without_rule > 0 {
        let games = count(done.without_rule, "game");
        eprintln!("note: {games} without a rule left out: name it with --rule");
    }
    if done.cut > 0 {
        let branches = count(done.cut, "branch").replace("branchs", "branches");
        eprintln!("note: {branches} of variations cannot be played and end before");
    }
}
