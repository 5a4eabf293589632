//! The terms of the game.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{Example, Text, entries};

/// The file itself.
const TERMS_JSON: &str = include_str!("data/terms.json");

/// Groups of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TermGroup {
    /// The game as a whole.
    Game,
    /// Board and moves.
    Moves,
    /// What stones in a line make.
    Shapes,
    /// How a game is won.
    Tactics,
    /// How a position or a move is judged.
    Judgement,
    /// Matches and tournaments.
    Competition,
    /// The parts of a game.
    Phases,
    /// What else the game is called.
    Names,
}

/// A term and its meaning.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Its name in addresses and commands.
    pub id: String,
    /// Its group.
    pub group: TermGroup,
    /// The term.
    pub name: Text,
    /// Other Chinese terms for the same.
    #[serde(default)]
    pub also: Vec<String>,
    /// What it means.
    pub text: Text,
    /// Diagrams, where it can be shown.
    #[serde(default)]
    pub examples: Vec<Example>,
}

impl TermGroup {
    /// All, in reading order.
    pub const ALL: [TermGroup; 8] = [
        TermGroup::Game,
        TermGroup::Moves,
        TermGroup::Shapes,
        TermGroup::Tactics,
        TermGroup::Judgement,
        TermGroup::Competition,
        TermGroup::Phases,
        TermGroup::Names,
    ];

    /// A heading.
    pub fn name(self) -> (&'static str, &'static str) {
        match self {
            TermGroup::Game => ("The game", "对局"),
            TermGroup::Moves => ("Board and moves", "棋盘与着法"),
            TermGroup::Shapes => ("Shapes", "棋形"),
            TermGroup::Tactics => ("Tactics", "战术"),
            TermGroup::Judgement => ("Judgement", "形势判断"),
            TermGroup::Competition => ("Competition", "比赛"),
            TermGroup::Phases => ("Phases", "阶段"),
            TermGroup::Names => ("Other names", "别名"),
        }
    }
}

/// All terms, by groups.
pub fn terms() -> &'static [Term] {
    static TERMS: LazyLock<Vec<Term>> = LazyLock::new(|| entries("terms.json", TERMS_JSON));
    &TERMS
}
