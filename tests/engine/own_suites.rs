//! The suites of our own in `bench-positions/`: wins by fours and by threats,
//! positions without them, forbidden points, and positions in which only some
//! moves hold. Whatever is claimed there is proven anew.
//!
//! `cargo test --test engine own_suites -- --ignored` makes them again and compares;
//! with `TENGEN_WRITE_SUITES=all`, or the name of a suite, it writes them.

use std::collections::BTreeMap;
use std::fs;

use crate::suite::make::{self, Claim, FEW, SUITES};
use crate::suite::{self, Entry, MEMORY, PLENTY, ask, fours, names, solve};
use tengen::board::notation::diagram;
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::pattern::ThreatClass;
use tengen::position::Position;
use tengen::rules;
use tengen::solver::{Goal, Solver};
use tengen::types::{Color, Renju, Rule};

/// Nodes that the engine may have to find a move that holds.
const ENGINE_NODES: u64 = 10_000;

/// The entries of a suite, after a look at their number and rules.
fn entries(claim: Claim) -> Vec<Entry> {
    let suite = SUITES.iter().find(|(_, _, of)| *of == claim);
    let (name, count, _) = suite.expect("one of the suites");
    let entries = suite::read(name);
    let mut of_rule: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &entries {
        *of_rule.entry(entry.rule().name()).or_default() += 1;
        let board = entry.board();
        // Not by the last move: the order of the stones is not known.
        let wins = |color| {
            let mut stones = board.stones(color);
            stones.any(|square| rules::wins(board, entry.rule(), square, color))
        };
        assert!(!Color::ALL.into_iter().any(wins), "{}", said(entry));
    }
    let rules = if claim == Claim::Forbidden {
        1
    } else {
        Rule::ALL.len()
    };
    assert_eq!(of_rule.len(), rules, "{name}: {of_rule:?}");
    assert!(
        of_rule.values().all(|found| found == count),
        "{name}: {of_rule:?}"
    );
    entries
}

fn said(entry: &Entry) -> String {
    format!("{}\n{}", entry.record.id, diagram(entry.board(), |_| None))
}

#[test]
fn wins_by_fours() {
    let mut compared = 0;
    let mut solver = Solver::new(MEMORY);
    for entry in entries(Claim::WinByFours) {
        let (board, rule) = (entry.board(), entry.rule());
        let any = solve(&mut solver, board, rule, Goal::Vcf, PLENTY);
        let shortest = solve(&mut solver, board, rule, Goal::ShortestVcf, PLENTY);
        assert_eq!(any.wins, Some(true), "{}", said(&entry));
        assert_eq!(shortest.wins, entry.claims.vcf, "{}", said(&entry));
        assert_eq!(Some(shortest.moves), entry.claims.fours, "{}", said(&entry));
        // The shortest one is looked for in all ways, which may take too long.
        if let Ok(plain) = fours::shortest(board, rule, FEW) {
            assert_eq!(plain, entry.claims.fours, "{}", said(&entry));
            compared += 1;
        }
    }
    println!("{compared} compared with the plain search");
    assert!(compared >= 40);
}

#[test]
fn wins_by_threats() {
    let mut solver = Solver::new(MEMORY);
    for entry in entries(Claim::WinByThreats) {
        let (board, rule) = (entry.board(), entry.rule());
        let threats = solve(&mut solver, board, rule, Goal::Vct, PLENTY);
        let by_fours = solve(&mut solver, board, rule, Goal::Vcf, PLENTY);
        assert_eq!(threats.wins, entry.claims.vct, "{}", said(&entry));
        assert_eq!(by_fours.wins, entry.claims.vcf, "{}", said(&entry));
        assert_eq!((threats.wins, by_fours.wins), (Some(true), Some(false)));
    }
}

#[test]
fn no_wins_by_fours() {
    let mut solver = Solver::new(MEMORY);
    for entry in entries(Claim::NoWinByFours) {
        let (board, rule) = (entry.board(), entry.rule());
        assert_eq!(entry.claims.vcf, Some(false), "{}", said(&entry));
        for goal in [Goal::Vcf, Goal::ShortestVcf] {
            let found = solve(&mut solver, board, rule, goal, PLENTY);
            assert_eq!(found.wins, Some(false), "{goal:?}, {}", said(&entry));
        }
        let plain = fours::shortest(board, rule, FEW).expect("few positions");
        assert_eq!(plain, None, "{}", said(&entry));
    }
}

