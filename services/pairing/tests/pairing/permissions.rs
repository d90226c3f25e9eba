//! What an event's answer says may be done now.

use std::collections::BTreeSet;

use crate::world::World;
use outflank_access::Problem;
use outflank_proto::{
    contract::{METHODS, Verb},
    pairing::v1 as proto,
    problem::v1 as problem,
    sentence::v1::Parameter,
};

fn snake_case(name: &str) -> String {
    let mut written = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !written.is_empty() {
            written.push('_');
        }
        written.extend(letter.to_lowercase());
    }
    written
}

async fn acts(world: &World, id: &str) -> Vec<proto::ActPermission> {
    world.tournament(id).await.acts
}

/// Why not; `None` when it is allowed.
async fn refusal(world: &World, id: &str, act: &str) -> Option<problem::Problem> {
    let acts = acts(world, id).await;
    let found = acts.iter().find(|known| known.act == act).unwrap();
    assert_eq!(found.allowed, found.refusal.is_none(), "{act}");
    found.refusal.clone()
}

fn told(answer: Result<impl Sized, Problem>) -> Option<problem::Problem> {
    answer.err().map(Into::into)
}

#[tokio::test]
async fn every_method_that_acts_on_a_tournament_is_told_of() {
    let world = World::new().await;
    let id = world.create().await;
    let told: BTreeSet<String> = acts(&world, &id)
        .await
        .into_iter()
        .map(|known| known.act)
        .collect();
    let methods: BTreeSet<String> = METHODS
        .iter()
        .filter(|method| method.package == "outflank.pairing.v1")
        .filter(|method| {
            let acts = |http: outflank_proto::contract::Http| {
                http.verb != Verb::Get && http.path.contains("{tournament_id}")
            };
            method.http.is_some_and(acts)
        })
        .map(|method| snake_case(method.name))
        // They look, and do nothing; what is taken from PAPP is made of acts that are told of by themselves; a rehearsal is
        // another event.
        .filter(|method| {
            let others = [
                "preview_papp_files",
                "preview_round",
                "rehearse_tournament",
                "take_papp_files",
            ];
            !others.contains(&method.as_str())
        })
        .collect();
    assert_eq!(told, methods);
}

#[tokio::test]
async fn what_is_refused_now_is_told_as_whoever_tries_it_is_told() {
    let world = World::new().await;
    let id = world.create().await;
    assert_eq!(refusal(&world, &id, "register_entrant").await, None);
    let early = refusal(&world, &id, "publish_round").await;
    assert_eq!(early.as_ref().unwrap().code, "too_few_entrants");
    assert_eq!(early, told(world.publish(&id).await));

    world.register(&id, 4).await;
    assert_eq!(refusal(&world, &id, "publish_round").await, None);
    let unknown = refusal(&world, &id, "finish_round").await;
    assert_eq!(unknown.unwrap().code, "unknown_round");
    world.publish(&id).await.unwrap();

    let closed = refusal(&world, &id, "remove_entrant").await;
    assert_eq!(closed.unwrap().code, "registration_closed");
    assert_eq!(refusal(&world, &id, "withdraw_entrant").await, None);
    let unfinished = refusal(&world, &id, "publish_round").await;
    assert_eq!(unfinished, told(world.publish(&id).await));
    let open = refusal(&world, &id, "finish_round").await;
    assert_eq!(open, told(world.finish(&id, 1).await));
    let open = open.unwrap();
    assert_eq!(
        (open.code.as_str(), open.field.as_str()),
        ("boards_open", "")
    );
    let tables = vec!["1".to_owned(), "2".to_owned()];
    assert_eq!(
        open.parameters,
        [
            Parameter::new("round", 1_u32),
            Parameter::new("tables", tables)
        ]
    );

    for table in 1..=2 {
        world.enter(&id, (1, table), 40).await.unwrap();
    }
    assert_eq!(refusal(&world, &id, "finish_round").await, None);
    let confirmed = refusal(&world, &id, "confirm_tournament").await;
    assert_eq!(confirmed, told(world.confirm(&id).await));
    assert_eq!(confirmed.unwrap().code, "rounds_left");
}
