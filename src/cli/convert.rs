//! `convert`: games from one format to another.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::exit::{count, output};
use super::input::{self, STDIN};
use super::opening_name::opening_of;
use super::values::{MOST_GAMES, whole};
use crate::board::notation::{diagram, moves_text};
use crate::records::tree::GameTree;
use crate::records::{GameRecord, ReadOptions, json, psq, rec, sgf};

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
    /// Piskvork's.
    Psq,
    /// Gomotur's.
    Rec,
    /// The Smart Game Format.
    Sgf,
    /// One JSON object a line.
    Jsonl,
    /// The moves, as h8i9h10.
    Moves,
    /// The last position, as a diagram.
    Diagram,
    /// The name of the opening (of the 26) and its assessments, or `-`.
    Opening,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let games = args.games.read()?;
    if games.len() != 1 && matches!(args.to, Format::Psq | Format::Rec) {
        let (name, all) = (args.games.file.display(), count(games.len(), "game"));
        bail!("{name} has {all}, but such a file holds one: choose it with --game");
    }
    let mut out = output();
    for game in &games {
        out.write_all(write(game, args.to)?.as_bytes())?;
    }
    let loses_openings = matches!(args.to, Format::Psq | Format::Rec | Format::Jsonl);
    let open = games.iter().filter(|game| game.phase.is_some()).count();
    if loses_openings && open > 0 {
        eprintln!(
            "note: unfinished openings lose their choices ({}); only .sgf keeps them",
            count(open, "game")
        );
    }
    Ok(())
}

/// Games in a file.
#[derive(clap::Args)]
pub(super) struct Games {
    /// A file of games: .psq (Piskvork), .rec (Gomotur), .sgf, or .jsonl (one
    /// game a line). - reads standard input and finds out which it is.
    pub file: PathBuf,
    /// Only this game of the file, counted from 1; all if not given.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_GAMES))]
    pub game: Option<usize>,
}

impl Games {
    /// The games that are meant.
    pub fn read(&self) -> Result<Vec<GameRecord>> {
        let name = self.file.display();
        // In old files the players' names may be in another encoding than UTF-8.
        let bytes = input::read_bytes(&self.file)?;
        let text = String::from_utf8_lossy(&bytes);
        let mut games = games_of(&self.file, &bytes, &text).with_context(|| name.to_string())?;
        let Some(number) = self.game else {
            return Ok(games);
        };
        if number > games.len() {
            let all = count(games.len(), "game");
            bail!("{name} has {all}, not a game {number}");
        }
        Ok(vec![games.swap_remove(number - 1)])
    }
}

fn games_of(path: &Path, bytes: &[u8], text: &str) -> Result<Vec<GameRecord>> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = match path.as_os_str() == STDIN {
        true => ending_of(text),
        false => ending.unwrap_or(""),
    };
    Ok(match ending.to_ascii_lowercase().as_str() {
        "psq" => vec![psq::read(text)?],
        "rec" => vec![rec::read(text)?],
        "sgf" => games_of_sgf(bytes)?,
        "jsonl" | "json" => json::read_all(text)?,
        _ => bail!("the name must end with .psq, .rec, .sgf or .jsonl"),
    })
}

fn games_of_sgf(bytes: &[u8]) -> Result<Vec<GameRecord>> {
    let read = sgf::read(bytes, &ReadOptions::default());
    for notice in &read.notices {
        eprintln!("note: {notice}");
    }
    if let Some((_, error)) = read.errors.into_iter().next() {
        return Err(error.into());
    }
    let games = read.games.iter().map(GameTree::main_line);
    Ok(games.collect::<Result<_, _>>()?)
}

/// The ending of the files that begin as this text does.
fn ending_of(text: &str) -> &'static str {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    match text.chars().next() {
        Some('(') => "sgf",
        Some('{') => "jsonl",
        _ if text.starts_with("Piskvork") => "psq",
        _ => "rec",
    }
}

fn write(game: &GameRecord, format: Format) -> Result<String> {
    let line = |mut text: String| {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    };
    Ok(line(match format {
        Format::Psq => psq::write(game),
        Format::Rec => rec::write(game),
        Format::Sgf => sgf::write(&GameTree::of(game)),
        Format::Jsonl => json::write(game),
        Format::Moves => moves_text(&game.board()?),
        Format::Diagram => diagram(&game.board()?, |_| None),
        Format::Opening => opening_of(&game.board()?, game.rule).unwrap_or("-".to_string()),
    }))
}
