//! The study at the desk: what persons do in it, what the engine is asked about it,
//! and how the page shows it. The engine never moves here.

mod acts;
mod files;
mod question;
mod room;
mod view;

pub(super) use acts::{Done, StudyAct};
pub(super) use files::{Loaded, read, tree_of_sgf};
pub(super) use question::{Question, Solved};
pub(super) use room::StudyRoom;
pub(super) use view::view;
