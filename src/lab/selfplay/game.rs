//! One self-play game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::Rng;
use rand::rngs::StdRng;

use super::plan::Plan;
use super::record::{Finish, ScoredGame, ScoredPosition};
use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::eval::network::NetworkChoice;
use crate::lab::balanced_openings::{Stones, random_stones};
use crate::lab::chances;
use crate::movegen::{Duty, duty};
use crate::position::Position;
use crate::types::{ByRule, Color, Rule, Ruleset, Score, Square};

/// Memory of each searching engine, in bytes.
const MEMORY: u64 = 16 << 20;
/// The most first stones and the most groups of them, in one half of the games ...
const CLOSE: (usize, usize) = (8, 1);
/// ... and in the other, scattered as in the openings of tournaments.
const SCATTERED: (usize, usize) = (14, 4);
/// The largest normalised score of the first position, and after a levelling move.
const FAIR: i32 = 300;
/// Levelling moves are played up to a random number of stones, at most this. Without
/// them most games would end before thirty stones, and later positions would be rare.
const MOST_STONES: usize = 60;
/// Until then one move in this many is a levelling one ...
const LEVELLING: u32 = 2;
/// ... and every move from a normalised score further from zero than this.
const LEVEL: i32 = 150;
/// A game is a draw this many stones after the levelling.
const LONGEST: usize = 80;
/// Without levelling it is a draw at this many stones.
const LONGEST_WITHOUT: usize = 160;

/// The result of a search.
struct Found {
    score: Score,
    /// The score in normalised units.
    units: i32,
    best: Square,
}

/// The engine that plays both sides, and its settings.
struct Players<'a> {
    plan: &'a Plan,
    network: &'a NetworkChoice,
    rule: Rule,
    engine: &'a mut Engine,
    rng: StdRng,
    stop: &'a Arc<AtomicBool>,
    /// Nodes per move of Black and of White.
    nodes: [u64; 2],
}

/// Plays the game with this number; `None` if it was stopped.
pub(super) fn play(
    (plan, network): (&Plan, &NetworkChoice),
    number: u64,
    engine: &mut Engine,
    stop: &Arc<AtomicBool>,
) -> Option<ScoredGame> {
    let mut players = Players {
        plan,
        network,
        rule: plan.rule(),
        engine,
        rng: chances(plan.seed, number),
        stop,
        nodes: [plan.nodes; 2],
    };
    players.game(number)
}

impl Players<'_> {
    fn game(&mut self, number: u64) -> Option<ScoredGame> {
        let (width, height) = self.plan.draw_size(&mut self.rng);
        if self.plan.halvings > 0 {
            let mut halvings = || self.rng.random_range(0..=self.plan.halvings);
            self.nodes = [halvings(), halvings()].map(|times| self.plan.nodes >> times);
        }
        let mut found = loop {
            let board = self.opening(width, height);
            self.engine.new_game(board);
            let found = self.think()?;
            if found.units.abs() <= FAIR {
                break found;
            }
        };
        let mut game = ScoredGame {
            number,
            width,
            height,
            opening: self
                .engine
                .board()
                .moves()
                .iter()
                .copied()
                .flatten()
                .collect(),
            positions: Vec::new(),
            deeper: Vec::new(),
            black: 1,
            end: Finish::Played,
        };
        let (level_until, last_stone) = match self.plan.levelling {
            true => {
                let until = self.rng.random_range(0..=MOST_STONES);
                (until, until + LONGEST)
            }
            false => (0, LONGEST_WITHOUT),
        };
        loop {
            game.positions.push(self.position(&found));
            let last = game.positions.last_mut()?;
            let mover = self.engine.board().side_to_move();
            let points = |winner| 2 * u8::from(winner == Color::Black);
            if found.score.is_proven() {
                let winner = if found.score.is_win() { mover } else { !mover };
                game.black = points(winner);
                game.end = Finish::Proven;
                break;
            }
            let stones = self.engine.board().stone_count();
            let uneven = found.units.abs() > LEVEL;
            if stones < level_until
                && (uneven || self.rng.random_ratio(1, LEVELLING))
                && let Some((square, next)) = self.level()
            {
                last.played = Some(square);
                last.levelling = true;
                found = next;
                continue;
            }
            if stones >= last_stone {
                game.end = Finish::BrokenOff;
                break;
            }
            last.played = Some(found.best);
            match self.engine.play(found.best).ok()? {
                Some(end) => {
                    game.black = end.winner().map_or(1, points);
                    break;
                }
                None => found = self.think()?,
            }
        }
        Some(game)
    }

    fn opening(&mut self, width: usize, height: usize) -> Board {
        let (most, groups) = match self.rng.random() {
            true => SCATTERED,
            false => CLOSE,
        };
        let stones = Stones {
            rule: self.rule,
            width,
            height,
            least: 2,
            most,
            groups,
            anywhere: true,
        };
        loop {
            if let Some(board) = random_stones(&stones, &mut self.rng) {
                return board;
            }
        }
    }

    /// The record of the position on the board.
    fn position(&self, found: &Found) -> ScoredPosition {
        let scale = self.engine.scale();
        let stored = |score: Score| self.plan.stored(score, &scale);
        ScoredPosition {
            score: stored(found.score),
            played: None,
            levelling: false,
            forced: self.rule.run(IsForced(self.engine.board())),
        }
    }

    fn think(&mut self) -> Option<Found> {
        let mover = self.engine.board().side_to_move();
        let nodes = self.nodes[mover.index()];
        let spread = nodes / 10;
        self.engine.set_options(Options {
            rule: self.rule,
            nodes: Some(self.rng.random_range(nodes - spread..=nodes + spread)),
            memory: MEMORY,
            network: self.network.clone(),
            ..Options::default()
        });
        let control = Control::stopped_by(Arc::clone(self.stop));
        let found = self.engine.think(&control, &|_| ())?;
        if control.is_stopped() {
            return None;
        }
        Some(Found {
            score: found.score,
            units: self.engine.scale().normalised(found.score).units(),
            best: found.line[0],
        })
    }

    /// Plays a move after which both sides have about the same chances, if there is
    /// one. Returns it with a search of the new position.
    fn level(&mut self) -> Option<(Square, Found)> {
        let control = Control::stopped_by(Arc::clone(self.stop));
        let square = self.engine.balance(1, 0, &control, &|_| ())?.line[0];
        if self.engine.play(square).ok()?.is_none()
            && let Some(next) = self.think()
            && next.units.abs() <= FAIR
        {
            return Some((square, next));
        }
        self.engine.board_mut().undo();
        None
    }
}

/// Whether either side can make a five.
struct IsForced<'a>(&'a Board);

impl ByRule for IsForced<'_> {
    type Output = bool;

    fn run<R: Ruleset>(self) -> bool {
        let position = Position::<R>::new(self.0.clone());
        matches!(duty(&position), Duty::Five(_) | Duty::AnswerFive(_))
    }
}
