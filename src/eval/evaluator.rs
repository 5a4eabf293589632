//! The evaluation of a position, brought up to date when it is needed: sums of the tables'
//! values, and what the network needs.

use std::sync::Arc;

use super::network::value::{VIEW, input};
use super::network::{Network, Policies, Pooled, ValueNumbers, rows_of};
use super::tables::{EvalTables, PARTS, PackedValue};
use super::zugzwang::zugzwang;
use crate::machine::{Lanes, Width, Work};
use crate::position::Position;
use crate::types::{Ruleset, Score, Square, SquareSet};

/// The evaluation of a position, brought up to date when it is needed.
///
/// Moves made on the position are taken back by [`Evaluator::undo`]; those after which nothing
/// was asked may be taken back on the position itself.
#[derive(Clone)]
pub struct Evaluator {
    tables: &'static EvalTables,
    /// Gives the policy instead of the tables and, if it has a value, corrects theirs.
    network: Option<Arc<Network>>,
    /// The input of its value.
    pooled: Option<Pooled>,
    /// The vector width for the network.
    width: Width,
    /// Whether the game goes on until the board is full.
    fills_up: bool,
    /// How many moves could be taken back when it was built.
    first: usize,
    /// The sums of all empty squares' values for Black and White: then, and after each of the
    /// moves since up to the last for which they were needed.
    sums: Vec<[PackedValue; 2]>,
}

impl Evaluator {
    /// The evaluation of this position, with the policy of the fitted tables.
    pub fn new<R: Ruleset>(position: &Position<R>) -> Evaluator {
        Evaluator::with_network(position, None)
    }

    /// The evaluation of this position, with this network, which is for the rule `R`.
    pub fn with_network<R: Ruleset>(
        position: &Position<R>,
        network: Option<Arc<Network>>,
    ) -> Evaluator {
        debug_assert!(network.as_ref().is_none_or(|one| one.rule() == R::RULE));
        let tables = EvalTables::of(R::RULE);
        let mut sums = [PackedValue::ZERO; 2];
        for square in *position.board().empty() {
            let values = tables.values(position.shapes_if_played(square));
            sums = [sums[0] + values[0], sums[1] + values[1]];
        }
        let value = network.as_ref().and_then(|network| network.value());
        let pooled = value.map(|numbers| Pooled::new(numbers, position.board()));
        Evaluator {
            tables,
            pooled,
            network,
            width: Width::detected(),
            fills_up: true,
            first: position.made(),
            sums: vec![sums],
        }
    }

    /// Sets the vector width for the network, which changes only its speed.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// Sets whether the game may go on until the board is full, which is the default.
    /// Otherwise there is no [`zugzwang`].
    pub fn set_fills_up(&mut self, fills_up: bool) {
        self.fills_up = fills_up;
    }

    /// [`Position::undo`].
    #[inline]
    pub fn undo<R: Ruleset>(&mut self, position: &mut Position<R>) {
        position.undo();
        debug_assert!(position.made() >= self.first, "nothing to undo");
        self.sums.truncate(position.made() - self.first + 1);
        if let Some(pooled) = &mut self.pooled {
            pooled.taken_back(position.board().moves().len());
        }
    }

    /// The static value for the side to move: the tables' value, corrected by the
    /// network if it has a value, and renju's zugzwang.
    #[inline]
    pub fn value<R: Ruleset>(&mut self, position: &Position<R>) -> Score {
        let tables = self.value_by_tables(position);
        let numbers = self.network.as_ref().and_then(|network| network.value());
        let shapes = match (numbers, &mut self.pooled) {
            (Some(numbers), Some(pooled)) => self.width.run(ValueWork {
                numbers,
                pooled,
                position,
                tables,
            }),
            _ => tables,
        };
        Score::estimate(shapes + self.zugzwang(position))
    }

    /// [`Evaluator::value`] without the network, in units of the evaluation.
    #[inline]
    pub fn rough_value<R: Ruleset>(&mut self, position: &Position<R>) -> i32 {
        self.value_by_tables(position) + self.zugzwang(position)
    }

    #[inline]
    fn zugzwang<R: Ruleset>(&self, position: &Position<R>) -> i32 {
        match self.fills_up {
            true => zugzwang(position),
            false => 0,
        }
    }

    /// Whether [`Evaluator::value`] uses a network, which takes time.
    #[inline]
    pub fn has_network_value(&self) -> bool {
        self.pooled.is_some()
    }