#[test]
fn no_wins_by_threats() {
    let mut solver = Solver::new(MEMORY);
    for entry in entries(Claim::NoWinByThreats) {
        let found = solve(&mut solver, entry.board(), entry.rule(), Goal::Vct, PLENTY);
        assert_eq!(entry.claims.vct, Some(false), "{}", said(&entry));
        assert_eq!(found.wins, Some(false), "{}", said(&entry));
    }
}

#[test]
fn forbidden_points() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut allowed = 0;
    for entry in entries(Claim::Forbidden) {
        let board = entry.board();
        let position = Position::<Renju>::new(board.clone());
        let claimed = entry.claims.forbidden.as_ref().expect("forbidden points");
        let mut found = BTreeMap::new();
        let mut suspects = Vec::new();
        for square in *board.empty() {
            let kind = rules::forbidden(board, square);
            let by_tables = position.is_forbidden(square);
            assert_eq!(by_tables, kind.is_some(), "{square:?}, {}", said(&entry));
            let class = position.class_if_played(square, Color::Black);
            if kind.is_none() && class == ThreatClass::Forbidden {
                suspects.push(square);
            }
            let name = names(board, [square]).remove(0);
            found.extend(kind.map(|kind| (name, kind.to_string())));
        }
        assert_eq!(found, *claimed, "{}", said(&entry));
        assert_eq!(
            names(board, suspects),
            entry.claims.allowed,
            "{}",
            said(&entry)
        );
        allowed += entry.claims.allowed.len();
        found
            .into_values()
            .for_each(|kind| *kinds.entry(kind).or_default() += 1);
    }
    println!("{kinds:?}, {allowed} allowed that look forbidden");
    assert!(kinds.len() == 3 && kinds.values().all(|&count| count >= 20) && allowed >= 20);
}

/// Every move but the named ones loses to a proven win by threats, and after
/// the named ones there is none. The referee plays the proofs against the moves
/// near the named ones and against some of the others.
#[test]
fn only_some_moves_hold() {
    let mut solver = Solver::new(MEMORY);
    for entry in entries(Claim::OnlyDefences) {
        let rule = entry.rule();
        let only = entry.squares(&entry.claims.only);
        assert!(!only.is_empty(), "{}", said(&entry));
        for (number, square) in make::legal(entry.board(), rule).into_iter().enumerate() {
            let mut after = entry.board().clone();
            after.place(square);
            let near = only.into_iter().any(|held| held.distance(square) <= 2);
            let replay = near || number % 8 == 0;
            let asked = if replay { solve } else { ask };
            let mut loses = |goal| asked(&mut solver, &after, rule, goal, PLENTY).wins;
            let lost = match only.contains(square) {
                true => loses(Goal::Vct),
                false => loses(Goal::Vcf)
                    .filter(|&lost| lost)
                    .or_else(|| loses(Goal::Vct)),
            };
            let wanted = Some(!only.contains(square));
            assert_eq!(lost, wanted, "{square:?}, {}", said(&entry));
        }
    }
}

#[test]
fn the_engine_plays_a_move_that_holds() {
    let mut engine = Engine::new().expect("an engine");
    let mut failed = Vec::new();
    for entry in entries(Claim::OnlyDefences) {
        engine.clear_hash();
        engine.set_board(entry.board().clone());
        engine.set_options(Options {
            rule: entry.rule(),
            nodes: Some(ENGINE_NODES),
            infinite: true,
            memory: 32 << 20,
            ..Options::default()
        });
        let found = engine.think(&Control::new(), &|_| ()).expect("a move");
        if !entry.squares(&entry.claims.only).contains(found.line[0]) {
            failed.push(format!(
                "{:?} in {}",
                names(entry.board(), [found.line[0]]),
                said(&entry)
            ));
        }
    }
    assert!(
        failed.is_empty(),
        "{} failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

/// The suites as they are made now. Takes minutes.
#[test]
#[ignore = "makes the suites anew"]
fn the_suites_are_made_so() {
    let wanted = std::env::var("TENGEN_WRITE_SUITES").ok();
    for (name, count, claim) in SUITES {
        let path = suite::path(name);
        match wanted.as_deref() {
            None => {
                let text = fs::read_to_string(path).expect("a file");
                assert!(
                    text == make::suite(name, count, claim),
                    "{name}: another text"
                );
            }
            Some(write) if write == "all" || write == name => {
                fs::write(path, make::suite(name, count, claim)).expect("a file");
            }
            Some(_) => continue,
        }
        println!("{name}");
    }
}
