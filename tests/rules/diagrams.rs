//! The slow referee against the text of the rules, by diagrams. Every diagram
//! is looked at in its eight symmetries, a single line also as a diagonal; one
//! text may hold several diagrams side by side.
//!
//! In renju diagrams every empty square counts: `t` marks a double-three, `f` a
//! double-four, `l` an overline, and no other square is forbidden, least of all
//! `a`, which looks as if it were. The tables have to agree on all of them.
//! Elsewhere `*` is the move in question, `X` its own stones, `O` the others.

use std::collections::HashMap;

use tengen::board::Board;
use tengen::board::notation::{parse_marked_diagram, square_name};
use tengen::position::Position;
use tengen::rules::{ForbiddenKind, Outcome, forbidden, outcome, wins};
use tengen::types::{Color, Renju, Rule, Square};

type Rows = Vec<Vec<char>>;

/// The diagrams of a text, from left to right.
fn diagrams(text: &str) -> Vec<Rows> {
    let mut columns: Vec<Rows> = Vec::new();
    for line in text.lines() {
        for (column, row) in line.split_whitespace().enumerate() {
            columns.resize(columns.len().max(column + 1), Rows::new());
            columns[column].push(row.chars().collect());
        }
    }
    columns
}

/// The eight symmetries of every diagram, each as text; a single line stands
/// both in the middle row of a board and on the diagonal of another.
fn images(text: &str) -> Vec<String> {
    let mut boards = Vec::new();
    for rows in diagrams(text) {
        match &rows[..] {
            [line] => boards.extend([in_a_row(line), on_a_diagonal(line)]),
            _ => boards.push(rows),
        }
    }
    let symmetries = |rows: &Rows| (0..8).map(|symmetry| image(rows, symmetry)).collect();
    boards.iter().flat_map::<Vec<_>, _>(symmetries).collect()
}

fn in_a_row(line: &[char]) -> Rows {
    let mut rows = vec![vec!['.'; line.len()]; 5];
    rows[2] = line.to_vec();
    rows
}

fn on_a_diagonal(line: &[char]) -> Rows {
    let mut rows = vec![vec!['.'; line.len()]; line.len()];
    for (place, &c) in line.iter().enumerate() {
        rows[place][place] = c;
    }
    rows
}

fn image(rows: &Rows, symmetry: u8) -> String {
    let mut rows = rows.clone();
    if symmetry & 1 != 0 {
        rows.reverse();
    }
    if symmetry & 2 != 0 {
        rows.iter_mut().for_each(|row| row.reverse());
    }
    if symmetry & 4 != 0 {
        let column = |x: usize| rows.iter().map(|row| row[x]).collect();
        rows = (0..rows[0].len()).map(column).collect();
    }
    let lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    lines.join("\n")
}

/// Renju: Black's forbidden points are exactly those that the diagrams mark,
/// by the referee and by the tables.
#[track_caller]
fn check(text: &str) {
    for image in images(text) {
        let mut marks = HashMap::new();
        let board = parse_marked_diagram(&image, |mark, square| {
            marks.insert(square, mark);
            "tfla".contains(mark)
        });
        let board = board.unwrap();
        let position = Position::<Renju>::new(board.clone());
        for square in *board.empty() {
            let wanted = match marks.get(&square) {
                Some('t') => Some(ForbiddenKind::DoubleThree),
                Some('f') => Some(ForbiddenKind::DoubleFour),
                Some('l') => Some(ForbiddenKind::Overline),
                _ => None,
            };
            let found = (forbidden(&board, square), position.is_forbidden(square));
            let name = square_name(square, board.height());
            assert_eq!(found, (wanted, wanted.is_some()), "{name} of\n{image}");
        }
    }
}

