//! SGF, the Smart Game Format, as many programs write it: FF\[1\] to FF\[4\], read
//! with everything that is in it and written as FF\[4\] in UTF-8.
//!
//! A file holds one game or several, with other text between them. A game that
//! cannot be read is an error, and the others are read. Squares are two letters,
//! column and row, `aa` at the top left.
//!
//! * Encoding: that of a byte order mark, else of the game's `CA`, else the most
//!   likely one. Each game may have its own.
//! * `GM`: 4, 5 (Renjubase) or nothing, and with a notice 1 (Go), in which some
//!   programs store games of gomoku; another game is an error. `SZ`: `15` or
//!   `15:13`; without it what the user says, or 15 (19 in Go), or more if there are
//!   squares beyond, with a notice.
//! * The whole game: `PB`, `PW`, `BR`, `WR`, `BT`, `WT`, `GN`, `EV`, `RO`, `PC`, `DT`,
//!   `TM`, `ON`, `AN`, `GC`, `AP`. `RU` is a rule's name in many languages, or its
//!   number in the Gomocup protocol. `RE` is a result in many forms; `TE` in the
//!   first node is the reason (as c-gomoku-cli has it), without it that is what
//!   follows the `+`. They may stand in any node of the main line, and count once.
//! * `B`, `W`: moves, in the first node too, and several in a node one after the
//!   other. An empty one, and `tt` up to 19x19, is a pass. `AB`, `AW`, `AE`, `PL`: any
//!   set-up in any node. `QPR`, `QSLW`: the first moves of a game on Gomoku Quest.
//! * A node: `C`, `N`, `LB`, `CR`, `SQ`, `TR`, `MA`, `SL`, `DD`, `AR`, `LN` (and FF\[3\]'s
//!   `L` and `M`), `BM`, `DO`, `IT`, `TE`, `DM`, `GB`, `GW`, `UC`, `HO`, `BL`, `WL`.
//! * Our own: `OS`, how many moves were given; `MS`, the time of a move in ms, for
//!   which FF\[4\] has no property; for an unfinished opening `OA`, its acts with
//!   all stones, as `h8,i9,j7,more`. `OR` is the opening rule. In a file that names
//!   no program, the comments `opening move` and `12ms` are read as c-gomoku-cli
//!   means them.
//! * All other properties, and values that cannot be read, are kept as they stand
//!   and written again.
//!
//! The tree may say what cannot be played: a notice says where, and so does
//! [`main_line`](super::tree::GameTree::main_line).
//!
//! Source: the definition of FF\[4\], red-bean.com/sgf; `Game::export_sgf` in
//! c-gomoku-cli's `game.cpp`; `SGFParser.cc` in realcore, for Renjubase and RenLib.

mod about;
mod log;
mod notes;
mod pieces;
mod points;
mod reader;
mod result;
mod syntax;
#[cfg(test)]
mod tests;
mod writer;

use std::borrow::Cow;

use encoding_rs::{BIG5, Encoding, GBK, SHIFT_JIS, UTF_8};

use super::encoding::{self, Decoded};
use super::notice::Notice;
use super::options::ReadOptions;
use super::read::{Format, ReadGame, ReadGames};
use super::scan::{ParseError, quoted};
use pieces::Pieces;
pub use writer::write;

/// Reads all games of a file.
pub fn read(bytes: &[u8], options: &ReadOptions) -> ReadGames {
    let mut read = ReadGames::collect(Format::Sgf, games(bytes, options));
    if read.games.is_empty() && read.errors.is_empty() {
        let error = ParseError::at("", 0, "there is no game: none begins with '(;'");
        read.errors.push((1, error));
    }
    read
}

/// The games of a file, read one after the other.
pub fn games<'a>(bytes: &'a [u8], options: &ReadOptions) -> Games<'a> {
    let marked = encoding::marked(bytes);
    let is_decoded = marked.is_some();
    let (bytes, notice) = match marked {
        None => (Cow::Borrowed(bytes), None),
        Some(Decoded { text, notice }) => match text {
            Cow::Borrowed(text) => (Cow::Borrowed(text.as_bytes()), notice),
            Cow::Owned(text) => (Cow::Owned(text.into_bytes()), notice),
        },
    };
    Games {
        length: bytes.len(),
        pieces: Pieces::new(bytes),
        options: *options,
        is_decoded,
        guess: None,
        notice,
        at: 0,
        line: 1,
        column: 1,
    }
}

/// An iterator of the games of a file.
pub struct Games<'a> {
    pieces: Pieces<'a>,
    length: usize,
    options: ReadOptions,
    /// Whether the bytes are UTF-8, whatever the games say.
    is_decoded: bool,
    /// The encoding of games that say none, once it is needed.
    guess: Option<&'static Encoding>,
    /// A notice of the whole file, until the first game.
    notice: Option<String>,
    /// How many bytes are read, and where that is.
    at: usize,
    line: usize,
    column: usize,
}

