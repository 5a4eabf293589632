//! `experiments`: the log of what was tried.

use std::io::{Write, stdout};

use anyhow::{Context, Result};

use crate::lab::experiments::{self, Experiment, Verdict};
use crate::types::Rule;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Only experiments under this rule.
    #[arg(long)]
    rule: Option<Rule>,
    /// Only those with this verdict: taken, "not taken", "not yet", measured or
    /// withdrawn.
    #[arg(long)]
    verdict: Option<Verdict>,
}

/// The columns of the table.
const HEAD: [&str; 7] = [
    "date", "rule", "limit", "games", "result", "verdict", "change",
];

pub(super) fn run(args: &Args) -> Result<()> {
    let log = experiments::read(experiments::LOG).context("the log of experiments")?;
    let wanted = |experiment: &&Experiment| {
        let rule = args.rule.is_none_or(|rule| experiment.rule == Some(rule));
        rule && args
            .verdict
            .is_none_or(|verdict| experiment.verdict == verdict)
    };
    let rows: Vec<[String; 7]> = log.iter().filter(wanted).map(row).collect();
    stdout().lock().write_all(table(&rows).as_bytes())?;
    Ok(())
}

fn row(experiment: &Experiment) -> [String; 7] {
    let (year, month, day) = experiment.date;
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!(" {value}"));
    let interval = experiment.interval;
    let interval = interval.map_or(String::new(), |(low, high)| format!(" [{low}, {high}]"));
    let results = experiment.results.map_or(String::new(), |results| {
        format!(" {}", results.map(|count| count.to_string()).join("-"))
    });
    let value = number(experiment.value);
    [
        format!("{year}-{month:02}-{day:02}"),
        experiment.rule.map_or("all", Rule::name).to_string(),
        experiment.limit.clone(),
        experiment
            .games
            .map_or(String::new(), |games| games.to_string()),
        format!("{}{value}{interval}{results}", experiment.measure),
        experiment.verdict.to_string(),
        experiment.change.clone(),
    ]
}

/// The rows below their heads, every column as wide as its widest field.
fn table(rows: &[[String; 7]]) -> String {
    let head = HEAD.map(String::from);
    let all = || std::iter::once(&head).chain(rows);
    let wide = |column: usize| {
        all()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; 7] = std::array::from_fn(wide);
    let line = |row: &[String; 7]| {
        let field = |(text, width): (&String, usize)| format!("{text:width$}  ");
        let fields: String = row.iter().zip(widths).map(field).collect();
        fields.trim_end().to_string() + "\n"
    };
    all().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_a_table() {
        let log = experiments::read(experiments::LOG).unwrap();
        let rows: Vec<[String; 7]> = log.iter().map(row).collect();
        let text = table(&rows);
        assert_eq!(text.lines().count(), log.len() + 1);
        let head = text.lines().next().unwrap();
        let column = head.find("change").unwrap();
        for (line, row) in text.lines().skip(1).zip(&rows) {
            let change: String = line.chars().skip(column).collect();
            assert_eq!(change, row[6]);
        }
        let first = "2026-11-21  freestyle  nodes=5000";
        assert!(text.lines().nth(1).unwrap().starts_with(first), "{text}");
        assert!(text.contains("elo 397 [346, 464]"), "{text}");
    }
}
