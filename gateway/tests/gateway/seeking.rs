//! Who seeks a casual game over a line, and hears that it is booked.

use std::{sync::Arc, time::Duration};

use outflank_access::{Kind, Problem};
use outflank_live::{Live as _, Received, topic};
use outflank_proto::pairing::v1::{
    CasualBooking, CasualTerms, CasualVariant, CheckSeekRequest, HeardBookings,
};
use prost::Message as _;
use serde_json::{Value, json};

use crate::world::{
    World,
    socket::{Client, open, ticket},
};

fn seek(id: &str, minutes: i64) -> Value {
    let terms = json!({"variant": "othello", "main_ms": minutes * 60_000, "increment_ms": 0});
    json!({"type": "seek", "id": id, "terms": terms, "color": "black", "lowest": 1_400})
}

fn booking(black: &str, white: &str) -> CasualBooking {
    CasualBooking {
        game_id: "casual".to_owned(),
        black_account_id: black.to_owned(),
        white_account_id: white.to_owned(),
        terms: Some(CasualTerms {
            variant: CasualVariant::Othello.into(),
            main_ms: 300_000,
            increment_ms: 0,
        }),
        ..CasualBooking::default()
    }
}

/// Pairing tells gateways that these are booked.
async fn tell_booked(world: &World, bookings: Vec<CasualBooking>) {
    let message = HeardBookings { bookings }.encode_to_vec().into();
    let told = world.bus.publish(&topic::bookings(), message).await;
    told.unwrap();
}

async fn line(world: &World, account: Option<&str>) -> Client {
    let bought = ticket(world, account).await;
    open(world, world.inside(), &bought, None).await.unwrap()
}

/// The seeks that stand, the oldest first.
async fn standing(world: &World) -> Vec<CheckSeekRequest> {
    let seeks = world.bus.seeks().await.unwrap();
    let mut seeks: Vec<CheckSeekRequest> = seeks
        .into_values()
        .map(|bytes| CheckSeekRequest::decode(bytes).unwrap())
        .collect();
    seeks.sort_by_key(|seek| seek.since_ms);
    seeks
}

/// Something is waited for while these lines answer the server's pings.
async fn listening(lines: &mut [&mut Client], waited: impl Future<Output = ()>) {
    let heard = lines
        .iter_mut()
        .map(|line| async move { while line.whatever_is_next().await.is_ok() {} });
    let heard = futures_util::future::join_all(heard);
    tokio::select! {
        () = waited => {}
        _ = heard => panic!("the lines were closed"),
    }
}

