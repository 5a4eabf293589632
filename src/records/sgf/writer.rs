//! Writes a tree as the text of a game.

use std::fmt::Write as _;

use super::about::OWN_NAME;
use super::notes::{degree_text, move_judged, name_of_sign, position_judged, seconds_text};
use super::points::letters;
use super::result::letter_of;
use super::syntax::escape;
use crate::game::GameResult;
use crate::records::rule_names::rule_named;
use crate::records::scan::one_line;
use crate::records::tree::{Action, Facts, GameTree, Mark, MarkKind, NodeId, Notes, Property};
use crate::types::{Color, Square};

/// Nodes on one line of a written file.
const NODES_A_LINE: usize = 8;

/// A text that grows.
struct Writer {
    text: String,
    /// Nodes on the last line.
    nodes: usize,
}

/// Writes a file with one game. Files with several are made by writing one after
/// the other.
pub fn write(tree: &GameTree) -> String {
    let mut writer = Writer {
        text: String::new(),
        nodes: 0,
    };
    let mut node = NodeId::ROOT;
    writer.text.push_str("(;");
    writer.write_facts(tree);
    writer.write_node(tree, node);
    // Last, since values that could not be read stand behind those that could.
    writer.write_other(&tree.facts.other);
    while let Some(next) = writer.go_on(tree, node) {
        writer.write_node(tree, next);
        node = next;
    }
    writer.text + "\n"
}

/// Whether a node begins one of several variations.
fn is_branch(tree: &GameTree, node: NodeId) -> bool {
    let parent = tree.parent(node);
    parent.is_some_and(|parent| tree.children(parent).nth(1).is_some())
}

impl Writer {
    /// Closes the variations that end at this node and begins the next node, if
    /// there is one.
    fn go_on(&mut self, tree: &GameTree, node: NodeId) -> Option<NodeId> {
        let next = match tree.first_child(node) {
            Some(child) => child,
            None => {
                let mut last = node;
                loop {
                    let parent = tree.parent(last);
                    if parent.is_none() || is_branch(tree, last) {
                        self.text.push(')');
                    }
                    match tree.next_sibling(last) {
                        Some(next) => break next,
                        None => last = parent?,
                    }
                }
            }
        };
        let is_branch = is_branch(tree, next);
        if is_branch || self.nodes.is_multiple_of(NODES_A_LINE) {
            self.text.push('\n');
            self.nodes = 0;
        }
        self.text.push_str(if is_branch { "(;" } else { ";" });
        self.nodes += 1;
        Some(next)
    }

    fn write_node(&mut self, tree: &GameTree, node: NodeId) {
        let name = |color| match color {
            Color::Black => "B",
            Color::White => "W",
        };
        let empty = Notes::default();
        let notes = tree.notes(node).unwrap_or(&empty);
        let [black, white] = &notes.set_up.stones;
        self.squares("AB", black);
        self.squares("AW", white);
        self.squares("AE", &notes.set_up.emptied);
        if let Some(color) = notes.set_up.to_move {
            self.property("PL", name(color));
        }
        match tree.action(node) {
            Action::None => (),
            Action::Move(color, square) => self.squares(name(color), &[square]),
            Action::Pass(color) => self.property(name(color), ""),
        }
        match tree.time(node).as_millis() {
            0 => (),
            time => self.property("MS", &time.to_string()),
        }
        self.write_notes(notes);
    }

    fn write_notes(&mut self, notes: &Notes) {
        for (name, time) in ["BL", "WL"].into_iter().zip(notes.time_left) {
            if let Some(time) = time {
                self.property(name, &seconds_text(time));
            }
        }
        if let Some(judged) = notes.move_judgement {
            let (name, value) = move_judged(judged);
            self.property(name, value);
        }
        if let Some(judged) = notes.judgement {
            let (name, value) = position_judged(judged);
            self.property(name, value);
        }
        if notes.hot.is_some() {
            self.property("HO", degree_text(notes.hot));
        }
        self.text_property("N", &one_line(&notes.name));
        self.text_property("C", &notes.comment);
        self.write_marks(&notes.marks);
        self.write_other(&notes.other);
    }

