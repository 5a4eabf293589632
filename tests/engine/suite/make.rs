//! How the suites are made: positions of random games that prefer sharp moves,
//! kept if the solver and the plain searches prove what is then claimed.

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tengen::board::Board;
use tengen::board::notation::square_name;
use tengen::lab::suite::{self, Claims};
use tengen::pattern::ThreatClass;
use tengen::position::Position;
use tengen::records::PositionRecord;
use tengen::rules;
use tengen::solver::{Goal, Solver};
use tengen::types::{ByRule, Color, Renju, Rule, Ruleset, Square, SquareSet};

use super::{MEMORY, ask, fours, names};

/// Sides of the boards, one after the other.
const SIDES: [usize; 6] = [15, 15, 20, 15, 12, 9];
/// Positions that the plain search for fours may look at.
pub const FEW: usize = 500;
/// Stones that a search for a win by threats may place.
const THREATS: u64 = 2_000;
/// The same for the proof that there is none.
const NO_THREATS: u64 = 2_000;
/// Searches shorter than this are no test.
const LEAST: u64 = 30;
/// The most moves that may hold where only some do.
const MOST_DEFENCES: usize = 3;
/// A game is over after this many stones.
const MOST_STONES: usize = 60;

/// The suites, with how many positions for each rule, and what they hold.
pub const SUITES: [(&str, usize, Claim); 6] = [
    ("vcf", 40, Claim::WinByFours),
    ("vct", 30, Claim::WinByThreats),
    ("no-vcf", 24, Claim::NoWinByFours),
    ("no-vct", 24, Claim::NoWinByThreats),
    ("only-defences", 20, Claim::OnlyDefences),
    ("forbidden", 160, Claim::Forbidden),
];

/// What the positions of a suite are chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    WinByFours,
    WinByThreats,
    NoWinByFours,
    NoWinByThreats,
    OnlyDefences,
    Forbidden,
}

/// The text of a suite.
pub fn suite(name: &str, count: usize, claim: Claim) -> String {
    let rules = match claim {
        Claim::Forbidden => vec![Rule::Renju],
        _ => Rule::ALL.to_vec(),
    };
    let mut text = String::new();
    for rule in rules {
        let found = of_rule(rule, count, claim);
        for (number, (board, claims)) in found.into_iter().enumerate() {
            let id = format!("{name}-{rule}-{}", number + 1);
            let record = PositionRecord { id, rule, board };
            text += &(suite::Entry { record, claims }.to_line() + "\n");
        }
    }
    text
}

/// So many positions of one rule, no more than one of each game.
fn of_rule(rule: Rule, count: usize, claim: Claim) -> Vec<(Board, Claims)> {
    let mut solver = Solver::new(MEMORY);
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    for seed in 0.. {
        if found.len() == count {
            break;
        }
        let seed = seed + 1_000_000 * (1 + claim as u64);
        let mut rng = StdRng::seed_from_u64(seed);
        let side = SIDES[found.len() % SIDES.len()];
        let game = rule.run(Game {
            side,
            rng: &mut rng,
        });
        let kept = game.iter().skip(7).step_by(3).find_map(|board| {
            let claims = claims(&mut solver, board, rule, claim, &mut rng)?;
            known.insert(board.hash()).then(|| (board.clone(), claims))
        });
        found.extend(kept);
    }
    found
}

/// What can be claimed of a position for this suite, if it is wanted there.
fn claims(
    solver: &mut Solver,
    board: &Board,
    rule: Rule,
    claim: Claim,
    rng: &mut StdRng,
) -> Option<Claims> {
    match claim {
        Claim::WinByFours => win_by_fours(solver, board, rule, rng),
        Claim::WinByThreats => win_by_threats(solver, board, rule, rng),
        Claim::NoWinByFours => no_win_by_fours(solver, board, rule),
        Claim::NoWinByThreats => no_win_by_threats(solver, board, rule),
        Claim::OnlyDefences => only_defences(solver, board, rule),
        Claim::Forbidden => forbidden(board, rng),
    }
}

fn win_by_fours(
    solver: &mut Solver,
    board: &Board,
    rule: Rule,
    rng: &mut StdRng,
) -> Option<Claims> {
    if ask(solver, board, rule, Goal::Vcf, THREATS).wins != Some(true) {
        return None;
    }
    let found = ask(solver, board, rule, Goal::ShortestVcf, THREATS);
    // The short ones are common.
    let wanted = match found.moves {
        0 | 1 => false,
        2 => rng.random_ratio(1, 8),
        3 => rng.random_ratio(1, 2),
        _ => true,
    };
    if found.wins != Some(true) || !wanted {
        return None;
    }
    Some(Claims {
        vcf: Some(true),
        fours: Some(found.moves),
        ..Claims::default()
    })
}

fn win_by_threats(
    solver: &mut Solver,
    board: &Board,
    rule: Rule,
    rng: &mut StdRng,
) -> Option<Claims> {
    let threats = ask(solver, board, rule, Goal::Vct, THREATS);
    let easy = threats.nodes < LEAST && !rng.random_ratio(1, 8);
    if threats.wins != Some(true) || easy {
        return None;
    }
    let fours = fours::shortest(board, rule, FEW).ok()?;
    fours.is_none().then(|| Claims {
        vcf: Some(false),
        vct: Some(true),
        ..Claims::default()
    })
}

