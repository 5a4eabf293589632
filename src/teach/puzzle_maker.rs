//! Makes puzzles: searches the positions of games for those where solver and
//! referee prove a task with one best answer, until there are enough of every
//! kind and difficulty.

use std::collections::{BTreeMap, BTreeSet};

use super::attempt::Kind;
use super::best_move::BestMove;
use super::puzzles::{PUZZLE_NODES, Puzzle, STEPS};
use super::tries::{Tries, fives};
use crate::board::Board;
use crate::rules;
use crate::solver::{Answer, Defence, Goal};
use crate::types::{Color, Rule, SquareSet};

/// A game to look for puzzles in.
#[derive(Clone, Debug)]
pub struct SourceGame {
    /// Its name.
    pub name: String,
    /// Its rule.
    pub rule: Rule,
    /// The whole game.
    pub board: Board,
}

/// Looks for puzzles until there are enough.
pub struct Maker {
    tries: Tries,
    /// The most puzzles of a kind, step and rule.
    share: usize,
    found: BTreeMap<(u8, Kind, &'static str), Vec<Puzzle>>,
    /// The positions of all puzzles found.
    known: BTreeSet<u64>,
}

/// The most nodes of all questions about a puzzle together, so that a test can
/// prove all puzzles quickly.
const MOST_NODES: u64 = 100_000;
/// The fewest stones of a puzzle.
const LEAST_STONES: usize = 8;
/// The most stones of a puzzle; more are hard to read.
const MOST_STONES: usize = 60;
/// How many positions before its end are looked at in a game.
const LAST_MOVES: usize = 8;
/// The side of the boards.
const SIDE: usize = 15;
/// The most right answers.
const MOST_ANSWERS: usize = 2;
/// Wins by at most this number of fours must have one beginning.
const SHORT: usize = 3;

impl Maker {
    /// Wants `share` puzzles of every kind and step under every rule.
    pub fn new(share: usize) -> Maker {
        Maker {
            tries: Tries::new(PUZZLE_NODES),
            share,
            found: BTreeMap::new(),
            known: BTreeSet::new(),
        }
    }

    /// Looks through a game and takes at most one puzzle from it.
    pub fn look(&mut self, game: &SourceGame) {
        let is_usual = (game.board.width(), game.board.height()) == (SIDE, SIDE);
        if !is_usual || game.rule.blocks_fives() {
            return;
        }
        let mut board = game.board.clone();
        let added = self.play_on(&mut board, game.rule);
        // From the end, where most happens.
        for _ in 0..=LAST_MOVES + added {
            let stones = board.stone_count();
            if stones < LEAST_STONES {
                return;
            }
            if stones <= MOST_STONES
                && rules::outcome(&board, game.rule).is_none()
                && let Some(puzzle) = self.puzzle(game, &board)
            {
                let place = (puzzle.step, puzzle.kind, game.rule.name());
                self.found.entry(place).or_default().push(puzzle);
                return;
            }
            board.undo();
        }
    }

    /// Plays the win by threats with which a game was adjudicated, if there is
    /// one: it passes through wins by fours. Returns the number of moves.
    fn play_on(&mut self, board: &mut Board, rule: Rule) -> usize {
        if rules::outcome(board, rule).is_some() {
            return 0;
        }
        let Answer::Win(win) = self.tries.ask(board, rule, Goal::Vct) else {
            return 0;
        };
        let moves = win.line.len() - 1;
        win.line[..moves]
            .iter()
            .for_each(|&square| board.place(square));
        moves
    }

    /// How many puzzles are found.
    pub fn count(&self) -> usize {
        self.found.values().map(Vec::len).sum()
    }

