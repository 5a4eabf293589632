//! Results in the words of many programs and languages.

use crate::game::GameResult;
use crate::records::rule_names::half_width;
use crate::records::scan::one_line;
use crate::types::Color;

/// What a file says about the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// A result and its reason, which may be empty.
    Known(GameResult, String),
    /// There is none, or it is unknown.
    Open,
    /// Something else.
    Unreadable,
}

/// The longer ones first where one begins another.
const BLACK: [&str; 11] = [
    "black",
    "b",
    "黑方",
    "黑棋",
    "黑",
    "黒番",
    "黒",
    "先手",
    "흑",
    "чёрные",
    "черные",
];
const WHITE: [&str; 10] = [
    "white",
    "w",
    "白方",
    "白棋",
    "白番",
    "白",
    "後手",
    "后手",
    "백",
    "белые",
];
const WINS: [&str; 16] = [
    "wins",
    "win",
    "won",
    "victory",
    "获胜",
    "獲勝",
    "の勝ち",
    "勝ち",
    "勝利",
    "胜",
    "勝",
    "赢",
    "贏",
    "승리",
    "승",
    "победа",
];
const LOSES: [&str; 10] = [
    "loses",
    "lost",
    "lose",
    "の負け",
    "負け",
    "负",
    "負",
    "输",
    "輸",
    "패",
];
const RESIGNS: [&str; 10] = [
    "resigns",
    "resigned",
    "resign",
    "认输",
    "認輸",
    "投了",
    "中盘负",
    "中盤負",
    "불계패",
    "сдались",
];
const WINS_BY_RESIGNATION: [&str; 5] = ["中盘胜", "中盤勝", "中押し勝ち", "中押勝ち", "불계승"];
const DRAWN: [&str; 20] = [
    "0",
    "draw",
    "drawn",
    "jigo",
    "tie",
    "1/2-1/2",
    "½-½",
    "½",
    "1/2",
    "0.5-0.5",
    "1/2:1/2",
    "=",
    "和棋",
    "和局",
    "和",
    "平局",
    "引き分け",
    "引分",
    "무승부",
    "ничья",
];
const OPEN: [&str; 8] = [
    "",
    "?",
    "void",
    "unknown",
    "unfinished",
    "none",
    "*",
    "未完",
];
const BLACK_SCORES: [&str; 2] = ["1-0", "1:0"];
const WHITE_SCORES: [&str; 2] = ["0-1", "0:1"];

/// Reads a value of `RE`.
pub(super) fn result_of(text: &str) -> Ended {
    let text: String = text.chars().map(half_width).collect();
    let text = text.trim();
    let is_in = |words: &[&str], text: &str| words.iter().any(|word| same(word, text));
    let won = |color, reason: &str| Ended::Known(GameResult::Win(color), reason.to_string());
    let drawn = || Ended::Known(GameResult::Draw, String::new());
    if is_in(&OPEN, text) {
        return Ended::Open;
    }
    if is_in(&DRAWN, text) {
        return drawn();
    }
    if is_in(&BLACK_SCORES, text) {
        return won(Color::Black, "");
    }
    if is_in(&WHITE_SCORES, text) {
        return won(Color::White, "");
    }
    let Some((color, rest)) = color(text) else {
        return Ended::Unreadable;
    };
    if let Some(how) = rest.strip_prefix('+') {
        return match how.trim() {
            "0" => won(color, ""),
            how if is_in(&DRAWN, how) => drawn(),
            how => won(color, &reason_of(how)),
        };
    }
    if rest.is_empty() || is_in(&WINS_BY_RESIGNATION, rest) {
        return won(color, if rest.is_empty() { "" } else { "resignation" });
    }
    if is_in(&RESIGNS, rest) {
        return won(!color, "resignation");
    }
    match (after_any(&WINS, rest), after_any(&LOSES, rest)) {
        (Some(how), _) => won(color, &reason_of(how)),
        (_, Some(how)) => won(!color, &reason_of(how)),
        _ => Ended::Unreadable,
    }
}

