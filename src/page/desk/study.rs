//! The desk in the study: how one gets there and back, and what the engine does there.

use super::files::File;
use super::{Desk, Room, Task};
use crate::page::message::{Message, cannot_read};
use crate::page::study::{Done, Loaded, StudyAct};
use crate::records::tree::{Action, GameTree, NodeId};
use crate::study::{Act as InStudy, Study};
use crate::table::{Act, GameState};
use crate::types::Color;

impl Desk {
    /// Goes to another room.
    pub(super) fn go_to(&mut self, room: &str) -> Result<(), Message> {
        let room = Room::named(room).ok_or_else(|| Message::new("unknown_act"))?;
        if room != self.room {
            self.room = room;
            self.table.skip_time();
            self.changed();
        }
        Ok(())
    }

    /// Does something in the study; the file, if one was asked for.
    pub(super) fn study_act(&mut self, act: StudyAct) -> Result<Option<File>, Message> {
        if self.room != Room::Study {
            return Err(Message::new("stale"));
        }
        let is_new = matches!(act, StudyAct::New { .. });
        let done = self.study.act(act)?;
        if is_new {
            self.study_id = None;
        }
        match done {
            Done::File(file) => return Ok(Some(file)),
            Done::Noted => self.revision += 1,
            Done::Engine => {
                self.told += 1;
                self.arrange();
            }
            Done::Changed => {
                self.study.moved();
                self.changed();
            }
        }
        Ok(None)
    }

    /// Opens the game of a file, for a person who has seen this revision.
    pub fn open_study(&mut self, revision: u64, loaded: Loaded) -> Result<(), Message> {
        self.tick();
        if revision != self.revision {
            return Err(Message::new("stale"));
        }
        self.study_this(Study::of(loaded.tree), loaded.notices, None);
        self.study.has_more = loaded.has_more;
        Ok(())
    }

    /// Studies the game.
    pub(super) fn study_game(&mut self) -> Result<(), Message> {
        if !self.table.is_casual() && !self.table.is_over() {
            return Err(Message::new("game_goes_on"));
        }
        let (tree, here) = self.tree_of_game();
        let mut study = Study::of(tree);
        // The node is in the tree.
        let _ = study.act(InStudy::GoTo(here));
        self.study_this(study, Vec::new(), None);
        Ok(())
    }

    pub(super) fn study_this(&mut self, study: Study, notices: Vec<String>, id: Option<u64>) {
        self.study_id = id;
        self.kept_study = id.map(|_| study.shared_tree());
        self.study.turn_to(study, notices);
        self.room = Room::Study;
        self.table.skip_time();
        self.changed();
    }

    /// All lines of the game as a tree, the present one first, and the present node.
    pub(super) fn tree_of_game(&self) -> (GameTree, NodeId) {
        let game = self.table.tree();
        let mut tree = GameTree::of(&self.table.record());
        tree.facts.phase = None;
        tree.facts.rule = Some(self.table.state().rule());
        let here = graft(&mut tree, self.table.state());
        let present = game.line().into_iter();
        let all = (0..).map_while(|number| game.node(number).map(|_| number));
        for number in present.chain(all) {
            if let Some(node) = game.node(number) {
                graft(&mut tree, &node.state);
            }
        }
        (tree, here)
    }

    /// The study's position as a game to go on with.
    pub(super) fn game_of_study(&self) -> Result<Act, Message> {
        let study = &self.study.study;
        let game = study.tree().line_to(study.here());
        let mut game = game.map_err(|error| cannot_read(&error))?;
        game.rule = Some(study.rule());
        // Who plays is settled by the settings of the game.
        game.players = Default::default();
        let size = (game.width, game.height);
        Ok(self.load_game(game, size))
    }

    /// What the engine is to do for the study.
    pub(super) fn study_task(&self) -> Option<Task> {
        let looks = || (!self.study.unseen().is_empty()).then_some(Task::Look);
        if self.study.is_guessing() || !self.study.can_think() {
            return looks();
        }
        match self.study.question {
            Some(question) if self.study.solved.is_none() => Some(Task::Solve(question)),
            _ => looks().or_else(|| {
                let is_done = self.study.analysed == self.study.analysis;
                self.study.analysis.filter(|_| !is_done).map(Task::Analyse)
            }),
        }
    }
}

/// Adds the moves of a state to a tree, as far as they are not there; their node.
fn graft(tree: &mut GameTree, state: &GameState) -> NodeId {
    let (mut node, mut color) = (NodeId::ROOT, Color::Black);
    for &played in state.board().moves() {
        let action = match played {
            Some(square) => Action::Move(color, square),
            None => Action::Pass(color),
        };
        let known = tree
            .children(node)
            .find(|&child| tree.action(child) == action);
        // A game has few moves: there is room for them.
        let Some(next) = known.or_else(|| tree.add(node, action).ok()) else {
            break;
        };
        (node, color) = (next, !color);
    }
    node
}
