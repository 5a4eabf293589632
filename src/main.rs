//! The Gomocup brain `pbrain-tengen`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tengen::cli::run()
}
