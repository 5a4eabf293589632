//! What diagrams claim, and how it is proven.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::geometry;
use super::names;
use super::threat_made::Makes;
use super::tries::{Tries, is_legal};
use crate::board::Board;
use crate::board::notation::square_name;
use crate::game::CanonicalOpening;
use crate::proof;
use crate::rules;
use crate::solver::{Answer, Defence, Goal};
use crate::types::{Color, Rule, SquareSet};

/// A claim about a position. Squares are names in a row, as `h8i9`; they are
/// all squares of which the claim is true.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "says", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// On these empty squares a stone of this colour would make this.
    Makes {
        /// Whose stone.
        color: Side,
        /// What it makes.
        what: Makes,
        /// Where.
        at: String,
    },
    /// These stones, and no more of their colour in that line, stand in a row
    /// without a gap.
    Row {
        /// Whose stones.
        color: Side,
        /// Which.
        at: String,
        /// Whether the row wins.
        wins: bool,
    },
    /// No five can ever be made of these stones, which stand in one line.
    Dead {
        /// Whose stones.
        color: Side,
        /// Which.
        at: String,
    },
    /// These points are forbidden for Black, for these reasons.
    Forbidden {
        /// The reason of each.
        points: BTreeMap<String, String>,
    },
    /// Black may play here, although it looks like a double-three.
    Allowed {
        /// Where.
        at: String,
    },
    /// The side to move wins by force.
    Wins {
        /// How.
        by: WinBy,
        /// The fewest of its moves before the five, for a win by fours.
        #[serde(default)]
        moves: Option<usize>,
        /// With which moves it may begin.
        #[serde(default)]
        with: Option<String>,
    },
    /// The side to move has no such win.
    NoWin {
        /// How.
        by: WinBy,
    },
    /// The opponent threatens to win by fours; these moves defend, and no
    /// others.
    Holds {
        /// Which moves, if any.
        at: String,
    },
    /// The game is over.
    Over {
        /// As the referee says it: `black wins`, `draw` and so on.
        how: String,
    },
    /// It is this side's turn, to make the move with this number.
    Turn {
        /// Whose turn.
        color: Side,
        /// The number of the move, from 1.
        number: usize,
    },
    /// How many points are empty.
    Points {
        /// The number.
        empty: usize,
    },
    /// The game began with the opening of this number and letter.
    Opening {
        /// As `4D`.
        name: String,
    },
    /// If the side to move passed, the opponent would win by fours, with this
    /// number of moves before the five.
    Threat {
        /// The fewest.
        moves: usize,
    },
    /// If the side to move passed, the opponent would have no win by fours.
    NoThreat,
    /// These stones stand around this one, the same on all four sides.
    Around {
        /// The stone in the middle.
        center: String,
        /// Those around it.
        at: String,
    },
    /// Every five squares in a row, in all four directions, have exactly one of
    /// the net's: those whose column and double row differ as those of this
    /// stone do.
    Net {
        /// A stone of the net.
        of: String,
        /// The stones that are in the net.
        at: String,
    },
}

/// A colour in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first to move.
    Black,
    /// The other.
    White,
}

/// How a side wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WinBy {
    /// By fours alone.
    Fours,
    /// By fours and threes.
    Threats,
}

/// The position that a claim is about.
pub(super) struct Claimed<'a> {
    pub rule: Rule,
    pub board: &'a Board,
    /// Whether the order of the stones is that of a game.
    pub is_game: bool,
}

