//! Where the nodes of a search go, by kind of node and remaining depth: `bench --profile`.
//! It is counted only with the feature `profile`; without it nothing is kept, and every
//! call here is empty.

/// The kind of a node, as it was expected.
///
/// CITE: Knuth, Moore: An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An open window.
    Pv,
    /// Expected to fail high.
    Cut,
    /// Expected to fail low.
    All,
}

impl Kind {
    /// All kinds.
    #[cfg(feature = "profile")]
    pub const ALL: [Kind; 3] = [Kind::Pv, Kind::Cut, Kind::All];

    /// The kind of a node of the tree.
    pub fn of(is_pv: bool, is_cut: bool) -> Kind {
        match (is_pv, is_cut) {
            (true, _) => Kind::Pv,
            (false, true) => Kind::Cut,
            (false, false) => Kind::All,
        }
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Nodes entered, before anything is known about them.
    Nodes,
    /// Decided on the board: a five, a static win, a mate distance.
    Decided,
    /// With an entry in the table.
    TableHits,
    /// Ended by an entry of the table, for the node or one of its children.
    TableCuts,
    /// Ended by reverse futility.
    Futile,
    /// Internal reductions.
    InternalReductions,
    /// Singular searches.
    SingularTries,
    /// Hash moves that were extended.
    SingularExtended,
    /// Multi-cuts of singular searches.
    MultiCuts,
    /// Nodes that answer a four.
    Forced,
    /// Nodes whose moves were tried.
    Expanded,
    /// Moves tried.
    Moves,
    /// Moves skipped by their number.
    SkippedByNumber,
    /// Moves skipped by their policy.
    SkippedByPolicy,
    /// Nodes that failed high by a move.
    FailHigh,
    /// By the first one.
    FailHighFirst,
    /// The places of the moves that failed high, the first 0, summed.
    FailHighPlace,
    /// Moves that were reduced.
    Reduced,
    /// Their reductions, in 1/256 of a ply, summed.
    Reduction,
    /// Reduced moves that were searched again because they failed high.
    SearchedAgain,
    /// Moves that were searched again with an open window.
    SearchedOpen,
    /// Extensions, in 1/256 of a ply, summed.
    Extension,
}

#[cfg(feature = "profile")]
mod counted {
    use super::{Count, Kind};
    use crate::types::{FineDepth, ONE_PLY};

    const COUNTS: usize = Count::Extension as usize + 1;
    /// Nodes of this depth and deeper are counted together.
    pub const DEEPEST: usize = 31;

    /// The counts of a search.
    #[derive(Clone, Debug)]
    pub struct Profile(Vec<[[u64; COUNTS]; DEEPEST + 1]>);

    impl Default for Profile {
        fn default() -> Profile {
            Profile(vec![[[0; COUNTS]; DEEPEST + 1]; Kind::ALL.len()])
        }
    }

    impl Profile {
        /// Adds to a count of the nodes of this kind and depth.
        #[inline]
        pub fn add(&mut self, kind: Kind, depth: FineDepth, count: Count, number: i32) {
            let plies = (depth.max(0) / ONE_PLY) as usize;
            self.0[kind as usize][plies.min(DEEPEST)][count as usize] += number.max(0) as u64;
        }

        /// A count of the nodes of this kind and depth in plies.
        pub fn get(&self, kind: Kind, plies: usize, count: Count) -> u64 {
            self.0[kind as usize][plies][count as usize]
        }

        /// Adds another search's counts.
        pub fn merge(&mut self, other: &Profile) {
            let counts = other.0.iter().flatten().flatten();
            let own = self.0.iter_mut().flatten().flatten();
            own.zip(counts).for_each(|(own, count)| *own += count);
        }
    }
}

#[cfg(not(feature = "profile"))]
mod counted {
    use super::{Count, Kind};
    use crate::types::FineDepth;

    /// Nothing is counted.
    #[derive(Clone, Debug, Default)]
    pub struct Profile {}

    impl Profile {
        /// Counts nothing.
        #[inline(always)]
        pub fn add(&mut self, _: Kind, _: FineDepth, _: Count, _: i32) {}
    }
}

#[cfg(feature = "profile")]
pub use counted::DEEPEST;
pub use counted::Profile;
