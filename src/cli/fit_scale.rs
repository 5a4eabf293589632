//! `fit-scale`: fits the meaning of raw scores to games.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::exit::output;
use super::fit;
use super::input::check_outputs;
use crate::lab::fit::diagram;
use crate::lab::fit::scale::{
    Form, Prediction, by_scale_in_use, cross_validate, fit_scale, gain, loss, observations,
    reliability,
};
use crate::scale::Knot;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Draw predicted against real results into this file (cross-validated).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Files of selfplay, all with the same rule.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The forms to compare, each with more parameters than the one before.
const FORMS: [(&str, Form); 5] = [
    ("the same everywhere", form(false, false, false, false)),
    ("by filling of board", form(true, false, false, false)),
    ("... with offset", form(true, true, false, false)),
    ("... and curve", form(true, true, true, false)),
    ("... by colour", form(true, true, true, true)),
];

const fn form(stones: bool, offset: bool, curve: bool, colors: bool) -> Form {
    Form {
        stones,
        offset,
        curve,
        colors,
    }
}

pub(super) fn run(args: &Args) -> Result<()> {
    check_outputs(&args.files, &[("--svg", args.svg.as_deref())])?;
    let set = fit::read(&args.files)?.into_raw()?;
    let (rule, games) = (set.rule, set.games.len());
    let all = observations(&set);
    if all.is_empty() {
        bail!("there are no positions with a score and a result");
    }
    let mut text = format!(
        "# {rule}: {} positions of {} games.\n\
         # Cross-entropy of the results of games not learnt from, and the gain over the\n\
         # form before:\n",
        all.len(),
        games,
    );
    let mut tried: Vec<Vec<Prediction>> = Vec::new();
    for (name, form) in FORMS {
        let predictions = cross_validate(&all, form);
        let _ = write!(text, "# {name:<21} {:.5}", loss(&predictions));
        if let Some(before) = tried.last() {
            let (gain, error) = gain(&predictions, before);
            let _ = write!(text, " {gain:+.5} ±{error:.5}");
        }
        text.push('\n');
        tried.push(predictions);
    }
    // Only renju treats the colours differently.
    let chosen = if rule.forbids() { 4 } else { 3 };
    let in_use = by_scale_in_use(&all, rule);
    let (gain, error) = gain(&tried[chosen], &in_use);
    let _ = writeln!(
        text,
        "# {:<21} {:.5}; a fit of the form below gains {gain:+.5} ±{error:.5}",
        "the numbers in use",
        loss(&in_use),
    );
    for knots in fit_scale(&all, FORMS[chosen].1) {
        for Knot {
            stones,
            unit,
            draw,
            offset,
            curve,
        } in knots
        {
            let _ = writeln!(
                text,
                "    knot({stones}, {unit}, {draw}, {offset}, {curve}),"
            );
        }
        text.push('\n');
    }
    let bins = reliability(&tried[chosen]);
    text.push_str(&diagram::table(&bins));
    text.push_str("\nThe numbers in use:\n");
    text.push_str(&diagram::table(&reliability(&in_use)));
    write!(output(), "{text}")?;
    if let Some(path) = &args.svg {
        let title = format!("{rule}, {} games", games);
        fs::write(path, diagram::svg(&title, &bins))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
