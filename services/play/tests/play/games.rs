//! Whole games: from a published round to the fact of their result.

use crate::world::{
    BLACK, MAIN_MS, STRANGER, TOURNAMENT, WHITE, World, answered, anywhere, as_json, events_of,
    follow, heard, standing, still, told,
};
use outflank_access::Problem;
use outflank_live::topic;
use outflank_othello::{Audience, Color, Event, Position, Square, final_score};
use outflank_proto::play::v1 as proto;
use outflank_testbed::{by_pages, spoilt};
use outflank_tournament as tournament;
use prost::Message as _;

/// The squares of a finished table played again from the start by the rules of the board alone.
fn replayed(table: &proto::Table) -> Position {
    let mut position = Position::START;
    for ply in &table.plies {
        position = if ply.square.is_empty() {
            position.pass().unwrap()
        } else {
            let square: Square = ply.square.parse().unwrap();
            position.play(square).unwrap()
        };
    }
    position
}

#[test]
fn a_game_is_played_to_its_end() {
    anywhere(whole_game());
}

pub async fn whole_game() {
    let (world, game) = World::with_game(MAIN_MS).await;
    let mut updates = world.live.subscribe(&topic::game(&game)).await.unwrap();
    let first = world.table(&game).await;
    assert_eq!(first.legal_squares, ["d3", "c4", "f5", "e6"]);
    assert_eq!((first.ply, first.round, first.table), (1, 1, 1));
    assert_eq!(first.main_time_ms, MAIN_MS);
    let clocks = first.clocks.unwrap();
    assert_eq!(clocks.running(), proto::Color::Black);
    assert_eq!(clocks.white_ms, MAIN_MS);

    let mut choice = 7_usize;
    let last = loop {
        choice = choice * 31 % 101;
        let table = world.step(&game, choice).await;
        if table.phase() == proto::TablePhase::Finished {
            break table;
        }
    };

    let position = replayed(&last);
    assert!(position.is_over());
    let score = final_score(&position);
    let result = last.result.clone().unwrap();
    assert_eq!(result.black_discs, u32::from(score.black));
    assert_eq!(result.white_discs, u32::from(score.white));
    assert_eq!(result.reason, "played");
    assert_eq!(last.to_move(), proto::Color::Unspecified);

    let facts = world.until_told("game_finished").await;
    assert_eq!(facts.len(), 1);
    assert_eq!(facts[0].kind, "game_finished");
    let winner = match score.black.cmp(&score.white) {
        std::cmp::Ordering::Greater => Some("black"),
        std::cmp::Ordering::Less => Some("white"),
        std::cmp::Ordering::Equal => None,
    };
    let body: serde_json::Value = serde_json::from_slice(&facts[0].body).unwrap();
    assert_eq!(
        body,
        serde_json::json!({
            "game_id": game, "tournament_id": TOURNAMENT, "round": 1, "table": 1, "game_number": 1,
            "black_discs": score.black, "white_discs": score.white, "winner": winner,
            "kind": "played", "absent": "nobody",
        })
    );

    // What was published is what the journal holds, in order and without a gap.
    let entries = world.all_entries(&game, 0).await;
    let mut table = as_json(&first);
    let mut seq = first.seq;
    while seq < last.seq {
        let update = proto::TableUpdate::decode(heard(&mut updates).await).unwrap();
        let commit = told(&update, Audience::All).unwrap();
        // The start is told after its commit, so perhaps only after it was read.
        if commit.seq == first.seq && seq == first.seq {
            continue;
        }
        seq += 1;
        let entry = &entries[usize::try_from(seq).unwrap() - 1];
        assert_eq!((update.seq, commit.seq), (seq, seq));
        assert_eq!(
            (commit.at_ms, &commit.events_json),
            (entry.at_ms, &entry.events_json)
        );
        follow(&mut table, &commit);
    }
    // Whoever put each commit into the table before it has the one that is read.
    assert_eq!(standing(table), standing(as_json(&last)));
    let resumed = world.entries(&game, last.seq - 3).await;
    assert_eq!(resumed, entries[entries.len() - 3..]);
    world.chains_are_sound().await;
    // Only the confirmation by silence is still to come.
    let open = world.journal().open_streams("game").await.unwrap();
    let due_ms: Vec<_> = open.iter().map(|open| open.deadline_ms).collect();
    assert_eq!(due_ms, [entries.last().map(|entry| entry.at_ms + 300_000)]);
}

