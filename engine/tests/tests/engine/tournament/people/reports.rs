//! Spectators' reports of irregularities, monitors' claims, and their answers (WOC I.5, AGA V.E.13).

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn filing(id: &str, board: (u32, u32), by: &str) -> ReportFiling {
    ReportFiling {
        report: id.to_owned(),
        round: board.0,
        table: board.1,
        text: format!("what {by} saw"),
        claim: None,
        by: account(by),
    }
}

fn report(id: &str, board: (u32, u32), by: &str) -> Command {
    Command::ReportIrregularity(filing(id, board, by))
}

fn claim(id: &str, board: (u32, u32), by: &str, claim: TimeClaim) -> Command {
    Command::ReportIrregularity(ReportFiling {
        claim: Some(claim),
        ..filing(id, board, by)
    })
}

fn answer(id: &str, outcome: ReportOutcome, reason: Option<&str>) -> Command {
    Command::AnswerReport(ReportAnswer {
        report: id.to_owned(),
        outcome,
        reason: reason.map(str::to_owned),
        by: account("director"),
    })
}

fn acted_upon(ruling: Option<&str>, interruption: Option<&str>) -> ReportOutcome {
    ReportOutcome::ActedUpon {
        ruling: ruling.map(str::to_owned),
        interruption: interruption.map(str::to_owned),
    }
}

fn seat(stream: &mut Stream, who: &EntrantId, name: &str) {
    stream
        .give(&Command::AssignSeat {
            entrant: who.clone(),
            account: account(name),
            operator: None,
        })
        .unwrap();
}

/// Round 1 under way, "black" and "white" at table 1 and "other" at table 2.
fn under_way() -> Stream {
    let mut stream = running(14, |_| {});
    let (black, white) = first_table(&stream);
    let other = stream.state.rounds[0].boards[1].pairing.black.clone();
    for (who, name) in [(&black, "black"), (&white, "white"), (&other, "other")] {
        seat(&mut stream, who, name);
    }
    stream.now_ms = stream.state.rounds[0].starts_at_ms;
    stream
}

#[test]
fn spectators_and_other_contestants_report_and_the_players_do_not() {
    let mut stream = under_way();
    for player in ["black", "white"] {
        let own = report("r1", (1, 1), player);
        refused(&mut stream, &own, "player_of_board", Some("EGP V.1"));
    }
    stream.give(&report("r1", (1, 1), "other")).unwrap();
    stream.give(&report("r2", (1, 1), "watcher")).unwrap();
    refused(
        &mut stream,
        &report("r2", (1, 2), "watcher"),
        "report_exists",
        None,
    );
    refused(
        &mut stream,
        &report("r3", (1, 99), "watcher"),
        "unknown_table",
        None,
    );
    // The player's assistant and the program's operator are no spectators of that game.
    let (black, _) = first_table(&stream);
    stream
        .give(&Command::GrantAccommodation {
            entrant: black,
            accommodation: Accommodation {
                assistant: Some(account("helper")),
                ..Accommodation::default()
            },
            accept_deviations: true,
        })
        .unwrap();
    let helpers = report("r3", (1, 1), "helper");
    refused(&mut stream, &helpers, "player_of_board", Some("EGP V.1"));
    stream
        .give(&Command::ImposePenalty(PenaltyRuling {
            whom: Offender::Spectator {
                account: account("watcher"),
            },
            ..penalty("p1", &entrant(0), Penalty::RoomExpulsion { until_ms: None })
        }))
        .unwrap();
    let sent_out = report("r3", (1, 1), "watcher");
    refused(&mut stream, &sent_out, "sent_out", Some("EGP I.3.5"));
}

#[test]
fn an_irregularity_is_reported_while_the_round_is_played() {
    let mut early = running(14, |_| {});
    early.now_ms = early.state.rounds[0].starts_at_ms - 10_000;
    let rule = Some("EGP I.3.5");
    refused(
        &mut early,
        &report("r1", (1, 1), "watcher"),
        "round_not_running",
        rule,
    );
    let mut none = with_entrants(14, |_| {});
    refused(
        &mut none,
        &report("r1", (1, 1), "watcher"),
        "unknown_round",
        None,
    );
    let mut stream = under_way();
    stream.give(&report("r1", (1, 1), "watcher")).unwrap();
    play(&mut stream);
    refused(
        &mut stream,
        &report("r2", (1, 1), "watcher"),
        "round_not_running",
        rule,
    );
    publish(&mut stream);
    stream.now_ms = stream.state.rounds[1].starts_at_ms;
    refused(
        &mut stream,
        &report("r2", (1, 1), "watcher"),
        "round_not_running",
        rule,
    );
    // What was reported is kept and can still be answered.
    stream
        .give(&answer("r1", ReportOutcome::Noted, None))
        .unwrap();
}

