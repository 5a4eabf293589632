use proptest::prelude::*;

use super::*;
use crate::board::notation::moves_text;

fn options() -> ReadOptions {
    ReadOptions::default()
}

/// The moves that lead to the end of every game.
fn found(text: &str, options: &ReadOptions) -> Vec<String> {
    let (games, _) = read(text, options).unwrap();
    let moves = |tree: &GameTree| moves_text(&tree.main_line().unwrap().board().unwrap());
    games.iter().map(moves).collect()
}

#[test]
fn moves_are_read_in_every_form() {
    for text in [
        "h8i9g6",
        "h8 i9 g6",
        "H8-I9-G6",
        "h8–i9—g6",
        "1. h8 2. i9 3. g6",
        "1.h8 i9\n2.g6",
        "1 H8 2 I9\r\n3 G6",
        "(h8)(i9)[g6]",
        "1) h8, 2) i9; 3) g6.",
        "ｈ８ Ｉ９　ｇ６",
        "Ｈ８、Ｉ９、Ｇ６",
        "B h8 W i9 B g6",
        "black: h8, white: i9, black: g6",
        "黑h8 白i9 黑g6",
        "hh ig gj",
        "hhiggj",
        "8,8 9,7 7,10",
        "(8,8), (9,7), (7,10)",
        "8,8,0\n9,7,120\n7,10,5\n",
        "\u{feff}h8\ti9\u{a0}g6\n\n",
        "h8 i9 g6, white to move",
    ] {
        assert_eq!(found(text, &options()), ["h8i9g6"], "{text}");
    }
    assert_eq!(found("7,7 0,0", &options()), ["h8a15"]);
    assert_eq!(found("h8 -- i9 pass", &options()), ["h8--i9--"]);
    assert_eq!(found("", &options()), [""]);
    assert_eq!(found("h8 i9 black to move", &options()), ["h8i9"]);
    assert_eq!(found("h8, to move: black", &options()), ["h8--"]);
}

#[test]
fn times_are_kept() {
    let (games, said) = read("8,8,0\n9,7,120\n", &options()).unwrap();
    let end = games[0].main_end();
    assert_eq!(games[0].time(end), Duration::from_millis(120));
    assert_eq!(
        said,
        ["numbers are read as column and row from the top left, from 1"]
    );
}

#[test]
fn stones_together_are_a_position() {
    for text in [
        "h8 i9 / j10",
        "black h8 i9 white j10",
        "White: j10. Black: h8, i9",
        "h8 i9 / j10 white to move",
    ] {
        let (games, _) = read(text, &options()).unwrap();
        let board = games[0].main_line().unwrap().board().unwrap();
        let stones = Color::ALL.map(|color| board.stones(color).count());
        assert_eq!(stones, [2, 1], "{text}");
        assert_eq!(board.side_to_move(), Color::White, "{text}");
    }
    let (games, _) = read("E8 F8 H8 / to move Black", &options()).unwrap();
    let board = games[0].main_line().unwrap().board().unwrap();
    assert_eq!(board.stones(Color::Black).count(), 3);
    assert_eq!(board.side_to_move(), Color::Black);
}

#[test]
fn columns_may_have_no_i() {
    let options = ReadOptions {
        is_without_i: true,
        ..options()
    };
    assert_eq!(found("h8 J8 p15", &options), ["h8i8o15"]);
    for (text, error) in [
        ("h8 i9", "line 1, column 4: there is no column i in 'i9'"),
        (
            "q1",
            "line 1, column 1: invalid square 'q1' without a column i",
        ),
    ] {
        assert_eq!(read(text, &options).unwrap_err().to_string(), error);
    }
}

#[test]
fn lines_may_be_games() {
    assert_eq!(found("h8i9\n\nh8g7\n", &options()), ["h8i9", "h8g7"]);
    let error = read("h8i9\nh8x7\n", &options()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: 'h8' is occupied already"
    );
}

#[test]
fn the_size_is_an_option() {
    let options = ReadOptions {
        size: Some((20, 20)),
        ..options()
    };
    assert_eq!(found("t20", &options), ["t20"]);
    assert_eq!(found("aa tt", &options), ["a20t1"]);
}

#[test]
fn errors_have_their_places() {
    for (text, error) in [
        (" (((\n", "line 1, column 2: '(((' is not a move"),
        ("h8 i9 x", "line 1, column 7: 'x' is not a move"),
        ("h8\n  zz", "line 2, column 3: 'zz' is not a move"),
        ("h8 19 j10", "line 1, column 4: '19' is not a move"),
        (
            "p3",
            "line 1, column 1: invalid square 'p3' (columns a to o, rows 1 to 15)",
        ),
        ("h8 h8", "line 1, column 4: 'h8' is occupied already"),
        ("16,3", "line 1, column 1: '16,3' is not on a 15x15 board"),
        ("8,8 9,7 9", "line 1, column 9: '9' is not a move"),
        ("hhpa", "line 1, column 3: 'pa' is not on a 15x15 board"),
        ("what is this", "line 1, column 1: 'what' is not a move"),
        ("h8?", "line 1, column 3: '?' is not a move"),
        ("é8", "line 1, column 1: 'é' is not a move"),
    ] {
        assert_eq!(read(text, &options()).unwrap_err().to_string(), error);
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[a-z0-9 ,./\n-]{0,30}|\\PC{0,30}", is_without_i: bool) {
        let options = ReadOptions { is_without_i, ..options() };
        if let Ok((games, _)) = read(&text, &options) {
            for tree in games {
                tree.main_line().unwrap();
            }
        }
    }

    #[test]
    fn written_moves_are_read(squares in prop::sample::subsequence((0..225_usize).collect::<Vec<_>>(), 0..30)) {
        let mut board = Board::new(15, 15).unwrap();
        for index in squares {
            board.place(board.square((index % 15) as i32, (index / 15) as i32).unwrap());
        }
        let text = moves_text(&board);
        prop_assert_eq!(found(&text, &options()), [text]);
    }
}
