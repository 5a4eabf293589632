//! The digits of move numbers, as strokes.

/// A point of a stroke: 0 to 1 from left to right and from top to bottom.
type Point = (f32, f32);

const ZERO: &[Point] = &[
    (0.5, 0.0),
    (0.82, 0.08),
    (0.97, 0.3),
    (1.0, 0.5),
    (0.97, 0.7),
    (0.82, 0.92),
    (0.5, 1.0),
    (0.18, 0.92),
    (0.03, 0.7),
    (0.0, 0.5),
    (0.03, 0.3),
    (0.18, 0.08),
    (0.5, 0.0),
];
const ONE: &[Point] = &[(0.15, 0.22), (0.55, 0.0), (0.55, 1.0)];
const TWO: &[Point] = &[
    (0.05, 0.27),
    (0.2, 0.06),
    (0.5, 0.0),
    (0.8, 0.06),
    (0.95, 0.27),
    (0.85, 0.48),
    (0.03, 1.0),
    (1.0, 1.0),
];
const THREE: &[Point] = &[
    (0.05, 0.14),
    (0.25, 0.02),
    (0.55, 0.0),
    (0.85, 0.09),
    (0.93, 0.26),
    (0.8, 0.42),
    (0.45, 0.47),
    (0.83, 0.54),
    (1.0, 0.73),
    (0.87, 0.93),
    (0.5, 1.0),
    (0.2, 0.97),
    (0.0, 0.85),
];
const FOUR: &[Point] = &[(0.75, 1.0), (0.75, 0.0), (0.0, 0.7), (1.0, 0.7)];
const FIVE: &[Point] = &[
    (0.92, 0.0),
    (0.17, 0.0),
    (0.08, 0.45),
    (0.5, 0.36),
    (0.87, 0.46),
    (1.0, 0.68),
    (0.87, 0.92),
    (0.5, 1.0),
    (0.2, 0.98),
    (0.0, 0.88),
];
const SIX: &[Point] = &[
    (0.88, 0.08),
    (0.55, 0.0),
    (0.2, 0.12),
    (0.04, 0.4),
    (0.02, 0.68),
    (0.15, 0.92),
    (0.5, 1.0),
    (0.85, 0.92),
    (1.0, 0.68),
    (0.85, 0.45),
    (0.5, 0.38),
    (0.17, 0.48),
    (0.02, 0.68),
];
const SEVEN: &[Point] = &[(0.0, 0.0), (1.0, 0.0), (0.4, 1.0)];
const EIGHT: &[Point] = &[
    (0.5, 0.46),
    (0.17, 0.38),
    (0.07, 0.22),
    (0.2, 0.05),
    (0.5, 0.0),
    (0.8, 0.05),
    (0.93, 0.22),
    (0.83, 0.38),
    (0.5, 0.46),
    (0.14, 0.56),
    (0.0, 0.75),
    (0.13, 0.93),
    (0.5, 1.0),
    (0.87, 0.93),
    (1.0, 0.75),
    (0.86, 0.56),
    (0.5, 0.46),
];
/// A nine is a six that was turned.
const DIGITS: [&[Point]; 10] = [ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, SIX];

/// The size of a digit, and the space between two, of numbers with so many.
fn size(digits: usize) -> (f32, f32, f32) {
    match digits {
        1 | 2 => (0.21, 0.38, 0.1),
        _ => (0.155, 0.32, 0.075),
    }
}

/// How far a point is from the strokes of a number that stands in the middle of a cell;
/// places and distance in sides of the cell, the place from its middle.
pub(super) fn distance(number: usize, (x, y): Point) -> f32 {
    let digits: Vec<usize> = number
        .to_string()
        .bytes()
        .map(|digit| usize::from(digit - b'0'))
        .collect();
    let (width, height, gap) = size(digits.len());
    let all = digits.len() as f32 * (width + gap) - gap;
    let distances = digits.iter().enumerate().map(|(place, &digit)| {
        let left = place as f32 * (width + gap) - all / 2.0;
        let on_cell = |(px, py): Point| match digit {
            9 => (left + (1.0 - px) * width, (0.5 - py) * height),
            _ => (left + px * width, (py - 0.5) * height),
        };
        let strokes = DIGITS[digit].windows(2);
        strokes
            .map(|ends| to_stroke((x, y), on_cell(ends[0]), on_cell(ends[1])))
            .fold(f32::MAX, f32::min)
    });
    distances.fold(f32::MAX, f32::min)
}

/// How far a point is from the line between two others.
fn to_stroke((x, y): Point, (ax, ay): Point, (bx, by): Point) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    let along = along.clamp(0.0, 1.0);
    (x - ax - along * dx).hypot(y - ay - along * dy)
}
