//! Games, openings and positions in files: what is written can be read again
//! as far as the format can hold it, whatever is read gives a value or an
//! error, and files as other programs write them are understood.

use std::time::Duration;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tengen::board::notation::{moves_text, square_name};
use tengen::board::{Board, Symmetry};
use tengen::records::opening_list::{self, Opening};
use tengen::records::tree::GameTree;
use tengen::records::{
    self, GameRecord, GameResult, ParseError, PositionRecord, ReadOptions, RecordedMove, json,
    lines, psq, rec, sgf,
};
use tengen::rules as referee;
use tengen::types::{Color, MAX_SIDE, MIN_SIDE, Rule, SQUARES, Square};

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn sizes() -> impl Strategy<Value = (usize, usize)> {
    let side = || MIN_SIDE..=MAX_SIDE;
    prop_oneof![
        (side(), side()),
        side().prop_map(|side| (side, side)),
        Just((20, 20))
    ]
}

fn rules() -> impl Strategy<Value = Rule> {
    select(Rule::ALL.to_vec())
}

/// Text on one line, with what the formats use for themselves.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,12}",
        "[a-z\\\\\\]\\[();:\"#,0-9 天é]{0,12}",
        Just(String::new())
    ]
}

fn results() -> impl Strategy<Value = Option<GameResult>> {
    select(vec![
        None,
        Some(GameResult::Win(Color::Black)),
        Some(GameResult::Win(Color::White)),
        Some(GameResult::Draw),
    ])
}

/// A random game: random empty squares, some passes, random times.
fn games() -> impl Strategy<Value = GameRecord> {
    let moves = vec(
        (option::weighted(0.95, any::<Index>()), 0..100_000u64),
        0..80,
    );
    let about = (option::of(rules()), [words(), words()], results(), words());
    (sizes(), moves, any::<Index>(), about).prop_map(|((width, height), moves, opening, about)| {
        let mut game = GameRecord::new(width, height);
        (game.rule, game.players, game.result, game.reason) = about;
        let mut board = Board::new(width, height).unwrap();
        for (index, millis) in moves {
            let empty: Vec<Square> = (*board.empty()).into_iter().collect();
            let square = match index {
                Some(index) if !empty.is_empty() => Some(*index.get(&empty)),
                _ => None,
            };
            match square {
                Some(square) => board.place(square),
                None => board.pass(),
            }
            let time = Duration::from_millis(millis);
            game.moves.push(RecordedMove { square, time });
        }
        end_at_five(&mut game);
        game.opening = opening.index(game.moves.len() + 1);
        for given in &mut game.moves[..game.opening] {
            given.time = Duration::ZERO;
        }
        game
    })
}

/// Takes away the moves after a five, which no reader allows, and makes it the
/// result if there is none.
fn end_at_five(game: &mut GameRecord) {
    let mut board = Board::new(game.width, game.height).unwrap();
    let rule = game.rule;
    let mut is_five = |played: &RecordedMove| {
        let color = board.side_to_move();
        let Some(square) = played.square else {
            board.pass();
            return false;
        };
        board.place(square);
        let wins = |rule: &Rule| referee::wins(&board, *rule, square, color);
        rule.map_or(Rule::ALL.iter().all(wins), |rule| wins(&rule))
    };
    let five = game.moves.iter().position(&mut is_five);
    if let Some(five) = five {
        game.moves.truncate(five + 1);
        let winner = Color::ALL[five % 2];
        game.result.get_or_insert(GameResult::Win(winner));
    }
    game.opening = game.opening.min(game.moves.len());
}

/// What PSQ and REC keep of a game.
fn in_piskvork(game: &GameRecord) -> GameRecord {
    let name = |name: &String| name.trim().to_string();
    let timed = |played: &RecordedMove| !played.time.is_zero();
    GameRecord {
        rule: None,
        result: None,
        players: game.players.each_ref().map(name),
        opening: game.moves.iter().position(timed).unwrap_or(0),
        reason: String::new(),
        ..game.clone()
    }
}

/// The games of an SGF, or the first error.
fn read_sgf(text: &str) -> Result<Vec<GameRecord>, ParseError> {
    let read = sgf::read(text.as_bytes(), &ReadOptions::default());
    match read.errors.into_iter().next() {
        Some((_, error)) => Err(error),
        None => Ok(read
            .games
            .iter()
            .map(|tree| tree.main_line().unwrap())
            .collect()),
    }
}

