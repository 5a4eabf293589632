//! Searching some positions of games again, with more nodes: what a network should
//! say of them, and a yardstick that does not come from the searches it learns from.
//! Nodes of the trees of these searches can be kept, too, as branches: most of them
//! answer moves that nobody would play, and are in no game.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use rand::Rng;
use rand::rngs::StdRng;

use super::plan::{Plan, Relabel};
use super::record::{Branch, Deeper, ScoredGame, ScoredPosition, StoredScore};
use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::lab::{chances, lock};
use crate::scale::Meaning;
use crate::search::Event;
use crate::types::Square;

/// Memory of each searching engine, in bytes.
const MEMORY: u64 = 64 << 20;
/// The branches of a game take no more bytes than about this: all of it has to fit
/// into a block of its file.
const MOST_BYTES: usize = 48_000;

/// The game with the plan's longer searches, and branches of them, which replace those
/// that it has; none if it was stopped. Positions that were decided or forced are not
/// searched again.
pub(super) fn search_again(
    plan: &Plan,
    game: &ScoredGame,
    engine: &mut Engine,
    stop: &Arc<AtomicBool>,
) -> Option<ScoredGame> {
    let again = plan.relabelled.as_ref()?;
    let mut table = Table {
        plan,
        again,
        engine,
        rng: chances(again.seed, game.number),
        control: Control::stopped_by(Arc::clone(stop)),
    };
    let mut board = game.start().ok()?;
    let (mut deeper, mut branches, mut bytes) = (Vec::new(), Vec::new(), 0);
    for (place, one) in game.positions.iter().enumerate() {
        if table.rng.random_ratio(1, again.one_in) && is_open(one) {
            let ((best, score), lines) = table.search(&board)?;
            deeper.push(Deeper { place, best, score });
            for line in lines {
                bytes += 3 * line.len() + 8;
                if bytes <= MOST_BYTES {
                    branches.extend(table.branch(&board, place, line)?);
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

/// What a search says: its move, and the score for the side to move.
type Answer = (Square, StoredScore);

/// Who searches, and what it needs.
struct Table<'a> {
    plan: &'a Plan,
    again: &'a Relabel,
    engine: &'a mut Engine,
    rng: StdRng,
    control: Control,
}

impl Table<'_> {
    /// What the longer search says of this position, and lines to nodes of its tree;
    /// none if it was stopped.
    fn search(&mut self, board: &Board) -> Option<(Answer, Vec<Vec<Square>>)> {
        let drawn = Mutex::new(Drawn {
            most: self.again.branches,
            seen: 0,
            lines: Vec::new(),
            rng: &mut self.rng,
        });
        let before = board.moves().len();
        let hear = |event: Event| {
            if let Event::Node(node) = event {
                let line: Option<Vec<Square>> = node.moves()[before..].iter().copied().collect();
                // What follows a pass is no position of a game.
                line.into_iter().for_each(|line| lock(&drawn).add(line));
            }
        };
        self.engine.new_game(board.clone());
        let (engine, plan) = (&mut *self.engine, self.plan);
        let found = think(plan, engine, self.again.nodes, &self.control, &hear)?;
        let drawn = drawn
            .into_inner()
            .unwrap_or_else(|error| error.into_inner());
        Some((found, drawn.lines))
    }

    /// What a search says of the node of the tree that this line leads to; the outer
    /// one is none if it was stopped, the inner one if nobody moves there.
    fn branch(&mut self, from: &Board, place: usize, line: Vec<Square>) -> Option<Option<Branch>> {
        let mut board = from.clone();
        line.iter().for_each(|&square| board.place(square));
        // The table of the search whose branch it is may be of help.
        self.engine.set_board(board);
        let (engine, plan) = (&mut *self.engine, self.plan);
        let found = think(
            plan,
            engine,
            self.again.branch_nodes,
            &self.control,
            &|_| (),
        );
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
}

/// What a search of so many nodes says of the engine's position.
fn think(
    plan: &Plan,
    engine: &mut Engine,
    nodes: u64,
    control: &Control,
    hear: &(dyn Fn(Event) + Sync),
) -> Option<Answer> {
    engine.set_options(Options {
        rule: plan.rule(),
        nodes: Some(nodes),
        memory: MEMORY,
        ..Options::default()
    });
    let found = engine.think(control, hear)?;
    let score = plan.stored(found.score, &engine.scale());
    (!control.is_stopped()).then_some((found.line[0], score))
}

/// A draw of so many different lines among all that come.
///
/// CITE: Vitter: Random sampling with a reservoir, ACM Transactions on Mathematical
/// Software 11(1), 1985, algorithm R.
struct Drawn<'a> {
    most: usize,
    seen: usize,
    lines: Vec<Vec<Square>>,
    rng: &'a mut StdRng,
}

impl Drawn<'_> {
    fn add(&mut self, line: Vec<Square>) {
        // A search comes to many nodes once for each depth.
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

/// Whether there was something to find out.
fn is_open(one: &ScoredPosition) -> bool {
    !one.forced && matches!(one.score.meaning(), Meaning::Estimate(_))
}
