//! The table as the page uses it: who looks at it, what the engine is to do,
//! and the messages. A value that is told the time and what persons do; it
//! starts no thread and prints nothing.

mod act;
mod acts;
mod chart;
mod files;
mod job;
mod journal;
mod keep;
mod replay;
mod study;
mod thoughts;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde_json::Value;

use super::learner::Learned;
use super::message::Message;
use super::settings::first_settings;
use super::study::StudyRoom;
use crate::records::tree::GameTree;
use crate::table::{Analysis, Event, Hint, Now, Settings, Table};
use crate::teach::Learner;
use crate::types::Color;

pub(crate) use act::Act;
pub(crate) use chart::Charting;
pub(crate) use files::File;
pub(crate) use job::{FoundLine, Job};
pub(crate) use journal::Entry;
pub(crate) use keep::{Changes, Kept, Kind, Whereabouts};
pub(crate) use thoughts::Task;

/// The number of messages that are kept.
const MOST_MESSAGES: usize = 40;

/// What a view depends on; see [`Desk::pulse`].
pub(crate) type Pulse = (u64, u64);

/// What the engine works for, and which the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// The doors to the others: nothing runs.
    Start,
    /// The game. In the other room its clocks stand still.
    Game,
    /// The study.
    Study,
}

impl Room {
    pub fn name(self) -> &'static str {
        match self {
            Room::Start => "start",
            Room::Game => "game",
            Room::Study => "study",
        }
    }

    fn named(name: &str) -> Option<Room> {
        let mut all = [Room::Start, Room::Game, Room::Study].into_iter();
        all.find(|room| room.name() == name)
    }
}

pub(crate) struct Desk {
    table: Table,
    room: Room,
    study: StudyRoom,
    /// Counts the changes of the game; an act must name the last one.
    revision: u64,
    /// Counts the engine's news while it thinks.
    told: u64,
    messages: VecDeque<(u64, Message)>,
    /// What the engine is doing, and the flag that ends it.
    task: Option<Task>,
    stop: Arc<AtomicBool>,
    /// Counts the engine's tasks.
    job: u64,
    /// The present job was not yet begun.
    is_waiting: bool,
    /// The number of lines that are wanted in an analysis.
    analysis: Option<usize>,
    /// An analysis of this number of lines has come to its end here.
    analysed: Option<usize>,
    charting: Charting,
    /// It was guessed who begins, which nobody has seen yet: the game waits.
    waits: bool,
    /// What the engine has found so far.
    found: Vec<FoundLine>,
    /// The hint that was asked for; nothing in it if there is none.
    advice: Option<Option<Hint>>,
    /// The number of open pages. Without any the engine and the clocks rest.
    pages: usize,
    /// What happened in the game and was not kept yet, and the time that was charged
    /// since.
    journal: Vec<Entry>,
    charged: Duration,
    /// Whether it is written down how the game began, and how the first one did.
    is_journal_begun: bool,
    first_settings: Settings,
    /// The numbers of the game and the study among what is kept, and the next one.
    game_id: Option<u64>,
    study_id: Option<u64>,
    next_id: u64,
    /// The study as it was kept.
    kept_study: Option<Arc<GameTree>>,
    /// The revision that was kept last.
    kept_revision: u64,
    /// Whether the last changes are kept.
    is_kept: Option<bool>,
    /// Who solves the puzzles, and whether that has changed.
    learner: Learner,
    has_learned: bool,
}

impl Desk {
    /// A first game with this seed.
    pub fn new(now: Now, seed: u64) -> Desk {
        let settings = Settings {
            seed,
            ..first_settings()
        };
        let (table, _) = Table::new(settings.clone(), now).expect("ordinary settings");
        Desk {
            table,
            room: Room::Start,
            study: StudyRoom::new(),
            revision: 1,
            told: 0,
            messages: VecDeque::new(),
            task: None,
            stop: Arc::default(),
            job: 0,
            is_waiting: false,
            analysis: None,
            analysed: None,
            charting: Charting::No,
            waits: false,
            found: Vec::new(),
            advice: None,
            pages: 0,
            journal: Vec::new(),
            charged: Duration::ZERO,
            is_journal_begun: false,
            first_settings: settings,
            game_id: None,
            study_id: None,
            next_id: 1,
            kept_study: None,
            kept_revision: 0,
            is_kept: None,
            learner: Learner::default(),
            has_learned: false,
        }
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    pub fn room(&self) -> Room {
        self.room
    }

    pub fn study(&self) -> &StudyRoom {
        &self.study
    }

    /// The engine can have this many threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.study.most.threads = threads.max(1);
    }

    /// How far the learner is with the puzzles, after an attempt if one is named.
    pub fn learned(&mut self, asked: &Learned) -> Result<Value, Message> {
        self.has_learned |= asked.note(&mut self.learner)?;
        Ok(asked.answer(&self.learner))
    }

    pub fn messages(&self) -> impl Iterator<Item = &(u64, Message)> {
        self.messages.iter()
    }

