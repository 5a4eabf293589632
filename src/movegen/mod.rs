//! Move generation by duty: winning squares, forced answers, or quiet moves.

mod foresight;

use crate::board::Content;
use crate::pattern::{Shape, ThreatClass};
use crate::position::Position;
use crate::types::{Color, Direction, Ruleset, SQUARES, Square, SquareSet};

pub use foresight::{four_three_answers, sure_loss, sure_win};

/// What the threats on the board force the side to move to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// This square completes a five.
    Five(Square),
    /// The opponent threatens a five: only these squares, all legal, help. If there are
    /// none the game is lost.
    AnswerFive(SquareSet),
    /// There is no threat of a five, and a stone here leaves the opponent no answer: it
    /// wins with the third stone from now.
    OpenFour(Square),
    /// The opponent threatens an open four: only these squares, own fours included, may
    /// help.
    AnswerOpenFour(SquareSet),
    /// No forced moves. In renju an open four of Black on a point that only looks
    /// forbidden is not seen here; the search finds it.
    Free,
}

impl Duty {
    /// Whether search and training evaluate a position with this duty: others are all but
    /// decided.
    pub fn wants_evaluation(&self) -> bool {
        matches!(self, Duty::Free | Duty::AnswerOpenFour(_))
    }
}

/// The duty of the side to move.
pub fn duty<R: Ruleset>(position: &Position<R>) -> Duty {
    let own = position.side_to_move();
    if let Some(square) = position.first(own, ThreatClass::Five) {
        return Duty::Five(square);
    }
    if position.count(!own, ThreatClass::Five) > 0 {
        return Duty::AnswerFive(five_answers(position));
    }
    if let Some(square) = position.first(own, ThreatClass::OpenFour) {
        return Duty::OpenFour(square);
    }
    if position.count(!own, ThreatClass::OpenFour) > 0 {
        return Duty::AnswerOpenFour(open_four_answers(position));
    }
    Duty::Free
}

/// The legal squares that keep the opponent from completing a five, given that
/// the side to move cannot complete one.
pub fn five_answers<R: Ruleset>(position: &Position<R>) -> SquareSet {
    let threats = position.squares(!position.side_to_move(), ThreatClass::Five);
    let mut answers = *position.board().empty();
    for square in *threats {
        answers &= if R::RULE.blocks_fives() {
            blocks_of_five(position, square)
        } else {
            square.into()
        };
    }
    position.legal(answers)
}

/// Caro: the squares that keep the opponent's stone on `square` from winning:
/// `square` itself, and for a five with one end already blocked the other end.
fn blocks_of_five<R: Ruleset>(position: &Position<R>, square: Square) -> SquareSet {
    let other = !position.side_to_move();
    let mut blocks = *position.board().empty();
    for direction in Direction::ALL {
        if position.shape_if_played(square, other, direction) == Shape::Five {
            blocks &= blocks_in_line(position, square, direction, other);
        }
    }
    blocks
}

/// [`blocks_of_five`] for one direction in which `attacker` makes a five.
fn blocks_in_line<R: Ruleset>(
    position: &Position<R>,
    square: Square,
    direction: Direction,
    attacker: Color,
) -> SquareSet {
    let board = position.board();
    let content = |square: Option<Square>| square.map_or(Content::Wall, |square| board.at(square));
    let end = |sign: i32| {
        (1..)
            .map(|steps| square.step(direction, sign * steps))
            .enumerate()
            .find(|&(_, there)| content(there) != Content::Stone(attacker))
            .unwrap_or((0, None))
    };
    let ((back, before), (ahead, behind)) = (end(-1), end(1));
    let mut blocks = SquareSet::from(square);
    // A longer row wins whatever stands at its ends, where it wins at all.
    if back + 1 + ahead == 5 {
        let blocked = Content::Stone(!attacker);
        for (one, other) in [(before, behind), (behind, before)] {
            if let (Some(free), true) = (one, content(other) == blocked)
                && board.is_empty(free)
            {
                blocks.insert(free);
            }
        }
    }
    blocks
}

