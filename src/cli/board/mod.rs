//! `board`: a page in the browser on which two persons play each other or one
//! plays the engine.
//!
//! The program serves the page to this machine alone (`server.rs` says how it
//! is kept so). The `desk` holds the game and knows what persons may do; the
//! page shows views of it (`view.rs`) and sends acts, and holds no rule. The
//! engine thinks on a thread of its own (`host.rs`) while somebody looks.

mod assets;
mod choices;
mod desk;
mod events;
mod host;
mod learning;
mod net;
mod said;
mod server;
mod settings;
mod view;

use std::io::{Write, copy, sink, stdin};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::net::TcpListener;
use tokio::time::sleep;

use super::exit::output;
use super::values::whole;
use crate::table::Now;
use desk::Desk;
use host::Host;
use server::Site;

/// The same port every time keeps what the browser remembers: settings, and which
/// puzzles were solved. (15×15 points, and 225 again.)
const USUAL_PORT: u16 = 15_225;

/// How long the answer may take to whoever has ended the program.
const LAST_WORDS: Duration = Duration::from_millis(200);

#[derive(clap::Args)]
pub(super) struct Args {
    /// The port on this machine, 0 for any that is free; the usual one, or any if
    /// that is taken, if not given. What the browser remembers belongs to a port.
    #[arg(long, value_name = "N", value_parser = whole(0..=u16::MAX))]
    port: Option<u16>,
    /// Do not open the page in the browser.
    #[arg(long)]
    no_open: bool,
    /// End when the input ends, as for a program that starts this one.
    #[arg(long)]
    attached: bool,
    /// What chance follows from; another one every time if not given.
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the server")?;
    runtime.block_on(serve(args))
}

async fn serve(args: &Args) -> Result<()> {
    let listener = listen(args.port).await?;
    let port = listener.local_addr()?.port();
    let start = Instant::now();
    let now: Now = Arc::new(move || start.elapsed());
    let seed = args.seed.unwrap_or_else(rand::random);
    let host = Arc::new(Host::new(Desk::new(Arc::clone(&now), seed)));
    host::start_thinking(Arc::clone(&host), now)?;
    let token: Arc<str> = format!("{:032x}", rand::random::<u128>()).into();
    let address = format!("http://127.0.0.1:{port}/#{token}");
    let mut out = output();
    writeln!(out, "The board is at {address}")?;
    writeln!(
        out,
        "It is there until this program ends (Ctrl-C, or Settings on the page)."
    )?;
    out.flush()?;
    if !args.no_open
        && let Err(error) = open::that_detached(&address)
    {
        log::warn!("no browser: {error}");
        writeln!(
            output(),
            "No browser could be opened ({error}): open the address in one."
        )?;
    }
    let time = Arc::clone(&host);
    tokio::spawn(async move { time.keep_time().await });
    let site = Site::new(host, token, port);
    let ended = Arc::clone(&site.ended);
    let ends = input_ends(args.attached)?;
    tokio::select! {
        never = net::serve(listener, server::router(site)) => match never {},
        () = ends => Ok(()),
        () = async { ended.notified().await; sleep(LAST_WORDS).await } => Ok(()),
    }
}

async fn listen(port: Option<u16>) -> Result<TcpListener> {
    let bind = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    if port.is_none()
        && let Ok(listener) = bind(USUAL_PORT).await
    {
        return Ok(listener);
    }
    let port = port.unwrap_or(0);
    bind(port)
        .await
        .with_context(|| format!("cannot listen on port {port}"))
}

/// Waits for the end of the input, for ever if that does not matter.
fn input_ends(matters: bool) -> Result<impl Future<Output = ()>> {
    let (sender, ended) = tokio::sync::oneshot::channel::<()>();
    let kept = match matters {
        false => Some(sender),
        true => {
            std::thread::Builder::new().spawn(move || {
                // What comes is of no interest, and what cannot be read is the end.
                let _ = copy(&mut stdin().lock(), &mut sink());
                let _ = sender.send(());
            })?;
            None
        }
    };
    Ok(async move {
        drop(ended.await);
        drop(kept);
    })
}