    /// The numbers of puzzles by step, kind and rule.
    pub fn counts(&self) -> impl Iterator<Item = ((u8, Kind, &'static str), usize)> + '_ {
        let counts = self.found.iter();
        counts.map(|(&place, puzzles)| (place, puzzles.len()))
    }

    /// All puzzles, by steps, numbered.
    pub fn puzzles(self) -> Vec<Puzzle> {
        let mut puzzles: Vec<Puzzle> = self.found.into_values().flatten().collect();
        for (number, puzzle) in (1..).zip(&mut puzzles) {
            puzzle.number = number;
        }
        puzzles
    }

    fn is_wanted(&self, kind: Kind, step: u8, rule: Rule) -> bool {
        let place = (step, kind, rule.name());
        self.found.get(&place).map_or(0, Vec::len) < self.share
    }

    /// Whether any step of this kind is still wanted.
    fn is_any_wanted(&self, kind: Kind, rule: Rule) -> bool {
        (1..=STEPS).any(|step| self.is_wanted(kind, step, rule))
    }

    /// The puzzle of a position, if there is one and it is wanted.
    fn puzzle(&mut self, game: &SourceGame, board: &Board) -> Option<Puzzle> {
        let rule = game.rule;
        let own = board.side_to_move();
        if !fives(board, rule, own).is_empty() || !fives(board, rule, !own).is_empty() {
            return None;
        }
        let before = self.tries.spent();
        let (kind, moves, solutions) = match self.tries.ask(board, rule, Goal::Vcf) {
            Answer::Win(_) => self.fours(board, rule)?,
            Answer::None => self.no_fours(board, rule)?,
            Answer::Unknown => return None,
        };
        let spent = self.tries.spent() - before;
        let step = step_of(kind, moves);
        let is_wanted = spent <= MOST_NODES && self.is_wanted(kind, step, rule);
        if !is_wanted || !self.known.insert(board.hash()) {
            return None;
        }
        let puzzle = Puzzle {
            number: 0,
            kind,
            step,
            rule,
            board: board.clone(),
            solutions: solutions.into_iter().collect(),
            moves,
            source: game.name.clone(),
            best: None,
        };
        // What was found with the tables of other positions must be found without them.
        let is_proven = puzzle.prove(&mut Tries::new(PUZZLE_NODES)).is_ok();
        is_proven.then_some(puzzle)
    }

    /// The puzzle of a position with a win by fours.
    fn fours(&mut self, board: &Board, rule: Rule) -> Option<(Kind, usize, SquareSet)> {
        let kind = match self.needs_fouls(board, rule) {
            true => Kind::Forbid,
            false => Kind::Vcf,
        };
        if !self.is_any_wanted(kind, rule) {
            return None;
        }
        let Answer::Win(win) = self.tries.ask(board, rule, Goal::ShortestVcf) else {
            return None;
        };
        if !self.is_wanted(kind, step_of(kind, win.moves), rule) {
            return None;
        }
        let solutions = self.tries.beginnings(board, rule, Goal::Vcf)?;
        let most = if win.moves <= SHORT { 1 } else { MOST_ANSWERS };
        (solutions.len() <= most).then_some((kind, win.moves, solutions))
    }

    /// Whether White's fours win only because Black has forbidden points.
    fn needs_fouls(&mut self, board: &Board, rule: Rule) -> bool {
        let free = Rule::Freestyle;
        let is_white = board.side_to_move() == Color::White;
        rule.forbids() && is_white && self.tries.ask(board, free, Goal::Vcf) == Answer::None
    }

    /// The puzzle of a position without a win by fours.
    fn no_fours(&mut self, board: &Board, rule: Rule) -> Option<(Kind, usize, SquareSet)> {
        match self.tries.ask(board, rule, Goal::Vct) {
            Answer::Win(win) if self.is_wanted(Kind::Vct, step_of(Kind::Vct, win.moves), rule) => {
                let solutions = self.tries.beginnings(board, rule, Goal::Vct)?;
                (solutions.len() == 1).then_some((Kind::Vct, win.moves, solutions))
            }
            Answer::None if self.is_any_wanted(Kind::Defend, rule) => {
                let Defence::Only(_) = self.tries.defence(board, rule) else {
                    return None;
                };
                let solutions = self.tries.holding(board, rule)?;
                let mut passed = board.clone();
                passed.pass();
                let Answer::Win(win) = self.tries.ask(&passed, rule, Goal::ShortestVcf) else {
                    return None;
                };
                (1..=MOST_ANSWERS).contains(&solutions.len()).then_some((
                    Kind::Defend,
                    win.moves,
                    solutions,
                ))
            }
            _ => None,
        }
    }
}

impl Puzzle {
    /// A puzzle of the best move, which the engine plays with at least this many nodes.
    #[must_use]
    pub fn of_best(
        source: String,
        (board, rule): (Board, Rule),
        best: BestMove,
        nodes: u64,
    ) -> Puzzle {
        Puzzle {
            number: 0,
            kind: Kind::Best,
            step: step_of(
                Kind::Best,
                usize::try_from(nodes).map_or(usize::MAX, |nodes| nodes.max(1)),
            ),
            rule,
            board,
            solutions: best.line.first().copied().into_iter().collect(),
            moves: 0,
            source,
            best: Some(best),
        }
    }
}

/// The difficulty of a puzzle: by the length of its win, or of the win to stop; of a best
/// move by the nodes that the engine needs. What its policy suggests at once is not easy
/// for people, so that the first steps have none.
fn step_of(kind: Kind, length: usize) -> u8 {
    let limits: [usize; STEPS as usize - 1] = match kind {
        Kind::Vcf => [1, 2, 3, 4, 5, 7, 9],
        Kind::Forbid | Kind::Defend => [1, 2, 3, 4, 5, 6, 8],
        Kind::Vct => [2, 3, 4, 5, 6, 8, 10],
        Kind::Best => [0, 0, 1, 100, 2_000, 20_000, 200_000],
    };
    1 + limits.iter().filter(|&&limit| length > limit).count() as u8
}
