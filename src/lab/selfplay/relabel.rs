//! Longer searches of some positions of games: better targets for networks, and a
//! yardstick other than the searches that they learn from.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::Rng;

use super::plan::Plan;
use super::record::{Deeper, ScoredGame, ScoredPosition};
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::eval::network::NetworkChoice;
use crate::lab::chances;
use crate::scale::Meaning;

/// Memory of each searching engine, in bytes.
const MEMORY: u64 = 64 << 20;

/// The game with the plan's longer searches, which replace those that it had; `None` if it
/// was stopped. Decided and forced positions are not searched.
pub(super) fn search_again(
    (plan, network): (&Plan, &NetworkChoice),
    game: &ScoredGame,
    engine: &mut Engine,
    stop: &Arc<AtomicBool>,
) -> Option<ScoredGame> {
    let again = plan.relabelled.as_ref()?;
    let mut rng = chances(again.seed, game.number);
    let control = Control::stopped_by(Arc::clone(stop));
    engine.set_options(Options {
        rule: plan.rule(),
        nodes: Some(again.nodes),
        memory: MEMORY,
        network: network.clone(),
        ..Options::default()
    });
    let mut board = game.start().ok()?;
    let mut deeper = Vec::new();
    for (place, one) in game.positions.iter().enumerate() {
        if rng.random_ratio(1, again.one_in) && is_open(one) {
            engine.new_game(board.clone());
            let found = engine.think(&control, &|_| ())?;
            if control.is_stopped() {
                return None;
            }
            deeper.push(Deeper {
                place,
                best: found.line[0],
                score: plan.stored(found.score, &engine.scale()),
            });
        }
        match one.played {
            Some(square) => board.place(square),
            None => break,
        }
    }
    Some(ScoredGame {
        deeper,
        ..game.clone()
    })
}

/// Whether the position was neither forced nor decided.
fn is_open(one: &ScoredPosition) -> bool {
    !one.forced && matches!(one.score.meaning(), Meaning::Estimate(_))
}