/// Waits until so many seeks stand; what is waited for is in the time of the test.
async fn until_there_are(world: &World, count: usize) {
    let come = async {
        while standing(world).await.len() != count {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let patience = Duration::from_secs(30);
    tokio::time::timeout(patience, come)
        .await
        .expect("it never came");
}

#[tokio::test(start_paused = true)]
async fn a_seek_stands_as_long_as_its_line_is_open() {
    let world = World::new();
    let mut news = world.bus.subscribe(&topic::seeks()).await.unwrap();
    let mut anna = line(&world, Some("anna")).await;
    anna.send(seek("s1", 5)).await;
    let seeking = anna.next_of("seeking").await;
    assert_eq!(
        (&seeking["id"], &seeking["terms"]["main_ms"]),
        (&json!("s1"), &json!(300_000))
    );
    let stands = standing(&world).await;
    let [sought] = &stands[..] else {
        panic!("one stands: {stands:?}");
    };
    assert_eq!((sought.account_id.as_str(), sought.lowest), ("anna", 1_400));
    assert_eq!(seeking["since_ms"], sought.since_ms);
    assert!(matches!(news.next().await, Received::Message(_)));
    // Lifetimes later it is still the same.
    listening(&mut [&mut anna], async {
        for _ in 0..30 {
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(standing(&world).await, stands);
        }
    })
    .await;
    drop(anna);
    until_there_are(&world, 0).await;
}

#[tokio::test(start_paused = true)]
async fn a_line_seeks_one_game_and_none_when_it_says_so() {
    let world = World::new();
    let mut anna = line(&world, Some("anna")).await;
    for (id, minutes) in [("s1", 5), ("s2", 3)] {
        anna.send(seek(id, minutes)).await;
        assert_eq!(anna.next_of("seeking").await["id"], id);
    }
    until_there_are(&world, 1).await;
    assert_eq!(standing(&world).await[0].terms.unwrap().main_ms, 180_000);
    anna.send(json!({"type": "unseek"})).await;
    until_there_are(&world, 0).await;
    // What is refused ends what was sought, too.
    anna.send(seek("s3", 5)).await;
    anna.next_of("seeking").await;
    let refusal = Problem::new(Kind::Refused, "already_booked", "You play already.");
    world.event.casual.lock().unwrap().refusal = Some(refusal);
    anna.send(seek("s4", 5)).await;
    let refused = anna.next_of("refused").await;
    assert_eq!(
        (&refused["id"], &refused["problem"]["code"]),
        (&json!("s4"), &json!("already_booked"))
    );
    until_there_are(&world, 0).await;
}

#[tokio::test(start_paused = true)]
async fn a_spectator_seeks_nothing() {
    let world = World::new();
    let mut spectator = line(&world, None).await;
    spectator.send(seek("s1", 5)).await;
    let refused = spectator.next_of("refused").await;
    assert_eq!(refused["problem"]["code"], "unauthenticated");
    assert!(world.event.casual.lock().unwrap().sought.is_empty());
}

#[tokio::test(start_paused = true)]
async fn every_line_of_both_players_hears_of_a_booking_which_ends_what_they_seek() {
    let world = World::new();
    let mut seeking = line(&world, Some("anna")).await;
    let mut other = line(&world, Some("anna")).await;
    let mut boris = line(&world, Some("boris")).await;
    seeking.send(seek("s1", 5)).await;
    seeking.next_of("seeking").await;
    tell_booked(
        &world,
        vec![booking("boris", "anna"), booking("carla", "dana")],
    )
    .await;
    for (line, color, opponent) in [
        (&mut seeking, "white", "boris"),
        (&mut other, "white", "boris"),
        (&mut boris, "black", "anna"),
    ] {
        let booked = line.next_of("booked").await;
        assert_eq!(booked["game"], "casual");
        assert_eq!(
            (&booked["color"], &booked["opponent_account_id"]),
            (&json!(color), &json!(opponent))
        );
    }
    // Nobody says it again: pairing dropped it, or it runs out.
    until_there_are(&world, 0).await;
}

#[tokio::test(start_paused = true)]
async fn a_booking_whose_news_was_lost_is_found_when_the_seek_is_said_again() {
    let world = World::new();
    let mut anna = line(&world, Some("anna")).await;
    anna.send(seek("s1", 5)).await;
    anna.next_of("seeking").await;
    world.event.casual.lock().unwrap().bookings = vec![booking("anna", "boris")];
    let booked = anna.next_of("booked").await;
    assert_eq!(
        (&booked["color"], &booked["opponent_account_id"]),
        (&json!("black"), &json!("boris"))
    );
}

#[tokio::test(start_paused = true)]
async fn after_a_loss_of_the_live_state_seeks_are_said_again_as_they_stood() {
    let world = World::new();
    let mut anna = line(&world, Some("anna")).await;
    let mut boris = line(&world, Some("boris")).await;
    anna.send(seek("s1", 5)).await;
    anna.next_of("seeking").await;
    let before = standing(&world).await;
    world.bus.set_down(true);
    // A seek that begins meanwhile is taken, and known later.
    boris.send(seek("s2", 5)).await;
    boris.next_of("seeking").await;
    let long = tokio::time::sleep(Duration::from_secs(20));
    listening(&mut [&mut anna, &mut boris], long).await;
    // Whoever waits for a booking that was made meanwhile hears of it once the bus is back.
    let mut waiting = line(&world, Some("carla")).await;
    world.event.casual.lock().unwrap().bookings = vec![booking("carla", "dana")];
    world.bus.set_down(false);
    listening(&mut [&mut anna, &mut boris], until_there_are(&world, 2)).await;
    assert!(standing(&world).await.contains(&before[0]));
    assert_eq!(
        waiting.next_of("booked").await["opponent_account_id"],
        "dana"
    );
}

#[tokio::test(start_paused = true)]
async fn whoever_seeks_hears_that_it_may_stand_no_more_and_why() {
    let world = World::new();
    let mut anna = line(&world, Some("anna")).await;
    anna.send(seek("s1", 5)).await;
    anna.next_of("seeking").await;
    let over = Problem::new(Kind::Refused, "contest_over", "This contest is over.");
    world.event.casual.lock().unwrap().over = Some(over);
    let refused = anna.next_of("refused").await;
    assert_eq!(
        (&refused["id"], &refused["problem"]["code"]),
        (&json!("s1"), &json!("contest_over"))
    );
    listening(&mut [&mut anna], until_there_are(&world, 0)).await;
    // The same line may seek something else.
    world.event.casual.lock().unwrap().over = None;
    anna.send(seek("s2", 3)).await;
    assert_eq!(anna.next_of("seeking").await["id"], "s2");
    listening(&mut [&mut anna], until_there_are(&world, 1)).await;
}

#[tokio::test(start_paused = true)]
async fn while_pairing_is_slow_to_answer_seeks_stand_and_end_and_bookings_are_told() {
    let world = World::new();
    let mut anna = line(&world, Some("anna")).await;
    let mut boris = line(&world, Some("boris")).await;
    anna.send(seek("s1", 5)).await;
    anna.next_of("seeking").await;
    boris.send(seek("s2", 5)).await;
    boris.next_of("seeking").await;
    let slow = Arc::clone(&world.event.casual.lock().unwrap().slow);
    let answers = slow.lock().await;
    let long = tokio::time::sleep(Duration::from_secs(15));
    listening(&mut [&mut anna, &mut boris], long).await;
    assert_eq!(standing(&world).await.len(), 2, "lifetimes later");
    boris.send(json!({"type": "unseek"})).await;
    listening(&mut [&mut anna, &mut boris], until_there_are(&world, 1)).await;
    tell_booked(&world, vec![booking("anna", "carla")]).await;
    assert_eq!(anna.next_of("booked").await["opponent_account_id"], "carla");
    drop(answers);
}
