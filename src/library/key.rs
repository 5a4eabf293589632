//! The key of a position: its stones under all eight symmetries, the side to move,
//! the size of the board and the rule.
//!
//! Of the images of a position that of the smallest bits is *canonical*; its key lists
//! every stone, so that two positions have the same key only if one is an image of the
//! other. The order in which the stones came does not matter.
//!
//! The rule belongs to the key, since on it depend what a move is worth, which moves
//! are forbidden and how games end: counts and scores of freestyle would be wrong for
//! renju. So a library can keep all rules and never mixes them.
//!
//! A key begins with the number of stones: in the order of bytes a position comes before
//! those that can follow it.

use std::fmt;

use super::LibraryError;
use crate::board::notation::place_stones;
use crate::board::{Board, Content, Symmetry};
use crate::types::{Color, MAX_SIDE, MIN_SIDE, Rule, SQUARES, Square};

/// From this number of stones on a key has two more bytes for it.
const MANY: usize = 255;
/// Sides of boards, from the smallest to the largest.
const SIDES: usize = MAX_SIDE - MIN_SIDE + 1;
/// Rules, with each side to move.
const TURNS: usize = 2 * Rule::ALL.len();
/// Words for the squares of the largest board.
const WORDS: usize = SQUARES.div_ceil(64);

/// The key of a position, as the file `key.rs` describes it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Box<[u8]>);

/// A move as entries name it, on the canonical board: [`Code::END`], [`Code::PASS`], or
/// 2 and more for squares, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Code(pub u16);

impl Code {
    /// No move: a game has ended here.
    pub const END: Code = Code(0);
    /// A pass.
    pub const PASS: Code = Code(1);

    fn of(square: Square, board: &Board) -> Code {
        Code((square.y() * board.width() + square.x()) as u16 + 2)
    }

    fn square(self, board: &Board) -> Option<Square> {
        let index = usize::from(self.0.checked_sub(2)?);
        board.square(
            (index % board.width()) as i32,
            (index / board.width()) as i32,
        )
    }
}

/// A position with its key, and how it lies on its canonical board.
#[derive(Clone, Debug)]
pub(super) struct Canonical {
    pub key: Key,
    /// The symmetries that turn it into the canonical board, a bit for each. There are
    /// several if the position is symmetric.
    turns: u8,
}

/// The stones of an image as sets of squares.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Stones([[u64; WORDS]; 2]);

impl Stones {
    fn insert(&mut self, color: Color, index: usize) {
        self.0[color.index()][index / 64] |= 1 << (index % 64);
    }

    /// Whether all of them are among the others.
    fn are_among(&self, others: &Stones) -> bool {
        let mut pairs = self.0.as_flattened().iter().zip(others.0.as_flattened());
        pairs.all(|(own, other)| own & !other == 0)
    }

    /// The stones in the order of their squares.
    fn iter(&self) -> impl Iterator<Item = (usize, Color)> + '_ {
        (0..WORDS).flat_map(move |word| {
            let [black, white] = self.0.map(|words| words[word]);
            let mut rest = black | white;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                let color = match black >> bit & 1 {
                    1 => Color::Black,
                    _ => Color::White,
                };
                Some((64 * word + bit as usize, color))
            })
        })
    }
}

/// The images of a board's stones by the symmetries of its size, and how many of them there
/// are; none for boards with blocked squares.
fn images(board: &Board) -> Result<([Stones; 8], usize), LibraryError> {
    let (width, height) = (board.width(), board.height());
    let mut images = [Stones::default(); 8];
    for (square, content) in occupied(board) {
        let Content::Stone(color) = content else {
            return Err(LibraryError::Walls);
        };
        for (image, symmetry) in images.iter_mut().zip(Symmetry::of_size(width, height)) {
            let square = symmetry.apply(square, board);
            image.insert(color, square.y() * width + square.x());
        }
    }
    Ok((images, Symmetry::of_size(width, height).count()))
}

/// A position, to see which others can follow it.
pub(super) struct Beginning {
    pub key: Key,
    images: Vec<Stones>,
}

impl Beginning {
    /// None for boards with blocked squares.
    pub fn of(board: &Board, rule: Rule) -> Result<Beginning, LibraryError> {
        let (images, count) = images(board)?;
        Ok(Beginning {
            key: Key::of(board, rule)?,
            images: images[..count].to_vec(),
        })
    }

    /// Whether the position of a key is another one that can follow this one, if need be
    /// after passes.
    pub fn is_before(&self, key: &Key) -> bool {
        let is_other = *key != self.key && key.kind() == self.key.kind();
        is_other
            && key
                .stones()
                .is_some_and(|stones| self.images.iter().any(|image| image.are_among(&stones)))
    }
}

