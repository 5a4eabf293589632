//! What a person does in a study.

use super::{MOST_NODES, Study};
use crate::records::tree::{Action, GameTree, Mark, MarkKind, NodeId};
use crate::types::{Color, Rule, Square};

/// What a person does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Plays, or follows the move that is there.
    Play(Option<Square>),
    /// Plays these moves one after the other.
    PlayLine(Vec<Square>),
    /// Goes to a node.
    GoTo(NodeId),
    /// Goes this many nodes forward on the line that is shown, or back.
    Step(isize),
    /// Goes to the next variation beside the present move (1), or the one before (-1).
    Beside(isize),
    /// Deletes a node with all that follows.
    Delete(NodeId),
    /// Puts a variation one place further to the front.
    Promote(NodeId),
    /// Makes the line to a node the main line.
    MakeMain(NodeId),
    /// Writes the comment of a node.
    Comment(NodeId, String),
    /// Puts a sign on a square, or takes the same one away.
    Mark(Square, Sign),
    /// Takes away all signs here.
    ClearMarks,
    /// Sets up a stone, or takes one away.
    SetUp(Square, Option<Color>),
    /// Says who is to move.
    ToMove(Color),
    /// Takes away all stones.
    Clear,
    /// Turns or mirrors everything.
    Turn(Turning),
    /// Shifts everything, to the right and down.
    Shift(i32, i32),
    /// Another rule.
    Rule(Rule),
    /// The study's name.
    Name(String),
    /// Makes the last change undone.
    Undo,
    /// Makes it again.
    Redo,
}

/// A sign on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A short text; the next free letter if it is empty.
    Label(String),
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// An arrow to another square.
    Arrow(Square),
}

/// A way to turn the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// By a quarter, to the right.
    Right,
    /// Left and right change places.
    LeftRight,
    /// Top and bottom change places.
    TopBottom,
}

/// Why an act is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is a stone.
    Taken(Square),
    /// The square is not on the board.
    Outside,
    /// The game is over here.
    Over,
    /// There is nothing further in this direction.
    NoFurther,
    /// The beginning cannot be deleted.
    Root,
    /// Nothing can be undone, or made again.
    NothingToUndo,
    /// Something would fall off the board.
    OffBoard,
    /// There are too many moves.
    TooMany,
}

/// The longest text of a label.
const LONGEST_LABEL: usize = 8;

impl Study {
    /// Does what a person wants; if it is refused, nothing has changed.
    pub fn act(&mut self, act: Act) -> Result<(), Refusal> {
        match act {
            Act::Play(square) => self.play(square)?,
            Act::PlayLine(squares) => {
                let before = self.clone();
                for square in squares {
                    if let Err(refusal) = self.play(Some(square)) {
                        *self = before;
                        return Err(refusal);
                    }
                }
            }
            Act::GoTo(node) => self.go_to(node),
            Act::Step(by) => self.step(by)?,
            Act::Beside(by) => self.go_beside(by)?,
            Act::Delete(node) => self.delete(node)?,
            Act::Promote(node) => self.reorder(|tree| tree.move_up(node)),
            Act::MakeMain(node) => self.reorder(|tree| tree.make_main(node)),
            Act::Comment(node, text) => self.comment(node, text),
            Act::Mark(square, sign) => self.mark(square, sign)?,
            Act::ClearMarks => {
                let here = self.here();
                self.change().notes_mut(here).marks.clear();
            }
            Act::SetUp(square, color) => self.set_up(square, color)?,
            Act::ToMove(color) => self.set_to_move(color)?,
            Act::Clear => self.clear()?,
            Act::Turn(turning) => self.turn(turning)?,
            Act::Shift(right, down) => self.shift(right, down)?,
            Act::Rule(rule) => self.change().facts.rule = Some(rule),
            Act::Name(name) => self.change().facts.name = name,
            Act::Undo => self
                .travel(true)
                .then_some(())
                .ok_or(Refusal::NothingToUndo)?,
            Act::Redo => self
                .travel(false)
                .then_some(())
                .ok_or(Refusal::NothingToUndo)?,
        }
        Ok(())
    }

    fn play(&mut self, square: Option<Square>) -> Result<(), Refusal> {
        let stones = self.stones();
        let color = stones.to_move;
        let known = self
            .tree()
            .children(self.here())
            .find(|&child| self.is_move(child, color, square));
        if let Some(child) = known {
            self.go_to(child);
            return Ok(());
        }
        let action = match square {
            Some(square) if !stones.has(square) => return Err(Refusal::Outside),
            Some(square) if stones.on(square).is_some() => return Err(Refusal::Taken(square)),
            Some(square) => Action::Move(color, square),
            None => Action::Pass(color),
        };
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        self.grow(action)
    }

