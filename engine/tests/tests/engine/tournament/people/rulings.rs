use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn impose(ruling: PenaltyRuling) -> Command {
    Command::ImposePenalty(ruling)
}

fn loss(opponent_discs: Option<u32>) -> Penalty {
    Penalty::LossOfGame {
        round: 1,
        table: 1,
        opponent_discs,
    }
}

fn board(stream: &Stream) -> (u32, u32) {
    let round = stream.state.round(1).unwrap();
    let result = round.board(1).unwrap().result().unwrap();
    (result.black_discs, result.white_discs)
}

#[test]
fn the_catalogue_of_othello() {
    let time = |taken_ms, given_ms| Penalty::Time {
        round: 1,
        table: 1,
        taken_ms,
        given_ms,
        empties_clock: false,
    };
    let draw = Penalty::Draw { round: 1, table: 1 };
    let score = |opponent_discs| Penalty::FinalScore {
        round: 1,
        table: 1,
        opponent_discs,
    };
    // The offender has black; the result before, the penalty, the result after or the refusal.
    type Outcome = Result<Option<(u32, u32)>, &'static str>;
    let cases: Vec<(Option<u32>, Penalty, Outcome, &str)> = vec![
        (None, time(60_000, 0), Ok(None), "EGP V.2"),
        (None, time(0, 60_000), Ok(None), "EGP V.2"),
        (None, time(0, 0), Err("penalty_out_of_range"), ""),
        (Some(40), time(60_000, 0), Err("board_closed"), ""),
        (Some(40), score(30), Ok(Some((34, 30))), "EGP V.2"),
        (
            Some(40),
            score(24),
            Err("penalty_harms_opponent"),
            "EGP V.1",
        ),
        (
            Some(40),
            score(20),
            Err("penalty_harms_opponent"),
            "EGP V.1",
        ),
        (None, score(30), Err("no_result_to_correct"), ""),
        (Some(40), draw.clone(), Ok(Some((32, 32))), "EGP V.2"),
        (None, draw.clone(), Ok(Some((32, 32))), "EGP V.2"),
        (Some(20), draw, Err("penalty_harms_opponent"), "EGP V.1"),
        (None, loss(None), Ok(Some((0, 64))), "EGP V.2"),
        (Some(40), loss(Some(40)), Ok(Some((24, 40))), "EGP V.2"),
        (Some(40), loss(Some(32)), Err("penalty_out_of_range"), ""),
        (
            Some(0),
            loss(None),
            Err("penalty_harms_opponent"),
            "EGP V.1",
        ),
        (
            None,
            Penalty::RoomExpulsion { until_ms: None },
            Ok(None),
            "EGP V.2",
        ),
        (None, Penalty::Expulsion, Ok(None), "EGP V.2"),
        (None, Penalty::Warning, Err("penalty_unknown"), "EGP V.2"),
        (
            None,
            Penalty::Points {
                half_points: HalfPoints(2),
                board: None,
            },
            Err("penalty_unknown"),
            "EGP V.2",
        ),
    ];
    for (before, act, expected, rule) in cases {
        let mut stream = running(14, |_| {});
        let (black, _) = first_table(&stream);
        if let Some(black_discs) = before {
            record(&mut stream, 1, 1, played(black_discs));
        }
        let command = impose(penalty("r1", &black, act.clone()));
        match (stream.give(&command), expected) {
            (Ok(events), Ok(after)) => {
                let Event::PenaltyImposed(ruling) = &events[0] else {
                    panic!("{events:?}");
                };
                assert_eq!(ruling.paragraph.as_deref(), Some(rule), "{act:?}");
                let result = stream.state.round(1).unwrap().board(1).unwrap().result();
                assert_eq!(
                    result.map(|result| (result.black_discs, result.white_discs)),
                    after,
                    "{act:?}"
                );
            }
            (Err(refusal), Err(code)) => {
                assert_eq!(refusal.code(), code, "{act:?}");
                assert_eq!(refusal.rule().unwrap_or_default(), rule, "{act:?}");
            }
            (got, wanted) => panic!("{act:?}: {got:?} instead of {wanted:?}"),
        }
    }
}

