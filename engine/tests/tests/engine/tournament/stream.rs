//! What the stream accepts and refuses, one case at a time.

use crate::tournament::support::*;
use outflank_tournament::*;

fn won(black_discs: u32) -> ResultRecord {
    record_of(&GameResult::played(black_discs))
}

fn entrant(number: usize) -> EntrantId {
    EntrantId(format!("e{number:03}"))
}

fn record(round: u32, table: u32, result: ResultRecord) -> Command {
    Command::RecordResult {
        round,
        table,
        result,
    }
}

/// Four entrants, round 1 published with two open boards.
fn running() -> Stream {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 4);
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    stream
}

fn code(stream: &mut Stream, command: &Command) -> &'static str {
    stream.refused(command).code()
}

#[test]
fn the_tournament_comes_first_and_once() {
    let mut stream = Stream::new(1);
    assert_eq!(code(&mut stream, &registration(1)), "tournament_absent");
    let create = stream.creation(RuleSet::egp_2020());
    let events = stream.give(&create).unwrap();
    assert!(matches!(
        events[1],
        Event::OfficialAppointed {
            role: OfficialRole::HeadDirector,
            ..
        }
    ));
    assert_eq!(code(&mut stream, &create), "tournament_exists");
    assert_eq!(stream.state.phase(), Phase::Registration);
    assert!(stream.state.conformant());
}

#[test]
fn facts_are_checked() {
    let mut stream = Stream::new(1);
    let base = stream.creation(RuleSet::egp_2020());
    let mut changed = |change: &dyn Fn(&mut TournamentFacts)| {
        let mut command = base.clone();
        if let Command::CreateTournament { facts, .. } = &mut command {
            change(facts);
        }
        code(&mut stream, &command)
    };
    assert_eq!(changed(&|facts| facts.name.clear()), "bad_facts");
    assert_eq!(changed(&|facts| facts.name = "x".repeat(201)), "bad_facts");
    assert_eq!(
        changed(&|facts| facts.country = "\u{7}".to_owned()),
        "bad_facts"
    );
    for date in [
        "",
        "2026-02-29",
        "2026-13-01",
        "2026-00-10",
        "26-01-01",
        "2026-01-1x",
        "2026/01/01",
        "éé26-01-0",
    ] {
        assert_eq!(
            changed(&|facts| date.clone_into(&mut facts.date)),
            "bad_date",
            "{date}"
        );
    }
}

#[test]
fn leaving_the_text_needs_a_second_word_and_is_for_good() {
    let mut stream = Stream::new(1);
    let mut rules = RuleSet::egp_2020();
    rules.time_controls.qualification = TimeControl::SuddenDeath { main_ms: 60_000 };
    let mut create = stream.creation(rules);
    if let Command::CreateTournament {
        accept_deviations, ..
    } = &mut create
    {
        *accept_deviations = false;
    }
    let refusal = stream.refused(&create);
    assert_eq!(refusal.code(), "departure_unconfirmed");
    assert_eq!(refusal.rule(), Some("EGP IV.1"));
    if let Command::CreateTournament {
        accept_deviations, ..
    } = &mut create
    {
        *accept_deviations = true;
    }
    stream.give(&create).unwrap();
    assert!(!stream.state.conformant());
    stream
        .give(&Command::ChangeRuleSet {
            rule_set: RuleSet::egp_2020(),
            origin: None,
            accept_deviations: false,
        })
        .unwrap();
    assert!(!stream.state.conformant(), "there is no way back");
}

#[test]
fn a_format_outside_the_text_needs_a_second_word() {
    let rules = RuleSet {
        rounds: Some(3),
        ..RuleSet::egp_2020()
    };
    let mut stream = Stream::with_entrants(1, rules, 12);
    let mut publication = stream.publication();
    if let Command::PublishRound {
        accept_deviations, ..
    } = &mut publication
    {
        *accept_deviations = false;
    }
    assert_eq!(code(&mut stream, &publication), "departure_unconfirmed");
    let accepted = stream.publication();
    stream.give(&accepted).unwrap();
    let events = &stream.events;
    assert!(events.iter().any(
        |(_, event)| matches!(event, Event::RegistrationClosed { plan } if plan.rounds() == 3)
    ));
}

