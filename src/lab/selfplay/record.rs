//! A game with its scores, and its encoding.
//!
//! Each position takes three bytes: nine bits for the move's square (511 for none),
//! twelve for the score, and a bit each for a levelling move and a forced one. Then come
//! the positions that were searched again, if any (place, move and score).

use crate::board::{BadSize, Board};
use crate::scale::{Meaning, Normalised};
use crate::types::{Color, SQUARES, Score, ScoreKind, Square};

/// The largest stored estimate.
pub(super) const MOST_ESTIMATE: i32 = 2_000;
/// The score of a win at once, one less for each ply, but above all estimates.
const WIN: i32 = 2_047;
/// No move, in nine bits.
const NO_SQUARE: u32 = (1 << 9) - 1;
const SCORE_SHIFT: u32 = 9;
const LEVELLING: u32 = 1 << 21;
const FORCED: u32 = 1 << 22;
const UNUSED: u32 = 1 << 23;

const _: () = assert!(SQUARES <= NO_SQUARE as usize);

/// A game with the scores of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// Its number, which with the plan of its set decides it.
    pub number: u64,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The moves of the opening, which was given.
    pub opening: Vec<Square>,
    /// The positions from then on.
    pub positions: Vec<ScoredPosition>,
    /// Longer searches of some of them, in order.
    pub deeper: Vec<Deeper>,
    /// Black's points: 2 for a win, 1 for a draw.
    pub black: u8,
    /// How it ended.
    pub end: Finish,
}

/// How a self-play game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Finish {
    /// By a five, a foul or a full board.
    Played,
    /// By a proven win.
    Proven,
    /// Too long: a draw.
    BrokenOff,
}

/// A position with the score of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The score for the side to move.
    pub score: StoredScore,
    /// The move played; `None` in the last position of a game that is not played to
    /// its end.
    pub played: Option<Square>,
    /// Whether it was a levelling move: positions before it say nothing about the
    /// result.
    pub levelling: bool,
    /// Whether either side could make a five.
    pub forced: bool,
}

/// The result of a longer search of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deeper {
    /// The place of the position in [`ScoredGame::positions`].
    pub place: usize,
    /// The best move.
    pub best: Square,
    /// The score for the side to move.
    pub score: StoredScore,
}

/// A score in twelve bits: an estimate up to ±2000, or a win or loss with its number
/// of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredScore(i16);

/// What is wrong with the bytes of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// They end too early.
    #[error("it ends too early")]
    Short,
    /// They do not end where the game does.
    #[error("there is more than the game")]
    Long,
    /// No board has this size.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// An unknown code.
    #[error("unknown {0} {1}")]
    Unknown(&'static str, u32),
    /// A stone off the board or on another one.
    #[error("move {0} is impossible")]
    Move(usize),
    /// A longer search does not fit the game.
    #[error("a position was searched again that is not of the game")]
    Deeper,
    /// A text is not a game.
    #[error("{0}")]
    Text(String),
}

impl StoredScore {
    /// A score in normalised units.
    pub fn normalised(score: Normalised) -> StoredScore {
        StoredScore::of(score.meaning())
    }

    /// A raw score. A win or loss that is not proven becomes the largest estimate.
    pub fn raw(score: Score) -> StoredScore {
        StoredScore::of(match score.kind() {
            ScoreKind::WinIn(plies) => Meaning::WinIn(plies),
            ScoreKind::LossIn(plies) => Meaning::LossIn(plies),
            _ => Meaning::Estimate(score.value()),
        })
    }

    /// A score in any unit.
    pub(super) fn of(meaning: Meaning) -> StoredScore {
        let win = |plies: usize| WIN - plies.min((WIN - MOST_ESTIMATE - 1) as usize) as i32;
        let code = match meaning {
            Meaning::WinIn(plies) => win(plies),
            Meaning::LossIn(plies) => -win(plies),
            Meaning::Estimate(value) => value.clamp(-MOST_ESTIMATE, MOST_ESTIMATE),
        };
        StoredScore(code as i16)
    }

    /// Its meaning. 46 plies stand for more, too.
    pub fn meaning(self) -> Meaning {
        let code = i32::from(self.0);
        let plies = (WIN - code.abs()) as usize;
        match code {
            _ if code > MOST_ESTIMATE => Meaning::WinIn(plies),
            _ if code < -MOST_ESTIMATE => Meaning::LossIn(plies),
            _ => Meaning::Estimate(code),
        }
    }

    fn from_bits(bits: u32) -> Result<StoredScore, BadRecord> {
        let bits = bits >> SCORE_SHIFT & 0xfff;
        let code = (bits << 20) as i32 >> 20;
        if code.abs() > WIN {
            return Err(BadRecord::Unknown("score", bits));
        }
        Ok(StoredScore(code as i16))
    }

