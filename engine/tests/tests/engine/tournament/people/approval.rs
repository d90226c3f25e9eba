//! What stands between an event and the ratings: claims of the players list, open disputes and protests, approval, and
//! results that no game gave.

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn claiming(number: usize) -> Registration {
    Registration {
        list_claim: ListClaim::Open,
        self_entry: true,
        ..entry(number)
    }
}

fn says(number: usize, listing: Listing) -> Command {
    Command::ConfirmListedPlayer {
        entrant: entrant(number),
        listing,
        by: account("director"),
    }
}

fn code(stream: &mut Stream, command: &Command) -> &'static str {
    stream.refused(command).code()
}

#[test]
fn who_enters_himself_claims_and_the_director_vouches() {
    let mut stream = under(|_| {});
    let vouched = ListClaim::Confirmed {
        by: account("himself"),
    };
    let himself = Registration {
        list_claim: vouched.clone(),
        ..claiming(0)
    };
    stream.give(&Command::RegisterEntrant(himself)).unwrap();
    let by_director = Registration {
        list_claim: vouched.clone(),
        ..entry(1)
    };
    stream.give(&Command::RegisterEntrant(by_director)).unwrap();
    let claims: Vec<&ListClaim> = stream
        .state
        .entrants
        .iter()
        .map(|known| &known.list_claim)
        .collect();
    assert_eq!(claims, [&ListClaim::Open, &vouched]);
}

#[test]
fn an_open_claim_bars_the_confirmation_until_it_is_settled() {
    let entries = [claiming(0), claiming(1), claiming(2), entry(3)];
    let mut stream = played_out(&entries, Some("game"));
    let refusal = stream.refused(&confirmation());
    assert_eq!(refusal.code(), "listed_players_unconfirmed");
    assert!(refusal.detail().contains("e000, e001, e002"), "{refusal}");

    stream.give(&says(0, Listing::AsClaimed)).unwrap();
    let another = Listing::Another {
        rating: Some(1_234),
    };
    stream.give(&says(1, another)).unwrap();
    stream.give(&says(2, Listing::Nobody)).unwrap();
    let ratings: Vec<Option<i32>> = stream
        .state
        .entrants
        .iter()
        .map(|known| known.rating)
        .collect();
    assert_eq!(ratings, [Some(1_500), Some(1_234), None, Some(1_500)]);
    let vouched = ListClaim::Confirmed {
        by: account("director"),
    };
    assert_eq!(stream.state.entrants[1].list_claim, vouched);

    for said in [
        says(0, Listing::AsClaimed),
        says(2, Listing::Nobody),
        says(3, Listing::AsClaimed),
    ] {
        assert_eq!(code(&mut stream, &said), "nothing_claimed");
    }
    assert_eq!(
        code(&mut stream, &says(9, Listing::AsClaimed)),
        "unknown_entrant"
    );
    stream.give(&confirmation()).unwrap();
}

#[test]
fn an_open_dispute_or_protest_bars_the_confirmation() {
    let mut stream = played_out(&four(), Some("game"));
    let black = stream.state.rounds[0].boards[0].pairing.black.clone();
    let dispute = Command::DisputeResult {
        round: 1,
        table: 1,
        entrant: black.clone(),
        reason: "miscounted".to_owned(),
    };
    stream.give(&dispute).unwrap();
    assert_eq!(code(&mut stream, &confirmation()), "dispute_open");
    let settled = Command::SettleDispute {
        round: 1,
        table: 1,
        reason: "seen".to_owned(),
    };
    stream.give(&settled).unwrap();
    let filing = ProtestFiling {
        protest: "p".to_owned(),
        entrant: black,
        against: None,
        board: Some(BoardRef::new(1, 1)),
        reason: "noise".to_owned(),
        by: account("player"),
    };
    stream.give(&Command::FileProtest(filing)).unwrap();
    assert_eq!(code(&mut stream, &confirmation()), "protest_open");
    let decision = ProtestDecision {
        protest: "p".to_owned(),
        upheld: false,
        ruling: None,
        reason: "quiet".to_owned(),
        by: account("director"),
    };
    stream.give(&Command::DecideProtest(decision)).unwrap();
    stream.give(&confirmation()).unwrap();
}

