//! Two processes of this service over one Postgres: any of them serves any game, and what one has
//! acknowledged the other answers at once.

use std::time::Instant;

use crate::world::{
    BLACK, Client, DIRECTOR, MAIN_MS, TOURNAMENT, WHITE, World, answered, heard, is_safe, rest,
    seen,
};
use outflank_journal::{StreamId, records};
use outflank_live::topic;
use outflank_othello::Event;
use outflank_proto::play::v1 as proto;
use outflank_tournament::{AccountId, Event as TournamentEvent, OfficialRole};
use prost::Message as _;

const OPENING: [&str; 10] = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"];

fn mover(ply: u32) -> &'static str {
    if ply % 2 == 1 { BLACK } else { WHITE }
}

fn request(world: &World, game: &str, (ply, square): (u32, &str)) -> proto::MoveRequest {
    proto::MoveRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        ply,
        square: square.to_owned(),
        flip: String::new(),
        stamps: None,
    }
}

async fn place(
    world: &World,
    mut client: Client,
    game: &str,
    (ply, square): (u32, &str),
) -> Result<proto::CommandResponse, outflank_access::Problem> {
    let request = request(world, game, (ply, square));
    answered(client.r#move(world.by(mover(ply), request)).await)
}

#[tokio::test]
async fn moves_through_both_are_seen_through_the_other_at_once() {
    let mut world = World::over_postgres(MAIN_MS).await;
    let game = world.first_game().await;
    let second = world.second().await;
    for (place_of, square) in OPENING.iter().enumerate() {
        let ply = u32::try_from(place_of).unwrap() + 1;
        if ply % 3 == 0 {
            place(&world, second.client(), &game, (ply, square))
                .await
                .unwrap();
            is_safe("plies", world.table(&game).await.plies.len(), place_of + 1);
        } else {
            place(&world, world.client(), &game, (ply, square))
                .await
                .unwrap();
            is_safe("plies", second.table(&game).await.plies.len(), place_of + 1);
        }
    }
    second.end().await;
    world.end().await;
}

#[tokio::test]
async fn of_two_moves_at_the_same_ply_one_stands_and_both_answers_name_it() {
    let mut world = World::over_postgres(MAIN_MS).await;
    let game = world.first_game().await;
    let second = world.second().await;
    // No course of eight plies leads to a pass.
    for ply in 1..=8 {
        let legal = world.table(&game).await.legal_squares;
        let (first, last) = (legal.first().unwrap(), legal.last().unwrap());
        let (here, there) = tokio::join!(
            place(&world, world.client(), &game, (ply, first)),
            place(&world, second.client(), &game, (ply, last)),
        );
        assert!(here.is_ok() || there.is_ok(), "{here:?} {there:?}");
        let (table, seen_there) = (world.table(&game).await, second.table(&game).await);
        is_safe("plies", table.plies.len(), usize::try_from(ply).unwrap());
        is_safe("entries", seen_there.seq, table.seq);
        is_safe("plies of both", seen_there.plies, table.plies);
        is_safe("board of both", seen_there.board, table.board);
    }
    let moved = world.events(&game).await;
    let moved = moved
        .iter()
        .filter(|event| matches!(event, Event::Moved { .. }));
    is_safe("moves", moved.count(), 8);
    second.end().await;
    world.end().await;
}

/// A commit is rendered before it is acknowledged, which takes its time here: the table of rules is locked. Meanwhile
/// the other process commits the reply, and a reader has this one take it in.
#[tokio::test]
async fn an_answer_names_its_own_entry_though_the_game_went_on_before_it() {
    let mut world = World::over_postgres(MAIN_MS).await;
    let game = world.first_game().await;
    let second = world.second().await;
    let mut overtaken = 0;
    for plies in OPENING.chunks(2).zip((1..).step_by(2)) {
        let ([square, reply], ply) = plies else {
            panic!("two plies at a time");
        };
        // The rules in force are kept for a second.
        rest(1_100).await;
        let mut held = world.records().write().await.unwrap();
        outflank_journal::records::query("LOCK TABLE tournaments IN ACCESS EXCLUSIVE MODE")
            .execute(&mut held)
            .await
            .unwrap();
        let first = place(&world, world.client(), &game, (ply, square));
        let reply = async {
            until_made(&world, &game, ply).await;
            place(&world, second.client(), &game, (ply + 1, reply)).await
        };
        let reading = async {
            until_made(&world, &game, ply + 1).await;
            let table = world.table(&game);
            let released = async {
                // Time for the reader to take it in; whether it did, the answers are the same.
                rest(50).await;
                drop(held);
                Instant::now()
            };
            tokio::join!(table, released).1
        };
        let first = async { (first.await, Instant::now()) };
        let ((first, answered_at), reply, released_at) = tokio::join!(first, reply, reading);
        overtaken += u32::from(answered_at >= released_at);
        let named = (first.unwrap().seq, reply.unwrap().seq);
        let stand = (
            seq_of(&world, &game, ply).await,
            seq_of(&world, &game, ply + 1).await,
        );
        is_safe("named entries", (Some(named.0), Some(named.1)), stand);
    }
    assert!(overtaken > 0, "no reply came before its ply's answer");
    second.end().await;
    world.end().await;
}

/// The entry of a ply in the journal.
async fn seq_of(world: &World, game: &str, ply: u32) -> Option<u64> {
    let stream = StreamId::new("game", game);
    let entries = world.journal().read(&stream, 0, 100).await.unwrap();
    let makes = |event: &Event| matches!(event, Event::Moved { ply: made, .. } if *made == ply);
    let found = entries.iter().find(|entry| {
        let events: Vec<Event> = serde_json::from_slice(&entry.body).unwrap();
        events.iter().any(makes)
    });
    found.map(|entry| entry.seq)
}

async fn until_made(world: &World, game: &str, ply: u32) {
    let made = seen(async || seq_of(world, game, ply).await).await;
    assert!(made.is_some(), "ply {ply} was never made");
}

#[tokio::test]
async fn both_follow_pairing_and_every_game_is_made_once() {
    let mut world = World::over_postgres(MAIN_MS).await;
    let second = world.second().await;
    let mut games = Vec::new();
    for round in 1..=6 {
        let account = AccountId("dora".to_owned());
        let event = if round % 2 == 1 {
            TournamentEvent::OfficialAppointed {
                account,
                role: OfficialRole::HeadDirector,
                shares: Vec::new(),
                powers: None,
            }
        } else {
            TournamentEvent::OfficialDismissed { account }
        };
        world.pairing.push(TOURNAMENT, &event);
        games.extend(world.publish(round, &[("e-anna", "e-boris")]).await);
    }
    for game in &games {
        world.until_live(game).await;
        let events = world.events(game).await;
        let made = events
            .iter()
            .filter(|event| matches!(event, Event::Created(_)));
        is_safe("times that a game was made", made.count(), 1);
        assert_eq!(second.table(game).await.phase(), proto::TablePhase::Live);
    }
    let followed = async || {
        let cursor = world.journal().load_cursor("play-from-pairing").await;
        cursor.unwrap().number
    };
    let all = world.pairing.last();
    let caught_up = seen(async || Some(followed().await).filter(|number| *number == all)).await;
    assert_eq!(caught_up, Some(all));
    // Longer than a follower rests: whoever was behind has caught up and puts nothing back.
    rest(1_500).await;
    is_safe("the cursor", followed().await, all);
    let officials: Vec<(String,)> =
        outflank_journal::records::query_as("SELECT account_id FROM officials")
            .fetch_all(world.records().read())
            .await
            .unwrap();
    is_safe("officials, dismissed last", officials, []);
    second.end().await;
    world.end().await;
}

#[tokio::test]
async fn one_of_two_goes_and_the_game_goes_on() {
    let mut world = World::over_postgres(MAIN_MS).await;
    let game = world.first_game().await;
    let second = world.second().await;
    place(&world, second.client(), &game, (1, "f5"))
        .await
        .unwrap();
    second.end().await;
    place(&world, world.client(), &game, (2, "d6"))
        .await
        .unwrap();
    // Longer than the silence after which a process counts as gone.
    world.runs_on(3_500).await;
    let credited = world.events(&game).await;
    let credited = credited
        .iter()
        .filter(|event| matches!(event, Event::TimeCredited { .. }));
    is_safe("credits while another process served", credited.count(), 0);
    world.end().await;
}

#[tokio::test]
async fn what_one_committed_the_other_tells_again_when_it_is_sent_again() {
    let mut world = World::over_postgres(MAIN_MS).await;
    let game = world.first_game().await;
    let second = world.second().await;
    let request = request(&world, &game, (1, OPENING[0]));
    let done = answered(
        world
            .client()
            .r#move(world.by(BLACK, request.clone()))
            .await,
    )
    .unwrap();
    // As if the first had gone before it told anybody.
    let mut updates = world.live.subscribe(&topic::game(&game)).await.unwrap();
    let again = answered(second.client().r#move(world.by(BLACK, request)).await).unwrap();
    is_safe("sent again", again.seq, done.seq);
    let update = proto::TableUpdate::decode(heard(&mut updates).await).unwrap();
    assert_eq!(update.seq, done.seq);
    second.end().await;
    world.end().await;
}

/// Both find out that neither ran, and both give the time back: whoever comes second learns that it was given.
#[tokio::test]
async fn an_outage_that_both_notice_is_made_good_once_and_both_play_on() {
    let mut world = World::over_postgres(MAIN_MS).await;
    let game = world.first_game().await;
    let second = world.second().await;
    place(&world, second.client(), &game, (1, OPENING[0]))
        .await
        .unwrap();
    place(&world, world.client(), &game, (2, OPENING[1]))
        .await
        .unwrap();
    second.table(&game).await;
    world.clock.set_forward(40_000);
    world.until_all_beat().await;
    for (place_of, square) in OPENING.iter().enumerate().skip(2) {
        let ply = u32::try_from(place_of).unwrap() + 1;
        let client = if ply % 4 < 2 {
            second.client()
        } else {
            world.client()
        };
        let placed = place(&world, client, &game, (ply, square)).await;
        assert!(placed.is_ok(), "ply {ply}: {placed:?}");
    }
    let faults = world.events(&game).await.into_iter();
    let faults: Vec<String> = faults
        .filter_map(|event| match event {
            Event::TimeCredited { fault_id, .. } => Some(fault_id),
            _ => None,
        })
        .collect();
    let mut once = faults.clone();
    once.sort();
    once.dedup();
    assert!(!faults.is_empty());
    is_safe("credits for faults", faults.len(), once.len());
    is_safe("ms given back", world.credited_ms(&game).await, 40_000);
    second.end().await;
    world.end().await;
}

/// Another process knows the outage as one of its own; nobody being back, a part of it is credited in the pause.
#[tokio::test]
async fn credits_in_a_pause_go_on_from_those_before_it() {
    const OUTAGE_MS: i64 = 40_000;
    const WAITED_MS: i64 = 1_000;
    let mut world = World::over_postgres(MAIN_MS).await;
    let game = world.first_game().await;
    world.appoint(DIRECTOR).await;
    world.clock.set_forward(OUTAGE_MS);
    assert_eq!(world.until_credited(&game, OUTAGE_MS).await, OUTAGE_MS);
    // It is written down when it was noticed, which may be after its first credit.
    let copied = async || {
        let mut writing = world.records().write().await.unwrap();
        let copy = records::query(
            "INSERT INTO outages (outage_id, kind, name, from_ms, to_ms) \
             SELECT 'another', kind, name, from_ms + 10, to_ms - 10 FROM outages WHERE kind = 'server' LIMIT 1",
        );
        let copied = copy.execute(&mut writing).await.unwrap();
        writing.commit().await.unwrap();
        (copied > 0).then_some(copied)
    };
    assert_eq!(seen(copied).await, Some(1));
    // A look at the others began after that, and nobody is back.
    world.runs_on(WAITED_MS).await;
    is_safe("ms given back", world.credited_ms(&game).await, OUTAGE_MS);
    let pause = proto::official_act::Act::Pause(proto::PauseAct::default());
    let request = proto::OfficiateRequest {
        command_id: "pause".to_owned(),
        game_id: game.clone(),
        act: Some(proto::OfficialAct { act: Some(pause) }),
        paragraph: "WOC IV.7".to_owned(),
        reason: "The clock stood.".to_owned(),
    };
    answered(world.client().officiate(world.by(DIRECTOR, request)).await).unwrap();
    let whole_ms = OUTAGE_MS + WAITED_MS;
    assert_eq!(world.until_credited(&game, whole_ms).await, whole_ms);
    world.runs_on(1_500).await;
    is_safe("ms given back", world.credited_ms(&game).await, whole_ms);
    world.end().await;
}
