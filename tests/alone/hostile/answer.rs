//! The last line of what a command is answered with.

use super::squares::Squares;
use super::steps::Step;

/// The line that answers a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is none.
    Nothing,
    /// This one.
    Exactly(String),
    /// One that begins so and goes on.
    Begins(&'static str),
    /// `OK`, or an error: not known here.
    OkOrError,
    /// That no square is left.
    Full,
    /// So many squares, which are played.
    Move(usize),
    /// One square or `SWAP`; three squares if these are none, perhaps two if they
    /// are three.
    Choice { taken: Squares, played: bool },
    /// That, or one square: not known here.
    ChoiceOrMove { taken: Squares },
    /// A step of a dialogue about an opening.
    Step(Step),
    /// Black's forbidden points.
    Forbidden,
}

impl Answer {
    /// For messages.
    pub fn name(&self) -> String {
        match self {
            Answer::Choice { played, .. } => format!("a choice (played: {played})"),
            _ => format!("{self:?}"),
        }
    }
}
