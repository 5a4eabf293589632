//! Words and signs of a position: comments, labels and other marks, judgements.
//!
//! Marks lie on the canonical board, turned with the rest. Words may name squares and
//! are kept as they are, with the turn that the board had when they were written.

use serde::{Deserialize, Serialize};

use super::key::Canonical;
use super::key::Code;
use crate::board::notation::play_moves;
use crate::board::{Board, Symmetry};
use crate::records::tree::{Judgement, Mark, MarkKind, MoveJudgement, Notes};
use crate::types::{Color, Square};

/// An entry of the table of notes, as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct NotesRow {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Words>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkRow>,
    /// Of the move that led here, and of the position: SGF's names with their values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judgements: Vec<String>,
    /// A node to look at; SGF's `HO[2]` if `true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hot: Option<bool>,
    /// A sign for the move that leads here, as graphical programs set it: `w` it wins,
    /// `l` it loses, `x` do not play it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<char>,
}

/// A comment or a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Words {
    pub text: String,
    /// The number of the symmetry that turned the board of the file into the canonical
    /// one.
    pub turn: u8,
    /// The file or program that they are from.
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct MarkRow {
    /// The square's code.
    at: u16,
    /// SGF's name of the mark.
    kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    label: String,
    /// Where an arrow or a line ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<u16>,
}

/// A comment of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The words.
    pub text: String,
    /// The file or program that they are from.
    pub source: String,
    /// How the board must be turned so that squares in the text are meant as they are
    /// called; the identity if it lies as it did when the text was written.
    pub turn: Symmetry,
}

impl NotesRow {
    pub fn decode(bytes: &[u8]) -> Option<NotesRow> {
        serde_json::from_slice(bytes).ok()
    }

    pub fn encode(&self) -> Vec<u8> {
        // Texts, numbers and lists always have a JSON form.
        serde_json::to_vec(self).unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        *self == NotesRow::default()
    }

    /// What a node of a tree says of its position, without its moves and set-up stones.
    pub fn of(notes: &Notes, canonical: &Canonical, board: &Board, source: &str) -> NotesRow {
        let words = |(text, turn): (&str, Symmetry)| Words {
            text: text.to_string(),
            turn: number_of(turn),
            source: source.to_string(),
        };
        let texts = [&notes.name, &notes.comment].into_iter();
        let texts = texts.flat_map(|text| parts(text, canonical, board));
        let mut row = NotesRow {
            comments: texts.map(words).collect(),
            hot: notes.hot,
            ..NotesRow::default()
        };
        for mark in &notes.marks {
            row.marks.extend(MarkRow::of(mark, canonical, board));
        }
        let judgements = [
            notes.move_judgement.map(move_judgement_text),
            notes.judgement.map(judgement_text),
        ];
        row.judgements = judgements.into_iter().flatten().collect();
        row
    }

    /// Adds what another entry of the position says and this one does not.
    pub fn merge(&mut self, other: NotesRow) {
        for words in other.comments {
            if !is_known(&words.text, &self.comments) {
                self.comments.push(words);
            }
        }
        for mark in other.marks {
            if !self.marks.contains(&mark) {
                self.marks.push(mark);
            }
        }
        for judgement in other.judgements {
            if !self.judgements.contains(&judgement) {
                self.judgements.push(judgement);
            }
        }
        self.hot = self.hot.max(other.hot);
        self.tag = self.tag.or(other.tag);
    }

    /// Whether there are comments.
    pub fn has_comment(&self) -> bool {
        !self.comments.is_empty()
    }

    /// The comments, for a board that lies as this one does.
    pub fn comments(&self, canonical: &Canonical, board: &Board) -> Vec<Comment> {
        let comment = |words: &Words| {
            let written = Symmetry::ALL[usize::from(words.turn) % 8];
            Comment {
                text: words.text.clone(),
                source: words.source.clone(),
                turn: turn_between(canonical, written, board),
            }
        };
        self.comments.iter().map(comment).collect()
    }

