//! Games in the terminal: recorded sessions, the engine at the other side, and
//! the program itself.

use std::fs;
use std::io::Write;
#[cfg(unix)]
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
#[cfg(unix)]
use std::process::{Child, ChildStdin, ChildStdout};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::common::rig::{Folder, PROGRAM, SOON, run};
use crate::common::talk::{Talk, advice, assert_has};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use tengen::board::Board;
use tengen::board::notation::play_moves;
use tengen::cli::play::{First, Session, Settings};
use tengen::engine::Engine;
use tengen::game::{End, Fouls, GuessForm, MoveLimit, OpeningRule, end_of};
use tengen::records::{self, ReadOptions};
use tengen::types::{Color, Rule};

/// The settings in the first line of a recorded session.
fn settings(line: &str) -> Settings {
    let mut settings = Settings::default();
    for word in line.trim_start_matches("# ").split(' ') {
        match word.split_once('=').unwrap_or((word, "")) {
            ("two", _) => settings.two = true,
            ("ascii", _) => settings.ascii = true,
            ("fouls", "claimed") => settings.fouls = Fouls::Claimed,
            ("first", first) => settings.first = first.parse().expect("a name"),
            ("max-moves", moves) => settings.max_moves = Some(moves.parse().expect("a number")),
            ("games", games) => settings.games = games.parse().expect("a number"),
            ("seed", seed) => settings.seed = seed.parse().expect("a number"),
            _ => panic!("{word}"),
        }
    }
    settings
}

/// What comes of the typed lines (`> h8`) and pauses (`@ 5s`) of a recorded
/// session.
fn play_again(recorded: &str) -> String {
    let first = recorded.lines().next().expect("settings");
    let mut talk = Talk::new(settings(first));
    for line in recorded.lines() {
        if let Some(typed) = line.strip_prefix("> ") {
            talk.say(typed);
        } else if let Some(pause) = line.strip_prefix("@ ") {
            let seconds: u64 = pause.trim_end_matches('s').parse().expect("seconds");
            talk.transcript += &format!("{line}\n");
            talk.wait(1_000 * seconds);
        }
    }
    format!("{first}\n{}", talk.transcript)
}

#[test]
fn recorded_sessions_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal/sessions");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the sessions") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            continue;
        }
        let recorded = fs::read_to_string(&path).expect("a session");
        let said = play_again(&recorded);
        if std::env::var_os("TENGEN_WRITE_SESSIONS").is_some() {
            fs::write(&path, &said).expect("a file");
        } else {
            let mut pairs = said.lines().zip(recorded.lines()).enumerate();
            let other = pairs.find(|(_, (said, recorded))| said != recorded);
            assert_eq!(other, None, "{}", path.display());
            assert_eq!(said.len(), recorded.len(), "{}", path.display());
        }
        count += 1;
    }
    assert!(count >= 12, "{count}");
}

/// A game in which the person does what the hints say.
fn advised_game(rule: Rule, first: First) -> (Board, String) {
    let mut talk = Talk::with_engine(Settings {
        rule,
        first,
        size: (9, 9),
        nodes: Some(300),
        ..Settings::default()
    });
    for _ in 0..50 {
        let said = talk.say("hint");
        let said = talk.say(&advice(&said));
        if said.contains("The game is over") {
            return (talk.board(9), talk.transcript);
        }
    }
    panic!("no end:\n{}", talk.transcript);
}

#[test]
fn a_whole_game_with_the_engine_ends_as_the_referee_says() {
    for (rule, first) in [
        (Rule::Freestyle, First::Engine),
        (Rule::Renju, First::Me),
        (Rule::Caro, First::Engine),
    ] {
        let (board, said) = advised_game(rule, first);
        let end = end_of(&board, rule, MoveLimit::default()).expect("an end");
        let how = match end {
            End::Five(Color::Black) => "Black (",
            End::Five(Color::White) => "White (",
            End::FullBoard(None) => "a draw by a full board",
            end => panic!("{end}: {said}"),
        };
        assert_has(&said, &format!("The game is over: {how}"));
        // The winning stones are drawn otherwise.
        if let End::Five(winner) = end {
            let symbol = ["#", "@"][winner.index()];
            let last = said.rsplit("> ").next().expect("the end");
            assert!(last.matches(symbol).count() >= 5, "{last}");
        }
        // Limited by nodes it is the same again.
        assert_eq!(advised_game(rule, first).1, said);
    }
}

#[test]
fn both_moves_are_taken_back_and_made_again() {
    let mut talk = Talk::with_engine(Settings::default());
    assert_has(&talk.say("undo"), "There is nothing to undo.");
    let moves = |talk: &mut Talk| talk.session.line("moves").concat();
    let mut seen = vec![moves(&mut talk)];
    for square in ["h8", "a1", "o15"] {
        talk.say(square);
        seen.push(moves(&mut talk));
    }
    assert_eq!(talk.board(15).moves().len(), 6);
    assert_has(&talk.say("undo"), "Undone.");
    assert_eq!(moves(&mut talk), seen[2]);
    talk.say("undo 2");
    assert_eq!(moves(&mut talk), seen[0]);
    talk.say("undo");
    talk.say("redo 3");
    assert_eq!(moves(&mut talk), seen[3]);
    talk.say("undo 3");
    talk.say("redo");
    assert_eq!(moves(&mut talk), seen[1]);
    assert_has(&talk.say("undo 2"), "You can undo at most 1 of your moves");
    assert_has(&talk.say("redo 3"), "You can redo at most 2 of your moves");
    assert_eq!(moves(&mut talk), seen[1]);
    // Another move ends what was taken back.
    talk.say("a15");
    assert_has(&talk.say("redo"), "There is nothing to redo.");
}

