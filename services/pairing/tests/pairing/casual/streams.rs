//! Bookings stand in their streams: after a restart, beside other instances, and where one stream is full.

use outflank_casual::{Terms, Variant};
use outflank_journal::{DeadlineChange, NewEntry};
use outflank_stillness::{Memory, MemoryJournal, Stillness, Undisturbed};

use super::*;

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
