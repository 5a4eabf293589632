//! Tengen, a five-in-a-row engine.
//!
//! # Overview
//!
//! A line of the Gomocup protocol or a command line becomes calls of the
//! [`engine`], which owns the game, the options and the hash table. The engine
//! sets a [`clock`] and asks the [`pool`] for a [`search`] of a [`position`]: a
//! [`board`] with everything that the search asks of it, kept up to date by the
//! tables of [`pattern`]. The search reports events and a result as values;
//! `protocol` or `cli` turns them into text.
//!
//! To read the program, begin with [`types`], [`rules`] (what the game is),
//! [`pattern`] (what the threats are called), [`position`], then
//! `search/tree/node.rs`. The [glossary](#glossary) is at the end of this page.
//!
//! # Examples
//!
//! Each stands, tested, where what it shows is: a game that the engine plays, and the best
//! moves of a position in [`engine`]; a forced win, solved and verified, in [`solver`]; a
//! match in `lab::tournament`; a game of a file in [`records`]; turns and clocks in
//! [`game`].
//!
//! # Layers
//!
//! A module uses only modules on lower lines; `tests/layering.rs` checks this.
//!
//! ```text
//! 12  cli                          sub-commands; prints, as protocol does
//! 11  page                         what the board page shows and does
//! 10  protocol   lab   table       Gomocup's protocol | matches, measuring, training | a game with people
//!  9  engine                       facade: game, options, thinking
//!  8  opening_choice               decisions in openings with a choice of colours
//!  7  pool                         the threads
//!  6  search     teach             alpha-beta: threads, tree, root | lessons, puzzles
//!  5  solver   study   library     proofs of forced wins | a game tree under study | positions of
//!                                  many games, in one file
//!  4  movegen   eval   clock   records   moves by duty | value and policy | time | files
//!  3  position   proof   game      everything incremental | proofs | how a game is played
//!  2  rules   pattern              the referee | tables of shapes
//!  1  board   tt   scale   params  stones | hash table | meaning of scores | tunable numbers
//!  0  types   machine   lock       vocabulary | the processor | mutexes
//! ```
//!
//! Why the modules are cut like this:
//!
//! * `rules` lies below `position` and beside `pattern`: the referee cannot use
//!   the tables that are checked against it.
//! * `pattern` lies above `board` because its index is the board's line key. It
//!   holds what the rules decide (shapes, classes); judgement (weights, networks)
//!   is in `eval`, which the position tells of every changed square.
//! * `solver` uses no evaluation: its proofs do not change with new weights. It
//!   returns a `proof`, which lies so low that its checker uses the referee only.
//! * `game` (turns, openings, ends, clocks as values) needs only the referee, so
//!   that everything that plays can share it. `records` (files) needs boards and
//!   how games end, but no play.
//! * `scale` lies low because everything that shows a score needs it. The search
//!   does not use it.
//! * `library` lies below the search: it keeps what searches have found, as values,
//!   and the layers with an engine query it.
//! * Tuning and training are in `lab`, not in the modules that they change.
//! * `table` is what terminal and page have in common: which acts a game with
//!   people allows now, and what they do. `page` is what the board page has besides, and
//!   needs no server.
//!
//! # Without the program
//!
//! With `default-features = false` the library is [`table`] and what lies below it, but
//! for `library` and `teach`. It has ten small dependencies (and `libc` on Linux), starts
//! no thread, reads no clock, takes no random numbers from the system, and compiles for
//! `wasm32-unknown-unknown`:
//!
//! ```sh
//! rustup target add wasm32-unknown-unknown
//! cargo build --release --lib --no-default-features --target wasm32-unknown-unknown
//! ```
//!
//! Features give the rest back: `clock` ([`clock::Control`] by the machine's
//! clock), `threads` (searches by several threads), `networks` (those that come with the
//! program; without them one can be given, [`engine::Options::network`]), `teach` (the
//! module of that name), `library` and `page` (likewise), `brain` (`clock`, `threads`,
//! `networks` and the module `protocol`), `program` (`brain`, `library`, `teach` and the
//! modules `cli` and `lab`) and `board` (`program`, `page` and the page's server). All are
//! on by default. `src/web` is a page that uses the library without them. There
//!
//! * [`clock::Control::timed`] gets the time from the caller, on a page from
//!   `performance.now()`;
//! * the search runs on the calling thread, which needs
//!   [`engine::LEAST_STACK`]: the usual stack of WebAssembly;
//! * [`engine::Engine::open`] takes a seed;
//! * [`engine::Options::hash`] should be set: the default table has 259 MiB.
//!
//! ```
//! use std::time::Duration;
//! use tengen::clock::Control;
//! use tengen::engine::{Engine, Options};
//!
//! let mut engine = Engine::on_calling_thread();
//! engine.set_options(Options {
//!     nodes: Some(1_000),
//!     hash: Some(16 << 20),
//!     ..Options::default()
//! });
//! let found = engine.think(&Control::timed(|| Duration::ZERO), &|_| ());
//! assert!(found.is_some());
//! ```
//!
//! # What always holds
//!
//! * The referee in [`rules`] is plain code from the rule text, and final.
//! * Everything incremental equals its recomputation
//!   ([`position::Position::is_consistent`]), and undo restores it.
//! * The search prints nothing and does no input or output.
//! * A stopped search stores nothing half-done: stopping is an error value,
//!   never a score.
//! * With one thread and without a time limit the same search gives the same
//!   result: evaluation in integers, and ties broken by the square. A new game
//!   ([`engine::Engine::new_game`]) forgets the one before.
//! * No global state but constant tables, no `unsafe` outside [`machine`], which
//!   changes no result.
//! * No line of input ends the engine, and a search that panics still answers.
//!
#![doc = include_str!("GLOSSARY.md")]

pub mod board;
#[cfg(feature = "program")]
pub mod cli;
pub mod clock;
pub mod engine;
pub mod eval;
pub mod game;
#[cfg(feature = "program")]
pub mod lab;
#[cfg(feature = "library")]
pub mod library;
mod lock;
pub mod machine;
pub mod movegen;
pub mod opening_choice;
#[cfg(feature = "page")]
pub mod page;
pub mod params;
pub mod pattern;
pub mod pool;
pub mod position;
pub mod proof;
#[cfg(feature = "brain")]
pub mod protocol;
pub mod records;
pub mod rules;
pub mod scale;
pub mod search;
pub mod solver;
pub mod study;
pub mod table;
#[cfg(feature = "teach")]
pub mod teach;
pub mod tt;
pub mod types;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
