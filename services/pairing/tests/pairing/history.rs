//! A tournament as it stood after each of its entries.

use std::collections::BTreeMap;

use outflank_access::{Kind, Problem, Role};
use outflank_proto::pairing::v1 as proto;

use crate::rulings::{impose, penalty, publish, under};
use crate::world::{DIRECTOR, OFFICER, SECOND_OFFICER, World};

async fn stood(
    world: &World,
    id: &str,
    (after_seq, seq): (u64, u64),
) -> Result<proto::GetTournamentAtResponse, Problem> {
    let asked = proto::GetTournamentAtRequest {
        tournament_id: id.to_owned(),
        seq,
        after_seq,
    };
    let mut ratings = world.service_client(Role::Ratings);
    match ratings.get_tournament_at(asked).await {
        Ok(answer) => Ok(answer.into_inner()),
        Err(status) => Err(Problem::from_status(&status)),
    }
}

/// What nobody is told of the past: what a viewer may do, notes of tables, texts.
fn lasting(tournament: proto::Tournament) -> proto::Tournament {
    proto::Tournament {
        acts: Vec::new(),
        description: None,
        ..tournament
    }
}

async fn correct(world: &World, id: &str, entrant: &str, surname: &str, number: Option<u32>) {
    let asked = proto::CorrectEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
        surname: surname.to_owned(),
        given_names: "Pat".to_owned(),
        country: "FRA".to_owned(),
        federation_number: number,
        reason: "Misread from the form.".to_owned(),
        ..proto::CorrectEntrantRequest::default()
    };
    ask!(world, DIRECTOR, correct_entrant, asked).unwrap();
}

/// After every act of a whole event it is read as it stands, and at the end once more as it stood.
#[tokio::test]
async fn every_entry_is_read_again_as_it_was() {
    let mut world = World::new().await;
    let id = world.create().await;
    let mut seen = BTreeMap::new();
    let entrants = world.register(&id, 3).await;
    let mut look = async |world: &World| {
        let now = world.tournament(&id).await;
        seen.insert(now.summary.as_ref().unwrap().seq, lasting(now));
    };
    look(&world).await;
    correct(&world, &id, &entrants[0], "Ardent", Some(220_901)).await;
    look(&world).await;
    correct(&world, &id, &entrants[0], "Brisk", None).await;
    look(&world).await;
    let asked = proto::ConfirmListedPlayerRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrants[1].clone(),
        federation_number: 50_000,
    };
    ask!(world, DIRECTOR, confirm_listed_player, asked.clone()).unwrap();
    look(&world).await;
    for round in 1..=2 {
        world.publish(&id).await.unwrap();
        look(&world).await;
        world.play(&id, |_| 40).await;
        look(&world).await;
        correct(
            &world,
            &id,
            &entrants[2],
            &format!("Round{round}"),
            Some(300_000 + round),
        )
        .await;
        look(&world).await;
    }
    // What was refused, and what was asked twice, is in no entry.
    let taken = proto::CorrectEntrantRequest {
        command_id: world.command_id(),
        federation_number: Some(220_901),
        surname: "Taker".to_owned(),
        given_names: "Pat".to_owned(),
        country: "FRA".to_owned(),
        reason: "Misread.".to_owned(),
        tournament_id: id.clone(),
        entrant_id: entrants[2].clone(),
        ..proto::CorrectEntrantRequest::default()
    };
    let refused = ask!(world, DIRECTOR, correct_entrant, taken).unwrap_err();
    assert_eq!(refused.code, "federation_number_taken");
    ask!(world, DIRECTOR, confirm_listed_player, asked).unwrap();
    look(&world).await;
    world.restart().await;
    assert_eq!(seen.len(), 10);
    for (seq, then) in seen {
        let told = stood(&world, &id, (0, seq)).await.unwrap();
        let told = told.tournament.unwrap();
        assert_eq!(told.entrants, then.entrants, "{seq}");
        assert_eq!(lasting(told), then, "{seq}");
    }
}

