//! The engine without any text: a game, options, and thinking about the next
//! move. Protocols, benchmarks and other programs use this.
//!
//! A game that the engine plays with itself:
//!
//! ```
//! use tengen::board::notation::moves_text;
//! use tengen::clock::Control;
//! use tengen::engine::{Engine, Options};
//! use tengen::types::Rule;
//!
//! let mut engine = Engine::new()?;
//! engine.set_options(Options {
//!     rule: Rule::Renju,
//!     nodes: Some(2_000),
//!     ..Options::default()
//! });
//! while let Some(found) = engine.think(&Control::new(), &|_| ()) {
//!     let score = engine.scale().normalised(found.score);
//!     println!("{score} at depth {}", found.depth);
//!     if let Some(end) = engine.play(found.line[0])? {
//!         println!("{end}: {}", moves_text(engine.board()));
//!         break;
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Control::stop`] ends a search from another thread, and the second argument
//! of [`Engine::think`] hears of every [`Event`] on the way.

mod aside;
mod handicap;
mod level;
mod open;
mod review;
mod survey;
mod weaker;

use std::time::Duration;

use crate::board::Board;
use crate::clock::{Clock, Control, Limits};
use crate::eval;
use crate::eval::network::NetworkChoice;
use crate::game::{self, End, GameClock, MoveLimit, TimeControl};
use crate::params::Changes;
use crate::pattern::{Tables, ThreatClass};
use crate::pool::{NoThreads, Pool};
use crate::position::{Area, Position};
use crate::rules;
use crate::scale::Scale;
use crate::search::{Event, Found, Iteration, Objective, Shared, Team};
use crate::tt::TranspositionTable;
use crate::types::{ByRule, Color, Depth, Renju, Rule, Ruleset, Score, Square, SquareSet};

pub use level::{Level, NoLevel};
pub use review::{Mark, ReviewedMove, Tally};

/// Memory that the engine may use when nothing is said about it: Gomocup's
/// limit.
pub const DEFAULT_MEMORY: u64 = 350 << 20;
/// What the engine needs besides the hash table, in bytes: the program, its
/// tables, the networks of two rules and stacks.
const FIXED_MEMORY: u64 = 18 << 20;
/// What every thread but the first needs, in bytes.
const THREAD_MEMORY: u64 = 4 << 20;
/// The most threads that search.
pub const MOST_THREADS: usize = if cfg!(feature = "threads") { 256 } else { 1 };
/// The stack that a thread needs to search, in bytes. No line is longer than
/// [`MAX_PLY`](crate::types::MAX_PLY) plies, and `tests/stack.rs` measures what
/// one takes.
pub const LEAST_STACK: usize = 1 << 20;
/// A hash table of more bytes is not brought into memory before it is used.
const MOST_TOUCHED: usize = 1 << 30;
/// The hash table never gets less than this, however little memory is allowed.
const LEAST_HASH: u64 = 1 << 20;
/// Nor ever more than this.
const MOST_HASH: u64 = 32 << 30;
/// The board of a new engine.
const DEFAULT_SIDE: usize = 15;
/// What a panic says that a test has planted.
#[cfg(test)]
const PLANTED: &str = "a planted panic";

/// What can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The rule of the game.
    pub rule: Rule,
    /// Time for one move: zero means at once, nothing no limit.
    pub turn_time: Option<Duration>,
    /// Time for all moves still to come.
    pub game_time: Option<Duration>,
    /// What every move adds to the time for the game.
    pub increment: Duration,
    /// No limit of time at all; without this, and without any other limit, a
    /// move takes five seconds.
    pub infinite: bool,
    /// Deepest iteration.
    pub depth: Option<Depth>,
    /// First iteration.
    pub first_depth: Depth,
    /// Most stones placed in search for one move.
    pub nodes: Option<u64>,
    /// All the memory that the process may use, in bytes; 0 for the default.
    pub memory: u64,
    /// The size of the hash table in bytes, if it is not to follow from the
    /// memory.
    pub hash: Option<u64>,
    /// How many threads search, at most [`MOST_THREADS`]; with one the same
    /// search without a time limit has the same result.
    pub threads: usize,
    /// How many of the best lines to look for.
    pub lines: usize,
    /// Leave out lines whose first move mirrors another one's.
    pub distinct: bool,
    /// How far from the stones to look for quiet moves.
    pub area: Area,
    /// When the game is over without a five.
    pub ending: MoveLimit,
    /// How strong moves are played; analyses of several lines are always as good
    /// as can be.
    pub level: Level,
    /// What chance follows from, which lower levels play by.
    pub seed: u64,
    /// Other numbers to search with than the rule's usual ones, for experiments.
    pub params: Changes,
    /// Which network is asked for the policy.
    pub network: NetworkChoice,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rule: Rule::Freestyle,
            turn_time: None,
            game_time: None,
            increment: Duration::ZERO,
            infinite: false,
            depth: None,
            first_depth: 1,
            nodes: None,
            memory: 0,
            hash: None,
            threads: 1,
            lines: 1,
            distinct: false,
            area: Area::default(),
            ending: MoveLimit::default(),
            level: Level::default(),
            seed: 0,
            params: Changes::default(),
            network: NetworkChoice::default(),
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
        let threads = THREAD_MEMORY * (self.threads() as u64 - 1);
        let share = (memory / 5 * 4).saturating_sub(FIXED_MEMORY + threads);
        let share = match self.hash {
            Some(hash) if self.memory == 0 => hash,
            Some(hash) => hash.min(share),
            None => share,
        };
        let bytes = share.clamp(LEAST_HASH, MOST_HASH);
        bytes.try_into().unwrap_or(usize::MAX / 2)
    }

    /// The same with the time of this clock.
    pub fn with_clock(self, clock: &GameClock) -> Options {
        Options {
            turn_time: clock.turn(),
            game_time: clock.left(),
            increment: clock.increment(),
            ..self
        }
    }

    fn threads(&self) -> usize {
        self.threads.clamp(1, MOST_THREADS)
    }

    fn limits(&self) -> Limits {
        Limits {
            time: GameClock::new(TimeControl {
                turn: self.turn_time,
                game: self.game_time,
                increment: self.increment,
            }),
            depth: self.depth,
            nodes: self.nodes.map(|nodes| nodes / self.threads() as u64),
            infinite: self.infinite,
        }
    }

    /// What makes everything in the hash table wrong when it changes.
    fn meaning(&self) -> (Rule, MoveLimit, Area) {
        (self.rule, self.ending, self.area)
    }
}

/// A move that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the square in column {}, row {} (from 0 at the upper left) is not empty", .0.x(), .0.y())]
pub struct IllegalMove(pub Square);

/// A game in progress and the means to think about it.
pub struct Engine {
    options: Options,
    board: Board,
    tt: Option<TranspositionTable>,
    pool: Pool,
    /// Something may have been stored in the table.
    has_learnt: bool,
    blocked: SquareSet,
    announced: Option<AnnouncedWin>,
    /// The next search panics.
    #[cfg(test)]
    panics: bool,
}

/// A win that was announced.
#[derive(Clone, Copy, Debug)]
struct AnnouncedWin {
    /// The hash of the position after its first move.
    hash: u64,
    /// In how many plies from then on the five stands.
    plies: usize,
}

impl Engine {
    /// An engine with an empty 15×15 board. Fails only if the system gives it
    /// no thread.
    pub fn new() -> Result<Engine, NoThreads> {
        Ok(Engine::with_pool(Pool::new(1)?))
    }

    /// The same, but as long as no more than one thread is wanted it searches
    /// on the thread that asks, which needs [`LEAST_STACK`].
    pub fn on_calling_thread() -> Engine {
        Engine::with_pool(Pool::calling_thread())
    }

    fn with_pool(pool: Pool) -> Engine {
        Engine {
            options: Options::default(),
            board: Board::new(DEFAULT_SIDE, DEFAULT_SIDE).expect("a supported size"),
            tt: None,
            pool,
            has_learnt: false,
            blocked: SquareSet::EMPTY,
            announced: None,
            #[cfg(test)]
            panics: false,
        }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options, at once and for all games to come. If the system
    /// does not give as many threads as wanted, there are as many as before.
    pub fn set_options(&mut self, options: Options) {
        let stale = options.hash_bytes() != self.options.hash_bytes();
        if stale || options.meaning() != self.options.meaning() {
            self.tt = None;
        }
        if options.threads() != self.pool.threads() {
            match Pool::new(options.threads()) {
                Ok(pool) => self.pool = pool,
                Err(error) => log::error!("{} threads: {error}", options.threads()),
            }
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

    /// Begins a new game on this board: nothing is left of what was found out
    /// in the game before. Options and blocked moves stay.
    pub fn new_game(&mut self, board: Board) {
        self.set_board(board);
        self.clear_hash();
        self.announced = None;
    }

    /// The game's board, to play on.
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// The side to move plays on `square`. A forbidden point is played too,
    /// and loses. Says how the game has ended, if it has.
    pub fn play(&mut self, square: Square) -> Result<Option<End>, IllegalMove> {
        if !self.board.is_empty(square) {
            return Err(IllegalMove(square));
        }
        self.board.place(square);
        Ok(self.end())
    }

    /// How the game is over by its last move; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        game::end_of(&self.board, self.options.rule, self.options.ending)
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

    /// Empties the hash table.
    pub fn clear_hash(&mut self) {
        // One that is still empty may be in memory already.
        if std::mem::take(&mut self.has_learnt) {
            self.tt = None;
        }
    }

    /// Does what takes time once and can be done before a clock runs.
    pub fn prepare(&mut self) {
        while self.prepare_more() {}
    }

    /// Does some of [`Engine::prepare`], a few milliseconds' worth; says whether
    /// there is more to do.
    pub fn prepare_more(&mut self) -> bool {
        Tables::of(self.options.rule);
        eval::prepare(self.options.rule);
        let is_known = self.options.memory != 0;
        let table = self.table();
        // Without a word about memory the table may turn out too large.
        is_known && table.bytes() <= MOST_TOUCHED && table.touch_more()
    }

    /// Thinks about the next move; the board is not changed. `report` hears of
    /// every step; below full strength of the move alone.
    ///
    /// Returns what was found, its line beginning with a legal move if there
    /// is one. `None` on a full board.
    pub fn think(
        &mut self,
        control: &Control,
        report: &(dyn Fn(Event) + Sync),
    ) -> Option<Iteration> {
        if self.options.level < Level::MASTER && self.options.lines <= 1 {
            let found = self.think_weaker(control, report);
            return found.or_else(|| self.emergency(control));
        }
        let objective = Objective::Best {
            lines: self.options.lines,
            distinct: self.options.distinct,
        };
        let found = self.search(objective, control, report);
        found.or_else(|| self.emergency(control))
    }

    /// Looks for one stone, or two of both colours, after which the score is
    /// near to `bias` (in normalised units), seen from the side to move
    /// now: they are the first of the line that is returned. `None` if the
    /// board has not so many empty squares.
    pub fn balance(
        &mut self,
        stones: usize,
        bias: i32,
        control: &Control,
        report: &(dyn Fn(Event) + Sync),
    ) -> Option<Iteration> {
        let bias = self.balance_scale(stones).raw(bias);
        self.search(Objective::Balance { stones, bias }, control, report)
    }

    /// What the scores of searches of this position mean.
    pub fn scale(&self) -> Scale {
        self.scale_after(0, self.board.side_to_move())
    }

    /// The scale after so many more stones, for this side to move.
    fn scale_after(&self, stones: usize, to_move: Color) -> Scale {
        let squares = self.board.width() * self.board.height();
        let stones = self.board.stone_count() + stones;
        Scale::at(self.options.rule, to_move, stones, squares)
    }

    /// What the scores of [`Engine::balance`] mean, which are told for the side
    /// to move now, of the position after so many stones.
    pub fn balance_scale(&self, stones: usize) -> Scale {
        let mover = self.board.side_to_move();
        match stones % 2 {
            0 => self.scale_after(stones, mover),
            _ => self.scale_after(stones, !mover).for_waiting(),
        }
    }

    /// Thinks, without any limit and until stopped, about the position in
    /// which the opponent, who is to move, has played `reply`. What is learnt
    /// stays in the hash table. Below full strength nothing is learnt.
    pub fn ponder(&mut self, reply: Option<Square>, control: &Control) {
        if self.options.level < Level::MASTER {
            return;
        }
        let mut engine = self.aside();
        if let Some(square) = reply.filter(|&square| engine.board.is_empty(square)) {
            engine.board.place(square);
        }
        engine.options = Options {
            infinite: true,
            turn_time: None,
            game_time: None,
            depth: None,
            nodes: None,
            lines: 1,
            ..engine.options.clone()
        };
        if engine.end().is_none() {
            engine.think(control, &|_| ());
        }
    }

    fn search(
        &mut self,
        objective: Objective,
        control: &Control,
        report: &(dyn Fn(Event) + Sync),
    ) -> Option<Iteration> {
        #[cfg(test)]
        if self.panics {
            std::panic::panic_any(PLANTED);
        }
        let limits = self.options.limits();
        self.table();
        self.has_learnt = true;
        let shared = Shared {
            tt: self.tt.as_ref()?,
            clock: Clock::new(&limits, control, self.board.stone_count()),
            limits,
            first_depth: self.options.first_depth,
            objective,
            ending: self.options.ending,
            blocked: self.blocked,
            announced_win: self.announced_win(),
            params: self.options.params.of(self.options.rule),
            network: self.options.network.network(self.options.rule),
            report,
            found: Found::default(),
            team: Team::new(self.pool.threads()),
        };
        shared.tt.new_search();
        self.options.rule.run(Search {
            pool: &self.pool,
            board: &self.board,
            area: self.options.area,
            shared: &shared,
        });
        let mut found = shared.found.best()?;
        found.nodes = shared.found.nodes();
        found.elapsed = control.elapsed();
        self.announced = self.announced_win_of(&found);
        Some(found)
    }

    /// The win that a search has announced.
    fn announced_win_of(&self, found: &Iteration) -> Option<AnnouncedWin> {
        let plies = found.score.plies().filter(|_| found.score.is_win())?;
        Some(AnnouncedWin {
            hash: self.board.hash_after(found.line[0]),
            plies: plies - 1,
        })
    }

    /// In how many plies the side to move wins, if it was said so before the
    /// opponent's last move.
    fn announced_win(&self) -> Option<usize> {
        let announced = self.announced?;
        let mut before = self.board.clone();
        before.undo()??;
        let kept = before.hash() == announced.hash;
        announced.plies.checked_sub(1).filter(|_| kept)
    }

    fn table(&mut self) -> &TranspositionTable {
        let bytes = self.options.hash_bytes();
        self.tt
            .get_or_insert_with(|| TranspositionTable::new(bytes))
    }

    /// Any legal move, for when the search has failed before its first move.
    fn emergency(&self, control: &Control) -> Option<Iteration> {
        let foul = forbidden_points(&self.board, self.options.rule);
        let empty = *self.board.empty();
        let restricted = self.board.side_to_move() == Color::Black;
        let legal = if restricted { empty - foul } else { empty };
        let square = legal.first().or_else(|| empty.first())?;
        Some(Iteration {
            rank: 0,
            depth: 0,
            deepest: 0,
            score: Score::DRAW,
            nodes: 0,
            elapsed: control.elapsed(),
            line: vec![square],
        })
    }
}

/// Black's forbidden points, whoever is to move; none but in renju.
pub fn forbidden_points(board: &Board, rule: Rule) -> SquareSet {
    if !rule.forbids() {
        return SquareSet::EMPTY;
    }
    let position = Position::<Renju>::new(board.clone());
    let suspects = *position.squares(Color::Black, ThreatClass::Forbidden);
    let is_forbidden = |&square: &Square| rules::forbidden(board, square).is_some();
    suspects.into_iter().filter(is_forbidden).collect()
}

/// A search, to be run under a rule.
struct Search<'a> {
    pool: &'a Pool,
    board: &'a Board,
    area: Area,
    shared: &'a Shared<'a>,
}

impl ByRule for Search<'_> {
    type Output = ();

    fn run<R: Ruleset>(self) {
        let position = Position::<R>::with_area(self.board.clone(), self.area);
        self.pool.search(&position, self.shared);
    }
}