    fn bits(self) -> u32 {
        (i32::from(self.0) as u32 & 0xfff) << SCORE_SHIFT
    }
}

impl ScoredGame {
    /// All moves, the opening's first.
    pub fn moves(&self) -> impl Iterator<Item = Square> + '_ {
        let played = self.positions.iter().filter_map(|one| one.played);
        self.opening.iter().copied().chain(played)
    }

    /// The game as a board with all its moves.
    pub fn board(&self) -> Result<Board, BadRecord> {
        let mut board = Board::new(self.width, self.height)?;
        for (number, square) in self.moves().enumerate() {
            let there = board.square(square.x() as i32, square.y() as i32);
            if there.is_none_or(|square| !board.is_empty(square)) {
                return Err(BadRecord::Move(number + 1));
            }
            board.place(square);
        }
        Ok(board)
    }

    /// The board after the opening. Fails if any move of the game is impossible.
    pub fn start(&self) -> Result<Board, BadRecord> {
        self.board()?;
        let mut board = Board::new(self.width, self.height)?;
        self.opening.iter().for_each(|&square| board.place(square));
        Ok(board)
    }

    /// Fails if a move of the game or of a longer search is impossible.
    pub(super) fn check(&self) -> Result<(), BadRecord> {
        let board = self.board()?;
        let is_rising = |pair: &[Deeper]| pair[0].place < pair[1].place;
        let is_possible = |deeper: &Deeper| self.is_free(deeper.place, deeper.best, &board);
        match self.deeper.windows(2).all(is_rising) && self.deeper.iter().all(is_possible) {
            true => Ok(()),
            false => Err(BadRecord::Deeper),
        }
    }

    /// Whether there is a position at this place and this is one of its empty squares.
    fn is_free(&self, place: usize, square: Square, board: &Board) -> bool {
        let before = self.opening.len() + place;
        let is_there = board.square(square.x() as i32, square.y() as i32).is_some();
        let mut taken = self.moves().take(before);
        place < self.positions.len() && is_there && !taken.any(|one| one == square)
    }

    /// The number of stones from which on there was no levelling: positions before say
    /// nothing about the result.
    pub fn settled_from(&self) -> usize {
        let last = self.positions.iter().rposition(|one| one.levelling);
        last.map_or(0, |index| self.opening.len() + index + 1)
    }

    /// For each position the move, if any, and the score of its longest search, and
    /// whether that was longer than the game's.
    pub fn labels(&self) -> impl Iterator<Item = (Option<Square>, StoredScore, bool)> + '_ {
        let mut deeper = self.deeper.iter().peekable();
        let positions = self.positions.iter().enumerate();
        positions.map(
            move |(place, one)| match deeper.next_if(|next| next.place == place) {
                Some(next) => (Some(next.best), next.score, true),
                None => (one.played, one.score, false),
            },
        )
    }

    /// The points of a colour: 2 for a win, 1 for a draw.
    pub fn points(&self, color: Color) -> u8 {
        match color {
            Color::Black => self.black,
            Color::White => 2 - self.black,
        }
    }

    /// The game as bytes.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_number(&mut bytes, self.number);
        bytes.extend([self.width as u8, self.height as u8]);
        bytes.push(self.black | (self.end as u8) << 2);
        put_squares(&mut bytes, &self.opening);
        put_number(&mut bytes, self.positions.len() as u64);
        for one in &self.positions {
            let flag = |is_set: bool, flag: u32| if is_set { flag } else { 0 };
            let square = one.played.map_or(NO_SQUARE, |square| square.index() as u32);
            let flags = flag(one.levelling, LEVELLING) | flag(one.forced, FORCED);
            put_three(&mut bytes, square | one.score.bits() | flags);
        }
        if !self.deeper.is_empty() {
            put_number(&mut bytes, self.deeper.len() as u64);
            for one in &self.deeper {
                put_number(&mut bytes, one.place as u64);
                put_three(&mut bytes, one.best.index() as u32 | one.score.bits());
            }
        }
        bytes
    }

    /// The inverse of [`ScoredGame::encode`].
    pub(super) fn decode(bytes: &[u8]) -> Result<ScoredGame, BadRecord> {
        let mut bytes = Bytes(bytes);
        let number = bytes.number()?;
        let [width, height, result] = bytes.take()?.map(usize::from);
        let end = match result >> 2 {
            0 => Finish::Played,
            1 => Finish::Proven,
            2 => Finish::BrokenOff,
            other => return Err(BadRecord::Unknown("end of a game", other as u32)),
        };
        let black = (result & 3) as u8;
        if black > 2 {
            return Err(BadRecord::Unknown("result", black.into()));
        }
        let opening = bytes.squares()?;
        let positions = (0..bytes.count()?).map(|_| bytes.position());
        let positions = positions.collect::<Result<_, _>>()?;
        let deeper = (0..bytes.count_if_any()?).map(|_| bytes.deeper());
        let deeper = deeper.collect::<Result<_, _>>()?;
        if !bytes.0.is_empty() {
            return Err(BadRecord::Long);
        }
        let game = ScoredGame {
            number,
            width,
            height,
            opening,
            positions,
            deeper,
            black,
            end,
        };
        game.check()?;
        Ok(game)
    }
}

