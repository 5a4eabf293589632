use crate::pattern::Shapes;
use crate::types::Square;

/// Hears which squares a stone changes: see
/// [`Position::place_observed`](super::Position::place_observed). What it
/// derives from that it must restore itself when the stone is taken back.
///
/// CITE: the idea of a board observer is that of the chess engine Reckless.
pub trait Observer {
    /// The stone stands on `square`, which is not empty any more; stones there
    /// would have made these shapes.
    fn filled(&mut self, square: Square, shapes: Shapes);

    /// Stones on the empty `square` would make other shapes than before, in
    /// one direction. Called once for every direction that changes.
    fn reshaped(&mut self, square: Square, before: Shapes, now: Shapes);
}

/// Nobody watches.
impl Observer for () {
    #[inline]
    fn filled(&mut self, _: Square, _: Shapes) {}

    #[inline]
    fn reshaped(&mut self, _: Square, _: Shapes, _: Shapes) {}
}
