//! The command line: what its errors look like, which values it takes, and
//! what people read.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Write, pipe};
use std::process::{Command, Stdio};

use crate::common::rig::{Folder, PROGRAM, Report, Running, SOON, run};
use tengen::board::Board;
use tengen::board::notation::{diagram, play_moves};
use tengen::params::Tunables;
use tengen::proof::ProofRecord;
use tengen::types::Square;

/// A win by fours in a file of positions.
const WIN: &str = r#"{"id":"one","rule":"renju","size":15,"black":["h8","h9","h10","i8","j8"],"white":["h7","a1","a3","c1"],"to_move":"black"}"#;

/// What is the value of no option that takes a number, a size or a word.
const ABSURD: [&str; 14] = [
    "",
    " ",
    "x",
    "-1",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1e30",
    "1.5",
    "0x10",
    "NaN",
    "inf",
    "-inf",
];

/// Values of the above that are not absurd for some options.
const MEANINGFUL: [(&str, &str); 4] = [
    ("--bias", "-1"),
    ("--seed", "18446744073709551615"),
    ("--each", ""),
    ("--each", " "),
];

/// Options that take any text: names of files, commits and players.
const ANY_TEXT: [&str; 5] = ["FILE", "FOLDER", "OUT", "COMMIT", "PLAYER"];