#[tokio::test]
async fn what_changed_a_rating_file_is_told_with_whose_act_it_was() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 2).await;
    correct(&world, &id, &entrants[0], "Ardent", None).await;
    for _ in 0..3 {
        world.publish(&id).await.unwrap();
        world.play(&id, |_| 40).await;
    }
    let confirmed = world.confirm_with(&id, true).await.unwrap();
    world.sign(&id).await;
    world.rating_office().await;
    let approved = world.approve(&id).await;
    let release = world.release(&id, 1);
    let released = ask!(world, SECOND_OFFICER, release_rating_file, release)
        .unwrap()
        .seq;

    let at = stood(&world, &id, (0, confirmed)).await.unwrap();
    assert_eq!(at.confirmed_by_account_id, DIRECTOR);
    assert_eq!(at.confirmed_at_ms, at.at_ms);
    let told = |told: &proto::GetTournamentAtResponse| -> Vec<(String, String, String)> {
        let changes = told.changes.iter().cloned();
        changes
            .map(|change| (change.cause, change.account_id, change.reason))
            .collect()
    };
    let said =
        |cause: &str, by: &str, reason: &str| (cause.to_owned(), by.to_owned(), reason.to_owned());
    assert_eq!(
        told(&at),
        [
            said("entrant_corrected", DIRECTOR, "Misread from the form."),
            said("confirmed", DIRECTOR, ""),
        ]
    );
    let before = stood(&world, &id, (confirmed, approved)).await.unwrap();
    assert!(!before.tournament.unwrap().rated);
    let now = stood(&world, &id, (confirmed, released)).await.unwrap();
    assert_eq!(
        told(&now),
        [
            said("over_the_board_declared", DIRECTOR, "Score sheets."),
            said("event_approved", OFFICER, "Announced in May."),
            said("file_released", SECOND_OFFICER, "Looked at."),
        ]
    );
    let names: Vec<&str> = now.accounts.iter().map(|one| &*one.display_name).collect();
    let all = [OFFICER, SECOND_OFFICER, DIRECTOR].map(|account| format!("Account {account}"));
    assert!(all.iter().all(|name| names.contains(&&**name)), "{names:?}");
    assert!(now.tournament.unwrap().rated);
}

#[tokio::test]
async fn what_is_not_there_and_whom_it_is_not_for() {
    let world = World::new().await;
    let id = world.create().await;
    let seq = world.seq(&id).await;
    assert!(stood(&world, &id, (0, seq)).await.is_ok());
    let ahead = stood(&world, &id, (0, seq + 1)).await.unwrap_err();
    assert_eq!(
        (ahead.kind, &*ahead.code),
        (Kind::Unavailable, "not_there_yet")
    );
    for (none, code) in [
        ("nowhere", "unknown_tournament"),
        ("", "unknown_tournament"),
    ] {
        let refused = stood(&world, none, (0, 1)).await.unwrap_err();
        assert_eq!(refused.code, code, "{none}");
    }
    let asked = proto::GetTournamentAtRequest {
        tournament_id: id,
        seq,
        after_seq: 0,
    };
    let refused = ask!(world, DIRECTOR, get_tournament_at, asked).unwrap_err();
    assert_eq!(refused.kind, Kind::Forbidden);
}

/// What bears on results or on the ranking goes into the record of the event once it is in force: not warnings, and no
/// reasons.
#[tokio::test]
async fn rulings_that_count_are_told_without_their_reasons() {
    let world = World::new().await;
    let (id, entrants) = under(&world, "aga-swiss", 8).await;
    let board = publish(&world, &id).await.boards[0].clone();
    let offender = board.black_entrant_id.clone();
    world.play(&id, |_| 40).await;
    let lost = proto::Penalty {
        round: 1,
        table: board.table,
        ..penalty("loss_of_game")
    };
    for (entrant, kind) in [(&entrants[0], penalty("warning")), (&offender, lost)] {
        impose(&world, &id, (DIRECTOR, entrant), kind)
            .await
            .unwrap();
    }
    let seq = world.seq(&id).await;
    let told = stood(&world, &id, (0, seq)).await.unwrap().rulings;
    let [ruling] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert_eq!(ruling.entrant_id, offender);
    assert_eq!(ruling.penalty.as_ref().unwrap().kind, "loss_of_game");
    assert_eq!((&*ruling.reason, &*ruling.by_account_id), ("", ""));
    // Before it there was none.
    let before = stood(&world, &id, (0, seq - 1)).await.unwrap().rulings;
    assert_eq!(before.len(), 0);
}
