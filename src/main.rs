//! The Gomocup brain `pbrain-tengen`.

use std::process::ExitCode;

#[cfg(feature = "program")]
fn main() -> ExitCode {
    tengen::cli::run()
}

/// The brain alone, for archives that must be small.
#[cfg(not(feature = "program"))]
fn main() -> ExitCode {
    use tengen::protocol::{Preset, serve_standard_streams};

    if std::env::args_os().len() > 1 {
        eprintln!("error: this is built as a brain alone, which takes no arguments");
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
