//! `merge`: parts of selfplay, matches, suites and reviews, put together.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::exit::{count, output};
use crate::lab::merge::{Merged, merge};

/// The most numbers that are named.
const NAMED: usize = 10;

#[derive(clap::Args)]
#[command(after_help = "\
The result is what one run without --shard would have made. Where games or positions are \
missing, the same command without --shard, with the result as its file or folder, adds \
them; parts of selfplay and relabel must be whole.")]
pub(super) struct Args {
    /// The file or folder to make.
    to: PathBuf,
    /// Files of selfplay, relabel, suite or review, or folders of match.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let Merged {
        pieces,
        missing,
        doubled,
    } = merge(&args.parts, &args.to)?;
    let found = pieces - missing.len();
    let mut text = format!(
        "{found} of {pieces} from {}\n",
        count(args.parts.len(), "part")
    );
    if !doubled.is_empty() {
        text += &format!("doubled, the first kept: {}\n", named(&doubled));
    }
    output().write_all(text.as_bytes())?;
    if !missing.is_empty() {
        bail!("missing: {}", named(&missing));
    }
    Ok(())
}

/// The first of these numbers, and how many more there are.
fn named(numbers: &[usize]) -> String {
    let first = &numbers[..numbers.len().min(NAMED)];
    let mut text: Vec<String> = first.iter().map(usize::to_string).collect();
    if numbers.len() > NAMED {
        text.push(format!("and {} more", numbers.len() - NAMED));
    }
    text.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_numbers_are_named() {
        assert_eq!(named(&[2, 3]), "2, 3");
        let many: Vec<usize> = (1..=12).collect();
        assert_eq!(named(&many), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, and 2 more");
    }
}
