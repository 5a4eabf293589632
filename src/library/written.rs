//! Positions with something of their own: what a search has found there, or what people
//! have set. Graphical programs write into any position, so no move of the library has to
//! lead there.

use std::collections::BTreeSet;

use redb::ReadableTable;

use super::LibraryError;
use super::key::{Beginning, Canonical, Code, Key};
use super::tables::Readable;
use crate::board::Board;
use crate::types::Rule;

type Bytes = &'static [u8];

/// The moves, and the pass, after which a position has something of its own.
///
/// This asks about every empty square. Where no position with one stone more has anything,
/// as in a library of games alone, the first square is enough: keys are in the order of
/// their stones.
pub(super) fn moves(
    tables: &Readable,
    (board, rule): (&Board, Rule),
    canonical: &Canonical,
) -> Result<BTreeSet<Code>, LibraryError> {
    let mut codes = BTreeSet::new();
    let mut board = board.clone();
    board.pass();
    if has_any(tables, &Key::of(&board, rule)?)? {
        codes.insert(Code::PASS);
    }
    board.undo();
    let empty = *board.empty();
    for (index, square) in empty.into_iter().enumerate() {
        let code = canonical.code(Some(square), &board);
        board.place(square);
        let key = Key::of(&board, rule)?;
        board.undo();
        let is_first = index == 0;
        if is_first && !has_head(&tables.found, &key)? && !has_head(&tables.notes, &key)? {
            break;
        }
        if has_any(tables, &key)? {
            codes.insert(code);
        }
    }
    Ok(codes)
}

/// Whether a position has something of its own.
fn has_any(tables: &Readable, key: &Key) -> Result<bool, LibraryError> {
    let bytes = key.as_bytes();
    Ok(tables.found.get(bytes)?.is_some() || tables.notes.get(bytes)?.is_some())
}

/// Whether a table has a position with as many stones as this one and the same size, rule
/// and side to move.
fn has_head(table: &impl ReadableTable<Bytes, Bytes>, key: &Key) -> Result<bool, LibraryError> {
    let first = table.range::<&[u8]>(key.head()..)?.next().transpose()?;
    Ok(first.is_some_and(|(first, _)| first.value().starts_with(key.head())))
}

