//! The list of exports a page at a time.

use crate::world::{
    World,
    tournament::{Person, Tournament},
};
use outflank_access::Problem;
use outflank_proto::ratings::v1::ListExportsRequest;
use outflank_testbed::{by_pages, spoilt};

const TWO: [Person; 2] = [("Alder", "Ann", 1, false), ("Birch", "Ben", 2, true)];

/// Tournament and version of each export on a page of those of one tournament, or of all.
async fn page(
    world: &World,
    id: &str,
    size: u32,
    token: &str,
) -> Result<(Vec<(String, u32)>, String), Problem> {
    let request = ListExportsRequest {
        tournament_id: id.to_owned(),
        page_size: size,
        page_token: token.to_owned(),
    };
    let told = world.list_page(request).await?;
    let exports = told.exports.into_iter();
    let listed = exports.map(|export| (export.tournament_id, export.version));
    Ok((listed.collect(), told.next_page_token))
}

async fn whole(world: &World, id: &str) -> Vec<(String, u32)> {
    by_pages(async |size, token| page(world, id, size, &token).await.unwrap()).await
}

fn exports(of: &[(&str, u32)]) -> Vec<(String, u32)> {
    of.iter()
        .map(|(id, version)| ((*id).to_owned(), *version))
        .collect()
}

#[tokio::test]
async fn every_version_of_every_file_is_listed_once() {
    let world = World::new().await;
    for id in ["birch", "alder", "elm"] {
        Tournament::confirmed(&world.pairing, id, "Fernwood Open", &TWO);
    }
    world.catch_up().await.unwrap();
    // What cannot be written leaves an entry and no export.
    let people = [TWO[0], ("林", "", 3, false)];
    Tournament::confirmed(&world.pairing, "cedar", "Fernwood Open", &people);
    world.pairing.replace_store("birch");
    let people = [TWO[0], TWO[1], ("Cedar", "Cleo", 3, false)];
    Tournament::confirmed(&world.pairing, "birch", "Fernwood Open", &people);
    world.catch_up().await.unwrap();
    let all = [("alder", 1), ("birch", 1), ("birch", 2), ("elm", 1)];
    assert_eq!(whole(&world, "").await, exports(&all));
    assert_eq!(whole(&world, "birch").await, exports(&all[1..3]));
    assert!(whole(&world, "oak").await.is_empty());

    let (first, token) = page(&world, "", 2, "").await.unwrap();
    for id in ["acorn", "dogwood"] {
        Tournament::confirmed(&world.pairing, id, "Fernwood Open", &TWO);
    }
    world.catch_up().await.unwrap();
    let (rest, end) = page(&world, "", 1_000, &token).await.unwrap();
    assert_eq!((first, &*end), (exports(&all[..2]), ""));
    assert_eq!(rest, exports(&[("birch", 2), ("dogwood", 1), ("elm", 1)]));
}

#[tokio::test]
async fn a_token_of_another_query_is_refused() {
    let world = World::new().await;
    for id in ["alder", "birch"] {
        Tournament::confirmed(&world.pairing, id, "Fernwood Open", &TWO);
    }
    world.catch_up().await.unwrap();
    let (_, token) = page(&world, "", 1, "").await.unwrap();
    for (id, token) in spoilt(&token)
        .into_iter()
        .map(|token| ("", token))
        .chain([("alder", token.clone()), ("birch", token.clone())])
    {
        let refused = page(&world, id, 1, &token).await.unwrap_err();
        assert_eq!(refused.code, "invalid_page_token", "{token}");
    }
    let refused = page(&world, "", 1_001, "").await.unwrap_err();
    assert_eq!(refused.code, "invalid_page_size");
    assert_eq!(
        page(&world, "", 1, &token).await.unwrap().0,
        exports(&[("birch", 1)])
    );
}
