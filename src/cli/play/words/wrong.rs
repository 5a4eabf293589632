//! What is said of files, and of lines that are wrong.

use std::fmt::Display;

use super::{
    cannot_make_again, cannot_take_back, decide_first, is_paused, nothing_to_hand_over,
    offered_already, sentence, squares,
};
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
    "A file's name is missing, as in: save game.sgf.".to_string()
}

pub(in crate::cli::play) fn file_ending() -> String {
    "The file's name must end with .psq, .sgf or .rec.".to_string()
}

pub(in crate::cli::play) fn file_exists(file: &str) -> String {
    format!("There is a file {file} already: choose another name.")
}

pub(in crate::cli::play) fn cannot_write(file: &str, error: impl Display) -> String {
    format!("Cannot write {file}: {error}.")
}

pub(in crate::cli::play) fn cannot_read(file: &str, error: impl Display) -> String {
    format!("Cannot read {file}: {error}.")
}

pub(in crate::cli::play) fn rec_size() -> String {
    "A .rec file is for boards of 20x20: use .sgf or .psq.".to_string()
}

/// A file in which there is no place for an opening that is not over.
pub(in crate::cli::play) fn only_stones(rule: OpeningRule) -> String {
    format!(
        "It has the stones only: that the opening ({rule}) is not over, and what was chosen \
         in it, only a .sgf file can say."
    )
}

/// Where a game is that is being cut off.
pub(in crate::cli::play) fn kept(file: &str) -> String {
    format!("The game is kept: load {file}.")
}

/// Files with games that were cut off; there is one at least.
pub(in crate::cli::play) fn cut_off(files: &[String]) -> String {
    const SHOWN: usize = 3;
    let shown = files[..files.len().min(SHOWN)].join(", ");
    match files.len() {
        1 => format!("A game was cut off: load {shown} to go on with it."),
        count if count <= SHOWN => format!("Games were cut off: {shown} (load one to go on)."),
        count => format!(
            "Games were cut off: {shown} and {} more (load one to go on).",
            count - SHOWN
        ),
    }
}

pub(in crate::cli::play) fn nothing_typed() -> String {
    "Type a move such as h8, or help.".to_string()
}

pub(in crate::cli::play) fn unknown(word: &str) -> String {
    let word: String = word.chars().filter(|c| !c.is_control()).take(40).collect();
    format!("'{word}' is neither a square nor a command; type help for the commands.")
}

pub(in crate::cli::play) fn too_long() -> String {
    "The line is too long.".to_string()
}

pub(in crate::cli::play) fn no_argument(word: &str) -> String {
    format!("Nothing stands behind {word}.")
}

pub(in crate::cli::play) fn number_wanted(word: &str) -> String {
    format!("A number from 1 on is missing, as in: {word} 3.")
}

pub(in crate::cli::play) fn color_wanted() -> String {
    "Say which colour: take black or take white.".to_string()
}

pub(in crate::cli::play) fn square_wanted(word: &str) -> String {
    format!("A square is missing, as in: {word} h8.")
}

pub(in crate::cli::play) fn engine_resigns() -> String {
    "Tengen resigns.".to_string()
}

pub(in crate::cli::play) fn confirm_resign() -> String {
    "Resign this game? Type resign again, or yes.".to_string()
}

pub(in crate::cli::play) fn nothing_to_confirm() -> String {
    "There is nothing to confirm.".to_string()
}

/// Why the table refuses something.
pub(in crate::cli::play) fn refused(refusal: &Refusal, board: &Board) -> String {
    match refusal {
        Refusal::Over => game_over(),
        Refusal::Paused => is_paused(),
        Refusal::StarterUndecided => decide_first(),
        Refusal::NothingToDecide => nothing_to_hand_over(),
        Refusal::NoSquare(name) => no_square(name),
        Refusal::TooManySquares(most) => too_many_squares(*most),
        Refusal::Move(error) => wrong_move(*error, board),
        Refusal::Opening(error) => wrong_action(*error, board),
        Refusal::OnlyInOpening => "That is for openings, and now it is about moves.".to_string(),
        Refusal::NotInOpening => "That is for the game: the opening is not over.".to_string(),
        Refusal::OfferedAlready => offered_already(),
        Refusal::NothingToUndo(most) => cannot_take_back(*most),
        Refusal::NothingToRedo(most) => cannot_make_again(*most),
        Refusal::NotYourTurn
        | Refusal::NotPaused
        | Refusal::Decision(_)
        | Refusal::NoOffer
        | Refusal::InMatch
        | Refusal::GameGoesOn
        | Refusal::NoUndosLeft
        | Refusal::UndosCounted
        | Refusal::NoSuchMove
        | Refusal::NoGameBefore
        | Refusal::NothingToChart
        | Refusal::Settings(_)
        | Refusal::Record(_) => sentence(refusal),
    }
}

fn game_over() -> String {
    "The game is over.".to_string()
}

fn no_square(name: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    format!("'{name}' is no square of this board.")
}

fn too_many_squares(most: usize) -> String {
    match most {
        1 => "One square is wanted now.".to_string(),
        most => format!("No more than {most} squares are wanted now."),
    }
}

/// Why something cannot be done in a game.
fn wrong_move(error: WrongMove, board: &Board) -> String {
    match error {
        WrongMove::Taken(square) => taken(square, board),
        WrongMove::Over(_) => game_over(),
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
                "{} is not allowed: the stone is to be placed {wanted}.",
                place(square)
            )
        }
        WrongAction::Five(square) => {
            format!("A stone on {} would complete five in a row.", place(square))
        }
        WrongAction::Offered(square) => format!("{} is offered already.", place(square)),
        WrongAction::Symmetric(square, other) => {
            let (square, other) = (place(square), place(other));
            format!("{square} is the same fifth move as {other}, by symmetry.")
        }
        WrongAction::NotOffered(square) => {
            format!(
                "{} is not among the fifth moves that are offered.",
                place(square)
            )
        }
        error => sentence(&error),
    }
}

fn taken(square: Square, board: &Board) -> String {
    format!("{} is not empty.", squares(&[square], board))
}