/// Calls `each` for the positions of a table that can follow this one and have at most so
/// many stones, those with few stones first. This reads every key with enough stones once.
pub(super) fn for_each_after(
    table: &impl ReadableTable<Bytes, Bytes>,
    beginning: &Beginning,
    most_stones: usize,
    mut each: impl FnMut(Key),
) -> Result<(), LibraryError> {
    for entry in table.range::<&[u8]>(beginning.key.count_bytes()..)? {
        let (key, _) = entry?;
        let key = Key::from_bytes(key.value());
        if key.stone_count().is_some_and(|count| count > most_stones) {
            break;
        }
        if beginning.is_before(&key) {
            each(key);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_square;
    use crate::library::scratch::{Scratch, board};
    use crate::library::{Excerpt, Given, KnownMove, Library};
    use crate::records::tree::NodeId;
    use crate::types::Score;

    fn comment(library: &Library, moves: &str) {
        let text = format!("after {moves}");
        library
            .set_comment(&board(moves), Rule::Renju, &text, "me")
            .unwrap();
    }

    fn give(library: &Library, moves: &str, units: i32) {
        let given = Given {
            score: Score::estimate(units),
            depth: 7,
        };
        library.give(&board(moves), Rule::Renju, given).unwrap();
    }

    fn known(library: &Library, moves: &str) -> Vec<KnownMove> {
        library.look(&board(moves), Rule::Renju).unwrap().moves
    }

    #[test]
    fn what_was_written_is_known_before_it() {
        let file = Scratch::new("written");
        let library = Library::open_or_create(file.path()).unwrap();
        comment(&library, "h8h9i9");
        give(&library, "h8h9i10", -40);
        library
            .set_tag(&board("h8h9a1"), Rule::Renju, Some('x'))
            .unwrap();
        comment(&library, "h8h9--");
        let moves = known(&library, "h8h9");
        let told: Vec<_> = moves
            .iter()
            .map(|one| {
                let written = (one.tag, one.has_comment, one.is_analysed);
                (one.same.len(), one.value, one.depth, written)
            })
            .collect();
        let value = Some(Score::estimate(40));
        // The one with a value first, then in the order of their codes.
        assert_eq!(told[0], (2, value, 7, (None, false, true)));
        assert_eq!(told[1], (0, None, 0, (None, true, false)));
        assert_eq!(moves[1].square, None);
        assert_eq!(told.len(), 4);
        assert!(told.contains(&(2, None, 0, (Some('x'), false, false))));
        assert!(told.contains(&(2, None, 0, (None, true, false))));
        // By whatever order of the stones, but only by one of them.
        assert_eq!(known(&library, "i9h9").len(), 1);
        for moves in ["", "h8", "h8h9i9", "h8h9g7", "a1"] {
            assert!(known(&library, moves).is_empty(), "{moves}");
        }
        // Another rule and another size.
        let entry = library.look(&board("h8h9"), Rule::Freestyle).unwrap();
        assert!(entry.moves.is_empty());
        let wide = Board::new(15, 13).unwrap();
        comment(&library, "h8");
        assert!(library.look(&wide, Rule::Renju).unwrap().moves.is_empty());
        assert_eq!(known(&library, "").len(), 1);
    }

    #[test]
    fn a_position_is_known_by_what_it_has_itself() {
        let file = Scratch::new("known");
        let library = Library::open_or_create(file.path()).unwrap();
        comment(&library, "h8h9i9");
        let square = parse_square("a1", &board("")).unwrap();
        library
            .set_label(&board("h8"), Rule::Renju, square, "A")
            .unwrap();
        let is_known = |moves| {
            let entry = library.look(&board(moves), Rule::Renju).unwrap();
            entry.is_known
        };
        let all = ["", "h8", "h8h9", "h8h9i9"].map(is_known);
        assert_eq!(all, [false, true, false, true]);
    }

    /// The comments of the tree after these moves, in its order, and its number of nodes.
    fn comments(library: &Library, moves: &str, excerpt: Excerpt) -> (Vec<String>, usize) {
        let tree = library.tree(&board(moves), Rule::Renju, &excerpt);
        let (tree, is_whole) = tree.unwrap();
        assert_eq!(is_whole, tree.len() < excerpt.most_nodes);
        let said = |node: NodeId| {
            let comment = &tree.notes(node)?.comment;
            let (said, _) = comment.split_once(" [").unwrap_or((comment.as_str(), ""));
            Some(said.to_string())
        };
        (tree.depth_first().filter_map(said).collect(), tree.len())
    }

    const ALL: Excerpt = Excerpt {
        depth: usize::MAX,
        least_games: 0,
        figures: false,
        most_nodes: 1_000,
    };

    #[test]
    fn a_tree_has_what_no_move_leads_to() {
        let file = Scratch::new("strays");
        let library = Library::open_or_create(file.path()).unwrap();
        for moves in ["h8h9i9", "h8", "h8h9i9g7i8", "h8h9--"] {
            comment(&library, moves);
        }
        give(&library, "h8h9i9g7", 10);
        let all = |moves, excerpt| comments(&library, moves, excerpt);
        let (said, nodes) = all("", ALL);
        assert_eq!(said[0], "after h8");
        assert!(said.contains(&"after h8h9i9".to_string()), "{said:?}");
        assert!(said.contains(&"after h8h9i9g7i8".to_string()), "{said:?}");
        assert!(said.contains(&"after h8h9--".to_string()), "{said:?}");
        // The root, h8, h9, then a pass, or i9, g7, i8.
        assert_eq!((said.len(), nodes), (4, 7));
        // From another position on, and not too deep.
        assert_eq!(all("a1", ALL), (Vec::new(), 2));
        let within = |depth| Excerpt { depth, ..ALL };
        let (said, nodes) = all("h8h9", within(1));
        assert_eq!((said.len(), nodes), (2, 5));
        let (said, nodes) = all("h8", within(3));
        assert_eq!((said.len(), nodes), (3, 6));
        // Only what games have played, and only so much.
        let played = Excerpt {
            least_games: 1,
            ..ALL
        };
        assert_eq!(all("", played), (Vec::new(), 1));
        let most_nodes = 4;
        assert_eq!(all("", Excerpt { most_nodes, ..ALL }).1, 4);
    }

    #[test]
    fn all_that_follows_is_forgotten() {
        let file = Scratch::new("follows");
        let library = Library::open_or_create(file.path()).unwrap();
        for moves in ["h8h9", "i9h9h8g7", "a1b1c1d1", "h8h9--"] {
            comment(&library, moves);
        }
        give(&library, "h8h9g8a1", -30);
        give(&library, "h8", 20);
        let forget = |moves: &str, is_wanted: &dyn Fn(Option<Score>) -> bool| {
            let is_wanted = |value, _| is_wanted(value);
            library
                .forget_after(&board(moves), Rule::Renju, is_wanted)
                .unwrap()
        };
        let is_good = |value: Option<Score>| value == Some(Score::estimate(30));
        assert_eq!(forget("h8h9", &is_good), 1);
        assert_eq!(forget("h8h9", &is_good), 0);
        assert_eq!(forget("h8h9", &|_| true), 2);
        let size = library.size().unwrap();
        assert_eq!((size.notes, size.analyses), (2, 1));
        assert_eq!(forget("", &|_| true), 3);
        let size = library.size().unwrap();
        assert_eq!((size.notes, size.analyses), (0, 0));
        assert!(library.check_entries().unwrap().is_empty());
    }
}
