//! Reads a library.

use std::ops::Range;

use super::text::{Comment, letters, old_letters};
use super::{HEADER, MAGIC, SIDE, START_NAME, flag};
use crate::records::encoding;
use crate::records::scan::{ParseError, one_line};
use crate::records::tree::{Action, GameTree, Mark, MarkKind, NodeId, Property};
use crate::types::{Color, Square};

/// The newest version that is known, as the bytes in the file.
const NEWEST: (u8, u8) = (3, 4);
/// The first node of files without a head: the move h8.
const CENTER: u8 = 0x78;

/// Whether the bytes begin like a library. One without a head begins with an `x`: a
/// text does not have what follows.
pub fn is_library(bytes: &[u8]) -> bool {
    let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7e);
    let without_head = bytes.first() == Some(&CENTER) && !bytes.iter().take(64).all(is_text);
    bytes.starts_with(&MAGIC) || without_head
}

/// Reads a library, and says what was left out of it.
pub fn read(bytes: &[u8]) -> Result<(GameTree, Vec<String>), ParseError> {
    let mut notices = Vec::new();
    let start = if bytes.starts_with(&MAGIC) {
        let version = bytes.get(MAGIC.len()).zip(bytes.get(MAGIC.len() + 1));
        let (&major, &minor) = version.ok_or_else(|| no_library(bytes.len()))?;
        if (major, minor) > NEWEST {
            notices.push(format!(
                "version {major}.{minor} is newer than those that are known, and read like 3.4"
            ));
        }
        HEADER
    } else if bytes.first() == Some(&CENTER) {
        0
    } else {
        return Err(no_library(0));
    };
    if bytes.len() < start {
        return Err(no_library(bytes.len()));
    }
    let mut reader = Reader::new(bytes, start);
    while let Some(node) = reader.next_node()? {
        reader.add(&node)?;
    }
    reader.read_texts();
    notices.extend(reader.left_out());
    Ok((reader.tree, notices))
}

fn no_library(byte: usize) -> ParseError {
    ParseError::at_byte(byte, "this is not a library of RenLib")
}

/// A node as it stands in the file.
struct Node {
    /// Where it begins.
    place: usize,
    square: u8,
    flags: u8,
    comment: Option<Range<usize>>,
    text: Option<Range<usize>>,
}

