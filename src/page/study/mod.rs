//! The study at the desk: what persons do in it, what the engine is asked about it,
//! and how the page shows it. The engine never moves here.

mod acts;
mod effort;
mod files;
mod guess;
mod guess_acts;
mod guess_kept;
mod looks;
mod question;
mod review;
mod room;
mod view;

pub(crate) use acts::{Done, StudyAct};
pub(crate) use files::{Loaded, read, tree_of_sgf};
pub(crate) use guess_kept::KeptRun;
pub(crate) use question::{Question, Solved};
pub(crate) use room::StudyRoom;
pub(crate) use view::view;
