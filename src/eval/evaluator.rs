use std::sync::Arc;

use super::network::value::{VIEW, input};
use super::network::{Network, Policies, Pooled, ValueNumbers, rows_of};
use super::tables::{EvalTables, PARTS, Worth};
use super::zugzwang::zugzwang;
use crate::machine::{Lanes, Width, Work};
use crate::pattern::Shapes;
use crate::position::{Observer, Position};
use crate::types::{Color, Ruleset, Score, Square, SquareSet};

/// Rows of windows are brought up to date for so many squares' policies; for fewer
/// they are read off the lines, unless the pools have a say too.
const WORTH_FOLLOWING: usize = 8;

/// The evaluation of a position that it follows stone by stone.
///
/// Stones that it is to hear of are placed and taken back by
/// [`Evaluator::place`], [`Evaluator::pass`] and [`Evaluator::undo`]. Others may
/// stand on the position for a while, as long as nobody asks for its value or policy.
#[derive(Clone)]
pub struct Evaluator {
    tables: &'static EvalTables,
    /// Who is asked for the policy instead of the tables.
    network: Option<Arc<Network>>,
    /// What its value is asked about.
    pooled: Option<Pooled>,
    /// How the network is reckoned.
    width: Width,
    /// Whether the game goes on until the board is full.
    fills_up: bool,
    /// What all empty squares are worth to Black and White.
    worth: [Worth; 2],
    /// The same before each of the moves.
    before: Vec<[Worth; 2]>,
}

impl Evaluator {
    /// The evaluation of this position, with the policy of the fitted tables.
    pub fn new<R: Ruleset>(position: &Position<R>) -> Evaluator {
        Evaluator::with_network(position, None)
    }

    /// The evaluation of this position, with the policy of this network, which
    /// is one for games under the rule `R`.
    pub fn with_network<R: Ruleset>(
        position: &Position<R>,
        network: Option<Arc<Network>>,
    ) -> Evaluator {
        debug_assert!(network.as_ref().is_none_or(|one| one.rule() == R::RULE));
        let tables = EvalTables::of(R::RULE);
        let mut worth = [Worth::ZERO; 2];
        for square in *position.board().empty() {
            let square = tables.worth(position.shapes_if_played(square));
            worth = [worth[0] + square[0], worth[1] + square[1]];
        }
        let value = network.as_ref().and_then(|network| network.value());
        let pooled = value.map(|numbers| Pooled::new(numbers, position.board()));
        Evaluator {
            tables,
            pooled,
            network,
            width: Width::detected(),
            fills_up: true,
            worth,
            before: Vec::with_capacity(64),
        }
    }

    /// Has the network reckoned in this way, which changes nothing but its speed.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// Whether the game may go on until the board is full: as if nothing was said.
    /// Else there is no [`zugzwang`].
    pub fn set_fills_up(&mut self, fills_up: bool) {
        self.fills_up = fills_up;
    }

    /// [`Position::place`].
    #[inline]
    pub fn place<R: Ruleset>(&mut self, position: &mut Position<R>, square: Square) {
        self.before.push(self.worth);
        position.place_observed(square, self);
    }

    /// [`Position::pass`].
    #[inline]
    pub fn pass<R: Ruleset>(&mut self, position: &mut Position<R>) {
        self.before.push(self.worth);
        position.pass();
    }

    /// [`Position::undo`].
    #[inline]
    pub fn undo<R: Ruleset>(&mut self, position: &mut Position<R>) {
        position.undo();
        match self.before.pop() {
            Some(worth) => self.worth = worth,
            None => debug_assert!(false, "nothing to undo"),
        }
        if let Some(pooled) = &mut self.pooled {
            pooled.taken_back(position.board().moves().len());
        }
    }

    /// The static value for the side to move: what the tables say, what the
    /// network adds if it has a value, and renju's zugzwang at the end.
    #[inline]
    pub fn value<R: Ruleset>(&mut self, position: &Position<R>) -> Score {
        let tables = self.value_by_tables(position);
        let numbers = self.network.as_ref().and_then(|network| network.value());
        let shapes = match (numbers, &mut self.pooled) {
            (Some(numbers), Some(pooled)) => self.width.run(Valuing {
                numbers,
                pooled,
                position,
                tables,
            }),
            _ => tables,
        };
        Score::estimate(shapes + self.zugzwang(position))
    }

    /// [`Evaluator::value`] as it would be without a network, in its units.
    #[inline]
    pub fn rough_value<R: Ruleset>(&self, position: &Position<R>) -> i32 {
        self.value_by_tables(position) + self.zugzwang(position)
    }

    #[inline]
    fn zugzwang<R: Ruleset>(&self, position: &Position<R>) -> i32 {
        match self.fills_up {
            true => zugzwang(position),
            false => 0,
        }
    }

