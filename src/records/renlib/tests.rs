use proptest::prelude::*;

use super::*;
use crate::game::GameResult;
use crate::records::tree::{Action, GameTree, Mark, MarkKind, NodeId, Notes, Property, SetUp};
use crate::types::{Color, Square};

/// The square in this column and row from the top, both from 0.
fn at(x: usize, y: usize) -> Square {
    Square::new(x as i32, y as i32).unwrap()
}

fn file(version: u8, nodes: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([3, version]);
    bytes.resize(HEADER, 0xff);
    bytes.extend(nodes);
    bytes
}

fn start() -> Property {
    Property {
        name: "START".to_string(),
        values: vec![String::new()],
    }
}

fn label(square: Square, text: &str) -> Mark {
    Mark {
        square,
        kind: MarkKind::Label(text.to_string()),
    }
}

/// The tree with marks in the order of squares, as their order is lost.
fn sorted(mut tree: GameTree) -> GameTree {
    for node in tree.nodes() {
        if tree.notes(node).is_some() {
            tree.notes_mut(node).marks.sort_by_key(|mark| mark.square);
        }
    }
    tree
}

#[test]
fn the_newest_form_is_read() {
    let mut nodes = vec![0x00, flag::COMMENT, 0x08];
    nodes.extend(b"two\r\nlines\0");
    // h8 with a label, then two replies, the second marked and shown first.
    nodes.extend([0x78, flag::MORE, 0, 1, b'a', 0]);
    nodes.extend([0x68, flag::SIBLING | flag::LEAF | flag::COMMENT]);
    nodes.extend(b"one\x08\0\0");
    nodes.extend([0x69, flag::SIBLING | flag::LEAF | flag::MARK | flag::START]);
    // A text on an empty square.
    nodes.extend([0x11, flag::LEAF | flag::NO_MOVE | flag::MORE, 0, 1]);
    nodes.extend(b"xy\0\0");
    let (tree, said) = read(&file(4, &nodes)).unwrap();
    assert!(said.is_empty(), "{said:?}");
    let notes = tree.notes(NodeId::ROOT).unwrap();
    assert_eq!(notes.comment, "two\nlines");
    assert_eq!(notes.marks, [label(at(7, 7), "a")]);
    let h8 = tree.first_child(NodeId::ROOT).unwrap();
    assert_eq!(tree.action(h8), Action::Move(Color::Black, at(7, 7)));
    assert_eq!(tree.notes(h8).unwrap().marks, [label(at(0, 1), "xy")]);
    let [h9, i9] = tree.children(h8).collect::<Vec<_>>()[..] else {
        panic!("two replies are expected");
    };
    assert_eq!(tree.action(h9), Action::Move(Color::White, at(7, 6)));
    assert_eq!(tree.notes(h9).unwrap().name, "one");
    assert_eq!(tree.notes(i9).unwrap().hot, Some(false));
    assert_eq!(tree.notes(i9).unwrap().other, [start()]);
}

/// A branch that was saved alone: its moves tell of siblings that are not there.
#[test]
fn old_forms_are_read() {
    let nodes = [
        0x78,
        flag::SIBLING,
        0x68,
        flag::OLD_COMMENT,
        b'}',
        b'\\' | 0x80,
    ];
    let rest = [0x69, flag::LEAF];
    let nodes: Vec<u8> = nodes.into_iter().chain(rest).collect();
    for bytes in [nodes.clone(), file(0, &nodes)] {
        assert!(is_library(&bytes));
        let (tree, said) = read(&bytes).unwrap();
        assert!(said.is_empty(), "{said:?}");
        let line: Vec<Action> = tree.nodes().map(|node| tree.action(node)).collect();
        let moves = [(Color::Black, 7), (Color::White, 7), (Color::Black, 8)];
        let rows = [7, 6, 6];
        let wanted = moves
            .iter()
            .zip(rows)
            .map(|(&(color, x), y)| Action::Move(color, at(x, y)));
        assert_eq!(line[1..], wanted.collect::<Vec<_>>());
        assert_eq!(
            tree.notes(tree.path(tree.main_end())[2]).unwrap().name,
            "åÖ"
        );
    }
}

#[test]
fn passes_change_the_side() {
    let (tree, _) = read(&file(4, &[0, 0, 0x78, 0, 0, 0, 0x68, flag::LEAF])).unwrap();
    let end = tree.main_end();
    assert_eq!(tree.action(end), Action::Move(Color::Black, at(7, 6)));
    assert_eq!(
        tree.action(tree.parent(end).unwrap()),
        Action::Pass(Color::White)
    );
}

