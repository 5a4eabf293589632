//! What a level below the highest lacks. Strength is measured for every ten
//! levels (see `src/cli/README.md`); between them the numbers are interpolated.

use super::level::Level;
use crate::params::Tunables;
use crate::types::Depth;

/// How a weaker player thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Handicap {
    /// Nodes for a move.
    pub nodes: u64,
    /// How many moves it compares.
    pub lines: usize,
    /// How many plies it looks ahead.
    pub depth: Depth,
    /// How far beyond that it follows fours: [`Tunables::lowest`].
    pub fours: i32,
    /// The standard deviation of its error about a move, in normalised units.
    pub noise: f64,
}

/// A level and its handicap.
type Row = (u8, Handicap);

const fn row(level: u8, nodes: u64, lines: usize, depth: Depth, fours: i32, noise: f64) -> Row {
    let handicap = Handicap {
        nodes,
        lines,
        depth,
        fours,
        noise,
    };
    (level, handicap)
}

/// From the lowest level that searches to the highest, which has no handicap: its row
/// is for interpolation.
const TABLE: [Row; 11] = [
    row(1, 600, 12, 1, 0, 400.0),
    row(10, 600, 10, 1, 0, 305.0),
    row(20, 700, 6, 1, 0, 143.0),
    row(30, 900, 5, 2, 0, 122.0),
    row(40, 1_100, 5, 3, -1, 98.0),
    row(50, 1_300, 5, 3, -2, 69.0),
    row(60, 1_500, 4, 4, -3, 53.0),
    row(70, 1_800, 3, 6, -5, 32.0),
    row(80, 3_500, 2, 8, -6, 15.0),
    row(90, 8_000, 1, 20, -8, 10.0),
    row(100, 50_000, 1, 30, -8, 0.0),
];

impl Handicap {
    /// What a level from 1 to 99 lacks.
    pub fn of(level: Level) -> Handicap {
        let level = level.number().max(TABLE[0].0);
        let above = TABLE.iter().position(|row| row.0 > level);
        let above = above.unwrap_or(TABLE.len() - 1);
        let ((from, low), (to, high)) = (TABLE[above - 1], TABLE[above]);
        let part = f64::from(level - from) / f64::from(to - from);
        let between = |low: f64, high: f64| low + part * (high - low);
        let whole = |low: i32, high: i32| between(low.into(), high.into()).round() as i32;
        Handicap {
            // Geometric.
            nodes: between((low.nodes as f64).ln(), (high.nodes as f64).ln())
                .exp()
                .round() as u64,
            lines: whole(low.lines as i32, high.lines as i32) as usize,
            depth: whole(low.depth, high.depth),
            fours: whole(low.fours, high.fours),
            noise: between(low.noise, high.noise),
        }
    }

    /// The search parameters.
    pub fn params(&self, usual: Tunables) -> Tunables {
        Tunables {
            lowest: self.fours.max(usual.lowest),
            // Weaker players prove nothing.
            root_fours: 0,
            ..usual
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_sees_more_than_the_one_below() {
        let of = |number| Handicap::of(Level::new(number).expect("a level"));
        for number in 1..99 {
            let (low, high) = (of(number), of(number + 1));
            assert!(
                low.nodes <= high.nodes && low.depth <= high.depth,
                "{number}"
            );
            assert!(
                low.fours >= high.fours && low.noise > high.noise,
                "{number}"
            );
        }
        assert_eq!(of(40), TABLE[4].1);
        assert_eq!(of(35).noise, (TABLE[3].1.noise + TABLE[4].1.noise) / 2.0);
    }
}
