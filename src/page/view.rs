//! The whole game as the page shows it, as JSON. The page has no rules: all that
//! it needs is here.

use serde_json::{Map, Value, json};

use super::advice::advised;
use super::desk::{Charting, Desk, Room, Task};
use super::message::region;
use super::settings::as_text;
use super::shown::{action_value, answer, found, name, names, opening_names, stars, warnings_on};
use super::study;
use crate::board::Board;

use crate::engine::forbidden_points;
use crate::game::{
    CanonicalOpening, Contestant, End, Fouls, OpeningRule, OpeningState, Parity, PlayerClock,
    Series, SeriesEnd, SeriesGame,
};
use crate::rules;
use crate::table::{Format, GameState, May, PERSON, Step};
use crate::types::{Color, Rule, SquareSet};

/// The present view.
pub(crate) fn view(desk: &Desk) -> Value {
    let table = desk.table();
    let state = table.state();
    let board = state.board();
    let end = state.end();
    let may = table.may();
    let mut view = Map::new();
    let mut put = |name: &str, value: Value| drop(view.insert(name.to_string(), value));
    put("rev", json!(desk.pulse().0));
    put("told", json!(desk.pulse().1));
    put("settings", json!(as_text(table.settings())));
    put("size", json!([board.width(), board.height()]));
    put("stars", names(stars(board), board));
    put("stones", stones(board));
    put("moves", json!(board.moves().len()));
    put("given", json!(state.given));
    put("toMove", json!(board.side_to_move().to_string()));
    put("rule", json!(state.rule().to_string()));
    let last = board.moves().last().copied().flatten();
    put("last", json!(last.map(|square| name(square, board))));
    let winning = match end {
        Some(End::Five(_)) => rules::winning_stones(board, state.rule()),
        _ => SquareSet::EMPTY,
    };
    put("winning", names(winning, board));
    put("forbidden", names(forbidden(desk, state), board));
    put("warnings", warnings(desk, state));
    put("turn", turn(desk, state, &may));
    put("questions", questions(table.settings().opening));
    put("seats", seats(desk, state));
    put("can", can(desk, state, &may));
    put("end", end.map_or(Value::Null, |end| ending(end, state)));
    put("opening", canonical(state));
    put("over", json!(table.is_over()));
    let over = table.final_state();
    let over = over.and_then(|state| Some(ending(state.end()?, state)));
    put("result", json!(over));
    put("clocks", clocks(desk, state));
    put("series", series(table.series()));
    put("guess", guess(desk));
    let messages = desk.messages();
    let messages: Vec<Value> = messages
        .map(|(rev, message)| json!({ "rev": rev, "said": message }))
        .collect();
    put("messages", json!(messages));
    put("line", line(desk));
    put("at", json!(table.tree().at()));
    put("thinking", thinking(desk));
    put("study", study_view(desk));
    put("kept", json!(desk.is_kept()));
    put("room", json!(desk.room().name()));
    put("studied", json!(desk.study().study.tree().len() > 1));
    put("chart", chart(desk));
    put(
        "advice",
        desk.advice().map_or(Value::Null, |hint| {
            advised(hint.as_ref(), board, state.rule())
        }),
    );
    Value::Object(view)
}

/// The study, while it is what the page shows.
fn study_view(desk: &Desk) -> Value {
    match desk.room() {
        Room::Start | Room::Game => Value::Null,
        Room::Study => study::view(desk.study(), desk.task().is_some(), desk.found()),
    }
}

/// The stones in the order of the moves: where, whose, and the move's number.
fn stones(board: &Board) -> Value {
    let moves = board.moves().iter().enumerate();
    let stones = moves.filter_map(|(index, square)| {
        let color = Color::to_move_after(index).to_string();
        square.map(|square| json!([name(square, board), color, index + 1]))
    });
    stones.collect()
}

fn seat(who: Contestant) -> &'static str {
    match who {
        Contestant::A => "a",
        Contestant::B => "b",
    }
}

/// Who has which colour, and who they are.
fn seats(desk: &Desk, state: &GameState) -> Value {
    json!({
        "black": seat(state.holder(Color::Black)),
        "white": seat(state.holder(Color::White)),
        "settled": state.opening().is_none(),
        "engine": (!desk.table().settings().two).then_some("b"),
    })
}

/// Who is to do what, and which squares can be clicked.
fn turn(desk: &Desk, state: &GameState, may: &May) -> Value {
    let Some(who) = state.to_act().filter(|_| !desk.table().is_over()) else {
        return Value::Null;
    };
    let board = state.board();
    let asks = match state.opening() {
        Some(opening) => question(opening),
        None => json!({ "key": "move" }),
    };
    let offers = state.opening().map_or(&[][..], OpeningState::offers);
    json!({
        "who": seat(who),
        "color": state.color_of(who).to_string(),
        "person": desk.table().is_persons_turn(),
        "legal": names(may.squares, board),
        "offers": names(offers.iter().copied(), board),
        "asks": asks,
    })
}

