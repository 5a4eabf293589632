//! `verify`: checks proofs of wins by the referee alone.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::exit::{bad_lines, count, output};
use super::input;
use crate::proof::{ProofRecord, check};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Proofs, one JSON object a line, as `solve --proof` writes them (- for
    /// standard input).
    file: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let name = args.file.display();
    let text = input::read(&args.file)?;
    let mut bad = Vec::new();
    let mut good = 0_usize;
    let mut out = output();
    for (number, line) in input::filled_lines(&text) {
        match verified(line) {
            Ok(said) => {
                good += 1;
                writeln!(out, "{said}")?;
            }
            Err(error) => bad.push(format!("{name}:{number}: {error:#}")),
        }
    }
    let hold = if good == 1 { "holds" } else { "hold" };
    let not = if bad.len() == 1 { "does" } else { "do" };
    writeln!(
        out,
        "{} {hold}, {} {not} not",
        count(good, "proof"),
        bad.len()
    )?;
    if good == 0 && bad.is_empty() {
        bail!("no proof in {name}");
    }
    bad_lines(&bad)
}

/// Checks one proof; returns what it proves.
fn verified(line: &str) -> Result<String> {
    let record: ProofRecord = line.parse().context("not a proof")?;
    let side = record.board.side_to_move();
    check(&record.board, record.rule, &record.proof).context(record.id.clone())?;
    let nodes = record.proof.nodes().len();
    let nodes = count(nodes, "node");
    Ok(format!(
        "{}: {side} wins ({}, {nodes})",
        record.id, record.rule
    ))
}