impl Iterator for Games<'_> {
    type Item = ReadGame;

    fn next(&mut self) -> Option<ReadGame> {
        let start = self.pieces.start(self.at)?;
        let between = String::from_utf8_lossy(self.pieces.part(self.at, start)).into_owned();
        self.go_over(&between);
        let (end, text, notice) = self.decode(start);
        let notices = self.notice.take().into_iter().chain(notice);
        let mut notices: Vec<Notice> = notices.map(|what| Notice { place: None, what }).collect();
        let tree = match reader::read(&text, &self.options) {
            Ok((tree, said)) => {
                notices.extend(said);
                Ok(tree)
            }
            Err(error) => Err(error),
        };
        for (line, column) in notices
            .iter_mut()
            .filter_map(|notice| notice.place.as_mut())
        {
            self.move_place(line, column);
        }
        let tree = tree.map_err(|mut error| {
            self.move_place(&mut error.line, &mut error.column);
            error
        });
        self.go_over(&text);
        self.at = end;
        Some(ReadGame { tree, notices })
    }
}

impl Games<'_> {
    /// How many bytes are read.
    pub fn place(&self) -> usize {
        self.at
    }

    /// How many bytes there are, in UTF-8 if the file is UTF-16.
    pub fn length(&self) -> usize {
        self.length
    }

    /// A place in the text that follows as a place in the file.
    fn move_place(&self, line: &mut usize, column: &mut usize) {
        if *line == 1 {
            *column += self.column - 1;
        }
        *line += self.line - 1;
    }

    /// Counts the lines and columns of a text.
    fn go_over(&mut self, text: &str) {
        self.line += text.bytes().filter(|&byte| byte == b'\n').count();
        match text.rsplit_once('\n') {
            None => self.column += text.chars().count(),
            Some((_, last)) => self.column = last.chars().count() + 1,
        }
    }

    /// The end and the text of the game that begins at `start`, and what there is to
    /// say about its encoding.
    fn decode(&mut self, start: usize) -> (usize, String, Option<String>) {
        if self.is_decoded {
            return self.decode_as(start, UTF_8, None);
        }
        let label = self.pieces.charset(start).map(str::to_string);
        let said = label.as_deref().and_then(encoding::named);
        if let Some(said) = said {
            let decoded = self.decode_as(start, said, None);
            // Files that are UTF-8 say many things; a few wrong letters prove nothing.
            let piece = self.pieces.part(start, decoded.0);
            let is_utf_8 = said.is_single_byte() && std::str::from_utf8(piece).is_ok();
            let other = decoded.1.chars().filter(|c| !c.is_ascii()).count();
            let wrong = decoded.1.matches(char::REPLACEMENT_CHARACTER).count();
            if piece.is_ascii() || !is_utf_8 && wrong * 10 <= other {
                return decoded;
            }
            let found = encoding::detect(piece);
            if found == said {
                return decoded;
            }
            let (said, found_name) = (said.name(), found.name());
            let notice = format!("the file says CA[{said}], but its letters are {found_name}");
            return self.decode_as(start, found, Some(notice));
        }
        let decoded = self.decode_as(start, UTF_8, None);
        if decoded.2.is_none() {
            return decoded;
        }
        let found = self.guessed();
        let name = found.name();
        let notice = match label {
            None => format!("the encoding (CA) is not said; {name} is taken"),
            Some(label) => {
                format!(
                    "the encoding {} is not known; {name} is taken",
                    quoted(&label)
                )
            }
        };
        self.decode_as(start, found, Some(notice))
    }

    /// The same in this encoding. A notice that letters were lost goes first.
    fn decode_as(
        &mut self,
        start: usize,
        encoding: &'static Encoding,
        notice: Option<String>,
    ) -> (usize, String, Option<String>) {
        let end = self.pieces.end(start, encoding);
        let decoded = encoding::decode_as(self.pieces.part(start, end), encoding, false);
        (end, decoded.text.into_owned(), decoded.notice.or(notice))
    }

    fn guessed(&mut self) -> &'static Encoding {
        let pieces = &self.pieces;
        self.guess
            .get_or_insert_with(|| guess(pieces.part(0, usize::MAX)))
    }
}

/// The most likely encoding of a file.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let found = encoding::detect(bytes);
    // Few names end with a backslash, but some letters of two bytes do.
    let is_hidden = |three: &[u8]| !three[0].is_ascii() && &three[1..] == b"\\]";
    if found.is_single_byte() && bytes.windows(3).any(is_hidden) {
        let mut likely = [BIG5, SHIFT_JIS, GBK].into_iter();
        let likely = likely.find(|one| !one.decode_without_bom_handling(bytes).1);
        return likely.unwrap_or(found);
    }
    found
}
