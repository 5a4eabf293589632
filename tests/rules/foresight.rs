//! What [`movegen::sure_win`], [`movegen::sure_loss`] and [`movegen::four_three_answers`] say,
//! against every reply: the duties, which have their own test, are the judge.

use crate::common::{random_square, rng};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tengen::board::Board;
use tengen::movegen::{self, Duty};
use tengen::pattern::ThreatClass;
use tengen::position::Position;
use tengen::types::{
    Caro, CaroOverline, Color, Freestyle, Renju, Ruleset, Square, SquareSet, Standard,
};

/// How many positions with something to see each rule is tested on; more with
/// `TENGEN_POSITIONS`.
fn wanted_positions() -> usize {
    let wanted = std::env::var("TENGEN_POSITIONS").ok();
    wanted.map_or(1_500, |text| {
        text.parse().expect("TENGEN_POSITIONS: a number")
    })
}

#[derive(Default, Debug)]
struct Seen {
    wins: usize,
    against_fours: usize,
    /// Fours that may not be answered.
    fouls: usize,
    /// Two threes, although the opponent has a four.
    longest: usize,
    losses: usize,
    /// Losses in which a four only delays the end, or an answer allows two threes.
    long_losses: usize,
    answers: usize,
    omitted: usize,
}

fn legal<R: Ruleset>(position: &Position<R>) -> SquareSet {
    position.legal(*position.board().empty())
}

/// Whether the side to move has its five or an open four that nothing stops.
fn wins_at_once<R: Ruleset>(position: &Position<R>) -> bool {
    matches!(movegen::duty(position), Duty::Five(_) | Duty::OpenFour(_))
}

/// Every reply to a stone on `square` leaves a win in two plies less.
fn check_win<R: Ruleset>(position: &mut Position<R>, square: Square, plies: usize) {
    assert!(position.is_legal(square));
    position.place(square);
    let replies = match movegen::duty(position) {
        Duty::AnswerFive(answers) => answers,
        Duty::Free | Duty::AnswerOpenFour(_) => legal(position),
        duty => panic!("{duty:?} after a move that wins"),
    };
    for reply in replies {
        position.place(reply);
        assert!(
            wins_in(position, plies - 2),
            "{}: {reply:?} answers {square:?} on\n{}",
            R::RULE,
            tengen::board::notation::moves_text(position.board())
        );
        position.undo();
    }
    position.undo();
}

/// Whether the side to move wins in so many plies, by its threats or after its answer to a
/// four.
fn wins_in<R: Ruleset>(position: &mut Position<R>, plies: usize) -> bool {
    match movegen::duty(position) {
        Duty::Five(_) => true,
        Duty::OpenFour(_) => plies >= 3,
        Duty::AnswerFive(answers) if plies >= 5 => answers.into_iter().any(|answer| {
            position.place(answer);
            let wins = legal(position).into_iter().all(|reply| {
                position.place(reply);
                let wins = wins_in(position, plies - 2);
                position.undo();
                wins
            });
            position.undo();
            wins
        }),
        _ => false,
    }
}

/// Every legal move leaves a win in a ply less.
fn check_loss<R: Ruleset>(position: &mut Position<R>, plies: usize) {
    for square in legal(position) {
        position.place(square);
        let wins = wins_in(position, plies - 1)
            || !matches!(movegen::duty(position), Duty::AnswerFive(_))
                && movegen::sure_win(position).is_some_and(|win| win.1 < plies);
        assert!(
            wins,
            "{}: {square:?} holds on\n{}",
            R::RULE,
            tengen::board::notation::moves_text(position.board())
        );
        position.undo();
    }
}

/// Every legal move that is no answer loses at once or to a sure win.
fn check_answers<R: Ruleset>(position: &mut Position<R>, answers: SquareSet) -> usize {
    let omitted = legal(position) - answers;
    for square in omitted {
        position.place(square);
        assert!(
            wins_at_once(position) || movegen::sure_win(position).is_some(),
            "{}: {square:?} on\n{}",
            R::RULE,
            tengen::board::notation::moves_text(position.board())
        );
        position.undo();
    }
    omitted.len()
}

/// A move that makes or stops a threat more often than a random one would.
fn next_square<R: Ruleset>(position: &Position<R>, rng: &mut StdRng) -> Option<Square> {
    let classes = [
        ThreatClass::Three,
        ThreatClass::ThreePlus,
        ThreatClass::Four,
        ThreatClass::FourPlus,
    ];
    let color = *Color::ALL.choose(rng)?;
    let class = *classes.choose(rng)?;
    let squares: Vec<Square> = position.squares(color, class).into_iter().collect();
    match squares.choose(rng) {
        Some(&square) if rng.random_ratio(1, 4) => Some(square),
        _ => random_square(position.board(), rng),
    }
}

fn walk<R: Ruleset>(seed: u64) -> Seen {
    let rng = &mut rng(seed);
    let mut seen = Seen::default();
    while seen.wins + seen.answers < wanted_positions() {
        let side = rng.random_range(7..=15);
        let mut position = Position::<R>::new(Board::new(side, side).unwrap());
        while let Some(square) = next_square(&position, rng) {
            if !position.is_legal(square) {
                break;
            }
            position.place(square);
            match movegen::duty(&position) {
                Duty::Five(_) => break,
                Duty::Free | Duty::AnswerOpenFour(_) => (),
                _ => continue,
            }
            if let Some((square, plies)) = movegen::sure_win(&mut position) {
                check_win(&mut position, square, plies);
                seen.wins += 1;
                seen.fouls += usize::from(plies == 3);
                seen.longest += usize::from(plies == 7);
                let other = !position.side_to_move();
                let fours = position.squares_of(other, tengen::pattern::ThreatClass::FOURS);
                seen.against_fours += usize::from(!fours.is_empty());
            } else if let Duty::AnswerOpenFour(answers) = movegen::duty(&position) {
                if let Some(plies) = movegen::sure_loss(&mut position, answers) {
                    check_loss(&mut position, plies);
                    seen.losses += 1;
                    seen.long_losses += usize::from(plies > 4);
                }
            } else if movegen::duty(&position) == Duty::Free
                && let Some(answers) = movegen::four_three_answers(&mut position)
            {
                seen.answers += 1;
                seen.omitted += check_answers(&mut position, answers);
            }
        }
    }
    seen
}

fn check<R: Ruleset>(seed: u64) {
    let seen = walk::<R>(seed);
    println!("{}: {seen:?}", R::RULE);
    assert!(seen.wins > 100 && seen.against_fours > 10, "{seen:?}");
    assert!(seen.fouls > 10 || !R::RULE.forbids(), "{seen:?}");
    assert!(seen.longest > 10, "{seen:?}");
    assert!(seen.losses > 100 && seen.long_losses > 10, "{seen:?}");
    if !R::RULE.blocks_fives() {
        assert!(seen.answers > 100 && seen.omitted > 1_000, "{seen:?}");
    }
}

#[test]
fn freestyle() {
    check::<Freestyle>(1);
}

#[test]
fn standard() {
    check::<Standard>(2);
}

#[test]
fn renju() {
    check::<Renju>(3);
}

#[test]
fn caro() {
    check::<Caro>(4);
}

#[test]
fn caro8() {
    check::<CaroOverline>(5);
}
