//! A part of a library as a tree, for files that people read.

use std::collections::{BTreeSet, HashMap};

use super::LibraryError;
use super::entry::{Entry, KnownMove, Look};
use super::key::{Beginning, Canonical, Key};
use super::minimax::predecessors;
use super::store::{Library, whole};
use super::tables::Readable;
use super::written::for_each_after;
use crate::board::{Board, Symmetry};
use crate::records::tree::{Action, GameTree, NodeId, Notes};
use crate::scale::Normalised;
use crate::types::{Color, Rule, Square};

/// What of a library becomes a tree.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt {
    /// How many moves after the position.
    pub depth: usize,
    /// Moves that fewer games have played are left out, unless the engine has looked at
    /// them or a tree of variations has them and this is 0. If it is 0 positions to which
    /// no move of the library leads are there, too.
    pub least_games: usize,
    /// Add a line with numbers of games and the engine's value to the comments.
    pub figures: bool,
    /// The tree has at most so many nodes.
    pub most_nodes: usize,
}

impl Library {
    /// The tree below a position, whose own moves come first. A position that several
    /// ways lead to has its moves where it comes first. Returns whether all that was
    /// asked for is in the tree.
    pub fn tree(
        &self,
        board: &Board,
        rule: Rule,
        excerpt: &Excerpt,
    ) -> Result<(GameTree, bool), LibraryError> {
        whole(|| {
            let tables = self.reading()?;
            let mut growth = Growth::new(&tables, (board, rule), excerpt)?;
            growth.grow()?;
            if growth.is_whole && excerpt.least_games == 0 {
                growth.add_strays()?;
            }
            Ok((growth.tree, growth.is_whole))
        })
    }
}

/// A node of the tree with its board.
#[derive(Clone)]
struct Place {
    node: NodeId,
    board: Board,
    /// How many moves after the position that was asked for.
    depth: usize,
}

/// Where a position came first.
struct First {
    node: NodeId,
    /// Its moves are there.
    has_moves: bool,
}

/// A tree that grows.
struct Growth<'l> {
    tables: &'l Readable,
    /// The position that was asked for, and its node.
    base: (&'l Board, NodeId),
    rule: Rule,
    excerpt: &'l Excerpt,
    tree: GameTree,
    firsts: HashMap<Key, First>,
    /// New nodes without their notes and moves.
    waiting: Vec<Place>,
    is_whole: bool,
}

impl<'l> Growth<'l> {
    fn new(
        tables: &'l Readable,
        (board, rule): (&'l Board, Rule),
        excerpt: &'l Excerpt,
    ) -> Result<Growth<'l>, LibraryError> {
        let mut tree = GameTree::new(board.width(), board.height());
        tree.facts.rule = Some(rule);
        let (mut node, mut color) = (NodeId::ROOT, Color::Black);
        for &made in board.moves() {
            node = add(&mut tree, node, action(color, made))?;
            color = !color;
        }
        let first = Place {
            node,
            board: board.clone(),
            depth: 0,
        };
        Ok(Growth {
            tables,
            base: (board, node),
            rule,
            excerpt,
            tree,
            firsts: HashMap::new(),
            waiting: vec![first],
            is_whole: true,
        })
    }

    /// Gives the new nodes their notes and moves, and so on with the nodes of these.
    fn grow(&mut self) -> Result<(), LibraryError> {
        // The newest first: memory is that of one line with its variations.
        while let Some(place) = self.waiting.pop() {
            let look = Look::new(self.tables, &place.board, self.rule)?;
            let entry = look.entry(&BTreeSet::new())?;
            let notes = look.notes()?.unwrap_or_default();
            let notes = notes.notes(&look.canonical, &place.board);
            self.describe(&place, notes, &entry);
            let first = self.firsts.entry(look.canonical.key).or_insert(First {
                node: place.node,
                has_moves: false,
            });
            if place.depth < self.excerpt.depth && !first.has_moves {
                first.has_moves = true;
                self.add_moves(&place, &entry.moves)?;
            }
        }
        Ok(())
    }

    fn describe(&mut self, place: &Place, notes: Notes, entry: &Entry) {
        if notes != Notes::default() {
            *self.tree.notes_mut(place.node) = notes;
        }
        if self.excerpt.figures {
            let figures = figures(entry, place.board.side_to_move());
            let comment = &mut self.tree.notes_mut(place.node).comment;
            let gap = if comment.is_empty() { "" } else { "\n\n" };
            *comment = format!("{comment}{gap}{figures}");
        }
    }

    fn add_moves(&mut self, place: &Place, moves: &[KnownMove]) -> Result<(), LibraryError> {
        let mut below = Vec::new();
        for known in moves {
            let is_wanted =
                known.value.is_some() || known.results.games() >= self.excerpt.least_games;
            if !is_wanted {
                continue;
            }
            match self.child(place, known.square)? {
                Some((child, true)) => below.push(child),
                Some((_, false)) => (),
                None => break,
            }
        }
        self.waiting.extend(below.into_iter().rev());
        Ok(())
    }

    /// The node after a move, and whether it is new; `None` if the tree is full.
    fn child(
        &mut self,
        place: &Place,
        made: Option<Square>,
    ) -> Result<Option<(Place, bool)>, LibraryError> {
        let action = action(place.board.side_to_move(), made);
        let tree = &self.tree;
        let known = tree
            .children(place.node)
            .find(|&child| tree.action(child) == action);
        let node = match known {
            Some(node) => node,
            None if self.tree.len() >= self.excerpt.most_nodes => {
                self.is_whole = false;
                return Ok(None);
            }
            None => add(&mut self.tree, place.node, action)?,
        };
        let mut board = place.board.clone();
        match made {
            Some(square) => board.place(square),
            None => board.pass(),
        }
        let depth = place.depth + 1;
        Ok(Some((Place { node, board, depth }, known.is_none())))
    }

