//! A large part of the archive of rating files through the service, over both stores: every result that an independent
//! count finds, and how far it is while it is being taken in. Nobody sees a part of it, and nobody waits for it.

#[path = "../../../../../engine/tests/tests/engine/formats/corpus.rs"]
#[expect(dead_code, reason = "of the corpus these tests read the archive alone")]
mod corpus;
#[path = "../../../../../engine/tests/tests/engine/formats/raw_lines.rs"]
mod raw_lines;

use std::collections::BTreeMap;

use outflank_proto::ratings::v1 as proto;

use super::{OFFICER, ask, import, imported::zipped, total};
use crate::world::World;

/// Every so-many-th file is taken.
const EVERY: usize = 6;
/// Files of one import.
const AT_ONCE: usize = 500;

/// Rating files by their bytes: no file counts twice.
fn files() -> Vec<(String, Vec<u8>)> {
    let archive = corpus::elo_archive();
    let by_bytes: BTreeMap<Vec<u8>, String> = archive
        .into_iter()
        .step_by(EVERY)
        .map(|(name, bytes)| (bytes, name))
        .collect();
    by_bytes
        .into_iter()
        .map(|(bytes, name)| (name, bytes))
        .collect()
}

/// Results of two players each.
fn results(bytes: &[u8]) -> usize {
    let games = raw_lines::raw_file(bytes).games;
    games
        .iter()
        .filter(|game| game.first != game.second)
        .count()
}

/// Something else that the service writes.
async fn write(world: &World) {
    let asked = proto::AddWebhookRequest {
        url: "https://mirror.example/outflank".to_owned(),
        ..proto::AddWebhookRequest::default()
    };
    let made = ask!(world, OFFICER, add_webhook, asked).unwrap();
    let webhook_id = made.webhook.unwrap().webhook_id;
    let asked = proto::RemoveWebhookRequest { webhook_id };
    ask!(world, OFFICER, remove_webhook, asked).unwrap();
}

async fn comes_in_whole(world: World) {
    let files = files();
    let mut seen = 0;
    assert!(files.len() > 900, "{}", files.len());
    for some in files.chunks(AT_ONCE) {
        let wanted: usize = some.iter().map(|(_, bytes)| results(bytes)).sum();
        let named: Vec<(&str, &[u8])> = some
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
            .collect();
        let made = import(&world, OFFICER, ("elo", "years.zip"), &zipped(&named)).await;
        let mut made = made.unwrap();
        // Whoever asks waits a little each time.
        for _ in 0..100 {
            if made.taken_in {
                break;
            }
            assert!(made.percent <= 100 && made.results == 0, "{made:?}");
            write(&world).await;
            let before = total(&world).await as usize;
            let asked = proto::ListImportsRequest::default();
            let listed = ask!(world, OFFICER, list_imports, asked).unwrap();
            made = listed.imports[0].clone();
            assert!(made.taken_in || before == seen, "{before} of {seen}");
        }
        seen += wanted;
        assert_eq!(
            (
                made.taken_in,
                made.percent,
                made.files as usize,
                made.results as usize
            ),
            (true, 100, some.len(), wanted)
        );
    }
    let all: usize = files.iter().map(|(_, bytes)| results(bytes)).sum();
    assert_eq!(total(&world).await as usize, all);
}

/// A process that goes on behind another one that is gone writes what that one began, once.
#[tokio::test]
async fn an_import_is_taken_in_once_whoever_stops_in_the_middle() {
    let mut world = World::new().await;
    let files = files();
    let named: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    let zip = zipped(&named[..AT_ONCE]);
    let wanted: usize = files[..AT_ONCE]
        .iter()
        .map(|(_, bytes)| results(bytes))
        .sum();
    let mut made = import(&world, OFFICER, ("elo", "years.zip"), &zip)
        .await
        .unwrap();
    for times in 0..100 {
        if times < 2 {
            world.restart().await;
        } else if made.taken_in {
            break;
        }
        let asked = proto::ListImportsRequest::default();
        let listed = ask!(world, OFFICER, list_imports, asked).unwrap();
        made = listed.imports[0].clone();
    }
    assert_eq!((made.taken_in, made.results as usize), (true, wanted));
    assert_eq!(total(&world).await as usize, wanted);
}

#[tokio::test]
async fn years_of_results_come_in_whole() {
    comes_in_whole(World::new().await).await;
}

#[tokio::test]
async fn years_of_results_come_in_whole_in_postgres() {
    comes_in_whole(World::in_postgres().await).await;
}