    /// Whether [`Evaluator::value`] asks a network, which takes its time.
    #[inline]
    pub fn has_network_value(&self) -> bool {
        self.pooled.is_some()
    }

    /// What the side's squares are worth to the side that moves, less what the
    /// opponent's are to the side that waits, and what the threats on the board
    /// say, in units of the evaluation. The numbers are fitted to games: see
    /// [`weights`](super::weights).
    #[inline]
    pub fn value_by_tables<R: Ruleset>(&self, position: &Position<R>) -> i32 {
        let mover = position.side_to_move();
        let own = self.worth[mover.index()].mover();
        let other = self.worth[(!mover).index()].waiter();
        let situation = self.tables.color(mover).situation(position.facts());
        (own - other + situation) / PARTS
    }

    /// How likely the side to move is to choose the empty `square`: unnormalised
    /// log-odds, [`POLICY_UNIT`](super::weights::POLICY_UNIT) to one unit.
    pub fn policy<R: Ruleset>(&mut self, position: &Position<R>, square: Square) -> i32 {
        let mut policy = 0;
        self.each_policy(position, square.into(), |_, one| policy = one);
        policy
    }

    /// Tells the policy of each of these empty squares.
    #[inline]
    pub fn each_policy<R: Ruleset>(
        &mut self,
        position: &Position<R>,
        squares: SquareSet,
        mut hear: impl FnMut(Square, i32),
    ) {
        let mover = position.side_to_move();
        let Some(network) = &self.network else {
            let tables = self.tables.color(mover);
            return squares.into_iter().for_each(|square| {
                let shapes = position.shapes_if_played(square);
                hear(square, tables.policy(shapes.of(mover), shapes.of(!mover)));
            });
        };
        self.width.run(Guessing {
            network,
            pooled: self.pooled.as_mut().zip(network.value()),
            position,
            squares,
            hear,
        });
    }

    /// Whether what is kept move by move equals its recomputation.
    pub fn is_consistent<R: Ruleset>(&mut self, position: &Position<R>) -> bool {
        let mut anew = Evaluator::with_network(position, self.network.clone());
        let all = |evaluator: &mut Evaluator| {
            let mut policies = Vec::new();
            let empty = *position.board().empty();
            evaluator.each_policy(position, empty, |_, policy| policies.push(policy));
            (evaluator.worth, evaluator.value(position), policies)
        };
        all(self) == all(&mut anew)
    }
}

/// Asking a network for the policy.
struct Guessing<'a, R: Ruleset, F> {
    network: &'a Network,
    /// Where the rows of windows are kept, if they are.
    pooled: Option<(&'a mut Pooled, &'a ValueNumbers)>,
    position: &'a Position<R>,
    squares: SquareSet,
    hear: F,
}

impl<R: Ruleset, F: FnMut(Square, i32)> Work for Guessing<'_, R, F> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        let mover = self.position.side_to_move();
        let board = self.position.board();
        let numbers = self.network.of(mover);
        let has_context = numbers.context.is_some();
        let pays = has_context || self.squares.len() >= WORTH_FOLLOWING;
        let kept = self.pooled.and_then(|(pooled, numbers)| {
            (pays || pooled.is_current(board)).then(|| {
                pooled.follow(numbers, board);
                &*pooled
            })
        });
        let pools = match kept {
            Some(pooled) if has_context => input(pooled.pool(), mover),
            _ => [0; 2 * VIEW],
        };
        let policies = Policies::new(lanes, numbers, self.position, &pools);
        for square in self.squares {
            let rows = match kept {
                Some(pooled) => *pooled.rows(square, mover),
                None => rows_of(board, square, mover),
            };
            (self.hear)(square, policies.of(square, rows));
        }
    }
}

/// Asking a network for the value.
struct Valuing<'a, R: Ruleset> {
    numbers: &'a ValueNumbers,
    pooled: &'a mut Pooled,
    position: &'a Position<R>,
    tables: i32,
}

impl<R: Ruleset> Work for Valuing<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> i32 {
        let Valuing {
            numbers, pooled, ..
        } = self;
        pooled.follow(numbers, self.position.board());
        let (mover, facts) = (self.position.side_to_move(), self.position.facts());
        numbers.value(lanes, pooled.pool(), mover, (facts, self.tables))
    }
}

impl Observer for Evaluator {
    #[inline]
    fn filled(&mut self, _: Square, shapes: Shapes) {
        let worth = self.tables.worth(shapes);
        self.worth = [self.worth[0] - worth[0], self.worth[1] - worth[1]];
    }

    #[inline(always)]
    fn reshaped(&mut self, _: Square, before: Shapes, now: Shapes) {
        // One colour's shape is often the same as before.
        for color in Color::ALL {
            let (before, now) = (before.of(color), now.of(color));
            if now != before {
                let values = self.tables.color(color);
                let worth = &mut self.worth[color.index()];
                *worth = *worth + (values.value(now) - values.value(before));
            }
        }
    }
}
