//! Self-play games under an opening rule, with the openings played by the engine too:
//! does the side that chose its colour last do better?

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rand::Rng;

use super::chances;
use crate::board::Board;
use crate::clock::Control;
use crate::engine::{Engine, Options};
use crate::game::{Game, MoveLimit, OpeningAction, OpeningRule, OpeningState, Player, WrongBoard};
use crate::lock::{into_inner, lock};
use crate::pool::NoThreads;
use crate::types::{Color, Rule};

/// Memory of each of the two engines of a game, in bytes.
const MEMORY: u64 = 32 << 20;
/// The nodes vary by up to this part.
const NODES_DIVISOR: u64 = 10;

/// The settings of such games.
#[derive(Clone, Debug)]
pub struct OpeningPlan {
    /// The opening rule.
    pub opening: OpeningRule,
    /// The rule of the game.
    pub rule: Rule,
    /// An empty board of the wanted size.
    pub board: Board,
    /// The number of games.
    pub games: usize,
    /// Nodes per search, varied by a tenth for each player and game, so that equal
    /// openings lead to different games.
    pub nodes: u64,
    /// Games are drawn after this many moves.
    pub longest: usize,
    /// The random seed. The number of threads does not matter.
    pub seed: u64,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningGame {
    /// Its number.
    pub number: usize,
    /// The opening at its end.
    pub opening: OpeningState,
    /// The player who chose a colour last; `None` if the rule has no choice.
    pub chooser: Option<Player>,
    /// All moves.
    pub board: Board,
    /// `None`: a draw.
    pub winner: Option<Color>,
}

/// A count of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
}

/// Plays the games with `threads` threads until all are played or `stop` is set.
/// `report` gets each; they are returned in order.
pub fn play(
    plan: &OpeningPlan,
    threads: usize,
    stop: &Arc<AtomicBool>,
    report: &(dyn Fn(&OpeningGame) + Sync),
) -> Result<Vec<OpeningGame>, NoOpeningGames> {
    plan.opening.check_board(&plan.board)?;
    let pool = super::pool(threads)?;
    let next = AtomicUsize::new(0);
    let played = Mutex::new(Vec::new());
    let results = pool.broadcast(|_| -> Result<(), NoThreads> {
        let mut engines = [Engine::new()?, Engine::new()?];
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= plan.games || stop.load(Relaxed) {
                return Ok(());
            }
            if let Some(game) = play_one(plan, number, &mut engines, stop) {
                report(&game);
                lock(&played).push(game);
            }
        }
    });
    results.into_iter().collect::<Result<(), NoThreads>>()?;
    let mut played = into_inner(played);
    played.sort_by_key(|game| game.number);
    Ok(played)
}

