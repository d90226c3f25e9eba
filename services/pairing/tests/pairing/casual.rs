//! Casual play: seeks that become bookings, challenges, rematches, games that are over.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use outflank_access::{Problem, Role};
use outflank_casual::{FactBody, LONGEST_SEEK_MS, Seek, Terms, Variant, rated};
use outflank_journal::{DeadlineChange, NewEntry, StreamId};
use outflank_live::{Received, StandingSeek, Subscription, topic};
use outflank_othello::{Color, DrawnOpening, PerColor};
use outflank_pairing::Pairing;
use outflank_proto::{
    feed::v1::{Cursor, ReadFactsRequest},
    pairing::v1 as proto,
    play::v1::Color as Side,
};
use outflank_stillness::{Memory, MemoryJournal, Stillness, Undisturbed};
use outflank_testbed::PATIENCE;
use prost::Message as _;
use serde::de::DeserializeOwned;

use crate::world::{World, code};

mod folding;
mod here;
mod programs;

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

/// A seek that stands no more, as gateways hear of it; `None` where it stands.
async fn ended_seek(world: &World, standing: &[u8]) -> Option<proto::EndedSeek> {
    let request = proto::FindBookingsRequest {
        account_ids: Vec::new(),
        seeks: vec![standing.to_vec()],
    };
    let mut gateway = world.service_client(Role::Gateway);
    let found = gateway.find_bookings(request).await.unwrap();
    found.into_inner().ended.pop()
}

/// Why a seek may stand no more; `None` where it may.
pub async fn ended(world: &World, standing: &[u8]) -> Option<String> {
    let ended = ended_seek(world, standing).await?;
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

#[tokio::test]
async fn two_seeks_that_fit_become_one_game_which_frees_and_rates_its_players() {
    let world = World::new().await;
    let mut news = news(&world).await;
    let (anna, boris) = (account(1), account(2));
    seek(&world, &anna).await;
    seek(&world, &boris).await;
    let heard = heard(&mut news).await;
    let [booking] = &heard[..] else {
        panic!("one pair: {heard:?}");
    };
    let players = [&booking.black_account_id, &booking.white_account_id];
    assert_eq!(BTreeSet::from(players), BTreeSet::from([&anna, &boris]));
    assert_eq!(booking.seek_ids.len(), 2);
    assert_eq!(booked(&world, &[&anna, "nobody"]).await, heard);
    assert_eq!(
        check(&world, &anna, 5).await.unwrap_err().code,
        "already_booked"
    );

    let facts = told(&world).await;
    assert_eq!(facts.len(), 1);
    assert_eq!(facts[0].bookings.len(), 1);
    let lobby = world.client().get_lobby(proto::GetLobbyRequest {}).await;
    let lobby = lobby.unwrap().into_inner();
    assert_eq!((lobby.seeking, lobby.games), (0, 1));
    assert_eq!(lobby.playing[0].game_id, booking.game_id);
    assert_eq!(lobby.quick.len(), 4);
    let shown = game(&world, &booking.game_id).await;
    let black = shown.black.unwrap();
    assert_eq!(
        black.display_name,
        format!("Account {}", booking.black_account_id)
    );
    assert_eq!((black.live_rating, black.provisional), (1_500, true));
    assert_eq!((shown.result, shown.over_at_ms), (None, 0));

    end(&world, &booking.game_id, true).await;
    end(&world, &booking.game_id, true).await;
    assert!(booked(&world, &[&anna, &boris]).await.is_empty());
    let shown = game(&world, &booking.game_id).await;
    let result = shown.result.unwrap();
    assert_eq!(
        (result.black_discs, result.white_discs, result.rated),
        (40, 24, true)
    );
    assert_eq!(result.winner, i32::from(Side::Black));
    let expected = rated(PerColor::default(), Some(Color::Black), shown.over_at_ms);
    assert_eq!(shown.black.unwrap().live_rating, expected.black.points());
    assert_eq!(shown.white.unwrap().live_rating, expected.white.points());
    let kept = ratings(&world, &booking.black_account_id).await;
    assert_eq!(kept.ratings.len(), 1);
    assert_eq!(
        (kept.ratings[0].live_rating, kept.ratings[0].games),
        (expected.black.points(), 1)
    );
    let mut client = world.client();
    let listed = client.list_casual_games(proto::ListCasualGamesRequest {
        account_id: anna.clone(),
        ..proto::ListCasualGamesRequest::default()
    });
    let listed = listed.await.unwrap().into_inner();
    assert_eq!(listed.games.len(), 1);
    assert_eq!(listed.games[0].game_id, booking.game_id);
}

#[tokio::test]
async fn a_game_that_one_side_never_began_is_not_rated() {
    let world = World::new().await;
    let mut news = news(&world).await;
    for number in [1, 2] {
        seek(&world, &account(number)).await;
    }
    let booking = heard(&mut news).await.remove(0);
    end(&world, &booking.game_id, false).await;
    let shown = game(&world, &booking.game_id).await;
    assert!(!shown.result.unwrap().rated && shown.over_at_ms > 0);
    assert_eq!(shown.black.unwrap().live_rating, 1_500);
    assert!(
        ratings(&world, &booking.black_account_id)
            .await
            .ratings
            .is_empty()
    );
}

#[tokio::test]
async fn who_sits_at_an_open_board_of_an_event_is_not_matched() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    let (seated, free, other) = (account(1), account(2), account(3));
    world.claim(&id, &entrants[0], &seated);
    world.catch_up().await;
    // Who has a seat and no round to play seeks as he likes.
    let early = check(&world, &seated, 5).await.unwrap();
    world.publish(&id).await.unwrap();
    assert_eq!(
        check(&world, &seated, 5).await.unwrap_err().code,
        "plays_an_event"
    );
    let mut news = news(&world).await;
    stand(&world, &seated, early).await;
    seek(&world, &free).await;
    seek(&world, &other).await;
    let booking = heard(&mut news).await.remove(0);
    let players = [booking.black_account_id, booking.white_account_id];
    assert_eq!(BTreeSet::from(players), BTreeSet::from([free, other]));
    let challenge = challenge(&world, &account(4), None).await;
    let refused = ask!(
        world,
        &seated,
        take_challenge,
        proto::TakeChallengeRequest {
            challenge_id: challenge.id,
        }
    );
    assert_eq!(refused.unwrap_err().code, "plays_an_event");
}

