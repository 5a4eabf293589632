//! The search for fair openings: a few random stones close together, then one more
//! that a search chooses to balance them.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rand::Rng;
use rand::rngs::StdRng;

use crate::board::{BadSize, Board, Symmetry};
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::lock::{into_inner, lock};
use crate::pattern::{ClassSet, ThreatClass};
use crate::pool::NoThreads;
use crate::position::Position;
use crate::rules;
use crate::types::{ByRule, Color, Rule, Ruleset, Square};

/// Memory of each searching engine, in bytes.
const MEMORY: u64 = 32 << 20;
/// The quick check uses this part of the nodes ...
const QUICK_DIVISOR: u64 = 10;
/// ... and this many times the limit, since a stone is still to come.
const QUICK_LIMIT: i32 = 3;
/// The side of the square that contains the random stones.
const WINDOW: std::ops::RangeInclusive<i32> = 4..=7;
/// The distance of the random stones from the edge in openings for matches, on large
/// boards.
const EDGE: i32 = 2;
/// The search fails after this many attempts in a row without success.
const MOST_FAILURES: usize = 20_000;

/// The settings of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The rule.
    pub rule: Rule,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The number of openings.
    pub count: usize,
    /// The minimum and maximum number of stones.
    pub stones: (usize, usize),
    /// The wanted normalised score, for Black.
    pub bias: i32,
    /// The allowed distance from it.
    pub limit: i32,
    /// Nodes per search.
    pub nodes: u64,
    /// Nodes of a second search that checks the score, if wanted.
    pub check_nodes: Option<u64>,
    /// The random seed. The number of threads does not matter.
    pub seed: u64,
}

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position, with its moves.
    pub board: Board,
    /// Its normalised score for the side to move.
    pub score: i32,
}

/// Why there are no openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOpenings {
    /// A size that no board has.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// Impossible numbers of stones.
    #[error("{0} to {1} stones: at least 2, and no more than the board's shorter side")]
    Stones(usize, usize),
    /// None was found.
    #[error("no opening in {MOST_FAILURES} attempts: allow a wider score or other stones")]
    None,
    /// No threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// The attempts so far, which end out of order.
struct Attempts {
    /// The results of finished attempts from `settled` on.
    over: BTreeMap<usize, Option<Opening>>,
    /// All attempts before this one are counted.
    settled: usize,
    known: BTreeSet<Vec<(Square, Color)>>,
    found: Vec<Opening>,
    failures: usize,
}

/// Searches for openings with `threads` threads until there are enough or `stop` is
/// set. `report` gets each.
pub fn search(
    wanted: &Wanted,
    threads: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&Opening) + Sync),
) -> Result<Vec<Opening>, NoOpenings> {
    Board::new(wanted.width, wanted.height)?;
    let (least, most) = wanted.stones;
    if least < 2 || least > most || most > wanted.width.min(wanted.height) {
        return Err(NoOpenings::Stones(least, most));
    }
    let pool = super::pool(threads)?;
    let next = Mutex::new(0);
    let attempts = Mutex::new(Attempts {
        over: BTreeMap::new(),
        settled: 0,
        known: BTreeSet::new(),
        found: Vec::new(),
        failures: 0,
    });
    let results = pool.broadcast(|_| -> Result<(), NoOpenings> {
        let mut engine = Engine::new()?;
        while !stop.load(Relaxed) && lock(&attempts).goes_on(wanted) {
            let number = {
                let mut next = lock(&next);
                *next += 1;
                *next - 1
            };
            let opening = attempt(wanted, number, &mut engine, stop);
            if stop.load(Relaxed) {
                break;
            }
            lock(&attempts).settle(number, opening, wanted, report);
        }
        Ok(())
    });
    results.into_iter().collect::<Result<(), NoOpenings>>()?;
    let found = into_inner(attempts).found;
    match found.is_empty() && !stop.load(Relaxed) && wanted.count > 0 {
        true => Err(NoOpenings::None),
        false => Ok(found),
    }
}

impl Wanted {
    /// The wanted score for the side to move.
    fn bias(&self, to_move: Color) -> i32 {
        match to_move {
            Color::Black => self.bias,
            Color::White => -self.bias,
        }
    }
}

impl Attempts {
    fn goes_on(&self, wanted: &Wanted) -> bool {
        self.found.len() < wanted.count && self.failures < MOST_FAILURES
    }

    /// Counts a finished attempt, in order, so that the result does not depend on the
    /// threads' speed.
    fn settle(
        &mut self,
        number: usize,
        opening: Option<Opening>,
        wanted: &Wanted,
        report: &(dyn Fn(&Opening) + Sync),
    ) {
        self.over.insert(number, opening);
        while let Some(opening) = self.over.remove(&self.settled) {
            self.settled += 1;
            self.failures += 1;
            if let Some(opening) = opening
                && self.found.len() < wanted.count
                && self.known.insert(canonical(&opening.board))
            {
                self.failures = 0;
                report(&opening);
                self.found.push(opening);
            }
        }
    }
}

/// The stones of a position, the same for all its turned and mirrored images.
pub fn canonical(board: &Board) -> Vec<(Square, Color)> {
    let stones = |by: Symmetry| -> Vec<(Square, Color)> {
        let of = |color: Color| {
            board
                .stones(color)
                .map(move |square| (by.apply(square, board), color))
        };
        let mut stones: Vec<_> = of(Color::Black).chain(of(Color::White)).collect();
        stones.sort();
        stones
    };
    let all = Symmetry::of_size(board.width(), board.height()).map(stones);
    all.min().unwrap_or_default()
}

