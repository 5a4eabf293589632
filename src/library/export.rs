//! A part of a library as a tree, for files that people read.

use std::collections::HashSet;

use super::LibraryError;
use super::entry::Look;
use super::key::Key;
use super::store::{Library, whole};
use crate::board::Board;
use crate::records::tree::{Action, GameTree, NodeId};
use crate::scale::Normalised;
use crate::types::{Color, Rule};

/// What of a library becomes a tree.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt {
    /// How many moves after the position.
    pub depth: usize,
    /// Moves that fewer games have played are left out, unless the engine has looked at
    /// them or a tree of variations has them and this is 0.
    pub least_games: usize,
    /// Add a line with numbers of games and the engine's value to the comments.
    pub figures: bool,
    /// The tree has at most so many nodes.
    pub most_nodes: usize,
}

/// A position whose moves are to be added.
struct Waiting {
    node: NodeId,
    board: Board,
    depth: usize,
}

impl Library {
    /// The tree below a position, whose own moves come first. A position that several
    /// ways lead to has its moves where it comes first. Returns whether all that was
    /// asked for is in the tree.
    pub fn tree(
        &self,
        board: &Board,
        rule: Rule,
        excerpt: &Excerpt,
    ) -> Result<(GameTree, bool), LibraryError> {
        whole(|| {
            let mut tree = GameTree::new(board.width(), board.height());
            tree.facts.rule = Some(rule);
            let mut node = NodeId::ROOT;
            let mut color = Color::Black;
            for &made in board.moves() {
                node = add(&mut tree, node, color, made)?;
                color = !color;
            }
            let tables = self.reading()?;
            let mut seen: HashSet<Key> = HashSet::new();
            let mut waiting = vec![Waiting {
                node,
                board: board.clone(),
                depth: 0,
            }];
            let mut is_whole = true;
            // The newest first: memory is that of one line with its variations.
            while let Some(Waiting { node, board, depth }) = waiting.pop() {
                let look = Look::new(&tables, &board, rule)?;
                let notes = look.notes()?.notes(&look.canonical, &board);
                let entry = look.entry()?;
                if notes != Default::default() {
                    *tree.notes_mut(node) = notes;
                }
                if excerpt.figures {
                    let figures = figures(&entry, board.side_to_move());
                    let comment = &mut tree.notes_mut(node).comment;
                    let gap = if comment.is_empty() { "" } else { "\n\n" };
                    *comment = format!("{comment}{gap}{figures}");
                }
                if depth == excerpt.depth || !seen.insert(look.canonical.key.clone()) {
                    continue;
                }
                let mut below = Vec::new();
                for known in &entry.moves {
                    let is_wanted =
                        known.value.is_some() || known.results.games() >= excerpt.least_games;
                    if !is_wanted {
                        continue;
                    }
                    if tree.len() >= excerpt.most_nodes {
                        is_whole = false;
                        break;
                    }
                    let mut after = board.clone();
                    let child = add(&mut tree, node, board.side_to_move(), known.square)?;
                    match known.square {
                        Some(square) => after.place(square),
                        None => after.pass(),
                    }
                    below.push(Waiting {
                        node: child,
                        board: after,
                        depth: depth + 1,
                    });
                }
                waiting.extend(below.into_iter().rev());
            }
            Ok((tree, is_whole))
        })
    }
}

fn add(
    tree: &mut GameTree,
    node: NodeId,
    color: Color,
    made: Option<crate::types::Square>,
) -> Result<NodeId, LibraryError> {
    let action = match made {
        Some(square) => Action::Move(color, square),
        None => Action::Pass(color),
    };
    let added = tree.add(node, action);
    added.map_err(|error| LibraryError::Damaged(error.to_string()))
}

/// Numbers of games and the engine's value, in one line.
fn figures(entry: &super::Entry, side: Color) -> String {
    let mut parts = Vec::new();
    let results = &entry.results;
    if results.games() > 0 {
        let games = match results.games() {
            1 => "1 game".to_string(),
            games => format!("{games} games"),
        };
        parts.push(format!(
            "{games}: +{} ={} -{} for Black",
            results.black, results.draws, results.white
        ));
    }
    if let Some(value) = entry.value {
        let score = Normalised::of_kept(value);
        let share = 100.0 * score.share();
        parts.push(format!(
            "{share:.1} % for {side} ({score}, depth {})",
            entry.depth
        ));
    }
    parts.join("; ")
}
