//! Commands as they are typed.

use super::words;
use crate::game::{Decision, OpeningAction};
use crate::table::{Act, Purpose, Setting};
use crate::types::Color;

/// A parsed line. Squares are still names: the board decides which there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Something at the table.
    Act(Act),
    /// Take back this number of own moves, or return to the game before.
    Undo(usize),
    /// Take a colour in an opening, or after a guess.
    Take(Color),
    /// Resign, once it is confirmed.
    Resign,
    /// Confirm it.
    Yes,
    /// Go on with the game instead.
    No,
    Hint,
    /// Change a setting, or show it.
    Set(Setting, Option<String>),
    Save(String),
    Load(String),
    Board,
    Moves,
    Help,
    Quit,
}

/// What can be set during a session.
const SETTINGS: [Setting; 12] = [
    Setting::Rule,
    Setting::Size,
    Setting::Opening,
    Setting::Clock,
    Setting::Time,
    Setting::Nodes,
    Setting::Level,
    Setting::First,
    Setting::SetUp,
    Setting::Fouls,
    Setting::MaxMoves,
    Setting::Forbidden,
];

/// The longest line in bytes.
const LONGEST_LINE: usize = 4_096;

/// Parses a line; an error says what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Command, String> {
    if text.len() > LONGEST_LINE {
        return Err(words::too_long());
    }
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (word, rest) = (first.to_lowercase(), rest.trim());
    let argument = || (!rest.is_empty()).then(|| rest.to_string());
    if let Some(setting) = SETTINGS.into_iter().find(|one| one.name() == word) {
        return Ok(Command::Set(setting, argument()));
    }
    let act = |act| Ok(Command::Act(act));
    let open = |action| Ok(Command::Act(Act::Opening(action)));
    match word.as_str() {
        "" => Err(words::nothing_typed()),
        "undo" | "u" | "back" => Ok(Command::Undo(number(rest, &word, Some(1))?)),
        "redo" | "r" => act(Act::Redo(number(rest, &word, Some(1))?)),
        "declare" => open(OpeningAction::Declare(number(rest, &word, None)?)),
        "take" => color(rest).map(Command::Take),
        "play" | "place" => squares(Purpose::Stone, &word, rest),
        "go" if rest.eq_ignore_ascii_case("on") => act(Act::Resume),
        "hand" if rest.eq_ignore_ascii_case("over") => act(Act::Decide(Decision::HandOver)),
        "offer" if rest.eq_ignore_ascii_case("draw") => act(Act::OfferDraw),
        "offer" => squares(Purpose::Offer, &word, rest),
        "pick" | "choose" => squares(Purpose::Pick, &word, rest),
        "save" => argument().map(Command::Save).ok_or_else(words::no_file),
        "load" | "open" => argument().map(Command::Load).ok_or_else(words::no_file),
        "setup" => Ok(Command::Set(Setting::SetUp, argument())),
        "help" => Ok(Command::Help),
        _ => match simple(&word) {
            Some(command) if rest.is_empty() => Ok(command),
            Some(_) => Err(words::no_argument(&word)),
            None if looks_like_squares(first) => squares(Purpose::Any, &word, text),
            None => Err(words::unknown(first)),
        },
    }
}

/// The commands that are one word.
fn simple(word: &str) -> Option<Command> {
    Some(match word {
        "hint" => Command::Hint,
        "resign" => Command::Resign,
        "resign!" => Command::Act(Act::Resign),
        "yes" | "y" => Command::Yes,
        "no" | "n" => Command::No,
        "draw" => Command::Act(Act::OfferDraw),
        "accept" => Command::Act(Act::AcceptDraw),
        "refuse" => Command::Act(Act::RefuseDraw),
        "pass" => Command::Act(Act::Pass),
        "claim" => Command::Act(Act::Claim),
        "pause" => Command::Act(Act::Pause),
        "continue" => Command::Act(Act::Resume),
        "swap" => Command::Act(Act::Opening(OpeningAction::Swap)),
        "keep" => Command::Act(Act::Opening(OpeningAction::Keep)),
        "black" => Command::Take(Color::Black),
        "white" => Command::Take(Color::White),
        "more" => Command::Act(Act::Opening(OpeningAction::PlaceMore)),
        "new" => Command::Act(Act::NextGame),
        "board" | "b" => Command::Board,
        "moves" => Command::Moves,
        "?" => Command::Help,
        "quit" | "q" | "exit" => Command::Quit,
        _ => return None,
    })
}

