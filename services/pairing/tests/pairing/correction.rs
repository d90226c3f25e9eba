//! What the list says of an entrant, put right at any time.

use outflank_access::{Kind, Problem, Role};
use outflank_proto::pairing::v1 as proto;

use crate::world::{DIRECTOR, Hindrance, STRANGER, World};

async fn asks(
    world: &World,
    id: &str,
    by: &str,
    right: proto::CorrectEntrantRequest,
) -> Result<u64, Problem> {
    let asked = proto::CorrectEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        ..right
    };
    Ok(ask!(world, by, correct_entrant, asked)?.seq)
}

fn right(entrant: &str) -> proto::CorrectEntrantRequest {
    proto::CorrectEntrantRequest {
        entrant_id: entrant.to_owned(),
        surname: "Ardent".to_owned(),
        given_names: "Anna".to_owned(),
        country: "DNK".to_owned(),
        rating: 1_720,
        categories: Some(proto::Categories {
            woman: true,
            ..proto::Categories::default()
        }),
        reason: "Misread from the form.".to_owned(),
        ..proto::CorrectEntrantRequest::default()
    }
}

async fn shown(world: &World, id: &str, entrant: &str) -> (String, String, i32, bool) {
    let tournament = world.tournament(id).await;
    let found = tournament
        .entrants
        .into_iter()
        .find(|one| one.id == entrant);
    let one = found.unwrap();
    let woman = one.categories.is_some_and(|categories| categories.woman);
    (one.surname, one.country, one.rating, woman)
}

#[tokio::test]
async fn everything_of_an_entrant_is_put_right_before_and_during_the_event() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    let corrected = ("Ardent".to_owned(), "DNK".to_owned(), 1_720, true);
    let stranger = asks(&world, &id, STRANGER, right(&entrants[1])).await;
    assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
    asks(&world, &id, DIRECTOR, right(&entrants[1]))
        .await
        .unwrap();
    assert_eq!(shown(&world, &id, &entrants[1]).await, corrected);

    world.publish(&id).await.unwrap();
    let before = world.tournament(&id).await.rounds;
    let later = proto::CorrectEntrantRequest {
        surname: "Brisk".to_owned(),
        ..right(&entrants[2])
    };
    asks(&world, &id, DIRECTOR, later).await.unwrap();
    assert_eq!(shown(&world, &id, &entrants[2]).await.0, "Brisk");
    assert_eq!(world.tournament(&id).await.rounds, before);
}

async fn number(world: &World, id: &str, entrant: &str) -> (u32, bool, String) {
    let mut all = world.tournament(id).await.entrants.into_iter();
    let known = all.find(|known| known.id == entrant).unwrap();
    (
        known.federation_number,
        known.new_player,
        known.confirmed_by,
    )
}

#[tokio::test]
async fn the_number_of_the_list_is_put_right_and_one_that_another_has_is_not_given() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 3).await;
    let with = |entrant: &str, surname: &str, number| proto::CorrectEntrantRequest {
        surname: surname.to_owned(),
        federation_number: number,
        ..right(entrant)
    };
    let new = number(&world, &id, &entrants[1]).await;
    assert!(new.1);
    let asked = with(&entrants[1], "Ardent", Some(220_901));
    asks(&world, &id, DIRECTOR, asked).await.unwrap();
    let listed = (220_901, false, DIRECTOR.to_owned());
    assert_eq!(number(&world, &id, &entrants[1]).await, listed);
    // Not said, it stays; and so it does where the same is said.
    for said in [None, Some(220_901)] {
        let asked = with(&entrants[1], "Ardent", said);
        asks(&world, &id, DIRECTOR, asked).await.unwrap();
        assert_eq!(number(&world, &id, &entrants[1]).await, listed);
    }
    let before = number(&world, &id, &entrants[2]).await;
    for (said, code) in [
        (220_901, "federation_number_taken"),
        (1_000_000, "bad_federation_number"),
    ] {
        let asked = with(&entrants[2], "Brisk", Some(said));
        let refused = asks(&world, &id, DIRECTOR, asked).await.unwrap_err();
        assert_eq!(refused.code, code);
        assert_eq!(number(&world, &id, &entrants[2]).await, before);
        assert_eq!(shown(&world, &id, &entrants[2]).await.0, "Player2");
    }
    world.publish(&id).await.unwrap();
    let asked = with(&entrants[1], "Ardent", Some(0));
    asks(&world, &id, DIRECTOR, asked).await.unwrap();
    let (now, is_new, by) = number(&world, &id, &entrants[1]).await;
    assert!(is_new && now != 220_901 && by.is_empty(), "{now}");
    // Who gave the number up leaves it to another.
    let asked = with(&entrants[2], "Brisk", Some(220_901));
    asks(&world, &id, DIRECTOR, asked).await.unwrap();
}

