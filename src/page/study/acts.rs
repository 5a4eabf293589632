//! What persons do in the study: as JSON, and as acts of the study.

use serde::{Deserialize, Serialize};

use super::files;
use super::guess_acts::GuessAct;
use super::looks::Looks;
use super::question::Question;
use super::review::Review;
use super::room::StudyRoom;
use crate::board::Board;
use crate::board::notation::parse_square;
use crate::page::desk::File;
use crate::page::message::Message;
use crate::records::tree::NodeId;
use crate::solver::Goal;
use crate::study::{Act, Refusal, Sign, Study, Turning};
use crate::table::Analysis;
use crate::types::{Color, MAX_SIDE, MIN_SIDE, Rule, Square, SquareSet};

/// The most lines of an analysis.
const MOST_LINES: usize = 10;
/// The longest line that is played at once.
const LONGEST_LINE: usize = 500;
/// The most bytes of a comment, and of a name.
const LONGEST_COMMENT: usize = 32 << 10;
const LONGEST_NAME: usize = 200;

/// Something that a person does in the study.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum StudyAct {
    /// Begins another study on an empty board.
    New { size: [usize; 2], rule: String },
    /// Plays a stone, or follows the move that is there.
    Play { at: String },
    /// Passes.
    Pass,
    /// Plays these moves one after the other.
    Line { moves: Vec<String> },
    /// Goes to a node.
    Goto { node: usize },
    /// Goes forward on the line that is shown, or back.
    Step { by: i32 },
    /// Goes to the variation beside the present move.
    Beside { by: i32 },
    /// Deletes a node with all that follows.
    Delete { node: usize },
    /// Puts a variation one place further to the front.
    Promote { node: usize },
    /// Makes the line to a node the main line.
    MakeMain { node: usize },
    /// Writes the comment of a node.
    Comment { node: usize, text: String },
    /// Puts a sign on a square: `label`, `triangle`, `square`, `circle`, `cross`; or an
    /// `arrow` to another one.
    Mark {
        at: String,
        sign: String,
        #[serde(default)]
        text: String,
        #[serde(default)]
        to: String,
    },
    /// Takes away all signs here.
    ClearMarks,
    /// Sets up a stone: `black`, `white` or `none`.
    SetUp { at: String, stone: String },
    /// Says who is to move.
    ToMove { color: String },
    /// Takes away all stones.
    Clear,
    /// Turns or mirrors everything: `right`, `left_right`, `top_bottom`.
    Turn { how: String },
    /// Shifts everything, to the right and down.
    Shift { right: i32, down: i32 },
    /// Another rule.
    Rule { rule: String },
    /// The study's name.
    Name { name: String },
    /// Makes the last change undone.
    Undo,
    /// Makes it again.
    Redo,
    /// Wants this number of best lines: for so many seconds or, if none are named, until
    /// it is stopped, by so many threads and with so many mebibytes for the hash table.
    Analyse {
        lines: usize,
        #[serde(default)]
        seconds: u64,
        #[serde(default)]
        threads: usize,
        #[serde(default)]
        memory: u64,
    },
    /// The engine is not to play there first, or may again.
    Block { at: String },
    /// It may play everywhere.
    Unblock,
    /// Asks for the move after which the position is nearest to even.
    Balance,
    /// Asks for a forced win: `vcf` or `vct`; the opponent's, if `threat`.
    Solve {
        goal: String,
        #[serde(default)]
        threat: bool,
    },
    /// Guesses the moves of a game.
    Guess { act: GuessAct },
    /// Wants the moves of the line that is shown judged, or no more.
    Review { on: bool },
    /// The engine is to stop.
    Stop,
    /// Wants the study as a file.
    Save { format: String },
}

/// What follows from an act.
pub(crate) enum Done {
    /// The position or the tree has changed.
    Changed,
    /// What is written beside the position has changed.
    Noted,
    /// The engine is to do something else.
    Engine,
    /// A file was asked for.
    File(File),
}

