//! `tune`: tunes search parameters by games.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result, bail};

use super::exit::{output, wrong_use};
use super::input::check_outputs;
use super::progress::{bar, cores, interrupts};
use super::values::{MOST_GAMES, Size, error_rate, whole};
use crate::lab::contender::Contender;
use crate::lab::openings;
use crate::lab::tournament::MOST_PARALLEL;
use crate::lab::tune::{Course, Ground, Knob, TunePlan, tune};
use crate::params::Tunables;
use crate::types::Rule;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A parameter to tune and its perturbation: NAME:CHANGE, or NAME=START:CHANGE;
    /// can be given several times.
    #[arg(long = "knob", value_name = "KNOB", required = true)]
    knobs: Vec<Given>,
    /// The engine with its settings, as in `match`.
    #[arg(long, value_name = "ENGINE", default_value = "self nodes=5000")]
    engine: String,
    /// Rule: freestyle, standard, renju, caro or caro8. Several take turns; parameters
    /// start with the values of the first.
    #[arg(long = "rule", value_name = "RULE", default_value = "freestyle")]
    rules: Vec<Rule>,
    /// Board side, or WIDTHxHEIGHT. Several take turns under each rule.
    #[arg(long = "size", value_name = "SIZE", default_value = "15")]
    sizes: Vec<Size>,
    /// Pairs of games.
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = whole(1..=MOST_GAMES))]
    pairs: usize,
    /// Step for a won game at the end of the tuning, in units of CHANGE.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = error_rate)]
    rate: f64,
    /// Games at a time (default: one per core).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARALLEL))]
    parallel: Option<usize>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Draw the parameters' curves into this SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// File for the results of all games; the same command resumes.
    file: PathBuf,
}

/// A parameter to tune, as given on the command line.
#[derive(Clone, Debug)]
struct Given {
    name: String,
    /// `None`: the rule's own value.
    start: Option<i32>,
    change: f64,
}

impl Given {
    fn knob(&self, rule: Rule) -> Knob {
        let own = || Tunables::of(rule).get(&self.name).unwrap_or(0);
        Knob {
            name: self.name.clone(),
            start: self.start.unwrap_or_else(own),
            change: self.change,
        }
    }
}

impl FromStr for Given {
    type Err = String;

    fn from_str(text: &str) -> Result<Given, String> {
        let (what, change) = text.split_once(':').ok_or("NAME:CHANGE is needed")?;
        let (name, start) = match what.split_once('=') {
            Some((name, start)) => (name, Some(start)),
            None => (what, None),
        };
        if !Tunables::NAMES.contains(&name) {
            return Err(format!("unknown search parameter '{name}'"));
        }
        let value =
            |text| Tunables::value(name, text).ok_or_else(|| format!("{name} cannot be '{text}'"));
        let start = start.map(value).transpose()?;
        let change = change
            .parse()
            .ok()
            .filter(|&change: &f64| change > 0.0 && change < 1e6);
        Ok(Given {
            name: name.to_string(),
            start,
            change: change.ok_or("CHANGE must be a number above 0")?,
        })
    }
}