/// Three of an account in ten minutes.
#[test]
fn one_account_reports_only_so_often() {
    let mut stream = under_way();
    for id in ["r1", "r2", "r3"] {
        stream.give(&report(id, (1, 1), "watcher")).unwrap();
    }
    let fourth = report("r4", (1, 2), "watcher");
    refused(&mut stream, &fourth, "too_many_reports", None);
    stream.give(&report("o1", (1, 2), "another")).unwrap();
    stream.now_ms += 600_000;
    stream.give(&fourth).unwrap();
}

#[test]
fn a_report_is_noted_acted_upon_or_dismissed_once() {
    let mut stream = under_way();
    let (black, _) = first_table(&stream);
    for (id, by) in [("r1", "a"), ("r2", "b"), ("r3", "c")] {
        stream.give(&report(id, (1, 1), by)).unwrap();
    }
    for (command, code) in [
        (answer("none", ReportOutcome::Noted, None), "unknown_report"),
        (
            answer("r1", ReportOutcome::Dismissed, None),
            "dismissed_without_reason",
        ),
        (
            answer("r1", acted_upon(None, None), None),
            "acted_upon_nothing",
        ),
        (
            answer("r1", acted_upon(Some("p1"), None), None),
            "unknown_ruling",
        ),
    ] {
        refused(&mut stream, &command, code, None);
    }
    stream
        .give(&Command::ImposePenalty(penalty(
            "p1",
            &black,
            Penalty::RoomExpulsion { until_ms: None },
        )))
        .unwrap();
    stream
        .give(&answer("r1", acted_upon(Some("p1"), None), None))
        .unwrap();
    stream
        .give(&answer("r2", acted_upon(None, Some("pause-7")), None))
        .unwrap();
    stream
        .give(&answer("r3", ReportOutcome::Dismissed, Some("why")))
        .unwrap();
    let answered_at_ms = stream.now_ms;
    refused(
        &mut stream,
        &answer("r3", ReportOutcome::Noted, None),
        "report_answered",
        None,
    );
    let kept = stream.state.report("r3").unwrap();
    assert_eq!(kept.answered_at_ms, Some(answered_at_ms));
    assert_eq!(kept.answer.as_ref().unwrap().reason.as_deref(), Some("why"));
}

/// AGA V.E.13.b and c: a monitor claims, at his tables, what he was given to claim.
#[test]
fn a_monitor_claims_what_he_was_given_at_his_tables() {
    let mut stream = running(14, |rules| {
        rules
            .sources
            .insert("monitors".to_owned(), "AGA V.E.13".to_owned());
    });
    stream.now_ms = stream.state.rounds[0].starts_at_ms;
    let rule = Some("AGA V.E.13");
    let overtime = claim("c1", (1, 1), "monitor", TimeClaim::Overtime);
    refused(&mut stream, &overtime, "not_your_claim", rule);
    stream
        .give(&Command::AppointOfficial {
            account: account("monitor"),
            role: OfficialRole::Monitor,
            by: account("director"),
            consents: Vec::new(),
            powers: Some([Power::OvertimeClaims].into()),
        })
        .unwrap();
    stream
        .give(&Command::AssignTables {
            official: account("monitor"),
            round: Some(1),
            tables: [1].into(),
        })
        .unwrap();
    for (command, name) in [
        (claim("c1", (1, 1), "monitor", TimeClaim::BasicTime), "13.c"),
        (claim("c1", (1, 2), "monitor", TimeClaim::Overtime), "table"),
        (
            claim("c1", (1, 1), "director", TimeClaim::Overtime),
            "director",
        ),
    ] {
        let refusal = stream.refused(&command);
        assert_eq!(refusal.code(), "not_your_claim", "{name}");
    }
    // A crowd of strangers keeps neither each other's answers waiting without end, nor anybody of the event from a report.
    for number in 0..256 {
        let by = format!("watcher {}", number / 3);
        let id = format!("r{number}");
        stream.give(&report(&id, (1, 1), &by)).unwrap();
    }
    let beyond = report("r256", (1, 1), "somebody");
    refused(&mut stream, &beyond, "reports_wait", None);
    for number in 0..3 {
        let id = format!("m{number}");
        stream.give(&report(&id, (1, 1), "monitor")).unwrap();
    }
    let seen = answer("r0", ReportOutcome::Dismissed, Some("Nothing of the sort."));
    stream.give(&seen).unwrap();
    stream.give(&beyond).unwrap();
    let more = report("r257", (1, 1), "somebody");
    refused(&mut stream, &more, "reports_wait", None);
    // As many as flags fall, whatever else was reported, by himself or by a crowd.
    for number in 0..5 {
        let id = format!("c{number}");
        stream
            .give(&claim(&id, (1, 1), "monitor", TimeClaim::Overtime))
            .unwrap();
    }
}
