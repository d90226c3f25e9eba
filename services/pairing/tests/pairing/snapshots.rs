//! Tournaments that are read from their snapshots: the same as folded from their first entries, whatever became of the
//! snapshots.

use crate::world::{DIRECTOR, STRANGER, World, code};
use outflank_access::Role;
use outflank_journal::records;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{EntryHeader, FOLD_EDITION, FactBody, TournamentState, evolve};

/// Seq, hash, state and what is beside it.
type Snapshot = (i64, Vec<u8>, Vec<u8>, Vec<u8>);

async fn snapshot(world: &World, id: &str) -> Option<Snapshot> {
    records::query_as(
        "SELECT seq, hash, state, beside FROM tournament_snapshots WHERE tournament_id = $1",
    )
    .bind(id)
    .fetch_optional(world.records().read())
    .await
    .unwrap()
}

/// In place of the snapshot that is there; what was shown of it is made of that one.
async fn put(world: &World, id: &str, snapshot: Option<&Snapshot>) {
    let mut transaction = world.records().write().await.unwrap();
    for forget in [
        "DELETE FROM tournament_snapshots WHERE tournament_id = $1",
        "DELETE FROM tournament_views WHERE tournament_id = $1",
    ] {
        records::query(forget)
            .bind(id)
            .execute(&mut transaction)
            .await
            .unwrap();
    }
    if let Some((seq, hash, state, beside)) = snapshot {
        records::query(
            "INSERT INTO tournament_snapshots (tournament_id, seq, hash, state, beside) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(id)
        .bind(*seq)
        .bind(hash.clone())
        .bind(state.clone())
        .bind(beside.clone())
        .execute(&mut transaction)
        .await
        .unwrap();
    }
    transaction.commit().await.unwrap();
}

/// What standings are told of a tournament.
async fn told(
    world: &World,
    id: &str,
    fold_edition: u32,
    after_seq: u64,
) -> Result<proto::ReadTournamentStateResponse, tonic::Status> {
    let request = proto::ReadTournamentStateRequest {
        tournament_id: id.to_owned(),
        fold_edition,
        after_seq,
    };
    let mut standings = world.service_client(Role::Standings);
    let answer = standings.read_tournament_state(request).await;
    answer.map(tonic::Response::into_inner)
}

async fn told_state(world: &World, id: &str) -> (u64, TournamentState) {
    let told = told(world, id, FOLD_EDITION, 0).await.unwrap();
    assert!(told.facts.is_empty());
    (
        told.seq,
        TournamentState::from_snapshot(&told.state).unwrap(),
    )
}

/// An event of four, played and confirmed.
async fn confirmed(world: &World) -> String {
    let id = world.create().await;
    world.register(&id, 4).await;
    for _ in 0..9 {
        world.publish(&id).await.unwrap();
        world.play(&id, |board| 20 + 7 * board.table).await;
    }
    world.confirm_with(&id, true).await.unwrap();
    id
}

#[tokio::test]
async fn what_is_over_is_read_from_its_snapshot() {
    let mut world = World::new().await;
    let id = confirmed(&world).await;
    let shown = world.tournament(&id).await;
    let folded = world.folded(&id).await;
    let seq = shown.summary.as_ref().unwrap().seq;
    let kept = snapshot(&world, &id).await.unwrap();
    assert_eq!(kept.0.unsigned_abs(), seq);
    assert_eq!(TournamentState::from_snapshot(&kept.2).unwrap(), folded);

    // Told before anybody has it in memory, and after.
    world.restart().await;
    assert_eq!(told_state(&world, &id).await, (seq, folded.clone()));
    assert_eq!(world.tournament(&id).await, shown);
    assert_eq!(told_state(&world, &id).await, (seq, folded.clone()));

    // Folded from the first entry it is the same, and so is its snapshot.
    put(&world, &id, None).await;
    world.restart().await;
    assert_eq!(world.tournament(&id).await, shown);
    assert_eq!(snapshot(&world, &id).await.as_ref(), Some(&kept));

    // It is the snapshot that is read: one that says something else is believed.
    let text = String::from_utf8(kept.2.clone()).unwrap();
    let renamed = text.replace("Fernwood Open", "Fernwood Club");
    let other = (kept.0, kept.1, renamed.into_bytes(), kept.3);
    put(&world, &id, Some(&other)).await;
    world.restart().await;
    let shown = world.tournament(&id).await.summary.unwrap();
    assert_eq!(shown.name, "Fernwood Club");
}

#[tokio::test]
async fn a_snapshot_that_does_not_serve_is_made_anew() {
    let mut world = World::new().await;
    let id = confirmed(&world).await;
    let shown = world.tournament(&id).await;
    let good = snapshot(&world, &id).await.unwrap();
    let (seq, hash, state, beside) = good.clone();
    let text = String::from_utf8(state.clone()).unwrap();
    let edition = format!("{{\"edition\":{FOLD_EDITION},");
    let of_edition = |number: u32| {
        let other = text.replacen(&edition, &format!("{{\"edition\":{number},"), 1);
        assert_ne!(other, text);
        other.into_bytes()
    };
    let cut = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    let mut another = hash.clone();
    another[0] ^= 1;
    for (why, spoilt) in [
        (
            "an earlier edition",
            (
                seq,
                hash.clone(),
                of_edition(FOLD_EDITION - 1),
                beside.clone(),
            ),
        ),
        (
            "a later edition",
            (
                seq,
                hash.clone(),
                of_edition(FOLD_EDITION + 1),
                beside.clone(),
            ),
        ),
        (
            "half a state",
            (seq, hash.clone(), cut(&state), beside.clone()),
        ),
        (
            "half of what is beside it",
            (seq, hash.clone(), state.clone(), cut(&beside)),
        ),
        (
            "another entry",
            (seq, another.clone(), state.clone(), beside.clone()),
        ),
        (
            "an entry that is not there",
            (seq + 5, hash.clone(), state.clone(), beside.clone()),
        ),
        (
            "another place",
            (seq - 1, hash.clone(), state.clone(), beside.clone()),
        ),
    ] {
        put(&world, &id, Some(&spoilt)).await;
        world.restart().await;
        assert_eq!(world.tournament(&id).await, shown, "{why}");
        assert_eq!(snapshot(&world, &id).await.as_ref(), Some(&good), "{why}");

        put(&world, &id, Some(&spoilt)).await;
        world.restart().await;
        let (told_seq, _) = told_state(&world, &id).await;
        assert_eq!(told_seq, seq.unsigned_abs(), "{why}");
    }
}

/// The server ended between an entry and the next snapshot: what came after the last one is folded on, once.
#[tokio::test]
async fn what_came_after_a_snapshot_is_neither_lost_nor_doubled() {
    let mut world = World::new().await;
    let id = world.create().await;
    world.register(&id, 108).await;
    let shown = world.tournament(&id).await;
    assert_eq!(shown.entrants.len(), 108);
    let kept = snapshot(&world, &id).await.unwrap();
    let seq = world.seq(&id).await;
    assert!((100..seq).contains(&kept.0.unsigned_abs()), "{}", kept.0);

    world.restart().await;
    let folded = world.folded(&id).await;
    assert_eq!(told_state(&world, &id).await, (seq, folded));
    assert_eq!(world.tournament(&id).await, shown);
    assert_eq!(snapshot(&world, &id).await, Some(kept));
    let next = world.by(DIRECTOR, world.new_entrant(&id, 108));
    world.client().register_entrant(next).await.unwrap();
    assert_eq!(world.tournament(&id).await.entrants.len(), 109);
    let folded = world.folded(&id).await;
    assert_eq!(told_state(&world, &id).await, (seq + 1, folded));
}

#[tokio::test]
async fn who_folds_by_another_edition_is_told_the_entries() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 520).await;
    let mut state = TournamentState::default();
    let (mut seq, mut answers) = (0, 0);
    loop {
        let told = told(&world, &id, FOLD_EDITION + 1, seq).await.unwrap();
        assert_eq!((told.seq, told.state.len()), (0, 0));
        if told.facts.is_empty() {
            break;
        }
        answers += 1;
        for fact in &told.facts {
            let body: FactBody = serde_json::from_slice(&fact.body).unwrap();
            let header = EntryHeader {
                seq: body.seq,
                at_ms: body.at_ms,
            };
            assert_eq!(
                (fact.seq, fact.at_ms, fact.stream.as_str()),
                (body.seq, body.at_ms, &*format!("tournament/{id}"))
            );
            state = evolve(state, &header, &body.event);
            seq = body.seq;
        }
    }
    assert_eq!(answers, 2);
    assert_eq!(told_state(&world, &id).await, (seq, state));

    let unknown = told(&world, "nowhere", FOLD_EDITION, 0).await;
    assert_eq!(code(unknown), "unknown_tournament");
    let unknown = told(&world, "nowhere", FOLD_EDITION + 1, 0).await;
    assert_eq!(code(unknown), "unknown_tournament");
    let request = proto::ReadTournamentStateRequest::default();
    let mut client = world.client();
    let refused = client
        .read_tournament_state(world.by(STRANGER, request))
        .await;
    assert_eq!(code(refused), "service_only");
}