#[tokio::test]
async fn a_seek_that_has_stood_as_long_as_one_may_has_ended_and_nobody_is_told_why() {
    let world = World::new().await;
    let anna = account(1);
    let fresh = check(&world, &anna, 5).await.unwrap();
    assert_eq!(ended_seek(&world, &fresh).await, None);
    let old = proto::CheckSeekRequest {
        since_ms: world.clock.now_ms() - LONGEST_SEEK_MS,
        ..sought(&world, &anna, 5)
    };
    let old = checked(&world, old).await.unwrap();
    let ended = ended_seek(&world, &old).await.unwrap();
    assert_eq!(
        (ended.seek_id, ended.problem),
        (format!("seek of {anna}"), None)
    );
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

#[tokio::test]
async fn a_challenge_is_good_for_one_game() {
    let world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let made = challenge(&world, &anna, Some(Side::White)).await;
    let mut client = world.client();
    let known = client.get_challenge(proto::GetChallengeRequest {
        challenge_id: made.id.clone(),
    });
    assert_eq!(
        known.await.unwrap().into_inner().challenge,
        Some(made.clone())
    );
    assert_eq!(
        take(&world, &anna, &made.id).await.unwrap_err().code,
        "own_opponent"
    );
    assert_eq!(
        take(&world, &boris, "nothing").await.unwrap_err().code,
        "unknown_challenge"
    );
    let game = take(&world, &boris, &made.id).await.unwrap();
    assert_eq!(game.white.as_ref().unwrap().account_id, anna);
    assert_eq!(game.terms, Some(terms(3)));
    assert_eq!(game.origin, i32::from(proto::CasualOrigin::Challenge));
    // Who took it has the same answer again, anybody else none.
    assert_eq!(
        take(&world, &boris, &made.id).await.unwrap().game_id,
        game.game_id
    );
    assert_eq!(
        take(&world, &carla, &made.id).await.unwrap_err().code,
        "challenge_taken"
    );
    let withdrawn = ask!(
        world,
        &anna,
        withdraw_challenge,
        proto::WithdrawChallengeRequest {
            challenge_id: made.id.clone(),
        }
    );
    assert_eq!(withdrawn.unwrap_err().code, "challenge_taken");
    let second = challenge(&world, &carla, None).await;
    assert_eq!(
        take(&world, &anna, &second.id).await.unwrap_err().code,
        "already_booked"
    );
    let third = challenge(&world, &boris, None).await;
    assert_eq!(
        take(&world, &carla, &third.id).await.unwrap_err().code,
        "opponent_booked"
    );
    for (by, refused) in [(&anna, Some("unknown_challenge")), (&carla, None)] {
        let withdrawn = ask!(
            world,
            by,
            withdraw_challenge,
            proto::WithdrawChallengeRequest {
                challenge_id: second.id.clone(),
            }
        );
        assert_eq!(
            withdrawn.err().map(|problem| problem.code),
            refused.map(str::to_owned)
        );
    }
    assert_eq!(
        take(&world, &account(4), &second.id)
            .await
            .unwrap_err()
            .code,
        "unknown_challenge"
    );
}

#[tokio::test]
async fn of_many_who_take_a_challenge_at_once_one_plays() {
    let world = World::new().await;
    let made = challenge(&world, &account(0), None).await;
    let takers: Vec<String> = (1..=12).map(account).collect();
    let all = takers.iter().map(|by| take(&world, by, &made.id));
    let answers = futures_util::future::join_all(all).await;
    let games: Vec<_> = answers.iter().flatten().collect();
    assert_eq!(games.len(), 1, "{answers:?}");
    for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        let expected = ["challenge_taken", "opponent_booked"];
        assert!(expected.contains(&refused.code.as_str()), "{refused:?}");
    }
    assert_eq!(told(&world).await.len(), 1);
}

