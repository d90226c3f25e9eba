//! What does not count for ratings says so in its file, its name and its manifest.

use crate::world::{
    World, signed,
    tournament::{FIVE, Tournament, played},
};
use outflank_formats::elo;
use outflank_proto::ratings::v1::Export;
use outflank_ratings::Manifest;

fn manifest(export: &Export) -> Manifest {
    signed(export).verify(Some(&export.content)).unwrap()
}

fn title(export: &Export) -> String {
    let text = String::from_utf8(export.content.clone()).unwrap();
    text.lines().next().unwrap().to_owned()
}

async fn played_out(world: &World) -> Tournament {
    let mut tournament = Tournament::new(&world.pairing, "five", "Fernwood Open", &FIVE);
    tournament.play(&world.pairing, |round, table| {
        played((round * 17 + table * 29) % 65)
    });
    tournament
}

#[tokio::test]
async fn an_event_that_nobody_approved_says_that_it_is_unrated() {
    let world = World::new().await;
    let mut tournament = played_out(&world).await;
    tournament.confirm_unrated(&world.pairing);
    world.catch_up().await.unwrap();
    let export = world.export("five", 0).await.unwrap();
    assert_eq!(export.file_name, "20261121_UNRATED_Fernwood_Open.ELO");
    assert_eq!(elo::strict_check(&export.content, &export.file_name), []);
    assert_eq!(title(&export), "%%Tournament: UNRATED Fernwood Open");
    let manifest = manifest(&export);
    assert!(!manifest.rated);
    let results = tournament.state.results_without_game().count();
    assert_eq!(manifest.results_without_game as usize, results);
    assert_eq!(manifest.unsigned_results.len(), results);
    assert!(manifest.unsigned_results.contains(&"1/2".to_owned()));
    assert!(manifest.over_the_board.is_empty());
}

#[tokio::test]
async fn an_approval_after_the_confirmation_makes_another_version() {
    let world = World::new().await;
    let mut tournament = played_out(&world).await;
    tournament.confirm_unrated(&world.pairing);
    world.catch_up().await.unwrap();
    tournament.sign(&world.pairing);
    world.catch_up().await.unwrap();
    tournament.approve(&world.pairing);
    world.catch_up().await.unwrap();
    tournament.withdraw_approval(&world.pairing);
    world.catch_up().await.unwrap();
    let all = world.list("five").await;
    let told: Vec<(u32, bool, usize, usize)> = all
        .iter()
        .map(|export| {
            let manifest = manifest(export);
            let unsigned = manifest.unsigned_results.len();
            let signed = manifest.over_the_board.len();
            (export.version, manifest.rated, unsigned, signed)
        })
        .collect();
    let results = tournament.state.results_without_game().count();
    assert_eq!(
        told,
        [
            (1, false, results, 0),
            (2, false, 0, results),
            (3, true, 0, results),
            (4, false, 0, results)
        ]
    );
    assert_eq!(all[2].file_name, "20261121_Fernwood_Open.ELO");
    assert_eq!(title(&all[2]), "%%Tournament: Fernwood Open");
    assert_eq!(all[3].file_name, all[0].file_name);
}

#[tokio::test]
async fn a_manifest_of_an_earlier_release_is_no_rated_one() {
    let world = World::new().await;
    Tournament::confirmed(&world.pairing, "five", "Fernwood Open", &FIVE);
    world.catch_up().await.unwrap();
    let export = world.export("five", 0).await.unwrap();
    let mut earlier: serde_json::Value = serde_json::from_slice(&export.manifest).unwrap();
    let fields = earlier.as_object_mut().unwrap();
    for new in [
        "rated",
        "results_without_game",
        "over_the_board",
        "unsigned_results",
    ] {
        fields.remove(new).unwrap();
    }
    let read: Manifest = serde_json::from_value(earlier).unwrap();
    assert!(!read.rated);
}
