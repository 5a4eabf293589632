//! `pbrain-tengen bench` in the browser, one position at a time: the same searches, whose
//! nodes and scores make the same signature.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::eval::network::{self, NetworkChoice};
use tengen::records::lines;
use tengen::types::Depth;

use crate::browser;

/// The memory of the benchmark.
const MEMORY: u64 = 64 << 20;

/// What came of the search of a position.
#[derive(Serialize)]
pub struct Searched {
    nodes: u64,
    score: i32,
    time: Duration,
}

/// Searches a position, a line `id; rule; size; moves`, to a depth with this network.
pub fn search(
    line: &str,
    depth: Depth,
    network: &[u8],
) -> Result<Searched, Box<dyn std::error::Error>> {
    let records = lines::read(line)?;
    let record = records.first().ok_or("no position")?;
    let mut engine = Engine::on_calling_thread();
    engine.set_board(record.board.clone());
    engine.set_options(Options {
        rule: record.rule,
        infinite: true,
        memory: MEMORY,
        depth: Some(depth),
        network: NetworkChoice::Given(Arc::new(network::read(network)?)),
        ..Options::default()
    });
    engine.prepare();
    let start = browser::now();
    let found = engine.think(&Control::timed(|| Duration::ZERO), &|_| ());
    let found = found.ok_or("a full board")?;
    Ok(Searched {
        nodes: found.nodes,
        score: found.score.value(),
        time: browser::now().saturating_sub(start),
    })
}