    /// The tables' value for the side to move, in units of the evaluation: the sum of
    /// its squares, less the opponent's, and a term for the threats on the board. See
    /// [`weights`](super::weights).
    #[inline]
    pub fn value_by_tables<R: Ruleset>(&mut self, position: &Position<R>) -> i32 {
        let mover = position.side_to_move();
        let sums = self.sums(position);
        let own = sums[mover.index()].mover();
        let other = sums[(!mover).index()].waiter();
        let threats = self.tables.color(mover).threat_value(position.threat_key());
        (own - other + threats) / PARTS
    }

    /// The sums of all empty squares' values for Black and White.
    #[inline]
    fn sums<R: Ruleset>(&mut self, position: &Position<R>) -> [PackedValue; 2] {
        let mut sums = self.sums[self.sums.len() - 1];
        for index in self.first + self.sums.len() - 1..position.made() {
            let (filled, changes) = position.changes_by(index);
            if let Some(shapes) = filled {
                let values = self.tables.values(shapes);
                sums = [sums[0] - values[0], sums[1] - values[1]];
            }
            for change in changes {
                let (before, now) = (
                    self.tables.values(change.before),
                    self.tables.values(change.now),
                );
                sums = [
                    sums[0] + (now[0] - before[0]),
                    sums[1] + (now[1] - before[1]),
                ];
            }
            self.sums.push(sums);
        }
        sums
    }

    /// How likely the side to move is to choose the empty `square`: unnormalised
    /// log-odds, [`POLICY_UNIT`](super::weights::POLICY_UNIT) to one unit.
    pub fn policy<R: Ruleset>(&mut self, position: &Position<R>, square: Square) -> i32 {
        let mut policy = 0;
        self.each_policy(position, square.into(), |_, one| policy = one);
        policy
    }

    /// Passes the policy of each of these empty squares to `visit`.
    #[inline]
    pub fn each_policy<R: Ruleset>(
        &mut self,
        position: &Position<R>,
        squares: SquareSet,
        mut visit: impl FnMut(Square, i32),
    ) {
        let mover = position.side_to_move();
        let Some(network) = &self.network else {
            let tables = self.tables.color(mover);
            return squares.into_iter().for_each(|square| {
                let shapes = position.shapes_if_played(square);
                visit(square, tables.policy(shapes.of(mover), shapes.of(!mover)));
            });
        };
        self.width.run(PolicyWork {
            network,
            pooled: self.pooled.as_mut().zip(network.value()),
            position,
            squares,
            visit,
        });
    }

    /// Whether everything kept incrementally equals its recomputation.
    pub fn is_consistent<R: Ruleset>(&mut self, position: &Position<R>) -> bool {
        let mut fresh = Evaluator::with_network(position, self.network.clone());
        let all = |evaluator: &mut Evaluator| {
            let mut policies = Vec::new();
            let empty = *position.board().empty();
            evaluator.each_policy(position, empty, |_, policy| policies.push(policy));
            (
                evaluator.sums(position),
                evaluator.value(position),
                policies,
            )
        };
        all(self) == all(&mut fresh)
    }
}

/// Computes the policy of a network.
struct PolicyWork<'a, R: Ruleset, F> {
    network: &'a Network,
    /// Keeps the rows of windows, if the network has a value.
    pooled: Option<(&'a mut Pooled, &'a ValueNumbers)>,
    position: &'a Position<R>,
    squares: SquareSet,
    visit: F,
}

impl<R: Ruleset, F: FnMut(Square, i32)> Work for PolicyWork<'_, R, F> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        let mover = self.position.side_to_move();
        let board = self.position.board();
        let numbers = self.network.of(mover);
        let kept = self.pooled.map(|(pooled, numbers)| {
            pooled.follow(numbers, board);
            &*pooled
        });
        let pools = match kept {
            Some(pooled) => input(pooled.pool(), mover),
            None => [0; 2 * VIEW],
        };
        let policies = Policies::new(lanes, numbers, self.position, &pools);
        for square in self.squares {
            let rows = match kept {
                Some(pooled) => *pooled.rows(square, mover),
                None => rows_of(board, square, mover),
            };
            (self.visit)(square, policies.of(square, rows));
        }
    }
}

/// Computes the value of a network.
struct ValueWork<'a, R: Ruleset> {
    numbers: &'a ValueNumbers,
    pooled: &'a mut Pooled,
    position: &'a Position<R>,
    tables: i32,
}

impl<R: Ruleset> Work for ValueWork<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> i32 {
        let ValueWork {
            numbers, pooled, ..
        } = self;
        pooled.follow(numbers, self.position.board());
        let (mover, threats) = (self.position.side_to_move(), self.position.threat_key());
        numbers.value(lanes, pooled.pool(), mover, (threats, self.tables))
    }
}