impl Node {
    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// Bytes that become a text once the encoding is known.
enum Text {
    OldComment(NodeId),
    Comment(NodeId),
    /// A label of this square.
    Label(NodeId, Square),
}

/// What no tree of ours has a place for.
#[derive(Default)]
struct LeftOut {
    /// Nodes that are no moves, but have more than a text: RenLib does not show it.
    deleted: usize,
    /// Texts of passes and of the root, which have no square.
    texts: usize,
    /// Flags without a known meaning.
    flags: bool,
    /// The file ends within a text or a node.
    end: bool,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    tree: GameTree,
    /// The parent of the next node; `None` in a branch that is left out.
    parent: Option<NodeId>,
    /// The parents of the siblings that are still to come.
    waiting: Vec<Option<NodeId>>,
    is_first: bool,
    texts: Vec<(Text, Range<usize>)>,
    left_out: LeftOut,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], start: usize) -> Reader<'a> {
        Reader {
            bytes,
            at: start,
            tree: GameTree::new(SIDE, SIDE),
            parent: Some(NodeId::ROOT),
            waiting: Vec::new(),
            is_first: true,
            texts: Vec::new(),
            left_out: LeftOut::default(),
        }
    }

    /// The next two bytes.
    fn pair(&mut self) -> Option<[u8; 2]> {
        let pair = self.bytes.get(self.at..self.at + 2);
        self.left_out.end |= pair.is_none() && self.at < self.bytes.len();
        self.at += 2;
        pair.and_then(|pair| pair.try_into().ok())
    }

    fn next_node(&mut self) -> Result<Option<Node>, ParseError> {
        let place = self.at;
        let Some([square, flags]) = self.pair() else {
            return Ok(None);
        };
        let mut node = Node {
            place,
            square,
            flags,
            comment: None,
            text: None,
        };
        let mut has_text = false;
        if node.has(flag::MORE) {
            let more = self.pair();
            let [high, low] = more.ok_or_else(|| self.error(place, "the node has no end"))?;
            has_text = low & flag::TEXT != 0;
            self.left_out.flags |= high != 0 || low & !flag::TEXT != 0;
        }
        if node.has(flag::OLD_COMMENT) {
            node.comment = Some(self.text(|byte| byte & 0x80 != 0, 1));
        } else if node.has(flag::COMMENT) {
            node.comment = Some(self.text(|byte| byte == 0, 0));
        }
        if has_text {
            node.text = Some(self.text(|byte| byte == 0, 0));
        }
        Ok(Some(node))
    }

    /// Where the next text is: to the byte that ends it, of which this many belong to
    /// it. The next node begins an even number of bytes later.
    fn text(&mut self, is_end: impl Fn(u8) -> bool, kept: usize) -> Range<usize> {
        let start = self.at.min(self.bytes.len());
        let length = self.bytes[start..].iter().position(|&byte| is_end(byte));
        self.left_out.end |= length.is_none();
        let Some(length) = length else {
            self.at = self.bytes.len();
            return start..self.bytes.len();
        };
        self.at = start + (length + 1).next_multiple_of(2);
        start..start + length + kept
    }

    /// Adds a node to the tree, and finds out whose child the next one is.
    fn add(&mut self, node: &Node) -> Result<(), ParseError> {
        let is_root = self.is_first && node.square == 0;
        self.is_first = false;
        let square = square_of(node.square).ok_or_else(|| {
            let what = format!("{:02x} is not a square", node.square);
            self.error(node.place, what)
        })?;
        let parent = self.parent;
        let added = match parent {
            Some(_) if is_root => parent,
            Some(parent) if !node.has(flag::NO_MOVE) => Some(self.add_move(parent, square, node)?),
            _ => {
                let is_bare = node.comment.is_none() && node.has(flag::LEAF);
                self.left_out.deleted += usize::from(parent.is_none() || !is_bare);
                None
            }
        };
        if let Some((text, parent)) = node.text.clone().zip(parent) {
            match square {
                Some(square) => self.texts.push((Text::Label(parent, square), text)),
                None => self.left_out.texts += 1,
            }
        }
        if let Some(added) = added {
            self.add_notes(added, node);
        }
        if node.has(flag::SIBLING) {
            self.waiting.push(parent);
        }
        self.parent = match node.has(flag::LEAF) {
            // What follows the last leaf, RenLib takes for its child.
            true => self.waiting.pop().unwrap_or(added),
            false => added,
        };
        Ok(())
    }

    fn add_move(
        &mut self,
        parent: NodeId,
        square: Option<Square>,
        node: &Node,
    ) -> Result<NodeId, ParseError> {
        let color = match self.tree.action(parent) {
            Action::Move(color, _) | Action::Pass(color) => !color,
            Action::None => Color::Black,
        };
        let action = match square {
            Some(square) => Action::Move(color, square),
            None => Action::Pass(color),
        };
        let added = self.tree.add(parent, action);
        added.map_err(|error| self.error(node.place, error))
    }

    fn add_notes(&mut self, added: NodeId, node: &Node) {
        if node.has(flag::MARK) {
            self.tree.notes_mut(added).hot = Some(false);
        }
        if node.has(flag::START) {
            let other = match added {
                NodeId::ROOT => &mut self.tree.facts.other,
                added => &mut self.tree.notes_mut(added).other,
            };
            other.push(Property {
                name: START_NAME.to_string(),
                values: vec![String::new()],
            });
        }
        if let Some(comment) = &node.comment {
            let text = match node.has(flag::OLD_COMMENT) {
                true => Text::OldComment(added),
                false => Text::Comment(added),
            };
            self.texts.push((text, comment.clone()));
        }
    }

    /// Turns the bytes of all texts into letters.
    fn read_texts(&mut self) {
        let of_unknown_encoding = |text: &Text| !matches!(text, Text::OldComment(_));
        let mut all = Vec::new();
        for (text, place) in &self.texts {
            let bytes = &self.bytes[place.clone()];
            if of_unknown_encoding(text) && !bytes.is_ascii() {
                all.extend_from_slice(bytes);
                all.push(b'\n');
            }
        }
        let encoding = encoding::detect(&all);
        drop(all);
        for (text, place) in std::mem::take(&mut self.texts) {
            let bytes = &self.bytes[place];
            match text {
                Text::OldComment(node) => self.set_comment(node, &old_letters(bytes)),
                Text::Comment(node) => self.set_comment(node, &letters(bytes, encoding)),
                Text::Label(node, square) => {
                    let label = one_line(&letters(bytes, encoding));
                    let kind = MarkKind::Label(label);
                    self.tree.notes_mut(node).marks.push(Mark { square, kind });
                }
            }
        }
    }

    fn set_comment(&mut self, node: NodeId, text: &str) {
        let comment = Comment::split(text);
        if comment.first.is_empty() && comment.others.is_empty() {
            return;
        }
        let notes = self.tree.notes_mut(node);
        notes.name = comment.first;
        notes.comment = comment.others;
    }

    fn error(&self, place: usize, what: impl ToString) -> ParseError {
        ParseError::at_byte(place, what)
    }

    /// What was left out, in words.
    fn left_out(&self) -> Vec<String> {
        let LeftOut {
            deleted,
            texts,
            flags,
            end,
        } = self.left_out;
        let mut said = Vec::new();
        if deleted > 0 {
            said.push(format!("left out: {deleted} deleted moves"));
        }
        if texts > 0 {
            said.push(format!("left out: {texts} board texts without a square"));
        }
        if flags {
            said.push("left out: flags that are not known".to_string());
        }
        if end {
            said.push("the end of the file is missing".to_string());
        }
        said
    }
}

/// The square of a byte, `Some(None)` for none; `None` if there is no such square.
fn square_of(byte: u8) -> Option<Option<Square>> {
    if byte == 0 {
        return Some(None);
    }
    let (column, row) = (usize::from(byte % 16), usize::from(byte / 16));
    if column == 0 || row >= SIDE {
        return None;
    }
    Square::new(column as i32 - 1, row as i32).map(Some)
}
