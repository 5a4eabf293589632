//! `openings play`: games under an opening rule, the engine on both sides.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Result, bail};

use crate::board::Board;
use crate::board::notation::moves_text;
use crate::cli::exit::{count, output, wrong_use};
use crate::cli::progress::{bar, cores, interrupts};
use crate::cli::values::{MOST, Size, whole};
use crate::engine::MOST_THREADS;
use crate::game::{OpeningAction, OpeningRule};
use crate::lab::opening_rule_games::{NoOpeningGames, OpeningGame, OpeningPlan, Tally, play};
use crate::types::{Color, Rule, SQUARES};

/// The most games.
const MOST_GAMES: usize = 1_000_000;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Opening rule: swap2, soosorv-8, yamaguchi, ...
    #[arg(long, value_name = "NAME")]
    opening_rule: OpeningRule,
    /// Rule: freestyle, standard, renju, caro or caro8.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT.
    #[arg(long, default_value = "15")]
    size: Size,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(1..=MOST_GAMES))]
    games: usize,
    /// Nodes per search.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = whole(1..=MOST))]
    nodes: u64,
    /// Draw games after this many moves.
    #[arg(long, value_name = "N", default_value_t = 160, value_parser = whole(1..=SQUARES))]
    max_moves: usize,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Threads (default: one per core).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Print a line per game: winner, colour chosen last, choices of the opening, moves.
    #[arg(long)]
    list: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let Size(width, height) = args.size;
    let plan = OpeningPlan {
        opening: args.opening_rule,
        rule: args.rule,
        board: Board::new(width, height)?,
        games: args.games,
        nodes: args.nodes,
        longest: args.max_moves,
        seed: args.seed,
    };
    let stop = interrupts()?;
    let bar = bar(args.games);
    let threads = args.threads.unwrap_or_else(cores);
    let games = play(&plan, threads, &stop, &|_| bar.inc(1));
    bar.finish_and_clear();
    let games = games.map_err(|error| match error {
        NoOpeningGames::Board(error) => wrong_use(error),
        error => error.into(),
    })?;
    let mut out = output();
    if args.list {
        for game in &games {
            writeln!(out, "{}", line(game))?;
        }
    }
    writeln!(
        out,
        "# {}, {} {width}x{height}, {}, {}, seed {}",
        args.opening_rule,
        args.rule,
        count(games.len(), "game"),
        count(args.nodes, "node"),
        args.seed,
    )?;
    let tallies = [
        (
            "who chose last",
            Tally::of(&games, OpeningGame::color_chosen),
        ),
        ("Black", Tally::of(&games, |_| Some(Color::Black))),
    ];
    for (name, tally) in tallies {
        if let Some((share, error)) = tally.share() {
            let Tally { won, drawn, lost } = tally;
            writeln!(
                out,
                "{name:14} {:5.1} % +- {:.1}  +{won} ={drawn} -{lost}",
                100.0 * share,
                100.0 * error
            )?;
        }
    }
    writeln!(out, "{:14} {}", "answers", answers(&games))?;
    if games.len() < args.games {
        bail!(
            "interrupted: {} of {} played",
            games.len(),
            count(args.games, "game")
        );
    }
    Ok(())
}

/// A game as a line.
fn line(game: &OpeningGame) -> String {
    let color = |color: Option<Color>| color.map_or("none".to_string(), |color| color.to_string());
    let answers: Vec<String> = game.opening.actions().iter().filter_map(answer).collect();
    format!(
        "{} {} [{}] {}",
        color(game.winner),
        color(game.color_chosen()),
        answers.join(" "),
        moves_text(&game.board)
    )
}

/// How often each answer was given, the most frequent first.
fn answers(games: &[OpeningGame]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for game in games {
        for answer in game.opening.actions().iter().filter_map(answer) {
            *counts.entry(answer).or_default() += 1;
        }
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let texts = counts
        .iter()
        .map(|(answer, count)| format!("{answer} {count}"));
    match counts.is_empty() {
        true => "none".to_string(),
        false => texts.collect::<Vec<_>>().join(", "),
    }
}

/// The name of an action without squares.
fn answer(action: &OpeningAction) -> Option<String> {
    Some(match action {
        OpeningAction::Swap => "swap".to_string(),
        OpeningAction::Keep => "keep".to_string(),
        OpeningAction::Take(color) => format!("take-{color}"),
        OpeningAction::PlaceMore => "more-stones".to_string(),
        OpeningAction::Declare(number) => format!("fifths-{number}"),
        OpeningAction::Place(_)
        | OpeningAction::Offer(_)
        | OpeningAction::Pick(_)
        | OpeningAction::Pass => return None,
    })
}
