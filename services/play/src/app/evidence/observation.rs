//! What can be noticed of a connection.

use outflank_proto::play::v1 as proto;
use serde::{Deserialize, Serialize};

/// Longest words about a drop that are kept, in characters.
const LONGEST_REASON: usize = 120;
/// The kind that players are not told of.
pub(super) const ONLOOKER: &str = "onlooker";

/// Who ended a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EndedBy {
    /// The client said goodbye: the page was closed, or left.
    Client,
    /// The line broke, or fell silent.
    Line,
    /// The server stopped.
    Server,
    /// The server would not bear what the client sent.
    Refused,
}

impl EndedBy {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Line => "line",
            Self::Server => "server",
            Self::Refused => "refused",
        }
    }

    fn named(name: &str) -> Self {
        [Self::Client, Self::Server, Self::Refused]
            .into_iter()
            .find(|by| by.name() == name)
            .unwrap_or(Self::Line)
    }
}

/// A summary of round trips, in ms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoundTrips {
    pub count: u32,
    pub least_ms: i64,
    pub median_ms: i64,
    pub most_ms: i64,
}

/// What was noticed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Observation {
    Connected {
        open_sockets: u32,
    },
    Dropped {
        by: EndedBy,
        code: u32,
        reason: String,
        silent_ms: i64,
        open_sockets: u32,
    },
    PongGap {
        gap_ms: i64,
        open_sockets: u32,
    },
    RoundTrips(RoundTrips),
    Focus {
        lost: bool,
    },
    Onlooker(Onlooker),
}

/// Somebody else at the address of a player's line was shown the position while that left it unread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Onlooker {
    pub ply: u32,
    /// The entry that gave the turn.
    pub seq: u64,
    /// How long before the player had it.
    pub before_ms: i64,
    /// Whether their program calls itself as the player's does.
    pub same_program: bool,
}

impl Observation {
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Connected { .. } => "connected",
            Self::Dropped { .. } => "dropped",
            Self::PongGap { .. } => "pong_gap",
            Self::RoundTrips(_) => "round_trips",
            Self::Focus { lost: true } => "focus_lost",
            Self::Focus { lost: false } => "focus_regained",
            Self::Onlooker(_) => ONLOOKER,
        }
    }

    /// A connection that ended against its client's will.
    pub const fn is_lost(&self) -> bool {
        matches!(
            self,
            Self::Dropped {
                by: EndedBy::Line | EndedBy::Server,
                ..
            }
        )
    }

    fn reported(observed: proto::connection_report::Observed) -> Self {
        use proto::connection_report::Observed;
        match observed {
            Observed::Connected(connected) => Self::Connected {
                open_sockets: connected.open_sockets,
            },
            Observed::Dropped(dropped) => Self::Dropped {
                by: EndedBy::named(&dropped.by),
                code: dropped.code,
                reason: dropped.reason.chars().take(LONGEST_REASON).collect(),
                silent_ms: dropped.silent_ms,
                open_sockets: dropped.open_sockets,
            },
            Observed::PongGap(gap) => Self::PongGap {
                gap_ms: gap.gap_ms,
                open_sockets: gap.open_sockets,
            },
            Observed::Onlooker(of) => Self::Onlooker(Onlooker {
                ply: of.ply,
                seq: of.seq,
                before_ms: of.before_ms,
                same_program: of.same_program,
            }),
            Observed::RoundTrips(trips) => Self::RoundTrips(RoundTrips {
                count: trips.count,
                least_ms: trips.least_ms,
                median_ms: trips.median_ms,
                most_ms: trips.most_ms,
            }),
        }
    }
}

/// One observation with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Observed {
    /// Empty when nobody was signed in.
    pub account: String,
    pub gateway: String,
    pub socket: String,
    pub at_ms: i64,
    /// The game it was noticed at; empty for all that the account plays.
    pub game: String,
    pub what: Observation,
}

/// A gateway's reports; without those of nobody that tell nothing, and dated no later than now.
pub(crate) fn reported(
    gateway: &str,
    reports: &[proto::ConnectionReport],
    now_ms: i64,
) -> Vec<Observed> {
    let read = reports.iter().filter_map(|report| {
        let observed = report.observed.clone()?;
        let game = match &observed {
            proto::connection_report::Observed::Onlooker(of) => of.game_id.clone(),
            _ => String::new(),
        };
        let what = Observation::reported(observed);
        (what.is_lost() || !report.account_id.is_empty()).then(|| Observed {
            account: report.account_id.clone(),
            gateway: gateway.to_owned(),
            socket: report.socket_id.clone(),
            at_ms: report.at_ms.clamp(0, now_ms),
            game,
            what,
        })
    });
    read.collect()
}
