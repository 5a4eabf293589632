use super::*;
use crate::board::notation::moves_text;
use crate::types::Rule;

const FILE: &str = "Piskvorky 15x13, 11:0, 1\r\n8,7,0\r\n9,6,0\r\n15,13,1250\r\n1,1\r\n\r\n\
    pbrain-a.exe\r\nhomo-2\r\n15\r\n1,Freestyle\r\n";

#[test]
fn a_file_of_a_tournament_is_read() {
    let tree = read(FILE).unwrap();
    assert_eq!(tree.facts.event, "Freestyle");
    let game = tree.main_line().unwrap();
    assert_eq!(game.result, Some(GameResult::Win(Color::Black)));
    assert_eq!(game.rule, Some(Rule::Freestyle));
    assert_eq!((game.width, game.height, game.opening), (15, 13, 2));
    assert_eq!(game.players, ["", "pbrain-a.exe"]);
    assert_eq!(game.reason, "timeout");
    assert_eq!(moves_text(&game.board().unwrap()), "h7i8o1a13");
    assert_eq!(game.moves[2].time, Duration::from_millis(1250));
    assert_eq!(
        write(&game),
        "Piskvorky 15x13, 11:11, 0\n8,7,0\n9,6,0\n15,13,1250\n1,1,0\nhomo-1\npbrain-a.exe\n15\n"
    );
}

#[test]
fn names_and_end_may_be_missing() {
    let head = "Piskvorky 20x20, 0:0, 0\n10,10,5\n";
    for (tail, names, reason) in [
        ("", ["", ""], ""),
        ("-1\n", ["", ""], ""),
        ("7", ["", ""], "end code 7"),
        ("a\nb\n-1", ["a", "b"], ""),
        ("1\n2\n0", ["1", "2"], "normal end"),
        ("a, b\nb\n0\n1,Freestyle\n", ["a, b", "b"], "normal end"),
    ] {
        let tree = read(&format!("{head}{tail}")).unwrap();
        let game = tree.main_line().unwrap();
        assert_eq!(game.players, names, "{tail}");
        assert_eq!(game.reason, reason, "{tail}");
    }
}

#[test]
fn referees_write_more() {
    let head = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,5\n";
    for (tail, result, rule, event, comment) in [
        ("-1\na line\nanother", None, None, "", "a line\nanother"),
        (
            "a\nb\n-1\n2,Renju_3\n",
            Some(GameResult::Win(Color::White)),
            Some(Rule::Renju),
            "Renju_3",
            "",
        ),
        (
            "a\nb\n-1\n0,Fastgame1\nx",
            Some(GameResult::Draw),
            None,
            "Fastgame1",
            "x",
        ),
        ("a\nb\n-1\n3,Renju\n", None, None, "", "3,Renju"),
    ] {
        let facts = read(&format!("{head}{tail}")).unwrap().facts;
        assert_eq!(facts.result, result, "{tail}");
        assert_eq!((facts.rule, facts.event.as_str()), (rule, event), "{tail}");
        assert_eq!(facts.comment, comment, "{tail}");
    }
}

/// The stones say who won, whatever the referee wrote.
#[test]
fn a_five_is_the_result() {
    let moves = "8,8,1\n1,1,1\n8,9,1\n1,2,1\n8,10,1\n1,3,1\n8,11,1\n1,5,1\n8,12,1\n";
    let tree = read(&format!(
        "Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n0\n2,Renju\n"
    ))
    .unwrap();
    assert_eq!(tree.facts.result, Some(GameResult::Win(Color::Black)));
}

