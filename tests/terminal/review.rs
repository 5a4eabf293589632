//! The commands `analyze` and `review`: what they say of positions and of games
//! that were played.

use crate::common::rig::{Folder, run};
use serde_json::Value;

/// Black has an open three, which White does not stop; and Black overlooks the
/// four at first.
const SLIPS: &str = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Ann]PW[Bo\\]]RE[B+];B[hh];W[hg];B[ih];\
                     W[oo];B[jh];W[ao];B[cm];W[ob];B[kh];W[aa];B[lh])";

fn json(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("JSON")
}

#[test]
fn a_position_is_analysed() {
    let position = ["analyze", "--rule", "renju", "h8h9i9", "--nodes", "4000"];
    let report = run(&[&position[..], &["--lines", "2"]].concat());
    report.assert_ok();
    for said in [
        "renju, white to move",
        "opening: 4D 花月 Kagetsu (flower moon); black wins (renju.in",
        "\n 1. ",
        "\n 2. ",
        " nodes, ",
    ] {
        assert!(report.out.contains(said), "{said}: {}", report.out);
    }
    assert!(!report.out.contains("\n 3. "), "{}", report.out);
    // The best moves are numbered on the board.
    let board: String = report.out.lines().take(15).collect();
    assert!(board.contains(" 1") && board.contains(" 2"), "{board}");

    let again = || run(&[&position[..], &["--json"]].concat());
    let mut found = json(&again().out);
    let found = found.remove(0);
    assert_eq!(found["to_move"], "white");
    let lines = found["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    for line in lines {
        assert_eq!(line["move"], line["line"][0]);
    }
    let mut second = json(&again().out).remove(0);
    second["ms"] = found["ms"].clone();
    assert_eq!(second, found, "fixed nodes say the same twice");
}

#[test]
fn what_is_decided_is_told_as_a_win() {
    let report = run(&["analyze", "h8a1h9c1h10e1", "--nodes", "20000", "--json"]);
    report.assert_ok();
    let found = json(&report.out).remove(0);
    let score = found["lines"][0]["score"].as_str().expect("a score");
    assert!(score.starts_with("+M"), "{score}");
    assert_eq!(found["lines"][0]["share"], 1.0);
    // Forbidden points of Black, whoever is to move.
    let report = run(&[
        "analyze",
        "--rule",
        "renju",
        "i8a1j8c1h9e1h10g1",
        "--nodes",
        "50",
        "--json",
    ]);
    let found = json(&report.out).remove(0);
    assert_eq!(found["forbidden"], serde_json::json!(["h8"]));
}

/// What searches learn of the evaluation must not grow by itself: it once made twenty
/// lines tell -53 here where one told 143.
#[test]
fn several_lines_tell_of_the_best_move_what_one_does() {
    let best = |lines: &str| {
        let position = ["analyze", "g14g13g10h11f11h9", "--nodes", "400000"];
        let report = run(&[&position[..], &["--lines", lines, "--json"]].concat());
        let found = json(&report.out).remove(0);
        let lines = found["lines"].as_array().expect("lines");
        let scores = lines
            .iter()
            .map(|line| line["score"].as_str()?.parse::<i32>().ok());
        scores.max().flatten().expect("scores")
    };
    let (one, twenty) = (best("1"), best("20"));
    assert!((one - twenty).abs() < 100, "{one} {twenty}");
}

#[test]
fn a_decided_position_is_not_analysed_nor_solved() {
    let report = run(&["solve", "h8a1h9a2h10a3h11a4h12"]);
    report.assert_error("black has won already");
    let report = run(&["analyze", "h8a1h9a2h10a3h11a4h12", "--nodes", "50"]);
    report.assert_error("black has won already");
    let diagram = "..... / XXXXX / ..... / OOOO. / .....".replace(' ', "");
    let report = run(&["analyze", &diagram, "--nodes", "50"]);
    report.assert_error("black has won already");
}

#[test]
fn positions_of_a_file_are_analysed_in_order() {
    let folder = Folder::new();
    let line = |id: &str, rule: &str| {
        format!(
            r#"{{"id":"{id}","rule":"{rule}","size":15,"black":["h8"],"white":[],"to_move":"white"}}"#
        )
    };
    let text = format!(
        "{}\n{}\nno JSON\n",
        line("one", "caro"),
        line("two", "renju")
    );
    let file = folder.write("positions", &text);
    let report = run(&["analyze", "--file", &file, "--nodes", "100", "--json"]);
    assert_eq!(report.code, Some(1), "{}", report.all());
    assert!(report.err.contains("positions:3:"), "{}", report.all());
    let ids: Vec<Value> = json(&report.out)
        .iter()
        .map(|found| found["id"].clone())
        .collect();
    assert_eq!(ids, ["one", "two"]);
}