#[test]
fn the_engine_begins_and_its_first_move_stays() {
    let mut talk = Talk::with_engine(Settings {
        first: First::Engine,
        ..Settings::default()
    });
    assert_has(&talk.transcript, "Black (Tengen): ");
    assert_eq!(talk.board(15).moves().len(), 1);
    assert_has(&talk.say("undo"), "There is nothing to undo.");
    let said = talk.say("resign!");
    assert_has(&said, "Black (Tengen) wins by resignation.");
    assert_has(&talk.say("a1"), "The game is over.");
    talk.say("undo");
    assert_has(&talk.say("a1"), "White (you): a1");
}

/// A file with a game of the person's, of these moves.
fn game_file(folder: &Folder, moves: &str, engine: &str) -> String {
    let mut board = Board::new(15, 15).expect("a size");
    play_moves(&mut board, moves).expect("moves");
    let mut text = format!("(;FF[4]GM[4]SZ[15]{engine}[Tengen]");
    for (index, square) in board.moves().iter().flatten().enumerate() {
        let letter = |at: usize| (b'a' + at as u8) as char;
        let [x, y] = [square.x(), square.y()].map(letter);
        text += &format!(";{}[{x}{y}]", ["B", "W"][index % 2]);
    }
    folder.write(&format!("{}.sgf", moves.len()), text + ")")
}

#[test]
fn a_draw_is_accepted_only_by_who_is_not_better() {
    let folder = Folder::new();
    // An open four of White's, who is to move after the person; then one of
    // Black's.
    let winning = game_file(&folder, "a1h8c1i8e1j8g1k8a3", "PW");
    let mut talk = Talk::with_engine(Settings::default());
    assert_has(
        &talk.say(&format!("load {winning}")),
        "White (Tengen) wins by five",
    );
    let winning = game_file(&folder, "a1h8c1i8e1j8g1k8", "PW");
    assert_has(
        &talk.say(&format!("load {winning}")),
        "Move 9. Black (you) to move.",
    );
    assert_has(&talk.say("draw"), "with your next move");
    let said = talk.say("a3");
    assert_has(&said, "White (Tengen) refuses the draw.\nWhite (Tengen): ");
    assert_has(&said, "White (Tengen) wins by five in a row.");
    let losing = game_file(&folder, "h8a1i8c1j8e1", "PW");
    talk.say(&format!("load {losing}"));
    talk.say("draw");
    assert_has(&talk.say("draw"), "already");
    let said = talk.say("k8");
    assert_has(&said, "White (Tengen) accepts the draw.");
    assert_has(&said, "The game is over: a draw by agreement.");
    // The offer is gone with the move.
    talk.say("undo");
    let said = talk.say("k8");
    assert!(!said.contains("draw"), "{said}");
}

#[test]
fn the_engine_claims_a_foul_and_an_automatic_one_needs_no_claim() {
    let folder = Folder::new();
    let before = game_file(&folder, "h9a1h10c1i8e1j8o1", "PW");
    for (fouls, claims) in [(Fouls::Claimed, true), (Fouls::Automatic, false)] {
        let mut talk = Talk::with_engine(Settings {
            rule: Rule::Renju,
            fouls,
            ..Settings::default()
        });
        assert_has(
            &talk.say(&format!("load {before}")),
            "! forbidden for Black",
        );
        let said = talk.say("h8");
        assert_eq!(
            said.contains("White (Tengen) claims a foul."),
            claims,
            "{said}"
        );
        assert_has(
            &said,
            "White (Tengen) wins by Black's foul, a double-three.",
        );
        assert_has(&talk.say("claim"), ".");
        talk.say("undo");
        // What is no foul is not claimed.
        assert_has(&talk.say("h11"), "White (Tengen): ");
    }
}

#[test]
fn hints_have_reasons() {
    let folder = Folder::new();
    let mut talk = Talk::with_engine(Settings::default());
    for (moves, reason) in [
        ("h8a1i8c1j8e1k8g1", "It makes five."),
        (
            "a1h8c1i8e1j8g2k8",
            "but your opponent can make five whatever",
        ),
        ("g8h8c1i8e1j8g2k8", "Hint: l8. It blocks the five."),
        ("h8a1i8c1h9a3i9c3h10e1", "It wins with a series of fours: "),
        (
            "a1h8c1i8e1j8",
            "Your opponent threatens to win with a series of fours. Winning chances: ",
        ),
        ("h8i9", "Winning chances: "),
    ] {
        let file = game_file(&folder, moves, "PW");
        talk.say(&format!("load {file}"));
        let said = talk.say("hint");
        assert_has(&said, reason);
        let advised = advice(&said);
        assert!(!talk.say(&advised).contains(" is no"), "{said}");
    }
}

/// The number of black and white stones that stand on the board of a session.
fn stones(talk: &mut Talk, side: usize) -> usize {
    talk.board(side).stone_count()
}

