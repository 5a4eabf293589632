//! Openings in which colours are chosen: searches judge the positions for the chooser
//! of [`opening`].

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::Engine;
use super::handicap::Handicap;
use super::level::Level;
use super::options::Options;
use super::temporary::Temporary;
use crate::board::Board;
use crate::clock::{Clock, Control};
use crate::game::{OpeningReply, OpeningRule, OpeningState};
use crate::lock::{into_inner, lock};
use crate::opening_choice::{self, Assessment, Judge, OpeningTurn, Ranked};
use crate::params::opening::{
    BALANCE_NODES, LOOKS_SHARE, MOST_NODES, MOST_TIME, NODES, NODES_FOR_EIGHT,
};
use crate::search::{Event, Iteration, Objective};
use crate::types::{Color, Depth, Square, SquareSet};

impl Engine {
    /// The turn of the player to act in an opening: legal actions under every
    /// [`OpeningRule`], with the engine's rule and limits. Randomness follows from
    /// `seed`. The board must have the size of the game's, which is not changed.
    ///
    /// A limit of nodes is for each search that a decision needs; all of them together
    /// have the time for one move. Without time the actions are still legal.
    pub fn opening_turn(
        &mut self,
        state: &OpeningState,
        seed: u64,
        control: &Control,
    ) -> OpeningTurn {
        let mut searches = Searches::new(self, state.board(), control);
        let mut rng = StdRng::seed_from_u64(seed);
        opening_choice::turn(state, &mut searches, &mut rng)
    }

    /// [`Engine::opening_turn`] for protocols, which know the stones on the board alone
    /// (see [`OpeningState::after_turns`]); if they belong to no opening a colour is
    /// chosen. `None` on a full board.
    pub fn open(
        &mut self,
        rule: OpeningRule,
        seed: u64,
        control: &Control,
    ) -> Option<OpeningReply> {
        if self.board.empty().is_empty() {
            return None;
        }
        let Some(state) = OpeningState::after_turns(rule, &self.board) else {
            let found = self.think(control, &|_| ())?;
            return Some(match found.score.value() >= 0 {
                true => OpeningReply::Place(vec![found.line[0]]),
                false => OpeningReply::Swap,
            });
        };
        let turn = self.opening_turn(&state, seed, control);
        let reply = turn.reply(&self.board).or_else(|| {
            // The colour is kept, and the move that follows is still to be found.
            let found = self.think(control, &|_| ())?;
            Some(OpeningReply::Place(vec![found.line[0]]))
        })?;
        debug_assert!(state.actions_of(&reply).is_ok());
        Some(reply)
    }
}

/// The searches of one turn.
struct Searches<'a> {
    engine: Temporary<'a>,
    control: &'a Control,
    usual: Options,
    blocked: SquareSet,
    /// The time for a move, as far as it is limited.
    time: Option<Duration>,
}

