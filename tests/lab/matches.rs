//! Matches of engines: their results, journals, clocks and arguments.
//! Interruptions, and programs that misbehave at the end of two pipes, are
//! in modules of their own.

#[cfg(unix)]
mod interruptions;
#[cfg(unix)]
mod programs;

use std::collections::BTreeSet;
use std::fs;

use crate::common::rig::bout::Bout;
use crate::common::rig::{Folder, PROGRAM, Report, run};
use tengen::board::Board;
use tengen::board::notation::play_moves;
use tengen::eval::network::{Network, write};
use tengen::lab::balanced_openings::canonical;
use tengen::lab::schedule::Pairing;
use tengen::lab::tournament::{Match, MatchPlan};
use tengen::types::Rule;

/// Engines that are the same but for their names.
fn twins(settings: &str, args: &str) -> Bout {
    let named = ["a", "b"].map(|name| format!("name={name} {settings}"));
    Bout::of_self(&named.each_ref().map(String::as_str)).args(args)
}

/// How many games differ, apart from turning and mirroring.
fn different(bout: &Bout) -> usize {
    let position = |moves: &str| {
        let mut board = Board::new(15, 15).expect("a size");
        play_moves(&mut board, moves).expect("moves");
        canonical(&board)
    };
    let games = bout.games();
    let positions: BTreeSet<_> = games.iter().map(|game| position(&game.moves)).collect();
    positions.len()
}

/// All pairs must be level, and so must be what is made of them.
#[track_caller]
fn assert_level(report: &Report, pairs: usize) {
    report.assert_ok();
    let all = report.all();
    let meeting = report.meeting("a", "b");
    let wanted = format!("pairs [0, 0, {pairs}, 0, 0], Elo +0.0 [+0.0, +0.0]");
    assert!(meeting.ends_with(&wanted), "{all}");
    assert!(!report.out.contains("inf"), "{all}");
    for name in ["a", "b"] {
        assert_eq!(report.rows()[name].elo, "+0.0 [+0.0, +0.0]", "{all}");
        let [won, _, lost] = report.score_of(name);
        assert_eq!(won, lost, "{all}");
    }
}

#[test]
fn identical_engines_are_level() {
    let first = twins("nodes=300", "--games 12 --parallel 1");
    assert_level(&first.run(), 6);
    let again = twins("nodes=300", "--games 12 --parallel 1");
    assert_level(&again.run(), 6);
    // Also in the same order.
    let [ours, theirs] = [&first, &again].map(|bout| {
        let games = bout.games();
        games.iter().map(|game| game.timeless()).collect::<Vec<_>>()
    });
    assert_eq!(ours, theirs);
    let parallel = twins("nodes=300", "--games 12 --parallel 2");
    assert_level(&parallel.run(), 6);
    assert_eq!(parallel.set_of_games(), first.set_of_games());
    for game in first.games() {
        game.assert_as_judged(Rule::Freestyle, 15, 15);
    }
}

#[test]
fn a_network_that_has_gone_is_said_before_the_match() {
    let folder = Folder::new();
    let file = folder.write("own.net", write(Network::embedded(Rule::Freestyle)));
    let named = format!("self name=a network={file} nodes=100");
    let contenders = [&named, "self name=b nodes=100"].map(|text| text.parse().unwrap());
    let plan = MatchPlan {
        contenders: contenders.to_vec(),
        pairing: Pairing::RoundRobin,
        rounds: 1,
        rule: "freestyle".to_string(),
        width: 15,
        height: 15,
        openings: Vec::new(),
        most_moves: 225,
        sprt: None,
        seed: 1,
        shard: Default::default(),
    };
    assert!(Match::new(plan.clone()).is_ok());
    fs::remove_file(&file).expect("the file");
    let error = Match::new(plan).err().expect("no network").to_string();
    let wanted = format!("a did not start: network {file}: ");
    assert!(error.starts_with(&wanted), "{error}");
}

#[test]
fn engines_without_chance_play_the_same_game_on_the_empty_board() {
    let bout = twins("nodes=300", "--games 6 --no-openings");
    assert_level(&bout.run(), 3);
    assert_eq!(different(&bout), 1);
}

#[test]
fn varied_nodes_make_games_differ() {
    let args = "--games 10 --no-openings";
    let bout = twins("nodes=300 vary=60", args);
    bout.run().assert_ok();
    assert!(different(&bout) > 5, "{:?}", bout.games());
    // By chance that follows from the seed.
    let same = twins("nodes=300 vary=60", args);
    same.run().assert_ok();
    assert_eq!(same.set_of_games(), bout.set_of_games());
    let other = twins("nodes=300 vary=60", args).args("--seed 2");
    other.run().assert_ok();
    assert_ne!(other.set_of_games(), bout.set_of_games());
}

