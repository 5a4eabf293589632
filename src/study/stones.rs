//! The stones at a node, as SGF means them.

use crate::records::tree::{Action, GameTree, NodeId, SetUp};
use crate::types::{Color, SQUARES, Square, SquareSet};

/// A stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Whose it is.
    pub color: Color,
    /// The number of its move; nothing if it was set up.
    pub number: Option<usize>,
}

/// All stones at a node.
#[derive(Clone, Debug)]
pub struct Stones {
    size: (usize, usize),
    at: Vec<Option<Stone>>,
    /// The side to move.
    pub to_move: Color,
    /// The last move's square, if the node is one.
    pub last: Option<Square>,
    /// The number of moves and passes that led here.
    pub moves: usize,
}

impl Stones {
    /// The stones at a node.
    pub fn at(tree: &GameTree, node: NodeId) -> Stones {
        let mut stones = Stones::none(tree);
        for node in tree.path(node) {
            if let Some(notes) = tree.notes(node) {
                stones.set_up(&notes.set_up);
            }
            stones.play(tree.action(node));
        }
        stones
    }

    /// The stones before a node and before what it sets up.
    pub fn before(tree: &GameTree, node: NodeId) -> Stones {
        match tree.parent(node) {
            Some(parent) => Stones::at(tree, parent),
            None => Stones::none(tree),
        }
    }

    fn none(tree: &GameTree) -> Stones {
        Stones {
            size: (tree.width, tree.height),
            at: vec![None; SQUARES],
            to_move: Color::Black,
            last: None,
            moves: 0,
        }
    }

    fn set_up(&mut self, set_up: &SetUp) {
        for square in &set_up.emptied {
            self.at[square.index()] = None;
        }
        let mut is_any = false;
        for color in Color::ALL {
            for square in &set_up.stones[color.index()] {
                let number = None;
                self.at[square.index()] = Some(Stone { color, number });
                is_any = true;
            }
        }
        if let Some(color) = set_up.to_move {
            self.to_move = color;
        } else if is_any {
            let [black, white] = Color::ALL.map(|color| self.count(color));
            self.to_move = if black > white {
                Color::White
            } else {
                Color::Black
            };
        }
    }

    fn play(&mut self, action: Action) {
        self.last = None;
        let color = match action {
            Action::None => return,
            Action::Move(color, square) => {
                self.at[square.index()] = Some(Stone {
                    color,
                    number: Some(self.moves + 1),
                });
                self.last = Some(square);
                color
            }
            Action::Pass(color) => color,
        };
        self.moves += 1;
        self.to_move = !color;
    }

    /// The stone on a square.
    pub fn on(&self, square: Square) -> Option<Stone> {
        self.at[square.index()]
    }

    /// The number of stones of a colour.
    pub fn count(&self, color: Color) -> usize {
        let is_own = |stone: &&Option<Stone>| stone.is_some_and(|stone| stone.color == color);
        self.at.iter().filter(is_own).count()
    }

    /// The squares of the board without a stone.
    pub fn empty(&self) -> SquareSet {
        let squares = self.squares();
        squares
            .filter(|&square| self.on(square).is_none())
            .collect()
    }

    /// All stones with their squares.
    pub fn all(&self) -> impl Iterator<Item = (Square, Stone)> + '_ {
        let squares = self.squares();
        squares.filter_map(|square| Some((square, self.on(square)?)))
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = self.size;
        let rows = 0..height as i32;
        rows.flat_map(move |y| (0..width as i32).filter_map(move |x| Square::new(x, y)))
    }

    /// Whether a square lies on the board.
    pub fn has(&self, square: Square) -> bool {
        square.x() < self.size.0 && square.y() < self.size.1
    }
}
