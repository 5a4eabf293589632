//! What is taught is true: every claim of every diagram is proven by the
//! referee, the tables or the solver, and what belongs together is there.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use tengen::board::Board;
use tengen::game::{CanonicalOpening, by_mnemonic};
use tengen::rules;
use tengen::teach::{
    Attempt, Example, Kind, MapLine, MaximKind, PUZZLE_NODES, Puzzle, STEPS, TermGroup, Text,
    Tries, Why, formations, lessons, maxims, opening_texts, openings, puzzles, terms,
};
use tengen::types::{Color, Rule, Square, SquareSet};

/// How many puzzles there are at least.
const LEAST_PUZZLES: usize = 600;
/// One puzzle in this many is proven; all with the variable TENGEN_ALL_PUZZLES.
const PROVEN: usize = 4;
/// One puzzle in this many is tried.
const TRIED: usize = 6;
/// Stones that a question to the solver may place.
const NODES: u64 = 200_000;

/// What is wrong with the examples of an entry.
fn flaws<'a>(id: &'a str, examples: &'a [Example], tries: &mut Tries) -> Vec<String> {
    let mut flaws = Vec::new();
    for (number, example) in examples.iter().enumerate() {
        if example.claims.is_empty() {
            flaws.push(format!("{id}, {number}: nothing is claimed"));
        }
        if let Err(flaw) = example.prove(tries) {
            let board = tengen::board::notation::diagram(&example.board, |_| None);
            flaws.push(format!("{id}, {number}: {flaw}\n{board}"));
        }
    }
    flaws
}

