//! When what an event has beside its rounds is done.

use outflank_proto::pairing::v1 as pairing;

use super::{
    Director,
    programme::{Item, Programme},
};

/// How often something is done between two looks at a round, in a thousand.
const SOMETHING: u64 = 600;

impl Director {
    /// What is done before round 1 is published.
    pub(super) async fn before_round_one(
        &self,
        programme: &Programme,
        id: &str,
        entrants: &[String],
    ) {
        while let Some(item) = programme.next(0) {
            match item {
                Item::SetTimetable => self.set_timetable(programme, id).await,
                Item::Declare => self.declare(programme, id, entrants).await,
                Item::NoteFee => self.note_fee(programme, id, entrants).await,
                Item::NoteAgreement => self.note_agreement(programme, id, entrants).await,
                Item::AppointCommittee => self.appoint_committee(id).await,
                item => self.carry_out(programme, item, (id, 0), &[]).await,
            }
        }
    }

    /// What is done between two looks at a round; answers whether the round is over by that.
    pub(super) async fn go_on(
        &self,
        programme: &Programme,
        (id, round): (&str, u32),
        boards: &[pairing::Board],
        waited_ms: i64,
    ) -> bool {
        if let Some(ending) = programme.end_due(round, waited_ms) {
            return self.end(programme, ending, (id, round)).await;
        }
        if !boards.is_empty()
            && programme.chance.in_thousand(SOMETHING)
            && let Some(item) = programme.next(round)
        {
            self.carry_out(programme, item, (id, round), boards).await;
        }
        false
    }

    /// What is left to be done once a round is finished.
    pub(super) async fn after_round(&self, programme: &Programme, (id, round): (&str, u32)) {
        while let Some(item) = programme.next(round) {
            self.carry_out(programme, item, (id, round), &[]).await;
        }
        if let Some(ending) = programme.end_after(round) {
            self.end(programme, ending, (id, round)).await;
        }
    }

    async fn carry_out(
        &self,
        programme: &Programme,
        item: Item,
        (id, round): (&str, u32),
        boards: &[pairing::Board],
    ) {
        let at = (id, round);
        match item {
            Item::Announce => self.announce(programme, at).await,
            Item::MoveTimetable => self.move_timetable(programme, at).await,
            Item::NameChair => self.name_chair(programme, id).await,
            Item::TickDuty => self.tick_duty(programme, id).await,
            Item::Office => self.office(programme, at).await,
            Item::Report => self.report(programme, at, boards).await,
            Item::Amend => self.amend(programme, id).await,
            Item::Shorten => self.shorten(programme, id).await,
            Item::Result => self.enter_kind(programme, at, boards).await,
            Item::Walkover => self.walkover(programme, at, boards).await,
            // Before round 1 alone.
            Item::SetTimetable
            | Item::Declare
            | Item::NoteFee
            | Item::NoteAgreement
            | Item::AppointCommittee => {}
        }
    }
}
