//! Work in shards, one of them killed and continued: merged, they are what one run makes.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::rig::{Folder, PROGRAM, Report, Running, lines_in, run, set_of_games};

/// The number of shards.
const OF: usize = 4;

/// The arguments of a command that writes a shard to a file or folder.
type Words<'a> = &'a dyn Fn(&str, &str) -> String;

/// The words of a command line, quoted as in a shell.
fn split(words: &str) -> Vec<String> {
    shlex::split(words).expect("matching quotes")
}

fn try_it(words: &str) -> Report {
    let words = split(words);
    run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn do_it(words: &str) -> String {
    let report = try_it(words);
    report.assert_ok();
    report.out
}

/// Does the work at once (`whole`) and in shards (`part-1` and so on), of which the second is
/// killed as soon as it `has_begun`, and merges them (`merged`).
fn in_shards(folder: &Folder, words: Words, has_begun: &dyn Fn(&Path) -> bool) {
    do_it(&words("1/1", &folder.text("whole")));
    for number in 1..=OF {
        let (shard, part) = (
            format!("{number}/{OF}"),
            folder.text(&format!("part-{number}")),
        );
        let words = words(&shard, &part);
        if number == 2 {
            let words = split(&words);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut running = Running::start(&words);
            running.wait_until("the first results", || has_begun(Path::new(&part)));
            running.signal("KILL");
            assert_eq!(running.wait().code, None, "it was over too soon: {words:?}");
        }
        do_it(&words);
    }
    let said = merge(folder, "merged", &[1, 2, 3, 4]);
    assert!(
        said.contains("from 4 parts\n") && said.lines().count() == 1,
        "{said}"
    );
}

/// Merges these parts; what it says.
fn merge(folder: &Folder, to: &str, parts: &[usize]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .map(|part| folder.text(&format!("part-{part}")))
        .collect();
    let report = run(&merge_words(&folder.text(to), &parts));
    assert!(!report.all().contains("panicked"), "{}", report.all());
    report.out + &report.err
}

fn merge_words<'a>(to: &'a str, parts: &'a [String]) -> Vec<&'a str> {
    let parts = parts.iter().map(String::as_str);
    ["merge", to].into_iter().chain(parts).collect()
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Whether a file has more than this many bytes.
fn is_larger(path: &Path, than: u64) -> bool {
    fs::metadata(path).is_ok_and(|file| file.len() > than)
}

#[test]
fn selfplay_and_relabel() {
    let folder = Folder::new();
    let play = |shard: &str, to: &str| {
        format!("selfplay --size 9 --nodes 300 --games 42 --threads 1 --shard {shard} {to}")
    };
    in_shards(&folder, &play, &|path| is_larger(path, 600));
    assert_eq!(bytes(&folder, "whole"), bytes(&folder, "merged"));

    // What is missing or doubled is named, and nothing is written.
    for (parts, why) in [
        (&[1, 2, 4][..], "no file is part 3/4"),
        (&[1, 2, 3, 3, 4], "part-3 both are part 3/4"),
        (&[1, 2, 3], "no file is part 4/4"),
    ] {
        let said = merge(&folder, "again", parts);
        assert!(said.starts_with("error: ") && said.contains(why), "{said}");
        assert!(!folder.has("again"));
    }
    let said = merge(&folder, "merged", &[1, 2, 3, 4]);
    assert!(said.contains("merged is there already"), "{said}");
    let part = bytes(&folder, "part-3");
    folder.write("part-3", &part[..part.len() - 1]);
    let said = merge(&folder, "again", &[1, 2, 3, 4]);
    assert!(said.contains("part-3 ends after 9 games"), "{said}");
    folder.write("part-3", &part);
    let other = do_it(&play("3/4", &folder.text("part-5")).replace("300", "301"));
    assert_eq!(other, "");
    let said = merge(&folder, "again", &[1, 2, 5, 4]);
    assert!(said.contains("the games of another plan"), "{said}");

    let games = folder.text("whole");
    let again = Folder::new();
    let relabel = |shard: &str, to: &str| {
        format!("relabel --nodes 2000 --one-in 8 --threads 1 --shard {shard} {games} {to}")
    };
    in_shards(&again, &relabel, &|path| is_larger(path, 800));
    assert_eq!(bytes(&again, "whole"), bytes(&again, "merged"));
    let part = folder.text("part-1");
    let words = relabel("1/2", &again.text("of-part")).replace(&games, &part);
    try_it(&words).assert_wrong_use("is part 1/4 already");
}

#[test]
fn suites() {
    let folder = Folder::new();
    let suite = |shard: &str, to: &str| {
        format!(
            "suite bench-positions/only-defences.jsonl bench-positions/vct.jsonl \
             --nodes 10000 --parallel 2 --shard {shard} --out {to}"
        )
    };
    in_shards(&folder, &suite, &|path| lines_in(path) > 3);
    assert_eq!(bytes(&folder, "whole"), bytes(&folder, "merged"));
    let said = do_it(&suite("1/1", &folder.text("merged")));
    assert!(said.contains("all: 250 of 250 solved by self"), "{said}");
    assert_eq!(bytes(&folder, "whole"), bytes(&folder, "merged"));

    // What is missing is named, and added by the same command without a shard.
    let said = merge(&folder, "three", &[1, 1, 2, 4]);
    assert!(
        said.contains("188 of 250 from 4 parts\ndoubled, the first kept: 1, 5, "),
        "{said}"
    );
    assert!(said.contains("error: missing: 3, 7, 11, "), "{said}");
    do_it(&suite("1/1", &folder.text("three")));
    let sorted = |name: &str| {
        let text = String::from_utf8(bytes(&folder, name)).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted("whole"), sorted("three"));

    // A file of other work is left alone.
    let words = suite("1/4", &folder.text("part-1")).replace("10000", "10001");
    try_it(&words).assert_error("work.engine.nodes 10000 instead of 10001");
}

#[test]
fn reviews() {
    let folder = Folder::new();
    let games = folder.write(
        "games.sgf",
        (0..10)
            .map(|game| {
                format!(
                    "(;FF[4]GM[4]SZ[9]RU[renju];B[ee];W[ff];B[e{}];W[fe])",
                    b"abcdghi"[game % 7] as char
                )
            })
            .collect::<String>(),
    );
    let review =
        |shard: &str, to: &str| format!("review {games} --nodes 4000 --shard {shard} --out {to}");
    in_shards(&folder, &review, &|path| lines_in(path) > 1);
    assert_eq!(bytes(&folder, "whole"), bytes(&folder, "merged"));
    let said = do_it(&review("1/1", &folder.text("merged")));
    assert_eq!(said, "10 games reviewed\n");
    // The lines are those of --json.
    let json = do_it(&format!("review {games} --nodes 4000 --json"));
    let kept = String::from_utf8(bytes(&folder, "whole")).unwrap();
    for (line, wanted) in kept.lines().skip(1).zip(json.lines()) {
        assert!(line.ends_with(&format!("\"result\":{wanted}}}")), "{line}");
    }
    let words = format!("review {games} --out {} --json", folder.text("json"));
    try_it(&words).assert_wrong_use("--out is JSON already");
}

#[test]
fn matches() {
    let folder = Folder::new();
    let play = |shard: &str, to: &str| {
        format!(
            "match --each memory=1 --engine 'self nodes=400 name=a' \
             --engine 'self nodes=800 name=b' --games 24 --parallel 1 --shard {shard} --out {to}"
        )
    };
    in_shards(&folder, &play, &|path| {
        lines_in(&path.join("match.jsonl")) > 2
    });
    let journal = |name: &str| folder.path(name).join("match.jsonl");
    assert_eq!(
        set_of_games(&journal("whole")),
        set_of_games(&journal("merged"))
    );
    let files = |name: &str| {
        let files = fs::read_dir(folder.path(name)).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(files("whole"), files("merged"));
    assert_eq!(files("whole").len(), 1 + 2 * 24);
    // The report of both is the same, but for times.
    let meeting = |name: &str| {
        let said = do_it(&play("1/1", &folder.text(name)));
        let line = said.lines().find(|line| line.contains("pairs ["));
        line.unwrap_or_else(|| panic!("{said}")).to_string()
    };
    assert_eq!(meeting("whole"), meeting("merged"));
    let said = merge(&folder, "three", &[4, 2, 1, 2]);
    assert!(
        said.contains("18 of 24 from 4 parts\ndoubled, the first kept: 3, 4, 11, 12, "),
        "{said}"
    );
    assert!(
        said.contains("error: missing: 5, 6, 13, 14, 21, 22"),
        "{said}"
    );
    let split = play("1/2", &folder.text("sprt")) + " --sprt 0,5";
    try_it(&split).assert_wrong_use("cannot be split");
}

/// The jobs that `generations` gives to a stand-in for Slurm's command in this folder,
/// with `FROM` set so.
#[cfg(unix)]
fn submitted(folder: &Folder, args: &[&str], from: &str) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt;

    // It tells what it was asked and gives the job the next number.
    let fake = folder.write(
        "sbatch",
        "#!/bin/sh\necho \"$*\" >> jobs\necho $((100 + $(wc -l < jobs)))\n",
    );
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    let script = fs::canonicalize("src/lab/cluster/generations").unwrap();
    let path = format!("{}:{}", folder.text(""), std::env::var("PATH").unwrap());
    let done = Command::new(script)
        .args(args)
        .env("PATH", path)
        .env("FROM", from)
        .current_dir(folder.path(""))
        .output()
        .unwrap();
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    let jobs = fs::read_to_string(folder.path("jobs")).unwrap();
    jobs.lines().map(str::to_string).collect()
}

#[cfg(unix)]
#[test]
fn generations_begin_from_a_network_or_from_nothing() {
    for (from, is_from) in [("", true), ("nothing", false)] {
        let jobs = submitted(&Folder::new(), &["renju", "2", "500", "8"], from);
        let trains = |job: &&String| job.contains("--job-name=train");
        let trained: Vec<bool> = jobs
            .iter()
            .filter(trains)
            .map(|job| job.contains("train --from "))
            .collect();
        assert_eq!(trained, [is_from, true], "{jobs:?}");
    }
}

#[cfg(unix)]
#[test]
fn generations_wait_for_each_other() {
    let folder = Folder::new();
    folder.write("caro-1.net", "a network that is there already");
    let jobs = submitted(&folder, &["caro", "3", "500", "8", "50"], "");
    // Words that each job must have: its number, what it waits for, what it does.
    let wanted = [
        (
            101,
            "",
            "--array=1-8 caro-2.games selfplay --network caro-1.net --seed 2",
        ),
        (
            102,
            "101",
            "train --from caro-1.net caro-1.games caro-2.games caro-2.net",
        ),
        (
            103,
            "102",
            "match network=caro-2.net network=caro-1.net caro-2.txt",
        ),
        (
            104,
            "102",
            "--array=1-8 caro-3.games selfplay --network caro-2.net --seed 3",
        ),
        (
            105,
            "104",
            "train --from caro-2.net caro-2.games caro-3.games caro-3.net",
        ),
        (
            106,
            "105",
            "match network=caro-3.net network=caro-2.net caro-3.txt",
        ),
    ];
    let jobs: Vec<(i32, &str)> = (101..).zip(jobs.iter().map(String::as_str)).collect();
    assert_eq!(jobs.len(), wanted.len(), "{jobs:?}");
    for ((number, job), (wanted, before, words)) in jobs.into_iter().zip(wanted) {
        assert_eq!(number, wanted);
        let dependency = format!("--dependency=afterok:{before} ");
        assert_eq!(job.contains("--dependency"), !before.is_empty(), "{job}");
        assert!(before.is_empty() || job.contains(&dependency), "{job}");
        for word in words.split(' ') {
            assert!(job.contains(word), "{word}: {job}");
        }
    }
}

#[test]
fn gnu_parallel_does_shards() {
    let folder = Folder::new();
    // Debian's package moreutils has another program of this name.
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|said| said.stdout.starts_with(b"GNU parallel")) {
        println!("skipped: GNU parallel is not installed");
        return;
    }
    let part = folder.text("part-{}");
    let words = "--size 9 --nodes 100 --games 18 --threads 1";
    let command = format!("'{PROGRAM}' selfplay {words} --shard {{}}/4 {part}");
    let done = Command::new("parallel")
        .args([
            "--will-cite",
            "--retries",
            "3",
            &command,
            ":::",
            "1",
            "2",
            "3",
            "4",
        ])
        .output()
        .expect("GNU parallel");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    do_it(&format!("selfplay {words} {}", folder.text("whole")));
    let said = merge(&folder, "merged", &[4, 3, 2, 1]);
    assert_eq!(said, "18 of 18 from 4 parts\n");
    assert_eq!(bytes(&folder, "whole"), bytes(&folder, "merged"));
}