    /// Adds the positions with something of their own to which no move of the library leads.
    /// This reads the keys of all positions that are not fuller than those that are wanted.
    fn add_strays(&mut self) -> Result<(), LibraryError> {
        let (board, _) = self.base;
        let beginning = Beginning::of(board, self.rule)?;
        let most = board.stone_count().saturating_add(self.excerpt.depth);
        let mut strays = BTreeSet::new();
        for table in [&self.tables.found, &self.tables.notes] {
            for_each_after(table, &beginning, most, |key| {
                if !self.firsts.contains_key(&key) {
                    strays.insert(key);
                }
            })?;
        }
        // Those with few stones first: the others may follow them.
        for key in strays {
            if self.is_whole && !self.firsts.contains_key(&key) {
                let damaged = || LibraryError::entry("found");
                let (position, _) = key.board().ok_or_else(damaged)?;
                match self.last_step(&position)? {
                    Some((place, square)) => {
                        if let Some((child, true)) = self.child(&place, Some(square))? {
                            self.waiting.push(child);
                        }
                    }
                    None => self.add_way(&position)?,
                }
                self.grow()?;
            }
        }
        Ok(())
    }

    /// A place in the tree from which one stone leads to a position, and that stone.
    fn last_step(&self, position: &Board) -> Result<Option<(Place, Square)>, LibraryError> {
        for (square, before) in predecessors(position) {
            let canonical = Canonical::of(&before, self.rule)?;
            let Some(first) = self.firsts.get(&canonical.key) else {
                continue;
            };
            // As the position lies there.
            let place = self.place(first.node);
            let code = canonical.code(Some(square), &before);
            let here = Canonical::of(&place.board, self.rule)?;
            if place.depth < self.excerpt.depth
                && let Some(square) = here.square(code, &place.board)
            {
                return Ok(Some((place, square)));
            }
        }
        Ok(None)
    }

    /// A node of the tree, with its board.
    fn place(&self, node: NodeId) -> Place {
        let (base, _) = self.base;
        let mut board = base.clone();
        // Behind the root and the moves to the position that was asked for.
        let path = self.tree.path(node).into_iter();
        let path = path.skip(1 + base.moves().len());
        for node in path {
            match self.tree.action(node) {
                Action::Move(_, square) => board.place(square),
                Action::Pass(_) => board.pass(),
                Action::None => (),
            }
        }
        let depth = board.moves().len() - base.moves().len();
        Place { node, board, depth }
    }

    /// Adds moves that lead to a position, where the tree has such as long as it has them.
    fn add_way(&mut self, position: &Board) -> Result<(), LibraryError> {
        let Some(mut left) = self.stones_to_come(position) else {
            return Ok(());
        };
        let mut place = self.place(self.base.1);
        while place.depth < self.excerpt.depth {
            let side = place.board.side_to_move();
            if left.iter().all(Vec::is_empty) && side == position.side_to_move() {
                break;
            }
            let stones = &mut left[side.index()];
            let index_of = |child| match self.tree.action(child) {
                Action::Move(_, square) => stones.iter().position(|one| *one == square),
                _ => None,
            };
            let known = self.tree.children(place.node).find_map(index_of);
            let made = match known {
                Some(index) => Some(stones.swap_remove(index)),
                None => stones.pop(),
            };
            let Some((child, is_new)) = self.child(&place, made)? else {
                break;
            };
            if is_new {
                self.waiting.push(child.clone());
            }
            place = child;
        }
        Ok(())
    }

    /// The stones of a position beyond those of the one that was asked for, turned so that
    /// it can follow that one.
    fn stones_to_come(&self, position: &Board) -> Option<[Vec<Square>; 2]> {
        let (base, _) = self.base;
        let turned = |turn: Symmetry| {
            let stones = Color::ALL.map(|color| {
                let stones = position.stones(color);
                let stones = stones.map(|square| turn.apply(square, position));
                stones.collect::<Vec<_>>()
            });
            let has_all = Color::ALL.into_iter().all(|color| {
                let mut own = base.stones(color);
                own.all(|square| stones[color.index()].contains(&square))
            });
            has_all.then_some(stones)
        };
        let mut turns = Symmetry::of_size(position.width(), position.height());
        let mut stones = turns.find_map(turned)?;
        for stones in &mut stones {
            stones.retain(|&square| base.is_empty(square));
        }
        Some(stones)
    }
}

fn action(color: Color, made: Option<Square>) -> Action {
    match made {
        Some(square) => Action::Move(color, square),
        None => Action::Pass(color),
    }
}

fn add(tree: &mut GameTree, node: NodeId, action: Action) -> Result<NodeId, LibraryError> {
    let added = tree.add(node, action);
    added.map_err(|error| LibraryError::Damaged(error.to_string()))
}

/// Numbers of games and the engine's value, in one line.
fn figures(entry: &Entry, side: Color) -> String {
    let mut parts = Vec::new();
    let results = &entry.results;
    if results.games() > 0 {
        let games = match results.games() {
            1 => "1 game".to_string(),
            games => format!("{games} games"),
        };
        parts.push(format!(
            "{games}: +{} ={} -{} for Black",
            results.black, results.draws, results.white
        ));
    }
    if let Some(value) = entry.value {
        let score = Normalised::of_kept(value);
        let share = 100.0 * score.share();
        parts.push(format!(
            "{share:.1} % for {side} ({score}, depth {})",
            entry.depth
        ));
    }
    parts.join("; ")
}
