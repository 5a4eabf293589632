//! Formations with names.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{Example, Text, entries};

/// A formation and what is known about it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Its name in addresses and commands.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// What it is and what it is good for.
    pub text: Text,
    /// Its stones, where they are known or follow from its description; none
    /// where only the name is known.
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// All formations.
pub fn formations() -> &'static [Formation] {
    static FORMATIONS: LazyLock<Vec<Formation>> =
        LazyLock::new(|| entries("formations.json", include_str!("data/formations.json")));
    &FORMATIONS
}
