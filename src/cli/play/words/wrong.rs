//! Texts about files, and error messages.

use std::fmt::Display;

use super::{is_paused, sentence, squares};
use crate::board::Board;
use crate::game::{GameResult, OpeningRule, WrongAction, WrongMove};
use crate::table::Refusal;
use crate::types::Square;

// Files.

pub(in crate::cli::play) fn saved(file: &str) -> String {
    format!("Saved as {file}.")
}

pub(in crate::cli::play) fn loaded(file: &str) -> String {
    format!("Loaded from {file}.")
}

/// A result in a file whose moves do not show it.
pub(in crate::cli::play) fn result_not_seen(result: GameResult, reason: &str) -> String {
    let how = match reason {
        "" => String::new(),
        reason => format!(" ({reason})"),
    };
    format!("The file says {result}{how}, but the game can go on.")
}

pub(in crate::cli::play) fn no_file() -> String {
    "The file name is missing, as in: save game.sgf.".to_string()
}

pub(in crate::cli::play) fn file_ending() -> String {
    "The file name must end in .psq, .sgf or .rec.".to_string()
}

pub(in crate::cli::play) fn file_exists(file: &str) -> String {
    format!("{file} already exists: choose another name.")
}

pub(in crate::cli::play) fn cannot_write(file: &str, error: impl Display) -> String {
    format!("Cannot write {file}: {error}.")
}

pub(in crate::cli::play) fn cannot_read(file: &str, error: impl Display) -> String {
    format!("Cannot read {file}: {error}.")
}

/// What was guessed in a file.
pub(in crate::cli::play) fn noted(notice: impl Display) -> String {
    format!("Note: {notice}.")
}

pub(in crate::cli::play) fn rec_size() -> String {
    "A .rec file is for boards of 20x20: use .sgf or .psq.".to_string()
}

/// A game that could not be loaded again.
pub(in crate::cli::play) fn rec_moves() -> String {
    "A .rec file needs at least one move: use .sgf or .psq.".to_string()
}

/// A file in which there is no place for an opening that is not over.
pub(in crate::cli::play) fn only_stones(rule: OpeningRule) -> String {
    format!(
        "It has the stones only: the unfinished opening ({rule}) and its choices need a .sgf \
         file."
    )
}

/// Where the game is saved when the program is interrupted.
pub(in crate::cli::play) fn kept(file: &str) -> String {
    format!("The game is saved: load {file} to continue it.")
}

/// Files with unfinished games; there is at least one.
pub(in crate::cli::play) fn cut_off(files: &[String]) -> String {
    const SHOWN: usize = 3;
    let shown = files[..files.len().min(SHOWN)].join(", ");
    match files.len() {
        1 => format!("There is an unfinished game: load {shown} to continue it."),
        count if count <= SHOWN => {
            format!("There are unfinished games: {shown} (load one to continue it).")
        }
        count => format!(
            "There are unfinished games: {shown} and {} more (load one to continue it).",
            count - SHOWN
        ),
    }
}

pub(in crate::cli::play) fn nothing_typed() -> String {
    "Type a move such as h8, or help.".to_string()
}

pub(in crate::cli::play) fn unknown(word: &str) -> String {
    let word: String = word.chars().filter(|c| !c.is_control()).take(40).collect();
    format!("'{word}' is neither a square nor a command. Type help for a list of commands.")
}

pub(in crate::cli::play) fn too_long() -> String {
    "The line is too long.".to_string()
}

pub(in crate::cli::play) fn no_argument(word: &str) -> String {
    format!("{word} takes no argument.")
}

pub(in crate::cli::play) fn number_wanted(word: &str) -> String {
    format!("A number is missing, as in: {word} 3.")
}

pub(in crate::cli::play) fn color_wanted() -> String {
    "Choose a colour: take black or take white.".to_string()
}

pub(in crate::cli::play) fn square_wanted(word: &str) -> String {
    format!("A square is missing, as in: {word} h8.")
}

pub(in crate::cli::play) fn engine_resigns() -> String {
    "Tengen resigns.".to_string()
}

pub(in crate::cli::play) fn confirm_resign() -> String {
    "Resign this game? Type yes or no.".to_string()
}

pub(in crate::cli::play) fn game_goes_on() -> String {
    "The game goes on.".to_string()
}

pub(in crate::cli::play) fn nothing_to_confirm() -> String {
    "There is nothing to confirm.".to_string()
}

/// Why the table refuses something.
pub(in crate::cli::play) fn refused(refusal: &Refusal, board: &Board) -> String {
    match refusal {
        Refusal::Paused => is_paused(),
        Refusal::NoSquare(name) => no_square(name, board),
        Refusal::Move(error) => wrong_move(*error, board),
        Refusal::Opening(error) => wrong_action(*error, board),
        refusal => sentence(refusal),
    }
}

fn no_square(name: &str, board: &Board) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    let last = ('a'..).nth(board.width() - 1).unwrap_or('a');
    format!(
        "Invalid square '{name}' (columns a to {last}, rows 1 to {}).",
        board.height()
    )
}

/// Why something cannot be done in a game.
fn wrong_move(error: WrongMove, board: &Board) -> String {
    match error {
        WrongMove::Taken(square) => taken(square, board),
        WrongMove::Over(_) => sentence(&Refusal::Over),
        error => sentence(&error),
    }
}

/// Why something cannot be done in an opening.
fn wrong_action(error: WrongAction, board: &Board) -> String {
    let place = |square: Square| squares(&[square], board);
    match error {
        WrongAction::Taken(square) => taken(square, board),
        WrongAction::Outside { square, wanted } => {
            format!(
                "{} is not allowed: place the stone {wanted}.",
                place(square)
            )
        }
        WrongAction::Five(square) => {
            format!("A stone on {} would complete five in a row.", place(square))
        }
        WrongAction::Offered(square) => format!("{} is already offered.", place(square)),
        WrongAction::Symmetric(square, other) => {
            let (square, other) = (place(square), place(other));
            format!("{square} is the same fifth move as {other}, by symmetry.")
        }
        WrongAction::NotOffered(square) => {
            format!("{} is not one of the offered fifth moves.", place(square))
        }
        error => sentence(&error),
    }
}

fn taken(square: Square, board: &Board) -> String {
    format!("{} is not empty.", squares(&[square], board))
}
