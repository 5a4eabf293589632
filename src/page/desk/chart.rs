//! The chart of a game: Black's winning chances after each move of the present
//! line. The engine evaluates one position after the other; the results are
//! kept in the tree.

use super::Desk;
use crate::table::{Help, Point, Situation};

/// The number of largest swings that are pointed out.
const MOST_SWINGS: usize = 3;
/// The least swing: the engine's evaluation errs by less.
const LEAST_SWING: f64 = 0.1;

/// Whether a person wants the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charting {
    No,
    /// What is known is shown, and no more is looked at.
    Paused,
    Yes,
}

/// A move that changed much.
pub(crate) struct Swing {
    pub node: usize,
    pub moves: usize,
    /// Black's winning chances before it and after.
    pub shares: [f64; 2],
}

impl Desk {
    pub fn charting(&self) -> Charting {
        self.charting
    }

    /// The moves that changed most, in their order.
    pub fn swings(&self) -> Vec<Swing> {
        let points = self.table.tree().points();
        let pairs = points.windows(2).filter_map(|pair| {
            Some(Swing {
                node: pair[1].node,
                moves: pair[1].moves,
                shares: [pair[0].share?, pair[1].share?],
            })
        });
        let mut swings: Vec<Swing> = pairs.filter(|one| one.size() >= LEAST_SWING).collect();
        swings.sort_by(|one, other| other.size().total_cmp(&one.size()));
        swings.truncate(MOST_SWINGS);
        swings.sort_by_key(|swing| swing.moves);
        swings
    }

    /// Whether there is something to look at for the chart.
    pub(super) fn wants_chart(&self) -> bool {
        let is_unseen = |point: &Point| point.share.is_none();
        let may = self.table.check_help(Help::Chart).is_ok();
        self.charting == Charting::Yes && may && self.table.tree().points().iter().any(is_unseen)
    }

    /// The positions to look at, the last one first: what the engine has seen of
    /// where a position led to, it knows when it looks at it.
    pub(super) fn unseen(&self) -> Vec<(usize, Situation)> {
        let points = self.table.tree().points().into_iter().rev();
        let unseen = points.filter(|point| point.share.is_none());
        unseen
            .filter_map(|point| {
                let node = self.table.tree().node(point.node)?;
                Some((point.node, Situation::of(&node.state)))
            })
            .collect()
    }
}

impl Swing {
    fn size(&self) -> f64 {
        (self.shares[1] - self.shares[0]).abs()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::page::desk::Act;
    use crate::page::settings::SettingsText;

    /// A game of two persons whose moves lead to these shares.
    fn desk(shares: &[f64]) -> Desk {
        let mut desk = Desk::new(Arc::new(|| Duration::ZERO), 1);
        let settings = SettingsText::from([("players".to_string(), "two".into())]);
        let mut acts = vec![Act::New { settings }];
        acts.extend(shares.iter().enumerate().map(|(number, _)| Act::Place {
            at: format!("{}{}", ['a', 'd'][number % 2], number + 1),
        }));
        for act in acts {
            desk.act(desk.pulse().0, act).expect("it can be done");
        }
        for (point, &share) in desk.table.tree().points().iter().zip(shares) {
            desk.table.set_share(point.node, share);
        }
        desk
    }

    #[test]
    fn the_largest_swings_are_told_in_their_order() {
        let desk = desk(&[0.5, 0.7, 0.6, 0.2, 0.25, 0.9, 0.45]);
        let swings = desk.swings();
        let told: Vec<_> = swings.iter().map(|one| (one.moves, one.shares)).collect();
        assert_eq!(told, [(4, [0.6, 0.2]), (6, [0.25, 0.9]), (7, [0.9, 0.45])]);
    }

    #[test]
    fn small_changes_are_no_swings() {
        assert!(self::desk(&[0.5, 0.55, 0.46, 0.5]).swings().is_empty());
    }
}