fn no_win_by_fours(solver: &mut Solver, board: &Board, rule: Rule) -> Option<Claims> {
    let found = ask(solver, board, rule, Goal::Vcf, THREATS);
    if found.wins != Some(false) || found.nodes < LEAST {
        return None;
    }
    let plain = fours::shortest(board, rule, FEW).ok()?;
    assert_eq!(plain, None, "{rule}: the plain search");
    Some(Claims {
        vcf: Some(false),
        ..Claims::default()
    })
}

fn no_win_by_threats(solver: &mut Solver, board: &Board, rule: Rule) -> Option<Claims> {
    let found = ask(solver, board, rule, Goal::Vct, NO_THREATS);
    (found.wins == Some(false) && found.nodes > 10 * LEAST).then(|| Claims {
        vct: Some(false),
        ..Claims::default()
    })
}

/// Positions in which the opponent threatens a win by fours, no five, and
/// nearly every move loses to it.
fn only_defences(solver: &mut Solver, board: &Board, rule: Rule) -> Option<Claims> {
    let mut passed = board.clone();
    passed.pass();
    let threat = ask(solver, &passed, rule, Goal::Vcf, 500);
    let own = ask(solver, board, rule, Goal::Vct, 500);
    if threat.wins != Some(true) || threat.moves == 0 || own.wins == Some(true) {
        return None;
    }
    let mut held = SquareSet::EMPTY;
    for square in legal(board, rule) {
        let mut after = board.clone();
        after.place(square);
        if ask(solver, &after, rule, Goal::Vcf, 500).wins == Some(true) {
            continue;
        }
        match ask(solver, &after, rule, Goal::Vct, NO_THREATS).wins {
            Some(true) => (),
            Some(false) => held.insert(square),
            None => return None,
        }
        if held.len() > MOST_DEFENCES {
            return None;
        }
    }
    (!held.is_empty()).then(|| Claims {
        only: names(board, held),
        ..Claims::default()
    })
}

/// Positions with several forbidden points, or with points that only look so.
fn forbidden(board: &Board, rng: &mut StdRng) -> Option<Claims> {
    let position = Position::<Renju>::new(board.clone());
    let (mut points, mut allowed) = (BTreeMap::new(), SquareSet::EMPTY);
    for square in *board.empty() {
        let suspect = position.class_if_played(square, Color::Black) == ThreatClass::Forbidden;
        match rules::forbidden(board, square) {
            Some(kind) => {
                points.insert(square_name(square, board.height()), kind.to_string());
            }
            None if suspect => allowed.insert(square),
            None => (),
        }
    }
    let kinds: BTreeSet<&String> = points.values().collect();
    let overline = kinds.iter().any(|kind| *kind == "overline");
    let rare = !allowed.is_empty() || overline || kinds.len() > 1 && rng.random_ratio(1, 4);
    let wanted = !points.is_empty() && (rare || rng.random_ratio(1, 20));
    wanted.then(|| Claims {
        forbidden: Some(points),
        allowed: names(board, allowed),
        ..Claims::default()
    })
}

/// The moves that the side to move may make.
pub fn legal(board: &Board, rule: Rule) -> Vec<Square> {
    let fouls = rule.forbids() && board.side_to_move() == Color::Black;
    let legal = |square: &Square| !fouls || rules::forbidden(board, *square).is_none();
    board.empty().into_iter().filter(legal).collect()
}

/// All positions of a random game in which no five is missed.
struct Game<'a> {
    side: usize,
    rng: &'a mut StdRng,
}

impl ByRule for Game<'_> {
    type Output = Vec<Board>;

    fn run<R: Ruleset>(self) -> Vec<Board> {
        let board = Board::new(self.side, self.side).expect("a size");
        let mut position = Position::<R>::new(board);
        let mut boards = Vec::new();
        while position.board().stone_count() < MOST_STONES {
            let Some(square) = choose(&position, self.rng) else {
                break;
            };
            position.place(square);
            if rules::outcome(position.board(), R::RULE).is_some() {
                break;
            }
            boards.push(position.board().clone());
        }
        boards
    }
}

/// A move near the stones, by chance, sharp ones rather than others.
fn choose<R: Ruleset>(position: &Position<R>, rng: &mut StdRng) -> Option<Square> {
    let own = position.side_to_move();
    let center = position.board().center();
    let near = |square: &Square| match position.board().stone_count() {
        0 => square.distance(center) <= 2,
        _ => position.candidates().contains(*square),
    };
    let squares: Vec<Square> = legal(position.board(), R::RULE);
    for color in [own, !own] {
        let five = |square: &&Square| position.threat(**square, color) == ThreatClass::Five;
        if let Some(&square) = squares.iter().find(five) {
            return Some(square);
        }
    }
    let squares: Vec<Square> = squares.into_iter().filter(near).collect();
    let weights: Vec<u32> = squares
        .iter()
        .map(|&square| {
            let weight = |color| weight(position.threat(square, color));
            weight(own) + weight(!own)
        })
        .collect();
    let mut at = rng.random_range(0..weights.iter().sum::<u32>().max(1));
    let chosen = weights.iter().position(|&weight| {
        let here = at < weight;
        at = at.saturating_sub(weight);
        here
    });
    squares.get(chosen?).copied()
}

fn weight(class: ThreatClass) -> u32 {
    match class {
        ThreatClass::Forbidden | ThreatClass::None => 1,
        ThreatClass::Two | ThreatClass::ClosedThree => 3,
        ThreatClass::DoubleTwo | ThreatClass::ClosedThreePlus => 6,
        ThreatClass::Three | ThreatClass::ThreePlus => 10,
        _ => 6,
    }
}