    /// The marks, as they lie on this board.
    pub fn marks(&self, canonical: &Canonical, board: &Board) -> Vec<Mark> {
        let marks = self.marks.iter();
        marks
            .filter_map(|mark| mark.mark(canonical, board))
            .collect()
    }

    /// The notes of a node of a tree whose board this is; words about a board that lay
    /// in another way get their position's moves.
    pub fn notes(&self, canonical: &Canonical, board: &Board) -> Notes {
        let mut comments = self.comments(canonical, board);
        // Those that name their board come first: they show where a text ends.
        comments.sort_by_key(|one| one.turn == Symmetry::ALL[0]);
        let texts: Vec<String> = comments.iter().map(|one| one.text_for(board)).collect();
        let mut notes = Notes {
            comment: texts.join("\n\n"),
            hot: self.hot,
            ..Notes::default()
        };
        for mark in self.marks(canonical, board) {
            let is_label = |mark: &Mark| matches!(mark.kind, MarkKind::Label(_));
            let is_second =
                |one: &&Mark| is_label(one) && is_label(&mark) && one.square == mark.square;
            // A square has one label.
            if notes.marks.iter().find(is_second).is_none() {
                notes.marks.push(mark);
            }
        }
        for judgement in &self.judgements {
            let as_move = MOVE_JUDGEMENTS.iter().find(|(name, _)| name == judgement);
            let as_position = judgement_of(judgement);
            notes.move_judgement = notes.move_judgement.or(as_move.map(|(_, one)| *one));
            notes.judgement = notes.judgement.or(as_position);
        }
        notes
    }

    /// Replaces the label of a square; an empty text removes it.
    pub fn set_label(&mut self, square: Square, label: &str, place: (&Canonical, &Board)) {
        let (canonical, board) = place;
        let kind = MarkKind::Label(label.to_string());
        let mark = MarkRow::of(&Mark { square, kind }, canonical, board);
        let Some(mark) = mark else { return };
        self.marks
            .retain(|one| (one.at, &one.kind) != (mark.at, &mark.kind));
        if !label.is_empty() {
            self.marks.push(mark);
        }
    }
}

impl Comment {
    /// The text; if the board lay in another way, with the moves of the position then.
    pub fn text_for(&self, board: &Board) -> String {
        if self.turn == Symmetry::ALL[0] {
            return self.text.clone();
        }
        let image = self.turn.image(board);
        let moves = crate::board::notation::moves_text(&image);
        format!("{}{AS_IN}{moves}]", self.text)
    }
}

/// What stands behind a text about a board that lay in another way, before its moves.
const AS_IN: &str = " [squares as in ";

/// The texts that [`NotesRow::notes`] has joined, each with the symmetry that turns the
/// board that it is about into the canonical one.
fn parts<'t>(text: &'t str, canonical: &Canonical, board: &Board) -> Vec<(&'t str, Symmetry)> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once(AS_IN)
        && let Some((moves, after)) = after.split_once(']')
        && let Some(turn) = turn_of(moves, canonical, board)
    {
        parts.push((before, turn));
        rest = after.trim_start_matches('\n');
    }
    parts.push((rest, canonical.turn()));
    parts.retain(|(text, _)| !text.is_empty());
    parts
}

/// The symmetry that turns the board after these moves into the canonical one, if it is
/// the same position.
fn turn_of(moves: &str, canonical: &Canonical, board: &Board) -> Option<Symmetry> {
    let (_, rule) = canonical.key.board()?;
    let mut other = Board::new(board.width(), board.height()).ok()?;
    play_moves(&mut other, moves).ok()?;
    let other = Canonical::of(&other, rule).ok()?;
    (other.key == canonical.key).then(|| other.turn())
}

/// Whether a text is one of these, or several of them joined.
fn is_known(text: &str, known: &[Words]) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        let after = known.iter().filter_map(|one| rest.strip_prefix(&one.text));
        let after = after.filter(|after| after.is_empty() || after.starts_with("\n\n"));
        let Some(shortest) = after.min_by_key(|after| after.len()) else {
            return false;
        };
        rest = shortest.trim_start_matches('\n');
    }
    true
}

