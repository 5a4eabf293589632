//! Games of the engine with itself, and the files they are kept in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::common::searched_again;
use proptest::prelude::*;
use tengen::board::Board;
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::eval::network::NetworkChoice;
use tengen::lab::selfplay::{
    Deeper, Finish, GameFile, GameSet, Plan, Relabel, ScoredGame, ScoredPosition, StoredScore, play,
};
use tengen::lab::shard::Shard;
use tengen::rules::{self, Outcome};
use tengen::scale::{Meaning, Scale};
use tengen::types::{Color, Rule, Score, Square};

/// A plan for short games.
fn plan(rule: Rule, size: &str) -> Plan {
    Plan {
        rule: rule.to_string(),
        size: size.to_string(),
        nodes: 60,
        halvings: 0,
        levelling: true,
        seed: 1,
        first: 0,
        shard: Shard::WHOLE,
        scores: Plan::normalised_scores(),
        engine: "of the tests".to_string(),
        relabelled: None,
    }
}

/// Plays games from the `done`-th on, with two threads.
fn games(plan: &Plan, done: usize, count: usize) -> Vec<ScoredGame> {
    games_with(&NetworkChoice::Embedded, plan, done, count)
}

fn games_with(network: &NetworkChoice, plan: &Plan, done: usize, count: usize) -> Vec<ScoredGame> {
    let games = Mutex::new(Vec::new());
    let stop = Arc::new(AtomicBool::new(false));
    let report = |game: &ScoredGame| {
        games.lock().unwrap().push(game.clone());
        true
    };
    play(plan, network, (done, done + count), 2, &stop, &report).unwrap();
    games.into_inner().unwrap()
}

#[test]
fn a_network_decides_the_games() {
    let plan = plan(Rule::Renju, "9");
    let off = games_with(&NetworkChoice::Off, &plan, 0, 2);
    assert_ne!(off, games(&plan, 0, 2));
    assert_eq!(off, games_with(&NetworkChoice::Off, &plan, 0, 2));
}

