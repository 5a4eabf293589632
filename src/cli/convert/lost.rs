//! What a format has no place for.

use anyhow::Result;

use super::Format;
use crate::cli::exit::count;
use crate::cli::recorded::main_line;
use crate::records::tree::{Feature, Features, GameTree};
use crate::records::{json, psq, rec, renlib};

/// What is lost, each with the number of games; and whether RenLib cannot open a library.
#[derive(Default)]
pub(super) struct Lost(Vec<(String, usize)>, bool);

impl Lost {
    /// Adds what this game loses in this format.
    pub fn add(&mut self, tree: &GameTree, format: Format) -> Result<()> {
        self.1 |= format == Format::Lib && !renlib::is_short(tree);
        for what in of(tree, format)? {
            match self.0.iter_mut().find(|(known, _)| *known == what) {
                Some((_, games)) => *games += 1,
                None => self.0.push((what, 1)),
            }
        }
        Ok(())
    }

    /// Says it on a line of stderr.
    pub fn tell(&self, format: Format) {
        if self.1 {
            eprintln!("note: RenLib cannot open libraries with lines of more than 225 moves");
        }
        let Some(games) = self.0.iter().map(|(_, games)| *games).max() else {
            return;
        };
        let all: Vec<&str> = self.0.iter().map(|(what, _)| what.as_str()).collect();
        eprintln!(
            "note: left out, as {} has no place for it: {} ({})",
            format.name(),
            all.join(", "),
            count(games, "game")
        );
    }
}

/// What is lost of a game, each in words.
fn of(tree: &GameTree, format: Format) -> Result<Vec<String>> {
    let has = tree.features();
    let lost = match format {
        Format::Sgf | Format::Count => return Ok(Vec::new()),
        Format::Lib => renlib::lost(tree),
        Format::Psq => of_piskvork(tree, has.without(psq::HOLDS))?,
        Format::Rec => of_piskvork(tree, has.without(rec::HOLDS))?,
        Format::Jsonl => has.without(json::HOLDS),
        // Who asks for moves knows that they are no more.
        Format::Moves | Format::Diagram | Format::Opening => {
            let all = Features::of(&Feature::ALL);
            let told = Features::of(&[Feature::Variations]);
            has.without(all.without(told))
        }
    };
    let mut said = Vec::new();
    if !lost.is_empty() {
        said.push(lost.in_words());
    }
    if format == Format::Rec && (tree.width, tree.height) != rec::SIZE {
        said.push(format!("the size {}x{}", tree.width, tree.height));
    }
    Ok(said)
}

/// Without what the stones and the end code say.
fn of_piskvork(tree: &GameTree, mut lost: Features) -> Result<Features> {
    if psq::holds_reason(&tree.facts.reason) {
        lost = lost.without(Features::of(&[Feature::Reason]));
    }
    if lost.has(Feature::Result) {
        let mut game = main_line(tree)?;
        let result = game.result.take();
        if GameTree::of(&game)
            .main_line()
            .is_ok_and(|game| game.result == result)
        {
            lost = lost.without(Features::of(&[Feature::Result]));
        }
    }
    Ok(lost)
}
