//! Days, sessions, breaks and planned starts: what a timetable is, whether one holds together, and what it says of a start.

pub(super) mod planning;

use outflank_othello::refusal::{Parameter, Value};
use serde::{Deserialize, Serialize};

use crate::finals::{FinalsFormat, FinalsStage};
use crate::ids::AccountId;
use crate::refusals::{Refusal, TimetableRefusal, ensure};
use crate::rule_set::TimetableRules;

/// Most sessions of a timetable.
pub(crate) const MOST_SESSIONS: usize = 64;
const MOST_PLAYS: usize = 256;
const MOST_BREAKS: usize = 64;
/// Most days of a timetable.
pub(crate) const MOST_DAYS: u32 = 60;
const DAY_MS: i64 = 24 * 3_600_000;
const MINUTE_MS: i64 = 60_000;
/// How far ahead anything is planned, in days.
const PLANNED_DAYS: i64 = 400;
/// How long after its publication a round starts at most, in days.
pub const LATEST_START_DAYS: i64 = 30;
/// No place on earth is further from UTC.
const OFFSETS: std::ops::RangeInclusive<i32> = -720..=840;

/// What is planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PlannedPlay {
    /// A round of the qualification, or an extra round.
    Round {
        /// Round, from 1.
        round: u32,
    },
    /// The games of a stage of the finals.
    Finals {
        /// The stage.
        stage: FinalsStage,
        /// Number of the game in its matches, from 1.
        game: u32,
    },
}

/// When something is to start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedStart {
    /// What.
    pub play: PlannedPlay,
    /// Its start, ms since 1970; `None`: none is announced yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at_ms: Option<i64>,
}

/// Rounds that are played without a longer break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedSession {
    /// The day, from 1.
    pub day: u32,
    /// What is played in it, in order.
    pub plays: Vec<PlannedStart>,
}

/// A time in which no round starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedBreak {
    /// Its beginning, ms since 1970.
    pub from_ms: i64,
    /// Its end, ms since 1970.
    pub until_ms: i64,
}

/// The timetable of an event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Timetable {
    /// How far the event's own time is ahead of UTC, in minutes.
    pub utc_offset_minutes: i32,
    /// The sessions, in their order.
    pub sessions: Vec<PlannedSession>,
    /// The breaks, in their order.
    pub breaks: Vec<PlannedBreak>,
}

/// A start that was moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedStart {
    /// Of what.
    pub play: PlannedPlay,
    /// When it was to start, ms since 1970; `None`: it was not announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_ms: Option<i64>,
    /// When it starts now, ms since 1970; `None`: that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now_ms: Option<i64>,
}

/// A timetable as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimetableMove {
    /// The whole timetable as it is to be.
    pub timetable: Timetable,
    /// Id of the record that holds the reason, which is announced.
    pub reason: String,
    /// Who moves it.
    pub by: AccountId,
    /// The second confirmation that a shorter notice needs.
    pub accept_deviations: bool,
}

/// What a start is judged by.
#[derive(Debug, Clone, Copy)]
pub(in crate::stream) struct AskedStart {
    /// What the director gives, ms since 1970; 0: nothing.
    pub given_ms: i64,
    /// When the start would be where neither he nor the timetable gives one.
    pub default_ms: i64,
    /// The start that was announced of it elsewhere.
    pub earliest_ms: i64,
    /// He says that it may start in a break.
    pub into_break: bool,
    /// When he asks, cluster time in ms since 1970.
    pub now_ms: i64,
}

/// A start, and what it moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::stream) struct JudgedStart {
    pub starts_at_ms: i64,
    pub moved: Option<MovedStart>,
}

impl Timetable {
    /// The days and sessions of the rules for that many rounds and those finals, without hours.
    #[must_use]
    pub fn of_rules(rules: &TimetableRules, rounds: u32, finals: &FinalsFormat) -> Self {
        let start = |play| PlannedStart {
            play,
            starts_at_ms: None,
        };
        let mut first = 1;
        let mut sessions = Vec::new();
        for (day, last) in rules.last_rounds(rounds) {
            let plays: Vec<PlannedStart> = (first..=last)
                .map(|round| start(PlannedPlay::Round { round }))
                .collect();
            first = last.saturating_add(1).max(first);
            if !plays.is_empty() {
                sessions.push(PlannedSession { day, plays });
            }
        }
        let plays: Vec<PlannedStart> = finals_plays(finals).map(start).collect();
        if !plays.is_empty() {
            let day = rules.finals_day;
            sessions.push(PlannedSession { day, plays });
        }
        Self {
            utc_offset_minutes: 0,
            sessions,
            breaks: Vec::new(),
        }
    }

    /// Everything that is planned, in order.
    pub fn plays(&self) -> impl Iterator<Item = &PlannedStart> {
        self.sessions.iter().flat_map(|session| &session.plays)
    }

    /// The announced start of something; `None`: it has none.
    #[must_use]
    pub fn start_of(&self, play: PlannedPlay) -> Option<i64> {
        let found = self.plays().find(|planned| planned.play == play);
        found.and_then(|planned| planned.starts_at_ms)
    }

