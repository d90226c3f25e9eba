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
    /// The journal puts an entry of bookings behind the last one, whatever its decider had read.
    StaleBookingTaken,
    /// Somebody claims to match seeks for seconds on end, and does not.
    MatchersAsleep,
    /// The live state says yes to seeks, and forgets some.
    SeeksForgotten,
    /// The journal writes each game that counts in a contest a second time.
    GameCountedTwice,
    /// The journal says yes to games that count in contests, and forgets them.
    GameNotCounted,
    /// With every second entry of bookings the journal does not keep the ratings that a game makes: whoever decides next rates
    /// from those before.
    StaleRatings,
    /// Whoever leaves a contest is told that he does not take part in it.
    RefusedForNothing,
}

impl Control {
    /// Those that events show.
    pub const OF_EVENTS: [Self; 9] = [
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

    /// Those that evenings of casual play show.
    pub const OF_EVENINGS: [Self; 7] = [
        Self::StaleBookingTaken,
        Self::MatchersAsleep,
        Self::SeeksForgotten,
        Self::GameCountedTwice,
        Self::GameNotCounted,
        Self::StaleRatings,
        Self::RefusedForNothing,
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
    /// Crashes that are of play, the others being of pairing.
    pub crashes_of_play: u64,
    /// Calls about seeks that the live state does not answer.
    pub seek_errors: u64,
    /// Mean time between two losses of the whole live state, ms; 0 = none is lost.
    pub live_lost_every_ms: u64,
}

/// Crashes of an event that are of play, in a thousand.
const CRASHES_OF_PLAY: u64 = 650;

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
            crashes_of_play: CRASHES_OF_PLAY,
            seek_errors: 0,
            live_lost_every_ms: 0,
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
            crashes_of_play: CRASHES_OF_PLAY,
            seek_errors: 0,
            live_lost_every_ms: 0,
        }
    }

    /// That of a seed's evening of casual play: three processes of pairing, which die more often than play, and live state
    /// that is lost now and then.
    #[must_use]
    pub fn of_evening(seed: u64) -> Self {
        let chance = Chance::new(seed, "an evening's weather");
        let crash_every_ms = if chance.in_thousand(250) {
            0
        } else {
            chance.between(2_000, 8_000)
        };
        let seek_errors = if chance.in_thousand(400) {
            0
        } else {
            chance.between(1, 20)
        };
        let live_lost_every_ms = if chance.in_thousand(500) {
            0
        } else {
            chance.between(8_000, 30_000)
        };
        Self {
            pairing_instances: 3,
            crash_every_ms,
            crashes_of_play: 250,
            seek_errors,
            live_lost_every_ms,
            ..Self::of(seed)
        }
    }

    /// An evening on which nothing goes wrong, three processes of pairing being there.
    #[must_use]
    pub const fn calm_evening() -> Self {
        let mut fault_plan = Self::calm();
        fault_plan.pairing_instances = 3;
        fault_plan
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
        let mut fault_plan = if Control::OF_EVENINGS.contains(&control) {
            Self::of_evening(seed)
        } else {
            Self::of(seed)
        };
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
            // One that is slow has read what another changes meanwhile.
            Control::StaleBookingTaken => fault_plan.slow_commits = 200,
            Control::MatchersAsleep
            | Control::SeeksForgotten
            | Control::GameCountedTwice
            | Control::GameNotCounted
            | Control::StaleRatings
            | Control::RefusedForNothing
            | Control::LostFact
            | Control::ClientTimeTrusted
            | Control::MoreThanTheCaps
            | Control::ReadingCountedTwice
            | Control::PowersNotLimited
            | Control::AnnouncementLost => {}
        }
        fault_plan
    }
}