#[tokio::test]
async fn nobody_has_more_open_challenges_than_one_may_and_times_have_bounds() {
    let world = World::new().await;
    let anna = account(1);
    let mut last = None;
    for _ in 0..20 {
        last = Some(challenge(&world, &anna, None).await);
    }
    let request = |minutes, variant: proto::CasualVariant| proto::CreateChallengeRequest {
        command_id: world.command_id(),
        terms: Some(proto::CasualTerms {
            variant: variant.into(),
            ..terms(minutes)
        }),
        ..proto::CreateChallengeRequest::default()
    };
    let othello = proto::CasualVariant::Othello;
    let refused = ask!(world, &anna, create_challenge, request(3, othello)).unwrap_err();
    assert_eq!(refused.code, "too_many_challenges");
    let id = last.unwrap().id;
    ask!(
        world,
        &anna,
        withdraw_challenge,
        proto::WithdrawChallengeRequest { challenge_id: id }
    )
    .unwrap();
    ask!(world, &anna, create_challenge, request(3, othello)).unwrap();
    for (request, expected) in [
        (request(61, othello), "main_time_out_of_range"),
        (
            request(3, proto::CasualVariant::Unspecified),
            "unknown_variant",
        ),
    ] {
        let refused = ask!(world, &account(2), create_challenge, request).unwrap_err();
        assert_eq!(refused.code, expected);
    }
}

/// The challenges by link that somebody has open.
async fn own_challenges(world: &World, who: &str) -> Vec<proto::Challenge> {
    let asked = proto::GetOwnPlayRequest {};
    let told = ask!(world, who, get_own_play, asked).unwrap();
    assert_eq!(told.contests, []);
    told.challenges
}

