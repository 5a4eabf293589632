//! All texts of a game in the terminal, in English. A translation is another
//! module with the same functions.

mod guess;
mod settings;
mod wrong;

use std::fmt::Display;
use std::time::Duration;

use crate::board::Board;
use crate::board::notation::square_name;
use crate::game::{
    CanonicalOpening, Contestant, End, OpeningAction, OpeningRule, OpeningState, PlayerClock,
    SearchedOpening, Series, SeriesEnd,
};
use crate::types::{Color, Rule, Square};

pub(in crate::cli::play) use guess::*;
pub(in crate::cli) use settings::*;
pub(super) use wrong::*;

/// The commands.
pub(in crate::cli::play) const HELP: &[&str] = &[
    "h8           place a stone (several in an opening: h8 i9 j7)",
    "undo [n]     take back n of your moves (redo [n]: redo them)",
    "hint         what to play, and why",
    "resign       give up, once you confirm it (resign! at once)",
    "draw         offer a draw with your next move (accept, refuse: answer one)",
    "pass         place no stone; two passes in a row are a draw",
    "claim        claim that Black's last move is forbidden (with --claimed-fouls)",
    "pause        stop all clocks (go on: restart them)",
    "swap, keep, take black, take white, more, declare 5, offer h8, pick h8",
    "             your answers to the questions of an opening",
    "take black, take white, hand over",
    "             the choices of the winner of a guess (with --first guess-...)",
    "new          begin another game (undo at its start returns to the last one)",
    "rule, size, opening, clock, first, set-up, fouls, max-moves",
    "             show these settings; with a value: set them for the next game",
    "time, nodes  how much the engine may think about a move",
    "level        how strong it plays: beginner, easy, club, strong, master, 0 to 100",
    "forbidden on|off   mark Black's forbidden points (renju)",
    "save FILE, load FILE   games as .psq, .sgf or .rec",
    "board, moves           show the position, or its moves",
    "quit",
];

/// The names of the two players: a person who plays the engine is `you`.
pub(in crate::cli) fn name(who: Contestant, two: bool) -> &'static str {
    match (who, two) {
        (Contestant::A, false) => "you",
        (Contestant::B, false) => "Tengen",
        (Contestant::A, true) => "player 1",
        (Contestant::B, true) => "player 2",
    }
}

fn capital_name(who: Contestant, two: bool) -> &'static str {
    match (who, two) {
        (Contestant::A, false) => "You",
        (Contestant::B, false) => "Tengen",
        (Contestant::A, true) => "Player 1",
        (Contestant::B, true) => "Player 2",
    }
}

/// A colour at the beginning of a sentence.
fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A player with a colour, as `Black (you)`.
pub(in crate::cli) fn seat(color: Color, name: &str) -> String {
    format!("{} ({name})", side(color))
}

/// A text as a sentence.
pub(in crate::cli) fn sentence(text: &impl Display) -> String {
    let text = text.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let dot = if text.ends_with('.') { "" } else { "." };
    format!("{}{}{dot}", first.unwrap_or_default(), letters.as_str())
}

pub(in crate::cli) fn squares(squares: &[Square], board: &Board) -> String {
    let name = |square: &Square| square_name(*square, board.height());
    squares.iter().map(name).collect::<Vec<_>>().join(" ")
}

// The beginning and the end of a session.

pub(in crate::cli) fn welcome(rule: Rule, size: (usize, usize), opening: OpeningRule) -> String {
    let (width, height) = size;
    let opening = match opening {
        OpeningRule::Free => String::new(),
        opening => format!(", opening rule {}", opening.title()),
    };
    format!("{} on {width}x{height}{opening}.", sentence_case(rule))
}

pub(in crate::cli) fn how_to_begin() -> String {
    "Type a move such as h8, or help for the commands.".to_string()
}

fn sentence_case(text: impl Display) -> String {
    sentence(&text).trim_end_matches('.').to_string()
}

pub(in crate::cli) fn goodbye() -> String {
    "Goodbye.".to_string()
}

pub(in crate::cli) fn thinking() -> String {
    "Tengen is thinking (Ctrl-C: play at once).".to_string()
}

pub(in crate::cli) fn press_again() -> String {
    "Press Ctrl-C again to quit, or continue.".to_string()
}

// Moves, turns and ends.

pub(in crate::cli) fn moved(
    color: Color,
    name: &str,
    square: Option<Square>,
    board: &Board,
) -> String {
    let what = square.map_or("pass".to_string(), |square| squares(&[square], board));
    format!("{}: {what}", seat(color, name))
}

