//! What changed of a followed tournament and of its list, told with the news.

use std::{collections::BTreeMap, sync::atomic::Ordering, time::Duration};

use outflank_live::{Live as _, topic};
use outflank_proto::{pairing::v1 as pairing, standings::v1 as standings};
use outflank_testbed::Dice;
use serde_json::{Value, json};

use crate::world::{World, socket::Client};

const TOURNAMENT: &str = "/api/v1/tournaments/t1";
const STANDINGS: &str = "/api/v1/tournaments/t1/standings";
/// The lists that are told item by item, each with what names an item.
const KEYED: [(&str, &str); 4] = [
    ("entrants", "id"),
    ("rounds", "number"),
    ("acts", "act"),
    ("rows", "entrant_id"),
];

/// Puts what changed into a document, as a client does that knows no more than the protocol says.
fn apply(document: &mut Value, changed: &Value) {
    for (name, change) in changed.as_object().unwrap() {
        let key = KEYED.iter().find(|(list, _)| list == name);
        let (Some((_, key)), true) = (key, change.is_object()) else {
            document[name] = change.clone();
            continue;
        };
        let list = document[name].as_array_mut().unwrap();
        let removed = change["removed"].as_array().unwrap();
        list.retain(|item| !removed.contains(&item[key]));
        for item in change["set"].as_array().unwrap() {
            match list.iter_mut().find(|known| known[key] == item[key]) {
                Some(known) => *known = item.clone(),
                None => list.push(item.clone()),
            }
        }
        if name == "rows" {
            list.sort_by_key(|row| row["place"].as_u64());
        }
    }
}

fn entrant(number: usize) -> pairing::Entrant {
    pairing::Entrant {
        id: format!("e{number}"),
        surname: format!("Player {number}"),
        ..pairing::Entrant::default()
    }
}

fn round(number: u32, boards: u32) -> pairing::Round {
    let board = |table| pairing::Board {
        table,
        black_entrant_id: format!("e{table}"),
        ..pairing::Board::default()
    };
    pairing::Round {
        number,
        boards: (1..=boards).map(board).collect(),
        ..pairing::Round::default()
    }
}

fn act(name: &str, allowed: bool) -> pairing::ActPermission {
    pairing::ActPermission {
        act: name.to_owned(),
        allowed,
        refusal: None,
    }
}

/// Something happens to the tournament.
fn happen(tournament: &mut pairing::Tournament, dice: &mut Dice, number: usize) {
    if tournament.entrants.len() > 100 {
        tournament.entrants.truncate(4);
        return;
    }
    let some = dice.below(tournament.entrants.len());
    match dice.below(12) {
        0 | 1 => tournament.entrants.push(entrant(number)),
        2 if !tournament.entrants.is_empty() => drop(tournament.entrants.remove(some)),
        3 if !tournament.entrants.is_empty() => tournament.entrants[some].rating += 1,
        4 => tournament.entrants.reverse(),
        5 => {
            let next = u32::try_from(tournament.rounds.len()).unwrap() + 1;
            tournament.rounds.push(round(next, 3));
        }
        6 => drop(tournament.rounds.pop()),
        7 if !tournament.rounds.is_empty() => {
            let last = tournament.rounds.last_mut().unwrap();
            last.boards[0].disputed = !last.boards[0].disputed;
        }
        8 => tournament.acts[0].allowed = !tournament.acts[0].allowed,
        9 => tournament.format = format!("Swiss system, {number} rounds"),
        10 => {
            tournament.next = dice
                .below(2)
                .checked_sub(1)
                .map(|_| pairing::NextAct::default())
        }
        11 if number.is_multiple_of(2) => {
            let many = 150 + dice.below(100);
            tournament.entrants = (0..many).map(entrant).collect();
        }
        _ => tournament.conformant = !tournament.conformant,
    }
}

