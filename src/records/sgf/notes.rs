//! What a node says besides its move.

use std::time::Duration;

use super::points::Points;
use super::syntax::Value;
use crate::records::scan::{one_line, quoted};
use crate::records::tree::{Judgement, Mark, MarkKind, MoveJudgement, Notes};
use crate::types::{Color, Square};

/// Signs with one square.
const SIGNS: [(&str, MarkKind); 7] = [
    ("CR", MarkKind::Circle),
    ("SQ", MarkKind::Square),
    ("TR", MarkKind::Triangle),
    ("MA", MarkKind::Cross),
    // `MA` in FF[3].
    ("M", MarkKind::Cross),
    ("SL", MarkKind::Selected),
    ("DD", MarkKind::Dimmed),
];

/// Judgements of a move; a second value is for those that have degrees.
const MOVES: [(&str, MoveJudgement, Option<MoveJudgement>); 4] = [
    ("BM", MoveJudgement::Bad, Some(MoveJudgement::VeryBad)),
    ("DO", MoveJudgement::Doubtful, None),
    ("IT", MoveJudgement::Interesting, None),
    ("TE", MoveJudgement::Good, Some(MoveJudgement::VeryGood)),
];

/// A judgement, which may be emphasised.
type Judged = fn(bool) -> Judgement;

/// Judgements of a position.
const POSITIONS: [(&str, Judged); 4] = [
    ("DM", Judgement::Even),
    ("GB", |very| Judgement::Better(Color::Black, very)),
    ("GW", |very| Judgement::Better(Color::White, very)),
    ("UC", Judgement::Unclear),
];

/// The property of a sign.
pub(super) fn name_of_sign(kind: &MarkKind) -> &'static str {
    match kind {
        MarkKind::Label(_) => "LB",
        MarkKind::Arrow(_) => "AR",
        MarkKind::Line(_) => "LN",
        kind => SIGNS
            .iter()
            .find(|(_, one)| one == kind)
            .map_or("MA", |(name, _)| name),
    }
}

/// Brings marks of one property together, in the order in which they begin.
pub(super) fn group(marks: &mut [Mark]) {
    let mut names = Vec::new();
    for mark in marks.iter() {
        let name = name_of_sign(&mark.kind);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    marks.sort_by_key(|mark| {
        let name = name_of_sign(&mark.kind);
        names.iter().position(|one| *one == name)
    });
}

/// Whether a property judges a move.
pub(super) fn judges_move(name: &str) -> bool {
    MOVES.iter().any(|(one, ..)| *one == name)
}

/// The property of a judgement of a move, and its value.
pub(super) fn move_judged(judged: MoveJudgement) -> (&'static str, &'static str) {
    let found = MOVES
        .iter()
        .find_map(|&(name, simple, double)| match double {
            Some(double) if double == judged => Some((name, "2")),
            Some(_) if simple == judged => Some((name, "1")),
            None if simple == judged => Some((name, "")),
            _ => None,
        });
    found.unwrap_or(("TE", ""))
}

/// The property of a judgement of a position.
pub(super) fn position_judged(judged: Judgement) -> (&'static str, &'static str) {
    let (name, very) = match judged {
        Judgement::Even(very) => ("DM", very),
        Judgement::Better(Color::Black, very) => ("GB", very),
        Judgement::Better(Color::White, very) => ("GW", very),
        Judgement::Unclear(very) => ("UC", very),
    };
    (name, degree_text(Some(very)))
}

/// The value of a simple or double degree.
pub(super) fn degree_text(very: Option<bool>) -> &'static str {
    match very {
        Some(true) => "2",
        _ => "1",
    }
}

/// Whether it is the double degree; an empty value is the simple one.
fn degree(text: &str) -> Result<bool, String> {
    match text.trim() {
        "" | "1" => Ok(false),
        "2" => Ok(true),
        text => Err(format!("{} is neither 1 nor 2", quoted(text))),
    }
}

