//! The groups of `INFO` lines about a search, as graphical programs read them.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::common::driver::coordinates;
use crate::common::table::Point;

/// What gomocalc wants to find in a group between `PV n` and `PV DONE`.
const KEYS: [&str; 10] = [
    "NUMPV",
    "DEPTH",
    "SELDEPTH",
    "NODES",
    "TOTALNODES",
    "TOTALTIME",
    "SPEED",
    "EVAL",
    "WINRATE",
    "BESTLINE",
];

/// A win is worth this much, less its length.
const WIN: i32 = 40_000;

/// One line of play.
#[derive(Clone, Debug)]
pub struct Group {
    pub rank: usize,
    pub of: usize,
    pub depth: u32,
    pub total_nodes: u64,
    pub eval: i32,
    pub line: Vec<Point>,
}

impl Group {
    pub fn loses(&self) -> bool {
        self.eval < -WIN / 2
    }

    fn read(rank: usize, values: &BTreeMap<String, String>) -> Group {
        let text = |key: &str| values.get(key).unwrap_or_else(|| panic!("no {key}"));
        for key in ["SELDEPTH", "NODES", "TOTALTIME", "SPEED"] {
            number::<u64>(text(key));
        }
        let winrate: f64 = number(text("WINRATE"));
        assert!((0.0..=1.0).contains(&winrate), "WINRATE {winrate}");
        let pairs = text("BESTLINE").split(' ').map(coordinates);
        let group = Group {
            rank,
            of: number(text("NUMPV")),
            depth: number(text("DEPTH")),
            total_nodes: number(text("TOTALNODES")),
            eval: eval(text("EVAL")),
            line: pairs.collect::<Option<_>>().expect("squares in BESTLINE"),
        };
        assert!(!group.line.is_empty(), "an empty BESTLINE");
        assert!(group.rank < group.of, "PV {rank} of {}", group.of);
        // One unit under every rule.
        let wanted = 1.0 / (1.0 + (-f64::from(group.eval) / 200.0).exp());
        assert!(
            (winrate - wanted).abs() < 6e-5,
            "{group:?}, WINRATE {winrate}"
        );
        group
    }
}

/// All groups; each must be complete.
pub fn groups(told: &[String]) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut open: Option<(usize, BTreeMap<String, String>)> = None;
    for info in told.iter().filter_map(|line| line.strip_prefix("INFO ")) {
        let (key, value) = info.split_once(' ').expect("a value");
        match (key, value, &mut open) {
            ("PV", "DONE", Some((rank, values))) => {
                groups.push(Group::read(*rank, values));
                open = None;
            }
            ("PV", rank, None) => open = Some((number(rank), BTreeMap::new())),
            (_, _, Some((_, values))) if KEYS.contains(&key) => {
                let before = values.insert(key.to_string(), value.to_string());
                assert_eq!(before, None, "{key} comes twice");
            }
            _ => panic!("'INFO {info}' out of place"),
        }
    }
    assert!(open.is_none(), "the last group is not complete");
    groups
}

/// The last word on every rank at the greatest depth that has all of them.
pub fn last_lines(groups: &[Group]) -> Vec<Group> {
    let mut by_depth: BTreeMap<u32, BTreeMap<usize, Group>> = BTreeMap::new();
    for group in groups {
        let ranks = by_depth.entry(group.depth).or_default();
        ranks.insert(group.rank, group.clone());
    }
    let whole =
        |ranks: &BTreeMap<usize, Group>| ranks.values().all(|group| group.of == ranks.len());
    let found = by_depth.into_values().rev().find(whole);
    found
        .expect("a depth with all lines")
        .into_values()
        .collect()
}

/// As gomocalc compares them: `+M5` is a win in five plies.
fn eval(text: &str) -> i32 {
    match (text.strip_prefix("+M"), text.strip_prefix("-M")) {
        (Some(plies), _) => WIN - number::<i32>(plies),
        (_, Some(plies)) => -WIN + number::<i32>(plies),
        _ => number(text),
    }
}

fn number<T: FromStr>(text: &str) -> T {
    let number = text.parse().ok();
    number.unwrap_or_else(|| panic!("'{text}' is no number"))
}
