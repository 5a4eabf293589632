//! Formations that have names among players.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{Example, Text, entries};

/// A formation with what is known of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Names it in addresses and commands.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// What it is, and what it is good for.
    pub text: Text,
    /// Its stones, where they are known for certain or follow from what is
    /// said of it; none for those that are only names.
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// All formations.
pub fn formations() -> &'static [Formation] {
    static FORMATIONS: LazyLock<Vec<Formation>> =
        LazyLock::new(|| entries("formations.json", include_str!("data/formations.json")));
    &FORMATIONS
}
