//! `bench board`: stones placed and undone a second.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::board::Board;
use crate::cli::exit::output;
use crate::position::Position;
use crate::records::lines;
use crate::types::{ByRule, Rule, Ruleset, Square};

/// Whole games of our own, in the form of the bench positions.
const GAMES: &str = include_str!("../../../bench-positions/games.txt");
/// Rounds for each rule; the best and the median are printed.
const ROUNDS: usize = 11;
const ROUND: Duration = Duration::from_millis(300);

pub(super) fn run() -> Result<()> {
    let mut out = output();
    for rule in Rule::ALL {
        let games = games(rule)?;
        let mut rates: Vec<f64> = (0..ROUNDS).map(|_| rule.run(Pairs(&games))).collect();
        rates.sort_by(f64::total_cmp);
        let (best, median) = (rates[ROUNDS - 1], rates[ROUNDS / 2]);
        writeln!(
            out,
            "{rule:<10} best {best:.2} median {median:.2} M place+undo pairs/s"
        )?;
    }
    Ok(())
}

/// The games of a rule, each as its empty board and its moves.
fn games(rule: Rule) -> Result<Vec<(Board, Vec<Square>)>> {
    let of_rule = lines::read(GAMES)?
        .into_iter()
        .filter(|game| game.rule == rule);
    of_rule
        .map(|game| {
            let empty = Board::new(game.board.width(), game.board.height())?;
            let moves = game.board.moves().iter().copied().flatten().collect();
            Ok((empty, moves))
        })
        .collect()
}

/// Some games, to be played under a rule.
struct Pairs<'a>(&'a [(Board, Vec<Square>)]);

impl ByRule for Pairs<'_> {
    type Output = f64;

    fn run<R: Ruleset>(self) -> f64 {
        pairs::<R>(self.0)
    }
}

/// Plays the games through and undoes them, again and again; returns millions of
/// pairs a second.
fn pairs<R: Ruleset>(games: &[(Board, Vec<Square>)]) -> f64 {
    // As in a search, one position stays in the cache; here, one of each size.
    let mut positions: Vec<Position<R>> = Vec::new();
    let mut at = Vec::new();
    for (empty, _) in games {
        let known = positions.iter().position(|known| known.board() == empty);
        at.push(known.unwrap_or(positions.len()));
        if known.is_none() {
            positions.push(Position::new(empty.clone()));
        }
    }
    let start = Instant::now();
    let mut pairs = 0;
    while start.elapsed() < ROUND {
        for (&at, (_, moves)) in at.iter().zip(games) {
            let position = &mut positions[at];
            moves.iter().for_each(|&square| position.place(square));
            moves.iter().for_each(|_| position.undo());
            pairs += moves.len();
        }
    }
    pairs as f64 / start.elapsed().as_secs_f64() / 1e6
}
