//! Errors and notices with their places.

use super::*;
use crate::records::tree::NodeId;
use crate::types::Rule;

#[test]
fn errors_have_their_places() {
    for (text, error) in [
        (
            "",
            "line 1, column 1: there is no game: none begins with '(;'",
        ),
        (
            "(GM[4])",
            "line 1, column 1: there is no game: none begins with '(;'",
        ),
        (
            "\n(;GM[2])",
            "line 2, column 6: the game is '2', not 4 (Gomoku and Renju)",
        ),
        ("(;SZ[x])", "line 1, column 6: 'x' is not a size"),
        (
            "(;SZ[99:5])",
            "line 1, column 6: board 99x5 is not supported (5 to 22 squares a side)",
        ),
        (
            "(;SZ[15]B[aa];\n W[pa])",
            "line 2, column 4: 'pa' is not a square of a 15x15 board",
        ),
        (
            "(;SZ[15]B[a])",
            "line 1, column 11: 'a' is not a square of a 15x15 board",
        ),
        (
            "(;SZ[15]B[AA])",
            "line 1, column 11: 'AA' is not a square of a 15x15 board",
        ),
        ("(;B;W[aa])", "line 1, column 4: the '[' of 'B' is expected"),
        (
            "(;B[aa]\n(;é)",
            "line 2, column 3: 'é' is not expected here",
        ),
        (
            "(;SZ[15])\n (;B[aa]",
            "line 2, column 2: this '(' is never closed",
        ),
        ("(;(;B[aa])", "line 1, column 1: this '(' is never closed"),
        (
            "(;C[ö\n]PB[a\\]",
            "line 2, column 4: this '[' is never closed",
        ),
        (
            "(;SZ[15])(;(;)(;C[)",
            "line 1, column 18: this '[' is never closed",
        ),
        (
            "(;SZ[15];B[aa][bb])",
            "line 1, column 16: B has one value, not 2",
        ),
        (
            "(;GM[4];SZ[19];B[aa])",
            "line 1, column 9: SZ can stand in the first node only",
        ),
        (
            "(;SZ[15];b[aa])",
            "line 1, column 10: 'b' is not a property: it has no capital letter",
        ),
    ] {
        assert_error(text, error);
    }
}

#[test]
fn one_bad_game_of_a_collection_is_reported() {
    let good = "(;GM[4]SZ[15];B[aa])";
    for (bad, error) in [
        (
            "(;GM[3]SZ[8])",
            "2: line 2, column 6: the game is '3', not 4 (Gomoku and Renju)",
        ),
        (
            "(;GM[4]SZ[15];B[zz])",
            "2: line 2, column 17: 'zz' is not a square of a 15x15 board",
        ),
        (
            "(;GM[4]SZ[15];B[aa]",
            "2: line 2, column 1: this '(' is never closed",
        ),
        (
            "(;GM[4]SZ[15](;B[aa];W[bb]",
            "2: line 2, column 1: this '(' is never closed",
        ),
    ] {
        let read = read_text(&format!("{good}\n{bad}\n{good}"));
        assert_eq!(read.games.len(), 2, "{bad}");
        let errors = read
            .errors
            .iter()
            .map(|(number, error)| format!("{number}: {error}"));
        assert_eq!(errors.collect::<Vec<_>>(), [error]);
    }
}

#[test]
fn brackets_may_stand_in_texts() {
    let tree = tree_of("(;SZ[15]PB[[梵音]选手]PW[a [b] c]C[[x]];B[hh])");
    let names = tree
        .facts
        .players
        .each_ref()
        .map(|player| player.name.as_str());
    assert_eq!(names, ["[梵音]选手", "a [b] c"]);
    assert_eq!(tree.notes(NodeId::ROOT).unwrap().comment, "[x]");
    assert_eq!(tree_of(&write(&tree)), tree);
}

