//! What earlier parts of the search say about moves: butterfly history and killer
//! moves.
//!
//! CITE: Schaeffer: The history heuristic, ICCA Journal 6(3), 1983; Akl, Newborn:
//! The principal continuation and the killer heuristic, 1977.

use crate::params::HISTORY_LIMIT;
use crate::types::{Color, Depth, MAX_PLY, SQUARES, Square};

/// How often moves have been good, and which refuted their siblings last.
pub struct History {
    /// `[color][square]`
    butterfly: Box<[[i16; SQUARES]; 2]>,
    /// `[ply]`, the later one first.
    killers: Vec<[Option<Square>; 2]>,
}

impl History {
    pub fn new() -> History {
        History {
            butterfly: Box::new([[0; SQUARES]; 2]),
            killers: vec![[None; 2]; MAX_PLY + 2],
        }
    }

    /// How good `square` has been for `color`.
    #[inline]
    pub fn score(&self, color: Color, square: Square) -> i32 {
        self.butterfly[color.index()][square.index()].into()
    }

    #[inline]
    pub fn is_killer(&self, ply: usize, square: Square) -> bool {
        self.killers[ply].contains(&Some(square))
    }

    /// `square` was better than expected; the moves tried before it were not.
    pub fn reward(
        &mut self,
        (color, square): (Color, Square),
        tried: impl Iterator<Item = Square>,
        depth: Depth,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(square) {
            *killers = [Some(square), killers[0]];
        }
        let bonus = (depth * depth * 16 + depth * 32).min(HISTORY_LIMIT / 4);
        let scores = &mut self.butterfly[color.index()];
        update(&mut scores[square.index()], bonus);
        for other in tried {
            update(&mut scores[other.index()], -bonus);
        }
    }
}

/// Moves a score towards the limit, the less the closer it is.
fn update(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}