#[test]
fn swap2_is_played_as_the_first() {
    for seed in 0..6 {
        let mut talk = Talk::with_engine(Settings {
            opening: OpeningRule::Swap2,
            seed,
            ..Settings::default()
        });
        // Very good for Black, for White, and about level.
        let placed = ["h8 a1 i9", "h8 i9 a1", "h8 i7 j9"][seed as usize % 3];
        let said = talk.say(placed);
        if said.contains("take black or take white") {
            assert_eq!(stones(&mut talk, 15), 5);
            let color = ["black", "white"][seed as usize / 3];
            talk.say(&format!("take {color}"));
        }
        let count = stones(&mut talk, 15);
        assert!((3..=6).contains(&count), "{}", talk.transcript);
        let said = talk.say("a15");
        assert_has(&said, "(you): a15");
        assert_has(&said, "(Tengen): ");
    }
}

#[test]
fn swap2_is_played_as_the_second() {
    for (choice, count) in [("take black", 3), ("take white", 3), ("more", 5)] {
        let mut talk = Talk::with_engine(Settings {
            opening: OpeningRule::Swap2,
            first: First::Engine,
            ..Settings::default()
        });
        assert_has(&talk.transcript, "You: take black, take white or more");
        assert_eq!(stones(&mut talk, 15), 3);
        assert_has(&talk.say("a1"), "A colour is to be chosen.");
        let said = talk.say(choice);
        match choice {
            // White is to move, who is the engine.
            "take black" => assert_has(&said, "White (Tengen): "),
            "take white" => assert_has(&said, "White (you) to move."),
            _ => {
                assert_has(&said, "You: place 2 stones");
                talk.say("a1 o15");
                assert_has(&talk.transcript, "Tengen: take ");
            }
        }
        assert!(stones(&mut talk, 15) >= count);
        assert_has(&talk.say("a15"), "(you): a15");
        // Back to the choice, and to nothing.
        for _ in 0..2 {
            talk.say("undo");
        }
        assert_has(&talk.say("board"), "You: ");
    }
}

#[test]
fn an_engine_that_is_late_loses() {
    let mut talk = Talk::with_engine(Settings::default());
    talk.say("clock 10s");
    let said = talk.session.line("h8");
    talk.note(&said);
    assert!(talk.session.is_engines_turn());
    assert_eq!(talk.session.allowance(), Some(Duration::from_secs(10)));
    let said = talk.wait(10_001);
    assert_has(&said, "Black (you) wins on time.");
    assert_has(&said, "Clocks: you 0:10.0, Tengen 0:00.0.");
    assert_eq!(talk.session.allowance(), None);
    // Hints cost no time.
    talk.say("new");
    talk.ms.fetch_add(4_000, Relaxed);
    talk.say("hint");
    assert_has(&talk.say("board"), "Clocks: you 0:06.0, Tengen 0:10.0.");
}

#[test]
fn the_person_who_is_late_loses_and_can_go_back() {
    let mut talk = Talk::with_engine(Settings {
        clock: "1m+5s".parse().expect("a clock"),
        ..Settings::default()
    });
    talk.ms.fetch_add(30_000, Relaxed);
    assert_has(&talk.say("h8"), "Clocks: you 0:35.0, Tengen 1:05.");
    talk.ms.fetch_add(35_001, Relaxed);
    let said = talk.say("a1");
    assert_has(&said, "White (Tengen) wins on time.");
    assert_has(&said, "The game is over.\n");
    assert_has(&talk.say("undo"), "Clocks: you 0:35.0, ");
    assert_has(&talk.say("a1"), "Black (you): a1");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = Folder::new();
    let mut talk = Talk::with_engine(Settings {
        size: (20, 20),
        rule: Rule::Renju,
        ..Settings::default()
    });
    talk.ms.fetch_add(1_500, Relaxed);
    talk.say("h8");
    talk.say("a1");
    talk.say("t20");
    let moves = talk.session.line("moves");
    for name in ["game.sgf", "game.psq", "Game 2.REC"] {
        let file = folder.text(name);
        assert_has(&talk.say(&format!("save {file}")), "Saved as ");
        let bytes = fs::read(&file).expect("a file");
        let read = records::read(&bytes, &ReadOptions::default()).expect("a game");
        let game = read.games[0].main_line().expect("a line of play");
        assert_eq!(game.players, ["Player", "Tengen"]);
        assert_eq!(game.moves[0].time, Duration::from_millis(1_500));
        talk.say("undo 2");
        assert_has(&talk.say(&format!("load {file}")), "Loaded from ");
        assert_eq!(talk.session.line("moves"), moves);
        assert_has(&talk.say("board"), "Black (you) to move.");
        // It goes on from there.
        assert_has(&talk.say("c3"), "White (Tengen): ");
        talk.say("undo");
        // What was written by this session can be written anew.
        assert_has(&talk.say(&format!("save {file}")), "Saved as ");
    }
    let other = folder.write("other.sgf", "nothing");
    assert_has(&talk.say(&format!("save {other}")), "already exists");
    assert_eq!(fs::read_to_string(&other).expect("a file"), "nothing");
    for (line, why) in [
        (format!("load {other}"), "'nothing' is not a move"),
        (format!("load {}", folder.text("")), "Cannot read "),
        (format!("load {}", folder.text("none.psq")), "Cannot read "),
        (
            format!("save {}", folder.text("no/where.sgf")),
            "Cannot write ",
        ),
        (format!("save {}", folder.text("x")), "must end in"),
    ] {
        assert_has(&talk.say(&line), why);
        assert_eq!(talk.session.line("moves"), moves);
    }
    let mut small = Talk::with_engine(Settings::default());
    assert_has(
        &small.say(&format!("save {}", folder.text("a.rec"))),
        "20x20",
    );
    let mut empty = Talk::with_engine(Settings {
        size: (20, 20),
        ..Settings::default()
    });
    assert_has(
        &empty.say(&format!("save {}", folder.text("a.rec"))),
        "needs at least one move",
    );
    assert!(!folder.has("a.rec"));
}