#[tokio::test]
async fn an_additional_player_there_is_only_where_teams_are_by_nation() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 2).await;
    let asked = |additional| proto::CorrectEntrantRequest {
        additional,
        ..right(&entrants[1])
    };
    let refused = asks(&world, &id, DIRECTOR, asked(Some(true))).await;
    assert_eq!(refused.unwrap_err().code, "no_teams");
    asks(&world, &id, DIRECTOR, asked(Some(false)))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_surname_has_a_letter() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 1).await;
    let asked = proto::CorrectEntrantRequest {
        surname: "99999 !!".to_owned(),
        ..right(&entrants[0])
    };
    let refused = asks(&world, &id, DIRECTOR, asked).await.unwrap_err();
    assert_eq!((refused.kind, &*refused.code), (Kind::Invalid, "bad_name"));
    assert!(refused.detail.contains("letter"), "{refused}");
    let mut asked = world.new_entrant(&id, 1);
    asked.surname = "7".to_owned();
    let refused = ask!(world, DIRECTOR, register_entrant, asked).unwrap_err();
    assert_eq!(refused.code, "bad_name");
}

#[tokio::test]
async fn what_is_refused_leaves_the_name_as_it_was() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 3).await;
    let before = shown(&world, &id, &entrants[1]).await;
    let twin = proto::CorrectEntrantRequest {
        surname: "Player2".to_owned(),
        given_names: "Pat".to_owned(),
        country: "FRA".to_owned(),
        ..right(&entrants[1])
    };
    for (asked, code) in [
        (twin.clone(), "same_person"),
        (
            proto::CorrectEntrantRequest {
                reason: " ".to_owned(),
                ..right(&entrants[1])
            },
            "bad_reason",
        ),
        (
            proto::CorrectEntrantRequest {
                country: "France".to_owned(),
                ..right(&entrants[1])
            },
            "bad_country",
        ),
        (right("nobody"), "unknown_entrant"),
    ] {
        let refused = asks(&world, &id, DIRECTOR, asked).await.unwrap_err();
        assert_eq!(refused.code, code);
        assert_eq!(shown(&world, &id, &entrants[1]).await, before);
    }
    let another = proto::CorrectEntrantRequest {
        accept_same_person: true,
        ..twin
    };
    asks(&world, &id, DIRECTOR, another).await.unwrap();
    assert_eq!(shown(&world, &id, &entrants[1]).await.0, "Player2");
}

/// The entrants as they stood after an entry.
async fn entrants_at(world: &World, id: &str, seq: u64) -> Vec<proto::Entrant> {
    let asked = proto::GetTournamentAtRequest {
        tournament_id: id.to_owned(),
        seq,
        after_seq: 0,
    };
    let mut ratings = world.service_client(Role::Ratings);
    let stood = ratings.get_tournament_at(asked).await.unwrap();
    stood.into_inner().tournament.unwrap().entrants
}

/// The number and the surname are written with the entry: of one that does not stand there is nothing.
#[tokio::test]
async fn what_was_not_known_to_be_done_is_done_whole_when_it_is_sent_again() {
    let (world, hindered) = World::hindered().await;
    let id = world.create().await;
    let entrants = world.register(&id, 2).await;
    let new = number(&world, &id, &entrants[1]).await;
    let asked = proto::CorrectEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        federation_number: Some(220_901),
        ..right(&entrants[1])
    };
    let before = world.seq(&id).await;
    let stood = entrants_at(&world, &id, before).await;
    for (how, code) in [
        (Hindrance::Stopped, "outcome_unknown"),
        (Hindrance::Stopped, "outcome_unknown"),
        (Hindrance::Rival, "tournament_contended"),
        (Hindrance::Stopped, "outcome_unknown"),
    ] {
        hindered.set(&id, how);
        let broken_off = ask!(world, DIRECTOR, correct_entrant, asked.clone()).unwrap_err();
        assert_eq!(broken_off.code, code);
        assert_eq!(entrants_at(&world, &id, before).await, stood);
        assert_eq!(number(&world, &id, &entrants[1]).await, new);
        assert_eq!(shown(&world, &id, &entrants[1]).await.0, "Player1");
    }
    hindered.end();
    assert_eq!(world.seq(&id).await, before);
    for _ in 0..2 {
        let done = ask!(world, DIRECTOR, correct_entrant, asked.clone()).unwrap();
        assert_eq!(done.seq, before + 1);
    }
    let listed = (220_901, false, DIRECTOR.to_owned());
    assert_eq!(number(&world, &id, &entrants[1]).await, listed);
    assert_eq!(shown(&world, &id, &entrants[1]).await.0, "Ardent");
    let now = world.tournament(&id).await.entrants;
    assert_eq!(entrants_at(&world, &id, before + 1).await, now);
    assert_eq!(entrants_at(&world, &id, before).await, stood);
}
