//! Proofs of forced wins: by fours alone (VCF), and by fours and threes (VCT).
//!
//! Answers are certain. A win comes with a proof that holds against every legal reply
//! ([`crate::proof`] checks it with the referee alone). "No win" means that everything
//! that the goal allows was tried. When the limits are reached the answer is unknown.
//!
//! ```
//! use tengen::board::Board;
//! use tengen::board::notation::play_moves;
//! use tengen::position::Position;
//! use tengen::proof;
//! use tengen::solver::{Answer, Goal, Solver, SolverLimits};
//! use tengen::types::{Freestyle, Rule};
//!
//! let mut board = Board::new(15, 15)?;
//! play_moves(&mut board, "h8i9h9i10h10i11")?;
//! let mut position = Position::<Freestyle>::new(board.clone());
//! let limits = SolverLimits::nodes(10_000);
//! let solution = Solver::new(1 << 20).solve(&mut position, Goal::Vcf, limits);
//! let Answer::Win(win) = solution.answer else {
//!     panic!("Black's three wins");
//! };
//! // The referee plays all of it.
//! proof::check(&board, Rule::Freestyle, &win.proof)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! CITE: Allis, van den Herik, Huntjens: Go-Moku and threat-space search,
//! 1993, for the terms and the idea of winning by threats.

mod budget;
mod by_hash;
mod conversion;
mod extraction;
mod ordering;
mod proof_number;
mod prospects;
mod support;
mod table;
mod vcf;
mod vct;
mod verification;
mod zone;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::proof::Proof;
use crate::types::{ByRule, Rule, Ruleset, Square, SquareSet};
use budget::Budget;
pub use budget::SolverLimits;
use proof_number::ThreatSearch;
use table::FailTable;
use vcf::{FourSearch, Step};

/// The kind of win to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// By fours alone: every move makes a four or a five.
    Vcf,
    /// By as few fours as possible.
    ShortestVcf,
    /// By threats: every move makes a four or a five, or would win by fours if
    /// the opponent passed.
    Vct,
}

/// The answer for a position.
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
    /// An answer to every reply.
    pub proof: Proof,
    /// The longest line, from the attacker's first move to the one that leaves no
    /// answer.
    pub line: Vec<Square>,
    /// The attacker's moves before the five, at most.
    pub moves: usize,
}

/// An answer and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// Stones placed to find it.
    pub nodes: u64,
}

/// The side to move's defences against the opponent's win by fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The opponent would have no win by fours after a pass.
    NotNeeded,
    /// There is one, and every legal move but these loses to it. These may lose to
    /// others. No square: the game is lost.
    Only(SquareSet),
    /// The limits were reached first.
    Unknown,
}

/// Finds forced wins. Between questions it keeps only its allocated memory: the same
/// question has the same answer.
pub struct Solver {
    failed: FailTable,
    /// A small one for [`zone`]s.
    zone_failed: FailTable,
    steps: Vec<Step>,
    /// Memory for the nodes of a search for threats, in bytes.
    memory: usize,
}

const ZONE_BYTES: usize = 1 << 20;

/// A question under a rule that is known when it is asked.
struct Question<'a, 'l> {
    solver: &'a mut Solver,
    board: Board,
    goal: Goal,
    limits: SolverLimits<'l>,
}

impl ByRule for Question<'_, '_> {
    type Output = Solution;

    fn run<R: Ruleset>(self) -> Solution {
        let mut position = Position::<R>::new(self.board);
        self.solver.solve(&mut position, self.goal, self.limits)
    }
}

impl Solver {
    /// A solver that uses about `bytes` bytes of memory.
    pub fn new(bytes: usize) -> Solver {
        Solver {
            failed: FailTable::new(bytes / 4),
            zone_failed: FailTable::new(ZONE_BYTES.min(bytes / 4)),
            steps: Vec::new(),
            memory: bytes / 2,
        }
    }

    /// Whether the side to move has a win of this kind. The position is unchanged
    /// afterwards.
    pub fn solve<R: Ruleset>(
        &mut self,
        position: &mut Position<R>,
        goal: Goal,
        limits: SolverLimits,
    ) -> Solution {
        let mut budget = Budget::new(limits);
        let answer = match goal {
            Goal::Vcf => self.vcf(position, &mut budget, false),
            Goal::ShortestVcf => self.vcf(position, &mut budget, true),
            Goal::Vct => self.vct(position, &mut budget),
        };
        Solution {
            answer,
            nodes: budget.spent(),
        }
    }

    /// [`Solver::solve`] for a board and the name of a rule.
    pub fn solve_board(
        &mut self,
        (board, rule): (Board, Rule),
        goal: Goal,
        limits: SolverLimits,
    ) -> Solution {
        rule.run(Question {
            solver: self,
            board,
            goal,
            limits,
        })
    }

    /// The moves that refute the win by fours that the opponent would have if the
    /// side to move passed. It costs a search for that win and a replay of it against
    /// every square that it touches. Also returns the stones placed in the search. The
    /// position is unchanged afterwards.
    ///
    /// CITE: Thomsen: Lambda-search in game trees, ICGA Journal 23(4), 2000.
    pub fn defence<R: Ruleset>(
        &mut self,
        position: &mut Position<R>,
        limits: SolverLimits,
    ) -> (Defence, u64) {
        let fives = *position.squares(position.side_to_move(), ThreatClass::Five);
        self.failed.clear();
        self.steps.clear();
        let budget = &mut Budget::new(limits);
        position.pass();
        let found = FourSearch::new(position, &mut self.failed, budget, &mut self.steps).any();
        position.undo();
        let spent = budget.spent();
        let defence = match found {
            Ok(true) => Defence::Only(fives | support::refutations(position, &self.steps)),
            Ok(false) => Defence::NotNeeded,
            Err(budget::Stopped) => Defence::Unknown,
        };
        (defence, spent)
    }

    fn vcf<R: Ruleset>(
        &mut self,
        position: &mut Position<R>,
        budget: &mut Budget,
        shortest: bool,
    ) -> Answer {
        self.failed.clear();
        self.steps.clear();
        let mut search = FourSearch::new(position, &mut self.failed, budget, &mut self.steps);
        let found = if shortest {
            search.shortest()
        } else {
            search.any()
        };
        match found {
            Ok(true) => {
                let mut proof = Proof::new();
                conversion::add_fours(&mut proof, position, &self.steps);
                Answer::Win(conversion::win(proof))
            }
            Ok(false) => Answer::None,
            Err(budget::Stopped) => Answer::Unknown,
        }
    }

    fn vct<R: Ruleset>(&mut self, position: &mut Position<R>, budget: &mut Budget) -> Answer {
        self.failed.clear();
        let failed = [&mut self.failed, &mut self.zone_failed];
        let mut search = ThreatSearch::new(position, failed, budget, self.memory);
        match search
            .run()
            .and_then(|root| root.map(|root| search.proof(root)).transpose())
        {
            Ok(Some(proof)) => Answer::Win(conversion::win(proof)),
            Ok(None) => Answer::None,
            Err(budget::Stopped) => Answer::Unknown,
        }
    }
}
