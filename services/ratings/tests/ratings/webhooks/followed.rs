//! Following publications by their tokens.

use outflank_access::Problem;
use outflank_proto::ratings::v1 as proto;

use super::publish;
use crate::world::World;

async fn followed(
    world: &World,
    after: &str,
) -> Result<proto::FollowPublicationsResponse, Problem> {
    let asked = proto::FollowPublicationsRequest {
        after: after.to_owned(),
        rated: false,
    };
    let answer = world.client().follow_publications(asked).await;
    answer
        .map(tonic::Response::into_inner)
        .map_err(|status| Problem::from_status(&status))
}

fn told(answer: &proto::FollowPublicationsResponse) -> Vec<String> {
    let publications = answer.publications.iter();
    publications
        .map(|of| of.publication.clone().unwrap().tournament_id)
        .collect()
}

#[tokio::test]
async fn whoever_follows_begins_now_and_goes_on_after_every_token() {
    let mut world = World::new().await;
    publish(&world, &["before"]).await;
    let begun = followed(&world, "").await.unwrap();
    assert!(begun.publications.is_empty() && !begun.goes_on);
    let names: Vec<String> = (0..45).map(|number| format!("event{number:02}")).collect();
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    publish(&world, &all).await;
    world.restart().await;

    let (mut token, mut seen, mut tokens) = (begun.resume_token, Vec::new(), Vec::new());
    loop {
        let answer = followed(&world, &token).await.unwrap();
        seen.extend(told(&answer));
        tokens.extend(answer.publications.iter().map(|of| of.resume_token.clone()));
        token.clone_from(&answer.resume_token);
        if !answer.goes_on {
            break;
        }
    }
    assert_eq!(seen, all);
    for (place, token) in tokens.iter().enumerate().step_by(7) {
        let answer = followed(&world, token).await.unwrap();
        let behind = &all[place + 1..];
        assert_eq!(told(&answer), behind[..behind.len().min(20)], "{place}");
    }
    // The list's tokens are good here.
    let asked = proto::ListExportsRequest::default();
    let list = world.list_page(asked).await.unwrap();
    let answer = followed(&world, &list.resume_token).await.unwrap();
    assert!(answer.publications.is_empty());
    publish(&world, &["after"]).await;
    assert_eq!(told(&followed(&world, &token).await.unwrap()), ["after"]);
}

#[tokio::test]
async fn tokens_of_other_lists_and_other_stores_are_refused() {
    let (world, other) = (World::new().await, World::new().await);
    for world in [&world, &other] {
        publish(world, &["alder"]).await;
    }
    let foreign = followed(&other, "").await.unwrap().resume_token;
    assert_eq!(
        followed(&world, &foreign).await.unwrap_err().code,
        "list_began_anew"
    );
    let rated = proto::ListExportsRequest {
        rated: true,
        ..proto::ListExportsRequest::default()
    };
    let rated = world.list_page(rated).await.unwrap().resume_token;
    for token in ["x", &rated, &"a".repeat(2_000)] {
        let refused = followed(&world, token).await.unwrap_err();
        assert_eq!(refused.code, "invalid_page_token", "{token}");
    }
}
