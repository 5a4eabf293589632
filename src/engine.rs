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
//! The three best moves of a position:
//!
//! ```
//! use tengen::board::Board;
//! use tengen::board::notation::{play_moves, square_name};
//! use tengen::clock::Control;
//! use tengen::engine::{Engine, Options};
//! use tengen::search::Latest;
//!
//! let mut board = Board::new(15, 15)?;
//! play_moves(&mut board, "h8i9h10")?;
//! let mut engine = Engine::new()?;
//! engine.set_options(Options {
//!     nodes: Some(2_000),
//!     lines: 3,
//!     ..Options::default()
//! });
//! engine.new_game(board);
//! let latest = Latest::default();
//! engine.think(&Control::new(), &|event| latest.receive(event));
//! let lines = latest.into_best(3);
//! for line in &lines {
//!     let share = engine.scale().normalised(line.score).share();
//!     println!("{}: {:.1} %", square_name(line.line[0], 15), 100.0 * share);
//! }
//! # assert_eq!(lines.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Control::stop`] ends a search from another thread, and the second argument
//! of [`Engine::think`] receives every [`Event`] of the search.

mod announced;
mod handicap;
mod level;
mod open;
mod options;
mod review;
mod run;
mod survey;
mod temporary;
mod weaker;

use crate::board::Board;
use crate::clock::{Clock, Control};
use crate::eval;
use crate::game::{self, End};
use crate::machine::Width;
use crate::pattern::{Tables, ThreatClass};
use crate::pool::{NoThreads, Pool};
use crate::position::Position;
use crate::rules;
use crate::scale::Scale;
use crate::search::{Event, Found, Iteration, Objective, Shared, Team};
use crate::tt::TranspositionTable;
use crate::types::{Color, Renju, Rule, Square, SquareSet};
use announced::AnnouncedWin;
use run::Run;
use weaker::WeakerPlayer;

pub use level::{Level, NoLevel};
pub use options::{DEFAULT_MEMORY, MOST_THREADS, Options};
pub use review::{Mark, ReviewedMove, Seen, Tally};

/// The stack that a thread needs to search, in bytes. No line is longer than
/// [`MAX_PLY`](crate::types::MAX_PLY) plies, and `tests/engine/stack.rs` measures what
/// one takes.
pub const LEAST_STACK: usize = 1 << 20;
/// A hash table of more bytes is not touched before it is used,
const MOST_TOUCHED: usize = 1 << 30;
/// nor is one of more than these while the memory is not set.
const MOST_TOUCHED_EARLY: usize = 64 << 20;
/// The board of a new engine.
const DEFAULT_SIDE: usize = 15;
/// The message of a panic that a test has planted.
#[cfg(test)]
const PLANTED: &str = "a planted panic";

/// A move that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the square in column {}, row {} (from 0 at the upper left) is not empty", .0.x(), .0.y())]
pub struct IllegalMove(pub Square);

/// A game in progress and the means to think about it.
pub struct Engine {
    options: Options,
    board: Board,
    /// The hash table; made when it is needed.
    tt: Option<TranspositionTable>,
    /// The size that the hash table was made for.
    table_bytes: usize,
    /// Something may have been stored in the table.
    is_table_used: bool,
    pool: Pool,
    /// Moves that are not played while there are others.
    blocked: SquareSet,
    announced: Option<AnnouncedWin>,
    /// Where the nodes of all searches went.
    #[cfg(feature = "profile")]
    profile: crate::search::Profile,
    /// The next search panics.
    #[cfg(test)]
    panics: bool,
}

impl Engine {
    /// An engine with an empty 15×15 board. Fails only if the system has no thread
    /// for it.
    pub fn new() -> Result<Engine, NoThreads> {
        Ok(Engine::with_pool(Pool::new(1)?))
    }

    /// [`Engine::new`], but with one thread it searches on the calling thread, which
    /// needs [`LEAST_STACK`].
    pub fn on_calling_thread() -> Engine {
        Engine::with_pool(Pool::calling_thread())
    }

