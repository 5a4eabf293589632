//! A Chinese verse (彭氏口诀) names the openings by one character each, in the
//! order of the rows or columns in which their third stones lie. This is that
//! order as data: a map to learn the names by.

use super::{CanonicalOpening, Pointing, table::TABLE};

/// A row or column of third stones, in the verse's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MnemonicLine {
    /// For which kind of opening.
    pub pointing: Pointing,
    /// The first stone: columns to the right of the centre, and rows above.
    pub from: (i32, i32),
    /// From each stone to the next: columns to the right, and rows up.
    pub step: (i32, i32),
    /// The first characters of the names.
    pub initials: &'static str,
}

const EAST: (i32, i32) = (1, 0);
const SOUTH: (i32, i32) = (0, -1);

/// The direct openings by rows from the top, the indirect ones by columns from
/// the right.
pub const MNEMONIC: [MnemonicLine; 10] = [
    line(Pointing::Direct, (0, 2), EAST, "寒溪疏"),
    line(Pointing::Direct, (1, 1), EAST, "花残"),
    line(Pointing::Direct, (1, 0), EAST, "雨金"),
    line(Pointing::Direct, (0, -1), EAST, "松丘新"),
    line(Pointing::Direct, (0, -2), EAST, "瑞山游"),
    line(Pointing::Indirect, (2, 2), SOUTH, "长峡恒水流"),
    line(Pointing::Indirect, (1, 0), SOUTH, "云浦岚"),
    line(Pointing::Indirect, (0, -1), SOUTH, "银明"),
    line(Pointing::Indirect, (-1, -1), SOUTH, "斜名"),
    line(Pointing::Indirect, (-2, -2), SOUTH, "彗"),
];

const fn line(
    pointing: Pointing,
    from: (i32, i32),
    step: (i32, i32),
    initials: &'static str,
) -> MnemonicLine {
    MnemonicLine {
        pointing,
        from,
        step,
        initials,
    }
}

impl MnemonicLine {
    /// The characters with their third stones.
    pub fn stones(self) -> impl Iterator<Item = (char, (i32, i32))> {
        let MnemonicLine { from, step, .. } = self;
        let at = move |place: i32| (from.0 + place * step.0, from.1 + place * step.1);
        (0..)
            .zip(self.initials.chars())
            .map(move |(place, initial)| (initial, at(place)))
    }
}

/// The opening that the verse means by a character.
pub fn by_mnemonic(initial: char) -> Option<&'static CanonicalOpening> {
    TABLE
        .iter()
        .find(|opening| opening.chinese.starts_with(initial))
}
