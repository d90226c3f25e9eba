use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn there(stream: &Stream, round: u32) -> Vec<String> {
    stream
        .state
        .present_for(round)
        .map(|entrant| entrant.id.0.clone())
        .collect()
}

#[test]
fn who_has_not_checked_in_is_not_paired() {
    let mut stream = with_entrants(4, |rules| {
        rules.entry.check_in = CheckInPolicy::FirstRound;
    });
    let publication = stream.publication();
    refused(&mut stream, &publication, "check_in_missing", None);
    let check_in = |number| Command::CheckIn {
        entrant: entrant(number),
    };
    refused(&mut stream, &check_in(0), "check_in_closed", None);
    let open = Command::OpenCheckIn { round: 1 };
    refused(
        &mut stream,
        &Command::OpenCheckIn { round: 2 },
        "check_in_out_of_order",
        None,
    );
    stream.give(&open).unwrap();
    refused(&mut stream, &open, "check_in_already_open", None);
    for number in 0..3 {
        stream.give(&check_in(number)).unwrap();
    }
    refused(&mut stream, &check_in(0), "already_checked_in", None);
    let publication = stream.publication();
    refused(&mut stream, &publication, "check_in_open", None);
    stream.give(&Command::CloseCheckIn { round: 1 }).unwrap();
    publish(&mut stream);
    assert_eq!(there(&stream, 1), ["e000", "e001", "e002"]);
    let round = stream.state.round(1).unwrap();
    assert!(!round.byes.contains(&entrant(3)));
    assert!(
        round
            .boards
            .iter()
            .all(|board| board.pairing.black != entrant(3) && board.pairing.white != entrant(3))
    );
    assert_eq!(there(&stream, 2).len(), 4, "the check-in was for round 1");
}

#[test]
fn an_announced_absence_scores_what_the_rules_grant() {
    let mut stream = running(14, |rules| {
        rules.entry.announced_absence_half_points = HalfPoints(1);
        rules.entry.scored_absences = Some(1);
    });
    let absent = |rounds: &[u32]| Command::AnnounceAbsence {
        entrant: entrant(0),
        rounds: rounds.to_vec(),
    };
    for bad in [&[][..], &[1], &[2, 2], &[99]] {
        refused(&mut stream, &absent(bad), "bad_rounds", None);
    }
    stream.give(&absent(&[3, 2])).unwrap();
    refused(&mut stream, &absent(&[3]), "already_absent", None);
    assert_eq!(
        stream.state.entrant(&entrant(0)).unwrap().absences,
        [(2, HalfPoints(1)), (3, HalfPoints(0))].into()
    );
    play(&mut stream);
    let before = scores(&stream, &entrant(0));
    publish(&mut stream);
    assert!(!there(&stream, 2).contains(&"e000".to_owned()));
    assert_eq!(scores(&stream, &entrant(0)), before + 1);
    play(&mut stream);
    let back = Command::EndAbsence {
        entrant: entrant(0),
    };
    stream.give(&back).unwrap();
    refused(&mut stream, &back, "not_absent", None);
    publish(&mut stream);
    assert!(there(&stream, 3).contains(&"e000".to_owned()));
    assert_eq!(scores(&stream, &entrant(0)), before + 1);
}

#[test]
fn a_withdrawal_is_for_good_and_leaves_open_boards_open() {
    let mut stream = running(14, |_| {});
    let (black, _) = first_table(&stream);
    let withdraw = Command::WithdrawEntrant {
        entrant: black.clone(),
    };
    stream.give(&withdraw).unwrap();
    assert_eq!(stream.state.round(1).unwrap().open_tables().count(), 7);
    assert!(there(&stream, 1).contains(&black.0) && !there(&stream, 2).contains(&black.0));
    for command in [
        withdraw,
        Command::AnnounceAbsence {
            entrant: black.clone(),
            rounds: vec![2],
        },
    ] {
        refused(&mut stream, &command, "already_withdrawn", Some("EGP II.6"));
    }
    play(&mut stream);
    assert_eq!(scores(&stream, &black), 2, "his score stands");
}

#[test]
fn a_no_show_needs_a_limit_and_its_end() {
    let absent = Command::RecordNoShow {
        round: 1,
        table: 1,
        absent: Absence::White,
    };
    let mut clock_only = running(4, |_| {});
    let rule = clock_only
        .state
        .rule_set
        .as_ref()
        .unwrap()
        .sources
        .get("absence_policy")
        .cloned();
    refused(
        &mut clock_only,
        &absent,
        "no_absence_limit",
        rule.as_deref(),
    );
    let mut stream = running(14, |rules| {
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 900_000 };
        rules.entry.no_shows_until_withdrawn = Some(1);
    });
    refused(
        &mut stream,
        &absent,
        "absence_limit_running",
        rule.as_deref(),
    );
    stream.now_ms += 600_000 + 900_000;
    let (black, white) = first_table(&stream);
    let events = stream.give(&absent).unwrap();
    assert!(
        matches!(&events[..], [Event::ResultRecorded { result, .. }, Event::EntrantWithdrawn { entrant, from_round: 2 }]
            if result.absent == Absence::White && *entrant == white),
        "{events:?}"
    );
    assert_eq!(scores(&stream, &black), 2);
    refused(&mut stream, &absent, "result_already_recorded", None);
}
