use gif::{ColorOutput, DecodeOptions, Repeat};

use super::*;
use crate::board::notation::play_moves;

/// A GIF as it is shown.
struct Shown {
    pictures: Vec<Vec<[u8; 4]>>,
    pauses: Vec<u16>,
    size: (usize, usize),
    repeat: Repeat,
}

fn shown(bytes: &[u8]) -> Shown {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let size = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![[0; 4]; size.0 * size.1];
    let (mut all, mut pauses) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let pixels: &[[u8; 4]] = frame.buffer.as_chunks().0;
        for (place, &pixel) in pixels.iter().enumerate() {
            let columns = usize::from(frame.width);
            let x = usize::from(frame.left) + place % columns;
            let y = usize::from(frame.top) + place / columns;
            if pixel[3] != 0 {
                canvas[y * size.0 + x] = pixel;
            }
        }
        all.push(canvas.clone());
        pauses.push(frame.delay);
    }
    Shown {
        pictures: all,
        pauses,
        size,
        repeat: decoder.repeat(),
    }
}

fn board(width: usize, height: usize, moves: &str) -> Board {
    let mut board = Board::new(width, height).unwrap();
    play_moves(&mut board, moves).unwrap();
    board
}

#[test]
fn each_move_has_a_picture_in_which_only_it_and_the_last_mark_change() {
    let board = board(9, 7, "c3g5c4");
    let bytes = animated(&board, &pictures_of(&board)).unwrap();
    let Shown {
        pictures,
        pauses,
        size,
        repeat,
    } = shown(&bytes);
    assert_eq!(size, (9 * CELL + 2 * MARGIN, 7 * CELL + 2 * MARGIN));
    assert_eq!(repeat, Repeat::Infinite);
    assert_eq!(pauses, [PAUSE, PAUSE, PAUSE, LAST_PAUSE]);
    // The cells that differ between two pictures, as columns and rows from the top.
    let differ = |one: &[[u8; 4]], other: &[[u8; 4]]| {
        let places = (0..one.len()).filter(|&place| one[place] != other[place]);
        let mut cells: Vec<(usize, usize)> = places
            .map(|place| {
                let (x, y) = (place % size.0, place / size.0);
                ((x - MARGIN) / CELL, (y - MARGIN) / CELL)
            })
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    assert_eq!(differ(&pictures[0], &pictures[1]), [(2, 4)]);
    assert_eq!(differ(&pictures[1], &pictures[2]), [(2, 4), (6, 2)]);
    assert_eq!(differ(&pictures[2], &pictures[3]), [(2, 3), (6, 2)]);
    // Black is dark and White light, with the number in the other.
    let at = |picture: usize, column: usize, row: usize, x: usize, y: usize| {
        let place = (MARGIN + row * CELL + y) * size.0 + MARGIN + column * CELL + x;
        pictures[picture][place]
    };
    let light = |pixel: [u8; 4]| pixel[..3].iter().map(|&part| u32::from(part)).sum::<u32>();
    assert!(light(at(3, 2, 4, 8, 24)) < 200 && light(at(3, 6, 2, 8, 24)) > 550);
    let darkest = (0..CELL * CELL).map(|place| light(at(3, 6, 2, place % CELL, place / CELL)));
    assert!(darkest.min() < Some(60), "the number 2 on a white stone");
}

#[test]
fn every_digit_looks_different() {
    let palette = Palette::new();
    let cells: Vec<Vec<u8>> = (0..10)
        .map(|number| {
            let point = Point {
                lines: [true; 4],
                is_star: false,
                stone: Some((Color::White, Some(number))),
                is_last: false,
            };
            paint::cell(&point, &palette)
        })
        .collect();
    for (one, other) in (0..10).flat_map(|one| (0..one).map(move |other| (one, other))) {
        let pairs = cells[one].iter().zip(&cells[other]);
        let count = pairs.filter(|(one, other)| one != other).count();
        assert!(count > 12, "{one} {other}: {count}");
    }
}

#[test]
fn an_empty_game_and_a_full_one_are_pictures_too() {
    let empty = board(5, 22, "");
    let one = shown(&animated(&empty, &pictures_of(&empty)).unwrap());
    assert_eq!((one.pictures.len(), one.pauses), (1, vec![LAST_PAUSE]));
    assert_eq!(shown(&animated(&empty, &[]).unwrap()).pictures.len(), 1);
    let mut full = Board::new(22, 22).unwrap();
    while let Some(square) = full.empty().first() {
        full.place(square);
    }
    let bytes = animated(&full, &pictures_of(&full)).unwrap();
    assert_eq!(shown(&bytes).pictures.len(), 22 * 22 + 1);
    assert!(bytes.len() < 2 << 20, "{}", bytes.len());
}