#[test]
fn games_are_complete_pairs_even_if_an_odd_number_is_wanted() {
    let bout = twins("nodes=50", "--games 5");
    let report = bout.run();
    report.assert_ok();
    assert_level(&report, bout.games().len() / 2);
    assert!([5, 6].contains(&bout.games().len()), "{}", report.all());
}

#[test]
fn a_match_that_is_over_is_shown_again() {
    let bout = twins("nodes=50", "--games 4");
    let report = bout.run();
    let journal = fs::read(bout.journal()).expect("the journal");
    let again = bout.run();
    again.assert_ok();
    assert_eq!(again.out, report.out);
    assert_eq!(fs::read(bout.journal()).expect("the journal"), journal);
}

#[test]
fn everybody_meets_as_planned() {
    let engines = ["name=a nodes=20", "name=b nodes=100", "name=c nodes=400"];
    let meetings = |args: &str| {
        let bout = Bout::of_self(&engines).args("--games 4").args(args);
        let report = bout.run();
        report.assert_ok();
        let games = bout.games();
        let meet = |first: &str, second: &str| {
            let count = |black: &str, white: &str| {
                let found = games.iter();
                let found = found.filter(|game| game.black == black && game.white == white);
                found.count()
            };
            // Both have both colours equally often.
            assert_eq!(count(first, second), count(second, first));
            2 * count(first, second)
        };
        let met = [meet("a", "b"), meet("a", "c"), meet("b", "c")];
        let counts = ["a", "b", "c"].map(|name| report.rows()[name].games);
        let lines = report.out.matches(" - ").count();
        let end = format!("of {} games", games.len());
        assert!(report.out.contains(&end), "{}", report.all());
        assert_scores(&bout, &report);
        (met, counts, lines)
    };
    assert_eq!(meetings(""), ([4, 4, 4], [8, 8, 8], 3));
    assert_eq!(meetings("--gauntlet"), ([4, 4, 0], [8, 4, 4], 2));
}

/// The table must say what the journal says.
#[track_caller]
fn assert_scores(bout: &Bout, report: &Report) {
    let games = bout.games();
    for name in report.rows().keys() {
        let own = games.iter();
        let own = own.filter(|game| &game.black == name || &game.white == name);
        let mut score = [0; 3];
        for game in own {
            let lost = game.loser() == name;
            let outcome = match game.result == "draw" {
                true => 1,
                false => 2 * usize::from(lost),
            };
            score[outcome] += 1;
        }
        assert_eq!(report.score_of(name), score, "{}", report.all());
    }
}

#[test]
fn a_test_ends_when_it_is_decided() {
    for (first, second, verdict) in [(1_000, 20, "H1 accepted"), (20, 1_000, "H0 accepted")] {
        let engines = [("a", first), ("b", second)];
        let engines = engines.map(|(name, nodes)| format!("name={name} nodes={nodes}"));
        let bout = Bout::of_self(&engines.each_ref().map(String::as_str));
        let bout = bout.args("--games 400 --sprt 0,100");
        let report = bout.run();
        report.assert_ok();
        let end = report.out.lines().last().unwrap_or("");
        assert!(end.starts_with("SPRT [0, 100]"), "{}", report.all());
        assert!(end.ends_with(verdict), "{}", report.all());
        assert!(bout.games().len() < 200, "{}", report.all());
        // What is decided stays decided.
        assert_eq!(bout.run().out, report.out);
    }
}

#[test]
fn openings_are_played_with_both_colours() {
    let bout = twins("nodes=50", "--games 6 --parallel 1");
    let text = "# two openings\nh8h9\n\n  # and one\nh8i9j10\n";
    let file = bout.folder.write("openings.txt", text);
    let bout = bout.args("--openings").args(&file);
    let report = bout.run();
    assert_level(&report, 3);
    let games = bout.games();
    for pair in games.chunks(2) {
        let opening = |index: usize| (&pair[index].moves[..4], pair[index].opening);
        assert_eq!(opening(0), opening(1));
    }
    let stones: BTreeSet<usize> = games.iter().map(|game| game.opening).collect();
    assert_eq!(stones, BTreeSet::from([2, 3]));
}

