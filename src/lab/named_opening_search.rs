//! Searches of the 26 named openings.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::game::{CanonicalOpening, SearchedOpening};
use crate::lock::lock;
use crate::pool::NoThreads;
use crate::types::Rule;

/// Memory of each searching engine, in bytes.
const MEMORY: u64 = 350 << 20;

/// Searches every opening for every rule of [`SearchedOpening::RULES`], each by one
/// thread with `nodes` nodes and an empty hash table, so that the number of threads does
/// not matter. Ends early when `stop` is set. `report` gets each.
pub fn search(
    nodes: u64,
    threads: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&SearchedOpening) + Sync),
) -> Result<Vec<SearchedOpening>, NoThreads> {
    let wanted: Vec<(Rule, &CanonicalOpening)> = SearchedOpening::RULES
        .into_iter()
        .flat_map(|rule| CanonicalOpening::all().iter().map(move |one| (rule, one)))
        .collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let pool = super::pool(threads.min(wanted.len()))?;
    let results = pool.broadcast(|_| -> Result<(), NoThreads> {
        let mut engine = Engine::new()?;
        while let Some(&(rule, opening)) = wanted.get(next.fetch_add(1, Relaxed)) {
            let one = judge(opening, rule, nodes, &mut engine, stop);
            if stop.load(Relaxed) {
                break;
            }
            report(&one);
            lock(&found).push(one);
        }
        Ok(())
    });
    results.into_iter().collect::<Result<(), NoThreads>>()?;
    let found = std::mem::take(&mut *lock(&found));
    let order = |(rule, opening): &(Rule, &CanonicalOpening)| {
        let is_it = |one: &&SearchedOpening| (one.rule, one.opening) == (*rule, *opening);
        found.iter().find(is_it).copied()
    };
    Ok(wanted.iter().filter_map(order).collect())
}

/// Searches one opening.
fn judge(
    opening: &'static CanonicalOpening,
    rule: Rule,
    nodes: u64,
    engine: &mut Engine,
    stop: &Arc<AtomicBool>,
) -> SearchedOpening {
    engine.set_options(Options {
        rule,
        nodes: Some(nodes),
        infinite: true,
        memory: MEMORY,
        ..Options::default()
    });
    engine.new_game(SearchedOpening::board(opening));
    let control = Control::stopped_by(Arc::clone(stop));
    let found = engine.think(&control, &|_| ());
    let found = found.expect("a board with three stones has squares left");
    SearchedOpening {
        opening,
        rule,
        nodes,
        depth: found.depth,
        // The search's score is White's, who is to move.
        score: -engine.scale().normalised(found.score),
        answer: found.line[0],
    }
}
