//! The game that the page shows: what was agreed, the tree of its moves, and
//! what the engine is to do. A value that is told the time and what persons
//! do; it starts no thread and prints nothing.

mod acts;
mod chart;
mod files;
mod thoughts;
mod tree;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::said::Said;
use super::settings::Agreed;
use crate::cli::play::Now;
use crate::cli::play::settings::First;
use crate::cli::play::table::{OTHER, PERSON, Table};
use crate::game::{Contestant, End, Guess, OpeningState, Parity, Series, SeriesRule};
use crate::types::Color;

pub(super) use acts::Act;
pub(super) use chart::Charting;
pub(super) use thoughts::{Advice, FoundLine, Job, Task};
pub(super) use tree::{Step, Tree};

/// So many of the last messages are kept.
const MOST_MESSAGES: usize = 40;

/// How it was guessed who begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guessed {
    pub stones: u32,
    pub call: Parity,
    pub is_right: bool,
}

pub(super) struct Desk {
    agreed: Agreed,
    tree: Tree,
    /// The game as it began.
    beginning: Table,
    now: Now,
    /// Until when time was charged.
    charged: Duration,
    /// How many games have begun.
    begun: u64,
    /// Counts what changed the game; whoever acts must know the last change.
    revision: u64,
    /// Counts what the engine has told while it thinks.
    told: u64,
    messages: VecDeque<(u64, Said)>,
    guessed: Option<Guessed>,
    /// In a match: the game is over at this node, and nothing is changed.
    over_at: Option<usize>,
    /// What the engine is doing, and the flag that ends it.
    task: Option<Task>,
    stop: Arc<AtomicBool>,
    /// Counts what the engine was told to do.
    job: u64,
    /// The present job was not yet begun.
    is_waiting: bool,
    /// So many lines are wanted in an analysis.
    analysis: Option<usize>,
    /// An analysis of so many lines has come to its end here: all is known.
    analysed: Option<usize>,
    charting: Charting,
    /// How many steps were taken back in this game.
    taken_back: usize,
    /// What the engine has found so far.
    found: Vec<FoundLine>,
    advice: Option<Advice>,
    /// How many pages are open. Without any nobody thinks and no time passes.
    pages: usize,
}

impl Desk {
    /// A first game; chance follows from `seed`.
    pub fn new(now: Now, seed: u64) -> Desk {
        let mut agreed = Agreed::default();
        agreed.settings.seed = seed;
        let (table, guessed) = begin(&agreed, None, 0).expect("an ordinary game");
        Desk {
            agreed,
            beginning: table.clone(),
            tree: Tree::new(table),
            charged: now(),
            now,
            begun: 1,
            revision: 1,
            told: 0,
            messages: VecDeque::new(),
            guessed,
            over_at: None,
            task: None,
            stop: Arc::default(),
            job: 0,
            is_waiting: false,
            analysis: None,
            analysed: None,
            charting: Charting::No,
            taken_back: 0,
            found: Vec::new(),
            advice: None,
            pages: 0,
        }
    }

    pub fn agreed(&self) -> &Agreed {
        &self.agreed
    }

    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    pub fn table(&self) -> &Table {
        self.tree.table()
    }

    pub fn guessed(&self) -> Option<Guessed> {
        self.guessed
    }

    pub fn messages(&self) -> impl Iterator<Item = &(u64, Said)> {
        self.messages.iter()
    }

    pub fn task(&self) -> Option<Task> {
        self.task
    }

    pub fn found(&self) -> &[FoundLine] {
        &self.found
    }

    pub fn advice(&self) -> Option<&Advice> {
        self.advice.as_ref()
    }

    pub fn analysis(&self) -> Option<usize> {
        self.analysis
    }

    /// Whether the analysis that is wanted has nothing more to find out.
    pub fn is_analysed(&self) -> bool {
        self.analysis.is_some() && self.analysis == self.analysed
    }

