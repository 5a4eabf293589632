//! Playing below full strength, as weaker people do: it looks less far ahead, proves
//! nothing and misjudges quiet moves. It makes fives and stops fours at every level.
//!
//! A short search values several moves. Each value gets an error that follows from
//! the seed and from the position after the move, so that a player misjudges a
//! position always in the same way. Any of the moves that are nearly as good as the
//! best one is played.

use std::time::Duration;

use super::handicap::Handicap;
use super::level::Level;
use super::options::Options;
use super::run::Run;
use super::survey::{Survey, Surveyed, Task};
use crate::board::Board;
use crate::clock::{Clock, Control, Limits};
use crate::machine::Width;
use crate::pool::Pool;
use crate::scale::{K, Scale, sigmoid};
use crate::search::{Event, Found, Iteration, Latest, Objective, Shared, Team};
use crate::tt::TranspositionTable;
use crate::types::{Depth, Score, Square, SquareSet};

/// A move is nearly as good as the best one if it gives this share of its
/// chances.
const NEARLY: f64 = 0.95;
/// A weaker player takes no more than this share of its limits, so that it is
/// weaker with small limits too.
const SHARE: f64 = 0.75;
/// The memory for each stone that a search may place, in bytes ...
const MEMORY_PER_NODE: u64 = 64;
/// ... within these bounds.
const MEMORY: (u64, u64) = (1 << 18, 1 << 24);
/// The standard deviation of the sum of four whole numbers that have 16 bits.
const DEVIATION: f64 = 37_837.0;

/// A move to choose, and its expected score from 0 to 1, as it seems.
struct Choice {
    line: Iteration,
    share: f64,
}

/// A player below full strength, about to move.
pub(super) struct WeakerPlayer<'a> {
    pub options: &'a Options,
    pub board: &'a Board,
    pub blocked: SquareSet,
    pub pool: &'a Pool,
    /// What scores of this position mean.
    pub scale: Scale,
}

