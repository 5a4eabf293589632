//! Several threads at one root: the first move is searched for a bound, then
//! all threads deal the others among them. Before, and where there are too few
//! moves, the others help by searching the same and leaving it in the table;
//! inside the tree they keep out of each other's way ([`super::busy`]).
//!
//! CITE: Feldmann, Monien, Mysliwietz, Vornberger: Distributed game-tree search,
//! ICCA Journal 12(2), 1989, for the bound before the brothers (young brothers
//! wait).

use std::sync::Arc;

use super::node::{Pv, Scout};
use super::order::ScoredMove;
use super::team::{Claim, Deal, Dealt, Pass, Plan};
use super::{Event, Stopped, Worker};
use crate::params::parallel;
use crate::types::{Depth, Ruleset, Score, Square};

/// What the thread whose result counts has heard of a deal.
pub(super) struct Hearing {
    deal: Arc<Deal>,
    /// How many outcomes.
    heard: usize,
    /// The best score so far.
    best: Score,
    /// The moves that were the best for a while, in turn.
    leaders: Vec<Square>,
}

impl<R: Ruleset> Worker<'_, R> {
    /// Whether so many moves, to this depth, are worth being dealt.
    pub(super) fn deals(&self, open: usize, depth: Depth) -> bool {
        !self.is_alone()
            && self.params.parallel != parallel::HELPERS
            && !self.is_helper()
            && open >= self.shared.team.threads()
            && depth >= self.params.split_depth
    }

    /// Tells the others what is searched next.
    pub(super) fn plan(
        &self,
        moves: &[ScoredMove],
        rank: usize,
        depth: Depth,
        window: (Score, Score),
    ) {
        if !self.is_alone() && !self.is_helper() {
            self.shared.team.publish(Plan {
                moves: moves.to_vec(),
                rank,
                depth,
                window,
            });
        }
    }

    /// Does, with all threads, what has not been done of a pass: the best score
    /// of its moves; the best of them comes to the front.
    pub(super) fn deal_out(
        &mut self,
        moves: &mut [ScoredMove],
        pass: Pass,
    ) -> Result<Score, Stopped> {
        let (rank, best) = (pass.rank, pass.best);
        let promise = moves.iter().map(|entry| entry.promise).max().unwrap_or(0);
        let rest = moves.iter().enumerate().skip(pass.from);
        let dealt = rest.map(|(index, entry)| Dealt {
            square: entry.square,
            gap: promise - entry.promise,
            before: index - rank,
            known: self.known_score(entry.square),
        });
        let deal = Arc::new(Deal::new(dealt.collect(), pass));
        self.hearing = Some(Hearing {
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
        self.hear();
        let Some(hearing) = self.hearing.take() else {
            return Err(Stopped);
        };
        for square in hearing.leaders {
            let found = moves.iter().position(|entry| entry.square == square);
            if let Some(index) = found.filter(|&index| index >= rank) {
                moves[rank..=index].rotate_right(1);
            }
        }
        end.map(|()| hearing.best)
    }

    /// Searches moves of the deal until all are looked at.
    fn see_through(&mut self, deal: &Arc<Deal>) -> Result<(), Stopped> {
        let talkative = deal.pass.talkative;
        loop {
            self.hear();
            if deal.is_over() {
                return Ok(());
            }
            let Some(claim) = deal.claim(self.joins()) else {
                deal.wait(self.hearing.as_ref().map_or(0, |hearing| hearing.heard));
                if self.must_stop() || self.is_late() {
                    return Err(Stopped);
                }
                continue;
            };
            let square = claim.dealt().square;
            if talkative {
                (self.shared.report)(Event::Trying(square));
            }
            self.try_dealt(claim)?;
            if talkative {
                (self.shared.report)(Event::Tried(square));
            }
        }
    }

    /// Whether a thread without a move of its own helps with another one's.
    fn joins(&self) -> bool {
        self.params.parallel != parallel::SPLITTING
    }

    /// Searches a move of a deal, unless another thread is faster.
    fn try_dealt(&mut self, claim: Claim) -> Result<(), Stopped> {
        let (deal, dealt) = (Arc::clone(claim.deal()), claim.dealt());
        self.claim = Some(claim);
        let start = self.moves.len();
        let score = self.score_dealt(&deal, dealt);
        self.moves.truncate(start);
        let Some(claim) = self.claim.take() else {
            return Err(Stopped);
        };
        match score {
            Ok(score) => {
                let line = [&[dealt.square], &self.lines[1][..]].concat();
                let line = self.whole_line(line, score, deal.pass.depth);
                claim.settle(score, line, self.number);
            }
            Err(Stopped) if claim.is_settled() => (),
            Err(Stopped) => return Err(Stopped),
        }
        Ok(())
    }

    /// As in a search by one thread, with the bound that all threads share.
    fn score_dealt(&mut self, deal: &Deal, dealt: Dealt) -> Result<Score, Stopped> {
        self.lines[1].clear();
        if let Some(score) = dealt.known {
            return Ok(score);
        }
        self.place(dealt.square, 0)?;
        let score = self.score_placed(deal, dealt);
        self.undo();
        score
    }

    fn score_placed(&mut self, deal: &Deal, dealt: Dealt) -> Result<Score, Stopped> {
        let (depth, beta) = (deal.pass.depth, deal.pass.window.1);
        let mut less = match self.params.root_lmr {
            0 => 0,
            _ if deal.pass.decided => 0,
            _ => self.reduction::<Pv>((depth, dealt.before), dealt.gap, true, dealt.square),
        };
        let depth = depth - 1;
        loop {
            let alpha = deal.alpha();
            let score = -self.node::<Scout>(-alpha - 1, -alpha, depth - less, 1)?;
            if score <= alpha {
                return Ok(score);
            }
            if less > 0 {
                less = 0;
                continue;
            }
            if score >= beta {
                return Ok(score);
            }
            // What is better than the bound of a while ago may not be better
            // than the one of now.
            if deal.alpha() == alpha {
                return Ok(-self.node::<Pv>(-beta, -alpha, depth, 1)?);
            }
        }
    }

    /// Announces what all threads have found out of the deal, as the one whose
    /// result counts.
    pub(super) fn hear(&mut self) {
        let Some(mut hearing) = self.hearing.take() else {
            return;
        };
        let &Pass {
            rank,
            depth,
            talkative,
            decided,
            ..
        } = &hearing.deal.pass;
        for outcome in hearing.deal.outcomes(hearing.heard) {
            hearing.heard += 1;
            let (square, score) = (outcome.square, outcome.score);
            if talkative && outcome.by != self.number {
                (self.shared.report)(Event::Trying(square));
                (self.shared.report)(Event::Tried(square));
            }
            if talkative && score.is_loss() {
                (self.shared.report)(Event::Loses(square));
            }
            if score.is_loss() {
                self.effort.note_lost(square);
            }
            hearing.best = hearing.best.max(score);
            let Some(line) = outcome.line else {
                continue;
            };
            self.deepest = self.deepest.max(line.len());
            self.lines[0] = line;
            hearing.leaders.push(square);
            self.announce(rank, depth, score);
            if score.is_win() && rank == 0 && !decided {
                self.note_win();
            }
        }
        self.hearing = Some(hearing);
    }

    /// Whether what this thread searches is not needed any more, or less than
    /// something else.
    pub(super) fn is_called_away(&self) -> bool {
        match &self.claim {
            Some(claim) => claim.is_settled(),
            None if self.is_helper() => self.shared.team.is_over(self.task),
            None => self.is_news(),
        }
    }

    /// A helping thread's work, with no iteration deeper than `last`.
    pub(super) fn help(&mut self, last: Depth) {
        // How deep the plan was searched.
        let mut reached = 0;
        while !self.is_at_an_end() {
            let team = &self.shared.team;
            let task = team.task();
            if let Some(deal) = task.deal {
                match deal.claim(self.joins()) {
                    // Another thread's answer, or a stop: either way there is
                    // something else to do.
                    Some(claim) => self.try_dealt(claim).unwrap_or_default(),
                    None => team.wait(task.number),
                }
                continue;
            }
            let plan = task.plan.filter(|_| self.joins());
            if task.number != self.task {
                (self.task, reached) = (task.number, 0);
            }
            match plan {
                Some(plan) if self.ask_beside(&plan) => (),
                Some(plan) if reached < last => {
                    let depth = plan.depth.max(reached + 1).min(last);
                    let mut moves = plan.moves.clone();
                    let score = self.try_all(&mut moves, plan.rank, depth, plan.window);
                    self.moves.clear();
                    if let Ok(score) = score {
                        reached = if score.is_decisive() { last } else { depth };
                    }
                }
                _ => team.wait(task.number),
            }
        }
    }

    /// Whether this thread's search is over for good.
    pub(super) fn is_at_an_end(&self) -> bool {
        self.must_stop() || self.is_late() || self.nodes >= self.budget.nodes
    }

    /// The score of a root move that needs no search.
    pub(super) fn known_score(&self, square: Square) -> Option<Score> {
        let wins = || self.wins_at_once(square).then_some(Score::win_in(1));
        self.threats.refuted(square).or_else(wins)
    }
}