fn write_sgf(game: &GameRecord) -> String {
    sgf::write(&GameTree::of(game))
}

/// Without what the reason has become.
/// The main line, without its end: a five on the board is a result, too.
fn line_of(tree: &GameTree) -> GameRecord {
    GameRecord {
        reason: String::new(),
        result: None,
        ..tree.main_line().expect("a line of play")
    }
}

/// Players whose names no reader takes for a move.
fn without_commas(game: &mut GameRecord) {
    let name = |name: &String| name.replace(',', ";");
    game.players = game.players.each_ref().map(name);
}

fn read_everything(text: &str) {
    let _ = records::read(text.as_bytes(), &ReadOptions::default());
    let _ = psq::read(text);
    let _ = rec::read(text);
    for tree in sgf::read(text.as_bytes(), &ReadOptions::default()).games {
        let written = sgf::write(&tree);
        let again = sgf::read(written.as_bytes(), &ReadOptions::default());
        assert_eq!(again.games, [tree], "{text:?} was written as {written:?}");
    }
    let _ = json::read(text);
    let _ = json::read_all(text);
    let _ = lines::read(text);
    let _ = opening_list::read(text, 15, 15);
    let _ = opening_list::read(text, 5, 22);
    let _ = text.parse::<PositionRecord>();
}