fn number_of(turn: Symmetry) -> u8 {
    let index = Symmetry::ALL.iter().position(|one| *one == turn);
    index.unwrap_or(0) as u8
}

/// The symmetry from this board to the one that was turned into the canonical board by
/// `written`: the identity if that is possible.
fn turn_between(canonical: &Canonical, written: Symmetry, board: &Board) -> Symmetry {
    if canonical.turns().any(|turn| turn == written) {
        return Symmetry::ALL[0];
    }
    let corner = |symmetry: Symmetry, (x, y)| {
        let square = board.square(x, y)?;
        Some(symmetry.apply(square, board))
    };
    let to = |symmetry: &Symmetry| {
        // Two squares beside a corner tell all symmetries of a board from each other.
        [(1, 0), (0, 1)].into_iter().all(|at| {
            let canonical_square = corner(canonical.turn(), at);
            let back = canonical_square.map(|square| written.inverse().apply(square, board));
            back == corner(*symmetry, at)
        })
    };
    let size = (board.width(), board.height());
    Symmetry::of_size(size.0, size.1)
        .find(to)
        .unwrap_or(Symmetry::ALL[0])
}

impl MarkRow {
    fn of(mark: &Mark, canonical: &Canonical, board: &Board) -> Option<MarkRow> {
        let code = |square: Square| {
            let square = board.square(square.x() as i32, square.y() as i32)?;
            Some(canonical.place(square, board).0)
        };
        let (kind, label, to) = match &mark.kind {
            MarkKind::Label(label) => ("LB", label.as_str(), None),
            MarkKind::Circle => ("CR", "", None),
            MarkKind::Square => ("SQ", "", None),
            MarkKind::Triangle => ("TR", "", None),
            MarkKind::Cross => ("MA", "", None),
            MarkKind::Selected => ("SL", "", None),
            MarkKind::Dimmed => ("DD", "", None),
            MarkKind::Arrow(to) => ("AR", "", Some(code(*to)?)),
            MarkKind::Line(to) => ("LN", "", Some(code(*to)?)),
        };
        Some(MarkRow {
            at: code(mark.square)?,
            kind: kind.to_string(),
            label: label.to_string(),
            to,
        })
    }

    fn mark(&self, canonical: &Canonical, board: &Board) -> Option<Mark> {
        let square = |code: u16| canonical.square(Code(code), board);
        let kind = match self.kind.as_str() {
            "LB" => MarkKind::Label(self.label.clone()),
            "CR" => MarkKind::Circle,
            "SQ" => MarkKind::Square,
            "TR" => MarkKind::Triangle,
            "MA" => MarkKind::Cross,
            "SL" => MarkKind::Selected,
            "DD" => MarkKind::Dimmed,
            "AR" => MarkKind::Arrow(square(self.to?)?),
            "LN" => MarkKind::Line(square(self.to?)?),
            _ => return None,
        };
        Some(Mark {
            square: square(self.at)?,
            kind,
        })
    }
}

const MOVE_JUDGEMENTS: [(&str, MoveJudgement); 6] = [
    ("BM1", MoveJudgement::Bad),
    ("BM2", MoveJudgement::VeryBad),
    ("DO", MoveJudgement::Doubtful),
    ("IT", MoveJudgement::Interesting),
    ("TE1", MoveJudgement::Good),
    ("TE2", MoveJudgement::VeryGood),
];

fn move_judgement_text(judgement: MoveJudgement) -> String {
    let found = MOVE_JUDGEMENTS.iter().find(|(_, one)| *one == judgement);
    found.map_or("", |(name, _)| name).to_string()
}

fn judgement_text(judgement: Judgement) -> String {
    let (name, strong) = match judgement {
        Judgement::Even(strong) => ("DM", strong),
        Judgement::Better(Color::Black, strong) => ("GB", strong),
        Judgement::Better(Color::White, strong) => ("GW", strong),
        Judgement::Unclear(strong) => ("UC", strong),
    };
    format!("{name}{}", 1 + u8::from(strong))
}

