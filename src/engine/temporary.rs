//! Searches of other positions, or with other options, than the game's: pondering and
//! openings.

use std::ops::{Deref, DerefMut};

use super::Engine;
use super::announced::AnnouncedWin;
use super::level::Level;
use super::options::Options;
use crate::board::Board;
use crate::clock::Control;
use crate::types::{Square, SquareSet};

/// The engine with a board and options that may be changed for a time. When this is
/// dropped, by a panic too, they are as before, and so are the blocked moves and the
/// announced win. The hash table is kept.
pub(super) struct Temporary<'a> {
    engine: &'a mut Engine,
    before: Before,
}

/// What is put back. (Fields of the engine's names in [`Temporary`] itself would hide
/// the engine's own.)
struct Before {
    board: Board,
    options: Options,
    announced: Option<AnnouncedWin>,
    blocked: SquareSet,
}

impl Engine {
    /// The engine, with board and options to change for a time.
    pub(super) fn temporary(&mut self) -> Temporary<'_> {
        Temporary {
            before: Before {
                board: self.board.clone(),
                options: self.options.clone(),
                announced: self.announced,
                blocked: self.blocked,
            },
            engine: self,
        }
    }

    /// Searches until stopped, after `reply` of the opponent, who is to move, to fill
    /// the hash table. Does nothing below full strength.
    pub fn ponder(&mut self, reply: Option<Square>, control: &Control) {
        if self.options.level < Level::MASTER {
            return;
        }
        let mut engine = self.temporary();
        if let Some(square) = reply.filter(|&square| engine.board.is_empty(square)) {
            engine.board.place(square);
        }
        engine.options = Options {
            infinite: true,
            turn_time: None,
            game_time: None,
            depth: None,
            nodes: None,
            lines: 1,
            ..engine.options.clone()
        };
        if engine.end().is_none() {
            engine.think(control, &|_| ());
        }
    }

    /// Does `work` with this board instead of the game's, which is put back
    /// afterwards, after a panic too. The size must be the same.
    pub fn with_board<T>(&mut self, board: Board, work: impl FnOnce(&mut Engine) -> T) -> T {
        let mut temporary = self.temporary();
        temporary.set_board(board);
        work(&mut temporary)
    }
}

impl Deref for Temporary<'_> {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        self.engine
    }
}

impl DerefMut for Temporary<'_> {
    fn deref_mut(&mut self) -> &mut Engine {
        self.engine
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        let before = &mut self.before;
        std::mem::swap(&mut self.engine.board, &mut before.board);
        // Also empties the table if its scores mean something else now.
        self.engine.set_options(std::mem::take(&mut before.options));
        self.engine.announced = before.announced;
        self.engine.blocked = before.blocked;
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::board::notation::{moves_text, play_moves};
    use crate::clock::Control;
    use crate::game::OpeningRule;
    use crate::types::Rule;

    /// An engine with a game, settings, and a win that it has announced; its
    /// next search panics.
    fn engine(moves: &str) -> Engine {
        let mut engine = Engine::new().unwrap();
        engine.set_options(Options {
            rule: Rule::Standard,
            nodes: Some(500),
            lines: 3,
            ..Options::default()
        });
        let mut board = Board::new(15, 15).unwrap();
        play_moves(&mut board, moves).unwrap();
        engine.set_board(board);
        engine.announced = Some(AnnouncedWin { hash: 7, plies: 5 });
        engine.panics = true;
        engine
    }

    fn assert_unchanged(engine: &Engine, moves: &str) {
        assert_eq!(moves_text(&engine.board), moves);
        assert_eq!(engine.options.nodes, Some(500));
        assert_eq!((engine.options.lines, engine.options.infinite), (3, false));
        assert_eq!(engine.announced.map(|win| win.plies), Some(5));
    }

    /// That the work panics and leaves no trace.
    fn panics_without_trace(moves: &str, work: impl FnOnce(&mut Engine)) {
        let mut engine = engine(moves);
        let work = AssertUnwindSafe(|| work(&mut engine));
        let panic = catch_unwind(work).expect_err("the planted panic");
        let text = panic.downcast_ref::<&str>().expect("a text");
        assert_eq!(*text, crate::engine::PLANTED);
        assert_unchanged(&engine, moves);
    }

    #[test]
    fn a_panic_in_pondering_leaves_no_stone() {
        panics_without_trace("h8i9", |engine| {
            let reply = engine.board.square(3, 3);
            engine.ponder(reply, &Control::new());
        });
    }

    #[test]
    fn a_panic_in_the_first_stones_leaves_none() {
        panics_without_trace("", |engine| {
            engine.open(OpeningRule::Swap2, 1, &Control::new());
        });
    }

    #[test]
    fn a_panic_on_another_board_leaves_the_game() {
        panics_without_trace("h8i9", |engine| {
            let mut board = Board::new(15, 15).unwrap();
            play_moves(&mut board, "a1b1c1").unwrap();
            engine.with_board(board, |engine| {
                assert_eq!(moves_text(&engine.board), "a1b1c1");
                engine.open(OpeningRule::Swap2, 1, &Control::new());
            });
        });
    }

    #[test]
    fn pondering_without_a_panic_changes_nothing_either() {
        let mut engine = engine("h8i9");
        engine.panics = false;
        let control = Control::new();
        control.stop();
        engine.ponder(engine.board.square(3, 3), &control);
        assert_unchanged(&engine, "h8i9");
    }
}
