//! Guessing moves: the learner names a move, and is told the one that was asked for and
//! what the engine thinks of both. Asked for are the moves of a game, or the best ones
//! where it had bad ones. Meanwhile nothing else can be done in the study.

use serde_json::{Value, json};

use super::looks::{Looks, Position};
use super::review::Review;
use crate::board::notation::square_name;
use crate::engine::Mark;
use crate::page::message::Message;
use crate::records::tree::{Action, NodeId};
use crate::study::{Refusal, Study};
use crate::types::{Color, Square};

/// The moves that are asked for, and the guesses so far.
pub(crate) struct Guessing {
    pub(super) side: Option<Color>,
    /// Whether the best moves are asked for, not the game's.
    pub(super) is_of_best: bool,
    /// The nodes of the game's moves, and the moves that are asked for.
    pub(super) asked: Vec<(NodeId, Square)>,
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
    wanted: Square,
    /// The learner's move; nothing if the one asked for was shown.
    pub(super) own: Option<Square>,
    /// The positions after the learner's move and after the other, to compare them; empty
    /// if they are the same, or the study's position is none that can be played.
    compared: Vec<Position>,
}

/// What is said of a guess.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    /// It is the move that was asked for.
    Right,
    /// That move was shown.
    Skipped,
    /// The engine has not compared the moves yet.
    Pending,
    /// It cannot.
    Unknown,
    /// By how much of the point the other move is better.
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
        let asked = |&node: &NodeId| match study.tree().action(node) {
            Action::Move(color, square) if side.is_none_or(|side| side == color) => {
                Some((node, square))
            }
            _ => None,
        };
        let after = |place: usize| line[place..].iter().filter_map(asked).collect();
        let mut asked: Vec<(NodeId, Square)> = after(place.map_or(0, |place| place + 1));
        if asked.is_empty() {
            asked = after(0);
        }
        match asked.is_empty() {
            true => Err(Message::new("nothing_to_guess")),
            false => Ok(Guessing::of(side, false, asked)),
        }
    }

    /// The best moves where the worst ones of a review were made, or only where this node's
    /// was.
    pub(super) fn practise(
        review: &Review,
        looks: &Looks,
        node: Option<usize>,
    ) -> Result<Guessing, Message> {
        let mut asked: Vec<(NodeId, Square)> = review
            .worst(looks)
            .filter(|(of, _)| node.is_none_or(|node| node == of.index()))
            .filter_map(|(node, one)| Some((node, *one.best.first()?)))
            .collect();
        asked.sort_by_key(|(node, _)| node.index());
        match asked.is_empty() {
            true => Err(Message::new("nothing_to_guess")),
            false => Ok(Guessing::of(None, true, asked)),
        }
    }

    pub(super) fn of(
        side: Option<Color>,
        is_of_best: bool,
        asked: Vec<(NodeId, Square)>,
    ) -> Guessing {
        Guessing {
            side,
            is_of_best,
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
            "best": self.is_of_best,
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
        let missed: Vec<_> = missed.map(|guess| (guess.node, guess.wanted)).collect();
        match missed.is_empty() {
            true => Err(Message::new("nothing_to_guess")),
            false => Ok(Guessing::of(self.side, self.is_of_best, missed)),
        }
    }

    /// Where one is to be: before the move that is asked for, or at the last one.
    pub(super) fn place(&self, study: &Study) -> NodeId {
        let before = |node| study.tree().parent(node).unwrap_or(NodeId::ROOT);
        if let Some(shown) = self.shown {
            return before(self.guesses[shown].node);
        }
        match (self.is_over, self.asked.get(self.guesses.len())) {
            (false, Some(&(next, _))) => before(next),
            _ => self.guesses.last().map_or(study.here(), |guess| guess.node),
        }
    }

    /// Takes a guess, or shows the move.
    pub(super) fn take(&mut self, study: &Study, own: Option<Square>) -> Result<(), Refusal> {
        let (node, wanted) = self.asked[self.guesses.len()];
        let Action::Move(color, _) = study.tree().action(node) else {
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
            (Some(own), Ok(board)) if own != wanted && board.is_empty(wanted) => [own, wanted]
                .map(|square| Position::after(board.clone(), square, study))
                .to_vec(),
            _ => Vec::new(),
        };
        self.guesses.push(Guess {
            node,
            moves: stones.moves + 1,
            color,
            wanted,
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
            Some(own) if own == self.wanted => return Verdict::Right,
            Some(_) => (),
        }
        let [own, wanted] = &self.compared[..] else {
            return Verdict::Unknown;
        };
        // The engine's share is that of the other side, whose turn it is then.
        match (looks.at(own), looks.at(wanted)) {
            (Some(own), Some(wanted)) => Verdict::Loses(own.share - wanted.share),
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
            "wanted": name(self.wanted),
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
