//! Checks the form of the log of experiments, `log.tsv`: see `README.md` beside it.
//! Compiled for tests only.

use std::str::FromStr;

use crate::types::Rule;

const LOG: &str = include_str!("log.tsv");

/// The names of the columns, which are the log's first line.
const COLUMNS: [&str; 16] = [
    "date",
    "commit",
    "area",
    "change",
    "rule",
    "size",
    "limit",
    "games",
    "results",
    "pentanomial",
    "measure",
    "value",
    "low",
    "high",
    "verdict",
    "note",
];

/// What an experiment was about.
const AREAS: [&str; 9] = [
    "evaluation",
    "search",
    "knowledge",
    "depth-of-wins",
    "strength",
    "openings",
    "threads",
    "speed",
    "solver",
];

/// What was measured.
const MEASURES: [&str; 17] = [
    "elo",
    "wins",
    "cross-entropy",
    "moves-right",
    "decided",
    "as-fast",
    "nodes",
    "nodes-a-second",
    "log2-nodes",
    "log2-stones",
    "ms-p95",
    "seconds",
    "branching",
    "depth",
    "plies",
    "percent",
    "black-percent",
];

/// A line of the log. What is not known is empty or `None`.
#[derive(Clone, Debug, PartialEq)]
struct Experiment {
    /// When it was logged: year, month and day.
    date: (u16, u8, u8),
    /// The commit that logged it.
    commit: String,
    /// One of [`AREAS`].
    area: String,
    /// What was changed: `set.NAME=VALUE`, a commit, or words.
    change: String,
    /// The rule; `None` if there were several (`all`).
    rule: Option<Rule>,
    /// Squares a side; `None` if there were several.
    size: Option<usize>,
    /// What a move or a question could cost, as `nodes=5000`, `turn=1000`
    /// (milliseconds), `time=2000` (milliseconds) or `depth=13`.
    limit: String,
    /// Games, or positions where no games were played.
    games: Option<u32>,
    /// Wins, draws and losses of the change.
    results: Option<[u32; 3]>,
    /// Pairs of games with 0, ½, 1, 1½ and 2 points.
    pentanomial: Option<[u32; 5]>,
    /// One of [`MEASURES`].
    measure: String,
    /// What was measured, in the measure's unit.
    value: Option<f64>,
    /// Between what it lies: 95 % for Elo, else as the note says.
    interval: Option<(f64, f64)>,
    /// What came of it.
    verdict: Verdict,
    /// What else is to be said.
    note: String,
}

/// What came of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The program does it.
    Taken,
    /// The program does not do it.
    NotTaken,
    /// It may be worth another look.
    NotYet,
    /// A figure about the program, or one more about a change that another
    /// line decides.
    Measured,
    /// The figure was wrong.
    Withdrawn,
}

impl Verdict {
    /// Every verdict.
    const ALL: [Verdict; 5] = [
        Verdict::Taken,
        Verdict::NotTaken,
        Verdict::NotYet,
        Verdict::Measured,
        Verdict::Withdrawn,
    ];

    /// Its name in the log.
    const fn name(self) -> &'static str {
        match self {
            Verdict::Taken => "taken",
            Verdict::NotTaken => "not taken",
            Verdict::NotYet => "not yet",
            Verdict::Measured => "measured",
            Verdict::Withdrawn => "withdrawn",
        }
    }
}

impl FromStr for Verdict {
    type Err = String;

    fn from_str(text: &str) -> Result<Verdict, String> {
        let mut all = Verdict::ALL.into_iter();
        let names = Verdict::ALL.map(Verdict::name).join(", ");
        all.find(|verdict| verdict.name() == text)
            .ok_or_else(|| format!("verdict '{text}', not one of {names}"))
    }
}

/// A log that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
struct LogError {
    /// Counted from 1.
    line: usize,
    /// What is wrong with it.
    what: String,
}

