//! The position to move in: which moves there are, the iterations over them,
//! their time, and what is announced.

pub mod allowance;
pub mod balance;
pub mod choice;
pub mod dealing;
pub mod decided;
pub mod effort;
pub mod helping;
pub mod iterations;
pub mod lines;
pub mod run;
pub mod solver;
pub mod solver_state;
pub mod time;
pub mod watch;
pub mod worker;
