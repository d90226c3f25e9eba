//! Whether what befell a seat lay on the server's side: yes, no, or unknown, and why. Nothing is claimed that the
//! records do not show.

use std::cmp::Reverse;

use serde::Serialize;

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
    pub cannot_know: &'static str,
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

const SCREEN: &str =
    "Pongs come from the client's network layer: what its screen showed, and when, is not known.";
const LINE: &str = "Where between the gateway and the player a line broke (the server's provider, the player's, a \
                    network that several players share, or the device) leaves no trace here.";
const ATTEMPTS: &str = "An attempt to connect that never reached the server leaves no trace here.";
const COURSE: &str = "How the game would have gone without it is not known.";

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
        _ if !findings.observed => Verdict {
            server_side: ServerSide::Unknown,
            why: "No gateway has reported anything about this seat's connection.".to_owned(),
            cannot_know: ATTEMPTS,
        },
        Some((_, verdict)) => verdict,
        None if findings.connected => Verdict {
            server_side: ServerSide::No,
            why: "The seat was connected all the time, its pongs came, and every part of the server beat."
                .to_owned(),
            cannot_know: SCREEN,
        },
        None => Verdict {
            server_side: ServerSide::Unknown,
            why: "The seat was not connected for at least a part of this span, and the server ran all the time."
                .to_owned(),
            cannot_know: ATTEMPTS,
        },
    }
}

fn judge(incident: &Incident) -> Verdict {
    match incident {
        Incident::Outage { ms } => yes(format!("No process of the play service ran for {ms} ms.")),
        Incident::GatewaySilent => yes(
            "The gateway that held this seat's connection fell silent: its heartbeats stopped."
                .to_owned(),
        ),
        Incident::GatewayStall { ms } => yes(format!(
            "The gateway that held this seat's connection stood still for {ms} ms."
        )),
        Incident::ProcessStall { ms } => unknown(
            format!("One of several play processes stood still for {ms} ms while others served."),
            "Whether it held a command of this seat is told by the credits of the clock sheet alone.",
        ),
        Incident::Dropped {
            by: EndedBy::Server,
            ..
        } => yes("The server ended this seat's connection itself.".to_owned()),
        Incident::Dropped {
            by: EndedBy::Client,
            ..
        } => no(
            "The client ended the connection itself, with a goodbye: its page was closed or left."
                .to_owned(),
            SCREEN,
        ),
        Incident::Dropped {
            by: EndedBy::Refused,
            ..
        } => no(
            "The connection was ended for what the client sent, or would not read.".to_owned(),
            SCREEN,
        ),
        Incident::Dropped {
            by: EndedBy::Line,
            others_dropped,
            others_open,
        } => line_broke(*others_dropped, *others_open),
        Incident::PongGap { ms, others_open } if *others_open >= WITNESSES => no(
            format!(
                "Pings went unanswered for {ms} ms on this connection, while the gateway beat and held {others_open} others."
            ),
            LINE,
        ),
        Incident::PongGap { ms, .. } => unknown(
            format!(
                "Pings went unanswered for {ms} ms, and too few others were connected to compare."
            ),
            LINE,
        ),
    }
}

fn line_broke(others_dropped: u32, others_open: u32) -> Verdict {
    let all = others_dropped.saturating_add(others_open);
    if others_dropped >= COMMON && others_dropped.saturating_mul(4) >= all {
        return unknown(
            format!(
                "The line broke together with {others_dropped} of {all} others at the same gateway within 10 s: a \
                 common cause, on the server's line or on one that those players share."
            ),
            LINE,
        );
    }
    if others_open >= WITNESSES {
        return no(
            format!(
                "The line broke while the gateway beat and kept {others_open} others connected; {others_dropped} \
                 others were lost within 10 s."
            ),
            LINE,
        );
    }
    unknown(
        format!(
            "The line broke while the gateway beat; with {others_open} others connected there are too few to compare."
        ),
        LINE,
    )
}

fn yes(why: String) -> Verdict {
    Verdict {
        server_side: ServerSide::Yes,
        why,
        cannot_know: COURSE,
    }
}

fn no(why: String, cannot_know: &'static str) -> Verdict {
    Verdict {
        server_side: ServerSide::No,
        why,
        cannot_know,
    }
}

fn unknown(why: String, cannot_know: &'static str) -> Verdict {
    Verdict {
        server_side: ServerSide::Unknown,
        why,
        cannot_know,
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
            assert!(verdict.why.ends_with('.') && verdict.cannot_know.ends_with('.'));
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
