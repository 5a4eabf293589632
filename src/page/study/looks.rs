//! What the engine thinks of positions of the study. It is kept by position, so that it
//! stays when the tree changes.

use std::collections::HashMap;

use crate::board::Board;
use crate::engine::Seen;
use crate::records::tree::NodeId;
use crate::rules::{self, Outcome};
use crate::study::Study;
use crate::table::Situation;
use crate::types::{Color, Square};

/// The most positions that are kept.
const MOST_LOOKS: usize = 4_000;

/// A position to look at.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// What it is kept by.
    pub key: u64,
    pub situation: Situation,
    to_move: Color,
}

/// Positions that were looked at, under one rule.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    known: HashMap<u64, Seen>,
}

impl Looks {
    pub fn at(&self, position: &Position) -> Option<&Seen> {
        self.known.get(&position.key)
    }

    pub fn put(&mut self, key: u64, seen: Seen) {
        if self.known.len() >= MOST_LOOKS {
            self.known.clear();
        }
        self.known.insert(key, seen);
    }

    /// The positions that were not looked at.
    pub fn unseen<'a>(
        &self,
        positions: impl Iterator<Item = &'a Position>,
    ) -> Vec<(u64, Situation)> {
        positions
            .filter(|position| self.at(position).is_none())
            .map(|position| (position.key, position.situation.clone()))
            .collect()
    }
}

impl Position {
    /// The position at a node; nothing if it is none that can be played.
    pub fn at(study: &Study, node: NodeId) -> Option<Position> {
        let board = study.board_at(node).ok()?;
        Some(Position::of(board, study, study.outcome_at(node)))
    }

    /// The position after a move of the side to move.
    pub fn after(mut board: Board, square: Square, study: &Study) -> Position {
        board.place(square);
        let outcome = rules::outcome(&board, study.rule());
        Position::of(board, study, outcome)
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    fn of(board: Board, study: &Study, outcome: Option<Outcome>) -> Position {
        let (key, to_move) = (board.hash(), board.side_to_move());
        let situation = Situation::new(board, study.rule());
        let situation = match outcome {
            None => situation,
            Some(Outcome::Five(color)) => situation.ended(Some(color)),
            Some(Outcome::Foul(_)) => situation.ended(Some(Color::White)),
            Some(Outcome::Draw) => situation.ended(None),
        };
        Position {
            key,
            situation,
            to_move,
        }
    }
}
