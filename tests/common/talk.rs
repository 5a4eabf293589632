//! A session of the terminal whose clock is set by hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tengen::board::Board;
use tengen::board::notation::play_moves;
use tengen::cli::play::{Session, Settings};
use tengen::engine::Engine;

/// A session whose clock is set by hand.
pub struct Talk {
    pub session: Session,
    pub ms: Arc<AtomicU64>,
    /// Everything that was typed and answered.
    pub transcript: String,
}

impl Talk {
    pub fn new(settings: Settings) -> Talk {
        let ms = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&ms);
        let now = Arc::new(move || Duration::from_millis(told.load(Relaxed)));
        let engine = Engine::new().expect("a thread");
        let session = Session::new(engine, settings, now, Arc::new(AtomicBool::new(false)));
        let mut talk = Talk {
            session: session.expect("settings that fit"),
            ms,
            transcript: String::new(),
        };
        let said = talk.session.greet();
        talk.note(&said);
        talk.let_engine_act();
        talk
    }

    /// Against the engine, with few nodes.
    pub fn with_engine(settings: Settings) -> Talk {
        Talk::new(Settings {
            nodes: Some(300),
            ascii: true,
            ..settings
        })
    }

    pub fn note(&mut self, said: &[String]) -> String {
        let said: String = said.iter().map(|line| format!("{line}\n")).collect();
        self.transcript += &said;
        said
    }

    pub fn let_engine_act(&mut self) -> String {
        let mut said = String::new();
        while let Some(lines) = self.session.advance() {
            said += &self.note(&lines);
        }
        said
    }

    /// The answer to a line, with the engine's moves that follow.
    pub fn say(&mut self, line: &str) -> String {
        self.transcript += &format!("> {line}\n");
        let said = self.session.line(line);
        assert!(!said.is_empty(), "no answer to '{line}'");
        self.note(&said) + &self.let_engine_act()
    }

    /// Lets time pass.
    pub fn wait(&mut self, ms: u64) -> String {
        self.ms.fetch_add(ms, Relaxed);
        let said = self.session.tick();
        self.note(&said) + &self.let_engine_act()
    }

    /// The board as moves.
    pub fn board(&mut self, side: usize) -> Board {
        let said = self.session.line("moves").concat();
        let mut board = Board::new(side, side).expect("a size");
        if !said.starts_with("No move") {
            play_moves(&mut board, &said).expect("moves");
        }
        board
    }
}

/// The answer must contain this text.
#[track_caller]
pub fn assert_has(said: &str, wanted: &str) {
    assert!(said.contains(wanted), "no '{wanted}' in\n{said}");
}

/// The move or act that a hint recommends.
pub fn advice(said: &str) -> String {
    let line = said.lines().find(|line| line.starts_with("Hint: "));
    let line = line.unwrap_or_else(|| panic!("no hint: {said}"));
    let words = line.trim_start_matches("Hint: ");
    let end = words.find(['.', ',', ' ']).unwrap_or(words.len());
    words[..end].to_string()
}