#[test]
fn officials() {
    let mut stream = Stream::created(1, RuleSet::egp_2020());
    let director = AccountId::from("director");
    let deputy = AccountId::from("deputy");
    let appoint = |account: &AccountId, role| Command::AppointOfficial {
        account: account.clone(),
        role,
        by: director.clone(),
        consents: Vec::new(),
        powers: None,
    };
    let dismiss = |account: &AccountId| Command::DismissOfficial {
        account: account.clone(),
    };
    assert_eq!(
        stream.state.role_of(&director).official,
        Some(OfficialRole::HeadDirector)
    );
    assert_eq!(code(&mut stream, &dismiss(&deputy)), "unknown_official");
    assert_eq!(code(&mut stream, &dismiss(&director)), "last_head_director");
    assert_eq!(
        code(&mut stream, &appoint(&director, OfficialRole::Assistant)),
        "last_head_director"
    );
    stream
        .give(&appoint(&deputy, OfficialRole::Assistant))
        .unwrap();
    assert_eq!(
        code(&mut stream, &appoint(&deputy, OfficialRole::Assistant)),
        "official_already"
    );
    assert_eq!(code(&mut stream, &dismiss(&director)), "last_head_director");
    stream
        .give(&appoint(&deputy, OfficialRole::HeadDirector))
        .unwrap();
    stream.give(&dismiss(&director)).unwrap();
    assert_eq!(stream.state.role_of(&director), Roles::default());
    assert_eq!(
        code(
            &mut stream,
            &appoint(&AccountId::from(""), OfficialRole::Assistant)
        ),
        "bad_id"
    );
}

#[test]
fn entrants_and_seats() {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 2);
    assert_eq!(code(&mut stream, &registration(0)), "entrant_exists");
    let remove = |number| Command::RemoveEntrant {
        entrant: entrant(number),
    };
    assert_eq!(code(&mut stream, &remove(9)), "unknown_entrant");
    let seat = |number, account: &str| Command::AssignSeat {
        entrant: entrant(number),
        account: AccountId::from(account),
        operator: None,
    };
    stream.give(&seat(0, "ann")).unwrap();
    assert_eq!(
        stream.state.role_of(&AccountId::from("ann")).entrant,
        Some(entrant(0))
    );
    assert_eq!(code(&mut stream, &seat(0, "bob")), "seat_taken");
    assert_eq!(code(&mut stream, &seat(1, "ann")), "account_already_seated");
    assert_eq!(code(&mut stream, &seat(9, "bob")), "unknown_entrant");
    let release = Command::ReleaseSeat {
        entrant: entrant(0),
    };
    stream.give(&release).unwrap();
    assert_eq!(code(&mut stream, &release), "seat_free");
    stream.give(&seat(1, "ann")).unwrap();
    stream.give(&remove(1)).unwrap();
    assert_eq!(
        stream.state.role_of(&AccountId::from("ann")),
        Roles::default()
    );
    assert_eq!(
        code(
            &mut stream,
            &Command::WithdrawEntrant {
                entrant: entrant(0)
            }
        ),
        "not_started"
    );
    let publication = stream.publication();
    assert_eq!(code(&mut stream, &publication), "too_few_entrants");

    let mut stream = running();
    assert_eq!(code(&mut stream, &registration(7)), "registration_closed");
    assert_eq!(code(&mut stream, &remove(0)), "registration_closed");
    stream.give(&seat(0, "ann")).unwrap();
    let withdraw = Command::WithdrawEntrant {
        entrant: entrant(0),
    };
    stream.give(&withdraw).unwrap();
    assert_eq!(
        stream.state.entrant(&entrant(0)).unwrap().withdrawn_from,
        Some(2)
    );
    let refusal = stream.refused(&withdraw);
    assert_eq!(
        (refusal.code(), refusal.rule()),
        ("already_withdrawn", Some("EGP II.6"))
    );
}

