//! The address of a store, which may hold a password.

use std::{fmt, str::FromStr};

use serde::Deserialize;

/// The address of a store (`postgres://USER:PASSWORD@HOST/DATABASE`). Shown, its password is not.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct StoreUrl(String);

impl StoreUrl {
    /// The address as it was given, for the store's own driver and for nobody else.
    #[must_use]
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// The part before `://`.
    #[must_use]
    pub fn scheme(&self) -> &str {
        self.0.split_once("://").map_or("", |(scheme, _)| scheme)
    }
}

impl FromStr for StoreUrl {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((scheme, rest)) = self.0.split_once("://") else {
            return formatter.write_str("(no address)");
        };
        // Passwords may stand in the query as well.
        let rest = rest.split_once('?').map_or(rest, |(before, _)| before);
        match rest.rsplit_once('@') {
            Some((person, host)) => {
                let user = person.split_once(':').map_or(person, |(user, _)| user);
                write!(formatter, "{scheme}://{user}@{host}")
            }
            None => write!(formatter, "{scheme}://{rest}"),
        }
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "StoreUrl({self})")
    }
}