#[test]
fn a_game_is_reviewed() {
    let folder = Folder::new();
    let file = folder.write("game.sgf", SLIPS);
    let commented = folder.text("commented.sgf");
    let arguments = ["review", &file, "--nodes", "2000", "--sgf", &commented];
    let report = run(&arguments);
    report.assert_ok();
    for said in [
        "freestyle, 15x15, 11 moves, Ann (black) against Bo] (white), black won",
        "  6 white   a1 ",
        "loses in ",
        "  7 black   c3 ",
        "misses a win in ",
        " 11 black   l8    100.0 % ####################",
        "turning point: move ",
        "white: 5 moves, ",
    ] {
        assert!(report.out.contains(said), "{said}: {}", report.out);
    }
    // The comments are in the file, and the game is still the same.
    let text = std::fs::read_to_string(&commented).expect("a file");
    assert!(text.contains("C[?; Black's winning chances: "), "{text}");
    let moves = |file: &str| run(&["convert", "--to", "moves", file]).out;
    assert_eq!(moves(&commented), moves(&file));

    let report = run(&[&arguments[..4], &["--json"]].concat());
    let game = json(&report.out).remove(0);
    assert_eq!(game["players"][1], "Bo]");
    assert_eq!(game["result"], "black");
    let moves = game["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 11);
    assert_eq!(moves[10]["black_after"], 1.0);
    assert_eq!(game["sides"][1]["moves"], 5);
    assert!(game["sides"][1]["mean_loss"].as_f64().expect("a share") > 0.0);
}

#[test]
fn only_the_wanted_game_is_reviewed_and_no_file_is_lost() {
    let folder = Folder::new();
    let two = format!("{SLIPS}\n(;GM[4]SZ[9]RU[caro];B[ee])");
    let file = folder.write("games.sgf", &two);
    let report = run(&["review", &file, "--game", "2", "--nodes", "50"]);
    report.assert_ok();
    assert!(
        report.out.starts_with("caro, 9x9, 1 move\n"),
        "{}",
        report.out
    );
    let report = run(&["review", &file, "--game", "3", "--nodes", "50"]);
    report.assert_error("has 2 games, not a game 3");
    let report = run(&["review", &file, "--nodes", "50", "--sgf", &file]);
    report.assert_wrong_use(&format!("--sgf would overwrite {file}"));
    let nowhere = folder.text("nowhere/out.sgf");
    let report = run(&["review", &file, "--sgf", &nowhere]);
    report.assert_error(&format!("cannot write {nowhere}"));
    assert!(report.out.is_empty(), "{}", report.out);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), two);
}

#[test]
fn a_foul_is_named() {
    let folder = Folder::new();
    let text = "(;GM[4]SZ[15]RU[renju];B[ih];W[ao];B[jh];W[co];B[hg];W[eo];B[hf];W[go];B[hh])";
    let file = folder.write("foul.sgf", text);
    let report = run(&["review", &file, "--nodes", "1000"]);
    report.assert_ok();
    assert!(
        report.out.contains("forbidden: double-three"),
        "{}",
        report.out
    );
    // The same stones are no foul in freestyle.
    let file = folder.write("none.sgf", text.replace("renju", "freestyle"));
    let report = run(&["review", &file, "--nodes", "1000"]);
    assert!(!report.out.contains("forbidden"), "{}", report.out);
}

/// As by `convert`: it is reported at the end, and the others are done.
#[test]
fn a_faulty_game_stops_no_review() {
    let folder = Folder::new();
    let bad = "(;GM[4]SZ[15];B[hh];W[zz])\n";
    let text = format!("(;GM[4]SZ[15];B[hh];W[ii])\n{bad}(;GM[4]SZ[9];B[ee])\n");
    let file = folder.write("games.sgf", text);
    let review = |more: &[&str]| {
        let report = run(&[&["review", &file, "--nodes", "20"][..], more].concat());
        assert_eq!(report.code, Some(1), "{}", report.all());
        let error = report.err.lines().last().unwrap_or("");
        let said = format!("error: {file}: game 2: ");
        assert!(error.starts_with(&said), "{}", report.all());
        report.out
    };
    let commented = folder.text("commented.sgf");
    let shown = review(&["--sgf", &commented]);
    for said in ["freestyle, 15x15, 2 moves", "\nfreestyle, 9x9, 1 move\n"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    let moves = run(&["convert", "--to", "moves", &commented]);
    assert_eq!(moves.out, "h8i7\ne5\n", "{}", moves.all());
    assert_eq!(json(&review(&["--json"])).len(), 2);
    let kept = folder.text("kept");
    assert_eq!(review(&["--out", &kept]), "2 games reviewed\n");
    // Without any other game there is nothing to write.
    let file = folder.write("bad.sgf", bad);
    let nothing = folder.text("nothing.sgf");
    run(&["review", &file, "--sgf", &nothing]).assert_error("bad.sgf: ");
    assert!(!folder.has("nothing.sgf"));
}

#[test]
fn what_comments_on_games_leave_out_is_said() {
    let folder = Folder::new();
    let text = "(;GM[4]SZ[15]RU[renju]EV[Cup];B[hh]C[good](;W[ig])(;W[hg]))";
    let file = folder.write("game.sgf", text);
    let out = folder.text("out.sgf");
    let review = ["review", &file, "--nodes", "20"];
    let report = run(&[&review[..], &["--sgf", &out]].concat());
    report.assert_ok();
    let lost = "variations, comments, event, place and date (1 game)";
    assert_eq!(report.err, format!("note: left out of {out}: {lost}\n"));
    // Nothing is lost where nothing is written.
    assert_eq!(run(&review).err, "");
    // Players, the rule and the moves are kept.
    let file = folder.write("plain.sgf", "(;GM[4]SZ[15]RU[renju]PB[a];B[hh];W[ig])");
    let report = run(&["review", &file, "--nodes", "20", "--sgf", &out]);
    assert_eq!(report.err, "", "{}", report.all());
}

#[test]
fn results_are_not_added_to_another_kind_of_file() {
    let folder = Folder::new();
    let text = format!("{SLIPS}\n");
    let file = folder.write("game.sgf", &text);
    let report = run(&["review", &file, "--nodes", "20", "--out", &file]);
    let said = "game.sgf is there already and has no results of this command: choose another file";
    report.assert_error(said);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), text);
}