    pub fn task(&self) -> Option<Task> {
        self.task
    }

    pub fn found(&self) -> &[FoundLine] {
        &self.found
    }

    pub fn advice(&self) -> Option<&Option<Hint>> {
        self.advice.as_ref()
    }

    pub fn analysis(&self) -> Option<usize> {
        self.analysis
    }

    /// Whether the analysis that is wanted has come to its end.
    pub fn is_analysed(&self) -> bool {
        self.analysis.is_some() && self.analysis == self.analysed
    }

    /// Changes with whatever a view shows: what was done, and what is thought.
    pub fn pulse(&self) -> Pulse {
        (self.revision, self.told)
    }

    /// A page listens from now on.
    pub fn page_came(&mut self) {
        if self.pages == 0 {
            self.table.skip_time();
        }
        self.pages += 1;
        self.arrange();
    }

    /// A page is gone. With the last one thinking ends at once.
    pub fn page_went(&mut self) {
        self.tick();
        self.pages = self.pages.saturating_sub(1);
        self.arrange();
    }

    #[cfg(feature = "board")]
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Whether the game waits until it was seen how the guess for the colours came out.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Whether time is charged to a player: not while no page is open, the game waits,
    /// the engine thinks about a hint, or something else is studied.
    pub fn is_charging(&self) -> bool {
        let is_played = self.pages > 0 && self.room == Room::Game && !self.waits;
        is_played && !self.is_advising() && self.table.running_clock().is_some()
    }

    /// Charges the time that has passed.
    pub fn tick(&mut self) {
        if !self.is_charging() {
            return self.table.skip_time();
        }
        let stages = |table: &Table| {
            let clocks = table.state().clocks();
            Color::ALL.map(|color| clocks.side(color).stage())
        };
        let before = stages(&self.table);
        if self.charge() {
            self.changed();
        } else {
            // Another stage or period of a clock shows on the page.
            self.told += u64::from(stages(&self.table) != before);
        }
    }

    /// How long until a stage or period of the running clock is over, or all
    /// its time; nothing if that never happens.
    pub fn until_clock_changes(&self) -> Option<Duration> {
        let clock = self.table.running_clock().filter(|_| self.is_charging())?;
        let allowance = clock.allowance()?;
        let left = clock.left().filter(|left| !left.is_zero());
        let next = left.map_or(allowance, |left| left.min(allowance));
        Some(next.saturating_sub(self.table.uncharged()))
    }

    /// Whether the engine thinks about a hint.
    pub fn is_advising(&self) -> bool {
        self.task == Some(Task::Hint)
    }

    /// Something has changed: whatever the engine did belongs to the past.
    fn changed(&mut self) {
        self.revision += 1;
        self.advice = None;
        self.analysed = None;
        self.found.clear();
        self.drop_task();
        self.arrange();
    }

    /// Tells what happened at the table, as far as the view does not show it.
    fn tell(&mut self, events: &[Event]) {
        let of = |key, color: Color| Message::new(key).with("color", color.to_string());
        for event in events {
            let message = match *event {
                Event::Claim { color, .. } => of("claimed", color),
                Event::DrawAccepted(color) => of("draw_accepted", color),
                Event::DrawRefused(color) => of("draw_refused", color),
                Event::EngineResigned => Message::new("engine_resigns"),
                Event::Loaded { .. } => Message::new("loaded"),
                _ => continue,
            };
            let is_wrong = matches!(
                event,
                Event::Claim {
                    is_right: false,
                    ..
                }
            );
            let comment = is_wrong.then(|| Message::new("wrong_claim"));
            let messages = [Some(message), comment].into_iter().flatten();
            let revision = self.revision;
            self.messages
                .extend(messages.map(|message| (revision, message)));
        }
        while self.messages.len() > MOST_MESSAGES {
            self.messages.pop_front();
        }
    }

    fn drop_task(&mut self) {
        self.stop.store(true, Relaxed);
        self.task = None;
        self.is_waiting = false;
    }

    /// Sees to it that the engine does what it is to do now.
    fn arrange(&mut self) {
        let wanted = match self.task {
            _ if self.pages == 0 => None,
            _ if self.room == Room::Start => None,
            _ if self.room == Room::Study => self.study_task(),
            _ if self.waits => None,
            _ if self.table.is_engines_turn() => Some(Task::Act),
            Some(Task::Hint) => Some(Task::Hint),
            _ if self.wants_chart() => Some(Task::Chart),
            _ if self.is_analysed() || !self.may_analyse() => None,
            _ => self
                .analysis
                .map(|lines| Task::Analyse(Analysis::of(lines))),
        };
        if wanted == self.task {
            return;
        }
        self.drop_task();
        if let Some(task) = wanted {
            self.start(task);
        }
    }

    fn start(&mut self, task: Task) {
        self.drop_task();
        self.found.clear();
        self.analysed = None;
        self.job += 1;
        self.task = Some(task);
        self.stop = Arc::default();
        self.is_waiting = true;
    }
}
