//! A match: the games of a schedule, several at a time, with a journal so that it can
//! resume after an interruption.
//!
//! ```
//! use std::sync::Arc;
//! use tengen::lab::schedule::Pairing;
//! use tengen::lab::shard::Shard;
//! use tengen::lab::tournament::{Match, MatchPlan};
//!
//! let plan = MatchPlan {
//!     contenders: vec!["self nodes=20 name=short".parse()?, "self nodes=200".parse()?],
//!     pairing: Pairing::RoundRobin,
//!     rounds: 1,
//!     rule: "freestyle".to_string(),
//!     width: 11,
//!     height: 11,
//!     openings: vec!["f6g7e7".to_string()],
//!     most_moves: 60,
//!     sprt: None,
//!     seed: 1,
//!     shard: Shard::WHOLE,
//! };
//! // No folder for the games, one at a time, never stopped, without an observer.
//! let standings = Match::new(plan)?.run(None, 1, &Arc::default(), &|_| ())?;
//! for row in &standings.rows {
//!     let [won, drawn, lost] = row.games;
//!     println!("{}: {won} won, {drawn} drawn, {lost} lost", row.name);
//! }
//! # assert_eq!(standings.count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use super::contender::Contender;
use super::external_player::ExternalPlayer;
use super::game::{self, Cause, Fault, Played, Setup};
use super::journal::{Entry, Journal, JournalError};
pub use super::match_plan::MatchPlan;
use super::own_player::OwnPlayer;
use super::player::{Failure, Player};
use super::schedule::{Fixture, Schedule};
use super::standings::Standings;
use crate::board::notation::{NotationError, play_moves};
use crate::board::{BadSize, Board};
use crate::eval::network::NetworkChoice;
use crate::game::{End, MoveLimit, end_of};
use crate::lock::{into_inner, lock};
use crate::pool::NoThreads;
use crate::types::{Color, Rule};

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// Fewer than two contenders.
    #[error("a match needs at least two engines")]
    TooFew,
    /// Two contenders have the same name.
    #[error("two engines are called '{0}': give them names (name=…)")]
    SameName(String),
    /// A test of which only a part is played.
    #[error("a sequential test cannot be split: it ends by its own games")]
    SprtOfShard,
    /// A test with more than two contenders.
    #[error("a sequential test needs exactly two engines")]
    SprtOfMany,
    /// An unknown rule.
    #[error(transparent)]
    Rule(#[from] crate::types::UnknownRule),
    /// A size that no board has.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// An opening that cannot be played.
    #[error("opening {number}, {moves}: {error}")]
    Opening {
        /// Counted from 1.
        number: usize,
        /// The opening.
        moves: String,
        /// What is wrong with it.
        error: NotationError,
    },
    /// An opening after which the game is over.
    #[error("opening {number}, {moves}: the game is over ({end})")]
    Over {
        /// Counted from 1.
        number: usize,
        /// The opening.
        moves: String,
        /// How it ended.
        end: End,
    },
    /// A player could not be started.
    #[error("{name} {failure}")]
    NoStart {
        /// Who.
        name: String,
        /// Why.
        failure: String,
    },
    /// The journal cannot be written or read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// No threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// The most games played at a time.
pub const MOST_PARALLEL: usize = 256;

/// What an observer of a match receives.
pub enum MatchEvent<'a> {
    /// A game is over. Also sent for games from the journal.
    Game {
        /// The game.
        entry: &'a Entry,
        /// After this game.
        standings: &'a Standings,
        /// Whether it was played in an earlier run.
        replayed: bool,
    },
    /// A player misbehaved outside of a game.
    Complaint {
        /// Who.
        name: &'a str,
        /// What it did.
        text: &'a str,
    },
}

/// A checked match.
pub struct Match {
    plan: MatchPlan,
    rule: Rule,
    openings: Vec<Board>,
    schedule: Schedule,
    contenders: Vec<Arc<Contender>>,
    /// The network of each, used if it is this engine.
    networks: Vec<NetworkChoice>,
}

