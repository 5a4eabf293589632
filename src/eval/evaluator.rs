use std::sync::Arc;

use super::network::{Network, Policies, Pooled};
use super::tables::{ColorTables, EvalTables, PARTS, Worth};
use crate::pattern::Shapes;
use crate::position::{Observer, Position};
use crate::types::{Color, Ruleset, Score, Square};

/// The evaluation of a position that it follows stone by stone.
///
/// Stones that it is to hear of are placed and taken back by
/// [`Evaluator::place`], [`Evaluator::pass`] and [`Evaluator::undo`]. Others may
/// stand on the position for a while, as long as nobody asks for its value.
#[derive(Clone)]
pub struct Evaluator {
    tables: &'static EvalTables,
    /// Who is asked for the policy instead of the tables.
    network: Option<Arc<Network>>,
    /// What its value is asked about.
    pooled: Option<Pooled>,
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
        let pooled = value.map(|numbers| Pooled::new::<R>(numbers, position.board()));
        Evaluator {
            tables,
            pooled,
            network,
            worth,
            before: Vec::with_capacity(64),
        }
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

    /// The static value for the side to move: what the tables say, and what the
    /// network adds if it has a value.
    #[inline]
    pub fn value<R: Ruleset>(&mut self, position: &Position<R>) -> Score {
        let tables = self.value_by_tables(position);
        let (Some(network), Some(pooled)) = (&self.network, &mut self.pooled) else {
            return Score::estimate(tables);
        };
        let Some(numbers) = network.value() else {
            return Score::estimate(tables);
        };
        let pool = pooled.pool::<R>(numbers, position.board());
        let mover = position.side_to_move();
        Score::estimate(numbers.value(pool, mover, position.facts(), tables))
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
    pub fn policy<R: Ruleset>(&self, position: &Position<R>, square: Square) -> i32 {
        self.policies(position).of(position, square)
    }

    /// The same for several squares of one position.
    #[inline]
    pub fn policies<'a, R: Ruleset>(&'a self, position: &Position<R>) -> Policy<'a> {
        let mover = position.side_to_move();
        Policy(match &self.network {
            Some(network) => By::Network(Policies::new(network.of(mover), position)),
            None => By::Tables(self.tables.color(mover)),
        })
    }

    /// Whether what is kept move by move equals its recomputation.
    pub fn is_consistent<R: Ruleset>(&mut self, position: &Position<R>) -> bool {
        let mut anew = Evaluator::with_network(position, self.network.clone());
        self.worth == anew.worth && self.value(position) == anew.value(position)
    }
}

/// The policy in one position.
pub struct Policy<'a>(By<'a>);

enum By<'a> {
    Network(Policies<'a>),
    Tables(&'a ColorTables),
}

impl Policy<'_> {
    /// How likely the side to move is to choose the empty `square` of that
    /// position: see [`Evaluator::policy`].
    #[inline]
    pub fn of<R: Ruleset>(&self, position: &Position<R>, square: Square) -> i32 {
        match &self.0 {
            By::Network(policies) => policies.of(position, square),
            By::Tables(tables) => {
                let own = position.side_to_move();
                let shapes = position.shapes_if_played(square);
                tables.policy(shapes.of(own), shapes.of(!own))
            }
        }
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
