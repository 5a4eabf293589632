//! Games that are saved and loaded: texts that come from and go to the page,
//! never files of this machine.

use serde::Serialize;

use super::Desk;
use crate::board::notation::play_moves;
use crate::page::animation::{self, pictures_of};
use crate::page::message::{Message, cannot_read};
use crate::page::settings::{SettingsText, changed};
use crate::records::GameRecord;
use crate::table::{Act, Format, Mode, Settings, first_game};

/// A game as a file.
#[derive(Debug, Serialize)]
pub(crate) struct File {
    pub name: String,
    pub text: String,
    /// Whether each letter is a byte.
    pub binary: bool,
}

impl Desk {
    /// The game as a file's text.
    pub(super) fn save(&self, format: &str) -> Result<File, Message> {
        let name = format!("tengen.{format}");
        if format == "gif" {
            let board = self.table.state().board();
            return animation::file(name, board, &pictures_of(board));
        }
        let format = Format::of(&name).ok_or_else(|| Message::new("file_ending"))?;
        let game = self.table.record();
        // The others would lose the choices of the opening.
        if game.phase.is_some() && !format.holds_openings() {
            return Err(Message::new("opening_in_sgf"));
        }
        if !format.holds_size(game.width, game.height) {
            return Err(Message::new("rec_size"));
        }
        let text = format.write(&game);
        let binary = false;
        Ok(File { name, text, binary })
    }

    /// The game of a file, to go on with.
    pub(super) fn load(&self, bytes: &str) -> Result<Act, Message> {
        let bytes: Result<Vec<u8>, _> = bytes.chars().map(u8::try_from).collect();
        let bytes = bytes.map_err(|error| cannot_read(&error))?;
        let (game, _) = first_game(&bytes).map_err(|error| cannot_read(&error))?;
        Ok(self.load_game(game, self.table.settings().size))
    }

    /// The position of a link, to go on with.
    pub(super) fn position(&self, rule: &str, size: &str, moves: &str) -> Result<Act, Message> {
        let told = [
            ("rule", rule),
            ("size", size),
            ("opening", "free"),
            ("set_up", "none"),
        ];
        let told = told.map(|(name, value)| (name.to_string(), value.into()));
        let told = SettingsText::from(told);
        let settings = changed(self.table.settings(), &told)?;
        let mut board = settings.board().map_err(|error| cannot_read(&error))?;
        // A pass is a dash.
        for (number, part) in moves.split('-').enumerate() {
            if number > 0 {
                board.pass();
            }
            play_moves(&mut board, part).map_err(|error| cannot_read(&error))?;
        }
        let mut game = GameRecord::of(&board);
        game.rule = Some(settings.rule);
        Ok(self.load_game(game, settings.size))
    }

    /// To go on with a game. All its moves can be gone back to.
    pub(super) fn load_game(&self, game: GameRecord, size: (usize, usize)) -> Act {
        let settings = self.table.settings();
        let settings = Settings {
            rule: game.rule.unwrap_or(settings.rule),
            size,
            mode: Mode::Casual,
            undos: None,
            ..settings.clone()
        };
        Act::Load(Box::new(settings), Box::new(game))
    }
}