/// What an opening asks.
fn question(state: &OpeningState) -> Value {
    if let Some(wanted) = state.region() {
        return json!({
            "key": "stone", "count": state.stones_wanted(), "region": region(wanted),
        });
    }
    let wanted = state.offers_wanted();
    if wanted > 0 {
        let done = state.offers().len();
        return json!({ "key": "offer", "number": done + 1, "count": done + wanted });
    }
    if !state.is_choice() {
        return json!({ "key": "choose", "count": state.offers().len() });
    }
    let actions = state.legal_actions();
    let answers: Vec<Value> = actions.into_iter().filter_map(answer).collect();
    json!({ "key": "answer", "answers": answers })
}

/// All that an opening may ask, so that the page has room for it.
fn questions(rule: OpeningRule) -> Value {
    let questions = rule.questions().into_iter();
    questions
        .map(|one| one.into_iter().filter_map(answer).collect::<Value>())
        .collect()
}

/// Which buttons work.
fn can(desk: &Desk, state: &GameState, may: &May) -> Value {
    json!({
        "undo": may.undo,
        "undosLeft": may.undos_left,
        "redo": may.redo,
        "hint": may.hint,
        "analyse": may.analysis,
        "goto": may.go_to,
        "chart": may.chart,
        "resign": may.resign,
        "pass": may.pass,
        "offer": may.offer_draw,
        "offering": state.will_offer,
        "answerOffer": may.answer_draw,
        "claim": may.claim,
        "save": saved_as(state),
        "restart": may.restart,
        "nextGame": may.next_game,
        "stop": desk.task().is_some(),
    })
}

/// The kinds of files that can hold the game.
fn saved_as(state: &GameState) -> Vec<&'static str> {
    let is_over = state.opening().is_none();
    let formats = Format::ALL.into_iter();
    let (width, height) = (state.board().width(), state.board().height());
    let has_moves = !state.board().moves().is_empty();
    let formats = formats.filter(|format| is_over || format.holds_openings());
    let formats = formats.filter(|format| has_moves || format.holds_no_moves());
    let formats = formats.filter(|format| format.holds_size(width, height));
    formats.map(Format::ending).collect()
}

fn ending(end: End, state: &GameState) -> Value {
    let winner = end.winner();
    let foul = match end {
        End::Foul(kind) => Some(kind.to_string()),
        _ => None,
    };
    json!({
        "key": end.kind(),
        "winner": winner.map(|color| color.to_string()),
        "who": winner.map(|color| seat(state.holder(color))),
        "foul": foul,
    })
}

/// The opening by its name, with its assessments.
fn canonical(state: &GameState) -> Value {
    let Some(opening) = CanonicalOpening::recognise(state.board()) else {
        return Value::Null;
    };
    let verdicts = opening.old_verdicts(state.rule());
    let verdicts: Vec<String> = verdicts.iter().map(ToString::to_string).collect();
    let mut told = opening_names(opening);
    told["verdicts"] = json!(verdicts);
    told["searched"] = json!(searched(opening, state.rule()));
    told
}

/// The result of a long search of an opening under a rule.
pub(crate) fn searched(opening: &CanonicalOpening, rule: Rule) -> Option<Value> {
    let searched = opening.searched(rule)?;
    let winner = searched.winner();
    Some(json!({
        "rule": searched.rule.name(),
        "nodes": searched.nodes,
        "depth": searched.depth,
        "share": searched.share(),
        "winner": winner.map(|(color, _)| color.to_string()),
        "plies": winner.map(|(_, plies)| plies),
    }))
}

fn clocks(desk: &Desk, state: &GameState) -> Value {
    let clocks = state.clocks();
    let is_limited = |color| clocks.side(color).allowance().is_some();
    let sides = Contestant::ALL.map(|who| (who, state.clock_of(who)));
    let is_any = sides.iter().any(|&(_, color)| is_limited(color));
    let used = Color::ALL.map(|color| {
        let times = state.times().iter().skip(color.index()).step_by(2);
        let acts = state.to_act().map(|who| state.color_of(who)) == Some(color);
        let now = acts.then(|| state.thought());
        let all = times.copied().chain(now);
        all.map(|time| time.as_millis() as u64).sum::<u64>()
    });
    let is_open = clocks.fallen().is_none() && !desk.table().is_over();
    let is_running = is_open && !desk.is_advising() && !desk.waits();
    let running = state.to_act().filter(|_| is_running);
    let side = |color| side_clock(clocks.side(color));
    json!({
        "limited": is_any,
        "running": running.map(seat),
        "a": side(sides[0].1),
        "b": side(sides[1].1),
        "fallen": clocks.fallen().is_some(),
        "used": { "black": used[0], "white": used[1] },
    })
}

