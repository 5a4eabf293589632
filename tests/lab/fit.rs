//! What is learnt from games of the engine with itself.

use crate::recorded::games;
use tengen::eval::weights::{Weights, pair_index};
use tengen::lab::fit::fit;
use tengen::pattern::Shape;
use tengen::types::Rule;

#[test]
fn a_fit_learns_what_wins() {
    for (rule, count) in [(Rule::Freestyle, 700), (Rule::Renju, 900)] {
        let games = games(rule, count);
        let fitted = fit(&games, 12).unwrap();
        assert_eq!(fitted.weights.len(), if rule.forbids() { 2 } else { 1 });
        // Most positions are level: little can be known.
        let [_, nothing, value] = fitted.losses;
        println!(
            "{rule}: losses {:?}, right {:?}",
            fitted.losses, fitted.right
        );
        assert!(value < nothing - 0.004, "{value} against {nothing}");
        // The move that was played is often the first or one of the first three.
        let [first, three] = fitted.right;
        assert!(first > 0.2 && three > 0.4, "{first} {three}");
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