#[test]
fn a_round_robin_draws_its_chairs_once() {
    let mut stream = running();
    let published = stream
        .events
        .iter()
        .map(|(_, event)| event)
        .collect::<Vec<_>>();
    let kinds: Vec<&str> = published
        .iter()
        .rev()
        .take(4)
        .map(|event| match event {
            Event::RegistrationClosed { .. } => "closed",
            Event::DrawRevealed { .. } => "revealed",
            Event::SeatsDrawn { .. } => "seats",
            Event::RoundPublished { .. } => "published",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["published", "seats", "revealed", "closed"]);
    assert_eq!(stream.state.next_draw(), None);
    for table in 1..=2 {
        stream.give(&record(1, table, won(40))).unwrap();
    }
    stream.finish();
    let events = stream
        .give(&Command::PublishRound {
            into_break: false,
            starts_at_ms: i64::MIN,
            seed: None,
            accept_deviations: false,
            manual: None,
            constraints: RoundConstraints::default(),
            clocks: vec![],
            handicaps: vec![],
        })
        .unwrap();
    assert!(
        matches!(&events[..], [Event::RoundPublished { starts_at_ms, draw: None, .. }] if *starts_at_ms == stream.now_ms)
    );
    assert_eq!(stream.state.lots.draws_revealed, 1);
}

#[test]
fn seeds_are_checked_against_the_chain() {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 4);
    assert_eq!(stream.state.next_draw().as_deref(), Some("round 1"));
    let publish = |seed| Command::PublishRound {
        into_break: false,
        starts_at_ms: 0,
        seed,
        accept_deviations: false,
        manual: None,
        constraints: RoundConstraints::default(),
        clocks: vec![],
        handicaps: vec![],
    };
    assert_eq!(code(&mut stream, &publish(None)), "seed_missing");
    assert_eq!(code(&mut stream, &publish(Some(seed(99)))), "wrong_seed");
    let skipping = chain_link(&stream.secret, CHAIN_LENGTH, 2);
    assert_eq!(code(&mut stream, &publish(skipping)), "wrong_seed");
    assert_eq!(
        chain_link(&stream.secret, CHAIN_LENGTH, CHAIN_LENGTH),
        Some(stream.secret)
    );
    assert_eq!(
        chain_link(&stream.secret, CHAIN_LENGTH, CHAIN_LENGTH + 1),
        None
    );
}

#[test]
fn rounds_end_by_their_boards() {
    let mut stream = running();
    let finish = Command::FinishRound { round: 1 };
    let publication = stream.publication();
    assert_eq!(code(&mut stream, &publication), "round_unfinished");
    assert_eq!(code(&mut stream, &finish), "boards_open");
    assert_eq!(
        code(&mut stream, &Command::FinishRound { round: 2 }),
        "unknown_round"
    );
    assert_eq!(code(&mut stream, &record(1, 3, won(40))), "unknown_table");
    assert_eq!(code(&mut stream, &record(0, 1, won(40))), "unknown_round");
    stream.give(&record(1, 1, won(40))).unwrap();
    assert_eq!(
        code(&mut stream, &record(1, 1, won(40))),
        "result_already_recorded"
    );
    let refusal = stream.refused(&finish);
    assert!(refusal.detail().contains("table 2"), "{}", refusal.detail());
    stream.give(&record(1, 2, won(32))).unwrap();
    assert_eq!(stream.state.round(1).unwrap().state(), RoundState::Complete);
    let publication = stream.publication();
    assert_eq!(
        code(&mut stream, &publication),
        "round_unfinished",
        "finishing is the director's act"
    );
    stream.give(&finish).unwrap();
    assert_eq!(code(&mut stream, &finish), "round_already_finished");
}

#[test]
fn results_are_only_ever_added() {
    let mut stream = running();
    let correct = |result: ResultRecord, reason: &str| Command::CorrectResult {
        round: 1,
        table: 1,
        result,
        reason: reason.to_owned(),
    };
    assert_eq!(
        code(&mut stream, &correct(won(40), "r1")),
        "no_result_to_correct"
    );
    for table in 1..=2 {
        stream.give(&record(1, table, won(40))).unwrap();
    }
    stream.finish();
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    let second = stream.state.round(2).cloned();
    assert_eq!(
        code(&mut stream, &correct(won(40), "r1")),
        "result_unchanged"
    );
    assert_eq!(code(&mut stream, &correct(won(41), "")), "bad_id");
    stream.give(&correct(won(20), "r1")).unwrap();
    let board = stream.state.round(1).unwrap().board(1).unwrap();
    assert_eq!(board.results.len(), 2);
    assert_eq!(board.results[0].result, won(40));
    assert_eq!(board.result(), Some(&won(20)));
    assert_eq!(board.results[1].reason.as_deref(), Some("r1"));
    assert_eq!(
        stream.state.round(2).cloned(),
        second,
        "nothing is paired again"
    );
}

