//! What persons do at the page, as JSON.

use serde::{Deserialize, Serialize};

use crate::page::settings::SettingsText;
use crate::page::study::StudyAct;

/// Something that a person does.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Act {
    /// Another game, by these settings.
    New { settings: SettingsText },
    /// Has seen how the guess for the colours came out.
    Seen,
    /// Names a square: for a stone, a fifth move, or the choice of one.
    Place { at: String },
    /// Offers a fifth move.
    Offer { at: String },
    /// Chooses a fifth move.
    Choose { at: String },
    /// Exchanges the colours.
    Swap,
    /// Does not.
    Keep,
    /// Takes a colour, `black` or `white`.
    Take { color: String },
    /// Places more stones instead of choosing.
    More,
    /// Declares a number of fifth moves.
    Declare { count: usize },
    /// Passes.
    Pass,
    /// Gives up.
    Resign,
    /// Offers a draw with the next move (`offer`), takes that back
    /// (`withdraw`), or answers an offer (`accept`, `decline`).
    Draw { how: String },
    /// Claims a foul.
    Claim,
    /// Takes back this number of a person's steps.
    Undo {
        #[serde(default = "one")]
        count: usize,
    },
    /// Makes them again.
    Redo {
        #[serde(default = "one")]
        count: usize,
    },
    /// Goes to any node of the tree.
    Goto { node: usize },
    /// Wants advice.
    Hint,
    /// Wants this number of best lines.
    Analyse {
        #[serde(default = "one")]
        lines: usize,
    },
    /// Wants a chart of the game, or no more.
    Chart { on: bool },
    /// The engine is to stop: with its move if it is its turn.
    Stop,
    /// The next game of the series, or another one.
    NextGame,
    /// A new series in which the other player begins.
    Rematch,
    /// Begins the game again.
    Restart,
    /// Goes on with the game of a file, whose bytes are these letters.
    Load { bytes: String },
    /// Goes on with the position of a link: moves as `h8i9`, `-` a pass.
    Position {
        rule: String,
        size: String,
        moves: String,
    },
    /// Wants the game as a file of this format.
    Save { format: String },
    /// Goes to the study as it was left (`study`), to the game (`game`), or to the
    /// doors (`start`).
    Room { room: String },
    /// Studies the game, from its present position.
    StudyGame,
    /// Goes on with the study's position as a game.
    PlayStudy,
    /// Something in the study.
    Study { act: StudyAct },
}

fn one() -> usize {
    1
}