impl Claimed<'_> {
    /// Whether it is a game from the first move on.
    fn is_a_beginning(&self) -> bool {
        self.is_game || self.board.moves().is_empty()
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

impl WinBy {
    /// What to ask the solver for.
    pub fn goal(self) -> Goal {
        match self {
            WinBy::Fours => Goal::Vcf,
            WinBy::Threats => Goal::Vct,
        }
    }
}

impl Claim {
    /// Proves the claim; an error says what is true instead.
    pub(super) fn prove(&self, of: &Claimed, tries: &mut Tries) -> Result<(), String> {
        let (board, rule) = (of.board, of.rule);
        match self {
            &Claim::Makes {
                color,
                what,
                ref at,
            } => {
                let found = what.squares(board, rule, color.into());
                same(board, &format!("{what:?}"), found, at)
            }
            &Claim::Row {
                color,
                ref at,
                wins,
            } => geometry::row(board, rule, color.into(), at, wins),
            &Claim::Dead { color, ref at } => geometry::dead(board, color.into(), at),
            Claim::Forbidden { points } => forbidden(board, points),
            Claim::Allowed { at } => allowed(board, at),
            &Claim::Wins {
                by,
                moves,
                ref with,
            } => wins(of, by, moves, with.as_deref(), tries),
            &Claim::NoWin { by } => match tries.ask(board, rule, by.goal()) {
                Answer::None => Ok(()),
                answer => Err(format!("no win by {by:?} is claimed, but: {answer:?}")),
            },
            Claim::Holds { at } => match tries.holding(board, rule) {
                Some(found) => same(board, "holding moves", found, at),
                None => Err("no threat to defend against, or too much to try".to_string()),
            },
            Claim::Over { how } => match rules::outcome(board, rule) {
                Some(outcome) if outcome.to_string() == *how && is_in_order(of) => Ok(()),
                outcome => Err(format!("'{how}' is claimed, but it is {outcome:?}")),
            },
            &Claim::Turn { color, number } => {
                let found = (board.side_to_move(), board.moves().len() + 1);
                match found == (color.into(), number) && of.is_a_beginning() {
                    true => Ok(()),
                    false => Err(format!("it is {}'s move {}", found.0, found.1)),
                }
            }
            &Claim::Points { empty } => match board.empty().len() {
                found if found == empty => Ok(()),
                found => Err(format!("{found} points are empty, not {empty}")),
            },
            Claim::Opening { name } => {
                let found = CanonicalOpening::recognise(board).map(CanonicalOpening::code);
                match found.as_ref() == Some(name) {
                    true => Ok(()),
                    false => Err(format!("the opening is {found:?}, not {name}")),
                }
            }
            &Claim::Threat { moves } => threat(board, rule, moves, tries),
            Claim::NoThreat => match tries.defence(board, rule) {
                Defence::NotNeeded => Ok(()),
                other => Err(format!("no threat is claimed, but: {other:?}")),
            },
            Claim::Around { center, at } => geometry::around(board, center, at),
            Claim::Net { of, at } => geometry::net(board, of, at),
        }
    }
}

/// Whether these are the squares that a text names.
fn same(board: &Board, what: &str, found: SquareSet, at: &str) -> Result<(), String> {
    let claimed: SquareSet = names::squares(board, at)?.into_iter().collect();
    match claimed == found {
        true => Ok(()),
        false => Err(format!(
            "{what}: '{at}' is claimed, but '{}' found",
            text_of(board, found)
        )),
    }
}

fn text_of(board: &Board, squares: SquareSet) -> String {
    let names = squares.into_iter();
    names
        .map(|square| square_name(square, board.height()))
        .collect()
}

/// Whether a game that is over ended with its last move.
fn is_in_order(of: &Claimed) -> bool {
    let mut before = of.board.clone();
    before.undo();
    of.is_game && rules::outcome(&before, of.rule).is_none()
}

fn threat(board: &Board, rule: Rule, moves: usize, tries: &mut Tries) -> Result<(), String> {
    let mut passed = board.clone();
    passed.pass();
    match tries.ask(&passed, rule, Goal::ShortestVcf) {
        Answer::Win(win) if win.moves == moves => Ok(()),
        answer => Err(format!(
            "a threat of {moves} moves is claimed, but: {answer:?}"
        )),
    }
}

fn forbidden(board: &Board, points: &BTreeMap<String, String>) -> Result<(), String> {
    let mut found = BTreeMap::new();
    for square in *board.empty() {
        if let Some(kind) = rules::forbidden(board, square) {
            found.insert(square_name(square, board.height()), kind.to_string());
        }
    }
    match found == *points {
        true => Ok(()),
        false => Err(format!(
            "{points:?} is claimed to be forbidden, but {found:?} is"
        )),
    }
}

fn allowed(board: &Board, at: &str) -> Result<(), String> {
    let look = Makes::DoubleThree.squares(board, Rule::Freestyle, Color::Black);
    for square in names::squares(board, at)? {
        if !look.contains(square) || rules::forbidden(board, square).is_some() {
            let name = square_name(square, board.height());
            return Err(format!("{name} is no false double-three"));
        }
    }
    Ok(())
}

fn wins(
    of: &Claimed,
    by: WinBy,
    moves: Option<usize>,
    with: Option<&str>,
    tries: &mut Tries,
) -> Result<(), String> {
    let (board, rule) = (of.board, of.rule);
    let goal = match (by, moves) {
        (WinBy::Fours, Some(_)) => Goal::ShortestVcf,
        _ => by.goal(),
    };
    let Answer::Win(win) = tries.ask(board, rule, goal) else {
        return Err(format!("no win by {by:?}"));
    };
    proof::check(board, rule, &win.proof).map_err(|flaw| flaw.to_string())?;
    if moves.is_some_and(|moves| moves != win.moves) {
        return Err(format!(
            "{moves:?} moves are claimed, it takes {}",
            win.moves
        ));
    }
    if let Some(with) = with {
        let found = tries.beginnings(board, rule, by.goal());
        return match found {
            Some(found) => same(board, "beginnings", found, with),
            None => Err("too much to try".to_string()),
        };
    }
    debug_assert!(
        win.line
            .first()
            .is_none_or(|&first| is_legal(board, rule, first))
    );
    Ok(())
}
