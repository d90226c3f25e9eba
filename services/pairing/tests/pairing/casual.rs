//! Casual play: seeks that become bookings, challenges, rematches, games that are over.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use outflank_access::{Problem, Role};
use outflank_casual::{FactBody, Seek, rated};
use outflank_journal::StreamId;
use outflank_live::{Received, StandingSeek, Subscription, topic};
use outflank_othello::{Color, PerColor};
use outflank_pairing::Pairing;
use outflank_proto::{
    feed::v1::{Cursor, ReadFactsRequest},
    pairing::v1 as proto,
    play::v1::Color as Side,
};
use outflank_testbed::PATIENCE;
use prost::Message as _;
use serde::de::DeserializeOwned;

use crate::world::World;

mod challenges;
mod folding;
mod here;
mod programs;
mod rematches;
mod seeks;
mod streams;

const LIFETIME: Duration = Duration::from_secs(60);

pub fn terms(minutes: i64) -> proto::CasualTerms {
    proto::CasualTerms {
        variant: proto::CasualVariant::Othello.into(),
        main_ms: minutes * 60_000,
        increment_ms: 0,
    }
}

pub async fn check(world: &World, account: &str, minutes: i64) -> Result<Vec<u8>, Problem> {
    checked(world, sought(world, account, minutes)).await
}

/// What a gateway asks of somebody who seeks.
pub fn sought(world: &World, account: &str, minutes: i64) -> proto::CheckSeekRequest {
    proto::CheckSeekRequest {
        seek_id: format!("seek of {account}"),
        account_id: account.to_owned(),
        terms: Some(terms(minutes)),
        since_ms: world.clock.now_ms(),
        ..proto::CheckSeekRequest::default()
    }
}

pub async fn checked(world: &World, request: proto::CheckSeekRequest) -> Result<Vec<u8>, Problem> {
    match world
        .service_client(Role::Gateway)
        .check_seek(request)
        .await
    {
        Ok(answer) => Ok(answer.into_inner().standing),
        Err(status) => Err(Problem::from_status(&status)),
    }
}

/// Puts a seek into the live state as a gateway does.
pub async fn seek(world: &World, account: &str) {
    let standing = check(world, account, 5).await.unwrap();
    stand(world, account, standing).await;
}

pub async fn stand(world: &World, account: &str, standing: Vec<u8>) {
    stand_as(world, format!("seek of {account}"), standing).await;
}

/// The same of a seek that has an id of its own.
pub async fn stand_as(world: &World, id: String, standing: Vec<u8>) {
    let seek = StandingSeek {
        id,
        bytes: standing.into(),
    };
    world.live.keep_seeks(&[seek], LIFETIME).await.unwrap();
    let nothing = Vec::new().into();
    world.live.publish(&topic::seeks(), nothing).await.unwrap();
}

pub async fn news(world: &World) -> Subscription {
    world.live.subscribe(&topic::bookings()).await.unwrap()
}

pub async fn heard(news: &mut Subscription) -> Vec<proto::CasualBooking> {
    let next = tokio::time::timeout(PATIENCE, news.next()).await;
    let Received::Message(message) = next.expect("nobody is booked") else {
        panic!("news of bookings are lost");
    };
    proto::HeardBookings::decode(message).unwrap().bookings
}

pub async fn booked(world: &World, accounts: &[&str]) -> Vec<proto::CasualBooking> {
    let request = proto::FindBookingsRequest {
        account_ids: accounts.iter().map(|id| (*id).to_owned()).collect(),
        seeks: Vec::new(),
    };
    let mut gateway = world.service_client(Role::Gateway);
    let found = gateway.find_bookings(request).await.unwrap();
    found.into_inner().bookings
}

/// Why a seek stands no more; `None` where it stands.
pub async fn ended(world: &World, standing: &[u8]) -> Option<String> {
    let request = proto::FindBookingsRequest {
        account_ids: Vec::new(),
        seeks: vec![standing.to_vec()],
    };
    let mut gateway = world.service_client(Role::Gateway);
    let found = gateway.find_bookings(request).await.unwrap();
    let ended = found.into_inner().ended.pop()?;
    Some(ended.problem.unwrap().code)
}

pub async fn game(world: &World, game_id: &str) -> proto::CasualGame {
    let request = proto::GetCasualGameRequest {
        game_id: game_id.to_owned(),
    };
    let answer = world.client().get_casual_game(request).await.unwrap();
    answer.into_inner().game.unwrap()
}

