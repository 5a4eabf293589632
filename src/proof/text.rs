//! Proofs as JSON, one object per line, with their position:
//!
//! ```json
//! {"id":"a","rule":"freestyle","board":"...../..../...","to_move":"black","proof":[{"move":"c3"},{"move":"b2","replies":{"c3":0},"rest":0}]}
//! ```
//!
//! `board` is a diagram, the top row first; the last node of `proof` is the root. Other
//! fields are ignored.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Node, NodeId, Proof, followers};
use crate::board::notation::{self, NotationError, parse_square, square_name};
use crate::board::{Board, Content};
use crate::types::{Color, Rule, UnknownRule};

/// A proof with the position and the rule that it is for.
#[derive(Clone, Debug)]
pub struct ProofRecord {
    /// Names the position.
    pub id: String,
    /// The rule.
    pub rule: Rule,
    /// The position; the side to move wins.
    pub board: Board,
    /// The proof.
    pub proof: Proof,
}

/// An invalid line.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// Not the expected JSON object.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// An unknown rule.
    #[error(transparent)]
    Rule(#[from] UnknownRule),
    /// An invalid board, or a square that is not on it.
    #[error(transparent)]
    Square(#[from] NotationError),
    /// Neither `black` nor `white`.
    #[error("to_move is '{0}', not black or white")]
    Side(String),
    /// A node that leads to itself, to a later one, or to a missing one.
    #[error("node {0} does not lead to earlier ones only")]
    Order(NodeId),
}

/// The fields of an object, in the order in which they are written.
#[derive(Serialize, Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    rule: String,
    board: String,
    to_move: String,
    proof: Vec<NodeFields>,
}

#[derive(Serialize, Deserialize)]
struct NodeFields {
    #[serde(rename = "move")]
    square: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    replies: BTreeMap<String, NodeId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest: Option<NodeId>,
}

impl FromStr for ProofRecord {
    type Err = ProofError;

    fn from_str(text: &str) -> Result<ProofRecord, ProofError> {
        let fields: Fields = serde_json::from_str(text)?;
        let mut board = notation::parse_diagram(&fields.board)?;
        let to_move = match fields.to_move.as_str() {
            "black" => Color::Black,
            "white" => Color::White,
            other => return Err(ProofError::Side(other.to_string())),
        };
        if board.side_to_move() != to_move {
            board.pass();
        }
        let mut proof = Proof::new();
        for (id, node) in fields.proof.iter().enumerate() {
            let node = read_node(node, &board)?;
            if followers(&node).any(|next| next >= id) {
                return Err(ProofError::Order(id));
            }
            proof.push(node);
        }
        Ok(ProofRecord {
            id: fields.id.into_owned(),
            rule: fields.rule.parse()?,
            board,
            proof,
        })
    }
}

fn read_node(fields: &NodeFields, board: &Board) -> Result<Node, NotationError> {
    let reply = |(name, &id): (&String, &NodeId)| parse_square(name, board).map(|at| (at, id));
    Ok(Node {
        square: parse_square(&fields.square, board)?,
        replies: fields.replies.iter().map(reply).collect::<Result<_, _>>()?,
        rest: fields.rest,
    })
}

impl ProofRecord {
    /// The proof as one line, without a line break.
    pub fn to_json(&self) -> String {
        let name = |square| square_name(square, self.board.height());
        let node = |node: &Node| NodeFields {
            square: name(node.square),
            replies: node
                .replies
                .iter()
                .map(|&(reply, id)| (name(reply), id))
                .collect(),
            rest: node.rest,
        };
        let fields = Fields {
            id: Cow::Borrowed(&self.id),
            rule: self.rule.to_string(),
            board: rows(&self.board),
            to_move: self.board.side_to_move().to_string(),
            proof: self.proof.nodes().iter().map(node).collect(),
        };
        // It has strings, numbers, lists and maps by name only, for which
        // there always is JSON.
        serde_json::to_string(&fields).unwrap_or_default()
    }
}

/// The board as a diagram on one line.
fn rows(board: &Board) -> String {
    let mut text = String::new();
    for (square, content) in board.squares() {
        if square.x() == 0 && square.y() > 0 {
            text.push('/');
        }
        text.push(match content {
            Content::Empty => '.',
            Content::Stone(Color::Black) => 'X',
            Content::Stone(Color::White) => 'O',
            Content::Wall => '#',
        });
    }
    text
}
