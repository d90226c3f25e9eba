//! One person enters once.

use outflank_proto::pairing::v1 as proto;

use crate::world::{DIRECTOR, World, code};

/// What is asked of the event whose list holds Pat Player1 of France, and the refusal; none: entered.
type Asked = (&'static str, &'static str, &'static str, u32);

async fn asks(world: &World, id: &str, (surname, given_names, country, number): Asked) -> String {
    let asked = proto::RegisterEntrantRequest {
        surname: surname.to_owned(),
        given_names: given_names.to_owned(),
        country: country.to_owned(),
        federation_number: number,
        ..world.new_entrant(id, 0)
    };
    let answer = world
        .client()
        .register_entrant(world.by(DIRECTOR, asked))
        .await;
    answer.map_or_else(|status| code::<()>(Err(status)), |_| String::new())
}

#[tokio::test]
async fn a_name_of_the_same_nation_is_asked_about() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 2).await;
    for same in [
        ("Player1", "Pat", "FRA", 0),
        ("PLAYER1", " pat ", "FRA", 0),
        ("Pat", "player1", "FRA", 0),
        ("Player1", "Pat", "FRA", 59_000),
    ] {
        assert_eq!(asks(&world, &id, same).await, "same_person", "{same:?}");
    }
    assert_eq!(world.tournament(&id).await.entrants.len(), 2);
    for other in [
        ("Player1", "Pat", "DNK", 0),
        ("Player1", "Paula", "FRA", 0),
        ("Twin", "Tony", "FRA", 59_001),
        ("Twin", "Tony", "FRA", 59_002),
    ] {
        assert_eq!(asks(&world, &id, other).await, "", "{other:?}");
    }
    let another = proto::RegisterEntrantRequest {
        accept_same_person: true,
        ..world.new_entrant(&id, 1)
    };
    let mut client = world.client();
    client
        .register_entrant(world.by(DIRECTOR, another))
        .await
        .unwrap();
    assert_eq!(world.tournament(&id).await.entrants.len(), 7);
}

#[tokio::test]
async fn who_was_taken_off_the_list_enters_again() {
    let world = World::new().await;
    let id = world.create().await;
    let ids = world.register(&id, 2).await;
    let request = proto::RemoveEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: ids[1].clone(),
    };
    let removed = world
        .client()
        .remove_entrant(world.by(DIRECTOR, request))
        .await;
    removed.unwrap();
    assert_eq!(asks(&world, &id, ("Player1", "Pat", "FRA", 0)).await, "");
}

#[tokio::test]
async fn of_two_at_once_one_enters() {
    let world = World::new().await;
    let id = world.create().await;
    let (mut one, mut two) = (world.client(), world.client());
    let [first, second] = [1, 1].map(|number| world.by(DIRECTOR, world.new_entrant(&id, number)));
    let (one, two) = tokio::join!(one.register_entrant(first), two.register_entrant(second));
    assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1);
    assert_eq!(code(if one.is_ok() { two } else { one }), "same_person");
    assert_eq!(world.tournament(&id).await.entrants.len(), 1);
}

#[tokio::test]
async fn an_account_does_not_enter_beside_its_own_name() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 2).await;
    let asked = proto::EnterTournamentRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        surname: "Player1".to_owned(),
        given_names: "Pat".to_owned(),
        country: "FRA".to_owned(),
        ..proto::EnterTournamentRequest::default()
    };
    let answer = world
        .client()
        .enter_tournament(world.by("pat", asked.clone()))
        .await;
    assert_eq!(code(answer), "same_person");
    let other = proto::EnterTournamentRequest {
        command_id: world.command_id(),
        surname: "Player9".to_owned(),
        ..asked
    };
    let answer = world
        .client()
        .enter_tournament(world.by("pat", other))
        .await;
    assert!(answer.is_ok());
    let entered = world.tournament(&id).await.entrants.pop().unwrap();
    assert_eq!(entered.surname, "Player9");
}
