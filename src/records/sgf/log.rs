//! What a reader has to say about one game.

use crate::records::notice::Notice;
use crate::records::scan::ParseError;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unread,
    Twice,
    Misplaced,
    Other,
}

/// The notices of a game. Of a kind that there may be many of, the first is kept
/// and the others are counted.
#[derive(Default)]
pub(super) struct Log(Vec<Entry>);

struct Entry {
    kind: Kind,
    /// In bytes of the game's text.
    place: Option<usize>,
    what: String,
    more: usize,
}

impl Log {
    /// A value that is kept as it stands, since it cannot be read.
    pub fn unread(&mut self, place: usize, what: impl FnOnce() -> String) {
        self.add(Kind::Unread, Some(place), || {
            what() + "; it is kept as it stands"
        });
    }

    /// A property of which the first value counts.
    pub fn twice(&mut self, place: usize, name: &str) {
        self.add(Kind::Twice, Some(place), || {
            format!("{name} stands there twice; the first one counts")
        });
    }

    /// A property that means nothing where it is.
    pub fn misplaced(&mut self, place: usize, name: &str) {
        self.add(Kind::Misplaced, Some(place), || {
            format!("{name} can stand in the first node only; it is left out")
        });
    }

    /// Something else.
    pub fn say(&mut self, place: Option<usize>, what: String) {
        self.add(Kind::Other, place, || what);
    }

    fn add(&mut self, kind: Kind, place: Option<usize>, what: impl FnOnce() -> String) {
        let is_same = |entry: &&mut Entry| kind != Kind::Other && entry.kind == kind;
        match self.0.iter_mut().find(is_same) {
            Some(entry) => entry.more += 1,
            None => self.0.push(Entry {
                kind,
                place,
                what: what(),
                more: 0,
            }),
        }
    }

    /// All, with places in this text.
    pub fn notices(self, text: &str) -> Vec<Notice> {
        let notice = |entry: Entry| {
            let error = entry.place.map(|place| ParseError::at(text, place, ""));
            let more = match entry.more {
                0 => String::new(),
                more => format!(" ({more} more are like it)"),
            };
            Notice {
                place: error.map(|error| (error.line, error.column)),
                what: entry.what + &more,
            }
        };
        self.0.into_iter().map(notice).collect()
    }
}