#[test]
fn a_line_that_belongs_nowhere_is_an_error() {
    let no_name = "is neither a move nor a name";
    let no_code = "is neither a move nor an end code";
    for (tail, line, what) in [
        ("9,x,0", 3, format!("'9,x,0' {no_name}")),
        ("9,x,0\n-1\n", 3, format!("'9,x,0' {no_name}")),
        ("x,9\na\nb\n-1\n", 3, format!("'x,9' {no_name}")),
        ("9,9,0,5\na\nb\n-1\n", 3, format!("'9,9,0,5' {no_name}")),
        ("a\n9,9;0\n-1\n", 4, format!("'9,9;0' {no_name}")),
        ("9;9\na\nb\n-1\n", 5, format!("'b' {no_code}")),
        ("a\nb\nc\nd", 5, format!("'c' {no_code}")),
        ("a\nb\n-", 5, format!("'-' {no_code}")),
        (
            "a",
            3,
            "the name of the other player is expected, not the end".into(),
        ),
        ("a\nb\n", 5, "an end code is expected, not the end".into()),
    ] {
        let error = read(&format!("Piskvorky 20x20, 0:0, 0\n10,10,5\n{tail}")).unwrap_err();
        assert_eq!((error.line, error.what), (line, what), "{tail}");
    }
}

#[test]
fn the_end_is_written_as_a_code() {
    let mut game = GameRecord::new(15, 15);
    for (reason, result, code) in [
        ("", None, "-1"),
        ("five in a row", Some(GameResult::Draw), "0"),
        ("brain error", None, "-2"),
        ("end code 9", None, "9"),
    ] {
        (game.reason, game.result) = (reason.to_string(), result);
        assert_eq!(write(&game).lines().last(), Some(code));
    }
}

#[test]
fn names_stay_on_their_lines() {
    let mut game = GameRecord::new(15, 15);
    for (names, read_again) in [
        ([" 1,2 ", "a\r\nb\tc"], ["1 2", "a b c"]),
        (["9,x", "a, b"], ["9 x", "a, b"]),
    ] {
        game.players = names.map(String::from);
        assert_eq!(
            read(&write(&game)).unwrap().main_line().unwrap().players,
            read_again
        );
    }
}

#[test]
fn errors_have_their_places() {
    let long = "99999999999999999999";
    for (from, to, error) in [
        (
            "Piskvorky",
            "Gomoku",
            "line 1, column 1: 'Piskvorky' is expected, not 'Gomoku'",
        ),
        (
            "15x13",
            "15-13",
            "line 1, column 13: 'x' is expected, not '-13'",
        ),
        ("15x13", "15x", "line 1, column 14: ',' is not a number"),
        (
            "x13",
            "x99",
            "line 1, column 11: board 15x99 is not supported (5 to 22 squares a side)",
        ),
        (
            "x13",
            "x4294967301",
            "line 1, column 14: '4294967301' is not between 0 and 2147483647",
        ),
        ("11:0", "11", "line 1, column 20: ':' is expected, not ','"),
        (
            ":0, 1",
            ":0, 2",
            "line 1, column 24: '2' is not between 0 and 1",
        ),
        (
            ":0, 1",
            ":0, 1 x",
            "line 1, column 26: 'x' is not expected here",
        ),
        (
            "15,13,1",
            "16,13,1",
            "line 4, column 1: '16,13,1250' is not on a 15x13 board",
        ),
        (
            "9,6,0",
            "9,0,0",
            "line 3, column 1: '9,0,0' is not on a 15x13 board",
        ),
        (
            "9,6,0",
            "8, 7",
            "line 3, column 1: move 2 is on h7, which is taken",
        ),
        (
            "9,6,0",
            "9,6x",
            "line 3, column 1: '9,6x' is not a move, but moves follow",
        ),
        (
            "1250",
            long,
            "line 4, column 7: '99999999999999999999' is not between -2147483647 and 2147483647",
        ),
    ] {
        let found = read(&FILE.replacen(from, to, 1)).unwrap_err();
        assert_eq!(found.to_string(), error);
    }
    assert_eq!(
        read("").unwrap_err().to_string(),
        "line 1, column 1: 'Piskvorky' is expected, not the end"
    );
}
