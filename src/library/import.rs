//! Games and trees of variations into a library.

use super::games::GameRow;
use super::key::{Canonical, Code, Key};
use super::notes::NotesRow;
use super::played::{Outcome, Passage};
use super::rare::{self, Slot};
use super::store::Library;
use super::tables::{self, Writable};
use super::{LibraryError, games};
use crate::board::{Board, Content};
use crate::records::GameRecord;
use crate::records::tree::{Action, GameTree, LineError, NodeId};
use crate::types::{Color, Rule, Square};

/// After so many moves a transaction ends: what a crash can lose.
const BATCH: usize = 400_000;

/// What was read into a library so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that were not there before.
    pub games: usize,
    /// Games that were there already.
    pub known: usize,
    /// Trees without a result and without players: only their moves, comments and
    /// signs are kept.
    pub studies: usize,
    /// Moves of games and trees, each counted as often as it was read.
    pub moves: usize,
    /// Games and trees whose rule is not known: they were left out.
    pub without_rule: usize,
    /// Games and trees that were left out, and why.
    pub refused: Vec<String>,
    /// Branches of trees whose moves cannot be played; they end before.
    pub cut: usize,
}

/// Reads trees into a library, many in a transaction.
pub struct Importer<'l> {
    library: &'l Library,
    done: Imported,
    games: Vec<GameRow<String>>,
    visits: Vec<Visit>,
    notes: Vec<(Key, NotesRow)>,
}

/// The main line of a tree if it is a game: if it has a result or a player with a name.
///
/// # Errors
/// The main line of a game, or of a tree without variations, cannot be played. Of other
/// trees a library keeps all that can be reached.
pub fn game_of(tree: &GameTree) -> Result<Option<GameRecord>, LineError> {
    let facts = &tree.facts;
    let is_named = facts.players.iter().any(|player| !player.name.is_empty());
    match tree.main_line() {
        Ok(main) => Ok((is_named || main.result.is_some()).then_some(main)),
        Err(error) if is_named || facts.result.is_some() || !has_variations(tree) => Err(error),
        Err(_) => Ok(None),
    }
}

fn has_variations(tree: &GameTree) -> bool {
    tree.nodes().any(|node| tree.next_sibling(node).is_some())
}

/// A move that was made in a position, by a game of [`Importer::games`] or by none.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Visit {
    key: Key,
    code: Code,
    game: Option<(u32, Outcome)>,
}

