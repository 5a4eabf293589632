//! `bench depths`: the depth that is reached by numbers of nodes, and the branching factor.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, Result, ensure};

use super::{MEMORY, POSITIONS};
use crate::cli::exit::output;
use crate::cli::input;
use crate::cli::values::{MOST, setting, whole};
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::lock::{into_inner, lock};
use crate::records::{PositionRecord, lines};
use crate::search::Event;
use crate::types::Rule;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Numbers of nodes, in rising order.
    #[arg(long, value_delimiter = ',', default_value = "30000,100000,300000,1000000",
          value_parser = whole(1..=MOST))]
    nodes: Vec<u64>,
    /// Only positions of this rule.
    #[arg(long)]
    rule: Option<Rule>,
    /// Other positions, in the form of bench-positions/bench.txt.
    #[arg(long)]
    file: Option<PathBuf>,
    /// Set a parameter of the search, for experiments.
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, i32)>,
}

/// Searches every position once, with the most nodes and an empty table. Positions that
/// are decided on the way are left out.
pub(super) fn run(args: &Args) -> Result<()> {
    ensure!(args.nodes.is_sorted(), "--nodes: the numbers must rise");
    let most = args.nodes.last().copied().context("--nodes: no number")?;
    let records = match &args.file {
        Some(path) => {
            let text = input::read(path)?;
            lines::read(&text).with_context(|| path.display().to_string())?
        }
        None => lines::read(POSITIONS)?,
    };
    let is_wanted = |record: &&PositionRecord| args.rule.is_none_or(|rule| rule == record.rule);
    let mut out = output();
    let mut engine = Engine::new()?;
    let mut courses = Vec::new();
    for record in records.iter().filter(is_wanted) {
        let Some(course) = course(&mut engine, record, args, most)? else {
            writeln!(out, "{:<18} decided", record.id)?;
            continue;
        };
        write!(out, "{:<18}", record.id)?;
        for &nodes in &args.nodes {
            write!(out, " {:>5.0}", depth_by(&course, nodes))?;
        }
        writeln!(out)?;
        courses.push(course);
    }
    ensure!(!courses.is_empty(), "there is no position to show");
    let count = courses.len() as f64;
    let mean = |nodes: u64| {
        courses
            .iter()
            .map(|course| depth_by(course, nodes))
            .sum::<f64>()
            / count
    };
    write!(out, "{:<18}", "mean")?;
    for &nodes in &args.nodes {
        write!(out, " {:>5.1}", mean(nodes))?;
    }
    writeln!(out)?;
    for pair in args.nodes.windows(2) {
        let plies = mean(pair[1]) - mean(pair[0]);
        let factor = (pair[1] as f64 / pair[0] as f64).powf(1.0 / plies);
        writeln!(
            out,
            "{} to {} nodes: a ply costs {factor:.2} times as much",
            pair[0], pair[1]
        )?;
    }
    Ok(())
}

/// The nodes by which each depth was completed; `None` if the position is decided.
fn course(
    engine: &mut Engine,
    record: &PositionRecord,
    args: &Args,
    most: u64,
) -> Result<Option<BTreeMap<i32, u64>>> {
    engine.set_board(record.board.clone());
    engine.set_options(Options {
        rule: record.rule,
        infinite: true,
        nodes: Some(most),
        memory: MEMORY.max(350 << 20),
        params: args.set.iter().collect(),
        ..Options::default()
    });
    engine.clear_hash();
    engine.prepare();
    let course = Mutex::new(BTreeMap::new());
    let hear = |event: Event| {
        if let Event::Line(line) = event {
            lock(&course).insert(line.depth, line.nodes);
        }
    };
    let found = engine
        .think(&Control::new(), &hear)
        .context("a full board")?;
    Ok((!found.score.is_decisive()).then(|| into_inner(course)))
}

/// The depth that was completed by this many nodes. The last line of a depth is told when
/// it is complete.
fn depth_by(course: &BTreeMap<i32, u64>, nodes: u64) -> f64 {
    let within = course.iter().filter(|(_, end)| **end <= nodes);
    within.map(|(depth, _)| *depth).max().unwrap_or(0).into()
}
