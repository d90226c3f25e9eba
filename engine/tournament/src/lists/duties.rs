//! What an organiser owes to others, as a checklist of data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;

/// When a duty falls due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DutyTime {
    /// Before the deadline of registration.
    BeforeDeadline,
    /// Before the first round is published.
    BeforePlay,
    /// After the tournament is confirmed.
    AfterPlay,
}

/// How far an event is, as far as its duties depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DutyClock {
    /// The deadline of registration is over.
    pub registration_over: bool,
    /// The first round is published.
    pub play_begun: bool,
    /// The ranking is confirmed.
    pub confirmed: bool,
}

impl DutyClock {
    /// Whether a duty of that time can be done: what comes before play at once.
    pub(crate) const fn has_come(self, time: DutyTime) -> bool {
        match time {
            DutyTime::BeforeDeadline | DutyTime::BeforePlay => true,
            DutyTime::AfterPlay => self.confirmed,
        }
    }

    /// Whether its time is over; that of what comes after play is not.
    pub(crate) const fn is_over(self, time: DutyTime) -> bool {
        match time {
            DutyTime::BeforeDeadline => self.registration_over || self.play_begun,
            DutyTime::BeforePlay => self.play_begun,
            DutyTime::AfterPlay => false,
        }
    }
}

/// One duty of the organiser or the director.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duty {
    /// Stable snake_case name, by which the duty is ticked off.
    pub code: String,
    /// When it falls due.
    pub time: DutyTime,
    /// The paragraph ("EGP I.2.3").
    pub rule: String,
    /// One sentence: what is to be done.
    pub text: String,
}

/// That a duty was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DutyDone {
    /// Who ticked it off.
    pub by: AccountId,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// Id of the recorded note.
    pub note: Option<String>,
    /// Its time was over by then.
    pub late: bool,
}

/// A duty and whether it was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DutyLine {
    /// The duty.
    pub duty: Duty,
    /// By whom and when it was ticked off.
    pub done: Option<DutyDone>,
    /// Not done although its time has come.
    pub due: bool,
    /// Done after its time, or not done and its time is over.
    pub late: bool,
}

impl Duty {
    fn new(code: &str, time: DutyTime, rule: &str, text: &str) -> Self {
        Self {
            code: code.to_owned(),
            time,
            rule: rule.to_owned(),
            text: text.to_owned(),
        }
    }

    /// What the world championship asks of the federations, for the director to see to (WOC I.2.3).
    #[must_use]
    pub fn world_championship() -> Vec<Self> {
        vec![Self::new(
            "federations_results_sent",
            DutyTime::BeforeDeadline,
            "WOC I.2.3",
            "See that the federations have sent the results of their tournaments, at least of the qualification for the \
             championship, to the rating list of the World Othello Federation by the deadline of registration.",
        )]
    }

    /// What an AGA director sends when the tournament is over (AGA III).
    #[must_use]
    pub fn american_go_association() -> Vec<Self> {
        vec![
            Self::new(
                "results_sent",
                DutyTime::AfterPlay,
                "AGA III",
                "Send the game results to the association's ratings coordinator.",
            ),
            Self::new(
                "memberships_sent",
                DutyTime::AfterPlay,
                "AGA III",
                "Send the membership data and fees to the association's membership secretary.",
            ),
        ]
    }

    /// The duties of a European Grand Prix tournament (EGP I.2.3, II.4.3). Pairings made here are not
    /// PAPP's program, so the confederation is to be told.
    #[must_use]
    pub fn european_grand_prix() -> Vec<Self> {
        let duty = Self::new;
        vec![
            duty(
                "director_named",
                DutyTime::BeforePlay,
                "EGP I.2.3",
                "Tell the European confederation who directs the tournament.",
            ),
            duty(
                "tournament_announced",
                DutyTime::BeforePlay,
                "EGP I.2.3",
                "Announce the tournament to the confederation's members in good time.",
            ),
            duty(
                "pairing_program_told",
                DutyTime::BeforePlay,
                "EGP II.4.3",
                "Tell the confederation's Grand Prix committee before the tournament that the pairings are \
                 not made with PAPP.",
            ),
            duty(
                "results_sent",
                DutyTime::AfterPlay,
                "EGP I.2.3",
                "Send the results to the rating committee of the World Othello Federation.",
            ),
            duty(
                "standings_sent",
                DutyTime::AfterPlay,
                "EGP I.2.3",
                "Send the standings and a report to the European confederation.",
            ),
        ]
    }
}

/// The checklist: every duty in order, whether it is done, due and late. `done` has what was ticked off, by code.
#[must_use]
pub fn duty_checklist(
    duties: &[Duty],
    done: &BTreeMap<String, DutyDone>,
    clock: DutyClock,
) -> Vec<DutyLine> {
    duties
        .iter()
        .map(|duty| {
            let ticked = done.get(&duty.code);
            DutyLine {
                duty: duty.clone(),
                done: ticked.cloned(),
                due: ticked.is_none() && clock.has_come(duty.time),
                late: ticked.map_or_else(|| clock.is_over(duty.time), |done| done.late),
            }
        })
        .collect()
}
