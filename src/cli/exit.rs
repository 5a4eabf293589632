//! How the program ends: an exit code, and one line on stderr if it failed.

use std::fmt::Display;
use std::io::{self, ErrorKind, Stdout, Write, stderr, stdout};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;

use anyhow::{Error, Result, bail};

/// The exit codes, for `--help`.
pub(super) const HELP: &str = "\
Exit codes: 0 if all went well, 1 if something failed, 2 if the command line is \
wrong. A line on stderr that begins with `error: ` says why.";

const FAILED: u8 = 1;
const WRONG_USE: u8 = 2;

/// A command line that parses but makes no sense.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct WrongUse(String);

/// The error that ends the program with the exit code of a wrong command line.
pub(super) fn wrong_use(why: impl Display) -> Error {
    WrongUse(why.to_string()).into()
}

/// Standard output could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the output: {0}")]
struct OutputError(io::Error);

/// Standard output, with errors that can be told from those of files: a closed
/// output (`| head`) is not a failure.
pub(super) struct Output(Stdout);

/// Standard output.
pub(super) fn output() -> Output {
    Output(stdout())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(of_output)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(of_output)
    }
}

fn of_output(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), OutputError(error))
}

/// Runs a command; a panic becomes an error.
pub(super) fn run(command: impl FnOnce() -> Result<()>) -> ExitCode {
    panic::set_hook(Box::new(report_panic));
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        command()?;
        Ok(output().flush()?)
    }));
    // A panic has been reported already.
    result.map_or(ExitCode::from(FAILED), |result| code(&result))
}

/// The exit code for this result; prints the error.
pub(super) fn code(result: &Result<()>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    if is_closed_output(error) {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{error:#}"));
    ExitCode::from(match error.is::<WrongUse>() {
        true => WRONG_USE,
        false => FAILED,
    })
}

fn is_closed_output(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .filter(|cause| cause.kind() == ErrorKind::BrokenPipe)
        .filter_map(io::Error::get_ref)
        .any(|inner| inner.is::<OutputError>())
}

/// The exit code when the parser ends the program: for help, or an error.
pub(super) fn code_of_arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return code(&error.print().map_err(|error| of_output(error).into()));
    }
    let text = error.render().to_string();
    complain(summary(&text).trim_start_matches("error: "));
    ExitCode::from(WRONG_USE)
}

/// The parser's error text without its hints where to find help.
fn summary(text: &str) -> String {
    let is_hint = |line: &str| line.starts_with("Usage:") || line.starts_with("For more ");
    let lines: Vec<&str> = text
        .lines()
        .take_while(|line| !is_hint(line))
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass "))
        .collect();
    lines.join(" ").replace(" tip: ", "; ")
}

fn complain(text: &str) {
    // It may have no reader.
    let _ = writeln!(stderr(), "error: {}", one_line(text));
}

fn report_panic(info: &PanicHookInfo) {
    // The store of libraries panics on some damaged files, which becomes an error.
    if info
        .location()
        .is_some_and(|at| at.file().contains("redb-"))
    {
        return log::error!("{info}");
    }
    log::error!("{info}\n{}", std::backtrace::Backtrace::force_capture());
    complain(&format!("internal error, please report it: {info}"));
}

/// The text on one line: a blank instead of control characters.
pub(super) fn one_line(text: &str) -> String {
    let parts: Vec<&str> = text
        .split(char::is_control)
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

/// Fails if a file has bad lines, and names the first of them.
pub(super) fn bad_lines(bad: &[String]) -> Result<()> {
    bad_parts(bad, "line")
}

/// Fails if a file has bad parts of this name, and names the first of them.
pub(super) fn bad_parts(bad: &[String], noun: &str) -> Result<()> {
    const SHOWN: usize = 8;
    let shown = bad[..bad.len().min(SHOWN)].join("; ");
    match bad.len() {
        0 => Ok(()),
        1 => bail!("{shown}"),
        count if count <= SHOWN => bail!("{count} bad {noun}s: {shown}"),
        count => bail!("{count} bad {noun}s: {shown}; and {} more", count - SHOWN),
    }
}

/// A number of things, with an `s` unless it is one.
pub(super) fn count(number: impl Display, noun: &str) -> String {
    match number.to_string().as_str() {
        "1" => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_line() {
        assert_eq!(one_line("a\n\n  b\tc\r\n"), "a b c");
        let text = "error: invalid value 'x' for '--goal <GOAL>'\n  [possible values: vcf, vct]\n\n\
                    For more information, try '--help'.\n";
        let said = "error: invalid value 'x' for '--goal <GOAL>' [possible values: vcf, vct]";
        assert_eq!(summary(text), said);
        let text = "error: unrecognized subcommand 'solv'\n\n  tip: a similar subcommand exists: \
                    'solve'\n\nUsage: pbrain-tengen [OPTIONS] [COMMAND]\n";
        let said = "error: unrecognized subcommand 'solv'; a similar subcommand exists: 'solve'";
        assert_eq!(summary(text), said);
    }

    #[test]
    fn only_a_closed_output_is_no_failure() {
        let broken = || io::Error::from(ErrorKind::BrokenPipe);
        assert!(is_closed_output(&of_output(broken()).into()));
        let with_context = Error::from(of_output(broken())).context("while it was written");
        assert!(is_closed_output(&with_context));
        assert!(!is_closed_output(&broken().into()));
        let full = io::Error::from(ErrorKind::StorageFull);
        assert!(!is_closed_output(&of_output(full).into()));
    }

    #[test]
    fn only_the_first_bad_lines_are_named() {
        let lines = |count: usize| (1..=count).map(|line| format!("f:{line}")).collect();
        let said = |count: usize| {
            let lines: Vec<String> = lines(count);
            bad_lines(&lines).unwrap_err().to_string()
        };
        assert!(bad_lines(&[]).is_ok());
        assert_eq!(said(1), "f:1");
        assert_eq!(said(2), "2 bad lines: f:1; f:2");
        assert!(said(20).ends_with("f:7; f:8; and 12 more"), "{}", said(20));
    }
}
