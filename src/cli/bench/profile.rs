//! `bench --profile`: where the nodes of the fixed search go.

use anyhow::Result;

use super::SearchArgs;

#[cfg(not(feature = "profile"))]
pub(super) fn run(_: &SearchArgs) -> Result<()> {
    anyhow::bail!(
        "this build does not count: use cargo run --release --features profile -- bench --profile"
    )
}

#[cfg(feature = "profile")]
pub(super) fn run(args: &SearchArgs) -> Result<()> {
    counted::run(args)
}

#[cfg(feature = "profile")]
mod counted {
    use std::io::Write;

    use super::*;
    use crate::cli::bench::{POSITIONS, search};
    use crate::cli::exit::output;
    use crate::engine::{Engine, Options};
    use crate::records::lines;
    use crate::search::{Count, DEEPEST, Kind, Profile};
    use crate::types::ONE_PLY;

    pub fn run(args: &SearchArgs) -> Result<()> {
        let mut engine = Engine::new()?;
        for record in lines::read(POSITIONS)? {
            let options = Options {
                depth: Some(args.depth),
                params: args.set.iter().collect(),
                ..Options::default()
            };
            search(&mut engine, &record, options)?;
        }
        let mut out = output();
        writeln!(out, "{}", HEAD)?;
        for kind in Kind::ALL {
            for plies in 0..=DEEPEST {
                if let Some(row) = row(engine.profile(), kind, plies) {
                    writeln!(out, "{row}")?;
                }
            }
        }
        Ok(())
    }

    /// The columns: how nodes end, per cent of the nodes; then of those whose moves were
    /// tried, per cent or the mean; reductions and extensions in plies a move.
    const HEAD: &str = "\
kind depth      nodes  known table  decd futil |  iir sing ext% mcut | expanded moves skip# skip% | high first place | less  plies again  open | more";

    fn row(profile: &Profile, kind: Kind, plies: usize) -> Option<String> {
        let get = |count| profile.get(kind, plies, count) as f64;
        let nodes = get(Count::Nodes);
        if nodes == 0.0 {
            return None;
        }
        let share = |count, of: f64| 100.0 * get(count) / of.max(1.0);
        let expanded = get(Count::Expanded);
        let moves = get(Count::Moves);
        let reduced = get(Count::Reduced);
        Some(format!(
            "{:<4} {plies:>5} {nodes:>10} {:>6.1}{:>6.1}{:>6.1}{:>6.1} |{:>5.1}{:>5.1}{:>5.1}{:>5.1} | {expanded:>8} {:>5.1} {:>5.1} {:>5.1} |{:>5.1} {:>5.1} {:>5.1} |{:>5.1} {:>6.2} {:>5.1} {:>5.1} | {:>5.2}",
            format!("{kind:?}"),
            share(Count::TableHits, nodes),
            share(Count::TableCuts, nodes),
            share(Count::Decided, nodes),
            share(Count::Futile, nodes),
            share(Count::InternalReductions, nodes),
            share(Count::SingularTries, nodes),
            share(Count::SingularExtended, get(Count::SingularTries)),
            share(Count::MultiCuts, nodes),
            moves / expanded.max(1.0),
            get(Count::SkippedByNumber) / expanded.max(1.0),
            get(Count::SkippedByPolicy) / expanded.max(1.0),
            share(Count::FailHigh, expanded),
            share(Count::FailHighFirst, get(Count::FailHigh)),
            get(Count::FailHighPlace) / get(Count::FailHigh).max(1.0),
            share(Count::Reduced, moves),
            get(Count::Reduction) / f64::from(ONE_PLY) / reduced.max(1.0),
            share(Count::SearchedAgain, reduced),
            share(Count::SearchedOpen, moves),
            get(Count::Extension) / f64::from(ONE_PLY) / moves.max(1.0),
        ))
    }
}
