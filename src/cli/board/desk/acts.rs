//! What persons do at the page.

use serde::{Deserialize, Serialize};

use super::chart::Charting;
use super::{Desk, PERSON, Step, Task, begin};
use crate::board::notation::parse_square;
use crate::cli::board::said::{Said, wrong_action, wrong_move};
use crate::cli::board::settings::Told;
use crate::cli::play::settings::First;
use crate::cli::play::table::{Stage, Table};
use crate::game::{Contestant, Game, OpeningAction, Series, WrongMove};
use crate::types::{Color, Square};

/// The most lines of an analysis.
const MOST_LINES: usize = 8;

/// Something that a person does.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::cli::board) enum Act {
    /// Another game, by these settings.
    New { settings: Box<Told> },
    /// Names a square: for a stone, a fifth move, or the choice of one.
    Place { at: String },
    /// Offers a fifth move.
    Offer { at: String },
    /// Chooses a fifth move.
    Choose { at: String },
    /// Exchanges the colours.
    Swap,
    /// Does not.
    Keep,
    /// Takes a colour, `black` or `white`.
    Take { color: String },
    /// Places more stones instead of choosing.
    More,
    /// Declares a number of fifth moves.
    Declare { count: usize },
    /// Passes.
    Pass,
    /// Gives up.
    Resign,
    /// Offers a draw with the next move (`offer`), takes that back
    /// (`withdraw`), or answers an offer (`accept`, `decline`).
    Draw { how: String },
    /// Claims a foul.
    Claim,
    /// Takes back so many steps of a person.
    Undo {
        #[serde(default = "one")]
        count: usize,
    },
    /// Makes them again.
    Redo {
        #[serde(default = "one")]
        count: usize,
    },
    /// Goes to any node of the tree.
    Goto { node: usize },
    /// Wants advice.
    Hint,
    /// Wants so many of the best lines.
    Analyse {
        #[serde(default = "one")]
        lines: usize,
    },
    /// Wants a chart of how the game went, or no more.
    Chart { on: bool },
    /// The engine is to stop: with its move if it is its turn.
    Stop,
    /// The next game of the series, or another one.
    NextGame,
    /// A new series in which the other one begins.
    Rematch,
    /// Begins the game again.
    Restart,
    /// Goes on with the game of a file.
    Load { name: String, text: String },
    /// Goes on with the position of a link: moves as `h8i9`, `-` a pass.
    Position {
        rule: String,
        size: String,
        moves: String,
    },
    /// Wants the game as a file of this format.
    Save { format: String },
}

fn one() -> usize {
    1
}

/// What is answered besides the view.
#[derive(Debug, Default, Serialize)]
pub(in crate::cli::board) struct Answer {
    pub rev: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<File>,
}

/// A game as a file.
#[derive(Debug, Serialize)]
pub(in crate::cli::board) struct File {
    pub name: String,
    pub text: String,
}

/// What naming a square is meant for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Any,
    Offer,
    Choose,
}

impl Desk {
    /// Does what a person does who has seen this revision; why not, and
    /// nothing is done, if it cannot.
    pub fn act(&mut self, revision: u64, act: Act) -> Result<Answer, Said> {
        self.tick();
        // Stopping is never too late.
        if revision != self.revision && !matches!(act, Act::Stop) {
            return Err(Said::new("stale"));
        }
        let file = match act {
            Act::Save { format } => Some(self.save(&format)?),
            act => {
                self.perform(act)?;
                None
            }
        };
        let rev = self.revision;
        Ok(Answer { rev, file })
    }

    fn perform(&mut self, act: Act) -> Result<(), Said> {
        match act {
            Act::Place { at } => self.name_square(Purpose::Any, &at)?,
            Act::Offer { at } => self.name_square(Purpose::Offer, &at)?,
            Act::Choose { at } => self.name_square(Purpose::Choose, &at)?,
            Act::Swap => self.open(OpeningAction::Swap)?,
            Act::Keep => self.open(OpeningAction::Keep)?,
            Act::Take { color } => {
                let named = Color::ALL.into_iter().find(|one| one.to_string() == color);
                let color = named.ok_or_else(|| Said::new("choice_wanted"))?;
                self.open(OpeningAction::Take(color))?;
            }
            Act::More => self.open(OpeningAction::PlaceMore)?,
            Act::Declare { count } => self.open(OpeningAction::Declare(count))?,
            Act::Pass => self.pass()?,
            Act::Resign => self.resign()?,
            Act::Draw { how } => self.draw(&how)?,
            Act::Claim => self.claim()?,
            Act::Undo { count } => {
                let nodes = self.undo_nodes();
                if nodes.is_empty() && self.undos_left() == Some(0) {
                    return Err(Said::new("no_undos_left"));
                }
                self.step_to(&nodes, count, "nothing_to_undo")?;
                self.taken_back += count;
            }
            Act::Redo { count } => {
                let nodes = self.redo_nodes();
                self.step_to(&nodes, count, "nothing_to_redo")?;
            }
            Act::Goto { .. } if !self.is_free() && !self.is_over() => {
                return Err(Said::new(match self.may_practise() {
                    true => "undos_counted",
                    false => "not_in_match",
                }));
            }
            Act::Goto { node } => self.step_to(&[node], 1, "no_such_move")?,
            Act::Hint => return self.hint(),
            Act::Analyse { lines } => return self.analyse(lines),
            Act::Chart { on } => return self.chart(on),
            Act::Stop => {
                self.hurry();
                return Ok(());
            }
            Act::New { settings } => self.begin_new(&settings)?,
            Act::NextGame => self.next_game()?,
            Act::Rematch => self.rematch()?,
            Act::Restart => self.restart()?,
            Act::Load { name, text } => self.load(&name, &text)?,
            Act::Position { rule, size, moves } => self.take_position(&rule, &size, &moves)?,
            Act::Save { .. } => (),
        }
        self.changed();
        Ok(())
    }