/// The bytes of a game that are left to read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BadRecord> {
        let (first, rest) = self.0.split_first_chunk().ok_or(BadRecord::Short)?;
        self.0 = rest;
        Ok(*first)
    }

    fn three(&mut self) -> Result<u32, BadRecord> {
        let [a, b, c] = self.take()?;
        Ok(u32::from_le_bytes([a, b, c, 0]))
    }

    /// Seven bits per byte, the lowest first; the highest bit is set if more follow.
    fn number(&mut self) -> Result<u64, BadRecord> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let [byte] = self.take()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(BadRecord::Unknown("number", u32::MAX))
    }

    /// The number of items that take at least three bytes each.
    fn count(&mut self) -> Result<usize, BadRecord> {
        let count = self.number()? as usize;
        if count > self.0.len() / 3 {
            return Err(BadRecord::Short);
        }
        Ok(count)
    }

    /// The same, or none at the end of the bytes.
    fn count_if_any(&mut self) -> Result<usize, BadRecord> {
        match self.0 {
            [] => Ok(0),
            _ => self.count(),
        }
    }

    fn squares(&mut self) -> Result<Vec<Square>, BadRecord> {
        let count = self.count()?;
        (0..count).map(|_| square_of(self.three()?)).collect()
    }

    fn deeper(&mut self) -> Result<Deeper, BadRecord> {
        let place = self.number()? as usize;
        let bits = self.three()?;
        Ok(Deeper {
            place,
            best: square_of(bits & NO_SQUARE)?,
            score: StoredScore::from_bits(bits)?,
        })
    }

    fn position(&mut self) -> Result<ScoredPosition, BadRecord> {
        let bits = self.three()?;
        if bits & UNUSED != 0 {
            return Err(BadRecord::Unknown("bit", UNUSED.ilog2()));
        }
        let played = match bits & NO_SQUARE {
            NO_SQUARE => None,
            square => Some(square_of(square)?),
        };
        Ok(ScoredPosition {
            score: StoredScore::from_bits(bits)?,
            played,
            levelling: bits & LEVELLING != 0,
            forced: bits & FORCED != 0,
        })
    }
}

fn square_of(index: u32) -> Result<Square, BadRecord> {
    if index as usize >= SQUARES {
        return Err(BadRecord::Unknown("square", index));
    }
    Ok(Square::from_index(index as usize))
}

fn put_squares(bytes: &mut Vec<u8>, squares: &[Square]) {
    put_number(bytes, squares.len() as u64);
    for square in squares {
        put_three(bytes, square.index() as u32);
    }
}

fn put_three(bytes: &mut Vec<u8>, bits: u32) {
    bytes.extend(&bits.to_le_bytes()[..3]);
}

fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_come_back() {
        for kind in [
            Meaning::Estimate(0),
            Meaning::Estimate(-2_000),
            Meaning::Estimate(1_999),
            Meaning::WinIn(1),
            Meaning::LossIn(46),
        ] {
            let stored = StoredScore::of(kind);
            assert_eq!(stored.meaning(), kind);
            assert_eq!(StoredScore::from_bits(stored.bits()), Ok(stored));
        }
        let far = StoredScore::of(Meaning::WinIn(130));
        assert_eq!(far.meaning(), Meaning::WinIn(46));
        let much = StoredScore::of(Meaning::Estimate(-9_000));
        assert_eq!(much.meaning(), Meaning::Estimate(-2_000));
        assert!(StoredScore::from_bits(0x800 << SCORE_SHIFT).is_err());
    }

    /// It once said that scores of further root moves follow.
    #[test]
    fn the_unused_bit_is_an_error() {
        let read = |bits: u32| Bytes(&bits.to_le_bytes()[..3]).position();
        assert!(read(NO_SQUARE).is_ok());
        assert_eq!(read(NO_SQUARE | UNUSED), Err(BadRecord::Unknown("bit", 23)));
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 1 << 40, i64::MAX as u64] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            assert_eq!(Bytes(&bytes).number(), Ok(number));
        }
    }
}
