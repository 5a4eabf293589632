//! `board`: a page in the browser on which two persons play each other or one
//! plays the engine.
//!
//! The program serves the page to this machine alone (see `server.rs`). What the page
//! shows and does is in [`crate::page`]; the page has no rules. The engine thinks on its
//! own thread (`host.rs`) while a page is open.

mod assets;
mod events;
mod host;
mod library;
mod net;
mod server;
mod store;

use std::io::{Write, copy, sink, stdin};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use etcetera::{BaseStrategy, choose_base_strategy};
use tokio::net::TcpListener;
use tokio::time::sleep;

use super::exit::output;
use super::values::whole;
use crate::page::Session;
use crate::table::Now;
use host::Host;
use server::Site;
use store::DataFolder;

/// Always the same port, so that the browser keeps the settings and the solved
/// puzzles. (15×15 points are 225.)
const USUAL_PORT: u16 = 15_225;

/// How long the last answer may take after the program was ended.
const LAST_WORDS: Duration = Duration::from_millis(200);

#[derive(clap::Args)]
pub(super) struct Args {
    /// The port on this machine, 0 for any free one. Default: 15225, or any if
    /// that is taken. The browser keeps its settings by port.
    #[arg(long, value_name = "N", value_parser = whole(0..=u16::MAX))]
    port: Option<u16>,
    /// Do not open the page in the browser.
    #[arg(long)]
    no_open: bool,
    /// End when the input ends, for programs that start this one.
    #[arg(long)]
    attached: bool,
    /// The folder in which games and studies are kept. Default: `tengen` in the user's
    /// data folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "keep_nothing")]
    data: Option<PathBuf>,
    /// Keep no games, studies or key.
    #[arg(long)]
    keep_nothing: bool,
    /// A library of positions: what it knows is shown in analyses. Default: the engine's book.
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Random seed; a new one every time if not given.
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
    let library = library::file(args.library.as_deref())?;
    let folder = open_folder(args)?;
    let fresh = format!("{:032x}", rand::random::<u128>());
    let token: Arc<str> = match &folder {
        Some(folder) => folder
            .key(fresh)
            .context("cannot keep the key of the page")?,
        None => fresh,
    }
    .into();
    let is_keeping = folder.is_some();
    let session = Session::open(Arc::clone(&now), seed, folder);
    let session = session.context("cannot read the games that are kept")?;
    let host = Arc::new(Host::new(session));
    host::start_thinking(Arc::clone(&host), now)?;
    let address = format!("http://127.0.0.1:{port}/#{token}");
    let mut out = output();
    writeln!(out, "The board is at {address}")?;
    writeln!(
        out,
        "It is available until this program ends (Ctrl-C, or Settings on the page)."
    )?;
    if !is_keeping && !args.keep_nothing {
        let said = "Another Tengen uses the folder of games, so this one keeps none.";
        writeln!(out, "{said}")?;
    }
    out.flush()?;
    if !args.no_open
        && let Err(error) = open::that_detached(&address)
    {
        log::warn!("no browser: {error}");
        writeln!(
            output(),
            "No browser could be opened: open the address yourself."
        )?;
    }
    let time = Arc::clone(&host);
    tokio::spawn(async move { time.keep_time().await });
    let site = Site::new(host, token, port, library);
    let ended = Arc::clone(&site.ended);
    let ends = input_ends(args.attached)?;
    tokio::select! {
        never = net::serve(listener, server::router(site)) => match never {},
        () = ends => Ok(()),
        () = async { ended.notified().await; sleep(LAST_WORDS).await } => Ok(()),
    }
}

/// The folder; nothing if nothing is to be kept, or if another program uses it.
fn open_folder(args: &Args) -> Result<Option<DataFolder>> {
    if args.keep_nothing {
        return Ok(None);
    }
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => {
            let home = choose_base_strategy().context("there is no folder for data: name one")?;
            home.data_dir().join("tengen")
        }
    };
    DataFolder::open(&folder).with_context(|| {
        let folder = folder.display();
        format!("cannot keep games in {folder} (--data names another folder, --keep-nothing none)")
    })
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
                // The input itself is ignored; an error is its end.
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
