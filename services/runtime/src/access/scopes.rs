//! What a token is good for: a session for everything its account may do, an API key for what it was made for.

use std::fmt::Write as _;

use super::Need;

/// One thing a token may be good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Reading what its account may read. Every key holds it.
    Read,
    /// Claiming seats, and what the holder of a seat may do.
    Play,
    /// Holding events: what officials may do.
    Direct,
    /// Managing accounts and keys: sessions only.
    Manage,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 4] = [Self::Read, Self::Play, Self::Direct, Self::Manage];

    /// Its name in tokens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Direct => "direct",
            Self::Manage => "manage",
        }
    }

    fn bit(self) -> u8 {
        match self {
            Self::Read => 1,
            Self::Play => 2,
            Self::Direct => 4,
            Self::Manage => 8,
        }
    }
}

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
        Self(self.0 | scope.bit() | Scope::Read.bit())
    }

    /// Whether it is among them.
    #[must_use]
    pub fn holds(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
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

/// RPCs that ask who is calling and change nothing.
const READING: &[&str] = &[
    "/outflank.identity.v1.IdentityService/GetAccount",
    "/outflank.pairing.v1.PairingService/ListSeats",
    "/outflank.pairing.v1.PairingService/FindPlayers",
    "/outflank.pairing.v1.PairingService/ExplainBoard",
    "/outflank.pairing.v1.PairingService/ListRulings",
    "/outflank.play.v1.PlayService/GetClockSheet",
];
/// RPCs of players that the matrix does not tie to a seat: there is none yet, or the service knows whose it is.
const PLAYING: &[&str] = &[
    "/outflank.identity.v1.IdentityService/ClaimSeat",
    "/outflank.pairing.v1.PairingService/EnterTournament",
];
/// RPCs that no key may call.
const MANAGING: &[&str] = &[
    "/outflank.identity.v1.IdentityService/CreateProgram",
    "/outflank.identity.v1.IdentityService/ListPrograms",
    "/outflank.identity.v1.IdentityService/IssueApiKey",
    "/outflank.identity.v1.IdentityService/ListApiKeys",
    "/outflank.identity.v1.IdentityService/RevokeApiKey",
];

/// The scopes of which a caller's token must hold one; none for an RPC that asks for no token. What is not said to be
/// less is an official's act.
pub(super) fn asked(rpc: &str, need: Need) -> &'static [Scope] {
    let among = |list: &[&str]| list.contains(&rpc);
    match need {
        _ if among(MANAGING) => &[Scope::Manage],
        _ if among(PLAYING) => &[Scope::Play],
        _ if among(READING) => &[Scope::Read],
        Need::Anyone | Need::Service(_) => &[],
        Need::Seat => &[Scope::Play],
        Need::SeatOrDirector | Need::Voice => &[Scope::Play, Scope::Direct],
        Need::Account | Need::Member | Need::Director => &[Scope::Direct],
        Need::Administrator => &[Scope::Manage],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_sets_say_the_same() {
        for bits in 0..16 {
            let scopes = Scope::ALL
                .into_iter()
                .filter(|scope| bits & scope.bit() != 0)
                .fold(Scopes::none(), Scopes::with);
            assert_eq!(Scopes::named(&scopes.names()), scopes);
        }
        assert_eq!(Scopes::named("play root"), Scopes::none().with(Scope::Play));
        assert_eq!(Scopes::all().names(), "read play direct manage");
    }

    #[test]
    fn every_rpc_named_here_is_in_the_matrix() {
        for rpc in READING.iter().chain(PLAYING).chain(MANAGING) {
            assert!(super::super::rpc(rpc).is_some(), "{rpc}");
        }
    }
}
