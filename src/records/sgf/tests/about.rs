//! What a file says about the game and its nodes.

use std::time::Duration;

use super::*;
use crate::game::GameResult;
use crate::records::tree::{Judgement, MarkKind, MoveJudgement, Property};
use crate::types::{Color, Rule};

#[test]
fn a_game_of_c_gomoku_cli_is_read() {
    let text = "(;FF[4]GM[4]GN[1]EV[a x b]DT[2026.11.20 10:00:00]RO[1.1]RU[4]SZ[15]PB[a]PW[b]\
        RE[W+1]TE[White win by time forfeit]\n;B[hh]C[opening move];W[ih]C[opening move]\n\
        ;B[ii]C[120ms];W[hi]C[7ms])\n\n";
    let tree = tree_of(text);
    let game = tree.main_line().unwrap();
    assert_eq!((game.rule, game.opening), (Some(Rule::Renju), 2));
    assert_eq!(game.players, ["a", "b"]);
    assert_eq!(game.result, Some(GameResult::Win(Color::White)));
    assert_eq!(game.reason, "White win by time forfeit");
    let times: Vec<u128> = game
        .moves
        .iter()
        .map(|played| played.time.as_millis())
        .collect();
    assert_eq!(times, [0, 0, 120, 7]);
    assert_eq!(
        (tree.facts.event.as_str(), tree.facts.round.as_str()),
        ("a x b", "1.1")
    );
    // In a file of another program they are comments.
    let text = "(;AP[a:1]SZ[15];B[hh]C[opening move];W[ih]C[120ms])";
    let tree = tree_of(text);
    assert_eq!(tree.facts.given_moves, 0);
    assert_eq!(tree.notes(tree.main_end()).unwrap().comment, "120ms");
    assert_eq!(tree_of(&write(&tree)), tree);
}

#[test]
fn a_game_is_written() {
    let text = r"(;SZ[15:13]RU[standard]PB[\\a\]]RE[0]TE[full\
 board]OS[1];B[aa]MS[5];W[];B[om])";
    let tree = tree_of(text);
    let game = tree.main_line().unwrap();
    assert_eq!(game.players, [r"\a]", ""]);
    assert_eq!(game.reason, "full board");
    let version = env!("CARGO_PKG_VERSION");
    let written = format!(
        r"(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{version}]SZ[15:13]RU[standard]PB[\\a\]]RE[Draw]TE[full board]OS[1]
;B[aa]MS[5];W[];B[om])
"
    );
    assert_eq!(write(&tree), written);
    assert_eq!(write(&GameTree::of(&game)), written);
    // Letters that all programs know stand for some reasons.
    for about in [
        "RE[W+R]TE[resignation]",
        "RE[B+T]TE[time]",
        "RE[B+F]TE[forfeit]",
        "RE[W+]TE[five]",
    ] {
        let tree = tree_of(&format!("(;SZ[15]{about};B[hh])"));
        assert!(write(&tree).contains(about), "{about}");
    }
    assert_eq!(tree_of(&written), tree);
}

#[test]
fn what_is_said_about_a_game() {
    for (re, result, reason) in [
        ("B+", Some(GameResult::Win(Color::Black)), ""),
        ("B+Draw", Some(GameResult::Draw), ""),
        ("1-0", Some(GameResult::Win(Color::Black)), ""),
        ("白胜", Some(GameResult::Win(Color::White)), ""),
        ("Void", None, ""),
        ("", None, ""),
    ] {
        let read = read_text(&format!("(;SZ[15]RE[{re}])"));
        let game = read.games[0].main_line().unwrap();
        assert_eq!(
            (game.result, game.reason.as_str()),
            (result, reason),
            "{re}"
        );
        assert_eq!(read.notices, [""; 0], "{re}");
    }
    for (ru, rule) in [
        ("0", Some(Rule::Freestyle)),
        ("9", Some(Rule::Caro)),
        ("Renju", Some(Rule::Renju)),
        ("Gomoku", Some(Rule::Freestyle)),
        ("Japanese", None),
    ] {
        let tree = tree_of(&format!("(;SZ[15]RU[{ru}])"));
        assert_eq!(tree.facts.rule, rule, "{ru}");
        // Written as it stands there.
        assert!(write(&tree).contains(&format!("RU[{ru}]")), "{ru}");
    }
    let side = |text: &str| tree_of(text).width;
    assert_eq!(
        [
            "(;SZ[15])",
            "(;GM[4]SZ[20])",
            "(;GM[5]SZ[15])",
            "(;GM[1])",
            "(;GM[4])",
            "(;)"
        ]
        .map(side),
        [15, 20, 15, 19, 15, 15]
    );
}

