//! What follows a position's changes square by square.

use crate::pattern::Shapes;
use crate::types::Square;

/// Receives the squares that a stone changes: see
/// [`Position::place_observed`](super::Position::place_observed). When the stone is
/// taken back it must restore its state itself.
///
/// CITE: the idea of a board observer is that of the chess engine Reckless.
pub trait Observer {
    /// A stone was placed on `square`, where stones would have made these shapes.
    fn filled(&mut self, square: Square, shapes: Shapes);

    /// The shapes of stones on the empty `square` changed in one direction. Called
    /// once for every direction that changes.
    fn reshaped(&mut self, square: Square, before: Shapes, now: Shapes);
}

/// Ignores all changes.
impl Observer for () {
    #[inline]
    fn filled(&mut self, _: Square, _: Shapes) {}

    #[inline]
    fn reshaped(&mut self, _: Square, _: Shapes, _: Shapes) {}
}
