//! Files of games of any kind, which is found out by what they contain.

use std::borrow::Cow;
use std::vec;

use super::encoding::{self, Decoded};
use super::game::GameRecord;
use super::notice::Notice;
use super::options::ReadOptions;
use super::position::PositionRecord;
use super::read::{Format, ReadGame, ReadGames};
use super::renjunet::{self, Base};
use super::scan::{ParseError, unmarked};
use super::tree::{GameTree, NodeId, SetUp};
use super::{json, lines, link, moves, psq, rec, renlib, sgf, yixin};
use crate::board::{Board, notation};
use crate::types::Color;

/// Reads all games of a file. It is an error if there is none that can be read.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadGames, ParseError> {
    let reader = games(bytes, options)?;
    let read = ReadGames::collect(reader.format(), reader);
    if read.games.is_empty() {
        let none = || ParseError::at("", 0, "there is no game in the file");
        let first = read.errors.into_iter().next();
        return Err(first.map_or_else(none, |(_, error)| error));
    }
    Ok(read)
}

/// The games of a file, to be read one after the other.
pub fn games<'a>(bytes: &'a [u8], options: &ReadOptions) -> Result<Games<'a>, ParseError> {
    let (format, decoded) = kind(bytes)?;
    let Decoded { text, notice } = decoded;
    let one = |tree: GameTree| vec![(tree, Vec::new())];
    let read: Vec<(GameTree, Vec<String>)> = match format {
        Format::Sgf if is_bare_sgf(&text) => return Ok(bare_sgf(&text, options)),
        Format::Sgf => {
            return Ok(Games::of(
                format,
                Source::Sgf(sgf::games(bytes, options)),
                options,
            ));
        }
        Format::RenjuNet => {
            let base = Box::new(Base::new(bytes, options)?);
            return Ok(Games::of(format, Source::RenjuNet(base), options));
        }
        Format::Jsonl => {
            let objects = Objects::new(text);
            return Ok(Games::of(format, Source::Jsonl(objects), options));
        }
        Format::Lib => vec![renlib::read(bytes)?],
        Format::YixinPos => one(yixin::read_pos(bytes)?),
        Format::YixinSav => one(yixin::read_sav(&text)?),
        Format::Psq => one(psq::read(&text)?),
        Format::Rec => one(rec::read(&text)?),
        Format::Link => one(link::read(&text, options)?),
        Format::Moves => read_moves(&text, options)?,
    };
    let mut read: Vec<ReadGame> = read
        .into_iter()
        .map(|(tree, said)| game(tree, said))
        .collect();
    if let Some((first, what)) = read.first_mut().zip(notice) {
        first.notices.push(Notice { place: None, what });
    }
    Ok(Games::of(format, Source::Read(read.into_iter()), options))
}

/// The kind of a file.
pub fn format_of(bytes: &[u8]) -> Result<Format, ParseError> {
    kind(bytes).map(|(format, _)| format)
}

/// The kind of a file, and its text if it is one.
fn kind(bytes: &[u8]) -> Result<(Format, Decoded<'_>), ParseError> {
    let binary = |format| {
        let text = Cow::Borrowed("");
        let notice = None;
        Ok((format, Decoded { text, notice }))
    };
    if renlib::is_library(bytes) {
        return binary(Format::Lib);
    }
    // In a text only these are below a blank.
    let is_control = |byte: &u8| *byte < b' ' && !b"\t\n\r".contains(byte);
    if yixin::is_pos(bytes) && bytes.iter().any(is_control) {
        return binary(Format::YixinPos);
    }
    let decoded = encoding::decode(bytes);
    let format = kind_of_text(&decoded.text)?;
    if format == Format::Moves && yixin::is_pos(bytes) && !is_moves(&decoded.text) {
        return binary(Format::YixinPos);
    }
    Ok((format, decoded))
}

fn kind_of_text(text: &str) -> Result<Format, ParseError> {
    let begin = unmarked(text).trim_start();
    let format = match begin.chars().next() {
        None => return Err(ParseError::at(text, 0, "the file is empty")),
        Some('{') => Format::Jsonl,
        Some('<') if renjunet::is_base(text) => Format::RenjuNet,
        Some('<') => {
            let what = "there is no <game>, as in a base of RenjuNet";
            return Err(ParseError::at(text, text.len() - begin.len(), what));
        }
        _ if begin.starts_with("Piskvork") => Format::Psq,
        _ if has_sgf(begin) || is_bare_sgf(begin) => Format::Sgf,
        _ if link::is_link(begin) => Format::Link,
        _ if yixin::is_sav(begin) => Format::YixinSav,
        _ if rec::is_rec(begin) => Format::Rec,
        _ => Format::Moves,
    };
    Ok(format)
}

/// Whether a game of SGF begins somewhere in the text.
fn has_sgf(text: &str) -> bool {
    let mut after = text
        .match_indices('(')
        .map(|(at, _)| text[at + 1..].trim_start());
    after.any(|after| after.starts_with(';'))
}

/// Whether a text is nodes of SGF without the brackets around them.
fn is_bare_sgf(text: &str) -> bool {
    let Some(node) = text.trim_start().strip_prefix(';') else {
        return false;
    };
    let node = node.trim_start();
    let name = node.bytes().take_while(u8::is_ascii_uppercase).count();
    name > 0 && node[name..].trim_start().starts_with('[')
}

