//! What a library knows of a position, as the board of the question lies.

use std::collections::{BTreeMap, BTreeSet};

use super::LibraryError;
use super::analysis::{Given, Line, LineRow, before};
use super::games::GameRow;
use super::key::{Canonical, Code, Key};
use super::minimax::{predecessors, values};
use super::notes::{Comment, NotesRow};
use super::played::{Passage, Played, Results, results};
use super::rare;
use super::store::{Library, whole};
use super::tables::{self, Readable};
use super::written;
use crate::board::Board;
use crate::game::GameResult;
use crate::records::tree::Mark;
use crate::types::{Depth, Rule, Score, Square};

/// What a library knows of a position.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// All games that have come here.
    pub results: Results,
    /// What was played, what the engine has looked at, and what leads to a position with
    /// something of its own: by the number of games, then by value.
    pub moves: Vec<KnownMove>,
    /// The numbers of the games that have come here, the newest first.
    pub games: Vec<u32>,
    /// The value for the side to move, backed up from all later positions that were
    /// analysed.
    pub value: Option<Score>,
    /// The greatest depth of the lines.
    pub depth: Depth,
    /// What searches have found, the best line first.
    pub lines: Vec<Line>,
    /// A score that was set by hand.
    pub given: Option<Given>,
    /// Words about the position.
    pub comments: Vec<Comment>,
    /// Labels and other signs.
    pub marks: Vec<Mark>,
    /// The sign of the move that leads here.
    pub tag: Option<char>,
    /// The library has something of the position itself, not only of moves from here.
    pub is_known: bool,
}

/// A move that a library knows.
#[derive(Clone, Debug)]
pub struct KnownMove {
    /// Where; `None` is a pass.
    pub square: Option<Square>,
    /// All squares that are the same move, if the position is symmetric.
    pub same: Vec<Square>,
    /// The games that have played it here.
    pub results: Results,
    /// All games that have come to the position after it, in whatever order.
    pub after: Results,
    /// Its value for the side to move, if it was analysed.
    pub value: Option<Score>,
    /// How deep: of the position after it if that has an entry, else of its line.
    pub depth: Depth,
    /// The position after it has an entry of its own.
    pub is_analysed: bool,
    /// The sign of the position after it.
    pub tag: Option<char>,
    /// Somebody has said something about the position after it.
    pub has_comment: bool,
}

/// A stone with which a position was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The last stone.
    pub square: Square,
    /// How many games have placed it last.
    pub games: usize,
}

/// A game of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownGame {
    /// Black and White.
    pub players: [String; 2],
    /// The tournament.
    pub event: String,
    /// Its round.
    pub round: String,
    /// Where it was played.
    pub place: String,
    /// When.
    pub date: String,
    /// The file that it is from.
    pub source: String,
    /// How it ended, if known.
    pub result: Option<GameResult>,
    /// The rule.
    pub rule: Rule,
    /// The last position, with the moves that led there.
    pub board: Board,
}

impl Library {
    /// What the library knows of a position.
    pub fn look(&self, board: &Board, rule: Rule) -> Result<Entry, LibraryError> {
        whole(|| {
            let tables = self.reading()?;
            let look = Look::new(&tables, board, rule)?;
            let written = written::moves(&tables, (board, rule), &look.canonical)?;
            look.entry(&written)
        })
    }

    /// With which stones the position was reached from positions that the library
    /// knows: several if moves transpose.
    pub fn arrivals(&self, board: &Board, rule: Rule) -> Result<Vec<Arrival>, LibraryError> {
        whole(|| {
            let tables = self.reading()?;
            let mut arrivals = Vec::new();
            for (square, before) in predecessors(board) {
                let canonical = Canonical::of(&before, rule)?;
                let code = canonical.code(Some(square), &before);
                let played = rare::played(&tables, &canonical.key)?.unwrap_or_default();
                let made = played.0.into_iter().find(|(one, _)| *one == code);
                let found = tables::found(&tables.found, &canonical.key)?;
                let is_line = |line: &LineRow| line.first() == code;
                let is_found = found.is_some_and(|row| row.lines.iter().any(is_line));
                if made.is_some() || is_found {
                    let games = made.map_or(0, |(_, passages)| passages.len());
                    arrivals.push(Arrival { square, games });
                }
            }
            arrivals.sort_by_key(|arrival| std::cmp::Reverse(arrival.games));
            Ok(arrivals)
        })
    }

    /// The game with a number that an [`Entry`] has.
    pub fn game(&self, number: u32) -> Result<KnownGame, LibraryError> {
        whole(|| {
            let tables = self.reading()?;
            let row = tables::game(&tables.games, &tables.texts, number)?;
            known_game(row).ok_or_else(|| LibraryError::entry("games"))
        })
    }
}