    /// A copy of the table for a person who is to act.
    fn own_turn(&self) -> Result<Table, Said> {
        match self.table().to_act() {
            None => Err(Said::new("over")),
            Some(_) if self.is_over() => Err(Said::new("over")),
            Some(_) if self.is_engines_turn() => Err(Said::new("not_your_turn")),
            Some(_) => Ok(self.table().clone()),
        }
    }

    fn name_square(&mut self, purpose: Purpose, name: &str) -> Result<(), Said> {
        let mut table = self.own_turn()?;
        let no_square = |_| Said::new("no_square");
        let square = parse_square(name, table.board()).map_err(no_square)?;
        let step = match &table.stage {
            Stage::Opening(state) => {
                let action = match purpose {
                    Purpose::Offer => OpeningAction::Offer(square),
                    Purpose::Choose => OpeningAction::Pick(square),
                    Purpose::Any if state.is_choice() || state.region().is_some() => {
                        OpeningAction::Place(square)
                    }
                    Purpose::Any if state.offers_wanted() > 0 => OpeningAction::Offer(square),
                    Purpose::Any => OpeningAction::Pick(square),
                };
                let wrong = |error| wrong_action(error, self.table().board());
                table.act(action).map_err(wrong)?;
                Step::Opening(action)
            }
            Stage::Play(_) if purpose != Purpose::Any => return Err(Said::new("only_in_opening")),
            Stage::Play(game) => {
                let color = game.board().side_to_move();
                self.play(&mut table, square)?;
                Step::Move(color, Some(square))
            }
        };
        self.go_on(step, table);
        Ok(())
    }

    fn play(&self, table: &mut Table, square: Square) -> Result<(), Said> {
        let wrong = |error| wrong_move(error, self.table().board());
        table.play(square).map_err(wrong)
    }

    /// Something in an opening that names no square.
    fn open(&mut self, action: OpeningAction) -> Result<(), Said> {
        let mut table = self.own_turn()?;
        if table.opening().is_none() {
            return Err(Said::new("only_in_opening"));
        }
        let wrong = |error| wrong_action(error, self.table().board());
        table.act(action).map_err(wrong)?;
        self.go_on(Step::Opening(action), table);
        Ok(())
    }

    fn pass(&mut self) -> Result<(), Said> {
        let mut table = self.own_turn()?;
        let Some(color) = table.game().and_then(Game::turn) else {
            return self.open(OpeningAction::Pass);
        };
        let wrong = |error| wrong_move(error, self.table().board());
        table.pass().map_err(wrong)?;
        self.go_on(Step::Move(color, None), table);
        Ok(())
    }

    fn resign(&mut self) -> Result<(), Said> {
        let mut table = self.table().clone();
        let who = match self.agreed.settings.two {
            true => table.to_act().ok_or_else(|| Said::new("over"))?,
            false => PERSON,
        };
        if self.is_over() {
            return Err(Said::new("over"));
        }
        let wrong = |error| wrong_move(error, self.table().board());
        table.resign(who).map_err(wrong)?;
        self.go_on(Step::Talk, table);
        Ok(())
    }

    fn draw(&mut self, how: &str) -> Result<(), Said> {
        let mut table = self.own_turn()?;
        let Some(color) = table.game().and_then(Game::turn) else {
            return Err(Said::new("not_in_opening"));
        };
        match how {
            // The draw is offered with the next move, since only then it can be.
            "offer" | "withdraw" => {
                table.will_offer = how == "offer";
                *self.tree.table_mut() = table;
            }
            "accept" => {
                self.say(table, |game| game.accept_draw(color))?;
                self.tell(Said::new("draw_accepted").with("color", color.to_string()));
            }
            "decline" => {
                self.say(table, |game| game.refuse_draw(color))?;
                self.tell(Said::new("draw_refused").with("color", color.to_string()));
            }
            _ => return Err(Said::new("unknown_act")),
        }
        Ok(())
    }

