//! What persons do in a game.

use std::sync::atomic::Ordering::Relaxed;

use super::Session;
use crate::board::notation::{moves_text, parse_square};
use crate::cli::play::brain::Hint;
use crate::cli::play::command::{Command, Purpose};
use crate::cli::play::table::{PERSON, Stage, Table};
use crate::cli::play::words;
use crate::game::{Decision, Fouls, Game, OpeningAction, OpeningState, WrongMove};
use crate::types::{Color, Square};

/// So many moves of the best line are told.
const LONGEST_LINE: usize = 7;

impl Session {
    /// Does what a command says; an error, and nothing done, if it cannot.
    pub(super) fn obey(&mut self, command: Command) -> Result<Vec<String>, String> {
        if self.table().is_paused() && !command.suits_pause() {
            return Err(words::is_paused());
        }
        if self.undecided.is_some() && !command.suits_decision() {
            return Err(words::decide_first());
        }
        match command {
            Command::Squares(purpose, names) => self.name_squares(purpose, &names),
            Command::Undo(count) => self.undo(count),
            Command::Redo(count) => self.redo(count),
            Command::Hint => self.hint(),
            Command::Resign => self.resign(),
            Command::Draw => self.offer_draw(),
            Command::Accept => self.answer_offer(true),
            Command::Refuse => self.answer_offer(false),
            Command::Pass => self.pass(),
            Command::Claim => self.claim(),
            Command::Pause => self.pause(),
            Command::GoOn => self.go_on(),
            Command::Swap => self.act(OpeningAction::Swap),
            Command::Keep => self.act(OpeningAction::Keep),
            Command::HandOver => self.decide(Decision::HandOver),
            Command::Take(Color::Black) if self.undecided.is_some() => self.decide(Decision::Black),
            Command::Take(Color::White) if self.undecided.is_some() => self.decide(Decision::White),
            Command::Take(color) => self.act(OpeningAction::Take(color)),
            Command::More => self.act(OpeningAction::PlaceMore),
            Command::Declare(count) => self.act(OpeningAction::Declare(count)),
            Command::Set(setting, value) => self.set(setting, value),
            Command::New => self.next_game(),
            Command::Save(file) => self.save(&file),
            Command::Load(file) => self.load(&file),
            Command::Board => Ok(self.show(true)),
            Command::Moves => Ok(vec![words::moves(&moves_text(self.table().board()))]),
            Command::Help => Ok(words::HELP.iter().map(|line| line.to_string()).collect()),
            Command::Quit => {
                self.has_quit = true;
                Ok(vec![words::goodbye()])
            }
        }
    }

    /// A copy of the table for a person who is to act.
    fn own_turn(&self) -> Result<Table, String> {
        let table = self.table();
        if table.to_act().is_none() {
            return Err(words::game_over());
        }
        match self.is_persons(table) {
            true => Ok(table.clone()),
            false => Err(words::not_your_turn()),
        }
    }

    fn name_squares(&mut self, purpose: Purpose, names: &[String]) -> Result<Vec<String>, String> {
        let mut table = self.own_turn()?;
        let squares = names.iter().map(|name| {
            let square = parse_square(name, table.board());
            square.map_err(|_| words::no_square(name))
        });
        let squares = squares.collect::<Result<Vec<_>, _>>()?;
        let said = match &table.stage {
            Stage::Opening(_) => self.place_in_opening(&mut table, purpose, &squares)?,
            Stage::Play(game) => {
                let color = game.board().side_to_move();
                let &[square] = &squares[..] else {
                    return Err(words::too_many_squares(1));
                };
                if matches!(purpose, Purpose::Offer | Purpose::Pick) {
                    return Err(words::only_in_opening());
                }
                let name = self.name(table.holder(color));
                let wrong = |error| words::wrong_move(error, self.table().board());
                table.play(square).map_err(wrong)?;
                vec![words::moved(color, name, Some(square), table.board())]
            }
        };
        self.commit(table);
        Ok(self.after(said))
    }

    /// One person's stones of an opening, or fifth moves, all or none.
    fn place_in_opening(
        &self,
        table: &mut Table,
        purpose: Purpose,
        squares: &[Square],
    ) -> Result<Vec<String>, String> {
        let actor = table.to_act();
        let mut said = Vec::new();
        for &square in squares {
            let Some(state) = table.opening().filter(|_| table.to_act() == actor) else {
                return Err(words::too_many_squares(said.len()));
            };
            let action = meaning(purpose, square, state);
            let wrong = |error| words::wrong_action(error, self.table().board());
            table.act(action).map_err(wrong)?;
            let two = self.settings.two;
            said.extend(actor.map(|who| words::acted(who, two, action, table.board())));
        }
        Ok(said)
    }

