//! A network from nothing, at small scale.

mod common;

use common::games_of;
use tengen::eval::network::{read, write};
use tengen::lab::selfplay::{GameSet, Plan};
use tengen::lab::train::{Settings, Trained, train};
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
    let settings = Settings {
        epochs: 4,
        rate: 0.012,
        seed: 1,
    };
    let mut heard = 0;
    let mut hear = |_, _, _| heard += 1;
    let trained = pool.install(|| train(set, settings, &mut hear)).unwrap();
    assert_eq!(heard, settings.epochs);
    trained
}

/// Some thousand positions are enough to foretell moves better than the fitted
/// tables do, in a rule whose windows reach near and in one whose reach far.
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
        // Threads change nothing, and a file is the whole network.
        let again = trained(&set, 1);
        assert!(again.network == found.network && again.course == found.course);
        assert!(read(&write(&found.network)).unwrap() == found.network);
    }
}
