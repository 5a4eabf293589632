//! The study as the page shows it, as JSON. Squares are names, nodes numbers.

use serde_json::{Map, Value, json};

use super::question::{Question, Solved};
use super::room::StudyRoom;
use crate::board::Board;
use crate::board::notation::square_name;
use crate::page::desk::FoundLine;
use crate::page::shown::{LONGEST_LINE, found, names, opening_names, stars, warnings_on};

use crate::engine::forbidden_points;
use crate::game::CanonicalOpening;
use crate::records::tree::{Action, Mark, MarkKind, NodeId};
use crate::rules::{self, Outcome};
use crate::solver::Goal;
use crate::study::{Item, outline};
use crate::types::{Square, SquareSet};

/// The study, with what the engine has found.
pub(crate) fn view(room: &StudyRoom, is_thinking: bool, lines: &[FoundLine]) -> Value {
    let study = &room.study;
    let tree = study.tree();
    // A tree of a file has a size that boards have.
    let Ok(blank) = Board::new(tree.width, tree.height) else {
        return Value::Null;
    };
    let name = |square: Square| square_name(square, tree.height);
    let stones = study.stones();
    let board = study.board();
    let outcome = study.outcome();
    let mut view = Map::new();
    let mut put = |name: &str, value: Value| drop(view.insert(name.to_string(), value));
    put("size", json!([tree.width, tree.height]));
    put("stars", names(stars(&blank), &blank));
    let shown = stones
        .all()
        .map(|(square, stone)| json!([name(square), stone.color.to_string(), stone.number]));
    put("stones", shown.collect());
    put("moves", json!(stones.moves));
    put("toMove", json!(stones.to_move.to_string()));
    put("rule", json!(study.rule().to_string()));
    put("last", json!(stones.last.map(name)));
    put("playable", names(study.playable(), &blank));
    put("outcome", outcome.map_or(Value::Null, ended));
    put("why", json!(board.as_ref().err().map(ToString::to_string)));
    let board = board.unwrap_or(blank.clone());
    let winning = match outcome {
        Some(Outcome::Five(_)) => rules::winning_stones(&board, study.rule()),
        _ => SquareSet::EMPTY,
    };
    put("winning", names(winning, &blank));
    let forbidden = match outcome {
        None => forbidden_points(&board, study.rule()),
        Some(_) => SquareSet::EMPTY,
    };
    put("forbidden", names(forbidden, &blank));
    let warnings = match outcome {
        None => warnings_on(&board, study.rule()),
        Some(_) => json!([]),
    };
    put("warnings", warnings);
    put("opening", opening(&board));
    notes(room, &mut put);
    moves(room, &mut put);
    put("thinking", thinking(room, is_thinking, lines, &blank));
    put("blocked", names(room.blocked, &blank));
    put("canThink", json!(room.can_think()));
    put("notices", json!(room.notices));
    put("hasMore", json!(room.has_more));
    let (undo, redo) = study.undos();
    put("undo", json!(undo));
    put("redo", json!(redo));
    put(
        "review",
        json!(
            room.review
                .as_ref()
                .map(|one| one.view(&room.looks, tree.height))
        ),
    );
    guess(room, &mut put);
    Value::Object(view)
}

/// What is being guessed. Nothing else tells what follows.
fn guess(room: &StudyRoom, put: &mut impl FnMut(&str, Value)) {
    let guessing = room.guessing.as_ref();
    put(
        "guess",
        guessing.map_or(Value::Null, |one| one.view(&room.study, &room.looks)),
    );
    if guessing.is_some_and(|one| !one.is_over()) {
        put("review", Value::Null);
        for hidden in ["items", "next", "marks"] {
            put(hidden, json!([]));
        }
        for hidden in ["comment", "nodeName"] {
            put(hidden, json!(""));
        }
    }
}

/// What is written about the study and at the node.
fn notes(room: &StudyRoom, put: &mut impl FnMut(&str, Value)) {
    let tree = room.study.tree();
    let facts = &tree.facts;
    put("name", json!(facts.name));
    put(
        "players",
        json!(facts.players.each_ref().map(|one| &one.name)),
    );
    let about = [&facts.event, &facts.round, &facts.place, &facts.date];
    let about: Vec<&String> = about.into_iter().filter(|text| !text.is_empty()).collect();
    put("about", json!(about));
    put("aboutGame", json!(facts.comment));
    let here = room.study.here();
    let notes = tree.notes(here);
    put("comment", json!(notes.map_or("", |notes| &notes.comment)));
    put("nodeName", json!(notes.map_or("", |notes| &notes.name)));
    let marks = notes.map_or(&[][..], |notes| &notes.marks);
    let marks = marks.iter().map(|mark| marked(mark, tree.height));
    put("marks", marks.collect());
    let set_up = notes.is_some_and(|notes| {
        let set_up = &notes.set_up;
        set_up.to_move.is_some() || set_up.stones.iter().any(|stones| !stones.is_empty())
    });
    put("setUp", json!(set_up));
}

