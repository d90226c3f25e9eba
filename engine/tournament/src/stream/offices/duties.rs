//! Duties of organiser and director: which of them are done (EGP I.2.3, II.4.3, WOC I.2.3).

use crate::ids::AccountId;
use crate::lists::{Duty, DutyClock, DutyLine, duty_checklist};
use crate::refusals::{OfficialsRefusal, Refusal, ensure};
use crate::stream::checks::{check_id, rules_of};
use crate::stream::teams::nations::registration_deadline_ms;
use crate::stream::{Event, Phase, TournamentState};

pub(in crate::stream) fn may_tick(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        !rules_of(state)?.duties.is_empty(),
        OfficialsRefusal::NoDuties,
    )
}

pub(in crate::stream) fn may_untick(state: &TournamentState) -> Result<(), Refusal> {
    ensure(
        !state.offices.duties_done.is_empty(),
        OfficialsRefusal::NothingDone,
    )
}

pub(in crate::stream) fn tick(
    state: &TournamentState,
    code: &str,
    (note, by): (Option<&str>, &AccountId),
    now_ms: i64,
) -> Result<Vec<Event>, Refusal> {
    let duty = known(state, code)?;
    check_note(note, by)?;
    ensure(
        !state.offices.duties_done.contains_key(code),
        OfficialsRefusal::DutyDone {
            duty: code.to_owned(),
        },
    )?;
    let clock = state.duty_clock(now_ms);
    ensure(
        clock.has_come(duty.time),
        OfficialsRefusal::DutyNotYet {
            duty: code.to_owned(),
        },
    )?;
    Ok(vec![Event::DutyTicked {
        duty: code.to_owned(),
        note: note.map(str::to_owned),
        by: by.clone(),
        late: clock.is_over(duty.time),
    }])
}

pub(in crate::stream) fn untick(
    state: &TournamentState,
    code: &str,
    (note, by): (Option<&str>, &AccountId),
) -> Result<Vec<Event>, Refusal> {
    check_note(note, by)?;
    ensure(
        state.offices.duties_done.contains_key(code),
        OfficialsRefusal::DutyNotDone {
            duty: code.chars().take(64).collect(),
        },
    )?;
    Ok(vec![Event::DutyUnticked {
        duty: code.to_owned(),
        note: note.map(str::to_owned),
        by: by.clone(),
    }])
}

fn check_note(note: Option<&str>, by: &AccountId) -> Result<(), Refusal> {
    check_id("the account", by.as_str())?;
    note.map_or(Ok(()), |note| check_id("the note", note))
}

fn known<'a>(state: &'a TournamentState, code: &str) -> Result<&'a Duty, Refusal> {
    let duties = &rules_of(state)?.duties;
    duties.iter().find(|duty| duty.code == code).ok_or_else(|| {
        OfficialsRefusal::UnknownDuty {
            duty: code.chars().take(64).collect(),
        }
        .into()
    })
}

impl TournamentState {
    /// The duties of the rules in their order, which of them are done, and which are due or late at `now_ms` (cluster
    /// time, ms since 1970).
    #[must_use]
    pub fn duties(&self, now_ms: i64) -> Vec<DutyLine> {
        let rules = self.rule_set.as_ref();
        let duties = rules.map_or(&[][..], |rules| rules.duties.as_slice());
        duty_checklist(duties, &self.offices.duties_done, self.duty_clock(now_ms))
    }

    fn duty_clock(&self, now_ms: i64) -> DutyClock {
        DutyClock {
            registration_over: registration_deadline_ms(self).is_some_and(|end| end <= now_ms),
            play_begun: matches!(
                self.phase(),
                Phase::Running | Phase::Confirmed | Phase::Abandoned
            ),
            // An abandoned event's ranking may be confirmed too.
            confirmed: self.ranking.is_some(),
        }
    }
}