#[test]
fn only_the_head_director_rules_and_for_good() {
    let mut stream = running(14, |_| {});
    appoint(&mut stream, "deputy", OfficialRole::Assistant);
    let (black, white) = first_table(&stream);
    let ruling = |by: &str, whom: &EntrantId| {
        impose(PenaltyRuling {
            by: account(by),
            ..penalty("r1", whom, loss(None))
        })
    };
    refused(
        &mut stream,
        &ruling("deputy", &black),
        "may_not_rule",
        Some("EGP V.1"),
    );
    refused(
        &mut stream,
        &ruling("nobody", &black),
        "may_not_rule",
        Some("EGP V.1"),
    );
    let stranger = stream.state.round(1).unwrap().boards[1]
        .pairing
        .black
        .clone();
    refused(
        &mut stream,
        &ruling("director", &stranger),
        "not_at_table",
        None,
    );
    stream.give(&ruling("director", &black)).unwrap();
    refused(
        &mut stream,
        &ruling("director", &black),
        "ruling_exists",
        None,
    );
    assert_eq!(scores(&stream, &white), 2);
    let appeal = Command::FileAppeal(AppealFiling {
        appeal: "a1".to_owned(),
        against: Appealed::Ruling {
            ruling: "r1".to_owned(),
        },
        entrant: Some(black),
        reason: "why".to_owned(),
        by: account("black"),
    });
    refused(&mut stream, &appeal, "decision_final", Some("EGP V.1"));
}

#[test]
fn expulsion_is_a_withdrawal_and_a_room_is_left_for_a_time_or_for_good() {
    let mut stream = running(14, |_| {});
    let (black, _) = first_table(&stream);
    stream
        .give(&Command::AssignSeat {
            entrant: black.clone(),
            account: account("ann"),
            operator: None,
        })
        .unwrap();
    let until_ms = Some(stream.now_ms + 60_000);
    stream
        .give(&impose(penalty(
            "r1",
            &black,
            Penalty::RoomExpulsion { until_ms },
        )))
        .unwrap();
    let now = stream.now_ms;
    assert!(stream.state.expelled_from_room(&account("ann"), now));
    assert!(
        !stream
            .state
            .expelled_from_room(&account("ann"), now + 60_000)
    );
    let spectator = |id: &str, act| {
        impose(PenaltyRuling {
            whom: Offender::Spectator {
                account: account("bob"),
            },
            ..penalty(id, &black, act)
        })
    };
    refused(
        &mut stream,
        &spectator("r2", Penalty::Expulsion),
        "penalty_not_for_spectators",
        Some("EGP V.2"),
    );
    stream
        .give(&spectator("r2", Penalty::RoomExpulsion { until_ms: None }))
        .unwrap();
    assert!(stream.state.expelled_from_room(&account("bob"), i64::MAX));
    stream
        .give(&impose(penalty("r3", &black, Penalty::Expulsion)))
        .unwrap();
    let known = stream.state.entrant(&black).unwrap();
    assert_eq!(known.withdrawn_from, Some(2));
    assert!(
        stream
            .state
            .round(1)
            .unwrap()
            .board(1)
            .unwrap()
            .result()
            .is_none()
    );
    let again = impose(penalty("r4", &black, Penalty::Expulsion));
    refused(&mut stream, &again, "already_withdrawn", Some("EGP II.6"));
}

fn mind_sports(rules: &mut RuleSet) {
    rules.penalties = PenaltyRules::mind_sports();
    rules
        .sources
        .insert("penalties.reviewed".to_owned(), "MSO 5.2".to_owned());
}

#[test]
fn points_and_places_are_lost() {
    let mut stream = running(14, mind_sports);
    // No two have the same discs: each has a rank of his own.
    for table in 1..=7 {
        record(&mut stream, 1, table, played(40 + table));
    }
    stream.finish();
    let list = stream.state.standings().unwrap();
    let first = stream.state.entrants[list[0].player].id.clone();
    let score = list[0].half_points;
    stream
        .give(&impose(penalty(
            "r1",
            &first,
            Penalty::Position {
                places: 3,
                board: None,
            },
        )))
        .unwrap();
    let moved = stream.state.standings().unwrap();
    assert_eq!(moved[3].player, list[0].player);
    assert_eq!(
        (moved[3].place, moved[3].rank, moved[3].half_points),
        (4, 4, score)
    );
    assert_eq!(
        moved.iter().map(|line| line.place).collect::<Vec<_>>(),
        (1..=14).collect::<Vec<_>>()
    );
    stream
        .give(&impose(penalty(
            "r2",
            &first,
            Penalty::Points {
                half_points: HalfPoints(3),
                board: None,
            },
        )))
        .unwrap();
    assert_eq!(scores(&stream, &first), score.0 - 3);
    assert_eq!(
        stream.state.result_table().players[list[0].player].adjustment_half_points,
        HalfPoints(-3)
    );
}

/// As rulings, consents and declarations name it.
#[test]
fn a_board_is_kept_as_its_two_numbers() {
    let board = BoardRef::new(3, 7);
    assert_eq!(serde_json::to_string(&board).unwrap(), "[3,7]");
    assert_eq!(serde_json::from_str::<BoardRef>("[3,7]").unwrap(), board);
    assert_eq!(board.to_string(), "3/7");
    assert!(BoardRef::new(2, 9) < board, "rounds come first");
}

