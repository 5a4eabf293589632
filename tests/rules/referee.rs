//! The tables agree with the slow referee on every empty square of random
//! games: wins of both colours, and Black's forbidden points.

use crate::common::{random_square, rng};
use tengen::board::Board;
use tengen::pattern::ThreatClass;
use tengen::position::Position;
use tengen::rules;
use tengen::types::{Caro, CaroOverline, Color, Freestyle, Renju, Ruleset, Standard};

/// How many points each rule is compared on; more with `TENGEN_POINTS`.
fn wanted_points() -> usize {
    let wanted = std::env::var("TENGEN_POINTS").ok();
    wanted.map_or(200_000, |text| {
        text.parse().expect("TENGEN_POINTS: a number")
    })
}

#[derive(Default, Debug)]
struct Seen {
    points: usize,
    wins: usize,
    forbidden: usize,
    false_threes: usize,
}

fn compare<R: Ruleset>() -> Seen {
    let mut seen = Seen::default();
    let mut seed = 0;
    while seen.points < wanted_points() {
        seed += 1;
        let rng = &mut rng(seed);
        let side = [15, 15, 20, 9, 6][seed as usize % 5];
        let mut board = Board::new(side, side).unwrap();
        if seed % 7 == 0 {
            board.block(random_square(&board, rng).unwrap());
        }
        let mut position = Position::<R>::new(board);
        while let Some(square) = random_square(position.board(), rng) {
            position.place(square);
            if position.board().stone_count().is_multiple_of(5) {
                compare_position(&position, &mut seen);
            }
        }
    }
    println!("{}: {seen:?}", R::RULE);
    assert!(seen.wins > 100);
    seen
}

fn compare_position<R: Ruleset>(position: &Position<R>, seen: &mut Seen) {
    let board = position.board();
    for square in *board.empty() {
        seen.points += 1;
        for color in Color::ALL {
            let wins = rules::wins(board, R::RULE, square, color);
            let five = position.class_if_played(square, color) == ThreatClass::Five;
            assert_eq!(five, wins, "{color} {square:?} {board:?}");
            seen.wins += usize::from(wins);
        }
        if R::RULE.forbids() {
            let forbidden = rules::forbidden(board, square);
            let by_table = position.is_forbidden(square);
            assert_eq!(by_table, forbidden.is_some(), "{square:?} {board:?}");
            let suspected =
                position.class_if_played(square, Color::Black) == ThreatClass::Forbidden;
            seen.forbidden += usize::from(by_table);
            seen.false_threes += usize::from(suspected && !by_table);
        }
    }
}

#[test]
fn freestyle() {
    compare::<Freestyle>();
}

#[test]
fn standard() {
    compare::<Standard>();
}

#[test]
fn renju() {
    let seen = compare::<Renju>();
    assert!(seen.forbidden > 100);
    assert!(seen.false_threes > 10);
}

#[test]
fn caro() {
    compare::<Caro>();
}

#[test]
fn caro_overline() {
    compare::<CaroOverline>();
}
