//! What ends a seek: one judgement for whoever keeps seeks, shows them or makes games of them.

use std::collections::BTreeSet;

use crate::{Bookings, Contest, LONGEST_SEEK_MS, Moderation, Refusal, Seek};

/// What is known of whoever seeks. What was not looked for ends nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Circumstances<'a> {
    /// Who is booked, and was.
    pub bookings: Option<&'a Bookings>,
    /// Who is barred.
    pub order: Option<&'a Moderation>,
    /// Accounts that sit at a board of an event.
    pub seated: Option<&'a BTreeSet<String>>,
    /// The contest that a game of is sought, as time has settled it.
    pub contest: Option<&'a Contest>,
}

/// Why a seek stands no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeekEnd {
    /// Nobody can fit what it asks for.
    Unfit(Refusal),
    /// Whoever seeks is barred, or who operates it.
    Barred(Refusal),
    /// Its account sits at a board of an event.
    Seated,
    /// Its contest has no such game for it any more.
    OutOfContest(Refusal),
    /// Its account is booked, or was after it began to seek.
    Booked,
    /// It has stood as long as one may.
    Lapsed,
}

impl Seek {
    /// Why it stands no more, as far as is known; `None` where it stands.
    #[must_use]
    pub fn ended(&self, known: &Circumstances<'_>, now_ms: i64) -> Option<SeekEnd> {
        let unfit = self.check().err().map(SeekEnd::Unfit);
        unfit
            .or_else(|| {
                let may = known.order?.may_play(self.judged_by(), now_ms);
                may.err().map(SeekEnd::Barred)
            })
            .or_else(|| {
                let is_seated = known.seated?.contains(&self.account);
                is_seated.then_some(SeekEnd::Seated)
            })
            .or_else(|| {
                let refused = self.refused_by(known.contest?, now_ms);
                refused.map(SeekEnd::OutOfContest)
            })
            .or_else(|| {
                let is_booked = known.bookings?.booked_since(&self.account, self.since_ms);
                is_booked.then_some(SeekEnd::Booked)
            })
            .or_else(|| {
                let is_old = now_ms.saturating_sub(self.since_ms) >= LONGEST_SEEK_MS;
                is_old.then_some(SeekEnd::Lapsed)
            })
    }

    /// Why its contest has no such game for it.
    fn refused_by(&self, contest: &Contest, now_ms: i64) -> Option<Refusal> {
        let within = self.contest.as_ref()?;
        let who = (self.account.as_str(), self.is_by_program());
        match contest.sought_by(who, now_ms) {
            Ok(challenge) if challenge == within.challenge => None,
            Ok(_) => Some(Refusal::NoChallenge),
            Err(refusal) => Some(refusal),
        }
    }
}
