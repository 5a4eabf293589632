//! The solver against an exhaustive search of the same definitions that asks
//! only the slow referee, on small boards in every rule; and what must hold on
//! any board: proofs hold, mirrored positions are the same, nothing is left
//! behind, and limits lead to no wrong answer.

use std::collections::HashMap;

use crate::common::{middle_game, random_square, rng};
use rand::Rng;
use rand::rngs::StdRng;
use tengen::board::notation::{diagram, parse_diagram};
use tengen::board::{Board, Symmetry};
use tengen::position::Position;
use tengen::proof::{self, ProofRecord};
use tengen::rules;
use tengen::solver::{Answer, Defence, Goal, Solution, Solver, SolverLimits};
use tengen::types::{
    Caro, CaroOverline, Color, Freestyle, Renju, Rule, Ruleset, Square, SquareSet, Standard,
};

/// How many positions each rule is tested on; more with `TENGEN_POSITIONS`.
fn wanted_positions(usual: usize) -> usize {
    let wanted = std::env::var("TENGEN_POSITIONS").ok();
    wanted.map_or(usual, |text| {
        text.parse().expect("TENGEN_POSITIONS: a number")
    })
}

const MEMORY: usize = 32 << 20;
const PLENTY: SolverLimits = SolverLimits::nodes(50_000_000);

/// The definitions, word by word.
struct Exhaustive {
    rule: Rule,
    board: Board,
    /// The fours of the shortest win by fours of the side to move.
    fours: HashMap<u64, Option<usize>>,
    /// Whether the side to move wins by threats.
    threats: HashMap<u64, bool>,
    /// How many positions it may see.
    limit: usize,
    /// It took too long: its answer does not count.
    gave_up: bool,
}

/// How many positions the exhaustive search may see, and if it is about a rare
/// win.
const MOST_POSITIONS: [usize; 2] = [1_500, 15_000];

impl Exhaustive {
    fn new(board: Board, rule: Rule, limit: usize) -> Exhaustive {
        Exhaustive {
            rule,
            board,
            fours: HashMap::new(),
            threats: HashMap::new(),
            limit,
            gave_up: false,
        }
    }

    fn wins(&self, color: Color) -> SquareSet {
        let wins = |square: &Square| rules::wins(&self.board, self.rule, *square, color);
        self.board.empty().into_iter().filter(wins).collect()
    }

    fn legal(&self) -> Vec<Square> {
        let fouls = self.rule.forbids() && self.board.side_to_move() == Color::Black;
        let legal = |square: &Square| !fouls || rules::forbidden(&self.board, *square).is_none();
        self.board.empty().into_iter().filter(legal).collect()
    }

    fn is_long(&mut self) -> bool {
        self.gave_up |= self.fours.len() + self.threats.len() > self.limit;
        self.gave_up
    }

    /// The fours of the shortest win by fours of the side to move.
    fn vcf(&mut self) -> Option<usize> {
        let own = self.board.side_to_move();
        if !self.wins(own).is_empty() {
            return Some(0);
        }
        if self.is_long() {
            return None;
        }
        let key = self.board.hash();
        if let Some(&known) = self.fours.get(&key) {
            return known;
        }
        let mut best = None;
        for square in self.legal() {
            self.board.place(square);
            let four = self.wins(!own).is_empty() && !self.wins(own).is_empty();
            let fours = if four { self.fours_after(own) } else { None };
            self.board.undo();
            best = best.into_iter().chain(fours.map(|fours| fours + 1)).min();
        }
        self.fours.insert(key, best);
        best
    }

    /// The most fours that follow a four, if it wins against every reply.
    fn fours_after(&mut self, attacker: Color) -> Option<usize> {
        let mut most = 0;
        for reply in self.legal() {
            self.board.place(reply);
            let five = !self.wins(attacker).is_empty();
            let fours = if five { Some(0) } else { self.vcf() };
            self.board.undo();
            most = most.max(fours?);
        }
        Some(most)
    }

    /// Whether the side to move wins by threats.
    fn vct(&mut self) -> bool {
        let own = self.board.side_to_move();
        if !self.wins(own).is_empty() {
            return true;
        }
        if self.is_long() {
            return false;
        }
        let key = self.board.hash();
        if let Some(&known) = self.threats.get(&key) {
            return known;
        }
        // A win by fours is one by threats.
        let mut wins = self.vcf().is_some();
        for square in self.legal() {
            if wins {
                break;
            }
            self.board.place(square);
            wins = self.wins(!own).is_empty() && self.is_threat(own) && self.beats_replies();
            self.board.undo();
        }
        self.threats.insert(key, wins);
        wins
    }

