//! Games as JSON, one object a line: our own format, which keeps everything of a
//! game but the state of an unfinished opening:
//!
//! ```json
//! {"black":"a","white":"b","rule":"renju","width":15,"height":15,"moves":"h8i9h10","times_ms":[0,12,34],"opening":1,"result":"white","reason":"timeout"}
//! ```
//!
//! `width`, `height` and `moves` are required. The moves are as in
//! [`notation::play_moves`](crate::board::notation::play_moves), rows from the
//! bottom and `--` or `pass` a pass. `times_ms` has a number for each move, or none at
//! all. `opening` is at most the number of moves. `rule` may be null, and
//! `result` is `black`, `white`, `draw` or null. Other fields are errors, and
//! so are moves after a five.
//!
//! [`GameRecord::phase`] and parts of milliseconds are lost.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::game::{Draft, GameRecord, millis};
use super::json_words::in_words;
use super::scan::{ParseError, Scanner, one_line, unmarked};
use super::tree::{Feature, Features};
use crate::board::notation::{parse_move, square_name};
use crate::game::GameResult;
use crate::types::{Color, Rule, Square, UnknownRule};

/// What these files hold, besides moves.
pub const HOLDS: Features = Features::of(&[
    Feature::Players,
    Feature::Rule,
    Feature::MoveTimes,
    Feature::GivenMoves,
    Feature::SetUp,
    Feature::Passes,
    Feature::Result,
    Feature::Reason,
]);

/// The fields of an object, in the order in which they are written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with a game")]
struct Fields<'a> {
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    #[serde(default)]
    rule: Option<RuleName>,
    width: usize,
    height: usize,
    #[serde(borrow)]
    moves: Cow<'a, str>,
    #[serde(default)]
    times_ms: Vec<u64>,
    #[serde(default)]
    opening: usize,
    #[serde(default)]
    result: Option<ResultName>,
    #[serde(default)]
    reason: String,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct RuleName(Rule);

impl TryFrom<String> for RuleName {
    type Error = UnknownRule;

    fn try_from(name: String) -> Result<RuleName, UnknownRule> {
        name.parse().map(RuleName)
    }
}

