//! The position in lines.

use super::Session;
use crate::cli::drawing::{self, Marks, Symbols};
use crate::cli::play::words;
use crate::engine::forbidden_points;
use crate::game::{CanonicalOpening, Contestant, End};
use crate::rules;
use crate::table::GameState;
use crate::types::{Color, SquareSet};

/// The opening is named beside the board up to this move.
const LAST_WITH_NAME: usize = 5;

impl Session {
    /// The answer to an act: with the position, if a person is to act or the game
    /// is over.
    pub(super) fn after(&mut self, mut lines: Vec<String>) -> Vec<String> {
        if !self.is_engines_turn() {
            lines.extend(self.show(false));
        }
        lines
    }

    /// The board and the state of the game: in full, or without what was told
    /// before.
    pub(super) fn show(&mut self, in_full: bool) -> Vec<String> {
        let opening = self.opening_lines(in_full);
        let state = self.table.state();
        let symbols = match self.table.settings().ascii {
            true => Symbols::ASCII,
            false => Symbols::UNICODE,
        };
        let marks = self.marks(state);
        let mut lines = vec![String::new()];
        lines.extend(drawing::lines(state.board(), &marks, &symbols));
        lines.push(self.legend(state, &marks, &symbols));
        lines.extend(opening);
        lines.extend(self.clocks(state));
        lines.extend(self.state(state));
        lines
    }

    fn marks(&self, state: &GameState) -> Marks {
        let board = state.board();
        let shows_forbidden = self.table.settings().marks_forbidden && state.end().is_none();
        let offers = state.opening().map(|state| state.offers());
        Marks {
            last: board.moves().last().copied().flatten(),
            winning: match state.end() {
                Some(End::Five(_)) => rules::winning_stones(board, state.rule()),
                _ => SquareSet::EMPTY,
            },
            forbidden: match shows_forbidden {
                true => forbidden_points(board, state.rule()),
                false => SquareSet::EMPTY,
            },
            offered: offers.into_iter().flatten().copied().collect(),
        }
    }

    /// What the characters on the board mean.
    fn legend(&self, state: &GameState, marks: &Marks, symbols: &Symbols) -> String {
        let stone = |color| words::stone(symbols.stone(color), &self.seat(color));
        let [black, white] = Color::ALL.map(stone);
        let mut words = vec![match state.opening() {
            None if self.table.decider().is_none() => black,
            _ => words::so_far(&black),
        }];
        words.push(white);
        if !marks.forbidden.is_empty() {
            words.push(words::forbidden_mark(symbols.forbidden));
        }
        if !marks.offered.is_empty() {
            words.push(words::offered_mark(symbols.offered));
        }
        words::list(&words)
    }

    /// The name of the opening, and once its assessments.
    fn opening_lines(&mut self, in_full: bool) -> Vec<String> {
        let opening = CanonicalOpening::recognise(self.table.state().board());
        let is_new = std::mem::replace(&mut self.named, opening) != opening;
        let state = self.table.state();
        let is_early = state.board().moves().len() <= LAST_WITH_NAME;
        let Some(opening) = opening.filter(|_| in_full || is_early) else {
            return Vec::new();
        };
        let mut lines = vec![words::canonical(opening)];
        if in_full || is_new {
            let verdicts = opening.old_verdicts(state.rule());
            lines.extend(verdicts.iter().map(words::verdict));
            lines.extend(opening.searched(state.rule()).map(words::searched));
        }
        lines
    }

    fn clocks(&self, state: &GameState) -> Option<String> {
        let clocks = state.clocks();
        let side = |who: Contestant| (self.name(who), clocks.side(state.clock_of(who)));
        let is_limited = |who| side(who).1.allowance().is_some();
        let is_any = Contestant::ALL.into_iter().any(is_limited);
        is_any.then(|| words::clocks(Contestant::ALL.map(side)))
    }

    /// Whose turn it is, or how the game is over.
    fn state(&self, state: &GameState) -> Vec<String> {
        let mut lines = Vec::new();
        let two = self.table.settings().two;
        if let Some((winner, can_hand_over)) = self.table.decider() {
            lines.push(words::who_begins(winner, can_hand_over, two));
        } else if let Some(end) = state.end() {
            let winner = end.winner().map(|color| self.seat(color));
            lines.push(words::end(end, winner.as_deref()));
            if state.series.rule().games() > 1 {
                lines.push(words::series(&state.series, two));
            }
            lines.push(words::next_game());
        } else if let (Some(state), Some(who)) = (state.opening(), state.to_act()) {
            lines.push(words::opening_turn(who, two, state));
        } else {
            let color = state.board().side_to_move();
            if let Some(by) = state.game().and_then(|game| game.draw_offer()) {
                lines.push(words::draw_offered(&self.seat(by)));
            }
            let number = state.board().moves().len() + 1;
            lines.push(words::turn(number, &self.seat(color)));
        }
        if state.is_paused() {
            lines.push(words::is_paused());
        }
        lines
    }
}
