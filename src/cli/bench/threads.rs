//! `bench threads`: how much sooner several threads come to a depth than one.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::{POSITIONS, SearchArgs};
use crate::board::Symmetry;
use crate::cli::exit::output;
use crate::cli::input;
use crate::cli::values::whole;
use crate::engine::{Engine, MOST_THREADS, Options};
use crate::records::{PositionRecord, lines};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// Number of threads to compare with one.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(2..=MOST_THREADS))]
    threads: usize,
    /// Number of searches of every position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=MOST_ROUNDS))]
    rounds: usize,
    /// Other positions, in the form of bench-positions/bench.txt.
    #[arg(long)]
    file: Option<PathBuf>,
    /// Add the rotations and reflections of every position.
    #[arg(long)]
    images: bool,
}

const MOST_ROUNDS: usize = 1_000_000;

/// An engine with a number of threads.
struct Team {
    engine: Engine,
    threads: usize,
    /// Seconds and nodes of every search so far.
    searches: Vec<(f64, f64)>,
}

impl Team {
    fn new(threads: usize) -> Result<Team> {
        Ok(Team {
            engine: Engine::new()?,
            threads,
            searches: Vec::new(),
        })
    }

    /// Searches a position with an empty table: how many seconds it took.
    fn search(&mut self, record: &PositionRecord, args: &SearchArgs) -> Result<f64> {
        let options = Options {
            depth: Some(args.depth),
            threads: self.threads,
            params: args.set.iter().collect(),
            ..Options::default()
        };
        let found = super::search(&mut self.engine, record, options)?;
        let seconds = found.elapsed.as_secs_f64();
        self.searches.push((seconds, found.nodes as f64));
        Ok(seconds)
    }

    /// How this team compares with another one on the same positions.
    fn against(&self, other: &Team) -> String {
        let pairs = || other.searches.iter().zip(&self.searches);
        let (faster, error) = geometric_mean(pairs().map(|(other, own)| other.0 / own.0));
        let (nodes, _) = geometric_mean(pairs().map(|(other, own)| own.1 / other.1));
        let seconds: f64 = self.searches.iter().map(|search| search.0).sum();
        let all: f64 = self.searches.iter().map(|search| search.1).sum();
        format!(
            "{:<3} threads: {faster:.2} ± {error:.2} times as fast, {nodes:.2} times the nodes, \
             {all:.0} nodes in {seconds:.1} s, {:.0} nodes per second",
            self.threads,
            all / seconds
        )
    }
}

/// The geometric mean, and its standard error.
fn geometric_mean(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let logarithms: Vec<f64> = numbers.map(f64::ln).collect();
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let squares = logarithms.iter().map(|number| (number - mean).powi(2));
    let error = (squares.sum::<f64>() / (count * (count - 1.0).max(1.0))).sqrt();
    (mean.exp(), mean.exp() * error)
}

/// The position and its images by rotation and reflection. They have the same value, but
/// ties are broken by the square, so that each is another search.
fn images(record: &PositionRecord) -> impl Iterator<Item = PositionRecord> {
    let board = &record.board;
    let symmetries = Symmetry::of_size(board.width(), board.height());
    symmetries
        .enumerate()
        .map(|(number, symmetry)| PositionRecord {
            id: format!("{}/{number}", record.id),
            rule: record.rule,
            board: symmetry.image(board),
        })
}

/// Searches every bench position with both numbers of threads in turn, so that other load
/// on the machine affects both alike.
pub(super) fn run(args: &Args) -> Result<()> {
    let mut out = output();
    let mut records = match &args.file {
        Some(path) => {
            let text = input::read(path)?;
            lines::read(&text).with_context(|| path.display().to_string())?
        }
        None => lines::read(POSITIONS)?,
    };
    ensure!(!records.is_empty(), "there are no positions");
    if args.images {
        records = records.iter().flat_map(images).collect();
    }
    let mut teams = [Team::new(1)?, Team::new(args.threads)?];
    for _ in 0..args.rounds {
        for record in &records {
            write!(out, "{:<18}", record.id)?;
            for team in &mut teams {
                let seconds = team.search(record, &args.search)?;
                write!(out, " {:>9.1}", seconds * 1e3)?;
            }
            writeln!(out, " ms")?;
        }
    }
    for team in &teams {
        writeln!(out, "{}", team.against(&teams[0]))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_image_once() {
        for (line, expected) in [("a; caro; 15; h8i8j9", 8), ("b; renju; 15x13; h8i8j9", 4)] {
            let record = &lines::read(line).unwrap()[0];
            let images: Vec<PositionRecord> = images(record).collect();
            assert_eq!(images.len(), expected);
            assert_eq!(images[0].board, record.board);
            for (number, image) in images.iter().enumerate() {
                assert_eq!(image.id, format!("{}/{number}", record.id));
                assert_eq!(image.rule, record.rule);
                let same = images.iter().filter(|other| other.board == image.board);
                assert_eq!(same.count(), 1, "{}", image.id);
            }
        }
    }
}