impl<'a> Searches<'a> {
    fn new(engine: &'a mut Engine, board: &Board, control: &'a Control) -> Searches<'a> {
        let mut usual = engine.options.clone();
        if usual.infinite {
            // The choice must end by itself.
            usual.infinite = false;
            usual.nodes = Some(usual.nodes.unwrap_or(MOST_NODES));
        }
        if usual.level < Level::MASTER {
            // A weaker player searches openings as little as moves.
            let nodes = Handicap::of(usual.level).nodes;
            usual.nodes = Some(usual.nodes.map_or(nodes, |limit| limit.min(nodes)));
            usual.level = Level::MASTER;
        }
        let clock = Clock::new(&usual.limits(), control, board);
        let time = clock.soft(1.0);
        Searches {
            blocked: engine.blocked,
            engine: engine.temporary(),
            control,
            usual,
            time,
        }
    }

    /// Makes the engine ready to search this position for moves on these squares.
    fn set(&mut self, board: &Board, among: SquareSet, options: Options) {
        self.engine.set_board(board.clone());
        self.engine.blocked = self.blocked | (*board.empty() - among);
        self.engine.options = options;
    }

    /// Options for a short look at a number of moves.
    fn short(&self, moves: usize) -> Options {
        let nodes = self.usual.nodes.map_or(NODES, |nodes| nodes.min(NODES));
        Options {
            nodes: Some(nodes + nodes * NODES_FOR_EIGHT * (moves as u64 - 1) / 8),
            ..self.usual.clone()
        }
    }

    /// A search of the whole position.
    fn assess(&mut self, board: &Board, options: Options) -> Assessment {
        self.set(
            board,
            *board.empty(),
            Options {
                lines: 1,
                ..options
            },
        );
        let found = self.engine.think(self.control, &|_| ());
        let Some(found) = found else {
            return Assessment {
                units: 0,
                best: None,
            };
        };
        let units = match found.depth {
            0 if !found.score.is_decisive() => 0,
            _ => self.engine.scale().normalised(found.score).units(),
        };
        Assessment {
            units: match board.side_to_move() {
                Color::Black => units,
                Color::White => -units,
            },
            best: found.line.first().copied(),
        }
    }

    /// The best of these moves, by one search for all of them.
    fn lines(
        &mut self,
        board: &Board,
        among: SquareSet,
        count: usize,
        options: Options,
    ) -> Vec<Ranked> {
        let count = count.clamp(1, among.len().max(1));
        self.set(board, among, options);
        let reported = Mutex::new(BTreeMap::new());
        let report = |event: Event| {
            if let Event::Line(found) = event {
                lock(&reported).insert((found.depth, found.rank), found.clone());
            }
        };
        let objective = Objective::Best {
            lines: count,
            distinct: true,
        };
        let found = self.engine.search(objective, self.control, &report);
        let mut lines = deepest_lines(into_inner(reported), count);
        if lines.is_empty() {
            lines.extend(found);
        }
        let scale = self.engine.scale();
        let ranked = |line: &Iteration| Ranked {
            square: line.line[0],
            units: scale.normalised(line.score).units(),
        };
        let mut ranked: Vec<Ranked> = lines.iter().map(ranked).collect();
        ranked.retain(|one| among.contains(one.square));
        ranked.sort_by_key(|one| -one.units);
        ranked
    }
}

/// The lines of the deepest iteration that has as many as wanted, or else of the
/// one that has most.
fn deepest_lines(reported: BTreeMap<(Depth, usize), Iteration>, wanted: usize) -> Vec<Iteration> {
    let mut by_depth: BTreeMap<Depth, Vec<Iteration>> = BTreeMap::new();
    for ((depth, _), line) in reported {
        by_depth.entry(depth).or_default().push(line);
    }
    let lines = by_depth.into_iter();
    let best = lines.max_by_key(|(depth, lines)| (lines.len().min(wanted), *depth));
    best.map_or(Vec::new(), |(_, lines)| lines)
}

impl Judge for Searches<'_> {
    fn glance(&mut self, board: &Board) -> Assessment {
        self.assess(board, self.short(1))
    }

    fn study(&mut self, board: &Board, parts: u32) -> Assessment {
        let mut options = self.usual.clone();
        if let Some(time) = self.time.filter(|_| parts > 1) {
            let elapsed = self.control.elapsed();
            options.turn_time = Some(elapsed + time.saturating_sub(elapsed) / parts);
        }
        self.assess(board, options)
    }

    fn sees_further(&self) -> bool {
        self.usual.nodes.is_none_or(|nodes| nodes > NODES)
    }

    fn rank(&mut self, board: &Board, among: SquareSet, count: usize) -> Vec<Ranked> {
        self.lines(board, among, count, self.short(count))
    }

    fn best_among(&mut self, board: &Board, among: SquareSet) -> Option<Square> {
        let best = self.lines(board, among, 1, self.usual.clone());
        best.first().map(|best| best.square)
    }

    fn balance(
        &mut self,
        board: &Board,
        among: SquareSet,
        stones: usize,
        bias: i32,
    ) -> Vec<Square> {
        let options = Options {
            nodes: Some(self.usual.nodes.unwrap_or(u64::MAX).min(BALANCE_NODES)),
            ..self.usual.clone()
        };
        self.set(board, among, options);
        let found = self.engine.balance(stones, bias, self.control, &|_| ());
        let line = found.map_or(Vec::new(), |found| found.line);
        line.into_iter().take(stones).collect()
    }

    fn is_hurried(&self) -> bool {
        let looks = self.time.map(|time| time.mul_f64(LOOKS_SHARE));
        self.control.is_stopped()
            || looks.is_some_and(|looks| self.control.elapsed() >= looks.min(MOST_TIME))
    }
}
