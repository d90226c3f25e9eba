//! The list of exports a page at a time.

use crate::world::{
    World,
    between::Between,
    tournament::{Person, Tournament, played},
};
use outflank_access::Problem;
use outflank_journal::{Append, DeadlineChange, NewEntry, StreamId};
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
        rated: false,
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
    let all = [("birch", 1), ("alder", 1), ("elm", 1), ("birch", 2)];
    assert_eq!(whole(&world, "").await, exports(&all));
    assert_eq!(whole(&world, "birch").await, exports(&[all[0], all[3]]));
    assert!(whole(&world, "oak").await.is_empty());

    let (first, token) = page(&world, "", 2, "").await.unwrap();
    for id in ["acorn", "dogwood"] {
        Tournament::confirmed(&world.pairing, id, "Fernwood Open", &TWO);
    }
    world.catch_up().await.unwrap();
    let (rest, end) = page(&world, "", 1_000, &token).await.unwrap();
    assert_eq!((first, &*end), (exports(&all[..2]), ""));
    let behind = [("elm", 1), ("birch", 2), ("acorn", 1), ("dogwood", 1)];
    assert_eq!(rest, exports(&behind));
}

fn asked(token: &str, rated: bool) -> ListExportsRequest {
    ListExportsRequest {
        page_token: token.to_owned(),
        rated,
        ..ListExportsRequest::default()
    }
}

/// Whoever keeps the last page's token is told what came since, once, and by the version whether anything did.
#[tokio::test]
async fn a_list_read_to_its_end_is_gone_on_with() {
    let mut world = World::new().await;
    let nothing = world.list_page(asked("", false)).await.unwrap();
    assert_eq!((nothing.exports.len(), &*nothing.next_page_token), (0, ""));
    let mut token = nothing.resume_token;
    let mut version = nothing.list_version;
    for id in ["elm", "alder", "birch"] {
        let same = world.list_page(asked(&token, false)).await.unwrap();
        assert_eq!((same.exports.len(), same.list_version), (0, version));
        Tournament::confirmed(&world.pairing, id, "Fernwood Open", &TWO);
        world.catch_up().await.unwrap();
        let news = world.list_page(asked(&token, false)).await.unwrap();
        let told: Vec<&str> = news
            .exports
            .iter()
            .map(|export| &*export.tournament_id)
            .collect();
        assert_eq!(told, [id]);
        assert_ne!(news.list_version, version);
        (token, version) = (news.resume_token, news.list_version);
        world.restart().await;
    }
    let other = world.list_page(asked(&token, true)).await.unwrap_err();
    assert_eq!(other.code, "invalid_page_token");
}

#[tokio::test]
async fn unrated_files_are_left_out_where_rated_ones_are_asked_for() {
    let world = World::new().await;
    for (id, rated) in [
        ("alder", true),
        ("birch", false),
        ("cedar", true),
        ("elm", false),
    ] {
        let mut tournament = Tournament::new(&world.pairing, id, "Fernwood Open", &TWO);
        tournament.play(&world.pairing, |_, _| played(40));
        if rated {
            tournament.confirm(&world.pairing);
        } else {
            tournament.confirm_unrated(&world.pairing);
        }
    }
    world.catch_up().await.unwrap();
    let all = world.list_page(asked("", false)).await.unwrap().exports;
    let rated = world.list_page(asked("", true)).await.unwrap();
    let marks: Vec<(&str, bool)> = all
        .iter()
        .map(|export| (&*export.tournament_id, export.rated))
        .collect();
    assert_eq!(
        marks,
        [
            ("alder", true),
            ("birch", false),
            ("cedar", true),
            ("elm", false)
        ]
    );
    assert_eq!(rated.exports, [all[0].clone(), all[2].clone()]);
    let rest = world
        .list_page(asked(&rated.resume_token, true))
        .await
        .unwrap();
    assert!(rest.exports.is_empty());
    // What takes a rated version back is asked for too, or a mirror would keep it.
    let mut taken_back = Tournament::new(&world.pairing, "fir", "Fernwood Open", &TWO);
    taken_back.play(&world.pairing, |_, _| played(40));
    taken_back.confirm_unrated(&world.pairing);
    taken_back.sign(&world.pairing);
    taken_back.approve(&world.pairing);
    taken_back.withdraw_approval(&world.pairing);
    world.catch_up().await.unwrap();
    let news = world
        .list_page(asked(&rest.resume_token, true))
        .await
        .unwrap();
    let told: Vec<(u32, bool)> = news
        .exports
        .iter()
        .map(|export| (export.version, export.rated))
        .collect();
    assert_eq!(told, [(3, true), (4, false)]);
    let of_one = ListExportsRequest {
        tournament_id: "fir".to_owned(),
        ..asked("", true)
    };
    assert_eq!(world.list_page(of_one).await.unwrap().exports, news.exports);
}