impl Canonical {
    /// The canonical form of a position; none for boards with blocked squares.
    pub fn of(board: &Board, rule: Rule) -> Result<Canonical, LibraryError> {
        let (images, count) = images(board)?;
        let images = &images[..count];
        let least = images.iter().min().copied().unwrap_or_default();
        let turns = images.iter().enumerate();
        let turns = turns.filter(|(_, image)| **image == least);
        Ok(Canonical {
            key: Key::new(board, rule, &least),
            turns: turns.fold(0, |turns, (turn, _)| turns | 1 << turn),
        })
    }

    /// The symmetries to the canonical board, the first one first.
    pub fn turns(&self) -> impl Iterator<Item = Symmetry> + '_ {
        let turns = Symmetry::ALL.into_iter().enumerate();
        turns
            .filter(|(turn, _)| self.turns >> turn & 1 == 1)
            .map(|(_, symmetry)| symmetry)
    }

    /// The first symmetry to the canonical board.
    pub fn turn(&self) -> Symmetry {
        self.turns().next().unwrap_or(Symmetry::ALL[0])
    }

    /// How entries name a move: of its images on a symmetric board the smallest.
    pub fn code(&self, action: Option<Square>, board: &Board) -> Code {
        let Some(square) = action else {
            return Code::PASS;
        };
        let images = self.turns().map(|turn| turned(turn, square, board));
        images.min().unwrap_or(Code::PASS)
    }

    /// How entries name the moves of a line: the first by [`Canonical::code`], the rest
    /// as they lie then.
    pub fn line(&self, moves: &[Square], board: &Board) -> Vec<Code> {
        let first = |turn: &Symmetry| moves.first().map(|&square| turned(*turn, square, board));
        let turn = self.turns().min_by_key(first).unwrap_or(self.turn());
        moves
            .iter()
            .map(|&square| turned(turn, square, board))
            .collect()
    }

    /// The code of any square, turned by the first symmetry.
    pub fn place(&self, square: Square, board: &Board) -> Code {
        turned(self.turn(), square, board)
    }

    /// The square of a move, turned by the first symmetry; none for a pass and for a
    /// code that no square has.
    pub fn square(&self, code: Code, board: &Board) -> Option<Square> {
        let square = code.square(board)?;
        Some(self.turn().inverse().apply(square, board))
    }

    /// All squares that are the same move, if the position is symmetric.
    pub fn squares(&self, code: Code, board: &Board) -> Vec<Square> {
        let Some(square) = code.square(board) else {
            return Vec::new();
        };
        let images = self.turns().map(|turn| turn.inverse().apply(square, board));
        let mut squares: Vec<Square> = images.collect();
        squares.sort();
        squares.dedup();
        squares
    }
}

/// The name of a square after a turn. (A board and its image have the same size.)
fn turned(turn: Symmetry, square: Square, board: &Board) -> Code {
    Code::of(turn.apply(square, board), board)
}

fn occupied(board: &Board) -> impl Iterator<Item = (Square, Content)> + '_ {
    board
        .squares()
        .filter(|(_, content)| *content != Content::Empty)
}

impl Key {
    fn new(board: &Board, rule: Rule, stones: &Stones) -> Key {
        let count = board.stone_count();
        let mut bytes = Vec::with_capacity(8 + count);
        match count < MANY {
            true => bytes.push(count as u8),
            false => {
                bytes.push(MANY as u8);
                bytes.extend((count as u16).to_be_bytes());
            }
        }
        let sides = (board.width() - MIN_SIDE) * SIDES + board.height() - MIN_SIDE;
        let turn = 2 * rule as usize + board.side_to_move().index();
        bytes.extend(((sides * TURNS + turn) as u16).to_be_bytes());
        let mut nibbles = Nibbles::default();
        let mut next = 0;
        for (index, color) in stones.iter() {
            nibbles.push(2 * (index - next) + color.index());
            next = index + 1;
        }
        bytes.extend(nibbles.bytes);
        Key(bytes.into())
    }

    /// The key of a position.
    pub fn of(board: &Board, rule: Rule) -> Result<Key, LibraryError> {
        Canonical::of(board, rule).map(|canonical| canonical.key)
    }

    /// The key with these bytes, valid or not.
    pub(super) fn from_bytes(bytes: &[u8]) -> Key {
        Key(bytes.into())
    }

