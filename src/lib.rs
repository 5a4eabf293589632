//! Tengen, a five-in-a-row engine.
//!
//! # From above
//!
//! Text comes in as a line of the Gomocup protocol or as a command line,
//! becomes a call of the [`engine`], which owns the game, the options and the
//! hash table. The engine sets a [`clock`] and lets the [`pool`]'s thread
//! [`search`] a [`position`]: a [`board`] with everything the search asks of
//! it kept up to date by the tables of [`pattern`]. What the search finds out
//! comes back as values, and `protocol` or `cli` turns them into text again.
//!
//! To read the program, begin with [`types`], [`rules`] (what the game is),
//! [`pattern`] (what the words for threats mean), [`position`], then
//! `search/tree/node.rs`.
//!
//! # Layers
//!
//! A module uses only modules on lower lines; a test holds this.
//!
//! ```text
//! 11  cli                          sub-commands; with protocol the only place that prints
//! 10  protocol   lab               Gomocup's protocol | matches and what they prove
//!  9  engine                       facade: game, options, thinking
//!  8  opening                      colour choice in openings
//!  7  pool                         the threads
//!  6  search     teach             alpha-beta: threads, tree, root | lessons and puzzles
//!  5  solver                       proofs of forced wins
//!  4  movegen   eval   clock   records   squares by duty | value and policy | a search's time | files
//!  3  position   proof   game      everything incremental | proofs | how a game is played
//!  2  rules   pattern              the referee | tables
//!  1  board   tt   scale   params  stones | hash table | what scores mean | numbers to tune
//!  0  types   machine              vocabulary | the processor
//! ```
//!
//! Why it is cut here: `rules` lies below `position` and beside `pattern`, so
//! that the referee cannot use the tables that are checked against it.
//! `pattern` lies above `board` because its index *is* the board's line key.
//! What is rule (shapes, classes) stands there; what is judgement (weights, and
//! a network) in `eval`, which hears from the position what a stone changes.
//! `solver` uses no evaluation, so that a new fit leaves its proofs as they are.
//! `game` (turns, openings, ends, clocks as values) needs no more than the
//! referee, so that everything that plays shares it. `records` (files) needs
//! boards and how games end, but no play. `scale` stands low because whoever
//! tells a score needs it; the search does not. `solver` proves wins and hands
//! them over as `proof`, which stands so low that its checker can ask nobody
//! but the referee. What tunes is in `lab`.
//!
//! # Without the program
//!
//! With `default-features = false` the library is what stands below `protocol`:
//! it starts no thread, reads no clock and asks the system for no chance, and
//! compiles for `wasm32-unknown-unknown`. Features give these back: `clock`
//! ([`clock::Control`] by the machine's clock), `threads` (searches by several
//! threads), `teach` (the module of that name), `brain` (clock, threads and the
//! module `protocol`), and `program`, the default, which is all of these and the
//! modules `cli` and `lab`. Without them
//!
//! * [`clock::Control::timed`] is given the time, for a page as
//!   `performance.now()` tells it;
//! * the search runs on the thread that asks, which needs
//!   [`engine::LEAST_STACK`]: the usual stack of WebAssembly;
//! * [`engine::Engine::open`] is given a seed;
//! * [`engine::Options::hash`] should be set: the default table has 262 MiB.
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
//!   ([`position::Position::is_consistent`]), and taking back restores it.
//! * The search prints nothing and does no input or output.
//! * Nothing that is stopped half-way is remembered: stopping is an error
//!   value, never a score.
//! * With one thread and without a time limit the same search gives the same
//!   result: integers only, and every tie is broken by the square. A new game
//!   ([`engine::Engine::new_game`]) remembers nothing of the one before.
//! * No global state but constant tables, no `unsafe` but in [`machine`], which
//!   changes no result.
//! * A line of input is never fatal, and a search that panics still answers.

pub mod board;
#[cfg(feature = "program")]
pub mod cli;
pub mod clock;
pub mod engine;
pub mod eval;
pub mod game;
#[cfg(feature = "program")]
pub mod lab;
pub mod machine;
pub mod movegen;
pub mod opening;
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
#[cfg(feature = "teach")]
pub mod teach;
pub mod tt;
pub mod types;

/// The examples of the README are tested too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
