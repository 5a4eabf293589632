//! Links to pages that show a position, with its moves in the address.
//!
//! * gomocalc and pages made from it: `https://gomocalc.com/#/h8i9h10`. The address
//!   says neither the size nor the rule.
//! * the pages of renjubak: `…/renju.html#H8I9%J10%%15%0`, which are moves, then other
//!   stones of Black and White, then the side of the board and a number.
//! * others: the longest part between `/`, `?`, `#`, `&` and `=` that is moves.

use super::options::ReadOptions;
use super::scan::{ParseError, Scanner, quoted};
use super::tree::{Action, GameTree, NodeId};
use crate::board::Board;
use crate::board::notation::{parse_square, split_move};
use crate::types::{Color, Square};

/// Whether a text is a link.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    let is_address = text.starts_with("www.") || text.contains("://");
    is_address && !text.contains(char::is_whitespace)
}

/// Reads a link.
pub fn read(text: &str, options: &ReadOptions) -> Result<GameTree, ParseError> {
    let start = text.len() - text.trim_start().len();
    let link = text.trim();
    let of_link = |part: &str| start + (part.as_ptr() as usize - link.as_ptr() as usize);
    let parts = || link.split(['/', '?', '#', '&', '=']);
    let is_renjubak = |part: &&str| part.split('%').count() == 5 && !part.contains("%2");
    if let Some(part) = parts().find(is_renjubak) {
        return renjubak(text, of_link(part), part);
    }
    let moves = parts()
        .filter(|part| is_moves(part))
        .max_by_key(|part| part.len());
    let fragment = link.split_once('#').map(|(_, after)| after);
    let (place, moves) = match (moves, fragment) {
        (Some(moves), _) => (of_link(moves), moves),
        (None, Some("" | "/")) => (start, ""),
        _ => {
            let what = format!("{} has no moves", quoted(link));
            return Err(ParseError::at(text, start, what));
        }
    };
    let (width, height) = options.size_or_usual();
    let mut reader = Reader::new(text, width, height)?;
    let squares = reader.squares(place, moves)?;
    reader.played(&squares)
}

fn is_moves(part: &str) -> bool {
    let mut rest = part;
    let mut count = 0;
    while let Some((name, after)) = split_move(rest) {
        let letter = name.starts_with(|c: char| c.is_ascii_alphabetic());
        if !letter || !(2..=3).contains(&name.len()) || name.parse::<u32>().is_ok() {
            return false;
        }
        if !name[1..].bytes().all(|digit| digit.is_ascii_digit()) {
            return false;
        }
        count += 1;
        rest = after;
    }
    count > 0
}

fn renjubak(text: &str, place: usize, part: &str) -> Result<GameTree, ParseError> {
    let mut at = place;
    let parts = part.split('%').map(|piece| {
        let here = at;
        at += piece.len() + 1;
        (here, piece)
    });
    let parts: Vec<(usize, &str)> = parts.collect();
    let [moves, black, white, size, _] = parts[..] else {
        return Err(ParseError::at(text, place, "five parts are expected"));
    };
    let mut number = Scanner::part(text, size.0, size.0 + size.1.len());
    let side = number.number(0..=i64::from(u32::MAX))? as usize;
    let mut reader = Reader::new(text, side, side)?;
    let moves = reader.squares(moves.0, moves.1)?;
    let black = reader.squares(black.0, black.1)?;
    let white = reader.squares(white.0, white.1)?;
    let mut tree = reader.played(&moves)?;
    if !black.is_empty() || !white.is_empty() {
        tree.notes_mut(NodeId::ROOT).set_up.stones = [black, white];
    }
    Ok(tree)
}

struct Reader<'a> {
    text: &'a str,
    /// With all stones so far.
    board: Board,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, width: usize, height: usize) -> Result<Reader<'a>, ParseError> {
        let board = Board::new(width, height).map_err(|error| ParseError::at(text, 0, error))?;
        Ok(Reader { text, board })
    }

    fn squares(&mut self, place: usize, names: &str) -> Result<Vec<Square>, ParseError> {
        let mut squares = Vec::new();
        let mut rest = names;
        while let Some((name, after)) = split_move(rest) {
            let here = place + names.len() - after.len() - name.len();
            let error = |what: String| ParseError::at(self.text, here, what);
            let square = parse_square(name, &self.board);
            let square = square.map_err(|found| error(found.to_string()))?;
            if !self.board.is_empty(square) {
                return Err(error(format!("{} is occupied already", quoted(name))));
            }
            self.board.place(square);
            squares.push(square);
            rest = after;
        }
        Ok(squares)
    }

    fn played(&self, squares: &[Square]) -> Result<GameTree, ParseError> {
        let mut tree = GameTree::new(self.board.width(), self.board.height());
        let (mut node, mut color) = (NodeId::ROOT, Color::Black);
        for &square in squares {
            let added = tree.add(node, Action::Move(color, square));
            node = added.map_err(|error| ParseError::at(self.text, 0, error))?;
            color = !color;
        }
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::moves_text;

    fn found(link: &str) -> Result<String, String> {
        assert!(is_link(link), "{link}");
        let tree = read(link, &ReadOptions::default()).map_err(|error| error.to_string())?;
        Ok(moves_text(&tree.main_line().unwrap().board().unwrap()))
    }

    #[test]
    fn moves_of_links_are_read() {
        for (link, moves) in [
            ("https://gomocalc.com/#/h8i9h10\n", "h8i9h10"),
            (" http://example.org/calc/index.html?lang=en#/H8I9 ", "h8i9"),
            ("https://example.org/board?pos=h8i9&rule=2", "h8i9"),
            ("www.example.org/a1/h8i9j10", "h8i9j10"),
            ("https://gomocalc.com/#/", ""),
            ("https://example.org/renju.html#H8I9%%%15%0", "h8i9"),
            (
                "https://example.org/renju.html?v=12#%H8I9%J10%15%0",
                "h8j10i9",
            ),
        ] {
            assert_eq!(found(link).as_deref(), Ok(moves), "{link}");
        }
    }

    #[test]
    fn errors_have_their_places() {
        for (link, error) in [
            (
                "https://example.org/about",
                "line 1, column 1: 'https://example.org/…' has no moves",
            ),
            (
                "https://gomocalc.com/#/h8p1",
                "line 1, column 26: invalid square 'p1' (columns a to o, rows 1 to 15)",
            ),
            (
                "https://gomocalc.com/#/h8h8",
                "line 1, column 26: 'h8' is occupied already",
            ),
            (
                "https://example.org/#h8%%%x%0",
                "line 1, column 27: 'x' is not a number",
            ),
        ] {
            assert_eq!(found(link), Err(error.to_string()), "{link}");
        }
        assert!(!is_link("see https://gomocalc.com/#/h8"));
    }
}
