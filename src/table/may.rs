//! What may be done at a table now.

use super::{Act, Help, Refusal, Stage, Table};
use crate::game::{Decision, OpeningAction};
use crate::types::SquareSet;

/// What [`Table::act`] accepts now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct May {
    /// The squares that may be named.
    pub squares: SquareSet,
    /// What may be done in an opening without naming a square.
    pub answers: Vec<OpeningAction>,
    /// What the winner of a guess may decide.
    pub decisions: Vec<Decision>,
    /// [`Act::Pass`].
    pub pass: bool,
    /// [`Act::Resign`].
    pub resign: bool,
    /// [`Act::OfferDraw`].
    pub offer_draw: bool,
    /// [`Act::WithdrawOffer`].
    pub withdraw_offer: bool,
    /// [`Act::AcceptDraw`] and [`Act::RefuseDraw`].
    pub answer_draw: bool,
    /// [`Act::Claim`]: not whether it would be right.
    pub claim: bool,
    /// [`Act::Pause`].
    pub pause: bool,
    /// [`Act::Resume`].
    pub resume: bool,
    /// The most steps of [`Act::Undo`].
    pub undo: usize,
    /// How many more may be taken back in this game, where they are counted.
    pub undos_left: Option<usize>,
    /// The most steps of [`Act::Redo`].
    pub redo: usize,
    /// [`Act::GoTo`].
    pub go_to: bool,
    /// [`Act::ReturnToGameBefore`].
    pub return_to_game_before: bool,
    /// [`Act::NextGame`].
    pub next_game: bool,
    /// [`Act::Rematch`].
    pub rematch: bool,
    /// [`Act::Restart`].
    pub restart: bool,
    /// [`Help::Hint`].
    pub hint: bool,
    /// [`Help::Analysis`].
    pub analysis: bool,
    /// [`Help::Chart`].
    pub chart: bool,
}

impl Table {
    /// What [`Table::act`] accepts now.
    pub fn may(&self) -> May {
        let may = |act: Act| self.check(&act).is_ok();
        let helps = |help| self.check_help(help).is_ok();
        let decisions = [Decision::Black, Decision::White, Decision::HandOver];
        May {
            squares: self.squares(),
            answers: self.answers(),
            decisions: decisions
                .into_iter()
                .filter(|&decision| may(Act::Decide(decision)))
                .collect(),
            pass: may(Act::Pass),
            resign: may(Act::Resign),
            offer_draw: may(Act::OfferDraw),
            withdraw_offer: may(Act::WithdrawOffer),
            answer_draw: may(Act::AcceptDraw),
            claim: may(Act::Claim),
            pause: may(Act::Pause),
            resume: may(Act::Resume),
            undo: self.most(self.undo_nodes(), Act::Undo),
            undos_left: self.undos_left(),
            redo: self.most(self.redo_nodes(), Act::Redo),
            go_to: may(Act::GoTo(self.tree().at())),
            return_to_game_before: may(Act::ReturnToGameBefore),
            next_game: may(Act::NextGame),
            rematch: may(Act::Rematch),
            restart: may(Act::Restart),
            hint: helps(Help::Hint),
            analysis: helps(Help::Analysis),
            chart: helps(Help::Chart),
        }
    }

    /// The most steps that an act may take to these nodes.
    fn most(&self, nodes: Result<Vec<usize>, Refusal>, act: impl Fn(usize) -> Act) -> usize {
        let count = nodes.map_or(0, |nodes| nodes.len());
        match self.check(&act(count)) {
            Ok(()) => count,
            Err(_) => 0,
        }
    }

    fn squares(&self) -> SquareSet {
        match (&self.state().stage, self.is_persons_turn()) {
            (_, false) => SquareSet::EMPTY,
            (Stage::Opening(state), true) => state.squares(),
            (Stage::Play(game), true) => *game.board().empty(),
        }
    }

    fn answers(&self) -> Vec<OpeningAction> {
        let opening = self.state().opening().filter(|_| self.is_persons_turn());
        let all = opening.map(|state| state.legal_actions());
        let names_square = |action: &OpeningAction| {
            use OpeningAction::{Offer, Pick, Place};
            matches!(action, Place(_) | Offer(_) | Pick(_))
        };
        let answers = all.into_iter().flatten();
        answers.filter(|action| !names_square(action)).collect()
    }
}
