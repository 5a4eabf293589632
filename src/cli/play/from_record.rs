//! Tables that go on with the games of files.

use anyhow::{Error, Result, ensure};

use super::settings::Settings;
use super::table::{OTHER, PERSON, Table};
use super::words;
use crate::game::{Contestant, End, OpeningState, Player, Series, SeriesRule};
use crate::records::{GameRecord, OpeningPhase};
use crate::rules::ForbiddenKind;
use crate::types::Color;

/// The game after each of its moves but the given ones; one that was written within
/// its opening after everything that was done there. The first is its beginning.
pub(in crate::cli) fn tables(settings: &Settings, game: &GameRecord) -> Result<Vec<Table>> {
    let mut settings = settings.clone();
    settings.rule = game.rule.unwrap_or(settings.rule);
    match &game.phase {
        Some(phase) => of_opening(&settings, game, phase),
        None => of_moves(&settings, game),
    }
}

fn of_moves(settings: &Settings, game: &GameRecord) -> Result<Vec<Table>> {
    // Two passes, one after the other, end a game.
    let most = 2 * game.width * game.height + 2;
    ensure!(game.moves.len() <= most, "more moves than a game can have");
    let mut board = game.board()?;
    let black = black_of(game, board.side_to_move(), settings.two);
    let series = Series::new(SeriesRule::best_of(1)?, black);
    let mut tables = Vec::new();
    loop {
        let played = &game.moves[..board.moves().len()];
        let times = played.iter().map(|played| played.time).collect();
        let given = game.opening.min(played.len());
        let series = series.clone();
        let table = Table::from_board(settings, board.clone(), times, given, black, series);
        tables.push(table.uncounted());
        if played.len() <= game.opening || board.undo().is_none() {
            break;
        }
    }
    tables.reverse();
    Ok(tables)
}

/// Of those whose names are not known, a person who is alone is to act.
fn of_opening(settings: &Settings, game: &GameRecord, phase: &OpeningPhase) -> Result<Vec<Table>> {
    let states = phase.states(game.width, game.height).map_err(Error::msg)?;
    let last = &states[states.len() - 1];
    let to_act = last.to_act().unwrap_or(Player::First);
    let black = black_of(game, last.color_of(to_act), settings.two);
    let starter = match last.player_of(Color::Black) {
        Player::First => black,
        Player::Second => black.other(),
    };
    let series = Series::new(SeriesRule::best_of(1)?, starter);
    let table = |state: OpeningState| {
        let played = &game.moves[..state.board().moves().len()];
        let times = played.iter().map(|played| played.time).collect();
        let table = Table::new(settings, state, starter, series.clone());
        table.with_times(times).uncounted()
    };
    Ok(states.into_iter().map(table).collect())
}

/// The last table of a game, ended as the file says; nothing if it has ended by its
/// moves, or cannot end so.
pub(in crate::cli) fn ended(game: &GameRecord, last: &Table) -> Option<Table> {
    if last.end().is_some() {
        return None;
    }
    let mut table = last.clone();
    // What it cannot do leaves the game open.
    let _ = table.end_as(end_of_record(game)?);
    table.end().is_some().then_some(table)
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
    let is_said = |end: &End| words::reason(*end).eq_ignore_ascii_case(&game.reason);
    ends.filter(is_said).find(|end| end.result() == result)
}

/// Who has Black in a game of a file with this colour to move, `two` persons at
/// the table or one: by the names if they are known, else a person who is alone
/// is to move.
fn black_of(game: &GameRecord, to_move: Color, two: bool) -> Contestant {
    let has = |color: Color, who| game.players[color.index()] == words::file_name(who, two);
    if has(Color::Black, OTHER) {
        return OTHER;
    }
    if has(Color::White, OTHER) || two || to_move == Color::Black {
        return PERSON;
    }
    OTHER
}
