//! The board page: its server over plain sockets, and the page in a browser.
#![cfg(feature = "board")]

mod access;
mod browser;
mod client;
mod features;
mod hostile;
mod kept;
mod languages;
mod page;
mod playing;
mod server;
mod study;
mod table;