#[test]
fn bad_openings_are_named() {
    let cases = [
        ("h8i9\nh8h8\n", "line 2", "h8"),
        ("h8z20\n", "line 1", "z20"),
        ("# comment\nh8i9\n\nhello\n", "line 4", "'h'"),
        ("h8i99\n", "line 1", "i99"),
        // Nothing to play.
        ("h8a1i8a2j8a3k8a4l8\n", "opening 1", "black wins"),
        ("h8\nh8a1i8a2j8a3k8a4l8o15\n", "opening 2", "black wins"),
        ("# nothing\n", "openings.txt", "no openings"),
        ("", "openings.txt", "no openings"),
    ];
    for (text, place, what) in cases {
        let bout = twins("nodes=50", "--games 2");
        let file = bout.folder.write("openings.txt", text);
        let report = bout.args("--openings").args(&file).run();
        report.assert_error(place).assert_error(what);
    }
}

#[test]
fn engines_without_names_are_told_apart() {
    let [one, other] = ["self nodes=20", "self nodes=40"];
    let report = run(&[
        "match", "--engine", one, "--engine", other, "--games", "2", "--size", "9",
    ]);
    report.assert_ok();
    assert!(
        report.out.contains("self nodes=20 - self nodes=40: "),
        "{}",
        report.out
    );
}

