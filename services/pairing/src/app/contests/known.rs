//! A contest as its stream tells it, kept with what follows from that once somebody looks.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use outflank_access::Problem;
use outflank_casual::{Contest, ContestEvent, Placed};

use super::{super::streams::Folded, contended};

/// What an entrant takes, with his part of the list, of the order and of challenges, in bytes.
const ENTRANT_BYTES: u64 = 256;
/// What he takes once more on a ladder, as time has settled it.
const SETTLED_BYTES: u64 = 128;

/// A contest as it stands, with its list in order once somebody has asked for that.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub contest: Contest,
    lines: OnceLock<Vec<Line>>,
}

#[derive(Debug)]
struct Line {
    place: Option<u32>,
    account: String,
}

impl Listed {
    fn of(contest: Contest) -> Arc<Self> {
        Arc::new(Self {
            contest,
            lines: OnceLock::new(),
        })
    }

    fn lines(&self) -> &[Line] {
        self.lines.get_or_init(|| {
            let list = self.contest.list().into_iter();
            list.map(|placed| Line {
                place: placed.place,
                account: placed.account.to_owned(),
            })
            .collect()
        })
    }

    fn of_line<'a>(&'a self, line: &'a Line) -> Option<Placed<'a>> {
        Some(Placed {
            place: line.place,
            account: &line.account,
            entrant: self.contest.entrant(&line.account)?,
        })
    }

    /// The list in its order, without so many lines at its head.
    pub fn list_from(&self, first: usize) -> impl Iterator<Item = Placed<'_>> {
        let lines = self.lines().iter().skip(first);
        lines.filter_map(move |line| self.of_line(line))
    }

    /// Those of the list who are among these, by their accounts.
    pub fn placed(&self, among: &BTreeSet<&str>) -> BTreeMap<&str, Placed<'_>> {
        let lines = self.lines().iter();
        lines
            .filter(|line| among.contains(line.account.as_str()))
            .filter_map(|line| Some((line.account.as_str(), self.of_line(line)?)))
            .collect()
    }
}

/// A contest as time has settled it, asked for at that time, ms of cluster time: so it stands from then on until a challenge
/// lapses.
#[derive(Debug)]
struct Settled {
    since_ms: i64,
    stands: Arc<Listed>,
}

/// How a contest stands, shared by whoever looks.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownContest {
    /// As of its last entry.
    told: Arc<Listed>,
    /// What time alone has decided since that entry, for the next who asks.
    settled: Arc<Mutex<Option<Settled>>>,
}

impl KnownContest {
    fn of(contest: Contest) -> Self {
        Self {
            told: Listed::of(contest),
            settled: Arc::default(),
        }
    }

    /// As of its last entry: time may have decided more.
    pub fn contest(&self) -> &Contest {
        &self.told.contest
    }

    /// As it stands at that time.
    pub fn at(&self, now_ms: i64) -> Arc<Listed> {
        if self.told.contest.is_settled(now_ms) {
            return Arc::clone(&self.told);
        }
        let mut held = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        // What was asked for at a later time may know of what was not decided at this one, and stays for those who come.
        let is_of_later = held
            .as_ref()
            .is_some_and(|settled| settled.since_ms > now_ms);
        if let Some(settled) = held.as_ref()
            && !is_of_later
            && settled.stands.contest.is_settled(now_ms)
        {
            return Arc::clone(&settled.stands);
        }
        let stands = Listed::of(self.told.contest.clone().settled(now_ms));
        if !is_of_later {
            *held = Some(Settled {
                since_ms: now_ms,
                stands: Arc::clone(&stands),
            });
        }
        stands
    }
}

impl Folded for KnownContest {
    type Event = ContestEvent;
    const KIND: &'static str = "contest";
    const ANSWERS_NOW: bool = true;

    fn evolved(self, at_ms: i64, event: &ContestEvent) -> Self {
        let mut contest = match Arc::try_unwrap(self.told) {
            Ok(told) => told.contest,
            Err(shared) => shared.contest.clone(),
        };
        contest.evolve(at_ms, event);
        Self::of(contest)
    }

    // A ladder that is played for years is told by many entries, and stands in few bytes. Where nobody has entered, what was
    // founded is still held.
    fn held_bytes(&self, _: u64) -> u64 {
        let contest = self.contest();
        let founding = contest.founding();
        let is_ladder = founding.is_some_and(|of| of.rules.ladder().is_some());
        let settled_bytes = if is_ladder { SETTLED_BYTES } else { 0 };
        let lines = u64::try_from(contest.lines()).unwrap_or(u64::MAX);
        let parts = lines.saturating_add(1);
        parts.saturating_mul(ENTRANT_BYTES + settled_bytes)
    }

