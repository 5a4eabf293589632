//! What players tell each other to keep in mind.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{Text, entries};

/// Where a maxim belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MaximKind {
    /// Of the verses on the art of five stones, in our words.
    Art,
    /// The four methods.
    Method,
    /// How to weigh what a stone gives.
    Weighing,
    /// What else is worth knowing.
    Remark,
}

/// A rule of thumb.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maxim {
    /// Where it belongs.
    pub kind: MaximKind,
    /// In a few words.
    pub name: Text,
    /// What it means.
    pub text: Text,
}

/// All maxims.
pub fn maxims() -> &'static [Maxim] {
    static MAXIMS: LazyLock<Vec<Maxim>> =
        LazyLock::new(|| entries("maxims.json", include_str!("data/maxims.json")));
    &MAXIMS
}
