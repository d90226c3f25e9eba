//! How the rounds are spread over days where the director sets no other timetable.

use serde::{Deserialize, Serialize};

/// One session of the qualification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionShare {
    /// The day, from 1.
    pub day: u32,
    /// Its share of the rounds, beside those of the other sessions: of thirteen rounds, shares of 7 and 6 are seven
    /// and six rounds; of other numbers they are in proportion, what does not come out even being played earlier.
    pub share: u32,
}

/// The timetable's own days and sessions; hours are the director's. Sources: `timetable` and its fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimetableRules {
    /// The sessions of the qualification, in their order.
    pub sessions: Vec<SessionShare>,
    /// The day of the finals, from 1, in a session of their own.
    pub finals_day: u32,
}

impl Default for TimetableRules {
    /// Everything on one day.
    fn default() -> Self {
        Self::of(&[(1, 1)], 1)
    }
}

impl TimetableRules {
    /// Seven rounds of thirteen on the first day and six on the second, the finals on the third (WOC II.1, II.2).
    #[must_use]
    pub fn woc() -> Self {
        Self::of(&[(1, 7), (2, 6)], 3)
    }

    /// The qualification on the first day and the morning of the second, the finals in its afternoon (EGP II.1). How many
    /// rounds are played in the morning the text leaves open: four of eleven.
    #[must_use]
    pub fn egp() -> Self {
        Self::of(&[(1, 7), (2, 4)], 2)
    }

    fn of(sessions: &[(u32, u32)], finals_day: u32) -> Self {
        let shares = sessions.iter();
        Self {
            sessions: shares
                .map(|&(day, share)| SessionShare { day, share })
                .collect(),
            finals_day,
        }
    }

    /// The day of each session with its last round, of that many rounds.
    pub(crate) fn last_rounds(&self, rounds: u32) -> Vec<(u32, u32)> {
        let shares = self.sessions.iter().map(|session| u64::from(session.share));
        let total = shares.sum::<u64>().max(1);
        let mut played = 0;
        let mut all = Vec::new();
        for session in &self.sessions {
            played += u64::from(session.share);
            let last = (u64::from(rounds) * played).div_ceil(total);
            all.push((session.day, u32::try_from(last).unwrap_or(rounds)));
        }
        all
    }
}
