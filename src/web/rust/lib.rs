//! The board page's desk and engine for a browser: the page's workers (`../site`) call them
//! with JSON and get JSON.
//!
//! There is no bindgen: the interface is three functions (`call.rs`) and a few that the
//! workers provide (`browser.rs`).

mod bench;
mod browser;
mod call;
mod files;
mod place;
#[cfg(feature = "threads")]
mod threads;