fn marked(mark: &Mark, height: usize) -> Value {
    let name = |square| square_name(square, height);
    let (kind, text, to) = match &mark.kind {
        MarkKind::Label(text) => ("label", Some(text), None),
        MarkKind::Circle => ("circle", None, None),
        MarkKind::Square => ("square", None, None),
        MarkKind::Triangle => ("triangle", None, None),
        MarkKind::Cross => ("cross", None, None),
        MarkKind::Selected => ("selected", None, None),
        MarkKind::Dimmed => ("dimmed", None, None),
        MarkKind::Arrow(to) => ("arrow", None, Some(name(*to))),
        MarkKind::Line(to) => ("line", None, Some(name(*to))),
    };
    json!({ "at": name(mark.square), "kind": kind, "text": text, "to": to })
}

/// The tree as a list, and where in it one is.
fn moves(room: &StudyRoom, put: &mut impl FnMut(&str, Value)) {
    let study = &room.study;
    let tree = study.tree();
    let (items, is_cut) = outline(study);
    let items: Vec<Value> = items.iter().map(|item| listed(room, item)).collect();
    put("items", json!(items));
    put("isCut", json!(is_cut));
    put("nodes", json!(tree.len()));
    let here = study.here();
    put("here", json!(here.index()));
    let line = study.line();
    let place = line.iter().position(|&node| node == here).unwrap_or(0);
    put("place", json!([place, line.len() - 1]));
    let is_main = |node: &NodeId| {
        let parent = tree.parent(*node);
        parent.is_none_or(|parent| tree.first_child(parent) == Some(*node))
    };
    put("isMain", json!(tree.path(here).iter().all(is_main)));
    let next = study.next_moves();
    let next = next.into_iter().map(|(node, square)| {
        json!([
            node.index(),
            square.map(|square| square_name(square, tree.height))
        ])
    });
    put("next", next.collect());
}

fn listed(room: &StudyRoom, item: &Item) -> Value {
    let tree = room.study.tree();
    let (kind, color, at) = match tree.action(item.node) {
        Action::None => ("set", None, None),
        Action::Move(color, square) => ("move", Some(color), Some(square)),
        Action::Pass(color) => ("pass", Some(color), None),
    };
    let notes = tree.notes(item.node);
    let is_noted = notes.is_some_and(|notes| !notes.comment.is_empty() || !notes.marks.is_empty());
    json!({
        "n": item.node.index(),
        "l": item.level,
        "m": item.moves,
        "k": kind,
        "c": color.map(|color| color.to_string()),
        "at": at.map(|square| square_name(square, tree.height)),
        "b": item.is_branch,
        "f": item.is_folded,
        "w": is_noted,
    })
}

fn ended(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Five(color) => json!({ "key": "five", "winner": color.to_string() }),
        Outcome::Foul(kind) => {
            json!({ "key": "foul", "winner": "white", "foul": kind.to_string() })
        }
        Outcome::Draw => json!({ "key": "full", "winner": null }),
    }
}

fn opening(board: &Board) -> Value {
    CanonicalOpening::recognise(board).map_or(Value::Null, opening_names)
}

fn thinking(room: &StudyRoom, is_thinking: bool, lines: &[FoundLine], board: &Board) -> Value {
    let shown: Vec<Value> = lines.iter().map(|line| found(line, board)).collect();
    let solved = room.solved.as_ref().map(|solved| {
        let (result, line, share) = match solved {
            Solved::Win(line) => ("win", &line[..], None),
            Solved::Balanced(line, share) => ("balanced", &line[..], Some(share)),
            Solved::None => ("none", &[][..], None),
            Solved::Unknown => ("unknown", &[][..], None),
        };
        let line = names(line.iter().copied().take(4 * LONGEST_LINE), board);
        json!({ "result": result, "line": line, "share": share })
    });
    let question = room.question.map(|question| match question {
        Question::Balance => json!({ "goal": "balance", "threat": false }),
        Question::Win { goal, is_threat } => {
            let goal = match goal {
                Goal::Vct => "vct",
                Goal::Vcf | Goal::ShortestVcf => "vcf",
            };
            json!({ "goal": goal, "threat": is_threat })
        }
    });
    json!({
        "on": is_thinking,
        "wanted": room.analysis.map(|analysis| analysis.lines),
        "timed": room.analysis.is_some_and(|analysis| analysis.time.is_some()),
        "most": { "threads": room.most.threads, "memory": room.most.memory },
        "done": room.analysis.is_some() && room.analysis == room.analysed,
        "lines": shown,
        "question": question,
        "solved": solved,
    })
}
