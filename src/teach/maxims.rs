//! Maxims: rules of thumb that players hand on.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{Text, entries};

/// Kinds of maxims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MaximKind {
    /// From the verses on the art of five stones, in our words.
    Art,
    /// The four methods.
    Method,
    /// How to judge what a stone gains.
    Weighing,
    /// Other remarks.
    Remark,
}

/// A rule of thumb.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maxim {
    /// Its kind.
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
