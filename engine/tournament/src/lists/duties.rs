//! What an organiser owes to others, as a checklist of data.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// When a duty falls due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DutyTime {
    /// Before the first round is published.
    BeforePlay,
    /// After the tournament is confirmed.
    AfterPlay,
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

/// A duty and whether it was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DutyLine {
    /// The duty.
    pub duty: Duty,
    /// Ticked off.
    pub done: bool,
    /// Not done although its time has come.
    pub due: bool,
}

impl Duty {
    /// The duties of a European Grand Prix tournament (EGP I.2.3, II.4.3). Pairings made here are not
    /// PAPP's program, so the confederation is to be told.
    #[must_use]
    pub fn european_grand_prix() -> Vec<Self> {
        let duty = |code: &str, time, rule: &str, text: &str| Self {
            code: code.to_owned(),
            time,
            rule: rule.to_owned(),
            text: text.to_owned(),
        };
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

/// The checklist: every duty in order, whether it is done, and whether it is due: what comes before play
/// at once, what comes after it once the tournament is `confirmed`. `done` holds the codes ticked off.
#[must_use]
pub fn duty_checklist(duties: &[Duty], done: &BTreeSet<String>, confirmed: bool) -> Vec<DutyLine> {
    duties
        .iter()
        .map(|duty| {
            let ticked = done.contains(&duty.code);
            DutyLine {
                duty: duty.clone(),
                done: ticked,
                due: !ticked && (confirmed || duty.time == DutyTime::BeforePlay),
            }
        })
        .collect()
}
