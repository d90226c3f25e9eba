//! Challenges by link.

use super::*;

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
