//! What devices are told when something calls their account.

use outflank_proto::{identity::v1 as proto, pairing::v1 as pairing};
use outflank_tournament::{
    Announcement, AnnouncementAudience, AnnouncementKind, Cost, EntryHeader, Event, FactBody,
};
use outflank_transport::for_person;
use serde_json::json;

use super::device::{Device, claims, header};
use crate::people::{House, house, house_with, new_account};

pub const ENDPOINT: &str = "https://push.example/of/a-device";
/// A time far enough for every test, in ms: the year 2100.
pub const LATE_MS: i64 = 4_102_444_800_000;

/// A new account's id and session.
pub async fn signed_in(house: &mut House, login: &str) -> (String, proto::Tokens) {
    let made = house.anyone.create_account(new_account(login, "")).await;
    let made = made.unwrap().into_inner();
    (made.account.unwrap().id, made.tokens.unwrap())
}

pub async fn subscribe(
    house: &mut House,
    tokens: &proto::Tokens,
    asked: proto::AddPushSubscriptionRequest,
) -> Result<(), tonic::Status> {
    let asked = for_person(asked, Some(&tokens.access_token));
    house.anyone.add_push_subscription(asked).await.map(drop)
}

/// A device of the calling session's, at that address.
pub async fn on_a_device(
    house: &mut House,
    tokens: &proto::Tokens,
    (endpoint, language): (&str, &str),
) -> Device {
    let device = Device::at(endpoint);
    let subscribed = subscribe(house, tokens, device.subscription(language)).await;
    subscribed.unwrap();
    device
}

/// Somebody new, called Ingrid, and a device.
async fn with_a_device(house: &mut House, language: &str) -> (String, Device) {
    let (id, tokens) = signed_in(house, "ingrid").await;
    (id, on_a_device(house, &tokens, (ENDPOINT, language)).await)
}

/// The same signed in anew: what a device's key sealed can be read once.
async fn with_another_device(house: &mut House) -> Device {
    let tokens = house.sign_in("ingrid").await;
    on_a_device(house, &tokens, (ENDPOINT, "en")).await
}

/// Whoever is called to no board.
fn to_no_board(account_id: &str) -> pairing::Summons {
    pairing::Summons {
        account_id: account_id.to_owned(),
        ..pairing::Summons::default()
    }
}

/// What pairing tells of an event of entry 12.
fn fact(event: Event, at_ms: i64) -> serde_json::Value {
    let header = EntryHeader { seq: 12, at_ms };
    serde_json::to_value(FactBody::new("t1", header, (0, 1), None, event)).unwrap()
}

/// Round 3 is published, to start then.
pub fn publish(house: &House, at_ms: i64, starts_at_ms: i64) {
    let published = Event::RoundPublished {
        round: 3,
        stage: 0,
        starts_at_ms,
        pairings: Vec::new(),
        byes: Vec::new(),
        cost: Cost::default(),
        draw: None,
        deviations: Vec::new(),
        edit: None,
        engine: None,
    };
    house.told("round_published", &fact(published, at_ms), at_ms);
}

fn announce(house: &House, at_ms: i64) {
    let announced = Event::AnnouncementMade(Announcement {
        number: 5,
        kind: AnnouncementKind::General,
        audience: AnnouncementAudience::Everybody,
        entrants: Vec::new(),
        corrects: None,
        text: "text".to_owned(),
        starts: Vec::new(),
        by: None,
    });
    house.told("announcement_made", &fact(announced, at_ms), at_ms);
}

pub fn to_a_board(account_id: &str, starts_at_ms: i64) -> pairing::GetSummonsesResponse {
    pairing::GetSummonsesResponse {
        tournament_name: "Open of Elsinore".to_owned(),
        starts_at_ms,
        text: String::new(),
        summonses: vec![pairing::Summons {
            account_id: account_id.to_owned(),
            table: 4,
            colour: "white".to_owned(),
            opponent: "Haruto Shirakumo".to_owned(),
        }],
    }
}

#[tokio::test]
async fn a_published_round_is_told_to_the_devices_of_its_players() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (id, device) = with_a_device(&mut house, "fr").await;
    let (_, others) = signed_in(&mut house, "nora").await;
    on_a_device(
        &mut house,
        &others,
        ("https://push.example/of/another", "en"),
    )
    .await;
    let [follower, _] = house.call_people();
    house.called(to_a_board(&id, LATE_MS));
    publish(&house, house.now_ms(), LATE_MS);
    follower.catch_up().await.unwrap();

    let received = house.receiver.until(1).await;
    assert_eq!(received.len(), 1, "nobody else is called");
    let posted = &received[0];
    assert_eq!(posted.url.as_str(), ENDPOINT);
    for (name, value) in [
        ("content-encoding", "aes128gcm"),
        ("content-type", "application/octet-stream"),
        ("urgency", "high"),
    ] {
        assert_eq!(header(posted, name), value);
    }
    assert_eq!(header(posted, "ttl"), "2419200", "four weeks, of a century");
    assert!((1..=32).contains(&header(posted, "topic").len()));
    let key = house.anyone.get_push_key(proto::GetPushKeyRequest {}).await;
    let claims = claims(posted, &key.unwrap().into_inner().public_key);
    assert_eq!(
        (&claims["aud"], &claims["sub"]),
        (
            &json!("https://push.example"),
            &json!("https://play.example")
        )
    );
    let told = device.read(posted);
    let expected = json!({
        "kind": "paired", "language": "fr", "tournament": "t1", "name": "Open of Elsinore", "round": 3,
        "table": 4, "colour": "white", "opponent": "Haruto Shirakumo", "starts_at_ms": LATE_MS,
    });
    assert_eq!(told, expected);
}