/// [`check`] for rows on which the marked square also makes a real three up
/// and down, so that it is a double-three if it makes one along the row too.
#[track_caller]
fn check_beside_a_three(rows: &str) {
    for row in rows.split_whitespace() {
        let marked = row.find(['t', 'f', 'l', 'a']).expect("a mark");
        let mut rows = vec![vec!['.'; row.len()]; 7];
        rows[3] = row.chars().collect();
        rows[2][marked] = 'X';
        rows[4][marked] = 'X';
        check(&image(&rows, 0));
    }
}

type Winners = fn(Rule, Color) -> bool;

fn everybody(_: Rule, _: Color) -> bool {
    true
}

/// Those for whom six and more win.
fn where_long_rows_win(rule: Rule, color: Color) -> bool {
    let always = matches!(rule, Rule::Freestyle | Rule::CaroOverline);
    always || (rule, color) == (Rule::Renju, Color::White)
}

/// Those whom stones at both ends of a five do not disturb.
fn where_blocked_fives_win(rule: Rule, _: Color) -> bool {
    !matches!(rule, Rule::Caro | Rule::CaroOverline)
}

/// The board of a diagram and its `*`; the `X` are of `color`.
fn board_for(image: &str, color: Color) -> (Board, Square) {
    let own = |c| match (c, color) {
        ('X', Color::White) => 'O',
        ('O', Color::White) => 'X',
        _ => c,
    };
    let text: String = image.chars().map(own).collect();
    let mut star = None;
    let board = parse_marked_diagram(&text, |c, square| {
        star = Some(square);
        c == '*'
    });
    (board.unwrap(), star.expect("a diagram with a *"))
}

/// The outcome of the move at `*`.
fn outcome_of(image: &str, rule: Rule, color: Color) -> Option<Outcome> {
    let (mut board, star) = board_for(image, color);
    board.place_as(color, star);
    outcome(&board, rule)
}

/// The move wins for exactly these, in every rule and for both colours.
#[track_caller]
fn check_wins(text: &str, winners: Winners) {
    for image in images(text) {
        for (rule, color) in rules_and_colors() {
            let wanted = winners(rule, color);
            let said = format!("{rule} {color}\n{image}");
            let (mut board, star) = board_for(&image, color);
            let supposed = wins(&board, rule, star, color);
            board.place_as(color, star);
            let placed = wins(&board, rule, star, color);
            let ended = outcome(&board, rule) == Some(Outcome::Five(color));
            assert_eq!([supposed, placed, ended], [wanted; 3], "{said}");
        }
    }
}

fn rules_and_colors() -> impl Iterator<Item = (Rule, Color)> {
    Rule::ALL
        .into_iter()
        .flat_map(|rule| Color::ALL.map(|color| (rule, color)))
}

#[test]
fn rows_that_win() {
    check_wins("..XX*XX.. ..XXXX*.. XX*XX XX*XX.X X.X*XXX.X", everybody);
    check_wins("..XX*X... ..XX*OX.. ..XX*.XX. XXX*.", |_, _| false);
    // Six and more.
    check_wins("..XXX*XX.. ..*XXXXX.. XXX*XX", where_long_rows_win);
    check_wins("OXXX*XXO OXXX*XX. OXXXX*X..", where_long_rows_win);
    check_wins("..XXX*XXX.. OXXXX*XXXXO", where_long_rows_win);
    // Fives between stones.
    check_wins("OXX*XXO .OXXXX*O. ..O*XXXXO", where_blocked_fives_win);
    check_wins(".OXX*XX.. OXX*XX.O O.XX*XX.O", everybody);
    // The edge is no stone, and neither is a blocked square.
    check_wins("OXX*XX OXXXX*#O #XX*XX#", everybody);
    check_wins("XX#*XX XXX*#XX", |_, _| false);
}

#[test]
fn the_best_direction_counts() {
    let five_with_more = "
        ...X.... ...O....
        ...X.... ...X....
        .XX*XX.. .XX*XX..
        ...X.... ...X....
        ...X.... ...X....
        ...X.... ...X....
        ........ ...O....";
    check_wins(five_with_more, everybody);
    let blocked_five_with_six = "
        ...X....
        ...X....
        ...X....
        OXX*XXO.
        ...X....
        ...X....";
    check_wins(blocked_five_with_six, |rule, _| rule != Rule::Caro);
}

