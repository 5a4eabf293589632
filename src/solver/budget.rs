//! How much a question may cost.

use std::fmt;

/// How much an answer may cost. Unless it is stopped the same question has the
/// same answer.
#[derive(Clone, Copy)]
pub struct SolverLimits<'a> {
    /// Stones placed.
    pub nodes: u64,
    /// Asked every few thousand stones whether to end the work.
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
    /// A limit of stones placed alone.
    pub const fn nodes(nodes: u64) -> SolverLimits<'static> {
        SolverLimits { nodes, stop: None }
    }
}

/// The limits were reached: nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// After how many stones it is asked whether to stop.
const ASK_EVERY: u64 = 1 << 12;

/// What is left of the limits.
pub(super) struct Budget<'a> {
    /// What everything together may cost.
    whole: u64,
    /// What the present part of the work may cost.
    part: u64,
    /// What may be spent for now.
    limit: u64,
    spent: u64,
    /// When to look at more than the number.
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

    /// A new part of the work begins, which may cost so much.
    pub(super) fn begin_part(&mut self, nodes: u64) {
        self.part = self.whole.min(self.spent.saturating_add(nodes));
        self.uncap();
    }

    /// From now on only so many stones may be placed.
    pub(super) fn cap(&mut self, nodes: u64) {
        self.limit = self.part.min(self.spent.saturating_add(nodes));
        self.next = self.next.min(self.limit);
    }

    /// All that is left of the part may be spent again. Whether nothing is.
    pub(super) fn uncap(&mut self) -> bool {
        self.limit = self.part;
        self.over || self.spent >= self.part
    }

    /// Whether nothing at all is left.
    pub(super) fn is_over(&self) -> bool {
        self.over || self.spent >= self.whole
    }

    /// One stone more.
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
