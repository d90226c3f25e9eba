//! What may become of a season.

use super::{Act, Command, Event, State};
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
            series,
            terms,
        } => {
            let of = (*year, federation.as_str(), series.as_deref());
            announcing::announce(state, (by, known), (season, name), of, terms)
        }
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
