//! What an account has open: the contests that it takes part in, and its challenges there.

use super::{
    ladder::{give_place, withdraw},
    *,
};

async fn own(world: &World, who: &str) -> Vec<proto::OwnContest> {
    let asked = proto::GetOwnPlayRequest {};
    let told = ask!(world, who, get_own_play, asked).unwrap();
    assert_eq!(told.challenges, []);
    told.contests
}

/// The contests that somebody takes part in, by their ids.
async fn own_ids(world: &World, who: &str) -> Vec<String> {
    let own = own(world, who).await.into_iter();
    own.map(|one| one.contest.unwrap().id).collect()
}

/// Whom the challenge is between that somebody is in, on his only ladder.
async fn own_challenge(world: &World, who: &str) -> Option<[proto::ContestEntrant; 2]> {
    let challenge = own(world, who).await.remove(0).challenge?;
    Some([challenge.challenger.unwrap(), challenge.challenged.unwrap()])
}

#[tokio::test]
async fn whoever_takes_part_in_contests_is_told_of_them_until_he_does_no_longer_or_they_are_over() {
    let mut world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let club = entered(&world, ladder(&world), &[&anna, &boris, &carla]).await;
    let evening = entered(&world, arena(&world), &[&anna, &boris]).await;
    for restarted in [false, true] {
        if restarted {
            world.restart().await;
        }
        // What ends first stands before the others.
        assert_eq!(own_ids(&world, &anna).await, [&*evening, &*club]);
        assert_eq!(own_ids(&world, &carla).await, [&*club]);
        for stranger in [STRANGER, &founder()] {
            assert_eq!(own(&world, stranger).await, []);
        }
    }
    let told = own(&world, &boris).await.remove(1);
    assert_eq!(told.contest, head(&world, &club).await.contest);
    assert_eq!(told.entrant.unwrap().place, 2);
    assert_eq!(told.challenge, None);

    leave(&world, &evening, &anna).await.unwrap();
    remove(&world, &club, (&founder(), &boris)).await.unwrap();
    assert_eq!(own_ids(&world, &anna).await, [&*club]);
    assert_eq!(own_ids(&world, &boris).await, [&*evening]);
    join(&world, &evening, &anna).await.unwrap();
    assert_eq!(own_ids(&world, &anna).await, [&*evening, &*club]);
    call_off(&world, &club, &founder()).await.unwrap();
    assert_eq!(own_ids(&world, &anna).await, [&*evening]);
    world.restart_later(LENGTH_MS).await;
    for who in [&anna, &boris, &carla] {
        assert_eq!(own(&world, who).await, []);
    }
}

#[tokio::test]
async fn both_of_a_challenge_are_told_of_it_and_whether_the_other_waits_and_nobody_else_is() {
    let mut world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let id = entered(&world, ladder(&world), &[&anna, &boris, &carla]).await;
    challenge(&world, &id, (&boris, &anna)).await.unwrap();
    for restarted in [false, true] {
        if restarted {
            world.restart().await;
        }
        for who in [&anna, &boris] {
            let both = own_challenge(&world, who).await.unwrap();
            assert_eq!(both.clone().map(account_of), [&*boris, &*anna]);
            assert_eq!(
                both.map(|one| (one.place, one.waiting)),
                [(2, false), (1, false)]
            );
        }
        assert_eq!(own_challenge(&world, &carla).await, None);
    }
    let told = own(&world, &anna).await.remove(0).challenge.unwrap();
    assert_eq!(told.due_ms, told.at_ms + HOUR_MS);

    seek_in(&world, &id, &boris).await;
    let look = async || own_challenge(&world, &anna).await.unwrap();
    let both = shown(look, |both| both[0].waiting).await;
    assert!(!both[1].waiting);
}

#[tokio::test]
async fn a_challenge_that_has_ended_is_told_to_neither() {
    let mut world = World::new().await;
    let people: Vec<String> = (1..=6).map(account).collect();
    let all: Vec<&String> = people.iter().collect();
    let id = entered(&world, ladder(&world), &all).await;
    for pair in people.chunks(2) {
        challenge(&world, &id, (&pair[1], &pair[0])).await.unwrap();
    }
    give_place(&world, &id, &people[0]).await.unwrap();
    withdraw(&world, &id, &people[3]).await.unwrap();
    for who in &people[..4] {
        assert_eq!(own_challenge(&world, who).await, None);
    }
    for who in &people[4..] {
        assert!(own_challenge(&world, who).await.is_some());
    }
    // What time alone decided is told as well.
    world.restart_later(HOUR_MS).await;
    for who in &people[4..] {
        assert_eq!(own_challenge(&world, who).await, None);
    }
}

#[tokio::test]
async fn of_very_many_contests_those_that_end_first_are_told() {
    let world = World::new().await;
    let anna = account(1);
    let mut ids = Vec::new();
    for number in 0..21 {
        let asked = proto::FoundContestRequest {
            starts_at_ms: world.clock.now_ms() + HOUR_MS + number * MINUTE_MS,
            ..arena(&world)
        };
        // One has three of his own at most.
        let by = account(100 + usize::try_from(number).unwrap());
        let id = found(&world, &by, asked).await.unwrap().id;
        join(&world, &id, &anna).await.unwrap();
        ids.push(id);
    }
    assert_eq!(own_ids(&world, &anna).await, ids[..20]);
}
