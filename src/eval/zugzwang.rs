//! Black's zugzwang in renju. An empty square on which Black would make an overline
//! stays forbidden for good, and only White may fill it. If nobody wins before all
//! ordinary squares are filled and it is Black's turn with such a square left, Black
//! has no legal move and loses: in the tournaments that the engine plays there is no
//! pass.
//!
//! CITE: The International Rules of Renju (RIF 1996), section 9, for the overline,
//! which is a foul unless it comes with a five. Double-fours and double-threes do not
//! count here: a later stone of either colour can make them legal.

use crate::pattern::{Shape, ThreatClass};
use crate::position::Position;
use crate::types::{Color, Ruleset, Square, SquareSet};

/// Zugzwang counts once fewer than this many ninths of all squares are empty.
const FROM: i32 = 5;
/// The cost of a lost zugzwang when no square is left, in units of the evaluation.
const COST: i32 = 1600;

/// The value of zugzwang for the side to move, in units of the evaluation: 0 under
/// all rules but renju, and while most of the board is empty.
#[inline]
pub fn zugzwang<R: Ruleset>(position: &Position<R>) -> i32 {
    if !R::RULE.forbids() || position.count(Color::Black, ThreatClass::Forbidden) == 0 {
        return 0;
    }
    let for_black = for_black(position);
    match position.side_to_move() {
        Color::Black => for_black,
        Color::White => -for_black,
    }
}

fn for_black<R: Ruleset>(position: &Position<R>) -> i32 {
    let board = position.board();
    let left = board.empty().len();
    let from = FROM * (board.width() * board.height()) as i32 / 9;
    let filled = from - left as i32;
    if filled <= 0 || !is_lost(position.side_to_move(), left, lasting(position).len()) {
        return 0;
    }
    -COST * filled / from
}

/// The empty squares on which Black can never play, except to make a five.
fn lasting<R: Ruleset>(position: &Position<R>) -> SquareSet {
    let forbidden = *position.squares(Color::Black, ThreatClass::Forbidden);
    let is_overline =
        |&square: &Square| position.makes_at_least(square, Color::Black, Shape::Overline);
    forbidden.into_iter().filter(is_overline).collect()
}

/// Whether Black runs out of legal moves if every other square is filled first, of
/// `left` empty squares, `lasting` of which only White may fill.
fn is_lost(to_move: Color, left: usize, lasting: usize) -> bool {
    // If the last empty square is White's, White has to fill one of those squares.
    let last_is_white = (to_move == Color::White) == (left % 2 == 1);
    lasting > usize::from(last_is_white)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::IteratorRandom;

    use super::*;
    use crate::board::Board;
    use crate::board::notation::play_moves;
    use crate::rules::{ForbiddenKind, forbidden};
    use crate::types::{Freestyle, Renju};

    /// Whether Black, who may only take ordinary squares, runs out of moves against
    /// White's best play.
    fn loses(to_move: Color, ordinary: usize, lasting: usize) -> bool {
        let take = |of: usize| of.checked_sub(1);
        match to_move {
            Color::Black if ordinary + lasting == 0 => false,
            Color::Black => take(ordinary).is_none_or(|left| loses(Color::White, left, lasting)),
            Color::White => {
                take(ordinary).is_some_and(|left| loses(Color::Black, left, lasting))
                    || take(lasting).is_some_and(|left| loses(Color::Black, ordinary, left))
            }
        }
    }

    #[test]
    fn counting_says_who_runs_out_of_moves() {
        for (ordinary, lasting) in (0..8).flat_map(|some| (0..8).map(move |more| (some, more))) {
            for to_move in Color::ALL {
                assert_eq!(
                    is_lost(to_move, ordinary + lasting, lasting),
                    loses(to_move, ordinary, lasting),
                    "{to_move} with {ordinary} and {lasting}"
                );
            }
        }
    }

    #[test]
    fn lasting_squares_are_fouls_and_stay_fouls() {
        let mut random = StdRng::seed_from_u64(5);
        let (mut seen, mut overlines) = (0, 0);
        for (width, height) in [(15, 15), (9, 12)].into_iter().cycle().take(20) {
            let mut position = Position::<Renju>::new(Board::new(width, height).unwrap());
            let mut before = SquareSet::EMPTY;
            while let Some(square) = position.board().empty().into_iter().choose(&mut random) {
                let lasting = lasting(&position);
                let fives = *position.squares(Color::Black, ThreatClass::Five);
                let gone = before - fives - lasting;
                assert!((gone & *position.board().empty()).is_empty());
                for square in *position.board().empty() {
                    let foul = forbidden(position.board(), square);
                    // A point may be forbidden for two reasons; only one is reported.
                    assert!(foul.is_some() || !lasting.contains(square));
                    if foul == Some(ForbiddenKind::Overline) {
                        assert!(lasting.contains(square));
                        overlines += 1;
                    }
                }
                seen += lasting.len();
                before = lasting;
                position.place(square);
            }
        }
        assert!(overlines > 100 && seen > overlines, "{overlines} of {seen}");
    }

    fn after<R: Ruleset>(moves: &str) -> i32 {
        let mut board = Board::new(9, 5).unwrap();
        play_moves(&mut board, moves).unwrap();
        zugzwang(&Position::<R>::new(board))
    }

    #[test]
    fn it_is_a_loss_for_black_and_grows_as_the_board_fills() {
        // Only e1 is missing in a row of six; the other stones make no threats.
        let row = "c1a5d1c5f1e5g1g5h1i5";
        let most = format!("{row}a3b3c3d3e3f3g3h3i3a4b4c4d4e4f4g4h4");
        assert_eq!(after::<Renju>(row), 0);
        let for_white = after::<Renju>(&most);
        assert!(for_white > 0);
        let for_black = after::<Renju>(&format!("{most}i4"));
        assert!(for_black < -for_white);
        assert_eq!(after::<Freestyle>(&most), 0);
        // White fills it.
        assert_eq!(after::<Renju>(&format!("{most}e1")), 0);
    }
}