#[test]
fn of_several_games_the_first_is_loaded() {
    let folder = Folder::new();
    let mut talk = Talk::with_engine(Settings {
        two: true,
        ..Settings::default()
    });
    let (one, other) = ("(;GM[4]SZ[15];B[hh])", "(;GM[4]SZ[15];B[aa])");
    for (text, is_said) in [(one, false), (&format!("{one}\n{other}\n")[..], true)] {
        let file = folder.write("games.sgf", text);
        let said = talk.say(&format!("load {file}"));
        assert_has(&said, "Loaded from ");
        let note = "Note: the file has several games, of which this is the first.";
        assert_eq!(said.contains(note), is_said, "{said}");
        assert_eq!(talk.session.line("moves"), ["h8"]);
    }
}

/// A pipe may have no end, and no beginning.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_loaded() {
    let folder = Folder::new();
    let pipe = folder.text("pipe.sgf");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("the mkfifo command").success());
    // If it is read all the same, this ends it.
    let path = folder.path("pipe.sgf");
    let writer = std::thread::spawn(move || {
        let opened = fs::OpenOptions::new().write(true).open(path);
        drop(opened.expect("the pipe"));
    });
    let mut talk = Talk::with_engine(Settings::default());
    let said = talk.say(&format!("load {pipe}"));
    assert_has(&said, "pipe.sgf: it is not a regular file.");
    // Opening a pipe for writing blocks until there is a reader.
    let reader = fs::OpenOptions::new().read(true).write(true).open(&pipe);
    writer.join().expect("its end");
    drop(reader.expect("the pipe"));
}

#[test]
fn an_opening_is_saved_and_gone_on_with() {
    let folder = Folder::new();
    let mut talk = Talk::new(Settings {
        two: true,
        opening: OpeningRule::Soosorv8,
        rule: Rule::Renju,
        ..Settings::default()
    });
    let state = |talk: &mut Talk| talk.session.line("board").join("\n");
    for (number, line) in [
        "h8",
        "h9 i10",
        "swap",
        "c3",
        "declare 2",
        "swap",
        "offer a1",
        "offer b5",
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.text(&format!("{number}.sgf"));
        talk.ms.fetch_add(1_000, Relaxed);
        talk.say(&format!("save {file}"));
        let before = state(&mut talk);
        let mut other = Talk::new(Settings {
            two: true,
            ..Settings::default()
        });
        other.say(&format!("load {file}"));
        assert_eq!(state(&mut other), before);
        // It was loaded with its past, and is saved as it was.
        while other.say("undo").contains("Undone") {}
        assert_has(&state(&mut other), "place 3 stones");
        while other.say("redo").contains("Redone") {}
        assert_eq!(state(&mut other), before);
        let again = folder.text(&format!("{number}-again.sgf"));
        other.say(&format!("save {again}"));
        let [text, again] = [file, again].map(|file| fs::read_to_string(file).expect("a file"));
        assert_eq!(again, text);
        for talk in [&mut talk, &mut other] {
            talk.say(line);
        }
        assert_eq!(state(&mut other), state(&mut talk));
    }
    // Other files have no place for it.
    let file = folder.text("stones.psq");
    assert_has(&talk.say(&format!("save {file}")), "It has the stones only");
    assert_has(&talk.say(&format!("load {file}")), "Move 5. Black");
}

#[test]
fn an_opening_with_the_engine_is_gone_on_with() {
    let folder = Folder::new();
    let file = folder.text("opening.sgf");
    let mut talk = Talk::with_engine(Settings {
        opening: OpeningRule::Swap2,
        first: First::Engine,
        ..Settings::default()
    });
    assert_has(&talk.say(&format!("save {file}")), "Saved as ");
    let text = fs::read_to_string(&file).expect("a file");
    // Who is not known is a person, to whom it is to act.
    let nobodys = text.replace("[Tengen]", "[A]").replace("[Player]", "[B]");
    let nobodys = folder.write("nobodys.sgf", nobodys);
    for file in [file, nobodys] {
        let mut talk = Talk::with_engine(Settings::default());
        assert_has(
            &talk.say(&format!("load {file}")),
            "You: take black, take white or",
        );
        assert_has(&talk.say("take black"), "White (Tengen): ");
    }
    let wrong = folder.write("wrong.sgf", text.replace("OR[swap2]", "OR[pro]"));
    assert_has(&talk.say(&format!("load {wrong}")), "Cannot read ");
}

#[test]
fn a_loaded_game_can_be_taken_back() {
    let folder = Folder::new();
    let file = game_file(&folder, "h8a1i8c1j9e1", "PW");
    let mut talk = Talk::with_engine(Settings::default());
    talk.say(&format!("load {file}"));
    assert_has(&talk.say("undo 4"), "You can undo at most 3 of your moves");
    assert_has(&talk.say("undo 2"), "Move 3. Black (you) to move.");
    assert_eq!(talk.session.line("moves"), ["h8a1"]);
    assert_has(&talk.say("redo 2"), "Move 7. Black (you) to move.");
    // What was given is no move.
    let given = folder.write("given.sgf", "(;SZ[15]AB[hh]AW[aa];B[ii];W[cc])");
    talk.say(&format!("load {given}"));
    assert_has(&talk.say("undo"), "Move 3. Black (you) to move.");
    assert_eq!(talk.session.line("moves"), ["h8a15"]);
}

