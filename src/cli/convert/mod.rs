//! `convert`: games from one format to another.

mod lost;

use std::io::Write;

use anyhow::{Result, bail};

use super::exit::{count, output};
use super::lost::Lost;
use super::opening_name::opening_of;
use super::recorded::{BadGame, Games, main_line};
use crate::board::notation::{diagram, moves_text};
use crate::game::GameResult;
use crate::records::tree::GameTree;
use crate::records::{self, ReadOptions, json, psq, rec, renlib, sgf};
use crate::types::Color;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    games: Games,
    /// The format to write.
    #[arg(long, value_enum)]
    to: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The Smart Game Format, which holds everything.
    Sgf,
    /// RenLib's: one tree; several games are joined, and their ends named.
    Lib,
    /// Piskvork's.
    Psq,
    /// Gomotur's.
    Rec,
    /// One JSON object a line.
    Jsonl,
    /// The moves, as h8i9h10.
    Moves,
    /// The last position, as a diagram.
    Diagram,
    /// The name of the opening (of the 26) and its assessments, or `-`.
    Opening,
    /// How many games there are, and how they ended.
    Count,
}

impl Format {
    /// Whether a file has room for one game only.
    fn is_for_one(self) -> bool {
        matches!(self, Format::Psq | Format::Rec)
    }

    /// Its name on the command line.
    fn name(self) -> String {
        let value = clap::ValueEnum::to_possible_value(&self);
        value.map_or(String::new(), |value| value.get_name().to_string())
    }
}

pub(super) fn run(args: &Args) -> Result<()> {
    let mut written = Written::default();
    let (mut left_out, mut has_long_line) = (Lost::default(), false);
    let told = args.games.for_each(|tree| {
        written.games += 1;
        let (features, other) = lost::of(&tree, args.to)?;
        let is_long = args.to == Format::Lib && !renlib::is_short(&tree);
        written.add(tree, args.to)?;
        // Of games that are refused nothing is said.
        left_out.add(features, other);
        has_long_line |= is_long;
        Ok(())
    });
    let games = written.games;
    if args.to.is_for_one() && games > 1 {
        let (name, all) = (args.games.file.display(), count(games, "game"));
        bail!("{name} has {all}, but such a file holds one: choose it with --game");
    }
    output().write_all(&written.rest(args.to)?)?;
    if has_long_line {
        eprintln!("note: RenLib cannot open libraries with lines of more than 225 moves");
    }
    if let Some(lost) = left_out.in_words() {
        let format = args.to.name();
        eprintln!("note: left out, as {format} has no place for it: {lost}");
    }
    told
}

/// What is not written yet, since it depends on the games that follow.
#[derive(Default)]
struct Written {
    games: usize,
    ends: Ends,
    only: Vec<u8>,
    /// The first game, if the others are joined to it in a library.
    first: Option<Box<GameTree>>,
    joined: Option<renlib::Joined>,
}

impl Written {
    fn add(&mut self, tree: GameTree, format: Format) -> Result<()> {
        match format {
            Format::Count => self.ends.add(&tree),
            Format::Psq | Format::Rec => {
                if self.games == 1 {
                    self.only = write(&tree, format)?;
                }
                Ok(())
            }
            Format::Lib => self.join(tree),
            _ => Ok(output().write_all(&write(&tree, format)?)?),
        }
    }

    /// A library of one game has exactly its tree.
    fn join(&mut self, tree: GameTree) -> Result<()> {
        renlib::check_size(&tree).map_err(bad_game)?;
        if self.first.is_none() && self.joined.is_none() {
            self.first = Some(Box::new(tree));
            return Ok(());
        }
        let joined = self.joined.get_or_insert_default();
        for tree in self
            .first
            .take()
            .iter()
            .map(|first| &**first)
            .chain([&tree])
        {
            joined.add(tree).map_err(bad_game)?;
        }
        Ok(())
    }

    /// What stands at the end.
    fn rest(self, format: Format) -> Result<Vec<u8>> {
        Ok(match (format, &self.joined, &self.first) {
            (Format::Count, ..) => self.ends.text().into_bytes(),
            (Format::Lib, Some(joined), _) => renlib::write(joined.tree()).map_err(bad_game)?,
            (Format::Lib, None, Some(first)) => renlib::write(first).map_err(bad_game)?,
            _ => self.only,
        })
    }
}

fn bad_game(error: impl std::fmt::Display) -> anyhow::Error {
    BadGame(error.to_string()).into()
}

fn write(tree: &GameTree, format: Format) -> Result<Vec<u8>> {
    let line = |mut text: String| {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.into_bytes()
    };
    let board = || anyhow::Ok(main_line(tree)?.board()?);
    Ok(match format {
        Format::Sgf => line(sgf::write(tree)),
        Format::Psq => line(readable(psq::write(&main_line(tree)?))?),
        Format::Rec => {
            let game = main_line(tree)?;
            rec::check(&game).map_err(bad_game)?;
            line(readable(rec::write(&game))?)
        }
        Format::Jsonl => line(readable(json::write(&main_line(tree)?))?),
        Format::Moves => line(moves_text(&board()?)),
        Format::Diagram => line(diagram(&board()?, |_| None)),
        Format::Opening => {
            let opening = opening_of(&board()?, tree.facts.rule);
            line(opening.unwrap_or("-".to_string()))
        }
        Format::Lib | Format::Count => Vec::new(),
    })
}

/// The text, if it can be read again: after set-up stones that make a five it cannot.
fn readable(text: String) -> Result<String> {
    match records::read(text.as_bytes(), &ReadOptions::default()) {
        Ok(_) => Ok(text),
        Err(error) => Err(bad_game(format!(
            "what is written could not be read again: {error}"
        ))),
    }
}

/// How games ended.
#[derive(Default)]
struct Ends {
    games: usize,
    black: usize,
    white: usize,
    draws: usize,
}

impl Ends {
    fn add(&mut self, tree: &GameTree) -> Result<()> {
        let result = match tree.facts.result {
            None => main_line(tree)?.result,
            result => result,
        };
        self.games += 1;
        match result {
            Some(GameResult::Win(Color::Black)) => self.black += 1,
            Some(GameResult::Win(Color::White)) => self.white += 1,
            Some(GameResult::Draw) => self.draws += 1,
            None => (),
        }
        Ok(())
    }

    fn text(&self) -> String {
        let known = self.black + self.white + self.draws;
        format!(
            "{}: Black won {}, White {}, drawn {}, not known {}\n",
            count(self.games, "game"),
            self.black,
            self.white,
            self.draws,
            self.games - known,
        )
    }
}