    /// Whether the side that is not to move has a four, or would win by fours
    /// after a pass.
    fn is_threat(&mut self, attacker: Color) -> bool {
        if !self.wins(attacker).is_empty() {
            return true;
        }
        self.board.pass();
        let wins = self.vcf().is_some();
        self.board.undo();
        wins
    }

    fn beats_replies(&mut self) -> bool {
        self.legal().into_iter().all(|reply| {
            self.board.place(reply);
            let wins = self.vct();
            self.board.undo();
            wins
        })
    }
}

/// A random position without a five, with about this many empty
/// squares, few fours, more stones of one side, and somebody to move.
fn random_position(rule: Rule, side: usize, empties: usize, rng: &mut StdRng) -> Board {
    let mut board = Board::new(side, side).unwrap();
    if rng.random_ratio(1, 4) {
        board.block(random_square(&board, rng).unwrap());
    }
    let black = rng.random_range(4..=6);
    let mut tries = 0;
    while board.empty().len() > empties && tries < 300 {
        tries += 1;
        let square = random_square(&board, rng).unwrap();
        let own = match rng.random_ratio(black, 10) {
            true => Color::Black,
            false => Color::White,
        };
        let foul = rule.forbids() && own == Color::Black;
        if rules::wins(&board, rule, square, own)
            || foul && rules::forbidden(&board, square).is_some()
        {
            continue;
        }
        let before = board.clone();
        board.place_as(own, square);
        // Where there are fours already, little is left to find out.
        let wins = |square: Square| rules::wins(&board, rule, square, own);
        if board.empty().into_iter().any(wins) && rng.random_ratio(29, 30) {
            board = before;
        }
    }
    if rng.random_ratio(1, 2) {
        board.pass();
    }
    board
}

fn solve<R: Ruleset>(
    solver: &mut Solver,
    board: &Board,
    goal: Goal,
    limits: SolverLimits,
) -> Solution {
    let mut position = Position::<R>::new(board.clone());
    let solution = solver.solve(&mut position, goal, limits);
    assert!(position.is_consistent());
    assert_eq!(position.board().hash(), board.hash());
    assert_eq!(position.board().moves(), board.moves());
    if let Answer::Win(win) = &solution.answer {
        let held = proof::check(board, R::RULE, &win.proof);
        assert_eq!(held, Ok(()), "{}", said(board, R::RULE));
        assert!(!win.line.is_empty());
    }
    solution
}

fn said(board: &Board, rule: Rule) -> String {
    let drawing = diagram(board, |_| None);
    format!("{rule}, {} to move\n{drawing}", board.side_to_move())
}

fn same_as_exhaustive<R: Ruleset>() {
    let mut solver = Solver::new(MEMORY);
    let (mut vcf, mut vct, mut none, mut long) = (0, 0, 0, 0);
    let positions = wanted_positions(160);
    for seed in 0..positions as u64 {
        let rng = &mut rng(seed);
        let side = rng.random_range(6..=7);
        let empties = rng.random_range(14..=26);
        let board = random_position(R::RULE, side, empties, rng);
        let any = solve::<R>(&mut solver, &board, Goal::Vcf, PLENTY).answer;
        let threats = solve::<R>(&mut solver, &board, Goal::Vct, PLENTY).answer;
        // Wins by threats alone are rare: all of them, and some of the others.
        let rare = any == Answer::None && threats != Answer::None;
        if !rare && seed % 16 != 0 {
            continue;
        }
        let mut slow = Exhaustive::new(board.clone(), R::RULE, MOST_POSITIONS[usize::from(rare)]);
        let said = || format!("seed {seed}, {}", said(&board, R::RULE));
        let (fours, wins) = (slow.vcf(), slow.vct());
        if slow.gave_up {
            long += 1;
            continue;
        }
        let shortest = solve::<R>(&mut solver, &board, Goal::ShortestVcf, PLENTY).answer;
        match fours {
            Some(fours) => {
                assert!(matches!(any, Answer::Win(_)), "{}", said());
                let Answer::Win(win) = shortest else {
                    panic!("no shortest win: {}", said());
                };
                assert_eq!(win.moves, fours, "{}", said());
                vcf += 1;
            }
            None => {
                assert_eq!(any, Answer::None, "{}", said());
                assert_eq!(shortest, Answer::None, "{}", said());
            }
        }
        assert_eq!(matches!(threats, Answer::Win(_)), wins, "{}", said());
        assert_eq!(threats == Answer::None, !wins, "{}", said());
        vct += usize::from(wins && fours.is_none());
        none += usize::from(!wins);
    }
    println!(
        "{}: {vcf} by fours, {vct} by threats only, {none} none, {long} skipped",
        R::RULE
    );
    let wanted = positions / 80;
    assert!(vcf > wanted && none > wanted, "{vcf} {none}");
}

