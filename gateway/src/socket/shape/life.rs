//! What a table shows besides the position: its time control, pauses, officials' acts and confirmation.

use outflank_proto::play::v1 as play;
use serde::Serialize;

use super::present;

/// How one player's time is counted. What a kind has no use for is 0, and may be left out where a control is given.
#[derive(Debug, Clone, Serialize)]
pub struct TimeControl {
    /// `sudden_death`, `fischer`, `bronstein`, `byoyomi` or `canadian`.
    pub kind: String,
    /// Main time, in ms.
    pub main_ms: i64,
    /// Added after each move, in ms (`fischer`).
    pub increment_ms: i64,
    /// Free at the start of each move, in ms (`bronstein`).
    pub delay_ms: i64,
    /// Periods after the main time (`byoyomi`).
    pub periods: u32,
    /// Each of them, in ms (`byoyomi`).
    pub period_ms: i64,
    /// Moves to be made in one block (`canadian`).
    pub moves: u32,
    /// One block, in ms (`canadian`).
    pub block_ms: i64,
}

impl From<play::TimeControl> for TimeControl {
    fn from(control: play::TimeControl) -> Self {
        Self {
            kind: control.kind,
            main_ms: control.main_ms,
            increment_ms: control.increment_ms,
            delay_ms: control.delay_ms,
            periods: control.periods,
            period_ms: control.period_ms,
            moves: control.moves,
            block_ms: control.block_ms,
        }
    }
}

/// What one clock shows besides the time left until its flag.
#[derive(Debug, Clone, Serialize)]
pub struct Overtime {
    /// Main time left, in ms.
    pub main_ms: i64,
    /// Periods left, the running one included.
    pub periods_left: u32,
    /// What is left of the running period or block, in ms.
    pub period_ms: i64,
    /// Moves still to be made in the running block.
    pub moves_left: u32,
}

impl From<play::Overtime> for Overtime {
    fn from(overtime: play::Overtime) -> Self {
        Self {
            main_ms: overtime.main_ms,
            periods_left: overtime.periods_left,
            period_ms: overtime.period_ms,
            moves_left: overtime.moves_left,
        }
    }
}

/// Why and how long both clocks stand.
#[derive(Debug, Clone, Serialize)]
pub struct Pause {
    /// `official`, `call`, `server_fault`, `move` (to another server) or `adjournment`.
    pub cause: String,
    /// Since when, cluster time in ms.
    pub since_ms: i64,
    /// Until when; null: until somebody resumes play.
    pub until_ms: Option<i64>,
}

impl From<play::Pause> for Pause {
    fn from(pause: play::Pause) -> Self {
        Self {
            cause: pause.cause,
            since_ms: pause.since_ms,
            until_ms: Some(pause.until_ms).filter(|at_ms| *at_ms > 0),
        }
    }
}

/// What became of a finished game's transcript.
#[derive(Debug, Clone, Serialize)]
pub struct Confirmation {
    /// `pending`, `confirmed` or `disputed`.
    pub state: String,
    /// Black has signed it.
    pub black_confirmed: bool,
    /// White has signed it.
    pub white_confirmed: bool,
    /// Silence confirms then, cluster time in ms.
    pub confirm_until_ms: i64,
    /// SHA-256 of the canonical transcript, hex: what a player signs.
    pub digest: String,
    /// The server's Ed25519 signature, base64url; null until it is confirmed.
    pub countersignature: Option<String>,
    /// Which key made it.
    pub key_id: Option<String>,
    /// The text that it signs.
    pub statement: Option<String>,
    /// Nobody answered in time.
    pub by_silence: bool,
}

impl From<play::Confirmation> for Confirmation {
    fn from(confirmation: play::Confirmation) -> Self {
        Self {
            state: confirmation.state,
            black_confirmed: confirmation.black_confirmed,
            white_confirmed: confirmation.white_confirmed,
            confirm_until_ms: confirmation.confirm_until_ms,
            digest: confirmation.digest,
            countersignature: present(confirmation.countersignature),
            key_id: present(confirmation.key_id),
            statement: present(confirmation.statement),
            by_silence: confirmation.by_silence,
        }
    }
}

/// What spectators of a game may see.
#[derive(Debug, Clone, Serialize)]
pub struct Spectators {
    /// `on`, `off` or `delayed`.
    pub policy: String,
    /// So many plies behind.
    pub delay_plies: u32,
    /// So many ms behind.
    pub delay_ms: i64,
    /// This table is shown as of that entry, because its reader may not see later ones yet; null: as it stands.
    pub delayed_to_seq: Option<u64>,
}

impl From<play::Spectators> for Spectators {
    fn from(spectators: play::Spectators) -> Self {
        Self {
            policy: spectators.policy,
            delay_plies: spectators.delay_plies,
            delay_ms: spectators.delay_ms,
            delayed_to_seq: Some(spectators.delayed_to_seq).filter(|seq| *seq > 0),
        }
    }
}

/// An official's act at a table.
#[derive(Debug, Clone, Serialize)]
pub struct Ruling {
    /// The entry that it made.
    pub seq: u64,
    /// When, cluster time in ms.
    pub at_ms: i64,
    /// Which act.
    pub act: String,
    /// The paragraph that the official named.
    pub paragraph: Option<String>,
    /// Why; not shown to spectators.
    pub reason: Option<String>,
    /// Who; not shown to spectators, and null where it came from the desk.
    pub official_account_id: Option<String>,
}

impl From<play::Ruling> for Ruling {
    fn from(ruling: play::Ruling) -> Self {
        Self {
            seq: ruling.seq,
            at_ms: ruling.at_ms,
            act: ruling.act,
            paragraph: present(ruling.paragraph),
            reason: present(ruling.reason),
            official_account_id: present(ruling.official_account_id),
        }
    }
}
