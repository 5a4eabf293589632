//! What can be set for the engine, and what follows from it.

use std::time::Duration;

use super::level::Level;
use crate::clock::Limits;
use crate::eval::network::NetworkChoice;
use crate::game::{EngineClock, MoveLimit, TimeControl};
use crate::params::{Changes, time};
use crate::position::Area;
use crate::types::{Depth, Rule};

/// The memory in bytes that the engine may use if none is set: Gomocup's limit.
pub const DEFAULT_MEMORY: u64 = 350 << 20;
/// What the engine needs besides the hash table, in bytes: the program, its
/// tables, the networks of two rules and stacks.
const FIXED_MEMORY: u64 = 21 << 20;
/// What every thread but the first needs, in bytes.
const THREAD_MEMORY: u64 = 4 << 20;
/// The most threads that search.
pub const MOST_THREADS: usize = if cfg!(feature = "threads") { 256 } else { 1 };
/// The hash table never has less than this, in bytes, however little memory is
/// allowed.
const LEAST_HASH: u64 = 1 << 20;
/// Nor more than this.
const MOST_HASH: u64 = 32 << 30;
/// With a time for each move a new table has this for each millisecond and thread, some
/// thirty times what a move fills, rounded up to a power of two. The first moves wait for
/// the pages of a new table: a millisecond for each MiB on a slow machine.
const HASH_PER_MS: u64 = 200 << 10;

/// What can be set for an [`Engine`](super::Engine).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The rule of the game.
    pub rule: Rule,
    /// Time for one move: zero means at once, `None` no limit.
    pub turn_time: Option<Duration>,
    /// Time for the rest of the game; `None`: no limit.
    pub game_time: Option<Duration>,
    /// Added to the time for the game after every move.
    pub increment: Duration,
    /// What every move costs on the clock beyond the time that is counted here.
    pub lag: Duration,
    /// No limit of time. Without this and any other limit a move takes five
    /// seconds.
    pub infinite: bool,
    /// The last iteration, in plies.
    pub depth: Option<Depth>,
    /// The first iteration, in plies.
    pub first_depth: Depth,
    /// Nodes for one move: stones placed in search.
    pub nodes: Option<u64>,
    /// All the memory that the process may use, in bytes; 0 for the default.
    pub memory: u64,
    /// The size of the hash table in bytes; `None`: as the memory allows.
    pub hash: Option<u64>,
    /// Threads that search, at most [`MOST_THREADS`]. With one thread and no limit
    /// of time a search is repeatable.
    pub threads: usize,
    /// How many best lines to look for (multi-PV).
    pub lines: usize,
    /// Leave out lines whose first move mirrors another one's.
    pub distinct: bool,
    /// How far from the stones to look for quiet moves.
    pub area: Area,
    /// When a game without a five is over.
    pub ending: MoveLimit,
    /// How strong single moves are; several lines are always at full strength.
    pub level: Level,
    /// The random seed of lower levels.
    pub seed: u64,
    /// Changed search parameters, for experiments.
    pub params: Changes,
    /// Evaluate without wide registers, which changes the speed only.
    pub portable: bool,
    /// The network of the evaluation.
    pub network: NetworkChoice,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rule: Rule::Freestyle,
            turn_time: None,
            game_time: None,
            increment: Duration::ZERO,
            lag: Duration::from_millis(time::USUAL_LAG_MS),
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
            portable: false,
            network: NetworkChoice::default(),
        }
    }
}