fn known_game(row: GameRow<String>) -> Option<KnownGame> {
    let mut board = Board::new(row.width, row.height).ok()?;
    for &made in &row.moves {
        super::games::play(&mut board, made)?;
    }
    let [black, white, event, round, place, date, source] = row.texts;
    Some(KnownGame {
        players: [black, white],
        event,
        round,
        place,
        date,
        source,
        result: row.result.result(),
        rule: row.rule,
        board,
    })
}

/// A question about a position.
pub(super) struct Look<'t> {
    tables: &'t Readable,
    board: &'t Board,
    rule: Rule,
    pub canonical: Canonical,
}

impl<'t> Look<'t> {
    pub fn new(
        tables: &'t Readable,
        board: &'t Board,
        rule: Rule,
    ) -> Result<Look<'t>, LibraryError> {
        Ok(Look {
            tables,
            board,
            rule,
            canonical: Canonical::of(board, rule)?,
        })
    }

    /// What is said of the position, if anything.
    pub fn notes(&self) -> Result<Option<NotesRow>, LibraryError> {
        tables::notes(&self.tables.notes, &self.canonical.key)
    }

    /// The entry; its moves are those that it has itself and these.
    pub fn entry(&self, more: &BTreeSet<Code>) -> Result<Entry, LibraryError> {
        let key = &self.canonical.key;
        let (played, notes) = (rare::played(self.tables, key)?, self.notes()?);
        let row = tables::found(&self.tables.found, key)?;
        let is_known = played.is_some() || notes.is_some() || row.is_some();
        let (played, notes) = (played.unwrap_or_default(), notes.unwrap_or_default());
        let mut entry = Entry {
            is_known,
            results: results(played.passages()),
            comments: notes.comments(&self.canonical, self.board),
            marks: notes.marks(&self.canonical, self.board),
            tag: notes.tag,
            ..Entry::default()
        };
        entry.games = played.passages().map(|passage| passage.game).collect();
        entry.games.sort_unstable_by(|one, other| other.cmp(one));
        let mut known = BTreeMap::new();
        if let Some(row) = row {
            let values = values(&self.tables.found, (self.board, self.rule), &row)?;
            known = values;
            entry.value = Some(row.value);
            entry.depth = row.depth();
            entry.given = row.given;
            let lines = row.lines.iter();
            let lines = lines.filter_map(|line| line.on(&self.canonical, self.board));
            entry.lines = lines.collect();
            entry
                .lines
                .sort_by_key(|line| std::cmp::Reverse(line.score));
        }
        entry.moves = self.moves(&played, (&known, more), &entry.lines)?;
        Ok(entry)
    }

    fn moves(
        &self,
        played: &Played,
        (values, more): (&BTreeMap<Code, Score>, &BTreeSet<Code>),
        lines: &[Line],
    ) -> Result<Vec<KnownMove>, LibraryError> {
        let mut codes: BTreeMap<Code, &[Passage]> = BTreeMap::new();
        for (code, passages) in &played.0 {
            codes.insert(*code, passages);
        }
        for code in values.keys().chain(more) {
            codes.entry(*code).or_default();
        }
        codes.remove(&Code::END);
        let mut moves = Vec::with_capacity(codes.len());
        for (code, passages) in codes {
            let square = self.canonical.square(code, self.board);
            let is_possible = square.is_none_or(|square| self.board.is_empty(square));
            if square.is_none() && code != Code::PASS || !is_possible {
                return Err(LibraryError::entry("played"));
            }
            let line = lines.iter().find(|line| Some(line.moves[0]) == square);
            let after = self.after(square)?;
            moves.push(KnownMove {
                same: self.canonical.squares(code, self.board),
                results: results(passages.iter().copied()),
                value: values.get(&code).copied().or(after.value),
                depth: match (after.is_analysed, line) {
                    (false, Some(line)) => line.depth,
                    _ => after.depth,
                },
                ..after
            });
        }
        moves.sort_by_key(|one| std::cmp::Reverse((one.results.games(), one.value)));
        Ok(moves)
    }

    /// What the library knows of the position after a move.
    fn after(&self, square: Option<Square>) -> Result<KnownMove, LibraryError> {
        let mut board = self.board.clone();
        match square {
            Some(square) => board.place(square),
            None => board.pass(),
        }
        let key = Key::of(&board, self.rule)?;
        let played = rare::played(self.tables, &key)?.unwrap_or_default();
        let found = tables::found(&self.tables.found, &key)?;
        let notes = tables::notes(&self.tables.notes, &key)?;
        // Values rise by stones alone.
        let row = square.and(found.as_ref());
        Ok(KnownMove {
            square,
            same: Vec::new(),
            results: Results::default(),
            after: results(played.passages()),
            value: row.map(|row| before(row.value)),
            depth: found.as_ref().map_or(0, |row| row.depth()),
            is_analysed: found.is_some(),
            has_comment: notes.as_ref().is_some_and(NotesRow::has_comment),
            tag: notes.and_then(|notes| notes.tag),
        })
    }
}
