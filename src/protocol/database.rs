//! Yixin's commands about databases of positions: what they say. With the feature
//! `library` they are answered from a library, see `answers.rs`.

use super::point::Point;

/// A question about the database, or a change of it. The moves lead to the position from
/// the empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseCommand {
    /// Use this file from now on.
    Set(String),
    /// Write everything to the file.
    Save,
    /// Add all that this file has.
    Merge(String),
    /// Add the games of this file, of whatever kind.
    Import(String),
    /// Write everything to this file, as RenLib's library.
    Export(String),
    /// Everything that is known of the moves of a position.
    QueryAll {
        /// The moves that lead there.
        moves: Vec<Point>,
        /// And its comment.
        with_text: bool,
    },
    /// What is known of a position.
    QueryOne(Vec<Point>),
    /// The comment of a position.
    QueryText(Vec<Point>),
    /// Change some of three values.
    EditValues {
        /// 1 the tag, 2 the value, 4 the depth.
        mask: i64,
        /// A character, or -1 for none.
        tag: i64,
        /// For the side to move.
        value: i64,
        /// In plies.
        depth: i64,
        /// The moves that lead to the position.
        moves: Vec<Point>,
    },
    /// Replace the comment.
    EditText {
        /// The comment.
        text: String,
        /// The moves that lead to the position.
        moves: Vec<Point>,
    },
    /// Replace the label of a square.
    EditLabel {
        /// The square.
        at: Point,
        /// Empty for none.
        label: String,
        /// The moves that lead to the position.
        moves: Vec<Point>,
    },
    /// Forget a position.
    DeleteOne(Vec<Point>),
    /// Forget the positions after one.
    DeleteAll {
        /// Which of them.
        filter: Filter,
        /// The moves that lead to the position.
        moves: Vec<Point>,
    },
}

#[cfg(feature = "library")]
impl DatabaseCommand {
    /// The file that it names.
    pub(super) fn file(&self) -> Option<&str> {
        match self {
            DatabaseCommand::Set(file)
            | DatabaseCommand::Merge(file)
            | DatabaseCommand::Import(file)
            | DatabaseCommand::Export(file) => Some(file),
            _ => None,
        }
    }
}

/// The commands with a block of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DatabaseKind {
    QueryAll,
    QueryAllText,
    QueryOne,
    QueryText,
    EditValues,
    EditText,
    EditLabel,
    DeleteOne,
    DeleteAll,
}

const NAMES: [(&str, DatabaseKind); 9] = [
    ("YXQUERYDATABASEALL", DatabaseKind::QueryAll),
    ("YXQUERYDATABASEALLT", DatabaseKind::QueryAllText),
    ("YXQUERYDATABASEONE", DatabaseKind::QueryOne),
    ("YXQUERYDATABASETEXT", DatabaseKind::QueryText),
    ("YXEDITTVDDATABASE", DatabaseKind::EditValues),
    ("YXEDITTEXTDATABASE", DatabaseKind::EditText),
    ("YXEDITLABELDATABASE", DatabaseKind::EditLabel),
    ("YXDELETEDATABASEONE", DatabaseKind::DeleteOne),
    ("YXDELETEDATABASEALL", DatabaseKind::DeleteAll),
];

impl DatabaseKind {
    /// The command of a name in capitals.
    pub fn named(name: &str) -> Option<DatabaseKind> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| *kind)
    }

    pub fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(_, kind)| *kind == self);
        found.map_or("", |(name, _)| name)
    }

    /// Whether what stands behind the name is no part of the block.
    pub fn has_head(self, rest: &str) -> bool {
        match self {
            DatabaseKind::EditValues | DatabaseKind::EditText | DatabaseKind::EditLabel => true,
            DatabaseKind::DeleteAll => {
                let first = rest.split_whitespace().next().unwrap_or("");
                first.starts_with(|c: char| c.is_ascii_alphabetic())
                    && !first.eq_ignore_ascii_case("DONE")
            }
            _ => false,
        }
    }
}

/// Which positions are to be forgotten. Won and lost is meant for the side that has
/// moved last, as graphical programs show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The positions that this meets.
    pub wanted: Wanted,
    /// Look also after positions that stay.
    pub is_recursive: bool,
}