    /// Something in an opening that names no square.
    fn act(&mut self, action: OpeningAction) -> Result<Vec<String>, String> {
        let mut table = self.own_turn()?;
        let Some(who) = table.to_act().filter(|_| table.opening().is_some()) else {
            return Err(words::only_in_opening());
        };
        let wrong = |error| words::wrong_action(error, self.table().board());
        table.act(action).map_err(wrong)?;
        let said = words::acted(who, self.settings.two, action, table.board());
        self.commit(table);
        Ok(self.after(vec![said]))
    }

    fn pass(&mut self) -> Result<Vec<String>, String> {
        let mut table = self.own_turn()?;
        let Some(color) = table.game().and_then(Game::turn) else {
            return self.act(OpeningAction::Pass);
        };
        let wrong = |error| words::wrong_move(error, self.table().board());
        table.pass().map_err(wrong)?;
        let name = self.name(self.table().holder(color));
        let said = words::moved(color, name, None, table.board());
        self.commit(table);
        Ok(self.after(vec![said]))
    }

    fn resign(&mut self) -> Result<Vec<String>, String> {
        let mut table = self.table().clone();
        let who = match self.settings.two {
            true => table.to_act().ok_or_else(words::game_over)?,
            false => PERSON,
        };
        let wrong = |error| words::wrong_move(error, self.table().board());
        table.resign(who).map_err(wrong)?;
        self.commit(table);
        Ok(self.after(Vec::new()))
    }

    /// The draw is offered with the next move, since only then it can be.
    fn offer_draw(&mut self) -> Result<Vec<String>, String> {
        let mut table = self.own_turn()?;
        if table.opening().is_some() {
            return Err(words::not_in_opening());
        }
        if table.will_offer {
            return Err(words::offered_already());
        }
        table.will_offer = true;
        // No action of the game's: there is nothing to take back.
        let at = self.at;
        self.tables[at] = table;
        Ok(vec![words::offer_goes_with_move()])
    }

    fn answer_offer(&mut self, accepts: bool) -> Result<Vec<String>, String> {
        let table = self.own_turn()?;
        let Some(color) = table.game().and_then(Game::turn) else {
            return Err(words::not_in_opening());
        };
        let seat = self.seat(color);
        let how = |game: &mut Game| match accepts {
            true => game.accept_draw(color),
            false => game.refuse_draw(color),
        };
        self.say(table, how)?;
        Ok(self.after(vec![match accepts {
            true => words::draw_accepted(&seat),
            false => words::draw_refused(&seat),
        }]))
    }

    fn claim(&mut self) -> Result<Vec<String>, String> {
        let table = self.table().clone();
        let color = match self.settings.two {
            true => Color::White,
            false => table.color_of(PERSON),
        };
        let mut said = vec![words::claimed(&self.seat(color))];
        let end = self.say(table, |game| game.claim_foul(color))?;
        if end.is_none() {
            said.push(words::wrong_claim());
        }
        Ok(self.after(said))
    }

    /// Stops all clocks. No action of the game's: there is nothing to take back.
    fn pause(&mut self) -> Result<Vec<String>, String> {
        let table = &mut self.tables[self.at];
        if table.to_act().is_none() {
            return Err(words::game_over());
        }
        table.pause().map_err(|_| words::is_paused())?;
        Ok(vec![words::is_paused()])
    }

    /// Lets the clocks run again.
    fn go_on(&mut self) -> Result<Vec<String>, String> {
        let resumed = self.tables[self.at].resume();
        resumed.map_err(|_| words::not_paused())?;
        Ok(self.after(vec![words::goes_on()]))
    }

    /// Commits a game in which something was said.
    fn say<T>(
        &mut self,
        mut table: Table,
        how: impl FnOnce(&mut Game) -> Result<T, WrongMove>,
    ) -> Result<T, String> {
        let said = table.talk(how).ok_or_else(words::not_in_opening)?;
        let said = said.map_err(|error| words::wrong_move(error, table.board()))?;
        self.commit(table);
        Ok(said)
    }

    /// Goes back to where a person was to act, so many times; from the
    /// beginning of a game to the one before.
    fn undo(&mut self, count: usize) -> Result<Vec<String>, String> {
        let before = (0..self.at).rev();
        let own: Vec<usize> = before
            .filter(|&at| self.is_persons(&self.tables[at]))
            .collect();
        if own.is_empty() && self.return_to_game_before() {
            return Ok(self.after(vec![words::back_in_game_before()]));
        }
        let &at = own
            .get(count - 1)
            .ok_or_else(|| words::cannot_take_back(own.len()))?;
        self.go_to(at);
        Ok(self.after(vec![words::taken_back(count)]))
    }

