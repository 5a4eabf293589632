//! Why a file is not a valid network.

/// The form of network files that this program reads and writes.
pub(super) const FORM: &str = "5";

/// The contents of a file that are not a valid network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNetwork {
    /// It does not begin like a network.
    #[error("not a network that this program knows")]
    NoNetwork,
    /// It is in the form of another version.
    #[error("a network in form {0:?}, but this program reads form {FORM}: train it again")]
    Form(String),
    /// The rule in it is unknown.
    #[error("{0}")]
    Rule(String),
    /// It is damaged.
    #[error("the network is damaged: {0}")]
    Damaged(&'static str),
}

pub(super) const TOO_EARLY: BadNetwork = BadNetwork::Damaged("it ends too early");
