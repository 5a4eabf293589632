//! Letters of all encodings.

use super::*;
use crate::board::notation::moves_text;
use crate::records::tree::NodeId;

#[test]
fn games_have_encodings_of_their_own() {
    let encoded = |label: &str, text: &str| {
        let encoding = encoding::named(label).unwrap();
        encoding.encode(text).0.into_owned()
    };
    // Second bytes of these letters are a backslash and a bracket.
    let japanese = "(;GM[4]CA[Shift_JIS]SZ[15]PB[ソ表]PW[能]C[黒｝];B[hh])";
    let chinese = "(;GM[4]SZ[15]PB[誠]CA[Big5]PW[功許蓋];B[hh])";
    let simple = "(;GM[4]CA[GBK]SZ[15]PB[乗]PW[誠];B[hh])";
    let western = "(;GM[4]CA[ISO-8859-1]SZ[15]PB[é]PW[ß];B[hh])";
    let utf_8 = "(;GM[4]CA[UTF-8]SZ[15]PB[五é]PW[я];B[hh])";
    let mut bytes = Vec::new();
    for (label, text) in [
        ("shift_jis", japanese),
        ("big5", chinese),
        ("gbk", simple),
        ("latin1", western),
        ("utf-8", utf_8),
    ] {
        bytes.extend(encoded(label, text));
    }
    let read = read(&bytes, &ReadOptions::default());
    assert_eq!(
        (read.notices.as_slice(), read.errors.as_slice()),
        (&[][..], &[][..])
    );
    let names = |tree: &GameTree| {
        tree.facts
            .players
            .each_ref()
            .map(|player| player.name.clone())
    };
    let names: Vec<[String; 2]> = read.games.iter().map(names).collect();
    let wanted = [
        ["ソ表", "能"],
        ["誠", "功許蓋"],
        ["乗", "誠"],
        ["é", "ß"],
        ["五é", "я"],
    ];
    assert_eq!(names, wanted);
}

#[test]
fn encodings_that_are_not_said_are_guessed() {
    let game = |label: &str, words: &str| {
        let encoding = encoding::named(label).unwrap();
        let text = format!("(;GM[4]SZ[15]PB[a]C[{words}];B[hh])");
        encoding.encode(&text).0.into_owned()
    };
    for (label, words) in [
        ("gbk", "黑方先行，白方选择颜色，第三手之后交换"),
        ("big5", "黑方先行，白方選擇顏色，成功之後交換"),
        (
            "shift_jis",
            "黒が先に打ち、白は色を選ぶことができる。表と能",
        ),
        ("euc-kr", "흑이 먼저 두고 백이 색을 고를 수 있다"),
        ("windows-1251", "чёрные ходят первыми, белые выбирают цвет"),
        (
            "windows-1252",
            "Schwarz fängt an, Weiß wählt die Farbe für später",
        ),
    ] {
        let name = encoding::named(label).unwrap().name();
        let read = read(&game(label, words), &ReadOptions::default());
        let comment = &read.games[0].notes(NodeId::ROOT).unwrap().comment;
        assert_eq!(comment, words);
        let notice = format!("the encoding (CA) is not said; {name} is taken");
        assert_eq!(read.notices, [notice]);
    }
    // Too short for statistics, but a backslash would end the name.
    let text = b"(;SZ[15]PB[\xb3\x5c]PW[\xa5\x5c]RE[B+])";
    let short = read(text, &ReadOptions::default()).games.remove(0);
    assert_eq!(short.facts.players[0].name, "許");
    // UTF-8 needs no guess.
    let read = read(&game("utf-8", "五é"), &ReadOptions::default());
    assert_eq!(read.notices, [""; 0]);
}

#[test]
fn what_a_file_says_about_its_letters_may_be_wrong() {
    let words = "黑方先行，白方选择颜色，第三手之后交换";
    for (label, says, notice) in [
        (
            "gbk",
            "UTF-8",
            "the file says CA[UTF-8], but its letters are GBK",
        ),
        (
            "utf-8",
            "ISO-8859-1",
            "the file says CA[windows-1252], but its letters are UTF-8",
        ),
        (
            "gbk",
            "x-y",
            "the encoding 'x-y' is not known; GBK is taken",
        ),
    ] {
        let text = format!("(;GM[4]CA[{says}]SZ[15]C[{words}];B[hh])");
        let bytes = encoding::named(label).unwrap().encode(&text).0.into_owned();
        let read = read(&bytes, &ReadOptions::default());
        assert_eq!(read.games[0].notes(NodeId::ROOT).unwrap().comment, words);
        assert_eq!(read.notices, [notice]);
    }
    let words = [b"\x83\x5c".repeat(20).as_slice(), b"\x85\x5d"].concat();
    let text = [
        b"(;GM[4]CA[Shift_JIS]SZ[15]C[",
        words.as_slice(),
        b";B[hh])",
    ]
    .concat();
    let lost = read(&text, &ReadOptions::default());
    assert_eq!(
        lost.notices,
        ["some letters are not Shift_JIS and were lost"]
    );
    assert_eq!(lost.games[0].len(), 2);
}

#[test]
fn files_of_two_bytes_a_letter_are_read() {
    let text = "(;GM[4]FF[4]SZ[15]PB[五];B[hh];W[ig])";
    let bytes = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    let low = bytes(u16::to_le_bytes);
    let marked = [b"\xff\xfe", low.as_slice()].concat();
    for (bytes, notices) in [
        (marked, &[][..]),
        (low, &["the encoding is not said: UTF-16LE is taken"]),
        (
            bytes(u16::to_be_bytes),
            &["the encoding is not said: UTF-16BE is taken"],
        ),
        (b"(;SZ[15]PB[\x1b$B8^\x1b(B];B[hh];W[ig])".to_vec(), &[]),
    ] {
        let read = read(&bytes, &ReadOptions::default());
        let game = read.games[0].main_line().unwrap();
        assert_eq!(game.players[0], "五");
        assert_eq!(moves_text(&game.board().unwrap()), "h8i9");
        assert_eq!(read.notices, notices);
    }
}
