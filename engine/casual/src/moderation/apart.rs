//! Who has blocked whom: those two are not brought together, and neither is told who did not want to.

use std::collections::BTreeSet;

/// Pairs of accounts that are kept apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Apart(BTreeSet<(String, String)>);

impl Apart {
    /// Whether two are; who of them blocked the other makes no difference.
    #[must_use]
    pub fn are(&self, one: &str, other: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&pair(one.to_owned(), other.to_owned()))
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
        Self(pairs.map(|(one, other)| pair(one, other)).collect())
    }
}

fn pair(one: String, other: String) -> (String, String) {
    if one <= other {
        (one, other)
    } else {
        (other, one)
    }
}
