//! Deep and random trees.

use proptest::prelude::*;

use super::*;
use crate::records::tree::strategy::trees;

#[test]
fn deep_trees_are_read() {
    let deep = 1_000_000;
    let text = format!(
        "(;SZ[15]{};B[aa]{}",
        ";(".repeat(deep),
        ")".repeat(deep + 1)
    );
    let tree = tree_of(&text);
    assert_eq!(tree.len(), deep + 2);
    let written = write(&tree);
    assert!(tree_of(&written) == tree);
    let text = format!(
        "(;SZ[15]B[aa](;W[bb]){})",
        "(;".repeat(deep) + &")".repeat(deep)
    );
    assert_eq!(moves_of(&text), "a15b14");
    let comb = format!(
        "(;SZ[15]{})",
        "(;C[a])(;".repeat(deep / 4) + &")".repeat(deep / 4)
    );
    let tree = tree_of(&comb);
    assert!(tree_of(&write(&tree)) == tree);
}

#[test]
fn rectangles_have_a_limit() {
    let text = format!("(;SZ[22]{})", ";CR[aa:vv]".repeat(1000));
    let read = read_text(&text);
    let marks = |node| {
        read.games[0]
            .notes(node)
            .map_or(0, |notes| notes.marks.len())
    };
    let all: usize = read.games[0].depth_first().map(marks).sum();
    assert!(all <= text.len() + 16 * 484, "{all}");
    assert!(
        read.notices[0].contains("too many squares"),
        "{:?}",
        read.notices
    );
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_tree_is_read_as_it_was_written(tree in trees()) {
        let text = write(&tree);
        let read = read_text(&text);
        prop_assert_eq!(read.errors, []);
        prop_assert_eq!(&read.games[..], std::slice::from_ref(&tree), "{}", text);
        // What is kept is written the same way.
        prop_assert_eq!(write(&read.games[0]), text);
    }
}
