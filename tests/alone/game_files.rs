//! Hostile files: whatever the bytes are, a reader returns trees and errors, a tree
//! that was read is written so that it is read again as the same, and memory and
//! time stay a small multiple of the file's.
//!
//! `TENGEN_FUZZ_FILES` is the number of damaged files, `TENGEN_FILE_BYTES` the size of
//! the large ones; `TENGEN_FUZZ_SEED` chooses other files.

use std::fs;
use std::time::Instant;

use crate::common::driver::alone;
use crate::common::rng;
use crate::hostile::damage::damage;
use crate::hostile::{memory, seed, setting};
use rand::Rng;
use tengen::records::{ReadOptions, sgf};

/// Files as programs write them.
const FILES: [&[u8]; 9] = [
    b"(;FF[4]GM[4]SZ[15]PB[a]PW[b]RE[B+R];B[hh];W[ig]MS[12];B[gj]C[good \\] move])",
    b"(;GM[5]FF[4]5A[gg][hh]GN[a-b : RIF rule]RE[W+Resign]WR[3d*]KM[5.5]\r\n;B[hh];W[hg];)---",
    b"(;SZ[15]AB[hh][ii]AW[jj]PL[W];W[]C[a];AE[ii]PL[B]N[b];B[kk](;W[aa]TE[2])(;W[bb]BM[1]))",
    b"(;GM[4]CA[Shift_JIS]SZ[15]PB[\x83\x5c\x95\x5c]PW[\x94\x5c];B[hh])(;CA[GBK]PB[\xd5\x5c])",
    b"\xff\xfe(\0;\0S\0Z\0[\x001\x005\0]\0;\0B\0[\0h\0h\0]\0)\0",
    b"(;OR[swap2]OA[h8,a1,o15,more,c3]SZ[15];B[hh];W[ao];B[oa];W[cm])",
    b"(;SZ[15:13]LB[aa:1][bb:2]CR[cc]TR[dd:ff]AR[aa:bb];QPR[hh,hg,jf];QSLW[ig];B[gg]HO[2]BL[9.5])",
    b"(;FF[4]GM[4]EV[x]RU[4]RE[W+1]TE[time];B[hh]C[opening move];W[ih]C[7ms];B[ii]C[120ms])",
    b"(;PW[[\xe6\xa2\xb5]1]RE[\xe7\x99\xbd\xe8\x83\x9c];B[hh]W[hi](;B[tt](;W[aa])))\n(;GM[1];B[ss])",
];

/// Pieces that mean something.
const WORDS: [&str; 28] = [
    "(;",
    ")",
    "[",
    "]",
    "\\",
    ";",
    "(",
    ":",
    "B[",
    "W[hh]",
    "AB[aa:oo]",
    "AE[hh]",
    "PL[W]",
    "SZ[",
    "GM[1]",
    "CA[",
    "UTF-8]",
    "OA[]",
    "OS[3]",
    "RE[0]",
    "TE[1]",
    "C[",
    "LB[aa:",
    "\r\n",
    "\u{feff}",
    "五",
    "[]",
    "MS[5]",
];

/// Reads a file; what was read comes back from what is written. Returns how many
/// games there are.
fn check(bytes: &[u8]) -> usize {
    let options = ReadOptions::default();
    let read = sgf::read(bytes, &options);
    for tree in &read.games {
        let written = sgf::write(tree);
        let again = sgf::read(written.as_bytes(), &options);
        let shown = bytes.escape_ascii();
        assert!(
            again.errors.is_empty(),
            "{shown}\n{written}\n{:?}",
            again.errors
        );
        assert!(again.games[..] == [tree.clone()], "{shown}\n{written}");
        if let Ok(game) = tree.main_line() {
            assert!(game.board().is_ok(), "{shown}");
        }
    }
    read.games.len()
}

#[test]
fn damaged_files_of_sgf_are_survived() {
    let _alone = alone();
    let files: u64 = setting("TENGEN_FUZZ_FILES", 20_000);
    let rng = &mut rng(seed("damaged files", 9));
    let mut games = 0;
    for _ in 0..files {
        let mut bytes = FILES[rng.random_range(0..FILES.len())].to_vec();
        for _ in 0..rng.random_range(1..8) {
            damage(&mut bytes, rng, &WORDS, &FILES, 20);
        }
        games += check(&bytes);
    }
    println!("{files} damaged files, {games} games read");
    assert!(
        games as u64 > files / 4,
        "too few are read to prove anything"
    );
}

/// Large files of one kind each: a name, the beginning, what is repeated, the end.
const LARGE: [(&str, &str, &str, &str); 12] = [
    ("moves", "(;SZ[15]", ";B[hh];W[]", ")"),
    (
        "moves of ours",
        "(;SZ[15]",
        ";B[hh]MS[1234];W[ii]MS[99]",
        ")",
    ),
    (
        "comments",
        "(;SZ[15]",
        ";B[hh]C[some words about a move]",
        ")",
    ),
    ("variations", "(;SZ[15]", "(;B[hh])", ")"),
    ("a chain of variations", "(;SZ[15]", "(;B[hh]", ""),
    (
        "games",
        "",
        "(;GM[4]SZ[15]PB[a]PW[b]RE[B+];B[hh];W[ii];B[jj];W[kk];B[gg];W[ff])\n",
        "",
    ),
    ("bad games", "", "(;GM[4]SZ[15]PB[a]B[zz])\n", ""),
    ("games that are not closed", "", "(;GM[4]SZ[15];B[hh]\n", ""),
    ("one value", "(;SZ[15]C[", "\\]ab]", ")"),
    ("set-up stones", "(;SZ[15]AB", "[aa]", ")"),
    ("rectangles", "(;SZ[22]", ";CR[aa:vv]", ")"),
    ("brackets", "", "(", ""),
];

/// Bytes of memory and nanoseconds for each byte of a file, whatever the size. What
/// grows faster than the file needs a thousand times as much.
const MEMORY: u64 = 64;
const NANOSECONDS: u128 = 5_000;

#[test]
#[cfg(target_os = "linux")]
fn large_files_of_sgf_need_little() {
    let _alone = alone();
    let size: usize = setting("TENGEN_FILE_BYTES", 2 << 20);
    for (name, begin, repeated, end) in LARGE {
        let text = begin.to_string() + &repeated.repeat(size / repeated.len()) + end;
        let resident = |key: &str| memory("self", key);
        // Forgets the peak so far.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let (before, since) = (resident("VmRSS"), Instant::now());
        let read = sgf::read(text.as_bytes(), &ReadOptions::default());
        let time = since.elapsed().as_nanos() / text.len() as u128;
        let needed = resident("VmHWM").saturating_sub(before) / text.len() as u64;
        let (games, errors) = (read.games.len(), read.errors.len());
        println!(
            "{name}: {games} games, {errors} errors, {needed} bytes and {time} ns for each byte"
        );
        assert!(
            needed <= MEMORY,
            "{name}: {needed} bytes of memory for each byte"
        );
        assert!(time <= NANOSECONDS, "{name}: {time} ns for each byte");
        // How many rectangles are read depends on the file's length.
        if size <= 2 << 20 && games < 100 && name != "rectangles" {
            let again = |tree| sgf::read(sgf::write(tree).as_bytes(), &ReadOptions::default());
            assert!(
                read.games.iter().all(|tree| again(tree).games[0] == *tree),
                "{name}"
            );
        }
    }
}
