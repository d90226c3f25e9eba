//! Whether what befell a seat lay on the server's side: yes, no, or unknown, and why. Nothing is claimed that the
//! records do not show.

use std::cmp::Reverse;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::observation::EndedBy;

/// So many others that stayed connected show that the gateway and its line stood.
const WITNESSES: u32 = 3;
/// Fewer drops than this are not a common cause.
const COMMON: u32 = 3;

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ServerSide {
    Yes,
    No,
    Unknown,
}

impl ServerSide {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unknown => "unknown",
        }
    }

    /// What decides where several things happened: a fault of the server, then a doubt.
    const fn weight(self) -> u8 {
        match self {
            Self::Yes => 2,
            Self::Unknown => 1,
            Self::No => 0,
        }
    }
}

/// The answer with its reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Verdict {
    pub server_side: ServerSide,
    /// The sentence why.
    pub why: String,
    /// What the records cannot show.
    pub cannot_know: Gap,
    /// Why, as a word. The file that is signed has the sentences alone.
    #[serde(skip)]
    pub code: &'static str,
    /// What the sentence why is made of, by name.
    #[serde(skip)]
    pub parameters: Value,
}

/// What the records cannot show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gap {
    pub code: &'static str,
    pub sentence: &'static str,
}

impl Serialize for Gap {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.sentence)
    }
}

/// Something that happened to the seat, or to the server, in the span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Incident {
    /// No process of the play service ran.
    Outage { ms: i64 },
    /// Nothing was heard of the gateway that held the seat's connection.
    GatewaySilent,
    /// That gateway stood still.
    GatewayStall { ms: i64 },
    /// One of several play processes stood still.
    ProcessStall { ms: i64 },
    /// The seat's connection ended.
    Dropped {
        by: EndedBy,
        /// Others dropped at the same gateway within 10 s.
        others_dropped: u32,
        /// Others that stayed open there.
        others_open: u32,
    },
    /// Pings went unanswered for a while.
    PongGap { ms: i64, others_open: u32 },
}

/// What is known of a seat in a span.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// Any observation of the seat at all, now or before.
    pub observed: bool,
    /// A connection was open during all of the span, but for the incidents.
    pub connected: bool,
    pub incidents: Vec<Incident>,
}

const SCREEN: Gap = Gap {
    code: "screen",
    sentence: "Pongs come from the client's network layer: what its screen showed, and when, is not known.",
};
const LINE: Gap = Gap {
    code: "line",
    sentence: "Where between the gateway and the player a line broke (the server's provider, the player's, a network \
               that several players share, or the device) leaves no trace here.",
};
const ATTEMPTS: Gap = Gap {
    code: "attempts",
    sentence: "An attempt to connect that never reached the server leaves no trace here.",
};
const CREDIT: Gap = Gap {
    code: "credit",
    sentence: "Whether it held a command of this seat is told by the credits of the clock sheet alone.",
};
const COURSE: Gap = Gap {
    code: "course",
    sentence: "How the game would have gone without it is not known.",
};

/// The verdict on a seat's span.
pub(crate) fn verdict(findings: &Findings) -> Verdict {
    let judged = findings.incidents.iter().map(judge);
    // Of equals, the first.
    let decisive = judged
        .enumerate()
        .max_by_key(|(place, verdict)| (verdict.server_side.weight(), Reverse(*place)));
    let at_fault = |verdict: &Verdict| verdict.server_side == ServerSide::Yes;
    match decisive {
        Some((_, verdict)) if at_fault(&verdict) || findings.observed => verdict,
        _ if !findings.observed => unknown(
            "not_observed",
            "No gateway has reported anything about this seat's connection.",
            ATTEMPTS,
        ),
        Some((_, verdict)) => verdict,
        None if findings.connected => no(
            "connected",
            "The seat was connected all the time, its pongs came, and every part of the server beat.",
            SCREEN,
        ),
        None => unknown(
            "not_connected",
            "The seat was not connected for at least a part of this span, and the server ran all the time.",
            ATTEMPTS,
        ),
    }
}

fn judge(incident: &Incident) -> Verdict {
    match incident {
        Incident::Outage { ms } => yes(
            "outage",
            format!("No process of the play service ran for {ms} ms."),
        )
        .made_of(json!({ "ms": ms })),
        Incident::GatewaySilent => yes(
            "gateway_silent",
            "The gateway that held this seat's connection fell silent: its heartbeats stopped.",
        ),
        Incident::GatewayStall { ms } => yes(
            "gateway_stall",
            format!("The gateway that held this seat's connection stood still for {ms} ms."),
        )
        .made_of(json!({ "ms": ms })),
        Incident::ProcessStall { ms } => unknown(
            "process_stall",
            format!("One of several play processes stood still for {ms} ms while others served."),
            CREDIT,
        )
        .made_of(json!({ "ms": ms })),
        Incident::Dropped {
            by,
            others_dropped,
            others_open,
        } => dropped_by(*by, *others_dropped, *others_open),
        Incident::PongGap { ms, others_open } => pongs_missed(*ms, *others_open),
    }
}

fn dropped_by(by: EndedBy, others_dropped: u32, others_open: u32) -> Verdict {
    match by {
        EndedBy::Server => yes(
            "ended_by_server",
            "The server ended this seat's connection itself.",
        ),
        EndedBy::Client => no(
            "ended_by_client",
            "The client ended the connection itself, with a goodbye: its page was closed or left.",
            SCREEN,
        ),
        EndedBy::Refused => no(
            "ended_for_frames",
            "The connection was ended for what the client sent, or would not read.",
            SCREEN,
        ),
        EndedBy::Line => line_broke(others_dropped, others_open),
    }
}

