//! The engine without any text: a game, options, and thinking about the next
//! move. Protocols, benchmarks and other programs use this.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::clock::{Clock, Limits};
use crate::opening::{self, Swap2};
use crate::pattern::{Tables, ThreatClass};
use crate::pool::Pool;
use crate::position::Position;
use crate::rules;
use crate::search::{Event, Iteration, Shared};
use crate::tt::TranspositionTable;
use crate::types::{
    Caro, CaroOverline, Color, Depth, Freestyle, Renju, Rule, Ruleset, Square, SquareSet, Standard,
};

/// Memory that the engine may use when nothing is said about it: Gomocup's
/// limit.
pub const DEFAULT_MEMORY: u64 = 350 << 20;
/// What the engine needs besides the hash table, in bytes: the program, its
/// tables and stacks.
const FIXED_MEMORY: u64 = 10 << 20;
/// The hash table never gets less than this, however little memory is allowed.
const LEAST_HASH: u64 = 1 << 20;
/// Nor ever more than this.
const MOST_HASH: u64 = 32 << 30;
/// The board of a new engine.
const DEFAULT_SIDE: usize = 15;

/// What can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The rule of the game.
    pub rule: Rule,
    /// Time for one move: zero means at once, nothing no limit.
    pub turn_time: Option<Duration>,
    /// Time for all moves still to come.
    pub game_time: Option<Duration>,
    /// No limit of time at all; without this, and without any other limit, a
    /// move takes five seconds.
    pub infinite: bool,
    /// Deepest iteration.
    pub depth: Option<Depth>,
    /// Most stones placed in search for one move.
    pub nodes: Option<u64>,
    /// All the memory that the process may use, in bytes; 0 for the default.
    pub memory: u64,
    /// The size of the hash table in bytes, if it is not to follow from the
    /// memory.
    pub hash: Option<u64>,
    /// How many of the best lines to look for.
    pub lines: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rule: Rule::Freestyle,
            turn_time: None,
            game_time: None,
            infinite: false,
            depth: None,
            nodes: None,
            memory: 0,
            hash: None,
            lines: 1,
        }
    }
}

impl Options {
    /// The size of the hash table: four fifths of the memory less what
    /// everything else needs.
    fn hash_bytes(&self) -> usize {
        let memory = match self.memory {
            0 => DEFAULT_MEMORY,
            limit => limit,
        };
        let share = (memory / 5 * 4).saturating_sub(FIXED_MEMORY);
        let share = match self.hash {
            Some(hash) if self.memory == 0 => hash,
            Some(hash) => hash.min(share),
            None => share,
        };
        let bytes = share.clamp(LEAST_HASH, MOST_HASH);
        bytes.try_into().unwrap_or(usize::MAX / 2)
    }

    fn limits(&self) -> Limits {
        Limits {
            turn: self.turn_time,
            game_left: self.game_time,
            depth: self.depth,
            nodes: self.nodes,
            infinite: self.infinite,
        }
    }
}

/// A game in progress and the means to think about it.
pub struct Engine {
    options: Options,
    board: Board,
    tt: Option<TranspositionTable>,
    pool: Pool,
    blocked: SquareSet,
}

