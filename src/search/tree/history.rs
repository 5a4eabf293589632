//! Butterfly history for attacks and for quiet moves, continuation history, killer moves
//! and counter-moves.
//!
//! CITE: Schaeffer: The history heuristic, ICCA Journal 6(3), 1983; Akl, Newborn:
//! The principal continuation and the killer heuristic, 1977; Uiterwijk: The
//! countermove heuristic, ICCA Journal 15(1), 1992;
//! <https://www.chessprogramming.org/History_Heuristic#Continuation_History>.

use crate::params::HISTORY_LIMIT;
use crate::types::{Color, FineDepth, MAX_PLY, ONE_PLY, SQUARES, Square};

/// Distances in plies to the earlier moves that a continuation begins with.
const CONTINUATIONS: usize = 2;

/// A move with what it follows.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Who moves.
    pub color: Color,
    /// The last moves, the very last one first; none for a pass or where there
    /// was none.
    pub before: [Option<Square>; CONTINUATIONS],
}

/// How good moves have been, and which were the last refutations.
pub struct History {
    /// `[color][attack][square]`
    butterfly: Box<[[[i16; SQUARES]; 2]; 2]>,
    /// By the distance, the colour, the earlier move and the move.
    continuation: Vec<i16>,
    /// `[color][last move]`
    counters: Box<[[Option<Square>; SQUARES]; 2]>,
    /// `[ply]`, the later one first.
    killers: Vec<[Option<Square>; 2]>,
}

impl History {
    pub fn new() -> History {
        History {
            butterfly: Box::new([[[0; SQUARES]; 2]; 2]),
            continuation: vec![0; CONTINUATIONS * 2 * SQUARES * SQUARES],
            counters: Box::new([[None; SQUARES]; 2]),
            killers: vec![[None; 2]; MAX_PLY + 2],
        }
    }

    /// The history score of `square` as an attack or as a quiet move, with the continuation
    /// history weighted by `percent`.
    #[inline]
    pub fn score(&self, context: Context, square: Square, attack: bool, percent: i32) -> i32 {
        let all = &self.butterfly[context.color.index()][usize::from(attack)];
        let mut score = i32::from(all[square.index()]);
        if percent > 0 {
            for index in continuations(context, square).into_iter().flatten() {
                score += i32::from(self.continuation[index]) * percent / 100;
            }
        }
        score
    }

    #[inline]
    pub fn is_killer(&self, ply: usize, square: Square) -> bool {
        self.killers[ply].contains(&Some(square))
    }

    /// The killer moves of this ply and the counter-move.
    pub fn refutations(&self, context: Context, ply: usize) -> [Option<Square>; 3] {
        let [one, other] = self.killers[ply];
        [one, other, self.counter(context)]
    }

    /// The last refutation of the last move.
    #[inline]
    pub fn counter(&self, context: Context) -> Option<Square> {
        let last = context.before[0]?;
        self.counters[context.color.index()][last.index()]
    }

    /// `square` was better than expected at this ply.
    pub fn note_refutation(&mut self, context: Context, square: Square, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(square) {
            *killers = [Some(square), killers[0]];
        }
        if let Some(last) = context.before[0] {
            self.counters[context.color.index()][last.index()] = Some(square);
        }
    }

    /// `square` was better (`bonus` > 0) or worse than expected.
    pub fn update(&mut self, context: Context, square: Square, attack: bool, bonus: i32) {
        let all = &mut self.butterfly[context.color.index()][usize::from(attack)];
        shift(&mut all[square.index()], bonus);
        for index in continuations(context, square).into_iter().flatten() {
            shift(&mut self.continuation[index], bonus);
        }
    }
}

/// The bonus of a refutation at this depth.
pub fn bonus(depth: FineDepth) -> i32 {
    let plies = depth / ONE_PLY;
    (plies * plies * 16 + plies * 32).min(HISTORY_LIMIT / 4)
}

/// The places of a move after each of the moves before it.
#[inline]
fn continuations(context: Context, square: Square) -> [Option<usize>; CONTINUATIONS] {
    let mut distance = 0;
    context.before.map(|before| {
        let table = 2 * distance + context.color.index();
        distance += 1;
        before.map(|before| (table * SQUARES + before.index()) * SQUARES + square.index())
    })
}

/// Moves a score towards the limit, the less the closer it is.
fn shift(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(x: i32) -> Square {
        Square::new(x, 0).unwrap()
    }

    #[test]
    fn a_move_is_remembered_with_what_it_follows() {
        let context = Context {
            color: Color::Black,
            before: [Some(at(1)), Some(at(2))],
        };
        let elsewhere = Context {
            before: [Some(at(3)), None],
            ..context
        };
        let mut history = History::new();
        history.update(context, at(5), false, 1_000);
        // As any move, as an answer, and as a follow-up.
        assert_eq!(history.score(context, at(5), false, 0), 1_000);
        assert_eq!(history.score(context, at(5), false, 100), 3_000);
        assert_eq!(history.score(elsewhere, at(5), false, 100), 1_000);
        // As an attack it was never tried, nor by White.
        assert_eq!(history.score(elsewhere, at(5), true, 100), 0);
        let white = Context {
            color: Color::White,
            ..context
        };
        assert_eq!(history.score(white, at(5), false, 100), 0);
        for _ in 0..1_000 {
            history.update(context, at(5), false, HISTORY_LIMIT / 4);
        }
        let most = history.score(context, at(5), false, 0);
        assert!(
            (HISTORY_LIMIT - 8..=HISTORY_LIMIT).contains(&most),
            "{most}"
        );
        for _ in 0..1_000 {
            history.update(context, at(5), false, -HISTORY_LIMIT / 4);
        }
        assert!(history.score(context, at(5), false, 0) < -HISTORY_LIMIT + 8);
    }

    #[test]
    fn refutations_are_killers_and_counter_moves() {
        let context = Context {
            color: Color::White,
            before: [Some(at(1)), None],
        };
        let mut history = History::new();
        for square in [at(4), at(5), at(5), at(6)] {
            history.note_refutation(context, square, 3);
        }
        let killers = [at(4), at(5), at(6)].map(|square| history.is_killer(3, square));
        assert_eq!(killers, [false, true, true]);
        assert!(!history.is_killer(4, at(6)));
        assert_eq!(history.counter(context), Some(at(6)));
        let after_a_pass = Context {
            before: [None; 2],
            ..context
        };
        history.note_refutation(after_a_pass, at(7), 3);
        assert_eq!(history.counter(after_a_pass), None);
    }
}