#[test]
fn a_loaded_game_has_ended_as_it_had() {
    let folder = Folder::new();
    let clock = "10s".parse().expect("a clock");
    let two = Settings {
        two: true,
        rule: Rule::Renju,
        fouls: Fouls::Claimed,
        clock,
        ..Settings::default()
    };
    for (number, (lines, pause, end)) in [
        (&["h8", "i9", "resign!"][..], 0, "wins by resignation."),
        (&["h8", "draw", "i9", "accept"], 0, "a draw by agreement."),
        (&["h8", "pass", "pass"], 0, "a draw by two passes."),
        (&["h8"], 10_001, "Black (player 1) wins on time."),
        (
            &[
                "h9", "a1", "h10", "c1", "i8", "e1", "j8", "o1", "h8", "claim",
            ],
            0,
            "wins by Black's foul, a double-three.",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let mut talk = Talk::new(two.clone());
        for line in lines {
            talk.say(line);
        }
        talk.wait(pause);
        assert_has(&talk.transcript, end);
        let [first, second] = [0, 1].map(|part| folder.text(&format!("{number}-{part}.sgf")));
        talk.say(&format!("save {first}"));
        assert_has(&talk.say(&format!("load {first}")), end);
        talk.say(&format!("save {second}"));
        let [first, second] = [first, second].map(|file| fs::read_to_string(file).expect("a file"));
        assert_eq!(first, second);
        // Before the end it goes on.
        assert_has(&talk.say("undo"), "to move.");
    }
    // Other programs have other words.
    for (result, said) in [
        ("RE[B+R]", "Black (player 1) wins by resignation."),
        ("RE[W+T]", "White (player 2) wins on time."),
        (
            "RE[B+3.5]",
            "The file says black wins, but the game can go on.",
        ),
        ("RE[W+]TE[a bet]", "The file says white wins (a bet), but"),
        (
            "RE[B+F]TE[forbidden move]",
            "The file says black wins (forbidden move), but",
        ),
    ] {
        let file = folder.write("other.sgf", format!("(;SZ[15]{result};B[hh];W[ii])"));
        let mut talk = Talk::new(two.clone());
        assert_has(&talk.say(&format!("load {file}")), said);
    }
}

#[test]
fn the_game_before_can_be_gone_back_to() {
    let folder = Folder::new();
    let file = game_file(&folder, "h8i9", "PW");
    let mut talk = Talk::with_engine(Settings {
        games: 3,
        ..Settings::default()
    });
    talk.say("resign!");
    // A finished game is no loss, but it can be gone back to as well.
    assert!(!talk.say("new").contains("is kept"));
    assert_has(&talk.say("undo"), "Back in the previous game.");
    assert_has(&talk.say("board"), "Series: you 0, Tengen 1,");
    talk.say("new");
    talk.say("o15");
    let moves = talk.session.line("moves");
    for other in ["new", &format!("load {file}")] {
        assert_has(&talk.say(other), "undo at the start of this one");
        talk.say("undo");
        if other != "new" {
            talk.say("undo");
        }
        assert_eq!(talk.session.line("moves"), moves);
    }
    // The score is as it was.
    assert_has(
        &talk.say("resign!"),
        "Series: you 0, Tengen 2, 2 of 3 games",
    );
    talk.say("new");
    // A game in which nothing was done is not kept.
    talk.say("rule renju");
    talk.say("size 9");
    assert_has(&talk.say("undo"), "The winner is Tengen.");
    assert_eq!(talk.session.line("moves"), moves);
}

#[test]
fn what_was_saved_is_not_lost_when_it_cannot_be_saved_again() {
    let folder = Folder::new();
    let file = folder.text("game.sgf");
    let mut talk = Talk::with_engine(Settings::default());
    talk.say("h8");
    talk.say(&format!("save {file}"));
    let text = fs::read_to_string(&file).expect("a file");
    talk.say("resign!");
    let part = folder.write("game.sgf.part", "another's");
    assert_has(&talk.say(&format!("save {file}")), "Cannot write ");
    assert_eq!(fs::read_to_string(&file).expect("a file"), text);
    assert_eq!(fs::read_to_string(&part).expect("a file"), "another's");
    fs::remove_file(&part).expect("a file");
    assert_has(&talk.say(&format!("save {file}")), "Saved as ");
    assert_ne!(fs::read_to_string(&file).expect("a file"), text);
    assert!(fs::read(&part).is_err());
}

#[test]
fn a_series_keeps_the_score() {
    let mut talk = Talk::with_engine(Settings {
        games: 3,
        ..Settings::default()
    });
    talk.say("h8");
    assert_has(
        &talk.say("resign!"),
        "Series: you 0, Tengen 1, 1 of 3 games played.",
    );
    // The result goes with the resignation.
    talk.say("undo");
    assert_has(
        &talk.say("resign!"),
        "Series: you 0, Tengen 1, 1 of 3 games played.",
    );
    // Now the engine begins.
    assert_has(&talk.say("new"), "Black (Tengen): ");
    let said = talk.say("resign!");
    assert_has(
        &said,
        "Series: you 0, Tengen 2, 2 of 3 games played. The winner is Tengen.",
    );
    assert_has(&talk.say("new"), "Move 1. Black (you) to move.");
}

#[test]
fn who_begins_can_be_guessed() {
    let begins = |seed| {
        let settings = Settings {
            first: First::Guess(GuessForm::Handful),
            seed,
            ..Settings::default()
        };
        let talk = Talk::with_engine(settings);
        assert_has(&talk.transcript, "Who begins? You: ");
        let is_right = talk.transcript.contains("The guess was right.");
        assert_eq!(
            is_right,
            talk.transcript.contains("Black (you)"),
            "{}",
            talk.transcript
        );
        is_right
    };
    let right = (0..20).filter(|&seed| begins(seed)).count();
    assert!((3..=17).contains(&right), "{right}");
}

#[test]
fn who_wins_the_guess_decides_who_begins() {
    let asked = "You: take black (and begin), take white or hand over (the choice).";
    let (mut asks, mut told) = (0, 0);
    for seed in 0..12 {
        let mut talk = Talk::with_engine(Settings {
            first: First::Guess(GuessForm::Picker),
            clock: "1m".parse().expect("a clock"),
            seed,
            ..Settings::default()
        });
        if !talk.transcript.contains(asked) {
            // The engine likes to begin.
            assert_has(&talk.transcript, "Tengen: take black\nBlack (Tengen): ");
            told += 1;
            continue;
        }
        asks += 1;
        // Nothing can be done before, and it takes no time.
        assert_eq!(talk.session.allowance(), None);
        assert_eq!(talk.wait(61_000), "");
        for line in ["h8", "resign", "pass", "pause", "hint", "save x.sgf"] {
            assert_has(&talk.say(line), "Decide first who begins.");
        }
        let (line, begins) = [
            ("take black", "Move 1. Black (you) to move."),
            ("white", "You: take white\nBlack (Tengen): "),
            (
                "hand over",
                "You: hand over\nTengen: take black\nBlack (Tengen): ",
            ),
        ][asks % 3];
        assert_has(&talk.say(line), begins);
        assert_has(&talk.say("hand over"), "There is nothing to decide.");
        assert_has(&talk.say("a15"), "(you): a15");
    }
    assert!(asks >= 3 && told > 0, "{asks} {told}");
}

#[test]
fn a_game_with_the_engine_is_a_draw_after_so_many_moves() {
    let mut talk = Talk::with_engine(Settings {
        max_moves: Some(4),
        opening: OpeningRule::Swap1,
        ..Settings::default()
    });
    talk.say("h8 a1 o15");
    talk.say("a15");
    assert_has(&talk.transcript, "a draw by the move limit.");
    assert_eq!(stones(&mut talk, 15), 4);
    // It holds for games of files, too.
    let folder = Folder::new();
    let file = game_file(&folder, "h8a1i8", "PW");
    talk.say(&format!("load {file}"));
    assert_has(&talk.transcript, "a draw by the move limit.");
}

#[test]
fn settings_that_do_not_fit_are_refused() {
    for settings in [
        Settings {
            size: (4, 15),
            ..Settings::default()
        },
        Settings {
            size: (23, 23),
            ..Settings::default()
        },
        Settings {
            games: 10,
            ..Settings::default()
        },
        Settings {
            opening: OpeningRule::Yamaguchi,
            size: (14, 14),
            two: true,
            ..Settings::default()
        },
    ] {
        let engine = Engine::new().expect("a thread");
        let now = Arc::new(|| Duration::ZERO);
        let session = Session::new(engine, settings.clone(), now, Arc::default());
        assert!(session.is_err(), "{settings:?}");
    }
}

/// A random line, mostly of things that mean something.
fn random_line(rng: &mut StdRng, folder: &Folder) -> String {
    const WORDS: [&str; 68] = [
        "max-moves 9",
        "max-moves none",
        "first guess-sum",
        "first guess-decide",
        "first guess-picker",
        "hand over",
        "pause",
        "go on",
        "go on",
        "undo",
        "undo 2",
        "redo",
        "redo 3",
        "hint",
        "resign",
        "resign!",
        "yes",
        "draw",
        "accept",
        "refuse",
        "pass",
        "claim",
        "swap",
        "keep",
        "take black",
        "take white",
        "more",
        "declare 2",
        "declare 5",
        "declare 0",
        "new",
        "board",
        "moves",
        "help",
        "rule renju",
        "rule caro",
        "rule freestyle",
        "size 9",
        "size 7",
        "size 5x6",
        "size 15",
        "opening free",
        "opening swap2",
        "opening yamaguchi",
        "opening taraguchi-5",
        "opening super-sakata",
        "opening pro",
        "opening soosorv-4",
        "clock 1m+1s",
        "clock none",
        "clock 5x2s",
        "clock 3/9s",
        "first engine",
        "first guess",
        "first me",
        "set-up any",
        "set-up none",
        "fouls claimed",
        "fouls automatic",
        "forbidden off",
        "forbidden on",
        "nodes 20",
        "time 1s",
        "save",
        "load x.sgf",
        "e5",
        "d5",
        "e5 d4 c3",
    ];
    match rng.random_range(0..10) {
        0..4 => WORDS.choose(rng).expect("a word").to_string(),
        4..8 => {
            let count = [1, 1, 1, 1, 2, 3][rng.random_range(0..6)];
            let square = |_| {
                let column = (b'a' + rng.random_range(0..9)) as char;
                format!("{column}{}", rng.random_range(1..10))
            };
            let squares: Vec<String> = (0..count).map(square).collect();
            squares.join(" ")
        }
        8 => {
            let verb = ["offer", "pick", "play", "declare", "save", "load"].choose(rng);
            let name = ["a.sgf", "b.psq", "c.rec", "d5"]
                .choose(rng)
                .expect("a name");
            let verb = verb.expect("a word");
            match *verb {
                "save" | "load" => format!("{verb} {}", folder.text(name)),
                _ => format!("{verb} {name}"),
            }
        }
        _ => {
            let length = rng.random_range(0..12);
            (0..length).map(|_| rng.random::<char>()).collect()
        }
    }
}

#[test]
fn no_line_breaks_a_session() {
    let folder = Folder::new();
    for seed in 0..24 {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut talk = Talk::new(Settings {
            two: seed % 2 == 0,
            size: (9, 9),
            games: [1, 3][seed as usize / 2 % 2],
            nodes: Some(20),
            seed,
            ..Settings::default()
        });
        for _ in 0..250 {
            let line = random_line(&mut rng, &folder);
            talk.say(&line);
            if rng.random_range(0..8) == 0 {
                talk.wait(rng.random_range(0..3_000));
            }
            talk.transcript.clear();
        }
        assert!(!talk.session.has_quit());
        talk.say("quit");
        assert!(talk.session.has_quit());
    }
}

/// What the program says to some lines.
fn program(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PROGRAM)
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("its input");
    // It may have ended before.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("its end")
}

