//! The choices in the page's dialogs.

use serde_json::{Value, json};

use super::shown::opening_names;
use crate::engine::Level;
use crate::game::{CanonicalOpening, OpeningRule, SetUp};
use crate::types::{MAX_SIDE, MIN_SIDE, Rule};

pub(crate) fn choices() -> Value {
    let rules: Vec<Value> = Rule::ALL
        .iter()
        .map(|rule| json!({ "name": rule.to_string(), "fouls": rule.forbids() }))
        .collect();
    let openings: Vec<Value> = OpeningRule::ALL
        .iter()
        .map(|rule| {
            json!({
                "name": rule.name(),
                "least": rule.least_side(),
            })
        })
        .collect();
    let set_ups: Vec<Value> = SetUp::ALL
        .iter()
        .map(|&set_up| json!({ "name": set_up.name() }))
        .collect();
    let named: Vec<Value> = CanonicalOpening::all().iter().map(opening_names).collect();
    json!({
        "rules": rules,
        "openings": openings,
        "setUps": set_ups,
        "named": named,
        "levels": Level::NAMED.map(|(_, name)| name),
        "sides": [MIN_SIDE, MAX_SIDE],
        "version": env!("CARGO_PKG_VERSION"),
    })
}
