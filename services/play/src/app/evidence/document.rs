//! The evidence of a game as a file: one canonical JSON document, and the same as a table.

use outflank_access::Problem;
use serde::Serialize;

use super::{
    Alert,
    gather::{Evidence, Others, SeatEvidence},
    observation::{Observation, Observed},
    verdict::Verdict,
};
use crate::app::{clock_sheet::ClockSheet, faults::Outage};

/// Version of the document.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    version: u32,
    game: &'a str,
    from_ms: i64,
    until_ms: i64,
    made_at_ms: i64,
    seats: Vec<Seat<'a>>,
    server: Vec<ServerEvent<'a>>,
    alerts: &'a [Alert],
    clock_sheet: &'a ClockSheet,
}

#[derive(Serialize)]
struct Seat<'a> {
    color: &'static str,
    entrant: &'a str,
    verdict: &'a Verdict,
    events: Vec<Event<'a>>,
}

#[derive(Serialize)]
struct Event<'a> {
    at_ms: i64,
    gateway: &'a str,
    socket: &'a str,
    observed: &'a Observation,
    others_dropped: u32,
    others_open: u32,
}

#[derive(Serialize)]
struct ServerEvent<'a> {
    kind: &'static str,
    name: &'a str,
    from_ms: i64,
    to_ms: i64,
}

fn seat(seat: &SeatEvidence) -> Seat<'_> {
    Seat {
        color: seat.color.as_str(),
        entrant: &seat.entrant,
        verdict: &seat.verdict,
        events: seat
            .events
            .iter()
            .map(|(one, others)| Event {
                at_ms: one.at_ms,
                gateway: &one.gateway,
                socket: &one.socket,
                observed: &one.what,
                others_dropped: others.dropped,
                others_open: others.open,
            })
            .collect(),
    }
}

fn server_event(outage: &Outage) -> ServerEvent<'_> {
    ServerEvent {
        kind: outage.kind.name(),
        name: &outage.name,
        from_ms: outage.from_ms,
        to_ms: outage.to_ms,
    }
}

/// The document that is signed.
pub(crate) fn json(
    evidence: &Evidence,
    sheet: &ClockSheet,
    made_at_ms: i64,
) -> Result<Vec<u8>, Problem> {
    let document = Document {
        format: "outflank-evidence",
        version: VERSION,
        game: &evidence.game_id,
        from_ms: evidence.from_ms,
        until_ms: evidence.until_ms,
        made_at_ms,
        seats: evidence.seats.iter().map(seat).collect(),
        server: evidence.server.iter().map(server_event).collect(),
        alerts: &evidence.alerts,
        clock_sheet: sheet,
    };
    serde_json::to_vec(&document).map_err(Problem::internal)
}

const COLUMNS: [&str; 12] = [
    "at_ms",
    "subject",
    "kind",
    "gateway",
    "socket",
    "by",
    "code",
    "ms",
    "others_dropped",
    "others_open",
    "ply",
    "text",
];

/// One row of the table, by column.
#[derive(Default)]
struct Row {
    at_ms: i64,
    subject: String,
    kind: String,
    gateway: String,
    socket: String,
    by: String,
    code: String,
    ms: String,
    others_dropped: String,
    others_open: String,
    ply: String,
    text: String,
}

impl Row {
    fn write(self, csv: &mut String) {
        let cells = [
            self.at_ms.to_string(),
            self.subject,
            self.kind,
            self.gateway,
            self.socket,
            self.by,
            self.code,
            self.ms,
            self.others_dropped,
            self.others_open,
            self.ply,
            self.text,
        ];
        csv.push_str(&cells.map(|cell| quoted(&cell)).join(","));
        csv.push_str("\r\n");
    }
}

/// A cell that no spreadsheet takes for a formula.
fn quoted(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '@', '\t']);
    let cell = if formula {
        format!("'{cell}")
    } else {
        cell.to_owned()
    };
    if cell.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

/// The same as lines for a spreadsheet (RFC 4180).
pub(crate) fn csv(evidence: &Evidence, sheet: &ClockSheet) -> Vec<u8> {
    let mut csv = COLUMNS.join(",");
    csv.push_str("\r\n");
    for seat in &evidence.seats {
        let subject = seat.color.as_str();
        let verdict = Row {
            at_ms: evidence.until_ms,
            subject: subject.to_owned(),
            kind: format!("server_side_{}", seat.verdict.server_side.name()),
            text: format!("{} {}", seat.verdict.why, seat.verdict.cannot_know.sentence),
            ..Row::default()
        };
        verdict.write(&mut csv);
        for (one, others) in &seat.events {
            observed(subject, one, *others).write(&mut csv);
        }
    }
    for outage in &evidence.server {
        let line = Row {
            at_ms: outage.from_ms,
            subject: "server".to_owned(),
            kind: outage.kind.name().to_owned(),
            gateway: outage.name.clone(),
            ms: outage.to_ms.saturating_sub(outage.from_ms).to_string(),
            ..Row::default()
        };
        line.write(&mut csv);
    }
    for alert in &evidence.alerts {
        let line = Row {
            at_ms: alert.at_ms,
            subject: "round".to_owned(),
            kind: alert.code.clone(),
            text: alert.text.clone(),
            ..Row::default()
        };
        line.write(&mut csv);
    }
    for ply in &sheet.plies {
        let line = Row {
            at_ms: ply.committed_at_ms,
            subject: ply.color.as_str().to_owned(),
            kind: "charged".to_owned(),
            ms: ply.charged_ms.to_string(),
            ply: ply.ply.to_string(),
            ..Row::default()
        };
        line.write(&mut csv);
    }
    for credit in &sheet.credits {
        let line = Row {
            at_ms: credit.at_ms,
            subject: credit.color.as_str().to_owned(),
            kind: credit.cause.name().to_owned(),
            by: credit.fault.to_owned(),
            ms: credit.ms.to_string(),
            ply: credit.ply.to_string(),
            text: credit.fault_id.clone(),
            ..Row::default()
        };
        line.write(&mut csv);
    }
    csv.into_bytes()
}

fn observed(subject: &str, one: &Observed, others: Others) -> Row {
    let mut line = Row {
        at_ms: one.at_ms,
        subject: subject.to_owned(),
        kind: one.what.kind().to_owned(),
        gateway: one.gateway.clone(),
        socket: one.socket.clone(),
        ..Row::default()
    };
    match &one.what {
        Observation::Dropped {
            by,
            code,
            reason,
            silent_ms,
            ..
        } => {
            line.by = by.name().to_owned();
            line.code = code.to_string();
            line.ms = silent_ms.to_string();
            line.others_dropped = others.dropped.to_string();
            line.others_open = others.open.to_string();
            line.text.clone_from(reason);
        }
        Observation::PongGap { gap_ms, .. } => {
            line.ms = gap_ms.to_string();
            line.others_open = others.open.to_string();
        }
        Observation::RoundTrips(trips) => {
            line.ms = trips.median_ms.to_string();
            line.text = format!(
                "{} round trips, {} to {} ms",
                trips.count, trips.least_ms, trips.most_ms
            );
        }
        Observation::Connected { .. } | Observation::Focus { .. } | Observation::Onlooker(_) => {}
    }
    line
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("-5"), "-5");
    }
}
