//! What [`movegen::duty`] says against brute force with the slow referee, on
//! random positions that are full of threats, in every rule.

use crate::common::{random_square, rng};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tengen::board::Board;
use tengen::movegen::{self, Duty};
use tengen::pattern::ThreatClass;
use tengen::position::Position;
use tengen::rules;
use tengen::types::{
    Caro, CaroOverline, Color, Freestyle, Renju, Rule, Ruleset, Square, SquareSet, Standard,
};

/// How many positions each rule is tested on; more with `TENGEN_POSITIONS`.
fn wanted_positions() -> usize {
    let wanted = std::env::var("TENGEN_POSITIONS").ok();
    wanted.map_or(4_000, |text| {
        text.parse().expect("TENGEN_POSITIONS: a number")
    })
}

/// How often each duty occurred, and what was compared.
#[derive(Default, Debug)]
struct Seen {
    five: usize,
    answer_five: usize,
    /// Answers to a five that do not stand on its last square.
    far_answers: usize,
    lost_to_five: usize,
    open_four: usize,
    answer_open_four: usize,
    /// Legal moves that are no answers to an open four, proved to lose.
    omitted: usize,
    /// Answers to an open four that are no fours themselves.
    helpful: usize,
    free: usize,
    /// Squares that were tried for an open four by brute force.
    tried: usize,
    /// Open fours that look like a foul but are none: the duty knows only
    /// what the class says.
    disguised: usize,
}

fn winning_squares(board: &Board, rule: Rule, color: Color) -> SquareSet {
    let wins = |square: &Square| rules::wins(board, rule, *square, color);
    board.empty().into_iter().filter(wins).collect()
}

fn is_legal(board: &Board, rule: Rule, square: Square) -> bool {
    let fouls = rule.forbids() && board.side_to_move() == Color::Black;
    !fouls || rules::forbidden(board, square).is_none()
}

fn legal_squares(board: &Board, rule: Rule) -> impl Iterator<Item = Square> {
    let legal = move |square: &Square| is_legal(board, rule, *square);
    board.empty().into_iter().filter(legal)
}

/// Whether `color` has a winning square; `likely` are tried first.
fn can_win(board: &Board, rule: Rule, color: Color, likely: SquareSet) -> bool {
    let wins = |square: Square| rules::wins(board, rule, square, color);
    (likely & *board.empty()).into_iter().any(wins) || board.empty().into_iter().any(wins)
}

/// The squares, legal or not, on which a stone of the side to move leaves the
/// opponent no winning square.
fn stops(board: &Board, rule: Rule) -> SquareSet {
    let other = !board.side_to_move();
    let threats = winning_squares(board, rule, other);
    let mut after = board.clone();
    let stops = |square: &Square| {
        after.place(*square);
        let stopped = !can_win(&after, rule, other, threats);
        after.undo();
        stopped
    };
    board.empty().into_iter().filter(stops).collect()
}

/// Whether a stone of the side to move on `square` wins against every reply:
/// the opponent cannot win at once, and after each of his moves, or only after
/// the legal ones, there is a five.
fn beats_replies(board: &mut Board, rule: Rule, square: Square, only_legal: bool) -> bool {
    let own = board.side_to_move();
    if !is_legal(board, rule, square) {
        return false;
    }
    board.place(square);
    let mut beats = can_win(board, rule, own, SquareSet::EMPTY)
        && !can_win(board, rule, !own, SquareSet::EMPTY);
    if beats {
        let mut replies = stops(board, rule).into_iter();
        beats = !replies.any(|reply| !only_legal || is_legal(board, rule, reply));
    }
    board.undo();
    beats
}

/// Whether the side to move has a move that [`beats_replies`]. `likely` is
/// tried first, and is the square that was found.
fn has_open_four(board: &mut Board, rule: Rule, likely: &mut Option<Square>) -> bool {
    let all = *board.empty();
    let mut squares = likely
        .filter(|&square| all.contains(square))
        .into_iter()
        .chain(all);
    match squares.find(|&square| beats_replies(board, rule, square, true)) {
        Some(found) => {
            *likely = Some(found);
            true
        }
        None => false,
    }
}

/// A move that does not end the game; mostly an answer where one is needed.
fn random_move(board: &Board, rule: Rule, rng: &mut StdRng) -> Option<Square> {
    let own = board.side_to_move();
    let goes_on =
        |square: &Square| !rules::wins(board, rule, *square, own) && is_legal(board, rule, *square);
    let threats: Vec<Square> = winning_squares(board, rule, !own).into_iter().collect();
    let answer = threats.choose(rng).copied().filter(goes_on);
    if answer.is_some() && rng.random_ratio(4, 5) {
        return answer;
    }
    (0..20).find_map(|_| random_square(board, rng).filter(goes_on))
}

