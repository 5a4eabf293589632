//! Root moves dealt to several threads: the first move is searched for a bound,
//! then all threads deal the others among them. Before, and where there are too
//! few moves, the others help by searching the same and leaving it in the table
//! ([`super::helping`]); inside the tree they keep out of each other's way
//! ([`crate::search::threads::abdada`]).
//!
//! CITE: Feldmann, Monien, Mysliwietz, Vornberger: Distributed game-tree search,
//! ICCA Journal 12(2), 1989, for the bound before the brothers (young brothers
//! wait).

use std::sync::Arc;

use super::watch::DealProgress;
use super::worker::Worker;
use crate::params::parallel;
use crate::search::report::{Event, Stopped};
use crate::search::scored_move::ScoredMove;
use crate::search::threads::deal::{Claim, Deal, DealtMove, RootPass};
use crate::search::threads::team::HelperPlan;
use crate::search::tree::thread::{Pv, Scout};
use crate::types::{Depth, ONE_PLY, Ruleset, Score, Square};

impl<R: Ruleset> Worker<'_, R> {
    /// Whether so many moves, to this depth, are worth being dealt.
    pub fn deals(&self, open: usize, depth: Depth) -> bool {
        !self.is_alone()
            && self.tree.params.parallel != parallel::HELPERS
            && !self.is_helper()
            && open >= self.shared.team.threads()
            && depth >= parallel::DEAL_FROM
    }

    /// Tells the others what is searched next.
    pub fn publish(&self, moves: &[ScoredMove], rank: usize, depth: Depth, window: (Score, Score)) {
        if !self.is_alone() && !self.is_helper() {
            self.shared.team.publish(HelperPlan {
                moves: moves.to_vec(),
                rank,
                depth,
                window,
            });
        }
    }

    /// Does, with all threads, what has not been done of a pass: the best score
    /// of its moves; the best of them comes to the front.
    pub fn deal_out(&mut self, moves: &mut [ScoredMove], pass: RootPass) -> Result<Score, Stopped> {
        let (rank, best) = (pass.rank, pass.best);
        let policy = moves.iter().map(|entry| entry.policy).max().unwrap_or(0);
        let rest = moves.iter().enumerate().skip(pass.from);
        let dealt = rest.map(|(index, entry)| DealtMove {
            square: entry.square,
            gap: policy - entry.policy,
            before: index - rank,
            known: self.known_score(entry.square),
        });
        let deal = Arc::new(Deal::new(dealt.collect(), pass));
        self.tree.watch.progress = Some(DealProgress {
            deal: Arc::clone(&deal),
            heard: 0,
            best,
            leaders: Vec::new(),
        });
        self.shared.team.open(&deal);
        let end = self.see_through(&deal);
        // What the others found before a stop counts, and nothing after it.
        deal.end();
        self.shared.team.close();
        self.hear_deal();
        let Some(progress) = self.tree.watch.progress.take() else {
            return Err(Stopped);
        };
        for square in progress.leaders {
            let found = moves.iter().position(|entry| entry.square == square);
            if let Some(index) = found.filter(|&index| index >= rank) {
                moves[rank..=index].rotate_right(1);
            }
        }
        end.map(|()| progress.best)
    }

    /// Searches moves of the deal until all are looked at.
    fn see_through(&mut self, deal: &Arc<Deal>) -> Result<(), Stopped> {
        let reports_moves = deal.pass.reports_moves;
        loop {
            self.hear_deal();
            if deal.is_over() {
                return Ok(());
            }
            let Some(claim) = deal.claim(self.joins()) else {
                let progress = self.tree.watch.progress.as_ref();
                deal.wait(progress.map_or(0, |progress| progress.heard));
                if self.tree.watch.is_over() || self.tree.watch.is_late() {
                    return Err(Stopped);
                }
                continue;
            };
            let square = claim.dealt().square;
            if reports_moves {
                (self.shared.report)(Event::Trying(square));
            }
            self.try_dealt(claim)?;
            if reports_moves {
                (self.shared.report)(Event::Tried(square));
            }
        }
    }

    /// Whether a thread without a move of its own helps with another one's.
    pub fn joins(&self) -> bool {
        self.tree.params.parallel != parallel::SPLITTING
    }

    /// Searches a move of a deal, unless another thread is faster.
    pub fn try_dealt(&mut self, claim: Claim) -> Result<(), Stopped> {
        let (deal, dealt) = (Arc::clone(claim.deal()), claim.dealt());
        self.tree.watch.claim = Some(claim);
        let start = self.tree.moves.len();
        let score = self.score_dealt(&deal, dealt);
        self.tree.moves.truncate(start);
        let Some(claim) = self.tree.watch.claim.take() else {
            return Err(Stopped);
        };
        match score {
            Ok(score) => {
                let line = self.line_from(dealt.square);
                let line = self.whole_line(line, score, deal.pass.depth);
                claim.settle(score, line, self.tree.watch.number);
            }
            Err(Stopped) if claim.is_settled() => (),
            Err(Stopped) => return Err(Stopped),
        }
        Ok(())
    }

    /// As in a search by one thread, with the bound that all threads share.
    fn score_dealt(&mut self, deal: &Deal, dealt: DealtMove) -> Result<Score, Stopped> {
        self.tree.lines[1].clear();
        if let Some(score) = dealt.known {
            return Ok(score);
        }
        let (depth, beta) = (deal.pass.depth, deal.pass.window.1);
        self.after(dealt.square, |tree| {
            let mut less = match deal.pass.decided {
                true => 0,
                false => tree.root_reduction((depth, dealt.before), dealt.gap),
            };
            let depth = ONE_PLY * (depth - 1);
            loop {
                let alpha = deal.alpha();
                let score = tree.node::<Scout>(-alpha - 1, -alpha, depth - less, 1, true)?;
                if -score <= alpha {
                    return Ok(score);
                }
                if less > 0 {
                    less = 0;
                    continue;
                }
                if -score >= beta {
                    return Ok(score);
                }
                // What is better than the bound of a while ago may not be better
                // than the one of now.
                if deal.alpha() == alpha {
                    return tree.node::<Pv>(-beta, -alpha, depth, 1, false);
                }
            }
        })
    }

    /// The score of a root move that needs no search.
    pub fn known_score(&self, square: Square) -> Option<Score> {
        let wins = || self.wins_at_once(square).then_some(Score::win_in(1));
        self.solver.refuted(square).or_else(wins)
    }
}
