//! Arenas and ladders of casual play: who founds one, enters it, leaves it and ends it, and what is listed of them.

use std::collections::BTreeSet;

use outflank_access::{Kind, Problem};
use outflank_pairing::Pairing;
use outflank_proto::{
    pairing::v1::{self as proto, ContestKind, ContestState as State},
    play::v1::Color as Side,
};
use outflank_testbed::{PATIENCE, by_pages};
use outflank_transport::for_person;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::{
    casual::{
        account, booked, checked, end, end_for, ended, game, game_over, heard, news, seek, sought,
        stand_as, tell_over, terms,
    },
    moderation::{bar, game_between, log, moderated, moderator, name, report},
    world::{ADMINISTRATOR, Hindrance, STRANGER, World, code},
};

mod arena;
mod entering;
mod games;
mod ladder;
mod logged;
mod looking;
mod order;
mod own;
mod removing;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;
/// How long the arenas of these tests pair.
const LENGTH_MS: i64 = 10 * MINUTE_MS;
/// Why the moderator of these tests keeps order.
const WHY: &str = "Games were given away.";

/// Who founds the contests of these tests, and plays in none.
fn founder() -> String {
    account(80)
}

fn arena(world: &World) -> proto::FoundContestRequest {
    proto::FoundContestRequest {
        command_id: world.command_id(),
        title: "Thursday arena".to_owned(),
        terms: Some(terms(3)),
        arena: Some(proto::ArenaRules {
            length_ms: LENGTH_MS,
            win: 2,
            draw: 1,
            loss: 0,
            streak: 2,
        }),
        ..proto::FoundContestRequest::default()
    }
}

fn ladder_rules() -> proto::LadderRules {
    proto::LadderRules {
        reach: 2,
        play_within_ms: HOUR_MS,
        rest_ms: DAY_MS,
        taking: proto::LadderTaking::Insert.into(),
    }
}

fn ladder(world: &World) -> proto::FoundContestRequest {
    proto::FoundContestRequest {
        title: "Club ladder".to_owned(),
        arena: None,
        ladder: Some(ladder_rules()),
        ..arena(world)
    }
}

async fn found(
    world: &World,
    by: &str,
    asked: proto::FoundContestRequest,
) -> Result<proto::Contest, Problem> {
    Ok(ask!(world, by, found_contest, asked)?.contest.unwrap())
}

/// The id of a contest that these have entered, in this order.
async fn entered(world: &World, asked: proto::FoundContestRequest, people: &[&String]) -> String {
    let id = found(world, &founder(), asked).await.unwrap().id;
    for who in people {
        join(world, &id, who).await.unwrap();
    }
    id
}

fn entry(world: &World, id: &str) -> proto::JoinContestRequest {
    proto::JoinContestRequest {
        command_id: world.command_id(),
        contest_id: id.to_owned(),
    }
}

async fn join(world: &World, id: &str, who: &str) -> Result<proto::Contest, Problem> {
    let answer = ask!(world, who, join_contest, entry(world, id))?;
    Ok(answer.contest.unwrap())
}

async fn leave(world: &World, id: &str, who: &str) -> Result<proto::Contest, Problem> {
    let asked = proto::LeaveContestRequest {
        command_id: world.command_id(),
        contest_id: id.to_owned(),
    };
    Ok(ask!(world, who, leave_contest, asked)?.contest.unwrap())
}

/// What somebody says who keeps order: the moderator why, others nothing.
fn why(by: &str) -> &'static str {
    if by == moderator() { WHY } else { "" }
}

fn removal(
    world: &World,
    id: &str,
    (whom, reason): (&str, &str),
) -> proto::RemoveContestEntrantRequest {
    proto::RemoveContestEntrantRequest {
        command_id: world.command_id(),
        contest_id: id.to_owned(),
        account_id: whom.to_owned(),
        reason: reason.to_owned(),
    }
}

async fn remove(
    world: &World,
    id: &str,
    (by, whom): (&str, &str),
) -> Result<proto::ContestEntrant, Problem> {
    let asked = removal(world, id, (whom, why(by)));
    let answer = ask!(world, by, remove_contest_entrant, asked)?;
    Ok(answer.entrant.unwrap())
}