    /// Goes on again to where a person was to act, or the game was over.
    fn redo(&mut self, count: usize) -> Result<Vec<String>, String> {
        let stops = |at: &usize| {
            let table = &self.tables[*at];
            table.to_act().is_none() || self.is_persons(table)
        };
        let later: Vec<usize> = (self.at + 1..self.tables.len()).filter(stops).collect();
        let &at = later
            .get(count - 1)
            .ok_or_else(|| words::cannot_make_again(later.len()))?;
        self.go_to(at);
        Ok(self.after(vec![words::made_again(count)]))
    }

    /// Another of the known states is the present one. A draw that was to be
    /// offered with a move is not any more.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
        self.tables[at].will_offer = false;
    }

    fn hint(&mut self) -> Result<Vec<String>, String> {
        let table = self.own_turn()?;
        self.stop.store(false, Relaxed);
        let said = match &table.stage {
            Stage::Opening(state) => self.hint_in_opening(state),
            Stage::Play(game) => self.hint_in_game(game),
        };
        // Thinking about it is not the person's.
        self.forgive_time();
        Ok(vec![said])
    }

    fn hint_in_opening(&mut self, state: &OpeningState) -> String {
        let (rule, budget) = (self.table().rule(), self.budget_beside_clock());
        let found = self.brain.open(state, rule, self.seed(), budget);
        let board = state.board();
        let mut said: Vec<String> = found
            .actions
            .into_iter()
            .map(|action| words::action(action, board))
            .collect();
        said.extend(found.follows.map(|square| words::squares(&[square], board)));
        words::hint_opening(&said)
    }

    fn hint_in_game(&mut self, game: &Game) -> String {
        let board = game.board();
        let color = board.side_to_move();
        let can_claim =
            game.fouls() == Fouls::Claimed && matches!(game.clone().claim_foul(color), Ok(Some(_)));
        let budget = self.budget_beside_clock();
        let hint = match can_claim {
            true => Some(Hint::Claim),
            false => self.brain.hint(board, game.rule(), budget),
        };
        let name = |square: Square| words::squares(&[square], board);
        let line = |line: &[Square]| words::squares(line, board);
        match hint {
            None => words::no_hint(),
            Some(Hint::Claim) => words::hint_claim(),
            Some(Hint::Five(square)) => words::hint_five(&name(square)),
            Some(Hint::StopsFive(square)) => words::hint_stops_five(&name(square)),
            Some(Hint::Lost(square)) => words::hint_lost(&name(square)),
            Some(Hint::Fours(moves)) => words::hint_fours(&name(moves[0]), &line(&moves)),
            Some(Hint::StopsFours(square, share)) => words::hint_stops_fours(&name(square), share),
            Some(Hint::Best(thought)) => {
                let moves = &thought.line;
                let shown = &moves[..moves.len().min(LONGEST_LINE)];
                words::hint_best(&name(moves[0]), thought.share, &line(shown))
            }
        }
    }

    /// The next game: of the series, if it goes on.
    fn next_game(&mut self) -> Result<Vec<String>, String> {
        let table = self.table();
        let series = table.series.clone();
        let is_begun = self.undecided.is_none();
        let goes_on =
            is_begun && self.settings.games == series.rule().games() && series.end().is_none();
        let is_repeated = goes_on && series.rule().games() > 1 && table.end().is_none();
        let note = self.note_on_open_game();
        self.begin(
            goes_on
                .then_some(series)
                .filter(|_| self.settings.games > 1),
        )?;
        let mut said = vec![self.welcome()];
        if is_repeated {
            said.push(words::new_in_series());
        }
        said.extend(note);
        Ok(self.after(said))
    }
}

/// What naming a square stands for in an opening.
fn meaning(purpose: Purpose, square: Square, state: &OpeningState) -> OpeningAction {
    match purpose {
        Purpose::Stone => OpeningAction::Place(square),
        Purpose::Offer => OpeningAction::Offer(square),
        Purpose::Pick => OpeningAction::Pick(square),
        Purpose::Any if state.is_choice() || state.region().is_some() => {
            OpeningAction::Place(square)
        }
        Purpose::Any if state.offers_wanted() > 0 => OpeningAction::Offer(square),
        Purpose::Any => OpeningAction::Pick(square),
    }
}
