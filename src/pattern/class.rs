use super::Shape;

/// What a stone of one colour on an empty square would make in all four
/// directions together, weakest first. The words name the stones that would
/// then stand: `Three` *makes* an open three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ThreatClass {
    /// Renju's Black only: an overline, a double-four, or what looks like a
    /// double-three. The last may turn out to be allowed.
    Forbidden,
    /// Nothing worth a name.
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

    /// The set less one class.
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

/// The shapes of two directions, in either order, as one number.
const PAIRS: usize = 16 * 17 / 2;

/// The class of four shapes. The shapes of two directions become one
/// number first, whatever their order, which keeps the table small.
pub(super) struct ClassTable {
    /// By two shapes, four bits each.
    pairs: [u8; 256],
    classes: Box<[ThreatClass]>,
}

impl ClassTable {
    /// `fouls` is true for renju's Black only.
    pub(super) fn new(fouls: bool) -> ClassTable {
        let mut pairs = [0; 256];
        let mut members = Vec::with_capacity(PAIRS);
        for first in 0..16 {
            for second in 0..=first {
                pairs[first << 4 | second] = members.len() as u8;
                pairs[second << 4 | first] = members.len() as u8;
                members.push([first, second].map(|bits| Shape::from_bits(bits as u8)));
            }
        }
        let mut classes = Vec::with_capacity(PAIRS * PAIRS);
        for [a, b] in &members {
            for [c, d] in &members {
                classes.push(class_of([*a, *b, *c, *d], fouls));
            }
        }
        ClassTable {
            pairs,
            classes: classes.into_boxed_slice(),
        }
    }

    /// The class of the shapes in the low four bits of the bytes of `shapes`.
    #[inline]
    pub(super) fn class(&self, shapes: u32) -> ThreatClass {
        debug_assert_eq!(shapes & 0xf0f0_f0f0, 0);
        let bytes = shapes | shapes >> 4;
        let pair = |bit: u32| usize::from(self.pairs[(bytes >> bit & 0xff) as usize]);
        self.classes[pair(0) * PAIRS + pair(16)]
    }
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
