//! The learning room: lessons, terms and puzzles as one value of JSON, and the
//! check of an answer. The page holds neither rules nor answers.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::message::Message;
use super::shown::{names, opening_names, stars};
use super::view::searched;
use crate::board::Board;
use crate::board::notation::{moves_text, parse_square, square_name};
use crate::game::VerdictSource;
use crate::rules;
use crate::teach::{
    self, Attempt, Claim, Example, Lesson, LessonStep, MapLine, MaximKind, NotEmpty, OpeningCard,
    PUZZLE_NODES, Puzzle, TermGroup, Text, Tries, attempt, lessons, opening_texts, puzzles,
};
use crate::types::{Color, Rule, Square};

/// A try at a task, or a request for the answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    task: TaskName,
    /// In a puzzle: the right moves so far, and the replies.
    #[serde(default)]
    after: Vec<String>,
    /// The chosen point; without one the answer is wanted.
    at: Option<String>,
}

/// Which task, counted from 1.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum TaskName {
    Puzzle(usize),
    Step([usize; 2]),
}

/// A task and its position.
enum Task {
    Puzzle(&'static Puzzle),
    Step(&'static LessonStep),
}

impl Asked {
    /// The result. Takes some ten milliseconds, seldom a second.
    pub fn answer(&self) -> Result<Value, Message> {
        let task = self.task.find().ok_or_else(|| Message::new("no_task"))?;
        if !self.after.is_empty() {
            return self.go_on(&task);
        }
        let board = task.board();
        let square = match &self.at {
            Some(name) => parse_square(name, board).map_err(|_| Message::new("no_square"))?,
            None => task.answer().ok_or_else(|| Message::new("no_task"))?,
        };
        told(board, square, task.attempt(square))
    }

    /// A later move of a puzzle's win.
    fn go_on(&self, task: &Task) -> Result<Value, Message> {
        let no_task = || Message::new("no_task");
        // A quiet move is one; the moves that follow are only expected.
        let Task::Puzzle(puzzle @ Puzzle { best: None, .. }) = task else {
            return Err(no_task());
        };
        let mut board = puzzle.board.clone();
        for name in &self.after {
            let square = parse_square(name, &board).map_err(|_| Message::new("no_square"))?;
            if !board.is_empty(square) || rules::outcome(&board, puzzle.rule).is_some() {
                return Err(no_task());
            }
            board.place(square);
        }
        if board.side_to_move() != puzzle.board.side_to_move() {
            return Err(no_task());
        }
        let name = self.at.as_deref().ok_or_else(no_task)?;
        let square = parse_square(name, &board).map_err(|_| Message::new("no_square"))?;
        let mut tries = Tries::new(PUZZLE_NODES);
        let tried = attempt(&mut tries, &board, puzzle.rule, puzzle.kind, square);
        told(&board, square, tried)
    }
}

/// The result of a try, for the page.
fn told(board: &Board, square: Square, tried: Result<Attempt, NotEmpty>) -> Result<Value, Message> {
    let name = square_name(square, board.height());
    let tried = tried.map_err(|NotEmpty| Message::new("taken").with("at", name))?;
    let (result, line, why) = match tried {
        Attempt::Right { line } => ("right", line, None),
        Attempt::Wrong { line, why } => ("wrong", line, Some(why.text())),
        Attempt::Unclear => ("unclear", vec![square], None),
    };
    Ok(json!({ "result": result, "line": names(line, board), "why": why }))
}

impl TaskName {
    fn find(self) -> Option<Task> {
        let place = |number: usize| number.checked_sub(1);
        match self {
            TaskName::Puzzle(number) => puzzles().get(place(number)?).map(Task::Puzzle),
            TaskName::Step([lesson, step]) => {
                let step = lessons().get(place(lesson)?)?.steps.get(place(step)?)?;
                step.task.is_some().then_some(Task::Step(step))
            }
        }
    }
}

impl Task {
    fn board(&self) -> &'static Board {
        match self {
            Task::Puzzle(puzzle) => &puzzle.board,
            Task::Step(step) => &step.example.board,
        }
    }

    fn attempt(&self, square: Square) -> Result<Attempt, NotEmpty> {
        match self {
            Task::Puzzle(puzzle) => puzzle.attempt(square),
            Task::Step(step) => step.attempt(square),
        }
    }

    fn answer(&self) -> Option<Square> {
        match self {
            Task::Puzzle(puzzle) => puzzle.solutions.first().copied(),
            Task::Step(step) => step.answers(&mut Tries::new(PUZZLE_NODES)).first(),
        }
    }
}

/// All lessons, terms, openings and puzzles, as JSON.
pub(crate) fn content() -> Arc<str> {
    static CONTENT: LazyLock<Arc<str>> = LazyLock::new(|| {
        let groups = TermGroup::ALL.map(|group| {
            let terms = teach::terms().iter().filter(|term| term.group == group);
            let terms: Vec<Value> = terms.map(term).collect();
            json!({ "name": both(group.name()), "terms": terms })
        });
        let formations: Vec<Value> = teach::formations().iter().map(formation).collect();
        let content = json!({
            "terms": groups,
            "openings": openings(),
            "formations": formations,
            "maxims": maxims(),
            "lessons": lessons().iter().map(lesson).collect::<Vec<_>>(),
            "puzzles": all_puzzles(),
        });
        content.to_string().into()
    });
    Arc::clone(&CONTENT)
}

fn both((en, zh): (&str, &str)) -> Value {
    json!({ "en": en, "zh": zh })
}

/// A position as the page draws it: the stones, in the order of the moves if
/// they are a game's.
fn position(board: &Board, rule: Rule, is_game: bool) -> Value {
    let of = |wanted: Color| {
        let moves = board.moves().iter().enumerate();
        let own = moves.filter(move |(index, _)| Color::to_move_after(*index) == wanted);
        own.filter_map(|(_, &square)| square)
    };
    let stones = match is_game {
        true => json!({ "moves": names(board.moves().iter().copied().flatten(), board) }),
        false => json!({
            "black": names(of(Color::Black), board),
            "white": names(of(Color::White), board),
        }),
    };
    json!({
        "size": [board.width(), board.height()],
        "rule": rule.to_string(),
        "toMove": board.side_to_move().to_string(),
        "stars": names(stars(board), board),
        "stones": stones,
    })
}

/// A diagram; `tells` whether it shows the forbidden points that it claims.
fn diagram(example: &Example, tells: bool) -> Value {
    let board = &example.board;
    let mut drawn = position(board, example.rule, example.is_game);
    let marks = example.marks.iter();
    let marks: Vec<Value> = marks
        .map(|mark| json!([square_name(mark.square, board.height()), mark.letter]))
        .collect();
    let forbidden = example.claims.iter().filter_map(|claim| match claim {
        Claim::Forbidden { points } if tells => Some(points.keys()),
        _ => None,
    });
    let forbidden: Vec<&String> = forbidden.flatten().collect();
    drawn["marks"] = json!(marks);
    drawn["forbidden"] = json!(forbidden);
    drawn["caption"] = json!(example.caption);
    drawn
}

fn diagrams(examples: &[Example]) -> Vec<Value> {
    let examples = examples.iter();
    examples.map(|example| diagram(example, true)).collect()
}

fn term(term: &teach::Term) -> Value {
    json!({
        "id": term.id,
        "name": term.name,
        "also": term.also,
        "text": term.text,
        "diagrams": diagrams(&term.examples),
    })
}

fn formation(formation: &teach::Formation) -> Value {
    json!({
        "id": formation.id,
        "name": formation.name,
        "text": formation.text,
        "diagrams": diagrams(&formation.examples),
    })
}

fn maxims() -> Vec<Value> {
    let kinds = [
        (MaximKind::Art, ("The art of five stones", "五子棋艺")),
        (MaximKind::Method, ("Methods", "方法")),
        (MaximKind::Weighing, ("What a stone gives", "子力权衡")),
        (MaximKind::Remark, ("Remarks", "要点")),
    ];
    let of_kind = |kind: MaximKind| -> Vec<Value> {
        let maxims = teach::maxims().iter().filter(|maxim| maxim.kind == kind);
        maxims
            .map(|maxim| json!({ "name": maxim.name, "text": maxim.text }))
            .collect()
    };
    kinds
        .map(|(kind, name)| json!({ "name": both(name), "maxims": of_kind(kind) }))
        .to_vec()
}

fn openings() -> Value {
    let texts = opening_texts();
    let by_rule = Rule::ALL.map(|rule| (rule.to_string(), teach::openings(rule)));
    let verdicts = by_rule.iter().map(|(rule, cards)| {
        let of_card = |card: &OpeningCard| {
            let told: Vec<Value> = card.verdicts.iter().copied().map(verdict).collect();
            (card.opening.code(), Value::from(told))
        };
        let told = cards.iter().filter(|card| !card.verdicts.is_empty());
        let told: serde_json::Map<String, Value> = told.map(of_card).collect();
        (rule.clone(), Value::from(told))
    });
    let verdicts: serde_json::Map<String, Value> = verdicts.collect();
    let found = by_rule.iter().map(|(name, cards)| {
        let of_card = |card: &OpeningCard| {
            let found = searched(card.opening, name.parse().ok()?)?;
            Some((card.opening.code(), found))
        };
        let found: serde_json::Map<String, Value> = cards.iter().filter_map(of_card).collect();
        (name.clone(), Value::from(found))
    });
    let found: serde_json::Map<String, Value> = found.collect();
    let cards = by_rule[0].1.iter().map(|card| {
        let stones = card.stones.map(|square| square_name(square, 15));
        let mut told = opening_names(card.opening);
        told["stones"] = json!(stones);
        told["direct"] = json!(card.is_direct());
        told["line"] = json!(card.place.0);
        told
    });
    let cards: Vec<Value> = cards.collect();
    let map: Vec<Text> = MapLine::all().into_iter().map(|line| line.text).collect();
    json!({
        "cards": cards,
        "verdicts": verdicts,
        "searched": found,
        "map": map,
        "texts": {
            "intro": texts.intro, "naming": texts.naming, "map": texts.map,
            "verdicts": texts.verdicts, "play": texts.play,
        },
    })
}

/// An assessment of an opening, with its source and rule.
fn verdict(verdict: crate::game::OldVerdict) -> Value {
    let chances = verdict.chances().to_string();
    let chinese = opening_texts().words.get(&chances);
    let zh_source = match verdict.source() {
        VerdictSource::Wikipedia => "维基百科；连珠，RIF 1996年开局规则，五手两打",
        VerdictSource::RenjuIn => "renju.in；连珠，未注明开局规则",
        VerdictSource::Verse => "口诀；连珠，未注明开局规则",
    };
    let zh = chinese.map(|words| format!("{words}（{zh_source}）"));
    let en = verdict.to_string();
    json!({ "zh": zh.as_ref().unwrap_or(&en), "en": en })
}

fn lesson(lesson: &Lesson) -> Value {
    let steps = lesson.steps.iter().map(|step| {
        json!({
            "text": step.text,
            "diagram": diagram(&step.example, step.task.is_none()),
            "task": step.task.map(|task| task.text(&step.example)),
        })
    });
    let steps: Vec<Value> = steps.collect();
    let practice: Vec<usize> = lesson.puzzles().map(|puzzle| puzzle.number).collect();
    json!({ "name": lesson.name, "steps": steps, "puzzles": practice })
}

/// All puzzles without their answers, for `learn.js` to put together. There are
/// hundreds, so each is a row of six: id, kind and colour, step, rule, side of the
/// board, moves. The tasks by kind and colour, and the marked points by side, are sent
/// once.
fn all_puzzles() -> Value {
    let (mut tasks, mut stars_of) = (Map::new(), Map::new());
    let mut row = |puzzle: &Puzzle| {
        let board = &puzzle.board;
        let side = board.width();
        let task = format!("{} {}", puzzle.kind.name(), board.side_to_move());
        tasks.insert(task.clone(), json!(puzzle.task()));
        stars_of.insert(side.to_string(), json!(names(stars(board), board)));
        let (rule, moves) = (puzzle.rule.name(), moves_text(board));
        json!([puzzle.id(), task, puzzle.step, rule, side, moves])
    };
    let rows: Vec<Value> = puzzles().iter().map(&mut row).collect();
    json!({ "tasks": tasks, "stars": stars_of, "rows": rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(text: &str) -> Result<Value, Message> {
        serde_json::from_str::<Asked>(text).unwrap().answer()
    }

    #[test]
    fn verdicts_are_told_for_renju_alone_and_name_their_rule() {
        let told = openings();
        for (rule, cards) in told["verdicts"].as_object().unwrap() {
            let cards = cards.as_object().unwrap();
            assert_eq!(cards.is_empty(), rule != "renju", "{rule}");
            for verdict in cards.values().flat_map(|one| one.as_array().unwrap()) {
                assert!(verdict["en"].as_str().unwrap().contains("renju"));
                assert!(verdict["zh"].as_str().unwrap().contains("连珠"));
            }
        }
    }

    #[test]
    fn what_searches_find_is_told_for_the_rules_that_were_searched() {
        let told = openings();
        for (rule, cards) in told["searched"].as_object().unwrap() {
            let is_searched = ["renju", "freestyle"].contains(&rule.as_str());
            let cards = cards.as_object().unwrap();
            assert_eq!(cards.len(), if is_searched { 26 } else { 0 }, "{rule}");
            assert!(cards.values().all(|found| found["rule"] == rule.as_str()));
        }
    }

    #[test]
    fn every_maxim_is_told() {
        let told: usize = maxims()
            .iter()
            .map(|kind| kind["maxims"].as_array().unwrap().len())
            .sum();
        assert_eq!(told, teach::maxims().len());
    }

    #[test]
    fn tries_are_answered() {
        let answer = ask(r#"{"task":{"step":[1,2]},"at":"b5"}"#).unwrap();
        assert_eq!(answer["result"], "right");
        let answer = ask(r#"{"task":{"step":[1,2]},"at":"a1"}"#).unwrap();
        assert_eq!(answer["result"], "wrong");
        for (text, why) in [
            (r#"{"task":{"puzzle":0}}"#, "no_task"),
            (r#"{"task":{"puzzle":9999},"at":"h8"}"#, "no_task"),
            (r#"{"task":{"step":[1,1]},"at":"a1"}"#, "no_task"),
            (r#"{"task":{"step":[9,1]},"at":"a1"}"#, "no_task"),
            (
                r#"{"task":{"step":[1,2]},"after":["a1","a2"],"at":"b5"}"#,
                "no_task",
            ),
            (
                r#"{"task":{"puzzle":1},"after":["a1"],"at":"b5"}"#,
                "no_task",
            ),
            (
                r#"{"task":{"puzzle":1},"after":["a1","a1"],"at":"b5"}"#,
                "no_task",
            ),
            (r#"{"task":{"puzzle":1},"after":["a1","b1"]}"#, "no_task"),
            (r#"{"task":{"step":[1,2]},"at":"c5"}"#, "taken"),
            (r#"{"task":{"step":[1,2]},"at":"z9"}"#, "no_square"),
        ] {
            let message = serde_json::to_value(ask(text).unwrap_err()).unwrap();
            assert_eq!(message["key"], why, "{text}");
        }
        for text in ["{}", r#"{"task":{"puzzle":-1}}"#, r#"{"task":{"other":1}}"#] {
            assert!(serde_json::from_str::<Asked>(text).is_err(), "{text}");
        }
    }

    /// How many moves of its own a puzzle takes, if its line can be played to the end.
    fn played(puzzle: &Puzzle) -> Option<usize> {
        let mut asked = Asked {
            task: TaskName::Puzzle(puzzle.number),
            after: Vec::new(),
            at: None,
        };
        loop {
            let answer = asked.answer().ok()?;
            if answer["result"] != "right" {
                return None;
            }
            if puzzle.best.is_some() {
                return Some(1);
            }
            let line: Vec<String> = serde_json::from_value(answer["line"].clone()).ok()?;
            let [own, reply, next, ..] = &line[..] else {
                return Some(asked.after.len() / 2 + 1);
            };
            asked.after.extend([own.clone(), reply.clone()]);
            asked.at = Some(next.clone());
        }
    }

    #[test]
    fn a_weaker_move_is_told_by_how_much() {
        let puzzle = puzzles().iter().find(|puzzle| puzzle.best.is_some());
        let puzzle = puzzle.unwrap();
        let [(best, _), (next, share), ..] = puzzle.best.as_ref().unwrap().shares[..] else {
            panic!("too few moves");
        };
        let name = |square| square_name(square, puzzle.board.height());
        let told = |after: &[String], at: Square| {
            let task = json!({ "puzzle": puzzle.number });
            ask(&json!({ "task": task, "after": after, "at": name(at) }).to_string())
        };
        let answer = told(&[], best).unwrap();
        assert_eq!(
            (&answer["result"], &answer["line"][0]),
            (&json!("right"), &json!(name(best)))
        );
        let answer = told(&[], next).unwrap();
        assert_eq!(answer["result"], "wrong");
        let share = format!("It keeps {} % of the point", (share + 5) / 10);
        assert!(
            answer["why"]["en"].as_str().unwrap().starts_with(&share),
            "{answer}"
        );
        // What follows is no part of the puzzle.
        let other = puzzle
            .board
            .empty()
            .into_iter()
            .find(|one| ![best, next].contains(one));
        let after = [name(best), name(other.unwrap())];
        assert_eq!(told(&after, next), Err(Message::new("no_task")));
    }

    #[test]
    fn puzzles_can_be_played_to_their_end() {
        let every = match std::env::var_os("TENGEN_ALL_PUZZLES") {
            Some(_) => 1,
            None => 6,
        };
        let all: Vec<(usize, Option<usize>)> = puzzles()
            .iter()
            .step_by(every)
            .map(|puzzle| (puzzle.number, played(puzzle)))
            .collect();
        let fails = |(number, moves): &(usize, Option<usize>)| moves.is_none().then_some(*number);
        let wrong: Vec<usize> = all.iter().filter_map(fails).collect();
        assert_eq!(wrong, [0; 0]);
        let longest = all.iter().filter_map(|(_, moves)| *moves).max();
        assert!(longest >= Some(5), "{longest:?}");
    }
}
