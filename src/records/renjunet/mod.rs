//! The bases of RenjuNet, `.rif` or `.xml`.
//!
//! A base is XML: lists of countries, cities, months, rules, openings, players and
//! tournaments, whose entries have a number and a name, and then the games:
//!
//! ```xml
//! <game id="7" tournament="3" round="1" rule="1" black="12" white="15" bresult="0.5"
//!       btime="" wtime="" opening="4" alt="g7" swap="">
//! <move>h8 i9 j10</move><info></info></game>
//! ```
//!
//! There is no description of it but the files. `bresult` is what Black scored. The
//! entry of a tournament has the year, the month, the country and the city, and that
//! of a player the surname and the country. All boards are 15x15. Attributes without
//! a place in a [`GameTree`] become properties, as `RIFALT`.
//!
//! The games are read one by one, so that a base needs little more memory than its
//! text. Text before the first `<game` is not looked at but for the lists.
//!
//! Source: quinstella.net/dev/renjunet_database_format, and programs that read them.

mod lists;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use super::encoding::{self, Decoded};
use super::moves;
use super::notice::Notice;
use super::options::ReadOptions;
use super::read::ReadGame;
use super::rule_names::rule_named;
use super::scan::{ParseError, many_lines, one_line, quoted};
use super::tree::{Facts, GameTree, Property};
use crate::game::GameResult;
use crate::types::Color;
use lists::{Entry, Lists};

/// Columns and rows of all games.
const SIDE: usize = 15;
/// With what a game begins.
const GAME: &str = "<game";

/// Whether a text begins like a base.
pub fn is_base(text: &str) -> bool {
    let begin = text.trim_start().get(..5).unwrap_or("");
    begin.starts_with('<') && next_game(text, 0).is_some()
}

/// The games of a base, read one after the other.
pub struct Base<'a> {
    text: Cow<'a, str>,
    at: usize,
    /// Where the last game began.
    start: Place,
    lists: Lists,
    options: ReadOptions,
    /// Of the whole file.
    notice: Option<String>,
}

impl<'a> Base<'a> {
    /// Reads the lists.
    pub fn new(bytes: &'a [u8], options: &ReadOptions) -> Result<Base<'a>, ParseError> {
        let Decoded { text, notice } = encoding::decode(bytes);
        Ok(Base {
            lists: Lists::read(&text)?,
            text,
            at: 0,
            start: Place::default(),
            options: *options,
            notice,
        })
    }

    /// How many bytes are read, of [`Base::length`].
    pub fn place(&self) -> usize {
        self.at
    }

    /// The bytes of the text.
    pub fn length(&self) -> usize {
        self.text.len()
    }
}

/// A place in a text that is only gone over once.
struct Place {
    byte: usize,
    line: usize,
    column: usize,
}

impl Default for Place {
    fn default() -> Place {
        Place {
            byte: 0,
            line: 1,
            column: 1,
        }
    }
}

impl Place {
    fn advance(&mut self, text: &str, byte: usize) {
        let part = &text[self.byte..byte];
        self.byte = byte;
        self.line += part.matches('\n').count();
        match part.rsplit_once('\n') {
            None => self.column += part.chars().count(),
            Some((_, last)) => self.column = last.chars().count() + 1,
        }
    }
}

impl Iterator for Base<'_> {
    type Item = ReadGame;

    fn next(&mut self) -> Option<ReadGame> {
        let start = next_game(&self.text, self.at)?;
        // However damaged a game is, the next one is read.
        let end = next_game(&self.text, start + GAME.len());
        self.at = end.unwrap_or(self.text.len());
        let mut notices = Vec::new();
        let read = Game::read(&self.text[start..self.at]);
        let tree = read.and_then(|game| game.tree(&self.lists, &self.options, &mut notices));
        self.start.advance(&self.text, start);
        let tree = tree.map_err(|what| ParseError {
            line: self.start.line,
            column: self.start.column,
            what,
        });
        let what = |what: String| Notice { place: None, what };
        notices.extend(self.notice.take().map(what));
        Some(ReadGame { tree, notices })
    }
}

/// Where the next game begins.
fn next_game(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let start = at + text.get(at..)?.find(GAME)?;
        at = start + GAME.len();
        if text[at..].starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/') {
            return Some(start);
        }
    }
}

fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    reader
}

/// A game as its element has it.
#[derive(Default)]
struct Game {
    attributes: Vec<(String, String)>,
    moves: String,
    info: String,
}

