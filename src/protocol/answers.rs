//! Answers to Yixin's commands about databases, from a library of positions.
//!
//! The forms are Rapfi's. A value is that of the side to move; a label, as people read
//! it, is for the side that moves there: `w5` wins by its fifth stone from now, `l8`
//! loses, `57%` is its share of the point, and where the engine has not looked the
//! number of games, as `12` or `3k`.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use super::database::{DatabaseCommand, Filter, Wanted};
use super::format::Axes;
use super::point::Point;
use crate::board::Board;
use crate::library::{Entry, Excerpt, Given, Importer, Key, KnownMove, Library, LibraryError};
use crate::records::tree::MarkKind;
use crate::records::{self, ReadOptions, is_same_file, renlib};
use crate::scale::Normalised;
use crate::types::{Rule, Score, ScoreKind, Square};

/// A win is this number less its plies.
const WIN: i32 = 30_000;
/// Numbers beyond this stand for wins and losses.
const LEAST_WIN: i32 = 29_000;
/// The bound of a value that is exact.
const EXACT: u8 = 3;
/// A label has at most so many characters, so that it fits a number.
const LABEL: usize = 4;
/// The most positions of a written file.
const MOST_EXPORTED: usize = 1_000_000;
/// Where comments of graphical programs are from.
const SOURCE: &str = "a graphical program";

/// The library that graphical programs ask.
#[derive(Debug, Default)]
pub(super) struct Database {
    /// Its file, if one is in use.
    pub path: Option<PathBuf>,
    /// It is not to be changed.
    pub is_read_only: bool,
}

/// The game that a question belongs to.
#[derive(Clone, Copy)]
pub(super) struct Game<'b> {
    pub empty: &'b Board,
    pub rule: Rule,
    pub axes: Axes,
}

impl Database {
    /// What to say, each as a message.
    pub fn answers(&mut self, command: &DatabaseCommand, game: Game<'_>) -> Vec<String> {
        let answered = match command {
            DatabaseCommand::Set(path) => self.set(Path::new(path)),
            _ => match &self.path {
                Some(path) => self.answer(command, path, game),
                // Who has no database gets no answer.
                None => Ok(Vec::new()),
            },
        };
        let file = command
            .file()
            .map_or(String::new(), |file| format!("{file}: "));
        answered.unwrap_or_else(|error| vec![format!("database: {file}{error}")])
    }

    fn set(&mut self, path: &Path) -> Result<Vec<String>, LibraryError> {
        match path.exists() {
            true => Library::read(path)?,
            false => Library::open_or_create(path)?,
        };
        self.path = Some(path.to_path_buf());
        let name = path.display();
        Ok(vec![
            format!("DATABASE LOAD START {name}"),
            "DATABASE LOAD DONE".to_string(),
        ])
    }

