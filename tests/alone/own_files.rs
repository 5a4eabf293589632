//! Hostile files of our own kinds: libraries of positions, networks, games of selfplay,
//! suites, questions, proofs and learners. A damaged file is read or refused, whatever
//! its bytes are, and reading leaves it as it is.
//!
//! `TENGEN_FUZZ_OWN` is the number of damaged files of each kind; `TENGEN_FUZZ_SEED`
//! chooses other files.

use std::fs;
use std::time::Duration;

use crate::common::driver::alone;
use crate::common::rig::{Folder, run};
use crate::common::rng;
use crate::hostile::damage::damage;
use crate::hostile::{seed, setting};
use rand::Rng;
use tengen::board::Board;
use tengen::eval::network::{Network, write};
use tengen::lab::selfplay::GameSet;
use tengen::lab::{regret, suite};
use tengen::library::Library;
use tengen::proof::{self, ProofRecord};
use tengen::teach::Learner;
use tengen::types::Rule;

/// What is put into texts.
const WORDS: [&str; 14] = [
    "h8",
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "=1000",
    "\n",
    "-1",
    "1e999",
    "99999999999",
    "null",
];

/// Damages copies of a file at one to five places, and hands each to `read`.
fn each_damaged(what: &str, bytes: &[u8], mut read: impl FnMut(&[u8])) {
    let files: u64 = setting("TENGEN_FUZZ_OWN", 400);
    let rng = &mut rng(seed(what, 11));
    for _ in 0..files {
        let mut bytes = bytes.to_vec();
        for _ in 0..rng.random_range(1..6) {
            damage(&mut bytes, rng, &WORDS, &[], 12);
        }
        read(&bytes);
    }
}

/// The same for a text; `read` says whether it could be read.
fn each_damaged_text(what: &str, text: &str, read: impl Fn(&str) -> bool) {
    assert!(read(text), "{what}");
    let mut readable = 0;
    each_damaged(what, text.as_bytes(), |bytes| {
        readable += usize::from(std::str::from_utf8(bytes).is_ok_and(&read));
    });
    println!("{what}: {readable} can be read");
}

#[test]
fn damaged_libraries_are_refused_or_read() {
    let _alone = alone();
    let folder = Folder::new();
    let games = folder.write(
        "games.sgf",
        "(;GM[4]SZ[15]RU[renju]PB[ann]PW[bob]RE[B+];B[hh];W[hg]C[direct]LB[ig:A];B[ig](;W[gi])(;W[hi]))",
    );
    let path = folder.text("a.tdb");
    run(&["library", "import", &path, &games]).assert_ok();
    let whole = fs::read(&path).expect("a library");
    let mut board = Board::new(15, 15).expect("a size");
    board.place(board.center());
    let mut readable = 0;
    each_damaged("library", &whole, |bytes| {
        fs::write(&path, bytes).expect("a file");
        let opened = Library::read_within(path.as_ref(), Duration::ZERO);
        if let Ok(mut library) = opened {
            let _ = (library.size(), library.check());
            readable += usize::from(library.look(&board, Rule::Renju).is_ok());
        }
        assert_eq!(fs::read(&path).expect("a file"), bytes);
    });
    println!("library: {readable} can be read");
}

#[test]
fn damaged_networks_and_games_are_refused_or_read() {
    let _alone = alone();
    let folder = Folder::new();
    let path = folder.text("file");
    let whole = write(Network::embedded(Rule::Freestyle));
    let content = &whole[..whole.len() - 4];
    each_damaged("network", content, |bytes| {
        // Beyond the checksum too.
        let sum = crc32fast::hash(bytes).to_le_bytes();
        fs::write(&path, [bytes, &sum].concat()).expect("a file");
        let _ = Network::load(path.as_ref());
    });
    let games = folder.text("games");
    let made = "selfplay --rule renju --nodes 30 --games 4 --seed 1 --threads 1";
    let made: Vec<&str> = made.split(' ').chain([games.as_str()]).collect();
    run(&made).assert_ok();
    let whole = fs::read(&games).expect("games");
    each_damaged("games", &whole, |bytes| {
        fs::write(&path, bytes).expect("a file");
        let _ = GameSet::read(path.as_ref());
    });
}

#[test]
fn damaged_texts_are_refused_or_read() {
    let _alone = alone();
    let entry = r#"{"id":"a","rule":"renju","size":15,"black":["h8","h9"],"white":["i9"],"to_move":"white","answer":{"best":["g7"],"vcf":false,"forbidden":{}}}"#;
    each_damaged_text("suite", entry, |text| suite::read(text).is_ok());
    let question = "a; renju; 15; h8i9g7; j7=612 f6=600\n";
    each_damaged_text("questions", question, |text| regret::read(text).is_ok());
    let folder = Folder::new();
    let path = folder.text("proof");
    run(&["solve", "h8a1i8a15j8o1", "--proof", &path]).assert_ok();
    let proof = fs::read_to_string(&path).expect("a proof");
    each_damaged_text("proof", proof.trim_end(), |text| {
        let record: Result<ProofRecord, _> = text.parse();
        record.is_ok_and(|one| proof::check(&one.board, one.rule, &one.proof).is_ok())
    });
    let learner = serde_json::to_string(&Learner::default()).expect("JSON");
    each_damaged_text("learner", &learner, |text| {
        serde_json::from_str::<Learner>(text).is_ok()
    });
}
