//! `openings named`: the 26 named openings, with assessments.

use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Result, bail};

use crate::board::notation::square_name;
use crate::cli::bench::{COMMIT, origin};
use crate::cli::exit::{count, output};
use crate::cli::progress::{bar, cores, interrupts};
use crate::cli::values::{MOST, whole};
use crate::engine::MOST_THREADS;
use crate::eval::network::NetworkChoice;
use crate::game::{CanonicalOpening, SearchedOpening};
use crate::lab::named_opening_search::search;
use crate::types::Rule;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Search all openings again with this many nodes each, instead of showing the
    /// built-in figures.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST))]
    nodes: Option<u64>,
    /// Write data lines as in src/game/named_opening/searched.txt.
    #[arg(long)]
    data: bool,
    /// Commit of this build, for the data's first line.
    #[arg(long, value_name = "COMMIT",
          default_value = COMMIT)]
    commit: String,
    /// Searches at a time, of one thread each (default: one per core).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_THREADS))]
    threads: Option<usize>,
}

/// The figures and their origin.
struct Figures {
    origin: Vec<String>,
    all: Vec<SearchedOpening>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let figures = match args.nodes {
        None => Figures::known(),
        Some(nodes) => Figures::searched(args, nodes)?,
    };
    match args.data {
        true => figures.write_data(),
        false => figures.write_table(),
    }
}

impl Figures {
    /// The built-in ones.
    fn known() -> Figures {
        let of = |rule: Rule| {
            let openings = CanonicalOpening::all().iter();
            openings.filter_map(move |opening| opening.searched(rule))
        };
        Figures {
            origin: SearchedOpening::origin().map(str::to_string).collect(),
            all: SearchedOpening::RULES
                .into_iter()
                .flat_map(of)
                .copied()
                .collect(),
        }
    }

    fn searched(args: &Args, nodes: u64) -> Result<Figures> {
        let origin = origin(&args.commit, &NetworkChoice::Embedded)?;
        let stop = interrupts()?;
        let wanted = CanonicalOpening::all().len() * SearchedOpening::RULES.len();
        let bar = bar(wanted);
        let threads = args.threads.unwrap_or_else(cores);
        let all = search(nodes, threads, &stop, &|_| bar.inc(1))?;
        bar.finish_and_clear();
        if stop.load(Relaxed) {
            bail!("interrupted: {} of {wanted} searched", all.len());
        }
        let origin = vec![
            format!(
                "commit {origin}: {} for each, one thread, an empty hash table",
                count(nodes, "node")
            ),
            format!("pbrain-tengen openings named --nodes {nodes} --data"),
        ];
        Ok(Figures { origin, all })
    }

    fn write_data(&self) -> Result<()> {
        let mut out = output();
        for line in &self.origin {
            writeln!(out, "# {line}")?;
        }
        for one in &self.all {
            writeln!(out, "{}", one.line())?;
        }
        Ok(())
    }

    fn write_table(&self) -> Result<()> {
        let mut out = output();
        for line in &self.origin {
            writeln!(out, "# {line}")?;
        }
        let [first, second] = SearchedOpening::RULES;
        writeln!(
            out,
            "# After three stones: Black's chances, Black's normalised score, depth, White's \
             best answer;\n# and the classical assessment."
        )?;
        writeln!(
            out,
            "     {:10} {:28} {:24} {:24} assessment",
            "",
            "",
            first.name(),
            second.name()
        )?;
        for opening in CanonicalOpening::all() {
            let verdicts = opening.old_verdicts(Rule::Renju).iter();
            let verdicts: Vec<String> = verdicts.map(ToString::to_string).collect();
            let [first, second] = SearchedOpening::RULES.map(|rule| self.cell(opening, rule));
            let CanonicalOpening {
                chinese,
                japanese,
                romaji,
                sense,
                ..
            } = opening;
            let name = format!("{romaji} ({sense})");
            let line = format!(
                "{:4} {chinese} {japanese}  {name:28} {first:24} {second:24} {}",
                opening.code(),
                verdicts.join("; ")
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// The result of an opening under a rule.
    fn cell(&self, opening: &CanonicalOpening, rule: Rule) -> String {
        let is_meant = |one: &&SearchedOpening| (one.opening, one.rule) == (opening, rule);
        let Some(found) = self.all.iter().find(is_meant) else {
            return String::new();
        };
        let height = SearchedOpening::board(opening).height();
        format!(
            "{:3.0} % {:>5} d{:02} {}",
            100.0 * found.share(),
            found.score,
            found.depth,
            square_name(found.answer, height)
        )
    }
}