#[test]
fn what_has_no_place_is_said() {
    let deleted = flag::LEAF | flag::NO_MOVE | flag::COMMENT;
    for (nodes, wanted) in [
        (
            &[0x00, 0, 0x78, deleted, b'a', 0][..],
            "left out: 1 deleted moves",
        ),
        (
            &[0x00, 0, 0x78, flag::NO_MOVE, 0x79, flag::LEAF],
            "left out: 2 deleted moves",
        ),
        (
            &[0x00, flag::MORE, 0, 1, b'a', 0],
            "left out: 1 board texts without a square",
        ),
        (
            &[0x00, flag::MORE, 0, 2],
            "left out: flags that are not known",
        ),
        (&[0x00, 0, 0x78], "the end of the file is missing"),
        (
            &[0x00, flag::COMMENT, b'a', b'b'],
            "the end of the file is missing",
        ),
    ] {
        let (_, said) = read(&file(4, nodes)).unwrap();
        assert_eq!(said, [wanted]);
    }
    let (_, said) = read(&file(9, &[])).unwrap();
    assert_eq!(
        said[0],
        "version 3.9 is newer than those that are known, and read like 3.4"
    );
}

#[test]
fn errors_have_their_places() {
    for (bytes, error) in [
        (
            b"(;GM[4])".to_vec(),
            "byte 1: this is not a library of RenLib",
        ),
        (MAGIC.to_vec(), "byte 9: this is not a library of RenLib"),
        (
            file(4, &[])[..15].to_vec(),
            "byte 16: this is not a library of RenLib",
        ),
        (file(4, &[0, 0, 0x70, 0]), "byte 23: 70 is not a square"),
        (file(4, &[0, 0, 0xf1, 0]), "byte 23: f1 is not a square"),
        (file(4, &[0, flag::MORE, 0]), "byte 21: the node has no end"),
    ] {
        assert_eq!(read(&bytes).unwrap_err().to_string(), error);
    }
}

#[test]
fn texts_are_decoded() {
    for (encoding, text) in [
        (encoding_rs::GBK, "黑棋必胜,白棋没有好的防守方法"),
        (encoding_rs::SHIFT_JIS, "黒の勝ち。白は四を止められない"),
        (
            encoding_rs::WINDOWS_1251,
            "Чёрные выигрывают, белым нечем защищаться",
        ),
        (encoding_rs::UTF_8, "Ďáblův tah, nejlepší obrana"),
    ] {
        let mut nodes = vec![0x00, flag::COMMENT];
        let (bytes, _, _) = encoding.encode(text);
        nodes.extend(super::text::ended(bytes.into_owned()));
        let (tree, _) = read(&file(4, &nodes)).unwrap();
        assert_eq!(tree.notes(NodeId::ROOT).unwrap().name, text);
    }
}

/// Stones that are set up become moves, and nodes without a move are dissolved.
#[test]
fn every_tree_becomes_moves() {
    let mut tree = GameTree::new(15, 15);
    tree.facts.comment = "general".to_string();
    tree.notes_mut(NodeId::ROOT).set_up = SetUp {
        stones: [vec![at(0, 0), at(1, 0)], vec![]],
        emptied: Vec::new(),
        to_move: Some(Color::Black),
    };
    let words = tree.add(NodeId::ROOT, Action::None).unwrap();
    tree.notes_mut(words).comment = "words".to_string();
    tree.add(words, Action::Move(Color::Black, at(2, 0)))
        .unwrap();
    tree.add(words, Action::Move(Color::White, at(3, 0)))
        .unwrap();
    let (read, _) = read(&write(&tree).unwrap()).unwrap();
    let actions: Vec<Action> = read.nodes().skip(1).map(|node| read.action(node)).collect();
    let black = |x| Action::Move(Color::Black, at(x, 0));
    let pass = Action::Pass(Color::White);
    let last = [
        Action::Pass(Color::Black),
        Action::Move(Color::White, at(3, 0)),
    ];
    let wanted = [black(0), pass, black(1), pass, black(2), last[0], last[1]];
    assert_eq!(actions, wanted);
    assert_eq!(read.notes(NodeId::ROOT).unwrap().comment, "general");
    let fourth = read.path(read.main_end())[4];
    assert_eq!(read.notes(fourth).unwrap().comment, "words");
    assert_eq!(read.children(fourth).count(), 2);
    assert_eq!(lost(&tree).in_words(), "set-up stones");
}