#[test]
fn bad_arguments_are_named_and_nothing_is_started() {
    let folder = Folder::new();
    let touch = format!("name=touch cmd='touch {}' nodes=1", folder.text("started"));
    let touch = touch.as_str();
    let one = ["--engine", touch];
    let with = |more: &[&'static str]| [&one[..], &["--engine", "self nodes=9"], more].concat();
    let against = |engine: &'static str| [one[0], one[1], "--engine", engine].to_vec();
    let cases = [
        (vec![], "--engine"),
        (one.to_vec(), "two engines"),
        ([one, one].concat(), "two engines are called 'touch'"),
        (against("self"), "self has no limit"),
        (against("self nodes=0 turn=0"), "self has no limit"),
        (against("self nodes=9 speed=3"), "unknown setting 'speed'"),
        (against("self nodes=9 option.x=1"), "for programs"),
        (against("self nodes=many"), "'many' is not valid for nodes"),
        (against("self nodes=-5"), "'-5' is not valid for nodes"),
        (against("self nodes=9 threads=0"), "'0' is not valid"),
        (against("self nodes=9 'x"), "quotes"),
        (against("nodes=9"), "names no engine"),
        (against(""), "names no engine"),
        (with(&["--each", "name=x"]), "unknown setting"),
        (with(&["--each", "self"]), "unknown setting"),
        (
            with(&["--engine", "self nodes=5 name=c", "--sprt", "0,5"]),
            "exactly two engines",
        ),
        (with(&["--sprt", "10,0"]), "the smaller one first"),
        (with(&["--sprt", "5,5"]), "the smaller one first"),
        (with(&["--sprt", "nan,5"]), "the smaller one first"),
        (with(&["--sprt", "0"]), "two numbers"),
        (with(&["--sprt", "0,5", "--alpha", "0.6"]), "alpha"),
        (with(&["--sprt", "0,5", "--beta", "0"]), "beta"),
        (with(&["--size", "4"]), "board 4x4 is not supported"),
        (with(&["--size", "23"]), "board 23x23 is not supported"),
        (with(&["--size", "15x4"]), "board 15x4 is not supported"),
        (with(&["--size", "big"]), "WIDTHxHEIGHT"),
        (with(&["--rule", "go"]), "unknown rule 'go'"),
        (with(&["--games", "0"]), "--games"),
        (with(&["--games", "-2"]), "from 1 to 1000000000"),
        (with(&["--alpha", "0.1"]), "--sprt"),
        (against("self nodes=9 pause=5"), "for programs"),
        (against("x nodes=9 vary=5"), "for self"),
        (
            against("self nodes=9 set.x=1"),
            "unknown search parameter 'x'",
        ),
        (
            against("self nodes=9 set.lmr_history=0"),
            "'0' is not valid",
        ),
        (with(&["--openings", "/no/such/file"]), "/no/such/file"),
        (
            with(&["--openings", "/dev/null", "--no-openings"]),
            "cannot be used with",
        ),
    ];
    for (args, why) in cases {
        let report = run(&[&["match"], &args[..]].concat());
        report.assert_error(why);
        assert!(!folder.has("started"), "{}", report.all());
    }
}

#[test]
fn the_greatest_numbers_do_no_harm() {
    let most = 1_000_000_000_000_u64;
    let settings = format!("nodes={most} vary=99 depth=2 turn={most} game={most}");
    let settings = format!("{settings} inc={most} tolerance={most}");
    let seed = format!("--games 2 --seed {}", u64::MAX);
    assert_level(&twins(&settings, &seed).run(), 1);
    let bout = Bout::of_self(&["nodes=1"]).engine("name=b false nodes=1");
    let report = bout.args("--games 1000000000 --max-moves 484").run();
    report.assert_error("b did not start");
}

#[test]
fn errors_of_sizes_do_not_speak_of_openings() {
    let twins = [
        "--engine",
        "self nodes=9",
        "--engine",
        "self nodes=9 name=b",
    ];
    let report = run(&[&["match", "--size", "4"], &twins[..]].concat());
    report.assert_error("board 4x4 is not supported");
}

/// A journal of four games, and what comes of it when it was changed.
fn with_journal(change: impl Fn(&str) -> Vec<u8>) -> (Bout, Report, bool) {
    let bout = twins("nodes=20", "--games 4 --parallel 1");
    bout.run().assert_ok();
    let text = fs::read_to_string(bout.journal()).expect("the journal");
    let changed = change(&text);
    fs::write(bout.journal(), &changed).expect("the journal");
    let report = bout.run();
    let untouched = fs::read(bout.journal()).expect("the journal") == changed;
    (bout, report, untouched)
}

#[test]
fn broken_lines_of_a_journal_are_named() {
    let line = |text: &str, number: usize| text.lines().nth(number - 1).unwrap().to_string();
    type Change<'a> = Box<dyn Fn(&str) -> String + 'a>;
    let cases: [(Change, &str); 8] = [
        (
            Box::new(|text| text.replace(&line(text, 3), "hello")),
            "line 3",
        ),
        (
            Box::new(|text| text.replace(&line(text, 3), &line(text, 3)[..30])),
            "line 3",
        ),
        (
            Box::new(|text| text.replace(&line(text, 5), "{}")),
            "line 5",
        ),
        (
            Box::new(|text| format!("{text}{}\n", line(text, 2))),
            "line 6",
        ),
        (
            Box::new(|text| text.replace("\"game\":2", "\"game\":4")),
            "line 4",
        ),
        (
            Box::new(|text| text.replace(&line(text, 1), "hello")),
            "line 1",
        ),
        (Box::new(|text| text.replace(&line(text, 2), "")), "line 2"),
        (
            Box::new(|text| text.replace("\"result\":\"", "\"result\":\"nearly ")),
            "line 2",
        ),
    ];
    for (change, place) in cases {
        let (_bout, report, untouched) = with_journal(|text| change(text).into_bytes());
        report.assert_error(place);
        assert!(untouched, "{}", report.all());
    }
}

#[test]
fn journals_of_other_matches_are_left_alone() {
    let more = |text: &str| text.replace("\"nodes\":20", "\"nodes\":21").into_bytes();
    let (_bout, report, untouched) = with_journal(more);
    report.assert_error("belongs to another match (contenders.1.nodes 21 instead of 20");
    assert!(untouched, "{}", report.all());
    let bout = twins("nodes=20", "--games 4");
    bout.run().assert_ok();
    let before = fs::read(bout.journal()).expect("the journal");
    let seeded = bout.args("--seed 3");
    let said = "belongs to another match (seed 1 instead of 3)";
    seeded.run().assert_error(said);
    assert_eq!(fs::read(seeded.journal()).expect("the journal"), before);
}

#[test]
fn a_file_where_the_folder_should_be_is_left_alone() {
    let bout = twins("nodes=20", "--games 4");
    let journal = bout.journal();
    let file = journal.parent().expect("its folder");
    fs::write(file, "somebody's notes").expect("a file");
    bout.run().assert_error("not a directory");
    assert_eq!(fs::read(file).expect("the file"), b"somebody's notes");
}

#[test]
fn what_is_no_journal_is_left_alone() {
    let (_bout, report, untouched) = with_journal(|_| b"somebody's notes".to_vec());
    report.assert_error("match.jsonl");
    assert!(untouched, "{}", report.all());
}

#[test]
fn lines_can_be_torn_anywhere() {
    for cut in ["\"times", "ö", "}", "\n"] {
        let bout = Bout::of_self(&["nodes=20 name=Löwe", "nodes=50"]);
        let bout = bout.args("--games 4 --parallel 1");
        let whole = bout.run();
        let games = bout.games();
        let mut bytes = fs::read(bout.journal()).expect("the journal");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // In the middle of the letter.
        bytes.truncate(text.rfind(cut).expect("the place") + usize::from(cut == "ö"));
        fs::write(bout.journal(), &bytes).expect("the journal");
        let report = bout.run();
        report.assert_ok();
        assert_eq!(
            report.meeting("Löwe", "self"),
            whole.meeting("Löwe", "self")
        );
        let games = games.iter().map(|game| game.timeless());
        let again = bout.games();
        assert!(games.eq(again.iter().map(|game| game.timeless())), "{cut}");
    }
}

/// The real program as an engine.
fn program(name: &str, settings: &str) -> String {
    let command = shlex::try_join([PROGRAM]).expect("a plain path");
    let command = shlex::try_quote(&command).expect("a plain path");
    format!("name={name} cmd={command} memory=1 {settings}")
}

/// The real program through pipes, as often as there are settings.
fn programs(settings: &[&str]) -> Bout {
    let names = ["a", "b"].iter().zip(settings);
    names.fold(Bout::new(), |bout, (name, settings)| {
        bout.engine(&program(name, settings))
    })
}

/// All games must have been decided on the board, as the referee sees it.
#[track_caller]
fn assert_on_the_board(bout: &Bout, report: &Report, rule: Rule) {
    report.assert_ok();
    assert!(report.complaints().is_empty(), "{}", report.all());
    assert!(!report.out.contains("lost by"), "{}", report.all());
    for game in bout.games() {
        game.assert_as_judged(rule, 15, 15);
    }
}

#[test]
fn clocks_of_games_are_honoured() {
    let clock = "game=2000 inc=20 tolerance=20000";
    let bout = programs(&[clock, clock]).args("--games 2 --parallel 2 --max-moves 60");
    let report = bout.run();
    assert_on_the_board(&bout, &report, Rule::Freestyle);
    // How much more than its time each of them took, in each of the games. A
    // busy machine may take its time, but a clock that is not honoured is
    // exceeded by all.
    let overrun = bout.games().into_iter().flat_map(|game| {
        [0, 1].map(|color| {
            let own = game.times.iter().skip(color).step_by(2);
            let (moves, time) = (own.len() as u64, own.sum::<u64>());
            time.saturating_sub(2_000 + 20 * moves)
        })
    });
    let overrun: Vec<u64> = overrun.collect();
    println!("milliseconds over the time: {overrun:?}");
    assert!(overrun.iter().any(|&time| time < 100), "{overrun:?}");
}

#[test]
fn clocks_of_moves_are_honoured() {
    let clock = "turn=60 tolerance=20000";
    let bout = programs(&[clock, clock]).args("--games 2 --parallel 2 --max-moves 40");
    let report = bout.run();
    assert_on_the_board(&bout, &report, Rule::Freestyle);
    // Of those that take their time, most are in time, however busy the machine
    // is; a quarter is asked for.
    let games = bout.games().into_iter();
    let times = games.flat_map(|game| game.times);
    let mut times: Vec<u64> = times.filter(|&time| time > 30).collect();
    times.sort();
    let quarter = times[times.len() / 4];
    println!("of {} moves a quarter within {quarter} ms", times.len());
    assert!(quarter < 60 + 100, "{times:?}");
}

#[test]
fn programs_keep_to_the_rules() {
    for rule in ["renju", "caro", "caro8", "standard", "freestyle"] {
        let bout = programs(&[
            "nodes=400 patience=20000",
            "nodes=300 patience=20000 boards=1",
        ]);
        let bout = bout.args("--games 4 --rule").args(rule);
        let report = bout.run();
        let rule = rule.parse().expect("a rule");
        assert_on_the_board(&bout, &report, rule);
    }
}

#[test]
fn a_program_plays_as_the_engine_in_this_process() {
    let bout = Bout::of_self(&["nodes=400 name=a"]);
    let bout = bout.engine(&program("b", "nodes=400"));
    let report = bout.args("--games 6").run();
    assert_level(&report, 3);
}

#[test]
fn games_are_kept_as_files() {
    let bout = twins("nodes=50", "--games 4 --rule renju");
    bout.run().assert_ok();
    for game in bout.games() {
        let name = |ending: &str| {
            bout.folder
                .path("out")
                .join(format!("{:05}.{ending}", game.game + 1))
        };
        let read = |ending: &str| fs::read_to_string(name(ending)).expect("a file");
        let psq = tengen::records::psq::read(&read("psq")).expect("a game");
        let psq = psq.main_line().expect("a game");
        let options = tengen::records::ReadOptions::default();
        let tree = tengen::records::sgf::read(read("sgf").as_bytes(), &options)
            .games
            .remove(0);
        let sgf = tree.main_line().expect("a game");
        for record in [psq, sgf] {
            let board = record.board().expect("a position");
            assert_eq!(tengen::board::notation::moves_text(&board), game.moves);
        }
    }
}
