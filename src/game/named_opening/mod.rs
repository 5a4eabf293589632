//! The 26 openings of three stones with names: Black in the centre, White next
//! to it, Black again within the central 5x5 squares. Thirteen have White in the
//! same row or column (*direct*, 1D to 13D), the others on a diagonal
//! (*indirect*, 1I to 13I); all other openings of this kind are their images.
//!
//! The numbers and squares are those of the Renju International Federation.

mod mnemonic;
mod searched;
mod table;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::board::Board;
use crate::types::{Color, Rule, Square};

pub use mnemonic::{MNEMONIC, MnemonicLine, by_mnemonic};
pub use searched::{SearchedOpening, WrongLine};
use table::TABLE;

/// Where the second stone stands, seen from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pointing {
    /// In a row or column (直指).
    Direct,
    /// On a diagonal (斜指).
    Indirect,
}

/// One of the 26 openings.
#[derive(Debug, PartialEq, Eq)]
pub struct CanonicalOpening {
    /// Where the second stone stands.
    pub pointing: Pointing,
    /// 1 to 13 among the direct or the indirect ones.
    pub number: u8,
    /// The name in China.
    pub chinese: &'static str,
    /// The name in Japan, where it comes from.
    pub japanese: &'static str,
    /// Other writings: older characters, and misprints that are in use.
    pub also_written: &'static [&'static str],
    /// The Japanese name in Latin letters, without marks for long vowels.
    pub romaji: &'static str,
    /// What the name means; not official.
    pub sense: &'static str,
    /// The third stone, in columns to the right of the centre and rows above.
    third: (i32, i32),
    verdicts: &'static [OldVerdict],
}

/// Which side has the better chances after an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chances {
    /// Black wins.
    BlackWins,
    /// Black has an advantage.
    BlackBetter,
    /// Black has a small advantage.
    BlackSlightlyBetter,
    /// Neither side.
    Even,
    /// White has a small advantage.
    WhiteSlightlyBetter,
    /// White wins.
    WhiteWins,
}

/// The source of an assessment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictSource {
    /// Wikipedia's list of the openings.
    Wikipedia,
    /// The list of renju.in.
    RenjuIn,
    /// The mnemonic verse that [`MNEMONIC`] comes from.
    Verse,
}

/// An old assessment of an opening for renju. Its text always names the opening
/// rule, since chances differ between rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldVerdict {
    chances: Chances,
    source: VerdictSource,
}

impl CanonicalOpening {
    /// All 26, the direct ones first, in the order of their numbers.
    pub fn all() -> &'static [CanonicalOpening; 26] {
        &TABLE
    }

    /// The opening of the game on this board, turned or mirrored in any way.
    /// Black's two stones may have been placed in either order, but one of them
    /// is in the centre: the same shape elsewhere has no name, and there are no
    /// names on boards that are not square or have no centre. Only the first
    /// three moves count, so the board must have been reached move by move.
    pub fn recognise(board: &Board) -> Option<&'static CanonicalOpening> {
        let &[Some(first), Some(second), Some(third)] = board.moves().get(..3)? else {
            return None;
        };
        if board.width() != board.height() || board.width().is_multiple_of(2) {
            return None;
        }
        let center = board.center();
        let other = match center {
            _ if first == center => third,
            _ if third == center => first,
            _ => return None,
        };
        let [white, black] = [second, other].map(|square| steps(center, square));
        TABLE.iter().find(|opening| {
            let images = (0..8).map(|turn| (image(white, turn), image(black, turn)));
            images
                .into_iter()
                .any(|stones| stones == (opening.pointing.second(), opening.third))
        })
    }

    /// The opening with this number (`4D`, `d4`), name in any writing (`花月`)
    /// or romaji (`kagetsu`).
    pub fn named(text: &str) -> Option<&'static CanonicalOpening> {
        let text = text.trim();
        TABLE.iter().find(|opening| {
            let letter = opening.pointing.letter();
            let codes = [
                opening.code(),
                format!("{letter}{}", opening.number),
                opening.romaji.to_string(),
            ];
            codes.iter().any(|code| code.eq_ignore_ascii_case(text))
                || [opening.chinese, opening.japanese].contains(&text)
                || opening.also_written.contains(&text)
        })
    }

    /// Its number with the letter of its kind, as `4D`.
    pub fn code(&self) -> String {
        format!("{}{}", self.number, self.pointing.letter())
    }

    /// The three stones around the middle of a board, in order: Black, White,
    /// Black. On a board of 15 lines they are h8, h9 or i9, and the third.
    pub fn squares(&self, board: &Board) -> [Square; 3] {
        let center = board.center();
        [(0, 0), self.pointing.second(), self.third].map(|(right, up)| {
            let (x, y) = (center.x() as i32 + right, center.y() as i32 - up);
            // The smallest board has two squares on each side of its centre.
            board.square(x, y).expect("a square near the centre")
        })
    }

    /// Its old assessments, if they are for this rule: empty except for renju.
    pub fn old_verdicts(&self, rule: Rule) -> &'static [OldVerdict] {
        match rule {
            Rule::Renju => self.verdicts,
            Rule::Freestyle | Rule::Standard | Rule::Caro | Rule::CaroOverline => &[],
        }
    }
}