impl Options {
    /// The size of the hash table in bytes: four fifths of the memory less what
    /// everything else needs.
    pub(super) fn hash_bytes(&self) -> usize {
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

    /// The size of a new hash table in bytes: no more than the time for a move can use.
    pub(super) fn new_hash_bytes(&self) -> usize {
        let most = self.hash_bytes();
        match (self.turn_time, self.hash) {
            (Some(time), None) => {
                let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
                let useful = ms.saturating_mul(HASH_PER_MS * self.threads() as u64);
                let useful = useful.clamp(LEAST_HASH, MOST_HASH).next_power_of_two();
                most.min(useful.try_into().unwrap_or(usize::MAX))
            }
            _ => most,
        }
    }

    /// These options with the time of this clock.
    pub fn with_clock(self, clock: &EngineClock) -> Options {
        Options {
            turn_time: clock.turn(),
            game_time: clock.left(),
            increment: clock.increment(),
            lag: clock.lag(),
            ..self
        }
    }

    /// The time for the next move, as far as it is limited: the lesser of that for a move
    /// and that for the rest of the game.
    pub fn move_time(&self) -> Option<Duration> {
        self.turn_time.into_iter().chain(self.game_time).min()
    }

    /// Threads, within what there can be.
    pub(super) fn threads(&self) -> usize {
        self.threads.clamp(1, MOST_THREADS)
    }

    /// The limits of a search; the nodes are those of all threads together.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            time: EngineClock::new(TimeControl {
                turn: self.turn_time,
                game: self.game_time,
                increment: self.increment,
            })
            .with_lag(self.lag),
            depth: self.depth,
            nodes: self.nodes,
            infinite: self.infinite,
        }
    }

    /// What the scores in the hash table depend on besides the position. A new
    /// option is either here or named as one that scores do not depend on.
    pub(super) fn meaning(&self) -> (Rule, MoveLimit, Area, &Changes, &NetworkChoice) {
        let Options {
            rule,
            ending,
            area,
            params,
            network,
            turn_time: _,
            game_time: _,
            increment: _,
            lag: _,
            infinite: _,
            depth: _,
            first_depth: _,
            nodes: _,
            memory: _,
            hash: _,
            threads: _,
            lines: _,
            distinct: _,
            portable: _,
            // Lower levels have a table of their own.
            level: _,
            seed: _,
        } = self;
        (*rule, *ending, *area, params, network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::play_moves;
    use crate::clock::Control;
    use crate::engine::Engine;
    use crate::types::{Color, Score, Square};

    /// What a search with the usual options finds, and what it costs.
    fn found(engine: &mut Engine) -> (Score, Vec<Square>, u64) {
        engine.set_options(Options {
            hash: Some(2 << 20),
            nodes: Some(3_000),
            ..Options::default()
        });
        let found = engine.think(&Control::new(), &|_| ()).expect("a move");
        (found.score, found.line, found.nodes)
    }

    fn engine() -> Engine {
        let mut engine = Engine::on_calling_thread();
        play_moves(engine.board_mut(), "h8i9g7j10h10i7").unwrap();
        engine
    }

    #[test]
    fn a_short_time_needs_a_small_table_which_grows_with_the_time() {
        let options = |ms: u64, threads, hash| Options {
            turn_time: Some(Duration::from_millis(ms)),
            memory: 350 << 20,
            threads,
            hash,
            ..Options::default()
        };
        let usual = Options::default().hash_bytes();
        for (ms, bytes) in [(0, 1 << 20), (10, 2 << 20), (100, 32 << 20), (2_000, usual)] {
            assert_eq!(options(ms, 1, None).new_hash_bytes(), bytes, "{ms} ms");
        }
        assert_eq!(options(100, 4, None).new_hash_bytes(), 128 << 20);
        assert_eq!(options(1, 1, Some(9 << 20)).new_hash_bytes(), 9 << 20);
        let mut engine = engine();
        let mut mebibytes = |ms: u64| {
            engine.set_options(Options {
                depth: Some(1),
                ..options(ms, 1, None)
            });
            let bytes = engine.table().bytes();
            engine.think(&Control::new(), &|_| ()).expect("a move");
            bytes >> 20
        };
        assert_eq!([40, 5, 50].map(&mut mebibytes), [8, 8, 16]);
        engine.clear_hash();
        assert_eq!(engine.table().bytes() >> 20, 16);
        engine.set_options(options(5, 1, None));
        assert_eq!(engine.table().bytes() >> 20, 1);
    }

    #[test]
    fn a_move_has_the_lesser_of_both_times() {
        let seconds = Duration::from_secs;
        for (turn, game, wanted) in [
            (None, None, None),
            (Some(3), None, Some(3)),
            (None, Some(9), Some(9)),
            (Some(3), Some(9), Some(3)),
            (Some(9), Some(3), Some(3)),
        ] {
            let options = Options {
                turn_time: turn.map(seconds),
                game_time: game.map(seconds),
                ..Options::default()
            };
            assert_eq!(
                options.move_time(),
                wanted.map(seconds),
                "{turn:?} {game:?}"
            );
        }
    }

    #[test]
    fn the_memory_is_shared_as_the_documents_say() {
        let bytes = |mebibytes: u64| {
            let options = Options {
                memory: mebibytes << 20,
                ..Options::default()
            };
            options.hash_bytes()
        };
        assert_eq!((bytes(0), bytes(350)), (259 << 20, 259 << 20));
        assert_eq!(bytes(100), (80 - 21) << 20);
        assert!(bytes(28) > 1 << 20);
        assert_eq!(bytes(27), 1 << 20);
    }

    /// A change of an option, and whether the table has to be empty after it.
    type Change = (&'static str, bool, fn(&mut Options));

    /// A change of every option.
    const CHANGES: [Change; 21] = [
        ("rule", true, |o| o.rule = Rule::Standard),
        ("turn_time", false, |o| {
            o.turn_time = Some(Duration::from_secs(100))
        }),
        ("game_time", false, |o| {
            o.game_time = Some(Duration::from_secs(1_000))
        }),
        ("lag", false, |o| o.lag = Duration::from_secs(9)),
        ("increment", false, |o| o.increment = Duration::from_secs(9)),
        ("infinite", false, |o| o.infinite = true),
        ("depth", false, |o| o.depth = Some(3)),
        ("first_depth", false, |o| o.first_depth = 2),
        ("nodes", false, |o| o.nodes = Some(1_000)),
        ("memory", true, |o| o.memory = 1 << 20),
        ("hash", true, |o| o.hash = Some(4 << 20)),
        ("threads", false, |o| o.threads = 2),
        ("lines", false, |o| o.lines = 2),
        ("distinct", false, |o| o.distinct = true),
        ("portable", false, |o| o.portable = true),
        ("area", true, |o| o.area = Area::Whole),
        ("ending", true, |o| o.ending.winner = Some(Color::White)),
        ("level", false, |o| o.level = Level::new(50).unwrap()),
        ("seed", false, |o| o.seed = 7),
        ("params", true, |o| assert!(o.params.set("rfp_margin", 90))),
        ("network", true, |o| o.network = NetworkChoice::Off),
    ];

    #[test]
    fn no_score_outlives_what_it_depends_on() {
        let (score, line, nodes) = found(&mut engine());
        for (name, empties, change) in CHANGES {
            let mut engine = engine();
            found(&mut engine);
            let usual = engine.options().clone();
            let mut changed = usual.clone();
            change(&mut changed);
            assert_ne!(changed, usual, "{name}");
            engine.set_options(changed);
            assert_eq!(engine.tt.is_none(), empties, "{name} changed");
            engine.think(&Control::new(), &|_| ());
            engine.set_options(usual);
            assert_eq!(engine.tt.is_none(), empties, "{name} changed back");
            if empties {
                let again = found(&mut engine);
                assert_eq!(again, (score, line.clone(), nodes), "{name}");
            }
        }
    }

    #[test]
    fn an_announced_win_is_no_win_under_another_rule() {
        let mut engine = Engine::on_calling_thread();
        play_moves(engine.board_mut(), "h8a1i8a3j8a5k8c2").unwrap();
        let (score, ..) = found(&mut engine);
        assert!(score.is_win() && engine.announced.is_some());
        engine.set_options(Options {
            rule: Rule::Caro,
            ..engine.options().clone()
        });
        assert!(engine.announced.is_none());
    }
}
