//! The root moves to choose from.

use std::cmp::Reverse;

use crate::board::Symmetry;
use crate::movegen::{Duty, duty, quiet_squares};
use crate::pattern::ThreatClass;
use crate::search::tree::thread::{SearchThread, Watch};
use crate::types::{Ruleset, Score, Square, SquareSet};

/// The moves to choose from.
pub struct RootMoves {
    pub squares: SquareSet,
    /// Whether every other legal move is known to lose.
    pub complete: bool,
    /// The score and the length of its line, where nothing needs to be
    /// searched.
    pub decided: Option<(Score, usize)>,
}

impl RootMoves {
    fn among(squares: SquareSet, complete: bool) -> RootMoves {
        RootMoves {
            squares,
            complete,
            decided: None,
        }
    }

    fn decided(square: Square, score: Score, plies: usize) -> RootMoves {
        RootMoves {
            squares: square.into(),
            complete: true,
            decided: Some((score, plies)),
        }
    }
}

/// How demanding a move is: first whether it makes a four, then the threat that it takes
/// from the opponent, then its policy.
pub type Demand = (bool, ThreatClass, i32, Reverse<Square>);

impl<R: Ruleset, W: Watch> SearchThread<'_, R, W> {
    /// The moves among which the best one must be, none of them `blocked` if possible.
    /// `any` is an empty square.
    pub fn best_moves(&mut self, any: Square, blocked: SquareSet) -> RootMoves {
        let left = self.moves_left();
        let mut forced = true;
        let squares = match duty(&self.position) {
            Duty::Five(square) if !blocked.contains(square) => {
                return RootMoves::decided(square, Score::win_in(1), 1);
            }
            Duty::OpenFour(square) if !blocked.contains(square) && left >= 3 => {
                return RootMoves::decided(square, Score::win_in(3), 3);
            }
            Duty::AnswerFive(answers) if answers.is_empty() && left >= 2 => {
                return RootMoves::decided(self.move_when_lost(any, blocked), Score::loss_in(2), 2);
            }
            Duty::AnswerFive(answers) => answers,
            Duty::AnswerOpenFour(answers) => self.position.legal(answers),
            _ => {
                forced = false;
                self.position.legal(quiet_squares(&self.position))
            }
        };
        match squares - blocked {
            rest if rest.is_empty() => self.any_moves(any, blocked),
            rest => RootMoves::among(rest, forced && rest == squares),
        }
    }

    /// Every legal move that is neither blocked nor among these; and whether no legal
    /// move is blocked.
    pub fn other_moves(&self, squares: SquareSet, blocked: SquareSet) -> (SquareSet, bool) {
        let legal = self.legal_moves();
        let rest = legal - blocked;
        (rest - squares, rest == legal)
    }

    /// The moves to find the best `lines` among: the likely ones, or all if they are not
    /// enough.
    pub fn many_moves(
        &self,
        any: Square,
        (lines, distinct): (usize, bool),
        blocked: SquareSet,
    ) -> RootMoves {
        let likely = match duty(&self.position) {
            Duty::AnswerFive(answers) | Duty::AnswerOpenFour(answers) => answers,
            _ => quiet_squares(&self.position),
        };
        let likely = self.position.legal(likely) - blocked;
        let mut moves = match likely.len() < lines {
            true => self.any_moves(any, blocked),
            false => RootMoves::among(likely, false),
        };
        if distinct {
            moves.squares = self.without_mirrored(moves.squares);
        }
        moves
    }

    /// Every legal move that is not blocked, or else every legal one, or else a foul.
    fn any_moves(&self, any: Square, blocked: SquareSet) -> RootMoves {
        let legal = self.legal_moves();
        match legal - blocked {
            rest if !rest.is_empty() => RootMoves::among(rest, rest == legal),
            _ if !legal.is_empty() => RootMoves::among(legal, true),
            _ => RootMoves::decided(any, Score::loss_in(1), 1),
        }
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> SquareSet {
        self.position.legal(*self.position.board().empty())
    }

    /// Of moves that are the same by symmetry, the first.
    pub fn without_mirrored(&self, squares: SquareSet) -> SquareSet {
        let board = self.position.board();
        let symmetries: Vec<Symmetry> = Symmetry::of_position(board).collect();
        let first = |&square: &Square| {
            let mut images = symmetries.iter().map(|by| by.apply(square, board));
            images.all(|image| image >= square || !squares.contains(image))
        };
        squares.into_iter().filter(first).collect()
    }

    /// Whether a stone on this square makes a five.
    pub fn wins_at_once(&self, square: Square) -> bool {
        let own = self.position.side_to_move();
        self.position
            .squares(own, ThreatClass::Five)
            .contains(square)
    }

    /// The opponent threatens fives that cannot all be prevented: the move that leaves the
    /// fewest of them, which he may overlook.
    fn move_when_lost(&mut self, any: Square, blocked: SquareSet) -> Square {
        let other = !self.position.side_to_move();
        let empty = *self.position.board().empty();
        let fives = *self.position.squares(other, ThreatClass::Five);
        let near = quiet_squares(&self.position);
        let hopes = [fives - blocked, near - blocked, empty - blocked, empty];
        let legal = |squares: SquareSet| self.position.legal(squares);
        let hopes = hopes.map(legal).into_iter().find(|some| !some.is_empty());
        let remaining = |thread: &mut Self, square: Square| {
            thread.position.place(square);
            let remaining = thread.position.count(other, ThreatClass::Five);
            thread.position.undo();
            remaining
        };
        let squares = hopes.unwrap_or(any.into()).into_iter();
        let best = squares.min_by_key(|&square| {
            let left = remaining(self, square);
            (left, Reverse(self.demand(square)))
        });
        best.unwrap_or(any)
    }

    /// See [`Demand`].
    pub fn demand(&mut self, square: Square) -> Demand {
        let own = self.position.side_to_move();
        let forces = self.position.threat(square, own) >= ThreatClass::Four;
        let denies = self.position.threat(square, !own);
        let policy = self.evaluator.policy(&self.position, square);
        (forces, denies, policy, Reverse(square))
    }
}
