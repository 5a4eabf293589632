//! The program `pbrain-tengen`: an engine (brain) for managers, and its commands.

use std::process::ExitCode;

#[cfg(feature = "program")]
fn main() -> ExitCode {
    tengen::cli::run()
}

/// The engine alone, for archives that must be small.
#[cfg(not(feature = "program"))]
fn main() -> ExitCode {
    use tengen::protocol::{Preset, serve_standard_streams};

    if std::env::args_os().len() > 1 {
        eprintln!("error: this build is an engine for managers only and takes no arguments");
        return ExitCode::from(2);
    }
    match serve_standard_streams(Preset::default()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