#[test]
fn open_positions_are_searched_again_whoever_does_it() {
    let mut plan = plan(Rule::Renju, "11");
    plan.seed = 5;
    let first = games(&plan, 0, 8);
    plan.relabelled = Some(Relabel {
        one_in: 2,
        nodes: 2_000,
        seed: 3,
        engine: "of the tests".to_string(),
    });
    let all = searched_again(&plan, (0, &first), 2);
    assert!(all[3..] == searched_again(&plan, (3, &first), 1));
    let mut count = 0;
    for (game, before) in all.iter().zip(&first) {
        let without = ScoredGame {
            deeper: Vec::new(),
            ..game.clone()
        };
        assert_eq!(without, *before);
        for one in &game.deeper {
            let position = &game.positions[one.place];
            let is_open = matches!(position.score.meaning(), Meaning::Estimate(_));
            assert!(is_open && !position.forced);
            count += 1;
        }
        let labels: Vec<_> = game.labels().collect();
        assert_eq!(labels.len(), game.positions.len());
        for (place, (best, score, is_deeper)) in labels.into_iter().enumerate() {
            let wanted = match game.deeper.iter().find(|one| one.place == place) {
                Some(one) => (Some(one.best), one.score, true),
                None => (
                    game.positions[place].played,
                    game.positions[place].score,
                    false,
                ),
            };
            assert_eq!((best, score, is_deeper), wanted);
        }
    }
    let positions: usize = first.iter().map(|game| game.positions.len()).sum();
    assert!(
        count > positions / 5 && count < positions * 3 / 5,
        "{count} of {positions}"
    );

    // What a longer search says is what the engine says.
    let (game, one) = all
        .iter()
        .find_map(|game| Some((game, game.deeper.last()?)))
        .unwrap();
    let mut board = Board::new(11, 11).unwrap();
    let stones = game.opening.len() + one.place;
    game.moves()
        .take(stones)
        .for_each(|square| board.place(square));
    let mut engine = Engine::new().unwrap();
    engine.set_options(Options {
        rule: Rule::Renju,
        nodes: Some(2_000),
        memory: 64 << 20,
        ..Options::default()
    });
    engine.new_game(board);
    let found = engine.think(&Control::default(), &|_| ()).unwrap();
    let score = engine.scale().normalised(found.score);
    assert_eq!(
        (one.best, one.score),
        (found.line[0], StoredScore::normalised(score))
    );

    // And it comes back from a file.
    let path = folder("again").join("games");
    file_of(&path, &plan, &all);
    assert_eq!(GameSet::read(&path).unwrap().games, all);
    let raw = GameSet::read(&path).unwrap().into_raw().unwrap();
    assert_eq!(raw.into_normalised().unwrap().games, all);
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("selfplay-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A file of these games.
fn file_of(path: &Path, plan: &Plan, games: &[ScoredGame]) -> Vec<u8> {
    let mut file = GameFile::open(path, plan).unwrap();
    for game in games {
        file.add(game).unwrap();
    }
    fs::read(path).unwrap()
}

/// Without levelling every move is a player's own, and the winner, who searches
/// up to eight times the nodes of the other, is not the same side each time.
#[test]
fn games_as_in_a_match() {
    let plan = Plan {
        nodes: 800,
        halvings: 3,
        levelling: false,
        ..plan(Rule::Freestyle, "15")
    };
    plan.check().unwrap();
    let games = games(&plan, 0, 12);
    let moves = games.iter().flat_map(|game| &game.positions);
    assert!(moves.clone().count() > 12 * 8);
    assert!(moves.clone().all(|one| !one.levelling));
    assert!(
        games
            .iter()
            .all(|game| game.settled_from() <= game.opening.len())
    );
    let black = games.iter().filter(|game| game.black == 2).count();
    assert!((1..12).contains(&black), "Black wins {black} of 12");
    let bad = Plan {
        halvings: 10,
        ..plan
    };
    assert!(bad.check().is_err());
}

#[test]
fn games_with_the_same_number_are_the_same() {
    let plan = plan(Rule::Standard, "12");
    let once = games(&plan, 3, 8);
    let numbers: Vec<u64> = once.iter().map(|game| game.number).collect();
    assert_eq!(numbers, (3..11).collect::<Vec<_>>());
    assert_eq!(games(&plan, 5, 3), once[2..5]);
    let other = Plan {
        seed: 2,
        ..plan.clone()
    };
    assert_ne!(games(&other, 3, 8), once);
    // A set is the sum of its shards.
    for index in 0..3 {
        let shard = Plan {
            shard: Shard { index, of: 3 },
            ..plan.clone()
        };
        let parts = games(&shard, 1, 2);
        let wanted = [3 + index, 6 + index].map(|number| once[number - 3].clone());
        assert_eq!(parts, wanted);
        assert_eq!(shard.share_of(11).unwrap(), [4, 4, 3][index]);
    }
}

#[test]
fn games_are_whole_and_legal() {
    for rule in Rule::ALL {
        for game in games(&plan(rule, "12"), 0, 6) {
            let board = game.board().unwrap();
            assert!((2..=8).contains(&game.opening.len()));
            let played = board.moves().len() - game.opening.len();
            assert!(game.settled_from() <= board.moves().len());
            let last = game.positions.last().unwrap();
            match rules::outcome(&board, rule) {
                Some(outcome) => {
                    let mover = !board.side_to_move();
                    let points = if outcome == Outcome::Draw { 1 } else { 2 };
                    assert_eq!((game.end, game.points(mover)), (Finish::Played, points));
                    assert_eq!(game.positions.len(), played);
                }
                // A game ends when a win is proven, and only a long game
                // is broken off.
                None => {
                    assert_eq!((game.positions.len(), last.played), (played + 1, None));
                    let points = game.points(board.side_to_move());
                    match last.score.meaning() {
                        Meaning::WinIn(_) => assert_eq!((game.end, points), (Finish::Proven, 2)),
                        Meaning::LossIn(_) => assert_eq!((game.end, points), (Finish::Proven, 0)),
                        Meaning::Estimate(_) => {
                            assert_eq!((game.end, points), (Finish::BrokenOff, 1));
                            assert!(board.stone_count() >= 80);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn boards_and_openings_are_of_every_kind() {
    let games = games(&plan(Rule::Freestyle, "mixed"), 0, 60);
    let of_size = |width: usize, height: usize| {
        let of_size = |game: &&ScoredGame| (game.width, game.height) == (width, height);
        games.iter().filter(of_size).count()
    };
    assert!((15..=45).contains(&of_size(20, 20)), "{}", of_size(20, 20));
    assert!(of_size(15, 15) >= 5);
    assert!(games.iter().any(|game| game.width != game.height));
    let is_at_edge = |game: &&ScoredGame| {
        let at_edge = |square: &Square| {
            let (x, y) = (square.x(), square.y());
            x == 0 || y == 0 || x + 1 == game.width || y + 1 == game.height
        };
        game.width >= 12 && game.opening.iter().any(at_edge)
    };
    assert!(games.iter().filter(is_at_edge).count() >= 3);
    // The smallest boards have games too.
    let smallest = plan(Rule::Renju, "5");
    assert_eq!(self::games(&smallest, 0, 3).len(), 3);
}

#[test]
fn raw_and_normalised_scores_are_of_the_same_games() {
    let normalised = plan(Rule::Renju, "15");
    let raw = Plan {
        scores: "raw".to_string(),
        ..normalised.clone()
    };
    let folder = folder("raw");
    for (name, plan) in [("raw", &raw), ("normalised", &normalised)] {
        file_of(&folder.join(name), plan, &games(plan, 0, 4));
    }
    let read = |name: &str| GameSet::read(&folder.join(name)).unwrap();
    assert_ne!(read("raw").games, read("normalised").games);
    assert_eq!(
        read("raw").into_normalised().unwrap().games,
        read("normalised").games
    );
    let back = read("normalised").into_raw().unwrap();
    assert_eq!(
        back.into_normalised().unwrap().games,
        read("normalised").games
    );
    let game = &read("raw").games[0];
    let (raw, units) = (
        game.positions[0].score,
        read("normalised").games[0].positions[0].score,
    );
    let to_move = if game.opening.len() % 2 == 0 {
        Color::Black
    } else {
        Color::White
    };
    let Meaning::Estimate(raw) = raw.meaning() else {
        panic!("an opening that is decided");
    };
    let scale = Scale::at(Rule::Renju, to_move, game.opening.len(), 225);
    assert_eq!(
        scale.normalised(Score::estimate(raw)).meaning(),
        units.meaning()
    );
}

#[test]
fn an_interrupted_file_becomes_what_an_uninterrupted_one_is() {
    let plan = plan(Rule::Freestyle, "9");
    let folder = folder("interrupted");
    let whole = file_of(&folder.join("whole"), &plan, &games(&plan, 0, 30));
    let path = folder.join("parts");
    let mut done = 0;
    for threads in [1, 2, 3, 2, 4, 3, 2, 4].into_iter().cycle() {
        let mut file = GameFile::open(&path, &plan).unwrap();
        assert_eq!(file.games(), done);
        if done == 30 {
            break;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let heard = Mutex::new((&mut file, 0));
        // Stopped while other threads are in the middle of their games.
        let report = |game: &ScoredGame| {
            let mut heard = heard.lock().unwrap();
            heard.0.add(game).unwrap();
            heard.1 += 1;
            stop.store(heard.1 >= 4, Relaxed);
            true
        };
        play(
            &plan,
            &NetworkChoice::Embedded,
            (done, 30),
            threads,
            &stop,
            &report,
        )
        .unwrap();
        let (_, more) = heard.into_inner().unwrap();
        assert!(more >= 4 || done + more == 30, "{more}");
        done += more;
    }
    assert!(fs::read(&path).unwrap() == whole);
}

#[test]
fn no_more_is_told_after_a_refusal() {
    let plan = plan(Rule::Freestyle, "9");
    let stop = Arc::new(AtomicBool::new(false));
    let told = Mutex::new(0);
    let report = |_: &ScoredGame| {
        *told.lock().unwrap() += 1;
        *told.lock().unwrap() < 3
    };
    play(
        &plan,
        &NetworkChoice::Embedded,
        (0, 1_000_000),
        3,
        &stop,
        &report,
    )
    .unwrap();
    assert_eq!(told.into_inner().unwrap(), 3);
}

#[test]
fn a_file_cut_anywhere_goes_on_from_its_last_whole_game() {
    let plan = plan(Rule::Caro, "9");
    let games = games(&plan, 0, 4);
    let folder = folder("cut");
    let whole = file_of(&folder.join("whole"), &plan, &games);
    let path = folder.join("cut");
    let mut before = 0;
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        // Who only reads takes what is whole.
        let read = GameSet::read(&path);
        let known = GameFile::open(&path, &plan).unwrap().games();
        assert!(known == before || known == before + 1, "{length}");
        if let Ok(read) = read {
            assert_eq!(read.games, games[..known]);
            // Only whole files end where a game does.
            assert_eq!(read.torn, fs::read(&path).unwrap().len() != length);
        } else {
            assert_eq!(known, 0, "{length}");
        }
        assert!(file_of(&path, &plan, &games[known..]) == whole, "{length}");
        before = known;
    }
    assert_eq!(before, 4);
}

#[test]
fn a_single_wrong_byte_is_noticed() {
    let plan = plan(Rule::Freestyle, "9");
    let folder = folder("wrong");
    let whole = file_of(&folder.join("whole"), &plan, &games(&plan, 0, 2));
    let path = folder.join("wrong");
    for at in 0..whole.len() {
        for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            fs::write(&path, &bytes).unwrap();
            let read = GameSet::read(&path);
            assert!(read.is_err(), "byte {at} of {}: {change}", whole.len());
            // And nothing is written behind it.
            assert!(GameFile::open(&path, &plan).is_err());
            assert!(fs::read(&path).unwrap() == bytes);
        }
    }
}

#[test]
fn other_files_and_other_plans_are_refused() {
    let folder = folder("refused");
    let path = folder.join("games");
    let plan = plan(Rule::Freestyle, "9");
    let whole = file_of(&path, &plan, &games(&plan, 0, 1));
    let other = Plan {
        nodes: 61,
        ..plan.clone()
    };
    let error = GameFile::open(&path, &other).unwrap_err().to_string();
    assert!(error.contains("another plan"), "{error}");
    for (text, wanted) in [
        ("8,8\n", "not a file of games"),
        ("{}", "line 1"),
        ("tengen games 2 {} 00000000\n", "not a file of games"),
        ("", "not a file of games"),
    ] {
        fs::write(&path, text).unwrap();
        let error = GameSet::read(&path).unwrap_err().to_string();
        assert!(error.contains(wanted), "{text}: {error}");
        let opened = GameFile::open(&path, &plan);
        assert_eq!(opened.is_ok(), text.is_empty(), "{text}");
    }
    // Games out of their order.
    let games = games(&plan, 1, 1);
    fs::write(&path, "").unwrap();
    file_of(&path, &plan, &games);
    let error = GameSet::read(&path).unwrap_err().to_string();
    assert!(error.contains("number 1 where 0 should be"), "{error}");
    assert!(whole.starts_with(b"tengen games 1 {\"rule\":\"freestyle\""));
}

#[test]
fn lines_of_text_hold_the_same_games() {
    let folder = folder("text");
    let plan = plan(Rule::Standard, "10");
    file_of(&folder.join("games"), &plan, &games(&plan, 0, 5));
    let set = GameSet::read(&folder.join("games")).unwrap();
    let lines: Vec<String> = set.lines().collect::<Result<_, _>>().unwrap();
    let text = lines.join("\n") + "\n";
    let path = folder.join("text");
    fs::write(&path, &text).unwrap();
    let read = GameSet::read(&path).unwrap();
    assert_eq!(read.games, set.games);
    assert_eq!(
        (read.rule, &read.scores, read.torn),
        (set.rule, &set.scores, false)
    );
    // The last line may be torn, no other.
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    let read = GameSet::read(&path).unwrap();
    assert_eq!((&read.games[..], read.torn), (&set.games[..4], true));
    fs::write(&path, text.replacen("moves", "mves", 1)).unwrap();
    let error = GameSet::read(&path).unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
}

/// What the games of which the scale was first fitted looked like.
#[test]
fn older_lines_of_text_are_read() {
    let text = r#"{"rule":"freestyle","size":[15,15],"moves":"g8g9k9i4k8l6f7k6h11h9i7j8f9j5l7","opening":7,"scores":[-221,278,-58,63,-115,-105,117,-196,29985],"random":13,"black":0}"#;
    let path = folder("older").join("games");
    fs::write(&path, text).unwrap();
    let set = GameSet::read(&path).unwrap();
    let game = &set.games[0];
    assert_eq!((set.scores.as_str(), game.settled_from()), ("raw", 13));
    let scores: Vec<Meaning> = game
        .positions
        .iter()
        .map(|one| one.score.meaning())
        .collect();
    assert_eq!(scores[0], Meaning::Estimate(-221));
    assert_eq!(scores[8], Meaning::WinIn(15));
    assert_eq!((game.end, game.black), (Finish::Proven, 0));
}

/// Runs the program until its file has this many bytes more, then kills it;
/// says whether it came to its end by itself.
fn run_and_kill(path: &Path, args: &[&str], more: u64) -> bool {
    let length = || fs::metadata(path).map_or(0, |data| data.len());
    let before = length();
    let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .args(args)
        .arg(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return true;
        }
        assert!(begin.elapsed() < Duration::from_secs(300), "no games");
        if length() >= before + more {
            child.kill().unwrap();
            child.wait().unwrap();
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_killed_program_goes_on_where_it_was() {
    let folder = folder("killed");
    let args = "selfplay --games 40 --nodes 60 --size 9 --threads 3";
    let args: Vec<&str> = args.split(' ').collect();
    let (whole, parts) = (folder.join("whole"), folder.join("parts"));
    assert!(run_and_kill(&whole, &args, u64::MAX / 2));
    let mut kills = 0;
    while !run_and_kill(&parts, &args, 1_500) {
        kills += 1;
        // As if the last of it had not come to the disk.
        let bytes = fs::read(&parts).unwrap();
        fs::write(&parts, &bytes[..bytes.len() - kills % 5]).unwrap();
    }
    assert!(kills >= 2, "{kills}");
    assert!(fs::read(&parts).unwrap() == fs::read(&whole).unwrap());
    assert_eq!(GameSet::read(&parts).unwrap().games.len(), 40);
}

/// The program's error for these arguments.
fn error(args: &str) -> String {
    let path = folder("error").join("games");
    let output = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .args(args.split(' '))
        .arg(&path)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{args}: {text}");
    assert!(!text.contains("panicked"), "{args}: {text}");
    text
}

#[test]
fn absurd_options_are_errors() {
    for (args, wanted) in [
        ("--nodes 18446744073709551615", "nodes"),
        ("--nodes 0", "nodes"),
        ("--shard 0/2", "shard"),
        ("--shard 3/2", "shard"),
        ("--shard 1", "shard"),
        ("--size 4", "size"),
        ("--size 15x23", "size"),
        ("--size any", "size"),
        ("--first 18446744073709551615", "number"),
        ("--games 18446744073709551615", "number"),
    ] {
        let text = error(&format!("selfplay {args}"));
        assert!(text.contains(wanted), "{args}: {text}");
    }
}

/// For some of these positions the square that was played there, with its score.
fn deeper_of(
    squares: &[Square],
    opening: usize,
    positions: &[ScoredPosition],
    seed: u64,
) -> Vec<Deeper> {
    let places = positions.iter().enumerate();
    let chosen = places.filter(|(place, _)| seed >> (place % 60) & 1 == 1);
    let deeper = chosen.map(|(place, one)| Deeper {
        place,
        best: squares[opening + place],
        score: one.score,
    });
    deeper.collect()
}

/// Any game, legal or not in its rule, but one that can be written.
fn any_game() -> impl Strategy<Value = ScoredGame> {
    let kind = prop_oneof![
        (-2_000..=2_000).prop_map(Meaning::Estimate),
        (1..=46usize).prop_map(Meaning::WinIn),
        (1..=46usize).prop_map(Meaning::LossIn),
    ];
    let position = (kind, any::<bool>(), any::<bool>());
    let sides = (5..=22usize, 5..=22usize);
    let positions = prop::collection::vec(position, 1..60);
    (sides, positions, 0..8usize, any::<u64>(), 0..=2u8).prop_map(
        |((width, height), positions, opening, seed, black)| {
            let mut squares: Vec<Square> = Board::new(width, height)
                .unwrap()
                .empty()
                .into_iter()
                .collect();
            let opening = opening.min(squares.len() / 2);
            // A shuffle by the seed.
            squares.sort_by_key(|square| (square.index() as u64 + 1).wrapping_mul(seed | 1));
            let scored = |kind| {
                let score = match kind {
                    Meaning::WinIn(plies) => Score::win_in(plies),
                    Meaning::LossIn(plies) => Score::loss_in(plies),
                    Meaning::Estimate(value) => Score::estimate(value),
                };
                StoredScore::raw(score)
            };
            let left = squares.len() - opening;
            let positions: Vec<ScoredPosition> = positions
                .iter()
                .take(left)
                .enumerate()
                .map(|(index, &(kind, levelling, forced))| ScoredPosition {
                    score: scored(kind),
                    played: Some(squares[opening + index]),
                    levelling,
                    forced,
                })
                .collect();
            ScoredGame {
                deeper: deeper_of(&squares, opening, &positions, seed),
                number: seed >> 2,
                width,
                height,
                opening: squares[..opening].to_vec(),
                positions,
                black,
                end: Finish::Played,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_game_comes_back(mut game in any_game(), end in 0..3) {
        if end > 0 {
            let last = game.positions.last_mut().unwrap();
            (last.played, last.levelling) = (None, false);
            let decided = !matches!(last.score.meaning(), Meaning::Estimate(_));
            game.end = if decided { Finish::Proven } else { Finish::BrokenOff };
        }
        let plan = Plan {
            first: game.number,
            scores: "raw".to_string(),
            ..plan(Rule::Standard, "mixed")
        };
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let path = folder.join("selfplay-any");
        let _ = fs::remove_file(&path);
        file_of(&path, &plan, std::slice::from_ref(&game));
        let set = GameSet::read(&path).unwrap();
        prop_assert_eq!(&set.games[0], &game);
        let text = folder.join("selfplay-any-text");
        let lines: Vec<String> = set.lines().collect::<Result<_, _>>().unwrap();
        fs::write(&text, lines.concat()).unwrap();
        prop_assert_eq!(&GameSet::read(&text).unwrap().games[0], &game);
    }
}
