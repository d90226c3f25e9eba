//! Who has blocked whom: those two are not brought together, and neither is told who did not want to.

use std::collections::BTreeSet;

use crate::bookings::ordered;

/// Pairs of accounts that are kept apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Apart(BTreeSet<(String, String)>);

impl Apart {
    /// Whether two are; who of them blocked the other makes no difference.
    #[must_use]
    pub fn are(&self, one: &str, other: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&ordered(one, other))
    }

    /// Whether any account that one side is judged by is kept from any of the other side's.
    #[must_use]
    pub fn keep(&self, one: [&str; 2], other: [&str; 2]) -> bool {
        one.iter()
            .any(|one| other.iter().any(|other| self.are(one, other)))
    }

    /// Nobody is kept from anybody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(String, String)> for Apart {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(pairs: I) -> Self {
        let pairs = pairs.into_iter();
        Self(pairs.map(|(one, other)| ordered(&one, &other)).collect())
    }
}