    fn claim(&mut self) -> Result<(), Said> {
        let table = self.table().clone();
        if self.over_at.is_some_and(|node| node != self.tree.at()) {
            return Err(Said::new("over"));
        }
        let color = match self.agreed.settings.two {
            true => Color::White,
            false => table.color_of(PERSON),
        };
        let end = self.say(table, |game| game.claim_foul(color))?;
        self.tell(Said::new("claimed").with("color", color.to_string()));
        if end.is_none() {
            self.tell(Said::new("wrong_claim"));
        }
        Ok(())
    }

    /// Goes on with a game in which something was said.
    fn say<T>(
        &mut self,
        mut table: Table,
        how: impl FnOnce(&mut Game) -> Result<T, WrongMove>,
    ) -> Result<T, Said> {
        let said = table.talk(how).ok_or_else(|| Said::new("not_in_opening"))?;
        let said = said.map_err(|error| wrong_move(error, table.board()))?;
        self.go_on(Step::Talk, table);
        Ok(said)
    }

    /// Goes to the node that many steps on.
    fn step_to(&mut self, nodes: &[usize], count: usize, none: &'static str) -> Result<(), Said> {
        if !self.may_practise() && !self.is_over() {
            return Err(Said::new("not_in_match"));
        }
        let node = count.checked_sub(1).and_then(|place| nodes.get(place));
        let is_known = node.is_some_and(|&node| self.tree.go_to(node));
        if !is_known {
            return Err(Said::new(none));
        }
        // A draw that was to be offered with a move is not any more.
        self.tree.table_mut().will_offer = false;
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Said> {
        self.own_turn()?;
        if !self.may_practise() {
            return Err(Said::new("not_in_match"));
        }
        self.advice = None;
        self.start(Task::Hint);
        self.told += 1;
        Ok(())
    }

    fn analyse(&mut self, lines: usize) -> Result<(), Said> {
        if !self.may_practise() {
            return Err(Said::new("not_in_match"));
        }
        self.analysis = Some(lines.clamp(1, MOST_LINES));
        self.told += 1;
        self.arrange();
        Ok(())
    }

    fn chart(&mut self, on: bool) -> Result<(), Said> {
        if on && !self.may_chart() {
            return Err(Said::new(match self.may_practise() {
                true => "nothing_to_chart",
                false => "not_in_match",
            }));
        }
        self.charting = match on {
            true => Charting::Yes,
            false => Charting::No,
        };
        self.told += 1;
        self.arrange();
        Ok(())
    }

    fn begin_new(&mut self, told: &Told) -> Result<(), Said> {
        let agreed = self.agreed.changed(told)?;
        let (table, guessed) = begin(&agreed, None, self.begun)?;
        self.agreed = agreed;
        self.begun += 1;
        self.sit_down(table, guessed);
        Ok(())
    }

    fn begin_series(&mut self, series: Series) -> Result<(), Said> {
        let (table, guessed) = begin(&self.agreed, Some(series), self.begun)?;
        self.begun += 1;
        self.sit_down(table, guessed);
        Ok(())
    }

    /// The series with the result of this game, if it is over.
    pub(in crate::cli::board) fn series(&self) -> Series {
        let over = self.over_at.and_then(|node| self.tree.node(node));
        let table = over.map_or(self.table(), |node| &node.table);
        table.series.clone()
    }

    /// The next game: of the series, if it goes on.
    fn next_game(&mut self) -> Result<(), Said> {
        let series = self.series();
        let rule = series.rule();
        let goes_on = rule.games() == self.agreed.settings.games && series.end().is_none();
        match goes_on && rule.games() > 1 {
            true => self.begin_series(series),
            false => self.begin_new(&Told::default()),
        }
    }

    /// A new series that the other one begins.
    fn rematch(&mut self) -> Result<(), Said> {
        let series = self.series();
        let rule = series.rule();
        let began = series.games().first().map(|game| game.0);
        let began = began.or_else(|| series.starter()).unwrap_or(PERSON);
        let next = began.other();
        self.agreed.settings.first = match next {
            Contestant::A => First::Me,
            Contestant::B => First::Engine,
        };
        self.begin_series(Series::new(rule, next))
    }

    /// This game from its beginning. What is over stays in the score of a
    /// match.
    fn restart(&mut self) -> Result<(), Said> {
        if self.is_over() {
            return Err(Said::new("over"));
        }
        let guessed = self.guessed;
        self.sit_down(self.beginning.clone(), guessed);
        Ok(())
    }
}
