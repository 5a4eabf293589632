//! What a format has no place for.

use anyhow::Result;

use super::Format;
use crate::cli::recorded::main_line;
use crate::records::tree::{Feature, Features, GameTree};
use crate::records::{json, psq, rec, renlib};

/// What is lost of a game: features, and something else in words.
pub(super) fn of(tree: &GameTree, format: Format) -> Result<(Features, Option<String>)> {
    let has = tree.features();
    let lost = match format {
        Format::Sgf | Format::Count => Features::default(),
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
    let (width, height) = (tree.width, tree.height);
    let has_other_size = format == Format::Rec && (width, height) != rec::SIZE;
    let size = has_other_size.then(|| format!("the size {width}x{height}"));
    Ok((lost, size))
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