impl StudyRoom {
    /// Does what a person wants; if it is refused, nothing has changed.
    pub fn act(&mut self, act: StudyAct) -> Result<Done, Message> {
        let is_guess = matches!(act, StudyAct::Guess { .. } | StudyAct::Stop);
        if self.is_guessing() && !is_guess {
            return Err(Message::new("guess_first"));
        }
        match act {
            StudyAct::Guess { act } => self.guess(act).map(|()| Done::Changed),
            StudyAct::New { size, rule } => {
                let sides = MIN_SIDE..=MAX_SIDE;
                if !size.iter().all(|side| sides.contains(side)) {
                    return Err(Message::new("unknown_act"));
                }
                let study = Study::new(size[0], size[1], rule_of(&rule)?);
                self.turn_to(study, Vec::new());
                Ok(Done::Changed)
            }
            StudyAct::Analyse {
                lines,
                seconds,
                threads,
                memory,
            } => {
                self.check_thinking()?;
                let usual = Analysis::of(lines.clamp(1, MOST_LINES));
                self.analysis = Some(self.most.analysis(usual, seconds, threads, memory)?);
                Ok(Done::Engine)
            }
            StudyAct::Block { at } => {
                let square = self.square(&at)?;
                self.blocked.toggle(square);
                Ok(Done::Changed)
            }
            StudyAct::Unblock => {
                self.blocked = SquareSet::EMPTY;
                Ok(Done::Changed)
            }
            StudyAct::Balance => {
                self.check_thinking()?;
                self.solved = None;
                self.question = Some(Question::Balance);
                Ok(Done::Engine)
            }
            StudyAct::Solve { goal, threat } => {
                self.check_thinking()?;
                let goal = match goal.as_str() {
                    "vcf" => Goal::ShortestVcf,
                    "vct" => Goal::Vct,
                    _ => return Err(Message::new("unknown_act")),
                };
                self.solved = None;
                self.question = Some(Question::Win {
                    goal,
                    is_threat: threat,
                });
                Ok(Done::Engine)
            }
            StudyAct::Review { on } => {
                self.review = on.then(|| Review::of(&self.study));
                Ok(Done::Engine)
            }
            StudyAct::Stop => {
                self.analysis = None;
                if let Some(review) = &mut self.review {
                    review.pause();
                }
                if self.solved.is_none() {
                    self.question = None;
                }
                Ok(Done::Engine)
            }
            StudyAct::Save { format } => files::write(&self.study, &format).map(Done::File),
            act => {
                let act = self.meant(act)?;
                let is_note = matches!(
                    act,
                    Act::Comment(..) | Act::Mark(..) | Act::ClearMarks | Act::Name(_)
                );
                // Under another rule the engine thinks otherwise.
                let is_rule = matches!(act, Act::Rule(_));
                let turns = matches!(act, Act::Turn(_) | Act::Shift(..));
                let done = self.study.act(act);
                done.map_err(|refusal| self.refused(refusal))?;
                if is_rule {
                    self.looks = Looks::default();
                }
                if turns {
                    self.blocked = SquareSet::EMPTY;
                }
                if is_note {
                    return Ok(Done::Noted);
                }
                Ok(Done::Changed)
            }
        }
    }

    fn check_thinking(&self) -> Result<(), Message> {
        if self.study.outcome().is_some() {
            return Err(Message::new("over"));
        }
        let board = self.study.board();
        let why = board.err().map(|error| error.to_string());
        why.map_or(Ok(()), |why| {
            Err(Message::new("cannot_analyse").with("why", why))
        })
    }

