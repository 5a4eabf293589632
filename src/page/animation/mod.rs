//! A game as an animated GIF: the board, stone by stone, with numbers and the last move.

mod digits;
mod paint;
#[cfg(test)]
mod tests;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::desk::File;
use super::message::Message;
use crate::board::Board;
use crate::types::{Color, Square};
use paint::{CELL, Palette, Point, WOOD};

/// The most pictures.
const MOST_PICTURES: usize = 500;
/// The wood around the board, in pixels.
const MARGIN: usize = 8;
/// How long a picture stays, and the last one, in hundredths of a second.
const PAUSE: u16 = 80;
const LAST_PAUSE: u16 = 400;

/// A position of the animation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The stones with their numbers, if they have any.
    pub stones: Vec<(Square, Color, Option<usize>)>,
    /// The last move.
    pub last: Option<Square>,
}

/// The pictures of a game, one for each move.
pub(crate) fn pictures_of(board: &Board) -> Vec<Picture> {
    let mut picture = Picture::default();
    let mut pictures = vec![picture.clone()];
    let colors = [Color::Black, Color::White].into_iter().cycle();
    for ((index, played), color) in board.moves().iter().enumerate().zip(colors) {
        if let Some(square) = *played {
            picture.stones.push((square, color, Some(index + 1)));
            picture.last = Some(square);
            pictures.push(picture.clone());
        }
    }
    pictures
}

/// The GIF as a file of this name.
pub(crate) fn file(name: String, blank: &Board, pictures: &[Picture]) -> Result<File, Message> {
    let bytes = animated(blank, pictures);
    let bytes =
        bytes.map_err(|error| Message::new("cannot_save").with("why", error.to_string()))?;
    Ok(File {
        name,
        text: bytes.into_iter().map(char::from).collect(),
        binary: true,
    })
}

/// The GIF of these pictures on a board like this one.
fn animated(blank: &Board, pictures: &[Picture]) -> Result<Vec<u8>, EncodingError> {
    let canvas = Canvas::new(blank);
    let [width, height] = [blank.width(), blank.height()].map(side);
    let mut encoder = Encoder::new(Vec::new(), width, height, &canvas.palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let empty = Picture::default();
    let mut shown = canvas.points(pictures.first().unwrap_or(&empty));
    let mut waiting = canvas.whole(&shown);
    for picture in pictures.iter().take(MOST_PICTURES).skip(1) {
        let points = canvas.points(picture);
        if let Some(frame) = canvas.changed(&shown, &points) {
            encoder.write_frame(&waiting)?;
            waiting = frame;
        }
        shown = points;
    }
    waiting.delay = LAST_PAUSE;
    encoder.write_frame(&waiting)?;
    encoder.into_inner()
}

/// The pixels of a side of the board with so many lines.
fn side(lines: usize) -> u16 {
    // At most 22 lines.
    (lines * CELL + 2 * MARGIN) as u16
}

/// What is drawn on.
struct Canvas<'b> {
    board: &'b Board,
    palette: Palette,
}

/// Points of a board, row by row from the top.
type Points = Vec<Point>;

impl Canvas<'_> {
    fn new(board: &Board) -> Canvas<'_> {
        let palette = Palette::new();
        Canvas { board, palette }
    }

    fn points(&self, picture: &Picture) -> Points {
        let (width, height) = (self.board.width(), self.board.height());
        let places = (0..width * height).map(|place| (place % width, place / width));
        let point = |(x, y): (usize, usize)| {
            let square = self.board.square(x as i32, y as i32);
            let stone = picture.stones.iter().find(|one| Some(one.0) == square);
            Point {
                lines: [x > 0, x + 1 < width, y > 0, y + 1 < height],
                is_star: square.is_some_and(|square| self.board.is_star(square)),
                stone: stone.map(|&(_, color, number)| (color, number)),
                is_last: square.is_some() && picture.last == square,
            }
        };
        places.map(point).collect()
    }

    /// The whole picture.
    fn whole(&self, points: &Points) -> Frame<'static> {
        let [width, height] = [self.board.width(), self.board.height()].map(side);
        let [columns, rows] = [usize::from(width), usize::from(height)];
        let mut pixels = vec![self.palette.nearest(WOOD); columns * rows];
        for (place, point) in points.iter().enumerate() {
            let (x, y) = (place % self.board.width(), place / self.board.width());
            let corner = (MARGIN + x * CELL, MARGIN + y * CELL);
            self.put(&mut pixels, columns, corner, point);
        }
        frame((0, 0), (width, height), pixels)
    }

    /// What has changed, the rest transparent; nothing if nothing has.
    fn changed(&self, before: &Points, after: &Points) -> Option<Frame<'static>> {
        let lines = self.board.width();
        let pairs = before.iter().zip(after).enumerate();
        let changed: Vec<(usize, usize)> = pairs
            .filter(|(_, (before, after))| before != after)
            .map(|(place, _)| (place % lines, place / lines))
            .collect();
        let range = |of: fn(&(usize, usize)) -> usize| {
            let places = changed.iter().map(of);
            Some((places.clone().min()?, places.max()?))
        };
        let ((left, right), (top, bottom)) = (range(|one| one.0)?, range(|one| one.1)?);
        let [columns, rows] = [right - left + 1, bottom - top + 1].map(|count| count * CELL);
        let mut pixels = vec![self.palette.unused(); columns * rows];
        for &(x, y) in &changed {
            let corner = ((x - left) * CELL, (y - top) * CELL);
            self.put(&mut pixels, columns, corner, &after[y * lines + x]);
        }
        let corner = [left, top].map(|place| (MARGIN + place * CELL) as u16);
        let mut frame = frame(corner.into(), (columns as u16, rows as u16), pixels);
        frame.transparent = Some(self.palette.unused());
        Some(frame)
    }

    /// Draws a point into pixels with so many columns.
    fn put(&self, pixels: &mut [u8], columns: usize, corner: (usize, usize), point: &Point) {
        let cell = paint::cell(point, &self.palette);
        for (row, line) in cell.chunks(CELL).enumerate() {
            let start = (corner.1 + row) * columns + corner.0;
            pixels[start..start + CELL].copy_from_slice(line);
        }
    }
}

fn frame(corner: (u16, u16), size: (u16, u16), pixels: Vec<u8>) -> Frame<'static> {
    Frame {
        left: corner.0,
        top: corner.1,
        width: size.0,
        height: size.1,
        delay: PAUSE,
        dispose: DisposalMethod::Keep,
        buffer: pixels.into(),
        ..Frame::default()
    }
}
