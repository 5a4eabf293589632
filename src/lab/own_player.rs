//! This engine as a player, in this process.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::contender::Contender;
use super::player::{Failure, Player, Reply};
use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::eval::network::NetworkChoice;
use crate::game::EngineClock;
use crate::types::Rule;

/// This engine, with the settings of a contender.
pub(super) struct OwnPlayer {
    contender: Arc<Contender>,
    network: NetworkChoice,
    engine: Engine,
    rng: StdRng,
    stop: Arc<AtomicBool>,
}

impl OwnPlayer {
    /// The engine with this network. Its search ends when `stop` is set. Fails if
    /// there are no threads.
    pub(super) fn new(
        contender: Arc<Contender>,
        network: NetworkChoice,
        stop: Arc<AtomicBool>,
    ) -> Result<OwnPlayer, Failure> {
        let engine = Engine::new().map_err(|error| Failure::NoStart(error.to_string()))?;
        Ok(OwnPlayer {
            contender,
            network,
            engine,
            rng: StdRng::seed_from_u64(0),
            stop,
        })
    }

    /// Uses other settings from the next game on, with the same network.
    pub(super) fn become_contender(&mut self, contender: Arc<Contender>) {
        self.contender = contender;
    }

    fn options(&self, rule: Rule, seed: u64) -> Options {
        Options {
            rule,
            memory: self.contender.memory << 20,
            threads: self.contender.threads,
            depth: self.contender.depth,
            // For the size of the hash table, which is prepared before the first move.
            turn_time: self.contender.turn.map(Duration::from_millis),
            level: self.contender.strength,
            seed,
            params: self.contender.changes(),
            network: self.network.clone(),
            ..Options::default()
        }
    }

    /// The limit on nodes for this move.
    fn nodes(&mut self) -> Option<u64> {
        let nodes = self.contender.nodes?;
        let spread = nodes * self.contender.vary / 100;
        Some(self.rng.random_range(nodes - spread..=nodes + spread))
    }
}

impl Player for OwnPlayer {
    fn start(&mut self, rule: Rule, width: usize, height: usize, seed: u64) -> Result<(), Failure> {
        self.rng = StdRng::seed_from_u64(seed);
        let board = Board::new(width, height);
        let board = board.map_err(|error| Failure::NoStart(error.to_string()))?;
        self.engine.set_options(self.options(rule, seed));
        // Games must not depend on those before them.
        self.engine.new_game(board);
        self.engine.prepare();
        Ok(())
    }

    fn play(&mut self, board: &Board, clock: &EngineClock) -> Result<Reply, Failure> {
        let control = Control::stopped_by(Arc::clone(&self.stop));
        let nodes = self.nodes();
        // What is counted here is the whole time of a move.
        let clock = clock.with_lag(Duration::ZERO);
        self.engine.set_options(Options {
            nodes,
            ..self.engine.options().clone().with_clock(&clock)
        });
        self.engine.set_board(board.clone());
        let found = self.engine.think(&control, &|_| ());
        if control.is_stopped() {
            return Err(Failure::Stopped);
        }
        let square = found.and_then(|found| found.line.first().copied());
        Ok(Reply {
            square: square.ok_or_else(|| Failure::Garbage("the board is full".to_string()))?,
            time: control.elapsed(),
        })
    }
}
