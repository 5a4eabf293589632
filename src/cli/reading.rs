//! How files and texts are read that do not say everything.

use clap::ValueEnum;

use super::exit::count;
use super::values::Size;
use crate::records::ReadOptions;
use crate::types::Rule;

/// Options of what files do not say.
#[derive(clap::Args, Clone, Copy, Default)]
pub(super) struct Reading {
    /// Board size of moves and games that do not say it, as 15 or WIDTHxHEIGHT; 15 if not
    /// given. Positions in JSON have their own.
    #[arg(long)]
    pub size: Option<Size>,
    /// The rule of moves and games that do not say it, or name one that is not known.
    /// Positions in JSON have their own.
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Which letters the columns have; some programs leave out the i, as in Go.
    #[arg(long, value_enum, default_value_t = Columns::WithI)]
    pub columns: Columns,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Columns {
    /// a to o on a board of 15.
    #[default]
    WithI,
    /// a to h and j to p.
    WithoutI,
}

/// Says that games do not name their rule, if there are any.
pub(super) fn note_unknown_rules(games: usize, taken: Rule) {
    if games > 0 {
        let all = count(games, "game");
        eprintln!("note: the rule of {all} is not known: {taken} is taken; --rule says another");
    }
}

impl Reading {
    /// The same for the readers.
    pub fn options(&self) -> ReadOptions {
        ReadOptions {
            size: self.size.map(|Size(width, height)| (width, height)),
            rule: self.rule,
            is_without_i: self.columns == Columns::WithoutI,
        }
    }
}
