//! A whole game by every opening rule in the terminal, with the engine as either
//! side, as it was recorded in `tests/terminal/openings`. `TENGEN_WRITE_SESSIONS`
//! records anew, which is right after a change of play.
//!
//! The person answers what he is asked at random, and does what the hints say
//! once the opening is over.

use std::fs;
use std::path::Path;

use crate::common::talk::{Talk, advice, assert_has};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use tengen::cli::play::{First, Settings};
use tengen::game::OpeningRule;
use tengen::types::Rule;

/// Then the person resigns.
const MOST_MOVES: usize = 60;

/// What a person may type in an opening, by what he is asked.
fn answers(said: &str, rng: &mut StdRng) -> Vec<String> {
    let asked = said.lines().rfind(|line| line.starts_with("You: "));
    let asked = asked.unwrap_or_else(|| panic!("nothing is asked: {said}"));
    let words = [
        "swap",
        "keep",
        "take black",
        "take white",
        "more",
        "declare 5",
        "declare 10",
        "declare 2",
    ];
    let mut answers: Vec<String> = words.map(str::to_string).into();
    // The whole board, so that one of them is allowed.
    for column in 'a'..='o' {
        answers.extend((1..=15).map(|row| format!("{column}{row}")));
    }
    answers.shuffle(rng);
    // Answers in words come first, and in chance order.
    answers.sort_by_key(|answer| !asked.contains(answer.split(' ').next().expect("a word")));
    answers
}

/// The part of an answer that is recorded: no boards, no hints.
fn note(said: &str, record: &mut Vec<String>) {
    const BEGINNINGS: [&str; 5] = [
        "You: ",
        "Tengen: ",
        "Black (",
        "White (",
        "The game is over",
    ];
    let is_kept = |line: &&str| BEGINNINGS.iter().any(|one| line.starts_with(one));
    record.extend(said.lines().filter(is_kept).map(str::to_string));
}

/// Plays the opening; returns the last answer.
fn opening(talk: &mut Talk, seed: u64, record: &mut Vec<String>) -> String {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut said = talk.transcript.clone();
    note(&said, record);
    let mut actions = 0;
    while !said.contains("Move ") && !said.contains("is over") {
        let answered = answers(&said, &mut rng).into_iter().find_map(|line| {
            let answer = talk.session.line(&line).join("\n");
            let is_done = answer.starts_with("You: ");
            is_done.then(|| (line, answer + "\n" + &talk.let_engine_act()))
        });
        let (line, answer) = answered.unwrap_or_else(|| panic!("no answer to {said}"));
        record.push(format!("> {line}"));
        note(&answer, record);
        said = answer;
        actions += 1;
        assert!(actions < 100, "no end");
    }
    said
}

/// A game; what was typed and answered.
fn game(rule: OpeningRule, first: First, seed: u64) -> Vec<String> {
    let mut talk = Talk::with_engine(Settings {
        rule: Rule::Renju,
        opening: rule,
        first,
        nodes: Some(50),
        ..Settings::default()
    });
    let mut record = Vec::new();
    let mut said = opening(&mut talk, seed, &mut record);
    assert_has(&said, "(you)");
    assert_has(&said, "(Tengen)");
    let mut moves = 0;
    while !said.contains("is over") {
        let line = match moves {
            MOST_MOVES => "resign!".to_string(),
            _ => advice(&talk.say("hint")),
        };
        record.push(format!("> {line}"));
        said = talk.say(&line);
        note(&said, &mut record);
        moves += 1;
    }
    record
}

#[test]
fn recorded_games_by_every_opening_rule_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal/openings");
    for (number, rule) in OpeningRule::ALL.into_iter().enumerate() {
        let mut lines = Vec::new();
        let sides = [("you", First::Me, 0), ("Tengen", First::Engine, 100)];
        for (title, first, seed) in sides {
            lines.push(format!("# {rule}: the first is {title}"));
            lines.extend(game(rule, first, number as u64 + seed));
        }
        let said = lines.join("\n") + "\n";
        let path = folder.join(format!("{rule}.txt"));
        if std::env::var_os("TENGEN_WRITE_SESSIONS").is_some() {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&path, &said).expect("a file");
        }
        let recorded = fs::read_to_string(&path).expect("a session");
        let mut pairs = said.lines().zip(recorded.lines()).enumerate();
        let other = pairs.find(|(_, (said, recorded))| said != recorded);
        assert_eq!(other, None, "{}", path.display());
        assert_eq!(said.len(), recorded.len(), "{}", path.display());
    }
}
