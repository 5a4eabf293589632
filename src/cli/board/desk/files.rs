//! Games that are saved and loaded: texts that come from and go to the page,
//! never files of this machine.

use std::fmt::Display;

use super::acts::File;
use super::{Desk, Step};
use crate::board::notation::play_moves;
use crate::cli::board::said::Said;
use crate::cli::board::settings::Told;
use crate::cli::play::format::Format;
use crate::cli::play::from_record;
use crate::cli::play::words;
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
        // The others would leave out what was said.
        if table.opening().is_some() && !format.holds_openings() {
            return Err(Said::new("opening_in_sgf"));
        }
        let two = self.agreed.settings.two;
        let names = Color::ALL.map(|color| words::file_name(table.holder(color), two).to_string());
        let game = table.record(names);
        if !format.holds_size(game.width, game.height) {
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
        let mut agreed = self.agreed.clone();
        agreed.settings.rule = game.rule.unwrap_or(agreed.settings.rule);
        agreed.is_practice = true;
        agreed.undos = None;
        let mut tables = from_record::tables(&agreed.settings, &game).map_err(cannot_read)?;
        let ended = tables
            .last()
            .and_then(|last| from_record::ended(&game, last));
        self.sit_down(tables.remove(0), None);
        for (number, table) in tables.into_iter().enumerate() {
            let step = match &game.phase {
                Some(phase) => Step::Opening(phase.actions[number]),
                None => Step::Move(
                    self.table().board().side_to_move(),
                    table.board().moves().last().copied().flatten(),
                ),
            };
            self.tree.go_on(step, table, false);
        }
        if let Some(table) = ended {
            self.tree.go_on(Step::Talk, table, false);
        }
        self.begun += 1;
        self.agreed = agreed;
        self.tell(Said::new("loaded"));
        Ok(())
    }
}
