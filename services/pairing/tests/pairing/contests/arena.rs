//! Arenas: who is paired, what a game brings, and what comes after the end.

use super::*;

/// Two of an arena seek and play, and black wins; nobody else waits there.
pub async fn play(world: &World, id: &str, players: [&String; 2]) -> proto::CasualBooking {
    let booking = meet(world, id, players.map(String::as_str)).await;
    end(world, &booking.game_id, true).await;
    booking
}

/// The games of a contest, by their ids.
async fn games(world: &World, id: &str) -> Vec<String> {
    by_pages(async |size, token| {
        let asked = proto::ListContestGamesRequest {
            contest_id: id.to_owned(),
            page_size: size,
            page_token: token,
        };
        let told = ask!(world, STRANGER, list_contest_games, asked).unwrap();
        let ids = told.games.into_iter().map(|game| game.game_id);
        (ids.collect(), told.next_page_token)
    })
    .await
}

#[tokio::test]
async fn each_game_of_an_arena_counts_once_and_one_that_ends_after_it_too() {
    let mut world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let id = entered(&world, arena(&world), &[&anna, &boris, &carla]).await;
    let mut news = news(&world).await;
    seek_in(&world, &id, &anna).await;
    entrant_with(&world, &id, &anna, |line| line.waiting).await;
    seek_in(&world, &id, &boris).await;
    let first = heard(&mut news).await.remove(0);
    let (winner, loser) = (&first.black_account_id, &first.white_account_id);
    assert_eq!(players(&first), BTreeSet::from([&*anna, &*boris]));
    // What was sought is five minutes: the arena's own terms hold.
    assert_eq!(first.terms, Some(terms(3)));
    assert_eq!(game(&world, &first.game_id).await.contest_id, id);
    let is_playing = |line: &proto::ContestEntrant| !line.game_id.is_empty();
    let playing = entrant_with(&world, &id, winner, is_playing).await;
    assert_eq!(
        (playing.game_id, playing.waiting),
        (first.game_id.clone(), false)
    );
    let shown = head_with(&world, &id, |shown| !shown.playing.is_empty()).await;
    assert_eq!(shown.playing[0].game_id, first.game_id);
    let refused = check_in(&world, &id, winner).await.unwrap_err();
    assert_eq!(refused.code, "already_booked");

    for _ in 0..2 {
        end(&world, &first.game_id, true).await;
    }
    let shown = head_with(&world, &id, |shown| shown.playing.is_empty()).await;
    let lines: Vec<_> = shown
        .entrants
        .iter()
        .map(|of| (of.place, of.points, of.games, of.discs, of.streak))
        .collect();
    assert_eq!(
        lines,
        [(1, 2, 1, 16, 1), (2, 0, 0, 0, 0), (3, 0, 1, -16, 0)]
    );
    let in_order = [winner.as_str(), &*carla, loser.as_str()];
    assert_eq!(order(&world, &id).await, in_order);

    // Who had white has black next.
    seek_in(&world, &id, &carla).await;
    seek_in(&world, &id, loser).await;
    let second = heard(&mut news).await.remove(0);
    assert_eq!(
        (&second.black_account_id, &second.white_account_id),
        (loser, &carla)
    );
    let (_, waiting) = check_in(&world, &id, winner).await.unwrap();
    assert_eq!(ended(&world, &waiting).await, None);
    world.restart_later(LENGTH_MS).await;
    stands(&world, &id, State::LastGames).await;
    let refused = check_in(&world, &id, winner).await.unwrap_err();
    assert_eq!(refused.code, "contest_over");
    let why = ended(&world, &waiting).await;
    assert_eq!(why.as_deref(), Some("contest_over"), "it stood before");
    end(&world, &second.game_id, true).await;
    stands(&world, &id, State::Over).await;
    let line = entrant(&world, &id, loser).await.unwrap();
    assert_eq!((line.points, line.games, line.discs), (2, 2, 0));
    assert_eq!(games(&world, &id).await, [second.game_id, first.game_id]);
}