/// All facts of a kind, as play reads them: a page after the other until there is nothing more, for what was written last
/// may have no number yet.
pub async fn facts<T: DeserializeOwned>(world: &World, kind: &str) -> Vec<T> {
    let mut play = world.service_client(Role::Play);
    let (mut after, mut told) = (Cursor::default(), Vec::new());
    loop {
        let request = ReadFactsRequest {
            after: Some(after),
            limit: 1_000,
            ..ReadFactsRequest::default()
        };
        let page = play.read_facts(request).await.unwrap().into_inner();
        if page.facts.is_empty() {
            return told;
        }
        let of_kind = page.facts.iter().filter(|fact| fact.kind == kind);
        told.extend(of_kind.map(|fact| serde_json::from_slice::<T>(&fact.body).unwrap()));
        after = page.next.unwrap();
    }
}

/// The facts about bookings.
async fn told(world: &World) -> Vec<FactBody> {
    facts(world, "booked").await
}

/// Where a game was booked, as play's facts say it.
async fn place(world: &World, game_id: &str) -> serde_json::Value {
    for body in told(world).await {
        for (at, booking) in body.booked() {
            if outflank_access::identifier::casual_game_id(at.stream, at.seq, at.pair, booking.seed)
                == game_id
            {
                return serde_json::to_value(at).unwrap();
            }
        }
    }
    panic!("nobody was told of {game_id}");
}

/// Play says that a game is over, won by black with forty discs.
pub async fn end(world: &World, game_id: &str, begun: bool) {
    end_as(world, game_id, ("played", begun, 60)).await;
}

/// The same, and how: its kind, whether both had moved, and after how many plies.
pub async fn end_as(world: &World, game_id: &str, how: (&str, bool, u32)) {
    end_by_key(world, game_id, how, serde_json::Value::Null).await;
}

/// The same, won by that side.
pub async fn end_for(world: &World, game_id: &str, winner: Side) {
    let mut body = game_over(world, game_id, ("played", true, 60)).await;
    if winner == Side::White {
        body["winner"] = "white".into();
        (body["black_discs"], body["white_discs"]) = (24.into(), 40.into());
    }
    tell_over(world, &body).await;
}

/// The same with the sides of which moves came by a key; absent where that is null, as earlier versions of play told it.
async fn end_by_key(
    world: &World,
    game_id: &str,
    how: (&str, bool, u32),
    by_key: serde_json::Value,
) {
    let mut body = game_over(world, game_id, how).await;
    if !by_key.is_null() {
        body["by_key"] = by_key;
    }
    tell_over(world, &body).await;
}

/// What play tells of a game that is over, won by black with forty discs.
pub async fn game_over(
    world: &World,
    game_id: &str,
    (kind, begun, plies): (&str, bool, u32),
) -> serde_json::Value {
    serde_json::json!({
        "game_id": game_id,
        "booked_at": place(world, game_id).await,
        "black_discs": 40,
        "white_discs": 24,
        "winner": "black",
        "kind": kind,
        "begun": begun,
        "plies": plies,
    })
}

pub async fn tell_over(world: &World, body: &serde_json::Value) {
    world.play.feed.push("casual_game_over", body);
    world.catch_up().await;
}

async fn ratings(world: &World, account: &str) -> proto::GetLiveRatingsResponse {
    let request = proto::GetLiveRatingsRequest {
        account_id: account.to_owned(),
    };
    let answer = world.client().get_live_ratings(request).await;
    answer.unwrap().into_inner()
}

pub fn account(number: usize) -> String {
    outflank_access::identifier::derived_id(&["player", &number.to_string()])
}

pub async fn challenge(world: &World, by: &str, color: Option<Side>) -> proto::Challenge {
    let request = proto::CreateChallengeRequest {
        command_id: world.command_id(),
        terms: Some(terms(3)),
        color: color.unwrap_or_default().into(),
    };
    let made = ask!(world, by, create_challenge, request).unwrap();
    made.challenge.unwrap()
}

pub async fn take(world: &World, by: &str, challenge: &str) -> Result<proto::CasualGame, Problem> {
    let request = proto::TakeChallengeRequest {
        challenge_id: challenge.to_owned(),
    };
    let taken = ask!(world, by, take_challenge, request);
    taken.map(|taken| taken.game.unwrap())
}

async fn rematch(world: &World, by: &str, game: &str) -> Result<Option<String>, Problem> {
    let request = proto::OfferRematchRequest {
        game_id: game.to_owned(),
    };
    let offered = ask!(world, by, offer_rematch, request);
    offered.map(|offered| offered.game.map(|game| game.game_id))
}