#[test]
fn all_facts_are_read_and_written() {
    let text = "(;FF[4]GM[4]CA[UTF-8]AP[RenLib:3.6]SZ[15]GN[a game]RU[RIF]PB[P]BR[3d]BT[x]PW[Q]WR[1d]\
        WT[y]RE[B+R]TE[resignation]EV[Cup]RO[2]PC[Town]DT[2020-01-02]TM[600]ON[Kagetsu]AN[me]OS[1]\
        OR[Soosorv-8]GC[two\nlines]5A[gg][jh]KM[5.5]\n;B[hh])\n";
    let tree = tree_of(text);
    let facts = &tree.facts;
    assert_eq!(
        (
            facts.players[0].rank.as_str(),
            facts.players[1].team.as_str()
        ),
        ("3d", "y")
    );
    assert_eq!(
        (facts.rule, facts.opening_rule.as_str()),
        (Some(Rule::Renju), "Soosorv-8")
    );
    let kept = |name: &str, values: &[&str]| Property {
        name: name.to_string(),
        values: values.iter().map(ToString::to_string).collect(),
    };
    assert_eq!(
        facts.other,
        [kept("5A", &["gg", "jh"]), kept("KM", &["5.5"])]
    );
    assert_eq!(write(&tree), text);
}

#[test]
fn all_notes_are_read_and_written() {
    let node = "B[hh]MS[7]BL[59.5]WL[60]TE[2]GW[1]HO[2]N[name]C[words]LB[aa:a\\:b][ab:]AR[aa:bb]\
        LN[aa:cc]CR[dd]SQ[ee]TR[ff]MA[gg]SL[ii]DD[jj]MN[3]XY[a\\]b]";
    let text = format!("(;SZ[15];{node})");
    let tree = tree_of(&text);
    let end = tree.main_end();
    let notes = tree.notes(end).unwrap();
    assert_eq!(notes.move_judgement, Some(MoveJudgement::VeryGood));
    assert_eq!(
        notes.judgement,
        Some(Judgement::Better(Color::White, false))
    );
    assert_eq!(
        (notes.hot, tree.time(end)),
        (Some(true), Duration::from_millis(7))
    );
    assert_eq!(notes.time_left[0], Some(Duration::from_millis(59_500)));
    assert_eq!(notes.marks[0].kind, MarkKind::Label("a:b".to_string()));
    assert_eq!(notes.marks.len(), 10);
    assert!(write(&tree).contains(node), "{}", write(&tree));
    // Older forms, and rectangles.
    let tree = tree_of("(;SZ[15];L[aa][bb]M[cc];TR[aa:bb]TE[]C[a]C[b];BM[]DO[])");
    let text = write(&tree);
    for part in [
        "LB[aa:a][bb:b]MA[cc]",
        "TE[1]C[a\nb]TR[aa][ba][ab][bb]",
        "BM[1]DO[]",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(tree_of(&text), tree);
}

#[test]
fn te_has_two_meanings() {
    let tree = tree_of("(;SZ[15]RE[W+]TE[five];B[hh]TE[1];W[ig];B[gg]TE[2])");
    assert_eq!(tree.facts.reason, "five");
    let judged = |node| tree.notes(node).and_then(|notes| notes.move_judgement);
    let judged: Vec<_> = tree.depth_first().filter_map(judged).collect();
    assert_eq!(judged, [MoveJudgement::Good, MoveJudgement::VeryGood]);
    let tree = tree_of("(;SZ[15]B[hh]TE[2])");
    assert_eq!(tree.facts.reason, "");
    let notes = tree.notes(tree.main_end()).unwrap();
    assert_eq!(notes.move_judgement, Some(MoveJudgement::VeryGood));
}

#[test]
fn the_game_may_be_described_in_any_node() {
    let text = "(;SZ[15];PB[a]RU[4];B[aa]C[opening move];W[bb];B[cc]C[opening move]RE[W+R])";
    let game = game_of(text);
    assert_eq!(
        (game.players[0].as_str(), game.rule),
        ("a", Some(Rule::Renju))
    );
    assert_eq!(game.reason, "resignation");
    assert_eq!(game.opening, 1, "the second move was not given");
    // Nothing in brackets is no variation.
    let tree = tree_of("(;SZ[15];B[aa]();W[bb]RE[W+R])");
    assert_eq!(tree.facts.result, Some(GameResult::Win(Color::White)));
    // A variation says nothing about the game.
    let tree = tree_of("(;SZ[15](;B[aa])(;B[bb]RE[W+R]))");
    assert_eq!(tree.facts.result, None);
    assert_eq!(tree_of(&write(&tree)), tree);
}