fn rows(list: &mut standings::Standings, dice: &mut Dice, number: usize) {
    let row = |number: usize| standings::Row {
        entrant_id: format!("e{number}"),
        ..standings::Row::default()
    };
    let some = dice.below(list.rows.len());
    match dice.below(6) {
        0 | 1 => list.rows.insert(some, row(number)),
        2 if !list.rows.is_empty() => drop(list.rows.remove(some)),
        3 if !list.rows.is_empty() => list.rows[some].half_points += 1,
        4 if !list.rows.is_empty() => list.rows.rotate_left(some),
        _ => list.open_boards += 1,
    }
    for (row, place) in list.rows.iter_mut().zip(1..) {
        row.place = place;
    }
}

struct Copy {
    at: u64,
    document: Value,
}

impl Copy {
    async fn read(world: &World, path: &str, at: impl Fn(&Value) -> u64) -> Self {
        let document = world.get(path).await.json();
        Self {
            at: at(&document),
            document,
        }
    }

    /// Takes the news; false where the document has to be read again.
    fn take(&mut self, previous: &Value, at: &Value, changed: &Value) -> bool {
        if previous.as_u64() != Some(self.at) {
            assert!(previous.is_null() && changed.is_null(), "{previous}");
            return false;
        }
        self.at = at.as_u64().unwrap();
        apply(&mut self.document, changed);
        true
    }
}

fn summary(seq: u64) -> Option<pairing::TournamentSummary> {
    Some(pairing::TournamentSummary {
        id: "t1".to_owned(),
        seq,
        phase: pairing::TournamentPhase::BetweenRounds.into(),
        ..pairing::TournamentSummary::default()
    })
}

fn seq_of(document: &Value) -> u64 {
    document["summary"]["seq"].as_u64().unwrap()
}

fn version_of(document: &Value) -> u64 {
    document["version"].as_u64().unwrap()
}

async fn publish(world: &World, topic: String, at: u64) {
    let message = at.to_string().into();
    world.bus.publish(&topic, message).await.unwrap();
}

/// The document before and what changed make the document after, for both documents, whatever happens; what is not told
/// is what is too large. A change that is no act comes under the seq that was told before.
#[tokio::test(start_paused = true)]
async fn a_document_and_what_changed_are_the_later_document() {
    let world = World::new();
    let mut dice = Dice(17);
    let (mut tournament, mut list) = (
        pairing::Tournament::default(),
        standings::Standings::default(),
    );
    tournament.acts = vec![act("publish_round", true), act("finish_round", false)];
    let (mut seq, mut told, mut whole) = (7, [0_u32; 2], 0_u32);
    let show = |seq: u64, event: &mut pairing::Tournament, list: &mut standings::Standings| {
        event.summary = summary(seq);
        list.version = seq;
        let mut shown = world.event.shown.lock().unwrap();
        shown.tournament = Some(event.clone());
        shown.standings = Some(list.clone());
    };
    show(seq, &mut tournament, &mut list);
    let mut client = Client::connect(&world, world.inside(), None).await;
    client
        .send(json!({"type": "follow", "tournament": "t1"}))
        .await;
    client.next_of("tournament").await;
    client.next_of("standings").await;
    let mut event = Copy::read(&world, TOURNAMENT, seq_of).await;
    let mut standings = Copy::read(&world, STANDINGS, version_of).await;
    for number in 0..250 {
        let before = tournament.clone();
        for _ in 0..=dice.below(3) {
            happen(&mut tournament, &mut dice, number);
        }
        rows(&mut list, &mut dice, number);
        let noted = number % 7 == 0;
        if noted && tournament == before {
            tournament.conformant = !tournament.conformant;
        }
        seq += u64::from(!noted);
        show(seq, &mut tournament, &mut list);
        publish(&world, topic::tournament("t1"), seq).await;
        let news = client.next_of("tournament").await;
        assert_eq!(news["seq"], seq, "{news}");
        if event.take(&news["previous_seq"], &news["seq"], &news["changed"]) {
            told[0] += 1;
            let size = news["changed"].to_string().len();
            assert!(size <= 32 * 1024, "{size}");
        } else {
            whole += 1;
            event = Copy::read(&world, TOURNAMENT, seq_of).await;
        }
        assert_eq!(event.document, world.get(TOURNAMENT).await.json());
        if noted {
            continue;
        }
        publish(&world, topic::standings("t1"), seq).await;
        let news = client.next_of("standings").await;
        let (previous, changed) = (&news["previous_version"], &news["changed"]);
        assert!(
            standings.take(previous, &news["version"], changed),
            "{news}"
        );
        told[1] += 1;
        assert_eq!(standings.document, world.get(STANDINGS).await.json());
    }
    assert!(
        told[0] > 150 && told[1] > 150 && whole > 5,
        "{told:?} {whole}"
    );
}

