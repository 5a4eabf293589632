//! Longer searches of some positions of games: better targets for networks, and a
//! yardstick other than the searches that they learn from. Nodes of these search trees
//! can be kept as branches: most answer bad moves, which games do not show.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use rand::Rng;
use rand::rngs::StdRng;

use super::plan::{Plan, Relabel};
use super::record::{Branch, Deeper, ScoredGame, ScoredPosition, StoredScore};
use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::eval::network::NetworkChoice;
use crate::lab::chances;
use crate::lock::{into_inner, lock};
use crate::scale::Meaning;
use crate::search::Event;
use crate::types::Square;

/// Memory of each searching engine, in bytes.
const MEMORY: u64 = 64 << 20;
/// The limit of a game's branches in bytes, so that the game fits into a block of its
/// file.
const MOST_BYTES: usize = 48_000;

/// The game with the plan's longer searches and branches, which replace those that it
/// had; `None` if it was stopped. Decided and forced positions are not searched.
pub(super) fn search_again(
    (plan, network): (&Plan, &NetworkChoice),
    game: &ScoredGame,
    engine: &mut Engine,
    stop: &Arc<AtomicBool>,
) -> Option<ScoredGame> {
    let again = plan.relabelled.as_ref()?;
    let mut searcher = Searcher {
        plan,
        network,
        again,
        engine,
        rng: chances(again.seed, game.number),
        control: Control::stopped_by(Arc::clone(stop)),
    };
    let mut board = game.start().ok()?;
    let (mut deeper, mut branches, mut bytes) = (Vec::new(), Vec::new(), 0);
    for (place, one) in game.positions.iter().enumerate() {
        if searcher.rng.random_ratio(1, again.one_in) && is_open(one) {
            let ((best, score), lines) = searcher.search(&board)?;
            deeper.push(Deeper { place, best, score });
            for line in lines {
                bytes += 3 * line.len() + 8;
                if bytes <= MOST_BYTES {
                    branches.extend(searcher.branch(&board, place, line)?);
                }
            }
        }
        match one.played {
            Some(square) => board.place(square),
            None => break,
        }
    }
    Some(ScoredGame {
        deeper,
        branches,
        ..game.clone()
    })
}

/// The best move of a search, and the score for the side to move.
type Answer = (Square, StoredScore);

/// The engine and its settings.
struct Searcher<'a> {
    plan: &'a Plan,
    network: &'a NetworkChoice,
    again: &'a Relabel,
    engine: &'a mut Engine,
    rng: StdRng,
    control: Control,
}

impl Searcher<'_> {
    /// The result of the longer search of this position, and lines to nodes of its
    /// tree; `None` if it was stopped.
    fn search(&mut self, board: &Board) -> Option<(Answer, Vec<Vec<Square>>)> {
        let options = self.options(self.again.nodes);
        let sample = Mutex::new(Reservoir {
            most: self.again.branches,
            seen: 0,
            lines: Vec::new(),
            rng: &mut self.rng,
        });
        let before = board.moves().len();
        let observe = |event: Event| {
            if let Event::Node(node) = event {
                let line: Option<Vec<Square>> = node.moves()[before..].iter().copied().collect();
                // Positions after a pass do not occur in games.
                line.into_iter().for_each(|line| lock(&sample).add(line));
            }
        };
        self.engine.new_game(board.clone());
        let found = think(self.plan, options, self.engine, &self.control, &observe)?;
        Some((found, into_inner(sample).lines))
    }

    /// The result of a search of the node after this line. The outer option is `None`
    /// if it was stopped, the inner one if there is no move.
    fn branch(&mut self, from: &Board, place: usize, line: Vec<Square>) -> Option<Option<Branch>> {
        let mut board = from.clone();
        line.iter().for_each(|&square| board.place(square));
        // The hash table of the longer search is kept, and may help.
        self.engine.set_board(board);
        let options = self.options(self.again.branch_nodes);
        let found = think(self.plan, options, self.engine, &self.control, &|_| ());
        if self.control.is_stopped() {
            return None;
        }
        Some(found.map(|(best, score)| Branch {
            place,
            line,
            best,
            score,
        }))
    }

    fn options(&self, nodes: u64) -> Options {
        Options {
            rule: self.plan.rule(),
            nodes: Some(nodes),
            memory: MEMORY,
            network: self.network.clone(),
            ..Options::default()
        }
    }
}

/// Searches the engine's position.
fn think(
    plan: &Plan,
    options: Options,
    engine: &mut Engine,
    control: &Control,
    observe: &(dyn Fn(Event) + Sync),
) -> Option<Answer> {
    engine.set_options(options);
    let found = engine.think(control, observe)?;
    let score = plan.stored(found.score, &engine.scale());
    (!control.is_stopped()).then_some((found.line[0], score))
}

/// A random sample of at most `most` different lines.
///
/// CITE: Vitter: Random sampling with a reservoir, ACM Transactions on Mathematical
/// Software 11(1), 1985, algorithm R.
struct Reservoir<'a> {
    most: usize,
    seen: usize,
    lines: Vec<Vec<Square>>,
    rng: &'a mut StdRng,
}

impl Reservoir<'_> {
    fn add(&mut self, line: Vec<Square>) {
        // A search visits many nodes once for each depth.
        if self.lines.contains(&line) {
            return;
        }
        self.seen += 1;
        if self.lines.len() < self.most {
            self.lines.push(line);
        } else if let Some(place) = self.lines.get_mut(self.rng.random_range(0..self.seen)) {
            *place = line;
        }
    }
}

/// Whether the position was neither forced nor decided.
fn is_open(one: &ScoredPosition) -> bool {
    !one.forced && matches!(one.score.meaning(), Meaning::Estimate(_))
}