    /// Each property once, in the order in which they occur.
    fn write_marks(&mut self, marks: &[Mark]) {
        let mut written: Vec<&str> = Vec::new();
        for mark in marks {
            let name = name_of_sign(&mark.kind);
            if written.contains(&name) {
                continue;
            }
            written.push(name);
            self.text.push_str(name);
            for mark in marks.iter().filter(|one| name_of_sign(&one.kind) == name) {
                let [x, y] = letters(mark.square);
                let _ = match &mark.kind {
                    MarkKind::Label(text) => {
                        let text = one_line(text).replace('\\', "\\\\");
                        let text = text.replace(']', "\\]").replace(':', "\\:");
                        write!(self.text, "[{x}{y}:{text}]")
                    }
                    MarkKind::Arrow(to) | MarkKind::Line(to) => {
                        let [to_x, to_y] = letters(*to);
                        write!(self.text, "[{x}{y}:{to_x}{to_y}]")
                    }
                    _ => write!(self.text, "[{x}{y}]"),
                };
            }
        }
    }

    fn write_other(&mut self, properties: &[Property]) {
        for property in properties {
            self.text.push_str(&property.name);
            for value in &property.values {
                let _ = write!(self.text, "[{}]", escape(value));
            }
            if property.values.is_empty() {
                self.text.push_str("[]");
            }
        }
    }

    fn squares(&mut self, name: &str, squares: &[Square]) {
        if squares.is_empty() {
            return;
        }
        self.text.push_str(name);
        for &square in squares {
            let [x, y] = letters(square);
            let _ = write!(self.text, "[{x}{y}]");
        }
    }

    fn property(&mut self, name: &str, value: &str) {
        let _ = write!(self.text, "{name}[{}]", escape(value));
    }

    /// The same, but not for an empty text.
    fn text_property(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.property(name, value);
        }
    }

    fn write_facts(&mut self, tree: &GameTree) {
        let facts = &tree.facts;
        let [black, white] = &facts.players;
        let own_name = OWN_NAME.to_string() + env!("CARGO_PKG_VERSION");
        let program = match facts.program.as_str() {
            "" => &own_name,
            other => other,
        };
        let size = match (tree.width, tree.height) {
            (width, height) if width == height => width.to_string(),
            (width, height) => format!("{width}:{height}"),
        };
        let given = match facts.given_moves {
            0 => String::new(),
            given => given.to_string(),
        };
        self.text.push_str("FF[4]GM[4]CA[UTF-8]");
        for (name, value) in [
            ("AP", program),
            ("SZ", &size),
            ("GN", &facts.name),
            ("RU", rule_text(facts)),
            ("PB", &black.name),
            ("BR", &black.rank),
            ("BT", &black.team),
            ("PW", &white.name),
            ("WR", &white.rank),
            ("WT", &white.team),
            ("RE", &result_text(facts)),
            ("TE", &facts.reason),
            ("EV", &facts.event),
            ("RO", &facts.round),
            ("PC", &facts.place),
            ("DT", &facts.date),
            ("TM", &facts.time_limit),
            ("ON", &facts.opening_name),
            ("AN", &facts.annotator),
            ("OS", &given),
            ("OR", opening_rule(facts)),
        ] {
            self.text_property(name, &one_line(value));
        }
        if let Some(phase) = &facts.phase {
            self.property("OA", &phase.text(tree.height));
        }
        self.text_property("GC", &facts.comment);
    }
}

/// The rule as the file named it, if that name means this rule.
fn rule_text(facts: &Facts) -> &str {
    match facts.rule {
        Some(rule) if rule_named(&facts.rule_text) != Some(rule) => rule.name(),
        _ => &facts.rule_text,
    }
}

/// The opening rule; that of an opening that is not over, in words that mean it.
fn opening_rule(facts: &Facts) -> &str {
    let text = facts.opening_rule.as_str();
    match &facts.phase {
        Some(phase) if text.trim().parse() != Ok(phase.rule) => phase.rule.name(),
        _ => text,
    }
}

/// The result, with the letter of the reason if there is one.
fn result_text(facts: &Facts) -> String {
    let winner = match facts.result {
        Some(GameResult::Win(Color::Black)) => "B+",
        Some(GameResult::Win(Color::White)) => "W+",
        Some(GameResult::Draw) => return "Draw".to_string(),
        None => return String::new(),
    };
    format!("{winner}{}", letter_of(&facts.reason))
}