    /// Whether a time lies in a break.
    #[must_use]
    pub fn in_break(&self, at_ms: i64) -> bool {
        let mut breaks = self.breaks.iter();
        breaks.any(|pause| (pause.from_ms..pause.until_ms).contains(&at_ms))
    }

    /// Whether it holds together: nothing planned twice, in order, nothing in a break but what is published with that
    /// start.
    pub(in crate::stream) fn check(
        &self,
        published: impl Fn(PlannedPlay) -> bool,
        now_ms: i64,
    ) -> Result<(), Refusal> {
        ensure(
            OFFSETS.contains(&self.utc_offset_minutes),
            TimetableRefusal::BadOffset,
        )?;
        ensure(
            self.sessions.len() <= MOST_SESSIONS
                && self.plays().count() <= MOST_PLAYS
                && self.breaks.len() <= MOST_BREAKS,
            TimetableRefusal::TimetableTooLong {
                sessions: MOST_SESSIONS,
                plays: MOST_PLAYS,
                breaks: MOST_BREAKS,
            },
        )?;
        self.check_plays(published)?;
        self.check_days()?;
        self.check_breaks()?;
        self.check_span(now_ms)
    }

    /// Nothing lies so far ahead that nobody means it.
    fn check_span(&self, now_ms: i64) -> Result<(), Refusal> {
        let starts = self
            .plays()
            .filter_map(|planned| Some((SaidPlay::from(planned.play), planned.starts_at_ms?)));
        let ends = self.breaks.iter();
        let ends = ends.map(|pause| (SaidPlay::BREAK, pause.until_ms));
        let latest_ms = days_after(now_ms, PLANNED_DAYS);
        let too_far = starts.chain(ends).find(|(_, at_ms)| *at_ms > latest_ms);
        match too_far {
            None => Ok(()),
            Some((play, _)) => Err(TimetableRefusal::PlannedTooFar {
                play,
                most_days: PLANNED_DAYS,
            }
            .into()),
        }
    }

    fn check_plays(&self, published: impl Fn(PlannedPlay) -> bool) -> Result<(), Refusal> {
        let mut before: Vec<PlannedStart> = Vec::new();
        for planned in self.plays() {
            let name = SaidPlay::from(planned.play);
            let sound = match planned.play {
                PlannedPlay::Round { round } => round >= 1,
                PlannedPlay::Finals { game, .. } => game >= 1,
            };
            let twice = before.iter().any(|one| one.play == planned.play);
            ensure(
                sound && !twice,
                TimetableRefusal::PlannedTwice { play: name.clone() },
            )?;
            let in_order = before.iter().all(|one| match (one.play, planned.play) {
                (PlannedPlay::Round { round }, PlannedPlay::Round { round: next }) => round < next,
                (PlannedPlay::Finals { .. }, PlannedPlay::Round { .. }) => false,
                (_, PlannedPlay::Finals { .. }) => true,
            });
            let last = before.iter().filter_map(|one| one.starts_at_ms).max();
            let later = planned
                .starts_at_ms
                .is_none_or(|start| start > 0 && last.is_none_or(|last| last < start));
            ensure(
                in_order && later,
                TimetableRefusal::TimetableOutOfOrder { play: name.clone() },
            )?;
            let pauses = planned
                .starts_at_ms
                .is_some_and(|start| self.in_break(start))
                && !published(planned.play);
            ensure(!pauses, TimetableRefusal::PlannedIntoBreak { play: name })?;
            before.push(*planned);
        }
        Ok(())
    }

    /// Days go up, and a later one is a later day of the event's own calendar.
    fn check_days(&self) -> Result<(), Refusal> {
        let mut before: Option<(u32, Option<i64>)> = None;
        for session in &self.sessions {
            let day = session.day;
            let out_of_order = TimetableRefusal::DaysOutOfOrder { day };
            ensure((1..=MOST_DAYS).contains(&day), out_of_order.clone())?;
            for start in session.plays.iter().map(|planned| planned.starts_at_ms) {
                let date = start.map(|start| self.date_of(start));
                if let Some((known, last)) = before {
                    let dates = last.zip(date);
                    let rises = match known.cmp(&day) {
                        std::cmp::Ordering::Less => dates.is_none_or(|(last, date)| last < date),
                        // An evening may go on past midnight.
                        std::cmp::Ordering::Equal => {
                            dates.is_none_or(|(last, date)| date <= last.saturating_add(1))
                        }
                        std::cmp::Ordering::Greater => false,
                    };
                    ensure(rises, out_of_order.clone())?;
                }
                let same_day = before.filter(|(known, _)| *known == day);
                let first = same_day.and_then(|(_, first)| first).or(date);
                before = Some((day, first));
            }
            if session.plays.is_empty() {
                ensure(before.is_none_or(|(known, _)| known <= day), out_of_order)?;
            }
        }
        Ok(())
    }