/// MSO 5.1: points and a position are lost in the game in question; of the whole event they are a house's extension.
#[test]
fn points_and_a_place_are_lost_in_the_game_in_question() {
    let mut stream = running(14, mind_sports);
    record(&mut stream, 1, 1, played(40));
    let (black, white) = first_table(&stream);
    let second_table = stream.state.rounds[0].boards[1].pairing.black.clone();
    let of = |at: Option<(u32, u32)>| at.map(BoardRef::from);
    let points = |halves, at| Penalty::Points {
        half_points: HalfPoints(halves),
        board: of(at),
    };
    let place = |places, at| Penalty::Position {
        places,
        board: of(at),
    };
    let left = |stream: &Stream| {
        let known = &stream.state.deviations;
        known.iter().any(|one| one.value == "penalties.position")
    };
    let given = |stream: &mut Stream, id: &str, whom: &EntrantId, act: Penalty, accept| {
        stream.give(&impose(PenaltyRuling {
            accept_deviations: accept,
            ..penalty(id, whom, act)
        }))
    };
    for act in [points(1, None), place(1, None)] {
        let refusal = given(&mut stream, "r0", &black, act, false).unwrap_err();
        assert_eq!(refusal.code(), "departure_unconfirmed");
        assert_eq!(refusal.rule(), Some("EGP V.2"));
    }
    for act in [points(3, Some((1, 1))), place(2, Some((1, 1)))] {
        let refusal = given(&mut stream, "r0", &black, act, false).unwrap_err();
        assert_eq!(refusal.code(), "penalty_out_of_range");
    }
    let elsewhere = given(&mut stream, "r0", &black, points(1, Some((1, 2))), false);
    assert_eq!(elsewhere.unwrap_err().code(), "not_at_table");
    let open = given(
        &mut stream,
        "r0",
        &second_table,
        place(1, Some((1, 2))),
        false,
    );
    assert_eq!(open.unwrap_err().code(), "no_result_to_correct");
    let harmless = given(&mut stream, "r0", &white, place(1, Some((1, 1))), false);
    assert_eq!(
        harmless.unwrap_err().code(),
        "penalty_harms_opponent",
        "he is last in it already"
    );

    given(&mut stream, "r1", &black, points(1, Some((1, 1))), false).unwrap();
    assert_eq!((scores(&stream, &black), scores(&stream, &white)), (1, 0));
    assert_eq!(board(&stream), (40, 24), "the game itself stands");
    // What a game did not bring is not taken.
    given(&mut stream, "r2", &white, points(2, Some((1, 1))), false).unwrap();
    assert_eq!(scores(&stream, &white), 0);
    given(&mut stream, "r3", &black, place(1, Some((1, 1))), false).unwrap();
    assert_eq!(board(&stream), (24, 40), "the two change places");
    assert_eq!((scores(&stream, &black), scores(&stream, &white)), (0, 0));
    assert!(!left(&stream), "both are the text's own");
    given(&mut stream, "r4", &black, place(1, None), true).unwrap();
    assert!(left(&stream), "and this one is not");
}

#[test]
fn a_disqualification_is_reviewed_before_it_applies() {
    let mut stream = running(14, mind_sports);
    appoint(&mut stream, "chair", OfficialRole::Organiser);
    play(&mut stream);
    let list = stream.state.standings().unwrap();
    let first = stream.state.entrants[list[0].player].id.clone();
    let events = stream
        .give(&impose(penalty("r1", &first, Penalty::Disqualification)))
        .unwrap();
    assert!(matches!(events[..], [Event::PenaltyProposed(_)]));
    assert!(
        stream
            .state
            .entrant(&first)
            .unwrap()
            .withdrawn_from
            .is_none()
    );
    let review = |confirmed, by: &str| Command::ReviewPenalty {
        ruling: "r1".to_owned(),
        confirmed,
        by: account(by),
    };
    refused(
        &mut stream,
        &review(true, "director"),
        "may_not_review",
        Some("MSO 5.2"),
    );
    stream.give(&review(true, "chair")).unwrap();
    refused(&mut stream, &review(true, "chair"), "not_proposed", None);
    assert!(
        stream
            .state
            .penalised(&first, PenaltyKind::Disqualification)
    );
    assert_eq!(
        stream.state.entrant(&first).unwrap().withdrawn_from,
        Some(2)
    );
    assert_eq!(stream.state.standings().unwrap()[13].player, list[0].player);
    let second = stream.state.entrants[list[1].player].id.clone();
    stream
        .give(&impose(PenaltyRuling {
            ruling: "r1b".to_owned(),
            ..penalty("r1", &second, Penalty::Ban)
        }))
        .unwrap();
    stream
        .give(&Command::ReviewPenalty {
            ruling: "r1b".to_owned(),
            confirmed: false,
            by: account("chair"),
        })
        .unwrap();
    assert!(!stream.state.penalised(&second, PenaltyKind::Ban));
}