impl Match {
    /// Checks a plan.
    pub fn new(plan: MatchPlan) -> Result<Match, MatchError> {
        let rule: Rule = plan.rule.parse()?;
        let empty = Board::new(plan.width, plan.height)?;
        if plan.contenders.len() < 2 {
            return Err(MatchError::TooFew);
        }
        if plan.sprt.is_some() && plan.contenders.len() > 2 {
            return Err(MatchError::SprtOfMany);
        }
        if plan.sprt.is_some() && !plan.shard.is_whole() {
            return Err(MatchError::SprtOfShard);
        }
        for (index, contender) in plan.contenders.iter().enumerate() {
            if plan.contenders[..index]
                .iter()
                .any(|other| other.name == contender.name)
            {
                return Err(MatchError::SameName(contender.name.clone()));
            }
        }
        let network = |contender: &Contender| {
            contender.network().map_err(|failure| MatchError::NoStart {
                name: contender.name.clone(),
                failure: failure.to_string(),
            })
        };
        let networks = plan.contenders.iter().map(network);
        let networks = networks.collect::<Result<_, _>>()?;
        let mut openings = Vec::new();
        for (index, moves) in plan.openings.iter().enumerate() {
            let mut board = empty.clone();
            play_moves(&mut board, moves).map_err(|error| MatchError::Opening {
                number: index + 1,
                moves: moves.clone(),
                error,
            })?;
            if let Some(end) = end_on_the_way(&board, rule) {
                return Err(MatchError::Over {
                    number: index + 1,
                    moves: moves.clone(),
                    end,
                });
            }
            openings.push(board);
        }
        if openings.is_empty() {
            openings.push(empty);
        }
        let schedule = plan.schedule(openings.len());
        let contenders = plan.contenders.iter().cloned().map(Arc::new).collect();
        Ok(Match {
            plan,
            rule,
            openings,
            schedule,
            contenders,
            networks,
        })
    }

    /// The plan.
    pub fn plan(&self) -> &MatchPlan {
        &self.plan
    }

    /// The number of games, of the plan's shard only.
    pub fn games(&self) -> usize {
        2 * self.plan.shard.share_of(self.schedule.len() / 2)
    }

    /// Whether a game, by its place in the schedule, is played.
    fn has(&self, game: usize) -> bool {
        game < self.schedule.len() && self.plan.has(game)
    }

    /// Plays all games that are not in the journal, `parallel` at a time, until
    /// `stop` is set or the test is decided. Finished games are kept in `folder`
    /// (see [`journal`](super::journal)).
    pub fn run(
        &self,
        folder: Option<&Path>,
        parallel: usize,
        stop: &Arc<AtomicBool>,
        observe: &(dyn Fn(MatchEvent) + Sync),
    ) -> Result<Standings, MatchError> {
        let mut state = State {
            standings: Standings::new(&self.plan, self.schedule.meetings()),
            done: BTreeSet::new(),
            next: 0,
            journal: None,
            error: None,
            started: vec![false; self.contenders.len()],
        };
        if let Some(folder) = folder {
            let (journal, entries) = Journal::open(folder, &self.plan)?;
            state.replay(self, entries, observe)?;
            state.journal = Some(journal);
        }
        let state = Mutex::new(state);
        let pool = super::pool(parallel.min(self.games()).min(MOST_PARALLEL))?;
        // One task per thread: a thread that waits for a search must not begin
        // another game.
        pool.broadcast(|_| self.play_games(&state, stop, observe));
        let state = into_inner(state);
        match state.error {
            Some(error) => Err(error),
            None => Ok(state.standings),
        }
    }

    /// One thread's games.
    fn play_games(
        &self,
        state: &Mutex<State>,
        stop: &Arc<AtomicBool>,
        observe: &(dyn Fn(MatchEvent) + Sync),
    ) {
        let mut players: Vec<Option<Box<dyn Player>>> = Vec::new();
        players.resize_with(self.contenders.len(), || None);
        loop {
            let next = lock(state).take(self, stop);
            let Some(index) = next else {
                break;
            };
            let fixture = self.schedule.game(index);
            let played = self.play(&fixture, &mut players, stop);
            let mut state = lock(state);
            let Some(played) = played else {
                break;
            };
            for (player, name) in players.iter_mut().zip(&self.contenders) {
                let complaint = player.as_mut().and_then(|player| player.complaint());
                if let Some(text) = complaint {
                    let name = &name.name;
                    observe(MatchEvent::Complaint { name, text: &text });
                }
            }
            if let Err(error) = state.finish(self, index, &played, observe) {
                state.error.get_or_insert(error);
                break;
            }
        }
        for (player, contender) in players.iter_mut().zip(&self.contenders) {
            if let Some(text) = player.as_mut().and_then(|player| player.finish()) {
                let _one_at_a_time = lock(state);
                let name = &contender.name;
                observe(MatchEvent::Complaint { name, text: &text });
            }
        }
    }