impl From<RuleName> for String {
    fn from(RuleName(rule): RuleName) -> String {
        rule.to_string()
    }
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ResultName {
    Black,
    White,
    Draw,
}

impl From<GameResult> for ResultName {
    fn from(result: GameResult) -> ResultName {
        match result {
            GameResult::Win(Color::Black) => ResultName::Black,
            GameResult::Win(Color::White) => ResultName::White,
            GameResult::Draw => ResultName::Draw,
        }
    }
}

impl From<ResultName> for GameResult {
    fn from(outcome: ResultName) -> GameResult {
        match outcome {
            ResultName::Black => GameResult::Win(Color::Black),
            ResultName::White => GameResult::Win(Color::White),
            ResultName::Draw => GameResult::Draw,
        }
    }
}

/// Reads one object. An error that concerns several fields is at its first
/// character.
pub fn read(text: &str) -> Result<GameRecord, ParseError> {
    let text = unmarked(text);
    let start = text.len() - text.trim_start().len();
    read_object(text, start, text.len())
}

/// Reads a file: an object on each line that is not blank.
pub fn read_all(text: &str) -> Result<Vec<GameRecord>, ParseError> {
    let text = unmarked(text);
    Scanner::lines(text)
        .map(|line| read_object(text, line.place(), line.place() + line.rest().len()))
        .collect()
}

/// Writes a game as one line, without a line break. A square below the board
/// is written as `?`.
pub fn write(game: &GameRecord) -> String {
    let name = |square: Option<Square>| match square {
        None => "--".to_string(),
        Some(square) if square.y() < game.height => square_name(square, game.height),
        Some(_) => "?".to_string(),
    };
    let [black, white] = &game.players;
    let moves: String = game
        .moves
        .iter()
        .map(|played| name(played.square))
        .collect();
    let fields = Fields {
        black: one_line(black),
        white: one_line(white),
        rule: game.rule.map(RuleName),
        width: game.width,
        height: game.height,
        moves: moves.into(),
        times_ms: game
            .moves
            .iter()
            .map(|played| millis(played.time))
            .collect(),
        opening: game.opening,
        result: game.result.map(ResultName::from),
        reason: one_line(&game.reason),
    };
    // It has strings, numbers and lists only, for which there always is JSON.
    serde_json::to_string(&fields).unwrap_or_default()
}

/// Reads the object between two places of a text.
fn read_object(text: &str, start: usize, end: usize) -> Result<GameRecord, ParseError> {
    let object = &text[start..end];
    let fields: Fields =
        serde_json::from_str(object).map_err(|error| json_error(text, start, end, &error))?;
    let draft = Draft::new(fields.width, fields.height);
    let mut draft = draft.map_err(|error| ParseError::at(text, start, error))?;
    draft.game.rule = fields.rule.map(|RuleName(rule)| rule);
    play_moves(&mut draft, text, start, &fields)?;
    let count = draft.game.moves.len();
    let (times, given) = (fields.times_ms.len(), fields.opening);
    if given > count || times != 0 && times != count {
        let what = format!("{count} moves, but {given} in the opening and {times} times");
        return Err(ParseError::at(text, start, what));
    }
    for (played, &time) in draft.game.moves.iter_mut().zip(&fields.times_ms) {
        played.time = Duration::from_millis(time);
    }
    draft.set_player(Color::Black, &fields.black);
    draft.set_player(Color::White, &fields.white);
    draft.game.opening = given;
    draft.game.result = fields.result.map(GameResult::from);
    draft.game.reason = one_line(&fields.reason);
    Ok(draft.game)
}

/// Plays the moves. An error is at its place in the text if the moves have no
/// escapes, else at the object's.
fn play_moves(
    draft: &mut Draft,
    text: &str,
    start: usize,
    fields: &Fields,
) -> Result<(), ParseError> {
    match &fields.moves {
        Cow::Borrowed(moves) => {
            let place = moves.as_ptr() as usize - text.as_ptr() as usize;
            play_all(draft, Scanner::part(text, place, place + moves.len()))
        }
        Cow::Owned(moves) => play_all(draft, Scanner::new(moves))
            .map_err(|error| ParseError::at(text, start, error.what)),
    }
}

fn play_all(draft: &mut Draft, mut moves: Scanner) -> Result<(), ParseError> {
    while let Some((place, name)) = moves.next_move() {
        let square = parse_move(name, &draft.board);
        let square = square.map_err(|error| moves.error_at(place, error))?;
        let played = draft.play(square, Duration::ZERO);
        played.map_err(|error| moves.error_at(place, error))?;
    }
    Ok(())
}

/// An error of the JSON reader, which counts bytes from the object's start.
pub(crate) fn json_error(
    text: &str,
    start: usize,
    end: usize,
    error: &serde_json::Error,
) -> ParseError {
    let (line, column) = (error.line(), error.column());
    let before = text[start..end].split_inclusive('\n');
    let before: usize = before.take(line.saturating_sub(1)).map(str::len).sum();
    let place = start + before + column.saturating_sub(1);
    ParseError::at(text, place, in_words(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::moves_text;

    const LINE: &str = r#"{"black":"é","white":"b\"","rule":"caro8","width":15,"height":13,"moves":"h8--o13","times_ms":[0,12,34],"opening":1,"result":"white","reason":"timeout"}"#;

    #[test]
    fn a_line_is_read_and_written() {
        let game = read(LINE).unwrap();
        assert_eq!(game.players, ["é", "b\""]);
        assert_eq!(game.rule, Some(Rule::CaroOverline));
        assert_eq!(moves_text(&game.board().unwrap()), "h8--o13");
        assert_eq!(game.result, Some(GameResult::Win(Color::White)));
        assert_eq!(write(&game), LINE);
        let text = format!("{LINE}\r\n\n{LINE}");
        assert_eq!(read_all(&text).unwrap(), [game.clone(), game]);
    }

    #[test]
    fn most_fields_may_be_missing() {
        let game = read(r#" {"moves":"h\u0038","height":15,"width":15,"rule":null}"#);
        let mut wanted = GameRecord::new(15, 15);
        wanted.moves = read(r#"{"width":15,"height":15,"moves":"h8"}"#)
            .unwrap()
            .moves;
        assert_eq!(game.unwrap(), wanted);
    }

    #[test]
    fn errors_have_their_places() {
        for (from, to, error) in [
            ("\"é\"", "é", "10: a JSON value is expected"),
            (
                "caro8",
                "go",
                "38: unknown rule 'go' (freestyle, standard, renju, caro or caro8)",
            ),
            (
                "13,",
                "23,",
                "1: board 15x23 is not supported (5 to 22 squares a side)",
            ),
            (
                "15",
                "-15",
                "53: a whole number from 0 is expected, not the number '-15'",
            ),
            (
                "o13",
                "o14",
                "79: invalid square 'o14' (columns a to o, rows 1 to 13)",
            ),
            ("o13", "h8", "79: move 3 is on h8, which is taken"),
            ("o13", "h\\u0038", "1: move 3 is on h8, which is taken"),
            (
                "rule\":\"caro8",
                "rules\":\"caro8",
                "34: unknown field 'rules'; known are 'black', 'white', 'rule', 'width', 'height', 'moves', 'times_ms', 'opening', 'result', 'reason'",
            ),
            (
                "h8--o13",
                "h8a1i8a2j8a3k8a4l8a5",
                "93: move 10 comes after the end: move 9 made a five",
            ),
            ("0,12", "12", "1: 3 moves, but 1 in the opening and 2 times"),
            (":1,", ":4,", "1: 3 moves, but 4 in the opening and 3 times"),
            (
                "result\":\"white",
                "result\":\"red",
                "130: unknown variant 'red'; known are 'black', 'white', 'draw'",
            ),
            ("}", "", "151: it ends before the object does"),
            ("\"height\":13,", "", "140: the field 'height' is missing"),
        ] {
            let found = read_all(&format!("{LINE}\n{}", LINE.replacen(from, to, 1)));
            assert_eq!(
                found.unwrap_err().to_string(),
                format!("line 2, column {error}")
            );
        }
        let error = read("{\n\n  \"moves\": 1}").unwrap_err();
        assert_eq!((error.line, error.column), (3, 12));
    }
}
