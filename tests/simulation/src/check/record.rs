//! A tournament beside its boards, folded from its journal by rules of the tests' own.

use std::collections::{BTreeMap, BTreeSet};

use outflank_journal::StreamId;
use outflank_tournament::{
    Announcement, EarlyEnd, EarlyEndKind, Event, PlannedPlay, ReportAnswer, ReportFiling, RuleSet,
    TimeControl, Timetable,
};
use serde_json::Value;

use super::Findings;
use crate::wiring::Wiring;

/// An announcement, with the command that made it.
#[derive(Debug)]
pub struct Made {
    pub announcement: Announcement,
    pub actor: String,
    pub command_id: String,
}

/// What the stream tells.
#[derive(Debug, Default)]
pub struct Record {
    pub announcements: Vec<Made>,
    /// Role and chosen powers by account.
    pub officials: BTreeMap<String, (String, Option<BTreeSet<String>>)>,
    /// Duties that are done, with the ids of their notes.
    pub duties: BTreeMap<String, Option<String>>,
    /// Members of the committee, and its chair.
    pub committee: Option<(Vec<String>, Option<String>)>,
    pub reports: Vec<(ReportFiling, Option<ReportAnswer>)>,
    pub timetable: Option<Timetable>,
    /// The rules, with the first round under them.
    pub rules: Vec<(u32, RuleSet)>,
    /// The entrants who said that they accept the rules, with the edition of them.
    pub accepted: BTreeMap<String, u32>,
    pub fees: BTreeMap<String, bool>,
    pub agreements: BTreeMap<String, bool>,
    pub ends: Vec<EarlyEnd>,
    /// Rounds as they were annulled.
    pub annulled: Vec<u32>,
    pub finished: BTreeSet<u32>,
    pub published: BTreeSet<u32>,
    /// How clocks run by the rules that were in force as a round was published, by round.
    pub controls: BTreeMap<u32, TimeControl>,
    /// Something was published after the event had stopped.
    pub published_after_stop: bool,
}

impl Record {
    /// Reads it.
    pub fn of(wiring: &Wiring, id: &str, findings: &mut Findings) -> Self {
        let mut record = Self::default();
        let stream = StreamId::new("tournament", id);
        for stored in wiring.pairing_memory.stored(&stream) {
            let entry = stored.entry;
            let body: Value = serde_json::from_slice(&entry.body).unwrap_or_default();
            let events = serde_json::from_value::<Vec<Event>>(body["events"].clone());
            let by = (&*entry.actor, &*entry.command_id);
            for event in events.into_iter().flatten() {
                record.take_in(event, by);
            }
        }
        let numbers = record.announcements.iter();
        let numbers: Vec<u32> = numbers.map(|made| made.announcement.number).collect();
        if !numbers.iter().copied().eq(1..=record.last_number()) {
            findings.push(format!("the announcements are numbered {numbers:?}"));
        }
        record
    }

    /// The number of the last announcement.
    pub fn last_number(&self) -> u32 {
        u32::try_from(self.announcements.len()).unwrap_or(u32::MAX)
    }

    fn rules_of(&self, round: u32) -> Option<&RuleSet> {
        let mut rules = self.rules.iter().rev();
        rules
            .find(|(from, _)| *from <= round)
            .map(|(_, rules)| rules)
    }

    fn take_in(&mut self, event: Event, (actor, command_id): (&str, &str)) {
        match event {
            Event::AnnouncementMade(announcement) => self.announcements.push(Made {
                announcement,
                actor: actor.to_owned(),
                command_id: command_id.to_owned(),
            }),
            Event::TournamentCreated { rule_set, .. } => self.rules = vec![(1, rule_set)],
            Event::RulesAmended(amended) => self.rules.push((amended.from_round, amended.rule_set)),
            Event::TimetableSet { timetable, .. } | Event::TimetableMoved { timetable, .. } => {
                self.timetable = Some(timetable);
            }
            Event::RoundPublished {
                round,
                starts_at_ms,
                ..
            } => self.publish(round, starts_at_ms),
            Event::RoundFinished { round } => {
                self.finished.insert(round);
            }
            Event::RoundAnnulled { round, .. } => {
                self.annulled.push(round);
                // It may be played anew, under the rules that are in force by then.
                for (from, _) in &mut self.rules {
                    *from = (*from).min(round);
                }
                self.published.remove(&round);
                self.finished.remove(&round);
            }
            Event::EndedEarly(end) => self.ends.push(end),
            event => self.take_in_people(event),
        }
    }

    fn publish(&mut self, round: u32, starts_at_ms: i64) {
        self.published_after_stop |= self.stop().is_some();
        self.published.insert(round);
        let rules = self.rules_of(round);
        let control = rules.map(|rules| rules.time_controls.qualification);
        self.controls
            .extend(control.map(|control| (round, control)));
        let sessions = self.timetable.iter_mut();
        let sessions = sessions.flat_map(|timetable| &mut timetable.sessions);
        for planned in sessions.flat_map(|session| &mut session.plays) {
            if planned.play == (PlannedPlay::Round { round }) {
                planned.starts_at_ms = Some(starts_at_ms);
            }
        }
    }

    /// The act by which the event stopped for good.
    pub fn stop(&self) -> Option<&EarlyEnd> {
        let mut ends = self.ends.iter();
        ends.find(|end| matches!(end.kind, EarlyEndKind::Abandoned | EarlyEndKind::Cancelled))
    }

    fn take_in_people(&mut self, event: Event) {
        match event {
            Event::OfficialAppointed {
                account,
                role,
                powers,
                ..
            } => {
                let named = |power: &outflank_tournament::Power| power.name().to_owned();
                let powers = powers.map(|powers| powers.iter().map(named).collect());
                self.officials
                    .insert(account.0, (role.name().to_owned(), powers));
            }
            Event::OfficialDismissed { account } => {
                self.officials.remove(account.as_str());
            }
            Event::DutyTicked { duty, note, .. } => {
                self.duties.insert(duty, note);
            }
            Event::DutyUnticked { duty, .. } => {
                self.duties.remove(&duty);
            }
            Event::AppealsCommitteeAppointed { members, chair, .. } => {
                let members = members.into_iter().map(|member| member.0);
                self.committee = Some((members.collect(), chair.map(|chair| chair.0)));
            }
            Event::ChairSelected { chair } => {
                if let Some((_, known)) = &mut self.committee {
                    *known = Some(chair.0);
                }
            }
            Event::IrregularityReported(filing) => self.reports.push((filing, None)),
            Event::ReportAnswered(answer) => {
                let mut reports = self.reports.iter_mut();
                let known = reports.find(|(filing, _)| filing.report == answer.report);
                if let Some((_, known)) = known {
                    *known = Some(answer);
                }
            }
            Event::EntryDeclared { entrant, declared } => {
                let edition = declared.acceptance.map_or(0, |accepted| accepted.edition);
                self.accepted.insert(entrant.0, edition);
            }
            Event::FeeNoted { entrant, note } => {
                self.fees.insert(entrant.0, note.paid);
            }
            Event::FederationAgreementNoted { entrant, agreement } => {
                self.agreements.insert(entrant.0, agreement.agrees);
            }
            _ => {}
        }
    }
}
