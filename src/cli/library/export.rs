//! `library export`: a part of a library as a tree of variations.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::{note_other_rules, open};
use crate::cli::exit::output;
use crate::cli::input::Source;
use crate::cli::values::{MOST_GAMES, whole};
use crate::library::{Excerpt, Library};
use crate::records::{renlib, sgf};
use crate::types::Rule;

#[derive(clap::Args)]
#[command(
    override_usage = "pbrain-tengen library export [OPTIONS] <LIBRARY> <POSITION|--file <FILE>>",
    after_help = "Example: pbrain-tengen library export renju.tdb --rule renju h8h9i9 --to lib > 4D.lib"
)]
pub(super) struct Args {
    /// The library.
    library: PathBuf,
    #[command(flatten)]
    source: Source,
    /// How many moves after the position.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole(0..=500usize))]
    depth: usize,
    /// Leave out moves that fewer games have played, unless the engine has analysed them;
    /// 0 keeps those of variations without games, too.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=MOST_GAMES))]
    least_games: usize,
    /// The most positions.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = whole(1..=MOST_GAMES))]
    most: usize,
    /// Write the numbers of games and the engine's values into comments.
    #[arg(long)]
    figures: bool,
    /// The format.
    #[arg(long, value_enum, default_value = "sgf")]
    to: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The Smart Game Format.
    Sgf,
    /// RenLib's.
    Lib,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let positions = args.source.read(Rule::Freestyle)?;
    let library = open(&args.library, Library::read)?;
    let excerpt = Excerpt {
        depth: args.depth,
        least_games: args.least_games,
        figures: args.figures,
        most_nodes: args.most,
    };
    let mut out = output();
    positions.for_each(|record| {
        note_other_rules(&library, record)?;
        let tree = library.tree(&record.board, record.rule, &excerpt);
        let (tree, is_whole) = tree.with_context(|| args.library.display().to_string())?;
        if !is_whole {
            eprintln!("note: only the first {} positions were written", args.most);
        }
        match args.to {
            Format::Sgf => out.write_all(sgf::write(&tree).as_bytes())?,
            Format::Lib => {
                let lost = renlib::lost(&tree);
                if !lost.is_empty() {
                    eprintln!("note: not in a library of RenLib: {}", lost.in_words());
                }
                out.write_all(&renlib::write(&tree)?)?;
            }
        }
        Ok(())
    })
}
