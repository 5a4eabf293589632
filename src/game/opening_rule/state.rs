//! An opening, in progress or over.

use super::rules::{Actor, Answer, Count, Step};
use super::symmetry::{different_squares, images};
use super::{OpeningAction, OpeningRule, Player, Region, WrongAction, WrongBoard};
use crate::board::Board;
use crate::rules::{Outcome, outcome};
use crate::types::{Color, Rule, Square, SquareSet};

/// An opening, in progress or over. Only legal actions change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningState {
    rule: OpeningRule,
    board: Board,
    /// The steps that are left, the present one first.
    steps: &'static [Step],
    black: Player,
    /// The declared number of fifth moves.
    declared: Option<usize>,
    /// The fifth moves so far.
    offers: Vec<Square>,
    actions: Vec<OpeningAction>,
    /// Who did the last action.
    acted: Option<Player>,
}

impl OpeningState {
    /// The beginning of an opening; stones are removed from the board first. An
    /// error if the rule does not fit the board.
    pub fn new(rule: OpeningRule, mut board: Board) -> Result<OpeningState, WrongBoard> {
        rule.check_board(&board)?;
        while board.undo().is_some() {}
        Ok(OpeningState {
            rule,
            board,
            steps: rule.first_steps(),
            black: Player::First,
            declared: None,
            offers: Vec::new(),
            actions: Vec::new(),
            acted: None,
        })
    }

    /// The rule.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The stones so far in their order, without offered fifth moves. When the
    /// opening is over, the game goes on from here.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All actions, oldest first.
    pub fn actions(&self) -> &[OpeningAction] {
        &self.actions
    }

    /// Whether the game goes on with ordinary moves.
    pub fn is_over(&self) -> bool {
        self.steps.is_empty()
    }

    /// Who is to act; `None` when the opening is over.
    pub fn to_act(&self) -> Option<Player> {
        self.steps.first().map(|step| self.actor_of(step))
    }

    /// Whether the player to act answers a question (about colours or a number
    /// of fifth moves) instead of naming a square.
    pub fn is_choice(&self) -> bool {
        matches!(self.steps.first(), Some(Step::Choice(..)))
    }

    /// Whether the player to act begins a turn; true at the beginning, false
    /// when the opening is over.
    pub fn is_new_turn(&self) -> bool {
        self.to_act()
            .is_some_and(|player| self.acted != Some(player))
    }

    /// How many stones the player to act places next, in a row; 0 if no stone
    /// is to be placed.
    pub fn stones_wanted(&self) -> usize {
        let own = |step: &&Step| step.is_stone() && Some(self.actor_of(step)) == self.to_act();
        self.steps.iter().take_while(own).count()
    }

    /// Where the next stone is to be placed; `None` if none is.
    pub fn region(&self) -> Option<Region> {
        match self.steps.first() {
            Some(&Step::Stone(_, region)) => Some(region),
            _ => None,
        }
    }

    /// How many fifth moves there will be, if known.
    pub fn fifth_moves(&self) -> Option<usize> {
        let exactly = self.rule.first_steps().iter().find_map(|step| match step {
            Step::Offers(_, Count::Exactly(count)) => Some(*count),
            _ => None,
        });
        self.declared.or(exactly)
    }

    /// The offered fifth moves, in their order.
    pub fn offers(&self) -> &[Square] {
        &self.offers
    }

    /// How many fifth moves the player to act still has to offer; 0 if the step
    /// is another one.
    pub fn offers_wanted(&self) -> usize {
        match self.steps.first() {
            Some(Step::Offers(..)) => {
                let count = self.fifth_moves().expect("declared before");
                count - self.offers.len()
            }
            _ => 0,
        }
    }

    /// A player's colour at present.
    pub fn color_of(&self, player: Player) -> Color {
        match player == self.black {
            true => Color::Black,
            false => Color::White,
        }
    }

    /// Who has this colour at present.
    pub fn player_of(&self, color: Color) -> Player {
        match color {
            Color::Black => self.black,
            Color::White => self.black.other(),
        }
    }

