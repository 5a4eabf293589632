//! Pattern tables: what a stone on an empty square would make. The window of a line key
//! gives the [`Shape`] in one direction for both colours, the four shapes give the
//! [`ThreatClass`].

mod build;
mod class;
mod shape;
mod shapes;

pub(crate) use class::{CODES, code, shapes_of_code};
pub use class::{ClassSet, ThreatClass, class_of};
pub use shape::Shape;
pub use shapes::Shapes;

use std::sync::LazyLock;

use crate::board::line::LineKey;
use crate::types::{Color, Rule};

/// The tables of one rule. Built once, on first use.
pub struct Tables {
    /// Both colours' shapes by the window around the square (its middle cut
    /// out, see [`LineKey::around`]): Black's in the low four bits.
    shapes: Box<[u8]>,
    /// By the code of four shapes, for Black and White.
    classes: [Box<[ThreatClass]>; 2],
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
            classes: class::classes_of(rule),
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
        self.classes[color.index()][code(shapes)]
    }
}