impl Game {
    /// Reads a text that begins with a game.
    fn read(text: &str) -> Result<Game, String> {
        let mut reader = reader(text);
        let mut game = Game::default();
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) => {
                game.attributes(&tag)?;
                game.content(&mut reader)?;
            }
            Event::Empty(tag) => game.attributes(&tag)?,
            _ => return Err("this <game> is never closed".to_string()),
        }
        Ok(game)
    }

    fn attributes(&mut self, tag: &BytesStart) -> Result<(), String> {
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| error.to_string())?;
            let name: &str = attribute.key.as_ref();
            self.attributes
                .push((name.to_string(), one_line(value.trim())));
        }
        Ok(())
    }

    /// Reads what stands in the element, and its end.
    fn content(&mut self, reader: &mut Reader<&[u8]>) -> Result<(), String> {
        loop {
            let event = reader.read_event().map_err(|error| error.to_string())?;
            match event {
                Event::Start(tag) => {
                    let raw = reader
                        .read_text(tag.name())
                        .map_err(|error| error.to_string())?;
                    let raw = raw.into_inner();
                    let text = unescape(&raw).map_or(raw.to_string(), Cow::into_owned);
                    match tag.name().as_ref() {
                        "move" => self.moves = text,
                        "info" => self.info = text,
                        _ => (),
                    }
                }
                Event::End(_) => return Ok(()),
                Event::Eof => return Err("this <game> is never closed".to_string()),
                _ => (),
            }
        }
    }

    /// Takes an attribute out.
    fn take(&mut self, name: &str) -> String {
        let index = self.attributes.iter().position(|(one, _)| one == name);
        index.map_or(String::new(), |index| self.attributes.remove(index).1)
    }

    fn tree(
        mut self,
        lists: &Lists,
        options: &ReadOptions,
        notices: &mut Vec<Notice>,
    ) -> Result<GameTree, String> {
        let options = ReadOptions {
            size: Some((SIDE, SIDE)),
            ..*options
        };
        let number = self.take("id");
        let of_game = |error: ParseError| format!("game {number}: {}", error.what);
        let (mut trees, _) = moves::read(&self.moves, &options).map_err(of_game)?;
        let mut tree = match trees.len() {
            1 => trees.swap_remove(0),
            _ => return Err(format!("game {number} has several lines of moves")),
        };
        let facts = &mut tree.facts;
        for color in Color::ALL {
            let player = lists.entry("player", &self.take(&color.to_string()));
            facts.players[color.index()].name = player.name.clone();
            facts.players[color.index()].team = lists.entry("country", &player.country).name;
        }
        let tournament = lists.entry("tournament", &self.take("tournament"));
        facts.event = tournament.name.clone();
        facts.place = lists.place(&tournament);
        facts.date = tournament.date();
        facts.round = self.take("round");
        facts.opening_name = lists.entry("opening", &self.take("opening")).name;
        facts.comment = many_lines(self.info.trim());
        let result = self.take("bresult");
        facts.result = match result.as_str() {
            "1" | "1.0" => Some(GameResult::Win(Color::Black)),
            "0" | "0.0" => Some(GameResult::Win(Color::White)),
            "0.5" | "1/2" => Some(GameResult::Draw),
            _ => None,
        };
        if facts.result.is_none() && !result.is_empty() {
            self.attributes.push(("bresult".to_string(), result));
        }
        read_rule(
            facts,
            lists.entry("rule", &self.take("rule")),
            &options,
            notices,
        );
        if !number.is_empty() {
            self.attributes.insert(0, ("id".to_string(), number));
        }
        let others = self
            .attributes
            .into_iter()
            .filter(|(_, value)| !value.is_empty());
        facts.other = others.map(|(name, value)| property(&name, value)).collect();
        Ok(tree)
    }
}

/// Sets the rule by the name of the opening rule.
fn read_rule(facts: &mut Facts, rule: Entry, options: &ReadOptions, notices: &mut Vec<Notice>) {
    facts.rule = rule_named(&rule.name).or(options.rule);
    if facts.rule.is_none() && !rule.name.is_empty() {
        let what = format!("the rule {} is not known", quoted(&rule.name));
        notices.push(Notice { place: None, what });
        facts.rule_text.clone_from(&rule.name);
    }
    facts.opening_rule = rule.name;
}

fn property(name: &str, value: String) -> Property {
    let letters = name.chars().filter(char::is_ascii_alphabetic);
    let letters: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
    Property {
        name: format!("RIF{letters}"),
        values: vec![value],
    }
}