    fn answer(
        &self,
        command: &DatabaseCommand,
        path: &Path,
        game: Game<'_>,
    ) -> Result<Vec<String>, LibraryError> {
        let reads = matches!(
            command,
            DatabaseCommand::QueryAll { .. }
                | DatabaseCommand::QueryOne(_)
                | DatabaseCommand::QueryText(_)
                | DatabaseCommand::Export(_)
                | DatabaseCommand::Save
        );
        if !reads && self.is_read_only {
            return Ok(vec!["the database is read only".to_string()]);
        }
        let asked = |library, moves: &[Point]| Asked {
            library,
            game,
            board: game.board(moves),
        };
        let library = match reads {
            true => Library::read(path)?,
            false => Library::open(path)?,
        };
        let mut said = Vec::new();
        match command {
            DatabaseCommand::Set(_) => (),
            DatabaseCommand::Save => {
                // Every change was written at once.
                said.push(format!("DATABASE SAVE START {}", path.display()));
                said.push("DATABASE SAVE DONE".to_string());
            }
            DatabaseCommand::Merge(other) if is_same_file(path, Path::new(other)) => {
                said.push("a database cannot be added to itself".to_string());
            }
            DatabaseCommand::Export(file) if is_same_file(path, Path::new(file)) => {
                said.push("a database cannot be written over itself".to_string());
            }
            DatabaseCommand::Merge(other) => {
                let merged = library.merge(&Library::read(Path::new(other))?)?;
                let (games, analyses) = (merged.games, merged.analyses);
                said.push(format!("merged {games} games and {analyses} analyses"));
            }
            DatabaseCommand::Import(file) => said.push(import(&library, Path::new(file), game)?),
            DatabaseCommand::Export(file) => {
                said.push(export(&library, Path::new(file), game)?);
            }
            DatabaseCommand::QueryAll { moves, with_text } => {
                let asked = asked(library, moves);
                said = asked.all()?;
                said.extend(with_text.then(|| asked.text()).transpose()?);
            }
            DatabaseCommand::QueryOne(moves) => said.push(asked(library, moves).one()?),
            DatabaseCommand::QueryText(moves) => said.push(asked(library, moves).text()?),
            DatabaseCommand::EditValues {
                mask,
                tag,
                value,
                depth,
                moves,
            } => {
                let asked = asked(library, moves);
                asked.edit((*mask, *tag), (*value, *depth))?;
                said.push(asked.one()?);
            }
            DatabaseCommand::EditText { text, moves } => {
                let asked = asked(library, moves);
                let (board, library) = (&asked.board, &asked.library);
                library.set_comment(board, game.rule, text, SOURCE)?;
            }
            DatabaseCommand::EditLabel { at, label, moves } => {
                let asked = asked(library, moves);
                if let Some(square) = game.axes.square(*at, &asked.board) {
                    let library = &asked.library;
                    library.set_label(&asked.board, game.rule, square, label)?;
                }
            }
            DatabaseCommand::DeleteOne(moves) => {
                let asked = asked(library, moves);
                asked.library.forget(&asked.board, game.rule)?;
            }
            DatabaseCommand::DeleteAll { filter, moves } => {
                let asked = asked(library, moves);
                let count = asked.delete_after(filter)?;
                said.push(format!("forgot {count} positions; their games stay"));
                said.extend(asked.all()?);
            }
        }
        Ok(said)
    }
}

/// Reads the games of a file into the library.
fn import(library: &Library, file: &Path, game: Game<'_>) -> Result<String, LibraryError> {
    let options = ReadOptions {
        size: Some((game.empty.width(), game.empty.height())),
        rule: Some(game.rule),
        ..ReadOptions::default()
    };
    let bytes = std::fs::read(file)?;
    let games = match records::games(&bytes, &options) {
        Ok(games) => games,
        Err(error) => return Ok(format!("{}: {error}", file.display())),
    };
    let name = file
        .file_name()
        .unwrap_or(file.as_os_str())
        .to_string_lossy();
    let mut importer = Importer::new(library);
    let mut bad = 0;
    for read in games {
        match read.tree {
            Ok(tree) => importer.add(&tree, Some(game.rule), &name)?,
            Err(_) => bad += 1,
        }
    }
    let done = importer.finish()?;
    let (games, studies) = (done.games + done.known, done.studies);
    let left_out = match bad + done.refused.len() {
        0 => String::new(),
        bad => format!(", {bad} cannot be read"),
    };
    Ok(format!(
        "read {games} games and {studies} studies{left_out}"
    ))
}

/// Writes the library, from the empty board on, for RenLib.
fn export(library: &Library, file: &Path, game: Game<'_>) -> Result<String, LibraryError> {
    let excerpt = Excerpt {
        depth: usize::MAX,
        least_games: 0,
        figures: false,
        most_nodes: MOST_EXPORTED,
    };
    let (tree, is_whole) = library.tree(&game.board(&[]), game.rule, &excerpt)?;
    let name = file.display();
    let bytes = match renlib::write(&tree) {
        Ok(bytes) => bytes,
        Err(error) => return Ok(format!("{name}: {error}")),
    };
    std::fs::write(file, bytes)?;
    let part = if is_whole { "" } else { "; there are more" };
    Ok(format!("{name}: {} positions{part}", tree.len()))
}

