//! The 26 openings as a lesson: names, stones, the verse's map, and assessments
//! with the rule that they are for. Names and squares come from
//! [`crate::game`].

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::Text;
use crate::board::Board;
use crate::game::{CanonicalOpening, MNEMONIC, MnemonicLine, OldVerdict, Pointing};
use crate::types::{Rule, Square};

/// An opening as it is shown.
#[derive(Clone, Debug)]
pub struct OpeningCard {
    /// The opening.
    pub opening: &'static CanonicalOpening,
    /// Its stones on this board, Black's first.
    pub stones: [Square; 3],
    /// Its place in the verse's map: the line, from 0, and the place in it.
    pub place: (usize, usize),
    /// Old assessments, if they are for this rule; each names its conditions.
    pub verdicts: &'static [OldVerdict],
}

/// A row or column of the verse's map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapLine {
    /// Its openings (as `4D`) and their third stones.
    pub openings: Vec<(String, Square)>,
    /// Where it is, as the verse describes it, in our words.
    pub text: Text,
}

/// Texts about openings in general.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningTexts {
    /// What they are.
    pub intro: Text,
    /// What the names star and moon mean.
    pub naming: Text,
    /// What the verse is, and how it is read as a map.
    pub map: Text,
    /// Its lines, in order.
    pub lines: Vec<Text>,
    /// Why assessments name a rule.
    pub verdicts: Text,
    /// How to play in an opening.
    pub play: Text,
    /// The assessments in Chinese, by their English text.
    pub words: BTreeMap<String, String>,
}

/// All openings on a board of 15 lines, with the assessments for this rule.
pub fn openings(rule: Rule) -> Vec<OpeningCard> {
    let board = usual_board();
    let all = CanonicalOpening::all().iter();
    all.map(|opening| OpeningCard {
        opening,
        stones: opening.squares(&board),
        place: place_in_map(opening),
        verdicts: opening.old_verdicts(rule),
    })
    .collect()
}

/// Texts about openings in general.
pub fn opening_texts() -> &'static OpeningTexts {
    static TEXTS: LazyLock<OpeningTexts> = LazyLock::new(|| {
        let text = include_str!("data/openings.json");
        serde_json::from_str(text).unwrap_or_else(|error| panic!("openings.json: {error}"))
    });
    &TEXTS
}

impl MapLine {
    /// The whole map: third stones on a board of 15 lines.
    pub fn all() -> Vec<MapLine> {
        let texts = opening_texts().lines.iter().cloned();
        let cards = openings(Rule::Freestyle);
        let lines = texts.enumerate().map(|(index, text)| {
            let mut here: Vec<&OpeningCard> =
                cards.iter().filter(|card| card.place.0 == index).collect();
            here.sort_by_key(|card| card.place.1);
            let openings = here
                .into_iter()
                .map(|card| (card.opening.code(), card.stones[2]))
                .collect();
            MapLine { openings, text }
        });
        lines.collect()
    }
}

fn usual_board() -> Board {
    Board::new(15, 15).expect("a size")
}

fn place_in_map(opening: &CanonicalOpening) -> (usize, usize) {
    let is_here = |initial: char| opening.chinese.starts_with(initial);
    let place = |line: &MnemonicLine| line.initials.chars().position(is_here);
    let mut lines = MNEMONIC.iter().enumerate();
    let found = lines.find_map(|(index, line)| {
        let same: bool = line.pointing == opening.pointing;
        place(line).filter(|_| same).map(|place| (index, place))
    });
    found.expect("the verse has all openings")
}

impl OpeningCard {
    /// Whether the name ends in star: one empty square between Black's stones.
    /// Else it ends in moon.
    pub fn is_star(&self) -> bool {
        self.opening.chinese.ends_with('星')
    }

    /// Whether White's stone is in Black's row or column.
    pub fn is_direct(&self) -> bool {
        self.opening.pointing == Pointing::Direct
    }
}
