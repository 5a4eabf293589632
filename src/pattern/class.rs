use super::Shape;
use crate::params::value;
use crate::types::FiveRule;

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
    /// One open three.
    Three,
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
    /// How many classes there are.
    pub const COUNT: usize = ThreatClass::Five as usize + 1;

    /// Every class, weakest first.
    pub const ALL: [ThreatClass; ThreatClass::COUNT] = [
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
        ClassSet(u16::MAX << weakest as u8 & (1 << ThreatClass::COUNT) - 1)
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

/// A square's class and its share of the evaluation, for one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassEntry {
    /// What a stone here would make.
    pub class: ThreatClass,
    /// What that is worth while nobody has played here.
    pub value: i16,
}

/// Whether the class of four shapes makes sense of fouls, and the class.
/// `fouls` is true for renju's Black only.
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

/// The table of [`ClassEntry`]s by four packed shapes.
pub(super) fn table(five: FiveRule) -> Box<super::ClassTable> {
    let fouls = five == FiveRule::ExactlyFiveOrFoul;
    let entry = |packed: usize| {
        let shapes = [0, 4, 8, 12].map(|bit| Shape::from_bits((packed >> bit & 15) as u8));
        let class = class_of(shapes, fouls);
        let lines: i32 = shapes
            .iter()
            .map(|&shape| value::SHAPE[shape as usize])
            .sum();
        let value = match class {
            ThreatClass::Forbidden => value::FORBIDDEN,
            _ => lines + value::CLASS[class as usize],
        };
        ClassEntry {
            class,
            value: value as i16,
        }
    };
    let entries: Box<[ClassEntry]> = (0..1 << 16).map(entry).collect();
    match entries.try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the table has 1 << 16 entries"),
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
        for (index, class) in ThreatClass::ALL.into_iter().enumerate() {
            assert_eq!(class as usize, index);
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