/// The text with some characters cut out, doubled or replaced.
fn damaged(text: &str, damages: &[(Index, u8, char)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (index, kind, c) in damages {
        let at = index.index(chars.len().max(1)).min(chars.len());
        match kind % 4 {
            0 => chars.truncate(at),
            1 => chars.insert(at, *c),
            2 if at < chars.len() => chars[at] = *c,
            _ if at < chars.len() => drop(chars.remove(at)),
            _ => (),
        }
    }
    chars.into_iter().collect()
}

/// A file of openings in the pos form, for boards of this height.
fn write_pos(openings: &[Opening], height: usize) -> String {
    let name = |&square: &Square| square_name(square, height);
    let line = |opening: &Opening| opening.squares.iter().map(name).collect::<String>() + "\n";
    openings.iter().map(line).collect()
}

/// A file of openings in the offset form, for boards of this size.
fn write_offset(openings: &[Opening], width: usize, height: usize) -> String {
    let center = |side: usize| (side / 2) as i64;
    let offset = |square: &Square| {
        let x = square.x() as i64 - center(width);
        let y = square.y() as i64 - center(height);
        format!("{x},{y}")
    };
    let line = |opening: &Opening| {
        let offsets: Vec<String> = opening.squares.iter().map(offset).collect();
        offsets.join(", ") + "\n"
    };
    openings.iter().map(line).collect()
}

/// Every form of a game.
fn written(game: &GameRecord) -> [String; 6] {
    let squares: Vec<Square> = game
        .moves
        .iter()
        .filter_map(|played| played.square)
        .collect();
    let openings = [Opening { squares }];
    [
        psq::write(game),
        rec::write(game),
        write_sgf(game),
        json::write(game),
        write_pos(&openings, game.height),
        write_offset(&openings, game.width, game.height),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn json_and_sgf_keep_everything(game in games()) {
        prop_assert_eq!(&json::read(&json::write(&game)).unwrap(), &game);
        let read = read_sgf(&write_sgf(&game)).unwrap();
        prop_assert_eq!(read, [game]);
    }

    #[test]
    fn files_of_several_games(games in vec(games(), 1..4)) {
        let text: String = games.iter().map(write_sgf).collect();
        prop_assert_eq!(&read_sgf(&text).unwrap(), &games);
        let text: Vec<String> = games.iter().map(json::write).collect();
        prop_assert_eq!(&json::read_all(&text.join("\r\n")).unwrap(), &games);
    }

    #[test]
    fn psq_keeps_what_it_can(mut game in games()) {
        without_commas(&mut game);
        let read = psq::read(&psq::write(&game)).unwrap();
        prop_assert_eq!(psq::read(&psq::write(&game).replace('\n', "\r\n")).unwrap(), read.clone());
        prop_assert_eq!(line_of(&read), in_piskvork(&game));
    }

    #[test]
    fn rec_keeps_what_it_can(mut game in games()) {
        without_commas(&mut game);
        let fits = |played: &RecordedMove| {
            played.square.is_none_or(|square| square.x() < 20 && square.y() < 20)
        };
        game.moves.retain(fits);
        game.rule = None;
        end_at_five(&mut game);
        let read = rec::read(&rec::write(&game)).unwrap();
        (game.width, game.height) = (20, 20);
        prop_assert_eq!(line_of(&read), in_piskvork(&game));
    }

    #[test]
    fn openings_are_read_as_written(game in games(), symmetry in 0..8usize) {
        let (width, height) = (game.width, game.height);
        let board = Board::new(width, height).unwrap();
        let symmetry = Symmetry::of_size(width, height).nth(symmetry % 4).unwrap();
        let stones = game.moves.iter().filter_map(|played| played.square);
        let squares: Vec<Square> = stones.map(|square| symmetry.apply(square, &board)).collect();
        prop_assume!(!squares.is_empty());
        let openings = [Opening { squares }];
        let text = write_pos(&openings, height);
        prop_assert_eq!(&opening_list::read(&text, width, height).unwrap()[..], &openings);
        let text = write_offset(&openings, width, height);
        prop_assert_eq!(&opening_list::read(&text, width, height).unwrap()[..], &openings);
    }

    #[test]
    fn lines_are_read_as_written(game in games(), rule in rules(), id in "[a-z -]{0,9}") {
        let board = game.board().unwrap();
        let id = id.trim().to_string();
        let record = PositionRecord { id, rule, board };
        let read = lines::read(&lines::write(&record)).unwrap().remove(0);
        prop_assert_eq!((&read.id, read.rule), (&record.id, record.rule));
        prop_assert_eq!(read.board.moves(), record.board.moves());
        prop_assert_eq!(read.board, record.board);
    }

    #[test]
    fn any_text_is_survived(text in any::<String>(), bytes in vec(any::<u8>(), 0..200)) {
        read_everything(&text);
        read_everything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_text_of_the_usual_characters_is_survived(text in "[a-z0-9();\\[\\]\\\\,:x.\\-#{}\" \r\n]{0,80}") {
        read_everything(&text);
        read_everything(&format!("Piskvorky 15x15, 0:0, 0\n{text}"));
        read_everything(&format!("(;{text}"));
        read_everything(&format!("(;GM[4]SZ[5]AB[{text}"));
        read_everything(&format!("a; renju; 15; {text}"));
    }

    #[test]
    fn damaged_files_are_survived(
        game in games(),
        damages in vec((any::<Index>(), any::<u8>(), any::<char>()), 1..6),
    ) {
        for text in written(&game) {
            read_everything(&damaged(&text, &damages));
        }
    }

    /// Any value can be written, and what comes of it is survived too.
    #[test]
    fn impossible_games_are_written(
        mut game in games(),
        size in (any::<usize>(), any::<usize>()),
        squares in vec(option::of(0..SQUARES), 0..9),
        reason in any::<String>(),
        time in any::<u64>(),
    ) {
        (game.width, game.height) = size;
        game.moves = squares
            .into_iter()
            .map(|index| RecordedMove {
                square: index.map(Square::from_index),
                time: Duration::new(time, 999_999_999),
            })
            .collect();
        game.players = [reason.clone(), reason.clone()];
        game.reason = reason;
        prop_assert!(game.board().is_err() || game.width <= MAX_SIDE);
        for text in written(&game) {
            read_everything(&text);
        }
        // Only line breaks of our own.
        prop_assert_eq!(json::write(&game).lines().count(), 1);
        prop_assert_eq!(psq::write(&game).lines().count(), game.moves.len() + 4);
    }
}

/// What a reader says about the damaged form of a good file.
#[track_caller]
fn assert_place<T>(read: Result<T, ParseError>, line: usize, column: usize) {
    let error = read.err().expect("an error");
    assert_eq!((error.line, error.column), (line, column), "{error}");
}

#[test]
fn errors_of_every_format_have_their_places() {
    let psq = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n";
    assert_place(psq::read(&psq.replace("11:", "11 ")), 1, 21);
    assert_place(psq::read(&format!("{psq}8,8,0")), 3, 1);
    assert_place(psq::read(&format!("{psq}7,7,99999999999")), 3, 5);
    assert_place(rec::read("a\r\nb\r\n1,1\r\n2,20"), 4, 1);
    assert_place(read_sgf("(;SZ[15]\n;B[hh]\n;W[ééé])"), 3, 4);
    assert_place(json::read_all("\n{\"width\":15,}"), 2, 13);
    assert_place(opening_list::read("h8\n\n  0,0, 8,0\n", 15, 15), 3, 8);
    assert_place(lines::read("# é\né; renju; 15; h8i99"), 2, 17);
    let error = psq::read("Piskvorky 15xx, 0:0, 0").unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 14: 'x' is not a number");
}

/// A line or word that fits nowhere is an error, never left out.
#[test]
fn nothing_is_skipped_in_silence() {
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n";
    let json = r#"{"width":15,"height":15,"moves":"h8i9""#;
    assert_place(psq::read(&format!("{psq}9,x,0\n")), 3, 1);
    assert_place(psq::read(&format!("{psq}9,x,0\na\nb\n-1\n")), 3, 1);
    assert_place(psq::read(&format!("{psq}a\n9,,0\n-1\n")), 4, 1);
    assert_place(psq::read(&format!("{psq}9 9 0\na\nb\n-1\n")), 5, 1);
    assert_place(rec::read("a\nb\n1,1,0\n1,x,0\n"), 4, 1);
    assert_place(rec::read("a\n1;1,0\n1,1,0\n"), 2, 1);
    assert_place(json::read(&format!("{json},\"opennings\":1}}")), 1, 50);
    assert_place(json::read(&format!("{json}}} x")), 1, 41);
    assert_place(read_sgf("(;SZ[15];B[hh]W[ih][ii])"), 1, 21);
    assert_place(read_sgf("(;SZ[15];B[hh];W[ih] ii)"), 1, 24);
    assert_place(opening_list::read("h8i9 10", 15, 15), 1, 6);
    assert_place(lines::read("a; renju; 15; h8i9 (lost)"), 1, 20);
    assert_place(lines::read("a; renju; h8i9"), 1, 15);
}

/// No game goes on after a five, by the rule of the file or, where a file says
/// none, by every rule.
#[test]
fn games_end_at_a_five() {
    let moves = |stones: &str| -> String {
        let played = |(turn, x): (usize, char)| format!("{},{},0\n", x, 1 + turn % 2 * 4);
        stones.chars().enumerate().map(played).collect()
    };
    let head = "Piskvorky 15x15, 11:11, 0\n";
    assert!(psq::read(&format!("{head}{}-1\n", moves("112233445"))).is_ok());
    assert_place(
        psq::read(&format!("{head}{}-1\n", moves("1122334455"))),
        11,
        1,
    );
    assert_place(
        rec::read(&format!("a\nb\n{}-1\n", moves("1122334455"))),
        12,
        1,
    );
    // A five with a white stone at both ends is one in freestyle, none in caro.
    let json = |rule: &str| {
        format!(
            "{{\"rule\":{rule},\"width\":15,\"height\":15,\
             \"moves\":\"b1a1c1g1d1a5e1b5f1c5\"}}"
        )
    };
    assert_place(json::read(&json("\"freestyle\"")), 1, 71);
    assert!(json::read(&json("\"caro\"")).is_ok());
    assert!(json::read(&json("null")).is_ok());
}

/// A file that was cut off is an error, as far as its end can be known.
#[test]
fn files_that_were_cut_off_are_errors() {
    let mut game = GameRecord::new(15, 15);
    for square in [7, 8, 30].map(Square::from_index) {
        let time = Duration::from_millis(120);
        game.moves.push(RecordedMove {
            square: Some(square),
            time,
        });
    }
    game.players = ["first".to_string(), "second".to_string()];
    game.reason = "timeout".to_string();
    let text = json::write(&game);
    (1..text.len()).for_each(|end| assert!(json::read_all(&text[..end]).is_err(), "{end}"));
    let text = write_sgf(&game);
    (0..text.len() - 1).for_each(|end| assert!(read_sgf(&text[..end]).is_err(), "{end}"));
    let text = psq::write(&game);
    let (names, code) = (text.find("first").unwrap(), text.len() - "15\n".len());
    (names + 1..=code).for_each(|end| assert!(psq::read(&text[..end]).is_err(), "{end}"));
}

/// A byte order mark, CR LF and no line break at the end change nothing.
#[test]
fn the_ways_of_writing_lines_are_all_the_same() {
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,5\na\nb\n-1\n";
    let rec = "a\nb\n8,8,0\n9,9,5\n-1\n";
    let sgf = "(;SZ[15]\n;B[hh]\n;W[ii])\n";
    let json = "{\"width\":15,\n\"height\":15,\"moves\":\"h8\"}\n";
    let line = "a; renju; 15; h8i9\n";
    let forms = |text: &str| {
        let text = text.to_string();
        let crlf = text.replace('\n', "\r\n");
        let bare = text.trim_end().to_string();
        [
            format!("\u{feff}{text}"),
            format!("\u{feff}{crlf}"),
            crlf,
            bare,
        ]
    };
    for text in forms(psq) {
        assert_eq!(psq::read(&text), psq::read(psq));
    }
    for text in forms(rec) {
        assert_eq!(rec::read(&text), rec::read(rec));
    }
    for text in forms(sgf) {
        assert_eq!(read_sgf(&text), read_sgf(sgf));
    }
    for text in forms(json) {
        assert_eq!(json::read(&text), json::read(json));
    }
    for text in forms(line) {
        let read = lines::read(&text).unwrap().remove(0);
        assert_eq!(lines::write(&read), line.trim_end());
        assert_eq!(
            opening_list::read(&text, 15, 15),
            opening_list::read("h8i9", 15, 15)
        );
    }
}

/// Sizes and numbers of any length cost no memory.
#[test]
fn large_numbers_are_errors() {
    let nines = "9".repeat(1000);
    for text in [
        format!("Piskvorky {nines}x{nines}, 0:0, 0"),
        "Piskvorky 2147483647x2147483647, 0:0, 0".to_string(),
    ] {
        assert_place(psq::read(&text), 1, 11);
    }
    assert_place(read_sgf(&format!("(;SZ[{nines}])")), 1, 6);
    assert_place(read_sgf("(;SZ[4294967295])"), 1, 6);
    assert_place(lines::read("a; renju; 4294967295;"), 1, 11);
    let huge = format!("{{\"width\":{},\"height\":15,\"moves\":\"\"}}", u64::MAX);
    assert_place(json::read(&huge), 1, 1);
    assert!(opening_list::read("h8", usize::MAX, 15).is_err());
    assert!(json::read(&"[".repeat(1_000_000)).is_err());
}

/// As Gomocup's referee writes a game, with moves of our own.
#[test]
fn a_psq_of_a_tournament() {
    let text = "Piskvorky 20x20, 11:11, 0\r\n8,14,0\r\n7,15,0\r\n6,15,0\r\n9,13,812\r\n\
                10,12,1503\r\nTENGEN26.zip\r\nOTHER25.zip\r\n-1\r\n";
    let game = psq::read(text).unwrap().main_line().unwrap();
    assert_eq!(game.players, ["TENGEN26.zip", "OTHER25.zip"]);
    assert_eq!((game.opening, game.moves.len()), (3, 5));
    assert_eq!(moves_text(&game.board().unwrap()), "h7g6f6i8j9");
    assert_eq!(psq::write(&game), text.replace('\r', ""));
}

/// With variations, comments, escapes and a soft line break.
#[test]
fn an_sgf_of_an_editor() {
    let text = "(;SZ[15]GM[4]FF[4]CA[UTF-8]AP[Editor:1.0]ST[2]\r\nPB[A \\[1\\]]PW[B\\\\C]\r\n\
                GC[a long\\\r\n comment (with ; and \\] in it)]RE[B+Resign]RU[Renju]\r\n\
                ;B[hh]LB[hg:A][ig:B](;W[ig];B[ii]C[best];W[](;B[jj])(;B[kk]))(;W[hg]\r\n\
                (;B[aa])(;B[ab]C[)\\])])))\r\n";
    let game = read_sgf(text).unwrap().remove(0);
    assert_eq!(game.players, ["A [1]", "B\\C"]);
    assert_eq!(game.rule, Some(Rule::Renju));
    assert_eq!(game.reason, "resignation");
    assert_eq!(moves_text(&game.board().unwrap()), "h8i9i7--j6");
}

/// The form of Gomocup's openings, and the same in letters.
#[test]
fn openings_of_gomocup() {
    let text = "8,-3, 6,-4, 5,-4\r\n-1,0, 1,1, 0,-2\r\n";
    let read = opening_list::read(text, 20, 20).unwrap();
    assert_eq!(write_pos(&read, 20), "s13q14p14\nj10l9k12\n");
    assert_eq!(write_offset(&read, 20, 20), text.replace('\r', ""));
}

/// The files of this project.
#[test]
fn our_own_positions_are_read() {
    for text in [
        include_str!("../../bench-positions/bench.txt"),
        include_str!("../../bench-positions/games.txt"),
    ] {
        let records = lines::read(text).unwrap();
        let comments = |line: &&str| !line.starts_with('#');
        let written: Vec<String> = records.iter().map(lines::write).collect();
        assert_eq!(written, text.lines().filter(comments).collect::<Vec<_>>());
    }
}
