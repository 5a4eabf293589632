//! `verify`: proofs of wins, checked by the referee alone.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::proof::{ProofRecord, check};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Proofs, one JSON object a line, as `solve --json --proof` writes them.
    /// Lines that say of a position that it is no win are passed over.
    file: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let name = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    let mut bad = Vec::new();
    let (mut good, mut others) = (0, 0);
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let found = match is_other(line) {
            true => {
                others += 1;
                continue;
            }
            false => verified(line),
        };
        match found {
            Ok(said) => {
                good += 1;
                writeln!(stdout(), "{said}")?;
            }
            Err(error) => bad.push(format!("{name}:{}: {error:#}", number + 1)),
        }
    }
    writeln!(
        stdout(),
        "{good} proofs hold, {} do not, {others} lines without a win",
        bad.len()
    )?;
    if bad.is_empty() {
        return Ok(());
    }
    bail!("{} bad lines:\n{}", bad.len(), bad.join("\n"))
}

/// Whether a line says that a position is no win, or that nothing is known.
fn is_other(line: &str) -> bool {
    let fields: Option<serde_json::Value> = serde_json::from_str(line).ok();
    fields.is_some_and(|fields| matches!(fields["result"].as_str(), Some("none" | "unknown")))
}

/// Checks one proof, and says what it proves.
fn verified(line: &str) -> Result<String> {
    let record: ProofRecord = line.parse()?;
    let side = record.board.side_to_move();
    check(&record.board, record.rule, &record.proof).context(record.id.clone())?;
    let nodes = record.proof.nodes().len();
    Ok(format!(
        "{}: {side} wins ({}, {nodes} nodes)",
        record.id, record.rule
    ))
}