impl Game<'_> {
    /// The board after these moves; what cannot be played is skipped.
    fn board(&self, moves: &[Point]) -> Board {
        let mut board = self.empty.clone();
        for &point in moves {
            match self.axes.square(point, &board) {
                Some(square) if board.is_empty(square) => board.place(square),
                _ if point == Point::PASS => board.pass(),
                _ => (),
            }
        }
        board
    }
}

/// A question about a position.
struct Asked<'b> {
    library: Library,
    game: Game<'b>,
    board: Board,
}

/// What is said of a square.
#[derive(Default)]
struct Said<'e> {
    known: Option<&'e KnownMove>,
    label: Option<&'e str>,
}

impl Asked<'_> {
    fn entry(&self, board: &Board) -> Result<Entry, LibraryError> {
        self.library.look(board, self.game.rule)
    }

    /// A line for every move that is known and every square with a label.
    fn all(&self) -> Result<Vec<String>, LibraryError> {
        let entry = self.entry(&self.board)?;
        let mut squares: BTreeMap<Square, Said> = BTreeMap::new();
        for known in &entry.moves {
            for &square in &known.same {
                squares.entry(square).or_default().known = Some(known);
            }
        }
        for mark in &entry.marks {
            if let MarkKind::Label(label) = &mark.kind {
                squares.entry(mark.square).or_default().label = Some(label);
            }
        }
        let mut lines = vec!["DATABASE REFRESH".to_string()];
        for (square, said) in squares {
            lines.push(self.line(square, &said));
        }
        lines.push("DATABASE DONE".to_string());
        Ok(lines)
    }

    fn line(&self, square: Square, said: &Said) -> String {
        let (first, second) = self.game.axes.pair(square);
        let label = said.known.and_then(label);
        // For the side to move after it.
        let value = said.known.and_then(|known| known.value).map(after);
        let has_text = said.known.is_some_and(|known| known.has_comment);
        let text: String = said.label.unwrap_or("").split_whitespace().collect();
        format!(
            "DATABASE {first} {second} {} {} {} {} {} {text}",
            label.map_or(-1, |label| packed(&label)),
            value.map_or(0, number),
            said.known.map_or(0, |known| known.depth),
            if value.is_some() { EXACT } else { 0 },
            u8::from(has_text),
        )
    }

    fn one(&self) -> Result<String, LibraryError> {
        let entry = self.entry(&self.board)?;
        if !entry.is_known {
            return Ok("DATABASE ONE 0 0 0 0".to_string());
        }
        let tag = entry.tag.map_or(-1, |tag| tag as i32);
        let value = entry.value;
        let known = KnownMove {
            square: None,
            same: Vec::new(),
            results: entry.results,
            after: entry.results,
            value: value.map(before),
            depth: entry.depth,
            is_analysed: value.is_some(),
            tag: entry.tag,
            has_comment: !entry.comments.is_empty(),
        };
        let text = format!(
            "DATABASE ONE {tag} {} {} {} {}",
            value.map_or(0, number),
            entry.depth,
            if value.is_some() { EXACT } else { 0 },
            label(&known).unwrap_or_default(),
        );
        Ok(text.trim_end().to_string())
    }

    /// The comments, on one line: managers read line by line.
    fn text(&self) -> Result<String, LibraryError> {
        let entry = self.entry(&self.board)?;
        let texts = entry.comments.iter().map(|one| one.text_for(&self.board));
        let text = texts.collect::<Vec<_>>().join(" | ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(format!("DATABASE TEXT {}", quoted(&text)))
    }

    fn edit(
        &self,
        (mask, tag): (i64, i64),
        (value, depth): (i64, i64),
    ) -> Result<(), LibraryError> {
        let rule = self.game.rule;
        if mask & 1 != 0 {
            let tag = u32::try_from(tag).ok().and_then(char::from_u32);
            let tag = tag.filter(|tag| !tag.is_control() && !tag.is_whitespace());
            self.library
                .set_tag(&self.board, rule, tag.map(|tag| tag.to_ascii_lowercase()))?;
        }
        if mask & 6 != 0 {
            let entry = self.entry(&self.board)?;
            let mut given = entry.given.unwrap_or(Given {
                score: entry.value.unwrap_or(Score::DRAW),
                depth: entry.depth,
            });
            if mask & 2 != 0 {
                given.score = score(value);
            }
            if mask & 4 != 0 {
                given.depth = depth.clamp(0, 1_000) as i32;
            }
            self.library.give(&self.board, rule, given)?;
        }
        Ok(())
    }

    /// Forgets positions after this one; returns how many.
    fn delete_after(&self, filter: &Filter) -> Result<usize, LibraryError> {
        let (wanted, rule) = (filter.wanted, self.game.rule);
        if filter.is_recursive {
            let is_wanted = |value, tag| meets(wanted, value, tag);
            return self.library.forget_after(&self.board, rule, is_wanted);
        }
        // Those that are wanted, and on from these.
        let mut seen: HashSet<Key> = HashSet::new();
        let mut waiting = vec![self.board.clone()];
        let mut forgotten = Vec::new();
        while let Some(board) = waiting.pop() {
            for known in self.entry(&board)?.moves {
                let mut after = board.clone();
                match known.square {
                    Some(square) => after.place(square),
                    None => after.pass(),
                }
                let is_wanted = meets(wanted, known.value, known.tag);
                if is_wanted && seen.insert(Key::of(&after, rule)?) {
                    forgotten.push(after.clone());
                    waiting.push(after);
                }
            }
        }
        let count = forgotten.len();
        self.library.forget_all(forgotten, rule)?;
        Ok(count)
    }
}