impl Pointing {
    /// Where the second stone stands: columns to the right of the centre, and
    /// rows above.
    fn second(self) -> (i32, i32) {
        match self {
            Pointing::Direct => (0, 1),
            Pointing::Indirect => (1, 1),
        }
    }

    fn letter(self) -> char {
        match self {
            Pointing::Direct => 'D',
            Pointing::Indirect => 'I',
        }
    }
}

/// How far right of the centre and above it a square is.
fn steps(center: Square, square: Square) -> (i32, i32) {
    let right = square.x() as i32 - center.x() as i32;
    (right, center.y() as i32 - square.y() as i32)
}

/// One of the eight images of a step from the centre.
pub(super) fn image((right, up): (i32, i32), turn: u32) -> (i32, i32) {
    let right = if turn & 1 == 0 { right } else { -right };
    let up = if turn & 2 == 0 { up } else { -up };
    if turn & 4 == 0 {
        (right, up)
    } else {
        (up, right)
    }
}

impl OldVerdict {
    const fn new(source: VerdictSource, chances: Chances) -> OldVerdict {
        OldVerdict { chances, source }
    }

    /// The assessment.
    pub fn chances(self) -> Chances {
        self.chances
    }

    /// Its source.
    pub fn source(self) -> VerdictSource {
        self.source
    }

    /// The rule that it is for.
    pub fn holds_for(self) -> &'static str {
        match self.source {
            VerdictSource::Wikipedia => "renju by RIF's opening rule of 1996, two fifth moves",
            VerdictSource::RenjuIn | VerdictSource::Verse => "renju, opening rule not named",
        }
    }
}

impl Chances {
    /// The side with the better chances.
    pub fn better(self) -> Option<Color> {
        match self {
            Chances::BlackWins | Chances::BlackBetter | Chances::BlackSlightlyBetter => {
                Some(Color::Black)
            }
            Chances::Even => None,
            Chances::WhiteSlightlyBetter | Chances::WhiteWins => Some(Color::White),
        }
    }
}

impl fmt::Display for CanonicalOpening {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let code = self.code();
        write!(
            f,
            "{code} {} {} ({})",
            self.chinese, self.romaji, self.sense
        )
    }
}

impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Chances::BlackWins => "black wins",
            Chances::BlackBetter => "black is better",
            Chances::BlackSlightlyBetter => "black is slightly better",
            Chances::Even => "even",
            Chances::WhiteSlightlyBetter => "white is slightly better",
            Chances::WhiteWins => "white wins",
        })
    }
}

impl fmt::Display for VerdictSource {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            VerdictSource::Wikipedia => "Wikipedia",
            VerdictSource::RenjuIn => "renju.in",
            VerdictSource::Verse => "the mnemonic verse",
        })
    }
}

impl fmt::Display for OldVerdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let OldVerdict { chances, source } = self;
        write!(f, "{chances} ({source}; {})", self.holds_for())
    }
}