fn bare_sgf<'a>(text: &str, options: &ReadOptions) -> Games<'a> {
    let whole = format!("({text})");
    let read: Vec<ReadGame> = sgf::games(whole.as_bytes(), options).collect();
    Games::of(Format::Sgf, Source::Read(read.into_iter()), options)
}

/// Whether a text can be read as moves.
fn is_moves(text: &str) -> bool {
    read_moves(text, &ReadOptions::default()).is_ok()
}

/// Reads moves, positions with a name on a line each, or a diagram.
fn read_moves(
    text: &str,
    options: &ReadOptions,
) -> Result<Vec<(GameTree, Vec<String>)>, ParseError> {
    let mut filled = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    if filled.all(|line| line.matches(';').count() >= 3) {
        let tree = |record: &PositionRecord| {
            let mut tree = GameTree::of(&GameRecord::of(&record.board));
            tree.facts.name.clone_from(&record.id);
            tree.facts.rule = Some(record.rule);
            (tree, Vec::new())
        };
        return lines::read(text).map(|records| records.iter().map(tree).collect());
    }
    if notation::is_diagram(text) {
        match notation::parse_diagram(text) {
            Ok(board) => return Ok(vec![of_diagram(&board)]),
            Err(error) if is_drawn(text) => return Err(ParseError::at(text, 0, error)),
            Err(_) => (),
        }
    }
    let (trees, said) = moves::read(text, options)?;
    let mut read: Vec<_> = trees.into_iter().map(|tree| (tree, Vec::new())).collect();
    if let Some((_, notices)) = read.first_mut() {
        *notices = said;
    }
    Ok(read)
}

/// Whether most of a text are squares of a diagram.
fn is_drawn(text: &str) -> bool {
    let filled = text.chars().filter(|c| !c.is_whitespace());
    let squares = filled.clone().filter(|&c| "XxOo._+#".contains(c));
    squares.count() * 2 > filled.count()
}

fn of_diagram(board: &Board) -> (GameTree, Vec<String>) {
    let mut tree = GameTree::new(board.width(), board.height());
    tree.notes_mut(NodeId::ROOT).set_up = SetUp {
        stones: Color::ALL.map(|color| board.stones(color).collect()),
        emptied: Vec::new(),
        to_move: Some(board.side_to_move()),
    };
    let stones: usize = Color::ALL
        .map(|color| board.stones(color).count())
        .iter()
        .sum();
    let blocked = board.width() * board.height() - board.empty().len() - stones;
    let said = match blocked {
        0 => Vec::new(),
        blocked => vec![format!("left out: {blocked} blocked squares")],
    };
    (tree, said)
}

fn game(tree: GameTree, said: Vec<String>) -> ReadGame {
    let notice = |what: String| Notice { place: None, what };
    ReadGame {
        tree: Ok(tree),
        notices: said.into_iter().map(notice).collect(),
    }
}

/// An iterator of the games of a file.
pub struct Games<'a> {
    format: Format,
    source: Source<'a>,
    options: ReadOptions,
}

enum Source<'a> {
    Sgf(sgf::Games<'a>),
    RenjuNet(Box<Base<'a>>),
    Jsonl(Objects<'a>),
    Read(vec::IntoIter<ReadGame>),
}

impl<'a> Games<'a> {
    fn of(format: Format, source: Source<'a>, options: &ReadOptions) -> Games<'a> {
        Games {
            format,
            source,
            options: *options,
        }
    }

    /// The kind of the file.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many bytes are read, of [`Games::length`].
    pub fn place(&self) -> usize {
        match &self.source {
            Source::Sgf(games) => games.place(),
            Source::RenjuNet(base) => base.place(),
            Source::Jsonl(objects) => objects.at,
            Source::Read(_) => 0,
        }
    }

    /// How many bytes there are; 0 if all are read at once.
    pub fn length(&self) -> usize {
        match &self.source {
            Source::Sgf(games) => games.length(),
            Source::RenjuNet(base) => base.length(),
            Source::Jsonl(objects) => objects.text.len(),
            Source::Read(_) => 0,
        }
    }
}

impl Iterator for Games<'_> {
    type Item = ReadGame;

    fn next(&mut self) -> Option<ReadGame> {
        let mut game = match &mut self.source {
            Source::Sgf(games) => games.next(),
            Source::RenjuNet(base) => base.next(),
            Source::Jsonl(objects) => objects.next(),
            Source::Read(games) => games.next(),
        }?;
        if let Ok(tree) = &mut game.tree {
            tree.facts.rule = tree.facts.rule.or(self.options.rule);
        }
        Some(game)
    }
}

/// The lines of a file of JSON.
struct Objects<'a> {
    text: Cow<'a, str>,
    at: usize,
    /// The number of the line that is read next.
    line: usize,
}

impl<'a> Objects<'a> {
    fn new(text: Cow<'a, str>) -> Objects<'a> {
        Objects {
            text,
            at: 0,
            line: 1,
        }
    }
}

impl Iterator for Objects<'_> {
    type Item = ReadGame;

    fn next(&mut self) -> Option<ReadGame> {
        loop {
            let rest = &self.text[self.at..];
            let line = rest.split_inclusive('\n').next()?;
            let number = self.line;
            self.at += line.len();
            self.line += 1;
            if unmarked(line).trim().is_empty() {
                continue;
            }
            let tree = json::read(line).map(|game| GameTree::of(&game));
            let tree = tree.map_err(|mut error| {
                error.line += number - 1;
                error
            });
            let notices = Vec::new();
            return Some(ReadGame { tree, notices });
        }
    }
}

#[cfg(test)]
mod tests;
