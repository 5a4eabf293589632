//! How games end: the longest resistance when lost, the fastest win when won,
//! draws. Small boards are compared with brute force; everything is searched
//! with the real engine. `TENGEN_ENDINGS` is how many positions of each kind
//! every rule is tested on.

mod common;

use std::collections::HashMap;

use common::{random_square, rng};
use rand::Rng;
use rand::rngs::StdRng;
use tengen::board::Board;
use tengen::board::notation::{diagram, moves_text};
use tengen::clock::Control;
use tengen::engine::{Engine, Options};
use tengen::pattern::{ClassSet, ThreatClass};
use tengen::position::Position;
use tengen::search::Iteration;
use tengen::types::{Caro, CaroOverline, Freestyle, Renju, Rule, Ruleset, Score, Square, Standard};

fn wanted_positions(usual: usize) -> usize {
    let wanted = std::env::var("TENGEN_ENDINGS").ok();
    wanted.map_or(usual, |text| {
        text.parse().expect("TENGEN_ENDINGS: a number")
    })
}

/// An engine that thinks about this board to this depth.
fn engine(board: Board, rule: Rule, depth: i32) -> Engine {
    let mut engine = Engine::new().unwrap();
    engine.set_board(board);
    engine.set_options(Options {
        rule,
        depth: Some(depth),
        infinite: true,
        memory: 32 << 20,
        ..Options::default()
    });
    engine
}

fn think(engine: &mut Engine) -> Iteration {
    engine.think(&Control::new(), &|_| ()).expect("a move")
}

fn drawn(board: &Board) -> String {
    format!("{}{}", diagram(board, |_| None), moves_text(board))
}

/// The legal moves, those first that are likely to decide.
fn moves<R: Ruleset>(position: &Position<R>) -> impl Iterator<Item = Square> + use<R> {
    let own = position.side_to_move();
    let of = |color| position.squares_of(color, ClassSet::from(ThreatClass::Three));
    let legal = position.legal(*position.board().empty());
    let likely = legal & (of(own) | of(!own));
    likely.into_iter().chain(legal - likely)
}

/// What brute force has found out, by hash and plies.
type Known = HashMap<(u64, usize), bool>;

/// Whether the side to move can win within so many plies, an odd number.
fn wins<R: Ruleset>(position: &mut Position<R>, plies: usize, known: &mut Known) -> bool {
    if position.count(position.side_to_move(), ThreatClass::Five) > 0 {
        return true;
    }
    let key = (position.board().hash(), plies);
    if plies < 3 || known.contains_key(&key) {
        return plies >= 3 && known[&key];
    }
    let won = moves(position).any(|square| {
        position.place(square);
        let won = loses(position, plies - 1, known);
        position.undo();
        won
    });
    known.insert(key, won);
    won
}

/// Whether the side to move loses within so many plies, an even number,
/// whatever it does.
fn loses<R: Ruleset>(position: &mut Position<R>, plies: usize, known: &mut Known) -> bool {
    let own = position.side_to_move();
    if position.count(own, ThreatClass::Five) > 0 || position.board().empty().is_empty() {
        return false;
    }
    if plies == 2 && position.count(!own, ThreatClass::Five) == 0 {
        return false;
    }
    moves(position).all(|square| {
        position.place(square);
        let lost = wins(position, plies - 1, known);
        position.undo();
        lost
    })
}

/// A random position on a small board with this property.
fn small<R: Ruleset>(rng: &mut StdRng, wanted: impl Fn(&mut Position<R>) -> bool) -> Position<R> {
    loop {
        let side = rng.random_range(6..=7);
        let mut position = Position::<R>::new(Board::new(side, side).unwrap());
        for _ in 0..rng.random_range(6..20) {
            let square = random_square(position.board(), rng).expect("room");
            let own = position.side_to_move();
            let over = position.count(own, ThreatClass::Five) > 0;
            if over || !position.is_legal(square) {
                break;
            }
            position.place(square);
        }
        if wanted(&mut position) {
            return position;
        }
    }
}

/// The engine's resistance is as long as brute force says.
fn resists_longest<R: Ruleset>() {
    let rng = &mut rng(31);
    let mut seen = [0; 4];
    for _ in 0..wanted_positions(12) {
        let mut known = Known::new();
        let mut position = small::<R>(rng, |position| {
            let mut known = Known::new();
            loses(position, 6, &mut known) && !loses(position, 2, &mut known)
        });
        let plies = if loses(&mut position, 4, &mut known) {
            4
        } else {
            6
        };
        let found = think(&mut engine(position.board().clone(), R::RULE, 12));
        let text = format!("{} {found:?}\n{}", R::RULE, drawn(position.board()));
        assert_eq!(found.score, Score::loss_in(plies), "{text}");
        position.place(found.line[0]);
        assert!(!wins(&mut position, plies - 3, &mut known), "{text}");
        seen[plies / 2] += 1;
    }
    println!("{}: {} in 4, {} in 6", R::RULE, seen[2], seen[3]);
}

#[test]
fn the_longest_resistance_by_brute_force() {
    resists_longest::<Freestyle>();
    resists_longest::<Standard>();
    resists_longest::<Renju>();
    resists_longest::<Caro>();
    resists_longest::<CaroOverline>();
}
