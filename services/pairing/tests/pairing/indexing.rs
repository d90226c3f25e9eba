//! The list of events where a process ended between an entry and its row, or the rows were lost.

use outflank_journal::{Cursor, DeadlineChange, NewEntry, NewFact, StreamId, records};
use outflank_proto::pairing::v1 as proto;

use crate::world::World;

/// How far the list is known to be up to the feed.
const INDEXED: &str = "pairing-index";

async fn list(world: &World) -> Vec<proto::TournamentSummary> {
    let request = proto::ListTournamentsRequest::default();
    let answer = world.client().list_tournaments(request).await.unwrap();
    answer.into_inner().tournaments
}

async fn run(world: &World, statement: &'static str, id: &str) {
    let statement = records::query(statement).bind(id.to_owned());
    world.records().run(statement).await.unwrap();
}

/// As a process leaves them that ended before it wrote the rows: one event has an old one, another none.
async fn leave_behind(world: &World, old: &str, missing: &str) {
    for (statement, id) in [
        (
            "UPDATE tournament_index SET seq = 1, entrants = 0 WHERE tournament_id = $1",
            old,
        ),
        (
            "DELETE FROM tournament_index WHERE tournament_id = $1",
            missing,
        ),
    ] {
        run(world, statement, id).await;
    }
}

/// An event without entrants and one with three, and their list.
async fn two(world: &World) -> (String, String, Vec<proto::TournamentSummary>) {
    let (first, second) = (world.create().await, world.create().await);
    world.register(&second, 3).await;
    let listed = list(world).await;
    assert_eq!(listed.len(), 2);
    (first, second, listed)
}

#[tokio::test]
async fn what_a_former_process_did_not_list_is_listed_at_the_start() {
    let mut world = World::new().await;
    let (first, second, listed) = two(&world).await;
    leave_behind(&world, &second, &first).await;
    assert_ne!(list(&world).await, listed);
    world.restart().await;
    assert_eq!(list(&world).await, listed);
}

#[tokio::test]
async fn a_start_lists_what_came_after_the_one_before_and_looks_at_nothing_else() {
    let mut world = World::new().await;
    let (first, second, _) = two(&world).await;
    world.restart().await;
    let cursor = world.journal().load_cursor(INDEXED).await.unwrap();
    assert!(cursor.number > 0);

    // Nobody but a test changes the row of an event in which nothing happens.
    run(
        &world,
        "UPDATE tournament_index SET seq = 1, name = 'Unlooked' WHERE tournament_id = $1",
        &second,
    )
    .await;
    let third = world.create().await;
    world.register(&first, 2).await;
    let mut listed = list(&world).await;
    leave_behind(&world, &first, &third).await;
    assert_ne!(list(&world).await, listed);
    world.restart().await;
    assert_eq!(list(&world).await, listed);

    // A cursor of another store says nothing of this one: everything is looked at.
    let foreign = Cursor {
        epoch: "elsewhere".to_owned(),
        number: cursor.number,
    };
    world
        .journal()
        .save_cursor(INDEXED, &foreign)
        .await
        .unwrap();
    world.restart().await;
    let looked = world.tournament(&second).await.summary.unwrap();
    let place = |tournament: &&mut proto::TournamentSummary| tournament.name == "Unlooked";
    *listed.iter_mut().find(place).unwrap() = looked;
    assert_eq!(list(&world).await, listed);
}

#[tokio::test]
async fn rows_that_a_migration_wants_anew_are_made_anew_at_the_start() {
    let mut world = World::new().await;
    let (_, second, listed) = two(&world).await;
    world.restart().await;
    run(
        &world,
        "UPDATE tournament_index SET seq = 0, entrants = 0 WHERE tournament_id = $1",
        &second,
    )
    .await;
    assert_ne!(list(&world).await, listed);
    world.restart().await;
    assert_eq!(list(&world).await, listed);
}

#[tokio::test]
async fn rows_that_are_lost_are_made_anew_at_the_start() {
    let mut world = World::new().await;
    let (_, _, listed) = two(&world).await;
    world.restart().await;
    run(
        &world,
        "DELETE FROM tournament_index WHERE tournament_id <> $1",
        "",
    )
    .await;
    assert_eq!(list(&world).await, []);
    world.restart().await;
    assert_eq!(list(&world).await, listed);
}

/// Another process ended before it wrote a row: whoever goes on writes it some time later.
#[tokio::test]
async fn what_another_process_did_not_list_is_listed_after_a_while() {
    let world = World::new().await;
    let (first, second, listed) = two(&world).await;
    leave_behind(&world, &second, &first).await;
    for number in 0..12 {
        let facts = (0..500).map(|_| NewFact {
            kind: "of_a_test".to_owned(),
            body: b"{}".to_vec(),
        });
        let entry = NewEntry {
            stream: StreamId::new("test", format!("t{number}")),
            expected_seq: 0,
            at_ms: 0,
            actor: "test".to_owned(),
            command_id: "c".to_owned(),
            schema_version: 1,
            body: b"{}".to_vec(),
            facts: facts.collect(),
            deadline: DeadlineChange::Keep,
            records: Vec::new(),
        };
        world.journal().append(entry).await.unwrap();
    }
    let listed_again = async {
        while list(&world).await != listed {
            tokio::task::yield_now().await;
        }
    };
    let within = tokio::time::timeout(std::time::Duration::from_secs(60), listed_again);
    within.await.expect("the list is whole");
}
