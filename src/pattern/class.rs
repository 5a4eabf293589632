//! Threat classes: what the four shapes of a stone make together.

use super::Shape;
use crate::types::Rule;

/// What a stone of one colour on an empty square would make in all four directions
/// together, weakest first. The names are for the stones after the move: `Three`
/// *makes* an open three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ThreatClass {
    /// Renju's Black only: an overline, a double-four, or an apparent double-three, which
    /// may turn out to be allowed.
    Forbidden,
    /// None of the others.
    None,
    /// One open two.
    Two,
    /// One closed three.
    ClosedThree,
    /// Two open twos.
    DoubleTwo,
    /// A closed three with an open two or another closed three.
    ClosedThreePlus,
    /// One open three. From here on the classes are threats.
    Three = 8,
    /// An open three with a closed three or an open two.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// One four with one answer.
    Four,
    /// A four with a closed three or an open two.
    FourPlus,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: no single answer.
    OpenFour,
    /// Wins at once.
    Five,
}

impl ThreatClass {
    /// Every class, weakest first.
    pub const ALL: [ThreatClass; 14] = [
        ThreatClass::Forbidden,
        ThreatClass::None,
        ThreatClass::Two,
        ThreatClass::ClosedThree,
        ThreatClass::DoubleTwo,
        ThreatClass::ClosedThreePlus,
        ThreatClass::Three,
        ThreatClass::ThreePlus,
        ThreatClass::DoubleThree,
        ThreatClass::Four,
        ThreatClass::FourPlus,
        ThreatClass::FourThree,
        ThreatClass::OpenFour,
        ThreatClass::Five,
    ];

    /// The classes that put a four on the board without winning by it alone,
    /// and the open four.
    pub const FOURS: ClassSet = ClassSet::from(ThreatClass::Four).without(ThreatClass::Five);
    /// The classes that make a five, a four or an open three.
    pub const THREATS: ClassSet = ClassSet::from(ThreatClass::Three);
}

/// A set of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassSet(u16);

impl ClassSet {
    /// This class and every stronger one.
    pub const fn from(weakest: ThreatClass) -> ClassSet {
        ClassSet(u16::MAX << weakest as u8)
    }

    /// The set without this class.
    pub const fn without(self, class: ThreatClass) -> ClassSet {
        ClassSet(self.0 & !(1 << class as u8))
    }

    /// Whether the set has this class.
    #[inline]
    pub const fn contains(self, class: ThreatClass) -> bool {
        self.0 >> class as u8 & 1 != 0
    }

    /// The classes, weakest first.
    pub fn iter(self) -> impl Iterator<Item = ThreatClass> {
        ThreatClass::ALL
            .into_iter()
            .filter(move |&class| self.contains(class))
    }
}

/// The class of four shapes; `fouls` is true for renju's Black only.
pub fn class_of(shapes: [Shape; 4], fouls: bool) -> ThreatClass {
    let count = |wanted: fn(Shape) -> bool| shapes.iter().filter(|&&shape| wanted(shape)).count();
    let open_fours = count(|shape| shape == Shape::OpenFour);
    let closed_fours = count(|shape| shape == Shape::ClosedFour);
    let double_fours = count(|shape| shape == Shape::LineDoubleFour);
    let threes = count(Shape::is_three);
    let closed_threes = count(|shape| shape == Shape::ClosedThree);
    let twos = count(Shape::is_open_two);
    let fours = open_fours + closed_fours + 2 * double_fours;
    match () {
        _ if shapes.contains(&Shape::Five) => ThreatClass::Five,
        _ if fouls && (shapes.contains(&Shape::Overline) || fours >= 2 || threes >= 2) => {
            ThreatClass::Forbidden
        }
        _ if open_fours > 0 || fours >= 2 => ThreatClass::OpenFour,
        _ if fours > 0 && threes > 0 => ThreatClass::FourThree,
        _ if fours > 0 && closed_threes + twos > 0 => ThreatClass::FourPlus,
        _ if fours > 0 => ThreatClass::Four,
        _ if threes >= 2 => ThreatClass::DoubleThree,
        _ if threes > 0 && closed_threes + twos > 0 => ThreatClass::ThreePlus,
        _ if threes > 0 => ThreatClass::Three,
        _ if closed_threes >= 2 || closed_threes > 0 && twos > 0 => ThreatClass::ClosedThreePlus,
        _ if twos >= 2 => ThreatClass::DoubleTwo,
        _ if closed_threes > 0 => ThreatClass::ClosedThree,
        _ if twos > 0 => ThreatClass::Two,
        _ => ThreatClass::None,
    }
}

