//! Moves, variations, set-up stones and openings.

use super::*;
use crate::board::Board;
use crate::board::notation::moves_text;
use crate::game::GameResult;
use crate::types::Color;

#[test]
fn the_main_line_is_read() {
    let text = r"From: me (a friend)
(;GM[4]SZ[15] C[a (bracket\] ; and (;more]
 (;B[hh] (;W[ih];B[ii](;W[aa])(;W[bb]C[)\])]))(;W[cc](;B[dd])))
 (;B[oo];W[((]))
between (;FF[4]SiZe[15];Black[aa] White[ b c ])";
    let read = read_text(text);
    let errors: Vec<String> = read
        .errors
        .iter()
        .map(|(number, error)| format!("{number}: {error}"))
        .collect();
    // Both errors are in variations or in one game only.
    assert_eq!(
        errors,
        [
            "1: line 4, column 12: '((' is not a square of a 15x15 board",
            "2: line 5, column 41: 'b c' is not a square of a 15x15 board"
        ]
    );
    let text = text.replace("b c", "bc").replace("((]", "ac]");
    assert_eq!(moves_of(&text), "h8i8i7a15 a15b13");
}

#[test]
fn variations_are_kept() {
    let tree = tree_of("(;SZ[15](;B[hh](;W[ih];B[ii])(;W[aa]C[a])(;W[]))(;B[cc]N[b]))");
    let line = |node| moves_text(&tree.line_to(node).unwrap().board().unwrap());
    let leaves = tree
        .depth_first()
        .filter(|&node| tree.first_child(node).is_none());
    let lines: Vec<String> = leaves.map(line).collect();
    assert_eq!(lines, ["h8i8i7", "h8a15", "h8--", "c13"]);
    let text = write(&tree);
    let body = text.split_once("SZ[15]").unwrap().1;
    assert_eq!(
        body,
        "\n(;B[hh]\n(;W[ih];B[ii])\n(;W[aa]C[a])\n(;W[]))\n(;B[cc]N[b]))\n"
    );
    assert_eq!(tree_of(&text), tree);
}

#[test]
fn passes_and_turns() {
    for (text, moves) in [
        (
            "(;SZ[15]W[aa];W[bb];B[tt];W[];W[cc])",
            "--a15--b14------c13",
        ),
        ("(;SZ[20];B[tt])", "t1"),
        ("(;SZ[19];B[tt])", "--"),
        ("(;SZ[15];B[pass])", "--"),
        ("(;SZ[15]W[aa]B[bb])", "--a15b14"),
        ("(;SZ[15]B[hh]W[ig]B[gj])", "h8i9g6"),
        ("(;SZ[15];B[aa]B[bb])", "a15--b14"),
    ] {
        assert_eq!(moves_of(text), moves, "{text}");
    }
}

#[test]
fn stones_that_are_set_up() {
    let game = game_of("(;SZ[15]AW[ba]AB[aa][ca];B[];W[dd])");
    assert_eq!(game.opening, 3);
    for (text, moves) in [
        ("(;SZ[15]AW[ba]AB[aa][ca];B[];W[dd])", "a15b15c15----d12"),
        ("(;SZ[15]AB[ba:aa];AW[ab:bb])", "a15a14b15b14"),
        // In any number and at any node.
        ("(;SZ[15]AB[aa][bb])", "a15--b14"),
        ("(;SZ[15]AW[aa];B[bb])", "--a15b14"),
        ("(;SZ[15]B[bb];AB[aa])", "b14--a15"),
        ("(;SZ[15]AB[aa];AE[aa])", ""),
        ("(;SZ[15];B[aa];W[bb];AE[aa];B[cc])", "--b14c13"),
        // Who is to move.
        ("(;SZ[15]PL[W])", "--"),
        ("(;SZ[15]AB[aa]AW[bb]PL[W];W[cc])", "a15b14--c13"),
        ("(;SZ[15]AB[aa]AW[bb];PL[Black];B[cc])", "a15b14c13"),
        ("(;SZ[15];B[aa];PL[2];W[cc])", "a15c13"),
        ("(;SZ[15];B[aa];PL[B])", "a15--"),
    ] {
        assert_eq!(moves_of(text), moves, "{text}");
    }
}

