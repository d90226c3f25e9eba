//! Which games count in contests, and for what: those that a side never began, those that programs played, and those of
//! challenges that stand no more.

use super::*;

/// What play tells of a game beside that black has won it, and the points of black and white in an arena where programs do
/// not play, and in one where they do; `None` where it counts for nothing.
type Told = (serde_json::Value, Option<[u32; 2]>, Option<[u32; 2]>);

fn told() -> [Told; 8] {
    let (won, lost, drawn) = (Some([2, 0]), Some([0, 2]), Some([1, 1]));
    let nothing = json!({"begun": false, "winner": null, "black_discs": 2, "white_discs": 2});
    let mut nothing_by_key = nothing.clone();
    nothing_by_key["by_key"] = json!({"black": true, "white": false});
    [
        (json!({}), won, won),
        (
            json!({"winner": null, "black_discs": 32, "white_discs": 32}),
            drawn,
            drawn,
        ),
        // One side never began: that is its loss. Nobody did.
        (json!({"begun": false}), won, won),
        (nothing, None, None),
        (nothing_by_key, None, None),
        (
            json!({"by_key": {"black": true, "white": false}}),
            lost,
            won,
        ),
        (json!({"by_key": {"black": false, "white": true}}), won, won),
        (json!({"by_key": {"black": true, "white": true}}), None, won),
    ]
}

#[tokio::test]
async fn games_count_as_play_tells_of_them_and_where_programs_do_not_play_not_for_them() {
    let world = World::new().await;
    for (programs, first) in [(false, 1), (true, 101)] {
        let asked = proto::FoundContestRequest {
            programs,
            ..arena(&world)
        };
        let id = entered(&world, asked, &[]).await;
        for (number, (told, closed, open)) in (first..).step_by(2).zip(told()) {
            let about = format!("{told}, programs: {programs}");
            let pair = [account(number), account(number + 1)];
            for who in &pair {
                join(&world, &id, who).await.unwrap();
            }
            let booking = meet(&world, &id, [&pair[0], &pair[1]]).await;
            end_with(&world, &booking.game_id, told).await;
            let expected = if programs { open } else { closed };
            let mut points = Vec::new();
            for who in [&booking.black_account_id, &booking.white_account_id] {
                let line = entrant(&world, &id, who).await.unwrap();
                assert_eq!(line.games, u32::from(expected.is_some()), "{about}");
                points.push(line.points);
            }
            assert_eq!(points, expected.unwrap_or_default(), "{about}");
        }
    }
}

#[tokio::test]
async fn a_game_that_one_side_never_began_is_not_rated() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, arena(&world), &[&anna, &boris]).await;
    let booking = meet(&world, &id, [&anna, &boris]).await;
    end(&world, &booking.game_id, false).await;
    let absent = entrant(&world, &id, &booking.white_account_id).await;
    assert_eq!(absent.unwrap().losses, 1);
    let shown = game(&world, &booking.game_id).await;
    assert!(!shown.result.unwrap().rated);
}

#[tokio::test]
async fn who_never_began_has_lost_his_challenge_and_where_nobody_did_it_stands() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, ladder(&world), &[&anna, &boris]).await;
    challenge(&world, &id, (&boris, &anna)).await.unwrap();
    let booking = meet(&world, &id, [&anna, &boris]).await;
    let nothing = json!({"begun": false, "winner": null, "black_discs": 2, "white_discs": 2});
    end_with(&world, &booking.game_id, nothing).await;
    assert_eq!(order(&world, &id).await, [&*anna, &*boris]);
    assert_eq!(entrant(&world, &id, &boris).await.unwrap().games, 0);
    let booking = meet(&world, &id, [&anna, &boris]).await;
    let side = if booking.black_account_id == boris {
        "black"
    } else {
        "white"
    };
    let absent = json!({"begun": false, "winner": side});
    end_with(&world, &booking.game_id, absent).await;
    assert_eq!(order(&world, &id).await, [&*boris, &*anna]);
    let refused = check_in(&world, &id, &boris).await.unwrap_err();
    assert_eq!(refused.code, "no_challenge");
}

/// A ladder on which the same two challenge each other again at once.
fn restless(world: &World) -> proto::FoundContestRequest {
    proto::FoundContestRequest {
        ladder: Some(proto::LadderRules {
            rest_ms: 0,
            ..ladder_rules()
        }),
        ..ladder(world)
    }
}

#[tokio::test]
async fn a_game_of_a_challenge_that_was_yielded_to_does_not_decide_the_next_of_the_same_two() {
    let mut world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, restless(&world), &[&anna, &boris]).await;
    challenge(&world, &id, (&boris, &anna)).await.unwrap();
    let first = meet(&world, &id, [&anna, &boris]).await;
    ladder::give_place(&world, &id, &anna).await.unwrap();
    world.restart_later(60 * MINUTE_MS).await;
    challenge(&world, &id, (&anna, &boris)).await.unwrap();
    won_by(&world, &first, &anna).await;
    assert_eq!(order(&world, &id).await, [&*boris, &*anna]);
    assert_eq!(entrant(&world, &id, &anna).await.unwrap().wins, 1);
    let second = meet(&world, &id, [&anna, &boris]).await;
    won_by(&world, &second, &anna).await;
    assert_eq!(order(&world, &id).await, [&*anna, &*boris]);
    assert_eq!(entrant(&world, &id, &anna).await.unwrap().wins, 2);
}

#[tokio::test]
async fn a_seek_of_an_earlier_challenge_meets_nobody() {
    let mut world = World::new().await;
    let (anna, boris, carla, dora) = (account(1), account(2), account(3), account(4));
    let id = entered(&world, restless(&world), &[&anna, &boris]).await;
    challenge(&world, &id, (&boris, &anna)).await.unwrap();
    let (seek_id, earlier) = check_in(&world, &id, &anna).await.unwrap();
    leave(&world, &id, &anna).await.unwrap();
    join(&world, &id, &anna).await.unwrap();
    world.restart_later(MINUTE_MS).await;
    challenge(&world, &id, (&anna, &boris)).await.unwrap();
    let mut news = news(&world).await;
    stand_as(&world, seek_id, earlier).await;
    seek_in(&world, &id, &boris).await;
    seek(&world, &carla).await;
    seek(&world, &dora).await;
    let bookings = heard(&mut news).await;
    let [booking] = &bookings[..] else {
        panic!("one pair: {bookings:?}");
    };
    assert_eq!(players(booking), BTreeSet::from([&*carla, &*dora]));
    assert!(booked(&world, &[&anna, &boris]).await.is_empty());
    // That she waited for the game before is not that she came to this one.
    let challenges = head_with(&world, &id, |shown| {
        shown.challenges.iter().any(|of| of.challenged_days > 0)
    });
    let challenges = challenges.await.challenges;
    assert_eq!(challenges[0].challenger_days, 0);
    seek_in(&world, &id, &anna).await;
    let booking = heard(&mut news).await.remove(0);
    assert_eq!(players(&booking), BTreeSet::from([&*anna, &*boris]));
}