pub(super) fn run(args: &Args) -> Result<()> {
    let plan = plan(args)?;
    let results = std::slice::from_ref(&args.file);
    check_outputs(results, &[("--svg", args.svg.as_deref())])?;
    let stop = interrupts()?;
    let bar = bar(plan.pairs);
    let course = tune(
        &plan,
        &args.file,
        args.parallel.unwrap_or_else(cores),
        &stop,
        &|course| bar.set_position(course.history.len() as u64),
    )
    .with_context(|| args.file.display().to_string())?;
    bar.finish_and_clear();
    let mut out = output();
    let last = course.history.len() / 5;
    writeln!(out, "{} of {} pairs", course.history.len(), plan.pairs)?;
    writeln!(
        out,
        "{:<22} {:>8} {:>10} {:>14} {:>14}",
        "parameter", "start", "now", "mean of last", "Elo a change"
    )?;
    let slopes = course.slopes();
    for (((knob, now), mean), (slope, error)) in plan
        .knobs
        .iter()
        .zip(&course.values)
        .zip(course.settled(last))
        .zip(slopes)
    {
        writeln!(
            out,
            "{:<22} {:>8} {now:>10.1} {mean:>14.1} {slope:>8.1} ±{error:.1}",
            knob.name, knob.start
        )?;
    }
    if let Some(path) = &args.svg {
        let text = svg(&plan, &course);
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if stop.load(Relaxed) && course.history.len() < plan.pairs {
        bail!("interrupted; run the same command to resume");
    }
    Ok(())
}

fn plan(args: &Args) -> Result<TunePlan> {
    let engine: Contender = args.engine.parse().map_err(wrong_use)?;
    if !engine.is_self() {
        return Err(wrong_use("only this program can be tuned: write self"));
    }
    if !engine.is_limited() {
        let text = "--engine needs a limit: turn=TIME, nodes=N or depth=N";
        return Err(wrong_use(text));
    }
    let knobs: Vec<Knob> = args
        .knobs
        .iter()
        .map(|given| given.knob(args.rules[0]))
        .collect();
    for (index, knob) in knobs.iter().enumerate() {
        if knobs[..index].iter().any(|other| other.name == knob.name) {
            return Err(wrong_use(format!("{} is given twice", knob.name)));
        }
    }
    let grounds = args
        .rules
        .iter()
        .flat_map(|&rule| args.sizes.iter().map(move |&size| ground(rule, size)));
    Ok(TunePlan {
        knobs,
        engine,
        grounds: grounds.collect(),
        pairs: args.pairs,
        rate: args.rate,
        seed: args.seed,
    })
}

fn ground(rule: Rule, Size(width, height): Size) -> Ground {
    Ground {
        rule: rule.name().to_string(),
        width,
        height,
        openings: openings::built_in(rule, (width, height)),
    }
}

/// A curve for each parameter: the distance from its start, in changes.
fn svg(plan: &TunePlan, course: &Course) -> String {
    const SIDE: (f64, f64) = (720.0, 360.0);
    const ROOM: f64 = 50.0;
    const POINTS: usize = 240;
    let steps = course.history.len().max(1);
    let away = |values: &[f64], index: usize| {
        let knob = &plan.knobs[index];
        (values[index] - f64::from(knob.start)) / knob.change
    };
    let all = course
        .history
        .iter()
        .flat_map(|values| (0..values.len()).map(|at| away(values, at)));
    let most = all.fold(1.0, |most: f64, one| most.max(one.abs()));
    let place = |step: usize, away: f64| {
        let x = ROOM + SIDE.0 * step as f64 / steps as f64;
        (x, ROOM + SIDE.1 * (1.0 - away / most) / 2.0)
    };
    let (width, height) = (SIDE.0 + 4.0 * ROOM, SIDE.1 + 2.0 * ROOM);
    let played = plan.grounds.iter();
    let played: Vec<String> = played
        .map(|ground| format!("{} {}×{}", ground.rule, ground.width, ground.height))
        .collect();
    let ((left, middle), (right, _)) = (place(0, 0.0), place(steps, 0.0));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{left}\" y=\"24\">{}: parameters over {steps} pairs of games, in changes \
         from their start (± {most:.1})</text>\n\
         <path d=\"M{left} {middle}H{right}\" stroke=\"#999\"/>\n",
        played.join(", "),
    );
    for (index, knob) in plan.knobs.iter().enumerate() {
        let color = format!("hsl({} 70% 40%)", index * 360 / plan.knobs.len());
        let points = (0..=POINTS).map(|point| {
            let step = point * steps / POINTS;
            let values = course.history.get(step).unwrap_or(&course.values);
            let (x, y) = place(step, away(values, index));
            format!("{x:.1},{y:.1}")
        });
        let points: Vec<String> = points.collect();
        let (_, end) = place(steps, away(&course.values, index));
        let _ = writeln!(
            text,
            "<polyline fill=\"none\" stroke=\"{color}\" points=\"{}\"/>\
             <text x=\"{}\" y=\"{end:.1}\" fill=\"{color}\">{} {:.0}</text>",
            points.join(" "),
            right + 6.0,
            knob.name,
            course.values[index],
        );
    }
    text.push_str("</svg>\n");
    text
}