#[tokio::test]
async fn whoever_moves_for_two_players_is_called_to_both_boards() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (id, _) = with_a_device(&mut house, "en").await;
    let [follower, _] = house.call_people();
    let mut called = to_a_board(&id, LATE_MS);
    let mut second = called.summonses[0].clone();
    second.table = 5;
    called.summonses.push(second);
    house.called(called);
    publish(&house, house.now_ms(), LATE_MS);
    follower.catch_up().await.unwrap();
    let received = house.receiver.until(2).await;
    assert_ne!(header(&received[0], "topic"), header(&received[1], "topic"));
}

#[tokio::test]
async fn a_start_that_is_later_calls_again_when_it_is_near() {
    let folder = tempfile::tempdir().unwrap();
    let (starts_at_ms, id) = {
        let mut house = house(folder.path()).await;
        let (id, _) = with_a_device(&mut house, "en").await;
        let [follower, _] = house.call_people();
        let now_ms = house.now_ms();
        let starts_at_ms = now_ms + 10 * 60_000;
        house.called(to_a_board(&id, starts_at_ms));
        publish(&house, now_ms, starts_at_ms);
        follower.catch_up().await.unwrap();
        house.receiver.until(1).await;
        (starts_at_ms, id)
    };
    // Nine minutes later.
    let mut house = house_with(folder.path(), Default::default(), 9 * 60_000 + 1_000).await;
    let device = with_another_device(&mut house).await;
    house.called(to_a_board(&id, starts_at_ms));
    house.call_people();
    let received = house.receiver.until(1).await;
    let told = device.read(&received[0]);
    assert_eq!(
        (&told["kind"], &told["round"]),
        (&json!("start"), &json!(3))
    );
}

#[tokio::test]
async fn an_announcement_is_told_with_the_beginning_of_its_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (id, device) = with_a_device(&mut house, "ja").await;
    let [follower, _] = house.call_people();
    house.called(pairing::GetSummonsesResponse {
        tournament_name: "名人戦".repeat(100),
        text: "é".repeat(2_000),
        summonses: vec![to_no_board(&id)],
        starts_at_ms: 0,
    });
    // What is older than it is of use is told to nobody.
    announce(&house, house.now_ms() - 5 * 3_600_000);
    announce(&house, house.now_ms());
    follower.catch_up().await.unwrap();
    let received = house.receiver.until(1).await;
    assert_eq!(received.len(), 1);
    assert!(received[0].body.len() <= 4_096);
    let told = device.read(&received[0]);
    assert_eq!(
        (&told["kind"], &told["number"]),
        (&json!("announcement"), &json!(5))
    );
    assert_eq!(told["text"], format!("{}…", "é".repeat(750)));
    assert_eq!(
        told["name"],
        format!("{}…", "名人戦".repeat(22)),
        "198 bytes of it"
    );
}

#[tokio::test]
async fn a_table_that_calls_is_told_to_the_officials() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (id, device) = with_a_device(&mut house, "en").await;
    let [_, follower] = house.call_people();
    let mut called = to_a_board(&id, 0);
    called.summonses[0].table = 0;
    house.called(called);
    house.calls(4, house.now_ms());
    follower.catch_up().await.unwrap();
    let received = house.receiver.until(1).await;
    let expected = json!({
        "kind": "call", "language": "en", "tournament": "t1", "name": "Open of Elsinore", "round": 3, "table": 4,
    });
    assert_eq!(device.read(&received[0]), expected);
}

#[tokio::test]
async fn nothing_is_lost_while_pairing_is_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (id, _) = with_a_device(&mut house, "en").await;
    let [follower, _] = house.call_people();
    house.lose_pairing(true);
    announce(&house, house.now_ms());
    follower.catch_up().await.unwrap();
    assert!(house.receiver.received().is_empty());
    drop(house);
    let mut house = house_with(folder.path(), Default::default(), 60_000).await;
    let device = with_another_device(&mut house).await;
    house.called(pairing::GetSummonsesResponse {
        summonses: vec![to_no_board(&id)],
        ..pairing::GetSummonsesResponse::default()
    });
    house.call_people();
    let received = house.receiver.until(1).await;
    assert_eq!(device.read(&received[0])["kind"], "announcement");
}