/// One attempt, which depends only on the seed and the number.
fn attempt(
    wanted: &Wanted,
    number: usize,
    engine: &mut Engine,
    stop: &Arc<AtomicBool>,
) -> Option<Opening> {
    let mut rng = super::chances(wanted.seed, number as u64);
    let (least, most) = wanted.stones;
    let stones = Stones {
        rule: wanted.rule,
        width: wanted.width,
        height: wanted.height,
        // The one that balances them is still to come.
        least: least - 1,
        most: most - 1,
        groups: 1,
        anywhere: false,
    };
    let board = random_stones(&stones, &mut rng)?;
    let bias = wanted.bias(board.side_to_move());
    engine.clear_hash();
    engine.set_board(board);
    let think = |engine: &mut Engine, nodes: u64, balance: bool| {
        engine.set_options(Options {
            rule: wanted.rule,
            nodes: Some(nodes),
            infinite: true,
            memory: MEMORY,
            ..Options::default()
        });
        let control = Control::stopped_by(Arc::clone(stop));
        match balance {
            true => engine.balance(1, bias, &control, &|_| ()),
            false => engine.think(&control, &|_| ()),
        }
    };
    let quick = think(engine, wanted.nodes / QUICK_DIVISOR, false)?;
    let units = |engine: &Engine, score| engine.scale().normalised(score).units();
    if (units(engine, quick.score) - bias).abs() > QUICK_LIMIT * wanted.limit {
        return None;
    }
    let balanced = think(engine, wanted.nodes, true)?;
    let is_fair = |score: i32| (score - bias).abs() <= wanted.limit;
    if !is_fair(engine.balance_scale(1).normalised(balanced.score).units()) {
        return None;
    }
    engine.board_mut().place(balanced.line[0]);
    if !wanted.rule.run(Quiet(engine.board())) {
        return None;
    }
    // The score of the balancing search is of another depth.
    let mut score = 0;
    for nodes in iter::once(wanted.nodes).chain(wanted.check_nodes) {
        let found = think(engine, nodes, false)?;
        score = units(engine, found.score);
        if !is_fair(-score) {
            return None;
        }
    }
    Some(Opening {
        board: engine.board().clone(),
        score,
    })
}

/// Settings of random stones.
pub(super) struct Stones {
    pub(super) rule: Rule,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The minimum and maximum number.
    pub(super) least: usize,
    pub(super) most: usize,
    /// The maximum number of groups.
    pub(super) groups: usize,
    /// Also at the edges and in the corners of a large board.
    pub(super) anywhere: bool,
}

/// Random stones, those of each group close together, without threats. Not every attempt
/// succeeds.
pub(super) fn random_stones(wanted: &Stones, rng: &mut StdRng) -> Option<Board> {
    let mut board = Board::new(wanted.width, wanted.height).ok()?;
    let stones = rng.random_range(wanted.least..=wanted.most);
    let shorter = wanted.width.min(wanted.height) as i32;
    let edge = if shorter >= 12 && !wanted.anywhere {
        EDGE
    } else {
        0
    };
    // One group takes no random number: seeds keep their openings.
    let up_to = |most: usize, rng: &mut StdRng| match most {
        1 => 1,
        _ => rng.random_range(1..=most),
    };
    let groups = up_to(wanted.groups, rng);
    let window = |rng: &mut StdRng| {
        let side = rng.random_range(WINDOW).min(shorter - 2 * edge);
        let x = rng.random_range(edge..=wanted.width as i32 - edge - side);
        let y = rng.random_range(edge..=wanted.height as i32 - edge - side);
        (side, x, y)
    };
    let windows: Vec<_> = (0..groups).map(|_| window(rng)).collect();
    for _ in 0..stones {
        let (side, x, y) = windows[up_to(groups, rng) - 1];
        let (dx, dy) = (rng.random_range(0..side), rng.random_range(0..side));
        let square = board.square(x + dx, y + dy)?;
        let foul = wanted.rule.forbids() && board.side_to_move() == Color::Black;
        if !board.is_empty(square) || foul && rules::forbidden(&board, square).is_some() {
            return None;
        }
        board.place(square);
    }
    wanted.rule.run(Quiet(&board)).then_some(board)
}

/// Whether neither side can make a four or two threes with the next stone.
struct Quiet<'a>(&'a Board);

impl ByRule for Quiet<'_> {
    type Output = bool;

    fn run<R: Ruleset>(self) -> bool {
        let position = Position::<R>::new(self.0.clone());
        let sharp = ClassSet::from(ThreatClass::DoubleThree);
        Color::ALL
            .into_iter()
            .all(|color| position.squares_of(color, sharp).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::chances;

    #[test]
    fn first_stones_lie_close_together_or_scattered() {
        let widest = |groups: usize| {
            let wanted = Stones {
                rule: Rule::Freestyle,
                width: 20,
                height: 20,
                least: 4,
                most: 14,
                groups,
                anywhere: true,
            };
            let widths = (0..400).filter_map(|number| {
                let board = random_stones(&wanted, &mut chances(1, number))?;
                let columns = board.moves().iter().flatten().map(|square| square.x());
                Some(1 + columns.clone().max()? - columns.min()?)
            });
            let widths: Vec<usize> = widths.collect();
            let wide = widths.iter().filter(|&&width| width > 10).count();
            assert!(widths.len() > 100 && widths.iter().all(|&width| width <= 20));
            (wide, widths.len(), widths.into_iter().max())
        };
        let (wide, _, most) = widest(1);
        assert!(wide == 0 && most == Some(*WINDOW.end() as usize));
        // More than three in eight: with one group, one in four, none is wide.
        let (wide, all, _) = widest(4);
        assert!(8 * wide > 3 * all && wide < all, "{wide} of {all}");
    }
}