/// Reads one value of a property of a node. `Ok(false)`: it is none of those that
/// have a field, or its field is taken.
pub(super) fn read(
    notes: &mut Notes,
    name: &str,
    value: &Value,
    index: usize,
    points: &mut Points,
) -> Result<bool, String> {
    let text = value.text.as_ref();
    match name {
        "C" if notes.comment.is_empty() => notes.comment = text.to_string(),
        "C" => {
            notes.comment.push('\n');
            notes.comment.push_str(text);
        }
        "N" if notes.name.is_empty() => notes.name = one_line(text),
        "HO" if notes.hot.is_none() => notes.hot = Some(degree(text)?),
        "BL" if notes.time_left[0].is_none() => notes.time_left[0] = Some(seconds(text)?),
        "WL" if notes.time_left[1].is_none() => notes.time_left[1] = Some(seconds(text)?),
        "AB" => points.squares(value, &mut notes.set_up.stones[0])?,
        "AW" => points.squares(value, &mut notes.set_up.stones[1])?,
        "AE" => points.squares(value, &mut notes.set_up.emptied)?,
        "PL" if notes.set_up.to_move.is_none() => notes.set_up.to_move = Some(color(text)?),
        "LB" => {
            let (square, label) = text
                .split_once(':')
                .ok_or("the text of a label is missing")?;
            let square = points.square(square)?;
            let kind = MarkKind::Label(one_line(label));
            notes.marks.push(Mark { square, kind });
        }
        // Of FF[3]: a, b, c and so on.
        "L" => {
            let square = points.square(text)?;
            let letter = u8::try_from(index).ok().filter(|index| *index < 26);
            let label = match letter {
                Some(index) => char::from(b'a' + index).to_string(),
                None => (index + 1).to_string(),
            };
            let kind = MarkKind::Label(label);
            notes.marks.push(Mark { square, kind });
        }
        "AR" | "LN" => {
            let (from, to) = text.split_once(':').ok_or("the second square is missing")?;
            let (square, to) = (points.square(from)?, points.square(to)?);
            let kind = match name {
                "AR" => MarkKind::Arrow(to),
                _ => MarkKind::Line(to),
            };
            notes.marks.push(Mark { square, kind });
        }
        name => return read_tables(notes, name, value, points),
    }
    Ok(true)
}

fn read_tables(
    notes: &mut Notes,
    name: &str,
    value: &Value,
    points: &mut Points,
) -> Result<bool, String> {
    if let Some((_, kind)) = SIGNS.iter().find(|(one, _)| *one == name) {
        // `DD[]` ends what a node before it began.
        if name == "DD" && value.text.is_empty() {
            return Ok(false);
        }
        let mut squares: Vec<Square> = Vec::new();
        points.squares(value, &mut squares)?;
        let kind = || kind.clone();
        notes.marks.extend(squares.into_iter().map(|square| Mark {
            square,
            kind: kind(),
        }));
        return Ok(true);
    }
    if let Some(&(_, simple, double)) = MOVES.iter().find(|(one, ..)| *one == name) {
        let very = degree(&value.text)?;
        let is_free = notes.move_judgement.is_none();
        let judged = if very {
            double.unwrap_or(simple)
        } else {
            simple
        };
        notes.move_judgement.get_or_insert(judged);
        return Ok(is_free);
    }
    if let Some((_, judged)) = POSITIONS.iter().find(|(one, _)| *one == name) {
        let very = degree(&value.text)?;
        let is_free = notes.judgement.is_none();
        notes.judgement.get_or_insert(judged(very));
        return Ok(is_free);
    }
    Ok(false)
}

/// The side to move that `PL` names.
fn color(text: &str) -> Result<Color, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Color::Black),
        "w" | "white" | "2" => Ok(Color::White),
        _ => Err(format!("{} is neither B nor W", quoted(text))),
    }
}

/// A time in seconds, with up to nine decimals.
fn seconds(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let nanos = || format!("{part:0<9}").parse().ok();
    let is_one = !text.is_empty() && is_number(whole) && is_number(part) && part.len() <= 9;
    let whole = if whole.is_empty() { "0" } else { whole };
    let time = is_one.then(|| whole.parse().ok().zip(nanos())).flatten();
    let time = time.map(|(whole, nanos)| Duration::new(whole, nanos));
    time.ok_or_else(|| format!("{} is not a time in seconds", quoted(text)))
}

/// The same as a text.
pub(super) fn seconds_text(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