#[test]
fn an_earlier_approval_counts_without_a_release_until_it_is_withdrawn() {
    let mut stream = played_out(&four(), Some("game"));
    assert!(!stream.state.rated());
    assert_eq!(code(&mut stream, &withdraw()), "not_approved");
    approve_earlier(&mut stream);
    assert!(stream.state.rated());
    assert_eq!(code(&mut stream, &approve()), "approved_already");
    let approval = stream.state.approval.clone().unwrap();
    assert_eq!(
        (approval.by, approval.federation),
        (account("administrator"), None)
    );
    stream.give(&confirmation()).unwrap();
    assert_eq!(
        code(&mut stream, &release(1, "officer")),
        "nothing_to_release"
    );
    let withdrawn = stream.give(&withdraw()).unwrap();
    let due = Event::RatingFileDue {
        ranking: stream.state.ranking.clone().unwrap(),
    };
    assert_eq!(
        withdrawn.last(),
        Some(&due),
        "the file gets another version"
    );
    assert!(!stream.state.rated());
    let approved = stream.give(&approve()).unwrap();
    assert_eq!(
        approved.len(),
        1,
        "an officer releases it first: {approved:?}"
    );
    assert!(!stream.state.rated());
}

#[test]
fn results_without_a_game_bar_the_approval_until_a_director_signs() {
    let mut stream = played_out(&four(), None);
    let refusal = stream.refused(&approve());
    assert_eq!(refusal.code(), "results_without_game");
    assert!(refusal.detail().contains("1/1, 1/2"), "{refusal}");
    stream.give(&confirmation()).unwrap();
    stream.give(&sign()).unwrap();
    assert_eq!(code(&mut stream, &sign()), "nothing_to_sign");
    approve_earlier(&mut stream);
    assert!(stream.state.rated());

    stream.give(&amended(1, 1, 41)).unwrap();
    assert!(!stream.state.rated(), "another result, another signature");
    let events = stream.give(&sign()).unwrap();
    assert!(
        matches!(
            &events[..],
            [
                Event::OverTheBoardDeclared { .. },
                Event::ApprovalLapsed {
                    cause: LapseCause::ResultsSigned
                },
                Event::RatingFileDue { .. }
            ]
        ),
        "{events:?}"
    );
    assert!(!stream.state.rated(), "nobody has seen what was signed");
    stream.give(&approve()).unwrap();
    stream.give(&release(2, "officer")).unwrap();
    assert!(stream.state.rated());
}

#[test]
fn an_amendment_makes_another_rating_file() {
    let mut stream = played_out(&four(), Some("game"));
    approve_earlier(&mut stream);
    stream.give(&confirmation()).unwrap();
    let events = stream.give(&amended(1, 1, 1)).unwrap();
    let due = Event::RatingFileDue {
        ranking: stream.state.ranking.clone().unwrap(),
    };
    assert_eq!(events.last(), Some(&due));
    assert!(stream.state.rated(), "a corrected game is a game");
}

fn another() -> Listing {
    Listing::Another {
        rating: Some(2_000),
    }
}

fn lapse(stream: &Stream) -> Option<LapseCause> {
    let approval = stream.state.approval.as_ref()?;
    approval.lapsed.as_ref().map(|(cause, _)| cause.clone())
}

#[test]
fn an_earlier_approval_stands_through_the_entries_and_the_games() {
    let mut stream = under(|rules| *rules = RuleSet::preset("club").unwrap());
    approve_earlier(&mut stream);
    for number in 0..4 {
        let entered = Command::RegisterEntrant(claiming(number));
        stream.give(&entered).unwrap();
        stream.give(&says(number, Listing::AsClaimed)).unwrap();
    }
    stream.give(&says(1, another())).unwrap();
    publish(&mut stream);
    let tables: Vec<u32> = stream.state.round(1).unwrap().open_tables().collect();
    for table in tables {
        let result = ResultRecord {
            game: Some(format!("game-{table}")),
            ..played(40)
        };
        let record = Command::RecordResult {
            round: 1,
            table,
            result,
        };
        stream.give(&record).unwrap();
    }
    assert!(stream.state.rated(), "nobody is called for what is usual");
    stream.give(&says(1, Listing::Nobody)).unwrap();
    let entrant = entrant(1);
    assert_eq!(lapse(&stream), Some(LapseCause::NumberChanged { entrant }));
    assert!(!stream.state.rated());
    assert_eq!(code(&mut stream, &withdraw()), "not_approved");
    stream.give(&approve()).unwrap();
    assert!(stream.state.approval_in_force().is_some() && lapse(&stream).is_none());
    assert!(!stream.state.rated(), "an officer releases its file first");
}

