//! Guessing the moves of a game: the learner names a move, and is told the game's and
//! what the engine thinks of both. Meanwhile nothing else can be done in the study.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::looks::{Looks, Position};
use super::room::StudyRoom;
use crate::board::notation::square_name;
use crate::engine::Mark;
use crate::page::message::Message;
use crate::records::tree::{Action, NodeId};
use crate::study::{Act, Refusal, Study};
use crate::types::{Color, Square};

/// Something that a person does while guessing, or to begin.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum GuessAct {
    /// Begins with the moves of a side, `black`, `white` or `both`, that follow here; with
    /// those from the beginning if none do.
    Start { side: String },
    /// Guesses this move.
    At { at: String },
    /// Wants to see the move.
    Skip,
    /// Wants to see the results.
    Stop,
    /// Looks at a guess again.
    Show { index: usize },
    /// Guesses once more what was wrong.
    Again,
    /// Back to the study.
    Close,
}

/// The moves that are asked for, and the guesses so far.
pub(crate) struct Guessing {
    side: Option<Color>,
    asked: Vec<NodeId>,
    guesses: Vec<Guess>,
    /// Whether the results are shown, and which guess beside them.
    is_over: bool,
    shown: Option<usize>,
}

/// A guess.
struct Guess {
    /// The node of the game's move, its number and colour.
    node: NodeId,
    moves: usize,
    color: Color,
    played: Square,
    /// The learner's move; nothing if the game's was shown.
    own: Option<Square>,
    /// The positions after the learner's move and after the game's, to compare them; empty
    /// if they are the same, or the study's position is none that can be played.
    compared: Vec<Position>,
}

/// What is said of a guess.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    /// It is the game's move.
    Right,
    /// The game's move was shown.
    Skipped,
    /// The engine has not compared the moves yet.
    Pending,
    /// It cannot.
    Unknown,
    /// By how much of the point the game's move is better.
    Loses(f64),
}

impl Guessing {
    /// The moves of a side after the study's node, or else from the beginning.
    fn start(study: &Study, side: &str) -> Result<Guessing, Message> {
        let side = match side {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            "both" => None,
            _ => return Err(Message::new("unknown_act")),
        };
        let line = study.line();
        let place = line.iter().position(|&node| node == study.here());
        let is_asked = |node: &NodeId| match study.tree().action(*node) {
            Action::Move(color, _) => side.is_none_or(|side| side == color),
            Action::Pass(_) | Action::None => false,
        };
        let after = |place: usize| line[place..].iter().copied().filter(is_asked).collect();
        let mut asked: Vec<NodeId> = after(place.map_or(0, |place| place + 1));
        if asked.is_empty() {
            asked = after(0);
        }
        match asked.is_empty() {
            true => Err(Message::new("nothing_to_guess")),
            false => Ok(Guessing::of(side, asked)),
        }
    }

    fn of(side: Option<Color>, asked: Vec<NodeId>) -> Guessing {
        Guessing {
            side,
            asked,
            guesses: Vec::new(),
            is_over: false,
            shown: None,
        }
    }

    /// The positions that the engine is to compare.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.guesses.iter().flat_map(|guess| &guess.compared)
    }

    /// What a view of the study has of it.
    pub fn view(&self, study: &Study, looks: &Looks) -> Value {
        let height = study.tree().height;
        let guesses = self.guesses.iter().map(|guess| guess.view(looks, height));
        json!({
            "side": self.side.map(|side| side.to_string()),
            "count": self.asked.len(),
            "guesses": guesses.collect::<Vec<_>>(),
            "over": self.is_over,
            "shown": self.shown,
        })
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Where one is to be: before the move that is asked for, or at the last one.
    fn place(&self, study: &Study) -> NodeId {
        let before = |node| study.tree().parent(node).unwrap_or(NodeId::ROOT);
        if let Some(shown) = self.shown {
            return before(self.guesses[shown].node);
        }
        match (self.is_over, self.asked.get(self.guesses.len())) {
            (false, Some(&next)) => before(next),
            _ => self.guesses.last().map_or(study.here(), |guess| guess.node),
        }
    }

    /// Takes a guess, or shows the move.
    fn take(&mut self, study: &Study, own: Option<Square>) -> Result<(), Refusal> {
        let node = self.asked[self.guesses.len()];
        let Action::Move(color, played) = study.tree().action(node) else {
            return Err(Refusal::Over);
        };
        let stones = study.stones();
        if let Some(own) = own {
            if !stones.has(own) {
                return Err(Refusal::Outside);
            }
            if stones.on(own).is_some() {
                return Err(Refusal::Taken(own));
            }
        }
        let compared = match (own, study.board()) {
            (Some(own), Ok(board)) if own != played && board.is_empty(played) => [own, played]
                .map(|square| Position::after(board.clone(), square, study))
                .to_vec(),
            _ => Vec::new(),
        };
        self.guesses.push(Guess {
            node,
            moves: stones.moves + 1,
            color,
            played,
            own,
            compared,
        });
        self.is_over = self.guesses.len() == self.asked.len();
        Ok(())
    }
}

