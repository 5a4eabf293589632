//! The tree of a library's analysed moves, as text.

use std::collections::HashSet;

use crate::board::Board;
use crate::board::notation::{moves_text, square_name};
use crate::library::{Key, Library, LibraryError};
use crate::scale::Normalised;
use crate::types::{Rule, Square};

/// The most moves of a position that are shown.
const MOST_MOVES: usize = 4;
/// A move that loses more of the point than this against the best is not shown.
const MARGIN: f64 = 0.15;
/// The most lines.
const MOST_LINES: usize = 2_000;

/// The tree below a position, so many moves deep; each move with its share of the point
/// for the side that makes it.
pub(super) fn text(
    library: &Library,
    (board, rule): (&Board, Rule),
    depth: usize,
) -> Result<String, LibraryError> {
    let mut tree = Tree {
        library,
        rule,
        depth,
        seen: HashSet::new(),
        text: format!("tree after {}:\n", moves_text(board)),
        lines: 0,
    };
    // The depth is at most that of a game, so this does not go deep.
    tree.below(board, 1)?;
    if tree.lines >= MOST_LINES {
        tree.text += "...\n";
    }
    Ok(tree.text)
}

/// The name of a move.
pub(super) fn name(square: Option<Square>, board: &Board) -> String {
    match square {
        Some(square) => square_name(square, board.height()),
        None => "pass".to_string(),
    }
}

struct Tree<'l> {
    library: &'l Library,
    rule: Rule,
    depth: usize,
    seen: HashSet<Key>,
    text: String,
    lines: usize,
}

impl Tree<'_> {
    fn below(&mut self, board: &Board, level: usize) -> Result<(), LibraryError> {
        let entry = self.library.look(board, self.rule)?;
        let share = |value| Normalised::of_kept(value).share();
        let mut moves: Vec<_> = entry
            .moves
            .iter()
            .filter_map(|known| Some((known, known.square?, known.value?)))
            .collect();
        moves.sort_by_key(|(_, _, value)| std::cmp::Reverse(*value));
        let best = moves.first().map_or(0.0, |(.., value)| share(*value));
        for (known, square, value) in moves.into_iter().take(MOST_MOVES) {
            if share(value) + MARGIN < best || self.lines >= MOST_LINES {
                break;
            }
            let mut after = board.clone();
            after.place(square);
            let is_new = self.seen.insert(Key::of(&after, self.rule)?);
            let what = match (known.is_analysed, is_new) {
                (false, _) => "",
                (true, true) => " *",
                (true, false) => " * (as above)",
            };
            self.lines += 1;
            self.text += &format!(
                "{:indent$}{} {:.1} % ({}), depth {}{what}\n",
                "",
                name(known.square, board),
                100.0 * share(value),
                Normalised::of_kept(value),
                known.depth,
                indent = 2 * level,
            );
            if known.is_analysed && is_new && level < self.depth {
                self.below(&after, level + 1)?;
            }
        }
        Ok(())
    }
}
