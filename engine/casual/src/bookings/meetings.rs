use serde::{Deserialize, Serialize};

use crate::seek::MEETINGS_THAT_COUNT;

/// Who met is remembered for so long, ms.
pub const MEETINGS_COUNT_MS: i64 = 3_600_000;

/// When two were booked with each other within the hour before the last time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Meetings {
    /// The earliest first, ms of cluster time; the latest of them, as many as make a difference.
    at_ms: Vec<i64>,
}

impl Meetings {
    pub(super) fn add(&mut self, now_ms: i64) {
        self.at_ms.retain(|at_ms| counts(*at_ms, now_ms));
        self.at_ms.push(now_ms);
        let most = usize::from(MEETINGS_THAT_COUNT);
        let surplus = self.at_ms.len().saturating_sub(most);
        self.at_ms.drain(..surplus);
    }

    /// How many are less than an hour old then.
    pub(super) fn within_hour(&self, now_ms: i64) -> u32 {
        let within = self.at_ms.iter().filter(|at_ms| counts(**at_ms, now_ms));
        u32::try_from(within.count()).unwrap_or(u32::MAX)
    }
}

const fn counts(at_ms: i64, now_ms: i64) -> bool {
    now_ms.saturating_sub(at_ms) < MEETINGS_COUNT_MS
}

/// As they stand in the journal. Earlier releases wrote how many there were and when the last one was, and still read that
/// while others of their kind are upgraded.
#[derive(Serialize, Deserialize)]
struct Written {
    games: u32,
    last_ms: i64,
    /// When those before the last were, as far as it was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    before_ms: Vec<i64>,
}

impl From<Written> for Meetings {
    fn from(written: Written) -> Self {
        let Written {
            games,
            last_ms,
            before_ms: mut at_ms,
        } = written;
        at_ms.push(last_ms);
        // Those whose times nobody wrote count as if they had been with the last.
        let known = u32::from(MEETINGS_THAT_COUNT).min(games);
        let known = usize::try_from(known).unwrap_or_default();
        at_ms.resize(at_ms.len().max(known), last_ms);
        Self { at_ms }
    }
}

impl From<Meetings> for Written {
    fn from(meetings: Meetings) -> Self {
        let mut before_ms = meetings.at_ms;
        let games = u32::try_from(before_ms.len()).unwrap_or(u32::MAX);
        Self {
            games,
            last_ms: before_ms.pop().unwrap_or_default(),
            before_ms,
        }
    }
}
