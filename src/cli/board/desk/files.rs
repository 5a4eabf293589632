//! Games that are saved and loaded: texts that come from and go to the page,
//! never files of this machine.

use std::fmt::Display;

use super::acts::File;
use super::{Desk, Step};
use crate::board::Board;
use crate::board::notation::play_moves;
use crate::cli::board::said::Said;
use crate::cli::board::settings::Told;
use crate::cli::play::format::Format;
use crate::cli::play::table::{Table, black_of};
use crate::cli::play::words;
use crate::game::{Series, SeriesRule};
use crate::records::GameRecord;
use crate::types::Color;

fn cannot_read(why: impl Display) -> Said {
    Said::new("cannot_read").with("why", why.to_string())
}

impl Desk {
    /// The game as a file's text.
    pub(super) fn save(&self, format: &str) -> Result<File, Said> {
        let table = self.table();
        let name = format!("tengen.{format}");
        let format = Format::of(&name).ok_or_else(|| Said::new("file_ending"))?;
        if table.opening().is_some() {
            return Err(Said::new("not_within_opening"));
        }
        let two = self.agreed.settings.two;
        let names = Color::ALL.map(|color| words::file_name(table.holder(color), two).to_string());
        let game = table.record(names);
        if format == Format::Rec && (game.width, game.height) != (20, 20) {
            return Err(Said::new("rec_size"));
        }
        let text = format.write(&game);
        Ok(File { name, text })
    }

    /// Goes on with the game of a file.
    pub(super) fn load(&mut self, name: &str, text: &str) -> Result<(), Said> {
        let format = Format::of(name).ok_or_else(|| Said::new("file_ending"))?;
        let game = format.read(text).map_err(cannot_read)?;
        let game = game.ok_or_else(|| Said::new("file_ending"))?;
        self.sit_with(game)
    }

    /// Goes on with the position of a link.
    pub(super) fn take_position(
        &mut self,
        rule: &str,
        size: &str,
        moves: &str,
    ) -> Result<(), Said> {
        let told = Told {
            rule: Some(rule.to_string()),
            size: Some(size.to_string()),
            opening: Some("free".to_string()),
            set_up: Some("none".to_string()),
            ..Told::default()
        };
        let agreed = self.agreed.changed(&told)?;
        let mut board = agreed.settings.board().map_err(cannot_read)?;
        // Passes stand between parts that are written as moves.
        for (number, part) in moves.split('-').enumerate() {
            if number > 0 {
                board.pass();
            }
            play_moves(&mut board, part).map_err(cannot_read)?;
        }
        let mut game = GameRecord::of(&board);
        game.rule = Some(agreed.settings.rule);
        self.sit_with(game)?;
        self.agreed.settings.size = agreed.settings.size;
        Ok(())
    }

    /// Goes on with a game; all its moves can be gone back to.
    fn sit_with(&mut self, game: GameRecord) -> Result<(), Said> {
        if game.phase.is_some() {
            return Err(cannot_read(
                "its opening is not over; `play` in the terminal can go on with it",
            ));
        }
        let board = game.board().map_err(cannot_read)?;
        let mut agreed = self.agreed.clone();
        agreed.settings.rule = game.rule.unwrap_or(agreed.settings.rule);
        agreed.is_practice = true;
        agreed.undos = None;
        let black = black_of(&game, board.side_to_move(), agreed.settings.two);
        let one = SeriesRule::best_of(1).map_err(|_| Said::new("no_value"))?;
        let series = Series::new(one, black);
        let given = game.opening.min(game.moves.len());
        let mut prefix = Board::new(game.width, game.height).map_err(cannot_read)?;
        let mut steps = Vec::new();
        for (number, played) in game.moves.iter().enumerate() {
            if number >= given {
                let color = prefix.side_to_move();
                steps.push((prefix.clone(), Step::Move(color, played.square)));
            }
            match played.square {
                Some(square) => prefix.place(square),
                None => prefix.pass(),
            }
        }
        steps.push((prefix, Step::Start));
        let table = |board: Board| {
            let count = board.moves().len();
            let times = game.moves[..count].iter().map(|played| played.time);
            let series = series.clone();
            Table::from_board(
                &agreed.settings,
                board,
                times.collect(),
                given,
                black,
                series,
            )
            .uncounted()
        };
        let mut before = Step::Start;
        for (number, (board, step)) in steps.into_iter().enumerate() {
            match number {
                0 => self.sit_down(table(board), None),
                _ => self.tree.go_on(before, table(board), false),
            }
            before = step;
        }
        self.begun += 1;
        self.agreed = agreed;
        self.tell(Said::new("loaded"));
        Ok(())
    }
}