/// The letter that stands for a reason in `RE`; many programs know these.
pub(super) fn letter_of(reason: &str) -> &'static str {
    match reason {
        "resignation" => "R",
        "time" => "T",
        "forfeit" => "F",
        _ => "",
    }
}

/// The reason that follows a `+` or a verb.
fn reason_of(how: &str) -> String {
    let is_around = |c: char| c.is_whitespace() || "()[],.:;-".contains(c);
    let how = how.trim_matches(is_around);
    let how = after("by ", how).or(after("on ", how)).unwrap_or(how);
    one_line(match how.to_ascii_lowercase().as_str() {
        "r" | "resign" | "resignation" => "resignation",
        "t" | "time" => "time",
        "f" | "forfeit" => "forfeit",
        score if score.parse::<f64>().is_ok() => "",
        _ => how,
    })
}

/// The colour that a text begins with, and what follows.
fn color(text: &str) -> Option<(Color, &str)> {
    let black = after_any(&BLACK, text).map(|rest| (Color::Black, rest));
    black.or_else(|| after_any(&WHITE, text).map(|rest| (Color::White, rest)))
}

/// What follows the first of these words, without blanks before it.
fn after_any<'t>(words: &[&str], text: &'t str) -> Option<&'t str> {
    words.iter().find_map(|word| after(word, text))
}

fn after<'t>(word: &str, text: &'t str) -> Option<&'t str> {
    let begins = text
        .get(..word.len())
        .is_some_and(|start| same(word, start));
    begins.then(|| text[word.len()..].trim_start())
}

fn same(word: &str, text: &str) -> bool {
    word.eq_ignore_ascii_case(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_many_forms() {
        let black = |reason: &str| Ended::Known(GameResult::Win(Color::Black), reason.to_string());
        let white = |reason: &str| Ended::Known(GameResult::Win(Color::White), reason.to_string());
        let draw = Ended::Known(GameResult::Draw, String::new());
        for (text, ended) in [
            ("B+", black("")),
            ("w+Resign", white("resignation")),
            ("B+T", black("time")),
            ("W+Forfeit", white("forfeit")),
            ("Black + 12", black("")),
            ("B+0", black("")),
            ("W+3.5", white("")),
            ("W+Overline", white("Overline")),
            ("Ｂ＋Ｒ", black("resignation")),
            ("黑+R", black("resignation")),
            ("B", black("")),
            ("1-0", black("")),
            ("0-1", white("")),
            ("Black wins", black("")),
            ("White won by resignation", white("resignation")),
            ("White wins on time.", white("time")),
            ("Black resigns", white("resignation")),
            ("white lost", black("")),
            ("黑胜", black("")),
            ("白胜", white("")),
            ("黑方获胜（超时）", black("超时")),
            ("白中盘胜", white("resignation")),
            ("黒中押し勝ち", black("resignation")),
            ("黑负", white("")),
            ("黒の勝ち", black("")),
            ("先手勝ち", black("")),
            ("백승", white("")),
            ("0", draw.clone()),
            ("draw", draw.clone()),
            ("Jigo", draw.clone()),
            ("1/2-1/2", draw.clone()),
            ("½-½", draw.clone()),
            ("B+Draw", draw.clone()),
            ("W+Draw", draw.clone()),
            ("和棋", draw.clone()),
            ("引き分け", draw.clone()),
            ("Void", Ended::Open),
            ("?", Ended::Open),
            (" ", Ended::Open),
            ("+", Ended::Unreadable),
            ("Bob", Ended::Unreadable),
            ("2-1", Ended::Unreadable),
            ("W-R", Ended::Unreadable),
            ("the game goes on", Ended::Unreadable),
        ] {
            assert_eq!(result_of(text), ended, "{text}");
        }
    }

    #[test]
    fn letters_are_read_as_what_they_stand_for() {
        for reason in ["resignation", "time", "forfeit"] {
            let text = format!("W+{}", letter_of(reason));
            let white = GameResult::Win(Color::White);
            assert_eq!(result_of(&text), Ended::Known(white, reason.to_string()));
        }
    }
}