#[test]
fn same_as_exhaustive_freestyle() {
    same_as_exhaustive::<Freestyle>();
}

#[test]
fn same_as_exhaustive_standard() {
    same_as_exhaustive::<Standard>();
}

#[test]
fn same_as_exhaustive_renju() {
    same_as_exhaustive::<Renju>();
}

#[test]
fn same_as_exhaustive_caro() {
    same_as_exhaustive::<Caro>();
}

#[test]
fn same_as_exhaustive_caro_overline() {
    same_as_exhaustive::<CaroOverline>();
}

fn any_board<R: Ruleset>() {
    let mut solver = Solver::new(MEMORY);
    let mut wins = [0; 2];
    for seed in 0..wanted_positions(40) as u64 {
        let rng = &mut rng(1_000 + seed);
        let side = rng.random_range(9..=15);
        let stones = rng.random_range(10..=40);
        let board = random_position(R::RULE, side, side * side - stones, rng);
        let limits = SolverLimits::nodes(30_000);
        let fours = solve::<R>(&mut solver, &board, Goal::ShortestVcf, limits);
        let again = solve::<R>(&mut solver, &board, Goal::ShortestVcf, limits);
        assert_eq!(fours, again, "the same question");
        let threats = solve::<R>(&mut solver, &board, Goal::Vct, limits);
        assert_eq!(threats, solve::<R>(&mut solver, &board, Goal::Vct, limits));
        if matches!(fours.answer, Answer::Win(_)) {
            assert!(threats.answer != Answer::None, "{}", said(&board, R::RULE));
        }
        wins[0] += usize::from(matches!(fours.answer, Answer::Win(_)));
        wins[1] += usize::from(matches!(threats.answer, Answer::Win(_)));
        // Fewer nodes may know less, but nothing else.
        for (goal, full) in [(Goal::ShortestVcf, &fours), (Goal::Vct, &threats)] {
            let nodes = rng.random_range(0..=full.nodes);
            let few = solve::<R>(&mut solver, &board, goal, SolverLimits::nodes(nodes));
            assert!(few.nodes <= nodes + 1, "{} of {nodes}", few.nodes);
            match (&few.answer, &full.answer) {
                (Answer::Unknown, _) | (Answer::Win(_), Answer::Win(_)) => (),
                (few, full) => assert_eq!(few, full, "{}", said(&board, R::RULE)),
            }
        }
        for symmetry in Symmetry::ALL {
            let other = solve::<R>(
                &mut solver,
                &symmetry.image(&board),
                Goal::ShortestVcf,
                SolverLimits::nodes(1_000_000),
            );
            match (&fours.answer, &other.answer) {
                (Answer::Unknown, _) | (_, Answer::Unknown) => (),
                (Answer::Win(one), Answer::Win(other)) => assert_eq!(one.moves, other.moves),
                (one, other) => assert_eq!(one, other, "{}", said(&board, R::RULE)),
            }
        }
    }
    println!("{}: {wins:?} wins by fours and by threats", R::RULE);
    assert!(wins[0] > 0 && wins[1] >= wins[0]);
}

#[test]
fn any_board_in_every_rule() {
    any_board::<Freestyle>();
    any_board::<Standard>();
    any_board::<Renju>();
    any_board::<Caro>();
    any_board::<CaroOverline>();
}

#[test]
fn full_and_empty_boards() {
    let mut solver = Solver::new(1 << 20);
    for goal in [Goal::Vcf, Goal::ShortestVcf, Goal::Vct] {
        let mut board = Board::new(5, 5).unwrap();
        let empty = solve::<Freestyle>(&mut solver, &board, goal, PLENTY);
        assert_eq!(empty.answer, Answer::None);
        for square in *board.empty() {
            board.block(square);
        }
        let full = solve::<Renju>(&mut solver, &board, goal, PLENTY);
        assert_eq!(full.answer, Answer::None);
    }
}

