//! Puzzles: positions of our own games with a right answer, or two, proven by
//! solver and referee; the best move of a quiet position is found by long searches.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::attempt::{Attempt, Kind, NotEmpty, attempt};
use super::best_move::{BestMove, BestMoveRecord};
use super::tries::Tries;
use super::{Text, entries, names};
use crate::board::Board;
use crate::board::notation::{moves_text, play_moves, square_name};
use crate::proof;
use crate::solver::{Answer, Goal};
use crate::types::{Rule, Square, SquareSet};

/// The most nodes of one question about a puzzle. The puzzles were chosen so
/// that this is enough for every answer.
pub const PUZZLE_NODES: u64 = 20_000;

/// The steps of difficulty, from 1.
pub const STEPS: u8 = 8;

/// A position with a task.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// From 1, in the order in which to solve them.
    pub number: usize,
    /// Its task.
    pub kind: Kind,
    /// How difficult it is, from 1 to [`STEPS`].
    pub step: u8,
    /// The rule.
    pub rule: Rule,
    /// The game so far.
    pub board: Board,
    /// All right answers, nearly always one.
    pub solutions: Vec<Square>,
    /// The most moves of the winner before the five, or of the win to stop; 0 if there is
    /// none.
    pub moves: usize,
    /// What long searches say, in puzzles of the best move.
    pub best: Option<BestMove>,
    /// The game that it comes from.
    pub source: String,
}

/// A puzzle as it is in the file.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<BestMoveRecord>,
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
        let solutions = names::squares(&board, &record.solutions).map_err(of)?;
        let best = record
            .best
            .as_ref()
            .map(|best| BestMove::read(&board, best));
        let best = best.transpose().map_err(of)?;
        Ok(Puzzle {
            number,
            kind: record.kind,
            step: record.step,
            rule,
            board,
            solutions,
            moves: record.moves,
            source: record.source.clone(),
            best,
        })
    }

    /// Its name, which stays the same when others are added.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}", self.source, self.board.moves().len())
    }

    /// As it is written to the file.
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
            best: self.best.as_ref().map(|best| best.record(&self.board)),
        }
    }

    /// Proves the puzzle: its answers are all there are, the referee accepts
    /// the proof of its win, and its kind is right. An error says what is wrong.
    pub fn prove(&self, tries: &mut Tries) -> Result<(), String> {
        let Puzzle {
            kind,
            rule,
            ref board,
            ..
        } = *self;
        let fail = |what: &str| Err(format!("puzzle {}: {what}", self.number));
        if let Some(best) = &self.best {
            if kind != Kind::Best || self.solutions[..] != best.line[..1] {
                return fail("other answers");
            }
            return best.prove(board, rule, tries).or_else(fail);
        }
        let goal = match kind {
            Kind::Vcf | Kind::Forbid => Goal::Vcf,
            Kind::Vct | Kind::Defend => Goal::Vct,
            Kind::Best => return fail("no best move"),
        };
        let found = match kind {
            Kind::Defend => tries.holding(board, rule),
            _ => tries.beginnings(board, rule, goal),
        };
        let claimed: SquareSet = self.solutions.iter().copied().collect();
        if found != Some(claimed) || self.solutions.is_empty() {
            return fail("other answers");
        }
        let mut side = board.clone();
        if kind == Kind::Defend {
            side.pass();
        }
        let shortest = match kind {
            Kind::Vct => Goal::Vct,
            _ => Goal::ShortestVcf,
        };
        let Answer::Win(win) = tries.ask(&side, rule, shortest) else {
            return fail("no win");
        };
        if win.moves != self.moves {
            return fail("another length");
        }
        if let Err(flaw) = proof::check(&side, rule, &win.proof) {
            return fail(&flaw.to_string());
        }
        let first: Option<&Square> = win.line.first();
        if kind != Kind::Defend && first.is_none_or(|&first| !claimed.contains(first)) {
            return fail("the win begins elsewhere");
        }
        let by_fours = tries.ask(board, rule, Goal::Vcf);
        let is_so = match kind {
            Kind::Vcf => true,
            Kind::Vct => by_fours == Answer::None,
            Kind::Defend => {
                by_fours == Answer::None && tries.ask(board, rule, Goal::Vct) == Answer::None
            }
            Kind::Best => false,
            Kind::Forbid => {
                rule.forbids() && tries.ask(board, Rule::Freestyle, Goal::Vcf) == Answer::None
            }
        };
        match is_so {
            true => Ok(()),
            false => fail("it is of another kind"),
        }
    }

    /// The task in words.
    pub fn task(&self) -> Text {
        self.kind.task(self.board.side_to_move())
    }

    /// Judges a move. Takes some ten milliseconds, seldom a second.
    pub fn attempt(&self, square: Square) -> Result<Attempt, NotEmpty> {
        self.attempt_with(&mut Tries::new(PUZZLE_NODES), square)
    }

    /// As [`Puzzle::attempt`], with existing tables.
    pub fn attempt_with(&self, tries: &mut Tries, square: Square) -> Result<Attempt, NotEmpty> {
        let tried = attempt(tries, &self.board, self.rule, self.kind, square)?;
        Ok(match &self.best {
            Some(best) => best.judge(square, tried),
            None => tried,
        })
    }
}