#[test]
fn a_dispute_holds_the_pairing_up_only_if_the_director_says_so() {
    let mut stream = running(14, |_| {});
    let (black, _) = first_table(&stream);
    let dispute = |entrant: &EntrantId| Command::DisputeResult {
        round: 1,
        table: 1,
        entrant: entrant.clone(),
        reason: "miscounted".to_owned(),
    };
    refused(&mut stream, &dispute(&black), "no_result_to_dispute", None);
    play(&mut stream);
    let stranger = stream.state.round(1).unwrap().boards[1]
        .pairing
        .black
        .clone();
    refused(&mut stream, &dispute(&stranger), "not_at_table", None);
    stream.give(&dispute(&black)).unwrap();
    refused(&mut stream, &dispute(&black), "already_disputed", None);
    let hold = |held| Command::HoldPairing {
        round: 1,
        table: 1,
        held,
    };
    stream.give(&hold(true)).unwrap();
    let publication = stream.publication();
    refused(&mut stream, &publication, "dispute_open", None);
    stream.give(&hold(false)).unwrap();
    refused(&mut stream, &hold(false), "hold_unchanged", None);
    publish(&mut stream);
    stream
        .give(&Command::CorrectResult {
            round: 1,
            table: 1,
            result: played(41),
            reason: "recount".to_owned(),
        })
        .unwrap();
    let corrected = stream.state.round(1).unwrap().board(1).unwrap();
    assert_eq!(corrected.dispute, None, "a correction settles it");
    // The same one again is what its table says late; another is another.
    refused(&mut stream, &dispute(&black), "already_disputed", None);
    stream
        .give(&Command::DisputeResult {
            round: 1,
            table: 1,
            entrant: black,
            reason: "miscounted again".to_owned(),
        })
        .unwrap();
    stream
        .give(&Command::SettleDispute {
            round: 1,
            table: 1,
            reason: "counted".to_owned(),
        })
        .unwrap();
    let corrected = stream.state.round(1).unwrap().board(1).unwrap();
    assert_eq!(corrected.results[1].after_pairing_of, Some(2));
    assert_eq!(stream.state.rounds.len(), 2, "nothing is paired again");
    assert_eq!(board(&stream), (41, 23));
}

#[test]
fn a_confirmed_ranking_is_amended_as_another_version() {
    let mut stream = running(4, mind_sports);
    let amend = |results: Vec<ResultAmendment>, by: &str| Command::AmendConfirmed {
        results,
        seed: None,
        reason: "recount".to_owned(),
        by: account(by),
    };
    refused(
        &mut stream,
        &amend(vec![], "director"),
        "not_confirmed",
        None,
    );
    let mut numbers = Numbers::new("amend", 1);
    stream.record_all(1, &mut numbers);
    stream.finish();
    while stream.state.next_round() <= stream.state.planned_rounds() {
        publish(&mut stream);
        let round = stream.state.rounds.last().unwrap().number;
        stream.record_all(round, &mut numbers);
        stream.finish();
    }
    stream.confirm();
    let first = stream.state.ranking.clone().unwrap();
    refused(
        &mut stream,
        &amend(vec![], "director"),
        "ranking_unchanged",
        None,
    );
    refused(&mut stream, &amend(vec![], "nobody"), "may_not_rule", None);
    stream
        .give(&impose(penalty(
            "r1",
            &first[0].entrant,
            Penalty::Position {
                places: 3,
                board: None,
            },
        )))
        .unwrap();
    assert_eq!(
        stream.state.ranking.as_ref(),
        Some(&first),
        "not before it is amended"
    );
    stream.give(&amend(vec![], "director")).unwrap();
    let second = stream.state.ranking.clone().unwrap();
    assert_eq!(second[3].entrant, first[0].entrant);
    let versions: Vec<u32> = stream
        .state
        .ranking_versions
        .iter()
        .map(|known| known.version)
        .collect();
    assert_eq!(versions, [1, 2]);
    assert_eq!(stream.state.ranking_versions[0].ranking, first);
    let board = stream.state.round(1).unwrap().board(1).unwrap();
    let discs = (board.result().unwrap().black_discs + 1) % 31;
    let events = stream
        .give(&amend(
            vec![ResultAmendment {
                round: 1,
                table: 1,
                result: played(discs),
            }],
            "director",
        ))
        .unwrap();
    assert!(
        matches!(
            &events[..],
            [
                Event::ResultCorrected {
                    after_pairing_of: Some(_),
                    ..
                },
                Event::RankingAmended { version: 3, .. },
                Event::RatingFileDue { .. }
            ]
        ),
        "{events:?}"
    );
    let other = Command::FinishRound { round: 1 };
    refused(&mut stream, &other, "tournament_confirmed", None);
}
