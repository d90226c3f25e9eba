//! What may become of a season.

use super::{Act, Command, Event, Known, LegEvent, SeasonLeg, State};
use super::{announcing, calendar, closing, duties, hosting};
use crate::refusals::{Refusal, SeasonRefusal, ensure};
use crate::stream::check_id;

/// What a command causes at that time, in ms since 1970.
///
/// # Errors
/// When it may not be: the refusal says why.
pub fn decide(state: &State, command: &Command, now_ms: i64) -> Result<Vec<Event>, Refusal> {
    let terms = match &command.act {
        Act::Announce { terms, .. } => terms,
        _ => &state.terms,
    };
    judged(state, command, now_ms)
        .map(|event| vec![event])
        .map_err(|refusal| {
            let paragraph = refusal.source().and_then(|key| terms.paragraph(key));
            refusal.under(paragraph.map(str::to_owned))
        })
}

fn judged(state: &State, command: &Command, now_ms: i64) -> Result<Event, Refusal> {
    let Command { by, known, act } = command;
    check_id("the account", by.account.as_str())?;
    let announces = matches!(act, Act::Announce { .. });
    let announced = SeasonRefusal::UnknownSeason;
    ensure(announces || state.is_announced(), announced)?;
    ensure(state.closed.is_none(), SeasonRefusal::SeasonClosed)?;
    match act {
        Act::Announce {
            season,
            name,
            year,
            federation,
            terms,
        } => announcing::announce(state, by, (season, name), (*year, federation), terms),
        Act::SetLeg { leg, venue } => calendar::set(state, (by, known), *leg, venue),
        Act::FixCalendar => calendar::fix(state, by, now_ms),
        Act::ChangeLeg {
            leg,
            venue,
            reason,
            notice,
        } => calendar::change(state, (by, known), *leg, venue, (reason, notice), now_ms),
        Act::CallOffLeg { leg, reason } => calendar::call_off(state, (by, known), *leg, reason),
        Act::NameDirector { leg, account } => {
            hosting::name_director(state, (by, known), *leg, account, now_ms)
        }
        Act::LinkEvent { leg, tournament } => hosting::link(state, (by, known), *leg, tournament),
        Act::TickDuty { leg, duty, note } => {
            duties::tick(state, (by, known), *leg, (duty, note.as_deref()), now_ms)
        }
        Act::UntickDuty { leg, duty, note } => {
            duties::untick(state, by, *leg, (duty, note.as_deref()))
        }
        Act::Close { rankings } => closing::close(state, (by, known), rankings),
    }
}

/// A leg that was set and is not called off.
pub(super) fn standing_leg(state: &State, number: u32) -> Result<&SeasonLeg, Refusal> {
    check_number(state, number)?;
    let leg = state.legs.get(&number);
    let leg = leg.ok_or(SeasonRefusal::LegNotSet { leg: number })?;
    let called_off = SeasonRefusal::LegCalledOff { leg: number };
    ensure(leg.called_off.is_none(), called_off)?;
    Ok(leg)
}

pub(super) fn check_number(state: &State, leg: u32) -> Result<(), Refusal> {
    let legs = state.terms.legs;
    let unknown = SeasonRefusal::UnknownLeg { leg, legs };
    ensure((1..=legs).contains(&leg), unknown)
}

/// How the event that a leg is played as stands; `None` where it has none.
pub(super) fn event_of<'a>(
    leg: &SeasonLeg,
    known: &'a Known,
) -> Result<Option<&'a LegEvent>, Refusal> {
    let Some(linked) = &leg.event else {
        return Ok(None);
    };
    let event = known.events.get(&linked.tournament);
    let unknown = SeasonRefusal::UnknownLegEvent {
        tournament_id: linked.tournament.clone(),
    };
    event.map(Some).ok_or_else(|| unknown.into())
}

/// Nothing is changed of a leg whose final ranking is confirmed.
pub(super) fn check_not_played(event: Option<&LegEvent>, leg: u32) -> Result<(), Refusal> {
    let played = event.is_some_and(|event| event.ranking_version.is_some());
    ensure(!played, SeasonRefusal::LegPlayed { leg })
}