fn side_clock(clock: &PlayerClock) -> Value {
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    json!({
        "left": clock.left().map(millis),
        "allowance": clock.allowance().map(millis),
        "periods": clock.periods(),
        "moves": clock.moves_to_make(),
        "fallen": clock.has_fallen(),
    })
}

fn series(series: &Series) -> Value {
    let games = series.games().iter().map(|&(starter, game)| {
        let won = match game {
            SeriesGame::Won(who) => seat(who),
            SeriesGame::Drawn => "draw",
            SeriesGame::BothLost => "none",
        };
        json!({ "began": seat(starter), "won": won })
    });
    json!({
        "games": series.rule().games(),
        "played": games.collect::<Vec<_>>(),
        "points": Contestant::ALL.map(|who| f64::from(series.half_points(who)) / 2.0),
        "end": series.end().map(|end| match end {
            SeriesEnd::Won(who) => seat(who),
            SeriesEnd::Tied => "tie",
        }),
    })
}

fn guess(desk: &Desk) -> Value {
    let guess = desk.table().guess();
    guess.map_or(Value::Null, |(guess, came)| {
        json!({
            "stones": guess.b,
            "call": if guess.call == Parity::Odd { "odd" } else { "even" },
            "right": came.starter() == Some(PERSON),
            "waits": desk.waits(),
        })
    })
}

/// The present line of the tree of moves, with the branches beside it.
fn line(desk: &Desk) -> Value {
    let tree = desk.table().tree();
    let entry = |&number: &usize| {
        let node = tree.node(number)?;
        let board = node.state.board();
        let parent = node.parent.and_then(|parent| tree.node(parent));
        let others = parent.map_or(&[][..], |parent| &parent.children[..]);
        let others = others.iter().filter(|&&other| other != number);
        let others: Vec<Value> = others
            .filter_map(|&other| {
                let step = step(tree.node(other)?.step, board);
                Some(json!({ "node": other, "step": step }))
            })
            .collect();
        Some(json!({
            "node": number,
            "moves": board.moves().len(),
            "step": step(node.step, board),
            "others": others,
        }))
    };
    tree.line().iter().filter_map(entry).collect()
}

fn step(step: Step, board: &Board) -> Value {
    match step {
        Step::Start => json!({ "kind": "start" }),
        Step::Talk => json!({ "kind": "talk" }),
        Step::Move(color, square) => json!({
            "kind": "move",
            "color": color.to_string(),
            "at": square.map(|square| name(square, board)),
        }),
        Step::Opening(action) => action_value(action, board),
    }
}

fn thinking(desk: &Desk) -> Value {
    let what = match desk.task() {
        Some(Task::Act) => "move",
        Some(Task::Hint) => "hint",
        Some(Task::Analyse(_)) => "analysis",
        Some(Task::Chart) => "chart",
        Some(Task::Solve(_)) => "solution",
        Some(Task::Look) => "look",
        None => "nothing",
    };
    let board = desk.table().state().board();
    // In a match the engine's thinking is hidden.
    let is_told = is_helped(desk) && desk.room() == Room::Game;
    let lines = desk.found().iter().filter(|_| is_told);
    let lines: Vec<Value> = lines.map(|line| found(line, board)).collect();
    json!({
        "what": what,
        "wanted": desk.analysis(),
        "done": desk.is_analysed(),
        "lines": lines,
    })
}

/// Black's winning chances after each move, as far as they are known, and the
/// biggest swings.
fn chart(desk: &Desk) -> Value {
    if desk.charting() == Charting::No {
        return Value::Null;
    }
    let points = desk.table().tree().points();
    let seen = points.iter().filter(|point| point.share.is_some()).count();
    let swings = desk.swings().into_iter().filter_map(|swing| {
        let node = desk.table().tree().node(swing.node)?;
        Some(json!({
            "node": swing.node,
            "moves": swing.moves,
            "step": step(node.step, node.state.board()),
            "shares": swing.shares,
        }))
    });
    json!({
        "on": desk.charting() == Charting::Yes,
        "seen": seen,
        "swings": swings.collect::<Vec<_>>(),
        "points": points
            .iter()
            .map(|point| json!([point.node, point.moves, point.share]))
            .collect::<Vec<_>>(),
    })
}

/// The points that are marked as forbidden: not where players must see fouls themselves.
fn forbidden(desk: &Desk, state: &GameState) -> SquareSet {
    let is_claimed = desk.table().settings().fouls == Fouls::Claimed && !desk.table().is_over();
    match state.end() {
        None if !is_claimed => forbidden_points(state.board(), state.rule()),
        _ => SquareSet::EMPTY,
    }
}

/// What both sides threaten: a five, or a winning four. Not in a match.
fn warnings(desk: &Desk, state: &GameState) -> Value {
    match state.end() {
        None if is_helped(desk) => warnings_on(state.board(), state.rule()),
        _ => json!([]),
    }
}

/// Whether the page may help the player: not within a match.
fn is_helped(desk: &Desk) -> bool {
    desk.table().is_casual() || desk.table().is_over()
}