#[tokio::test]
async fn in_games_with_a_handicap_the_weaker_by_rating_has_the_corners() {
    let world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let corners = proto::CasualVariant::OthelloTwoCorners;
    let asked = proto::FoundContestRequest {
        terms: Some(proto::CasualTerms {
            variant: corners.into(),
            ..terms(3)
        }),
        ..arena(&world)
    };
    let id = entered(&world, asked, &[&anna, &boris, &carla]).await;
    let first = meet(&world, &id, [&anna, &boris]).await;
    assert_eq!(first.terms.as_ref().unwrap().variant(), corners);
    let (weaker, stronger) = (&first.black_account_id, &first.white_account_id);
    won_by(&world, &first, stronger).await;
    // He had black, has no fewer points than she has, and is rated lower since.
    let second = meet(&world, &id, [weaker, &carla]).await;
    assert_eq!(
        (&second.black_account_id, &second.white_account_id),
        (weaker, &carla)
    );
}

#[tokio::test]
async fn nobody_chooses_his_opponents_in_an_arena_by_whom_he_blocks() {
    let world = World::new().await;
    let (anna, boris, carla, dora) = (account(1), account(2), account(3), account(4));
    for (who, whom) in [(&anna, &boris), (&carla, &dora)] {
        block(&world, who, whom).await;
    }
    let people = [&anna, &boris, &carla, &dora];
    let id = entered(&world, arena(&world), &people).await;
    // Whoever has blocked comes first, and second.
    for pair in [[&anna, &boris], [&dora, &carla]] {
        let names = pair.map(String::as_str);
        let booking = meet(&world, &id, names).await;
        assert_eq!(players(&booking), BTreeSet::from(names));
    }
}

#[tokio::test]
async fn what_is_sought_beside_a_contest_counts_for_nothing() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, arena(&world), &[&anna, &boris]).await;
    let mut news = news(&world).await;
    // Of no casual game all of it would be taken, and no two with the same colour would meet.
    for (who, terms) in [(&anna, Some(terms(61))), (&boris, None)] {
        let asked = proto::CheckSeekRequest {
            terms,
            color: Side::Black.into(),
            lowest: 2_000,
            highest: 1_000,
            ..sought_in(&world, &id, who)
        };
        let seek_id = asked.seek_id.clone();
        let standing = checked(&world, asked).await.unwrap();
        stand_as(&world, seek_id, standing).await;
    }
    let booking = heard(&mut news).await.remove(0);
    assert_eq!(players(&booking), BTreeSet::from([&*anna, &*boris]));
    assert_eq!(booking.terms, Some(terms(3)));
}

#[tokio::test]
async fn who_seeks_alone_in_a_contest_waits_for_the_next_who_seeks_there() {
    let world = World::new().await;
    let (anna, boris, carla, dora) = (account(1), account(2), account(3), account(4));
    let one = entered(&world, arena(&world), &[&anna, &dora]).await;
    let other = entered(&world, arena(&world), &[&boris, &carla]).await;
    let mut news = news(&world).await;
    seek_in(&world, &one, &anna).await;
    for who in [&boris, &carla] {
        seek_in(&world, &other, who).await;
    }
    let booking = heard(&mut news).await.remove(0);
    assert_eq!(players(&booking), BTreeSet::from([&*boris, &*carla]));
    assert!(booked(&world, &[&anna]).await.is_empty());
    seek_in(&world, &one, &dora).await;
    let booking = heard(&mut news).await.remove(0);
    assert_eq!(players(&booking), BTreeSet::from([&*anna, &*dora]));
    assert_eq!(game(&world, &booking.game_id).await.contest_id, one);
}

#[tokio::test]
async fn before_it_begins_nobody_seeks_there() {
    let mut world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let asked = proto::FoundContestRequest {
        starts_at_ms: world.clock.now_ms() + HOUR_MS,
        ..arena(&world)
    };
    let id = entered(&world, asked, &[&anna, &boris]).await;
    let refused = check_in(&world, &id, &anna).await.unwrap_err();
    assert_eq!(refused.code, "not_begun");
    world.restart_later(HOUR_MS).await;
    stands(&world, &id, State::Running).await;
    play(&world, &id, [&anna, &boris]).await;
}

