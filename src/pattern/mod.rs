//! Static tables: what a stone on an empty square would make, from the squares
//! around it. A line key's window gives the [`Shape`] in one direction for
//! both colours, the four shapes together the [`ThreatClass`].

mod build;
mod class;
mod shape;
pub mod weights;
mod worth;

pub use class::{ClassSet, ThreatClass, class_of};
pub use shape::Shape;
pub use worth::{PARTS, Worth};

use std::sync::{Arc, LazyLock};

use crate::board::line::LineKey;
use crate::types::{Color, FiveRule, Rule};
use weights::Weights;
pub(crate) use worth::Worths;

/// The tables of one rule. Built once, on first use.
pub struct Tables {
    /// Both colours' shapes by the window around the square (its middle cut
    /// out, see [`LineKey::around`]): Black's in the low four bits.
    shapes: Box<[u8]>,
    /// By four shapes, for Black and White.
    sums: [Arc<Sums>; 2],
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
            sums: sums(rule),
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
        self.sums[color.index()].classes[class::code(shapes)]
    }

    /// What shapes of Black and White are worth.
    #[inline]
    pub(crate) fn worths(&self) -> [&Worths; 2] {
        [&self.sums[0].worths, &self.sums[1].worths]
    }

    /// What four shapes of `color` are worth.
    #[inline]
    pub(crate) fn worth(&self, color: Color, shapes: u32) -> Worth {
        self.sums[color.index()].worths.value(shapes)
    }

    /// How promising it is for `mover` to play where it would make the shapes
    /// `own` and the other colour `other`.
    #[inline]
    pub(crate) fn promise(&self, mover: Color, own: u32, other: u32) -> i32 {
        let worths = &self.sums[mover.index()].worths;
        worths.makes(own) + worths.takes(other)
    }

    /// What it is worth, in [`PARTS`], to be to move where there are these
    /// threats: a bit for each of [`weights::FACTS`].
    #[inline]
    pub fn situation(&self, mover: Color, facts: usize) -> i32 {
        self.sums[mover.index()].worths.situation(facts)
    }
}

/// What one colour's shapes make together and what they are worth.
struct Sums {
    classes: Box<[ThreatClass]>,
    worths: Worths,
}

/// The sums of both colours; they are the same where the rules for them are.
fn sums(rule: Rule) -> [Arc<Sums>; 2] {
    let text = match rule {
        Rule::Freestyle => include_str!("fitted/freestyle.txt"),
        Rule::Standard => include_str!("fitted/standard.txt"),
        Rule::Renju => include_str!("fitted/renju.txt"),
        Rule::Caro => include_str!("fitted/caro.txt"),
        Rule::CaroOverline => include_str!("fitted/caro8.txt"),
    };
    let weights = Weights::read(text).expect("weights that a test has read");
    let sum = |color: Color| {
        let fouls = rule.five_rule(color) == FiveRule::ExactlyFiveOrFoul;
        Arc::new(Sums {
            classes: class::classes(fouls),
            worths: Worths::new(&weights[color.index() % weights.len()]),
        })
    };
    let black = sum(Color::Black);
    let white = match weights.len() {
        1 => Arc::clone(&black),
        _ => sum(Color::White),
    };
    [black, white]
}