#[test]
fn who_sits_where_is_shown_to_nobody() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        let entries = world.entries(&game, 0).await;
        let kinds: Vec<&str> = entries
            .iter()
            .flat_map(events_of)
            .map(|event| event.kind())
            .collect();
        assert_eq!(kinds, ["created", "started"]);
        assert!(entries.iter().all(|entry| {
            let text = String::from_utf8(entry.events_json.clone()).unwrap();
            !text.contains(BLACK) || text.contains("e-anna")
        }));
        let raw = world.journal();
        let stream = outflank_journal::StreamId::new("game", &game);
        let stored = raw.read(&stream, 0, 10).await.unwrap();
        let events: Vec<Event> = serde_json::from_slice(&stored[0].body).unwrap();
        assert_eq!(
            events.len(),
            3,
            "the journal itself holds who took the seats"
        );
    });
}

#[test]
fn a_fact_delivered_twice_makes_nothing_twice() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let later = world.clock.now_ms() + 3_600_000;
        let games = world
            .publish_for(1, &[("e-anna", "e-boris"), ("e-clara", "e-dario")], later)
            .await;
        world.pairing.repeat_last();
        world.catch_up().await;
        let request = proto::ListTablesRequest {
            tournament_id: TOURNAMENT.to_owned(),
            round: 0,
            ..Default::default()
        };
        let listed = answered(world.client().list_tables(request).await).unwrap();
        let ids: Vec<String> = listed.tables.iter().map(|t| t.game_id.clone()).collect();
        assert_eq!(ids, games);
        for table in listed.tables {
            assert_eq!(table.seq, 1);
            assert_eq!(table.phase(), proto::TablePhase::Armed);
            assert!(table.legal_squares.is_empty());
        }
    });
}

#[test]
fn tables_are_listed_by_round() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let first = world.publish(1, &[("e-anna", "e-boris")]).await;
        let second = world.publish(2, &[("e-boris", "e-anna")]).await;
        for (round, wanted) in [
            (0, vec![first[0].clone(), second[0].clone()]),
            (1, first.clone()),
            (2, second.clone()),
            (3, Vec::new()),
        ] {
            let request = proto::ListTablesRequest {
                tournament_id: TOURNAMENT.to_owned(),
                round,
                ..Default::default()
            };
            let listed = answered(world.client().list_tables(request).await).unwrap();
            let ids: Vec<String> = listed.tables.into_iter().map(|t| t.game_id).collect();
            assert_eq!(ids, wanted, "round {round}");
        }
    });
}

#[test]
fn tables_are_listed_once_whatever_is_paired_meanwhile() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let first = world
            .publish(1, &[("e-anna", "e-boris"), ("e-clara", "e-dario")])
            .await;
        let second = world
            .publish(2, &[("e-boris", "e-clara"), ("e-dario", "e-anna")])
            .await;
        // The same tables again, by another entry.
        let third = world
            .publish(2, &[("e-boris", "e-anna"), ("e-dario", "e-clara")])
            .await;
        let page = async |round: u32, page_size: u32, page_token: String| {
            let request = proto::ListTablesRequest {
                tournament_id: TOURNAMENT.to_owned(),
                round,
                page_size,
                page_token,
                ..Default::default()
            };
            let told = answered(world.client().list_tables(request).await)?;
            let ids = told.tables.into_iter().map(|table| table.game_id);
            Ok::<_, Problem>((ids.collect::<Vec<_>>(), told.next_page_token))
        };
        let whole = async |round: u32| {
            by_pages(async |size, token| page(round, size, token).await.unwrap()).await
        };
        let at = |table: usize| {
            let mut both = [second[table].clone(), third[table].clone()];
            both.sort();
            both
        };
        let of_round_2 = [at(0), at(1)].concat();
        assert_eq!(whole(2).await, of_round_2);
        let all = [first.clone(), of_round_2].concat();
        assert_eq!(whole(0).await, all);

        let (seen, token) = page(0, 3, String::new()).await.unwrap();
        let fourth = world.publish(3, &[("e-anna", "e-boris")]).await;
        let again = world.publish(1, &[("e-anna", "e-dario")]).await;
        let (rest, end) = page(0, 1_000, token.clone()).await.unwrap();
        assert_eq!((seen, end), (all[..3].to_vec(), String::new()));
        assert_eq!(rest, [&all[3..], &fourth].concat());
        assert!(whole(1).await.contains(&again[0]));

        let refused = spoilt(&token).into_iter().map(|token| (0, token));
        for (round, token) in refused.chain([(1, token.clone())]) {
            let refused = page(round, 1, token.clone()).await.unwrap_err();
            assert_eq!(refused.code, "invalid_page_token", "{round} {token}");
        }
        let refused = page(0, 1_001, String::new()).await.unwrap_err();
        assert_eq!(refused.code, "invalid_page_size");
        assert!(page(0, 1, token).await.is_ok());
    });
}