#[test]
fn the_program_ends_well_with_its_input() {
    for (input, said) in [
        (&b""[..], "Move 1. Black (you) to move."),
        (b"h8\nhint", "Hint: "),
        (b"h8\n\xff\xfe\r\n", "is neither a square nor a command"),
        (
            b"h8\r\nresign!\nquit\nh9\n",
            "White (Tengen) wins by resignation.",
        ),
        (&b"x".repeat(200_000), "The line is too long."),
    ] {
        let output = program(&["--nodes", "100", "--seed", "1", "--ascii"], input);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        assert_has(&text, said);
        assert!(text.ends_with("Goodbye.\n"), "{text}");
        // What was typed is repeated as it was.
        assert!(text.is_ascii() || input.contains(&0xff), "{text}");
    }
}

#[test]
fn the_end_of_a_long_line_is_no_command() {
    for filling in [b' ', b'x'] {
        for length in [4_000, 1 << 16, 3 << 16] {
            let line = [&vec![filling; length][..], b"resign!\nh8\nmoves\n"].concat();
            let output = program(&["--two", "--ascii"], &line);
            let text = String::from_utf8(output.stdout).expect("text");
            // A line of blanks that is not too long is what stands behind them.
            let resigns = filling == b' ' && length == 4_000;
            assert_eq!(text.contains("by resignation"), resigns, "{length} {text}");
            let cut = length > 4_096;
            assert_eq!(text.matches("too long").count(), usize::from(cut), "{text}");
            assert_eq!(text.contains("\nh8\n"), !resigns, "{text}");
        }
    }
}

