//! The engine's thinking for a game at the table: its turns, advice for a
//! person, and analysis.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Situation;
use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, Level, Options, Seen};
use crate::eval::network::{Network, NetworkChoice};
use crate::game::{MoveLimit, OpeningState, TimeControl};
use crate::opening_choice::OpeningTurn;
use crate::pattern::ThreatClass;
use crate::position::Position;
use crate::rules;
use crate::scale::Normalised;
use crate::search::{Event, Iteration};
use crate::solver::{Answer, Defence, Goal, Solution, Solver, SolverLimits};
use crate::types::{ByRule, Color, Rule, Ruleset, Square, SquareSet};

/// How long the engine thinks about a move if nothing else is set.
const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// The hash table, in bytes.
const HASH: u64 = 64 << 20;
/// The solver's memory, in bytes, and its nodes for a hint.
const SOLVER_MEMORY: usize = 32 << 20;
const SOLVER_NODES: u64 = 200_000;
/// The most that the side to move may be better off, in normalised units, where
/// a draw is as good as playing on: 52.5 % of the point.
const LEVEL: i32 = 20;

/// Tells the time since some moment.
pub type Now = Arc<dyn Fn() -> Duration + Send + Sync>;
/// Says whether the engine is to stop thinking.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// How much the engine may think.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Budget {
    /// What its clock leaves.
    pub clock: TimeControl,
    /// The most for a move, whatever the clock has.
    pub time: Option<Duration>,
    /// The most nodes for a move.
    pub nodes: Option<u64>,
    /// When the game is over without a five.
    pub ending: MoveLimit,
    /// How strong it is to play.
    pub level: Level,
    /// The seed of its weaker moves and of its choices in openings.
    pub seed: u64,
}

/// What the engine thinks of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// The PV; never empty.
    pub line: Vec<Square>,
    /// The expected share of the point for the side to move, 0 to 1.
    pub share: f64,
    /// Whether a draw is as good for it as playing on.
    pub takes_draw: bool,
}

/// How an analysis is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analysis {
    /// How many best lines are wanted.
    pub lines: usize,
    /// When it ends; nothing: when it is stopped.
    pub time: Option<Duration>,
    /// Threads that search.
    pub threads: usize,
    /// The hash table, in bytes.
    pub hash: u64,
}

/// A line that the engine has found during a search, and what it means.
pub struct Finding<'a> {
    /// What was found.
    pub found: &'a Iteration,
    /// Its score.
    pub score: Normalised,
}

/// Receives the findings of a search.
pub type OnFinding<'a> = &'a (dyn Fn(Finding) + Sync);

/// What the engine wants to do in its turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Turn {
    /// Claim a foul.
    Claim,
    /// All that it does in an opening before the other player acts.
    Opening(OpeningTurn),
    /// Play the first move of the line, or take a draw that was offered.
    Move(Thought),
}

/// What to play, and why.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Hint {
    /// Black's last move is a foul.
    Claim,
    /// A five.
    Five(Square),
    /// It prevents a five.
    StopsFive(Square),
    /// The opponent makes a five whatever is played.
    Lost(Square),
    /// A win by fours, with all its moves.
    Fours(Vec<Square>),
    /// The opponent threatens to win by fours; with the expected share.
    StopsFours(Square, f64),
    /// The best move that was found.
    Best(Thought),
    /// In an opening.
    Opening(OpeningTurn),
}

/// The engine with its memory of the game at the table.
pub struct Brain {
    engine: Engine,
    solver: Option<Solver>,
    now: Now,
    stop: Stop,
    network: NetworkChoice,
    /// Which game it thought about last.
    game: u64,
}

impl Analysis {
    /// This many lines, until it is stopped, by one thread.
    pub fn of(lines: usize) -> Analysis {
        Analysis {
            lines,
            time: None,
            threads: 1,
            hash: HASH,
        }
    }
}

impl Brain {
    /// An engine that is timed by `now` and answers at once when `stop` is
    /// set.
    pub fn new(engine: Engine, now: Now, stop: Arc<AtomicBool>) -> Brain {
        Brain {
            engine,
            solver: None,
            now,
            stop: Arc::new(move || stop.load(Relaxed)),
            network: NetworkChoice::default(),
            game: 0,
        }
    }

