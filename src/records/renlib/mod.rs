//! `.lib`, the libraries of RenLib: a tree of moves on a 15x15 board with comments
//! and labels.
//!
//! A file begins with 20 bytes: FF, `RenLib`, FF, the version (3.0 to 3.4) and ten
//! FF; the oldest files lack them and begin with the move h8. Then come the nodes,
//! each before its first child, and the whole branch before its next sibling. A
//! node has two bytes:
//!
//! * the square: column (1 to 15) plus 16 times the row from the top (0 to 14); 0 in
//!   the first node is the root, which files up to 3.3 do not have, and a pass in the
//!   others;
//! * flags: 80 a sibling follows, 40 no child, 20 a comment in the old form, 10 a mark,
//!   08 a comment, 04 the position that RenLib shows first, 02 no move, 01 two more
//!   bytes of flags, of which the last bit says that there is a text for the board.
//!
//! After it the comment and the text follow, each ended by a zero and filled up to an
//! even number of bytes. A comment is one line, then, if there is more, a byte 08 and
//! any number of lines. Comments in the old form have 7 bits a letter with Swedish
//! ones in the place of brackets; the last one has the eighth bit set.
//!
//! A node that is no move only carries a text for its square: RenLib shows texts on
//! the squares of the children. So in a [`GameTree`](super::tree::GameTree) all of them are labels in the
//! notes of the parent. The first line of a comment is the node's name, the others
//! its comment. A marked node is hot, and the position that RenLib shows first has
//! a property `START`.
//!
//! The files do not say in which encoding their texts are: it is guessed, from all
//! texts together. Written files are UTF-8, if they need more than ASCII; RenLib
//! itself shows texts as the system has them.
//!
//! RenLib sorts the variations by their squares. In a branch that it saved alone the
//! first moves tell of siblings that are not in the file.
//!
//! Source: `MoveNode`, `LibraryFile` and `RenLibDoc` of RenLib.

mod join;
mod read;
#[cfg(test)]
mod tests;
mod text;
mod turns;
mod write;

pub use join::Joined;
pub use read::{is_library, read};
pub use write::{WriteError, check_size, is_short, lost, write};

use super::tree::{Feature, Features};

/// Columns and rows of every library.
const SIDE: usize = 15;
/// What stands before the version.
const MAGIC: [u8; 8] = *b"\xffRenLib\xff";
/// The bytes before the first node.
const HEADER: usize = 20;
/// The name of the property of the position that RenLib shows first.
const START_NAME: &str = "START";

/// What these files hold, besides moves.
pub const HOLDS: Features = Features::of(&[
    Feature::Variations,
    Feature::Comments,
    Feature::NodeNames,
    Feature::Labels,
    Feature::HotNodes,
    Feature::Passes,
]);

/// The bits of a node.
mod flag {
    pub const SIBLING: u8 = 0x80;
    pub const LEAF: u8 = 0x40;
    pub const OLD_COMMENT: u8 = 0x20;
    pub const MARK: u8 = 0x10;
    pub const COMMENT: u8 = 0x08;
    pub const START: u8 = 0x04;
    pub const NO_MOVE: u8 = 0x02;
    pub const MORE: u8 = 0x01;
    /// In the second of the two bytes that [`MORE`] announces.
    pub const TEXT: u8 = 0x01;
}
