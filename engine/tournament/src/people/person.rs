//! Who is who on a list: one person enters once.

/// What the readers of a list know an entrant by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person<'a> {
    /// Family name.
    pub surname: &'a str,
    /// Given names.
    pub given_names: &'a str,
    /// Country code.
    pub country: &'a str,
    /// Number in the federation's players list; `None` for who came without one.
    pub federation_number: Option<u32>,
}

impl Person<'_> {
    /// Whether both may be one person: one number, or one name and nation where not each has a number of his own.
    /// Letters' cases, spaces and the order of names part nobody.
    #[must_use]
    pub fn may_be(&self, other: &Person<'_>) -> bool {
        match (self.federation_number, other.federation_number) {
            (Some(one), Some(another)) => one == another,
            _ => self.country == other.country && self.names() == other.names(),
        }
    }

    fn names(&self) -> Vec<String> {
        let words = self.given_names.split_whitespace();
        let words = words.chain(self.surname.split_whitespace());
        let mut names: Vec<String> = words.map(str::to_lowercase).collect();
        names.sort_unstable();
        names
    }
}
