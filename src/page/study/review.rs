//! A review of the line that is shown: how good each of its moves was, by what the engine
//! thinks of the positions before and after it.

use std::sync::Arc;

use serde_json::{Value, json};

use super::looks::{Looks, Position};
use crate::board::notation::square_name;
use crate::engine::{Mark, ReviewedMove};
use crate::records::tree::{Action, GameTree, NodeId};
use crate::study::Study;
use crate::types::{Color, Square};

/// The most positions that are looked at.
const MOST_POINTS: usize = 500;
/// The number of worst moves that are pointed out.
const MOST_WORST: usize = 5;

/// A line with its positions.
pub(crate) struct Review {
    /// The tree of which it is, to see when it has changed.
    tree: Arc<GameTree>,
    points: Vec<Point>,
    is_paused: bool,
}

/// A node of the line.
struct Point {
    node: NodeId,
    /// How many moves were made.
    moves: usize,
    played: Option<(Color, Square)>,
    /// Nothing if it is none that can be played.
    position: Option<Position>,
}

impl Review {
    pub fn of(study: &Study) -> Review {
        let mut moves = 0;
        let points = study.line().into_iter().take(MOST_POINTS).map(|node| {
            let action = study.tree().action(node);
            moves += usize::from(action != Action::None);
            Point {
                node,
                moves,
                played: match action {
                    Action::Move(color, square) => Some((color, square)),
                    Action::Pass(_) | Action::None => None,
                },
                position: Position::at(study, node),
            }
        });
        Review {
            points: points.collect(),
            tree: study.shared_tree(),
            is_paused: false,
        }
    }

    /// The same of the line that is shown now.
    pub fn follow(&mut self, study: &Study) {
        let is_same = Arc::ptr_eq(&self.tree, &study.shared_tree());
        let line = study.line();
        let known = self.points.iter().map(|point| &point.node);
        if !is_same || !known.eq(line.iter().take(MOST_POINTS)) {
            let is_paused = self.is_paused;
            *self = Review::of(study);
            self.is_paused = is_paused;
        }
    }

    /// Only what is known is shown from now on.
    pub fn pause(&mut self) {
        self.is_paused = true;
    }

    /// The positions that are to be looked at, the last one first: what the engine has
    /// seen of where a position led to, it knows when it looks at it.
    pub fn wanted(&self) -> impl Iterator<Item = &Position> {
        let points = self.points.iter().rev().filter(|_| !self.is_paused);
        points.filter_map(|point| point.position.as_ref())
    }

    /// The move of a point as it was reviewed; nothing if the engine has not seen the
    /// positions around it.
    fn reviewed(&self, index: usize, looks: &Looks) -> Option<ReviewedMove> {
        let point = &self.points[index];
        let (color, square) = point.played?;
        let seen = |point: &Point| looks.at(point.position.as_ref()?);
        let before = seen(self.points.get(index.checked_sub(1)?)?)?;
        let turn = (point.moves, color);
        Some(ReviewedMove::new(turn, Some(square), before, seen(point)?))
    }

    fn all_reviewed(&self, looks: &Looks) -> impl Iterator<Item = Option<ReviewedMove>> {
        (0..self.points.len()).map(|index| self.reviewed(index, looks))
    }

    /// The worst moves with their nodes, the worst one first.
    pub fn worst(&self, looks: &Looks) -> impl Iterator<Item = (NodeId, ReviewedMove)> + use<> {
        let nodes = self.points.iter().map(|point| point.node);
        let reviewed = nodes.zip(self.all_reviewed(looks));
        let mut worst: Vec<(NodeId, ReviewedMove)> = reviewed
            .filter_map(|(node, one)| Some((node, one?)))
            .filter(|(_, one)| is_bad(one))
            .collect();
        worst.sort_by(|(_, one), (_, other)| other.loss().total_cmp(&one.loss()));
        worst.truncate(MOST_WORST);
        worst.into_iter()
    }

    /// What a view of the study has of it.
    pub fn view(&self, looks: &Looks, height: usize) -> Value {
        let reviewed: Vec<Option<ReviewedMove>> = self.all_reviewed(looks).collect();
        let points = self.points.iter().zip(&reviewed).map(|(point, one)| {
            json!([
                point.node.index(),
                point.moves,
                point.black_share(looks),
                one.as_ref().map(mark),
                point.played.map(|(_, square)| square_name(square, height)),
            ])
        });
        let worst = self.worst(looks);
        let worst = worst.map(|(node, one)| told(node, &one, height));
        let count = self.points.iter().filter(|point| point.position.is_some());
        let seen = count
            .clone()
            .filter(|point| point.black_share(looks).is_some());
        json!({
            "points": points.collect::<Vec<_>>(),
            "worst": worst.collect::<Vec<_>>(),
            "count": count.count(),
            "seen": seen.count(),
            "paused": self.is_paused,
        })
    }
}

impl Point {
    /// Black's expected share of the point, if the engine has seen the position.
    fn black_share(&self, looks: &Looks) -> Option<f64> {
        let position = self.position.as_ref()?;
        let share = looks.at(position)?.share;
        Some(match position.to_move() {
            Color::Black => share,
            Color::White => 1.0 - share,
        })
    }
}

/// Whether a move lost more than the engine's error, or missed a proven win.
fn is_bad(one: &ReviewedMove) -> bool {
    one.mark() != Mark::Fine || one.missed_win().is_some()
}

/// The name of a mark.
fn mark(one: &ReviewedMove) -> &'static str {
    match one.mark() {
        _ if one.missed_win().is_some() => "missed",
        Mark::Fine if one.is_best() => "best",
        Mark::Fine => "good",
        Mark::Doubtful => "slip",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    }
}

/// A bad move with what was better.
fn told(node: NodeId, one: &ReviewedMove, height: usize) -> Value {
    let name = |square: Square| square_name(square, height);
    json!({
        "node": node.index(),
        "number": one.number,
        "color": one.color.to_string(),
        "at": one.square.map(name),
        "best": one.best.first().copied().map(name),
        "shares": one.shares,
        "mark": mark(one),
    })
}
