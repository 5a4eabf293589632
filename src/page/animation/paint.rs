//! One point of a board as a square of pixels: lines, stone, number, last move.

use std::collections::HashMap;

use super::digits;
use crate::types::Color;

/// The side of a point's cell, in pixels.
pub(super) const CELL: usize = 32;
/// Samples of a pixel, to the right and down.
const SAMPLES: usize = 3;

/// A colour: red, green, blue.
pub(super) type Rgb = [f32; 3];

pub(super) const WOOD: Rgb = [224.0, 182.0, 108.0];
const LINE: Rgb = [92.0, 67.0, 28.0];
const BLACK: Rgb = [11.0, 11.0, 11.0];
const BLACK_SHINE: Rgb = [90.0, 90.0, 90.0];
const WHITE: Rgb = [255.0, 255.0, 255.0];
const WHITE_SHADE: Rgb = [211.0, 207.0, 196.0];
const EDGE: Rgb = [141.0, 136.0, 120.0];
const RED: Rgb = [226.0, 60.0, 42.0];
/// All of them.
const COLORS: [Rgb; 8] = [
    WOOD,
    LINE,
    BLACK,
    BLACK_SHINE,
    WHITE,
    WHITE_SHADE,
    EDGE,
    RED,
];
/// The steps from one colour to another in the palette.
const STEPS: usize = 8;

/// Half the width of the board's lines and of the digits' strokes; the radii of stars,
/// stones and of the ring around the last one, in sides of the cell.
const LINE_WIDTH: f32 = 0.02;
const STROKE: f32 = 0.034;
const STAR: f32 = 0.1;
const STONE: f32 = 0.46;
const RING: f32 = 0.4;

/// What is on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// Whether lines lead to the left, right, up and down.
    pub lines: [bool; 4],
    pub is_star: bool,
    pub stone: Option<(Color, Option<usize>)>,
    pub is_last: bool,
}

/// The colours that a picture has: all mixtures of two.
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
}

impl Palette {
    pub fn new() -> Palette {
        let mut colors = Vec::new();
        for (place, &one) in COLORS.iter().enumerate() {
            colors.push(bytes(one));
            for &other in &COLORS[place + 1..] {
                let steps = (1..STEPS).map(|step| step as f32 / STEPS as f32);
                colors.extend(steps.map(|step| bytes(mixed(one, other, step))));
            }
        }
        Palette { colors }
    }

    /// Red, green and blue of all colours, one after the other.
    pub fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// A number that no colour has.
    pub fn unused(&self) -> u8 {
        u8::MAX
    }

    /// The number of the nearest colour.
    pub fn nearest(&self, color: Rgb) -> u8 {
        let far = |known: &[u8; 3]| {
            let parts = known.iter().zip(color);
            let squares = parts.map(|(&part, wanted)| (f32::from(part) - wanted).powi(2));
            squares.sum::<f32>()
        };
        let all = self.colors.iter().map(far).enumerate();
        let nearest = all.min_by(|(_, one), (_, other)| one.total_cmp(other));
        nearest.map_or(0, |(place, _)| place as u8)
    }
}

/// The pixels of a point, row by row, as numbers of the palette.
pub(super) fn cell(point: &Point, palette: &Palette) -> Vec<u8> {
    let mut known = HashMap::new();
    let places = (0..CELL * CELL).map(|place| (place % CELL, place / CELL));
    places
        .map(|(x, y)| {
            let color = pixel(point, x, y);
            let number = known.entry(bytes(color));
            *number.or_insert_with(|| palette.nearest(color))
        })
        .collect()
}

fn pixel(point: &Point, x: usize, y: usize) -> Rgb {
    let part = |pixel: usize, sample: usize| {
        let place = pixel as f32 + (sample as f32 + 0.5) / SAMPLES as f32;
        place / CELL as f32 - 0.5
    };
    let mut sum = [0.0; 3];
    for sample in 0..SAMPLES * SAMPLES {
        let color = color_at(point, part(x, sample % SAMPLES), part(y, sample / SAMPLES));
        for (sum, part) in sum.iter_mut().zip(color) {
            *sum += part / (SAMPLES * SAMPLES) as f32;
        }
    }
    sum
}

/// The colour at a place, from the middle of the cell.
fn color_at(point: &Point, x: f32, y: f32) -> Rgb {
    let radius = x.hypot(y);
    match point.stone {
        Some((color, number)) if radius < STONE => {
            let is_near = radius < RING;
            let is_written = |number| is_near && digits::distance(number, (x, y)) < STROKE;
            let is_written = number.is_some_and(is_written);
            let is_ring = point.is_last && radius > RING;
            match color {
                _ if is_ring => RED,
                Color::Black if is_written => WHITE,
                Color::White if is_written => BLACK,
                Color::Black => mixed(BLACK_SHINE, BLACK, shade(x, y)),
                Color::White if radius > STONE - 0.03 => EDGE,
                Color::White => mixed(WHITE, WHITE_SHADE, shade(x, y)),
            }
        }
        _ if is_line(point, x, y) || (point.is_star && radius < STAR) => LINE,
        _ => WOOD,
    }
}

fn is_line(point: &Point, x: f32, y: f32) -> bool {
    let [left, right, up, down] = point.lines;
    let is_across = y.abs() < LINE_WIDTH && (if x < 0.0 { left } else { right });
    let is_upright = x.abs() < LINE_WIDTH && (if y < 0.0 { up } else { down });
    is_across || is_upright
}

/// How much of its darker colour a stone has: it is lit from the upper left.
fn shade(x: f32, y: f32) -> f32 {
    ((x + 0.14).hypot(y + 0.18) / 0.65).min(1.0)
}

fn mixed(one: Rgb, other: Rgb, part: f32) -> Rgb {
    std::array::from_fn(|index| one[index] + (other[index] - one[index]) * part)
}

fn bytes(color: Rgb) -> [u8; 3] {
    color.map(|part| part.round() as u8)
}
