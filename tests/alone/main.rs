//! Tests that measure time or memory, or count panics. Those that need this process
//! for themselves hold [`alone`](common::driver::alone), the others
//! [`timed`](common::driver::timed).

#[path = "../common/mod.rs"]
mod common;

mod end;
mod fuzz;
mod game_files;
mod hostile;
#[cfg(target_os = "linux")]
mod judge;
#[cfg(target_os = "linux")]
mod limits;
mod other_files;
mod own_files;
mod panics;
mod pondering;
mod stopping;
mod time_settings;