    /// The act of the study that is meant.
    fn meant(&self, act: StudyAct) -> Result<Act, Message> {
        let square = |name: &str| self.square(name);
        let node = |index| {
            let node = self.study.node(index);
            node.ok_or_else(|| Message::new("no_such_move"))
        };
        let by = |by: i32| isize::try_from(by).unwrap_or_default();
        Ok(match act {
            StudyAct::Play { at } => Act::Play(Some(square(&at)?)),
            StudyAct::Pass => Act::Play(None),
            StudyAct::Line { moves } => {
                let moves = moves.iter().take(LONGEST_LINE).map(|name| square(name));
                Act::PlayLine(moves.collect::<Result<_, _>>()?)
            }
            StudyAct::Goto { node: index } => Act::GoTo(node(index)?),
            StudyAct::Step { by: steps } => Act::Step(by(steps)),
            StudyAct::Beside { by: steps } => Act::Beside(by(steps)),
            StudyAct::Delete { node: index } => Act::Delete(node(index)?),
            StudyAct::Promote { node: index } => Act::Promote(node(index)?),
            StudyAct::MakeMain { node: index } => Act::MakeMain(node(index)?),
            StudyAct::Comment { node: index, text } => {
                let node: NodeId = node(index)?;
                if text.len() > LONGEST_COMMENT {
                    return Err(Message::new("too_large"));
                }
                Act::Comment(node, text)
            }
            StudyAct::Mark { at, sign, text, to } => {
                let sign = match sign.as_str() {
                    "label" => Sign::Label(text),
                    "triangle" => Sign::Triangle,
                    "square" => Sign::Square,
                    "circle" => Sign::Circle,
                    "cross" => Sign::Cross,
                    "arrow" => Sign::Arrow(square(&to)?),
                    _ => return Err(Message::new("unknown_act")),
                };
                Act::Mark(square(&at)?, sign)
            }
            StudyAct::ClearMarks => Act::ClearMarks,
            StudyAct::SetUp { at, stone } => {
                let stone = match stone.as_str() {
                    "none" => None,
                    color => Some(color_of(color)?),
                };
                Act::SetUp(square(&at)?, stone)
            }
            StudyAct::ToMove { color } => Act::ToMove(color_of(&color)?),
            StudyAct::Clear => Act::Clear,
            StudyAct::Turn { how } => Act::Turn(match how.as_str() {
                "right" => Turning::Right,
                "left_right" => Turning::LeftRight,
                "top_bottom" => Turning::TopBottom,
                _ => return Err(Message::new("unknown_act")),
            }),
            StudyAct::Shift { right, down } => Act::Shift(right, down),
            StudyAct::Rule { rule } => Act::Rule(rule_of(&rule)?),
            StudyAct::Name { name } => {
                let name: String = name.chars().filter(|c| !c.is_control()).collect();
                Act::Name(name.trim().chars().take(LONGEST_NAME).collect())
            }
            StudyAct::Undo => Act::Undo,
            StudyAct::Redo => Act::Redo,
            StudyAct::New { .. }
            | StudyAct::Analyse { .. }
            | StudyAct::Block { .. }
            | StudyAct::Unblock
            | StudyAct::Balance
            | StudyAct::Solve { .. }
            | StudyAct::Stop
            | StudyAct::Guess { .. }
            | StudyAct::Review { .. }
            | StudyAct::Save { .. } => return Err(Message::new("unknown_act")),
        })
    }

    pub(super) fn square(&self, name: &str) -> Result<Square, Message> {
        let no_square = || Message::new("no_square");
        let tree = self.study.tree();
        let board = Board::new(tree.width, tree.height).map_err(|_| no_square())?;
        parse_square(name, &board).map_err(|_| no_square())
    }

    pub(super) fn refused(&self, refusal: Refusal) -> Message {
        match refusal {
            Refusal::Taken(square) => {
                let height = self.study.tree().height;
                let name = crate::board::notation::square_name(square, height);
                Message::new("taken").with("at", name)
            }
            Refusal::Outside => Message::new("no_square"),
            Refusal::Over => Message::new("over"),
            Refusal::NoFurther => Message::new("no_further"),
            Refusal::Root => Message::new("root_stays"),
            Refusal::NothingToUndo => Message::new("nothing_to_undo"),
            Refusal::OffBoard => Message::new("off_board"),
            Refusal::TooMany => Message::new("study_too_large"),
        }
    }
}

fn color_of(name: &str) -> Result<Color, Message> {
    let named = Color::ALL.into_iter().find(|one| one.to_string() == name);
    named.ok_or_else(|| Message::new("unknown_act"))
}

fn rule_of(name: &str) -> Result<Rule, Message> {
    name.parse().map_err(|_| Message::new("unknown_act"))
}