#[test]
fn a_five_at_once_is_a_win_of_no_moves() {
    let board = parse_diagram("XXXX./OOO../...../...../.....").unwrap();
    let mut solver = Solver::new(1 << 20);
    for goal in [Goal::Vcf, Goal::ShortestVcf, Goal::Vct] {
        let mut board = board.clone();
        board.pass();
        let Answer::Win(win) = solve::<Standard>(&mut solver, &board, goal, PLENTY).answer else {
            panic!("{goal:?}");
        };
        assert_eq!((win.moves, win.line.len()), (0, 1));
    }
}

/// Every win of many positions holds after it was written and read again, and
/// a win by fours is one by threats.
fn middle_games<R: Ruleset>(positions: usize) -> [usize; 3] {
    let mut solver = Solver::new(MEMORY);
    let mut counts = [0; 3];
    for seed in 0..positions as u64 {
        let board = middle_game(R::RULE, &mut rng(5_000_000 + seed));
        let mut position = Position::<R>::new(board.clone());
        let fours = solver.solve(&mut position, Goal::Vcf, SolverLimits::nodes(100_000));
        let threats = solver.solve(&mut position, Goal::Vct, SolverLimits::nodes(20_000));
        for answer in [&fours.answer, &threats.answer] {
            let Answer::Win(win) = answer else { continue };
            let record = ProofRecord {
                id: seed.to_string(),
                rule: R::RULE,
                board: board.clone(),
                proof: win.proof.clone(),
            };
            let read: ProofRecord = record.to_json().parse().unwrap();
            let held = proof::check(&read.board, read.rule, &read.proof);
            assert_eq!(held, Ok(()), "seed {seed}, {}", said(&board, R::RULE));
        }
        let by_fours = matches!(fours.answer, Answer::Win(_));
        let by_threats = matches!(threats.answer, Answer::Win(_));
        assert!(by_threats || !by_fours || threats.answer == Answer::Unknown);
        counts[0] += usize::from(by_fours);
        counts[1] += usize::from(by_threats);
        counts[2] += usize::from(by_threats && !by_fours);
    }
    println!(
        "{}: of {positions} positions {} wins by fours, {} by threats, {} by threats only",
        R::RULE,
        counts[0],
        counts[1],
        counts[2]
    );
    counts
}

/// Takes long: `TENGEN_POSITIONS=4000` for each of the five rules is asked for
/// before anything is said of the solver.
#[test]
fn wins_of_middle_games_hold() {
    let positions = wanted_positions(60);
    let counts = [
        middle_games::<Freestyle>(positions),
        middle_games::<Standard>(positions),
        middle_games::<Renju>(positions),
        middle_games::<Caro>(positions),
        middle_games::<CaroOverline>(positions),
    ];
    let only: usize = counts.iter().map(|counts| counts[2]).sum();
    assert!(only >= positions / 20, "{counts:?}");
}

/// Where the opponent threatens a win by fours, all moves but those that are
/// named lose to one.
fn other_moves_lose<R: Ruleset>() {
    let mut solver = Solver::new(MEMORY);
    let mut threatened = 0;
    for seed in 0..wanted_positions(30) as u64 {
        let board = middle_game(R::RULE, &mut rng(7_000_000 + seed));
        let mut position = Position::<R>::new(board.clone());
        let (defence, _) = solver.defence(&mut position, PLENTY);
        assert!(position.is_consistent() && *position.board() == board);
        position.pass();
        let threat = solver.solve(&mut position, Goal::Vcf, PLENTY).answer;
        position.undo();
        let said = || format!("seed {seed}, {}", said(&board, R::RULE));
        let Defence::Only(squares) = defence else {
            assert_eq!(
                (defence, threat),
                (Defence::NotNeeded, Answer::None),
                "{}",
                said()
            );
            continue;
        };
        threatened += 1;
        assert!(matches!(threat, Answer::Win(_)), "{}", said());
        for square in position.legal(*board.empty() - squares) {
            position.place(square);
            let answer = solver.solve(&mut position, Goal::Vcf, PLENTY).answer;
            assert!(matches!(answer, Answer::Win(_)), "{}", said());
            position.undo();
        }
    }
    assert!(threatened > 0);
}

#[test]
fn other_moves_lose_in_every_rule() {
    other_moves_lose::<Freestyle>();
    other_moves_lose::<Standard>();
    other_moves_lose::<Renju>();
    other_moves_lose::<Caro>();
    other_moves_lose::<CaroOverline>();
}