    /// The squares that the player to act may name, to place a stone or to offer
    /// or choose a fifth move. Empty at a choice.
    pub fn squares(&self) -> SquareSet {
        match self.steps.first() {
            Some(&Step::Stone(_, region)) => allowed(region, &self.board),
            Some(Step::Offers(..)) => different_squares(&self.offers, &self.board),
            Some(Step::Pick(_)) => self.offers.iter().copied().collect(),
            Some(Step::Choice(..)) | None => SquareSet::EMPTY,
        }
    }

    /// Everything that the player to act may do.
    pub fn legal_actions(&self) -> Vec<OpeningAction> {
        let named: fn(Square) -> OpeningAction = match self.steps.first() {
            None => return Vec::new(),
            Some(Step::Choice(_, answers)) => {
                let acts = |answer: &Answer| self.acts_of(answer);
                return answers.iter().flat_map(acts).collect();
            }
            Some(Step::Stone(..)) => OpeningAction::Place,
            Some(Step::Offers(..)) => OpeningAction::Offer,
            Some(Step::Pick(_)) => OpeningAction::Pick,
        };
        self.squares().into_iter().map(named).collect()
    }

    /// The actions that an answer allows.
    fn acts_of(&self, answer: &Answer) -> Vec<OpeningAction> {
        match *answer {
            Answer::PlaceMore(phase) if !self.has_room(phase) => Vec::new(),
            _ => answer.actions(),
        }
    }

    /// Applies an action of this player.
    pub fn apply_by(&mut self, player: Player, action: OpeningAction) -> Result<(), WrongAction> {
        match self.to_act() {
            Some(to_act) if to_act != player => Err(WrongAction::OtherPlayer),
            _ => self.apply(action),
        }
    }

    /// Applies an action of the player to act.
    pub fn apply(&mut self, action: OpeningAction) -> Result<(), WrongAction> {
        let &step = self.steps.first().ok_or(WrongAction::Over)?;
        let actor = self.actor_of(&step);
        match (step, action) {
            (_, OpeningAction::Pass) => return Err(WrongAction::Pass),
            (Step::Stone(_, region), OpeningAction::Place(square)) => {
                self.check_stone(region, square)?;
                self.board.place(square);
                self.advance();
            }
            (Step::Choice(_, answers), _) => {
                let fits = |answer: &&Answer| self.acts_of(answer).contains(&action);
                let answer = answers.iter().find(fits);
                self.answer(*answer.ok_or(not_among(answers, action))?, action, actor);
            }
            (Step::Offers(..), OpeningAction::Offer(square)) => {
                self.check_offer(square)?;
                self.offers.push(square);
                if self.offers_wanted() == 0 {
                    self.advance();
                }
            }
            (Step::Pick(_), OpeningAction::Pick(square)) => {
                if !self.offers.contains(&square) {
                    return Err(WrongAction::NotOffered(square));
                }
                self.board.place(square);
                self.advance();
            }
            _ => return Err(self.wanted()),
        }
        self.actions.push(action);
        self.acted = Some(actor);
        Ok(())
    }

    /// Takes back the last action and returns it; `None` at the beginning.
    pub fn undo(&mut self) -> Option<OpeningAction> {
        let (&last, before) = self.actions.split_last()?;
        let beginning = OpeningState::new(self.rule, self.board.clone());
        let mut state = beginning.expect("it has begun on this board");
        for &action in before {
            state.apply(action).expect("it was legal before");
        }
        *self = state;
        Some(last)
    }

    /// The error of an action that is not wanted now.
    pub(super) fn wanted(&self) -> WrongAction {
        match self.steps.first() {
            None => WrongAction::Over,
            Some(Step::Stone(..)) => WrongAction::StoneWanted,
            Some(Step::Offers(..)) => WrongAction::OfferWanted,
            Some(Step::Pick(_)) => WrongAction::PickWanted,
            Some(Step::Choice(_, answers)) => answer_wanted(answers),
        }
    }