impl Guess {
    fn verdict(&self, looks: &Looks) -> Verdict {
        match self.own {
            None => return Verdict::Skipped,
            Some(own) if own == self.played => return Verdict::Right,
            Some(_) => (),
        }
        let [own, played] = &self.compared[..] else {
            return Verdict::Unknown;
        };
        // The engine's share is that of the other side, whose turn it is then.
        match (looks.at(own), looks.at(played)) {
            (Some(own), Some(played)) => Verdict::Loses(own.share - played.share),
            _ => Verdict::Pending,
        }
    }

    fn view(&self, looks: &Looks, height: usize) -> Value {
        let verdict = self.verdict(looks);
        let name = |square| square_name(square, height);
        let loss = match verdict {
            Verdict::Loses(loss) => Some(loss),
            _ => None,
        };
        json!({
            "number": self.moves,
            "color": self.color.to_string(),
            "own": self.own.map(name),
            "played": name(self.played),
            "verdict": verdict.key(),
            "loss": loss,
        })
    }
}

impl Verdict {
    fn key(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Skipped => "skipped",
            Verdict::Pending => "pending",
            Verdict::Unknown => "unknown",
            Verdict::Loses(loss) if Mark::of(loss) != Mark::Fine => "worse",
            Verdict::Loses(loss) if Mark::of(-loss) != Mark::Fine => "better",
            Verdict::Loses(_) => "good",
        }
    }

    /// Whether the move is one to look at again.
    fn is_miss(self) -> bool {
        matches!(self.key(), "skipped" | "worse")
    }
}

impl StudyRoom {
    /// Does what a person wants who guesses.
    pub(super) fn guess(&mut self, act: GuessAct) -> Result<(), Message> {
        match act {
            GuessAct::Start { side } => {
                self.guessing = Some(Guessing::start(&self.study, &side)?);
            }
            GuessAct::Close => drop(self.guessing.take()),
            GuessAct::At { at } => {
                let own = self.square(&at)?;
                self.take_guess(Some(own))?;
            }
            GuessAct::Skip => self.take_guess(None)?,
            GuessAct::Stop => {
                let guessing = self.guessing.as_mut();
                guessing.ok_or_else(no_guess)?.is_over = true;
            }
            GuessAct::Show { index } => {
                let guessing = self.guessing.as_mut().ok_or_else(no_guess)?;
                if !guessing.is_over || index >= guessing.guesses.len() {
                    return Err(Message::new("no_such_move"));
                }
                guessing.shown = Some(index);
            }
            GuessAct::Again => {
                let guessing = self.guessing.as_ref().ok_or_else(no_guess)?;
                let missed: Vec<NodeId> = guessing
                    .guesses
                    .iter()
                    .filter(|guess| guess.verdict(&self.looks).is_miss())
                    .map(|guess| guess.node)
                    .collect();
                if missed.is_empty() {
                    return Err(Message::new("nothing_to_guess"));
                }
                self.guessing = Some(Guessing::of(guessing.side, missed));
            }
        }
        if let Some(guessing) = &self.guessing {
            let place = guessing.place(&self.study);
            let done = self.study.act(Act::GoTo(place));
            done.map_err(|refusal| self.refused(refusal))?;
        }
        Ok(())
    }

    fn take_guess(&mut self, own: Option<Square>) -> Result<(), Message> {
        let guessing = self.guessing.as_mut().filter(|one| !one.is_over);
        let taken = guessing.ok_or_else(no_guess)?.take(&self.study, own);
        taken.map_err(|refusal| self.refused(refusal))
    }
}

/// Nothing is being guessed.
fn no_guess() -> Message {
    Message::new("nothing_to_guess")
}
