//! Proofs of forced wins: by fours alone (VCF), and by fours and threes (VCT).
//!
//! What is said is certain. A win comes with a proof that holds against every
//! legal reply ([`crate::proof`] checks it with the referee alone); that there
//! is none is said only when all that the goal allows was tried. Nothing else
//! is known of a position when the limits are reached.
//!
//! CITE: Allis, van den Herik, Huntjens: Go-Moku and threat-space search,
//! 1993, for the words and the idea of winning by threats.

mod budget;
mod conversion;
mod table;
mod vcf;

use crate::position::Position;
use crate::proof::Proof;
use crate::types::{Ruleset, Square};
use budget::Budget;
pub use budget::Limits;
use table::FailTable;
use vcf::{FourSearch, Step};

/// What kind of win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// By fours alone: every move makes a four or a five.
    Vcf,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move wins.
    Win(Win),
    /// It has no win of this kind.
    None,
    /// The limits were reached first.
    Unknown,
}

/// A win with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// A move against every reply.
    pub proof: Proof,
    /// The moves in turn, the attacker's first, up to the one that leaves no
    /// answer.
    pub line: Vec<Square>,
    /// The most moves of the attacker's before the five.
    pub moves: usize,
}

/// An answer and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What is known.
    pub answer: Answer,
    /// Stones placed to find it out.
    pub nodes: u64,
}

/// Looks for forced wins. Keeps its memory between questions and nothing else:
/// the same question has the same answer.
pub struct Solver {
    failed: FailTable,
    steps: Vec<Step>,
}

impl Solver {
    /// A solver with about so many bytes of memory for its tables.
    pub fn new(bytes: usize) -> Solver {
        Solver {
            failed: FailTable::new(bytes),
            steps: Vec::new(),
        }
    }

    /// Whether the side to move has a win of this kind; the shortest of all
    /// wins by fours. The position is the same afterwards.
    pub fn solve<R: Ruleset>(
        &mut self,
        position: &mut Position<R>,
        goal: Goal,
        limits: Limits,
    ) -> Solution {
        let mut budget = Budget::new(limits);
        let answer = match goal {
            Goal::Vcf => self.vcf(position, &mut budget),
        };
        Solution {
            answer,
            nodes: budget.spent(),
        }
    }

    fn vcf<R: Ruleset>(&mut self, position: &mut Position<R>, budget: &mut Budget) -> Answer {
        self.failed.clear();
        self.steps.clear();
        let mut search = FourSearch::new(position, &mut self.failed, budget, &mut self.steps);
        match search.shortest() {
            Ok(true) => {
                let mut proof = Proof::new();
                conversion::add_fours(&mut proof, position, &self.steps);
                Answer::Win(conversion::win(proof))
            }
            Ok(false) => Answer::None,
            Err(budget::Stopped) => Answer::Unknown,
        }
    }
}