fn test<R: Ruleset>() {
    let mut seen = Seen::default();
    let mut positions = 0;
    for seed in 0.. {
        let rng = &mut rng(seed);
        let side = rng.random_range(6..=15);
        let mut board = Board::new(side, side).unwrap();
        for _ in 0..rng.random_range(0..4) / 2 {
            board.block(random_square(&board, rng).unwrap());
        }
        let mut position = Position::<R>::new(board);
        while let Some(square) = random_move(position.board(), R::RULE, rng) {
            position.place(square);
            positions += 1;
            check(&position, rng, &mut seen);
        }
        if positions >= wanted_positions() {
            break;
        }
    }
    println!("{}: {positions} positions, {seen:?}", R::RULE);
    for often in [
        seen.five,
        seen.answer_five,
        seen.open_four,
        seen.answer_open_four,
        seen.free,
    ] {
        assert!(often >= positions / 50);
    }
    assert!(seen.lost_to_five > 50 && seen.omitted > 200 && seen.helpful > 200);
    assert_eq!(seen.far_answers > 10, R::RULE.blocks_fives());
}

fn check<R: Ruleset>(position: &Position<R>, rng: &mut StdRng, seen: &mut Seen) {
    let board = position.board();
    let own = position.side_to_move();
    let duty = movegen::duty(position);
    let said = || format!("{} {own}: {duty:?}\n{}", R::RULE, drawing(board));
    let wins = winning_squares(board, R::RULE, own);
    let threats = winning_squares(board, R::RULE, !own);
    match duty {
        Duty::Five(square) => {
            seen.five += 1;
            assert!(wins.contains(square), "{}", said());
        }
        _ if !wins.is_empty() => panic!("a five is missed: {}", said()),
        Duty::AnswerFive(answers) => {
            assert!(!threats.is_empty(), "{}", said());
            let legal = |square: &Square| is_legal(board, R::RULE, *square);
            let wanted: SquareSet = stops(board, R::RULE).into_iter().filter(legal).collect();
            assert_eq!(answers, wanted, "{}", said());
            seen.answer_five += 1;
            seen.lost_to_five += usize::from(wanted.is_empty());
            seen.far_answers += (wanted - threats).len();
        }
        _ if !threats.is_empty() => panic!("a threat is missed: {}", said()),
        Duty::OpenFour(square) => {
            seen.open_four += 1;
            let wins = beats_replies(&mut board.clone(), R::RULE, square, true);
            assert!(wins, "{}", said());
        }
        Duty::AnswerOpenFour(answers) => {
            seen.answer_open_four += 1;
            no_open_four(position, own, rng, seen);
            omitted_moves_lose(board, R::RULE, answers, rng, seen);
            answers_help(position, answers, seen);
        }
        Duty::Free => {
            seen.free += 1;
            no_open_four(position, own, rng, seen);
            no_open_four(position, !own, rng, seen);
        }
    }
}

/// `color` has no open four if it is its turn, by brute force on a sample:
/// only one that the class takes for a possible foul may be overlooked.
fn no_open_four<R: Ruleset>(
    position: &Position<R>,
    color: Color,
    rng: &mut StdRng,
    seen: &mut Seen,
) {
    let mut board = position.board().clone();
    if board.side_to_move() != color {
        board.pass();
    }
    for square in *position.board().empty() {
        if !rng.random_ratio(1, 4) {
            continue;
        }
        seen.tried += 1;
        if beats_replies(&mut board, R::RULE, square, false) {
            let class = position.class_if_played(square, color);
            let said = drawing(&board);
            assert_eq!(
                class,
                ThreatClass::Forbidden,
                "{} {square:?}\n{said}",
                R::RULE
            );
            seen.disguised += 1;
        }
    }
}

/// Every answer is a four, or leaves none of the open fours that there were.
fn answers_help<R: Ruleset>(position: &Position<R>, answers: SquareSet, seen: &mut Seen) {
    let own = position.side_to_move();
    let threats = *position.squares(!own, ThreatClass::OpenFour);
    let mut after = position.clone();
    for square in answers - movegen::four_squares(position) {
        after.place(square);
        let left = threats & *after.squares(!own, ThreatClass::OpenFour);
        after.undo();
        let said = drawing(position.board());
        assert!(left.is_empty(), "{} {square:?}\n{said}", R::RULE);
        seen.helpful += 1;
    }
}

/// The opponent has an open four if nothing is done, and also after some of
/// the legal moves that are not among the answers.
fn omitted_moves_lose(
    board: &Board,
    rule: Rule,
    answers: SquareSet,
    rng: &mut StdRng,
    seen: &mut Seen,
) {
    let mut after = board.clone();
    let mut likely = None;
    after.pass();
    assert!(
        has_open_four(&mut after, rule, &mut likely),
        "{rule}\n{}",
        drawing(board)
    );
    after.undo();
    for square in legal_squares(board, rule) {
        if answers.contains(square) || !rng.random_ratio(1, 3) {
            continue;
        }
        after.place(square);
        let lost = has_open_four(&mut after, rule, &mut likely);
        assert!(
            lost,
            "{rule} {square:?}, not among {answers:?}\n{}",
            drawing(board)
        );
        after.undo();
        seen.omitted += 1;
    }
}

fn drawing(board: &Board) -> String {
    tengen::board::notation::diagram(board, |_| None)
}

#[test]
fn freestyle() {
    test::<Freestyle>();
}

#[test]
fn standard() {
    test::<Standard>();
}

#[test]
fn renju() {
    test::<Renju>();
}

#[test]
fn caro() {
    test::<Caro>();
}

#[test]
fn caro_overline() {
    test::<CaroOverline>();
}