#[track_caller]
fn assert_no(flaws: Vec<String>) {
    assert!(flaws.is_empty(), "\n{}", flaws.join("\n"));
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// A text in both languages, of which the right one is in each place.
fn assert_text(of: &str, text: &Text) {
    assert!(
        text.en.trim() == text.en && text.zh.trim() == text.zh,
        "{of}"
    );
    assert!(!text.en.is_empty() && is_chinese(&text.zh), "{of}");
}

#[test]
fn words_mean_what_their_diagrams_show() {
    let mut tries = Tries::new(NODES);
    let found = terms()
        .iter()
        .flat_map(|term| flaws(&term.id, &term.examples, &mut tries));
    assert_no(found.collect());
}

#[test]
fn formations_are_what_is_said_of_them() {
    let mut tries = Tries::new(NODES);
    let found = formations()
        .iter()
        .flat_map(|formation| flaws(&formation.id, &formation.examples, &mut tries));
    assert_no(found.collect());
    let drawn = formations()
        .iter()
        .filter(|formation| !formation.examples.is_empty());
    assert_eq!(drawn.count(), 6);
}

#[test]
fn every_word_is_there_once_and_in_both_languages() {
    let ids: BTreeSet<&str> = terms().iter().map(|term| term.id.as_str()).collect();
    assert_eq!(ids.len(), terms().len());
    let groups: Vec<TermGroup> = terms().iter().map(|term| term.group).collect();
    let mut in_order = groups.clone();
    in_order.sort_by_key(|group| TermGroup::ALL.iter().position(|other| other == group));
    assert_eq!(groups, in_order);
    for term in terms() {
        assert_text(&term.id, &term.text);
        for caption in term
            .examples
            .iter()
            .filter_map(|example| example.caption.as_ref())
        {
            assert_text(&term.id, caption);
        }
    }
    // The words of the game's shapes all have a diagram.
    for term in terms()
        .iter()
        .filter(|term| term.group == TermGroup::Shapes)
    {
        assert!(!term.examples.is_empty(), "{}", term.id);
    }
    // The Chinese words that players use, by their groups.
    let names: BTreeSet<&str> = terms()
        .iter()
        .flat_map(|term| std::iter::once(&term.name.zh).chain(&term.also))
        .map(String::as_str)
        .collect();
    let wanted = "黑方 白方 胜局 和局 终局 复盘 阳线 交叉点 点 阴线 落子 轮走方 行棋方 着 回合 开局 \
        连 五连 长连 成五 四 活四 冲四 死四 嵌五 跳冲四 三 活三 连活三 连三 跳活三 跳三 眠三 死三 二 活二 \
        连活二 跳活二 大跳活二 眠二 死二 三三 双三 四四 双四 四三 先手 风车轮 二头蛇 一子双杀 一子多杀 \
        一子双防 VCF VCT 做杀 迫下取胜 追下取胜 抓禁手 自由取胜 局面 局势 优势 胜势 败势 妙着 好着 正着 劣着 \
        败着 失着 漏着 个人赛 团体赛 轮空 节 轮 次 场 局 中局 残局 连五子 五子连 串珠 五目 五目碰 五格 五石 \
        五法 五联 京棋 情侣棋 绅士棋 中老年棋 商业棋";
    for word in wanted.split_whitespace() {
        assert!(names.contains(word), "{word}");
    }
}

#[test]
fn maxims_are_in_both_languages() {
    for maxim in maxims() {
        assert_text(&maxim.name.en, &maxim.name);
        assert_text(&maxim.name.en, &maxim.text);
    }
    let count = |kind| maxims().iter().filter(|maxim| maxim.kind == kind).count();
    assert_eq!(count(MaximKind::Method), 4);
    assert!(count(MaximKind::Art) >= 10);
    assert!(count(MaximKind::Weighing) >= 3 && count(MaximKind::Remark) >= 3);
}

#[test]
fn openings_lie_where_the_map_says() {
    let map = MapLine::all();
    let texts = &opening_texts().lines;
    assert_eq!((map.len(), texts.len()), (10, 10));
    let mut seen = BTreeSet::new();
    for line in &map {
        // The text of a line ends with its characters.
        let (_, initials) = line.text.en.rsplit_once(": ").expect("characters");
        let initials: Vec<char> = initials.chars().filter(|c| *c != ' ').collect();
        assert_eq!(initials.len(), line.openings.len(), "{}", line.text.en);
        for (initial, (code, square)) in initials.iter().zip(&line.openings) {
            let opening = by_mnemonic(*initial).expect("an opening");
            assert_eq!(&opening.code(), code);
            let mut board = Board::new(15, 15).expect("a size");
            opening
                .squares(&board)
                .into_iter()
                .for_each(|stone| board.place(stone));
            assert_eq!(board.moves().last(), Some(&Some(*square)));
            let found = CanonicalOpening::recognise(&board).expect("an opening");
            assert_eq!(found.code(), *code);
            seen.insert(code.clone());
        }
    }
    assert_eq!(seen.len(), 26);
}

#[test]
fn stars_have_a_gap_and_moons_have_none() {
    let mut stars = 0;
    for card in openings(Rule::Renju) {
        let [first, _, third] = card.stones;
        let (dx, dy) = (first.x().abs_diff(third.x()), first.y().abs_diff(third.y()));
        let has_gap = matches!((dx, dy), (0, 2) | (2, 0) | (2, 2));
        assert_eq!(card.is_star(), has_gap, "{}", card.opening);
        stars += usize::from(has_gap);
    }
    assert_eq!(stars, 10);
}

#[test]
fn verdicts_are_shown_for_renju_alone_and_say_their_rule() {
    for rule in Rule::ALL {
        let shown: Vec<_> = openings(rule)
            .iter()
            .flat_map(|card| card.verdicts)
            .collect();
        assert_eq!(shown.is_empty(), rule != Rule::Renju);
        for verdict in shown {
            assert!(verdict.holds_for().starts_with("renju"));
            let word = verdict.chances().to_string();
            assert!(opening_texts().words.contains_key(&word), "{word}");
        }
    }
    let texts = opening_texts();
    for text in [
        &texts.intro,
        &texts.naming,
        &texts.map,
        &texts.verdicts,
        &texts.play,
    ] {
        assert_text("openings", text);
    }
}

#[test]
fn lessons_can_be_solved_and_failed() {
    let mut tries = Tries::new(NODES);
    let mut found = Vec::new();
    assert_eq!(lessons().len(), 8);
    for (number, lesson) in (1..).zip(lessons()) {
        assert_text("lesson", &lesson.name);
        for (step, part) in (1..).zip(&lesson.steps) {
            let name = format!("lesson {number}, step {step}");
            assert_text(&name, &part.text);
            let example = std::slice::from_ref(&part.example);
            found.extend(flaws(&name, example, &mut tries));
            let Some(task) = part.task else {
                continue;
            };
            assert_text(&name, &task.text(&part.example));
            let answers = part.answers(&mut tries);
            let board = &part.example.board;
            if answers.is_empty() || answers.len() > 20 {
                found.push(format!("{name}: {} answers", answers.len()));
            }
            for square in *board.empty() {
                let attempt = part.attempt(square).expect("an empty point");
                let is_right = matches!(&attempt, Attempt::Right { line } if line[0] == square);
                let is_wrong = matches!(&attempt, Attempt::Wrong { line, .. } if line[0] == square);
                if (is_right, is_wrong) != (answers.contains(square), !answers.contains(square)) {
                    found.push(format!("{name}: {square:?}: {attempt:?}"));
                }
            }
            let stone = board.moves().iter().flatten().next().expect("a stone");
            assert!(part.attempt(*stone).is_err());
        }
    }
    assert_no(found);
}

#[test]
fn puzzles_are_what_they_say() {
    let every = match std::env::var_os("TENGEN_ALL_PUZZLES") {
        Some(_) => 1,
        None => PROVEN,
    };
    let proven = puzzles().iter().step_by(every);
    let wrong = proven.filter_map(|puzzle| puzzle.prove(&mut Tries::new(PUZZLE_NODES)).err());
    assert_no(wrong.collect());
}

#[test]
fn puzzles_rise_in_difficulty_and_do_not_repeat() {
    let steps: Vec<u8> = puzzles().iter().map(|puzzle| puzzle.step).collect();
    assert!(steps.is_sorted());
    let all: BTreeSet<u8> = steps.into_iter().collect();
    assert!(all.into_iter().eq(1..=STEPS));
    let numbers: Vec<usize> = puzzles().iter().map(|puzzle| puzzle.number).collect();
    assert!(numbers.iter().copied().eq(1..=puzzles().len()));
    let hashes: BTreeSet<u64> = puzzles().iter().map(|puzzle| puzzle.board.hash()).collect();
    assert_eq!(hashes.len(), puzzles().len());
    let count = |kind| {
        puzzles()
            .iter()
            .filter(|puzzle| puzzle.kind == kind)
            .count()
    };
    assert!(puzzles().len() >= LEAST_PUZZLES, "{}", puzzles().len());
    for kind in Kind::ALL {
        assert!(count(kind) >= 6, "{kind:?}: {}", count(kind));
    }
    for puzzle in puzzles() {
        assert_text("puzzle", &puzzle.task());
    }
}

/// Plays the line of an attempt, which must be legal, and gives the board.
fn played(puzzle: &Puzzle, line: &[Square]) -> Board {
    let mut board = puzzle.board.clone();
    for &square in line {
        assert!(board.is_empty(square), "puzzle {}", puzzle.number);
        board.place(square);
    }
    board
}

#[test]
fn every_try_is_answered() {
    let mut tries = Tries::new(PUZZLE_NODES);
    let mut slowest = Duration::ZERO;
    let mut refuted = 0;
    for (index, puzzle) in puzzles().iter().step_by(TRIED).enumerate() {
        // Every square of some puzzles, and a few of the others.
        let every = if index % 16 == 0 { 1 } else { 32 };
        let own = puzzle.board.side_to_move();
        let solutions: SquareSet = puzzle.solutions.iter().copied().collect();
        let empty = puzzle.board.empty().into_iter().enumerate();
        let squares =
            empty.filter(|(index, square)| index % every == 0 || solutions.contains(*square));
        for (_, square) in squares {
            let start = Instant::now();
            let attempt = puzzle
                .attempt_with(&mut tries, square)
                .expect("an empty point");
            slowest = slowest.max(start.elapsed());
            let name = format!("puzzle {}, {square:?}: {attempt:?}", puzzle.number);
            match attempt {
                Attempt::Right { line } => {
                    assert!(solutions.contains(square) && line[0] == square, "{name}");
                    let board = played(puzzle, &line);
                    // A win ends where nothing helps any more.
                    if !matches!(puzzle.kind, Kind::Defend | Kind::Best) {
                        let passed = rules::outcome(&board, puzzle.rule);
                        assert!(
                            passed.is_some() || !fives(&board, puzzle.rule, own).is_empty(),
                            "{name}"
                        );
                    }
                }
                Attempt::Wrong { line, why } => {
                    assert!(!solutions.contains(square) && line[0] == square, "{name}");
                    let board = played(puzzle, &line);
                    match why {
                        Why::Foul(_) => {
                            assert!(rules::forbidden(&puzzle.board, square).is_some(), "{name}");
                        }
                        Why::LosesToFive => {
                            let last = *line.last().expect("a reply");
                            assert!(rules::wins(&board, puzzle.rule, last, !own), "{name}");
                        }
                        Why::LosesToFours | Why::LosesToThreats => {
                            let lost = !fives(&board, puzzle.rule, !own).is_empty();
                            let over = rules::outcome(&board, puzzle.rule).is_some();
                            assert!(lost || over, "{name}");
                        }
                        Why::NothingLeft => assert_eq!(line.len(), 2, "{name}"),
                        Why::Weaker { kept, best } => {
                            assert!(puzzle.kind == Kind::Best, "{name}");
                            assert!(kept.is_none_or(|kept| kept < best), "{name}");
                        }
                        _ => (),
                    }
                    refuted += usize::from(line.len() > 1);
                    assert!(!why.text().en.is_empty());
                }
                Attempt::Unclear => panic!("{name}"),
            }
        }
    }
    println!("{refuted} tries refuted with a line, slowest answer {slowest:?}");
}

/// The empty squares on which a stone of `color` would win at once.
fn fives(board: &Board, rule: Rule, color: Color) -> SquareSet {
    let wins = |&square: &Square| rules::wins(board, rule, square, color);
    board.empty().into_iter().filter(wins).collect()
}