#[test]
fn a_foul_ends_only_blacks_renju_game() {
    let double_threes = "
        ....... .........
        ...X... ....X....
        ..X*X.. .........
        ...X... ....X....
        ....... ....*X.X.
        ....... .........";
    for (text, kind) in [
        (double_threes, ForbiddenKind::DoubleThree),
        ("X.X*X.X XX.*X.XX", ForbiddenKind::DoubleFour),
        ("XXX*XX. .XX*XXXX", ForbiddenKind::Overline),
    ] {
        for image in images(text) {
            for (rule, color) in rules_and_colors() {
                let overline = kind == ForbiddenKind::Overline;
                let wanted = match (rule, color) {
                    (Rule::Renju, Color::Black) => Some(Outcome::Foul(kind)),
                    _ if overline && where_long_rows_win(rule, color) => Some(Outcome::Five(color)),
                    _ => None,
                };
                let found = outcome_of(&image, rule, color);
                assert_eq!(found, wanted, "{rule} {color}\n{image}");
            }
            // White may play there.
            let (mut board, star) = board_for(&image, Color::Black);
            board.place_as(Color::White, star);
            assert_eq!(outcome(&board, Rule::Renju), None, "{image}");
        }
    }
}

/// A full board without five in a row anywhere: pairs that shift by two.
fn full_rows(width: usize, height: usize) -> Rows {
    let stone = |x, y| if (x / 2 + y) % 2 == 0 { 'X' } else { 'O' };
    let row = |y| (0..width).map(|x| stone(x, y)).collect();
    (0..height).map(row).collect()
}

#[test]
fn a_full_board_is_a_draw() {
    for (rule, color) in rules_and_colors() {
        for (width, height) in [(6, 6), (7, 5), (15, 15)] {
            let mut rows = full_rows(width, height);
            rows[2][3] = '*';
            let full = outcome_of(&image(&rows, 0), rule, color);
            assert_eq!(full, Some(Outcome::Draw), "{rule} {color}");
            // A blocked square does not keep a game going, an empty one does.
            for (left, wanted) in [('#', Some(Outcome::Draw)), ('.', None)] {
                rows[4][1] = left;
                assert_eq!(outcome_of(&image(&rows, 0), rule, color), wanted);
            }
        }
    }
}

#[test]
fn the_last_stone_may_still_decide() {
    for (row, long) in [("XX*XX", false), ("XXX*XXX", true)] {
        let mut rows = full_rows(row.len(), 6);
        rows[3] = row.chars().collect();
        for (rule, color) in rules_and_colors() {
            let wanted = match (rule, color) {
                _ if !long || where_long_rows_win(rule, color) => Outcome::Five(color),
                (Rule::Renju, Color::Black) => Outcome::Foul(ForbiddenKind::Overline),
                _ => Outcome::Draw,
            };
            let found = outcome_of(&image(&rows, 0), rule, color);
            assert_eq!(found, Some(wanted), "{rule} {color}");
        }
    }
}

#[test]
fn overlines() {
    check("..XXXlXX.. ..XXXlXXX.. .XXXXlX... aXXXXlX");
    check("XXX#aXXX XXXOaXX");
}

#[test]
fn two_fours_on_one_line() {
    check("X.XfX.X X.fXX.X X.XXf.X");
    check("XX.fX.XX XX.Xf.XX XXX.f.XXX OXXX.f.XXXO");
    // The new stone is in one of the fours only.
    check("a.XXX.X aX.XX.XX XXX.X.XXa");
    // One of them cannot become an exact five.
    check("X.XaX.XX XXX.a.XXXX X.XaX.O X.XaX#X");
    // A straight four is one four.
    check("..XXaX.. ..X.aXX. .XXXa...");
}

