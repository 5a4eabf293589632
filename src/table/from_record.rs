//! Games that go on from those of files.

use super::settings::Settings;
use super::state::{GameState, OTHER, PERSON};
use super::tree::Step;
use crate::game::{Contestant, End, OpeningState, Player, Series, SeriesRule, WrongSeries};
use crate::records::{GameError, GameRecord, OpeningPhase};
use crate::rules::ForbiddenKind;
use crate::types::Color;

/// A game of a file that cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongRecord {
    /// It is endless.
    #[error("more moves than a game can have")]
    TooLong,
    /// Its moves cannot be played.
    #[error(transparent)]
    Moves(#[from] GameError),
    /// Its opening cannot have been played so.
    #[error("{0}")]
    Opening(String),
    /// It belongs to no series.
    #[error(transparent)]
    Series(#[from] WrongSeries),
}

/// A game of a file, to go on with.
pub(super) struct Loaded {
    pub beginning: GameState,
    /// What follows, the end too if only the file says it.
    pub steps: Vec<(Step, GameState)>,
    /// Whether the file has a result that the game cannot have.
    pub has_other_result: bool,
}

/// The name in files: the engine's in a game against it is `Tengen`.
pub fn file_name(who: Contestant, two: bool) -> &'static str {
    match (who, two) {
        (Contestant::A, false) => "Player",
        (Contestant::B, false) => "Tengen",
        (Contestant::A, true) => "Player 1",
        (Contestant::B, true) => "Player 2",
    }
}

/// The game of a file, from after its given moves or from the beginning of its
/// opening.
pub(super) fn load(settings: &Settings, game: &GameRecord) -> Result<Loaded, WrongRecord> {
    let mut settings = settings.clone();
    settings.rule = game.rule.unwrap_or(settings.rule);
    let mut states = match &game.phase {
        Some(phase) => of_opening(&settings, game, phase)?,
        None => of_moves(&settings, game)?,
    };
    let beginning = states.remove(0);
    let mut steps = Vec::new();
    let mut color = beginning.board().side_to_move();
    for (number, state) in states.into_iter().enumerate() {
        let step = match &game.phase {
            Some(phase) => Step::Opening(phase.actions[number]),
            None => Step::Move(color, state.board().moves().last().copied().flatten()),
        };
        color = state.board().side_to_move();
        steps.push((step, state));
    }
    let last = steps.last().map_or(&beginning, |(_, state)| state);
    let mut has_other_result = false;
    if last.end().is_none() && game.result.is_some() {
        match ended(game, last) {
            Some(state) => steps.push((Step::Talk, state)),
            None => has_other_result = true,
        }
    }
    Ok(Loaded {
        beginning,
        steps,
        has_other_result,
    })
}

/// The game after each of its moves but the given ones.
fn of_moves(settings: &Settings, game: &GameRecord) -> Result<Vec<GameState>, WrongRecord> {
    // Two passes, one after the other, end a game.
    let most = 2 * game.width * game.height + 2;
    if game.moves.len() > most {
        return Err(WrongRecord::TooLong);
    }
    let mut board = game.board()?;
    let black = black_of(game, board.side_to_move(), settings.two);
    let series = Series::new(SeriesRule::best_of(1)?, black);
    let mut states = Vec::new();
    loop {
        let played = &game.moves[..board.moves().len()];
        let times = played.iter().map(|played| played.time).collect();
        let given = game.opening.min(played.len());
        let series = series.clone();
        let state = GameState::from_board(settings, board.clone(), times, given, black, series);
        states.push(state.uncounted());
        if played.len() <= game.opening || board.undo().is_none() {
            break;
        }
    }
    states.reverse();
    Ok(states)
}

/// The game after each action of its opening. If the names are not known, the
/// person in a game against the engine is to act.
fn of_opening(
    settings: &Settings,
    game: &GameRecord,
    phase: &OpeningPhase,
) -> Result<Vec<GameState>, WrongRecord> {
    let states = phase.states(game.width, game.height);
    let states = states.map_err(WrongRecord::Opening)?;
    let last = &states[states.len() - 1];
    let to_act = last.to_act().unwrap_or(Player::First);
    let black = black_of(game, last.color_of(to_act), settings.two);
    let starter = match last.player_of(Color::Black) {
        Player::First => black,
        Player::Second => black.other(),
    };
    let series = Series::new(SeriesRule::best_of(1)?, starter);
    let state = |opening: OpeningState| {
        let played = &game.moves[..opening.board().moves().len()];
        let times = played.iter().map(|played| played.time).collect();
        let state = GameState::new(settings, opening, starter, series.clone());
        state.with_times(times).uncounted()
    };
    Ok(states.into_iter().map(state).collect())
}

/// The last state of a game, ended as the file says; nothing if it cannot have
/// ended so.
fn ended(game: &GameRecord, last: &GameState) -> Option<GameState> {
    let mut state = last.clone();
    // What cannot be done leaves the game open.
    let _ = state.end_as(end_of_record(game)?);
    state.end().is_some().then_some(state)
}

/// How a game of a file has ended if its moves do not say so.
fn end_of_record(game: &GameRecord) -> Option<End> {
    let result = game.result?;
    let by_color = |color| {
        [
            End::Resignation(color),
            End::Time(color),
            End::Forfeit(color),
        ]
    };
    // Which foul it was is found out when it is claimed.
    let others = [End::Agreement, End::Foul(ForbiddenKind::DoubleThree)];
    let ends = Color::ALL.into_iter().flat_map(by_color).chain(others);
    let is_reason = |end: &End| {
        let kind = end.kind().to_string();
        kind.eq_ignore_ascii_case(&game.reason)
    };
    ends.filter(is_reason).find(|end| end.result() == result)
}

/// Who has Black in a game of a file with this colour to move: by the names if
/// they are known, else the person in a game against the engine is to move.
fn black_of(game: &GameRecord, to_move: Color, two: bool) -> Contestant {
    let has = |color: Color, who| game.players[color.index()] == file_name(who, two);
    if has(Color::Black, OTHER) {
        return OTHER;
    }
    if has(Color::White, OTHER) || two || to_move == Color::Black {
        return PERSON;
    }
    OTHER
}
