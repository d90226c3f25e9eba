//! What goes wrong under a seed, and how often.

use crate::{chance::Chance, coverage::Fault};

/// Something broken on purpose, which the check has to notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// The journal says yes before it commits.
    AcknowledgedBeforeCommit,
    /// The journal takes two entries at one place of a stream.
    NoKeyOnSeq,
    /// The journal forgets to number a fact now and then.
    LostFact,
    /// The gateway passes on the time that a client says its command took.
    ClientTimeTrusted,
    /// Something beats for a process of play that does not run, so that no outage is seen.
    OutageNotGivenBack,
    /// Games are made under terms that credit more than the event's rules say.
    MoreThanTheCaps,
    /// The gateway counts twice what a client did not read.
    ReadingCountedTwice,
    /// An official gets every power of the role instead of the chosen ones.
    PowersNotLimited,
    /// The journal says yes to announcements, and forgets them.
    AnnouncementLost,
}

impl Control {
    /// Every one.
    pub const ALL: [Self; 9] = [
        Self::AcknowledgedBeforeCommit,
        Self::NoKeyOnSeq,
        Self::LostFact,
        Self::ClientTimeTrusted,
        Self::OutageNotGivenBack,
        Self::MoreThanTheCaps,
        Self::ReadingCountedTwice,
        Self::PowersNotLimited,
        Self::AnnouncementLost,
    ];
}

/// How often things go wrong: numbers are cases in a thousand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultPlan {
    /// Play services at the same time over the same journal.
    pub play_instances: usize,
    /// Pairing services at the same time over the same journal.
    pub pairing_instances: usize,
    /// The longest way to the journal's disk, there or back, when nothing is wrong, ms.
    pub commit_ms: u64,
    /// Reads of the journal that fail.
    pub read_errors: u64,
    /// Commits that fail, nothing being written.
    pub commit_errors: u64,
    /// Commits without a known outcome, whether they took place or not.
    pub unknown_outcomes: u64,
    /// Commits that take hundreds of milliseconds, and now and then seconds.
    pub slow_commits: u64,
    /// Calls that never arrive.
    pub lost_requests: u64,
    /// Calls whose answer never arrives.
    pub lost_answers: u64,
    /// Calls that arrive twice.
    pub double_requests: u64,
    /// Calls that take long, so that later ones overtake them.
    pub slow_requests: u64,
    /// Messages of the bus that are lost.
    pub lost_news: u64,
    /// Messages of the bus that come twice.
    pub double_news: u64,
    /// Mean time between two crashes of a service, ms; 0 = none crashes.
    pub crash_every_ms: u64,
    /// How far the clocks of two processes may be apart, ms.
    pub skew_ms: u64,
}

impl FaultPlan {
    /// Nothing goes wrong.
    #[must_use]
    pub const fn calm() -> Self {
        Self {
            play_instances: 1,
            pairing_instances: 1,
            commit_ms: 0,
            read_errors: 0,
            commit_errors: 0,
            unknown_outcomes: 0,
            slow_commits: 0,
            lost_requests: 0,
            lost_answers: 0,
            double_requests: 0,
            slow_requests: 0,
            lost_news: 0,
            double_news: 0,
            crash_every_ms: 0,
            skew_ms: 0,
        }
    }

    /// The plan of a seed: each kind of fault is absent in some seeds, so that what hides behind
    /// another is seen as well.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        // By this name the listed seeds draw what they draw.
        let chance = Chance::new(seed, "weather");
        let rate = |most: u64| {
            if chance.in_thousand(350) {
                0
            } else {
                chance.between(1, most)
            }
        };
        Self {
            play_instances: chance.below(2) + 1,
            pairing_instances: if chance.in_thousand(250) { 2 } else { 1 },
            commit_ms: chance.between(0, 6),
            read_errors: rate(20),
            commit_errors: rate(30),
            unknown_outcomes: rate(60),
            slow_commits: rate(30),
            lost_requests: rate(60),
            lost_answers: rate(60),
            double_requests: rate(80),
            slow_requests: rate(80),
            lost_news: rate(300),
            double_news: rate(200),
            crash_every_ms: if chance.in_thousand(350) {
                0
            } else {
                chance.between(6_000, 30_000)
            },
            skew_ms: rate(20),
        }
    }

    /// How often a kind of fault strikes where it may, in a thousand cases.
    #[must_use]
    pub const fn often(&self, fault: Fault) -> u64 {
        match fault {
            Fault::SlowRead => self.slow_commits / 2,
            Fault::ReadError => self.read_errors,
            Fault::CommitBusy | Fault::CommitFailed => self.commit_errors,
            Fault::UnknownUnwritten | Fault::UnknownWritten => self.unknown_outcomes,
            Fault::SlowCommit => self.slow_commits,
            Fault::LostRequest => self.lost_requests,
            Fault::LostAnswer => self.lost_answers,
            Fault::DoubleRequest => self.double_requests,
            Fault::SlowRequest => self.slow_requests,
            Fault::LostNews => self.lost_news,
            Fault::DoubleNews => self.double_news,
            Fault::LiveAway => self.lost_news / 4,
            // What follows from others, or has times of its own.
            Fault::CallDropped
            | Fault::CallGoneOn
            | Fault::Skew
            | Fault::PlayDied
            | Fault::PairingDied
            | Fault::PlayGone => 0,
        }
    }

    /// Fit to show what a control breaks.
    #[must_use]
    pub fn for_control(control: Control, seed: u64) -> Self {
        let mut fault_plan = Self::of(seed);
        match control {
            Control::AcknowledgedBeforeCommit => fault_plan.crash_every_ms = 5_000,
            Control::NoKeyOnSeq => {
                fault_plan.play_instances = 2;
                fault_plan.double_requests = 300;
            }
            Control::OutageNotGivenBack => {
                fault_plan.play_instances = 1;
                fault_plan.crash_every_ms = 5_000;
            }
            Control::LostFact
            | Control::ClientTimeTrusted
            | Control::MoreThanTheCaps
            | Control::ReadingCountedTwice
            | Control::PowersNotLimited
            | Control::AnnouncementLost => {}
        }
        fault_plan
    }
}