#[test]
fn a_command_line_that_does_not_fit_is_wrong_use() {
    for (args, why) in [
        (
            &["--opening-rule", "yamaguchi", "--size", "14"][..],
            "needs a square board",
        ),
        (
            &["--set-up", "any", "--opening-rule", "swap2"],
            "free opening",
        ),
        (&["--set-up", "any", "--series", "3"], "not for a series"),
        (&["--set-up", "x"], "unknown set-up 'x'"),
        (&["--clock", "15"], "no unit"),
        (&["--time", "fast"], "is not a time"),
        (&["--max-moves", "0"], "a whole number from 1 to 10000"),
        (&["--first", "x"], "one of me, engine, guess, guess-sum,"),
        (&["--opening-rule", "x"], "unknown opening rule 'x'"),
    ] {
        let words = [&["play"], args].concat();
        run(&words).assert_wrong_use(why);
    }
}

/// `play` in a folder, with lines that can be waited for.
#[cfg(unix)]
struct Played {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

#[cfg(unix)]
impl Played {
    fn start(folder: &Folder, args: &[&str]) -> Played {
        let mut child = Command::new(PROGRAM)
            .args([&["play", "--ascii"], args].concat())
            .current_dir(folder.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        Played {
            stdin: child.stdin.take().expect("its input"),
            lines: BufReader::new(child.stdout.take().expect("its output")).lines(),
            child,
        }
    }

    fn wait_for(&mut self, wanted: &str) {
        let found = self.lines.by_ref().find(|line| {
            let line = line.as_ref().expect("text");
            line.contains(wanted)
        });
        assert!(found.is_some(), "no '{wanted}'");
    }

    fn send(&mut self, line: &str) {
        let bytes = format!("{line}\n").into_bytes();
        self.stdin.write_all(&bytes).expect("it reads");
    }

    fn say(&mut self, line: &str, wanted: &str) {
        self.send(line);
        self.wait_for(wanted);
        self.rest();
    }

    /// Waits until it waits for the next line.
    fn rest(&self) {
        let since = std::time::Instant::now();
        let mut looks = 0;
        while looks < 10 {
            assert!(since.elapsed() < SOON, "it does not rest");
            std::thread::sleep(Duration::from_millis(5));
            looks = if self.is_asleep() { looks + 1 } else { 0 };
        }
    }

    /// Whether all its threads sleep.
    #[cfg(target_os = "linux")]
    fn is_asleep(&self) -> bool {
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id()));
        threads.expect("its threads").all(|thread| {
            let stat = thread.expect("a thread").path().join("stat");
            let stat = fs::read_to_string(stat).unwrap_or_default();
            // The state stands behind the name, which is in brackets.
            let state = stat.rsplit_once(')').map(|(_, rest)| rest.trim_start());
            state.is_some_and(|state| state.starts_with('S'))
        })
    }

