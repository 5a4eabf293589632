//! What happens in the game since it began, so that a program that starts again goes on
//! where it was: with its clocks, branches, series and openings. A table does the same
//! again when it is told the same.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Desk;
use super::act::Act;
use crate::board::Board;
use crate::board::notation::{parse_square, square_name};
use crate::opening_choice::OpeningTurn;
use crate::page::settings;
use crate::records::tree::GameTree;
use crate::records::{opening_action, sgf};
use crate::table::{self, Settings, Thought, Turn};

/// Charged time is written down at least this often.
const OFTEN: Duration = Duration::from_secs(1);

/// Something that happened in the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Entry {
    /// It began: by these settings, with the moves of a file if there was one. All that
    /// was before does not matter any more.
    Begin {
        settings: BTreeMap<String, String>,
        game: Option<String>,
    },
    /// A person did this.
    Act(Act),
    /// The engine did this.
    Turn(TurnText),
    /// Time was charged, in nanoseconds.
    Time(u64),
}

/// What the engine did, with squares by their names.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TurnText {
    /// It claimed a foul.
    Claim,
    /// It acted in an opening.
    Opening {
        actions: Vec<String>,
        follows: Option<String>,
    },
    /// It moved, or took a draw that was offered.
    Move { at: String, takes_draw: bool },
    /// It did not know what to do.
    Resign,
}

impl TurnText {
    fn of(turn: Option<&Turn>, height: usize) -> TurnText {
        match turn {
            None => TurnText::Resign,
            Some(Turn::Claim) => TurnText::Claim,
            Some(Turn::Opening(turn)) => TurnText::Opening {
                actions: turn
                    .actions
                    .iter()
                    .map(|one| one.in_words(height))
                    .collect(),
                follows: turn.follows.map(|square| square_name(square, height)),
            },
            Some(Turn::Move(thought)) => match thought.line.first() {
                None => TurnText::Resign,
                Some(&square) => TurnText::Move {
                    at: square_name(square, height),
                    takes_draw: thought.takes_draw,
                },
            },
        }
    }

    pub(super) fn turn(&self, board: &Board) -> Option<Turn> {
        let square = |name: &String| parse_square(name, board).ok();
        Some(match self {
            TurnText::Resign => return None,
            TurnText::Claim => Turn::Claim,
            TurnText::Opening { actions, follows } => {
                let actions = actions.iter().map(|text| opening_action(text, board));
                Turn::Opening(OpeningTurn {
                    actions: actions.collect::<Option<_>>()?,
                    follows: follows.as_ref().and_then(square),
                })
            }
            TurnText::Move { at, takes_draw } => Turn::Move(Thought {
                line: vec![square(at)?],
                share: 0.5,
                takes_draw: *takes_draw,
            }),
        })
    }
}

impl Desk {
    /// Writes down an act at the table that was done: what a person told, or how a game
    /// began.
    pub(super) fn write_act(&mut self, told: Option<Act>, done: &table::Act, begun: u64) {
        self.write_time();
        let (settings, game) = match done {
            // Its chance is that of the first game of a table with this seed.
            table::Act::New(settings) => {
                let seed = settings.seed.wrapping_add(begun);
                let settings = Settings {
                    seed,
                    ..(**settings).clone()
                };
                (settings, None)
            }
            table::Act::Load(settings, game) => {
                ((**settings).clone(), Some(sgf::write(&GameTree::of(game))))
            }
            _ => {
                self.begin_journal();
                self.journal.extend(told.map(Entry::Act));
                return;
            }
        };
        self.journal.push(Entry::Begin {
            settings: settings::all_text(&settings),
            game,
        });
        self.is_journal_begun = true;
        self.game_id = None;
    }

    /// Writes down what the engine is about to do.
    pub(super) fn write_turn(&mut self, turn: Option<&Turn>) {
        self.begin_journal();
        self.write_time();
        let height = self.table.state().board().height();
        self.journal.push(Entry::Turn(TurnText::of(turn, height)));
    }

    /// The first game of the program began by itself.
    fn begin_journal(&mut self) {
        if !self.is_journal_begun {
            self.is_journal_begun = true;
            let settings = settings::all_text(&self.first_settings);
            let game = None;
            self.journal.insert(0, Entry::Begin { settings, game });
        }
    }

    /// Charges time, which is written down now and then.
    pub(super) fn charge(&mut self) -> bool {
        // What passes between two looks at the clock is charged too.
        self.charged += self.table.uncharged() + Duration::from_micros(1);
        let is_up = self.table.tick();
        if is_up || self.charged >= OFTEN {
            self.begin_journal();
            self.write_time();
        }
        is_up
    }

    fn write_time(&mut self) {
        let charged = std::mem::take(&mut self.charged);
        if !charged.is_zero() {
            let nanos = u64::try_from(charged.as_nanos()).unwrap_or(u64::MAX);
            self.journal.push(Entry::Time(nanos));
        }
    }
}
