use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn aga(rules: &mut RuleSet) {
    rules.penalties = PenaltyRules::aga();
    rules
        .sources
        .insert("penalties.appeals".to_owned(), "AGA".to_owned());
}

fn mind_sports(rules: &mut RuleSet) {
    rules.penalties = PenaltyRules::mind_sports();
    if let Some(appeals) = &mut rules.penalties.appeals {
        appeals.window_ms = Some(600_000);
    }
    rules
        .sources
        .insert("penalties.appeals".to_owned(), "MSO 4.3".to_owned());
}

/// Round 1 with table 1 decided 40-24 and then awarded to white by the director's ruling r1.
fn ruled(rules: fn(&mut RuleSet)) -> (Stream, EntrantId) {
    let mut stream = running(14, rules);
    let (black, _) = first_table(&stream);
    play(&mut stream);
    lose_game(&mut stream, "r1", &black, 1);
    (stream, black)
}

fn decision(upheld: bool, effect: AppealEffect, by: &str) -> Command {
    Command::DecideAppeal(AppealDecision {
        appeal: "a1".to_owned(),
        upheld,
        effect,
        decision: "written".to_owned(),
        by: account(by),
    })
}

fn committee(members: &[&str], chair: &str) -> Command {
    Command::AppointCommittee(Committee {
        appeal: "a1".to_owned(),
        chair: account(chair),
        members: members.iter().map(|name| account(name)).collect(),
        by: account("director"),
    })
}

#[test]
fn a_committee_hears_the_parties_and_decides_before_the_next_pairing() {
    let rule = Some("AGA");
    let (mut stream, black) = ruled(aga);
    stream.give(&appeal("a1", "r1", &black)).unwrap();
    refused(
        &mut stream,
        &appeal("a2", "r1", &black),
        "already_appealed",
        rule,
    );
    let Command::PublishRound {
        starts_at_ms,
        seed,
        manual,
        constraints,
        ..
    } = stream.publication()
    else {
        panic!();
    };
    let careful = Command::PublishRound {
        into_break: false,
        starts_at_ms,
        seed,
        manual,
        constraints,
        clocks: vec![],
        handicaps: vec![],
        accept_deviations: false,
    };
    refused(&mut stream, &careful, "departure_unconfirmed", rule);
    let annul = decision(true, AppealEffect::Annul, "carl");
    refused(&mut stream, &annul, "committee_missing", rule);
    for (members, chair, code) in [
        (&["carl", "carl"][..], "carl", "bad_committee"),
        (&["carl", "dora"], "emil", "bad_committee"),
        (&["carl", "director"], "carl", "committee_partial"),
        (&["carl", "black"], "carl", "committee_partial"),
    ] {
        refused(&mut stream, &committee(members, chair), code, rule);
    }
    stream.give(&committee(&["carl", "dora"], "carl")).unwrap();
    refused(
        &mut stream,
        &decision(true, AppealEffect::Annul, "dora"),
        "not_the_chair",
        rule,
    );
    refused(&mut stream, &annul, "testimony_missing", rule);
    let note = Command::NoteTestimony {
        appeal: "a1".to_owned(),
        testimony: "t1".to_owned(),
        by: account("carl"),
    };
    stream.give(&note).unwrap();
    refused(&mut stream, &note, "testimony_noted", None);
    refused(
        &mut stream,
        &decision(false, AppealEffect::Annul, "carl"),
        "effect_of_dismissed_appeal",
        None,
    );
    assert_eq!(scores(&stream, &black), 0);
    stream.give(&annul).unwrap();
    assert_eq!(scores(&stream, &black), 2, "the result is what it was");
    assert_eq!(
        stream.state.ruling("r1").unwrap().status,
        RulingStatus::Annulled
    );
    refused(&mut stream, &annul, "appeal_decided", rule);
    stream.give(&careful).unwrap();
}

#[test]
fn publishing_over_an_open_appeal_is_a_named_deviation() {
    let (mut stream, black) = ruled(aga);
    stream.give(&appeal("a1", "r1", &black)).unwrap();
    publish(&mut stream);
    let named = |deviation: &Deviation| deviation.value == "penalties.appeals.before_next_pairing";
    assert!(stream.state.deviations.iter().any(named));
    let (mut late, black) = ruled(aga);
    publish(&mut late);
    refused(
        &mut late,
        &appeal("a1", "r1", &black),
        "appeal_too_late",
        Some("AGA"),
    );
}