/// Equal beginnings are there once, and the ends say who played.
#[test]
fn games_are_joined() {
    let mut joined = Joined::default();
    for (moves, black, result) in [
        ([(7, 7), (8, 6)], "a", Some(GameResult::Draw)),
        ([(7, 7), (7, 6)], "b", Some(GameResult::Win(Color::White))),
        ([(7, 7), (8, 6)], "c", None),
    ] {
        let mut tree = GameTree::new(15, 15);
        tree.facts.players[0].name = black.to_string();
        tree.facts.event = "Cup".to_string();
        tree.facts.result = result;
        let first = Action::Move(Color::Black, at(moves[0].0, moves[0].1));
        let first = tree.add(NodeId::ROOT, first).unwrap();
        let second = Action::Move(Color::White, at(moves[1].0, moves[1].1));
        tree.add(first, second).unwrap();
        joined.add(&tree).unwrap();
    }
    let (tree, _) = read(&write(joined.tree()).unwrap()).unwrap();
    assert_eq!(tree.len(), 4);
    let first = tree.first_child(NodeId::ROOT).unwrap();
    let names = |node| tree.notes(node).map(|notes| notes.name.as_str());
    let names: Vec<_> = tree.children(first).map(names).collect();
    assert_eq!(names, [Some("a -  0.5-0.5; c -"), Some("b -  0-1")]);
    assert_eq!(tree.notes(tree.main_end()).unwrap().comment, "Cup");
    let error = joined.add(&GameTree::new(19, 19)).unwrap_err();
    assert_eq!(error, WriteError::Size(19, 19));
}

#[test]
fn other_boards_are_refused() {
    let error = write(&GameTree::new(19, 19)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a library of RenLib has a board of 15x15, not 19x19"
    );
    let mut tree = GameTree::new(15, 15);
    tree.add(NodeId::ROOT, Action::Move(Color::Black, at(15, 0)))
        .unwrap();
    assert_eq!(write(&tree), Err(WriteError::Outside));
}

#[test]
fn what_is_lost_is_said() {
    let mut tree = GameTree::new(15, 15);
    tree.notes_mut(NodeId::ROOT).other.push(start());
    assert!(lost(&tree).is_empty());
    tree.facts.players[0].name = "a".to_string();
    tree.notes_mut(NodeId::ROOT).other[0].name = "KO".to_string();
    assert_eq!(lost(&tree).in_words(), "players, other properties");
}

#[test]
fn depth_needs_no_stack() {
    let mut tree = GameTree::new(15, 15);
    let mut node = NodeId::ROOT;
    for level in 0..200_000 {
        let color = Color::to_move_after(level);
        tree.add(node, Action::Pass(color)).unwrap();
        node = tree
            .add(node, Action::Move(color, at(level % 15, 0)))
            .unwrap();
    }
    let bytes = write(&tree).unwrap();
    let (read, _) = read(&bytes).unwrap();
    assert!(read == tree);
    assert!(!is_short(&tree));
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        1 => "[ -~é黑白]{1,9}",
    ]
}

fn some_notes() -> impl Strategy<Value = Notes> {
    let labels = prop::collection::btree_map((0..15_usize, 0..15_usize), "[a-zé5]{1,3}", 0..3);
    let lines = prop::collection::vec(words(), 0..3);
    (words(), lines, labels, any::<[bool; 2]>()).prop_map(|(name, lines, labels, is)| Notes {
        name,
        comment: lines.join("\n"),
        marks: labels
            .iter()
            .map(|(&(x, y), text)| label(at(x, y), text))
            .collect(),
        hot: is[0].then_some(false),
        other: if is[1] { vec![start()] } else { Vec::new() },
        ..Notes::default()
    })
}

/// A tree that a library holds: each node with the parent's number, a square or a
/// pass, and notes.
fn some_tree() -> impl Strategy<Value = GameTree> {
    let square = prop::option::weighted(0.9, (0..15_usize, 0..15_usize));
    let node = (any::<prop::sample::Index>(), square, some_notes());
    prop::collection::vec(node, 0..40).prop_map(|nodes| {
        let mut tree = GameTree::new(15, 15);
        for (index, (parent, square, notes)) in nodes.into_iter().enumerate() {
            let parent = tree.nodes().nth(parent.index(index + 1)).unwrap();
            let color = match tree.action(parent) {
                Action::Move(color, _) | Action::Pass(color) => !color,
                Action::None => Color::Black,
            };
            let action = match square {
                Some((x, y)) => Action::Move(color, at(x, y)),
                None => Action::Pass(color),
            };
            let node = tree.add(parent, action).unwrap();
            if !notes.is_empty() {
                *tree.notes_mut(node) = notes;
            }
        }
        tree
    })
}

proptest! {
    #[test]
    fn trees_are_the_same_again(tree in some_tree()) {
        prop_assert!(lost(&tree).is_empty());
        let bytes = write(&tree).unwrap();
        prop_assert!(is_library(&bytes));
        let (again, said) = read(&bytes).unwrap();
        prop_assert!(said.is_empty());
        prop_assert_eq!(sorted(again), sorted(tree));
    }

    #[test]
    fn any_bytes_are_read_or_refused(mut bytes: Vec<u8>, has_head: bool) {
        if has_head {
            bytes = file(4, &bytes);
        }
        if let Ok((tree, _)) = read(&bytes) {
            prop_assert!(tree.len() <= bytes.len() / 2 + 1);
            write(&tree).unwrap();
        }
    }
}