/// A sub-command with what it needs to run, and to be done soon.
struct Case {
    command: &'static str,
    /// Options and their values.
    options: Vec<(&'static str, String)>,
    /// The rest of its arguments.
    others: Vec<String>,
}

/// All sub-commands; `folder` has the files that they read.
fn cases(folder: &Folder) -> Vec<Case> {
    let game = folder.write("game.sgf", "(;FF[4]GM[4]SZ[15];B[hh];W[hg];B[ig])");
    let lost = folder.write("lost.sgf", "(;GM[4]SZ[15]PB[a]PW[b]RE[B+];B[hh];W[hg])");
    let (swings, puzzles) = (folder.text("swings"), folder.text("puzzles"));
    let games = folder.text("games");
    let relabelled = folder.text("relabelled");
    let tuning = folder.text("tuning");
    let network = folder.text("network");
    let library = folder.text("library");
    let merged = folder.text("merged");
    let asked = folder.text("asked");
    let kept = folder.text("kept");
    let questions = folder.write("questions", "a; renju; 15; h8i9g7; j7=612 f6=600");
    let case = |command, options: &[(&'static str, &str)], others: &[&str]| Case {
        command,
        options: options
            .iter()
            .map(|&(name, value)| (name, value.to_string()))
            .collect(),
        others: others.iter().map(|other| other.to_string()).collect(),
    };
    let few = [("--threads", "1"), ("--size", "9"), ("--nodes", "50")];
    let mut openings = vec![("--count", "1"), ("--limit", "20000")];
    openings.extend(few);
    let mut opening_games = vec![("--opening-rule", "swap2"), ("--games", "1")];
    opening_games.extend(few);
    let mut selfplay = vec![("--games", "2")];
    selfplay.extend(few);
    vec![
        // Its input ends at once.
        case("play", &[("--size", "9"), ("--nodes", "50")], &[]),
        // And so ends this one.
        #[cfg(feature = "board")]
        case(
            "board",
            &[("--port", "0"), ("--data", &kept)],
            &["--no-open", "--attached"],
        ),
        case("learn", &[], &[]),
        case("learn terms", &[], &["five"]),
        case("learn openings", &[], &["4D"]),
        case("learn formations", &[], &[]),
        case("learn maxims", &[], &[]),
        case("learn lesson", &[], &["1"]),
        case("learn puzzle", &[], &["1"]),
        case("analyze", &[("--nodes", "50")], &["h8"]),
        case("review", &[("--nodes", "50")], &[&game]),
        case("bench", &[("--depth", "1")], &[]),
        case("bench search", &[("--depth", "1")], &[]),
        case("bench board", &[], &[]),
        case("bench depths", &[("--nodes", "100")], &[]),
        case("bench threads", &[("--depth", "1")], &[]),
        case("forbidden", &[], &["h8"]),
        case("solve", &[], &["h8"]),
        case("verify", &[], &["proofs"]),
        case(
            "match",
            &[
                ("--engine", "self nodes=1 memory=1 name=a"),
                ("--engine", "self nodes=1 memory=1 name=b"),
                ("--games", "2"),
                ("--max-moves", "1"),
                ("--sprt", "0,5"),
            ],
            &[],
        ),
        case(
            "suite",
            &[("--engine", "self nodes=1 memory=1")],
            &["bench-positions/no-vcf.jsonl"],
        ),
        case("convert", &[("--to", "moves")], &[&game]),
        case("library", &[], &[]),
        case("library import", &[], &[&library, &lost]),
        // The library of the one before.
        case("library show", &[], &[&library, "h8"]),
        case(
            "library build",
            &[("--count", "1"), ("--nodes", "50")],
            &[&library, "h8"],
        ),
        case("library export", &[], &[&library, "h8"]),
        case("library merge", &[], &[&merged, &library]),
        case("library check", &[], &[&library]),
        case("openings", &openings, &[]),
        case("openings play", &opening_games, &[]),
        case(
            "openings named",
            &[("--nodes", "20"), ("--threads", "1")],
            &["--data"],
        ),
        case("selfplay", &selfplay, &[&games]),
        // The games of the one before.
        case(
            "relabel",
            &[("--nodes", "100"), ("--threads", "1")],
            &[&games, &relabelled],
        ),
        case("merge", &[], &[&folder.text("merged"), &games]),
        case("completions", &[], &["bash"]),
        case("man", &[], &[&folder.text("man1")]),
        case("fit", &[("--epochs", "1")], &[&games]),
        case(
            "train",
            &[("--out", &network), ("--epochs", "1"), ("--threads", "1")],
            &[&games],
        ),
        case("fit-scale", &[], &[&games]),
        case("games", &[], &[&games]),
        case("puzzles", &[("--games", "1"), ("--share", "1")], &[&games]),
        case("regret", &[("--nodes", "20")], &[&questions]),
        case(
            "regret make",
            &[
                ("--games", &games),
                ("--count", "1"),
                ("--moves", "2"),
                ("--nodes", "50"),
            ],
            &[&asked],
        ),
        case(
            "regret clear",
            &[("--nodes", "20"), ("--gap", "1"), ("--puzzles", &puzzles)],
            &[&questions],
        ),
        case(
            "regret swings",
            &[("--nodes", "50"), ("--loser", "b")],
            &[&swings, &lost],
        ),
        case(
            "tune",
            &[
                ("--knob", "lmr_base:9"),
                ("--engine", "self nodes=1 memory=1"),
                ("--pairs", "1"),
                ("--size", "9"),
            ],
            &[&tuning],
        ),
    ]
}

impl Case {
    /// The command line, with another value of one option.
    fn with(&self, option: &str, value: &str) -> Vec<String> {
        let mut words: Vec<String> = self.command.split(' ').map(str::to_string).collect();
        for (name, value) in &self.options {
            if *name != option {
                words.extend([name.to_string(), value.clone()]);
            }
        }
        if !option.is_empty() {
            words.extend([option.to_string(), value.to_string()]);
        }
        words.extend(self.others.iter().cloned());
        words
    }

    fn run_with(&self, option: &str, value: &str) -> Report {
        let words = self.with(option, value);
        run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

/// The help of a command (with blanks between its words).
fn help(command: &str) -> String {
    let words = command.split_whitespace().chain(["--help"]);
    let report = run(&words.collect::<Vec<_>>());
    report.assert_ok();
    report.out
}

/// The lines of a section of a help text.
fn section<'a>(help: &'a str, title: &str) -> impl Iterator<Item = &'a str> {
    let lines = help.lines().skip_while(move |&line| line != title).skip(1);
    lines.take_while(|line| !line.is_empty())
}

/// The headings below which helps list commands.
const COMMAND_GROUPS: [&str; 6] = [
    "Play and learn:",
    "Analyse:",
    "Engines:",
    "Development:",
    "Installation:",
    "Commands:",
];

/// All sub-commands that there are, by their helps.
fn all_commands() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![String::new()];
    while let Some(command) = open.pop() {
        let help = help(&command);
        for line in COMMAND_GROUPS
            .iter()
            .flat_map(|title| section(&help, title))
        {
            let name = line.split_whitespace().next().expect("a name");
            if name != "help" {
                open.push(format!("{command} {name}").trim().to_string());
            }
        }
        if !command.is_empty() {
            found.insert(command);
        }
    }
    found
}

/// The options of a command that take a value which is not just any text.
fn options(command: &str) -> Vec<String> {
    let help = help(command);
    let options = section(&help, "Options:").filter_map(|line| {
        let (_, option) = line.split_once("--")?;
        let (name, rest) = option.split_once(" <")?;
        let (value, _) = rest.split_once('>')?;
        let is_one = name.chars().all(|c| c.is_alphanumeric() || c == '-');
        (is_one && !ANY_TEXT.contains(&value)).then(|| format!("--{name}"))
    });
    options.collect()
}

#[test]
fn a_position_has_its_own_rule_or_else_that_of_the_user() {
    let folder = Folder::new();
    let moves = ";B[hh];W[hg];B[ig]";
    let silent = format!("(;FF[4]GM[4]SZ[15]{moves})");
    let said = format!("(;FF[4]GM[4]SZ[15]RU[Renju]{moves})");
    let unknown = format!("(;FF[4]GM[4]SZ[15]RU[Mine]{moves})");
    for (number, (text, rule, wanted)) in [
        (&silent, None, "freestyle"),
        (&silent, Some("renju"), "renju"),
        (&unknown, Some("caro"), "caro"),
        (&said, None, "renju"),
        (&said, Some("standard"), "renju"),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.write(&format!("{number}.sgf"), text);
        for position in [&["--file", &file][..], &[text]] {
            let options = rule.map_or_else(Vec::new, |rule| vec!["--rule", rule]);
            let words = ["analyze", "--json", "--nodes", "50"];
            let report = run(&[&words[..], &options, position].concat());
            report.assert_ok();
            let field = format!("\"rule\":\"{wanted}\"");
            assert!(report.out.contains(&field), "{}", report.all());
            let is_guessed = rule.is_none() && text != &said && position.len() == 2;
            assert_eq!(
                report.err.contains("--rule says another"),
                is_guessed,
                "{}",
                report.all()
            );
        }
    }
    run(&["forbidden", "--rule", "renju", "h8"]).assert_ok();
    let report = run(&["forbidden", "--rule", "caro", "h8"]);
    report.assert_wrong_use("this is about renju, not caro");
}

#[test]
fn lines_of_one_depth_are_in_order_wherever_the_search_ends() {
    for nodes in ["3000", "5000", "8000", "13000"] {
        let words = [
            "analyze", "--rule", "renju", "h8h9", "--lines", "5", "--json",
        ];
        let report = run(&[&words[..], &["--nodes", nodes]].concat());
        report.assert_ok();
        let found: serde_json::Value = serde_json::from_str(&report.out).expect("JSON");
        let lines = found["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 5);
        for pair in lines.windows(2) {
            let depths = [0, 1].map(|index| pair[index]["depth"].as_i64().expect("a depth"));
            let shares = [0, 1].map(|index| pair[index]["share"].as_f64().expect("a share"));
            let falls = depths[0] > depths[1] || depths[0] == depths[1] && shares[0] >= shares[1];
            assert!(falls, "{nodes}: {}", report.out);
        }
    }
}

#[test]
fn absurd_values_are_errors() {
    let folder = Folder::new();
    let cases = cases(&folder);
    let known: BTreeSet<String> = cases.iter().map(|case| case.command.to_string()).collect();
    assert_eq!(known, all_commands(), "write down what a new one needs");
    let mut tried = 0;
    for case in &cases {
        let options = options(case.command);
        if !options.is_empty() {
            // What is wrong below is nothing but the value.
            let report = case.run_with("", "");
            assert_eq!(report.code, Some(0), "{}", report.all());
        }
        for option in &options {
            // Another engine would be missing.
            if option == "--engine" {
                continue;
            }
            for value in ABSURD {
                let is_meaningful = MEANINGFUL.contains(&(option, value));
                if is_meaningful && ["selfplay", "tune", "relabel"].contains(&case.command) {
                    // It would be of another plan.
                    fs::remove_file(case.others.last().expect("a file")).expect("a file");
                }
                let report = case.run_with(option, value);
                match is_meaningful {
                    true => assert_eq!(report.code, Some(0), "{}", report.all()),
                    false => drop(report.assert_wrong_use("")),
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 400, "{tried}");
}

/// The settings of an engine that take a number, by the help.
fn settings() -> Vec<String> {
    let help = help("match");
    let words = help.split_whitespace();
    let settings = words.filter_map(|word| word.split_once('='));
    let numbers = settings.filter(|(_, value)| ["TIME", "N", "MIB", "PERCENT"].contains(value));
    let settings: Vec<String> = numbers.map(|(key, _)| key.to_string()).collect();
    assert!(settings.len() >= 11, "{settings:?}");
    settings
}

#[test]
fn absurd_settings_of_engines_are_errors() {
    let mut keys = settings();
    keys.extend(["boards", "restart"].map(str::to_string));
    let some = Tunables::NAMES.iter().step_by(20);
    keys.extend(some.map(|name| format!("set.{name}")));
    for key in keys {
        for value in ABSURD {
            // Some numbers of the search may be negative.
            if (key.starts_with("set."), value) == (true, "-1") {
                continue;
            }
            let engine = format!("self nodes=1 {key}='{value}'");
            let report = run(&[
                "match",
                "--engine",
                "self nodes=1 name=b",
                "--engine",
                &engine,
            ]);
            report.assert_wrong_use(&format!("'{value}' is not valid for {key}: "));
        }
    }
}

#[test]
fn the_greatest_values_are_taken() {
    let most = "1000000000000";
    let limits = ["--nodes", most, "--time", most, "--memory", "1048576"];
    run(&[&["solve", "h8"], &limits[..]].concat()).assert_ok();
    run(&[&["solve", "--goal", "vct", "h8"], &limits[..]].concat()).assert_ok();
    run(&["bench", "threads", "--depth", "1", "--images"]).assert_ok();
    let report = run(&["convert", "--game", "1000000000", "--to", "moves", "no.sgf"]);
    report.assert_error("cannot read no.sgf");
}

#[test]
fn wrong_command_lines_are_one_line() {
    let missing = ["the following required arguments were not provided"; 2];
    let cases: [(&[&str], &str); 20] = [
        (&["nonsense"], "unrecognized subcommand 'nonsense'"),
        (&["solv", "h8"], "similar subcommand exists: 'solve'"),
        (&["bench", "--nonsense"], "unexpected argument '--nonsense'"),
        (
            &["bench", "--depth"],
            "a value is required for '--depth <N>'",
        ),
        (&["solve"], missing[0]),
        (&["match"], missing[1]),
        (
            &["solve", "--goal", "x", "h8"],
            "[possible values: vcf, vct]",
        ),
        (
            &["solve", "--goal", "v\nc\nUsage: x", "h8"],
            "invalid value",
        ),
        (
            &["solve", "--shortest", "--goal", "vct", "h8"],
            "--shortest",
        ),
        (
            &["solve", "h99"],
            "invalid square 'h99' (columns a to o, rows 1 to 15)",
        ),
        (
            &["solve", "h8\nh8\n"],
            "one position is needed, not 2 games",
        ),
        (&["forbidden", "-5"], "'5' is not a move"),
        (&["--row-first", "forbidden", "h8"], "--row-first"),
        (&["--quiet", "forbidden", "h8"], "--quiet"),
        // What does nothing here.
        (&["bench", "--images"], "--images"),
        (&["bench", "--rounds", "2"], "--rounds"),
        (&["bench", "--threads", "2"], "--threads"),
        (&["bench", "search", "--file", "x"], "--file"),
        (&["bench", "board", "--depth", "2"], "--depth"),
        (
            &["solve", "--size", "6", "...../...../...../...../....."],
            "not what --size says",
        ),
    ];
    for (args, why) in cases {
        run(args).assert_wrong_use(why);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_one_line() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let mut command = Command::new(PROGRAM);
    command.args(["solve".as_ref(), OsStr::from_bytes(b"h\xff8")]);
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.starts_with("error: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn unreadable_files_are_failures() {
    let folder = Folder::new();
    let binary = folder.write("binary", b"\xff\xfe\xfd\n");
    let here = folder.text("");
    let nowhere = folder.text("nowhere");
    let commands: [&[&str]; 10] = [
        &["solve", "--file"],
        &["forbidden", "--file"],
        &["verify"],
        &["bench", "threads", "--file"],
        &["convert", "--to", "moves"],
        &["fit"],
        &["fit-scale"],
        &["games"],
        &["puzzles"],
        &[
            "match",
            "--engine",
            "self nodes=1",
            "--engine",
            "self name=b nodes=1",
            "--openings",
        ],
    ];
    for command in commands {
        for file in [&here, &nowhere, &binary] {
            let report = run(&[command, &[file.as_str()]].concat());
            report.assert_error("");
            assert_eq!(report.code, Some(1), "{}", report.all());
            assert_eq!(report.err.lines().count(), 1, "{}", report.all());
        }
    }
}

#[test]
fn a_bad_line_stops_nobody() {
    let folder = Folder::new();
    let bad = WIN.replace("h10", "h99");
    let file = folder.write("positions", format!("{WIN}\n{bad}\n\n{WIN}\nnonsense\n"));
    for command in [&["solve", "--json"][..], &["forbidden", "--json"]] {
        let report = run(&[command, &["--file", &file]].concat());
        assert_eq!(report.code, Some(1), "{}", report.all());
        assert_eq!(report.out.lines().count(), 2, "{}", report.all());
        assert_eq!(report.err.lines().count(), 1, "{}", report.all());
        let said = format!(
            "error: 2 bad lines: {file}:2:58: invalid square 'h99' (columns a to o, rows 1 to 15); {file}:5:2: "
        );
        assert!(report.err.starts_with(&said), "{}", report.all());
    }
}

#[test]
fn proofs_do_not_replace_the_positions() {
    let folder = Folder::new();
    let file = folder.write("positions", WIN);
    run(&["solve", "--file", &file, "--proof", &file]).assert_wrong_use("overwrite");
    assert_eq!(fs::read_to_string(&file).expect("the file"), WIN);
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let folder = Folder::new();
    let file = folder.write("positions", format!("{WIN}\n").repeat(10));
    let commands: [&[&str]; 6] = [
        &["--help"],
        &["bench", "--depth", "1"],
        &["forbidden", "h8"],
        &["forbidden", "--file", &file],
        &["solve", "--file", &file],
        &["solve", "--json", "h8"],
    ];
    for args in commands {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(PROGRAM)
            .args(args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_a_failure() {
    for args in [&["--help"][..], &["forbidden", "h8"], &["solve", "h8"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let output = Command::new(PROGRAM)
            .args(args)
            .stdout(full.expect("the device"))
            .stderr(Stdio::piped())
            .output()
            .expect("it runs");
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(
            said.starts_with("error: cannot write the output: "),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_keeps_its_proofs() {
    let folder = Folder::new();
    let file = folder.write("positions", format!("{WIN}\n").repeat(50_000));
    let proofs = folder.path("proofs");
    let out = folder.text("proofs");
    let mut running = Running::start(&["solve", "--json", "--file", &file, "--proof", &out]);
    running.wait_until("the first proofs", || {
        fs::metadata(&proofs).is_ok_and(|proofs| proofs.len() > 0)
    });
    running.signal("INT");
    let report = running.wait_for(SOON);
    assert_eq!(report.code, Some(1), "{}", report.err);
    assert_eq!(report.err, "error: interrupted\n");
    let proofs = fs::read_to_string(proofs).expect("the proofs");
    let is_whole = |line: &str| line.parse::<ProofRecord>().is_ok();
    assert!(proofs.lines().all(is_whole));
    let is_win = |line: &str| line.contains(r#""result":"win""#);
    assert!(report.out.lines().all(is_win), "{}", report.out);
    assert_eq!(report.out.lines().count(), proofs.lines().count());
}

#[cfg(unix)]
#[test]
fn interrupted_games_of_the_engine_with_itself_are_no_success() {
    let folder = Folder::new();
    let file = folder.text("games");
    let mut running = Running::start(&["selfplay", &file, "--size", "9", "--nodes", "100"]);
    let begun = fs::read(&file).map_or(0, |bytes| bytes.len());
    running.wait_until("the first games", || {
        fs::metadata(&file).is_ok_and(|file| file.len() > 2_000 + begun as u64)
    });
    running.signal("TERM");
    let report = running.wait_for(SOON);
    report.assert_interrupted();
    assert_eq!(report.code, Some(1), "{}", report.err);
    run(&["games", &file]).assert_ok();
}

/// Long work never overwrites what it reads, nor one of its results with another, and finds
/// out at once that it cannot write.
#[test]
fn nothing_is_written_over_what_is_read() {
    let folder = Folder::new();
    let games = folder.text("games");
    let play = ["selfplay", &games, "--size", "9", "--nodes", "50"];
    run(&[&play[..], &["--games", "3"]].concat()).assert_ok();
    let bytes = fs::read(&games).expect("the games");
    let (out, missing) = (folder.text("out"), folder.text("no folder/out"));
    let kept = folder.write("kept", "kept");
    for (command, why) in [
        (
            &["train", "--out", &games, &games][..],
            "--out would overwrite",
        ),
        (
            &["train", "--out", &out, "--curves", &games, &games],
            "--curves would overwrite",
        ),
        (
            &["train", "--out", &out, "--curves", &out, &games],
            "--out and --curves are the same",
        ),
        (
            &["fit-scale", "--svg", &games, &games],
            "--svg would overwrite",
        ),
        (
            &["tune", "--knob", "lmr_base:9", "--svg", &kept, &kept],
            "--svg would overwrite",
        ),
        (
            &["regret", "clear", "--puzzles", &games, &games],
            "--puzzles would overwrite",
        ),
        (&["solve", "--file", &kept, "--proof", &kept], ""),
    ] {
        let report = run(command);
        match why {
            "" => report.assert_error(""),
            why => report.assert_wrong_use(why),
        };
        assert_eq!(fs::read(&games).expect("the games"), bytes, "{command:?}");
        assert_eq!(fs::read(&kept).expect("a file"), b"kept", "{command:?}");
        assert!(!folder.has("out"), "{command:?}");
    }
    run(&["train", "--out", &missing, &games]).assert_error("cannot write");
    run(&["train", "--relabelled", "--out", &out, &games]).assert_error("searched again");
    assert!(!folder.has("out"));
    // An old file of proofs stays until there is a position.
    let bad = folder.write("bad", r#"{"id":"a","to_move":"black"}"#);
    run(&["solve", "--file", &bad, "--proof", &kept]).assert_error("is missing");
    assert_eq!(fs::read(&kept).expect("a file"), b"kept");
}

/// A manager takes any line on standard error for a failure.
#[test]
fn levels_of_the_log_that_cannot_be_read_are_no_complaint() {
    let folder = Folder::new();
    let log = folder.text("log");
    let mut brain = Command::new(PROGRAM)
        .env("RUST_LOG", "x=[[")
        .env("TENGEN_LOG", &log)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = brain.stdin.take().expect("its input");
    input.write_all(b"ABOUT\nEND\n").expect("it reads");
    let output = brain.wait_with_output().expect("it ends");
    assert!(
        output.stderr.is_empty() && output.status.success(),
        "{output:?}"
    );
    let log = fs::read_to_string(log).expect("the log");
    assert!(log.contains("RUST_LOG: "), "{log}");
}

/// What a log adds would destroy them.
#[test]
fn the_log_goes_into_no_book_and_no_network() {
    let folder = Folder::new();
    let text = "(;GM[4]SZ[15]RU[renju]PB[a]RE[B+];B[hh];W[hg])";
    let game = folder.write("game.sgf", text);
    let book = folder.text("book.tdb");
    run(&["library", "import", &book, &game]).assert_ok();
    let bytes = fs::read(&book).expect("the book");
    for option in ["--book", "--network"] {
        let report = run(&["--log", &book, option, &book]);
        report.assert_wrong_use("the log would be written into ");
        assert_eq!(fs::read(&book).expect("the book"), bytes, "{option}");
    }
    let log = folder.text("log");
    run(&["--log", &log, "--book", &book]).assert_ok();
    assert!(folder.has("log"));
}

#[test]
fn a_log_without_a_name_is_none() {
    for args in [Vec::new(), vec!["forbidden", "h8"]] {
        let mut command = Command::new(PROGRAM);
        command
            .args(args)
            .env("TENGEN_LOG", "")
            .stdin(Stdio::null());
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

/// The usual numbers of stones are those that fit.
#[test]
fn openings_of_small_boards_have_fewer_stones() {
    let few = ["--count", "1", "--limit", "20000", "--nodes", "50"];
    let find = |more: &[&str]| run(&[&["openings", "--threads", "1"], &few[..], more].concat());
    for (options, stones) in [
        (&["--size", "5"][..], "3 to 5 stones"),
        (&["--size", "7"], "3 to 7 stones"),
        (&["--size", "20x6"], "3 to 6 stones"),
        (&["--size", "15"], "3 to 8 stones"),
        (&["--most", "2"], "2 to 2 stones"),
        (&["--least", "9"], "9 to 9 stones"),
    ] {
        let report = find(options);
        report.assert_ok();
        let said = format!(" 1 opening of {stones}, ");
        assert!(report.out.contains(&said), "{}", report.all());
    }
    for (options, why) in [
        (&["--size", "7", "--most", "8"][..], "--most: 3 to 8 stones"),
        (&["--least", "16"], "--least: 16 to 15 stones"),
        (
            &["--least", "5", "--most", "4"],
            "--least and --most: 5 to 4 stones",
        ),
    ] {
        find(options).assert_wrong_use(why);
    }
}

#[test]
fn the_help_names_the_exit_codes() {
    let help = help("");
    for code in ["0 if", "1 if", "2 if"] {
        assert!(help.contains(code), "{help}");
    }
}

/// What `solve` says of a position, without its time.
fn solved(args: &[&str]) -> String {
    let report = run(&[&["solve"], args].concat());
    report.assert_ok();
    let (said, time) = report.out.rsplit_once(", ").expect("a time");
    assert!(time.ends_with(" ms\n"), "{}", report.out);
    said.to_string()
}

#[test]
fn solve_draws_as_forbidden_does() {
    let mut board = Board::new(15, 15).expect("a size");
    play_moves(&mut board, "h8i9").expect("moves");
    // As everywhere, the centre and the crossings of the fourth lines are marked.
    let star = |board: &Board, square: Square| {
        let is_fourth = |at: usize| at == 3 || at == 11;
        let is_star = is_fourth(square.x()) && is_fourth(square.y());
        (board.is_empty(square) && is_star).then_some('+')
    };
    let plain = diagram(&board, |square| star(&board, square));
    let report = run(&["forbidden", "h8i9"]);
    assert_eq!(report.out, format!("{plain}no forbidden points\n"));
    let said = format!("{plain}none: black has no win by fours\n0 nodes");
    assert_eq!(solved(&["h8i9"]), said);
    // A win whose moves are numbered.
    play_moves(&mut board, "h9i10h10i11").expect("moves");
    let said = solved(&["h8i9h9i10h10i11"]);
    let (drawn, text) = said.split_once("black wins").expect("a win");
    let (moves, line) = text.split_once(": ").expect("a line");
    assert_eq!(moves, " with 1 move and a five");
    let line: Vec<&str> = line.lines().next().expect("a line").split(' ').collect();
    let number = |square: Square| {
        let name = tengen::board::notation::square_name(square, 15);
        let index = line.iter().position(|played| *played == name)?;
        char::from_digit(index as u32 + 1, 10)
    };
    let mark = |square| number(square).or(star(&board, square));
    assert_eq!(drawn, diagram(&board, mark));
}

#[test]
fn positions_of_a_file_are_named() {
    let folder = Folder::new();
    let other = WIN.replace("one", "two");
    let file = folder.write("positions", format!("{WIN}\n{other}\n"));
    for command in ["solve", "forbidden"] {
        let report = run(&[command, "--file", &file]);
        assert_eq!(report.code, Some(0), "{}", report.all());
        let named: Vec<&str> = report
            .out
            .lines()
            .filter(|line| ["one", "two"].contains(line))
            .collect();
        assert_eq!(named, ["one", "two"], "{}", report.all());
    }
}

#[test]
fn one_is_not_many() {
    let folder = Folder::new();
    let file = folder.write("positions", WIN);
    let proofs = folder.text("proofs");
    run(&["solve", "--file", &file, "--proof", &proofs]).assert_ok();
    let report = run(&["verify", &proofs]);
    assert!(
        report.out.contains("\n1 proof holds, 0 do not\n"),
        "{}",
        report.all()
    );
    let game = folder.write("one.sgf", "(;FF[4]GM[4]SZ[15];B[hh])");
    let report = run(&["convert", "--game", "2", "--to", "moves", &game]);
    report.assert_error("has 1 game, not a game 2");
    let report = run(&["solve", "--file", &file]);
    report.assert_ok();
    assert!(
        report.out.contains(" with 1 move and a five: "),
        "{}",
        report.all()
    );
}

#[test]
fn learning_in_the_terminal() {
    for (args, said) in [
        (&["learn"][..], "lessons"),
        (&["learn", "terms", "活四"], "open four"),
        (&["learn", "terms", "open", "four"], "活四"),
        (&["learn", "openings", "kagetsu"], "4D 花月"),
        (&["learn", "openings", "kagetsu"], "; renju, 15x15)\n"),
        (&["learn", "openings", "kagetsu"], "; freestyle, 15x15)\n"),
        (&["learn", "formations"], "八卦阵"),
        (&["learn", "maxims", "--chinese"], "先攻后守"),
        (&["learn", "lesson"], "False threes"),
        (&["learn", "puzzle"], "threatens to win"),
    ] {
        let report = run(args);
        report.assert_ok();
        assert!(report.out.contains(said), "{}", report.all());
    }
    run(&["learn", "terms", "nonsense"]).assert_wrong_use("no entry");
    run(&["learn", "openings", "27D"]).assert_wrong_use("no opening");
    run(&["learn", "puzzle", "0"]).assert_wrong_use("a whole number from 1");
    run(&["learn", "lesson", "9"]).assert_wrong_use("a whole number from 1 to 8");
}

#[test]
fn a_puzzle_answers_wrong_tries() {
    let puzzle = &tengen::teach::puzzles()[0];
    let name = |square| tengen::board::notation::square_name(square, 15);
    let solution = name(puzzle.solutions[0]);
    let stone = name(puzzle.board.moves()[0].expect("a stone"));
    let is_wrong = |square: &tengen::types::Square| !puzzle.solutions.contains(square);
    let wrong = puzzle.board.empty().into_iter().find(is_wrong);
    let wrong = name(wrong.expect("an empty square"));
    let mut child = Command::new(PROGRAM)
        .args(["learn", "puzzle", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let typed = format!("nonsense\n{stone}\n{wrong}\n{solution}\n");
    std::io::Write::write_all(&mut input, typed.as_bytes()).expect("a reader");
    drop(input);
    let output = child.wait_with_output().expect("its end");
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{said}");
    let places =
        ["invalid square", "a stone already", "Wrong. ", "Right."].map(|word| said.find(word));
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{said}"
    );
}

/// What a command prints, with this on its standard input.
fn fed(args: &[&str], input: &str) -> String {
    let mut child = Command::new(PROGRAM)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut pipe, input.as_bytes()).expect("a reader");
    drop(pipe);
    let output = child.wait_with_output().expect("its end");
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    said
}

#[test]
fn passes_are_moves() {
    let few = ["--nodes", "20", "--lines", "1"];
    for moves in [
        &["--h8"][..],
        &["--", "--h8"],
        &["pass h8"],
        &["PASS", "h8"],
    ] {
        let report = run(&[&["analyze"], &few[..], moves].concat());
        report.assert_ok();
        assert!(
            report.out.contains("freestyle, black to move"),
            "{}",
            report.all()
        );
        run(&[&["solve"], moves].concat()).assert_ok();
        let report = run(&[&["forbidden"], moves].concat());
        assert!(
            report.out.contains("no forbidden points"),
            "{}",
            report.all()
        );
    }
    // Options are options still, and wrong ones get a hint.
    let report = run(&["analyze", "h8 pass i9", "--json", "--nodes", "20"]);
    assert!(
        report.out.starts_with(r#"{"id":"h8 pass i9","#),
        "{}",
        report.all()
    );
    run(&["analyze", "--jso", "h8"]).assert_wrong_use("unexpected argument '--jso'");
    run(&["analyze", "--h8x"]).assert_wrong_use("unexpected argument '--h8x'");
    let folder = Folder::new();
    let text = r#"{"width":15,"height":15,"moves":"pass h8pass i9"}"#;
    let games = folder.write("games.jsonl", text);
    let report = run(&["convert", "--to", "moves", &games]);
    assert_eq!(report.out, "--h8--i9\n", "{}", report.all());
    let report = run(&["review", "--nodes", "20", &games]);
    report.assert_ok();
}

#[test]
fn a_hyphen_is_standard_input() {
    let said = fed(&["forbidden", "-"], "h8 pass\n");
    assert!(said.contains("no forbidden points"), "{said}");
    let said = fed(&["solve", "--json", "--file", "-"], WIN);
    assert!(said.contains(r#""result":"win""#), "{said}");
    let folder = Folder::new();
    let proofs = folder.text("proofs");
    let file = folder.write("positions", WIN);
    run(&["solve", "--file", &file, "--proof", &proofs]).assert_ok();
    let proofs = fs::read_to_string(proofs).expect("the proofs");
    let said = fed(&["verify", "-"], &proofs);
    assert!(said.contains("1 proof holds"), "{said}");
    let sgf = "(;FF[4]GM[4]SZ[15];B[hh];W[hg];B[ig])";
    let mut text = fed(&["convert", "-", "--to", "sgf"], sgf);
    for format in ["psq", "jsonl", "sgf"] {
        text = fed(&["convert", "-", "--to", format], &text);
        assert_eq!(fed(&["convert", "-", "--to", "moves"], &text), "h8h9i9\n");
    }
    let said = fed(&["review", "-", "--nodes", "20"], sgf);
    assert!(said.contains("3 moves"), "{said}");
}

#[test]
fn times_are_read_in_all_forms() {
    for time in ["20", "20ms", "0.02s"] {
        run(&["solve", "h8", "--time", time]).assert_ok();
        run(&["analyze", "h8", "--time", time]).assert_ok();
        let [one, other] = ["a", "b"].map(|name| format!("self turn={time} memory=1 name={name}"));
        let rest = ["--games", "2", "--max-moves", "1", "--no-openings"];
        run(&[&["match", "--engine", &one, "--engine", &other], &rest[..]].concat()).assert_ok();
    }
    for time in ["0", "1x", "1.5", "-1"] {
        run(&["solve", "h8", "--time", time]).assert_wrong_use("time");
    }
}

/// A person gets three lines, a manager nothing.
#[test]
fn a_bare_program_greets_a_terminal_only() {
    assert_eq!(fed(&[], "END\n"), "");
    let script = Command::new("script")
        .args(["-qec", PROGRAM, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = script else {
        println!("skipped: there is no `script` to make a terminal");
        return;
    };
    let mut pipe = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut pipe, b"START 15\nEND\n").expect("a reader");
    let output = child.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stdout);
    for word in ["pbrain-tengen play", "pbrain-tengen learn", "--help", "OK"] {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn shells_and_manual_pages_know_every_command() {
    let folder = Folder::new();
    run(&["man", &folder.text("man1")]).assert_ok();
    for command in all_commands() {
        let page = format!("man1/pbrain-tengen-{}.1", command.replace(' ', "-"));
        let text = fs::read_to_string(folder.path(&page));
        let text = text.unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(
            text.contains(".SH SYNOPSIS") && text.contains("\\-\\-help"),
            "{page}"
        );
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let report = run(&["completions", shell]);
        report.assert_ok();
        for word in ["analyze", "shard", "pbrain-tengen"] {
            assert!(report.out.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn the_version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    let report = run(&["--version"]);
    report.assert_ok();
    assert_eq!(report.out, format!("pbrain-tengen {version}\n"));
    let (input, mut writer) = pipe().expect("a pipe");
    std::io::Write::write_all(&mut writer, b"ABOUT\nEND\n").expect("a reader");
    let said = Command::new(PROGRAM)
        .stdin(input)
        .output()
        .expect("the program");
    let said = String::from_utf8_lossy(&said.stdout);
    assert!(said.contains(&format!("version=\"{version}\"")), "{said}");
    let changes = include_str!("../../src/CHANGELOG.md");
    let newest = changes
        .lines()
        .find_map(|line| line.strip_prefix("## ["))
        .unwrap();
    assert!(newest.starts_with(&format!("{version}]")), "{newest}");
}