#[test]
fn the_head_arbiter_decides_or_refers_within_the_window() {
    let rule = Some("MSO 4.3");
    let (mut stream, black) = ruled(mind_sports);
    appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
    stream.now_ms += 700_000;
    refused(
        &mut stream,
        &appeal("a1", "r1", &black),
        "appeal_too_late",
        rule,
    );
    stream.now_ms -= 650_000;
    stream.give(&appeal("a1", "r1", &black)).unwrap();
    publish(&mut stream);
    let replace = |by: &str| {
        let ruling = PenaltyRuling {
            by: account(by),
            ..penalty("r2", &black, Penalty::Warning)
        };
        decision(true, AppealEffect::Replace { ruling }, by)
    };
    refused(
        &mut stream,
        &replace("director"),
        "may_not_decide_appeal",
        rule,
    );
    let Command::DecideAppeal(other) = replace("arbiter") else {
        panic!();
    };
    let forged = Command::DecideAppeal(AppealDecision {
        effect: AppealEffect::Replace {
            ruling: penalty("r2", &black, Penalty::Warning),
        },
        ..other
    });
    refused(&mut stream, &forged, "may_not_rule", None);
    let events = stream.give(&replace("arbiter")).unwrap();
    assert!(
        matches!(
            &events[..],
            [
                Event::AppealDecided(_),
                Event::ResultCorrected {
                    after_pairing_of: Some(2),
                    ..
                },
                Event::PenaltyImposed(_)
            ]
        ),
        "{events:?}"
    );
    assert!(stream.state.penalised(&black, PenaltyKind::Warning));
    assert_eq!(stream.state.open_appeals().count(), 0);
}

#[test]
fn an_open_appeal_or_review_holds_the_confirmation_up() {
    let mut stream = running(4, mind_sports);
    play(&mut stream);
    while stream.state.next_round() <= stream.state.planned_rounds() {
        publish(&mut stream);
        play(&mut stream);
    }
    let first = entrant(0);
    stream
        .give(&Command::ImposePenalty(penalty(
            "r1",
            &first,
            Penalty::Warning,
        )))
        .unwrap();
    stream
        .give(&Command::ImposePenalty(penalty("r2", &first, Penalty::Ban)))
        .unwrap();
    stream.give(&appeal("a1", "r1", &first)).unwrap();
    let confirm = Command::ConfirmTournament {
        without_finals: true,
    };
    refused(&mut stream, &confirm, "appeal_open", Some("MSO 4.3"));
    appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
    stream
        .give(&decision(false, AppealEffect::Nothing, "arbiter"))
        .unwrap();
    assert_eq!(stream.refused(&confirm).code(), "review_open");
}

#[test]
fn protests_are_filed_and_decided_once() {
    let mut stream = running(14, aga);
    let (black, white) = first_table(&stream);
    let protest = |board| {
        Command::FileProtest(ProtestFiling {
            protest: "p1".to_owned(),
            entrant: black.clone(),
            against: Some(white.clone()),
            board,
            reason: "illegal move".to_owned(),
            by: account("black"),
        })
    };
    refused(
        &mut stream,
        &protest(Some(BoardRef::new(1, 99))),
        "unknown_table",
        None,
    );
    let decide = |by: &str, ruling: Option<&str>| {
        Command::DecideProtest(ProtestDecision {
            protest: "p1".to_owned(),
            upheld: true,
            ruling: ruling.map(str::to_owned),
            reason: "seen".to_owned(),
            by: account(by),
        })
    };
    refused(
        &mut stream,
        &decide("director", None),
        "unknown_protest",
        None,
    );
    stream.give(&protest(Some(BoardRef::new(1, 1)))).unwrap();
    refused(&mut stream, &protest(None), "protest_exists", None);
    refused(
        &mut stream,
        &decide("black", None),
        "may_not_rule",
        Some("EGP V.1"),
    );
    refused(
        &mut stream,
        &decide("director", Some("r9")),
        "unknown_ruling",
        None,
    );
    stream
        .give(&Command::ImposePenalty(penalty(
            "r1",
            &white,
            Penalty::Warning,
        )))
        .unwrap();
    stream.give(&decide("director", Some("r1"))).unwrap();
    refused(
        &mut stream,
        &decide("director", None),
        "protest_decided",
        None,
    );
    let filed = Command::FileAppeal(AppealFiling {
        appeal: "a1".to_owned(),
        against: Appealed::Protest {
            protest: "p1".to_owned(),
        },
        entrant: Some(white.clone()),
        reason: "why".to_owned(),
        by: account("white"),
    });
    stream.give(&filed).unwrap();
}
