//! Reads the text of one game into a tree.

use std::time::Duration;

use super::about::{About, Taken};
use super::log::Log;
use super::notes;
use super::points::Points;
use super::syntax::{Event, Property, Syntax, Value};
use crate::board::Board;
use crate::records::notice::Notice;
use crate::records::options::ReadOptions;
use crate::records::scan::{ParseError, quoted};
use crate::records::tree::{self, Action, GameTree, NodeId, Notes};
use crate::types::{Color, Square};

/// The side of a board of Go, where a file does not say it.
const SIDE_OF_GO: usize = 19;

/// Sides of boards that are tried if neither file nor options give a size and the usual one
/// is too small.
const LARGER_SIDES: [usize; 3] = [19, 20, 22];

/// Properties that say how the file is to be read. Written files have them anew.
const ABOUT_THE_FILE: [&str; 4] = ["FF", "GM", "SZ", "CA"];

/// A game that is being read.
struct Reader<'t, 'o> {
    text: &'t str,
    options: &'o ReadOptions,
    /// The side to take instead of the usual one if neither file nor options give a size.
    side: Option<usize>,
    is_size_guessed: bool,
    tree: GameTree,
    points: Points,
    about: About,
    log: Log,
    /// The nodes of the main line, with their places in the text.
    main: Vec<(NodeId, usize)>,
    /// Whether the node that is being read belongs to the main line.
    is_main: bool,
    /// The last move of the main line so far.
    last_move: Option<NodeId>,
    /// The last of the first moves that are called an opening move.
    given: Option<NodeId>,
}

/// A node that is being read.
#[derive(Default)]
struct Draft {
    notes: Notes,
    /// What a first node with moves says about the last of them.
    of_last_move: Notes,
    /// Values of set-up stones that are kept as they stand.
    kept_set_up: Vec<tree::Property>,
    moves: Vec<(Action, usize)>,
    /// Zero if not known.
    time: Duration,
}

/// Reads a game, from its `(` to its `)`. If neither file nor options give a size, and there are
/// squares beyond the usual one, it is read again with a larger one.
pub(super) fn read(
    text: &str,
    options: &ReadOptions,
) -> Result<(GameTree, Vec<Notice>), ParseError> {
    let mut reader = Reader::new(text, options, None);
    let read = reader.read_tree();
    let Some(side) = reader.larger_side() else {
        return read.map(|()| reader.finish());
    };
    let mut again = Reader::new(text, options, Some(side));
    again.read_tree().map(|()| again.finish())
}

impl<'t, 'o> Reader<'t, 'o> {
    fn new(text: &'t str, options: &'o ReadOptions, side: Option<usize>) -> Reader<'t, 'o> {
        Reader {
            text,
            options,
            side,
            is_size_guessed: false,
            tree: GameTree::new(0, 0),
            points: Points::new(0, 0, 0),
            about: About::default(),
            log: Log::default(),
            main: Vec::new(),
            is_main: true,
            last_move: None,
            given: None,
        }
    }

    fn read_tree(&mut self) -> Result<(), ParseError> {
        let mut syntax = Syntax::new(self.text);
        let (mut current, mut open) = (None, Vec::new());
        let mut properties = Vec::new();
        while let Some(event) = syntax.next()? {
            match event {
                Event::Open => open.push(current),
                Event::Close => current = open.pop().flatten(),
                Event::Node(place) => {
                    properties.clear();
                    syntax.properties(&mut properties)?;
                    current = Some(match current {
                        None => self.read_root(&properties)?,
                        Some(parent) => self.read_node(parent, place, &properties)?,
                    });
                }
            }
        }
        Ok(())
    }

    /// The next usual size that has all squares, where the size is a guess.
    fn larger_side(&self) -> Option<usize> {
        let is_guess = self.is_size_guessed && self.side.is_none();
        let largest = self.points.beyond().filter(|_| is_guess)?;
        LARGER_SIDES.into_iter().find(|&side| side > largest)
    }
}

impl Reader<'_, '_> {
    fn error(&self, place: usize, what: impl ToString) -> ParseError {
        ParseError::at(self.text, place, what)
    }