impl Engine {
    /// An engine with an empty 15×15 board. Fails only if the system gives it
    /// no thread.
    pub fn new() -> Result<Engine, rayon::ThreadPoolBuildError> {
        Ok(Engine {
            options: Options::default(),
            board: Board::new(DEFAULT_SIDE, DEFAULT_SIDE).expect("a supported size"),
            tt: None,
            pool: Pool::new(1)?,
            blocked: SquareSet::EMPTY,
        })
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options, at once and for all games to come.
    pub fn set_options(&mut self, options: Options) {
        let stale = options.hash_bytes() != self.options.hash_bytes();
        if stale || options.rule != self.options.rule {
            self.tt = None;
        }
        self.options = options;
    }

    /// The game's board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Replaces the position. The hash table is kept if the size is the same.
    pub fn set_board(&mut self, board: Board) {
        if (board.width(), board.height()) != (self.board.width(), self.board.height()) {
            self.tt = None;
        }
        self.board = board;
    }

    /// The game's board, to play on.
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// Moves that [`Engine::think`] is not to play as long as there are others.
    pub fn blocked_mut(&mut self) -> &mut SquareSet {
        &mut self.blocked
    }

    /// How full the hash table is with what the last search found out, in
    /// thousandths.
    pub fn hash_permille(&self) -> usize {
        self.tt
            .as_ref()
            .map_or(0, TranspositionTable::permille_used)
    }

    /// Forgets everything learnt about positions.
    pub fn clear_hash(&mut self) {
        self.tt = None;
    }

    /// Does what takes time once and can be done before a clock runs.
    pub fn prepare(&mut self) {
        Tables::of(self.options.rule);
        self.table();
    }

    /// Thinks about the next move; the board is not changed. Time is counted
    /// from `start`; setting `stop` ends it. `report` hears of every step.
    ///
    /// Returns what was found, its line beginning with a legal move if there
    /// is one. `None` on a full board.
    pub fn think(
        &mut self,
        start: Instant,
        stop: &AtomicBool,
        report: &(dyn Fn(Event) + Sync),
    ) -> Option<Iteration> {
        match self.options.rule {
            Rule::Freestyle => self.think_by::<Freestyle>(start, stop, report),
            Rule::Standard => self.think_by::<Standard>(start, stop, report),
            Rule::Renju => self.think_by::<Renju>(start, stop, report),
            Rule::Caro => self.think_by::<Caro>(start, stop, report),
            Rule::CaroOverline => self.think_by::<CaroOverline>(start, stop, report),
        }
    }

    fn think_by<R: Ruleset>(
        &mut self,
        start: Instant,
        stop: &AtomicBool,
        report: &(dyn Fn(Event) + Sync),
    ) -> Option<Iteration> {
        let limits = self.options.limits();
        let position = Position::<R>::new(self.board.clone());
        let stones = self.board.stone_count();
        self.table();
        let shared = Shared {
            tt: self.tt.as_ref()?,
            clock: Clock::new(&limits, start, stones),
            limits,
            stop,
            lines: self.options.lines,
            blocked: self.blocked,
            report,
            best: Mutex::new(None),
        };
        shared.tt.new_search();
        let nodes = self.pool.search(position, &shared);
        let mut found = shared.best().or_else(|| self.emergency())?;
        found.nodes = found.nodes.max(nodes);
        found.elapsed = shared.clock.elapsed();
        Some(found)
    }

    /// The answer to a swap2 opening with the stones that are on the board.
    pub fn swap2(&mut self, start: Instant, stop: &AtomicBool) -> Option<Swap2> {
        if self.board.stone_count() == 0 {
            return Some(Swap2::Place(self.first_three(start, stop)));
        }
        let found = self.think(start, stop, &|_| ())?;
        Some(opening::answer(&found))
    }

    /// Three stones that leave both colours about the same chances.
    fn first_three(&mut self, start: Instant, stop: &AtomicBool) -> Vec<Square> {
        let (kept, options) = (self.board.clone(), self.options.clone());
        let budget = options.turn_time.unwrap_or(opening::MOST_TIME) / 3;
        self.options.nodes = Some(opening::NODES);
        let mut rng = rand::rng();
        let mut best = (i32::MAX, opening::random_three(&kept, &mut rng));
        for _ in 0..opening::TRIES {
            if stop.load(Relaxed) || start.elapsed() >= budget.min(opening::MOST_TIME) {
                break;
            }
            let squares = opening::random_three(&kept, &mut rng);
            self.board = kept.clone();
            squares.iter().for_each(|&square| self.board.place(square));
            if let Some(found) = self.think(start, stop, &|_| ()) {
                let imbalance = found.score.value().abs();
                if imbalance < best.0 {
                    best = (imbalance, squares);
                }
            }
        }
        (self.board, self.options) = (kept, options);
        best.1
    }

    fn table(&mut self) -> &TranspositionTable {
        let bytes = self.options.hash_bytes();
        self.tt
            .get_or_insert_with(|| TranspositionTable::new(bytes))
    }

    /// Any legal move, for when the search has failed before its first move.
    fn emergency(&self) -> Option<Iteration> {
        let foul = self.forbidden_points();
        let empty = *self.board.empty();
        let restricted = self.board.side_to_move() == Color::Black;
        let legal = if restricted { empty - foul } else { empty };
        let square = legal.first().or_else(|| empty.first())?;
        Some(Iteration {
            rank: 0,
            depth: 0,
            deepest: 0,
            score: crate::types::Score::DRAW,
            nodes: 0,
            elapsed: Duration::ZERO,
            line: vec![square],
        })
    }

    /// Black's forbidden points, whoever is to move; none but in renju.
    pub fn forbidden_points(&self) -> SquareSet {
        if !self.options.rule.forbids() {
            return SquareSet::EMPTY;
        }
        let position = Position::<Renju>::new(self.board.clone());
        let suspects = *position.squares(Color::Black, ThreatClass::Forbidden);
        let is_forbidden = |&square: &Square| rules::forbidden(&self.board, square).is_some();
        suspects.into_iter().filter(is_forbidden).collect()
    }
}
