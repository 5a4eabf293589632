//! Static tables: what a stone on an empty square would make, from the squares
//! around it. A line key's window gives the [`Shape`] in one direction for
//! both colours, the four shapes together the [`ThreatClass`] and the
//! evaluation of the square.

mod build;
mod class;
mod shape;

pub use class::{ClassEntry, ClassSet, ThreatClass, class_of};
pub use shape::Shape;

use std::sync::LazyLock;

use crate::board::line::LineKey;
use crate::types::{Color, FiveRule, Rule};

/// The tables of one rule. Built once, on first use.
pub struct Tables {
    /// Both colours' shapes by the window around the square (its middle cut
    /// out, see [`LineKey::around`]): Black's in the low four bits.
    shapes: Box<[u8]>,
    /// Class and value by four shapes, for Black and White.
    classes: [&'static ClassTable; 2],
    reach: usize,
}

type ClassTable = [ClassEntry; 1 << 16];

impl Tables {
    /// The tables of `rule`.
    pub fn of(rule: Rule) -> &'static Tables {
        static ALL: [LazyLock<Tables>; 5] = [
            LazyLock::new(|| Tables::build(Rule::Freestyle)),
            LazyLock::new(|| Tables::build(Rule::Standard)),
            LazyLock::new(|| Tables::build(Rule::Renju)),
            LazyLock::new(|| Tables::build(Rule::Caro)),
            LazyLock::new(|| Tables::build(Rule::CaroOverline)),
        ];
        &ALL[rule as usize]
    }

    fn build(rule: Rule) -> Tables {
        let reach = if rule == Rule::Freestyle { 4 } else { 5 };
        Tables {
            shapes: build::shapes(rule, reach),
            classes: Color::ALL.map(|color| class_table(rule.five_rule(color))),
            reach,
        }
    }

    /// The shapes of both colours for a window without its middle.
    #[inline]
    pub(crate) fn shape_pair(&self, around: usize) -> u8 {
        self.shapes[around]
    }

    /// The shape that a stone of `color` at `place` on this line would make.
    /// The square should be empty.
    #[inline]
    pub fn shape_if_played(&self, line: LineKey, place: usize, color: Color) -> Shape {
        let pair = self.shape_pair(line.around(place, self.reach));
        Shape::from_bits(pair >> (4 * color.index()) & 15)
    }

    /// Class and value for four shapes of `color`, packed four bits each.
    #[inline]
    pub(crate) fn class_entry(&self, color: Color, shapes: u16) -> ClassEntry {
        self.classes[color.index()][shapes as usize]
    }
}

/// There are two ways to combine shapes: with fouls and without.
fn class_table(five: FiveRule) -> &'static ClassTable {
    static PLAIN: LazyLock<Box<ClassTable>> = LazyLock::new(|| class::table(FiveRule::AtLeastFive));
    static WITH_FOULS: LazyLock<Box<ClassTable>> =
        LazyLock::new(|| class::table(FiveRule::ExactlyFiveOrFoul));
    if five == FiveRule::ExactlyFiveOrFoul {
        &WITH_FOULS
    } else {
        &PLAIN
    }
}
