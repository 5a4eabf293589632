//! A run of guesses as it is kept, and gone on with by another program.

use serde::{Deserialize, Serialize};

use super::guess::Guessing;
use super::room::StudyRoom;
use crate::board::notation::square_name;
use crate::records::tree::{Action, GameTree, NodeId};
use crate::study::Act;
use crate::types::{Color, Square};

/// A run of guesses: nodes by their places depth first, squares by their names. What the
/// engine thinks of them is found out again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptRun {
    side: Option<Color>,
    #[serde(default)]
    is_of_best: bool,
    asked: Vec<(usize, String)>,
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
        let name = |square| square_name(square, tree.height);
        let asked = run.asked.iter();
        let guesses = run.guesses.iter().map(|guess| guess.own);
        KeptRun {
            side: run.side,
            is_of_best: run.is_of_best,
            asked: asked
                .map(|&(node, square)| (places[node.index()], name(square)))
                .collect(),
            guesses: guesses.map(|own| own.map(name)).collect(),
            is_over: run.is_over(),
            shown: run.shown,
        }
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

    /// What is asked for; nothing if one of the nodes has no move.
    fn asked(&self, kept: &KeptRun) -> Option<Vec<(NodeId, Square)>> {
        let tree = self.study.tree();
        let nodes: Vec<NodeId> = tree.depth_first().collect();
        let is_move = |node: &NodeId| matches!(tree.action(*node), Action::Move(..));
        let asked = kept.asked.iter().map(|(place, square)| {
            let node = nodes.get(*place).copied().filter(is_move)?;
            Some((node, self.square(square).ok()?))
        });
        asked.collect()
    }

    /// Guesses the same again.
    fn repeat(&mut self, kept: &KeptRun) -> Option<Guessing> {
        let asked = self.asked(kept)?;
        let mut run = Guessing::of(kept.side, kept.is_of_best, asked);
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