fn ending(world: &World, id: &str, reason: &str) -> proto::EndContestRequest {
    proto::EndContestRequest {
        command_id: world.command_id(),
        contest_id: id.to_owned(),
        reason: reason.to_owned(),
    }
}

async fn call_off(world: &World, id: &str, by: &str) -> Result<proto::Contest, Problem> {
    let asked = ending(world, id, why(by));
    Ok(ask!(world, by, end_contest, asked)?.contest.unwrap())
}

fn challenge_of(world: &World, id: &str, whom: &str) -> proto::ChallengeOnLadderRequest {
    proto::ChallengeOnLadderRequest {
        command_id: world.command_id(),
        contest_id: id.to_owned(),
        account_id: whom.to_owned(),
    }
}

async fn challenge(
    world: &World,
    id: &str,
    (by, whom): (&str, &str),
) -> Result<proto::Contest, Problem> {
    let asked = challenge_of(world, id, whom);
    let answer = ask!(world, by, challenge_on_ladder, asked)?;
    Ok(answer.contest.unwrap())
}

async fn block(world: &World, who: &str, whom: &str) {
    let asked = proto::BlockPlayerRequest {
        account_id: whom.to_owned(),
    };
    ask!(world, who, block_player, asked).unwrap();
}

/// What a gateway asks of somebody who seeks a game of a contest, each time under another id.
fn sought_in(world: &World, id: &str, who: &str) -> proto::CheckSeekRequest {
    proto::CheckSeekRequest {
        seek_id: world.command_id(),
        contest_id: id.to_owned(),
        ..sought(world, who, 5)
    }
}

/// A seek that may stand, by its id.
async fn check_in(world: &World, id: &str, who: &str) -> Result<(String, Vec<u8>), Problem> {
    let asked = sought_in(world, id, who);
    let seek_id = asked.seek_id.clone();
    Ok((seek_id, checked(world, asked).await?))
}

async fn seek_in(world: &World, id: &str, who: &str) {
    let (seek_id, standing) = check_in(world, id, who).await.unwrap();
    stand_as(world, seek_id, standing).await;
}

/// Two seek there who meet nobody but each other; answers with what they are booked for.
async fn meet(world: &World, id: &str, players: [&str; 2]) -> proto::CasualBooking {
    let mut news = news(world).await;
    for who in players {
        seek_in(world, id, who).await;
    }
    heard(&mut news).await.remove(0)
}

/// Somebody has won the game that was booked.
async fn won_by(world: &World, booking: &proto::CasualBooking, who: &str) {
    let side = if booking.black_account_id == who {
        Side::Black
    } else {
        Side::White
    };
    end_for(world, &booking.game_id, side).await;
}

/// Play says that a game is over, won by black with forty discs where `told` says nothing else.
async fn end_with(world: &World, game_id: &str, told: serde_json::Value) {
    let mut body = game_over(world, game_id, ("played", true, 60)).await;
    for (name, value) in told.as_object().unwrap() {
        body[name.as_str()] = value.clone();
    }
    tell_over(world, &body).await;
}

fn players(booking: &proto::CasualBooking) -> BTreeSet<&str> {
    BTreeSet::from([&*booking.black_account_id, &*booking.white_account_id])
}

async fn head(world: &World, id: &str) -> proto::GetContestResponse {
    let asked = proto::GetContestRequest {
        contest_id: id.to_owned(),
    };
    ask!(world, STRANGER, get_contest, asked).unwrap()
}

/// The same once that is seen of it.
async fn head_with(
    world: &World,
    id: &str,
    is_seen: impl Fn(&proto::GetContestResponse) -> bool,
) -> proto::GetContestResponse {
    shown(async || head(world, id).await, is_seen).await
}

/// What is shown once that is seen of it: who plays and who waits may be half a second old.
async fn shown<T>(look: impl AsyncFn() -> T, is_seen: impl Fn(&T) -> bool) -> T {
    let seen = async {
        loop {
            let shown = look().await;
            if is_seen(&shown) {
                return shown;
            }
            tokio::task::yield_now().await;
        }
    };
    let within = tokio::time::timeout(PATIENCE, seen).await;
    within.expect("the contest is shown as it stands")
}