    /// Reads the first node; returns the last of its moves.
    fn read_root(&mut self, properties: &[Property]) -> Result<NodeId, ParseError> {
        self.read_size(properties)?;
        let root = NodeId::ROOT;
        self.main.push((root, 0));
        let mut draft = self.read_properties(true, properties)?;
        self.tree.facts.other = std::mem::take(&mut draft.notes.other);
        self.tree.facts.other.append(&mut draft.kept_set_up);
        self.set_notes(root, draft.notes);
        let last = self.add_moves(root, &draft.moves)?;
        if last != root {
            self.set_notes(last, draft.of_last_move);
        }
        self.tree.set_time(last, draft.time);
        Ok(last)
    }

    /// Reads the kind of game and the board's size.
    fn read_size(&mut self, properties: &[Property]) -> Result<(), ParseError> {
        let value = |name: &str| {
            let found = properties.iter().find(|property| property.name == name);
            found.map(|property| &property.values[0])
        };
        let mut usual = self.options.size_or_usual();
        if let Some(game) = value("GM") {
            match game.text.trim() {
                "4" | "5" => (),
                "1" => {
                    let what = "the file says that it is Go (GM[1]); it is read as five in a row";
                    self.log.say(Some(game.place), what.to_string());
                    usual = self.options.size.unwrap_or((SIDE_OF_GO, SIDE_OF_GO));
                }
                other => {
                    let what = format!("the game is {}, not 4 (Gomoku and Renju)", quoted(other));
                    return Err(self.error(game.place, what));
                }
            }
        }
        let (width, height) = match value("SZ") {
            Some(size) => size_of(&size.text).map_err(|why| self.error(size.place, why))?,
            None => self.side.map_or(usual, |side| (side, side)),
        };
        self.is_size_guessed = value("SZ").is_none() && self.options.size.is_none();
        if self.is_size_guessed {
            let what = format!("the size (SZ) is missing; {width}x{height} is taken");
            self.log.say(None, what);
        }
        let place = value("SZ").map_or(0, |size| size.place);
        Board::new(width, height).map_err(|error| self.error(place, error))?;
        (self.tree.width, self.tree.height) = (width, height);
        self.points = Points::new(width, height, self.text.len());
        Ok(())
    }

    /// Reads a node behind another; returns the last of its moves, to which belongs
    /// what it says, except for stones that it sets up.
    fn read_node(
        &mut self,
        parent: NodeId,
        place: usize,
        properties: &[Property],
    ) -> Result<NodeId, ParseError> {
        let end = self.main.last().map(|&(node, _)| node);
        self.is_main = end == Some(parent) && self.tree.first_child(parent).is_none();
        let mut draft = self.read_properties(false, properties)?;
        let first = draft.moves.first().copied();
        let (action, place) = first.unwrap_or((Action::None, place));
        let node = self.add(parent, action, place)?;
        let last = self.add_moves(node, draft.moves.get(1..).unwrap_or_default())?;
        if last == node {
            draft.notes.other.append(&mut draft.kept_set_up);
        } else {
            let of_first = Notes {
                set_up: std::mem::take(&mut draft.notes.set_up),
                other: std::mem::take(&mut draft.kept_set_up),
                ..Notes::default()
            };
            self.set_notes(node, of_first);
        }
        if action != Action::None && !self.about.has("AP") {
            self.read_comment_of_c_gomoku(last, &mut draft);
        }
        self.set_notes(last, draft.notes);
        if action != Action::None && self.is_main {
            self.last_move = Some(last);
        }
        self.tree.set_time(last, draft.time);
        Ok(last)
    }

    fn set_notes(&mut self, node: NodeId, mut notes: Notes) {
        if notes != Notes::default() {
            notes::group(&mut notes.marks);
            *self.tree.notes_mut(node) = notes;
        }
    }

    fn add(&mut self, parent: NodeId, action: Action, place: usize) -> Result<NodeId, ParseError> {
        let added = self.tree.add(parent, action);
        let node = added.map_err(|error| self.error(place, error))?;
        if self.is_main {
            self.main.push((node, place));
        }
        Ok(node)
    }

