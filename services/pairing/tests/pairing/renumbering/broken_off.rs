//! Where not every event can be written, the same command goes on where it stopped.

use super::*;
use crate::world::Hindrance;

#[tokio::test]
async fn the_same_command_goes_on_with_the_events_that_are_left() {
    for (how, code) in [
        (Hindrance::Rival, "tournament_contended"),
        (Hindrance::Stopped, "outcome_unknown"),
    ] {
        let (world, hindered) = World::hindered().await;
        world.rating_office().await;
        let mut events = Vec::new();
        for date in ["2026-03-01", "2026-02-01", "2026-01-01"] {
            let id = event(&world, "FRA", date).await;
            enter(&world, &id, ("Ardent", NUMBER)).await;
            events.push((world.seq(&id).await, id));
        }
        let asked = renumbering(&world, NUMBER, TO);
        let left = &events[1].1;
        hindered.set(left, how);
        let done = |code: &str| became([(&events[0].1, ""), (left, code), (&events[2].1, "")]);
        match renumber(&world, OFFICER, &asked).await {
            Ok(told) => assert_eq!(told, done(code), "{how:?}"),
            Err(problem) => assert_eq!(problem.code, code, "{how:?}"),
        }
        assert_eq!(world.seq(left).await, events[1].0);
        hindered.end();
        for _ in 0..2 {
            let told = renumber(&world, OFFICER, &asked).await.unwrap();
            assert_eq!(told, done(""), "{how:?}");
            for (before, id) in &events {
                assert_eq!(world.seq(id).await, before + 1, "{how:?}");
                assert_eq!(entrants(&world, id).await, [listed("Ardent", TO)]);
            }
        }
    }
}
