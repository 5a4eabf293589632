//! The windows of a position and the pools of their rows. They are updated lazily,
//! when they are needed: only for squares that see a stone placed since the last
//! update, whose old state is kept for when that stone is taken back.

use super::value::{Pool, VIEW, ValueNumbers, View};
use super::windows::{FAR, row, rows_of, swapped_rows};
use crate::board::Board;
use crate::board::line::{MARGIN, SPOTS, stride};
use crate::types::{Color, Direction, SQUARES, Square};

/// An empty square's state, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Seen {
    /// The sum of the rows of its four windows ...
    sum: View,
    /// ... which are these, with Black as the own colour and with White.
    rows: [[u32; 4]; 2],
}

/// A square before a stone changed one of its windows.
#[derive(Clone, Copy)]
struct Change {
    square: u16,
    direction: u8,
    row: u32,
    sum: View,
}

/// The state before an update.
#[derive(Clone, Copy)]
struct Frame {
    /// The number of moves.
    moves: usize,
    /// The length of the list of changes.
    changes: usize,
    pool: Pool,
}

/// The pools of a position at the last update.
#[derive(Clone)]
pub struct Pooled {
    squares: Box<[Seen; SQUARES]>,
    pool: Pool,
    /// The number of moves at the last update ...
    moves: usize,
    /// ... and how many of them were not taken back since.
    standing: usize,
    frames: Vec<Frame>,
    changes: Vec<Change>,
    /// See [`swapped_rows`].
    swapped: &'static [u32],
}

impl Pooled {
    /// The pools of a position on this board, whose moves are never taken back.
    pub fn new(numbers: &ValueNumbers, board: &Board) -> Pooled {
        let none = Seen {
            sum: [0; 2 * VIEW],
            rows: [[0; 4]; 2],
        };
        let moves = board.moves().len();
        let mut pooled = Pooled {
            squares: Box::new([none; SQUARES]),
            pool: [0; 2 * VIEW],
            moves,
            standing: moves,
            frames: Vec::new(),
            changes: Vec::new(),
            swapped: swapped_rows(),
        };
        for square in *board.empty() {
            let seen = &mut pooled.squares[square.index()];
            seen.rows = Color::ALL.map(|own| rows_of(board, square, own));
            for row in seen.rows[0] {
                let numbers = seen.sum.iter_mut().zip(&numbers.windows[row as usize]);
                numbers.for_each(|(sum, one)| *sum += one);
            }
            replace(&mut pooled.pool, &[0; 2 * VIEW], &seen.sum);
        }
        pooled
    }

    /// Moves were taken back until `left` of them remain.
    #[inline]
    pub fn taken_back(&mut self, left: usize) {
        self.standing = self.standing.min(left);
    }

    /// The pools at the last update.
    #[inline(always)]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The rows of an empty square's windows at the last update, one for each
    /// direction, with `own` as the own colour.
    #[inline(always)]
    pub fn rows(&self, square: Square, own: Color) -> &[u32; 4] {
        &self.squares[square.index()].rows[own.index()]
    }

    /// Updates all to this board, which differs from the last one by moves taken
    /// back, reported by [`Pooled::taken_back`], and moves made after that.
    #[inline(always)]
    pub fn follow(&mut self, numbers: &ValueNumbers, board: &Board) {
        while self.moves > self.standing
            && let Some(frame) = self.frames.pop()
        {
            self.restore(frame);
        }
        let moves = board.moves();
        if self.moves < moves.len() {
            self.frames.push(Frame {
                moves: self.moves,
                changes: self.changes.len(),
                pool: self.pool,
            });
            // A local copy, so that it stays in registers.
            let mut pool = self.pool;
            for square in moves[self.moves..].iter().copied().flatten() {
                let seen = &self.squares[square.index()];
                replace(&mut pool, &seen.sum, &[0; 2 * VIEW]);
            }
            for square in moves[self.moves..].iter().copied().flatten() {
                self.fill(numbers, board, square, &mut pool);
            }
            self.pool = pool;
        }
        self.moves = moves.len();
        self.standing = moves.len();
    }

    #[inline(always)]
    fn restore(&mut self, frame: Frame) {
        for change in self.changes[frame.changes..].iter().rev() {
            let seen = &mut self.squares[usize::from(change.square)];
            let direction = usize::from(change.direction);
            seen.rows[0][direction] = change.row;
            seen.rows[1][direction] = self.swapped[change.row as usize];
            seen.sum = change.sum;
        }
        self.changes.truncate(frame.changes);
        self.pool = frame.pool;
        self.moves = frame.moves;
    }

    /// A stone was placed on this square: updates the empty squares whose windows
    /// contain it.
    #[inline(always)]
    fn fill(&mut self, numbers: &ValueNumbers, board: &Board, square: Square, pool: &mut Pool) {
        self.along::<{ Direction::Horizontal as usize }>(numbers, board, square, pool);
        self.along::<{ Direction::Vertical as usize }>(numbers, board, square, pool);
        self.along::<{ Direction::Diagonal as usize }>(numbers, board, square, pool);
        self.along::<{ Direction::AntiDiagonal as usize }>(numbers, board, square, pool);
    }

    #[inline(always)]
    fn along<const DIRECTION: usize>(
        &mut self,
        numbers: &ValueNumbers,
        board: &Board,
        square: Square,
        pool: &mut Pool,
    ) {
        let spot = SPOTS[square.index()][DIRECTION];
        let line = board.lines().key(spot);
        let place = usize::from(spot.place) + MARGIN;
        // The places within reach, as bits of the line key.
        let within = ((1u64 << (4 * FAR + 2)) - 1) << (2 * (place - FAR));
        let mut empties = line.empties() & within;
        let stride = const { stride(Direction::ALL[DIRECTION]) };
        let base = square.index() as isize - place as isize * stride;
        while empties != 0 {
            let there = empties.trailing_zeros() as usize / 2;
            empties &= empties - 1;
            let now = row(line, there - MARGIN, Color::Black);
            let index = (base + there as isize * stride) as usize;
            let seen = &mut self.squares[index];
            let before = seen.rows[0][DIRECTION];
            if before as usize == now {
                continue;
            }
            self.changes.push(Change {
                square: index as u16,
                direction: DIRECTION as u8,
                row: before,
                sum: seen.sum,
            });
            let (old, new) = (&numbers.windows[before as usize], &numbers.windows[now]);
            let mut sum = seen.sum;
            for ((sum, old), new) in sum.iter_mut().zip(old).zip(new) {
                *sum += new - old;
            }
            replace(pool, &seen.sum, &sum);
            seen.sum = sum;
            seen.rows[0][DIRECTION] = now as u32;
            seen.rows[1][DIRECTION] = self.swapped[now];
        }
    }
}

/// Replaces a square's view in the pool.
#[inline(always)]
fn replace(pool: &mut Pool, before: &View, now: &View) {
    for ((pool, &before), &now) in pool.iter_mut().zip(before).zip(now) {
        *pool += i32::from(now.max(0) - before.max(0));
    }
}