    fn contended() -> Problem {
        contended()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use outflank_casual::{
        ContestCommand, ContestRules, Form, Founding, LadderRules, QUICK, Taking,
    };

    use super::*;

    const WITHIN_MS: i64 = 24 * 3_600_000;

    fn after(known: KnownContest, at_ms: i64, command: &ContestCommand) -> KnownContest {
        let event = known.contest().decide(command, at_ms).unwrap();
        known.evolved(at_ms, &event)
    }

    /// A ladder of these, on which the second challenges the first, and so much later the fourth the third.
    fn challenged(people: [&str; 4], later_ms: i64) -> KnownContest {
        let found = ContestCommand::Found(Founding {
            founder: "founder".to_owned(),
            title: "Club ladder".to_owned(),
            rules: ContestRules {
                terms: QUICK[0],
                programs: false,
                form: Form::Ladder(LadderRules {
                    reach: 1,
                    play_within_ms: WITHIN_MS,
                    rest_ms: 0,
                    taking: Taking::Swap,
                }),
            },
            starts_at_ms: 0,
        });
        let mut known = after(KnownContest::default(), 0, &found);
        for account in people.map(str::to_owned) {
            let join = ContestCommand::Join {
                account,
                operator: None,
                by_key: false,
            };
            known = after(known, 0, &join);
        }
        for (at_ms, pair) in [0, later_ms].into_iter().zip(people.chunks(2)) {
            let challenge = ContestCommand::Challenge {
                challenger: pair[1].to_owned(),
                challenged: pair[0].to_owned(),
            };
            known = after(known, at_ms, &challenge);
        }
        known
    }

    fn challenges(listed: &Listed) -> usize {
        listed.contest.challenges().len()
    }

    #[test]
    fn what_time_has_settled_is_settled_once_and_holds_for_no_earlier_time() {
        let known = challenged(["a", "b", "c", "d"], 1_000);
        let (first_ms, second_ms) = (WITHIN_MS, WITHIN_MS + 1_000);
        let before = known.at(first_ms - 1);
        assert_eq!(challenges(&before), 2);
        assert!(Arc::ptr_eq(&before, &known.at(0)));
        let between = known.at(first_ms);
        assert_eq!(challenges(&between), 1);
        // Whoever else knows the same entry shares it.
        assert!(Arc::ptr_eq(&between, &known.at(second_ms - 1)));
        let last = known.at(second_ms);
        assert_eq!(challenges(&last), 0);
        for (at_ms, expected) in [(first_ms - 1, 2), (first_ms, 1), (second_ms - 1, 1)] {
            assert_eq!(challenges(&known.at(at_ms)), expected, "{at_ms}");
        }
        assert!(Arc::ptr_eq(&last, &known.at(second_ms + 1)));
    }

    #[test]
    fn an_entry_leaves_nothing_of_what_was_settled_or_listed_before_it() {
        let known = challenged(["a", "b", "c", "d"], 0);
        let at_ms = WITHIN_MS;
        let before = known.at(at_ms);
        assert_eq!(accounts(&before), ["a", "b", "c", "d"]);
        let leave = ContestCommand::Leave {
            account: "a".to_owned(),
        };
        let left = after(known.clone(), at_ms, &leave);
        assert_eq!(accounts(&left.at(at_ms)), ["b", "c", "d", "a"]);
        // Whoever has looked before it sees what he saw.
        assert_eq!(accounts(&known.at(at_ms)), ["a", "b", "c", "d"]);
    }

    fn accounts(listed: &Listed) -> Vec<&str> {
        listed.list_from(0).map(|placed| placed.account).collect()
    }

    #[test]
    fn what_nobody_has_entered_takes_room_as_well() {
        let empty = KnownContest::default();
        let entered = challenged(["a", "b", "c", "d"], 0);
        assert!((1..entered.held_bytes(0)).contains(&empty.held_bytes(0)));
    }

    #[test]
    fn any_part_of_the_list_is_what_the_contest_says_of_it() {
        let known = challenged(["d", "a", "c", "b"], 0);
        let listed = known.at(0);
        let expected = listed.contest.list();
        for first in 0..=expected.len() {
            let told: Vec<Placed<'_>> = listed.list_from(first).collect();
            assert_eq!(told, expected[first..]);
        }
        let placed = listed.placed(&BTreeSet::from(["b", "d", "nobody"]));
        let expected = BTreeMap::from([("b", expected[3]), ("d", expected[0])]);
        assert_eq!(placed, expected);
    }
}
