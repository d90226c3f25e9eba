//! When exports are made, how often, and under which names.

use std::collections::BTreeSet;

use crate::world::{
    World, signed,
    tournament::{FIVE, Person, Tournament, played},
};
use outflank_formats::elo;
use outflank_proto::ratings::v1::Export;

const TWO: [Person; 2] = [("Alder", "Ann", 1, false), ("Birch", "Ben", 2, true)];

#[tokio::test]
async fn before_confirmation_there_is_no_file() {
    let world = World::new().await;
    let mut tournament = Tournament::new(&world.pairing, "two", "Fernwood Open", &TWO);
    for id in ["two", "nowhere", ""] {
        let problem = world.export(id, 0).await.unwrap_err();
        assert_eq!(
            (problem.code.as_str(), problem.kind.http_status()),
            ("not_confirmed", 404)
        );
    }
    tournament.play(&world.pairing, |_, _| played(40));
    world.catch_up().await.unwrap();
    assert!(world.list("").await.is_empty());
    tournament.confirm(&world.pairing);
    world.catch_up().await.unwrap();
    let export = world.export("two", 0).await.unwrap();
    assert_eq!(world.export("two", 1).await.unwrap(), export);
    assert_eq!(
        world.export("two", 2).await.unwrap_err().code,
        "not_confirmed"
    );
    assert_eq!(world.list("two").await, [export]);
    assert_eq!(
        world.stranger_wakes().await.unwrap_err().code,
        "service_only"
    );
}

#[tokio::test]
async fn a_fact_delivered_twice_makes_one_export() {
    let world = World::new().await;
    Tournament::confirmed(&world.pairing, "five", "Fernwood Open", &FIVE);
    world.catch_up().await.unwrap();
    let exports = world.list("").await;
    assert_eq!(exports.len(), 1);
    world.pairing.tell_all_again();
    world.catch_up().await.unwrap();
    assert_eq!(world.list("").await, exports);
}

#[tokio::test]
async fn a_restart_serves_the_same_bytes_and_goes_on() {
    let mut world = World::new().await;
    Tournament::confirmed(&world.pairing, "five", "Fernwood Open", &FIVE);
    world.catch_up().await.unwrap();
    let export = world.export("five", 0).await.unwrap();
    world.restart().await;
    assert_eq!(world.export("five", 0).await.unwrap(), export);
    world.catch_up().await.unwrap();
    assert_eq!(world.list("").await, std::slice::from_ref(&export));

    Tournament::confirmed(&world.pairing, "later", "Fernwood Open", &TWO);
    world.catch_up().await.unwrap();
    let later = world.export("later", 0).await.unwrap();
    assert_eq!(export.file_name, "20261121_Fernwood_Open.ELO");
    assert_eq!(later.file_name, "20261121a_Fernwood_Open.ELO");
}

#[tokio::test]
async fn tournaments_of_one_name_and_day_get_names_of_their_own() {
    let world = World::new().await;
    for number in 0..30 {
        let name = if number % 2 == 0 {
            "Fernwood Spring Open Championship"
        } else {
            "FERNWOOD spring open CHAMPIONSHIP"
        };
        Tournament::confirmed(&world.pairing, &format!("t{number:02}"), name, &TWO);
    }
    world.catch_up().await.unwrap();
    let exports = world.list("").await;
    assert_eq!(exports.len(), 30);
    let mut names = BTreeSet::new();
    for export in &exports {
        let faults = elo::strict_check(&export.content, &export.file_name);
        assert_eq!(faults, [], "{}", export.file_name);
        let manifest = signed(export).verify(Some(&export.content)).unwrap();
        assert_eq!(manifest.file_name, export.file_name);
        names.insert(export.file_name.to_ascii_lowercase());
    }
    assert_eq!(names.len(), 30, "{names:?}");
    let letters = names
        .iter()
        .filter(|name| name.starts_with("20261121_"))
        .count();
    assert_eq!(letters, 1 + 3, "a to z, and then numbers");
}

#[tokio::test]
async fn what_cannot_be_written_is_told_and_holds_nobody_up() {
    let mut world = World::new().await;
    let people = [TWO[0], ("林", "", 3, false)];
    Tournament::confirmed(&world.pairing, "unwritable", "Fernwood Open", &people);
    Tournament::confirmed(&world.pairing, "behind", "Fernwood Open", &TWO);
    world.catch_up().await.unwrap();
    world.export("behind", 0).await.unwrap();
    let problem = world.export("unwritable", 0).await.unwrap_err();
    assert_eq!(
        (problem.code.as_str(), problem.kind.http_status()),
        ("unwritable_rating_file", 409)
    );
    assert!(problem.detail.contains('林'), "{}", problem.detail);
    assert!(problem.detail.ends_with('.'), "{}", problem.detail);

    world.restart().await;
    world.catch_up().await.unwrap();
    assert_eq!(world.export("unwritable", 0).await.unwrap_err(), problem);
    assert_eq!(world.list("").await.len(), 1);
}

#[tokio::test]
async fn a_second_confirmation_is_a_second_version_under_the_same_name() {
    let world = World::new().await;
    Tournament::confirmed(&world.pairing, "two", "Fernwood Open", &TWO);
    Tournament::confirmed(&world.pairing, "other", "Fernwood Open", &TWO);
    world.catch_up().await.unwrap();
    let first = world.export("two", 0).await.unwrap();

    // The store was restored, and there the event took another course.
    world.pairing.replace_store("two");
    let people = [TWO[0], TWO[1], ("Cedar", "Cleo", 3, false)];
    let again = Tournament::confirmed(&world.pairing, "two", "Fernwood Open", &people);
    world.catch_up().await.unwrap();
    let second = world.export("two", 0).await.unwrap();
    assert_eq!((first.version, second.version), (1, 2));
    assert_eq!(first.file_name, second.file_name);
    assert_ne!(first.content, second.content);
    let manifest = signed(&second).verify(Some(&second.content)).unwrap();
    assert_eq!((manifest.version, manifest.tournament_seq), (2, again.seq));
    let first = Export {
        superseded: true,
        ..first
    };
    assert_eq!(world.export("two", 1).await.unwrap(), first);
    assert_eq!(world.list("two").await, [first, second]);
}

#[tokio::test]
async fn a_tournament_that_pairing_does_not_show_yet_is_waited_for() {
    let world = World::new().await;
    let tournament = Tournament::confirmed(&world.pairing, "two", "Fernwood Open", &TWO);
    world.pairing.hide("two");
    assert_eq!(world.catch_up().await.unwrap_err().code, "not_there_yet");
    assert!(world.list("").await.is_empty());
    world.pairing.show("two", tournament.shown());
    world.catch_up().await.unwrap();
    assert_eq!(world.list("").await.len(), 1);
}