#[tokio::test]
async fn after_its_end_a_seek_that_stood_meets_nobody() {
    let mut world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, arena(&world), &[&anna, &boris]).await;
    let mut stood = Vec::new();
    for who in [&anna, &boris] {
        stood.push(check_in(&world, &id, who).await.unwrap());
    }
    world.restart_later(LENGTH_MS).await;
    let mut news = news(&world).await;
    for (seek_id, standing) in stood {
        stand_as(&world, seek_id, standing).await;
    }
    let (carla, dora) = (account(3), account(4));
    seek(&world, &carla).await;
    seek(&world, &dora).await;
    let heard = heard(&mut news).await;
    let [booking] = &heard[..] else {
        panic!("one pair: {heard:?}");
    };
    assert_eq!(players(booking), BTreeSet::from([&*carla, &*dora]));
    assert!(booked(&world, &[&anna, &boris]).await.is_empty());
    stands(&world, &id, State::Over).await;
}

#[tokio::test]
async fn who_was_removed_or_has_left_is_paired_no_more_though_his_seek_stands() {
    let world = World::new().await;
    let people: Vec<String> = (1..=4).map(account).collect();
    let [anna, boris, carla, dora] = &people[..] else {
        panic!("there are four");
    };
    let id = entered(&world, arena(&world), &[anna, boris, carla, dora]).await;
    let mut news = news(&world).await;
    seek_in(&world, &id, anna).await;
    remove(&world, &id, (&founder(), anna)).await.unwrap();
    seek_in(&world, &id, boris).await;
    leave(&world, &id, boris).await.unwrap();
    seek_in(&world, &id, carla).await;
    seek_in(&world, &id, dora).await;
    let heard = heard(&mut news).await;
    let [booking] = &heard[..] else {
        panic!("one pair: {heard:?}");
    };
    assert_eq!(
        players(booking),
        BTreeSet::from([carla.as_str(), dora.as_str()])
    );
    assert!(booked(&world, &[anna, boris]).await.is_empty());
}

#[tokio::test]
async fn who_seeks_in_a_contest_is_no_part_of_the_lobby_and_meets_nobody_from_it() {
    let world = World::new().await;
    let (anna, boris, carla, dora) = (account(1), account(2), account(3), account(4));
    let one = entered(&world, arena(&world), &[&anna]).await;
    let other = entered(&world, arena(&world), &[&boris]).await;
    let mut news = news(&world).await;
    seek_in(&world, &one, &anna).await;
    seek_in(&world, &other, &boris).await;
    let asked = proto::CheckSeekRequest {
        seek_id: world.command_id(),
        ..sought(&world, &carla, 3)
    };
    let seek_id = asked.seek_id.clone();
    let standing = checked(&world, asked.clone()).await.unwrap();
    stand_as(&world, seek_id, standing).await;
    let lobby = world.client().get_lobby(proto::GetLobbyRequest {}).await;
    let lobby = lobby.unwrap().into_inner();
    assert_eq!((lobby.seeking, lobby.seeks.len()), (1, 1));
    assert_eq!(lobby.seeks[0].player.as_ref().unwrap().account_id, carla);
    entrant_with(&world, &one, &anna, |line| line.waiting).await;
    // The same terms, and nobody's contest: these two are brought together.
    let asked = proto::CheckSeekRequest {
        seek_id: world.command_id(),
        account_id: dora.clone(),
        ..asked
    };
    let seek_id = asked.seek_id.clone();
    let standing = checked(&world, asked).await.unwrap();
    stand_as(&world, seek_id, standing).await;
    let heard = heard(&mut news).await;
    let [booking] = &heard[..] else {
        panic!("one pair: {heard:?}");
    };
    assert_eq!(players(booking), BTreeSet::from([&*carla, &*dora]));
}
