//! What a token is good for: a session for everything its account may do, an API key for what it was made for.

use std::fmt::Write as _;

use outflank_proto::contract;

use crate::{Need, Scope};

/// A set of scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// Good for nothing.
    #[must_use]
    pub fn none() -> Self {
        Self(0)
    }

    /// What a session is good for.
    #[must_use]
    pub fn all() -> Self {
        Scope::ALL.into_iter().fold(Self::none(), Self::with)
    }

    /// The same, and this one.
    #[must_use]
    pub fn with(self, scope: Scope) -> Self {
        Self(self.0 | bit(scope) | bit(Scope::Read))
    }

    /// Whether it is among them.
    #[must_use]
    pub fn holds(self, scope: Scope) -> bool {
        self.0 & bit(scope) != 0
    }

    /// Their names, separated by spaces.
    #[must_use]
    pub fn names(self) -> String {
        let mut names = String::new();
        for scope in Scope::ALL {
            if self.holds(scope) {
                let space = if names.is_empty() { "" } else { " " };
                // Writing to a String cannot fail.
                let _ = write!(names, "{space}{}", scope.name());
            }
        }
        names
    }

    /// The scopes with these names; others are ignored.
    #[must_use]
    pub fn named(names: &str) -> Self {
        Scope::ALL
            .into_iter()
            .filter(|scope| names.split(' ').any(|name| name == scope.name()))
            .fold(Self::none(), Self::with)
    }
}

fn bit(scope: Scope) -> u8 {
    1 << scope as u8
}

/// The scopes of which a caller's token must hold one; none for an RPC that asks for no token. What its contract does
/// not say to be less is an official's act.
pub(crate) fn asked(rpc: &str, need: Need) -> &'static [Scope] {
    let said = contract::method(rpc).map_or(&[][..], |method| method.scope.as_slice());
    match need {
        _ if !said.is_empty() => said,
        Need::Anyone | Need::Service(_) => &[],
        Need::Seat => &[Scope::Play],
        Need::SeatOrDirector | Need::Voice => &[Scope::Play, Scope::Direct],
        Need::Account | Need::Member | Need::Director => &[Scope::Direct],
        Need::Officer => &[Scope::Office],
        Need::DirectorOrOfficer => &[Scope::Direct, Scope::Office],
        // Whoever keeps order does so in person: no key moderates.
        Need::Administrator | Need::Moderator => &[Scope::Manage],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_sets_say_the_same() {
        for bits in 0..32 {
            let scopes = Scope::ALL
                .into_iter()
                .filter(|scope| bits & bit(*scope) != 0)
                .fold(Scopes::none(), Scopes::with);
            assert_eq!(Scopes::named(&scopes.names()), scopes);
        }
        assert_eq!(Scopes::named("play root"), Scopes::none().with(Scope::Play));
        assert_eq!(Scopes::all().names(), "read play direct manage office");
    }

    #[test]
    fn what_reads_asks_for_the_scope_that_every_key_holds_and_no_key_manages() {
        for method in contract::METHODS {
            let asked = asked(method.path, method.need);
            if method.scope == Some(Scope::Read) {
                assert!(method.repeat == contract::Repeat::Freely, "{}", method.path);
            }
            let manages = method.path.contains("ApiKey") || method.path.contains("Program");
            if manages && method.need == Need::Member {
                assert_eq!(asked, [Scope::Manage], "{}", method.path);
            }
        }
        let seat = "/outflank.play.v1.PlayService/GetClockSheet";
        assert_eq!(asked(seat, Need::SeatOrDirector), [Scope::Read]);
        let claim = "/outflank.identity.v1.IdentityService/ClaimSeat";
        assert_eq!(asked(claim, Need::Anyone), [Scope::Play]);
    }
}
