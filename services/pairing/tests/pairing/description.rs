//! What an event says of itself: given at the founding or afterwards, read by everybody, told when it changes.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;

use crate::{
    interest::appoint,
    world::{DIRECTOR, STRANGER, World},
};

fn texts() -> proto::Description {
    proto::Description {
        place: "Town hall, Great Room".to_owned(),
        organiser_name: "Fernwood Othello Club".to_owned(),
        contact: "Ingrid, at the desk".to_owned(),
        other_prizes: "A cup for the best junior.".to_owned(),
        prospectus: "Eleven rounds over two days.\n\n<b>Boards</b> are provided.".to_owned(),
    }
}

async fn describe(
    world: &World,
    (id, by): (&str, &str),
    description: proto::Description,
) -> Result<u64, Problem> {
    let asked = proto::DescribeTournamentRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        description: Some(description),
    };
    ask!(world, by, describe_tournament, asked).map(|done| done.seq)
}

async fn changed(world: &World, id: &str) -> Vec<(String, Vec<String>)> {
    let changes = world.tournament(id).await.description_changes;
    let told = changes.into_iter();
    told.map(|one| (one.by_account_id, one.texts)).collect()
}

fn change(by: &str, names: &[&str]) -> (String, Vec<String>) {
    let names = names.iter().map(|name| (*name).to_owned());
    (by.to_owned(), names.collect())
}

const ALL: [&str; 5] = [
    "place",
    "organiser_name",
    "contact",
    "other_prizes",
    "prospectus",
];

#[tokio::test]
async fn it_is_given_at_the_founding_once_however_often_it_is_sent() {
    let world = World::new().await;
    let bare = world.create().await;
    assert_eq!(world.tournament(&bare).await.description, None);
    assert_eq!(changed(&world, &bare).await, []);

    let mut asked = world.new_tournament();
    asked.description = Some(proto::Description {
        place: "  Town hall, Great Room ".to_owned(),
        prospectus: "Eleven rounds over two days.\r\n\r\n<b>Boards</b> are provided.\r\n"
            .to_owned(),
        ..texts()
    });
    for _ in 0..2 {
        let made = ask!(world, DIRECTOR, create_tournament, asked.clone()).unwrap();
        let made = made.tournament.unwrap();
        let id = made.summary.unwrap().id;
        assert_eq!(made.description, Some(texts()));
        assert_eq!(changed(&world, &id).await, [change(DIRECTOR, &ALL)]);
    }
    asked.description.as_mut().unwrap().place = "x".repeat(201);
    asked.command_id = world.command_id();
    let refused = ask!(world, DIRECTOR, create_tournament, asked).unwrap_err();
    assert_eq!(
        (refused.code.as_str(), refused.field()),
        ("bad_description", Some("place"))
    );
}

#[tokio::test]
async fn each_change_is_told_and_a_text_that_stays_is_none() {
    let world = World::new().await;
    let id = world.create().await;
    appoint(&world, &id, "oscar", "organiser").await;
    describe(&world, (&id, DIRECTOR), texts()).await.unwrap();
    let moved = proto::Description {
        place: "online".to_owned(),
        ..texts()
    };
    describe(&world, (&id, "oscar"), moved.clone())
        .await
        .unwrap();
    assert_eq!(world.tournament(&id).await.description, Some(moved.clone()));
    let same = describe(&world, (&id, DIRECTOR), moved).await;
    assert_eq!(same.unwrap_err().code, "description_unchanged");
    // Back to what it was: another record of the same words.
    describe(&world, (&id, DIRECTOR), texts()).await.unwrap();
    assert_eq!(world.tournament(&id).await.description, Some(texts()));
    let nothing = proto::Description::default();
    describe(&world, (&id, DIRECTOR), nothing).await.unwrap();
    assert_eq!(world.tournament(&id).await.description, None);
    assert_eq!(
        changed(&world, &id).await,
        [
            change(DIRECTOR, &ALL),
            change("oscar", &["place"]),
            change(DIRECTOR, &["place"]),
            change(DIRECTOR, &ALL),
        ]
    );
}

#[tokio::test]
async fn who_may_not_writes_nothing_and_what_is_too_long_is_not_kept() {
    let world = World::new().await;
    let id = world.create().await;
    appoint(&world, &id, "judith", "table_judge").await;
    let seq = world.seq(&id).await;
    for by in [STRANGER, "judith"] {
        let refused = describe(&world, (&id, by), texts()).await.unwrap_err();
        let answered = (refused.kind, &*refused.code);
        assert_eq!(answered, (Kind::Forbidden, "may_not_describe"), "{by}");
    }
    let with = |change: fn(&mut proto::Description)| {
        let mut description = texts();
        change(&mut description);
        description
    };
    for (field, description) in [
        ("place", with(|texts| texts.place = "hall\nroom".to_owned())),
        (
            "organiser_name",
            with(|texts| texts.organiser_name = "é".repeat(101)),
        ),
        ("contact", with(|texts| texts.contact = "x".repeat(501))),
        (
            "other_prizes",
            with(|texts| texts.other_prizes = "x".repeat(1_001)),
        ),
        (
            "prospectus",
            with(|texts| texts.prospectus = "x".repeat(8_001)),
        ),
        (
            "prospectus",
            with(|texts| texts.prospectus = "a\u{202e}b".to_owned()),
        ),
    ] {
        let refused = describe(&world, (&id, DIRECTOR), description).await;
        let refused = refused.unwrap_err();
        assert_eq!(
            (refused.code.as_str(), refused.field()),
            ("bad_description", Some(field))
        );
    }
    assert_eq!(world.seq(&id).await, seq);
    assert_eq!(world.tournament(&id).await.description, None);
    let longest = with(|texts| texts.prospectus = "x".repeat(8_000));
    describe(&world, (&id, DIRECTOR), longest).await.unwrap();
}
