//! What persons see of a game.

use super::Session;
use crate::cli::play::drawing::{self, Marks, Symbols};
use crate::cli::play::table::Table;
use crate::cli::play::words;
use crate::engine::forbidden_points;
use crate::game::{CanonicalOpening, Contestant, End};
use crate::types::{Color, SquareSet};

/// The opening is named beside the board up to this move.
const LAST_WITH_NAME: usize = 5;

impl Session {
    /// What is said after something was done: the position too, if a person is
    /// to act or the game is over.
    pub(super) fn after(&mut self, said: Vec<String>) -> Vec<String> {
        let at = self.at;
        self.tables[at].record_result();
        let mut said = [said, std::mem::take(&mut self.news)].concat();
        if !self.is_engines_turn() {
            said.extend(self.show(false));
        }
        said
    }

    /// The board and what is to be known about the game: in full, or without
    /// what was told before.
    pub(super) fn show(&mut self, in_full: bool) -> Vec<String> {
        let opening = self.opening_lines(in_full);
        let table = self.table();
        let symbols = match self.settings.ascii {
            true => Symbols::ASCII,
            false => Symbols::UNICODE,
        };
        let marks = self.marks(table);
        let mut lines = vec![String::new()];
        lines.extend(drawing::lines(table.board(), &marks, &symbols));
        lines.push(self.legend(table, &marks, &symbols));
        lines.extend(opening);
        lines.extend(self.clocks(table));
        lines.extend(self.state(table));
        lines
    }

    fn marks(&self, table: &Table) -> Marks {
        let board = table.board();
        let shows_forbidden = self.settings.marks_forbidden && table.end().is_none();
        let offers = table.opening().map(|state| state.offers());
        Marks {
            last: board.moves().last().copied().flatten(),
            winning: match table.end() {
                Some(End::Five(_)) => drawing::winning_stones(board, table.rule()),
                _ => SquareSet::EMPTY,
            },
            forbidden: match shows_forbidden {
                true => forbidden_points(board, table.rule()),
                false => SquareSet::EMPTY,
            },
            offered: offers.into_iter().flatten().copied().collect(),
        }
    }

    /// What the characters on the board mean.
    fn legend(&self, table: &Table, marks: &Marks, symbols: &Symbols) -> String {
        let stone = |color| words::stone(symbols.stone(color), &self.seat(color));
        let [black, white] = Color::ALL.map(stone);
        let mut words = vec![match table.opening() {
            None if self.undecided.is_none() => black,
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

    /// The name of the opening, and once what was said and is found of it.
    fn opening_lines(&mut self, in_full: bool) -> Vec<String> {
        let opening = CanonicalOpening::recognise(self.table().board());
        let is_new = std::mem::replace(&mut self.named, opening) != opening;
        let table = self.table();
        let is_early = table.board().moves().len() <= LAST_WITH_NAME;
        let Some(opening) = opening.filter(|_| in_full || is_early) else {
            return Vec::new();
        };
        let mut lines = vec![words::canonical(opening)];
        if in_full || is_new {
            let verdicts = opening.old_verdicts(table.rule());
            lines.extend(verdicts.iter().map(words::verdict));
            lines.extend(opening.searched(table.rule()).map(words::searched));
        }
        lines
    }

    fn clocks(&self, table: &Table) -> Option<String> {
        let clocks = table.clocks();
        let side = |who: Contestant| (self.name(who), clocks.side(table.clock_of(who)));
        let is_limited = |who| side(who).1.allowance().is_some();
        let is_any = Contestant::ALL.into_iter().any(is_limited);
        is_any.then(|| words::clocks(Contestant::ALL.map(side)))
    }

    /// Whose turn it is, or how the game is over.
    fn state(&self, table: &Table) -> Vec<String> {
        let mut lines = Vec::new();
        let two = self.settings.two;
        if let Some((winner, can_hand_over)) = self.decider() {
            lines.push(words::who_begins(winner, can_hand_over, two));
        } else if let Some(end) = table.end() {
            let winner = end.winner().map(|color| self.seat(color));
            lines.push(words::end(end, winner.as_deref()));
            if table.series.rule().games() > 1 {
                lines.push(words::series(&table.series, two));
            }
            lines.push(words::next_game());
        } else if let (Some(state), Some(who)) = (table.opening(), table.to_act()) {
            lines.push(words::opening_turn(who, two, state));
        } else {
            let color = table.board().side_to_move();
            if let Some(by) = table.game().and_then(|game| game.draw_offer()) {
                lines.push(words::draw_offered(&self.seat(by)));
            }
            let number = table.board().moves().len() + 1;
            lines.push(words::turn(number, &self.seat(color)));
        }
        if table.is_paused() {
            lines.push(words::is_paused());
        }
        lines
    }
}
