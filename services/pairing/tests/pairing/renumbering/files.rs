//! What becomes of rating files where somebody is renumbered after the confirmation.

use outflank_tournament::{Event, RuleSet};

use super::*;

/// A club event of two with that number in it, approved, signed for and confirmed.
async fn confirmed(world: &World) -> String {
    let club = serde_json::to_value(RuleSet::preset("club").unwrap()).unwrap();
    let id = world.create_under(&club).await;
    enter(world, &id, ("Ardent", NUMBER)).await;
    enter(world, &id, ("Brisk", OTHER)).await;
    for _ in 0..2 {
        world.publish(&id).await.unwrap();
        world.play(&id, |_| 40).await;
    }
    world.sign(&id).await;
    world.approve(&id).await;
    world.confirm(&id).await.unwrap();
    id
}

async fn release(world: &World, who: &str, id: &str) -> Result<u64, Problem> {
    let asked = world.release(id, 1);
    Ok(ask!(world, who, release_rating_file, asked)?.seq)
}

/// How the file stands, whether the event counts, and how many versions of the file are due.
async fn stands(world: &World, id: &str) -> (String, bool, usize) {
    let facts = world.facts().await.into_iter();
    let due = facts.filter(|(_, fact)| {
        fact.tournament_id == id && matches!(fact.event, Event::RatingFileDue { .. })
    });
    let shown = world.tournament(id).await;
    (shown.rating_state, shown.rated, due.count())
}

fn so(state: &str, rated: bool, versions: usize) -> (String, bool, usize) {
    (state.to_owned(), rated, versions)
}

#[tokio::test]
async fn a_released_file_waits_for_another_officer_and_one_that_waits_goes_on_waiting() {
    let world = World::new().await;
    world.rating_office().await;
    let (released, waiting) = (confirmed(&world).await, confirmed(&world).await);
    release(&world, OFFICER, &released).await.unwrap();
    assert_eq!(stands(&world, &released).await, so("released", true, 1));
    let asked = renumbering(&world, NUMBER, TO);
    for _ in 0..2 {
        let mut told = renumber(&world, OFFICER, &asked).await.unwrap();
        told.sort();
        let mut expected = became([(&released, ""), (&waiting, "")]);
        expected.sort();
        assert_eq!(told, expected);
    }
    assert_eq!(stands(&world, &released).await, so("correction", true, 1));
    assert_eq!(stands(&world, &waiting).await, so("waiting", false, 1));
    let asked = proto::GetRatingChecksRequest {
        tournament_id: released.clone(),
    };
    let looked = ask!(world, OFFICER, get_rating_checks, asked).unwrap();
    let waits: Vec<_> = looked
        .corrections
        .iter()
        .map(|one| (one.cause.as_str(), one.reason.as_str()))
        .collect();
    assert_eq!(
        waits,
        [("entrant_corrected", "List of March.")],
        "one correction, however often it is sent"
    );
    let refused = release(&world, OFFICER, &released).await.unwrap_err();
    assert_eq!(refused.code, "same_officer");
    release(&world, SECOND_OFFICER, &released).await.unwrap();
    assert_eq!(stands(&world, &released).await, so("released", true, 2));
    release(&world, OFFICER, &waiting).await.unwrap();
    assert_eq!(stands(&world, &waiting).await, so("released", true, 2));
    for id in [&released, &waiting] {
        let expected = [listed("Ardent", TO), listed("Brisk", OTHER)];
        assert_eq!(entrants(&world, id).await, expected);
    }
}