/// A version that is published while the list is read, behind another of its event.
#[tokio::test]
async fn what_is_published_while_the_list_is_read_is_in_it_or_behind_it() {
    let between = Between::default();
    let world = World::watched(&between).await;
    let mut tournament = Tournament::new(&world.pairing, "alder", "Fernwood Open", &TWO);
    tournament.play(&world.pairing, |_, _| played(40));
    tournament.confirm_unrated(&world.pairing);
    world.catch_up().await.unwrap();
    between.hold_up(2);
    let (first, ()) = tokio::join!(world.list_page(asked("", false)), async {
        between.held_up().await;
        tournament.sign(&world.pairing);
        world.catch_up().await.unwrap();
        between.go_on();
    });
    let first = first.unwrap();
    let rest = world.list_page(asked(&first.resume_token, false));
    let told = first.exports.into_iter().chain(rest.await.unwrap().exports);
    let told: Vec<u32> = told.map(|export| export.version).collect();
    assert_eq!(told, [1, 2]);
}

/// What programs wrote that knew no list of all exports.
async fn as_earlier_programs_wrote(world: &World, from: &World, id: &str) {
    let stream = StreamId::new("export", id);
    for entry in from.journal().read(&stream, 0, 10).await.unwrap() {
        let mut body: serde_json::Value = serde_json::from_slice(&entry.body).unwrap();
        assert_eq!(
            body[0].as_object_mut().unwrap().remove("listed"),
            Some(true.into())
        );
        let appended = world.journal().append(NewEntry {
            stream: stream.clone(),
            expected_seq: entry.seq - 1,
            at_ms: entry.at_ms,
            actor: entry.actor,
            command_id: entry.command_id,
            schema_version: entry.schema_version,
            body: body.to_string().into_bytes(),
            facts: Vec::new(),
            deadline: DeadlineChange::Keep,
            records: Vec::new(),
        });
        assert!(matches!(appended.await.unwrap(), Append::Appended { .. }));
    }
}

#[tokio::test]
async fn versions_of_earlier_programs_get_their_place_in_the_list_once() {
    let (mut world, from) = (World::new().await, World::new().await);
    let mut tournament = Tournament::new(&from.pairing, "alder", "Fernwood Open", &TWO);
    tournament.play(&from.pairing, |_, _| played(40));
    tournament.confirm_unrated(&from.pairing);
    tournament.sign(&from.pairing);
    Tournament::confirmed(&from.pairing, "birch", "Fernwood Open", &TWO);
    from.catch_up().await.unwrap();
    as_earlier_programs_wrote(&world, &from, "alder").await;
    as_earlier_programs_wrote(&world, &from, "birch").await;
    Tournament::confirmed(&world.pairing, "cedar", "Fernwood Open", &TWO);
    world.catch_up().await.unwrap();
    let mut all = exports(&[("alder", 1), ("alder", 2), ("birch", 1), ("cedar", 1)]);
    for _ in 0..2 {
        let mut listed = whole(&world, "").await;
        listed.sort();
        assert_eq!(listed, all);
        world.restart().await;
    }
    // The entry that lists them is no version, and hides none.
    assert_eq!(whole(&world, "alder").await, all[..2]);
    assert_eq!(world.export("alder", 0).await.unwrap().version, 2);
    Tournament::confirmed(&world.pairing, "dogwood", "Fernwood Open", &TWO);
    world.catch_up().await.unwrap();
    all.extend(exports(&[("dogwood", 1)]));
    assert_eq!(whole(&world, "").await.len(), all.len());
}

/// The numbers of a list are its store's: whoever comes with those of another begins anew.
#[tokio::test]
async fn a_token_of_another_store_is_told_to_begin_anew() {
    let (world, other) = (World::new().await, World::new().await);
    for world in [&world, &other] {
        for id in ["alder", "birch"] {
            Tournament::confirmed(&world.pairing, id, "Fernwood Open", &TWO);
        }
        world.catch_up().await.unwrap();
    }
    let (_, token) = page(&world, "", 1, "").await.unwrap();
    let refused = page(&other, "", 1, &token).await.unwrap_err();
    assert_eq!(
        (refused.code.as_str(), refused.kind.http_status()),
        ("list_began_anew", 409)
    );
    let versions = [&world, &other].map(|world| world.list_page(asked("", false)));
    let [one, another] = versions;
    assert_ne!(
        one.await.unwrap().list_version,
        another.await.unwrap().list_version
    );
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