/// The squares that help against the opponent's threat of an open four.
///
/// To stop a threat a stone must stand on its square, or within reach on one
/// of the lines that make it so that no open four can be made there any more,
/// or gain time by a four.
fn open_four_answers<R: Ruleset>(position: &Position<R>) -> SquareSet {
    let own = position.side_to_move();
    let mut answers = *position.board().empty();
    for square in *position.squares(!own, ThreatClass::OpenFour) {
        let mut around = SquareSet::from(square);
        for direction in Direction::ALL {
            if position.shape_if_played(square, !own, direction) >= Shape::ClosedFour {
                let near = reach_of::<R>(square, direction) & answers;
                let stops = |&stone: &Square| {
                    stone != square
                        && position.class_beside(square, !own, (stone, direction))
                            < ThreatClass::OpenFour
                };
                around |= near.into_iter().filter(stops).collect();
            }
        }
        answers &= around;
    }
    answers | four_squares(position)
}

/// The squares that can affect what a stone on `square` makes in a direction.
pub fn reach_of<R: Ruleset>(square: Square, direction: Direction) -> SquareSet {
    let reach = R::REACH as i32;
    (-reach..=reach)
        .filter_map(|steps| square.step(direction, steps))
        .collect()
}

/// The empty squares where the side to move makes a four, legal or not.
pub fn four_squares<R: Ruleset>(position: &Position<R>) -> SquareSet {
    four_squares_of(position, position.side_to_move())
}

/// The empty squares where `color` makes a four, legal or not.
pub fn four_squares_of<R: Ruleset>(position: &Position<R>, color: Color) -> SquareSet {
    let mut fours = position.squares_of(color, ThreatClass::FOURS);
    // What looks like a double-three with a four may be allowed after all.
    for square in *position.squares(color, ThreatClass::Forbidden) {
        if ThreatClass::FOURS.contains(position.class_without_fouls(square, color)) {
            fours.insert(square);
        }
    }
    fours
}

/// The squares for quiet moves: near the stones, or everywhere if there are none.
pub fn quiet_squares<R: Ruleset>(position: &Position<R>) -> SquareSet {
    let near = position.candidates();
    if !near.is_empty() {
        return near;
    }
    let board = position.board();
    if board.stone_count() == 0 && board.is_empty(board.center()) {
        return board.center().into();
    }
    *board.empty()
}

/// The sharp squares: those where either colour makes a three or more, and those beside the
/// last two stones. In the last two plies of a search of all squares (`bench --depth 11`)
/// they had 97 % of the best moves.
pub fn sharp_squares<R: Ruleset>(position: &Position<R>) -> SquareSet {
    let mut squares = SquareSet::EMPTY;
    for color in Color::ALL {
        squares |= position.squares_of(color, ThreatClass::THREATS);
    }
    let last = position.board().moves().iter().rev().take(2).flatten();
    last.for_each(|stone| squares |= BESIDE[stone.index()]);
    squares
}

/// By [`Square::index`]: the squares beside a square. They may lie beyond a smaller board.
static BESIDE: [SquareSet; SQUARES] = beside();

const fn beside() -> [SquareSet; SQUARES] {
    let mut table = [SquareSet::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::from_index(index);
        let mut at = 0;
        while at < 9 {
            let (x, y) = (
                square.x() as i32 + at % 3 - 1,
                square.y() as i32 + at / 3 - 1,
            );
            if let Some(there) = Square::new(x, y) {
                table[index].insert(there);
            }
            at += 1;
        }
        index += 1;
    }
    table
}

/// The squares that continue an attack by fours: those that make more than a plain four,
/// and the plain ones if `plain`.
pub fn attacking_fours<R: Ruleset>(position: &Position<R>, plain: bool) -> SquareSet {
    let classes = if plain {
        ThreatClass::FOURS
    } else {
        ThreatClass::FOURS.without(ThreatClass::Four)
    };
    position.squares_of(position.side_to_move(), classes)
}