    /// The number of stones; `None` if the bytes are no key.
    pub(super) fn stone_count(&self) -> Option<usize> {
        Some(split_count(&self.0)?.0)
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The first bytes, for the number of stones: in the order of keys all with fewer stones
    /// come before them.
    pub(super) fn count_bytes(&self) -> &[u8] {
        let rest = split_count(&self.0).map_or(0, |(_, rest)| rest.len());
        &self.0[..self.0.len() - rest]
    }

    /// The first bytes, for the number of stones, size, rule and side to move.
    pub(super) fn head(&self) -> &[u8] {
        let length = self.count_bytes().len() + size_of::<u16>();
        self.0.get(..length).unwrap_or(&self.0)
    }

    /// A number for size and rule; `None` if the bytes are no key.
    fn kind(&self) -> Option<u16> {
        let (_, rest) = split_count(&self.0)?;
        let header = rest.first_chunk()?;
        // The last bit is the side to move.
        Some(u16::from_be_bytes(*header) / 2)
    }

    /// The stones of the canonical board; `None` if the bytes are no key.
    fn stones(&self) -> Option<Stones> {
        let (count, rest) = split_count(&self.0)?;
        let (_, rest) = rest.split_at_checked(size_of::<u16>())?;
        let (mut nibbles, mut next) = (NibbleReader::new(rest), 0);
        let mut stones = Stones::default();
        for _ in 0..count {
            let value = nibbles.next()?;
            next += value / 2;
            if next >= SQUARES {
                return None;
            }
            stones.insert(Color::ALL[value % 2], next);
            next += 1;
        }
        Some(stones)
    }

    /// The canonical board and its rule; `None` if the bytes are no key. The moves of
    /// the board are its stones in turn, and passes.
    pub fn board(&self) -> Option<(Board, Rule)> {
        let (_, rest) = split_count(&self.0)?;
        let header = usize::from(u16::from_be_bytes(*rest.first_chunk()?));
        let (sides, turn) = (header / TURNS, header % TURNS);
        let (width, height) = (sides / SIDES + MIN_SIDE, sides % SIDES + MIN_SIDE);
        let mut board = Board::new(width, height).ok()?;
        let mut stones = [Vec::new(), Vec::new()];
        for (index, color) in self.stones()?.iter() {
            let square = board.square((index % width) as i32, (index / width) as i32)?;
            stones[color.index()].push(square);
        }
        place_stones(&mut board, &stones[0], &stones[1]);
        if board.side_to_move() != Color::ALL[turn % 2] {
            board.pass();
        }
        Some((board, Rule::ALL[turn / 2]))
    }
}

/// The number of stones at the beginning of a key, and the rest.
fn split_count(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    match usize::from(first) {
        MANY => {
            let (count, rest) = rest.split_first_chunk()?;
            Some((usize::from(u16::from_be_bytes(*count)), rest))
        }
        count => Some((count, rest)),
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.board() {
            Some((board, rule)) => {
                let moves = crate::board::notation::moves_text(&board);
                write!(f, "Key({rule} {moves})")
            }
            None => write!(f, "Key({:?})", self.0),
        }
    }
}

/// Numbers in groups of three bits, the lowest first, of which all but the last have a
/// fourth bit set. Stones stand close together, so that most gaps need one group.
#[derive(Default)]
struct Nibbles {
    bytes: Vec<u8>,
    is_half: bool,
}

impl Nibbles {
    fn push(&mut self, mut number: usize) {
        while number >= 8 {
            self.add(number as u8 & 7 | 8);
            number >>= 3;
        }
        self.add(number as u8);
    }