pub(in crate::cli) fn acted(
    who: Contestant,
    two: bool,
    action: OpeningAction,
    board: &Board,
) -> String {
    format!(
        "{}: {}",
        capital_name(who, two),
        self::action(action, board)
    )
}

/// Something done in an opening.
pub(in crate::cli) fn action(action: OpeningAction, board: &Board) -> String {
    action.in_words(board.height())
}

/// What an opening asks.
pub(in crate::cli) fn opening_turn(who: Contestant, two: bool, state: &OpeningState) -> String {
    let name = capital_name(who, two);
    if let Some(region) = state.region() {
        return match state.stones_wanted() {
            1 => format!("{name}: place a stone {region}."),
            count => format!("{name}: place {count} stones, the next one {region}."),
        };
    }
    let wanted = state.offers_wanted();
    if wanted > 0 {
        let count = state.offers().len() + wanted;
        let number = state.offers().len() + 1;
        return format!("{name}: offer a fifth move ({number} of {count}).");
    }
    if !state.is_choice() {
        let offers = squares(state.offers(), state.board());
        return format!("{name}: pick one of the fifth moves {offers}.");
    }
    format!("{name}: {}.", answers(&state.legal_actions()))
}

/// The possible answers, as they are typed.
fn answers(actions: &[OpeningAction]) -> String {
    let mut words = Vec::new();
    let (mut least, mut most) = (usize::MAX, 0);
    for action in actions {
        match *action {
            OpeningAction::Swap => words.push("swap".to_string()),
            OpeningAction::Keep => words.push("keep".to_string()),
            OpeningAction::Take(color) => words.push(format!("take {color}")),
            OpeningAction::PlaceMore => words.push("more (place more stones)".to_string()),
            OpeningAction::Declare(count) => (least, most) = (least.min(count), most.max(count)),
            _ => (),
        }
    }
    match most {
        0 => (),
        _ if least == most => words.push(format!("declare {most} (offer {most} fifth moves)")),
        _ => words.push(format!("declare {least} to {most} (how many fifth moves)")),
    }
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

pub(in crate::cli) fn turn(number: usize, seat: &str) -> String {
    format!("Move {number}. {seat} to move.")
}

pub(in crate::cli) fn end(end: End, winner: Option<&str>) -> String {
    let how = match end {
        End::Five(_) => "by five in a row".to_string(),
        End::Foul(kind) => format!("by Black's foul, a {kind}"),
        End::FullBoard(_) => "by a full board".to_string(),
        End::MoveLimit(_) => "by the move limit".to_string(),
        End::Resignation(_) => "by resignation".to_string(),
        End::Agreement => "by agreement".to_string(),
        End::TwoPasses => "by two passes".to_string(),
        End::Time(_) => "on time".to_string(),
        End::Forfeit(_) => "by forfeit".to_string(),
    };
    match winner {
        Some(winner) => format!("The game is over: {winner} wins {how}."),
        None => format!("The game is over: a draw {how}."),
    }
}

pub(in crate::cli) fn series(series: &Series, two: bool) -> String {
    let [a, b] = Contestant::ALL.map(|who| (name(who, two), points(series.half_points(who))));
    let (played, all) = (series.games().len(), series.rule().games());
    let score = format!(
        "Series: {} {}, {} {}, {played} of {all} games played",
        a.0, a.1, b.0, b.1
    );
    match series.end() {
        None => format!("{score}."),
        Some(SeriesEnd::Tied) => format!("{score}. It is tied."),
        Some(SeriesEnd::Won(who)) => format!("{score}. The winner is {}.", name(who, two)),
    }
}

fn points(half: u32) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".to_string(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

pub(in crate::cli) fn next_game() -> String {
    "Type new for the next game, undo to go back, quit to leave.".to_string()
}

pub(in crate::cli) fn canonical(opening: &CanonicalOpening) -> String {
    format!("Opening: {opening}.")
}

pub(in crate::cli) fn verdict(verdict: impl Display) -> String {
    format!("Assessment: {verdict}.")
}

pub(in crate::cli) fn searched(searched: &SearchedOpening) -> String {
    let result = match searched.winner() {
        Some((winner, plies)) => format!("{} wins within {plies} moves", side(winner)),
        None => format!("Black {}", percent(searched.share())),
    };
    let nodes = match searched.nodes {
        nodes @ 1_000_000.. => format!("{} M", (nodes + 500_000) / 1_000_000),
        nodes => nodes.to_string(),
    };
    format!("Search: {result} ({nodes} nodes).")
}

pub(in crate::cli) fn forbidden_mark(symbol: char) -> String {
    format!("{symbol} forbidden for Black")
}

pub(in crate::cli) fn offered_mark(symbol: char) -> String {
    format!("{symbol} offered fifth moves")
}

pub(in crate::cli) fn stone(symbol: char, seat: &str) -> String {
    format!("{symbol} {seat}")
}

/// The players' colours, while they may still change.
pub(in crate::cli) fn so_far(black: &str) -> String {
    format!("Provisional: {black}")
}

pub(in crate::cli) fn list(words: &[String]) -> String {
    words.join(", ")
}

pub(in crate::cli) fn moves(text: &str) -> String {
    match text {
        "" => "No moves yet.".to_string(),
        _ => text.to_string(),
    }
}

// Clocks.

pub(in crate::cli) fn clocks(sides: [(&str, &PlayerClock); 2]) -> String {
    let [first, second] = sides.map(|(name, clock)| format!("{name} {}", clock_text(clock)));
    format!("Clocks: {first}, {second}.")
}

fn clock_text(clock: &PlayerClock) -> String {
    let mut text = match (clock.left(), clock.allowance()) {
        (Some(left), _) => time(left),
        (None, Some(allowance)) => time(allowance),
        (None, None) => "-".to_string(),
    };
    if let Some(periods) = clock.periods() {
        text += &format!(" x{periods}");
    }
    if let Some(moves) = clock.moves_to_make() {
        let noun = if moves == 1 { "move" } else { "moves" };
        text += &format!(" for {moves} {noun}");
    }
    text
}

/// Minutes and seconds, the last ones of a minute with tenths.
fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3_600, seconds / 60 % 60) {
        (0, 0) => format!("0:{:04.1}", (time.as_millis() / 100) as f64 / 10.0),
        (0, minutes) => format!("{minutes}:{:02}", seconds % 60),
        (hours, minutes) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
    }
}

