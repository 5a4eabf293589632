//! The progress of a match, and its result.

use std::io::{self, IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;

use crate::cli::exit::{count, output};
use crate::cli::progress::bar;
use crate::lab::game::Cause;
use crate::lab::standings::Standings;
use crate::lab::tournament::MatchEvent;
use crate::lock::lock;

/// The interval of progress lines when stderr is not a terminal.
const REPORT: Duration = Duration::from_secs(10);

/// Shows progress: a bar on a terminal, otherwise a line now and then.
pub(super) struct Screen {
    bar: ProgressBar,
    last: Mutex<Instant>,
}

impl Screen {
    pub(super) fn new(games: usize) -> Screen {
        Screen {
            bar: bar(games),
            last: Mutex::new(Instant::now()),
        }
    }

    pub(super) fn show(&self, event: &MatchEvent) {
        match event {
            MatchEvent::Complaint { name, text } => self.line(&format!("{name} {text}")),
            MatchEvent::Game {
                entry,
                standings,
                replayed,
            } => {
                if entry.end.is_fault() && !replayed {
                    let loser = match entry.result.as_str() {
                        "black" => &entry.white,
                        _ => &entry.black,
                    };
                    let (game, end) = (entry.game + 1, entry.end);
                    self.line(&format!(
                        "game {game}: {loser} loses by {end}: {}",
                        entry.detail
                    ));
                }
                self.bar.inc(1);
                self.bar.set_message(summary(standings));
                self.report(standings);
            }
        }
    }

    /// A progress line, if there is no bar.
    fn report(&self, standings: &Standings) {
        if io::stderr().is_terminal() {
            return;
        }
        let mut last = lock(&self.last);
        if last.elapsed() >= REPORT {
            *last = Instant::now();
            let games = count(standings.count(), "game");
            self.line(&format!("{games}: {}", summary(standings)));
        }
    }

    fn line(&self, text: &str) {
        // The reader may be gone.
        let _ = self.bar.suspend(|| writeln!(stderr(), "{text}"));
    }

    pub(super) fn close(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line about a running match.
fn summary(standings: &Standings) -> String {
    let Some(row) = standings.rows.first() else {
        return String::new();
    };
    let [wins, draws, losses] = row.games;
    let mut text = format!("{} +{wins} ={draws} -{losses}", row.name);
    if let Some(elo) = standings.elo(0) {
        text.push_str(&format!(" Elo {elo}"));
    }
    if let Some((sprt, llr)) = standings.sprt() {
        let (low, high) = sprt.bounds();
        text.push_str(&format!(" LLR {llr:.2} ({low:.2}, {high:.2})"));
    }
    text
}

/// Prints the tables of a match.
pub(super) fn print(standings: &Standings) -> Result<()> {
    let mut out = output();
    let width = standings
        .rows
        .iter()
        .map(|row| row.name.chars().count())
        .max();
    let width = width.unwrap_or(0).max(6);
    writeln!(
        out,
        "{:width$} {:>6} {:>7} {:>6} {:>6} {:>6} {:>8} {:>5}  Elo [95 %]",
        "engine", "games", "score", "won", "drawn", "lost", "slowest", "late"
    )?;
    let mut order: Vec<usize> = (0..standings.rows.len()).collect();
    let share = |who: usize| {
        let row = &standings.rows[who];
        f64::from(row.half_points()) / f64::from(2 * row.count().max(1))
    };
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    for who in order {
        let row = &standings.rows[who];
        let [won, drawn, lost] = row.games;
        let elo = standings
            .elo(who)
            .map_or("-".to_string(), |elo| elo.to_string());
        writeln!(
            out,
            "{:width$} {:>6} {:>5.1} % {won:>6} {drawn:>6} {lost:>6} {:>5} ms {:>5}  {elo}",
            row.name,
            row.count(),
            100.0 * share(who),
            row.slowest,
            row.late,
        )?;
        for cause in Cause::all().filter(|cause| cause.is_fault()) {
            if row.lost_by(cause) > 0 {
                writeln!(out, "{:width$} lost by {cause}: {}", "", row.lost_by(cause))?;
            }
        }
    }
    let name = |who: usize| &standings.rows[who].name;
    for meeting in &standings.meetings {
        let [first, second] = meeting.players;
        let [won, drawn, lost] = meeting.games;
        write!(
            out,
            "{} - {}: +{won} ={drawn} -{lost}, pairs {:?}",
            name(first),
            name(second),
            meeting.pairs.0
        )?;
        match meeting.pairs.elo() {
            Some(elo) => writeln!(out, ", Elo {elo}")?,
            None => writeln!(out)?,
        }
    }
    let [black, drawn, white] = standings.colors;
    let games = standings.count().max(1);
    let percent = |count: u32| 100.0 * f64::from(count) / f64::from(games);
    writeln!(
        out,
        "black {:.1} %, drawn {:.1} %, white {:.1} % of {}",
        percent(black),
        percent(drawn),
        percent(white),
        count(standings.count(), "game")
    )?;
    if let Some((sprt, llr)) = standings.sprt() {
        let (low, high) = sprt.bounds();
        let verdict = match standings.verdict() {
            Some(verdict) => verdict.to_string(),
            None => "undecided".to_string(),
        };
        writeln!(
            out,
            "SPRT [{}, {}] alpha {} beta {}: LLR {llr:.2} ({low:.2}, {high:.2}), {verdict}",
            sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
        )?;
    }
    Ok(())
}