    fn check_breaks(&self) -> Result<(), Refusal> {
        let mut last = 0;
        for pause in &self.breaks {
            ensure(
                pause.from_ms >= last && pause.from_ms < pause.until_ms,
                TimetableRefusal::BreaksOutOfOrder,
            )?;
            last = pause.until_ms;
        }
        Ok(())
    }

    fn date_of(&self, at_ms: i64) -> i64 {
        let offset = i64::from(self.utc_offset_minutes).saturating_mul(MINUTE_MS);
        at_ms.saturating_add(offset).div_euclid(DAY_MS)
    }

    /// The start of something that is to be published, never before the announced one, and in no break unless the director
    /// says so.
    pub(in crate::stream) fn judge(
        &self,
        play: PlannedPlay,
        asked: AskedStart,
    ) -> Result<JudgedStart, Refusal> {
        let planned = self.start_of(play);
        let given = (asked.given_ms > 0).then_some(asked.given_ms);
        let start = given.or(planned).unwrap_or(asked.default_ms);
        let starts_at_ms = start.max(asked.earliest_ms);
        if let Some(planned_ms) = planned {
            ensure(
                starts_at_ms >= planned_ms,
                TimetableRefusal::StartBeforeAnnounced {
                    play: play.into(),
                    planned_ms,
                },
            )?;
        }
        ensure(
            starts_at_ms <= days_after(asked.now_ms, LATEST_START_DAYS),
            TimetableRefusal::StartTooLate {
                most_days: LATEST_START_DAYS,
            },
        )?;
        ensure(
            asked.into_break || !self.in_break(starts_at_ms),
            TimetableRefusal::StartInBreak { starts_at_ms },
        )?;
        let moved = planned.filter(|planned| *planned < starts_at_ms);
        Ok(JudgedStart {
            starts_at_ms,
            moved: moved.map(|planned| MovedStart {
                play,
                before_ms: Some(planned),
                now_ms: Some(starts_at_ms),
            }),
        })
    }

    /// Something is published to start then: that is its announced start from now on.
    pub(in crate::stream) fn publish(&mut self, play: PlannedPlay, starts_at_ms: i64) {
        let mut plays = self
            .sessions
            .iter_mut()
            .flat_map(|session| &mut session.plays);
        if let Some(planned) = plays.find(|planned| planned.play == play) {
            planned.starts_at_ms = Some(starts_at_ms);
        }
    }

    /// The starts that are others than those of an earlier timetable.
    pub(in crate::stream) fn moved_from(&self, earlier: &Self) -> Vec<MovedStart> {
        let mut plays: Vec<PlannedPlay> = Vec::new();
        for planned in earlier.plays().chain(self.plays()) {
            if !plays.contains(&planned.play) {
                plays.push(planned.play);
            }
        }
        let moved = plays.into_iter().map(|play| MovedStart {
            play,
            before_ms: earlier.start_of(play),
            now_ms: self.start_of(play),
        });
        moved.filter(|one| one.before_ms != one.now_ms).collect()
    }
}

impl PlannedPlay {
    /// Its name in snake case: `round_3`, `semi_finals_1`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Round { round } => format!("round_{round}"),
            Self::Finals { stage, game } => format!("{}_{game}", stage.name()),
        }
    }

    /// Its name in words: "round 3", "game 1 of the semi-finals".
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Round { round } => format!("round {round}"),
            Self::Finals { stage, game } => format!("game {game} of the {}", stage.words()),
        }
    }
}

/// What a refusal of a timetable is about: named for programs, in words in its sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SaidPlay(Option<PlannedPlay>);

impl SaidPlay {
    /// A break.
    pub(in crate::stream) const BREAK: Self = Self(None);
}

impl From<PlannedPlay> for SaidPlay {
    fn from(play: PlannedPlay) -> Self {
        Self(Some(play))
    }
}

impl Value for SaidPlay {
    fn parameter(&self) -> Parameter {
        Parameter::Text(self.0.map_or_else(|| "break".to_owned(), PlannedPlay::name))
    }

    /// It begins a sentence.
    fn shown(&self) -> String {
        let words = self
            .0
            .map_or_else(|| "a break".to_owned(), PlannedPlay::words);
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    }
}

const fn days_after(now_ms: i64, days: i64) -> i64 {
    now_ms.saturating_add(days.saturating_mul(DAY_MS))
}

/// The games of the finals in the order of their stages.
fn finals_plays(finals: &FinalsFormat) -> impl Iterator<Item = PlannedPlay> {
    let games = |stage, games: Option<u32>| {
        (1..=games.unwrap_or(0)).map(move |game| PlannedPlay::Finals { stage, game })
    };
    let one = |found: bool| found.then_some(1);
    games(FinalsStage::Playoffs, one(finals.playoffs.is_some()))
        .chain(games(
            FinalsStage::SemiFinals,
            finals.semi_finals.map(|format| format.games),
        ))
        .chain(games(
            FinalsStage::Finals,
            finals.final_match.map(|format| format.games),
        ))
}