async fn entrant(world: &World, id: &str, who: &str) -> Result<proto::ContestEntrant, Problem> {
    let asked = proto::GetContestEntrantRequest {
        contest_id: id.to_owned(),
        account_id: who.to_owned(),
    };
    let answer = ask!(world, STRANGER, get_contest_entrant, asked)?;
    Ok(answer.entrant.unwrap())
}

/// The same once that is seen of him.
async fn entrant_with(
    world: &World,
    id: &str,
    who: &str,
    is_seen: impl Fn(&proto::ContestEntrant) -> bool,
) -> proto::ContestEntrant {
    shown(async || entrant(world, id, who).await.unwrap(), is_seen).await
}

/// Who is in a contest, in the order of its list.
async fn order(world: &World, id: &str) -> Vec<String> {
    by_pages(async |size, token| {
        let asked = proto::ListContestEntrantsRequest {
            contest_id: id.to_owned(),
            page_size: size,
            page_token: token,
        };
        let told = ask!(world, STRANGER, list_contest_entrants, asked).unwrap();
        let accounts = told.entrants.into_iter().map(account_of);
        (accounts.collect(), told.next_page_token)
    })
    .await
}

fn account_of(entrant: proto::ContestEntrant) -> String {
    entrant.player.unwrap().account_id
}

async fn page(
    world: &World,
    over: bool,
    (size, token): (u32, String),
) -> Result<(Vec<proto::Contest>, String), Problem> {
    let asked = proto::ListContestsRequest {
        over,
        page_size: size,
        page_token: token,
    };
    let told = ask!(world, STRANGER, list_contests, asked)?;
    Ok((told.contests, told.next_page_token))
}

async fn listed(world: &World, over: bool) -> Vec<proto::Contest> {
    by_pages(async |size, token| page(world, over, (size, token)).await.unwrap()).await
}

/// A contest comes to stand so, as the lists have it.
async fn stands(world: &World, id: &str, expected: State) {
    let look = async || {
        let mut all = Vec::new();
        for over in [false, true] {
            let first = (1_000, String::new());
            all.extend(page(world, over, first).await.unwrap().0);
        }
        let found = all.iter().find(|contest| contest.id == id);
        found.unwrap().state()
    };
    shown(look, |state| *state == expected).await;
}

#[tokio::test]
async fn a_contest_is_founded_once_however_often_it_is_asked_for() {
    let mut world = World::new().await;
    let anna = account(1);
    let asked = proto::FoundContestRequest {
        title: "  Thursday arena ".to_owned(),
        ..arena(&world)
    };
    let before_ms = world.clock.now_ms();
    let made = found(&world, &anna, asked.clone()).await.unwrap();
    assert_eq!(made.title, "Thursday arena");
    assert_eq!(
        (made.kind(), made.state()),
        (ContestKind::Arena, State::Running)
    );
    assert_eq!(made.founder_account_id, anna);
    assert_eq!(made.founder_display_name, format!("Account {anna}"));
    assert!(made.starts_at_ms >= before_ms);
    assert_eq!(made.ends_at_ms, made.starts_at_ms + LENGTH_MS);
    assert_eq!(made.terms, asked.terms);
    assert_eq!(made.arena, asked.arena);
    assert_eq!(made.ladder, None);
    assert_eq!(made.entrants, 0);
    assert_eq!(found(&world, &anna, asked.clone()).await.unwrap(), made);
    world.restart().await;
    assert_eq!(found(&world, &anna, asked).await.unwrap(), made);
    assert_eq!(listed(&world, false).await, [made]);
    let later = proto::FoundContestRequest {
        starts_at_ms: world.clock.now_ms() + HOUR_MS,
        ..ladder(&world)
    };
    let made = found(&world, &anna, later.clone()).await.unwrap();
    assert_eq!(
        (made.kind(), made.state()),
        (ContestKind::Ladder, State::Coming)
    );
    assert_eq!(made.ladder, later.ladder);
    assert_eq!(
        (made.starts_at_ms, made.ends_at_ms),
        (later.starts_at_ms, 0)
    );
}