    /// From now on searches end when this says so.
    pub fn stop_when(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// From now on searches under the network's rule use it.
    pub fn use_network(&mut self, network: Network) {
        self.network = NetworkChoice::Given(Arc::new(network));
    }

    /// The next searches are about the game with this number: in another game
    /// than before nothing is left of the earlier ones.
    pub fn turn_to(&mut self, game: u64) {
        if self.game != game {
            self.engine.clear_hash();
        }
        self.game = game;
    }

    /// What the engine does in its turn; nothing on a full board.
    pub fn turn(
        &mut self,
        asked: &Situation,
        budget: Budget,
        on_finding: OnFinding,
    ) -> Option<Turn> {
        if let Some(opening) = &asked.opening {
            return Some(Turn::Opening(self.open(opening, asked.rule, budget)));
        }
        if asked.can_claim {
            return Some(Turn::Claim);
        }
        let thought = self.think(&asked.board, asked.rule, budget, on_finding);
        thought.map(Turn::Move)
    }

    /// What a person could do, and why; nothing on a full board.
    pub fn hint(&mut self, asked: &Situation, budget: Budget) -> Option<Hint> {
        if let Some(opening) = &asked.opening {
            return Some(Hint::Opening(self.open(opening, asked.rule, budget)));
        }
        if asked.can_claim {
            return Some(Hint::Claim);
        }
        self.hint_for_move(&asked.board, asked.rule, budget)
    }

    /// The expected share of the point for Black, 0 to 1.
    pub fn black_share(&mut self, asked: &Situation, budget: Budget) -> f64 {
        let share = self.look(asked, budget).share;
        match asked.board.side_to_move() {
            Color::Black => share,
            Color::White => 1.0 - share,
        }
    }

    /// What it thinks of a position: one search, unless the game is over there.
    pub fn look(&mut self, asked: &Situation, budget: Budget) -> Seen {
        let without_search = |winner: Option<Color>| Seen {
            share: match winner {
                Some(winner) => f64::from(u8::from(winner == asked.board.side_to_move())),
                None => 0.5,
            },
            score: None,
            line: Vec::new(),
        };
        let claimed = asked.can_claim.then_some(Some(Color::White));
        if let Some(winner) = asked.winner.or(claimed) {
            return without_search(winner);
        }
        let found = self.search(&asked.board, asked.rule, budget, &|_| ());
        found.map_or_else(
            || without_search(None),
            |(line, score)| Seen {
                share: score.share(),
                score: Some(score),
                line,
            },
        )
    }

    fn think(
        &mut self,
        board: &Board,
        rule: Rule,
        budget: Budget,
        on_finding: OnFinding,
    ) -> Option<Thought> {
        let (line, score) = self.search(board, rule, budget, on_finding)?;
        Some(Thought {
            line,
            share: score.share(),
            takes_draw: score.units() <= LEVEL,
        })
    }

    /// The best line and its score; nothing on a full board.
    fn search(
        &mut self,
        board: &Board,
        rule: Rule,
        budget: Budget,
        on_finding: OnFinding,
    ) -> Option<(Vec<Square>, Normalised)> {
        self.set_up(board, rule, budget);
        let control = self.control();
        let scale = self.engine.scale();
        let found = self.engine.think(&control, &|event| {
            if let Event::Line(found) = event {
                let score = scale.normalised(found.score);
                on_finding(Finding { found, score });
            }
        })?;
        let score = scale.normalised(found.score);
        Some((found.line, score))
    }

    /// Searches for the best lines, without these first moves as long as there are others.
    pub fn analyse(
        &mut self,
        asked: &Situation,
        how: Analysis,
        blocked: SquareSet,
        on_finding: OnFinding,
    ) {
        self.set_up(&asked.board, asked.rule, Budget::default());
        *self.engine.blocked_mut() = blocked;
        let options = self.engine.options().clone();
        self.engine.set_options(Options {
            turn_time: how.time,
            infinite: how.time.is_none(),
            lines: how.lines,
            threads: how.threads,
            hash: Some(how.hash),
            ..options
        });
        let control = self.control();
        let scale = self.engine.scale();
        self.engine.think(&control, &|event| {
            if let Event::Line(found) = event {
                let score = scale.normalised(found.score);
                on_finding(Finding { found, score });
            }
        });
    }

    /// Looks for the move after which the position is nearest to even: its line, and the
    /// expected share of the point for the side that plays it. Nothing on a full board.
    pub fn balance(
        &mut self,
        asked: &Situation,
        nodes: u64,
        blocked: SquareSet,
    ) -> Option<(Vec<Square>, f64)> {
        let budget = Budget {
            nodes: Some(nodes),
            ..Budget::default()
        };
        self.set_up(&asked.board, asked.rule, budget);
        *self.engine.blocked_mut() = blocked;
        let control = self.control();
        let scale = self.engine.balance_scale(1);
        let found = self.engine.balance(1, 0, &control, &|_| ())?;
        Some((found.line, scale.normalised(found.score).share()))
    }

    /// Looks for a forced win of the side to move.
    pub fn solve(&mut self, asked: &Situation, goal: Goal, nodes: u64) -> Solution {
        let control = self.control();
        let solver = self
            .solver
            .get_or_insert_with(|| Solver::new(SOLVER_MEMORY));
        let limits = SolverLimits {
            nodes,
            stop: Some(&|| control.is_stopped()),
        };
        solver.solve_board((asked.board.clone(), asked.rule), goal, limits)
    }

    /// All that the engine does before the other is asked, and the move that
    /// follows if it begins the game and was found on the way.
    fn open(&mut self, state: &OpeningState, rule: Rule, budget: Budget) -> OpeningTurn {
        self.set_up(state.board(), rule, budget);
        let control = self.control();
        self.engine.opening_turn(state, budget.seed, &control)
    }

    fn hint_for_move(&mut self, board: &Board, rule: Rule, budget: Budget) -> Option<Hint> {
        let control = self.control();
        let solver = self
            .solver
            .get_or_insert_with(|| Solver::new(SOLVER_MEMORY));
        let threats = rule.run(Threats {
            solver,
            board: board.clone(),
            stopped: &|| control.is_stopped(),
        });
        if let Some(five) = threats.own_five {
            return Some(Hint::Five(five));
        }
        if let Some(line) = threats.fours {
            return Some(Hint::Fours(line));
        }
        let thought = self.think(board, rule, budget, &|_| ())?;
        let square = thought.line[0];
        let stops = |reply: &Square| !self.still_five(board, square, *reply, rule);
        Some(match threats.fives {
            fives if !fives.is_empty() => match fives.into_iter().all(|reply| stops(&reply)) {
                true => Hint::StopsFive(square),
                false => Hint::Lost(square),
            },
            _ if threats.must_defend => Hint::StopsFours(square, thought.share),
            _ => Hint::Best(thought),
        })
    }

    /// Whether the opponent has a five on `reply` after a move.
    fn still_five(&self, board: &Board, square: Square, reply: Square, rule: Rule) -> bool {
        let opponent = !board.side_to_move();
        let mut after = board.clone();
        after.place(square);
        after.is_empty(reply) && rules::wins(&after, rule, reply, opponent)
    }

    fn set_up(&mut self, board: &Board, rule: Rule, budget: Budget) {
        let Budget {
            clock,
            time,
            nodes,
            ending,
            level,
            seed,
        } = budget;
        let turn_time = match (clock.turn, time) {
            (Some(turn), Some(time)) => Some(turn.min(time)),
            (turn, time) => turn.or(time),
        };
        let is_limited = turn_time.is_some() || clock.game.is_some() || nodes.is_some();
        self.engine.set_options(Options {
            rule,
            turn_time: turn_time.or((!is_limited).then_some(DEFAULT_TIME)),
            game_time: clock.game,
            increment: clock.increment,
            nodes,
            ending,
            level,
            seed,
            hash: Some(HASH),
            network: self.network.clone(),
            ..Options::default()
        });
        *self.engine.blocked_mut() = SquareSet::EMPTY;
        self.engine.set_board(board.clone());
    }

    /// The handle of a search that begins now.
    fn control(&self) -> Control {
        let (now, start) = (Arc::clone(&self.now), (self.now)());
        let elapsed = move || now().saturating_sub(start);
        let stop = Arc::clone(&self.stop);
        Control::timed(elapsed).also_stopped_when(move || stop())
    }
}

/// Looks for threats under a rule.
struct Threats<'a> {
    solver: &'a mut Solver,
    board: Board,
    stopped: &'a dyn Fn() -> bool,
}

