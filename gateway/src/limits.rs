//! How often a client may ask.

use std::time::Duration;

use crate::{body_limits::BodyLimits, reader_limits::ReaderLimits};

/// So many uses within so long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Uses that are admitted.
    pub allowed: u32,
    /// The window they are counted in.
    pub window: Duration,
}

impl Rate {
    /// As often as anybody likes.
    pub const UNLIMITED: Self = Self::per_minute(u32::MAX);

    /// So many a minute.
    #[must_use]
    pub const fn per_minute(allowed: u32) -> Self {
        Self {
            allowed,
            window: Duration::from_secs(60),
        }
    }
}

/// Who may have how many of the places for connections and sockets. Holders of seats and offices may have all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares {
    /// Of a hundred: whoever has not said who he is.
    pub anonymous_percent: u8,
    /// Of a hundred: everybody who holds no seat or office.
    pub signed_in_percent: u8,
    /// Whether a newcomer takes the place of whoever has done nothing for the longest; otherwise he waits until one leaves.
    pub sheds: bool,
}

impl Shares {
    /// How many of so many places whoever holds no seat or office can never have.
    #[must_use]
    pub fn kept(self, places: usize) -> usize {
        places.saturating_sub(share(places, self.signed_in_percent))
    }
}

/// So many of a hundred of these places: one at least.
pub fn share(places: usize, percent: u8) -> usize {
    (places.saturating_mul(usize::from(percent)) / 100).max(1)
}

/// Every limit of the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Accounts made from one address, guests' among them, or kept, and those that are not because their login is taken.
    pub accounts_per_address: Rate,
    /// Attempts to make or keep one.
    pub account_attempts_per_address: Rate,
    /// Seat codes looked up or used from one address, good ones too.
    pub seat_claims_per_address: Rate,
    /// Seat codes looked up or used from one address that were never given out, or are too old.
    pub seat_misses_per_address: Rate,
    /// Look-ups and uses of one good seat code.
    pub uses_per_seat_code: Rate,
    /// API keys from one address that are not good; beyond, only keys that were good here lately are looked up.
    pub key_exchanges_per_address: Rate,
    /// Requests with one API key at one gateway, over whatever face; what goes over an open line is none.
    pub requests_per_key: Rate,
    /// Sockets and streams that one API key has open at one gateway.
    pub lines_per_key: usize,
    /// Socket tickets given to nobody in particular at one address.
    pub tickets_per_address: Rate,
    /// Socket tickets given to one account.
    pub tickets_per_account: Rate,
    /// Frames a second on one socket, on average.
    pub frames_per_second: u32,
    /// Frames that may come at once on one socket.
    pub frame_burst: u32,
    /// Moves, passes, resignations and whatever else is done at a table, a second for one account at one table over
    /// all faces, on average.
    pub commands_per_second: u32,
    /// Of those, what may come at once.
    pub command_burst: u32,
    /// Frames within 10 s that could not be taken before the socket is closed.
    pub bad_frames: u32,
    /// Tables and tournaments one socket may watch.
    pub watched_per_socket: usize,
    /// How often play is asked what those who hear a game as its players or officials still are; `None`: never, not even
    /// when a seat changed hands.
    pub viewers_checked_every: Option<Duration>,
    /// Open sockets.
    pub sockets: usize,
    /// Open TCP connections, those that carry sockets among them.
    pub connections: usize,
    /// Who may have how many of both.
    pub shares: Shares,
    /// A connection without a request is ended after so long. One that carries a socket is not: it has its own end.
    pub idle_connection: Duration,
    /// Nothing is changed under a session that has ended, though its access token is good for minutes more.
    pub check_sessions: bool,
    /// What may wait for those who read slowly.
    pub readers: ReaderLimits,
    /// What may be read of requests that do not come to their end.
    pub bodies: BodyLimits,
}

impl Default for Limits {
    /// Generous to a club behind one address.
    fn default() -> Self {
        Self {
            accounts_per_address: Rate::per_minute(60),
            account_attempts_per_address: Rate::per_minute(600),
            seat_claims_per_address: Rate::UNLIMITED,
            seat_misses_per_address: Rate::per_minute(20),
            uses_per_seat_code: Rate::per_minute(60),
            key_exchanges_per_address: Rate::per_minute(600),
            requests_per_key: Rate::per_minute(3_000),
            lines_per_key: 32,
            tickets_per_address: Rate::per_minute(600),
            tickets_per_account: Rate::per_minute(120),
            frames_per_second: 50,
            frame_burst: 600,
            commands_per_second: 20,
            command_burst: 40,
            bad_frames: 50,
            watched_per_socket: 512,
            viewers_checked_every: Some(Duration::from_secs(3)),
            sockets: 20_000,
            connections: 30_000,
            shares: Shares {
                anonymous_percent: 60,
                signed_in_percent: 80,
                sheds: true,
            },
            idle_connection: Duration::from_secs(60),
            check_sessions: true,
            readers: ReaderLimits::default(),
            bodies: BodyLimits::default(),
        }
    }
}

impl Limits {
    /// No rates, for load tests: what bounds memory stays.
    #[must_use]
    pub fn without_rates() -> Self {
        let free = Rate::UNLIMITED;
        Self {
            accounts_per_address: free,
            account_attempts_per_address: free,
            seat_claims_per_address: free,
            seat_misses_per_address: free,
            uses_per_seat_code: free,
            key_exchanges_per_address: free,
            requests_per_key: free,
            tickets_per_address: free,
            tickets_per_account: free,
            frames_per_second: u32::MAX,
            frame_burst: u32::MAX,
            commands_per_second: u32::MAX,
            command_burst: u32::MAX,
            bad_frames: u32::MAX,
            ..Self::default()
        }
    }
}
