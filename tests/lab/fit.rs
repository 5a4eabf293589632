//! What is learnt from games of the engine with itself.

use crate::common::games_of;
use tengen::eval::weights::{Weights, pair_index};
use tengen::lab::fit::fit;
use tengen::lab::selfplay::{GameSet, Plan};
use tengen::pattern::Shape;
use tengen::types::Rule;

/// Games on a small board.
fn games(rule: Rule, count: usize) -> GameSet {
    let plan = Plan {
        rule: rule.to_string(),
        size: "12".to_string(),
        nodes: 150,
        lines: 1,
        halvings: 0,
        levelling: true,
        seed: 1,
        first: 0,
        shard: "1/1".to_string(),
        scores: Plan::normalised_scores(),
        engine: "of the tests".to_string(),
        relabelled: None,
    };
    games_of(plan, count)
}

#[test]
fn a_fit_learns_what_wins() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let games = games(rule, 1_000);
        let fitted = fit(&games, 12).unwrap();
        assert_eq!(fitted.weights.len(), if rule.forbids() { 2 } else { 1 });
        // The games are level for as long as they can be: little can be known.
        let [_, nothing, value] = fitted.losses;
        assert!(value < nothing - 0.002, "{value} against {nothing}");
        // Of about 60 squares the one that was played.
        let [first, three] = fitted.right;
        assert!(first > 0.1 && three > 0.25, "{first} {three}");
        let white = fitted.weights.last().unwrap();
        // With nothing, or with little, on another line: each alone is rare.
        let sum = |weights: &[i32], shape: Shape| -> i32 {
            let others = &Shape::ALL[..=5];
            others
                .iter()
                .map(|&other| weights[pair_index(shape, other)])
                .sum()
        };
        for weights in [&white.mover, &white.makes] {
            let (three, one) = (Shape::FreeThree, Shape::ClosedOne);
            let (three, one) = (sum(weights, three), sum(weights, one));
            assert!(three > one, "{three} {one}");
        }
        let text: String = fitted.weights.iter().map(Weights::to_text).collect();
        assert_eq!(Weights::read(&text), Ok(fitted.weights));
    }
}