#[tokio::test]
async fn whoever_has_made_links_finds_those_that_stand_and_nobody_else_does() {
    let mut world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let kept = challenge(&world, &anna, Some(Side::White)).await;
    let withdrawn = challenge(&world, &anna, None).await;
    let taken = challenge(&world, &anna, None).await;
    assert_eq!(own_challenges(&world, &anna).await.len(), 3);
    let asked = proto::WithdrawChallengeRequest {
        challenge_id: withdrawn.id,
    };
    ask!(world, &anna, withdraw_challenge, asked).unwrap();
    let game = take(&world, &boris, &taken.id).await.unwrap().game_id;
    assert_eq!(
        own_challenges(&world, &anna).await,
        std::slice::from_ref(&kept)
    );
    end(&world, &game, true).await;
    // An offer of another game is no link.
    assert_eq!(rematch(&world, &boris, &game).await.unwrap(), None);
    world.restart().await;
    assert_eq!(own_challenges(&world, &boris).await, []);
    let mut told = own_challenges(&world, &anna).await.remove(0);
    // Her rating is another since.
    told.challenger.clone_from(&kept.challenger);
    assert_eq!(told, kept);
    world.restart_later(24 * 3_600_000).await;
    assert_eq!(own_challenges(&world, &anna).await, []);
}

async fn rematch(world: &World, by: &str, game: &str) -> Result<Option<String>, Problem> {
    let request = proto::OfferRematchRequest {
        game_id: game.to_owned(),
    };
    let offered = ask!(world, by, offer_rematch, request);
    offered.map(|offered| offered.game.map(|game| game.game_id))
}

#[tokio::test]
async fn a_rematch_takes_both_and_changes_colours() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let made = challenge(&world, &anna, Some(Side::Black)).await;
    let first = take(&world, &boris, &made.id).await.unwrap();
    assert_eq!(
        rematch(&world, &anna, &first.game_id)
            .await
            .unwrap_err()
            .code,
        "not_over"
    );
    end(&world, &first.game_id, true).await;
    assert_eq!(
        rematch(&world, &account(3), &first.game_id)
            .await
            .unwrap_err()
            .code,
        "not_your_game"
    );
    assert_eq!(
        rematch(&world, &anna, "no game").await.unwrap_err().code,
        "unknown_casual_game"
    );
    assert_eq!(rematch(&world, &anna, &first.game_id).await.unwrap(), None);
    assert_eq!(rematch(&world, &anna, &first.game_id).await.unwrap(), None);
    let wanted = game(&world, &first.game_id).await.rematch_wanted_by;
    assert_eq!(wanted, std::slice::from_ref(&anna));
    let second = rematch(&world, &boris, &first.game_id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        rematch(&world, &anna, &first.game_id).await.unwrap(),
        Some(second.clone())
    );
    let shown = game(&world, &second).await;
    assert_eq!(shown.white.unwrap().account_id, anna);
    assert_eq!(shown.origin, i32::from(proto::CasualOrigin::Rematch));
    assert!(
        game(&world, &first.game_id)
            .await
            .rematch_wanted_by
            .is_empty()
    );
    end(&world, &second, true).await;
    // Both at the same moment.
    let both = tokio::join!(
        rematch(&world, &anna, &second),
        rematch(&world, &boris, &second)
    );
    let third = both.0.unwrap().or(both.1.unwrap()).unwrap();
    assert_eq!(booked(&world, &[&anna]).await[0].game_id, third);
    assert_eq!(told(&world).await.len(), 3);
}

/// The openings of the games that play was told of, in order.
async fn openings(world: &World) -> Vec<DrawnOpening> {
    let told = told(world).await;
    let games = told.iter().flat_map(|body| &body.bookings);
    games.map(|game| game.drawn.unwrap().opening).collect()
}

