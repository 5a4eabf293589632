//! `forbidden`: Black's forbidden points in renju.

use std::io::Write;

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::drawing;
use super::exit::output;
use super::input::Source;
use crate::board::notation::square_name;
use crate::records::PositionRecord;
use crate::rules::{self, ForbiddenKind};
use crate::types::{Rule, Square};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// Print one JSON object a line: id, forbidden (points), kinds.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let positions = args.source.read_for(Rule::Renju)?;
    let mut out = output();
    positions.for_each(|record| {
        let text = match (args.json, positions.file()) {
            (true, _) => json_line(record),
            (false, None) => drawing(record),
            (false, Some(_)) => format!("{}\n{}", record.id, drawing(record)),
        };
        Ok(out.write_all(text.as_bytes())?)
    })
}

/// The forbidden points by the referee, row by row from the top.
fn forbidden_points(record: &PositionRecord) -> Vec<(Square, ForbiddenKind)> {
    let empty = *record.board.empty();
    empty
        .into_iter()
        .filter_map(|square| Some((square, rules::forbidden(&record.board, square)?)))
        .collect()
}

fn json_line(record: &PositionRecord) -> String {
    let points = forbidden_points(record);
    let name = |square: Square| square_name(square, record.board.height());
    let kinds: Map<String, Value> = points
        .iter()
        .map(|&(square, kind)| (name(square), kind.name().into()))
        .collect();
    let names: Vec<String> = points.iter().map(|&(square, _)| name(square)).collect();
    format!(
        "{}\n",
        json!({"id": record.id, "forbidden": names, "kinds": kinds})
    )
}

/// The board with the points marked by a letter, and what the letters mean.
fn drawing(record: &PositionRecord) -> String {
    let points = forbidden_points(record);
    let letter = |kind: ForbiddenKind| match kind {
        ForbiddenKind::DoubleThree => '3',
        ForbiddenKind::DoubleFour => '4',
        ForbiddenKind::Overline => '6',
    };
    let mark = |square: Square| {
        let point = points.iter().find(|(point, _)| *point == square)?;
        Some(letter(point.1).to_string())
    };
    let mut text = drawing::marked(&record.board, mark);
    for &(square, kind) in &points {
        let name = square_name(square, record.board.height());
        text.push_str(&format!("{} {name} {kind}\n", letter(kind)));
    }
    if points.is_empty() {
        text.push_str("no forbidden points\n");
    }
    text
}
