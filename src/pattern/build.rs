//! Builds the table of shapes: one pass over all windows in rising order of
//! their keys. Filling an empty square lowers a key, so everything that a
//! window can become is known before the window itself.

use super::Shape;
use crate::board::line;
use crate::types::{Color, FiveRule, Rule};

/// Squares of the longest window, its middle included.
const LONGEST: usize = 11;

/// Both colours' shapes (Black's in the low four bits) for every window of
/// `2 * reach` squares.
pub(super) fn shapes(rule: Rule, reach: usize) -> Box<[u8]> {
    let [black, white] = Color::ALL.map(|color| rule.five_rule(color));
    let ours = own_shapes(black, reach);
    let theirs = (white != black).then(|| own_shapes(white, reach));
    let theirs = theirs.as_ref().unwrap_or(&ours);
    // White's shapes are Black's with the colours swapped.
    let halves = 1 << (2 * reach);
    let exchanged: Vec<usize> = (0..halves).map(exchange).collect();
    (0..halves * halves)
        .map(|window| {
            let (high, low) = (window >> (2 * reach), window & (halves - 1));
            let seen = exchanged[high] << (2 * reach) | exchanged[low];
            ours[window] | theirs[seen] << 4
        })
        .collect()
}

/// The shapes of black stones under the rule `five`, for every window.
fn own_shapes(five: FiveRule, reach: usize) -> Box<[u8]> {
    let halves = 1 << (2 * reach);
    let mut table = vec![0u8; halves * halves].into_boxed_slice();
    // Squares behind a wall count as wall: a blocked square may be in the middle of a
    // board.
    let below: Vec<usize> = (0..halves)
        .map(|half| visible(half, reach, (0..reach).rev()))
        .collect();
    let above: Vec<usize> = (0..halves)
        .map(|half| visible(half, reach, 0..reach))
        .collect();
    for (high, &seen_high) in above.iter().enumerate() {
        for (low, &seen_low) in below.iter().enumerate() {
            let key = high << (2 * reach) | low;
            let seen = seen_high << (2 * reach) | seen_low;
            table[key] = if seen != key {
                table[seen]
            } else {
                shape(&table, five, key, reach) as u8
            };
        }
    }
    table
}

/// A half window with black and white swapped.
fn exchange(half: usize) -> usize {
    const LOW_BITS: usize = 0x155;
    (half >> 1 & LOW_BITS) | (half & LOW_BITS) << 1
}

/// A half window with walls behind its first wall; `outward` are its places from the
/// middle on.
fn visible(half: usize, reach: usize, outward: impl Iterator<Item = usize>) -> usize {
    debug_assert!(half < 1 << (2 * reach));
    let mut seen = 0;
    for place in outward {
        let bits = half >> (2 * place) & 0b11;
        if bits == line::WALL as usize {
            break;
        }
        seen |= bits << (2 * place);
    }
    seen
}

/// Black's shape for a window, given those of all lower keys.
fn shape(table: &[u8], five: FiveRule, key: usize, reach: usize) -> Shape {
    let window = Window::new(key, reach);
    match window.row_through_middle(five) {
        RowKind::Five => return Shape::Five,
        RowKind::TooLong if five == FiveRule::ExactlyFiveOrFoul => return Shape::Overline,
        RowKind::TooLong | RowKind::Blocked => return Shape::None,
        RowKind::Short => (),
    }
    let mut completions = [0; 2];
    let mut fives = 0;
    let mut becomes = [0u8; 16];
    for place in window.empties() {
        let bit = 2 * if place < reach { place } else { place - 1 };
        let filled = key & !(0b11 << bit) | (line::BLACK as usize) << bit;
        let next = Shape::from_bits(table[filled]);
        becomes[next as usize] += 1;
        if next == Shape::Five {
            // There are at most two: the first gap on either side.
            completions[fives] = place;
            fives += 1;
        }
    }
    match fives {
        0 => slower_shape(&becomes),
        _ => four(&window, five, &completions[..fives]),
    }
}

