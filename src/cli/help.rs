//! What `--help` shows besides the options: the commands in groups, an example
//! of each, and the greeting of a bare program on a terminal.

use clap::Command;

use super::exit;

/// The commands by purpose, each with an example.
const GROUPS: [(&str, &[(&str, &str)]); 5] = [
    (
        "Play and learn",
        &[
            ("play", "play --level club --rule renju"),
            #[cfg(feature = "board")]
            ("board", "board"),
            ("learn", "learn lesson 1"),
        ],
    ),
    (
        "Analyse",
        &[
            ("analyze", "analyze h8h9i9 --time 5s"),
            ("review", "review game.sgf"),
            ("solve", "solve h8i9h9i10h10i11"),
            ("verify", "verify proofs.jsonl"),
            ("forbidden", "forbidden h7a1h9a2g8a3i8a4"),
            ("convert", "convert game.psq --to sgf"),
            ("library", "library show renju.tdb --rule renju h8h9i9"),
        ],
    ),
    (
        "Engines",
        &[
            (
                "match",
                "match --engine 'self turn=1000' --engine './pbrain-other turn=1000'",
            ),
            ("suite", "suite bench-positions/only-defences.jsonl"),
            ("openings", "openings --rule renju --count 50"),
            ("bench", "bench"),
        ],
    ),
    (
        "Development",
        &[
            ("selfplay", "selfplay --rule renju --games 1000 renju.games"),
            ("games", "games --summary renju.games"),
            ("relabel", "relabel renju.games deeper.games"),
            ("merge", "merge renju.games part-1.games part-2.games"),
            ("train", "train --out renju.net renju.games"),
            ("fit", "fit renju.games"),
            ("fit-scale", "fit-scale raw.games"),
            (
                "tune",
                "tune --engine 'self nodes=5000' --knob lmr_base:48 tuning",
            ),
            ("regret", "regret --nodes 10000 renju.regret"),
            ("puzzles", "puzzles renju.games"),
        ],
    ),
    (
        "Installation",
        &[("completions", "completions bash"), ("man", "man man1")],
    ),
];

/// What a bare program says to a person. (A manager connects pipes.)
pub(super) const GREETING: &str = "\
Tengen, a five-in-a-row engine, now waits for commands of the Gomocup protocol (END ends it).
To play: pbrain-tengen board (in the browser) or pbrain-tengen play (in the terminal).
To learn the game: pbrain-tengen learn. All commands: pbrain-tengen --help.";

/// Adds the groups and the examples to the help texts.
pub(super) fn with_groups(mut command: Command) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}\n\n{}\n",
        groups(&command),
        exit::HELP
    );
    for (name, example) in GROUPS.iter().flat_map(|(_, commands)| *commands) {
        let example = format!("Example: pbrain-tengen {example}");
        command = command.mut_subcommand(name, |command| {
            let text = match command.get_after_help() {
                Some(text) => format!("{text}\n\n{example}"),
                None => example,
            };
            command.after_help(text)
        });
    }
    command.help_template(template)
}

/// The commands in their groups, each with the first line of its description.
fn groups(command: &Command) -> String {
    let about = |name: &str| {
        let found = command.find_subcommand(name);
        let about = found.and_then(Command::get_about);
        about.map(ToString::to_string).unwrap_or_default()
    };
    let mut text = String::new();
    for (group, commands) in GROUPS {
        text += &format!("{group}:\n");
        for (name, _) in commands {
            text += &format!("  {name:<12} {}\n", about(name));
        }
        text.push('\n');
    }
    text + "`pbrain-tengen COMMAND --help` shows the options of a command and an example.\n\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Args, parser};
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_one_group_and_its_example_is_valid() {
        let mut grouped = Vec::new();
        for (name, example) in GROUPS.iter().flat_map(|(_, commands)| *commands) {
            grouped.push(name.to_string());
            let words = shlex::split(&format!("pbrain-tengen {example}")).unwrap();
            assert_eq!(words[1], *name);
            let parsed = parser().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
        }
        let command = Args::command();
        let commands = command.get_subcommands().map(|one| one.get_name());
        let mut commands: Vec<String> = commands.map(String::from).collect();
        commands.sort();
        grouped.sort();
        assert_eq!(grouped, commands);
    }

    #[test]
    fn the_greeting_has_three_lines_that_fit_a_terminal() {
        assert_eq!(GREETING.lines().count(), 3);
        assert!(GREETING.lines().all(|line| line.len() <= 100));
    }
}