#[test]
fn another_number_of_somebody_whom_an_earlier_approval_saw_ends_it() {
    let mut stream = under(|_| {});
    stream.give(&Command::RegisterEntrant(claiming(0))).unwrap();
    approve_earlier(&mut stream);
    stream.give(&Command::RegisterEntrant(claiming(1))).unwrap();
    stream.give(&says(1, another())).unwrap();
    stream.give(&says(0, Listing::AsClaimed)).unwrap();
    assert_eq!(lapse(&stream), None, "he is who he was");
    stream.give(&says(0, another())).unwrap();
    let entrant = entrant(0);
    assert_eq!(lapse(&stream), Some(LapseCause::NumberChanged { entrant }));
}

#[test]
fn an_approval_does_not_come_along_to_another_server() {
    let mut stream = played_out(&four(), Some("game"));
    approve_earlier(&mut stream);
    stream.give(&confirmation()).unwrap();
    for (own, lapsed) in [(true, None), (false, Some(LapseCause::Moved))] {
        let last = come_along(&mut stream, own);
        let file_due = matches!(last.last(), Some(Event::RatingFileDue { .. }));
        assert_eq!(file_due, lapsed.is_some(), "{last:?}");
        assert_eq!(lapse(&stream), lapsed);
        assert_eq!(stream.state.rated(), own);
    }
    stream.give(&approve()).unwrap();
    stream.give(&release(1, "officer")).unwrap();
    assert!(stream.state.rated());
}

#[test]
fn what_an_official_made_of_a_table_where_nobody_played_rests_on_no_game() {
    let stream = played_out(&four(), Some("game"));
    let board = stream.state.rounds[0].boards[0].clone();
    let with = |results: &[ResultRecord]| Board {
        results: results
            .iter()
            .map(|result| BoardResult {
                result: result.clone(),
                ..board.results[0].clone()
            })
            .collect(),
        ..board.clone()
    };
    let of_game = ResultRecord {
        game: Some("game".to_owned()),
        ..played(63)
    };
    let transcript = ResultRecord {
        unplayed: true,
        ..of_game.clone()
    };
    let default = ResultRecord {
        black_discs: 0,
        white_discs: 64,
        winner: Some(Colour::White),
        kind: ResultKind::NoShow,
        absent: Absence::Black,
        unplayed: true,
        ..of_game.clone()
    };
    // White was there and had moved.
    let default_of_one = ResultRecord {
        unplayed: false,
        ..default.clone()
    };
    let typed = played(63);
    for (results, without) in [
        (vec![of_game.clone()], false),
        (vec![of_game, typed.clone()], false),
        (vec![typed.clone()], true),
        (vec![transcript.clone()], true),
        (vec![transcript, typed.clone()], true),
        (vec![default.clone()], false),
        (vec![default, typed.clone()], true),
        (vec![default_of_one, typed], true),
    ] {
        assert_eq!(with(&results).without_game(), without, "{results:?}");
    }
}

#[test]
fn results_of_earlier_versions_rest_on_their_games() {
    let told = r#"{"black_discs":63,"white_discs":1,"winner":"black","kind":"played","game":"g"}"#;
    let result: ResultRecord = serde_json::from_str(told).unwrap();
    assert!(result.rests_on_game());
}

#[test]
fn a_corrected_game_and_an_absence_are_no_results_without_a_game() {
    let mut stream = played_out(&four(), Some("game"));
    let correction = Command::CorrectResult {
        round: 1,
        table: 1,
        result: played(41),
        reason: "recount".to_owned(),
    };
    stream.give(&correction).unwrap();
    assert_eq!(code(&mut stream, &sign()), "nothing_to_sign");

    let mut stream = played_out(&four(), Some("game"));
    let absent = ResultRecord {
        black_discs: 0,
        white_discs: 64,
        winner: Some(Colour::White),
        kind: ResultKind::NoShow,
        absent: Absence::Black,
        game: None,
        unplayed: false,
    };
    let board = stream.state.rounds[0].boards[0].clone();
    assert!(!board.without_game());
    let walkover = Board {
        results: vec![BoardResult {
            result: absent,
            ..board.results[0].clone()
        }],
        ..board
    };
    assert!(!walkover.without_game(), "nothing of it is rated");
    stream.give(&approve()).unwrap();
}
