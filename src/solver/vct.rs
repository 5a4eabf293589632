//! Wins by threats (VCT): every move of the attacker's makes a four, or a
//! position in which he would win by fours if the defender passed.
//!
//! A search by proof numbers, depth first, that keeps all nodes, in stages that
//! allow ever more quiet moves (those that make no four). It looks only at the
//! replies that can disturb the threatened win by fours. A win that is found is
//! checked against every other legal reply, and where the threatened win fails, the
//! reply is searched after all.
//!
//! CITE: Thomsen: Lambda-search in game trees, ICGA Journal 23(4), 2000, for
//! threats defined by what a pass would allow.

use super::budget::Stopped;
use super::proof_number::{NEVER, ThreatSearch};
use super::prospects::{Id, Scope, UNLIMITED};
use crate::types::Ruleset;

/// A part of the search. Limits are raised from stage to stage, since most wins are
/// found with low ones.
struct Stage {
    /// The most quiet moves.
    quiet: u8,
    scope: Scope,
    /// Stones for the stage.
    nodes: u64,
    /// Stones for a single search for a win by fours. Few of these searches need
    /// many, but those take most of the time.
    effort: u64,
}

const fn stage(quiet: u8, scope: Scope, nodes: u64, effort: u64) -> Stage {
    Stage {
        quiet,
        scope,
        nodes,
        effort,
    }
}

const STAGES: [Stage; 12] = [
    stage(1, Scope::Threes, 10_000, 16),
    stage(2, Scope::Threes, 20_000, 16),
    stage(3, Scope::Threes, 20_000, 16),
    stage(5, Scope::Threes, 40_000, 16),
    stage(1, Scope::Threats, 50_000, 16),
    stage(2, Scope::Threats, 100_000, 16),
    stage(3, Scope::Threats, 200_000, 32),
    stage(4, Scope::Threats, 400_000, 32),
    stage(6, Scope::Threats, 1_600_000, 64),
    stage(8, Scope::Threats, 3_200_000, 128),
    stage(12, Scope::Threats, 6_400_000, 2_048),
    stage(UNLIMITED, Scope::Threats, u64::MAX, 30_000),
];

impl<R: Ruleset> ThreatSearch<'_, '_, R> {
    /// The node of a win that holds against every reply; `None` if there is none.
    pub(super) fn run(&mut self) -> Result<Option<Id>, Stopped> {
        let memory = self.known.memory;
        for (number, stage) in STAGES.iter().enumerate() {
            if self.known.memory < memory / 2 || number == 0 {
                self.forget();
                self.known.memory = memory;
            }
            self.begin_stage(number as u8);
            let known = &mut self.known;
            known.cut = false;
            known.quiet = stage.quiet;
            (known.scope, known.effort) = (stage.scope, stage.effort);
            known.budget.begin_part(stage.nodes);
            match self.prove() {
                Ok(Some(root)) => return Ok(Some(root)),
                Ok(None) if !self.known.cut => return Ok(None),
                Err(Stopped) if self.known.budget.is_over() => return Err(Stopped),
                _ => (),
            }
        }
        Err(Stopped)
    }

    /// [`ThreatSearch::run`] within one stage.
    fn prove(&mut self) -> Result<Option<Id>, Stopped> {
        let root = self.node()?;
        loop {
            self.search(root, NEVER, NEVER)?;
            if self.nodes[root as usize].proof != 0 {
                return Ok(None);
            }
            if self.check(root)? {
                return Ok(Some(root));
            }
        }
    }
}
