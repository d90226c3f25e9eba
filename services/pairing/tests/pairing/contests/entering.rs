//! Who enters a contest: accounts with a password, programs where they are admitted, and nobody who is barred.

use super::*;

/// A request in the name of an account without a password.
fn light<T>(world: &World, who: &str, message: T) -> tonic::Request<T> {
    for_person(message, Some(&world.token(who, true)))
}

#[tokio::test]
async fn programs_enter_and_seek_only_where_they_are_admitted() {
    let world = World::new().await;
    let (anna, program) = (account(1), account(2));
    world.identity.operated_by(&program, &anna);
    let closed = entered(&world, arena(&world), &[&anna]).await;
    let admitting = proto::FoundContestRequest {
        programs: true,
        ..arena(&world)
    };
    let open = entered(&world, admitting, &[&program]).await;
    let refused = join(&world, &closed, &program).await.unwrap_err();
    assert_eq!(refused.code, "no_programs");
    // By a key a program speaks, whosever account it is.
    let mut client = world.client();
    let boris = account(3);
    let keyed = client.join_contest(world.by_key(&boris, entry(&world, &closed)));
    assert_eq!(code(keyed.await), "no_programs");
    let keyed = client.join_contest(world.by_key(&boris, entry(&world, &open)));
    assert!(keyed.await.is_ok());
    for (id, who, expected) in [
        (&closed, &anna, Some("no_programs")),
        (&open, &boris, None),
        (&open, &program, None),
    ] {
        let keyed = proto::CheckSeekRequest {
            by_key: true,
            ..sought_in(&world, id, who)
        };
        let refused = checked(&world, keyed).await.err();
        let refused = refused.map(|problem| problem.code);
        assert_eq!(refused.as_deref(), expected);
    }
    assert!(check_in(&world, &closed, &anna).await.is_ok());
}

/// Who is shown as a program under his own account, in the list and in the head alike.
async fn programs(world: &World, id: &str) -> BTreeSet<String> {
    let mut programs = BTreeSet::new();
    for who in order(world, id).await {
        let line = entrant(world, id, &who).await.unwrap();
        if line.player.unwrap().by_key {
            programs.insert(who);
        }
    }
    head_with(world, id, |shown| {
        let players = shown.entrants.iter().filter_map(|one| one.player.as_ref());
        let keyed = players.filter(|player| player.by_key);
        let keyed: BTreeSet<&str> = keyed.map(|player| &*player.account_id).collect();
        let expected: BTreeSet<&str> = programs.iter().map(String::as_str).collect();
        keyed == expected
    })
    .await;
    programs
}

#[tokio::test]
async fn who_enters_or_plays_by_a_key_is_shown_as_a_program() {
    let mut world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let admitting = proto::FoundContestRequest {
        programs: true,
        ..arena(&world)
    };
    let id = entered(&world, admitting, &[&anna]).await;
    let mut client = world.client();
    let keyed = client.join_contest(world.by_key(&boris, entry(&world, &id)));
    keyed.await.unwrap();
    assert_eq!(programs(&world, &id).await, BTreeSet::from([boris.clone()]));
    world.restart().await;
    assert_eq!(programs(&world, &id).await, BTreeSet::from([boris.clone()]));
    // He plays on himself.
    leave(&world, &id, &boris).await.unwrap();
    join(&world, &id, &boris).await.unwrap();
    assert!(programs(&world, &id).await.is_empty());
    // Moves of hers came by a key: that stays, however she comes back.
    let booking = meet(&world, &id, [&anna, &boris]).await;
    let (black, white) = (booking.black_account_id, booking.white_account_id);
    let by_key = json!({"black": black == anna, "white": white == anna});
    end_with(&world, &booking.game_id, json!({"by_key": by_key})).await;
    assert_eq!(programs(&world, &id).await, BTreeSet::from([anna.clone()]));
    leave(&world, &id, &anna).await.unwrap();
    join(&world, &id, &anna).await.unwrap();
    assert_eq!(programs(&world, &id).await, BTreeSet::from([anna]));
}

#[tokio::test]
async fn it_takes_a_password_to_enter_and_programs_do_without_one() {
    let world = World::new().await;
    let (anna, boris, carla, program) = (account(1), account(2), account(3), account(4));
    world.identity.operated_by(&program, &anna);
    let closed = entered(&world, ladder(&world), &[]).await;
    let admitting = proto::FoundContestRequest {
        programs: true,
        ..ladder(&world)
    };
    let open = entered(&world, admitting, &[&anna, &boris]).await;
    let mut client = world.client();
    for (id, who, expected) in [
        (&closed, &carla, "members_only"),
        (&open, &carla, "members_only"),
        (&closed, &program, "no_programs"),
    ] {
        let asked = light(&world, who, entry(&world, id));
        assert_eq!(code(client.join_contest(asked).await), expected);
    }
    let asked = light(&world, &program, entry(&world, &open));
    client.join_contest(asked).await.unwrap();
    join(&world, &open, &carla).await.unwrap();
    // And there it does whatever anybody does.
    let asked = challenge_of(&world, &open, &boris);
    let asked = light(&world, &program, asked);
    client.challenge_on_ladder(asked).await.unwrap();
    let asked = proto::WithdrawLadderChallengeRequest {
        command_id: world.command_id(),
        contest_id: open.clone(),
    };
    let asked = light(&world, &program, asked);
    client.withdraw_ladder_challenge(asked).await.unwrap();
    challenge(&world, &open, (&carla, &program)).await.unwrap();
    let asked = proto::YieldOnLadderRequest {
        command_id: world.command_id(),
        contest_id: open.clone(),
    };
    let asked = light(&world, &program, asked);
    client.yield_on_ladder(asked).await.unwrap();
    let expected = [&*anna, &*boris, &*carla, &*program];
    assert_eq!(order(&world, &open).await, expected);
    let asked = proto::LeaveContestRequest {
        command_id: world.command_id(),
        contest_id: open.clone(),
    };
    let asked = light(&world, &program, asked);
    client.leave_contest(asked).await.unwrap();
    assert!(entrant(&world, &open, &program).await.unwrap().left);
}