fn judgement_of(text: &str) -> Option<Judgement> {
    let (name, value) = text.split_at_checked(2)?;
    let strong = value == "2";
    match name {
        "DM" => Some(Judgement::Even(strong)),
        "GB" => Some(Judgement::Better(Color::Black, strong)),
        "GW" => Some(Judgement::Better(Color::White, strong)),
        "UC" => Some(Judgement::Unclear(strong)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_square;
    use crate::library::scratch::board;
    use crate::types::Rule;

    fn canonical(board: &Board) -> Canonical {
        Canonical::of(board, Rule::Renju).unwrap()
    }

    fn notes(board: &Board, label: &str, arrow: &str) -> Notes {
        let square = |name| parse_square(name, board).unwrap();
        let mut notes = Notes {
            comment: "i10 is strong".to_string(),
            move_judgement: Some(MoveJudgement::VeryGood),
            judgement: Some(Judgement::Better(Color::White, true)),
            ..Notes::default()
        };
        notes.marks = vec![
            Mark {
                square: square(label),
                kind: MarkKind::Label("A".to_string()),
            },
            Mark {
                square: square(label),
                kind: MarkKind::Arrow(square(arrow)),
            },
        ];
        notes
    }

    #[test]
    fn marks_turn_with_the_board_and_words_say_how_it_lay() {
        let board = board("h8h9j9");
        let written = notes(&board, "i10", "k8");
        let row = NotesRow::of(&written, &canonical(&board), &board, "file.sgf");
        assert_eq!(NotesRow::decode(&row.encode()).as_ref(), Some(&row));
        for symmetry in Symmetry::ALL {
            let image = symmetry.image(&board);
            let place = canonical(&image);
            let read = row.notes(&place, &image);
            let wanted = |square: Square| symmetry.apply(square, &board);
            assert_eq!(read.marks[0].square, wanted(written.marks[0].square));
            let MarkKind::Arrow(to) = written.marks[1].kind else {
                panic!("an arrow")
            };
            assert_eq!(read.marks[1].kind, MarkKind::Arrow(wanted(to)));
            assert_eq!(read.move_judgement, written.move_judgement);
            assert_eq!(read.judgement, written.judgement);
            let said = match symmetry == Symmetry::ALL[0] {
                true => "i10 is strong",
                false => "i10 is strong [squares as in h8h9j9]",
            };
            assert_eq!(read.comment, said, "{symmetry:?}");
        }
    }

    #[test]
    fn what_two_files_say_is_kept_once() {
        let board = board("h8h9j9");
        let place = canonical(&board);
        let one = NotesRow::of(&notes(&board, "i10", "k8"), &place, &board, "one");
        let mut both = one.clone();
        both.merge(one.clone());
        assert_eq!(both, one);
        let other = NotesRow::of(&notes(&board, "i11", "k8"), &place, &board, "two");
        both.merge(other);
        assert_eq!((both.comments.len(), both.marks.len()), (1, 4));
        assert_eq!(both.comments[0].source, "one");
    }

    #[test]
    fn labels_are_replaced() {
        let board = board("h8h9");
        let place = canonical(&board);
        let square = parse_square("i10", &board).unwrap();
        let mut row = NotesRow::default();
        row.set_label(square, "A", (&place, &board));
        row.set_label(square, "B", (&place, &board));
        let marks = row.marks(&place, &board);
        let kind = MarkKind::Label("B".to_string());
        assert_eq!(marks, [Mark { square, kind }]);
        row.set_label(square, "", (&place, &board));
        assert!(row.is_empty());
    }

    #[test]
    fn judgements_have_names() {
        for (name, judgement) in MOVE_JUDGEMENTS {
            assert_eq!(move_judgement_text(judgement), name);
        }
        for strong in [false, true] {
            for judgement in [
                Judgement::Even(strong),
                Judgement::Better(Color::Black, strong),
                Judgement::Better(Color::White, strong),
                Judgement::Unclear(strong),
            ] {
                assert_eq!(judgement_of(&judgement_text(judgement)), Some(judgement));
            }
        }
    }
}
