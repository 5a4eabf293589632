//! What earlier parts of the search say about moves.

use crate::params::HISTORY_LIMIT;
use crate::types::{Color, Depth, MAX_PLY, SQUARES, Square};

/// Squares of one table of continuations.
type Table = [i16; SQUARES];

/// How often moves have been good, and which refuted their siblings last.
pub(super) struct History {
    /// `[color][square]`
    butterfly: Box<[Table; 2]>,
    /// By colour and the opponent's move before: how good moves were then.
    continuations: Vec<Table>,
    /// By colour and the opponent's move before: what refuted it last.
    counters: Vec<Option<Square>>,
    /// `[ply]`, the later one first.
    killers: Vec<[Option<Square>; 2]>,
}

/// The place of what follows a move of the opponent of `color`.
fn place(color: Color, before: Square) -> usize {
    color.index() * SQUARES + before.index()
}

impl History {
    pub(super) fn new() -> History {
        History {
            butterfly: Box::new([[0; SQUARES]; 2]),
            continuations: vec![[0; SQUARES]; 2 * SQUARES],
            counters: vec![None; 2 * SQUARES],
            killers: vec![[None; 2]; MAX_PLY + 2],
        }
    }

    /// How good `square` has been for `color`.
    #[inline]
    pub(super) fn score(&self, color: Color, square: Square) -> i32 {
        self.butterfly[color.index()][square.index()].into()
    }

    /// How good `square` has been for `color` after the opponent's move
    /// `before`.
    #[inline]
    pub(super) fn continuation(&self, color: Color, before: Square, square: Square) -> i32 {
        self.continuations[place(color, before)][square.index()].into()
    }

    #[inline]
    pub(super) fn is_killer(&self, ply: usize, square: Square) -> bool {
        self.killers[ply].contains(&Some(square))
    }

    /// Whether `square` was the last refutation of the opponent's move
    /// `before`.
    #[inline]
    pub(super) fn is_counter(&self, color: Color, before: Square, square: Square) -> bool {
        self.counters[place(color, before)] == Some(square)
    }

    /// `square` was better than expected, played after `before`; the moves
    /// tried before it were not.
    pub(super) fn reward(
        &mut self,
        (color, before, square): (Color, Option<Square>, Square),
        tried: impl Iterator<Item = Square>,
        depth: Depth,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(square) {
            *killers = [Some(square), killers[0]];
        }
        let after = before.map(|before| place(color, before));
        if let Some(after) = after {
            self.counters[after] = Some(square);
        }
        let bonus = (depth * depth * 16 + depth * 32).min(HISTORY_LIMIT / 4);
        let mut learn = |square: Square, bonus: i32| {
            update(&mut self.butterfly[color.index()][square.index()], bonus);
            if let Some(after) = after {
                update(&mut self.continuations[after][square.index()], bonus);
            }
        };
        learn(square, bonus);
        for other in tried {
            learn(other, -bonus);
        }
    }
}

/// Moves a score towards the limit, the less the closer it is.
fn update(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}
