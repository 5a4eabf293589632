use proptest::prelude::*;

use super::*;
use crate::board::notation::moves_text;

fn found(bytes: &[u8]) -> (Format, Vec<String>) {
    let read = read(bytes, &ReadOptions::default()).unwrap();
    let moves = |tree: &GameTree| moves_text(&tree.main_line().unwrap().board().unwrap());
    (read.format, read.games.iter().map(moves).collect())
}

#[test]
fn the_kind_is_found_by_the_content() {
    let lib = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\x78\0\x69\x40";
    let json = br#"{"width":15,"height":15,"moves":"h8i9"}"#;
    for (bytes, format) in [
        (&lib[..], Format::Lib),
        (b"\x02\x70\x62", Format::YixinPos),
        (json, Format::Jsonl),
        (b"\n(;GM[4]FF[4]SZ[15];B[hh];W[ig])", Format::Sgf),
        (b"see ( ;SZ[15];B[hh] ;W[ig] )", Format::Sgf),
        (b";B[hh];W[ig]", Format::Sgf),
        (
            b"<?xml version=\"1.0\"?><games><game id=\"1\"><move>h8 i9</move></game></games>",
            Format::RenjuNet,
        ),
        (b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n", Format::Psq),
        (b"https://gomocalc.com/#/h8i9", Format::Link),
        (b"15\n15\n2\n7 7\n6 8\n", Format::YixinSav),
        (b"h8i9", Format::Moves),
        (b"8,8 9,7", Format::Moves),
        (b"a; renju; 15; h8i9", Format::Moves),
        (b"\xff\xfeh\08\0i\09\0", Format::Moves),
    ] {
        let shown = String::from_utf8_lossy(bytes);
        assert_eq!(found(bytes), (format, vec!["h8i9".to_string()]), "{shown}");
        assert_eq!(format_of(bytes), Ok(format), "{shown}");
    }
    assert_eq!(
        found(b"a\nb\n7,7,0\n8,6,0\n"),
        (Format::Rec, vec!["h13i14".to_string()])
    );
    assert_eq!(found(b"...../..X../..O../...../.....").1, ["c4c3"]);
}

#[test]
fn what_is_no_game_says_so() {
    for (bytes, error) in [
        (&b""[..], "line 1, column 1: the file is empty"),
        (b"\xef\xbb\xbf\n", "line 1, column 1: the file is empty"),
        (
            b" <html>",
            "line 1, column 2: there is no <game>, as in a base of RenjuNet",
        ),
        (b"what is this", "line 1, column 1: 'what' is not a move"),
        (
            b"....\n....\n",
            "line 1, column 1: board 4x2 is not supported (5 to 22 squares a side)",
        ),
        (b"{}", "line 1, column 2: the field 'width' is missing"),
    ] {
        let found = read(bytes, &ReadOptions::default()).unwrap_err();
        assert_eq!(found.to_string(), error);
    }
}

#[test]
fn bad_games_are_told_and_the_others_read() {
    let text = "{\"width\":15,\"height\":15,\"moves\":\"h8\"}\n\n{\"width\":15}\n{\"width\":15,\"height\":15,\"moves\":\"i9\"}\n";
    let read = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(read.games.len(), 2);
    assert_eq!(read.errors.len(), 1);
    assert_eq!(read.errors[0].0, 2);
    assert_eq!(read.errors[0].1.line, 3);
}

#[test]
fn the_rule_is_set_where_the_file_says_none() {
    let options = ReadOptions {
        rule: Some(crate::types::Rule::Renju),
        ..ReadOptions::default()
    };
    let read = read(b"h8i9", &options).unwrap();
    assert_eq!(read.games[0].facts.rule, options.rule);
}

/// Pieces of files of all kinds.
const PIECES: [&str; 24] = [
    "(;GM[4]SZ[15]",
    ";B[hh]",
    ";W[ig]",
    "C[a]",
    ")",
    "(",
    "AB[aa][bb]",
    "Piskvorky 15x15, 11:11, 0\n",
    "8,8,5\n",
    "-1\n",
    "name\n",
    "<game id=\"1\" black=\"2\">",
    "<move>h8 i9",
    "</move>",
    "</game>",
    "<player id=\"2\" name=\"a\"/>",
    "15\n",
    "7 7\n",
    "h8",
    "i9 ",
    "https://a.b/#/",
    "%",
    "{\"width\":15,",
    "\u{feff}",
];

fn some_file() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        9 => prop::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn any_file_is_read_or_refused(bytes in some_file()) {
        if let Ok(read) = read(&bytes, &ReadOptions::default()) {
            for tree in read.games {
                let _ = tree.main_line();
                prop_assert!(tree.len() <= bytes.len() + 1);
            }
        }
    }
}
