//! Limits of the solver.

use std::fmt;

/// The limits of an answer. Unless it is stopped, the same question has the same
/// answer.
#[derive(Clone, Copy)]
pub struct SolverLimits<'a> {
    /// Nodes (stones placed).
    pub nodes: u64,
    /// Called every few thousand nodes or more often: whether to stop.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl fmt::Debug for SolverLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolverLimits")
            .field("nodes", &self.nodes)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}

impl SolverLimits<'static> {
    /// Only a limit of stones.
    pub const fn nodes(nodes: u64) -> SolverLimits<'static> {
        SolverLimits { nodes, stop: None }
    }
}

/// The limits were reached: the answer is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The number of stones between calls of `stop`.
const ASK_EVERY: u64 = 1 << 12;

/// What is left of the limits.
pub(super) struct Budget<'a> {
    /// The limit of the whole search.
    whole: u64,
    /// The limit of the present part.
    part: u64,
    /// The limit for now.
    limit: u64,
    spent: u64,
    /// The next number of stones at which the limits are checked.
    next: u64,
    stop: Option<&'a dyn Fn() -> bool>,
    over: bool,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limits: SolverLimits<'a>) -> Budget<'a> {
        Budget {
            whole: limits.nodes,
            part: limits.nodes,
            limit: limits.nodes,
            spent: 0,
            next: limits.nodes.min(ASK_EVERY),
            stop: limits.stop,
            over: false,
        }
    }

    /// Stones placed so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Begins a new part of the search with this limit.
    pub(super) fn begin_part(&mut self, nodes: u64) {
        self.part = self.whole.min(self.spent.saturating_add(nodes));
        self.uncap();
    }

    /// Limits the next stones to this number.
    pub(super) fn cap(&mut self, nodes: u64) {
        self.limit = self.part.min(self.spent.saturating_add(nodes));
        self.next = self.next.min(self.limit);
    }

    /// Removes the cap. Returns whether nothing of the part is left.
    pub(super) fn uncap(&mut self) -> bool {
        self.limit = self.part;
        self.over || self.spent >= self.part
    }

    /// Whether nothing is left.
    pub(super) fn is_over(&self) -> bool {
        self.over || self.spent >= self.whole
    }

    /// Counts a stone.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), Stopped> {
        if self.spent >= self.next {
            self.look()?;
        }
        self.spent += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.over |= self.stop.is_some_and(|stop| stop());
        if self.spent >= self.limit || self.over {
            return Err(Stopped);
        }
        self.next = self.limit.min(self.spent + ASK_EVERY);
        Ok(())
    }
}