    fn add_moves(&mut self, node: NodeId, moves: &[(Action, usize)]) -> Result<NodeId, ParseError> {
        let mut last = node;
        for &(action, place) in moves {
            last = self.add(last, action, place)?;
        }
        Ok(last)
    }

    /// The comments of c-gomoku-cli, which names no program: that a move was given,
    /// or its time.
    fn read_comment_of_c_gomoku(&mut self, node: NodeId, draft: &mut Draft) {
        let comment = draft.notes.comment.as_str();
        if let Some(time) = comment.strip_suffix("ms").and_then(millis)
            && draft.time.is_zero()
        {
            draft.time = time;
        } else if comment == "opening move" && self.is_main && self.last_move == self.given {
            self.given = Some(node);
        } else {
            return;
        }
        draft.notes.comment.clear();
    }

    fn read_properties(
        &mut self,
        is_root: bool,
        properties: &[Property],
    ) -> Result<Draft, ParseError> {
        let mut draft = Draft::default();
        let is_move = |property: &Property| matches!(&*property.name, "B" | "W");
        let has_move = properties.iter().any(is_move);
        for property in properties {
            let name = property.name.as_ref();
            match name {
                "B" | "W" => {
                    let played = self.read_move(property)?;
                    draft.moves.push(played);
                }
                "QPR" | "QSLW" => match self.opening_of_quest(property) {
                    Some(moves) => draft.moves.extend(moves),
                    None => keep(&mut draft.notes.other, name, &property.values),
                },
                "SZ" if !is_root => {
                    let size = (self.tree.width, self.tree.height);
                    if size_of(&property.values[0].text) != Ok(size) {
                        let what = "SZ can stand in the first node only";
                        return Err(self.error(property.place, what));
                    }
                }
                name if ABOUT_THE_FILE.contains(&name) && is_root => (),
                name if ABOUT_THE_FILE.contains(&name) || name == "AP" && !is_root => {
                    self.log.misplaced(property.place, name);
                }
                _ if is_root && has_move && is_of_move(property) => {
                    self.read_notes(&mut draft, property, true);
                }
                _ => self.read_other(&mut draft, property, is_root),
            }
        }
        Ok(draft)
    }

    fn read_move(&self, property: &Property) -> Result<(Action, usize), ParseError> {
        if let [_, second, ..] = property.values.as_slice() {
            let count = property.values.len();
            let what = format!("{} has one value, not {count}", property.name);
            return Err(self.error(second.place, what));
        }
        let value = &property.values[0];
        let color = match &*property.name {
            "B" => Color::Black,
            _ => Color::White,
        };
        let square = self.points.square_of_move(&value.text);
        let square = square.map_err(|why| self.error(value.place, why))?;
        let action = match square {
            Some(square) => Action::Move(color, square),
            None => Action::Pass(color),
        };
        Ok((action, value.place))
    }

    /// The first moves of renju on Gomoku Quest: `QPR` has Black's, White's and
    /// Black's again, `QSLW` White's after them.
    fn opening_of_quest(&self, property: &Property) -> Option<Vec<(Action, usize)>> {
        let [value] = property.values.as_slice() else {
            return None;
        };
        let squares = value.text.split(',').map(|text| self.points.square(text));
        let squares: Vec<Square> = squares.collect::<Result<_, _>>().ok()?;
        let first = match (&*property.name, squares.len()) {
            ("QPR", 1..=3) => Color::Black,
            ("QSLW", 1) => Color::White,
            _ => return None,
        };
        let colors = [first, !first].into_iter().cycle();
        let moves = colors.zip(squares);
        let moves = moves.map(|(color, square)| (Action::Move(color, square), value.place));
        Some(moves.collect())
    }