/// A text in quotes, as edits of comments have it.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

/// Whether the position after a move with this value and sign is of a kind.
fn meets(wanted: Wanted, value: Option<Score>, tag: Option<char>) -> bool {
    let tag = tag.map(|tag| tag.to_ascii_lowercase());
    let proven = value.filter(|value| value.is_proven());
    let is_won = tag == Some('w') || proven.is_some_and(Score::is_win);
    let is_lost = tag == Some('l') || proven.is_some_and(Score::is_loss);
    let is_drawn = tag == Some('d');
    let plies = proven.and_then(Score::plies);
    match wanted {
        Wanted::All => true,
        Wanted::Decided { won, lost, drawn } => {
            won && is_won || lost && is_lost || drawn && is_drawn
        }
        Wanted::Undecided { keeps_draws } => !(is_won || is_lost || keeps_draws && is_drawn),
        Wanted::WithoutLength => (is_won || is_lost) && plies.is_none(),
        Wanted::Within(most) => plies.is_some_and(|plies| plies <= most),
    }
}

/// What people read on the square of a move.
fn label(known: &KnownMove) -> Option<String> {
    let proven = known.value.filter(|value| value.is_proven());
    let plies = proven.and_then(Score::plies);
    let with_plies = |tag: char| match plies {
        Some(plies) => format!("{tag}{plies}"),
        None => format!("{tag}*"),
    };
    let share = |value| {
        let share = Normalised::of_kept(value).share();
        format!("{}%", ((100.0 * share) as i32).clamp(0, 99))
    };
    match (known.tag, known.value) {
        (Some(tag @ ('w' | 'l')), _) => Some(with_plies(tag)),
        (Some(tag), _) => Some(tag.to_string()),
        (None, Some(value)) if !value.is_proven() => Some(share(value)),
        (None, Some(value)) => Some(with_plies(if value.is_win() { 'w' } else { 'l' })),
        (None, None) => games(known.after.games().max(known.results.games())),
    }
}

/// The value of the position after a move, for the side to move there.
fn after(value: Score) -> Score {
    -Score::from_tt(value.to_tt(1), 0)
}

/// The value of the move that leads to a position with this one: the inverse of [`after`].
fn before(value: Score) -> Score {
    Score::from_tt((-value).to_tt(0), 1)
}

/// A number of games in four characters.
fn games(games: usize) -> Option<String> {
    match games {
        0 => None,
        1..=9_999 => Some(games.to_string()),
        10_000..=999_999 => Some(format!("{}k", games / 1_000)),
        _ => Some(format!("{}M", (games / 1_000_000).min(999))),
    }
}

/// A label as one number, the first character highest.
fn packed(label: &str) -> i32 {
    let bytes = label.bytes().take(LABEL);
    bytes.fold(0, |number: i32, byte| number << 8 | i32::from(byte))
}