impl WeakerPlayer<'_> {
    /// The move that the player makes. The search neither uses nor leaves anything
    /// in the engine's hash table.
    pub fn think(&self, control: &Control) -> Option<Iteration> {
        let survey = Survey {
            board: self.board,
            area: self.options.area,
            blocked: self.blocked,
        };
        let surveyed = self.options.rule.run(survey);
        let mut found = match surveyed.task {
            Task::Five(square) => one_move(square, Score::win_in(1)),
            Task::Free if self.options.level == Level::BEGINNER => self.best_shape(&surveyed)?,
            Task::Free => self.choose(SquareSet::EMPTY, usize::MAX, control)?,
            Task::StopFour(answers) => {
                let others = match answers.is_empty() {
                    true => SquareSet::EMPTY,
                    false => *self.board.empty() - answers,
                };
                self.choose(others, answers.len(), control)?
            }
        };
        found.rank = 0;
        found.elapsed = control.elapsed();
        Some(found)
    }

    /// One of the squares with the best shapes.
    fn best_shape(&self, surveyed: &Surveyed) -> Option<Iteration> {
        let choices = surveyed.shapes.iter().map(|&(square, value)| Choice {
            line: one_move(square, surveyed.value),
            share: value.into(),
        });
        self.pick(choices.collect())
    }

    /// A move that is not among `others`, chosen by a short search for at most
    /// `most` lines.
    fn choose(&self, others: SquareSet, most: usize, control: &Control) -> Option<Iteration> {
        let handicap = Handicap::of(self.options.level);
        let lines = handicap.lines.min(most);
        let limits = self.limits_at(&handicap);
        let bytes = (handicap.nodes * MEMORY_PER_NODE).clamp(MEMORY.0, MEMORY.1);
        let tt = TranspositionTable::new(bytes as usize);
        let latest = Latest::default();
        let report = |event: Event| latest.receive(event);
        let shared = Shared {
            tt: &tt,
            clock: Clock::new(&limits, control, self.board),
            limits,
            first_depth: 1,
            objective: Objective::Best {
                lines,
                distinct: false,
            },
            ending: self.options.ending,
            blocked: self.blocked | others,
            announced_win: None,
            params: handicap.params(self.options.params.of(self.options.rule)),
            width: Width::detected(),
            network: self.options.network.network(self.options.rule),
            report: &report,
            found: Found::default(),
            team: Team::new(1),
        };
        // A search by several threads is not repeatable.
        let alone = match self.pool.threads() {
            1 => None,
            _ => Some(Pool::new(1).unwrap_or_else(|_| Pool::calling_thread())),
        };
        self.options.rule.run(Run {
            pool: alone.as_ref().unwrap_or(self.pool),
            board: self.board,
            area: self.options.area,
            shared: &shared,
        });
        let best = shared.found.best()?;
        let nodes = shared.found.nodes();
        let mut latest = latest.into_lines();
        // Their order decides which one is picked.
        latest.sort_by_key(|line| line.line[0]);
        let lines = comparable(latest, lines);
        let mut found = match lines.is_empty() || lines.iter().any(|line| line.score.is_win()) {
            true => best,
            false => self.pick(self.blurred(lines, handicap.noise))?,
        };
        found.nodes = nodes;
        Some(found)
    }

    /// The limits of a search with this handicap.
    fn limits_at(&self, handicap: &Handicap) -> Limits {
        let options = self.options;
        let less = |time: Duration| time.mul_f64(SHARE);
        let usual = Options {
            turn_time: options.turn_time.map(less),
            game_time: options.game_time.map(less),
            ..options.clone()
        };
        let nodes = options.nodes.map(|nodes| (nodes as f64 * SHARE) as u64);
        Limits {
            depth: options.depth.into_iter().chain([handicap.depth]).min(),
            nodes: nodes.into_iter().chain([handicap.nodes]).min(),
            ..usual.limits()
        }
    }

    /// The lines, as good as they seem.
    fn blurred(&self, lines: Vec<Iteration>, noise: f64) -> Vec<Choice> {
        let scale = self.scale;
        let seem = |line: Iteration| {
            let share = match line.score.is_decisive() {
                true => scale.normalised(line.score).share(),
                false => {
                    let units = f64::from(scale.normalised(line.score).units());
                    let after = self.board.hash_after(line.line[0]);
                    let error = noise * deviation(mixed(self.options.seed, after));
                    sigmoid((units + error) / K)
                }
            };
            Choice { line, share }
        };
        lines.into_iter().map(seem).collect()
    }

    /// One of the choices that are nearly as good as the best; the longest loss if
    /// all lose.
    fn pick(&self, choices: Vec<Choice>) -> Option<Iteration> {
        let best = choices
            .iter()
            .map(|choice| choice.share)
            .fold(0.0, f64::max);
        if best == 0.0 {
            let lines = choices.into_iter().map(|choice| choice.line);
            return lines.max_by_key(|line| line.score);
        }
        let is_near = |choice: &Choice| choice.share >= NEARLY * best;
        let mut near: Vec<Choice> = choices.into_iter().filter(is_near).collect();
        let chance = mixed(self.options.seed, self.board.hash());
        let index = chance % near.len() as u64;
        Some(near.swap_remove(index as usize).line)
    }
}

/// A move without a search.
fn one_move(square: Square, score: Score) -> Iteration {
    Iteration {
        depth: 1,
        deepest: 1,
        score,
        ..Iteration::unsearched(square, Duration::ZERO)
    }
}

/// The lines whose scores can be compared: those of the deepest iteration and, if
/// they are fewer than wanted, of the one before.
fn comparable(mut lines: Vec<Iteration>, wanted: usize) -> Vec<Iteration> {
    lines.retain(|line| line.depth > 0);
    let deepest: Depth = lines.iter().map(|line| line.depth).max().unwrap_or(0);
    let count = lines.iter().filter(|line| line.depth == deepest).count();
    let least = match count >= wanted {
        true => deepest,
        false => deepest - 1,
    };
    lines.retain(|line| line.depth >= least);
    lines
}

/// A pseudo-random number that follows from two others.
///
/// CITE: a variant of the finaliser of SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
fn mixed(seed: u64, hash: u64) -> u64 {
    let mut mixed = hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        mixed = (mixed ^ mixed >> 29).wrapping_mul(factor);
    }
    mixed ^ mixed >> 32
}

/// A nearly normal deviate from a random number.
fn deviation(random: u64) -> f64 {
    let part = |index: u32| f64::from((random >> (16 * index)) as i16);
    (0..4).map(part).sum::<f64>() / DEVIATION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_are_nearly_normal() {
        let all: Vec<f64> = (0..20_000).map(|n| deviation(mixed(n % 7, n))).collect();
        let mean = |of: &dyn Fn(f64) -> f64| all.iter().map(|&x| of(x)).sum::<f64>() / 20_000.0;
        assert!(mean(&|x| x).abs() < 0.03);
        assert!((mean(&|x| x * x) - 1.0).abs() < 0.03);
        let within = mean(&|x| f64::from(x.abs() < 1.0));
        assert!((within - 0.68).abs() < 0.03, "{within}");
    }
}
