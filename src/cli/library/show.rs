//! `library show`: what a library knows of a position.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::tree::{self, name};
use super::{in_words, note_other_rules, open};
use crate::board::notation::moves_text;
use crate::cli::drawing;
use crate::cli::exit::{count, output};
use crate::cli::input::Source;
use crate::cli::opening_name::opening_of;
use crate::cli::values::{MOST_GAMES, whole};
use crate::library::{Arrival, Entry, KnownGame, KnownMove, Library, Results};
use crate::records::PositionRecord;
use crate::records::tree::MarkKind;
use crate::scale::Normalised;
use crate::types::{Rule, Score, Square};

/// The most lines of moves in the table.
const MOST_MOVES: usize = 30;

#[derive(clap::Args)]
#[command(
    override_usage = "pbrain-tengen library show [OPTIONS] <LIBRARY> <POSITION|--file <FILE>>",
    after_help = "The first line is the size of the library. Say '' for the empty board.\n\n\
                  Example: pbrain-tengen library show renju.tdb --rule renju h8h9i9"
)]
pub(super) struct Args {
    /// The library.
    library: PathBuf,
    #[command(flatten)]
    source: Source,
    /// How many games to list.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(0..=MOST_GAMES))]
    games: usize,
    /// Also draw the tree of analysed moves, so many moves deep.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=100usize))]
    tree: usize,
    /// Print one JSON object a line for each position: id, rule, to_move, games, results,
    /// value, depth, arrivals, moves, comments, labels and players.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let positions = args.source.read(Rule::Freestyle)?;
    let library = open(&args.library, Library::read)?;
    let said = || args.library.display().to_string();
    let mut out = output();
    if !args.json {
        writeln!(out, "{}", in_words(&library.size().with_context(said)?))?;
    }
    positions.for_each(|record| {
        note_other_rules(&library, record).with_context(said)?;
        let shown = Shown::new(&library, record, args.games).with_context(said)?;
        let text = match (args.json, positions.file()) {
            (true, _) => format!("{}\n", shown.json()),
            (false, None) => shown.text(),
            (false, Some(_)) => format!("{}\n{}", record.id, shown.text()),
        };
        out.write_all(text.as_bytes())?;
        if args.tree > 0 {
            let position = (&record.board, record.rule);
            let text = tree::text(&library, position, args.tree).with_context(said)?;
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    })
}

/// What the library in this file knows of a position, as JSON; at most this many of its games.
#[cfg(feature = "board")]
pub(in crate::cli) fn known(path: &Path, position: &PositionRecord, games: usize) -> Result<Value> {
    let library = open(path, Library::read)?;
    Ok(Shown::new(&library, position, games)?.json())
}

/// What is shown of a position.
struct Shown<'r> {
    record: &'r PositionRecord,
    entry: Entry,
    arrivals: Vec<Arrival>,
    games: Vec<KnownGame>,
}

