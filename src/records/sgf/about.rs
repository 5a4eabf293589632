//! What the first nodes of a game say about the whole.

use super::log::Log;
use super::result::{Ended, result_of};
use super::syntax::Value;
use crate::records::OpeningPhase;
use crate::records::options::ReadOptions;
use crate::records::rule_names::rule_named;
use crate::records::scan::{one_line, quoted};
use crate::records::tree::{Facts, GameTree, Property};

/// How `AP` begins in files of our own.
pub(super) const OWN_NAME: &str = "Tengen:";

/// Properties that count once, with their fields if they are texts on one line.
const ABOUT: [(&str, Option<Field>); 22] = [
    ("PB", Some(|facts| &mut facts.players[0].name)),
    ("PW", Some(|facts| &mut facts.players[1].name)),
    ("BR", Some(|facts| &mut facts.players[0].rank)),
    ("WR", Some(|facts| &mut facts.players[1].rank)),
    ("BT", Some(|facts| &mut facts.players[0].team)),
    ("WT", Some(|facts| &mut facts.players[1].team)),
    ("GN", Some(|facts| &mut facts.name)),
    ("EV", Some(|facts| &mut facts.event)),
    ("RO", Some(|facts| &mut facts.round)),
    ("PC", Some(|facts| &mut facts.place)),
    ("DT", Some(|facts| &mut facts.date)),
    ("TM", Some(|facts| &mut facts.time_limit)),
    ("ON", Some(|facts| &mut facts.opening_name)),
    ("AN", Some(|facts| &mut facts.annotator)),
    ("OR", Some(|facts| &mut facts.opening_rule)),
    ("AP", None),
    ("GC", None),
    ("RU", None),
    ("RE", None),
    ("TE", None),
    ("OS", None),
    ("OA", None),
];

type Field = fn(&mut Facts) -> &mut String;

/// What is said about a game, as far as it is read.
#[derive(Default)]
pub(super) struct About {
    /// What was said already.
    said: Vec<&'static str>,
    /// Where `RU` stands.
    rule_place: usize,
    /// `OA`, and where it stands.
    acts: Option<(String, usize)>,
}

/// What becomes of a property.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is read.
    Yes,
    /// It is not about the whole game.
    No,
    /// It is kept as it stands.
    Kept,
}

impl About {
    /// Whether a property was said.
    pub fn has(&self, name: &str) -> bool {
        self.said.contains(&name)
    }

    /// Reads a property of the root or of another node of the main line.
    pub fn take(
        &mut self,
        facts: &mut Facts,
        name: &str,
        value: &Value,
        is_root: bool,
        log: &mut Log,
    ) -> Taken {
        let found = ABOUT.iter().find(|(one, _)| *one == name);
        // In other nodes `TE` is a good move.
        let counts = is_root || !matches!(name, "TE" | "AP");
        let Some(&(name, field)) = found.filter(|_| counts) else {
            return Taken::No;
        };
        if self.has(name) {
            log.twice(value.place, name);
            return Taken::Kept;
        }
        let text = value.text.as_ref();
        // No acts are an opening at its beginning.
        if text.is_empty() && name != "OA" {
            return Taken::Yes;
        }
        match (name, field) {
            (_, Some(field)) => *field(facts) = one_line(text),
            ("GC", _) => facts.comment = text.to_string(),
            ("AP", _) if text.starts_with(OWN_NAME) => (),
            ("AP", _) => facts.program = one_line(text),
            ("TE", _) => facts.reason = one_line(text),
            ("OA", _) => self.acts = Some((text.to_string(), value.place)),
            ("RU", _) => {
                facts.rule_text = one_line(text).trim().to_string();
                if facts.rule_text.is_empty() {
                    return Taken::Yes;
                }
                self.rule_place = value.place;
            }
            ("RE", _) => match result_of(text) {
                Ended::Known(result, reason) => {
                    facts.result = Some(result);
                    if !self.has("TE") {
                        facts.reason = reason;
                    }
                }
                Ended::Open => return Taken::Kept,
                Ended::Unreadable => {
                    log.unread(value.place, || format!("{} is not a result", quoted(text)));
                    return Taken::Kept;
                }
            },
            _ => match text.trim().parse() {
                Ok(0) => return Taken::Yes,
                Ok(given) => facts.given_moves = given,
                Err(_) => {
                    log.unread(value.place, || format!("{} is not a number", quoted(text)));
                    return Taken::Kept;
                }
            },
        }
        self.said.push(name);
        Taken::Yes
    }

    /// Reads what the whole game is needed for.
    pub fn finish(self, tree: &mut GameTree, options: &ReadOptions, log: &mut Log) {
        self.finish_rule(&mut tree.facts, options, log);
        let Some((acts, place)) = self.acts else {
            return;
        };
        let board = tree.main_line().ok().and_then(|game| game.board().ok());
        let facts = &mut tree.facts;
        let phase = match board {
            Some(board) => OpeningPhase::read(&facts.opening_rule, &acts, &board),
            None => Err("the moves of the opening cannot be played".to_string()),
        };
        match phase {
            Ok(phase) => {
                if facts.opening_rule == phase.rule.name() {
                    facts.opening_rule.clear();
                }
                facts.phase = Some(phase);
            }
            Err(error) => {
                log.unread(place, || error);
                let kept = Property {
                    name: "OA".to_string(),
                    values: vec![acts],
                };
                facts.other.insert(0, kept);
            }
        }
    }

    fn finish_rule(&self, facts: &mut Facts, options: &ReadOptions, log: &mut Log) {
        facts.rule = rule_named(&facts.rule_text);
        if facts
            .rule
            .is_some_and(|rule| rule.name() == facts.rule_text)
        {
            facts.rule_text.clear();
        }
        if facts.rule.is_some() {
            return;
        }
        if !facts.rule_text.is_empty() {
            let name = quoted(&facts.rule_text);
            let what = match options.rule {
                Some(rule) => format!("the rule {name} is not known; {rule} is taken, as asked"),
                None => format!("the rule {name} is not known"),
            };
            log.say(Some(self.rule_place), what);
        }
        if options.rule.is_some() {
            facts.rule = options.rule;
            facts.rule_text.clear();
        }
    }
}
