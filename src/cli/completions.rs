//! `completions` and `man`: what shells and `man` know about the commands.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap_complete::Shell;

use super::exit::output;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The shell.
    shell: Shell,
}

#[derive(clap::Args)]
pub(super) struct ManArgs {
    /// Folder for the pages, one for each command; it is made if it is not there.
    folder: PathBuf,
}

/// The name of the program in what shells and pages say.
const PROGRAM: &str = "pbrain-tengen";

pub(super) fn run(args: &Args, mut parser: clap::Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut parser, PROGRAM, &mut script);
    Ok(output().write_all(&script)?)
}

pub(super) fn run_man(args: &ManArgs, parser: clap::Command) -> Result<()> {
    let said = || format!("cannot write to {}", args.folder.display());
    fs::create_dir_all(&args.folder).with_context(said)?;
    clap_mangen::generate_to(parser.disable_help_subcommand(true), &args.folder).with_context(said)
}