/// A challenge to a game of that variant, which is taken up; answers with the game.
async fn taken(world: &World, variant: proto::CasualVariant, color: Option<Side>) -> String {
    let request = proto::CreateChallengeRequest {
        command_id: world.command_id(),
        terms: Some(proto::CasualTerms {
            variant: variant.into(),
            ..terms(5)
        }),
        color: color.map_or(0, Into::into),
    };
    let made = ask!(world, &account(1), create_challenge, request).unwrap();
    let id = made.challenge.unwrap().id;
    take(world, &account(2), &id).await.unwrap().game_id
}

#[tokio::test]
async fn both_games_of_a_pair_begin_from_one_opening_and_the_next_pair_from_another() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let mut last = taken(&world, proto::CasualVariant::OthelloDrawnOpening, None).await;
    for _ in 0..2 {
        end(&world, &last, true).await;
        assert_eq!(rematch(&world, &anna, &last).await.unwrap(), None);
        last = rematch(&world, &boris, &last).await.unwrap().unwrap();
    }
    let openings = openings(&world).await;
    assert_eq!(openings.len(), 3);
    assert_eq!(openings[0], openings[1]);
    assert_ne!(openings[1], openings[2]);
}

#[tokio::test]
async fn a_handicap_stays_with_whom_it_was_for() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let two_corners = proto::CasualVariant::OthelloTwoCorners;
    let first = taken(&world, two_corners, Some(Side::Black)).await;
    end(&world, &first, true).await;
    assert_eq!(rematch(&world, &anna, &first).await.unwrap(), None);
    let second = rematch(&world, &boris, &first).await.unwrap().unwrap();
    let shown = game(&world, &second).await;
    assert_eq!(shown.black.unwrap().account_id, anna);
}

#[tokio::test]
async fn a_game_in_which_the_stronger_had_the_corners_is_not_rated() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    // The first is one of equals; by it she is the stronger, who has the corners of the second.
    for (of_anna, is_rated) in [
        (Side::Black, true),
        (Side::Black, false),
        (Side::White, true),
    ] {
        let before = [ratings(&world, &anna).await, ratings(&world, &boris).await];
        let variant = proto::CasualVariant::OthelloTwoCorners;
        let id = taken(&world, variant, Some(of_anna)).await;
        end_for(&world, &id, of_anna).await;
        let over = game(&world, &id).await;
        assert_eq!(over.result.unwrap().rated, is_rated, "{of_anna:?}");
        let after = [ratings(&world, &anna).await, ratings(&world, &boris).await];
        assert_eq!(before != after, is_rated, "{of_anna:?}");
    }
}

#[tokio::test]
async fn who_is_booked_stands_after_a_restart() {
    let mut world = World::new().await;
    let made = challenge(&world, &account(1), None).await;
    let game = take(&world, &account(2), &made.id).await.unwrap();
    world.restart().await;
    assert_eq!(
        booked(&world, &[&account(1)]).await[0].game_id,
        game.game_id
    );
    assert_eq!(
        check(&world, &account(1), 5).await.unwrap_err().code,
        "already_booked"
    );
}

