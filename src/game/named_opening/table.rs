//! The 26 openings. Names and squares are facts of the game; the assessments
//! are those of their [`VerdictSource`](super::VerdictSource)s.

use super::Chances::*;
use super::Pointing::{Direct, Indirect};
use super::VerdictSource::{RenjuIn, Verse, Wikipedia};
use super::{CanonicalOpening, Chances, OldVerdict, Pointing};

/// A row of the table: kind, number, the names in China and Japan, other
/// writings, romaji, sense, third stone, verdicts.
type Row = (
    Pointing,
    u8,
    [&'static str; 2],
    &'static [&'static str],
    [&'static str; 2],
    (i32, i32),
    &'static [OldVerdict],
);

const fn opening(row: Row) -> CanonicalOpening {
    let (pointing, number, [chinese, japanese], also_written, [romaji, sense], third, verdicts) =
        row;
    CanonicalOpening {
        pointing,
        number,
        chinese,
        japanese,
        also_written,
        romaji,
        sense,
        third,
        verdicts,
    }
}

const fn wikipedia(chances: Chances) -> OldVerdict {
    OldVerdict::new(Wikipedia, chances)
}

const fn renju_in(chances: Chances) -> OldVerdict {
    OldVerdict::new(RenjuIn, chances)
}

const fn verse(chances: Chances) -> OldVerdict {
    OldVerdict::new(Verse, chances)
}

#[rustfmt::skip]
pub(super) static TABLE: [CanonicalOpening; 26] = [
    opening((Direct, 1, ["寒星", "寒星"], &[], ["Kansei", "cold star"], (0, 2), &[wikipedia(BlackWins), renju_in(BlackBetter)])),
    opening((Direct, 2, ["溪月", "渓月"], &[], ["Keigetsu", "valley moon"], (1, 2), &[wikipedia(BlackWins), renju_in(BlackBetter)])),
    opening((Direct, 3, ["疏星", "疎星"], &[], ["Sosei", "sparse star"], (2, 2), &[renju_in(Even)])),
    opening((Direct, 4, ["花月", "花月"], &[], ["Kagetsu", "flower moon"], (1, 1), &[renju_in(BlackWins)])),
    opening((Direct, 5, ["残月", "残月"], &["殘月"], ["Zangetsu", "waning moon"], (2, 1), &[renju_in(BlackBetter)])),
    opening((Direct, 6, ["雨月", "雨月"], &[], ["Ugetsu", "rain moon"], (1, 0), &[renju_in(BlackBetter)])),
    opening((Direct, 7, ["金星", "金星"], &[], ["Kinsei", "golden star, Venus"], (2, 0), &[renju_in(BlackBetter)])),
    opening((Direct, 8, ["松月", "松月"], &[], ["Shogetsu", "pine moon"], (0, -1), &[renju_in(BlackSlightlyBetter)])),
    opening((Direct, 9, ["丘月", "丘月"], &[], ["Kyugetsu", "hill moon"], (1, -1), &[renju_in(Even)])),
    opening((Direct, 10, ["新月", "新月"], &[], ["Shingetsu", "new moon"], (2, -1), &[renju_in(BlackBetter)])),
    opening((Direct, 11, ["瑞星", "瑞星"], &[], ["Zuisei", "lucky star"], (0, -2), &[renju_in(Even)])),
    opening((Direct, 12, ["山月", "山月"], &[], ["Sangetsu", "mountain moon"], (1, -2), &[renju_in(BlackSlightlyBetter)])),
    opening((Direct, 13, ["游星", "遊星"], &[], ["Yusei", "wandering star"], (2, -2), &[renju_in(WhiteWins), verse(WhiteWins)])),
    opening((Indirect, 1, ["长星", "長星"], &[], ["Chosei", "long star"], (2, 2), &[wikipedia(WhiteSlightlyBetter), renju_in(WhiteSlightlyBetter)])),
    opening((Indirect, 2, ["峡月", "峡月"], &["峽月"], ["Kyogetsu", "gorge moon"], (2, 1), &[wikipedia(BlackWins), renju_in(BlackBetter)])),
    opening((Indirect, 3, ["恒星", "恒星"], &["恆星"], ["Kosei", "fixed star"], (2, 0), &[wikipedia(BlackWins), renju_in(BlackBetter)])),
    opening((Indirect, 4, ["水月", "水月"], &[], ["Suigetsu", "water moon"], (2, -1), &[wikipedia(BlackWins), renju_in(BlackWins)])),
    opening((Indirect, 5, ["流星", "流星"], &[], ["Ryusei", "shooting star"], (2, -2), &[wikipedia(WhiteSlightlyBetter), renju_in(WhiteSlightlyBetter)])),
    opening((Indirect, 6, ["云月", "雲月"], &[], ["Ungetsu", "cloud moon"], (1, 0), &[wikipedia(BlackWins)])),
    opening((Indirect, 7, ["浦月", "浦月"], &["蒲月"], ["Hogetsu", "shore moon"], (1, -1), &[wikipedia(BlackWins)])),
    opening((Indirect, 8, ["岚月", "嵐月"], &[], ["Rangetsu", "mountain mist moon"], (1, -2), &[wikipedia(BlackWins)])),
    opening((Indirect, 9, ["银月", "銀月"], &[], ["Gingetsu", "silver moon"], (0, -1), &[wikipedia(BlackBetter)])),
    opening((Indirect, 10, ["明星", "明星"], &[], ["Myojo", "bright star"], (0, -2), &[wikipedia(BlackWins)])),
    opening((Indirect, 11, ["斜月", "斜月"], &[], ["Shagetsu", "slanting moon"], (-1, -1), &[wikipedia(BlackSlightlyBetter)])),
    opening((Indirect, 12, ["名月", "名月"], &["明月"], ["Meigetsu", "famous moon"], (-1, -2), &[wikipedia(BlackBetter)])),
    opening((Indirect, 13, ["彗星", "彗星"], &["慧星"], ["Suisei", "comet"], (-2, -2), &[wikipedia(WhiteWins), verse(WhiteWins)])),
];