/// A value as databases have it.
fn number(score: Score) -> i32 {
    match score.kind() {
        ScoreKind::WinIn(plies) => WIN - plies as i32,
        ScoreKind::LossIn(plies) => plies as i32 - WIN,
        _ => Normalised::of_kept(score).units(),
    }
}

/// The inverse of [`number`]; wins are taken as they are said.
fn score(number: i64) -> Score {
    let number = number.clamp(-i64::from(WIN), i64::from(WIN)) as i32;
    match number {
        LEAST_WIN.. => Score::win_in((WIN - number) as usize),
        _ if number <= -LEAST_WIN => Score::loss_in((WIN + number) as usize),
        _ => Score::estimate(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Results;

    fn known(value: Option<Score>, tag: Option<char>, games: usize) -> KnownMove {
        let results = Results {
            black: games,
            ..Results::default()
        };
        KnownMove {
            square: None,
            same: Vec::new(),
            results,
            after: results,
            value,
            depth: 3,
            is_analysed: value.is_some(),
            tag,
            has_comment: false,
        }
    }

    #[test]
    fn labels_have_four_characters_at_most() {
        for (known, wanted) in [
            (known(None, None, 0), None),
            (known(None, None, 812), Some("812")),
            (known(None, None, 12_345), Some("12k")),
            (known(None, None, 3_400_000), Some("3M")),
            (known(Some(Score::estimate(0)), None, 5), Some("50%")),
            (known(Some(Score::estimate(4_000)), None, 5), Some("99%")),
            (known(Some(Score::win_in(5)), None, 5), Some("w5")),
            (known(Some(Score::loss_in(8)), Some('l'), 5), Some("l8")),
            (
                known(Some(Score::win_in(5).unproven()), None, 5),
                Some("99%"),
            ),
            (known(Some(Score::estimate(0)), Some('w'), 5), Some("w*")),
            (known(None, Some('x'), 5), Some("x")),
        ] {
            let label = label(&known);
            assert_eq!(label.as_deref(), wanted);
            assert!(label.is_none_or(|label| label.len() <= LABEL));
        }
        assert_eq!(packed("w12"), 0x0077_3132);
        assert_eq!(packed("57%"), 0x0035_3725);
    }

    #[test]
    fn values_are_numbers_and_back() {
        for (value, wanted) in [
            (Score::estimate(-120), -120),
            (Score::win_in(7), 29_993),
            (Score::loss_in(4), -29_996),
        ] {
            assert_eq!(number(value), wanted);
            assert_eq!(score(wanted.into()), value);
        }
        assert_eq!(after(Score::win_in(9)), Score::loss_in(8));
        for value in [Score::win_in(8), Score::loss_in(8), Score::estimate(3)] {
            assert_eq!(after(before(value)), value);
        }
        assert_eq!(score(i64::MAX), Score::win_in(0));
        assert_eq!(score(i64::MIN), Score::loss_in(0));
    }

    #[test]
    fn filters_meet_what_people_see() {
        let won = known(Some(Score::win_in(5)), None, 1);
        let lost = known(None, Some('L'), 1);
        let open = known(Some(Score::estimate(5)), None, 1);
        let met = |text: &str| {
            let filter = Filter::read(text).unwrap();
            [&won, &lost, &open].map(|known| meets(filter.wanted, known.value, known.tag))
        };
        assert_eq!(met(""), [true, true, true]);
        assert_eq!(met("w"), [true, false, false]);
        assert_eq!(met("L"), [false, true, false]);
        assert_eq!(met("wlrecursive"), [true, true, false]);
        assert_eq!(met("nonwl"), [false, false, true]);
        assert_eq!(met("wlnostep"), [false, true, false]);
        assert_eq!(met("wlinstep 5"), [true, false, false]);
        assert_eq!(met("wlinstep 4"), [false, false, false]);
        assert!(Filter::read("wlinstep").is_none() && Filter::read("some").is_none());
        assert!(Filter::read("wrecursive").unwrap().is_recursive);
        assert!(!Filter::read("w").unwrap().is_recursive);
    }
}