/// Three instances over one journal and one live state; nobody is in two games, and every seek becomes one.
#[tokio::test]
async fn instances_beside_each_other_book_nobody_twice() {
    let world = World::new().await;
    let mut news = news(&world).await;
    let mut others = Vec::new();
    for _ in 0..2 {
        let stop = tokio_util::sync::CancellationToken::new();
        let other = Pairing::start(world.parts(&stop)).await;
        others.push((other.unwrap(), stop));
    }
    let people: Vec<String> = (0..300).map(account).collect();
    let mut waiting: BTreeSet<String> = people.iter().cloned().collect();
    for some in people.chunks(30) {
        for account in some {
            let seek = Seek {
                id: format!("seek of {account}"),
                account: account.clone(),
                terms: Terms {
                    variant: Variant::Othello,
                    main_ms: 300_000,
                    increment_ms: 0,
                },
                lowest: None,
                highest: None,
                color: None,
                since_ms: world.clock.now_ms(),
                operator: None,
                by_key: false,
                contest: None,
            };
            stand(&world, account, serde_json::to_vec(&seek).unwrap()).await;
        }
    }
    while !waiting.is_empty() {
        for booking in heard(&mut news).await {
            for account in [booking.black_account_id, booking.white_account_id] {
                assert!(waiting.remove(&account), "{account} is booked twice");
            }
        }
    }
    let mut games = BTreeMap::new();
    for body in told(&world).await {
        for (_, booking) in body.booked() {
            for player in [&booking.players.black, &booking.players.white] {
                *games.entry(player.account.clone()).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(games.len(), people.len());
    assert!(games.values().all(|count| *count == 1));
    for (other, stop) in others {
        stop.cancel();
        other.stopped().await;
    }
}

/// A stream that is full is closed, and the next one goes on with what is open.
#[tokio::test]
async fn the_next_stream_carries_on_where_one_is_full() {
    let memory = std::sync::Arc::new(Memory::new("casual"));
    let journal = MemoryJournal::open(&memory, &Stillness::default(), Undisturbed);
    let world = World::over(memory, journal).await;
    let made = challenge(&world, &account(1), None).await;
    let open = take(&world, &account(2), &made.id).await.unwrap();
    let stream = |number: u32| StreamId::new("bookings", number.to_string());
    let nothing = serde_json::json!({"events": [{
        "type": "freed", "booked_at": {"stream": 9, "seq": 9, "pair": 9}, "outcome": null,
    }]});
    for seq in 1..outflank_casual::ENTRIES_A_STREAM {
        let entry = NewEntry {
            stream: stream(1),
            expected_seq: seq,
            at_ms: world.clock.now_ms(),
            actor: "service:pairing".to_owned(),
            command_id: format!("filler {seq}").replace(' ', "-"),
            schema_version: 1,
            body: serde_json::to_vec(&nothing).unwrap(),
            facts: Vec::new(),
            deadline: DeadlineChange::Keep,
            records: Vec::new(),
        };
        world.journal().append(entry).await.unwrap();
    }
    let second = challenge(&world, &account(3), None).await;
    let later = take(&world, &account(4), &second.id).await.unwrap();
    let last = world.journal().last_seqs("bookings").await.unwrap();
    assert_eq!(
        last,
        [
            (stream(1), outflank_casual::ENTRIES_A_STREAM + 1),
            (stream(2), 2)
        ]
    );
    assert_eq!(
        booked(&world, &[&account(1)]).await[0].game_id,
        open.game_id
    );
    assert_eq!(
        check(&world, &account(2), 5).await.unwrap_err().code,
        "already_booked"
    );
    for game in [&open, &later] {
        end(&world, &game.game_id, true).await;
    }
    assert!(
        booked(
            &world,
            &[&account(1), &account(2), &account(3), &account(4)]
        )
        .await
        .is_empty()
    );
    // More of the same accounts: won by either side, drawn, and one that a side never began.
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (players, winner) in [
        ([1, 2], white),
        ([2, 3], black),
        ([1, 2], None),
        ([4, 2], white),
        ([3, 1], white),
    ] {
        folding::played(&world, players, winner).await;
    }
    let unbegun = folding::agreed(&world, [2, 1]).await;
    end(&world, &unbegun, false).await;
    // What was rated is what the streams say, folded again from their beginning.
    let folded = folding::folded(&world, [1, 2]).await;
    let games = [1, 2, 3, 4].map(|number| folded[&account(number)].games);
    assert_eq!((games, folded.len()), ([4, 5, 3, 2], 4));
    for (account, rating) in folded {
        let kept = ratings(&world, &account).await.ratings;
        assert_eq!(kept, [folding::shown(&rating, world.clock.now_ms())]);
    }
}

#[tokio::test]
async fn seeks_and_bookings_are_the_gateways_own() {
    let world = World::new().await;
    let request = proto::FindBookingsRequest::default();
    let refused = world
        .client()
        .find_bookings(world.by(&account(1), request))
        .await;
    assert_ne!(code(refused), "");
}
