//! Chooses questions with one clearly best move that is quiet, for suites and puzzles.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::Question;
use crate::board::notation::square_name;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::lab::in_order::in_order;
use crate::lab::suite::{Claims, Entry};
use crate::pool::NoThreads;
use crate::scale::Chances;
use crate::search::{Iteration, Latest};
use crate::teach::{BestMove, Puzzle, Tries, is_quiet};
use crate::types::Square;

/// Shares of the best move that are used, in thousandths of a point: below them every
/// move loses, above them the win is nearly found.
const SHARES: RangeInclusive<u16> = 120..=970;
/// The least share of the next move: if it loses too, the best one is a defence.
const LEAST_NEXT: u16 = 50;
/// A search of at most this many nodes has a small table,
const SHORT: u64 = 1_000_000;
/// in bytes,
const SMALL: u64 = 64 << 20;
/// and a longer one a large one.
const LARGE: u64 = 512 << 20;
/// Nodes of a question to the solver.
const SOLVER_NODES: u64 = 20_000;
/// The side of the boards of puzzles.
const SIDE: usize = 15;
/// The most moves of a puzzle with their shares.
const MOST_SHARES: usize = 12;
/// Nodes within which the engine is to find the move, to see how difficult it is.
const LEARNT: u64 = 1_000_000;

/// When a best move is clear.
#[derive(Clone, Debug)]
pub struct ClearPlan {
    /// How much better it must be than the next move, in thousandths of a point.
    pub gap: u16,
    /// The searches in which it must be so, by nodes, the shortest one first. By the
    /// values of the question half the gap is enough.
    pub nodes: Vec<u64>,
}

/// A question with a clear best move.
#[derive(Clone, Debug)]
pub struct Clear<'a> {
    /// The question.
    pub question: &'a Question,
    /// The moves that the longest search expects.
    pub line: Vec<Square>,
    /// The two best moves of the longest search and others of the question, with their
    /// shares in thousandths of a point.
    pub shares: Vec<(Square, u16)>,
    /// Nodes from which on the engine plays the best move; the most there are if it does
    /// not within a million.
    pub held_from: u64,
}

/// Searches the questions, `parallel` at a time, until all are searched or `stop` is set.
/// `report` gets, in their order, those with a clear best move, and nothing for the others.
pub fn choose_clear<'a>(
    questions: &'a [Question],
    plan: &ClearPlan,
    (parallel, stop): (usize, &Arc<AtomicBool>),
    report: &(dyn Fn(Option<Clear<'a>>) -> bool + Sync),
) -> Result<(), NoThreads> {
    let one = |index: usize, engine: &mut Engine| {
        let found = clear(&questions[index], plan, engine, stop);
        (!stop.load(Relaxed)).then_some(found)
    };
    let all = (0, questions.len());
    in_order(all, parallel, stop, &Engine::new, &one, report)
}

fn clear<'a>(
    question: &'a Question,
    plan: &ClearPlan,
    engine: &mut Engine,
    stop: &Arc<AtomicBool>,
) -> Option<Clear<'a>> {
    let [(best, share), (_, next), ..] = question.values[..] else {
        return None;
    };
    let (board, rule) = (&question.record.board, question.record.rule);
    let is_likely = SHARES.contains(&share) && share - next >= plan.gap / 2;
    if !is_likely || !is_quiet(board, rule, best, &mut Tries::new(SOLVER_NODES)) {
        return None;
    }
    let mut longest: Option<[Iteration; 2]> = None;
    let mut shares = [0, 0];
    for &nodes in &plan.nodes {
        engine.set_options(Options {
            rule,
            nodes: Some(nodes),
            lines: 2,
            memory: if nodes <= SHORT { SMALL } else { LARGE },
            ..Options::default()
        });
        engine.new_game(board.clone());
        let scale = engine.scale();
        let latest = Latest::default();
        let control = Control::stopped_by(Arc::clone(stop));
        engine.think(&control, &|event| latest.receive(event));
        let lines: [Iteration; 2] = latest.into_best(2).try_into().ok()?;
        shares = [0, 1].map(|index: usize| thousandths(scale.chances(lines[index].score)));
        let is_clear = SHARES.contains(&shares[0])
            && shares[1] >= LEAST_NEXT
            && shares[0].saturating_sub(shares[1]) >= plan.gap;
        if lines[0].line[0] != best || !is_clear {
            return None;
        }
        longest = Some(lines);
    }
    let [first, second] = longest?;
    let second = second.line[0];
    let others = question.values.iter().skip(1);
    let others = others.filter(|(square, _)| *square != second);
    let others = others.map(|&(square, share)| (square, share.min(shares[1])));
    let shares = [(best, shares[0]), (second, shares[1])]
        .into_iter()
        .chain(others);
    let answer = question.ask(engine, &Options::default(), &[LEARNT]);
    Some(Clear {
        question,
        line: first.line,
        shares: shares.take(MOST_SHARES).collect(),
        held_from: answer.held_from.unwrap_or(u64::MAX),
    })
}

fn thousandths(chances: Chances) -> u16 {
    (1_000.0 * chances.share()).round() as u16
}

impl Clear<'_> {
    /// What a suite claims of it.
    pub fn entry(&self) -> Entry {
        let record = self.question.record.clone();
        let best = square_name(self.question.values[0].0, record.board.height());
        Entry {
            record,
            claims: Claims {
                best: vec![best],
                ..Claims::default()
            },
        }
    }

    /// A puzzle, if the board and the rule are those of puzzles.
    pub fn puzzle(&self) -> Option<Puzzle> {
        let record = &self.question.record;
        let best = BestMove {
            line: self.line.clone(),
            shares: self.shares.clone(),
        };
        let is_usual = (record.board.width(), record.board.height()) == (SIDE, SIDE);
        (is_usual && !record.rule.blocks_fives()).then(|| {
            let position = (record.board.clone(), record.rule);
            Puzzle::of_best(record.id.clone(), position, best, self.held_from)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::regret::read;

    #[test]
    fn clear_best_moves_are_chosen() {
        // Black's h10 is best; what is best in the second is a four, and the values of the
        // third are too near.
        let text = "a; freestyle; 15; l13l11i11k11j12; h10=383 j10=309 k13=214\n\
            b; freestyle; 15; h8a1i8a2j8a3; k8=900 g8=400\n\
            c; freestyle; 15; h8i9; h10=500 i7=499\n";
        let questions = read(text).unwrap();
        let plan = ClearPlan {
            gap: 20,
            nodes: vec![4_000, 20_000],
        };
        let stop = Arc::new(AtomicBool::new(false));
        let found = std::sync::Mutex::new(Vec::new());
        choose_clear(&questions, &plan, (2, &stop), &|clear| {
            crate::lock::lock(&found).push(clear);
            true
        })
        .unwrap();
        let found = found.into_inner().unwrap();
        assert!(found[1].is_none() && found[2].is_none());
        let clear = found[0].as_ref().unwrap();
        assert_eq!(clear.entry().claims.best, ["h10"]);
        assert!(
            clear
                .entry()
                .to_line()
                .starts_with(r#"{"id":"a","rule":"freestyle","size":15,"#)
        );
        let puzzle = clear.puzzle().unwrap();
        assert!(
            puzzle
                .best
                .as_ref()
                .unwrap()
                .shares
                .is_sorted_by(|one, next| one.1 >= next.1)
        );
        assert_eq!(puzzle.solutions, [clear.line[0]]);
        stop.store(true, Relaxed);
        let none = |_| panic!("stopped");
        choose_clear(&questions, &plan, (1, &stop), &none).unwrap();
    }
}
