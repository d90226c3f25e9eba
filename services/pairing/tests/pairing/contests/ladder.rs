//! Ladders: the order, challenges, their games, and what becomes of a challenge that nobody plays.

use super::*;

pub async fn withdraw(world: &World, id: &str, who: &str) -> Result<proto::Contest, Problem> {
    let asked = proto::WithdrawLadderChallengeRequest {
        command_id: world.command_id(),
        contest_id: id.to_owned(),
    };
    let answer = ask!(world, who, withdraw_ladder_challenge, asked)?;
    Ok(answer.contest.unwrap())
}

pub async fn give_place(world: &World, id: &str, who: &str) -> Result<proto::Contest, Problem> {
    let asked = proto::YieldOnLadderRequest {
        command_id: world.command_id(),
        contest_id: id.to_owned(),
    };
    Ok(ask!(world, who, yield_on_ladder, asked)?.contest.unwrap())
}

/// The game that somebody plays is over, and he has won it or lost it.
async fn decide(world: &World, bookings: &[proto::CasualBooking], who: &str, won: bool) {
    let mut all = bookings.iter();
    let booking = all.find(|booking| players(booking).contains(who)).unwrap();
    let winner = if (booking.black_account_id == who) == won {
        Side::Black
    } else {
        Side::White
    };
    end_for(world, &booking.game_id, winner).await;
}

#[tokio::test]
async fn who_beats_one_above_has_that_place_and_only_the_two_of_a_challenge_meet() {
    let mut world = World::new().await;
    let people: Vec<String> = (1..=5).map(account).collect();
    let [anna, boris, carla, dora, emil] = &people[..] else {
        panic!("there are five");
    };
    let id = entered(&world, ladder(&world), &[anna, boris, carla, dora, emil]).await;
    assert_eq!(order(&world, &id).await, people);
    challenge(&world, &id, (dora, boris)).await.unwrap();
    for (by, whom, expected) in [
        (dora, carla, "challenged_already"),
        (boris, anna, "challenged_already"),
        (carla, boris, "opponent_challenged"),
        (emil, boris, "not_in_reach"),
        (carla, dora, "not_in_reach"),
        (carla, carla, "not_in_reach"),
        (carla, &founder(), "not_in_reach"),
        (&founder(), anna, "not_in_contest"),
    ] {
        let refused = challenge(&world, &id, (by, whom)).await.unwrap_err();
        assert_eq!(refused.code, expected, "{by} {whom}");
    }
    challenge(&world, &id, (carla, anna)).await.unwrap();
    let refused = check_in(&world, &id, emil).await.unwrap_err();
    assert_eq!(refused.code, "no_challenge");

    let mut news = news(&world).await;
    // Those whom nothing but their own challenge brings together.
    for who in [dora, carla, boris, anna] {
        seek_in(&world, &id, who).await;
    }
    let mut bookings = Vec::new();
    while bookings.len() < 2 {
        bookings.extend(heard(&mut news).await);
    }
    let pairs: BTreeSet<BTreeSet<&str>> = bookings.iter().map(players).collect();
    let expected = BTreeSet::from([
        BTreeSet::from([dora.as_str(), boris.as_str()]),
        BTreeSet::from([carla.as_str(), anna.as_str()]),
    ]);
    assert_eq!(pairs, expected);
    // Who came stands in the journal: another start knows of it.
    world.restart().await;
    let challenges = head(&world, &id).await.challenges;
    assert_eq!(challenges.len(), 2);
    for of in &challenges {
        assert_eq!((of.challenger_days, of.challenged_days), (1, 1));
        assert_eq!(of.due_ms, of.at_ms + HOUR_MS);
    }
    decide(&world, &bookings, dora, true).await;
    decide(&world, &bookings, carla, false).await;
    let expected = [anna, dora, boris, carla, emil].map(String::as_str);
    assert_eq!(order(&world, &id).await, expected);
    let line = entrant(&world, &id, dora).await.unwrap();
    assert_eq!((line.place, line.wins, line.points), (2, 1, 0));
    let refused = challenge(&world, &id, (boris, dora)).await.unwrap_err();
    assert_eq!(refused.code, "rests_from_each_other");
    challenge(&world, &id, (carla, dora)).await.unwrap();
}

