//! Which files there are, and that they stay.

use super::{KINDS, OF_GAMES, left_out, results, with_finals};
use crate::world::{
    World, signed,
    tournament::{FIVE, Tournament},
};
use outflank_proto::ratings::v1::Export;
use outflank_ratings::Manifest;

fn manifest(export: &Export) -> Manifest {
    signed(export).verify(Some(&export.content)).unwrap()
}

#[tokio::test]
async fn the_manifest_names_every_file_by_its_digest() {
    let world = World::new().await;
    with_finals(&world).await;
    let manifest = manifest(&world.export("five", 0).await.unwrap());
    let kinds: Vec<&str> = manifest.files.iter().map(|file| &*file.kind).collect();
    assert_eq!(kinds, KINDS);
    assert_eq!(left_out(&manifest), OF_GAMES, "it was played elsewhere");
    for named in &manifest.files {
        assert_eq!(named.name, format!("20261121_Fernwood_Cie.{}", named.kind));
        let file = world.file("five", 0, &named.kind).await.unwrap();
        assert_eq!(Manifest::digest(&file.content), named.sha256);
        assert_eq!(file.content.len() as u64, named.bytes);
        assert_eq!((&file.kind, &file.file_name), (&named.kind, &named.name));
        assert_eq!((&file.sha256, file.version), (&named.sha256, 1));
        let by_name = world.file("five", 1, &named.name).await.unwrap();
        assert_eq!(by_name, file);
    }
    let types = KINDS.map(|kind| world.file("five", 0, kind));
    let mut told = Vec::new();
    for file in types {
        told.push(file.await.unwrap().content_type);
    }
    let csv = "text/csv; charset=utf-8";
    let xml = "application/xml";
    assert_eq!(
        told,
        [
            csv,
            csv,
            xml,
            xml,
            "application/json",
            "application/x-ndjson"
        ]
    );
}

#[tokio::test]
async fn the_same_event_gives_the_same_bytes_whenever_they_are_made() {
    let (one, other) = (World::new().await, World::new().await);
    with_finals(&one).await;
    // Another event before it, and the ratings started anew: the time at which they work is another.
    Tournament::confirmed(&other.pairing, "before", "Before", &FIVE);
    other.catch_up().await.unwrap();
    with_finals(&other).await;
    let files = |export: &Export| manifest(export).files;
    let made = files(&one.export("five", 0).await.unwrap());
    assert_eq!(made.len(), KINDS.len());
    assert_eq!(made, files(&other.export("five", 0).await.unwrap()));
}

#[tokio::test]
async fn the_files_of_earlier_versions_stay() {
    let mut world = World::new().await;
    let mut tournament = Tournament::new(&world.pairing, "five", "Fernwood Open", &FIVE);
    tournament.play(&world.pairing, results);
    tournament.confirm_unrated(&world.pairing);
    world.catch_up().await.unwrap();
    let first = manifest(&world.export("five", 0).await.unwrap());
    assert_eq!(first.files.len(), KINDS.len(), "also of what is not rated");
    let mut before = Vec::new();
    for kind in KINDS {
        before.push(world.file("five", 0, kind).await.unwrap());
    }
    tournament.amend(&world.pairing, (1, 1), 40);
    world.catch_up().await.unwrap();
    world.restart().await;
    let second = manifest(&world.export("five", 0).await.unwrap());
    assert_eq!(second.version, 2);
    for (kind, earlier) in KINDS.into_iter().zip(before) {
        assert_eq!(world.file("five", 1, kind).await.unwrap(), earlier);
        let newest = world.file("five", 0, kind).await.unwrap();
        assert_eq!(newest.version, 2);
        assert_ne!(newest.sha256, earlier.sha256, "{kind}");
        assert!(second.files.iter().any(|file| file.sha256 == newest.sha256));
    }
    assert!(
        second.differences.iter().all(|told| !told.contains("csv")),
        "differences are the rating file's: {:?}",
        second.differences
    );
}

#[tokio::test]
async fn what_is_not_there_is_refused_and_what_was_changed_is_not_given() {
    let world = World::new().await;
    let refused = async |id: &str, version, kind: &str| {
        let problem = world.file(id, version, kind).await.unwrap_err();
        (problem.code.clone(), problem.kind.http_status())
    };
    for kind in ["standings.csv", "", "games.pdf"] {
        let code = refused("five", 0, kind).await;
        assert_eq!(code, ("not_confirmed".to_owned(), 404));
    }
    with_finals(&world).await;
    for kind in [
        "",
        "games.txt",
        "games.pdf",
        "20261121_Fernwood_Cie.ELO",
        "STANDINGS.CSV",
    ] {
        let code = refused("five", 0, kind).await;
        assert_eq!(code, ("no_such_file".to_owned(), 404), "{kind}");
    }
    assert_eq!(refused("five", 2, "standings.csv").await.0, "not_confirmed");
    let file = world.file("five", 0, "standings.csv").await.unwrap();
    world.spoil(&file.sha256, b"place,rank\r\n").await;
    assert_eq!(refused("five", 0, "standings.csv").await.1, 500);
    world.file("five", 0, "crosstable.csv").await.unwrap();
}
