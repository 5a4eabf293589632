//! Searches under a rule that is known when they begin.

use crate::board::Board;
use crate::pool::Pool;
use crate::position::{Area, Position};
use crate::search::Shared;
use crate::types::{ByRule, Ruleset};

/// A search of a position, by the code of its rule.
pub(super) struct Run<'a> {
    pub pool: &'a Pool,
    pub board: &'a Board,
    pub area: Area,
    pub shared: &'a Shared<'a>,
}

impl ByRule for Run<'_> {
    type Output = ();

    fn run<R: Ruleset>(self) {
        let position = Position::<R>::with_area(self.board.clone(), self.area);
        self.pool.search(&position, self.shared);
    }
}
