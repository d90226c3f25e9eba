//! How often a client may ask.

use std::time::Duration;

use crate::reader_limits::ReaderLimits;

/// So many uses within so long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Uses that are admitted.
    pub allowed: u32,
    /// The window they are counted in.
    pub window: Duration,
}

impl Rate {
    /// So many a minute.
    #[must_use]
    pub const fn per_minute(allowed: u32) -> Self {
        Self {
            allowed,
            window: Duration::from_secs(60),
        }
    }
}

/// Every limit of the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Attempts to sign in to one login.
    pub sign_ins_per_login: Rate,
    /// Attempts to sign in from one address.
    pub sign_ins_per_address: Rate,
    /// Accounts made from one address.
    pub accounts_per_address: Rate,
    /// Seat codes looked up or used from one address.
    pub seat_claims_per_address: Rate,
    /// API keys exchanged for tokens from one address; a key in use is exchanged twice a minute.
    pub key_exchanges_per_address: Rate,
    /// Socket tickets given to one address.
    pub tickets_per_address: Rate,
    /// Frames a second on one socket, on average.
    pub frames_per_second: u32,
    /// Frames that may come at once on one socket.
    pub frame_burst: u32,
    /// Moves, passes and resignations a second on one socket, on average.
    pub commands_per_second: u32,
    /// Moves, passes and resignations that may come at once on one socket.
    pub command_burst: u32,
    /// Frames within 10 s that could not be taken before the socket is closed.
    pub bad_frames: u32,
    /// Tables and tournaments one socket may watch.
    pub watched_per_socket: usize,
    /// Open sockets.
    pub sockets: usize,
    /// Open TCP connections besides sockets.
    pub connections: usize,
    /// What may wait for those who read slowly.
    pub readers: ReaderLimits,
}

impl Default for Limits {
    /// Generous to a club behind one address.
    fn default() -> Self {
        Self {
            sign_ins_per_login: Rate::per_minute(10),
            sign_ins_per_address: Rate::per_minute(120),
            accounts_per_address: Rate::per_minute(60),
            seat_claims_per_address: Rate::per_minute(30),
            key_exchanges_per_address: Rate::per_minute(600),
            tickets_per_address: Rate::per_minute(600),
            frames_per_second: 50,
            frame_burst: 600,
            commands_per_second: 20,
            command_burst: 40,
            bad_frames: 50,
            watched_per_socket: 512,
            sockets: 20_000,
            connections: 10_000,
            readers: ReaderLimits::default(),
        }
    }
}

impl Limits {
    /// No rates, for load tests: what bounds memory stays.
    #[must_use]
    pub fn without_rates() -> Self {
        let free = Rate::per_minute(u32::MAX);
        Self {
            sign_ins_per_login: free,
            sign_ins_per_address: free,
            accounts_per_address: free,
            seat_claims_per_address: free,
            key_exchanges_per_address: free,
            tickets_per_address: free,
            frames_per_second: u32::MAX,
            frame_burst: u32::MAX,
            commands_per_second: u32::MAX,
            command_burst: u32::MAX,
            bad_frames: u32::MAX,
            ..Self::default()
        }
    }
}