/// The number after a word, at least 1; `usual` if there is none.
fn number(text: &str, word: &str, usual: Option<usize>) -> Result<usize, String> {
    match (text, usual) {
        ("", Some(usual)) => Ok(usual),
        _ => {
            let number = text.parse().ok().filter(|&number| number >= 1);
            number.ok_or_else(|| words::number_wanted(word))
        }
    }
}

fn color(text: &str) -> Result<Color, String> {
    let named = |color: &Color| color.to_string().eq_ignore_ascii_case(text);
    let found = Color::ALL.into_iter().find(named);
    found.ok_or_else(words::color_wanted)
}

/// The names of squares, with blanks or commas between them.
fn squares(purpose: Purpose, word: &str, text: &str) -> Result<Command, String> {
    let names: Vec<String> = split(text).map(str::to_string).collect();
    match names.is_empty() {
        true => Err(words::square_wanted(word)),
        false => Ok(Command::Act(Act::Squares(purpose, names))),
    }
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || c == ',' || c == ';';
    text.split(is_between).filter(|name| !name.is_empty())
}

/// Whether a text consists of letters with numbers, whatever the board. A line
/// that begins so names squares.
fn looks_like_squares(text: &str) -> bool {
    split(text).all(|name| {
        let digits = name.strip_prefix(|c: char| c.is_ascii_alphabetic());
        digits.is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands() {
        let squares = |purpose, names: &[&str]| {
            let names = names.iter().map(|name| name.to_string()).collect();
            Command::Act(Act::Squares(purpose, names))
        };
        for (text, command) in [
            (" H8 ", squares(Purpose::Any, &["H8"])),
            ("h8, i9 j10", squares(Purpose::Any, &["h8", "i9", "j10"])),
            ("z99", squares(Purpose::Any, &["z99"])),
            ("h8 declare", squares(Purpose::Any, &["h8", "declare"])),
            ("play x", squares(Purpose::Stone, &["x"])),
            ("Offer h8", squares(Purpose::Offer, &["h8"])),
            ("pick h8", squares(Purpose::Pick, &["h8"])),
            ("offer draw", Command::Act(Act::OfferDraw)),
            ("Go On", Command::Act(Act::Resume)),
            ("hand over", Command::Act(Act::Decide(Decision::HandOver))),
            ("continue", Command::Act(Act::Resume)),
            ("pause", Command::Act(Act::Pause)),
            ("undo", Command::Undo(1)),
            ("UNDO 3", Command::Undo(3)),
            ("r 2", Command::Act(Act::Redo(2))),
            ("take White", Command::Take(Color::White)),
            ("black", Command::Take(Color::Black)),
            (
                "declare 5",
                Command::Act(Act::Opening(OpeningAction::Declare(5))),
            ),
            (
                "save My games/A b.sgf",
                Command::Save("My games/A b.sgf".into()),
            ),
            (
                "clock 15m + 30s",
                Command::Set(Setting::Clock, Some("15m + 30s".into())),
            ),
            ("rule", Command::Set(Setting::Rule, None)),
            ("?", Command::Help),
            ("quit", Command::Quit),
        ] {
            assert_eq!(parse(text), Ok(command), "{text}");
        }
    }

    #[test]
    fn other_lines_are_explained() {
        for text in [
            "",
            "  ",
            "x",
            "h",
            "8h",
            "h8i9",
            "undo x",
            "undo 0",
            "undo -1",
            "take",
            "take red",
            "declare",
            "offer",
            "pick",
            "play",
            "save",
            "load",
            "quit now",
            "hint h8",
            "go",
            "go off",
            "hand",
            "pause 5",
            "é8",
            "undo 99999999999999999999",
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.ends_with('.'), "{text}: {error}");
        }
        assert!(parse(&"h8 ".repeat(2_000)).is_err());
        assert_eq!(parse(&" ".repeat(5_000)), Err(words::too_long()));
    }
}