#[tokio::test]
async fn a_start_that_was_now_when_it_was_chosen_is_taken_as_it_was_given() {
    let world = World::new().await;
    let asked = proto::FoundContestRequest {
        starts_at_ms: world.clock.now_ms() - 1_000,
        ..arena(&world)
    };
    let starts_at_ms = asked.starts_at_ms;
    let made = found(&world, &founder(), asked).await.unwrap();
    assert_eq!(made.state(), State::Running);
    let told = (made.starts_at_ms, made.ends_at_ms);
    assert_eq!(told, (starts_at_ms, starts_at_ms + LENGTH_MS));
}

#[tokio::test]
async fn what_nobody_can_play_by_is_not_founded() {
    let world = World::new().await;
    let anna = account(1);
    let changed = |change: fn(&mut proto::FoundContestRequest)| {
        let mut asked = arena(&world);
        change(&mut asked);
        asked
    };
    let starting = |starts_at_ms| proto::FoundContestRequest {
        starts_at_ms,
        ..arena(&world)
    };
    let far_ms = world.clock.now_ms() + 31 * DAY_MS;
    for (asked, expected) in [
        (changed(|asked| asked.title = " ".to_owned()), "bad_title"),
        (changed(|asked| asked.title = "x".repeat(81)), "bad_title"),
        (
            changed(|asked| asked.title = "a\u{7}b".to_owned()),
            "bad_title",
        ),
        (changed(|asked| asked.arena = None), "bad_contest_rules"),
        (
            changed(|asked| asked.ladder = Some(ladder_rules())),
            "bad_contest_rules",
        ),
        (
            changed(|asked| asked.arena.as_mut().unwrap().win = 258),
            "bad_contest_rules",
        ),
        (
            changed(|asked| asked.arena.as_mut().unwrap().length_ms += 1),
            "bad_contest_rules",
        ),
        (changed(|asked| asked.terms = None), "unknown_variant"),
        (
            changed(|asked| asked.terms = Some(terms(61))),
            "main_time_out_of_range",
        ),
        (starting(1), "bad_contest_start"),
        (starting(far_ms - 32 * DAY_MS), "bad_contest_start"),
        (starting(far_ms), "bad_contest_start"),
    ] {
        let refused = found(&world, &anna, asked.clone()).await.unwrap_err();
        assert_eq!(refused.code, expected, "{asked:?}");
    }
    let light = world.token(&anna, true);
    let asked = for_person(arena(&world), Some(&light));
    assert_eq!(
        code(world.client().found_contest(asked).await),
        "members_only"
    );
    assert_eq!(listed(&world, false).await, []);
}

#[tokio::test]
async fn nobody_has_more_contests_that_go_on_than_one_may() {
    let world = World::new().await;
    let anna = account(1);
    let mut last = String::new();
    for _ in 0..3 {
        last = found(&world, &anna, ladder(&world)).await.unwrap().id;
    }
    let refused = found(&world, &anna, arena(&world)).await.unwrap_err();
    assert_eq!(refused.code, "too_many_contests");
    found(&world, &account(2), arena(&world)).await.unwrap();
    call_off(&world, &last, &anna).await.unwrap();
    found(&world, &anna, arena(&world)).await.unwrap();
}

#[tokio::test]
async fn nobody_has_more_contests_in_a_day_than_one_may_however_soon_he_ends_them() {
    let mut world = World::new().await;
    let anna = account(1);
    // What runs out counts as what is ended does.
    found(&world, &anna, arena(&world)).await.unwrap();
    for _ in 1..24 {
        let made = found(&world, &anna, arena(&world)).await.unwrap();
        call_off(&world, &made.id, &anna).await.unwrap();
    }
    let refused = found(&world, &anna, arena(&world)).await.unwrap_err();
    let refused = (refused.kind, &*refused.code);
    assert_eq!(refused, (Kind::TooMany, "founded_too_often"));
    found(&world, &account(2), arena(&world)).await.unwrap();
    world.restart_later(DAY_MS - HOUR_MS).await;
    let refused = found(&world, &anna, arena(&world)).await.unwrap_err();
    assert_eq!(refused.code, "founded_too_often");
    world.restart_later(DAY_MS + HOUR_MS).await;
    found(&world, &anna, arena(&world)).await.unwrap();
}