#[tokio::test]
async fn a_place_goes_to_the_challenger_who_came_where_the_challenged_never_did() {
    let mut world = World::new().await;
    let people: Vec<String> = (1..=4).map(account).collect();
    let [anna, boris, carla, dora] = &people[..] else {
        panic!("there are four");
    };
    let id = entered(&world, ladder(&world), &[anna, boris, carla, dora]).await;
    challenge(&world, &id, (boris, anna)).await.unwrap();
    challenge(&world, &id, (dora, carla)).await.unwrap();
    for _ in 0..2 {
        check_in(&world, &id, boris).await.unwrap();
    }
    assert_eq!(order(&world, &id).await, people);
    world.restart_later(HOUR_MS).await;
    let expected = [boris, anna, carla, dora].map(String::as_str);
    assert_eq!(order(&world, &id).await, expected);
    assert_eq!(head(&world, &id).await.challenges, []);
    for who in [boris, anna, dora] {
        let refused = check_in(&world, &id, who).await.unwrap_err();
        assert_eq!(refused.code, "no_challenge");
    }
    // Who lets his own challenge lapse makes no other for as long as it has stood.
    let refused = challenge(&world, &id, (dora, anna)).await.unwrap_err();
    assert_eq!(refused.code, "challenge_not_played");
    // What time alone decided others build on.
    challenge(&world, &id, (carla, boris)).await.unwrap();
    give_place(&world, &id, boris).await.unwrap();
    let expected = [carla, boris, anna, dora].map(String::as_str);
    assert_eq!(order(&world, &id).await, expected);
    world.restart_later(2 * HOUR_MS).await;
    challenge(&world, &id, (dora, anna)).await.unwrap();
}

#[tokio::test]
async fn where_both_came_a_place_goes_to_the_challenger_who_came_on_more_days() {
    let mut world = World::new().await;
    let people: Vec<String> = (1..=4).map(account).collect();
    let [anna, boris, carla, dora] = &people[..] else {
        panic!("there are four");
    };
    let asked = proto::FoundContestRequest {
        ladder: Some(proto::LadderRules {
            play_within_ms: 3 * DAY_MS,
            ..ladder_rules()
        }),
        ..ladder(&world)
    };
    let id = entered(&world, asked, &[anna, boris, carla, dora]).await;
    challenge(&world, &id, (boris, anna)).await.unwrap();
    challenge(&world, &id, (dora, carla)).await.unwrap();
    for who in &people {
        check_in(&world, &id, who).await.unwrap();
    }
    world.restart_later(DAY_MS).await;
    // Once in a day counts, however often one comes.
    for who in [boris, boris, carla, dora] {
        check_in(&world, &id, who).await.unwrap();
    }
    let challenges = head(&world, &id).await.challenges.into_iter();
    let days: BTreeSet<(String, [u32; 2])> = challenges
        .map(|of| {
            let days = [of.challenger_days, of.challenged_days];
            (account_of(of.challenger.unwrap()), days)
        })
        .collect();
    let expected = BTreeSet::from([(boris.clone(), [2, 1]), (dora.clone(), [2, 2])]);
    assert_eq!(days, expected);
    // No game of the two was booked that it would wait for.
    world.restart_later(3 * DAY_MS).await;
    let refused = check_in(&world, &id, boris).await.unwrap_err();
    assert_eq!(refused.code, "no_challenge");
    let expected = [boris, anna, carla, dora].map(String::as_str);
    assert_eq!(order(&world, &id).await, expected);
}

#[tokio::test]
async fn a_challenge_whose_two_were_booked_waits_for_their_game() {
    let mut world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, ladder(&world), &[&anna, &boris]).await;
    challenge(&world, &id, (&boris, &anna)).await.unwrap();
    let booking = meet(&world, &id, [&anna, &boris]).await;
    world.restart_later(2 * HOUR_MS).await;
    assert_eq!(head(&world, &id).await.challenges.len(), 1);
    assert_eq!(order(&world, &id).await, [&*anna, &*boris]);
    won_by(&world, &booking, &boris).await;
    assert_eq!(order(&world, &id).await, [&*boris, &*anna]);
    head_with(&world, &id, |shown| shown.challenges.is_empty()).await;
}

#[tokio::test]
async fn who_has_challenged_somebody_lets_others_go_first() {
    let world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let asked = proto::FoundContestRequest {
        ladder: Some(proto::LadderRules {
            rest_ms: 0,
            ..ladder_rules()
        }),
        ..ladder(&world)
    };
    let id = entered(&world, asked, &[&anna, &boris, &carla]).await;
    challenge(&world, &id, (&boris, &anna)).await.unwrap();
    let booking = meet(&world, &id, [&anna, &boris]).await;
    won_by(&world, &booking, &anna).await;
    let refused = challenge(&world, &id, (&boris, &anna)).await.unwrap_err();
    assert_eq!(refused.code, "rests_from_each_other");
    challenge(&world, &id, (&carla, &anna)).await.unwrap();
}

