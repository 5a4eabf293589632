//! Positions with a name, one a line: `id; rule; size; moves`, as in
//! `two-threes; renju; 15; h8i9h10`.
//!
//! The size is `15`, or `15x13` for columns and rows. The moves are as in
//! [`notation::play_moves`], rows from the bottom and `--` or `pass` a pass. Blank lines
//! and lines that begin with `#` are skipped.

use super::position::PositionRecord;
use super::scan::{ParseError, Scanner, one_line, quoted};
use crate::board::{Board, notation};
use crate::types::Rule;

/// Reads a file. The moves are those of [`PositionRecord::board`].
pub fn read(text: &str) -> Result<Vec<PositionRecord>, ParseError> {
    Scanner::lines_without_comments(text)
        .map(read_line)
        .collect()
}

/// Writes one line, without a line break. In the name, `;` and a `#` at the
/// beginning become `_`, and it loses the blanks around it. Blocked squares
/// are not written.
pub fn write(record: &PositionRecord) -> String {
    let PositionRecord { id, rule, board } = record;
    let mut id = one_line(id).trim().replace(';', "_");
    if id.starts_with('#') {
        id.replace_range(..1, "_");
    }
    let size = match (board.width(), board.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}x{height}"),
    };
    let moves = notation::moves_text(board);
    format!("{id}; {rule}; {size}; {moves}")
        .trim_end()
        .to_string()
}

/// Reads one line.
pub(super) fn read_line(mut line: Scanner) -> Result<PositionRecord, ParseError> {
    let id = one_line(line.field()?.rest());
    let rule = line.field()?;
    let rule: Rule = rule
        .rest()
        .parse()
        .map_err(|_| rule.error(format!("{} is not a rule", quoted(rule.rest()))))?;
    let mut board = read_size(line.field()?)?;
    line.play_moves(&mut board)?;
    Ok(PositionRecord { id, rule, board })
}

fn read_size(mut field: Scanner) -> Result<Board, ParseError> {
    const LARGEST: i64 = u32::MAX as i64;
    let place = field.place();
    let width = field.number(0..=LARGEST)?;
    let height = match field.take("x") {
        true => field.number(0..=LARGEST)?,
        false => width,
    };
    field.expect_end()?;
    let board = Board::new(width as usize, height as usize);
    board.map_err(|error| field.error_at(place, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        "# what; these; are\r\n\r\n two threes ; renju;15; h8 i9;,h10--\r\na;caro8;7x6;\n";

    #[test]
    fn a_file_is_read_and_written() {
        let records = read(FILE).unwrap();
        let found: Vec<String> = records.iter().map(write).collect();
        assert_eq!(
            found,
            ["two threes; renju; 15; h8i9h10--", "a; caro8; 7x6;"]
        );
    }

    #[test]
    fn a_name_stays_in_its_field() {
        let mut record = read("a; renju; 15; h8").unwrap().remove(0);
        for (id, written) in [("#a;b\n", "_a_b"), ("", ""), ("é", "é")] {
            record.id = id.to_string();
            assert_eq!(read(&write(&record)).unwrap()[0].id, written);
        }
    }

    #[test]
    fn errors_have_their_places() {
        for (from, to, error) in [
            ("renju", "go", "line 3, column 15: 'go' is not a rule"),
            (
                "7x6;",
                "7x6",
                "line 4, column 12: ';' is expected, not the end",
            ),
            ("15", "x", "line 3, column 21: 'x' is not a number"),
            (
                "15",
                "15 15",
                "line 3, column 24: '15' is not expected here",
            ),
            (
                "7x6",
                "7x4",
                "line 4, column 9: board 7x4 is not supported (5 to 22 squares a side)",
            ),
            (
                "i9",
                "i16",
                "line 3, column 28: invalid square 'i16' (columns a to o, rows 1 to 15)",
            ),
            (
                "h10",
                "é8",
                "line 3, column 32: invalid square 'é8' (columns a to o, rows 1 to 15)",
            ),
            ("h10", "i9", "line 3, column 32: 'i9' is occupied already"),
        ] {
            let found = read(&FILE.replacen(from, to, 1)).unwrap_err();
            assert_eq!(found.to_string(), error);
        }
    }
}
