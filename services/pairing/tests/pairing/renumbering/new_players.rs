//! The number of a new player is an event's own: other events give the same one to others.

use super::*;

async fn number_of(world: &World, id: &str) -> u32 {
    entrants(world, id).await[0].1
}

#[tokio::test]
async fn who_came_without_a_number_gets_the_committees_in_all_his_events() {
    let world = World::new().await;
    world.rating_office().await;
    let mut events = Vec::new();
    for date in ["2026-03-01", "2026-02-01"] {
        let id = event(&world, "FRA", date).await;
        enter(&world, &id, ("Ardnet", 0)).await;
        events.push(id);
    }
    let number = number_of(&world, &events[0]).await;
    assert_eq!(number_of(&world, &events[1]).await, number);
    let asked = proto::RenumberPlayerRequest {
        surname: "Ardent".to_owned(),
        ..renumbering(&world, number, TO)
    };
    for _ in 0..2 {
        let told = renumber(&world, OFFICER, &asked).await.unwrap();
        assert_eq!(told, became([(&events[0], ""), (&events[1], "")]));
    }
    for id in &events {
        assert_eq!(entrants(&world, id).await, [listed("Ardent", TO)]);
    }
}

#[tokio::test]
async fn somebody_else_under_the_same_first_free_number_keeps_it() {
    let mut world = World::new().await;
    world.rating_office().await;
    let mut events = Vec::new();
    for (date, surname) in [
        ("2026-03-01", "ARDENT"),
        ("2026-02-01", "Brisk"),
        ("2026-01-01", "Ardent"),
    ] {
        let id = event(&world, "FRA", date).await;
        enter(&world, &id, (surname, 0)).await;
        events.push(id);
    }
    let [march, other, january] = &events[..] else {
        panic!("{events:?}")
    };
    let number = number_of(&world, march).await;
    let named = |surname: &str| proto::RenumberPlayerRequest {
        surname: surname.to_owned(),
        ..renumbering(&world, number, TO)
    };
    // Who is meant has to be said, in a name that somebody has.
    let (named_nobody, named_another) = (named(""), named("Calm"));
    let asked = named("Ardent");
    for asked in [named_nobody, named_another] {
        let refused = renumber(&world, OFFICER, &asked).await.unwrap_err();
        assert_eq!(
            (refused.kind, &*refused.code),
            (Kind::Invalid, "bad_name"),
            "{asked:?}"
        );
    }
    let expected = became([(march, ""), (other, "unknown_entrant"), (january, "")]);
    for _ in 0..2 {
        let told = renumber(&world, OFFICER, &asked).await.unwrap();
        assert_eq!(told, expected);
        let stays = [("Brisk".to_owned(), number, true)];
        assert_eq!(entrants(&world, other).await, stays);
        for id in [march, january] {
            assert_eq!(entrants(&world, id).await, [listed("Ardent", TO)]);
        }
        world.restart().await;
    }
    // He is the only one of that number now, and needs no name.
    let asked = renumbering(&world, number, OTHER);
    let told = renumber(&world, OFFICER, &asked).await.unwrap();
    assert_eq!(told, became([(other, "")]));
    assert_eq!(entrants(&world, other).await, [listed("Brisk", OTHER)]);
}