    /// Changes with whatever a view shows: what was done, and what is thought.
    pub fn pulse(&self) -> (u64, u64) {
        (self.revision, self.told)
    }

    /// A page listens from now on.
    pub fn page_came(&mut self) {
        if self.pages == 0 {
            self.charged = (self.now)();
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

    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Whether time counts for somebody.
    pub fn is_charging(&self) -> bool {
        let may_act = !self.is_over() && self.table().to_act().is_some();
        may_act && self.pages > 0 && !self.is_advising()
    }

    /// Charges the time that has passed. Looking back at a game that is over
    /// takes none, and the time in which the engine thinks about a hint is not the
    /// person's.
    pub fn tick(&mut self) {
        let now = (self.now)();
        let passed = now.saturating_sub(self.charged);
        self.charged = now;
        if !self.is_charging() {
            return;
        }
        let mut table = self.table().clone();
        let stages = |table: &Table| Color::ALL.map(|color| table.clocks().side(color).stage());
        let before = stages(&table);
        if table.charge(passed) {
            self.go_on(Step::Talk, table);
            self.changed();
        } else {
            // Another stage or period of a clock is to be seen.
            self.told += u64::from(stages(&table) != before);
            *self.tree.table_mut() = table;
        }
    }

    /// How long until a stage or period of the clock of the one to act is over,
    /// or all his time; nothing if that never happens.
    pub fn until_clock_changes(&self) -> Option<Duration> {
        let table = self.table();
        let who = table.to_act().filter(|_| self.is_charging())?;
        let clock = table.clocks().side(table.clock_of(who));
        let passed = (self.now)().saturating_sub(self.charged);
        let allowance = clock.allowance()?;
        let left = clock.left().filter(|left| !left.is_zero());
        let next = left.map_or(allowance, |left| left.min(allowance));
        Some(next.saturating_sub(passed))
    }

    /// Whether the game is over for good; what is shown may be from before that.
    pub fn is_over(&self) -> bool {
        self.over_at.is_some()
    }

    /// How it ended then, and its last table.
    pub fn over_end(&self) -> Option<(End, &Table)> {
        let table = &self.tree.node(self.over_at?)?.table;
        Some((table.end()?, table))
    }

    /// Whether the engine thinks about a hint.
    pub fn is_advising(&self) -> bool {
        self.task == Some(Task::Hint)
    }

    /// Whether the engine is to act.
    pub fn is_engines_turn(&self) -> bool {
        !self.is_over() && !self.agreed.settings.two && self.table().to_act() == Some(OTHER)
    }

    /// Whether a person is to act.
    pub fn is_persons_turn(&self) -> bool {
        let to_act = self.table().to_act();
        !self.is_over() && to_act.is_some() && !self.is_engines_turn()
    }

    /// Whether a person was or is to act at a node.
    fn is_persons(&self, node: usize) -> bool {
        let to_act = self.tree.node(node).and_then(|node| node.table.to_act());
        to_act.is_some_and(|who| self.agreed.settings.two || who == PERSON)
    }

    /// Whether moves may be taken back and help asked for.
    pub fn may_practise(&self) -> bool {
        self.agreed.is_practice
    }

    /// Whether any move can be gone back to and on from. Where what is taken
    /// back is counted, the end of the game is one.
    pub fn is_free(&self) -> bool {
        self.may_practise() && self.agreed.undos.is_none()
    }

    /// How many steps of a person's can be taken back.
    pub fn undos(&self) -> usize {
        self.undo_nodes().len()
    }

    /// How many more may be, where they are counted and the game goes on.
    pub fn undos_left(&self) -> Option<usize> {
        let most = self.agreed.undos.filter(|_| !self.is_over())?;
        Some(most.saturating_sub(self.taken_back))
    }

    /// How many can be made again.
    pub fn redos(&self) -> usize {
        self.redo_nodes().len()
    }

    fn undo_nodes(&self) -> Vec<usize> {
        match self.may_practise() {
            true => self
                .tree
                .before()
                .filter(|&at| self.is_persons(at))
                .take(self.undos_left().unwrap_or(usize::MAX))
                .collect(),
            false => Vec::new(),
        }
    }

    fn redo_nodes(&self) -> Vec<usize> {
        let stops = |at: &usize| {
            let is_end = || {
                self.tree
                    .node(*at)
                    .is_some_and(|node| node.table.to_act().is_none())
            };
            self.is_persons(*at) || is_end()
        };
        match self.may_practise() || self.is_over() {
            true => self.tree.after().filter(stops).collect(),
            false => Vec::new(),
        }
    }

    /// Goes on with another state of the game.
    fn go_on(&mut self, step: Step, mut table: Table) {
        table.record_result();
        let is_timed = table
            .clocks()
            .running()
            .is_some_and(|color| table.clocks().side(color).allowance().is_some());
        let is_over = table.end().is_some();
        self.tree
            .go_on(step, table, !is_timed && self.may_practise());
        if is_over && !self.is_free() {
            self.over_at = Some(self.tree.at());
        }
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

    /// Tells the persons something.
    fn tell(&mut self, said: Said) {
        self.messages.push_back((self.revision, said));
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
            _ if self.is_engines_turn() => Some(Task::Act),
            Some(Task::Hint) => Some(Task::Hint),
            _ if self.wants_chart() => Some(Task::Chart),
            _ if self.is_analysed() => None,
            _ if self.table().to_act().is_none() || !self.may_practise() => None,
            _ => self.analysis.map(Task::Analyse),
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

    /// Puts another game in the place of the present one.
    fn sit_down(&mut self, table: Table, guessed: Option<Guessed>) {
        self.beginning = table.clone();
        self.tree = Tree::new(table);
        self.guessed = guessed;
        self.over_at = None;
        self.charting = Charting::No;
        self.taken_back = 0;
        self.charged = (self.now)();
        self.messages.clear();
    }
}

/// The beginning of a game, of this series or of a new one.
fn begin(
    agreed: &Agreed,
    series: Option<Series>,
    begun: u64,
) -> Result<(Table, Option<Guessed>), Said> {
    let settings = &agreed.settings;
    let seed = settings.seed.wrapping_add(begun);
    let (series, guessed) = match series {
        Some(series) => (series, None),
        None => {
            let (starter, guessed) = first_starter(agreed, seed);
            let rule = SeriesRule::best_of(settings.games);
            let rule = rule.map_err(|_| Said::new("no_value"))?;
            (Series::new(rule, starter), guessed)
        }
    };
    let (width, height) = settings.size;
    let wrong_size = |_| Said::new("no_value");
    let table = match settings.set_up {
        Some(set_up) => {
            let start = set_up.lay(width, height, seed).map_err(wrong_size)?;
            Table::from_start(settings, start, series)
        }
        None => {
            let board = settings.board().map_err(wrong_size)?;
            let opening = OpeningState::new(settings.opening, board);
            let opening = opening.map_err(|_| Said::new("opening_needs_board"))?;
            let starter = series.starter().unwrap_or(PERSON);
            Table::new(settings, opening, starter, series)
        }
    };
    Ok((table, guessed))
}

/// Who begins the first game.
fn first_starter(agreed: &Agreed, seed: u64) -> (Contestant, Option<Guessed>) {
    match agreed.settings.first {
        _ if agreed.settings.set_up.is_some() => (PERSON, None),
        First::Me => (PERSON, None),
        First::Engine => (OTHER, None),
        First::Guess(form) => {
            let guess = Guess {
                call: agreed.call,
                ..Guess::from_seed(seed)
            };
            let starter = form.judge(guess).starter();
            let starter = starter.unwrap_or(PERSON);
            let guessed = Guessed {
                stones: guess.b,
                call: guess.call,
                is_right: starter == PERSON,
            };
            (starter, Some(guessed))
        }
    }
}