impl<'l> Importer<'l> {
    /// An importer; [`Importer::finish`] ends it.
    pub fn new(library: &'l Library) -> Importer<'l> {
        Importer {
            library,
            done: Imported::default(),
            games: Vec::new(),
            visits: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Reads a tree: its main line is a game if it has a result or a player with a name;
    /// its variations are moves without games. `source` is where it is from. The rule
    /// counts if the tree has none. What [`game_of`] refuses is left out.
    pub fn add(
        &mut self,
        tree: &GameTree,
        rule: Option<Rule>,
        source: &str,
    ) -> Result<(), LibraryError> {
        let Some(rule) = tree.facts.rule.or(rule) else {
            self.done.without_rule += 1;
            return Ok(());
        };
        let game = match game_of(tree) {
            Ok(game) => game,
            Err(error) => {
                self.done.refused.push(format!("{source}: {error}"));
                return Ok(());
            }
        };
        match &game {
            Some(game) => self.add_game(tree, game, rule, source)?,
            None => self.done.studies += 1,
        }
        Walk::new(self, tree, rule, source)?.walk(game.is_none())
    }

    /// Adds the main line's game and its moves.
    fn add_game(
        &mut self,
        tree: &GameTree,
        main: &GameRecord,
        rule: Rule,
        source: &str,
    ) -> Result<(), LibraryError> {
        let facts = &tree.facts;
        let [black, white] = &facts.players;
        let texts = [
            &black.name,
            &white.name,
            &facts.event,
            &facts.round,
            &facts.place,
            &facts.date,
        ];
        let [black, white, event, round, place, date] = texts.map(String::clone);
        let is_set_up = |node: &NodeId| {
            let notes = tree.notes(*node);
            notes.is_some_and(|notes| notes.set_up != Default::default())
        };
        let has_set_up = tree.path(tree.main_end()).iter().any(is_set_up);
        let row = GameRow {
            width: main.width,
            height: main.height,
            rule,
            result: Outcome::of(main.result),
            texts: [black, white, event, round, place, date, source.to_string()],
            set_up: if has_set_up { main.opening } else { 0 },
            moves: main.moves.iter().map(|played| played.square).collect(),
        };
        self.add_row(row)
    }

    /// Adds a game.
    pub(super) fn add_row(&mut self, row: GameRow<String>) -> Result<(), LibraryError> {
        let game = Some((self.games.len() as u32, row.result));
        rare::for_each_visit(&row, |canonical, code| {
            let key = canonical.key;
            self.visits.push(Visit { key, code, game });
            Ok(())
        })?;
        self.games.push(row);
        self.flush_if_many()
    }

    /// Adds a move that no game has played.
    pub(super) fn add_move(&mut self, key: Key, code: Code) -> Result<(), LibraryError> {
        let game = None;
        self.visits.push(Visit { key, code, game });
        self.flush_if_many()
    }

    /// Adds what is said of a position.
    pub(super) fn add_notes(&mut self, key: Key, notes: NotesRow) -> Result<(), LibraryError> {
        self.notes.push((key, notes));
        self.flush_if_many()
    }

    fn flush_if_many(&mut self) -> Result<(), LibraryError> {
        match self.visits.len() + self.notes.len() < BATCH {
            true => Ok(()),
            false => self.flush(),
        }
    }

    /// Writes what was read since the last transaction.
    fn flush(&mut self) -> Result<(), LibraryError> {
        self.visits.sort_unstable();
        let (library, done) = (self.library, &mut self.done);
        let (rows, visits, notes) = (&mut self.games, &self.visits, &mut self.notes);
        let (new, known) = library.write(|tables| {
            let mut numbers = Vec::with_capacity(rows.len());
            let mut new = 0;
            for row in rows.drain(..) {
                let (number, is_new) = add_row(tables, row)?;
                new += usize::from(is_new);
                numbers.push(number);
            }
            let mut few = Vec::new();
            for same in visits.chunk_by(|one, next| one.key == next.key) {
                add_visits(tables, same, &numbers, &mut few)?;
            }
            rare::add(tables, few)?;
            for (key, row) in notes.drain(..) {
                let mut all = tables::notes(&tables.notes, &key)?.unwrap_or_default();
                all.merge(row);
                tables.set_notes(&key, &all)?;
            }
            Ok((new, numbers.len() - new))
        })?;
        done.games += new;
        done.known += known;
        done.moves += self.visits.len();
        self.visits.clear();
        Ok(())
    }

    /// Writes the rest, and returns what was read.
    pub fn finish(mut self) -> Result<Imported, LibraryError> {
        self.flush()?;
        Ok(self.done)
    }
}

/// Adds what games and trees have done in one position; the games of a position that few
/// have reached come to `few`.
fn add_visits(
    tables: &mut Writable,
    visits: &[Visit],
    numbers: &[u32],
    few: &mut Vec<(Slot, u32)>,
) -> Result<(), LibraryError> {
    let key = &visits[0].key;
    let number = |game: u32| numbers[game as usize];
    let games = visits.iter().filter_map(|visit| visit.game);
    let entry = tables::entry(tables, key)?;
    if entry.is_none() && games.clone().count() == visits.len() {
        let slot = Slot::of(key);
        let known = rare::bucket(tables, slot.bucket)?.games(slot);
        if known.len() + visits.len() <= rare::MOST {
            few.extend(games.map(|(game, _)| (slot, number(game))));
            return Ok(());
        }
    }
    let mut played = match entry {
        Some(played) => played,
        None => rare::promote(tables, key)?,
    };
    for visit in visits {
        let passage = visit.game.map(|(game, result)| Passage {
            game: number(game),
            result,
        });
        played.add(visit.code, passage);
    }
    tables.set_played(key, &played)
}

/// Adds a game unless it is there already; returns its number and whether it is new.
fn add_row(tables: &mut Writable, row: GameRow<String>) -> Result<(u32, bool), LibraryError> {
    let mut names = [0; games::TEXTS];
    for (name, text) in names.iter_mut().zip(&row.texts) {
        *name = tables.name(text)?;
    }
    tables.game(&row.with_texts(|_| names))
}

/// A board that a reader has let through although it is of no size.
fn damaged(error: impl ToString) -> LibraryError {
    LibraryError::Damaged(error.to_string())
}

/// A walk through a tree, with the board at each node.
struct Walk<'w, 'l> {
    importer: &'w mut Importer<'l>,
    tree: &'w GameTree,
    rule: Rule,
    source: &'w str,
    board: Board,
    /// For each node whether it is of the main line.
    main: Vec<bool>,
    /// For each node whether it cannot be reached.
    cut: Vec<bool>,
}

impl<'w, 'l> Walk<'w, 'l> {
    fn new(
        importer: &'w mut Importer<'l>,
        tree: &'w GameTree,
        rule: Rule,
        source: &'w str,
    ) -> Result<Walk<'w, 'l>, LibraryError> {
        let mut main = vec![false; tree.len()];
        for node in tree.path(tree.main_end()) {
            main[node.index()] = true;
        }
        Ok(Walk {
            importer,
            tree,
            rule,
            source,
            board: Board::new(tree.width, tree.height).map_err(damaged)?,
            main,
            cut: vec![false; tree.len()],
        })
    }

    /// Takes over moves and notes; the moves of the main line only if it is no game.
    fn walk(mut self, is_study: bool) -> Result<(), LibraryError> {
        // The nodes above, each with how many moves it has made.
        let mut above: Vec<(NodeId, usize)> = Vec::new();
        for node in self.tree.depth_first() {
            let parent = self.tree.parent(node);
            while above.last().is_some_and(|(last, _)| Some(*last) != parent) {
                let moves = above.pop().map_or(0, |(_, moves)| moves);
                (0..moves).for_each(|_| {
                    self.board.undo();
                });
            }
            let before = self.board.moves().len();
            if parent.is_some_and(|parent| self.cut[parent.index()]) {
                self.cut[node.index()] = true;
            } else if !self.make(node, is_study)? {
                self.cut[node.index()] = true;
                self.importer.done.cut += 1;
            } else {
                self.note(node)?;
            }
            above.push((node, self.board.moves().len() - before));
        }
        Ok(())
    }

    /// Makes what a node does; returns whether that is possible. On the board there
    /// may then be a part of it.
    fn make(&mut self, node: NodeId, is_study: bool) -> Result<bool, LibraryError> {
        if let Some(notes) = self.tree.notes(node) {
            let set_up = &notes.set_up;
            if !set_up.emptied.is_empty() {
                return Ok(false);
            }
            for color in Color::ALL {
                for &square in &set_up.stones[color.index()] {
                    if !self.is_free(square) {
                        return Ok(false);
                    }
                    self.board.place_as(color, square);
                }
            }
            if set_up
                .to_move
                .is_some_and(|side| side != self.board.side_to_move())
            {
                self.board.pass();
            }
        }
        let (color, made) = match self.tree.action(node) {
            Action::None => return Ok(true),
            Action::Move(color, square) => (color, Some(square)),
            Action::Pass(color) => (color, None),
        };
        // Moves of games are counted with their games.
        let counts = is_study || !self.main[node.index()];
        if self.board.side_to_move() != color {
            if counts {
                self.visit(None)?;
            }
            self.board.pass();
        }
        if made.is_some_and(|square| !self.is_free(square)) {
            return Ok(false);
        }
        if counts {
            self.visit(made)?;
        }
        match made {
            Some(square) => self.board.place(square),
            None => self.board.pass(),
        }
        Ok(true)
    }

    /// A move that belongs to no game.
    fn visit(&mut self, made: Option<Square>) -> Result<(), LibraryError> {
        let canonical = Canonical::of(&self.board, self.rule)?;
        let code = canonical.code(made, &self.board);
        self.importer.add_move(canonical.key, code)
    }

    fn is_free(&self, square: Square) -> bool {
        self.board.at(square) == Content::Empty
    }

    /// Takes over what a node says.
    fn note(&mut self, node: NodeId) -> Result<(), LibraryError> {
        let Some(notes) = self.tree.notes(node) else {
            return Ok(());
        };
        let canonical = Canonical::of(&self.board, self.rule)?;
        let row = NotesRow::of(notes, &canonical, &self.board, self.source);
        if !row.is_empty() {
            self.importer.add_notes(canonical.key, row)?;
        }
        Ok(())
    }
}