    fn add(&mut self, nibble: u8) {
        match self.bytes.last_mut().filter(|_| self.is_half) {
            Some(last) => *last |= nibble << 4,
            None => self.bytes.push(nibble),
        }
        self.is_half = !self.is_half;
    }
}

struct NibbleReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> NibbleReader<'a> {
    fn new(bytes: &'a [u8]) -> NibbleReader<'a> {
        NibbleReader { bytes, at: 0 }
    }

    fn next(&mut self) -> Option<usize> {
        let mut number = 0;
        // More groups than this are no square's.
        for group in 0..5 {
            let byte = *self.bytes.get(self.at / 2)?;
            let nibble = usize::from(byte >> (4 * (self.at % 2)) & 15);
            self.at += 1;
            number |= (nibble & 7) << (3 * group);
            if nibble < 8 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::scratch::board;
    use proptest::prelude::*;

    fn key(moves: &str) -> Key {
        Key::of(&board(moves), Rule::Renju).unwrap()
    }

    #[test]
    fn images_and_orders_have_one_key() {
        assert_eq!(key("h8h9i9"), key("h8i8i9"));
        assert_eq!(key("h8h9i9"), key("i9h9h8"));
        assert_eq!(key("h8h9i9"), key("h8 h7 g7"));
        assert_ne!(key("h8h9i9"), key("h8h9j9"));
        assert_ne!(key("h8h9"), key("h8h9 pass"));
        let other = Key::of(&board("h8h9i9"), Rule::Freestyle).unwrap();
        assert_ne!(key("h8h9i9"), other);
        let mut wide = Board::new(15, 13).unwrap();
        let first = Key::of(&wide, Rule::Renju).unwrap();
        assert_ne!(first, key(""));
        wide.block(wide.center());
        assert!(matches!(
            Key::of(&wide, Rule::Renju),
            Err(LibraryError::Walls)
        ));
    }

    #[test]
    fn keys_are_short_and_rise_with_the_stones() {
        let keys = ["", "h8", "h8h9", "h8h9i9"].map(key);
        assert!(keys.is_sorted_by(|one, next| one < next));
        assert_eq!(keys[0].as_bytes().len(), 3);
        let long = key("h8h9i9g7f6i10j11i8i7g8f8g10f11e7k8");
        assert!(long.as_bytes().len() <= 15, "{}", long.as_bytes().len());
    }

    #[test]
    fn moves_of_symmetric_positions_have_one_code() {
        let board = board("h8");
        let canonical = Canonical::of(&board, Rule::Renju).unwrap();
        let square = |name| crate::board::notation::parse_square(name, &board).unwrap();
        let codes = ["h9", "h7", "g8", "i8"].map(|name| canonical.code(Some(square(name)), &board));
        assert!(codes.iter().all(|code| *code == codes[0]));
        assert_eq!(canonical.squares(codes[0], &board).len(), 4);
        assert_ne!(codes[0], canonical.code(Some(square("g9")), &board));
        assert_eq!(canonical.code(None, &board), Code::PASS);
        assert_eq!(canonical.square(Code::PASS, &board), None);
        assert_eq!(canonical.square(Code(9_999), &board), None);
        let line = ["i8", "h9"].map(square);
        let mirrored = ["g8", "h9"].map(square);
        assert_eq!(
            canonical.line(&line, &board),
            canonical.line(&mirrored, &board)
        );
    }

    #[test]
    fn what_can_follow_has_all_stones_in_one_image() {
        let here = Beginning::of(&board("h8h9"), Rule::Renju).unwrap();
        let follows = |moves| here.is_before(&key(moves));
        assert!(follows("h8h9i9") && follows("a1h7h8") && follows("h8g8 pass a1 o1"));
        assert!(follows("h8h9 pass"), "somebody has passed");
        assert!(!follows("h8h9") && !follows("h8i8"), "itself");
        assert!(!follows("h8") && !follows("h9h8i9") && !follows("h8i9g7"));
        let other = Key::of(&board("h8h9i9"), Rule::Freestyle).unwrap();
        assert!(!here.is_before(&other));
        let start = Beginning::of(&board(""), Rule::Renju).unwrap();
        assert!(start.is_before(&key("a1")) && !start.is_before(&key("")));
        let mut full = Board::new(22, 22).unwrap();
        for square in *full.empty() {
            full.place(square);
            let key = Key::of(&full, Rule::Renju).unwrap();
            assert!(key.head().starts_with(key.count_bytes()));
            assert_eq!(key.head().len(), key.count_bytes().len() + 2);
            assert!(!start.is_before(&key), "another size");
        }
    }

    proptest! {
        #[test]
        fn a_key_is_its_position(
            (width, height) in (5usize..=22, 5usize..=22),
            rule in 0usize..5,
            picks in proptest::collection::vec((any::<u16>(), 0u8..10), 0..300),
        ) {
            let rule = Rule::ALL[rule];
            let mut board = Board::new(width, height).unwrap();
            for (pick, pass) in picks {
                let empty: Vec<Square> = board.empty().into_iter().collect();
                match empty.get(usize::from(pick) % empty.len().max(1)) {
                    Some(&square) if pass > 0 => board.place(square),
                    _ => board.pass(),
                }
            }
            let canonical = Canonical::of(&board, rule).unwrap();
            let (back, same) = canonical.key.board().unwrap();
            prop_assert_eq!(same, rule);
            prop_assert_eq!(canonical.key.stone_count(), Some(board.stone_count()));
            for turn in canonical.turns() {
                prop_assert_eq!(&turn.image(&board), &back);
            }
            for symmetry in Symmetry::of_size(width, height) {
                let image = symmetry.image(&board);
                let other = Canonical::of(&image, rule).unwrap();
                prop_assert_eq!(&other.key, &canonical.key);
                // A move and its image have the same code.
                if let Some(square) = board.empty().first() {
                    let turned = symmetry.apply(square, &board);
                    let code = canonical.code(Some(square), &board);
                    prop_assert_eq!(other.code(Some(turned), &image), code);
                    prop_assert!(canonical.squares(code, &board).contains(&square));
                    let back = canonical.square(code, &board);
                    prop_assert!(canonical.squares(code, &board).contains(&back.unwrap()));
                }
            }
        }

        #[test]
        fn no_bytes_are_too_bad(bytes: Vec<u8>) {
            let _ = Key::from_bytes(&bytes).board();
        }
    }
}
