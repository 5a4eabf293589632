//! `convert`: games from one kind of file to another.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::exit::{count, output};
use super::values::{MOST_GAMES, whole};
use crate::board::notation::{diagram, moves_text};
use crate::game::CanonicalOpening;
use crate::records::{GameRecord, json, psq, rec, sgf};

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of one or several games: .psq (Piskvork), .rec (Gomotur), .sgf,
    /// .jsonl (one game a line).
    file: PathBuf,
    /// What to write.
    #[arg(long, value_enum)]
    to: Format,
    /// Which game of several, counted from 1; all if not given.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_GAMES))]
    game: Option<usize>,
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
    /// The name of the opening, one of the 26, or `-`; for renju with what
    /// was said of it in the past.
    Opening,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let name = args.file.display();
    // In old files the players' names may be in another encoding than UTF-8.
    let bytes = fs::read(&args.file).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let games = read(&args.file, &text).with_context(|| name.to_string())?;
    let all = count(games.len(), "game");
    let games = match args.game {
        None => &games[..],
        Some(number) => match games.get(number - 1) {
            Some(game) => std::slice::from_ref(game),
            None => bail!("{name} has {all}, not a game {number}"),
        },
    };
    if games.len() != 1 && matches!(args.to, Format::Psq | Format::Rec) {
        bail!("{name} has {all}, and a file of this kind has one: choose it with --game");
    }
    let mut out = output();
    for game in games {
        out.write_all(write(game, args.to)?.as_bytes())?;
    }
    Ok(())
}

fn read(path: &Path, text: &str) -> Result<Vec<GameRecord>> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    Ok(match ending.unwrap_or("").to_ascii_lowercase().as_str() {
        "psq" => vec![psq::read(text)?],
        "rec" => vec![rec::read(text)?],
        "sgf" => sgf::read_all(text)?,
        "jsonl" | "json" => json::read_all(text)?,
        _ => bail!("the name must end with .psq, .rec, .sgf or .jsonl"),
    })
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
        Format::Sgf => sgf::write(game),
        Format::Jsonl => json::write(game),
        Format::Moves => moves_text(&game.board()?),
        Format::Diagram => diagram(&game.board()?, |_| None),
        Format::Opening => opening(game)?,
    }))
}

fn opening(game: &GameRecord) -> Result<String> {
    let Some(opening) = CanonicalOpening::recognise(&game.board()?) else {
        return Ok("-".to_string());
    };
    let verdicts = game.rule.map_or(&[][..], |rule| opening.old_verdicts(rule));
    let verdicts = verdicts.iter().map(|verdict| format!("; {verdict}"));
    let searched = game.rule.and_then(|rule| opening.searched(rule));
    let searched = searched.map(|searched| format!("; {searched}"));
    Ok(opening.to_string() + &verdicts.chain(searched).collect::<String>())
}
