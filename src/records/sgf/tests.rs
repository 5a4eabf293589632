use super::*;
use crate::board::notation::moves_text;

fn moves_of(text: &str) -> String {
    let games = read_all(text).unwrap();
    let moves = |game: &GameRecord| moves_text(&game.board().unwrap());
    games.iter().map(moves).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn assert_error(text: &str, error: &str) {
    assert_eq!(read_all(text).unwrap_err().to_string(), error);
}

#[test]
fn the_main_line_is_read() {
    let text = r"From: me (a friend)
(;GM[4]SZ[15] C[a (bracket\] ; and (;more]
 (;B[hh] (;W[ih];B[ii](;W[aa])(;W[bb]C[)\])]))(;W[cc](;B[dd])))
 (;B[oo];W[((]))
between (;FF[4]SiZe[15];Black[aa] White[ b c ])";
    assert_error(
        text,
        "line 5, column 41: 'b c' is not a square of a 15x15 board",
    );
    assert_eq!(moves_of(&text.replace("b c", "bc")), "h8i8i7a15 a15b13");
}

#[test]
fn a_game_of_c_gomoku_cli_is_read() {
    let text = "(;FF[4]GM[4]GN[1]EV[a x b]DT[2026.11.20 10:00:00]RO[1.1]RU[4]SZ[15]PB[a]PW[b]\
        RE[W+1]TE[White win by time forfeit]\n;B[hh]C[opening move];W[ih]C[opening move]\n\
        ;B[ii]C[120ms];W[hi]C[7ms])\n\n";
    let game = read_all(text).unwrap().remove(0);
    assert_eq!((game.rule, game.opening), (Some(Rule::Renju), 2));
    assert_eq!(game.players, ["a", "b"]);
    assert_eq!(game.result, Some(GameResult::Win(Color::White)));
    assert_eq!(game.reason, "White win by time forfeit");
    let times: Vec<u64> = game
        .moves
        .iter()
        .map(|played| millis(played.time))
        .collect();
    assert_eq!(times, [0, 0, 120, 7]);
}

#[test]
fn a_game_is_written() {
    let text = r"(;SZ[15:13]RU[standard]PB[\\a\]]RE[0]TE[full\
 board]OS[1];B[aa]MS[5];W[];B[om])";
    let game = read_all(text).unwrap().remove(0);
    assert_eq!(game.players, [r"\a]", ""]);
    assert_eq!(game.reason, "full board");
    let version = env!("CARGO_PKG_VERSION");
    let written = format!(
        r"(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{version}]SZ[15:13]GN[\\a\] - ]RU[standard]PB[\\a\]]RE[Draw]TE[full board]OS[1]
;B[aa]MS[5];W[];B[om])
"
    );
    assert_eq!(write(&game), written);
    // Letters that all programs know stand for some reasons.
    for about in [
        "RE[W+R]TE[resignation]",
        "RE[B+T]TE[time]",
        "RE[B+F]TE[forfeit]",
        "RE[W+]TE[five]",
    ] {
        let text = format!("(;SZ[15]{about};B[hh])");
        let game = read_all(&text).unwrap().remove(0);
        assert!(write(&game).contains(about), "{about}");
    }
    assert_eq!(read_all(&written).unwrap(), [game]);
}

#[test]
fn a_written_game_names_its_opening() {
    let named = |moves: &str| {
        let game = &read_all(&format!("(;SZ[15]ON[another name]{moves})")).unwrap()[0];
        let text = write(game);
        assert_eq!(read_all(&text).unwrap()[0], *game);
        let (_, name) = text.split_once("ON[")?;
        Some(name.split_once(']')?.0.to_string())
    };
    let kagetsu = Some("4D 花月 Kagetsu (flower moon)".to_string());
    assert_eq!(named(";B[hh];W[hi];B[gi];W[aa]"), kagetsu);
    assert_eq!(named("AB[hh][ig]AW[hg]"), kagetsu);
    assert_eq!(named(";B[hh];W[hi]"), None);
    assert_eq!(named(";B[hh];W[hi];B[aa]"), None);
}

