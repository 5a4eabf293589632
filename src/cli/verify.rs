//! `verify`: proofs of wins, checked by the referee alone.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::input;
use crate::proof::{ProofRecord, check};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Proofs, one JSON object a line, as `solve --proof` writes them.
    file: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let name = args.file.display();
    let text = input::read(&args.file)?;
    let mut bad = Vec::new();
    let mut good = 0;
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        match verified(line) {
            Ok(said) => {
                good += 1;
                writeln!(stdout(), "{said}")?;
            }
            Err(error) => bad.push(format!("{name}:{}: {error:#}", number + 1)),
        }
    }
    writeln!(stdout(), "{good} proofs hold, {} do not", bad.len())?;
    match (good, bad.len()) {
        (0, 0) => bail!("no proof in {name}"),
        (_, 0) => Ok(()),
        (_, lines) => bail!("{lines} bad lines:\n{}", bad.join("\n")),
    }
}

/// Checks one proof, and says what it proves.
fn verified(line: &str) -> Result<String> {
    let record: ProofRecord = line.parse().context("no proof")?;
    let side = record.board.side_to_move();
    check(&record.board, record.rule, &record.proof).context(record.id.clone())?;
    let nodes = record.proof.nodes().len();
    Ok(format!(
        "{}: {side} wins ({}, {nodes} nodes)",
        record.id, record.rule
    ))
}
