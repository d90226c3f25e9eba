//! A season is a fold over what happened to it.

use super::{
    CalledOff, Closed, Event, FixedCalendar, LegDirector, LinkedEvent, SeasonLeg, Stamp, State,
    Venue, VenueChange,
};
use crate::ids::AccountId;
use crate::lists::DutyDone;

impl State {
    /// The state after an event at that time, in ms since 1970; nothing is judged.
    #[must_use]
    pub fn evolve(mut self, at_ms: i64, event: &Event) -> Self {
        let stamp = |by: &AccountId| Stamp {
            by: by.clone(),
            at_ms,
        };
        match event {
            Event::SeasonAnnounced {
                season,
                name,
                year,
                federation,
                series,
                terms,
                by,
            } => {
                self.season.clone_from(season);
                self.name.clone_from(name);
                self.year = *year;
                self.federation.clone_from(federation);
                self.series.clone_from(series);
                self.terms = terms.clone();
                self.announced = Some(stamp(by));
            }
            Event::LegSet { leg, venue, .. } => self.legs.entry(*leg).or_default().moved(venue),
            Event::CalendarFixed { late, by } => {
                let (late, stamp) = (*late, stamp(by));
                self.calendar = Some(FixedCalendar { late, stamp });
            }
            Event::SeasonClosed {
                table,
                rankings,
                by,
            } => {
                let counted = rankings.iter();
                self.closed = Some(Closed {
                    table: table.clone(),
                    versions: counted.map(|one| (one.leg, one.version)).collect(),
                    stamp: stamp(by),
                });
            }
            Event::LegChanged { leg, .. }
            | Event::LegCalledOff { leg, .. }
            | Event::LegDirectorNamed { leg, .. }
            | Event::LegEventLinked { leg, .. }
            | Event::LegDutyTicked { leg, .. }
            | Event::LegDutyUnticked { leg, .. } => {
                if let Some(known) = self.legs.get_mut(leg) {
                    known.take(at_ms, event);
                }
            }
        }
        self
    }
}

impl SeasonLeg {
    /// Puts it elsewhere. Another host selects its director anew and begins its duties anew; an event that is not held there
    /// then is not this leg's.
    fn moved(&mut self, venue: &Venue) {
        if self.venue.host != venue.host {
            self.director = None;
            self.duties_done.clear();
        }
        if self.venue.host != venue.host || self.venue.date != venue.date {
            self.event = None;
        }
        self.venue = venue.clone();
    }

    /// Takes in what happened to it since it was set.
    fn take(&mut self, at_ms: i64, event: &Event) {
        let stamp = |by: &AccountId| Stamp {
            by: by.clone(),
            at_ms,
        };
        match event {
            Event::LegChanged {
                venue,
                reason,
                notice,
                by,
                ..
            } => {
                self.changes.push(VenueChange {
                    before: self.venue.clone(),
                    reason: reason.clone(),
                    notice: notice.clone(),
                    stamp: stamp(by),
                });
                self.moved(venue);
            }
            Event::LegCalledOff { reason, by, .. } => {
                let (reason, stamp) = (reason.clone(), stamp(by));
                self.called_off = Some(CalledOff { reason, stamp });
            }
            Event::LegDirectorNamed {
                account,
                federation,
                late,
                by,
                ..
            } => {
                self.director = Some(LegDirector {
                    account: account.clone(),
                    federation: federation.clone(),
                    late: *late,
                    stamp: stamp(by),
                });
            }
            Event::LegEventLinked { tournament, by, .. } => {
                let (tournament, stamp) = (tournament.clone(), stamp(by));
                self.event = Some(LinkedEvent { tournament, stamp });
            }
            Event::LegDutyTicked {
                duty,
                note,
                late,
                by,
                ..
            } => {
                let done = DutyDone {
                    by: by.clone(),
                    at_ms,
                    note: note.clone(),
                    late: *late,
                };
                self.duties_done.insert(duty.clone(), done);
            }
            Event::LegDutyUnticked { duty, .. } => {
                self.duties_done.remove(duty);
            }
            Event::SeasonAnnounced { .. }
            | Event::LegSet { .. }
            | Event::CalendarFixed { .. }
            | Event::SeasonClosed { .. } => {}
        }
    }
}
