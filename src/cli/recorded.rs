//! Files of games as arguments: which file, how it is read, and which of its games
//! are meant.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::exit::{bad_parts, count};
use super::input;
use super::progress::bar;
use super::reading::Reading;
use super::values::{MOST_GAMES, whole};
use crate::game::{CanonicalOpening, GameResult};
use crate::records::tree::GameTree;
use crate::records::{self, GameRecord, Notices};
use crate::types::Color;

/// From when on the progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// Games in a file.
#[derive(clap::Args, Default)]
pub(super) struct Games {
    /// A file of games: SGF, RenLib (.lib), RenjuNet (.rif, .xml), Piskvork (.psq),
    /// Gomotur (.rec), Yixin (.sav, .pos), JSON lines, or text with moves or a link.
    /// The kind is found out. - reads standard input.
    pub file: PathBuf,
    /// Only this game of the file, counted from 1; all if not given.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_GAMES))]
    pub game: Option<usize>,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub filter: Filter,
}

/// Which games of a file are meant.
#[derive(clap::Args, Default)]
pub(super) struct Filter {
    /// Only games of players with this in their names.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games of tournaments with this in their names.
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Only games with this opening, by its name in the file or as one of the 26 (4D or
    /// Kagetsu).
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Only games that ended so.
    #[arg(long, value_enum)]
    result: Option<Wanted>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// Black won.
    Black,
    /// White won.
    White,
    /// A draw.
    Draw,
    /// The file does not say it.
    Unknown,
}

/// A game that cannot be used as it was meant; others can.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct BadGame(pub String);

impl Games {
    /// All games of a file.
    pub fn of(file: &Path) -> Games {
        Games {
            file: file.to_path_buf(),
            ..Games::default()
        }
    }

    /// Calls `each` for every game that is meant, in order. Games that cannot be read,
    /// and [`BadGame`]s of `each`, are reported together at the end; so is, on stderr,
    /// what was guessed.
    pub fn for_each(&self, mut each: impl FnMut(GameTree) -> Result<()>) -> Result<()> {
        let name = self.file.display().to_string();
        let bytes = input::read_bytes(&self.file)?;
        let options = self.reading.options();
        let progress = Progress::new();
        let mut games = records::games(&bytes, &options).with_context(|| name.clone())?;
        let (mut notices, mut bad) = (Notices::default(), Vec::new());
        let mut number = 0;
        while let Some(game) = games.next() {
            number += 1;
            progress.show(games.place(), games.length());
            if self.game.is_some_and(|wanted| wanted != number) {
                continue;
            }
            let used = match game.tree {
                Ok(tree) if !self.filter.fits(&tree) => continue,
                Ok(tree) => each(tree),
                Err(error) => Err(BadGame(error.to_string()).into()),
            };
            match used.map_err(|error| error.downcast::<BadGame>()) {
                Ok(()) => (),
                Err(Ok(error)) => bad.push((number, error)),
                Err(Err(error)) => return Err(error),
            }
            for notice in game.notices {
                notices.add(number, notice);
            }
            if self.game.is_some() {
                break;
            }
        }
        drop(progress);
        if let Some(wanted) = self.game.filter(|&wanted| wanted > number) {
            bail!("{name} has {}, not a game {wanted}", count(number, "game"));
        }
        for notice in notices.texts(number) {
            eprintln!("note: {notice}");
        }
        let line = |(game, error): (usize, BadGame)| match number {
            0 | 1 => format!("{name}: {error}"),
            _ => format!("{name}: game {game}: {error}"),
        };
        bad_parts(&bad.into_iter().map(line).collect::<Vec<_>>(), "game")
    }

    /// The main lines of the games that are meant, for commands that need them all.
    pub fn main_lines(&self) -> Result<Vec<GameRecord>> {
        let mut games = Vec::new();
        self.for_each(|tree| {
            games.push(main_line(&tree)?);
            Ok(())
        })?;
        Ok(games)
    }
}

/// The main line of a game.
pub(super) fn main_line(tree: &GameTree) -> Result<GameRecord> {
    Ok(tree
        .main_line()
        .map_err(|error| BadGame(error.to_string()))?)
}

impl Filter {
    fn fits(&self, tree: &GameTree) -> bool {
        let facts = &tree.facts;
        let has = |text: &str, wanted: &str| text.to_lowercase().contains(&wanted.to_lowercase());
        let of_player = |wanted: &String| facts.players.iter().any(|one| has(&one.name, wanted));
        self.player.as_ref().is_none_or(of_player)
            && self
                .event
                .as_ref()
                .is_none_or(|wanted| has(&facts.event, wanted))
            && self
                .opening
                .as_ref()
                .is_none_or(|wanted| has_opening(tree, wanted))
            && self.result.is_none_or(|wanted| wanted == result_of(tree))
    }
}

/// Whether a word of the opening's name is the wanted one.
fn has_opening(tree: &GameTree, wanted: &str) -> bool {
    let is_in = |name: &str| {
        let mut words = name.split(|c: char| c.is_whitespace() || "();,".contains(c));
        words.any(|word| word.to_lowercase() == wanted.to_lowercase())
    };
    let board = tree.main_line().ok().and_then(|game| game.board().ok());
    let named = board.as_ref().and_then(CanonicalOpening::recognise);
    is_in(&tree.facts.opening_name) || named.is_some_and(|named| is_in(&named.to_string()))
}

fn result_of(tree: &GameTree) -> Wanted {
    let of_moves = || tree.main_line().ok().and_then(|game| game.result);
    match tree.facts.result.or_else(of_moves) {
        Some(GameResult::Win(Color::Black)) => Wanted::Black,
        Some(GameResult::Win(Color::White)) => Wanted::White,
        Some(GameResult::Draw) => Wanted::Draw,
        None => Wanted::Unknown,
    }
}

/// A progress bar that appears if reading takes long.
struct Progress {
    bar: ProgressBar,
    /// Its end ends the thread that waits to show the bar.
    _done: Sender<()>,
}

impl Progress {
    fn new() -> Progress {
        let hidden = bar(0);
        hidden.set_draw_target(ProgressDrawTarget::hidden());
        let (_done, ended) = mpsc::channel();
        let shown = hidden.clone();
        std::thread::spawn(move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(PATIENCE / 5);
            }
        });
        Progress { bar: hidden, _done }
    }

    /// So many bytes are read, of so many.
    fn show(&self, place: usize, length: usize) {
        self.bar.set_length(length as u64);
        self.bar.set_position(place as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
