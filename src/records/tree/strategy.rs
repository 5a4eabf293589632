//! Random trees for the property tests of all formats. What a format does not hold
//! is taken out by its own test.

use std::time::Duration;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{
    Action, Facts, GameTree, Judgement, Mark, MarkKind, MoveJudgement, NodeId, Notes, Player,
    Property, SetUp,
};
use crate::records::GameResult;
use crate::types::{Color, MAX_SIDE, MIN_SIDE, Rule, Square};

/// Trees of any size with everything that a file may say, but an unfinished opening.
pub(crate) fn trees() -> impl Strategy<Value = GameTree> {
    let side = MIN_SIDE..=MAX_SIDE;
    let sizes = prop_oneof![
        3 => Just((15, 15)),
        1 => (side.clone(), side),
    ];
    sizes.prop_flat_map(|(width, height)| {
        let nodes = vec(
            (actions(width, height), notes(width, height), any::<Index>()),
            0..40,
        );
        (facts(), notes(width, height), nodes).prop_map(move |(facts, root, nodes)| {
            let mut tree = GameTree::new(width, height);
            tree.facts = facts;
            // The root is no move, and its properties are in the facts.
            *tree.notes_mut(NodeId::ROOT) = Notes {
                move_judgement: None,
                other: Vec::new(),
                ..root.0
            };
            for (action, (notes, time), parent) in nodes {
                // Mostly the last node, so that there are long lines.
                let all: Vec<NodeId> = tree.nodes().collect();
                let last = all[all.len() - 1];
                let parent = match parent.index(3) {
                    0 => *parent.get(&all),
                    _ => last,
                };
                let node = tree.add(parent, action).expect("few nodes");
                *tree.notes_mut(node) = notes;
                tree.set_time(node, Duration::from_millis(time));
            }
            tree
        })
    })
}

/// Text on one line, with what the formats use for themselves.
pub(crate) fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just(String::new()),
        1 => "[ -~]{0,12}",
        1 => "[a-z\\\\\\]\\[();:\"#,0-9 天é]{0,12}",
        1 => "[ソ表能五子棋連珠]{1,4}",
    ]
}

fn comments() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        1 => words(),
        1 => "([a-z\\\\\\]:; 表]{0,6}\n){1,3}[a-z\t]{0,3}",
    ]
}

fn colors() -> impl Strategy<Value = Color> {
    select(Color::ALL.to_vec())
}

fn squares(width: usize, height: usize) -> impl Strategy<Value = Square> {
    (0..width, 0..height).prop_map(|(x, y)| Square::from_index(y * MAX_SIDE + x))
}

fn actions(width: usize, height: usize) -> impl Strategy<Value = Action> {
    let stones = (colors(), squares(width, height));
    prop_oneof![
        8 => stones.prop_map(|(color, square)| Action::Move(color, square)),
        1 => colors().prop_map(Action::Pass),
        1 => Just(Action::None),
    ]
}

fn marks(width: usize, height: usize) -> impl Strategy<Value = Vec<Mark>> {
    let square = || squares(width, height);
    let kinds = prop_oneof![
        3 => words().prop_map(MarkKind::Label),
        3 => select(vec![
            MarkKind::Circle,
            MarkKind::Square,
            MarkKind::Triangle,
            MarkKind::Cross,
            MarkKind::Selected,
            MarkKind::Dimmed,
        ]),
        1 => square().prop_map(MarkKind::Arrow),
        1 => square().prop_map(MarkKind::Line),
    ];
    let mark = (square(), kinds).prop_map(|(square, kind)| Mark { square, kind });
    vec(mark, 0..4).prop_map(|mut marks| {
        // Those of a kind one after the other, as files have them.
        marks.sort_by_key(|mark| match mark.kind {
            MarkKind::Label(_) => 0,
            MarkKind::Circle => 1,
            MarkKind::Square => 2,
            MarkKind::Triangle => 3,
            MarkKind::Cross => 4,
            MarkKind::Selected => 5,
            MarkKind::Dimmed => 6,
            MarkKind::Arrow(_) => 7,
            MarkKind::Line(_) => 8,
        });
        marks
    })
}