/// Reads a log.
fn read(text: &str) -> Result<Vec<Experiment>, LogError> {
    let mut lines = text.lines().enumerate();
    let error = |line: usize, what: String| LogError { line, what };
    let head = lines.next().map_or("", |(_, line)| line);
    if head != COLUMNS.join("\t") {
        return Err(error(
            1,
            format!("the columns must be {}", COLUMNS.join(", ")),
        ));
    }
    let read = |(index, line)| read_line(line).map_err(|what| error(index + 1, what));
    lines.map(read).collect()
}

fn read_line(line: &str) -> Result<Experiment, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let fields: [&str; COLUMNS.len()] = fields
        .try_into()
        .map_err(|fields: Vec<&str>| format!("{} columns, not {}", fields.len(), COLUMNS.len()))?;
    if let Some(index) = fields.iter().position(|field| field.trim() != *field) {
        return Err(format!("blanks around the {}", COLUMNS[index]));
    }
    let [
        date,
        commit,
        area,
        change,
        rule,
        size,
        limit,
        games,
        results,
        pentanomial,
        measure,
        value,
        low,
        high,
        verdict,
        note,
    ] = fields;
    let experiment = Experiment {
        date: read_date(date).ok_or_else(|| format!("'{date}' is no date"))?,
        commit: commit.to_string(),
        area: one_of("area", area, &AREAS)?,
        change: change.to_string(),
        rule: match rule {
            "all" => None,
            rule => Some(rule.parse().map_err(|error| format!("{error}"))?),
        },
        size: optional("size", size)?,
        limit: limit.to_string(),
        games: optional("games", games)?,
        results: numbers("results", results)?,
        pentanomial: numbers("pentanomial", pentanomial)?,
        measure: one_of("measure", measure, &MEASURES)?,
        value: optional("value", value)?,
        interval: optional("low", low)?.zip(optional("high", high)?),
        verdict: verdict.parse()?,
        note: note.to_string(),
    };
    if low.is_empty() != high.is_empty() {
        return Err("low and high belong together".to_string());
    }
    experiment.check().map(|()| experiment)
}

impl Experiment {
    /// Whether the fields fit each other.
    fn check(&self) -> Result<(), String> {
        let hex = |c: char| c.is_ascii_hexdigit() && !c.is_ascii_uppercase();
        if self.commit.len() != 7 || !self.commit.chars().all(hex) {
            return Err(format!("'{}' is no commit of seven digits", self.commit));
        }
        if self.change.is_empty() {
            return Err("what was changed is missing".to_string());
        }
        if let Some((low, high)) = self.interval {
            let value = self.value.unwrap_or(low);
            if !(low <= value && value <= high) {
                return Err(format!("{value} is not between {low} and {high}"));
            }
        }
        if let (Some(games), Some(results)) = (self.games, self.results)
            && results.iter().sum::<u32>() != games
        {
            return Err(format!("{games} games have other results"));
        }
        if let (Some(games), Some(pairs)) = (self.games, self.pentanomial)
            && 2 * pairs.iter().sum::<u32>() != games
        {
            return Err(format!("{games} games are not these pairs"));
        }
        if self.measure == "wins" && self.results.is_none() {
            return Err("the results are missing".to_string());
        }
        Ok(())
    }
}

fn read_date(text: &str) -> Option<(u16, u8, u8)> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let lengths = [year, month, day].map(str::len) == [4, 2, 2] && parts.next().is_none();
    let (year, month, day) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let days = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (lengths && (1..=days).contains(&day)).then_some((year, month, day))
}

fn one_of(column: &str, text: &str, known: &[&str]) -> Result<String, String> {
    match known.contains(&text) {
        true => Ok(text.to_string()),
        false => Err(format!(
            "{column} '{text}', not one of {}",
            known.join(", ")
        )),
    }
}

/// A number, if there is one.
fn optional<T: FromStr>(column: &str, text: &str) -> Result<Option<T>, String> {
    match text {
        "" => Ok(None),
        text => text
            .parse()
            .map(Some)
            .map_err(|_| format!("{column} '{text}' is no number")),
    }
}

