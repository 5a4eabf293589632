//! A run of guesses as it is kept, and gone on with by another program.

use serde::{Deserialize, Serialize};

use super::guess::Guessing;
use super::room::StudyRoom;
use crate::board::notation::square_name;
use crate::records::tree::{Action, GameTree, NodeId};
use crate::study::Act;
use crate::types::Color;

/// A run of guesses: nodes by their places depth first, squares by their names. What the
/// engine thinks of them is found out again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptRun {
    side: Option<Color>,
    asked: Vec<usize>,
    guesses: Vec<Option<String>>,
    is_over: bool,
    shown: Option<usize>,
}

impl KeptRun {
    fn of(run: &Guessing, tree: &GameTree) -> KeptRun {
        let mut places = vec![0; tree.len()];
        for (place, node) in tree.depth_first().enumerate() {
            places[node.index()] = place;
        }
        let guesses = run.guesses.iter().map(|guess| guess.own);
        KeptRun {
            side: run.side,
            asked: run.asked.iter().map(|node| places[node.index()]).collect(),
            guesses: guesses
                .map(|own| own.map(|square| square_name(square, tree.height)))
                .collect(),
            is_over: run.is_over(),
            shown: run.shown,
        }
    }

    /// The nodes that are asked for; nothing if one of them has no move.
    fn nodes(&self, tree: &GameTree) -> Option<Vec<NodeId>> {
        let nodes: Vec<NodeId> = tree.depth_first().collect();
        let is_move = |node: &NodeId| matches!(tree.action(*node), Action::Move(..));
        let asked = self.asked.iter();
        asked
            .map(|&place| nodes.get(place).copied().filter(is_move))
            .collect()
    }
}

impl StudyRoom {
    /// The run of guesses, if there is one, to be kept.
    pub fn kept_run(&self) -> Option<KeptRun> {
        let run = self.guessing.as_ref()?;
        Some(KeptRun::of(run, self.study.tree()))
    }

    /// Goes on with a run that was kept. One that does not fit the study is left out.
    pub fn resume(&mut self, kept: &KeptRun) {
        let here = self.study.here();
        self.guessing = self.repeat(kept);
        let place = self.guessing.as_ref();
        let place = place.map_or(here, |run| run.place(&self.study));
        // The node is in the tree.
        let _ = self.study.act(Act::GoTo(place));
    }

    /// Guesses the same again.
    fn repeat(&mut self, kept: &KeptRun) -> Option<Guessing> {
        let asked = kept.nodes(self.study.tree())?;
        let mut run = Guessing::of(kept.side, asked);
        for own in &kept.guesses {
            if run.guesses.len() == run.asked.len() {
                return None;
            }
            let own = match own {
                Some(name) => Some(self.square(name).ok()?),
                None => None,
            };
            self.study.act(Act::GoTo(run.place(&self.study))).ok()?;
            run.take(&self.study, own).ok()?;
        }
        if kept.is_over {
            run.stop();
        }
        if let Some(shown) = kept.shown {
            run.show(shown).ok()?;
        }
        Some(run).filter(|run| !run.asked.is_empty())
    }
}
