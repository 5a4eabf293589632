//! A network from nothing, at small scale.

mod common;

use common::games_of;
use tengen::eval::network::{read, write};
use tengen::lab::selfplay::{GameSet, Plan};
use tengen::lab::train::{Heard, Settings, Trained, train};
use tengen::types::Rule;

/// Games as the networks of the program were made from, but short ones.
fn games(rule: Rule, count: usize) -> GameSet {
    let plan = Plan {
        rule: rule.to_string(),
        size: "mixed".to_string(),
        nodes: 300,
        lines: 1,
        halvings: 1,
        levelling: false,
        seed: 9,
        first: 0,
        shard: "1/1".to_string(),
        scores: Plan::normalised_scores(),
        engine: "of the tests".to_string(),
    };
    games_of(plan, count)
}

fn trained(set: &GameSet, threads: usize) -> Trained {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    let settings = |rate| Settings {
        epochs: 4,
        rate,
        seed: 1,
    };
    let (mut policy, mut value) = (0, 0);
    let mut hear = |heard| match heard {
        Heard::Policy { epoch, .. } => policy += usize::from(epoch == policy),
        Heard::Value { epoch, .. } => value += usize::from(epoch == value),
    };
    let settings = (settings(0.012), settings(0.002));
    let trained = pool.install(|| train(set, settings, &mut hear)).unwrap();
    assert_eq!((policy, value), (4, 4));
    trained
}

/// Some thousand positions are enough to foretell moves and scores better than the
/// fitted tables do, in a rule whose windows reach near and in one whose reach far.
#[test]
fn a_network_learns_more_than_the_tables_know() {
    for (rule, count) in [(Rule::Freestyle, 700), (Rule::Renju, 900)] {
        let set = games(rule, count);
        let found = trained(&set, 2);
        let held = found.course.last().unwrap();
        println!(
            "{rule}: {} positions, tables {:?}, network {held:?}, rounding {}",
            found.positions, found.tables, found.rounding
        );
        assert!(found.positions > 5_000 && held.moves > 500);
        assert!(held.loss < found.tables.loss, "{rule}");
        assert!(found.learnt.is_sorted_by(|before, now| now < before));
        // In integers it says what it said in floating point.
        assert!(
            found.rounding > 0.0 && found.rounding < 0.25,
            "{}",
            found.rounding
        );
        let value = found.value.as_ref().unwrap();
        let judged = value.course.last().unwrap();
        println!(
            "tables {:?}, value {judged:?}, rounding {}",
            value.tables, value.rounding
        );
        assert!(value.positions > found.positions && judged.positions > held.moves);
        assert!(judged.divergence < 0.95 * value.tables.divergence, "{rule}");
        assert!(value.rounding < 8.0, "{}", value.rounding);
        // Threads change nothing, and a file is the whole network.
        let again = trained(&set, 1);
        assert!(again.network == found.network && again.course == found.course);
        assert!(read(&write(&found.network)).unwrap() == found.network);
    }
}