#[test]
fn passes_and_turns() {
    assert_eq!(
        moves_of("(;SZ[15]W[aa];W[bb];B[tt];W[];W[cc])"),
        "--a15--b14------c13"
    );
    assert_eq!(moves_of("(;SZ[20];B[tt])"), "t1");
    assert_eq!(moves_of("(;SZ[19];B[tt])"), "--");
    assert_eq!(moves_of("(;SZ[15]W[aa]B[bb])"), "--a15b14");
}

#[test]
fn stones_that_are_set_up() {
    let game = read_all("(;SZ[15]AW[ba]AB[aa][ca];B[];W[dd])")
        .unwrap()
        .remove(0);
    assert_eq!(game.opening, 3);
    assert_eq!(moves_text(&game.board().unwrap()), "a15b15c15----d12");
    assert_eq!(moves_of("(;SZ[15]AB[ba:aa];AW[ab:bb])"), "a15a14b15b14");
    for (text, error) in [
        (
            "(;SZ[15]AB[aa][bb])",
            "12: 2 black and 0 white stones are set up, which cannot be moves in turn",
        ),
        (
            "(;SZ[15]AW[aa];B[bb])",
            "12: 0 black and 1 white stones are set up, which cannot be moves in turn",
        ),
        (
            "(;SZ[15]B[bb];AB[aa])",
            "18: stones can be set up before the first move only",
        ),
        ("(;SZ[15]AB[aa];AE[aa])", "19: stones cannot be taken away"),
        (
            "(;SZ[15]AB[aa]AW[aa])",
            "18: a stone is set up there already",
        ),
        (
            "(;SZ[15]AB[aa:zz])",
            "12: 'zz' is not a square of a 15x15 board",
        ),
    ] {
        assert_error(text, &format!("line 1, column {error}"));
    }
}

#[test]
fn what_is_said_about_a_game() {
    for (re, result, reason) in [
        ("B+", Some(GameResult::Win(Color::Black)), ""),
        (
            "w+Resign",
            Some(GameResult::Win(Color::White)),
            "resignation",
        ),
        ("B+T", Some(GameResult::Win(Color::Black)), "time"),
        ("W+Forfeit", Some(GameResult::Win(Color::White)), "forfeit"),
        ("draw", Some(GameResult::Draw), ""),
        ("Black + 12", Some(GameResult::Win(Color::Black)), ""),
        (
            "W+Overline",
            Some(GameResult::Win(Color::White)),
            "Overline",
        ),
        ("Void", None, ""),
        ("?", None, ""),
        ("", None, ""),
    ] {
        let game = read_all(&format!("(;SZ[15]RE[{re}])")).unwrap().remove(0);
        assert_eq!(
            (game.result, game.reason.as_str()),
            (result, reason),
            "{re}"
        );
    }
    for (ru, rule) in [
        ("0", Some(Rule::Freestyle)),
        ("9", Some(Rule::Caro)),
        ("Renju", Some(Rule::Renju)),
        ("Japanese", None),
    ] {
        let game = read_all(&format!("(;SZ[15]RU[{ru}])")).unwrap().remove(0);
        assert_eq!(game.rule, rule, "{ru}");
    }
    let side = |text: &str| read_all(text).unwrap()[0].width;
    assert_eq!(
        ["(;SZ[15])", "(;GM[4]SZ[20])", "(;GM[1])"].map(side),
        [15, 20, 19]
    );
}

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
            "(;SZ[15]B[aa];W[aa])",
            "line 1, column 17: move 2 is on a15, which is taken",
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
        ("(;B[aa]é)", "line 1, column 8: 'é' is not expected here"),
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
            "(;SZ[15]B[aa]MS[x])",
            "line 1, column 17: 'x' is not a number",
        ),
        (
            "(;SZ[15]OS[2];B[aa])",
            "line 1, column 12: 2 given moves, but 1 moves",
        ),
    ] {
        assert_error(text, error);
    }
}