#[test]
fn nothing_is_guessed_in_silence() {
    for (text, notice) in [
        ("(;GM[4];B[aa])", "the size (SZ) is missing; 15x15 is taken"),
        (
            "(;GM[4]AB[aq];B[sa])",
            "the size (SZ) is missing; 19x19 is taken",
        ),
        ("(;GM[4];B[as])", "the size (SZ) is missing; 19x19 is taken"),
        (
            "(;GM[4];C[a]LB[ta:b])",
            "the size (SZ) is missing; 20x20 is taken",
        ),
        (
            "(;GM[1]SZ[15];B[aa])",
            "line 1, column 6: the file says that it is Go (GM[1]); it is read as five in a row",
        ),
        (
            "(;SZ[15]RU[Japanese])",
            "line 1, column 12: the rule 'Japanese' is not known",
        ),
        (
            "(;SZ[15]RE[the end])",
            "line 1, column 12: 'the end' is not a result; it is kept as it stands",
        ),
        (
            "(;SZ[15]PB[a];PB[b])",
            "line 1, column 18: PB stands there twice; the first one counts",
        ),
        (
            "(;SZ[15]PB[a][b])",
            "line 1, column 15: PB stands there twice; the first one counts",
        ),
        (
            "(;SZ[15];LB[aa:a][zz:b][a])",
            "line 1, column 19: LB: 'zz' is not a square of a 15x15 board; it is kept as it stands \
             (1 more are like it)",
        ),
        (
            "(;SZ[15];PL[x])",
            "line 1, column 13: PL: 'x' is neither B nor W; it is kept as it stands",
        ),
        (
            "(;SZ[15];AB[zz]B[aa]W[bb])",
            "line 1, column 13: AB: 'zz' is not a square of a 15x15 board; it is kept as it stands",
        ),
        (
            "(;SZ[15]B[aa]MS[x])",
            "line 1, column 17: MS: 'x' is not a time in ms; it is kept as it stands",
        ),
        ("(;SZ[15]OS[2];B[aa])", "2 given moves (OS), but 1 moves"),
        (
            "(;SZ[15]B[aa];W[aa])",
            "line 1, column 17: move 2 is on a15, which is taken; it is kept as it stands",
        ),
        (
            "(;SZ[15]AB[aa]AW[aa])",
            "line 1, column 1: stones of both colours are set up on a15; it is kept as it stands",
        ),
        (
            "(;SZ[15];B[aa];W[ae];B[ba];W[be];B[ca];W[ce];B[da];W[de];B[ea];W[ee])",
            "line 1, column 66: move 10 comes after the end: move 9 made a five; it is kept as it \
             stands",
        ),
    ] {
        assert_notice(text, notice);
        let read = read_text(text);
        let written = write(&read.games[0]);
        assert_eq!(tree_of(&written), read.games[0], "{text}");
    }
}

#[test]
fn the_user_may_say_what_a_file_does_not() {
    let options = ReadOptions {
        size: Some((13, 13)),
        rule: Some(Rule::Caro),
        ..ReadOptions::default()
    };
    for (text, side, rule, notice) in [
        ("(;B[aa])", 13, Rule::Caro, None),
        ("(;SZ[15]RU[Renju])", 15, Rule::Renju, None),
        (
            "(;SZ[15]RU[house])",
            15,
            Rule::Caro,
            Some("line 1, column 12: the rule 'house' is not known; caro is taken, as asked"),
        ),
    ] {
        let read = read(text.as_bytes(), &options);
        let tree = &read.games[0];
        assert_eq!((tree.width, tree.facts.rule), (side, Some(rule)), "{text}");
        assert_eq!(read.notices.first().map(String::as_str), notice);
    }
}

#[test]
fn notices_of_several_games_name_them() {
    let read = read_text("(;SZ[15])(;B[aa])\n(;RU[x];B[aa])(;B[aa])");
    let said = "the size (SZ) is missing; 15x15 is taken";
    assert_eq!(
        read.notices,
        [
            format!("game 2 and 2 others: {said}"),
            "game 3: line 2, column 6: the rule 'x' is not known".to_string()
        ]
    );
}