struct AtStake {
    own_five: Option<Square>,
    /// Where the opponent could make a five.
    fives: SquareSet,
    /// An own win by fours, if the opponent has no five.
    fours: Option<Vec<Square>>,
    /// The opponent would win by fours after a pass.
    must_defend: bool,
}

impl ByRule for Threats<'_> {
    type Output = AtStake;

    fn run<R: Ruleset>(self) -> AtStake {
        let mut position = Position::<R>::new(self.board);
        let own: Color = position.side_to_move();
        let own_five = position.squares(own, ThreatClass::Five).first();
        let fives = *position.squares(!own, ThreatClass::Five);
        let mut at_stake = AtStake {
            own_five,
            fives,
            fours: None,
            must_defend: false,
        };
        if own_five.is_some() || !fives.is_empty() {
            return at_stake;
        }
        let limits = SolverLimits {
            nodes: SOLVER_NODES,
            stop: Some(self.stopped),
        };
        let solution = self.solver.solve(&mut position, Goal::ShortestVcf, limits);
        match solution.answer {
            Answer::Win(win) => at_stake.fours = Some(win.line),
            Answer::None | Answer::Unknown => {
                let (defence, _) = self.solver.defence(&mut position, limits);
                at_stake.must_defend = matches!(defence, Defence::Only(_));
            }
        }
        at_stake
    }
}