fn judgements() -> impl Strategy<Value = (Option<MoveJudgement>, Option<Judgement>)> {
    let moves = select(vec![
        MoveJudgement::Bad,
        MoveJudgement::VeryBad,
        MoveJudgement::Doubtful,
        MoveJudgement::Interesting,
        MoveJudgement::Good,
        MoveJudgement::VeryGood,
    ]);
    let positions = prop_oneof![
        any::<bool>().prop_map(Judgement::Even),
        (colors(), any::<bool>()).prop_map(|(color, very)| Judgement::Better(color, very)),
        any::<bool>().prop_map(Judgement::Unclear),
    ];
    (
        option::weighted(0.1, moves),
        option::weighted(0.1, positions),
    )
}

fn properties() -> impl Strategy<Value = Vec<Property>> {
    let names = select(vec!["KM", "HA", "5A", "X1", "VW"]);
    let one = (names, vec(words(), 1..3)).prop_map(|(name, values)| Property {
        name: name.to_string(),
        values,
    });
    prop_oneof![4 => Just(Vec::new()), 1 => vec(one, 0..3)]
}

/// Notes, and the time for the move in milliseconds.
fn notes(width: usize, height: usize) -> impl Strategy<Value = (Notes, u64)> {
    let some = || prop_oneof![5 => Just(Vec::new()), 1 => vec(squares(width, height), 0..4)];
    let set_up = (some(), some(), some(), option::weighted(0.1, colors()));
    let set_up = set_up.prop_map(|(black, white, emptied, to_move)| SetUp {
        stones: [black, white],
        emptied,
        to_move,
    });
    let left = || option::weighted(0.1, (0..10_000u64, 0..1000u32));
    let left = || left().prop_map(|left| left.map(|(s, ms)| Duration::new(s, ms * 1_000_000)));
    let texts = (comments(), words(), properties());
    let signs = (
        marks(width, height),
        judgements(),
        option::weighted(0.1, any::<bool>()),
    );
    let times = prop_oneof![Just(0), 0..1_000_000u64];
    (texts, set_up, signs, [left(), left()], times).prop_map(
        |((comment, name, other), set_up, (marks, judged, hot), time_left, time)| {
            let notes = Notes {
                comment,
                name,
                set_up,
                marks,
                move_judgement: judged.0,
                judgement: judged.1,
                hot,
                time_left,
                other,
            };
            (notes, time)
        },
    )
}

fn facts() -> impl Strategy<Value = Facts> {
    let player =
        || (words(), words(), words()).prop_map(|(name, rank, team)| Player { name, rank, team });
    let result = select(vec![
        None,
        Some(GameResult::Win(Color::Black)),
        Some(GameResult::Win(Color::White)),
        Some(GameResult::Draw),
    ]);
    let rule = select(vec![
        (None, ""),
        (None, "house rule"),
        (Some(Rule::Freestyle), ""),
        (Some(Rule::Freestyle), "Gomoku"),
        (Some(Rule::Renju), "連珠"),
        (Some(Rule::CaroOverline), ""),
    ]);
    let texts = vec(words(), 11);
    let given = prop_oneof![Just(0usize), 0..5usize];
    let players = [player(), player()];
    (
        players,
        texts,
        rule,
        result,
        comments(),
        given,
        properties(),
    )
        .prop_map(
            |(players, mut texts, (rule, rule_text), result, comment, given_moves, other)| {
                let mut text = || texts.pop().unwrap_or_default();
                Facts {
                    players,
                    name: text(),
                    event: text(),
                    round: text(),
                    place: text(),
                    date: text(),
                    time_limit: text(),
                    rule,
                    rule_text: rule_text.to_string(),
                    opening_rule: text(),
                    opening_name: text(),
                    result,
                    reason: text(),
                    comment,
                    annotator: text(),
                    program: text(),
                    given_moves,
                    phase: None,
                    other,
                }
            },
        )
}