fn pongs_missed(ms: i64, others_open: u32) -> Verdict {
    let verdict = if others_open >= WITNESSES {
        let why = format!(
            "Pings went unanswered for {ms} ms on this connection, while the gateway beat and held {others_open} \
             others."
        );
        no("pongs_missed", why, LINE)
    } else {
        let why = format!(
            "Pings went unanswered for {ms} ms, and too few others were connected to compare."
        );
        unknown("pongs_missed_unwitnessed", why, LINE)
    };
    verdict.made_of(json!({ "ms": ms, "others_open": others_open }))
}

fn line_broke(others_dropped: u32, others_open: u32) -> Verdict {
    let all = others_dropped.saturating_add(others_open);
    let verdict = if others_dropped >= COMMON && others_dropped.saturating_mul(4) >= all {
        let why = format!(
            "The line broke together with {others_dropped} of {all} others at the same gateway within 10 s: a common \
             cause, on the server's line or on one that those players share."
        );
        unknown("line_broke_in_common", why, LINE)
    } else if others_open >= WITNESSES {
        let why = format!(
            "The line broke while the gateway beat and kept {others_open} others connected; {others_dropped} others \
             were lost within 10 s."
        );
        no("line_broke_alone", why, LINE)
    } else {
        let why = format!(
            "The line broke while the gateway beat; with {others_open} others connected there are too few to compare."
        );
        unknown("line_broke_unwitnessed", why, LINE)
    };
    verdict.made_of(json!({ "others_dropped": others_dropped, "others_open": others_open }))
}

impl Verdict {
    /// The same with what its sentence is made of.
    fn made_of(mut self, parameters: Value) -> Self {
        self.parameters = parameters;
        self
    }
}

fn yes(code: &'static str, why: impl Into<String>) -> Verdict {
    of(ServerSide::Yes, code, why.into(), COURSE)
}

fn no(code: &'static str, why: impl Into<String>, cannot_know: Gap) -> Verdict {
    of(ServerSide::No, code, why.into(), cannot_know)
}

fn unknown(code: &'static str, why: impl Into<String>, cannot_know: Gap) -> Verdict {
    of(ServerSide::Unknown, code, why.into(), cannot_know)
}

fn of(server_side: ServerSide, code: &'static str, why: String, cannot_know: Gap) -> Verdict {
    Verdict {
        server_side,
        why,
        cannot_know,
        code,
        parameters: Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(by: EndedBy, others_dropped: u32, others_open: u32) -> Incident {
        Incident::Dropped {
            by,
            others_dropped,
            others_open,
        }
    }

    #[test]
    fn each_incident_has_its_verdict() {
        use ServerSide::{No, Unknown, Yes};
        let gap = |others_open| Incident::PongGap {
            ms: 7_000,
            others_open,
        };
        let table: Vec<(Vec<Incident>, ServerSide, &str)> = vec![
            (vec![], No, "connected all the time"),
            (vec![Incident::Outage { ms: 40_000 }], Yes, "40000 ms"),
            (vec![Incident::GatewaySilent], Yes, "fell silent"),
            (vec![Incident::GatewayStall { ms: 4_000 }], Yes, "4000 ms"),
            (
                vec![Incident::ProcessStall { ms: 5_000 }],
                Unknown,
                "others served",
            ),
            (vec![dropped(EndedBy::Server, 0, 9)], Yes, "itself"),
            (vec![dropped(EndedBy::Client, 9, 0)], No, "goodbye"),
            (
                vec![dropped(EndedBy::Refused, 0, 0)],
                No,
                "what the client sent",
            ),
            (vec![dropped(EndedBy::Line, 0, 3)], No, "kept 3 others"),
            (vec![dropped(EndedBy::Line, 0, 2)], Unknown, "too few"),
            (
                vec![dropped(EndedBy::Line, 2, 40)],
                No,
                "2 others were lost",
            ),
            (vec![dropped(EndedBy::Line, 3, 9)], Unknown, "3 of 12"),
            (vec![dropped(EndedBy::Line, 3, 10)], No, "kept 10 others"),
            (vec![dropped(EndedBy::Line, 5, 0)], Unknown, "common cause"),
            (vec![gap(3)], No, "7000 ms"),
            (vec![gap(0)], Unknown, "too few"),
            // The gravest decides, whatever else happened.
            (
                vec![dropped(EndedBy::Client, 0, 0), gap(0)],
                Unknown,
                "unanswered",
            ),
            (
                vec![gap(0), Incident::GatewaySilent, gap(9)],
                Yes,
                "fell silent",
            ),
        ];
        for (incidents, server_side, why) in table {
            let findings = Findings {
                observed: true,
                connected: true,
                incidents,
            };
            let verdict = verdict(&findings);
            assert_eq!(verdict.server_side, server_side, "{findings:?}");
            assert!(verdict.why.contains(why), "{verdict:?}");
            assert!(verdict.why.ends_with('.') && verdict.cannot_know.sentence.ends_with('.'));
        }
    }

    #[test]
    fn what_was_never_observed_is_unknown_but_for_an_outage() {
        let mut findings = Findings::default();
        assert_eq!(verdict(&findings).server_side, ServerSide::Unknown);
        findings
            .incidents
            .push(Incident::ProcessStall { ms: 4_000 });
        assert!(verdict(&findings).why.contains("No gateway"));
        findings.incidents.push(Incident::Outage { ms: 4_000 });
        assert_eq!(verdict(&findings).server_side, ServerSide::Yes);
        let away = Findings {
            observed: true,
            ..Findings::default()
        };
        assert!(verdict(&away).why.contains("not connected"));
        assert_eq!(verdict(&away).server_side, ServerSide::Unknown);
    }
}
