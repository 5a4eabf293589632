//! Root moves dealt to several threads: the main thread searches the first move for a
//! bound, then all threads share the others. A thread without a move of its own searches
//! one that another thread is at; inside the tree they keep out of each other's way
//! ([`crate::search::threads::abdada`]).
//!
//! CITE: Feldmann, Monien, Mysliwietz, Vornberger: Distributed game-tree search,
//! ICCA Journal 12(2), 1989, for the bound before the brothers (young brothers
//! wait).

use std::mem;
use std::sync::Arc;

use super::poll::Until;
use super::state::Root;
use crate::params::threads::DEAL_FROM;
use crate::search::report::{Event, Stopped};
use crate::search::scored_move::ScoredMove;
use crate::search::threads::deal::{Claim, Deal, DealtMove, MoveResult, RootPass};
use crate::search::threads::team::HelperPlan;
use crate::search::tree::thread::{Pv, Scout};
use crate::types::{Depth, ONE_PLY, Ruleset, Score, Square};

impl<R: Ruleset> Root<'_, R> {
    /// Whether this many moves, to this depth, are dealt.
    pub fn deals(&self, open: usize, depth: Depth) -> bool {
        !self.is_alone()
            && !self.is_helper()
            && open >= self.shared.team.threads()
            && depth >= DEAL_FROM
    }

    /// Tells the helpers what the main thread searches next.
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

    /// Searches the rest of a pass with all threads: the best score of its moves; the best
    /// of them comes to the front.
    pub fn deal_out(&mut self, moves: &mut [ScoredMove], pass: RootPass) -> Result<Score, Stopped> {
        let (rank, mut best) = (pass.rank, pass.best);
        let policy = moves.iter().map(|entry| entry.policy).max().unwrap_or(0);
        let rest = moves.iter().enumerate().skip(pass.from);
        let dealt = rest.map(|(index, entry)| DealtMove {
            square: entry.square,
            gap: policy - entry.policy,
            before: index - rank,
            known: self.known_score(entry.square),
        });
        let deal = Arc::new(Deal::new(dealt.collect(), pass));
        self.shared.team.open(&deal);
        let end = self.search_deal(&deal);
        // What the helpers found before a stop counts, and nothing after it.
        deal.end();
        self.shared.team.close();
        for result in deal.results() {
            best = best.max(result.score);
            if result.score.is_loss() {
                self.effort.note_lost(result.square);
            }
            let Some(line) = result.line else {
                continue;
            };
            self.line = line;
            let found = moves.iter().position(|entry| entry.square == result.square);
            if let Some(index) = found.filter(|&index| index >= rank) {
                moves[rank..=index].rotate_right(1);
            }
        }
        if deal.finds_win() {
            self.note_win();
        }
        end.map(|()| best)
    }

    /// Searches moves of the deal until all are searched.
    fn search_deal(&mut self, deal: &Arc<Deal>) -> Result<(), Stopped> {
        while let Some(claim) = deal.claim() {
            let square = claim.dealt().square;
            if deal.pass.reports_moves {
                self.shared.tell(Event::Trying(square));
            }
            let is_first = self.try_dealt(claim)?;
            if deal.pass.reports_moves && !is_first {
                self.shared.tell(Event::Tried(square));
            }
        }
        Ok(())
    }

    /// Searches a move of a deal, unless another thread is faster: whether this one was
    /// the first.
    pub fn try_dealt(&mut self, claim: Claim) -> Result<bool, Stopped> {
        let (deal, dealt) = (Arc::clone(claim.deal()), claim.dealt());
        let until = Until::Settled(Arc::clone(&deal), claim.index());
        let before = mem::replace(&mut self.poll().until, until);
        let start = self.thread.moves.len();
        let score = self.score_dealt(&deal, dealt);
        self.thread.moves.truncate(start);
        self.poll().until = before;
        match score {
            Ok(score) => {
                let line = self.line_from(dealt.square);
                let line = self.whole_line(line, score, deal.pass.depth);
                self.report_work();
                Ok(claim.settle(score, line, |result| self.report_result(&deal.pass, result)))
            }
            Err(Stopped) if claim.is_settled() => Ok(false),
            Err(Stopped) => Err(Stopped),
        }
    }

    /// As in a search by one thread, with the bound that all threads share; but a move that
    /// fails high is searched again to just the full depth, where `scout_first` may search
    /// deeper or less deep.
    fn score_dealt(&mut self, deal: &Deal, dealt: DealtMove) -> Result<Score, Stopped> {
        self.thread.lines[1].clear();
        if let Some(score) = dealt.known {
            return Ok(score);
        }
        let (depth, beta) = (deal.pass.depth, deal.pass.window.1);
        self.after(dealt.square, |thread| {
            let mut less = match deal.pass.decided {
                true => 0,
                false => thread.root_reduction((depth, dealt.before), dealt.gap),
            };
            let depth = ONE_PLY * (depth - 1);
            loop {
                let alpha = deal.alpha();
                let score = thread.node::<Scout>(-alpha - 1, -alpha, depth - less, 1, true)?;
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
                // If the bound has risen meanwhile the score may not be above it.
                if deal.alpha() == alpha {
                    return thread.node::<Pv>(-beta, -alpha, depth, 1, false);
                }
            }
        })
    }

    /// Reports what this thread has found out about a move of a deal.
    fn report_result(&self, pass: &RootPass, result: &MoveResult) {
        let (square, score) = (result.square, result.score);
        if pass.reports_moves {
            if self.is_helper() {
                self.shared.tell(Event::Trying(square));
            }
            self.shared.tell(Event::Tried(square));
            if score.is_loss() && score.is_proven() {
                self.shared.tell(Event::Loses(square));
            }
        }
        if let Some(line) = &result.line {
            self.shared
                .announce((pass.rank, pass.depth), score, pass.complete, line);
        }
    }

    /// The score of a root move that needs no search.
    pub fn known_score(&self, square: Square) -> Option<Score> {
        let wins = || self.thread.wins_at_once(square).then_some(Score::win_in(1));
        self.solver.refuted(square).or_else(wins)
    }
}