#[tokio::test]
async fn of_many_who_enter_at_once_all_are_in() {
    let world = World::new().await;
    let id = entered(&world, ladder(&world), &[]).await;
    let people: Vec<String> = (1..=48).map(account).collect();
    let all = people.iter().map(|who| join(&world, &id, who));
    for joined in futures_util::future::join_all(all).await {
        assert_eq!(joined.unwrap().id, id);
    }
    let listed: BTreeSet<String> = order(&world, &id).await.into_iter().collect();
    assert_eq!(listed, people.into_iter().collect());
}

#[tokio::test]
async fn who_is_barred_neither_founds_nor_enters_nor_plays() {
    let world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, ladder(&world), &[&anna, &boris]).await;
    let other = entered(&world, arena(&world), &[]).await;
    bar(&world, &boris, 0).await;
    for refused in [
        found(&world, &boris, arena(&world)).await.map(drop),
        join(&world, &other, &boris).await.map(drop),
        challenge(&world, &id, (&boris, &anna)).await.map(drop),
        check_in(&world, &id, &boris).await.map(drop),
    ] {
        assert_eq!(refused.unwrap_err().code, "barred");
    }
    leave(&world, &id, &boris).await.unwrap();
}

#[tokio::test]
async fn what_was_asked_for_before_a_bar_has_its_answer_again() {
    let world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, ladder(&world), &[&anna]).await;
    let (entry, challenge) = (entry(&world, &id), challenge_of(&world, &id, &anna));
    for is_barred in [false, true] {
        if is_barred {
            bar(&world, &boris, 0).await;
        }
        let joined = ask!(world, &boris, join_contest, entry.clone()).unwrap();
        assert_eq!(joined.contest.unwrap().entrants, 2);
        let made = ask!(world, &boris, challenge_on_ladder, challenge.clone()).unwrap();
        assert_eq!(made.contest.unwrap().id, id);
    }
    let shown = head_with(&world, &id, |shown| !shown.challenges.is_empty()).await;
    assert_eq!(shown.challenges.len(), 1);
}

#[tokio::test]
async fn who_left_comes_back_to_his_line_and_who_was_removed_does_not() {
    let world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let id = entered(&world, arena(&world), &[&anna, &boris, &carla]).await;
    let played = arena::play(&world, &id, [&anna, &boris]).await;
    let (winner, loser) = (&played.black_account_id, &played.white_account_id);
    assert_eq!(leave(&world, &id, winner).await.unwrap().entrants, 2);
    let line = entrant(&world, &id, winner).await.unwrap();
    assert_eq!((line.points, line.left), (2, true));
    for refused in [
        check_in(&world, &id, winner).await.map(drop),
        leave(&world, &id, winner).await.map(drop),
    ] {
        assert_eq!(refused.unwrap_err().code, "not_in_contest");
    }
    let back = entry(&world, &id);
    for _ in 0..2 {
        let joined = ask!(world, winner, join_contest, back.clone()).unwrap();
        assert_eq!(joined.contest.unwrap().entrants, 3);
        let line = entrant(&world, &id, winner).await.unwrap();
        assert_eq!((line.points, line.left), (2, false));
    }
    let refused = join(&world, &id, winner).await.unwrap_err();
    assert_eq!(refused.code, "entered_already");
    // So does who never played.
    assert_eq!(leave(&world, &id, &carla).await.unwrap().entrants, 2);
    let line = entrant(&world, &id, &carla).await.unwrap();
    assert_eq!((line.games, line.left), (0, true));

    for (by, whom, expected) in [
        (winner, loser, (Kind::Forbidden, "not_your_contest")),
        (&founder(), &account(4), (Kind::Refused, "not_in_contest")),
    ] {
        let refused = remove(&world, &id, (by, whom)).await.unwrap_err();
        assert_eq!((refused.kind, &*refused.code), expected);
    }
    let gone = remove(&world, &id, (&founder(), winner)).await.unwrap();
    assert_eq!((gone.removed, gone.place, gone.points), (true, 0, 2));
    for refused in [
        join(&world, &id, winner).await.map(drop),
        remove(&world, &id, (&founder(), winner)).await.map(drop),
    ] {
        assert_eq!(refused.unwrap_err().code, "removed_from_contest");
    }
    let in_order = [&*carla, loser.as_str(), winner.as_str()];
    assert_eq!(order(&world, &id).await, in_order);
    assert_eq!(head(&world, &id).await.contest.unwrap().entrants, 1);
}
