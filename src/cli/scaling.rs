//! `bench threads`: how much sooner several threads come to a depth than one.

use std::io::{Write, stdout};
use std::time::Duration;

use anyhow::{Context, Result};

use super::bench::{Args, MEMORY, POSITIONS};
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::params::parallel::{BOTH, HELPERS, SPLITTING};
use crate::records::PositionRecord;
use crate::records::lines;

/// A way to search.
struct Way {
    name: &'static str,
    engine: Engine,
    threads: usize,
    parallel: i32,
    /// The logarithms of how many times as fast as one thread it was.
    gains: Vec<f64>,
    nodes: u64,
    time: Duration,
}

impl Way {
    fn new(name: &'static str, threads: usize, parallel: i32) -> Result<Way> {
        Ok(Way {
            name,
            engine: Engine::new()?,
            threads,
            parallel,
            gains: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
        })
    }

    /// Searches a position with an empty table.
    fn search(&mut self, record: &PositionRecord, args: &Args) -> Result<Duration> {
        let mut options = Options {
            rule: record.rule,
            depth: Some(args.depth),
            infinite: true,
            memory: MEMORY,
            threads: self.threads,
            ..Options::default()
        };
        options.params.parallel = self.parallel;
        for (name, value) in &args.set {
            options.params.set(name, *value);
        }
        self.engine.set_board(record.board.clone());
        self.engine.set_options(options);
        self.engine.clear_hash();
        self.engine.prepare();
        let control = Control::new();
        let found = self.engine.think(&control, &|_| ());
        let found = found.context("a full board")?;
        self.nodes += found.nodes;
        self.time += found.elapsed;
        Ok(found.elapsed)
    }
}

/// Searches every bench position in each way in turn, so that what else the
/// machine does strikes all alike.
pub(super) fn run(args: &Args) -> Result<()> {
    let mut out = stdout().lock();
    let threads = args.threads.into();
    let mut ways = [
        Way::new("one", 1, HELPERS)?,
        Way::new("helpers", threads, HELPERS)?,
        Way::new("splitting", threads, SPLITTING)?,
        Way::new("both", threads, BOTH)?,
    ];
    for _ in 0..args.rounds {
        for record in lines::read(POSITIONS)? {
            write!(out, "{:<18}", record.id)?;
            let mut one = None;
            for way in &mut ways {
                let time = way.search(&record, args)?.as_secs_f64();
                let one = *one.get_or_insert(time);
                way.gains.push((one / time).ln());
                write!(out, " {:>9.1}", time * 1e3)?;
            }
            writeln!(out, " ms")?;
        }
    }
    for way in &ways {
        let mean = way.gains.iter().sum::<f64>() / way.gains.len() as f64;
        let nps = way.nodes as f64 / way.time.as_secs_f64();
        let (name, gain) = (way.name, mean.exp());
        writeln!(
            out,
            "{name:<10} {gain:.2} times as fast, {} nodes, {nps:.0} nps",
            way.nodes
        )?;
    }
    Ok(())
}