/// Why there are no games.
#[derive(Debug, thiserror::Error)]
pub enum NoOpeningGames {
    /// The opening rule does not fit the board.
    #[error(transparent)]
    Board(#[from] WrongBoard),
    /// No threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

/// Plays a game, which depends only on the plan and the number, with the engines of
/// the first and the second player. `None` if it was stopped.
fn play_one(
    plan: &OpeningPlan,
    number: usize,
    engines: &mut [Engine; 2],
    stop: &Arc<AtomicBool>,
) -> Option<OpeningGame> {
    let mut rng = chances(plan.seed, number as u64);
    let seed = rng.random();
    let spread = plan.nodes / NODES_DIVISOR;
    for engine in &mut *engines {
        engine.set_options(Options {
            rule: plan.rule,
            nodes: Some(rng.random_range(plan.nodes - spread..=plan.nodes + spread)),
            memory: MEMORY,
            ending: plan.limit(),
            ..Options::default()
        });
        engine.new_game(plan.board.clone());
    }
    let mut opening = OpeningState::new(plan.opening, plan.board.clone()).ok()?;
    let mut chooser = None;
    while let Some(player) = opening.to_act() {
        let control = Control::stopped_by(Arc::clone(stop));
        let turn = engines[player as usize].opening_turn(&opening, seed, &control);
        for action in turn.actions {
            if chooses_color(&opening, action) {
                chooser = Some(player);
            }
            opening.apply(action).ok()?;
        }
    }
    let mut game = Game::new(opening.board().clone(), plan.rule, plan.limit());
    let mut winner = None;
    while let Some(color) = game.turn() {
        let engine = &mut engines[opening.player_of(color) as usize];
        engine.set_board(game.board().clone());
        let found = engine.think(&Control::stopped_by(Arc::clone(stop)), &|_| ())?;
        if found.score.is_proven() {
            winner = Some(if found.score.is_win() { color } else { !color });
            break;
        }
        game.play(*found.line.first()?).ok()?;
    }
    (!stop.load(Relaxed)).then(|| OpeningGame {
        number,
        chooser,
        winner: winner.or_else(|| game.end()?.winner()),
        board: game.board().clone(),
        opening,
    })
}

/// Whether this action chooses a colour: also one that is done instead of a swap, but
/// not leaving the choice to the opponent.
fn chooses_color(state: &OpeningState, action: OpeningAction) -> bool {
    match action {
        OpeningAction::Swap | OpeningAction::Keep | OpeningAction::Take(_) => true,
        OpeningAction::Declare(_) => state.legal_actions().contains(&OpeningAction::Swap),
        _ => false,
    }
}

impl OpeningPlan {
    fn limit(&self) -> MoveLimit {
        MoveLimit {
            moves: self.longest,
            winner: None,
        }
    }
}

impl OpeningGame {
    /// The colour of the player who chose last.
    pub fn color_chosen(&self) -> Option<Color> {
        Some(self.opening.color_of(self.chooser?))
    }
}

impl Tally {
    /// The results for the colour that `of` returns; games without one are left out.
    pub fn of(games: &[OpeningGame], of: impl Fn(&OpeningGame) -> Option<Color>) -> Tally {
        let mut tally = Tally::default();
        for game in games {
            match (of(game), game.winner) {
                (None, _) => (),
                (_, None) => tally.drawn += 1,
                (Some(color), Some(winner)) if color == winner => tally.won += 1,
                _ => tally.lost += 1,
            }
        }
        tally
    }

    /// The games.
    pub fn count(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The share of the points with its standard error; `None` without games.
    pub fn share(&self) -> Option<(f64, f64)> {
        let count = self.count() as f64;
        if count == 0.0 {
            return None;
        }
        let mean = (self.won as f64 + self.drawn as f64 / 2.0) / count;
        let squares = self.won as f64 + self.drawn as f64 / 4.0;
        let variance = squares / count - mean * mean;
        Some((mean, (variance.max(0.0) / count).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(opening: OpeningRule, seed: u64) -> OpeningPlan {
        OpeningPlan {
            opening,
            rule: Rule::Renju,
            board: Board::new(15, 15).unwrap(),
            games: 3,
            nodes: 60,
            longest: 40,
            seed,
        }
    }

    #[test]
    fn threads_play_the_same_games() {
        let played = |threads, seed| {
            let plan = plan(OpeningRule::Soosorv8, seed);
            play(&plan, threads, &Arc::default(), &|_| ()).unwrap()
        };
        let games = played(1, 1);
        assert_eq!(games, played(2, 1));
        assert_ne!(games, played(1, 2));
        assert_eq!(games.len(), 3);
        for game in &games {
            assert!(game.opening.is_over() && game.chooser.is_some());
            assert!(game.board.stone_count() >= 5);
        }
        let chooser = Tally::of(&games, OpeningGame::color_chosen);
        assert_eq!(chooser.count(), 3);
    }

    #[test]
    fn no_player_chooses_under_rules_without_choice() {
        let plan = plan(OpeningRule::Pro, 1);
        let games = play(&plan, 1, &Arc::default(), &|_| ()).unwrap();
        assert!(games.iter().all(|game| game.chooser.is_none()));
        assert_eq!(Tally::of(&games, OpeningGame::color_chosen).share(), None);
    }

    #[test]
    fn shares_have_errors() {
        let tally = Tally {
            won: 3,
            drawn: 2,
            lost: 1,
        };
        let (share, error) = tally.share().unwrap();
        assert!((share - 4.0 / 6.0).abs() < 1e-12);
        // Variance: (3 * 1 + 2 / 4) / 6 - (2 / 3)^2 = 5 / 36.
        assert!((error - (5.0_f64 / 36.0 / 6.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_board_that_does_not_fit_is_an_error() {
        let plan = OpeningPlan {
            board: Board::new(8, 8).unwrap(),
            ..plan(OpeningRule::Rif, 1)
        };
        let error = play(&plan, 1, &Arc::default(), &|_| ()).unwrap_err();
        assert!(matches!(error, NoOpeningGames::Board(_)), "{error}");
    }
}