    /// This system does not tell; it takes less than half a second.
    #[cfg(not(target_os = "linux"))]
    fn is_asleep(&self) -> bool {
        std::thread::sleep(Duration::from_millis(50));
        true
    }

    fn signal(&self, name: &str) {
        let number = self.child.id().to_string();
        let kill = Command::new("kill").args([name, &number]).status();
        kill.expect("the kill command");
    }

    fn end(mut self) -> Option<i32> {
        let since = std::time::Instant::now();
        loop {
            match self.child.try_wait().expect("its status") {
                Some(status) => return status.code(),
                None => assert!(since.elapsed() < SOON, "it goes on"),
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_thinking_and_then_the_program() {
    let folder = Folder::new();
    let mut played = Played::start(&folder, &["--time", "1h"]);
    played.wait_for("Move 1.");
    played.send("h8");
    played.wait_for("Black (you): h8");
    // The search has begun when this comes, or will very soon.
    std::thread::sleep(Duration::from_millis(500));
    played.signal("-INT");
    played.wait_for("White (Tengen): ");
    played.wait_for("Move 3.");
    played.rest();
    // It could have been the last signal.
    assert!(folder.has("tengen-unsaved.sgf"));
    played.signal("-INT");
    played.wait_for("Press Ctrl-C again");
    played.signal("-INT");
    played.wait_for("The game is saved: load tengen-unsaved.sgf to continue it.");
    played.wait_for("Goodbye.");
    assert_eq!(played.end(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_game_that_is_cut_off_is_kept() {
    let folder = Folder::new();
    let [first, second] = ["tengen-unsaved.sgf", "tengen-unsaved-2.sgf"];
    let mut played = Played::start(&folder, &["--two", "--opening-rule", "swap2"]);
    played.wait_for("place 3 stones");
    played.rest();
    // Without a move there is nothing to keep.
    played.signal("-HUP");
    played.wait_for("Press Ctrl-C again");
    assert!(!folder.has(first));
    played.say("h8", "place 2 stones");
    played.signal("-HUP");
    played.wait_for("Press Ctrl-C again");
    assert!(folder.has(first));
    // It goes on.
    played.say("i9", "place a stone");
    assert!(!folder.has(first));
    // What is saved needs no other file.
    played.say("save game.sgf", "Saved as");
    played.signal("-TERM");
    played.wait_for("Press Ctrl-C again");
    assert!(!folder.has(first));
    played.say("a1", "take black");
    played.signal("-TERM");
    played.wait_for("Press Ctrl-C again");
    played.signal("-KILL");
    assert_eq!(played.end(), None);
    let text = fs::read_to_string(folder.path(first)).expect("the game");

    // Also with an opening that was not over, it is gone on with.
    let mut played = Played::start(&folder, &["--two"]);
    played.wait_for("There is an unfinished game: load tengen-unsaved.sgf to continue it.");
    played.say(
        &format!("load {first}"),
        "Player 2: take black, take white or",
    );
    played.signal("-INT");
    played.wait_for("Press Ctrl-C again");
    assert!(!folder.has(second));
    played.say("take black", "Move 4.");
    played.say("b2", "Move 5.");
    played.signal("-INT");
    played.wait_for("Press Ctrl-C again");
    played.signal("-INT");
    played.wait_for("The game is saved: load tengen-unsaved-2.sgf to continue it.");
    assert_eq!(played.end(), Some(0));
    // Nothing was overwritten.
    let now = fs::read_to_string(folder.path(first)).expect("the game");
    assert_eq!(now, text);

    // The end of a pipe cuts nothing off.
    let mut played = Played::start(&folder, &["--two"]);
    played.wait_for("There are unfinished games: tengen-unsaved.sgf, tengen-unsaved-2.sgf (");
    played.say("h8", "Move 2.");
    drop(played.stdin);
    assert!(played.child.wait().expect("its end").success());
    assert_eq!(fs::read_dir(folder.path("")).expect("it").count(), 3);
}

/// A terminal is needed, which the program `script` has.
#[cfg(target_os = "linux")]
#[test]
fn a_game_is_kept_when_its_terminal_ends() {
    let folder = Folder::new();
    let script = Command::new("script")
        .args([
            "-qec",
            &format!("{PROGRAM} play --two --ascii"),
            "/dev/null",
        ])
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = script else {
        println!("skipped: there is no `script`");
        return;
    };
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(b"h8\n").expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_has(
        &said,
        "The game is saved: load tengen-unsaved.sgf to continue it.",
    );
    let text = fs::read_to_string(folder.path("tengen-unsaved.sgf")).expect("the game");
    assert_has(&text, ";B[hh]");
}
