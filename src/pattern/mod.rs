//! Static tables: what a stone on an empty square would make, from the squares
//! around it. A line key's window gives the [`Shape`] in one direction for
//! both colours, the four shapes together the [`ThreatClass`].

mod build;
mod class;
mod shape;

pub use class::{ClassSet, ThreatClass, class_of};
pub use shape::Shape;

use std::sync::LazyLock;

use class::ClassTable;

use crate::board::line::LineKey;
use crate::params::value;
use crate::types::{Color, FiveRule, Rule};

/// The tables of one rule. Built once, on first use.
pub struct Tables {
    /// Both colours' shapes by the window around the square (its middle cut
    /// out, see [`LineKey::around`]): Black's in the low four bits.
    shapes: Box<[u8]>,
    /// Class by four shapes, for Black and White.
    classes: [&'static ClassTable; 2],
    reach: usize,
}

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
        let reach = rule.reach();
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

    /// What four shapes of `color` make together: the low four bits of the
    /// bytes of `shapes`.
    #[inline]
    pub(crate) fn class(&self, color: Color, shapes: u32) -> ThreatClass {
        self.classes[color.index()].class(shapes)
    }
}

/// The values of both colours' shapes in one direction, by the pair of shapes:
/// Black's in the low half, White's in the high one. None is negative, so that
/// sums of them, too, can be added and subtracted as one number.
pub(crate) static PAIR_VALUES: [u64; 256] = {
    let mut values = [0; 256];
    let mut pair = 0;
    while pair < values.len() {
        values[pair] = value::SHAPE[pair & 15] as u64 | (value::SHAPE[pair >> 4] as u64) << 32;
        pair += 1;
    }
    values
};

/// There are two ways to combine shapes: with fouls and without.
fn class_table(five: FiveRule) -> &'static ClassTable {
    static PLAIN: LazyLock<ClassTable> = LazyLock::new(|| ClassTable::new(false));
    static WITH_FOULS: LazyLock<ClassTable> = LazyLock::new(|| ClassTable::new(true));
    if five == FiveRule::ExactlyFiveOrFoul {
        &WITH_FOULS
    } else {
        &PLAIN
    }
}
