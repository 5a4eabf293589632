//! The checker: plays every legal reply at every node of a proof.

use std::collections::HashSet;
use std::fmt;

use super::{NodeId, Proof};
use crate::board::Board;
use crate::board::notation::square_name;
use crate::rules;
use crate::types::{Color, Direction, Rule, Square};

/// Why a proof is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// There is no root, or a node leads to a node that is not lower.
    NoNode,
    /// The winner's move is on a square that is not empty.
    Occupied(Square),
    /// The winner's move is forbidden.
    Forbidden(Square),
    /// The opponent can win at once.
    OpponentWins(Square),
    /// This legal reply has no answer.
    Unanswered(Square),
    /// The board is full without a win.
    Draw,
    /// This side has won already.
    Over(Color),
}

/// A flaw of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What is wrong.
    pub kind: FlawKind,
    /// The moves that lead there, the winner's first.
    pub moves: Vec<Square>,
    /// Rows of the board, for the names of squares.
    height: usize,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = |square: Square| square_name(square, self.height);
        match self.kind {
            FlawKind::NoNode => f.write_str("no node to go on with")?,
            FlawKind::Occupied(square) => write!(f, "{} is not empty", name(square))?,
            FlawKind::Forbidden(square) => write!(f, "{} is forbidden", name(square))?,
            FlawKind::OpponentWins(square) => {
                write!(f, "the opponent wins with {}", name(square))?;
            }
            FlawKind::Unanswered(square) => write!(f, "no answer to {}", name(square))?,
            FlawKind::Draw => f.write_str("the board is full")?,
            FlawKind::Over(color) => write!(f, "{color} has won already")?,
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        let moves: Vec<String> = self.moves.iter().map(|&square| name(square)).collect();
        write!(f, " after {}", moves.join(" "))
    }
}

impl std::error::Error for Flaw {}

/// Whether a proof wins for the side to move under this rule against every legal reply,
/// by the referee. A reply that is forbidden for the opponent loses and needs no answer.
pub fn check(board: &Board, rule: Rule, proof: &Proof) -> Result<(), Flaw> {
    let mut checker = Checker {
        board: board.clone(),
        rule,
        proof,
        attacker: board.side_to_move(),
        proved: HashSet::new(),
        moves: Vec::new(),
    };
    if let Some(winner) = rules::winner(board, rule) {
        return Err(checker.flaw(FlawKind::Over(winner)));
    }
    let root = proof.root().ok_or_else(|| checker.flaw(FlawKind::NoNode))?;
    let everywhere: Vec<Square> = board.empty().into_iter().collect();
    let threats = checker.wins_of_defender(everywhere);
    checker.attack(root, &threats)
}

/// How far along its lines a stone can matter: the length of a five and the square
/// behind it.
const REACH: i32 = 6;

struct Checker<'a> {
    board: Board,
    rule: Rule,
    proof: &'a Proof,
    attacker: Color,
    /// Positions (by their hash) in which a node was found to win.
    proved: HashSet<(u64, NodeId)>,
    /// The moves from the root.
    moves: Vec<Square>,
}

impl Checker<'_> {
    /// Checks that the node wins in this position, in which the opponent would win on
    /// these squares if to move.
    fn attack(&mut self, id: NodeId, threats: &[Square]) -> Result<(), Flaw> {
        let proof = self.proof;
        let node = proof.node(id).ok_or_else(|| self.flaw(FlawKind::NoNode))?;
        let square = node.square;
        if !self.board.is_empty(square) {
            return Err(self.flaw(FlawKind::Occupied(square)));
        }
        if rules::wins(&self.board, self.rule, square, self.attacker) {
            return Ok(());
        }
        let place = (self.board.hash(), id);
        if self.proved.contains(&place) {
            return Ok(());
        }
        if !self.is_legal(square) {
            return Err(self.flaw(FlawKind::Forbidden(square)));
        }
        self.place(square);
        self.defend(id, threats)?;
        self.undo();
        self.proved.insert(place);
        Ok(())
    }

    /// Checks the node's move, which has just been made, against every reply.
    fn defend(&mut self, id: NodeId, threats: &[Square]) -> Result<(), Flaw> {
        if let Some(&wins) = self.wins_of_defender(threats.to_vec()).first() {
            return Err(self.flaw(FlawKind::OpponentWins(wins)));
        }
        if self.board.empty().is_empty() {
            return Err(self.flaw(FlawKind::Draw));
        }
        let proof = self.proof;
        let node = &proof.nodes()[id];
        let lower = |next: &NodeId| *next < id;
        let rest = node.rest.filter(lower);
        let five = rest.map(|rest| proof.nodes()[rest].square).filter(|&five| {
            self.board.is_empty(five) && rules::wins(&self.board, self.rule, five, self.attacker)
        });
        for reply in *self.board.empty() {
            let own = node.replies.iter().find(|(square, _)| *square == reply);
            let next = match own {
                Some(&(_, next)) => Some(next).filter(lower),
                // A reply far from the five does not affect it.
                None if five.is_some_and(|five| !self.disturbs(reply, five)) => continue,
                None => rest,
            };
            let answered = match next {
                Some(next) => self.answer(reply, next),
                None => Err(self.flaw(FlawKind::Unanswered(reply))),
            };
            // Last, because it is slow and rarely needed.
            if let Err(flaw) = answered
                && self.is_legal(reply)
            {
                return Err(flaw);
            }
        }
        Ok(())
    }

    /// Checks that the node wins after this reply. The board is unchanged afterwards.
    fn answer(&mut self, reply: Square, next: NodeId) -> Result<(), Flaw> {
        let moves = self.moves.len();
        self.place(reply);
        let near = self.around(reply);
        let threats = self.wins_of_defender(near);
        let answered = self.attack(next, &threats);
        while self.moves.len() > moves {
            self.undo();
        }
        answered
    }

    /// Whether a stone of the opponent on `reply` could keep the attacker's
    /// stone on `five` from winning.
    fn disturbs(&self, reply: Square, five: Square) -> bool {
        match self.rule.blocks_fives() {
            true => reply.distance(five) <= REACH as usize,
            false => reply == five,
        }
    }

    /// Whether the side to move may play on this square.
    fn is_legal(&self, square: Square) -> bool {
        let fouls = self.rule.forbids() && self.board.side_to_move() == Color::Black;
        !fouls || rules::forbidden(&self.board, square).is_none()
    }

    /// The squares of these on which the opponent would win.
    fn wins_of_defender(&self, squares: Vec<Square>) -> Vec<Square> {
        let wins = |&square: &Square| {
            self.board.is_empty(square)
                && rules::wins(&self.board, self.rule, square, !self.attacker)
        };
        squares.into_iter().filter(wins).collect()
    }

    /// The squares on which a stone may win after one on `square`, if there were none
    /// before.
    fn around(&self, square: Square) -> Vec<Square> {
        let on_line =
            |direction| (-REACH..=REACH).filter_map(move |steps| square.step(direction, steps));
        Direction::ALL.into_iter().flat_map(on_line).collect()
    }

    fn place(&mut self, square: Square) {
        self.moves.push(square);
        self.board.place(square);
    }

    fn undo(&mut self) {
        self.moves.pop();
        self.board.undo();
    }

    fn flaw(&self, kind: FlawKind) -> Flaw {
        Flaw {
            kind,
            moves: self.moves.clone(),
            height: self.board.height(),
        }
    }
}
