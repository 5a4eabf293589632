//! The stream of views that a page listens to.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use futures_util::stream::{Stream, unfold};
use tokio::sync::watch::Receiver;
use tokio::time::{Instant, sleep_until, timeout};

use super::host::Host;
use crate::page::{Desk, Pulse};

/// The least time between two views while the engine thinks.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(100);
/// An empty line after this time without news shows whether the page is there.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The most pages at a time.
const MOST_PAGES: usize = 16;

/// A page that listens, from its coming to its going.
struct Listener {
    host: Arc<Host>,
    pulses: Receiver<Pulse>,
    sent: Option<(Pulse, Instant)>,
}

/// The views from now on; nothing if too many pages are open.
pub(super) fn open(host: Arc<Host>) -> Option<impl Stream<Item = Result<Bytes, Infallible>>> {
    let comes = |desk: &mut Desk| {
        let has_room = desk.pages() < MOST_PAGES;
        if has_room {
            desk.page_came();
        }
        has_room
    };
    if !host.with(comes) {
        return None;
    }
    let listener = Listener {
        pulses: host.watch(),
        host,
        sent: None,
    };
    Some(unfold(listener, |mut listener| async {
        let line = listener.next().await;
        Some((Ok(line), listener))
    }))
}

impl Listener {
    async fn next(&mut self) -> Bytes {
        if let Some((sent, at)) = self.sent {
            if timeout(HEARTBEAT, self.wait(|pulse| pulse != sent))
                .await
                .is_err()
            {
                return Bytes::from_static(b"\n");
            }
            // Thinking can wait, acts cannot.
            let next = at + BETWEEN_THOUGHTS;
            tokio::select! {
                _ = sleep_until(next) => (),
                _ = self.wait(|pulse| pulse.0 != sent.0) => (),
            }
        }
        let (pulse, text) = self.host.view();
        self.pulses.mark_unchanged();
        self.sent = Some((pulse, Instant::now()));
        Bytes::copy_from_slice(text.as_bytes())
    }
}

impl Listener {
    /// Waits for such a pulse. The host that sends them outlives the page.
    async fn wait(&mut self, like: impl Fn(Pulse) -> bool) {
        let _ = self.pulses.wait_for(|pulse| like(*pulse)).await;
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.host.with(Desk::page_went);
    }
}