/// Kinds of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All.
    All,
    /// Some of won, lost and drawn ones.
    Decided {
        /// Those that are won.
        won: bool,
        /// Those that are lost.
        lost: bool,
        /// Those that are drawn.
        drawn: bool,
    },
    /// All but those.
    Undecided {
        /// Drawn ones stay too.
        keeps_draws: bool,
    },
    /// Won and lost ones whose length is not known.
    WithoutLength,
    /// Won and lost ones that end within so many plies.
    Within(usize),
}

impl Filter {
    /// Reads what stands behind `YXDELETEDATABASEALL`.
    pub fn read(text: &str) -> Option<Filter> {
        let text = text.to_ascii_lowercase();
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or("");
        let (name, is_recursive) = match name.strip_suffix("recursive") {
            Some(name) => (name, true),
            None => (name, false),
        };
        let decided = |won, lost, drawn| Wanted::Decided { won, lost, drawn };
        let wanted = match name {
            "" => Wanted::All,
            "w" => decided(true, false, false),
            "l" => decided(false, true, false),
            "wl" => decided(true, true, false),
            "wld" => decided(true, true, true),
            "nonwl" => Wanted::Undecided { keeps_draws: false },
            "nonwld" => Wanted::Undecided { keeps_draws: true },
            "wlnostep" => Wanted::WithoutLength,
            "wlinstep" => Wanted::Within(words.next()?.parse().ok()?),
            _ => return None,
        };
        Some(Filter {
            wanted,
            // There is nothing that stays otherwise.
            is_recursive: is_recursive || wanted == Wanted::All,
        })
    }
}

impl DatabaseCommand {
    /// The command with a file's name; `None` if it is none of those that are known.
    pub(super) fn of_file(name: &str, path: &str) -> Option<DatabaseCommand> {
        match name {
            "YXSETDATABASE" => Some(DatabaseCommand::Set(path.to_string())),
            "YXDBMERGE" => Some(DatabaseCommand::Merge(path.to_string())),
            "YXLIBTODB" => Some(DatabaseCommand::Import(path.to_string())),
            "YXDBTOLIB" => Some(DatabaseCommand::Export(path.to_string())),
            _ => None,
        }
    }

    /// The command of a block; `None` if what stands behind its name cannot be read.
    pub(super) fn read(
        kind: DatabaseKind,
        head: &str,
        moves: Vec<Point>,
    ) -> Option<DatabaseCommand> {
        Some(match kind {
            DatabaseKind::QueryAll | DatabaseKind::QueryAllText => DatabaseCommand::QueryAll {
                moves,
                with_text: kind == DatabaseKind::QueryAllText,
            },
            DatabaseKind::QueryOne => DatabaseCommand::QueryOne(moves),
            DatabaseKind::QueryText => DatabaseCommand::QueryText(moves),
            DatabaseKind::EditValues => {
                let numbers = head.split_whitespace().map(str::parse);
                let numbers: Vec<i64> = numbers.collect::<Result<_, _>>().ok()?;
                let [mask, tag, value, depth] = numbers[..] else {
                    return None;
                };
                DatabaseCommand::EditValues {
                    mask,
                    tag,
                    value,
                    depth,
                    moves,
                }
            }
            DatabaseKind::EditText => DatabaseCommand::EditText {
                text: unquoted(head)?,
                moves,
            },
            DatabaseKind::EditLabel => {
                let (at, label) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
                let (x, y) = at.split_once(',')?;
                DatabaseCommand::EditLabel {
                    at: Point {
                        x: x.trim().parse().ok()?,
                        y: y.trim().parse().ok()?,
                    },
                    label: label.trim().to_string(),
                    moves,
                }
            }
            DatabaseKind::DeleteOne => DatabaseCommand::DeleteOne(moves),
            DatabaseKind::DeleteAll => DatabaseCommand::DeleteAll {
                filter: Filter::read(head)?,
                moves,
            },
        })
    }
}

/// A text in quotes, in which a backslash stands before quotes and backslashes.
fn unquoted(text: &str) -> Option<String> {
    let mut chars = text.strip_prefix('"')?.chars();
    let mut plain = String::new();
    loop {
        match chars.next()? {
            '"' => return Some(plain),
            '\\' => plain.push(chars.next()?),
            c => plain.push(c),
        }
    }
}