/// What could only be guessed is an error.
#[test]
fn nothing_is_guessed() {
    for (text, error) in [
        ("(;GM[4];B[aa])", "1: the size (SZ) is missing"),
        ("(;B[aa])", "1: the size (SZ) is missing"),
        (
            "(;GM[4];SZ[15];B[aa])",
            "9: SZ can stand in the first node only",
        ),
        ("(;SZ[15]SZ[19];B[aa])", "9: SZ stands there twice"),
        ("(;SZ[15][19];B[aa])", "10: SZ has one value, not 2"),
        ("(;SZ[15]PB[a];PB[b])", "15: PB stands there twice"),
        ("(;SZ[15]RE[Black won])", "12: 'Black won' is not a result"),
        ("(;SZ[15]RE[+])", "12: '+' is not a result"),
        ("(;SZ[15]RE[B])", "12: 'B' is not a result"),
        ("(;SZ[15]RE[1-0])", "12: '1-0' is not a result"),
        ("(;SZ[15];B[aa][bb])", "16: B has one value, not 2"),
        ("(;SZ[15];B[aa]B[bb])", "15: B stands there twice"),
        (
            "(;SZ[15];b[aa])",
            "10: 'b' is not a property: it has no capital letter",
        ),
        ("(;SZ[15];B[aa];MS[5])", "19: a time without a move"),
        ("(;SZ[15]PL[x])", "12: 'x' is neither B nor W"),
        ("(;SZ[15];B[aa];PL[B])", "19: it is not black's turn"),
        (
            "(;SZ[15];B[aa];W[ae];B[ba];W[be];B[ca];W[ce];B[da];W[de];B[ea];W[ee])",
            "66: move 10 comes after the end: move 9 made a five",
        ),
    ] {
        assert_error(text, &format!("line 1, column {error}"));
    }
}

#[test]
fn the_side_to_move_may_be_said() {
    for (text, moves) in [
        ("(;SZ[15]PL[W])", "--"),
        ("(;SZ[15]AB[aa]AW[bb]PL[W];W[cc])", "a15b14--c13"),
        ("(;SZ[15]AB[aa]AW[bb];PL[Black];B[cc])", "a15b14c13"),
        ("(;SZ[15];B[aa];PL[2];W[cc])", "a15c13"),
    ] {
        assert_eq!(moves_of(text), moves, "{text}");
    }
}

#[test]
fn the_game_may_be_described_in_any_node() {
    let text = "(;SZ[15];PB[a]RU[4];B[aa]C[opening move];W[bb];B[cc]C[opening move]RE[W+R])";
    let game = read_all(text).unwrap().remove(0);
    assert_eq!(
        (game.players[0].as_str(), game.rule),
        ("a", Some(Rule::Renju))
    );
    assert_eq!(game.reason, "resignation");
    assert_eq!(game.opening, 1, "the second move was not given");
}

#[test]
fn deep_trees_are_read() {
    let deep = 1_000_000;
    let text = format!(
        "(;SZ[15]{};B[aa]{}",
        ";(".repeat(deep),
        ")".repeat(deep + 1)
    );
    assert_eq!(moves_of(&text), "a15");
    let text = format!(
        "(;SZ[15]B[aa](;W[bb]){})",
        "(;".repeat(deep) + &")".repeat(deep)
    );
    assert_eq!(moves_of(&text), "a15b14");
}

#[test]
fn an_opening_that_is_not_over_is_kept() {
    for opening in [
        "OR[swap2]",
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
        let text = format!("(;FF[4]GM[4]SZ[15]{opening}{moves})");
        let game = read_all(&text).unwrap().remove(0);
        let written = write(&game);
        assert!(written.contains(opening), "{written}");
        assert_eq!(read_all(&written).unwrap(), [game]);
    }
    for (opening, error) in [
        ("OR[swap9]", "unknown opening rule 'swap9'"),
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
        let text = format!("(;SZ[15]{opening};B[hh])");
        let said = read_all(&text).unwrap_err().to_string();
        assert!(
            said.starts_with("line 1, column 12: ") && said.contains(error),
            "{said}"
        );
    }
}

#[test]
fn comments_are_written_and_skipped() {
    let text = "(;SZ[15]RU[renju]OS[1];B[hh];W[hg]MS[7];B[ig])";
    let game = read_all(text).unwrap().remove(0);
    let said = ["", "a ] and a \\", "opening move; 5ms"];
    let written = write_with(&game, |index| said[index].to_string());
    assert!(written.contains("MS[7]C[a \\] and a \\\\]"), "{written}");
    assert_eq!(written.matches("]C[").count(), 2);
    assert_eq!(read_all(&written).unwrap(), [game]);
}