    /// Reads what is no move. What cannot be read is kept.
    fn read_other(&mut self, draft: &mut Draft, property: &Property, is_root: bool) {
        if !is_root && !self.is_main {
            return self.read_notes(draft, property, false);
        }
        let name = property.name.as_ref();
        let mut kept = Vec::new();
        for value in &property.values {
            let facts = &mut self.tree.facts;
            match self.about.take(facts, name, value, is_root, &mut self.log) {
                Taken::Yes => (),
                Taken::Kept => kept.push(value),
                Taken::No => return self.read_notes(draft, property, false),
            }
        }
        keep(&mut draft.notes.other, name, kept);
    }

    fn read_notes(&mut self, draft: &mut Draft, property: &Property, is_of_last_move: bool) {
        let name = property.name.as_ref();
        let notes = match is_of_last_move {
            true => &mut draft.of_last_move,
            false => &mut draft.notes,
        };
        let mut kept = Vec::new();
        for (index, value) in property.values.iter().enumerate() {
            let read = match name {
                "MS" => read_time(&mut draft.time, &value.text),
                _ => notes::read(notes, name, value, index, &mut self.points),
            };
            match read {
                Ok(true) => continue,
                Ok(false) => (),
                Err(why) => self.log.unread(value.place, || format!("{name}: {why}")),
            }
            kept.push(value);
        }
        let kept_in = match name {
            "AB" | "AW" | "AE" | "PL" => &mut draft.kept_set_up,
            _ => &mut notes.other,
        };
        keep(kept_in, name, kept);
    }

    /// Reads what the whole tree is needed for.
    fn finish(mut self) -> (GameTree, Vec<Notice>) {
        if let Some(given) = self.given
            && !self.about.has("OS")
        {
            let game = self.tree.line_to(given);
            self.tree.facts.given_moves = game.map_or(0, |game| game.moves.len());
        }
        self.about
            .finish(&mut self.tree, self.options, &mut self.log);
        match self.tree.main_line() {
            Ok(game) => {
                let (given, count) = (self.tree.facts.given_moves, game.moves.len());
                if given > count {
                    let what = format!("{given} given moves (OS), but {count} moves");
                    self.log.say(None, what);
                }
            }
            Err(error) => {
                // The first node up to which the moves cannot be played.
                let can_play = |&(node, _): &(NodeId, usize)| self.tree.line_to(node).is_ok();
                let wrong = self.main.partition_point(can_play);
                let place = self.main.get(wrong).map_or(0, |&(_, place)| place);
                self.log
                    .say(Some(place), format!("{error}; it is kept as it stands"));
            }
        }
        (self.tree, self.log.notices(self.text))
    }
}

/// Keeps values as they stand, if there are any.
fn keep<'v, 't: 'v>(
    kept: &mut Vec<tree::Property>,
    name: &str,
    values: impl IntoIterator<Item = &'v Value<'t>>,
) {
    let values = values.into_iter().map(|value| value.text.to_string());
    let values: Vec<String> = values.collect();
    if !values.is_empty() {
        let name = name.to_string();
        kept.push(tree::Property { name, values });
    }
}

/// Whether a property of a first node with moves is about the last of them. Else
/// `TE` is why the game ended.
fn is_of_move(property: &Property) -> bool {
    match &*property.name {
        "TE" => matches!(property.values[0].text.trim(), "" | "1" | "2"),
        name => name == "MS" || notes::judges_move(name),
    }
}

/// Reads the time of a move; `Ok(false)` if it is known already.
fn read_time(time: &mut Duration, text: &str) -> Result<bool, String> {
    let found = millis(text).ok_or_else(|| format!("{} is not a time in ms", quoted(text)))?;
    let is_free = time.is_zero();
    if is_free {
        *time = found;
    }
    Ok(is_free)
}

/// Columns and rows of `15` or `15:13`.
fn size_of(text: &str) -> Result<(usize, usize), String> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let side = |text: &str| text.trim().parse::<u32>().ok();
    let sides = side(width).zip(side(height));
    let sides = sides.map(|(width, height)| (width as usize, height as usize));
    sides.ok_or_else(|| format!("{} is not a size", quoted(text)))
}

/// A time in whole milliseconds, if a node can hold it.
fn millis(text: &str) -> Option<Duration> {
    let millis: u32 = text.trim().parse().ok()?;
    Some(Duration::from_millis(millis.into()))
}