    /// Adds a node here and goes there.
    pub(super) fn grow(&mut self, action: Action) -> Result<(), Refusal> {
        if self.tree().len() >= MOST_NODES {
            return Err(Refusal::TooMany);
        }
        let here = self.here();
        let added = self.change().add(here, action);
        self.go_to(added.map_err(|_| Refusal::TooMany)?);
        Ok(())
    }

    fn step(&mut self, by: isize) -> Result<(), Refusal> {
        let line = self.line();
        let place = line.iter().position(|&node| node == self.here());
        let place = place.unwrap_or(0);
        let next = place.saturating_add_signed(by).min(line.len() - 1);
        if next == place {
            return Err(Refusal::NoFurther);
        }
        self.go_to(line[next]);
        Ok(())
    }

    fn go_beside(&mut self, by: isize) -> Result<(), Refusal> {
        let parent = self.tree().parent(self.here()).ok_or(Refusal::NoFurther)?;
        let all: Vec<NodeId> = self.tree().children(parent).collect();
        let place = all.iter().position(|&node| node == self.here());
        let next = place.and_then(|place| place.checked_add_signed(by));
        let next = next.and_then(|next| all.get(next)).copied();
        self.go_to(next.ok_or(Refusal::NoFurther)?);
        Ok(())
    }

    fn delete(&mut self, node: NodeId) -> Result<(), Refusal> {
        let parent = self.tree().parent(node).ok_or(Refusal::Root)?;
        let is_inside = self.tree().path(self.here()).contains(&node);
        let stays = if is_inside { parent } else { self.here() };
        let Some(renumbered) = self.change().remove(node) else {
            return Err(Refusal::Root);
        };
        let here = renumbered.of(stays).unwrap_or(NodeId::ROOT);
        // The line that was shown may be gone.
        self.place.here = here;
        self.place.tip = here;
        let tree = self.tree();
        let down = std::iter::successors(Some(here), |&one| tree.first_child(one));
        self.place.tip = down.last().unwrap_or(here);
        Ok(())
    }

    fn reorder(&mut self, how: impl FnOnce(&mut GameTree)) {
        how(self.change());
    }

    fn comment(&mut self, node: NodeId, text: String) {
        let known = self.tree().notes(node).map_or("", |notes| &notes.comment);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if known != text {
            self.change().notes_mut(node).comment = text;
        }
    }

    fn mark(&mut self, square: Square, sign: Sign) -> Result<(), Refusal> {
        if !self.stones().has(square) {
            return Err(Refusal::Outside);
        }
        let here = self.here();
        let marks = self
            .tree()
            .notes(here)
            .map_or(&[][..], |notes| &notes.marks);
        let kind = match sign {
            Sign::Label(text) if text.trim().is_empty() => free_letter(marks, square),
            Sign::Label(text) => MarkKind::Label(text.trim().chars().take(LONGEST_LABEL).collect()),
            Sign::Triangle => MarkKind::Triangle,
            Sign::Square => MarkKind::Square,
            Sign::Circle => MarkKind::Circle,
            Sign::Cross => MarkKind::Cross,
            Sign::Arrow(to) if to == square || !self.stones().has(to) => {
                return Err(Refusal::Outside);
            }
            Sign::Arrow(to) => MarkKind::Arrow(to),
        };
        let mark = Mark { square, kind };
        let is_there = marks.contains(&mark);
        // Arrows and lines begin here, but are no signs on the square.
        let is_between = |one: &Mark| matches!(one.kind, MarkKind::Arrow(_) | MarkKind::Line(_));
        let stays = |one: &Mark| match is_between(&mark) {
            true => *one != mark,
            false => one.square != square || is_between(one),
        };
        let marks = &mut self.change().notes_mut(here).marks;
        marks.retain(stays);
        if !is_there {
            marks.push(mark);
        }
        Ok(())
    }
}

/// The letter that stands on the square, or the first that stands nowhere.
fn free_letter(marks: &[Mark], square: Square) -> MarkKind {
    let is_letter = |mark: &&Mark| matches!(mark.kind, MarkKind::Label(_));
    let here = marks.iter().filter(is_letter);
    if let Some(mark) = here.clone().find(|mark| mark.square == square) {
        return mark.kind.clone();
    }
    let letters = ('A'..='Z').map(|letter| MarkKind::Label(letter.to_string()));
    let mut free = letters.filter(|kind| here.clone().all(|mark| mark.kind != *kind));
    free.next().unwrap_or(MarkKind::Label("*".to_string()))
}
