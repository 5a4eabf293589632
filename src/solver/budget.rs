//! How much a question may cost.

use std::fmt;
use std::time::{Duration, Instant};

/// How much an answer may cost. Without a time the same question has the same
/// answer.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Stones placed.
    pub nodes: u64,
    /// Time, if it is limited.
    pub time: Option<Duration>,
    /// Asked again and again whether to end the work.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("nodes", &self.nodes)
            .field("time", &self.time)
            .field("stop", &self.stop.is_some())
            .finish()
    }
}

impl Limits<'static> {
    /// A limit of stones placed alone.
    pub const fn nodes(nodes: u64) -> Limits<'static> {
        Limits {
            nodes,
            time: None,
            stop: None,
        }
    }
}

/// The limits were reached: nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// After how many stones the clock is read.
const CLOCK_EVERY: u64 = 1 << 12;

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
    until: Option<Instant>,
    stop: Option<&'a dyn Fn() -> bool>,
    over: bool,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limits: Limits<'a>) -> Budget<'a> {
        Budget {
            whole: limits.nodes,
            part: limits.nodes,
            limit: limits.nodes,
            spent: 0,
            next: limits.nodes.min(CLOCK_EVERY),
            until: limits.time.map(|time| Instant::now() + time),
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
        let late = self.until.is_some_and(|until| Instant::now() >= until);
        let stop = self.stop.is_some_and(|stop| stop());
        self.over |= late || stop;
        if self.spent >= self.limit || self.over {
            return Err(Stopped);
        }
        self.next = self.limit.min(self.spent + CLOCK_EVERY);
        Ok(())
    }
}