impl<'r> Shown<'r> {
    fn new(
        library: &Library,
        record: &'r PositionRecord,
        most: usize,
    ) -> Result<Shown<'r>, crate::library::LibraryError> {
        let (board, rule) = (&record.board, record.rule);
        let entry = library.look(board, rule)?;
        let numbers = entry.games.iter().take(most);
        Ok(Shown {
            record,
            arrivals: library.arrivals(board, rule)?,
            games: numbers
                .map(|&game| library.game(game))
                .collect::<Result<_, _>>()?,
            entry,
        })
    }

    fn name(&self, square: Option<Square>) -> String {
        name(square, &self.record.board)
    }

    fn text(&self) -> String {
        let (board, rule) = (&self.record.board, self.record.rule);
        let number = |square: Square| {
            let is_it = |known: &&KnownMove| known.same.contains(&square);
            let shown = self.entry.moves.iter().take(MOST_MOVES).enumerate();
            let mut found = shown.filter(|(_, known)| is_it(known));
            Some((found.next()?.0 + 1).to_string())
        };
        let mut text = drawing::marked(board, number);
        text += &format!("{rule}, {} to move\n", board.side_to_move());
        if let Some(opening) = opening_of(board, Some(rule)) {
            text += &format!("opening: {opening}\n");
        }
        text += &format!("games: {}\n", results_text(&self.entry.results));
        if let Some(value) = self.entry.value {
            let score = Normalised::of_kept(value);
            let (share, side) = (100.0 * score.share(), board.side_to_move());
            let depth = self.entry.depth;
            text += &format!("engine: {share:.1} % for {side} ({score}), depth {depth}\n");
        }
        if let Some(line) = self.entry.lines.first() {
            let names = line.moves.iter().map(|&square| self.name(Some(square)));
            text += &format!("line: {}\n", names.collect::<Vec<_>>().join(" "));
        }
        if let Some(tag) = self.entry.tag {
            text += &format!("sign: {tag}\n");
        }
        if !self.arrivals.is_empty() {
            let arrival = |one: &Arrival| {
                let games = count(one.games, "game");
                format!("{} ({games})", self.name(Some(one.square)))
            };
            let arrivals: Vec<String> = self.arrivals.iter().map(arrival).collect();
            text += &format!("last stone: {}\n", arrivals.join(", "));
        }
        text += &self.moves_table();
        for mark in &self.entry.marks {
            if let MarkKind::Label(label) = &mark.kind {
                text += &format!("label {}: {label}\n", self.name(Some(mark.square)));
            }
        }
        for comment in &self.entry.comments {
            text += &format!(
                "comment ({}): {}\n",
                comment.source,
                comment.text_for(board)
            );
        }
        for game in &self.games {
            text += &format!("{}\n", game_text(game));
        }
        let more = self.entry.games.len() - self.games.len();
        if more > 0 && !self.games.is_empty() {
            text += &format!("and {}\n", count(more, "more game"));
        }
        text
    }

    fn moves_table(&self) -> String {
        if self.entry.moves.is_empty() {
            return "no moves known\n".to_string();
        }
        let title = "    move  games  black draw white  in all   engine         depth\n";
        let mut text = title.to_string();
        for (index, known) in self.entry.moves.iter().take(MOST_MOVES).enumerate() {
            let Results {
                black,
                draws,
                white,
                ..
            } = known.results;
            let engine = known.value.map(|value| {
                let score = Normalised::of_kept(value);
                let depth = match known.is_analysed {
                    true => format!("{}", known.depth),
                    false => format!("({})", known.depth),
                };
                format!(
                    "{:5.1} % {:>6}  {depth:>6}",
                    100.0 * score.share(),
                    score.to_string()
                )
            });
            let row = format!(
                "{:2}. {:4} {:6} {black:6} {draws:4} {white:5} {:7}   {}",
                index + 1,
                self.name(known.square),
                known.results.games(),
                known.after.games(),
                engine.unwrap_or_default(),
            );
            text += row.trim_end();
            text.push('\n');
        }
        let more = self.entry.moves.len().saturating_sub(MOST_MOVES);
        if more > 0 {
            text += &format!("    and {}\n", count(more, "more move"));
        }
        text
    }

    fn json(&self) -> Value {
        let (board, rule) = (&self.record.board, self.record.rule);
        let share = |value: Score| (Normalised::of_kept(value).share() * 1e4).round() / 1e4;
        let known = |known: &KnownMove| {
            json!({
                "move": self.name(known.square),
                "same": known.same.iter().map(|&one| self.name(Some(one))).collect::<Vec<_>>(),
                "games": known.results.games(),
                "results": results_json(&known.results),
                "in_all": known.after.games(),
                "share": known.value.map(share),
                "score": known.value.map(|value| Normalised::of_kept(value).to_string()),
                "depth": known.value.map(|_| known.depth),
                "analysed": known.is_analysed,
            })
        };
        let line = self.entry.lines.first().map(|line| {
            let names = line.moves.iter().map(|&square| self.name(Some(square)));
            names.collect::<Vec<_>>()
        });
        let labels = self.entry.marks.iter().filter_map(|mark| match &mark.kind {
            MarkKind::Label(label) => {
                Some(json!({"square": self.name(Some(mark.square)), "label": label}))
            }
            _ => None,
        });
        let comment = |comment: &crate::library::Comment| json!({"text": comment.text_for(board), "source": comment.source});
        let arrival =
            |one: &Arrival| json!({"square": self.name(Some(one.square)), "games": one.games});
        json!({
            "id": self.record.id,
            "rule": rule.name(),
            "to_move": board.side_to_move().to_string(),
            "games": self.entry.results.games(),
            "results": results_json(&self.entry.results),
            "share": self.entry.value.map(share),
            "score": self.entry.value.map(|value| Normalised::of_kept(value).to_string()),
            "depth": self.entry.value.map(|_| self.entry.depth),
            "line": line,
            "arrivals": self.arrivals.iter().map(arrival).collect::<Vec<_>>(),
            "moves": self.entry.moves.iter().map(known).collect::<Vec<_>>(),
            "labels": labels.collect::<Vec<_>>(),
            "comments": self.entry.comments.iter().map(comment).collect::<Vec<_>>(),
            "players": self.games.iter().map(game_json).collect::<Vec<_>>(),
        })
    }
}

fn results_text(results: &Results) -> String {
    let Results {
        black,
        draws,
        white,
        unknown,
    } = results;
    let mut text = results.games().to_string();
    if results.games() > 0 {
        text += &format!("; black won {black}, white {white}, {draws} drawn");
    }
    if *unknown > 0 {
        text += &format!(", {unknown} unknown");
    }
    text
}

fn results_json(results: &Results) -> Value {
    json!({
        "black": results.black,
        "draws": results.draws,
        "white": results.white,
        "unknown": results.unknown,
    })
}

fn game_text(game: &KnownGame) -> String {
    let [black, white] = &game.players;
    let or_nobody = |name: &str| match name {
        "" => "?".to_string(),
        name => name.to_string(),
    };
    let where_and_when = [&game.event, &game.round, &game.place, &game.date];
    let known: Vec<&str> = where_and_when
        .into_iter()
        .filter(|text| !text.is_empty())
        .map(String::as_str)
        .collect();
    let result = game
        .result
        .map_or("?".to_string(), |result| result.to_string());
    let mut text = format!("{} - {}: {result}", or_nobody(black), or_nobody(white));
    if !known.is_empty() {
        text += &format!(" ({})", known.join(", "));
    }
    text
}

fn game_json(game: &KnownGame) -> Value {
    json!({
        "black": game.players[0],
        "white": game.players[1],
        "event": game.event,
        "round": game.round,
        "place": game.place,
        "date": game.date,
        "source": game.source,
        "result": game.result.map(|result| result.to_string()),
        "moves": moves_text(&game.board),
    })
}