#[test]
fn fours_on_two_lines_and_threes_on_two_lines() {
    check(
        "
        ......... .......X. ......... ........... ........... ...........
        ......... ......X.. ....O.... ........... .....X..... .....X.....
        ......... .....X... ....X.... ........... ........... .....X.....
        ......... .XXXf.... ....X.... .....X..... .....X..... ...........
        .XXXf.... ....X.... OXX.fX... ....XtX.... .....tX.X.. ....XtX....
        ....X.... ....X.... ....X.... .....X..... ........... ...........
        ....X.... ....X.... ......... ........... ........... .......X...
        ....X.... ......... ......... ........... ........... ........X..
        ......... ......... ......... ........... ........... ...........",
    );
    // Four and three is no foul.
    check_beside_a_three("OXXXa.... XXX.a.... X.XXa.... .XXXa....");
}

#[test]
fn threes_that_cannot_become_a_straight_four() {
    check_beside_a_three("...XtX... O..XtX..O ..X.Xt.. .XXt..");
    // An end is blocked, or there is no room for four and both ends.
    check_beside_a_three("OXXa.... XXa..... #XXa.... O.X.XaO.. O.XaX.O .XXa.O.. #.XaX.#");
    check_beside_a_three("O..XXt.O. #.XXt... #..XtX..#");
    // The straight four would become a six on one side.
    check_beside_a_three("X..XXa.O. X..XXa.X. X..aXX..X ..X.Xa.X..");
    check_beside_a_three("X..XXt... X...tXX..X");
}

/// The row's three has one square that makes it a straight four, between its
/// stones. In the upper diagrams that square is an overline, a double-four, a
/// double-three, or makes a five. In the lower ones it is in order: in the last
/// because the falling three that it makes is none, for that one's completion
/// is a double-four.
#[test]
fn threes_with_a_single_completion() {
    check(
        "
        ........... ........... ........... ...........
        ....X...... ..X........ ....X...... ...........
        ....X...... ..X........ ....X...... ....X......
        ....X...... ..aXaX..... ........... ....X......
        ..aXlX..... ....X...... ..aXtX..... ..aXaX.....
        ..X.XO..... ....X...... ........... ..X.XO.....
        ....XO..... ....X...... ..X...X.... ....XO.....
        ..X........ ....O...... ..X....X... ..X........
        ........... ........... ........... ...........",
    );
    check(
        "
        ........... ........... ........... ...........
        ....X...... ..X........ ....X...... ....X....X.
        ....X...... ..X........ ....X...... ....X...X..
        ........... ..tXaX..... ........... .......X...
        ..tXaX..... ....X...... ..tXtX..... ..tXtX.....
        ..X.XO..... ....X...... ........... ...........
        ....XO..... ....O...... ..X...X.... ..X...X....
        ..X........ ........... ..X........ ..X....X...
        ........... ........... ........... ...........",
    );
    // The position of the protocol's text, h8 beside g8 that makes a five.
    // With a stone on h7 both threes are real, for h8 then is no double-three.
    check(
        "
        ...........
        .......X...
        .......X...
        .....X.aX..
        ......Xt...
        ......X....
        ......X....
        ......X....
        ......O....",
    );
}

#[test]
fn the_order_of_the_checks() {
    // Five before an overline, a double-four, a double-three; fours before
    // threes, threes before overlines, and one four is no foul to be named.
    check(
        "
        ....X.... ....X.... ......... ....X.... ......... ....X....
        ....X.... ....XO... ....X.... ...OXO... ....XO... ....XO...
        ....X.... ....XO... ....XO... ....XO... ....XO... ....X....
        ..XXaXX.. ..XXaXX.. ..XXaXX.. .XXXfXX.. .XXXtXX.. ..XXlXXX.
        ....X.... .....XO.. .....XO.. .....XO.. .....XO.. .........
        ....X.... ......X.. ......X.. ......X.. ......X.. .........
        ......... .......X. ......... .......X. ......... .........",
    );
}