/// Whoever follows, one or many, a change is read once; nobody, never.
#[tokio::test(start_paused = true)]
async fn a_change_is_read_once_for_all_who_follow_and_for_nobody_not_at_all() {
    let world = World::new();
    let shown = |seq| {
        let tournament = pairing::Tournament {
            summary: summary(seq),
            entrants: vec![entrant(usize::try_from(seq).unwrap())],
            ..pairing::Tournament::default()
        };
        world.event.shown.lock().unwrap().tournament = Some(tournament);
        world.event.seq.store(seq, Ordering::SeqCst);
    };
    shown(7);
    let mut clients = Vec::new();
    for _ in 0..5 {
        let mut client = Client::connect(&world, world.inside(), None).await;
        client
            .send(json!({"type": "follow", "tournament": "t1"}))
            .await;
        client.next_of("tournament").await;
        client.next_of("standings").await;
        clients.push(client);
    }
    let reads = || world.event.reads.0.load(Ordering::SeqCst);
    let before = reads();
    shown(8);
    publish(&world, topic::tournament("t1"), 8).await;
    let mut heard = BTreeMap::new();
    for client in &mut clients {
        let news = client.next_of("tournament").await;
        *heard.entry(news.to_string()).or_insert(0) += 1;
        assert_eq!(
            (&news["seq"], &news["previous_seq"]),
            (&json!(8), &json!(7))
        );
        assert_eq!(news["changed"]["entrants"]["removed"], json!(["e7"]));
        assert_eq!(news["changed"]["entrants"]["set"][0]["id"], "e8");
    }
    assert_eq!((heard.len(), reads()), (1, before + 1));
    for client in &mut clients {
        client
            .send(json!({"type": "unfollow", "tournament": "t1"}))
            .await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = reads();
    for seq in 9..12 {
        shown(seq);
        publish(&world, topic::tournament("t1"), seq).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(reads(), before);
    // What went by unread is no start of a change.
    let mut late = Client::connect(&world, world.inside(), None).await;
    late.send(json!({"type": "follow", "tournament": "t1"}))
        .await;
    assert_eq!(late.next_of("tournament").await["seq"], 11);
    shown(12);
    publish(&world, topic::tournament("t1"), 12).await;
    let plain = json!({"type": "tournament", "tournament": "t1", "seq": 12});
    assert_eq!(late.next_of("tournament").await, plain);
    shown(13);
    publish(&world, topic::tournament("t1"), 13).await;
    assert_eq!(late.next_of("tournament").await["previous_seq"], 12);
}

/// While pairing does not answer, the news comes all the same, without what changed.
#[tokio::test(start_paused = true)]
async fn a_tournament_that_many_follow_at_once_is_not_read_by_each() {
    let world = World::new();
    let mut clients = Vec::new();
    for _ in 0..20 {
        clients.push(Client::connect(&world, world.inside(), None).await);
    }
    for client in &mut clients {
        client
            .send(json!({"type": "follow", "tournament": "t1"}))
            .await;
    }
    for client in &mut clients {
        client.next_of("tournament").await;
    }
    // By the first of them for all, and by the task that reads everything else about it.
    let reads = world.event.reads.0.load(Ordering::SeqCst);
    assert!(reads <= 2, "{reads} times");
}

#[tokio::test(start_paused = true)]
async fn news_wait_for_no_service_that_is_away() {
    let world = World::new();
    let mut client = Client::connect(&world, world.inside(), None).await;
    client
        .send(json!({"type": "follow", "tournament": "t1"}))
        .await;
    client.next_of("tournament").await;
    client.next_of("standings").await;
    world.event.away.store(1, Ordering::SeqCst);
    publish(&world, topic::tournament("t1"), 8).await;
    let plain = json!({"type": "tournament", "tournament": "t1", "seq": 8});
    assert_eq!(client.next_of("tournament").await, plain);
}