pub(in crate::cli::play) fn is_paused() -> String {
    "The game is paused: type go on to continue.".to_string()
}

pub(in crate::cli::play) fn goes_on() -> String {
    "The game continues.".to_string()
}

// Offers and claims.

pub(in crate::cli) fn offer_goes_with_move() -> String {
    "The draw is offered with your next move.".to_string()
}

pub(in crate::cli) fn draw_offered(seat: &str) -> String {
    format!("{seat} offers a draw: accept, refuse, or play on.")
}

pub(in crate::cli) fn draw_refused(seat: &str) -> String {
    format!("{seat} refuses the draw.")
}

pub(in crate::cli) fn draw_accepted(seat: &str) -> String {
    format!("{seat} accepts the draw.")
}

pub(in crate::cli) fn claimed(seat: &str) -> String {
    format!("{seat} claims a foul.")
}

pub(in crate::cli) fn wrong_claim() -> String {
    "The claim is wrong: the move is not forbidden.".to_string()
}

// Hints.

pub(in crate::cli) fn hint_claim() -> String {
    "Hint: claim. Black's last move is forbidden.".to_string()
}

pub(in crate::cli) fn hint_five(square: &str) -> String {
    format!("Hint: {square}. It makes five.")
}

pub(in crate::cli) fn hint_stops_five(square: &str) -> String {
    format!("Hint: {square}. It blocks the five.")
}

pub(in crate::cli) fn hint_lost(square: &str) -> String {
    format!("Hint: {square}, but your opponent can make five whatever you play.")
}

pub(in crate::cli) fn hint_fours(square: &str, line: &str) -> String {
    format!("Hint: {square}. It wins with a series of fours: {line}.")
}

pub(in crate::cli) fn hint_stops_fours(square: &str, share: f64) -> String {
    format!(
        "Hint: {square}. Your opponent threatens to win with a series of fours. \
         Winning chances: {}.",
        percent(share)
    )
}

pub(in crate::cli) fn hint_best(square: &str, share: f64, line: &str) -> String {
    format!(
        "Hint: {square}. Winning chances: {}. Line: {line}.",
        percent(share)
    )
}

pub(in crate::cli) fn hint_opening(actions: &[String]) -> String {
    format!("Hint: {}.", list(actions))
}

pub(in crate::cli) fn no_hint() -> String {
    "No hint is available here.".to_string()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

// Undo and redo.

pub(in crate::cli) fn game_is_kept() -> String {
    "The unfinished game is kept: type undo at the start of this one to return to it.".to_string()
}

pub(in crate::cli) fn back_in_game_before() -> String {
    "Back in the previous game.".to_string()
}

pub(in crate::cli) fn taken_back(count: usize) -> String {
    match count {
        1 => "Undone.".to_string(),
        count => format!("{count} moves undone."),
    }
}

pub(in crate::cli) fn made_again(count: usize) -> String {
    match count {
        1 => "Redone.".to_string(),
        count => format!("{count} moves redone."),
    }
}
