//! Rooms: every watcher is told each commit once, in order, and none is left out.

use std::time::Duration;

use crate::world::{
    World,
    socket::{Client, seqs},
};
use outflank_gateway::{Limits, PublicOrigin};
use outflank_proto::play::v1 as play;
use outflank_testbed::{PATIENCE, breach};
use serde_json::json;
use tokio::time::timeout;

#[tokio::test(start_paused = true)]
async fn a_watcher_gets_exactly_what_it_misses_and_then_every_commit() {
    let world = World::new();
    let address = world.inside();
    for _ in 0..4 {
        world.games.commit().await;
    }
    let mut client = Client::connect(&world, address, None).await;
    let first = client.watch(0).await;
    assert_eq!(seqs(&first), [1, 2, 3, 4, 5]);
    assert_eq!(
        first["entries"][1]["events"],
        json!([{"event": "moved", "n": 2}])
    );
    assert_eq!(first["table"]["clocks"]["running"], "black");
    assert_eq!(
        client.next_of("presence").await,
        json!({"type": "presence", "game": "g", "black": false, "white": false})
    );

    world.games.commit().await;
    assert_eq!(seqs(&client.next_of("table").await), [6]);
    drop(client);

    for _ in 0..3 {
        world.games.commit().await;
    }
    let mut client = Client::connect(&world, address, None).await;
    assert_eq!(seqs(&client.watch(6).await), [7, 8, 9]);
    let again = client.watch(9).await;
    assert!(seqs(&again).is_empty());
    assert_eq!(again["table"]["seq"], 9);
    world.games.commit().await;
    assert_eq!(seqs(&client.next_of("table").await), [10]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_joins_while_commits_come_sees_each_once_and_in_order() {
    const COMMITS: u64 = 400;
    let world = World::with(Limits::without_rates(), PublicOrigin::default());
    let address = world.listen().await;
    let games = world.games.clone();
    let mut watchers = Vec::new();
    let mut clients = Vec::new();
    for _ in 0..12 {
        clients.push(Client::connect(&world, address, None).await);
    }
    for (number, mut client) in clients.into_iter().enumerate() {
        watchers.push(tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(7 * number as u64)).await;
            client
                .send(json!({"type": "watch", "game": "g", "after_seq": 0}))
                .await;
            let mut last = 0;
            let mut watched_again = 0;
            while last < COMMITS {
                let frame = client.next_of("table").await;
                let got = seqs(&frame);
                // Watching again may find older frames on their way; never a gap.
                let fresh: Vec<u64> = got
                    .into_iter()
                    .filter(|seq| watched_again == 0 || *seq > last)
                    .collect();
                for seq in fresh {
                    if seq != last + 1 {
                        breach(&format!("watcher {number} is shown {seq} after {last}"));
                    }
                    last = seq;
                }
                if number % 3 == 0 && last > 150 && watched_again == 0 {
                    watched_again = last;
                    client
                        .send(json!({"type": "watch", "game": "g", "after_seq": last}))
                        .await;
                }
            }
        }));
    }
    for number in 1..COMMITS {
        // Some publications are lost, some commits come in quick succession.
        games.state(|state| state.mute = number % 11 == 0 && number + 1 < COMMITS);
        games.commit().await;
        if number % 4 == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    for watcher in watchers {
        watcher.await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_missed_of_a_talk_is_read_by_one_at_a_time() {
    const LINES: usize = 20;
    let world = World::new();
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    anna.watch(0).await;
    anna.next_of("chat").await;
    let mut bert = Client::connect(&world, address, Some("bert")).await;
    bert.watch(0).await;
    bert.next_of("chat").await;
    world.games.state(|state| {
        state.slow_chat = Some(Duration::from_secs(2));
        state.chat_reads = 0;
        // Nobody was told of it.
        state.said.push(play::ChatMessage {
            number: 1,
            game_id: "g".into(),
            channel: play::ChatChannel::Players.into(),
            account_id: "bert".into(),
            text: "missed".into(),
            ..play::ChatMessage::default()
        });
    });
    for line in 0..LINES {
        let text = format!("line {line}");
        let chat = json!({"type": "chat", "id": format!("c{line}"), "game": "g", "channel": "players", "text": text});
        bert.send(chat).await;
        bert.next_of("posted").await;
    }
    let missed = |frame: &serde_json::Value| frame.to_string().contains("missed");
    anna.next_that("what was missed", missed).await;
    tokio::time::sleep(Duration::from_secs(120)).await;
    // For each of the two players a page and the end of the talk; once more for what came meanwhile.
    let reads = world.games.state(|state| state.chat_reads);
    assert!((4..=8).contains(&reads), "{reads} times");
}

#[tokio::test(start_paused = true)]
async fn a_room_reads_once_for_all_its_watchers() {
    let world = World::new();
    let address = world.inside();
    let mut clients = Vec::new();
    for _ in 0..10 {
        let mut client = Client::connect(&world, address, None).await;
        client.watch(0).await;
        clients.push(client);
    }
    let reads = world.games.state(|state| state.reads);
    assert_eq!(reads, 1, "one read for all who come at once");
    world.games.commit().await;
    for client in &mut clients {
        assert_eq!(seqs(&client.next_of("table").await), [2]);
    }
    assert_eq!(
        world.games.state(|state| state.reads),
        reads,
        "nothing is read for a commit"
    );
    let mut late = Client::connect(&world, address, None).await;
    assert_eq!(
        seqs(&late.watch(0).await),
        [1, 2],
        "what was committed is shown"
    );
}

/// What one was shown is not what another sees: an account may hold a seat, or an office.
#[tokio::test(start_paused = true)]
async fn whoever_has_an_account_is_answered_by_play() {
    let world = World::new();
    let address = world.inside();
    for account in [None, Some("anna"), Some("olga"), Some("anna")] {
        Client::connect(&world, address, account)
            .await
            .watch(0)
            .await;
    }
    assert_eq!(world.games.state(|state| state.reads), 4);
}

/// Nothing says that there was a commit: the bus lost it.
#[tokio::test(start_paused = true)]
async fn a_lost_commit_is_shown_to_whoever_comes_a_moment_later() {
    let world = World::new();
    let address = world.inside();
    let mut first = Client::connect(&world, address, None).await;
    first.watch(0).await;
    world.games.state(|state| state.mute = true);
    world.games.commit().await;
    tokio::time::advance(Duration::from_millis(250)).await;
    let mut second = Client::connect(&world, address, None).await;
    assert_eq!(seqs(&second.watch(0).await), [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn each_audience_is_shown_its_own_table_also_where_all_see_the_same_entry() {
    let world = World::new();
    let address = world.inside();
    world.games.state(|state| state.calls_left = 3);
    let mut clients = Vec::new();
    for (account, left) in [(Some("anna"), 3), (Some("olga"), 3), (None, 0)] {
        let mut client = Client::connect(&world, address, account).await;
        let first = client.watch(0).await;
        assert_eq!(first["table"]["black_calls_left"], left, "{account:?}");
        clients.push((client, account, left));
    }
    world.games.commit().await;
    for (client, account, left) in &mut clients {
        let frame = client.next_of("table").await;
        assert_eq!(seqs(&frame), [2], "{account:?}");
        assert_eq!(frame["table"]["black_calls_left"], *left, "{account:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn commits_missing_on_the_bus_are_read_from_play() {
    let world = World::new();
    let address = world.inside();
    let mut client = Client::connect(&world, address, None).await;
    client.watch(0).await;
    world.games.state(|state| state.mute = true);
    world.games.commit().await;
    world.games.commit().await;
    world.games.state(|state| state.mute = false);
    world.games.commit().await;
    assert_eq!(seqs(&client.next_of("table").await), [2, 3, 4]);
}

#[tokio::test(start_paused = true)]
async fn an_acknowledged_move_is_shown_even_if_its_publication_is_lost() {
    let world = World::new();
    let address = world.inside();
    let mut mover = Client::connect(&world, address, Some("anna")).await;
    let mut other = Client::connect(&world, address, Some("bert")).await;
    mover.watch(0).await;
    other.watch(0).await;
    world.games.state(|state| state.mute = true);
    mover
        .send(json!({"type": "move", "id": "c1", "game": "g", "ply": 1, "square": "f5"}))
        .await;
    assert_eq!(mover.next_of("ack").await["seq"], 2);
    // Sooner than a room looks by itself.
    let shown = tokio::time::timeout(Duration::from_secs(4), other.next_of("table"))
        .await
        .unwrap();
    assert_eq!(seqs(&shown), [2]);
}

/// Players are shown every commit meanwhile, read in one call for all tables; spectators wait, and see what they
/// missed when the bus is back.
#[tokio::test(start_paused = true)]
async fn while_the_bus_is_down_play_goes_on_and_spectators_wait() {
    let world = World::new();
    let address = world.inside();
    let mut spectator = Client::connect(&world, address, None).await;
    assert_eq!(seqs(&spectator.watch(0).await), [1]);
    let mut players = [
        Client::connect(&world, address, Some("anna")).await,
        Client::connect(&world, address, Some("bert")).await,
    ];
    for player in &mut players {
        assert_eq!(seqs(&player.watch(0).await), [1]);
    }
    world.bus.set_down(true);
    for seq in 2..5 {
        world.games.commit().await;
        for player in &mut players {
            let shown = tokio::time::timeout(Duration::from_secs(20), player.next_of("table"));
            assert_eq!(seqs(&shown.await.unwrap()), [seq]);
        }
    }
    let batches = world
        .games
        .state(|state| std::mem::take(&mut state.batches));
    assert!(batches.iter().all(|tables| *tables == 1), "{batches:?}");
    // A newcomer is served by play itself.
    let mut late = Client::connect(&world, address, Some("anna")).await;
    assert_eq!(seqs(&late.watch(0).await), [1, 2, 3, 4]);
    world.bus.set_down(false);
    assert_eq!(seqs(&spectator.next_of("table").await), [2, 3, 4]);
    world.games.commit().await;
    for client in players.iter_mut().chain([&mut spectator, &mut late]) {
        assert_eq!(seqs(&client.next_of("table").await), [5]);
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_written_while_the_bus_was_down_is_read_afterwards() {
    let world = World::new();
    let address = world.inside();
    let mut anna = Client::connect(&world, address, Some("anna")).await;
    anna.watch(0).await;
    anna.next_of("chat").await;
    world.bus.set_down(true);
    let mut bert = Client::connect(&world, address, Some("bert")).await;
    bert.send(
        json!({"type": "chat", "id": "m1", "game": "g", "channel": "players", "text": "Hello"}),
    )
    .await;
    bert.next_of("posted").await;
    world.bus.set_down(false);
    let told = anna.next_of("chat").await;
    assert_eq!(told["messages"][0]["text"], "Hello");
}

#[tokio::test(start_paused = true)]
async fn a_slow_watcher_is_told_to_watch_again_and_holds_nobody_back() {
    const COMMITS: u64 = 160;
    let world = World::new();
    let address = world.inside();
    let mut slow = Client::connect(&world, address, None).await;
    let mut quick = Client::connect(&world, address, None).await;
    slow.watch(0).await;
    quick.watch(0).await;
    let heavy = "x".repeat(100_000);
    let (told, mut read) = tokio::sync::watch::channel(1);
    let reading = tokio::spawn(async move {
        let mut last = 1;
        while last <= COMMITS {
            for seq in seqs(&quick.next_of("table").await) {
                assert_eq!(seq, last + 1);
                last = seq;
                told.send_replace(last);
            }
        }
    });
    for _ in 0..COMMITS {
        let seq = world.games.commit_event(&heavy).await;
        let quick = read.wait_for(|read| read + 10 > seq);
        timeout(PATIENCE, quick).await.unwrap().unwrap();
    }
    reading.await.unwrap();

    let mut last = 1;
    loop {
        let frame = slow.next().await;
        match frame["type"].as_str().unwrap() {
            "table" => {
                for seq in seqs(&frame) {
                    assert_eq!(seq, last + 1);
                    last = seq;
                }
            }
            "resync" => break,
            _ => {}
        }
    }
    assert!(last < COMMITS, "nothing was dropped");
    let rest = slow.watch(last).await;
    assert_eq!(seqs(&rest), (last + 1..=COMMITS + 1).collect::<Vec<_>>());
    world.games.commit().await;
    assert_eq!(seqs(&slow.next_of("table").await), [COMMITS + 2]);
}

#[tokio::test(start_paused = true)]
async fn a_watcher_ahead_of_its_room_is_told_nothing_twice() {
    let world = World::new();
    let address = world.inside();
    let mut behind = Client::connect(&world, address, None).await;
    let mut ahead = Client::connect(&world, address, None).await;
    behind.watch(0).await;
    world.games.state(|state| state.mute = true);
    world.games.commit().await;
    world.games.commit().await;
    // The room has not heard of 2 and 3; this client has them from elsewhere.
    assert_eq!(ahead.watch(3).await["table"]["seq"], 3);
    world.games.state(|state| state.mute = false);
    world.games.commit().await;
    let mut heard = Vec::new();
    while heard.len() < 3 {
        heard.extend(seqs(&behind.next_of("table").await));
    }
    assert_eq!(heard, [2, 3, 4]);
    assert_eq!(seqs(&ahead.next_of("table").await), [4]);
}