#[test]
fn impossible_results_are_refused() {
    let mut stream = running();
    let result = |black_discs, white_discs, winner, absent| ResultRecord {
        black_discs,
        white_discs,
        winner,
        kind: ResultKind::Ruling,
        absent,
        game: None,
        unplayed: false,
    };
    let (black, white) = (Some(Colour::Black), Some(Colour::White));
    for bad in [
        result(40, 23, black, Absence::Nobody),
        result(40, 24, white, Absence::Nobody),
        result(40, 24, None, Absence::Nobody),
        result(32, 32, black, Absence::Nobody),
        result(u32::MAX, 65, black, Absence::Nobody),
        result(0, 0, None, Absence::Nobody),
        result(0, 64, white, Absence::White),
        result(1, 63, white, Absence::Black),
        result(0, 64, white, Absence::Both),
    ] {
        assert_eq!(code(&mut stream, &record(1, 1, bad)), "result_inconsistent");
    }
    let mut with_game = won(40);
    with_game.game = Some(String::new());
    assert_eq!(code(&mut stream, &record(1, 1, with_game)), "bad_id");
    stream
        .give(&record(1, 1, result(0, 64, white, Absence::Black)))
        .unwrap();
    stream
        .give(&record(1, 2, result(0, 0, None, Absence::Both)))
        .unwrap();
    let points: HalfPoints = stream
        .state
        .standings()
        .unwrap()
        .iter()
        .map(|line| line.half_points)
        .sum();
    assert_eq!(points, HalfPoints(2));
}

#[test]
fn lots_and_confirmation_close_the_event() {
    let mut stream = Stream::with_entrants(3, RuleSet::egp_2020(), 2);
    let confirm = |without_finals| Command::ConfirmTournament { without_finals };
    assert_eq!(code(&mut stream, &confirm(true)), "rounds_left");
    for round in 1..=3 {
        let publication = stream.publication();
        stream.give(&publication).unwrap();
        assert_eq!(code(&mut stream, &confirm(true)), "rounds_left");
        stream.give(&record(round, 1, won(32))).unwrap();
        stream.finish();
    }
    let publication = stream.publication();
    assert_eq!(code(&mut stream, &publication), "lots_not_drawn");
    assert_eq!(code(&mut stream, &confirm(true)), "lots_not_drawn");
    let lots = Command::DrawLots {
        seed: stream.next_seed(),
    };
    assert_eq!(
        code(&mut stream, &Command::DrawLots { seed: seed(8) }),
        "wrong_seed"
    );
    stream.give(&lots).unwrap();
    assert_eq!(code(&mut stream, &lots), "lots_already_drawn");
    assert_eq!(code(&mut stream, &publication), "finals_not_announced");
    let refusal = stream.refused(&confirm(false));
    assert_eq!(
        (refusal.code(), refusal.rule()),
        ("finals_unfinished", Some("EGP II.1"))
    );
    assert!(stream.state.conformant());
    stream.give(&confirm(true)).unwrap();
    assert!(!stream.state.conformant());
    let ranking = stream.state.ranking.clone().unwrap();
    let order: Vec<EntrantId> = ranking.iter().map(|line| line.entrant.clone()).collect();
    assert_eq!(Some(order), stream.state.lots.order);
    assert_eq!(code(&mut stream, &confirm(true)), "tournament_confirmed");
    assert_eq!(
        code(&mut stream, &record(1, 1, won(40))),
        "tournament_confirmed"
    );
}

#[test]
fn too_many_entrants_are_refused() {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), MAX_ENTRANTS as usize);
    assert_eq!(code(&mut stream, &registration(5000)), "too_many_entrants");
}
