//! Opaque ids. They carry no meaning here: names and accounts are records of other services.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The id of an entrant within one tournament.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntrantId(pub String);

/// The id of an account of the identity service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountId(pub String);

/// Longest id that is taken, in bytes.
pub(crate) const MAX_ID_BYTES: usize = 128;

impl EntrantId {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl AccountId {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for EntrantId {
    fn from(id: &str) -> Self {
        Self(id.to_owned())
    }
}

impl From<&str> for AccountId {
    fn from(id: &str) -> Self {
        Self(id.to_owned())
    }
}
