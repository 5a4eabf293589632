//! Hostile files of all kinds but SGF: whatever the bytes are, the readers return trees
//! and errors, what was read can be written, and memory and time stay a small multiple
//! of the file's.
//!
//! `TENGEN_FUZZ_FILES` is the number of damaged files of each kind, `TENGEN_FILE_BYTES`
//! the size of the large ones; `TENGEN_FUZZ_SEED` chooses other files.

use std::fs;
use std::time::Instant;

use crate::common::driver::alone;
use crate::common::rng;
use crate::hostile::damage::damage;
use crate::hostile::{memory, seed, setting};
use rand::Rng;
use tengen::records::tree::GameTree;
use tengen::records::{self, ReadOptions, json, psq, rec, renlib, sgf};

/// The first bytes of a library.
const HEAD: &[u8] = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";

/// Files of each kind: a name, how they begin and how they go on.
const FILES: [(&str, &[u8], &[u8]); 10] = [
    (
        "library",
        HEAD,
        b"\0\x08one\x08two\0\x78\x01\0\x01a\0\x68\xc8ab\0\0\x69\x54\x11\x43\0\x01\xba\xda\0\0",
    ),
    (
        "old library",
        b"\x78\x80",
        b"\x68\x20b}\xdc\0\x69\x40\x6a\x40\x00\x02\x79\x40",
    ),
    (
        "base",
        b"<?xml version=\"1.0\"?><database><players><player id=\"1\" name=\"A\"/></players>",
        b"<games><game id=\"1\" black=\"1\" white=\"1\" rule=\"1\" bresult=\"0.5\" alt=\"a&amp;b\">\n\
          <move>h8 i9 -- j10</move><info>x &lt; y</info></game><game id=\"2\"/></games>",
    ),
    (
        "psq",
        b"Piskvorky 15x15, 11:11, 0\n",
        b"8,8,0\n9,7,3\n7,9,1\na.exe\nb\n-1\n1,Freestyle15_1\nmore\n",
    ),
    ("rec", b"a\nb\n", b"7,7,0\n8,6,12\n-1,-1,3\n15\n"),
    (
        "json",
        b"{\"width\":15,\"height\":15,",
        b"\"moves\":\"h8i9--\",\"times_ms\":[1,2,3],\"rule\":\"renju\",\"result\":null}\n",
    ),
    ("sav", b"15\n15\n3\n", b"7 7\n6 8\n8 6\n"),
    ("pos", b"\x05", b"\x70\x61\x7f\x8e\x71"),
    ("link", b"https://a.org/#", b"H8I9%J10%%15%0"),
    (
        "moves",
        b"1. h8 i9 ",
        b"2. \xef\xbc\xa8\xef\xbc\x97 -- pass (j10), B k11, white to move",
    ),
];

const WORDS: [&str; 16] = [
    "h8",
    "1,1,1\n",
    "<game ",
    "</game>",
    "<move>",
    "&#0;",
    "\"",
    "\n",
    "\u{feff}",
    "(;",
    "-1\n",
    "%",
    "{",
    "99999999999",
    "--",
    "五",
];

/// Writes a tree in every way; libraries and SGF are read again as they were written.
fn write(tree: &GameTree) {
    if let Ok(bytes) = renlib::write(tree) {
        let (again, said) = renlib::read(&bytes).expect("a library");
        assert!(said.is_empty(), "{said:?}");
        assert_eq!(renlib::write(&again).as_ref(), Ok(&bytes));
    }
    let again = sgf::read(sgf::write(tree).as_bytes(), &ReadOptions::default());
    assert!(again.games[..] == [tree.clone()], "{}", sgf::write(tree));
    if let Ok(game) = tree.main_line() {
        assert!(game.board().is_ok());
        json::read(&json::write(&game)).expect("JSON");
        let _ = (psq::write(&game), rec::write(&game));
    }
}