/// Numbers with `-` between them, if there are any.
fn numbers<const N: usize>(column: &str, text: &str) -> Result<Option<[u32; N]>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let numbers: Option<Vec<u32>> = text.split('-').map(|number| number.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[u32; N]>::try_from(numbers).ok());
    numbers
        .map(Some)
        .ok_or_else(|| format!("{column} '{text}', not {N} numbers with - between"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_can_be_read() {
        let log = read(LOG).unwrap();
        assert!(
            log.len() >= 379,
            "{}: lines are added, not taken away",
            log.len()
        );
        let elo = log.iter().filter(|experiment| experiment.measure == "elo");
        let no_interval = elo.filter(|experiment| experiment.interval.is_none());
        // A test that was only rejected.
        assert_eq!(no_interval.count(), 1);
        assert!(
            log.iter()
                .all(|experiment| experiment.date >= (2026, 11, 20))
        );
    }

    const LINE: &str = "2026-11-22\t8bda0cc\tsearch\tset.a=2\tcaro8\t15\tnodes=5000\t400\t\
                        210-10-180\t10-20-100-40-30\telo\t+26\t-3.5\t55\tnot taken\twhy";

    #[test]
    fn a_line_is_read() {
        let read = read(&format!("{}\n{LINE}\r\n", COLUMNS.join("\t")))
            .unwrap()
            .remove(0);
        assert_eq!(
            (read.date, read.rule),
            ((2026, 11, 22), Some(Rule::CaroOverline))
        );
        assert_eq!(read.results, Some([210, 10, 180]));
        assert_eq!(read.pentanomial, Some([10, 20, 100, 40, 30]));
        assert_eq!(
            (read.value, read.interval),
            (Some(26.0), Some((-3.5, 55.0)))
        );
        assert_eq!(
            (read.verdict, read.note.as_str()),
            (Verdict::NotTaken, "why")
        );
    }

    #[test]
    fn bad_lines_say_why() {
        for (from, to, why) in [
            ("11-22", "11-31", "'2026-11-31' is no date"),
            ("11-22", "2-22", "'2026-2-22' is no date"),
            ("8bda0cc", "8bda0c", "'8bda0c' is no commit of seven digits"),
            (
                "\tsearch",
                "\tsearches",
                "area 'searches', not one of evaluation, search,",
            ),
            ("set.a=2", "", "what was changed is missing"),
            ("caro8", "caro7", "unknown rule 'caro7'"),
            ("\t400", "\t401", "401 games have other results"),
            (
                "\t400\t210-10-180",
                "\t402\t",
                "402 games are not these pairs",
            ),
            (
                "210-10",
                "210",
                "results '210-180', not 3 numbers with - between",
            ),
            ("\telo", "\tElo", "measure 'Elo', not one of elo,"),
            ("+26", "much", "value 'much' is no number"),
            ("+26", "56", "56 is not between -3.5 and 55"),
            ("\t55", "\t", "low and high belong together"),
            (
                "not taken",
                "nice",
                "verdict 'nice', not one of taken, not taken,",
            ),
            ("why", "why\tnot", "17 columns, not 16"),
            ("\twhy", "", "15 columns, not 16"),
            ("why", "why ", "blanks around the note"),
        ] {
            let line = LINE.replacen(from, to, 1);
            let error = read(&format!("{}\n{LINE}\n{line}\n", COLUMNS.join("\t"))).unwrap_err();
            assert_eq!(error.line, 3, "{error}");
            assert!(error.what.starts_with(why), "{error}");
        }
        let blank = read(&format!("{}\n{LINE}\n\n{LINE}", COLUMNS.join("\t"))).unwrap_err();
        assert_eq!(blank.to_string(), "line 3: 1 columns, not 16");
        assert_eq!(read("").unwrap_err().line, 1);
    }
}
