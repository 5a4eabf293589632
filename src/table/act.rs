//! What persons do at a table, what comes of it, and why not.

use super::{Settings, WrongRecord, WrongSettings};
use crate::game::{
    Contestant, Decision, Guess, GuessForm, Guessed, OpeningAction, WrongAction, WrongDecision,
    WrongMove,
};
use crate::records::GameRecord;
use crate::types::{Color, Square};

/// Something that a person does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Names a square, or several in an opening: all count or none.
    Squares(Purpose, Vec<String>),
    /// Something in an opening that names no square.
    Opening(OpeningAction),
    /// Places no stone.
    Pass,
    /// Gives up.
    Resign,
    /// Offers a draw with the next move: only then it can be.
    OfferDraw,
    /// Takes that back, before the move.
    WithdrawOffer,
    /// Accepts the draw that was offered.
    AcceptDraw,
    /// Refuses it without a move.
    RefuseDraw,
    /// Claims that Black's last move is a foul.
    Claim,
    /// Stops all clocks.
    Pause,
    /// Lets them run again.
    Resume,
    /// The winner of a guess decides who begins.
    Decide(Decision),
    /// Takes back this number of a person's steps.
    Undo(usize),
    /// Makes them again.
    Redo(usize),
    /// Goes to a node of the tree.
    GoTo(usize),
    /// Returns to the game before the present one.
    ReturnToGameBefore,
    /// Other settings: at once if they fit the present game or nothing has been
    /// done in it, else from the next game on.
    Change(Box<Settings>),
    /// Another game, by these settings.
    New(Box<Settings>),
    /// The next game: of the series, if it goes on.
    NextGame,
    /// A new series that the other player begins.
    Rematch,
    /// The present game from its beginning.
    Restart,
    /// Goes on with the game of a file, by these settings.
    Load(Box<Settings>, Box<GameRecord>),
}

/// What a square is named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Whatever is wanted now.
    Any,
    /// To place a stone.
    Stone,
    /// To offer a fifth move.
    Offer,
    /// To choose a fifth move.
    Pick,
}

/// What the engine may do for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// Say what to play.
    Hint,
    /// Analyse the position.
    Analysis,
    /// Evaluate the whole game.
    Chart,
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Somebody did something in the opening.
    Opening(Contestant, OpeningAction),
    /// A side moved; without a square it passed.
    Move(Color, Option<Square>),
    /// A side claimed a foul, rightly or not.
    Claim {
        /// White.
        color: Color,
        /// Whether the move is a foul.
        is_right: bool,
    },
    /// A draw will be offered with the next move.
    WillOffer,
    /// A side accepted a draw.
    DrawAccepted(Color),
    /// A side refused a draw.
    DrawRefused(Color),
    /// The engine found nothing to do and resigned.
    EngineResigned,
    /// All clocks were stopped.
    Paused,
    /// They run again.
    Resumed,
    /// This number of steps was taken back.
    Undone(usize),
    /// This number of steps was made again.
    Redone(usize),
    /// The game before is the present one again.
    ReturnedToGameBefore,
    /// It was guessed who begins.
    Guessed(GuessForm, Guess, Guessed),
    /// The winner of a guess decided who begins.
    Decided(Contestant, Decision),
    /// The game before was not finished and does not count in the series.
    SeriesGameRepeated,
    /// The game before was not finished and can be returned to.
    GameKept,
    /// The game of a file was loaded.
    Loaded {
        /// Whether the file has a result that the game cannot have.
        has_other_result: bool,
    },
    /// The changed settings are for the next game.
    ForNextGame,
}

/// Why an act is refused; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The engine is to act.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The clocks are stopped.
    #[error("the game is paused")]
    Paused,
    /// They are not.
    #[error("the game is not paused")]
    NotPaused,
    /// It must be decided first who begins.
    #[error("decide first who begins")]
    StarterUndecided,
    /// That is decided already.
    #[error("there is nothing to decide")]
    NothingToDecide,
    /// That cannot be decided.
    #[error(transparent)]
    Decision(#[from] WrongDecision),
    /// There is no such square.
    #[error("invalid square '{0}'")]
    NoSquare(String),
    /// More squares are named than are wanted now.
    #[error("{}", at_most_squares(*.0))]
    TooManySquares(usize),
    /// The game does not allow it.
    #[error(transparent)]
    Move(#[from] WrongMove),
    /// The opening does not allow it.
    #[error(transparent)]
    Opening(#[from] WrongAction),
    /// It is for openings.
    #[error("only in an opening")]
    OnlyInOpening,
    /// It is for after the opening.
    #[error("not during the opening")]
    NotInOpening,
    /// A draw is to be offered already.
    #[error("you are already offering a draw: make your move")]
    OfferedAlready,
    /// No draw is to be offered.
    #[error("you are offering no draw")]
    NoOffer,
    /// There is no help in a match, and nothing is taken back.
    #[error("not in a match")]
    InMatch,
    /// A game of a match is played to its end.
    #[error("the game of a match must be finished first")]
    GameGoesOn,
    /// All steps that may be taken back were.
    #[error("you have no undos left")]
    NoUndosLeft,
    /// Only counted steps may be taken back.
    #[error("undos are counted in this game")]
    UndosCounted,
    /// Fewer steps can be taken back.
    #[error("{}", at_most_moves("undo", *.0))]
    NothingToUndo(usize),
    /// Fewer steps can be made again.
    #[error("{}", at_most_moves("redo", *.0))]
    NothingToRedo(usize),
    /// The tree has no such node.
    #[error("there is no such move")]
    NoSuchMove,
    /// There is no game before the present one.
    #[error("there is no game to return to")]
    NoGameBefore,
    /// There is no move to evaluate.
    #[error("there is no move to evaluate")]
    NothingToChart,
    /// No game can be played by these settings.
    #[error(transparent)]
    Settings(#[from] WrongSettings),
    /// The game of the file cannot be gone on with.
    #[error(transparent)]
    Record(#[from] WrongRecord),
}

fn at_most_squares(most: usize) -> String {
    match most {
        1 => "name one square".to_string(),
        most => format!("name at most {most} squares"),
    }
}

fn at_most_moves(what: &str, most: usize) -> String {
    match most {
        0 => format!("there is nothing to {what}"),
        most => format!("you can {what} at most {most} of your moves"),
    }
}
