//! `analyze`: the best moves of positions.

use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use serde::Serialize;

use super::drawing;
use super::effort::{Effort, control};
use super::exit::{count, output};
use super::input::Source;
use super::opening_name::opening_of;
use super::progress::interrupts;
use super::values::whole;
use crate::board::notation::square_name;
use crate::engine::{Engine, Options, forbidden_points};
use crate::records::PositionRecord;
use crate::rules::winner;
use crate::scale::Normalised;
use crate::search::{Iteration, Latest};
use crate::types::{Rule, Square};

/// The default time for each position.
const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// The most lines.
const MOST_LINES: usize = 50;

#[derive(clap::Args)]
#[command(after_help = "Without --nodes and --time: two seconds for each position.")]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// How many moves to show.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(1..=MOST_LINES))]
    lines: usize,
    #[command(flatten)]
    effort: Effort,
    /// Print one JSON object a line for each position, in order: id, rule, to_move, opening,
    /// forbidden, lines (each with move, share, score, depth, line), nodes, ms.
    #[arg(long)]
    json: bool,
}

/// The analysis of a position.
struct Analysis<'a> {
    record: &'a PositionRecord,
    opening: Option<String>,
    forbidden: Vec<Square>,
    lines: Vec<(Iteration, Normalised)>,
    nodes: u64,
    took: Duration,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let positions = args.source.read(Rule::Freestyle)?;
    let stop = interrupts()?;
    let mut engine = Engine::new()?;
    let mut out = output();
    positions.for_each(|record| {
        ensure!(!stop.load(Relaxed), "interrupted");
        if let Some(winner) = winner(&record.board, record.rule) {
            bail!("{}: {winner} has won already", record.id);
        }
        engine.set_options(Options {
            rule: record.rule,
            lines: args.lines,
            ..args.effort.options(Options {
                turn_time: Some(DEFAULT_TIME),
                ..Options::default()
            })
        });
        engine.new_game(record.board.clone());
        let control = control(&stop);
        let latest = Latest::default();
        let found = engine.think(&control, &|event| latest.receive(event));
        let scale = engine.scale();
        let lines = latest.into_best(args.lines).into_iter();
        let analysis = Analysis {
            record,
            opening: opening_of(&record.board, Some(record.rule)),
            forbidden: forbidden_points(&record.board, record.rule)
                .into_iter()
                .collect(),
            lines: lines
                .map(|line| {
                    let score = scale.normalised(line.score);
                    (line, score)
                })
                .collect(),
            nodes: found.as_ref().map_or(0, |found| found.nodes),
            took: control.elapsed(),
        };
        let text = match (args.json, positions.file()) {
            (true, _) => analysis.json_line(),
            (false, None) => analysis.drawing(),
            (false, Some(_)) => format!("{}\n{}\n", record.id, analysis.drawing()),
        };
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    })
}

/// The fields of a line of JSON, in the order in which they are written.
#[derive(Serialize)]
struct Fields<'a> {
    id: &'a str,
    rule: &'a str,
    to_move: String,
    opening: Option<&'a str>,
    forbidden: Vec<String>,
    lines: Vec<LineFields>,
    nodes: u64,
    ms: f64,
}

#[derive(Serialize)]
struct LineFields {
    r#move: String,
    share: f64,
    score: String,
    depth: usize,
    line: Vec<String>,
}

impl Analysis<'_> {
    fn name(&self, square: Square) -> String {
        square_name(square, self.record.board.height())
    }

    fn names(&self, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|&square| self.name(square)).collect()
    }

    fn json_line(&self) -> String {
        let lines = self.lines.iter().map(|(found, score)| LineFields {
            r#move: self.name(found.line[0]),
            share: (score.share() * 1e4).round() / 1e4,
            score: score.to_string(),
            depth: found.depth as usize,
            line: self.names(&found.line),
        });
        let fields = Fields {
            id: &self.record.id,
            rule: self.record.rule.name(),
            to_move: self.record.board.side_to_move().to_string(),
            opening: self.opening.as_deref(),
            forbidden: self.names(&self.forbidden),
            lines: lines.collect(),
            nodes: self.nodes,
            ms: self.took.as_micros() as f64 / 1e3,
        };
        // Strings, numbers and lists always have a JSON form.
        serde_json::to_string(&fields).unwrap_or_default() + "\n"
    }

    /// The board with the best moves numbered, and a line for each.
    fn drawing(&self) -> String {
        let board = &self.record.board;
        let number = |square: Square| {
            let is_first = |(found, _): &(Iteration, _)| found.line[0] == square;
            let index = self.lines.iter().position(is_first)?;
            Some((index + 1).to_string())
        };
        let mut text = drawing::marked(board, number);
        let (rule, side) = (self.record.rule, board.side_to_move());
        text += &format!("{rule}, {side} to move\n");
        if let Some(opening) = &self.opening {
            text += &format!("opening: {opening}\n");
        }
        if !self.forbidden.is_empty() {
            let names = self.names(&self.forbidden).join(" ");
            text += &format!("forbidden for black: {names}\n");
        }
        for (index, (found, score)) in self.lines.iter().enumerate() {
            text += &format!(
                "{:2}. {:4} {:5.1} % {:>6}  depth {:2}  {}\n",
                index + 1,
                self.name(found.line[0]),
                100.0 * score.share(),
                score.to_string(),
                found.depth,
                self.names(&found.line).join(" ")
            );
        }
        if self.lines.is_empty() {
            text += "no move\n";
        }
        let ms = self.took.as_secs_f64() * 1e3;
        text + &format!("{}, {ms:.0} ms\n", count(self.nodes, "node"))
    }
}