#[test]
fn a_seat_claimed_after_publication_is_taken_in_an_open_game() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let game = world.publish(1, &[("e-clara", "e-boris")]).await.remove(0);
        world.until_live(&game).await;
        let refused = world.play(STRANGER, "c", &game, (1, "f5")).await;
        assert_eq!(refused.unwrap_err().code, "not_your_seat");
        world.pairing.seat(TOURNAMENT, "e-clara", STRANGER);
        world.catch_up().await;
        world.play(STRANGER, "c", &game, (1, "f5")).await.unwrap();
    });
}

#[test]
fn a_round_starts_at_its_time_and_black_s_clock_runs_whoever_is_there() {
    still(async {
        let world = World::new(MAIN_MS).await;
        let starts_at_ms = world.clock.now_ms() + 5_300;
        let game = world
            .publish_for(1, &[("e-nobody", "e-boris")], starts_at_ms)
            .await
            .remove(0);
        let refused = world.play(WHITE, "c", &game, (1, "f5")).await.unwrap_err();
        assert_eq!(refused.code, "not_started");
        world.until_live(&game).await;
        let entries = world.entries(&game, 1).await;
        let late_ms = entries[0].at_ms - starts_at_ms;
        assert!((0..=1).contains(&late_ms), "{late_ms} ms late");
        let clocks = world.table(&game).await.clocks.unwrap();
        assert_eq!(clocks.running(), proto::Color::Black);
    });
}

/// A page shows a round's boards a moment before it can have their games.
#[test]
fn whoever_waits_for_the_games_of_a_round_hears_when_they_are_there() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let mut games = world
            .live
            .subscribe(&topic::games(TOURNAMENT))
            .await
            .unwrap();
        let game = world.publish(1, &[("e-anna", "e-boris")]).await.remove(0);
        assert_eq!(heard(&mut games).await, "1");
        assert_eq!(world.table(&game).await.round, 1);
        let unpublished = tournament::Event::RoundUnpublished {
            round: 1,
            reason: "again".to_owned(),
            announcement_stands: false,
        };
        world.pairing.push(TOURNAMENT, &unpublished);
        world.catch_up().await;
        assert_eq!(heard(&mut games).await, "1");
    });
}

#[test]
fn a_resignation_costs_all_discs_and_is_told() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        world.step(&game, 0).await;
        let request = proto::ResignRequest {
            command_id: "r".to_owned(),
            game_id: game.clone(),
            stamps: None,
        };
        // White is on the move; black gives up out of turn.
        let done = world
            .client()
            .resign(world.by(BLACK, request.clone()))
            .await;
        let first = answered(done).unwrap();
        assert!(!first.repeated);
        for id in ["r", "r2"] {
            let again = proto::ResignRequest {
                command_id: id.to_owned(),
                ..request.clone()
            };
            let again = answered(world.client().resign(world.by(BLACK, again)).await).unwrap();
            assert_eq!((again.seq, again.repeated), (first.seq, true));
        }
        let result = world.table(&game).await.result.unwrap();
        assert_eq!((result.black_discs, result.white_discs), (0, 64));
        assert_eq!(result.reason, "resigned");
        let finished = world
            .events(&game)
            .await
            .into_iter()
            .find_map(|event| match event {
                Event::Finished(finished) => Some(finished),
                _ => None,
            });
        assert_eq!(finished.unwrap().winner, Some(Color::White));
        assert_eq!(world.until_told("game_finished").await.len(), 1);
    });
}