    /// An engine that searches by these threads.
    pub fn with_pool(pool: Pool) -> Engine {
        Engine {
            options: Options::default(),
            board: Board::new(DEFAULT_SIDE, DEFAULT_SIDE).expect("a supported size"),
            tt: None,
            pool,
            table_bytes: 0,
            is_table_used: false,
            blocked: SquareSet::EMPTY,
            announced: None,
            #[cfg(feature = "profile")]
            profile: Default::default(),
            #[cfg(test)]
            panics: false,
        }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options for this game and all others. If the system does not have
    /// enough threads their number stays.
    pub fn set_options(&mut self, options: Options) {
        if options.hash_bytes() != self.options.hash_bytes() {
            self.tt = None;
        }
        if options.meaning() != self.options.meaning() {
            self.tt = None;
            self.announced = None;
        }
        if let Err(error) = self.pool.resize(options.threads()) {
            log::error!("{} threads: {error}", options.threads());
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

    /// Begins a new game on this board, with an empty hash table. Options and blocked
    /// moves stay.
    pub fn new_game(&mut self, board: Board) {
        self.set_board(board);
        self.clear_hash();
    }

    /// The game's board, to play on.
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// The side to move plays on `square`, also on a forbidden point, which loses.
    /// Returns how the game has ended, if it has.
    pub fn play(&mut self, square: Square) -> Result<Option<End>, IllegalMove> {
        if !self.board.is_empty(square) {
            return Err(IllegalMove(square));
        }
        self.board.place(square);
        Ok(self.end())
    }

    /// How the last move has ended the game; `None` if it has not.
    pub fn end(&self) -> Option<End> {
        game::end_of(&self.board, self.options.rule, self.options.ending)
    }

    /// Moves that [`Engine::think`] does not play while there are others.
    pub fn blocked_mut(&mut self) -> &mut SquareSet {
        &mut self.blocked
    }

    /// How full the hash table is with results of the last search, in thousandths.
    pub fn hash_permille(&self) -> usize {
        self.tt
            .as_ref()
            .map_or(0, TranspositionTable::permille_used)
    }

    /// Forgets everything that searches have found: the hash table and an announced
    /// win.
    pub fn clear_hash(&mut self) {
        self.announced = None;
        // An empty one may be in memory already.
        if std::mem::take(&mut self.is_table_used) {
            self.tt = None;
        }
    }

    /// Does what takes time once, before a clock runs: tables and memory.
    pub fn prepare(&mut self) {
        while self.prepare_more() {}
    }

    /// Does a part of [`Engine::prepare`] that takes a few milliseconds; returns whether
    /// there is more to do.
    pub fn prepare_more(&mut self) -> bool {
        Tables::of(self.options.rule);
        eval::prepare(self.options.rule);
        // Until the memory is set the table may turn out too large.
        let most = match self.options.memory {
            0 => MOST_TOUCHED_EARLY,
            _ => MOST_TOUCHED,
        };
        let table = self.table();
        table.bytes() <= most && table.touch_more()
    }

    /// Thinks about the next move; the board is not changed. `report` receives every
    /// event of the search, and below full strength the move alone.
    ///
    /// Returns what was found; its PV begins with a legal move if there is one.
    /// `None` on a full board.
    pub fn think(
        &mut self,
        control: &Control,
        report: &(dyn Fn(Event) + Sync),
    ) -> Option<Iteration> {
        if self.options.level < Level::MASTER && self.options.lines <= 1 {
            let found = self.think_weaker(control)?;
            report(Event::Line(&found));
            return Some(found);
        }
        let objective = Objective::Best {
            lines: self.options.lines,
            distinct: self.options.distinct,
        };
        let found = self.search(objective, control, report);
        found.or_else(|| self.emergency(control))
    }

    /// Looks for one stone, or two of both colours, after which the normalised score
    /// of the side to move now is close to `bias`. They are the first of the PV that is
    /// returned. `None` if the board has fewer empty squares.
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

    /// The scale of scores of this position.
    pub fn scale(&self) -> Scale {
        self.scale_after(0, self.board.side_to_move())
    }

    /// The scale of scores with `stones` more stones and this side to move.
    fn scale_after(&self, stones: usize, to_move: Color) -> Scale {
        let squares = self.board.width() * self.board.height();
        let stones = self.board.stone_count() + stones;
        Scale::at(self.options.rule, to_move, stones, squares)
    }

    /// The scale of scores of [`Engine::balance`]: of the position with `stones` more
    /// stones, for the side to move now.
    pub fn balance_scale(&self, stones: usize) -> Scale {
        let mover = self.board.side_to_move();
        match stones % 2 {
            0 => self.scale_after(stones, mover),
            _ => self.scale_after(stones, !mover).for_waiting(),
        }
    }

    /// The move of a level below the highest.
    fn think_weaker(&mut self, control: &Control) -> Option<Iteration> {
        self.announced = None;
        let player = WeakerPlayer {
            options: &self.options,
            board: &self.board,
            blocked: self.blocked,
            pool: &self.pool,
            scale: self.scale(),
        };
        let found = player.think(control);
        found.or_else(|| self.emergency(control))
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
        self.is_table_used = true;
        let shared = Shared {
            tt: self.tt.as_ref()?,
            clock: Clock::new(&limits, control, &self.board),
            limits,
            first_depth: self.options.first_depth,
            objective,
            ending: self.options.ending,
            blocked: self.blocked,
            announced_win: self.announced.and_then(|win| win.plies_left(&self.board)),
            params: self.options.params.of(self.options.rule),
            width: match self.options.portable {
                true => Width::PORTABLE,
                false => Width::detected(),
            },
            network: self.options.network.network(self.options.rule),
            report,
            found: Found::default(),
            team: Team::new(self.pool.threads()),
        };
        shared.tt.new_search();
        self.options.rule.run(Run {
            pool: &self.pool,
            board: &self.board,
            area: self.options.area,
            shared: &shared,
        });
        #[cfg(feature = "profile")]
        self.profile.merge(&shared.found.profile());
        let mut found = shared.found.best()?;
        found.nodes = shared.found.nodes();
        found.elapsed = control.elapsed();
        self.announced = AnnouncedWin::of(&found, &self.board);
        Some(found)
    }

    /// Where the nodes of all searches so far went.
    #[cfg(feature = "profile")]
    pub fn profile(&self) -> &crate::search::Profile {
        &self.profile
    }

    fn table(&mut self) -> &TranspositionTable {
        let bytes = self.options.new_hash_bytes();
        if self.table_bytes < bytes || !self.is_table_used && self.table_bytes > bytes {
            self.tt = None;
        }
        self.tt.get_or_insert_with(|| {
            self.table_bytes = bytes;
            TranspositionTable::new(bytes)
        })
    }

    /// Any legal move, where the search has found none.
    fn emergency(&self, control: &Control) -> Option<Iteration> {
        let foul = forbidden_points(&self.board, self.options.rule);
        let empty = *self.board.empty();
        let restricted = self.board.side_to_move() == Color::Black;
        let legal = if restricted { empty - foul } else { empty };
        let square = legal.first().or_else(|| empty.first())?;
        Some(Iteration::unsearched(square, control.elapsed()))
    }
}

/// Black's forbidden points, for either side to move; none under rules other than renju.
pub fn forbidden_points(board: &Board, rule: Rule) -> SquareSet {
    if !rule.forbids() {
        return SquareSet::EMPTY;
    }
    let position = Position::<Renju>::new(board.clone());
    let suspects = *position.squares(Color::Black, ThreatClass::Forbidden);
    let is_forbidden = |&square: &Square| rules::forbidden(board, square).is_some();
    suspects.into_iter().filter(is_forbidden).collect()
}
