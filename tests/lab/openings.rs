//! Openings that the program finds, and those that come with it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::common::rig::{Report, Running, SOON, ms, run};
use tengen::board::Board;
use tengen::board::notation::play_moves;
use tengen::game::{CanonicalOpening, SearchedOpening};
use tengen::lab::balanced_openings::canonical;
use tengen::rules;
use tengen::types::Rule;

/// Sizes of boards, as the command and as numbers.
const SIZES: [(&str, usize, usize); 3] = [("15", 15, 15), ("20", 20, 20), ("10x12", 10, 12)];

/// Lets the program look for openings.
fn find(args: &str) -> Report {
    let words: Vec<&str> = args.split(' ').collect();
    run(&[&["openings", "--nodes", "2000"], &words[..]].concat())
}

/// The openings of a text: all lines but comments.
fn lines(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

/// Reads openings, which must be legal, unfinished, free of forbidden stones,
/// and all different.
#[track_caller]
fn sound(text: &str, rule: Rule, width: usize, height: usize) -> Vec<Board> {
    let mut known = BTreeSet::new();
    let mut boards = Vec::new();
    for line in lines(text) {
        let mut played = Board::new(width, height).expect("a size");
        play_moves(&mut played, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut board = Board::new(width, height).expect("a size");
        for square in played.moves() {
            board.place(square.unwrap_or_else(|| panic!("{line}: a pass")));
            assert_eq!(rules::outcome(&board, rule), None, "{rule}: {line}");
        }
        assert!(known.insert(canonical(&board)), "{line} is there twice");
        boards.push(board);
    }
    boards
}

#[test]
fn openings_are_sound_under_every_rule() {
    for rule in Rule::ALL {
        for (size, width, height) in SIZES {
            let report = find(&format!("--count 4 --rule {rule} --size {size}"));
            report.assert_ok();
            let boards = sound(&report.out, rule, width, height);
            assert_eq!(boards.len(), 4, "{}", report.all());
            for board in &boards {
                let stones = board.stone_count();
                assert!((3..=8).contains(&stones), "{}", report.all());
            }
            let comment = report.out.lines().next().unwrap_or("");
            let wanted = format!("# {rule} {width}x{height}, 4 openings");
            assert!(comment.starts_with(&wanted), "{comment}");
        }
    }
}

#[test]
fn the_number_of_stones_is_as_wanted() {
    for (least, most) in [(2, 2), (4, 4), (5, 9), (10, 11)] {
        let report = find(&format!(
            "--count 6 --least {least} --most {most} --limit 300"
        ));
        report.assert_ok();
        let boards = sound(&report.out, Rule::Freestyle, 15, 15);
        assert_eq!(boards.len(), 6, "{}", report.all());
        for board in &boards {
            let stones = board.stone_count();
            assert!((least..=most).contains(&stones), "{}", report.all());
        }
    }
}

#[test]
fn the_seed_decides_and_not_the_number_of_threads() {
    let with = |seed: u64, threads: usize| {
        let report = find(&format!("--count 12 --seed {seed} --threads {threads}"));
        report.assert_ok();
        lines(&report.out).join("\n")
    };
    let one = with(1, 1);
    assert_eq!(with(1, 2), one);
    assert_eq!(with(1, 3), one);
    assert_eq!(with(1, 1), one);
    let other = with(2, 2);
    assert_ne!(other, one);
    // Neither of them shares much with the other.
    let shared = lines(&other).into_iter().filter(|line| one.contains(line));
    assert!(shared.count() < 3, "{one}\n--\n{other}");
}

#[test]
fn fewer_openings_are_a_part_of_more() {
    let with = |count: usize| {
        let report = find(&format!("--count {count} --threads 2"));
        report.assert_ok();
        let lines = lines(&report.out).into_iter();
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    let (few, many) = (with(4), with(9));
    assert_eq!(few, many[..4]);
}

/// Of the same openings a longer search leaves some out, and adds none.
#[test]
fn a_check_drops_openings() {
    let report = find("--count 40 --limit 30");
    report.assert_ok();
    let all = lines(&report.out);
    let report = find("--count 8 --limit 30 --check-nodes 20000");
    report.assert_ok();
    let header = report.out.lines().next().unwrap_or("");
    assert!(header.contains(" 2000 nodes, then 20000, "), "{header}");
    let places = lines(&report.out)
        .into_iter()
        .map(|one| all.iter().position(|&any| any == one));
    let places: Vec<usize> = places.map(|place| place.expect("among all")).collect();
    assert!(places.is_sorted() && places[7] > 7, "{places:?}");
}

#[test]
fn a_bias_is_a_score_for_black() {
    let report = find("--count 5 --bias 150 --limit 50 --most 6");
    report.assert_ok();
    let biased = lines(&report.out).join("\n");
    let report = find("--count 5 --bias -150 --limit 50 --most 6");
    report.assert_ok();
    assert_ne!(lines(&report.out).join("\n"), biased);
}

#[test]
fn impossible_wishes_are_errors() {
    let cases = [
        ("--least 1", "from 2 to 22"),
        ("--most 0", "from 2 to 22"),
        ("--least 5 --most 4", "5 to 4 stones"),
        ("--most 16", "3 to 16 stones"),
        ("--size 5 --most 6", "3 to 6 stones"),
        ("--size 4 --most 4", "not supported"),
        ("--size 23", "not supported"),
        ("--size 15x", "WIDTHxHEIGHT"),
        ("--rule go", "unknown rule 'go'"),
        ("--count=-1", "count"),
        ("--bias x", "bias"),
        // So many stones in a small space always make a threat.
        ("--size 22 --least 22 --most 22", "no opening"),
    ];
    for (args, why) in cases {
        find(args).assert_error(why);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_what_was_found() {
    let mut running = Running::start(&["openings", "--count", "1000000", "--nodes", "2000"]);
    let since = Instant::now();
    running.wait_until("some time", || since.elapsed() > ms(1_500));
    running.signal("INT");
    let report = running.wait_for(SOON);
    assert_eq!(report.code, Some(1), "{}", report.all());
    let found = sound(&report.out, Rule::Freestyle, 15, 15).len();
    let said = format!("{found} of 1000000 openings found");
    assert!(report.err.contains(&said), "{}", report.all());
}

#[test]
fn no_openings_are_none() {
    let report = find("--count 0");
    report.assert_ok();
    assert!(lines(&report.out).is_empty(), "{}", report.all());
}

/// The rule and the side of a set of openings that comes with the program, by
/// its name.
fn set_of(name: &str) -> Option<(Rule, usize)> {
    let name = name.strip_prefix("openings-")?.strip_suffix(".txt")?;
    let (rule, side) = name.split_once('-').expect("a rule and a side");
    Some((rule.parse().expect("a rule"), side.parse().expect("a side")))
}

#[test]
fn the_sets_that_come_with_it_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench-positions");
    for file in fs::read_dir(folder).expect("the folder") {
        let file = file.expect("a file");
        let name = file.file_name().to_string_lossy().into_owned();
        let Some((rule, side)) = set_of(&name) else {
            continue;
        };
        let text = fs::read_to_string(file.path()).expect("a text");
        let boards = sound(&text, rule, side, side);
        assert!(boards.len() >= 200, "{name}: {}", boards.len());
        println!("{name}: {} openings", boards.len());
    }
}

/// What `openings named` says with these arguments.
fn named(args: &str) -> String {
    let words = args.split_whitespace();
    let words: Vec<&str> = ["openings", "named"].into_iter().chain(words).collect();
    let report = run(&words);
    report.assert_ok();
    report.out
}

/// The table's lines without what searches change: where it comes from and the
/// figures, of which each is a word.
fn form(table: &str) -> Vec<String> {
    let is_row = |line: &&str| !line.starts_with('#');
    let plain = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let percents = words.iter().filter(|&&word| word == "%").count();
        let figures = words.iter().position(|&word| word == "%");
        let name = words[..figures.map_or(words.len(), |at| at - 1)].join(" ");
        let said = words.iter().skip_while(|word| **word != "%").skip(9);
        let said: Vec<&str> = said.copied().collect();
        format!("{name} {percents} {}", said.join(" "))
    };
    table.lines().filter(is_row).map(plain).collect()
}

#[test]
fn the_named_openings_are_shown_and_searched_in_one_form() {
    let known = named("");
    let rows = form(&known);
    // A heading, and all openings with figures for both rules.
    assert_eq!(rows.len(), 27, "{known}");
    assert!(rows[1..].iter().all(|row| row.contains(" 2 ")), "{known}");
    let kagetsu = "4D 花月 花月 Kagetsu (flower moon) 2 black wins (renju.in;";
    assert!(rows[4].starts_with(kagetsu), "{}", rows[4]);
    let few = named("--nodes 300 --threads 1");
    assert_eq!(form(&few), rows);
    assert_eq!(named("--nodes 300 --threads 3"), few);
    assert!(few.starts_with("# commit "), "{few}");

    let data = named("--nodes 300 --data --commit abc");
    assert!(data.starts_with("# commit abc "), "{data}");
    let found: Vec<SearchedOpening> = lines(&data)
        .into_iter()
        .map(|line| line.parse().unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let wanted = SearchedOpening::RULES
        .into_iter()
        .flat_map(|rule| CanonicalOpening::all().iter().map(move |one| (rule, one)));
    assert!(found.iter().map(|one| (one.rule, one.opening)).eq(wanted));
    assert!(found.iter().all(|one| one.nodes == 300), "{data}");
    // What the program has is the file that it was built with.
    let file = include_str!("../../src/game/named_opening/searched.txt");
    assert_eq!(named("--data"), file);
}