#[test]
fn an_opening_of_gomoku_quest_is_played() {
    let text = "(;GM[4]FF[4]SZ[15];QPR[hh,hi,fj];QSLW[ii];B[gg];W[jj])";
    assert_eq!(moves_of(text), "h8h7f6i7g9j6");
    let tree = tree_of(text);
    assert_eq!(tree_of(&write(&tree)), tree);
    // Anything else is kept.
    let tree = tree_of("(;SZ[15];QPR[hh,xx])");
    assert_eq!(
        tree.notes(tree.main_end()).unwrap().other[0].values,
        ["hh,xx"]
    );
}

#[test]
fn a_five_is_a_result() {
    let text = "(;SZ[15]RU[Freestyle];B[hh];W[hg];B[ih];W[ig];B[jh];W[jg];B[kh];W[kg];B[lh])";
    assert_eq!(game_of(text).result, Some(GameResult::Win(Color::Black)));
    assert!(!write(&tree_of(text)).contains("RE["));
}

#[test]
fn an_opening_that_is_not_over_is_kept() {
    for opening in [
        "OR[swap2]OA[]",
        "OR[swap2]OA[h8,a1,o15,more,c3]",
        "OR[swap2]OA[h8,a1,o15]",
        "OR[taraguchi-10]OA[h8,keep,h9,swap,i10,keep]",
        "OR[soosorv-8]OA[h8,h9,i10,swap,c3,declare 2,keep,offer a1]",
    ] {
        let stones = opening.split(['[', ',', ']']).filter_map(|word| {
            let board = Board::new(15, 15).unwrap();
            let square = crate::board::notation::parse_square(word, &board).ok()?;
            Some([square.x(), square.y()].map(|number| (b'a' + number as u8) as char))
        });
        let moves = stones.zip(["B", "W"].into_iter().cycle());
        let moves: String = moves
            .map(|([x, y], color)| format!(";{color}[{x}{y}]"))
            .collect();
        let tree = tree_of(&format!("(;FF[4]GM[4]SZ[15]{opening}{moves})"));
        assert!(tree.main_line().unwrap().phase.is_some(), "{opening}");
        let written = write(&tree);
        assert!(written.contains(opening), "{written}");
        assert_eq!(tree_of(&written), tree);
    }
    for (opening, error) in [
        ("OR[swap9]OA[]", "unknown opening rule 'swap9'"),
        ("OA[h8]", "unknown opening rule ''"),
        ("OR[swap2]OA[h8,x]", "'x' is not an act of an opening"),
        ("OR[swap2]OA[h8,h8]", "is not empty"),
        ("OR[swap2]OA[h8,keep]", "a stone is to be placed"),
        (
            "OR[swap2]OA[h9]",
            "the opening has other stones than the game",
        ),
        ("OR[free]OA[]", "the opening is over"),
    ] {
        let read = read_text(&format!("(;SZ[15]{opening};B[hh])"));
        assert!(read.notices[0].contains(error), "{:?}", read.notices);
        let tree = &read.games[0];
        assert_eq!(tree.facts.phase, None);
        assert_eq!(tree_of(&write(tree)), *tree);
    }
}

#[test]
fn games_are_read_one_by_one() {
    let text = "(;SZ[15];B[aa])".repeat(10);
    let options = ReadOptions::default();
    let mut games = games(text.as_bytes(), &options);
    assert_eq!((games.place(), games.length()), (0, text.len()));
    assert_eq!(
        games
            .by_ref()
            .take(5)
            .filter(|game| game.tree.is_ok())
            .count(),
        5
    );
    assert_eq!(games.place(), text.len() / 2);
    assert_eq!(games.count(), 5);
}
