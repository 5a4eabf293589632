//! What of the desk is to be kept, and a desk from what was kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::journal::Entry;
use super::{Desk, Room};
use crate::page::message::{Message, cannot_read};
use crate::page::study::KeptRun;
use crate::records::tree::{GameTree, NodeId};
use crate::study::{Act, Study};
use crate::table::Now;
use crate::teach::Learner;

/// Where one is: written down with every change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Whereabouts {
    /// The room by its name.
    pub room: String,
    /// The number of the game among what is kept, if it is.
    pub game: Option<u64>,
    /// The number of the study.
    pub study: Option<u64>,
    /// The node of the study that is looked at, by its place depth first.
    pub here: usize,
    /// The moves that are being guessed in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guesses: Option<KeptRun>,
}

/// What has changed and is to be kept.
pub(crate) struct Changes {
    pub journal: Vec<Entry>,
    /// The game and the study with their numbers, where they have changed.
    pub trees: Vec<(u64, Kind, Arc<GameTree>)>,
    pub whereabouts: Option<Whereabouts>,
    pub learner: Option<Learner>,
}

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Game,
    Study,
}

/// What was kept by a program that ended.
#[derive(Default)]
pub(crate) struct Kept {
    pub journal: Vec<Entry>,
    pub whereabouts: Whereabouts,
    pub study: Option<GameTree>,
    /// The first number that nothing has.
    pub next: u64,
    pub learner: Learner,
}

impl Desk {
    /// A desk on which everything is as it was left.
    pub fn restored(now: Now, seed: u64, kept: Kept) -> Desk {
        // The time that passed in the game before counts too.
        let passed = Arc::new(AtomicU64::new(0));
        let more = Arc::clone(&passed);
        let now: Now = Arc::new(move || now() + Duration::from_nanos(more.load(Relaxed)));
        let mut desk = Desk::new(Arc::clone(&now), seed);
        desk.next_id = kept.next.max(1);
        desk.learner = kept.learner;
        if !kept.journal.is_empty() {
            desk.replay(kept.journal, &passed, &now);
            desk.game_id = kept.whereabouts.game;
        }
        if let Some(tree) = kept.study {
            let mut study = Study::of(tree);
            let here = study.tree().depth_first().nth(kept.whereabouts.here);
            // The beginning, if the node is gone.
            let _ = study.act(Act::GoTo(here.unwrap_or(NodeId::ROOT)));
            desk.study.turn_to(study, Vec::new());
            if let Some(run) = &kept.whereabouts.guesses {
                desk.study.resume(run);
            }
            desk.study_id = kept.whereabouts.study;
            desk.kept_study = Some(desk.study.study.shared_tree());
        }
        desk.room = Room::named(&kept.whereabouts.room).unwrap_or(Room::Start);
        desk.table.skip_time();
        desk
    }

    /// What has changed since this was asked last.
    pub fn changes(&mut self) -> Changes {
        let journal = std::mem::take(&mut self.journal);
        let mut trees = Vec::new();
        let is_played = journal.iter().any(|entry| !matches!(entry, Entry::Time(_)));
        let state = self.table.state();
        if is_played && state.board().moves().len() > state.given {
            let id = *self.game_id.get_or_insert(self.next_id);
            self.next_id = self.next_id.max(id + 1);
            trees.push((id, Kind::Game, Arc::new(self.tree_of_game().0)));
        }
        let tree = self.study.study.shared_tree();
        let is_known = self
            .kept_study
            .as_ref()
            .is_some_and(|kept| Arc::ptr_eq(kept, &tree));
        if !is_known && !tree.is_empty() {
            let id = *self.study_id.get_or_insert(self.next_id);
            self.next_id = self.next_id.max(id + 1);
            self.kept_study = Some(Arc::clone(&tree));
            trees.push((id, Kind::Study, tree));
        }
        // To look for the node takes time in a large tree.
        let has_moved = self.kept_revision != self.revision;
        self.kept_revision = self.revision;
        let has_learned = std::mem::take(&mut self.has_learned);
        Changes {
            journal,
            trees,
            whereabouts: has_moved.then(|| self.whereabouts()),
            learner: has_learned.then(|| self.learner.clone()),
        }
    }

    fn whereabouts(&self) -> Whereabouts {
        let study = &self.study.study;
        let here = study.here();
        Whereabouts {
            room: self.room.name().to_string(),
            game: self.game_id,
            study: self.study_id,
            here: study
                .tree()
                .depth_first()
                .position(|node| node == here)
                .unwrap_or(0),
            guesses: self.study.kept_run(),
        }
    }

    /// Opens a study that is kept, and goes on being kept under the same number; a game
    /// is studied as a copy.
    pub fn open_kept(
        &mut self,
        revision: u64,
        (id, kind): (u64, Kind),
        tree: GameTree,
    ) -> Result<(), Message> {
        self.tick();
        if revision != self.revision {
            return Err(Message::new("stale"));
        }
        let id = (kind == Kind::Study).then_some(id);
        if id.is_some() && id == self.study_id {
            return self.go_to(Room::Study.name());
        }
        self.study_this(Study::of(tree), Vec::new(), id);
        Ok(())
    }

    /// Goes on with a game that is kept, as another game.
    pub fn play_kept(&mut self, revision: u64, id: u64, tree: &GameTree) -> Result<(), Message> {
        self.tick();
        if revision != self.revision {
            return Err(Message::new("stale"));
        }
        if self.game_id == Some(id) {
            return self.go_to(Room::Game.name());
        }
        let game = tree.main_line().map_err(|error| cannot_read(&error))?;
        let size = (game.width, game.height);
        let act = self.load_game(game, size);
        self.perform(act, None)
    }

    /// These changes could not be kept, and are to be the next time.
    pub fn take_back(&mut self, changes: Changes) {
        self.journal.splice(0..0, changes.journal);
        self.kept_study = None;
        self.kept_revision = 0;
        self.has_learned |= changes.learner.is_some();
    }

    /// Whether all that was done is kept; nothing if nothing is to be.
    pub fn set_kept(&mut self, is_kept: Option<bool>) {
        if self.is_kept != is_kept {
            self.is_kept = is_kept;
            self.told += 1;
        }
    }

    pub fn is_kept(&self) -> Option<bool> {
        self.is_kept
    }

    /// The numbers of the game and the study that are open.
    pub fn open_ids(&self) -> [Option<u64>; 2] {
        [self.game_id, self.study_id]
    }
}