#[tokio::test]
async fn a_challenge_is_taken_back_or_yielded_to_and_ends_with_who_leaves() {
    let world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let id = entered(&world, ladder(&world), &[&anna, &boris, &carla]).await;
    for refused in [
        withdraw(&world, &id, &boris).await,
        give_place(&world, &id, &anna).await,
    ] {
        assert_eq!(refused.unwrap_err().code, "no_challenge");
    }
    challenge(&world, &id, (&boris, &anna)).await.unwrap();
    for refused in [
        withdraw(&world, &id, &anna).await,
        give_place(&world, &id, &boris).await,
    ] {
        assert_eq!(refused.unwrap_err().code, "no_challenge");
    }
    let (_, waiting) = check_in(&world, &id, &boris).await.unwrap();
    assert_eq!(ended(&world, &waiting).await, None);
    withdraw(&world, &id, &boris).await.unwrap();
    let why = ended(&world, &waiting).await;
    assert_eq!(why.as_deref(), Some("no_challenge"), "it stood before");
    let refused = check_in(&world, &id, &boris).await.unwrap_err();
    assert_eq!(refused.code, "no_challenge");
    // Who has let one go makes no other for as long as it could have stood, and is challenged as anybody is.
    let refused = challenge(&world, &id, (&boris, &anna)).await.unwrap_err();
    assert_eq!(refused.code, "challenge_not_played");
    challenge(&world, &id, (&carla, &boris)).await.unwrap();
    give_place(&world, &id, &boris).await.unwrap();
    assert_eq!(order(&world, &id).await, [&*anna, &*carla, &*boris]);

    // Who comes back begins at the foot.
    challenge(&world, &id, (&carla, &anna)).await.unwrap();
    leave(&world, &id, &anna).await.unwrap();
    assert_eq!(order(&world, &id).await, [&*carla, &*boris, &*anna]);
    assert_eq!(head(&world, &id).await.challenges, []);
    assert_eq!(join(&world, &id, &anna).await.unwrap().entrants, 3);
    assert_eq!(entrant(&world, &id, &anna).await.unwrap().place, 3);

    let arena = entered(&world, arena(&world), &[&anna, &boris]).await;
    for refused in [
        challenge(&world, &arena, (&boris, &anna)).await,
        withdraw(&world, &arena, &boris).await,
        give_place(&world, &arena, &anna).await,
    ] {
        assert_eq!(refused.unwrap_err().code, "no_ladder");
    }
}

#[tokio::test]
async fn nobody_keeps_his_place_by_whom_he_blocks() {
    let world = World::new().await;
    let people: Vec<String> = (1..=4).map(account).collect();
    let [anna, boris, carla, dora] = &people[..] else {
        panic!("there are four");
    };
    let id = entered(&world, ladder(&world), &[anna, boris, carla, dora]).await;
    // The challenged has blocked the challenger, and the challenger the challenged.
    block(&world, anna, boris).await;
    block(&world, dora, carla).await;
    for (by, whom) in [(boris, anna), (dora, carla)] {
        challenge(&world, &id, (by, whom)).await.unwrap();
    }
    // Nor by a block while both wait.
    block(&world, boris, anna).await;
    for pair in [[boris, anna], [dora, carla]] {
        let names = pair.map(String::as_str);
        let booking = meet(&world, &id, names).await;
        assert_eq!(players(&booking), BTreeSet::from(names));
        won_by(&world, &booking, pair[0]).await;
    }
    let expected = [boris, anna, dora, carla].map(String::as_str);
    assert_eq!(order(&world, &id).await, expected);
}

#[tokio::test]
async fn who_is_barred_is_challenged_as_anybody_is_and_cannot_come() {
    let mut world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, ladder(&world), &[&anna, &boris]).await;
    bar(&world, &anna, 0).await;
    challenge(&world, &id, (&boris, &anna)).await.unwrap();
    let refused = check_in(&world, &id, &anna).await.unwrap_err();
    assert_eq!(refused.code, "barred");
    check_in(&world, &id, &boris).await.unwrap();
    world.restart_later(HOUR_MS).await;
    assert_eq!(order(&world, &id).await, [&*boris, &*anna]);
}