#[test]
fn damaged_files_of_every_kind_are_survived() {
    let _alone = alone();
    let files: u64 = setting("TENGEN_FUZZ_FILES", 4_000);
    let rng = &mut rng(seed("damaged files of other kinds", 10));
    for (name, begin, more) in FILES {
        let mut games = 0;
        for _ in 0..files {
            let mut bytes = more.to_vec();
            for _ in 0..rng.random_range(0..5) {
                damage(&mut bytes, rng, &WORDS, &[], 12);
            }
            let bytes = [begin, &bytes].concat();
            let Ok(read) = records::read(&bytes, &ReadOptions::default()) else {
                continue;
            };
            for tree in &read.games {
                write(tree);
                games += 1;
            }
        }
        println!("{name}: {games} games of {files} damaged files");
        assert!(games > files / 20, "{name}: too few to prove anything");
    }
}

/// A name, the beginning, what is repeated, the end.
type Large = (&'static str, &'static [u8], &'static [u8], &'static [u8]);

/// Large files of one kind each.
const LARGE: [Large; 16] = [
    ("siblings", HEAD, b"\x78\xc0", b"\x79\x40"),
    ("levels", HEAD, b"\0\0", b"\x78\x40"),
    ("pending siblings", HEAD, b"\x78\x80", b""),
    (
        "comments",
        HEAD,
        b"\x78\xc8\xba\xda\xc6\xe5 wins\x08\0",
        b"\x79\x40",
    ),
    ("board texts", HEAD, b"\x78\xc3\0\x01ab\0\0", b"\x79\x40"),
    ("one comment", HEAD, b"\0\x08words and words", b"\0"),
    (
        "games of a base",
        b"<games>",
        b"<game id=\"1\"><move>h8 i9 j10 k11</move></game>\n",
        b"",
    ),
    (
        "bad games of a base",
        b"<games>",
        b"<game id=\"1\"><move>h8 h8",
        b"",
    ),
    (
        "players",
        b"<game />",
        b"<player id=\"1\" name=\"a\"/>",
        b"",
    ),
    (
        "moves of a PSQ",
        b"Piskvorky 15x15, 1:1, 0\n",
        b"0,0,5\n",
        b"-1",
    ),
    (
        "lines after a PSQ",
        b"Piskvorky 15x15, 1:1, 0\n-1\n",
        b"a line\n",
        b"",
    ),
    (
        "objects",
        b"",
        b"{\"width\":15,\"height\":15,\"moves\":\"h8i9\"}\n",
        b"",
    ),
    ("passes", b"h8", b" --", b""),
    (
        "lines of moves",
        b"",
        b"h8i9j10k11l12m13g7f6e5d4c3b2\n",
        b"",
    ),
    ("a diagram", b"", b"X.O.X\n", b""),
    ("slashes", b"h8", b"/", b""),
];

/// Bytes of memory and nanoseconds for each byte of a file, whatever the size.
const MEMORY: u64 = 100;
const NANOSECONDS: u128 = 5_000;

#[test]
#[cfg(target_os = "linux")]
fn large_files_of_every_kind_need_little() {
    let _alone = alone();
    let size: usize = setting("TENGEN_FILE_BYTES", 2 << 20);
    for (name, begin, repeated, end) in LARGE {
        let bytes = [begin, &repeated.repeat(size / repeated.len()), end].concat();
        let resident = |key: &str| memory("self", key);
        // Forgets the peak so far.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let (before, since) = (resident("VmRSS"), Instant::now());
        let read = records::read(&bytes, &ReadOptions::default());
        let time = since.elapsed().as_nanos() / bytes.len() as u128;
        let needed = resident("VmHWM").saturating_sub(before) / bytes.len() as u64;
        let found = match &read {
            Ok(read) => format!("{} games, {} errors", read.games.len(), read.errors.len()),
            Err(error) => error.to_string(),
        };
        println!("{name}: {found}; {needed} bytes and {time} ns for each byte");
        assert!(
            needed <= MEMORY,
            "{name}: {needed} bytes of memory for each byte"
        );
        assert!(time <= NANOSECONDS, "{name}: {time} ns for each byte");
    }
}
