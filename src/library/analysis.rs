//! What the engine has found in a position.
//!
//! An entry has a line for each move that was searched, with its score and depth. Of
//! two lines with the same first move the better one is kept: the proven, then the
//! deeper. So results of several searches, sessions and machines come together in any
//! order. The value of the position itself is backed up from the positions after its
//! moves, where these have entries too (see [`super::minimax`]).

use std::cmp::Ordering;

use super::bytes::{Reader, Writer};
use super::key::{Canonical, Code};
use crate::board::Board;
use crate::types::{Depth, Score, Square};

/// A line that a search has found, for the board that was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move, in normalised units (see
    /// [`Scale::kept`](crate::scale::Scale::kept)).
    pub score: Score,
    /// How deep the search was, in plies.
    pub depth: Depth,
    /// How many nodes it had.
    pub nodes: u64,
    /// The moves, at least one.
    pub moves: Vec<Square>,
}

/// A line as an entry has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineRow {
    pub score: Score,
    pub depth: Depth,
    pub nodes: u64,
    /// At least one.
    pub moves: Vec<Code>,
}

/// A score that was set by hand, for a position without lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// For the side to move.
    pub score: Score,
    /// In plies, as it was said.
    pub depth: Depth,
}

/// An entry of the table of analyses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AnalysisRow {
    /// The value for the side to move, with all that is known of later positions.
    pub value: Score,
    /// In the order of their first moves.
    pub lines: Vec<LineRow>,
    pub given: Option<Given>,
}

impl LineRow {
    /// The first move.
    pub fn first(&self) -> Code {
        self.moves[0]
    }

    /// The line as this board lies; `None` if it is no line there.
    pub fn on(&self, canonical: &Canonical, board: &Board) -> Option<Line> {
        let squares = self.moves.iter();
        let squares = squares.map(|&code| canonical.square(code, board));
        Some(Line {
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
            moves: squares.collect::<Option<_>>()?,
        })
    }

    /// Which of two lines with the same first move says more; the rest only makes the
    /// choice independent of the order in which they came.
    fn compare(&self, other: &LineRow) -> Ordering {
        let order = |line: &LineRow| {
            let proven = line.score.is_proven();
            (proven, line.depth, line.nodes, line.score)
        };
        let by_order = order(self).cmp(&order(other));
        by_order.then_with(|| self.moves.cmp(&other.moves))
    }
}

impl AnalysisRow {
    /// An entry without a value of its own yet.
    pub fn of(mut lines: Vec<LineRow>) -> AnalysisRow {
        lines.sort_by_key(LineRow::first);
        AnalysisRow {
            lines,
            ..AnalysisRow::default()
        }
    }

    /// Adds what another entry knows better; returns whether there was anything.
    pub fn merge(&mut self, other: AnalysisRow) -> bool {
        let before = self.clone();
        for line in other.lines {
            let found = self
                .lines
                .binary_search_by_key(&line.first(), LineRow::first);
            match found {
                Err(index) => self.lines.insert(index, line),
                Ok(index) if line.compare(&self.lines[index]).is_gt() => self.lines[index] = line,
                Ok(_) => (),
            }
        }
        let order = |given: &Given| (given.depth, given.score);
        self.given = self.given.into_iter().chain(other.given).max_by_key(order);
        (&self.lines, self.given) != (&before.lines, before.given)
    }

    /// The greatest depth of a line.
    pub fn depth(&self) -> Depth {
        let lines = self.lines.iter().map(|line| line.depth);
        let depths = lines.chain(self.given.map(|given| given.depth));
        depths.max().unwrap_or(0)
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.signed(self.value.to_tt(0).into());
        match self.given {
            None => writer.number(0),
            Some(given) => {
                writer.number(1);
                writer.signed(given.score.to_tt(0).into());
                writer.signed(given.depth.into());
            }
        }
        for line in &self.lines {
            writer.signed(line.score.to_tt(0).into());
            writer.signed(line.depth.into());
            writer.number(line.nodes);
            writer.number(line.moves.len() as u64);
            line.moves
                .iter()
                .for_each(|code| writer.number(code.0.into()));
        }
        writer.0
    }

