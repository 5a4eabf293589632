//! Matches that are interrupted and go on: the journal.

use std::fs;

use crate::common::rig::bout::Bout;
use crate::common::rig::{Report, SOON, lines_in, ms};

/// Eight games, of which the fake program waits before this one (of its own).
fn gated(game: usize, parallel: usize) -> Bout {
    let bout = Bout::of_self(&["nodes=200 vary=20"]).args("--games 8");
    let engine = bout.fake(&format!("waits {game}"), "turn=20000 patience=50000");
    bout.engine(&engine).args(&format!("--parallel {parallel}"))
}

/// Lets those who wait go on.
fn open(bout: &Bout) {
    bout.folder.write("gate", "");
}

/// Starts the match, and ends it by this signal when an engine waits and this many
/// games are over.
fn stop_after(bout: &Bout, games: usize, signal: &str) -> Report {
    let mut running = bout.start();
    let journal = bout.journal();
    running.wait_until("the wait", || {
        bout.folder.has("gate.waiting") && lines_in(&journal) > games
    });
    running.signal(signal);
    if signal == "KILL" {
        // No process is left that could end the waiting engine.
        open(bout);
    }
    let report = running.wait_for(SOON);
    open(bout);
    report
}

/// The match without an interruption; it has to be the same.
fn assert_as_uninterrupted(bout: &Bout) {
    let report = bout.run();
    report.assert_ok();
    let games = bout.set_of_games();
    fs::remove_file(bout.journal()).expect("the journal");
    let whole = bout.run();
    whole.assert_ok();
    assert_eq!(games, bout.set_of_games());
    assert_eq!(report.score_of("self"), whole.score_of("self"));
    let [ours, theirs] = [&report, &whole].map(|report| report.meeting("self", "fake"));
    assert_eq!(ours, theirs);
}

#[test]
fn an_interrupted_match_goes_on() {
    for (parallel, before) in [(1, 3), (2, 1)] {
        let bout = gated(if parallel == 1 { 4 } else { 2 }, parallel);
        let report = stop_after(&bout, before, "INT");
        report.assert_interrupted();
        assert!(report.err.contains("run the same command"));
        let games = bout.games().len();
        assert!(before <= games && games < 8, "{games}");
        let [won, drawn, lost] = report.score_of("self");
        assert_eq!(won + drawn + lost, games, "{}", report.all());
        assert_as_uninterrupted(&bout);
    }
}

#[test]
fn a_killed_match_goes_on_after_a_torn_line() {
    let bout = gated(4, 1);
    let report = stop_after(&bout, 3, "KILL");
    assert_eq!((report.code, report.out.as_str()), (None, ""));
    let mut text = fs::read_to_string(bout.journal()).expect("the journal");
    let last = text
        .lines()
        .last()
        .expect("a line")
        .replace("\"game\":2", "\"game\":3");
    text.push_str(&last[..last.len() / 2]);
    fs::write(bout.journal(), text).expect("the journal");
    assert_as_uninterrupted(&bout);
}

#[test]
fn an_odd_number_of_games_can_be_shown() {
    for (before, arguments) in [(0, ""), (1, ""), (1, "--sprt 0,10"), (0, "--sprt 0,10")] {
        let bout = gated(before + 1, 1).args(arguments);
        let report = stop_after(&bout, before, "INT");
        report.assert_interrupted();
        let row = &report.rows()["self"];
        assert_eq!((row.games, row.elo.as_str()), (before, "-"));
        assert!(
            report
                .meeting("self", "fake")
                .ends_with("pairs [0, 0, 0, 0, 0]")
        );
        assert!(!report.out.contains("inf"), "{}", report.all());
        let is_test = report.out.contains("LLR 0.00");
        assert_eq!(is_test, !arguments.is_empty(), "{}", report.all());
    }
}

#[test]
fn an_interrupt_ends_a_long_search() {
    let bout = Bout::of_self(&["turn=600000 name=a", "turn=600000 name=b"]);
    let mut running = bout.start();
    running.wait_until("the journal", || lines_in(&bout.journal()) > 0);
    std::thread::sleep(ms(500));
    running.signal("INT");
    running.wait_for(SOON).assert_interrupted();
}
