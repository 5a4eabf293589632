//! Guessing the moves of a game: the learner names a move, and is told the game's and
//! what the engine thinks of both. Meanwhile nothing else can be done in the study.

use serde_json::{Value, json};

use super::looks::{Looks, Position};
use crate::board::notation::square_name;
use crate::engine::Mark;
use crate::page::message::Message;
use crate::records::tree::{Action, NodeId};
use crate::study::{Refusal, Study};
use crate::types::{Color, Square};

/// The moves that are asked for, and the guesses so far.
pub(crate) struct Guessing {
    pub(super) side: Option<Color>,
    pub(super) asked: Vec<NodeId>,
    pub(super) guesses: Vec<Guess>,
    /// Whether the results are shown, and which guess beside them.
    is_over: bool,
    pub(super) shown: Option<usize>,
}

/// A guess.
pub(super) struct Guess {
    /// The node of the game's move, its number and colour.
    node: NodeId,
    moves: usize,
    color: Color,
    played: Square,
    /// The learner's move; nothing if the game's was shown.
    pub(super) own: Option<Square>,
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
    pub(super) fn start(study: &Study, side: &str) -> Result<Guessing, Message> {
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

    pub(super) fn of(side: Option<Color>, asked: Vec<NodeId>) -> Guessing {
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

    /// Shows the results.
    pub(super) fn stop(&mut self) {
        self.is_over = true;
    }

    /// Shows a guess beside the results.
    pub(super) fn show(&mut self, index: usize) -> Result<(), Message> {
        if !self.is_over || index >= self.guesses.len() {
            return Err(Message::new("no_such_move"));
        }
        self.shown = Some(index);
        Ok(())
    }

    /// The moves that were missed, to be guessed again.
    pub(super) fn missed(&self, looks: &Looks) -> Result<Guessing, Message> {
        let missed = self.guesses.iter();
        let missed = missed.filter(|guess| guess.verdict(looks).is_miss());
        let missed: Vec<NodeId> = missed.map(|guess| guess.node).collect();
        match missed.is_empty() {
            true => Err(Message::new("nothing_to_guess")),
            false => Ok(Guessing::of(self.side, missed)),
        }
    }

    /// Where one is to be: before the move that is asked for, or at the last one.
    pub(super) fn place(&self, study: &Study) -> NodeId {
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
    pub(super) fn take(&mut self, study: &Study, own: Option<Square>) -> Result<(), Refusal> {
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
