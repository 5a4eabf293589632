//! Matches against programs that misbehave in every way that we could think
//! of: the match goes on or ends with a clear line, the right one loses, and no
//! process is left behind.

use std::thread;

use crate::common::rig::bout::Bout;
use crate::common::rig::{Game, Report, SOON, lines_in, ms};

/// For programs that are to play well: time enough on any machine.
const CALM: &str = "turn=20000 patience=20000";
/// For programs that never answer: they shall not take long.
const BRISK: &str = "turn=100 tolerance=400 patience=20000";

/// Checks cases at the same time: they mostly wait.
fn all<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

/// How many moves the fake program has made in a game.
fn own_moves(game: &Game) -> usize {
    let is_own = |number: &usize| match number % 2 {
        0 => game.black == "fake",
        _ => game.white == "fake",
    };
    (0..game.times.len()).filter(is_own).count()
}

/// The program is to lose two games in the same way.
struct Loss {
    /// How it misbehaves.
    how: &'static str,
    /// Its settings.
    settings: &'static str,
    /// How the games end, in the journal and in words.
    end: [&'static str; 2],
    /// Why, with this among it.
    why: &'static str,
    /// So many moves were made before.
    moves: usize,
}

const TIME: [&str; 2] = ["time", "time"];
const CRASH: [&str; 2] = ["crash", "crash"];
const GARBAGE: [&str; 2] = ["garbage", "no move"];
const ILLEGAL: [&str; 2] = ["illegal", "illegal move"];

impl Loss {
    fn check(&self) {
        let bout = Bout::with_fake(self.how, self.settings).args("--games 2");
        let report = bout.run();
        report.assert_ok();
        let all = report.all();
        assert_eq!(report.score_of("fake"), [0, 0, 2], "{all}");
        assert_eq!(report.score_of("self"), [2, 0, 0], "{all}");
        let [end, words] = self.end;
        assert!(report.out.contains(&format!("lost by {words}: 2")), "{all}");
        let games = bout.games();
        let mut lines = Vec::new();
        for game in &games {
            assert_eq!((game.loser(), game.end.as_str()), ("fake", end), "{all}");
            assert!(game.detail.contains(self.why), "{game:?}");
            assert_eq!(own_moves(game), self.moves, "{game:?}");
            let number = game.game + 1;
            lines.push(format!(
                "game {number}: fake loses by {words}: {}",
                game.detail
            ));
        }
        assert_eq!(games.len(), 2, "{all}");
        assert_eq!(report.complaints(), lines, "{all}");
    }
}

#[test]
fn who_does_not_answer_loses_on_time() {
    let late = |how, settings, why| Loss {
        how,
        settings,
        end: TIME,
        why,
        moves: 0,
    };
    let long = "turn=500 tolerance=2000 patience=20000";
    let cases = [
        late("silent", BRISK, "within 500 ms: it said 'OK'"),
        late("deaf", BRISK, "within 500 ms: it said 'OK'"),
        late("endless", BRISK, "within 500 ms: it said 'OK'"),
        late("shouts", BRISK, "within 500 ms"),
        // Without a limit of time patience ends as well.
        late("silent", "nodes=10 patience=2000", "within 2000 ms"),
        // It is begun anew for the second game and plays two moves again.
        Loss {
            moves: 2,
            ..late("sleeps", long, "within 2500 ms")
        },
    ];
    all(&cases, Loss::check);
}

#[test]
fn what_is_no_move_loses() {
    let garbage = |how, why, moves| Loss {
        how,
        settings: CALM,
        end: GARBAGE,
        why,
        moves,
    };
    let illegal = |how, why| Loss {
        how,
        settings: CALM,
        end: ILLEGAL,
        why,
        moves: 2,
    };
    let cases = [
        garbage("garbage", "it said 'I resign'", 0),
        garbage("errs", "it said 'ERROR no idea'", 0),
        garbage("trailing", "x'", 2),
        garbage("half", "it said '", 2),
        garbage("floods", "'MESSAGE thinking'", 0),
        illegal("occupied", "is not empty"),
        illegal("outside", "15,0 is not on the board"),
        illegal("negative", "-1,3 is not on the board"),
    ];
    all(&cases, Loss::check);
}

#[test]
fn who_ends_by_itself_loses_and_is_started_again() {
    let crash = |how, why| Loss {
        how,
        settings: CALM,
        end: CRASH,
        why,
        moves: 2,
    };
    let cases = [
        crash("dies", "signal: 9 (SIGKILL); it said"),
        crash("dies", "'MESSAGE farewell'"),
        crash("quits", "exit status: 0; it said"),
        crash("fails", "exit status: 3; it said"),
        crash("fails", "'cannot go on'"),
        crash("closes", "its output is closed"),
        // Its last move counts.
        Loss {
            moves: 3,
            ..crash("parts", "exit status: 0; it said")
        },
    ];
    all(&cases, Loss::check);
}

#[test]
fn a_crash_is_seen_though_a_child_holds_the_pipes() {
    let case = Loss {
        how: "orphan",
        settings: "turn=10000 patience=20000",
        end: CRASH,
        why: "signal: 9 (SIGKILL)",
        moves: 2,
    };
    case.check();
}

#[test]
fn the_time_of_a_game_runs_out() {
    let bout = Bout::with_fake("naps", "game=500 tolerance=50").args("--games 2");
    let report = bout.run();
    report.assert_ok();
    assert_eq!(report.score_of("fake"), [0, 0, 2], "{}", report.all());
    for game in bout.games() {
        assert_eq!(game.end, "time", "{game:?}");
        // Each takes a fifth of a second, or more on a busy machine.
        assert!(own_moves(&game) <= 2, "{game:?}");
    }
}

#[test]
fn slow_moves_within_the_tolerance_are_counted() {
    let bout = Bout::with_fake("naps", "turn=50 tolerance=20000").args("--games 2");
    let report = bout.run();
    report.assert_ok();
    assert!(report.complaints().is_empty(), "{}", report.all());
    let row = &report.rows()["fake"];
    let moves: usize = bout.games().iter().map(own_moves).sum();
    assert_eq!(row.late, moves, "{}", report.all());
    assert!(row.slowest >= 200, "{}", report.all());
}

#[test]
fn a_program_that_cannot_be_started_ends_the_match() {
    let fake = |how: &str, settings: &str| Bout::with_fake(how, settings);
    let other = |engine: &str| Bout::of_self(&["nodes=50"]).engine(&format!("name=fake {engine}"));
    let cases = [
        (other("./no-such-program turn=100"), "No such file"),
        (other("cmd=/ turn=100"), "denied"),
        (other("true turn=100"), "exit status: 0"),
        (other("false turn=100"), "exit status: 1"),
        (other("cat dir=/no-such-folder turn=100"), "No such file"),
        (other("cat turn=100"), "'START 15' instead of OK"),
        (fake("mumbles", CALM), "'hello, world' instead of OK"),
        (fake("refuses", CALM), "'ERROR not this size' instead of OK"),
        (fake("mute", "turn=9 patience=500"), "within 500 ms"),
        (fake("chatters", CALM), "'MESSAGE still starting'"),
    ];
    let check = |(bout, why): &(Bout, &str)| {
        let report = bout.run();
        report.assert_error(why);
        let complaints = report.complaints();
        let is_clear = complaints[0].starts_with("error: fake did not start: ");
        assert!(is_clear && complaints.len() == 1, "{}", report.all());
        assert!(bout.games().is_empty(), "{}", report.all());
    };
    all(&cases, check);
}

/// The program has lost two games on the board; what was complained about.
#[track_caller]
fn lost_on_the_board(report: &Report, bout: &Bout) {
    report.assert_ok();
    assert_eq!(report.score_of("fake"), [0, 0, 2], "{}", report.all());
    for game in bout.games() {
        assert_eq!(game.end, "five", "{}", report.all());
    }
}

#[test]
fn oddities_are_accepted() {
    let plays = |how: &str, more: &str| {
        let settings = format!("{CALM} {more}");
        Bout::with_fake(how, &settings).args("--games 2")
    };
    let cases = [
        plays("good", ""),
        plays("good", "boards=1"),
        plays("good", "").args("--size 10x12"),
        plays("blanks", ""),
        plays("carriage", ""),
        plays("talks", ""),
        plays("suggests", ""),
        plays("moans", ""),
        plays("turns", "boards=1"),
        plays("once", "restart=1"),
        plays("lingers", ""),
        plays("undead", ""),
        plays("child", ""),
    ];
    all(&cases, |bout| {
        let report = bout.run();
        lost_on_the_board(&report, bout);
        assert!(report.complaints().is_empty(), "{}", report.all());
    });
}

#[test]
fn who_does_not_end_is_killed_and_named() {
    let line = "fake does not exit after END and was killed after 1000 ms";
    let cases = [("", 1), ("restart=1", 2)];
    all(&cases, |&(more, times)| {
        let settings = format!("{CALM} {more}");
        let bout = Bout::with_fake("stubborn", &settings).args("--games 2");
        let report = bout.run();
        lost_on_the_board(&report, &bout);
        assert_eq!(report.complaints(), vec![line; times], "{}", report.all());
    });
}

#[test]
fn who_does_not_take_the_next_game_loses_it() {
    let bout = Bout::with_fake("once", CALM).args("--games 4");
    let report = bout.run();
    report.assert_ok();
    assert_eq!(report.score_of("fake"), [0, 0, 4], "{}", report.all());
    let games = bout.games();
    let ends: Vec<&str> = games.iter().map(|game| game.end.as_str()).collect();
    // After a failure it is started anew.
    assert_eq!(ends, ["five", "nostart", "five", "nostart"]);
    let complaints = report.complaints();
    assert_eq!(complaints.len(), 2, "{}", report.all());
    for (line, number) in complaints.iter().zip([2, 4]) {
        let begin = format!("game {number}: fake loses by no start: did not start: ");
        assert!(line.starts_with(&begin), "{line}");
        assert!(line.contains("exit status: 5"), "{line}");
    }
}

#[test]
fn programs_may_have_blanks_in_their_paths() {
    let bout = Bout::of_self(&["nodes=50"]).args("--no-openings --games 2");
    let shell = bout.folder.text("my shell");
    std::os::unix::fs::symlink("/bin/sh", &shell).expect("a link");
    bout.fake("good", "");
    let script = bout.folder.text("fake.sh");
    let words = [shell.as_str(), script.as_str(), "good", "name=fake"];
    let words = shlex::try_join(words).expect("plain words");
    let bout = bout.engine(&format!("{words} {CALM}"));
    lost_on_the_board(&bout.run(), &bout);
}

#[test]
fn an_interrupted_match_leaves_no_process() {
    for signal in ["INT", "TERM"] {
        let bout = Bout::with_fake("waits 1", CALM);
        let mut running = bout.start();
        running.wait_until("the wait", || bout.folder.has("gate.waiting"));
        running.signal(signal);
        let report = running.wait_for(SOON);
        report.assert_interrupted();
        assert_eq!(report.score_of("fake"), [0; 3], "{}", report.all());
    }
}

#[test]
fn an_impatient_interrupt_leaves_no_process_either() {
    let bout = Bout::with_fake("stubborn", CALM).args("--games 2");
    let mut running = bout.start();
    // Both games are over, and it is asked to end.
    running.wait_until("the games", || lines_in(&bout.journal()) > 2);
    running.signal("INT");
    std::thread::sleep(ms(50));
    running.signal("INT");
    running.wait_for(SOON).assert_clean();
}