    fn actor_of(&self, step: &Step) -> Player {
        let (&Step::Stone(actor, _)
        | &Step::Choice(actor, _)
        | &Step::Offers(actor, _)
        | &Step::Pick(actor)) = step;
        match actor {
            Actor::First => Player::First,
            Actor::Second => Player::Second,
            Actor::Black => self.black,
            Actor::White => self.black.other(),
        }
    }

    /// Whether there is a square for every stone of a phase.
    fn has_room(&self, phase: &str) -> bool {
        let steps = self.rule.steps_of(phase).iter();
        self.board.empty().len() >= steps.filter(|step| step.is_stone()).count()
    }

    fn advance(&mut self) {
        self.steps = &self.steps[1..];
    }

    /// Applies an allowed answer, given by this action.
    fn answer(&mut self, answer: Answer, action: OpeningAction, actor: Player) {
        self.advance();
        match answer {
            Answer::Keep => (),
            Answer::Swap => self.black = self.black.other(),
            Answer::Take(Color::Black) => self.black = actor,
            Answer::Take(Color::White) => self.black = actor.other(),
            Answer::PlaceMore(phase) | Answer::OfferFifths(_, phase) => {
                self.steps = self.rule.steps_of(phase);
            }
            Answer::Declare(_) => (),
        }
        if let OpeningAction::Declare(count) = action {
            self.declared = Some(count);
        }
    }

    fn check_stone(&self, region: Region, square: Square) -> Result<(), WrongAction> {
        if allowed(region, &self.board).contains(square) {
            return Ok(());
        }
        Err(if !self.board.is_empty(square) {
            WrongAction::Taken(square)
        } else if !region.contains(square, &self.board) {
            let wanted = region;
            WrongAction::Outside { square, wanted }
        } else {
            WrongAction::Five(square)
        })
    }

    fn check_offer(&self, square: Square) -> Result<(), WrongAction> {
        if !self.board.is_empty(square) {
            return Err(WrongAction::Taken(square));
        }
        let same = images(square, &self.board);
        match self.offers.iter().find(|&&other| same.contains(other)) {
            Some(&other) if other == square => Err(WrongAction::Offered(square)),
            Some(&other) => Err(WrongAction::Symmetric(square, other)),
            None => Ok(()),
        }
    }
}

/// Where the next stone of an opening can be placed: where it completes no five,
/// unless it does so everywhere.
pub(super) fn allowed(region: Region, board: &Board) -> SquareSet {
    let empty = region.empty_squares(board);
    // Four stones of each colour; before that there is nothing to complete.
    if board.stone_count() < 7 {
        return empty;
    }
    let mut after = board.clone();
    let completes = |&square: &Square| {
        after.place(square);
        let five = matches!(outcome(&after, Rule::Freestyle), Some(Outcome::Five(_)));
        after.undo();
        five
    };
    let fives: SquareSet = empty.into_iter().filter(completes).collect();
    match fives == empty {
        true => empty,
        false => empty - fives,
    }
}

/// The error of an action that is not among these answers.
fn not_among(answers: &[Answer], action: OpeningAction) -> WrongAction {
    match (numbers(answers), action) {
        (Some((least, most)), OpeningAction::Declare(_)) => {
            WrongAction::NumberWanted { least, most }
        }
        (None, OpeningAction::PlaceMore) if !answers.contains(&Answer::Swap) => WrongAction::NoMore,
        _ => answer_wanted(answers),
    }
}

/// The error that asks for one of these answers.
fn answer_wanted(answers: &[Answer]) -> WrongAction {
    match numbers(answers) {
        _ if answers.contains(&Answer::Swap) => WrongAction::SwapWanted,
        Some((least, most)) => WrongAction::NumberWanted { least, most },
        None => WrongAction::ChoiceWanted,
    }
}

/// The least and the greatest number of fifth moves that can be declared.
fn numbers(answers: &[Answer]) -> Option<(usize, usize)> {
    answers.iter().find_map(|answer| match *answer {
        Answer::Declare(most) => Some((1, most)),
        Answer::OfferFifths(count, _) => Some((count, count)),
        _ => None,
    })
}