#[tokio::test]
async fn contests_are_listed_by_their_end_and_ladders_that_go_on_last() {
    let mut world = World::new().await;
    let called_off = found(&world, &founder(), ladder(&world)).await.unwrap().id;
    let later = proto::FoundContestRequest {
        starts_at_ms: world.clock.now_ms() + HOUR_MS,
        ..arena(&world)
    };
    let later = found(&world, &founder(), later).await.unwrap().id;
    let first = found(&world, &founder(), arena(&world)).await.unwrap().id;
    let ids = |contests: Vec<proto::Contest>| {
        let ids = contests.into_iter().map(|contest| contest.id);
        ids.collect::<Vec<String>>()
    };
    assert_eq!(ids(listed(&world, true).await), [""; 0]);
    let to_come = ids(listed(&world, false).await);
    let expected = [&first, &later, &called_off];
    assert_eq!(to_come.iter().collect::<Vec<_>>(), expected);
    call_off(&world, &called_off, &founder()).await.unwrap();
    world.restart_later(LENGTH_MS).await;
    assert_eq!(ids(listed(&world, false).await), [later]);
    let over = listed(&world, true).await;
    let states: Vec<State> = over.iter().map(proto::Contest::state).collect();
    assert_eq!(states, [State::Over, State::CalledOff]);
    assert_eq!(ids(over), [first, called_off]);
    // A page's token is good for its own list.
    let (_, token) = page(&world, true, (1, String::new())).await.unwrap();
    let refused = page(&world, false, (1, token)).await.unwrap_err();
    assert_eq!(refused.code, "invalid_page_token");
}

#[tokio::test]
async fn what_there_is_not_is_not_shown() {
    let world = World::new().await;
    let anna = account(1);
    let asked = |id: &str| proto::GetContestRequest {
        contest_id: id.to_owned(),
    };
    let games = |id: &str| proto::ListContestGamesRequest {
        contest_id: id.to_owned(),
        ..proto::ListContestGamesRequest::default()
    };
    // What is no id at all names no contest either.
    let long = "n".repeat(1_000);
    for id in ["nothing", "no thing", "no/thing", long.as_str()] {
        let get = ask!(world, &anna, get_contest, asked(id)).map(drop);
        let games = ask!(world, &anna, list_contest_games, games(id)).map(drop);
        for refused in [
            get,
            games,
            entrant(&world, id, &anna).await.map(drop),
            join(&world, id, &anna).await.map(drop),
            leave(&world, id, &anna).await.map(drop),
            challenge(&world, id, (&anna, &founder())).await.map(drop),
            check_in(&world, id, &anna).await.map(drop),
        ] {
            assert_eq!(refused.unwrap_err().code, "unknown_contest", "{id}");
        }
    }
    let refused = ask!(world, &anna, get_contest, asked("")).unwrap_err();
    assert_eq!(refused.code, "unknown_contest");
    let id = entered(&world, arena(&world), &[]).await;
    let refused = entrant(&world, &id, &anna).await.unwrap_err();
    assert_eq!(refused.code, "unknown_contest_entrant");
}

#[tokio::test]
async fn an_instance_beside_this_one_sees_the_same_and_acts_in_the_same_contests() {
    let world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let stop = CancellationToken::new();
    let beside = Pairing::start(world.parts(&stop)).await.unwrap();
    let mut client = world.client_of(&beside);
    let id = entered(&world, ladder(&world), &[&anna, &boris]).await;
    let joined = client.join_contest(world.by(&carla, entry(&world, &id)));
    let joined = joined.await.unwrap().into_inner().contest;
    assert_eq!(joined.unwrap().entrants, 3);
    assert_eq!(order(&world, &id).await, [&*anna, &*boris, &*carla]);
    challenge(&world, &id, (&boris, &anna)).await.unwrap();
    let yielded = proto::YieldOnLadderRequest {
        command_id: world.command_id(),
        contest_id: id.clone(),
    };
    client
        .yield_on_ladder(world.by(&anna, yielded))
        .await
        .unwrap();
    let expected = [&*boris, &*anna, &*carla];
    assert_eq!(order(&world, &id).await, expected);
    let listed = client.list_contest_entrants(proto::ListContestEntrantsRequest {
        contest_id: id,
        ..proto::ListContestEntrantsRequest::default()
    });
    let listed = listed.await.unwrap().into_inner().entrants.into_iter();
    assert_eq!(listed.map(account_of).collect::<Vec<_>>(), expected);
    stop.cancel();
    beside.stopped().await;
}
