//! What host and director of a leg owe, ticked off where it happened: here, at the event, or by what was asked for
//! (EGP I.2.3, II.4.3).

use std::collections::BTreeMap;

use super::calendar::has_come;
use super::legs::{event_of, standing_leg};
use super::terms::said;
use super::{Actor, Event, Known, LegEvent, SeasonLeg, State};
use crate::lists::{Duty, DutyClock, DutyDone, DutyLine, duty_checklist};
use crate::refusals::{OfficialsRefusal, Refusal, SeasonRefusal, ensure};
use crate::stream::check_id;

/// The duty that naming the director does.
pub const DIRECTOR_NAMED: &str = "director_named";
/// The duty that the release of the event's rating file does.
pub const RESULTS_SENT: &str = "results_sent";

pub(super) fn tick(
    state: &State,
    (by, known): (&Actor, &Known),
    leg: u32,
    (code, note): (&str, Option<&str>),
    now_ms: i64,
) -> Result<Event, Refusal> {
    let standing = standing_leg(state, leg)?;
    let (duty, event) = (said(code), event_of(standing, known)?);
    check_director(standing, by, leg)?;
    check_note(note)?;
    let line = known_duty(state, code)?;
    let itself = SeasonRefusal::DutyDoneItself { duty: duty.clone() };
    ensure(!is_done_itself(code), itself)?;
    let done = state.done(standing, event).contains_key(code);
    ensure(!done, OfficialsRefusal::DutyDone { duty: duty.clone() })?;
    let clock = clock(standing, event, now_ms);
    let come = clock.has_come(line.time);
    ensure(come, OfficialsRefusal::DutyNotYet { duty })?;
    Ok(Event::LegDutyTicked {
        leg,
        duty: code.to_owned(),
        note: note.map(str::to_owned),
        late: clock.is_over(line.time),
        by: by.account.clone(),
    })
}

pub(super) fn untick(
    state: &State,
    by: &Actor,
    leg: u32,
    (code, note): (&str, Option<&str>),
) -> Result<Event, Refusal> {
    let standing = standing_leg(state, leg)?;
    check_director(standing, by, leg)?;
    check_note(note)?;
    known_duty(state, code)?;
    let done = standing.duties_done.contains_key(code);
    let duty = said(code);
    ensure(done, OfficialsRefusal::DutyNotDone { duty })?;
    Ok(Event::LegDutyUnticked {
        leg,
        duty: code.to_owned(),
        note: note.map(str::to_owned),
        by: by.account.clone(),
    })
}

impl State {
    /// The duties of a leg in their order, which of them are done, and which are due or late at `now_ms` (cluster time, ms
    /// since 1970). `event` is how the event that it is played as stands.
    #[must_use]
    pub fn leg_duties(&self, leg: u32, event: Option<&LegEvent>, now_ms: i64) -> Vec<DutyLine> {
        let Some(standing) = self.legs.get(&leg) else {
            return Vec::new();
        };
        let done = self.done(standing, event);
        duty_checklist(&self.terms.duties, &done, clock(standing, event, now_ms))
    }

    /// What is done of the duties, by their codes.
    fn done(&self, leg: &SeasonLeg, event: Option<&LegEvent>) -> BTreeMap<String, DutyDone> {
        let at_event = event.into_iter().flat_map(|event| &event.duties_done);
        let mut done: BTreeMap<String, DutyDone> = at_event
            .chain(&leg.duties_done)
            .filter(|(code, _)| !is_done_itself(code))
            .map(|(code, done)| (code.clone(), done.clone()))
            .collect();
        if let Some(director) = &leg.director {
            let named = DutyDone {
                by: director.stamp.by.clone(),
                at_ms: director.stamp.at_ms,
                note: None,
                late: director.late,
            };
            done.insert(DIRECTOR_NAMED.to_owned(), named);
        }
        if let Some((by, at_ms)) = event.and_then(|event| event.released.clone()) {
            let released = DutyDone {
                by,
                at_ms,
                note: None,
                late: false,
            };
            done.insert(RESULTS_SENT.to_owned(), released);
        }
        done
    }
}

fn is_done_itself(code: &str) -> bool {
    [DIRECTOR_NAMED, RESULTS_SENT].contains(&code)
}

fn clock(leg: &SeasonLeg, event: Option<&LegEvent>, now_ms: i64) -> DutyClock {
    let begun = match event {
        Some(event) => event.begun,
        None => has_come(&leg.venue.date, now_ms),
    };
    DutyClock {
        registration_over: begun,
        play_begun: begun,
        confirmed: event.is_some_and(|event| event.ranking_version.is_some()),
    }
}

fn check_director(leg: &SeasonLeg, by: &Actor, number: u32) -> Result<(), Refusal> {
    let director = leg.director.as_ref();
    let director = director.ok_or(SeasonRefusal::NoLegDirector { leg: number })?;
    ensure(
        director.account == by.account,
        SeasonRefusal::NotTheLegDirector,
    )
}

fn check_note(note: Option<&str>) -> Result<(), Refusal> {
    note.map_or(Ok(()), |note| check_id("the note", note))
}

fn known_duty<'a>(state: &'a State, code: &str) -> Result<&'a Duty, Refusal> {
    let mut duties = state.terms.duties.iter();
    let unknown = SeasonRefusal::UnknownLegDuty { duty: said(code) };
    duties
        .find(|duty| duty.code == code)
        .ok_or_else(|| unknown.into())
}
