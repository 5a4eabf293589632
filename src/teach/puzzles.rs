//! The puzzles: positions of our own games with one best answer, proven by
//! solver and referee.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::attempt::{Attempt, Kind, NotEmpty, attempt};
use super::tries::Tries;
use super::{Text, entries, example};
use crate::board::Board;
use crate::board::notation::{moves_text, play_moves, square_name};
use crate::types::{Rule, Square};

/// Stones that one question about a puzzle may place: enough for every answer
/// that is asked for, by how the puzzles were chosen.
pub const PUZZLE_NODES: u64 = 20_000;

/// The steps of difficulty, from 1.
pub const STEPS: u8 = 6;

/// A position with a task.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// From 1, in the order in which to solve them.
    pub number: usize,
    /// What is asked.
    pub kind: Kind,
    /// How difficult it is, from 1 to [`STEPS`].
    pub step: u8,
    /// The rule.
    pub rule: Rule,
    /// The game so far.
    pub board: Board,
    /// Every right answer: nearly always one.
    pub solutions: Vec<Square>,
    /// The most moves before the five: the winner's, or those of the win that
    /// is to be stopped.
    pub moves: usize,
    /// The game that it comes from.
    pub source: String,
}

/// A puzzle as its file has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRecord {
    kind: Kind,
    step: u8,
    rule: String,
    size: usize,
    game: String,
    solutions: String,
    moves: usize,
    source: String,
}

/// All puzzles, by difficulty.
pub fn puzzles() -> &'static [Puzzle] {
    static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
        let records: Vec<PuzzleRecord> = entries("puzzles.json", include_str!("data/puzzles.json"));
        let numbered = (1..).zip(records);
        let puzzles = numbered.map(|(number, record)| Puzzle::read(number, &record));
        puzzles
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("puzzles.json: {error}"))
    });
    &PUZZLES
}

impl Puzzle {
    fn read(number: usize, record: &PuzzleRecord) -> Result<Puzzle, String> {
        let of = |error: String| format!("puzzle {number}: {error}");
        let rule = record.rule.parse::<Rule>();
        let rule = rule.map_err(|error| of(error.to_string()))?;
        let mut board =
            Board::new(record.size, record.size).map_err(|error| of(error.to_string()))?;
        play_moves(&mut board, &record.game).map_err(|error| of(error.to_string()))?;
        let solutions = example::squares(&board, &record.solutions).map_err(of)?;
        Ok(Puzzle {
            number,
            kind: record.kind,
            step: record.step,
            rule,
            board,
            solutions,
            moves: record.moves,
            source: record.source.clone(),
        })
    }

    /// As its file has it.
    pub fn record(&self) -> PuzzleRecord {
        let name = |&square: &Square| square_name(square, self.board.height());
        PuzzleRecord {
            kind: self.kind,
            step: self.step,
            rule: self.rule.to_string(),
            size: self.board.width(),
            game: moves_text(&self.board),
            solutions: self.solutions.iter().map(name).collect(),
            moves: self.moves,
            source: self.source.clone(),
        }
    }

    /// Whether it is what it says: its answers are all there are, the proof of
    /// its win holds before the referee, and the kind is right. Says what is
    /// not so.
    pub fn prove(&self, tries: &mut Tries) -> Result<(), String> {
        super::maker::holds_true(self, tries)
    }

    /// What is asked.
    pub fn task(&self) -> Text {
        self.kind.task(self.board.side_to_move())
    }

    /// What comes of a try. Takes some ten milliseconds, seldom a second.
    pub fn attempt(&self, square: Square) -> Result<Attempt, NotEmpty> {
        self.attempt_with(&mut Tries::new(PUZZLE_NODES), square)
    }

    /// The same with tables that are there already.
    pub fn attempt_with(&self, tries: &mut Tries, square: Square) -> Result<Attempt, NotEmpty> {
        attempt(tries, &self.board, self.rule, self.kind, square)
    }
}