    fn play(
        &self,
        fixture: &Fixture,
        players: &mut [Option<Box<dyn Player>>],
        stop: &Arc<AtomicBool>,
    ) -> Option<Played> {
        let setup = Setup {
            rule: self.rule,
            opening: self.opening(fixture),
            most_moves: self.plan.most_moves,
            seed: fixture.seed,
        };
        let [black, white] = fixture.players;
        let contenders = [&*self.contenders[black], &*self.contenders[white]];
        let mut taken = fixture.players.map(|who| {
            let player = players[who].take().map(Ok);
            player.unwrap_or_else(|| self.player(who, stop))
        });
        let played = match &mut taken {
            [Ok(black), Ok(white)] => game::play([&mut **black, &mut **white], contenders, &setup),
            [Err(failure), _] => Played::not_begun(&setup, Color::Black, failure.clone()),
            [_, Err(failure)] => Played::not_begun(&setup, Color::White, failure.clone()),
        };
        for (who, player) in fixture.players.into_iter().zip(taken) {
            players[who] = player.ok();
        }
        played
    }

    fn player(&self, who: usize, stop: &Arc<AtomicBool>) -> Result<Box<dyn Player>, Failure> {
        let contender = Arc::clone(&self.contenders[who]);
        let stop = Arc::clone(stop);
        Ok(match contender.is_self() {
            true => Box::new(OwnPlayer::new(contender, self.networks[who].clone(), stop)?),
            false => Box::new(ExternalPlayer::new(contender, stop)),
        })
    }

    fn opening(&self, fixture: &Fixture) -> Board {
        fixture.symmetry.image(&self.openings[fixture.opening])
    }
}

/// How the game ended at the first move after which it was over.
fn end_on_the_way(board: &Board, rule: Rule) -> Option<End> {
    let mut board = board.clone();
    let mut found = None;
    while !board.moves().is_empty() {
        found = end_of(&board, rule, MoveLimit::default()).or(found);
        board.undo();
    }
    found
}

/// Shared by the threads.
struct State {
    standings: Standings,
    /// The finished games, by their place in the schedule.
    done: BTreeSet<usize>,
    next: usize,
    journal: Option<Journal>,
    error: Option<MatchError>,
    /// Which contenders have played a game.
    started: Vec<bool>,
}

impl State {
    /// The next game to play, if there is one.
    fn take(&mut self, plan: &Match, stop: &AtomicBool) -> Option<usize> {
        let games = plan.schedule.len();
        while self.next < games && (self.done.contains(&self.next) || !plan.has(self.next)) {
            self.next += 1;
        }
        let over = self.next >= games
            || self.error.is_some()
            || self.standings.verdict().is_some()
            || stop.load(Relaxed);
        if over {
            return None;
        }
        self.next += 1;
        Some(self.next - 1)
    }

    /// Records a finished game.
    fn finish(
        &mut self,
        plan: &Match,
        index: usize,
        played: &Played,
        observe: &(dyn Fn(MatchEvent) + Sync),
    ) -> Result<(), MatchError> {
        let fixture = plan.schedule.game(index);
        for (color, who) in Color::ALL.into_iter().zip(fixture.players) {
            let failed =
                played.cause == Cause::Fault(Fault::NoStart) && played.winner == Some(!color);
            if failed && !self.started[who] {
                return Err(MatchError::NoStart {
                    name: plan.contenders[who].name.clone(),
                    failure: played.detail.clone(),
                });
            }
            self.started[who] |= !failed && !played.times.is_empty();
        }
        let names = fixture.players.map(|who| plan.contenders[who].name.clone());
        let entry = Entry::new(index, names, played);
        if let Some(journal) = &mut self.journal {
            journal.add(&entry, plan.rule, &played.board)?;
        }
        self.count(plan, entry, false, observe);
        Ok(())
    }

    fn count(
        &mut self,
        plan: &Match,
        entry: Entry,
        replayed: bool,
        observe: &(dyn Fn(MatchEvent) + Sync),
    ) {
        let fixture = plan.schedule.game(entry.game);
        self.done.insert(entry.game);
        self.standings.add(&fixture, &entry.scored());
        observe(MatchEvent::Game {
            entry: &entry,
            standings: &self.standings,
            replayed,
        });
    }

    /// Counts the games of earlier runs.
    fn replay(
        &mut self,
        plan: &Match,
        entries: Vec<Entry>,
        observe: &(dyn Fn(MatchEvent) + Sync),
    ) -> Result<(), JournalError> {
        for (index, entry) in entries.into_iter().enumerate() {
            // The first line is the plan.
            let line = index + 2;
            let error = match entry.game {
                game if !plan.has(game) => "there is no such game",
                game if self.done.contains(&game) => "this game was there before",
                _ => {
                    self.count(plan, entry, true, observe);
                    continue;
                }
            };
            let error = error.to_string();
            return Err(JournalError::Line { line, error });
        }
        Ok(())
    }
}