/// Numbers for the shapes of two directions, in either order.
const PAIRS: usize = 16 * 17 / 2;
/// Numbers for four shapes: those of two directions, twice.
pub(crate) const CODES: usize = PAIRS * PAIRS;

/// The number of two shapes, four bits each.
static PAIR_NUMBERS: [u8; 256] = {
    let mut numbers = [0; 256];
    let (mut first, mut next) = (0, 0);
    while first < 16 {
        let mut second = 0;
        while second <= first {
            numbers[first << 4 | second] = next;
            numbers[second << 4 | first] = next;
            next += 1;
            second += 1;
        }
        first += 1;
    }
    numbers
};

/// The number of four shapes, in the low four bits of the bytes of `shapes`.
/// Several numbers stand for the same shapes in another order, which makes them cheap to
/// compute.
#[inline]
pub(crate) fn code(shapes: u32) -> usize {
    debug_assert_eq!(shapes & 0xf0f0_f0f0, 0);
    let bytes = shapes | shapes >> 4;
    let pair = |bit: u32| usize::from(PAIR_NUMBERS[(bytes >> bit & 0xff) as usize]);
    pair(0) * PAIRS + pair(16)
}

/// Four shapes with this number.
pub(crate) fn shapes_of_code(code: usize) -> [Shape; 4] {
    let pair = |number: usize| {
        let has_number = |bits: &usize| usize::from(PAIR_NUMBERS[*bits]) == number;
        let bits = (0..256).find(has_number).unwrap_or(0) as u8;
        [bits & 15, bits >> 4].map(Shape::from_bits)
    };
    let ([a, b], [c, d]) = (pair(code / PAIRS), pair(code % PAIRS));
    [a, b, c, d]
}

/// The classes of all codes, for Black and White.
pub(super) fn classes_of(rule: Rule) -> [Box<[ThreatClass]>; 2] {
    let white = classes(false);
    let black = match rule.forbids() {
        true => classes(true),
        false => white.clone(),
    };
    [black, white]
}

/// The classes of all codes; `fouls` is true for renju's Black only.
fn classes(fouls: bool) -> Box<[ThreatClass]> {
    (0..CODES)
        .map(|code| class_of(shapes_of_code(code), fouls))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_classes() {
        let fours: Vec<_> = ThreatClass::FOURS.iter().collect();
        assert_eq!(
            fours,
            [
                ThreatClass::Four,
                ThreatClass::FourPlus,
                ThreatClass::FourThree,
                ThreatClass::OpenFour
            ]
        );
        assert!(ThreatClass::THREATS.contains(ThreatClass::Five));
        assert!(!ThreatClass::THREATS.contains(ThreatClass::ClosedThreePlus));
        assert!(ThreatClass::ALL.is_sorted());
    }

    #[test]
    fn only_shapes_that_are_threats_make_classes_that_are() {
        for shape in Shape::ALL {
            let weak = [Shape::ClosedThree, Shape::FreeTwo, Shape::FreeTwo];
            let class = class_of([weak[0], weak[1], weak[2], shape], true);
            let threat = class >= ThreatClass::Three || class == ThreatClass::Forbidden;
            assert_eq!(threat, shape as u8 & Shape::THREAT != 0, "{shape:?}");
        }
    }

    #[test]
    fn two_fours_are_an_open_four_or_a_foul() {
        let shapes = [
            Shape::ClosedFour,
            Shape::None,
            Shape::ClosedFour,
            Shape::OpenTwo,
        ];
        assert_eq!(class_of(shapes, false), ThreatClass::OpenFour);
        assert_eq!(class_of(shapes, true), ThreatClass::Forbidden);
    }
}