/// The shape of a row that one more stone does not complete, from the shapes after one
/// more stone.
fn slower_shape(becomes: &[u8; 16]) -> Shape {
    let count = |shape: Shape| becomes[shape as usize];
    let open_threes = count(Shape::OpenThree) + count(Shape::FreeThree);
    match () {
        _ if count(Shape::OpenFour) >= 2 => Shape::FreeThree,
        _ if count(Shape::OpenFour) == 1 => Shape::OpenThree,
        _ if count(Shape::ClosedFour) > 0 => Shape::ClosedThree,
        _ if open_threes >= 3 => Shape::FreeTwo,
        _ if open_threes > 0 => Shape::OpenTwo,
        _ if count(Shape::ClosedThree) > 0 => Shape::ClosedTwo,
        _ if count(Shape::OpenTwo) + count(Shape::FreeTwo) > 0 => Shape::OpenOne,
        _ if count(Shape::ClosedTwo) > 0 => Shape::ClosedOne,
        _ => Shape::None,
    }
}

/// The kind of a four, from the places that complete a five.
fn four(window: &Window, five: FiveRule, completions: &[usize]) -> Shape {
    match five {
        FiveRule::AtLeastFive | FiveRule::ExactlyFive => match completions {
            [_] => Shape::ClosedFour,
            _ => Shape::OpenFour,
        },
        FiveRule::ExactlyFiveOrFoul => match completions {
            [_] => Shape::ClosedFour,
            [first, last] if last - first == 5 => Shape::OpenFour,
            _ => Shape::LineDoubleFour,
        },
        FiveRule::OpenFive | FiveRule::OpenFiveOrMore => {
            let stops_all = |answer: usize| {
                let after = window.with(answer, Cell::Other);
                !completions.iter().any(|&place| {
                    place != answer
                        && after.with(place, Cell::Own).row_through_middle(five) == RowKind::Five
                })
            };
            if window.empties().any(stops_all) {
                Shape::ClosedFour
            } else {
                Shape::OpenFour
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Own,
    Other,
    Empty,
    Wall,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKind {
    /// Fewer than five stones.
    Short,
    /// Wins.
    Five,
    /// Five stones that do not win, blocked at both ends.
    Blocked,
    /// More stones than win under this rule.
    TooLong,
}

/// A window spread out, with an own (black) stone in the middle.
#[derive(Clone, Copy)]
struct Window {
    cells: [Cell; LONGEST],
    reach: usize,
}

impl Window {
    fn new(key: usize, reach: usize) -> Window {
        let mut cells = [Cell::Wall; LONGEST];
        for (place, cell) in cells.iter_mut().enumerate().take(2 * reach + 1) {
            if place == reach {
                *cell = Cell::Own;
                continue;
            }
            let bit = 2 * if place < reach { place } else { place - 1 };
            *cell = match (key >> bit & 0b11) as u64 {
                line::EMPTY => Cell::Empty,
                line::WALL => Cell::Wall,
                line::BLACK => Cell::Own,
                _ => Cell::Other,
            };
        }
        Window { cells, reach }
    }

    fn with(&self, place: usize, cell: Cell) -> Window {
        let mut window = *self;
        window.cells[place] = cell;
        window
    }

    fn empties(&self) -> impl Iterator<Item = usize> {
        let cells = self.cells;
        (0..2 * self.reach + 1).filter(move |&place| cells[place] == Cell::Empty)
    }

    fn row_through_middle(&self, five: FiveRule) -> RowKind {
        let own = |place: &usize| self.cells[*place] == Cell::Own;
        let back = (0..self.reach).rev().take_while(own).count();
        let ahead = (self.reach + 1..2 * self.reach + 1).take_while(own).count();
        let other = |place: Option<usize>| {
            place.and_then(|place| self.cells.get(place)) == Some(&Cell::Other)
        };
        let blocked =
            other((self.reach - back).checked_sub(1)) && other(Some(self.reach + ahead + 1));
        match (back + 1 + ahead, five) {
            (..5, _) => RowKind::Short,
            (5, FiveRule::OpenFive | FiveRule::OpenFiveOrMore) if blocked => RowKind::Blocked,
            (5, _) | (_, FiveRule::AtLeastFive | FiveRule::OpenFiveOrMore) => RowKind::Five,
            _ => RowKind::TooLong,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape that Black makes at the `*` of a line of at most 11 squares:
    /// `O` black, `X` white, `_` empty, `|` wall; beyond the text is wall.
    fn made(rule: Rule, text: &str) -> Shape {
        let star = text.find('*').unwrap();
        let mut line = line::LineKey::default();
        for (place, c) in text.chars().enumerate() {
            if c != '|' {
                line.toggle_wall(place);
            }
            match c {
                'O' => line.toggle(place, Color::Black),
                'X' => line.toggle(place, Color::White),
                _ => (),
            }
        }
        crate::pattern::Tables::of(rule).shape_if_played(line, star, Color::Black)
    }

    #[track_caller]
    fn check(rule: Rule, cases: &[(&str, Shape)]) {
        for &(text, shape) in cases {
            assert_eq!(made(rule, text), shape, "{rule} {text}");
            let mirrored: String = text.chars().rev().collect();
            assert_eq!(made(rule, &mirrored), shape, "{rule} {mirrored}");
        }
    }

    #[test]
    fn shapes_of_freestyle() {
        check(
            Rule::Freestyle,
            &[
                ("OO*OO", Shape::Five),
                ("OOO*OO", Shape::Five),
                ("_OO*O_", Shape::OpenFour),
                ("XOO*O_", Shape::ClosedFour),
                ("OO_*O", Shape::ClosedFour),
                ("O_O*O_O", Shape::OpenFour),
                ("__O*O__", Shape::FreeThree),
                ("X_O*O__", Shape::OpenThree),
                ("X_O*O_X", Shape::ClosedThree),
                ("_O_*O_", Shape::OpenThree),
                ("XOO*___", Shape::ClosedThree),
                ("___*O___", Shape::FreeTwo),
                ("_*__O_", Shape::OpenTwo),
                ("XO*____", Shape::ClosedTwo),
                ("____*____", Shape::OpenOne),
                ("X*____", Shape::ClosedOne),
                ("X__*_X", Shape::None),
                ("O|O*O_X", Shape::None),
                ("O|O*OO_X", Shape::ClosedFour),
            ],
        );
    }

    #[test]
    fn six_do_not_win_in_standard() {
        check(
            Rule::Standard,
            &[
                ("OO*OO", Shape::Five),
                ("XOO*OOX", Shape::Five),
                ("OOO*OO", Shape::None),
                ("OO_O*OX", Shape::None),
                ("_OO*O_O", Shape::ClosedFour),
                ("O_OO*O_O", Shape::None),
                ("_OO*O_", Shape::OpenFour),
                ("O__O*O__X", Shape::OpenThree),
            ],
        );
    }

    #[test]
    fn fouls_of_renju_black() {
        check(
            Rule::Renju,
            &[
                ("OOO*OO", Shape::Overline),
                ("O_O*O_O", Shape::LineDoubleFour),
                ("OO_*O_OO", Shape::LineDoubleFour),
                ("OOO_*_OOO", Shape::LineDoubleFour),
                ("_OO*O_", Shape::OpenFour),
                ("_OO*O_O", Shape::ClosedFour),
                ("O_*OO__O", Shape::ClosedFour),
                ("O__O*O_X", Shape::ClosedThree),
            ],
        );
    }

    #[test]
    fn caro_fives_need_one_free_end() {
        for rule in [Rule::Caro, Rule::CaroOverline] {
            check(
                rule,
                &[
                    ("XOO*OOX", Shape::None),
                    ("|OO*OOX", Shape::Five),
                    ("_OO*OOX", Shape::Five),
                    ("_OO*O_", Shape::OpenFour),
                    ("__OO*O__", Shape::OpenFour),
                    ("X_OO*O__", Shape::ClosedFour),
                    ("X_OO*O_X", Shape::ClosedFour),
                    ("XOO*O__", Shape::ClosedFour),
                    ("XOO*O_", Shape::ClosedFour),
                    ("XOO*O_X", Shape::None),
                ],
            );
        }
        check(Rule::Caro, &[("OOO*OO", Shape::None)]);
        check(
            Rule::CaroOverline,
            &[
                ("XOOO*OOX", Shape::Five),
                ("XOO*O_OX", Shape::ClosedFour),
                ("_OO*O_O", Shape::OpenFour),
            ],
        );
    }
}
