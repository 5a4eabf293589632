//! Tests that measure time or memory, or count panics: each needs the process
//! for itself, and all of them hold [`alone`](common::driver::alone).

#[path = "../common/mod.rs"]
mod common;

mod end;
mod fuzz;
mod hostile;
#[cfg(target_os = "linux")]
mod judge;
#[cfg(target_os = "linux")]
mod limits;
mod panics;
mod pondering;
mod stopping;
mod time_settings;