    pub fn decode(bytes: &[u8]) -> Option<AnalysisRow> {
        let mut reader = Reader(bytes);
        let value = score(&mut reader)?;
        let given = match reader.number()? {
            0 => None,
            1 => Some(Given {
                score: score(&mut reader)?,
                depth: depth(&mut reader)?,
            }),
            _ => return None,
        };
        let mut lines: Vec<LineRow> = Vec::new();
        while !reader.is_empty() {
            let (score, depth) = (score(&mut reader)?, depth(&mut reader)?);
            let nodes = reader.number()?;
            let count = reader.count()?;
            let moves = (0..count).map(|_| reader.small().map(Code));
            lines.push(LineRow {
                score,
                depth,
                nodes,
                moves: moves.collect::<Option<_>>()?,
            });
            if count == 0 {
                return None;
            }
        }
        let rises = lines.is_sorted_by(|one, next| one.first() < next.first());
        rises.then_some(AnalysisRow {
            value,
            lines,
            given,
        })
    }
}

fn score(reader: &mut Reader) -> Option<Score> {
    let raw = i16::try_from(reader.signed()?).ok()?;
    Some(Score::from_tt(raw, 0))
}

fn depth(reader: &mut Reader) -> Option<Depth> {
    Depth::try_from(reader.signed()?).ok()
}

/// A score of the position after a move, for the side that has made the move.
pub(super) fn before(after: Score) -> Score {
    // A win or a loss is one ply farther away.
    Score::from_tt((-after).to_tt(0), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line() -> impl Strategy<Value = LineRow> {
        let score = prop_oneof![
            (-500i32..500).prop_map(Score::estimate),
            (1usize..40).prop_map(Score::win_in),
            (2usize..40).prop_map(|plies| Score::loss_in(plies).unproven()),
        ];
        let moves = proptest::collection::vec(2u16..8, 1..4);
        (score, 0..4, 0u64..3, moves).prop_map(|(score, depth, nodes, moves)| LineRow {
            score,
            depth,
            nodes,
            moves: moves.into_iter().map(Code).collect(),
        })
    }

    fn row() -> impl Strategy<Value = AnalysisRow> {
        let given = proptest::option::of((-9i32..9, 0..9).prop_map(|(score, depth)| Given {
            score: Score::estimate(score),
            depth,
        }));
        (proptest::collection::vec(line(), 0..6), given).prop_map(|(lines, given)| {
            let mut row = AnalysisRow {
                given,
                ..AnalysisRow::default()
            };
            for line in lines {
                row.merge(AnalysisRow::of(vec![line]));
            }
            row
        })
    }

    proptest! {
        #[test]
        fn entries_come_together_in_any_order(one in row(), two in row(), three in row()) {
            let merged = |rows: [&AnalysisRow; 3]| {
                let mut all = AnalysisRow::default();
                rows.into_iter().for_each(|row| { all.merge(row.clone()); });
                all
            };
            let all = merged([&one, &two, &three]);
            prop_assert_eq!(&merged([&three, &one, &two]), &all);
            prop_assert_eq!(&merged([&three, &two, &one]), &all);
            let mut again = all.clone();
            prop_assert!(!again.merge(two.clone()));
            prop_assert_eq!(again, all);
            prop_assert_eq!(AnalysisRow::decode(&one.encode()), Some(one));
        }

        #[test]
        fn no_bytes_are_too_bad(bytes: Vec<u8>) {
            let _ = AnalysisRow::decode(&bytes);
        }
    }

    #[test]
    fn the_deeper_line_is_kept_and_a_proof_before_all() {
        let line = |score, depth| LineRow {
            score,
            depth,
            nodes: 1,
            moves: vec![Code(5)],
        };
        let estimate = Score::estimate(50);
        let mut row = AnalysisRow::of(vec![line(estimate, 8)]);
        assert!(!row.merge(AnalysisRow::of(vec![line(Score::estimate(90), 7)])));
        assert!(row.merge(AnalysisRow::of(vec![line(Score::estimate(-9), 9)])));
        assert_eq!(row.lines, [line(Score::estimate(-9), 9)]);
        assert!(row.merge(AnalysisRow::of(vec![line(Score::win_in(5), 2)])));
        assert!(!row.merge(AnalysisRow::of(vec![line(estimate, 30)])));
        assert_eq!((row.lines.len(), row.depth()), (1, 2));
    }

    #[test]
    fn wins_are_farther_away_from_the_position_before() {
        assert_eq!(before(Score::loss_in(4)), Score::win_in(5));
        assert_eq!(before(Score::win_in(3)), Score::loss_in(4));
        assert_eq!(before(Score::estimate(30)), Score::estimate(-30));
        let likely = Score::win_in(3).unproven();
        assert_eq!(before(likely), Score::loss_in(4).unproven());
    }
}
