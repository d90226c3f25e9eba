//! An event moved to another server in the middle of a round: from one machine to another, to Postgres and back.

mod play;
mod published;
pub mod store_location;
mod way;

use std::{path::Path, process::Command};

use outflank_client::{Acknowledged, Round};
use outflank_testbed::Postgres;
use outflank_tests::{
    Event,
    bout::rule_set,
    checker::check_games,
    corpus::{self, FilePlayer, RealGame},
    server::binary,
};
use serde_json::{Value, json};
use tokio::time::Duration;

use self::{
    play::Play,
    published::Published,
    store_location::{StoreLocation, check, loaded_after_kills},
    way::{Move, follow},
};

const ROUNDS: u32 = 3;
/// How long the players think about each move where the event is to move.
const THOUGHT: Duration = Duration::from_millis(200);
/// Plies of each game before the event moves.
const BEFORE: usize = 2;

/// A Grand Prix rule set of a few rounds, as a director's own.
fn short_rules() -> Value {
    let mut document = rule_set();
    document["name"] = json!("Three rounds");
    document["rounds"] = json!(ROUNDS);
    json!({ "rule_set_document": document, "accept_deviations": true })
}

/// Publishes the next round of so few.
async fn publish(event: &Event) -> Round {
    let path = format!("/tournaments/{}/rounds", event.id);
    let body = json!({ "accept_deviations": true });
    event.director.post(&path, &body).await.unwrap()
}

/// Confirms the event; its rating file.
async fn confirm(event: &Event) -> Published {
    let confirmation = format!("/tournaments/{}/confirmation", event.id);
    let body = json!({ "without_finals": true });
    let _: Value = event.director.post(&confirmation, &body).await.unwrap();
    Published::of(event).await
}

fn players(number: usize) -> Vec<FilePlayer> {
    let files = ["EGP_NORWAY.ELO"];
    let known = files.iter().flat_map(|file| corpus::players(file));
    let mut players: Vec<FilePlayer> = known.take(number).collect();
    for more in players.len()..number {
        players.push(FilePlayer {
            number: 500_000 + u32::try_from(more).unwrap(),
            surname: format!("Player {more}"),
            given_names: "Many".to_owned(),
            country: "NOR".to_owned(),
            rating: 1_000,
        });
    }
    players
}

async fn play_on(
    event: &Event,
    round: &Round,
    games: &[RealGame],
    mut acknowledged: Vec<Acknowledged>,
) {
    let play = Play::begin(event, &round.boards, games, Duration::ZERO);
    let (more, ended) = play.end().await;
    assert_eq!(ended, 2 * round.boards.len());
    assert!(!acknowledged.is_empty() && !more.is_empty());
    acknowledged.extend(more);
    check_games(&event.director, &round.boards, games, &acknowledged).await;
    event.finish(round.number).await;
}

/// The rounds that are left where so many entrants play more.
async fn play_out(event: &Event, games: &[RealGame]) {
    for number in ROUNDS + 1..=event.read().await.summary.rounds {
        let round = publish(event).await;
        let play = Play::begin(event, &round.boards, games, Duration::ZERO);
        assert_eq!(play.end().await.1, 2 * round.boards.len());
        event.finish(number).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_moves_in_mid_round_to_another_machine_to_postgres_and_back() {
    const TABLES: usize = 4;
    let (laptop, club) = (StoreLocation::on_sqlite(), StoreLocation::on_sqlite());
    let postgres = tokio::task::spawn_blocking(Postgres::start).await.unwrap();
    let cloud = StoreLocation::on(&postgres);
    let files = tempfile::tempdir().unwrap();
    let file = |name: &str| files.path().join(name);
    let games: Vec<RealGame> = corpus::full_games(1996)
        .into_iter()
        .take(ROUNDS as usize * TABLES)
        .collect();
    let games: Vec<&[RealGame]> = games.chunks(TABLES).collect();

    let (at_laptop, at_club) = (laptop.serve(), club.serve());
    let event = Event::announce(
        &at_laptop,
        "Moving Open",
        &short_rules(),
        &players(2 * TABLES),
    )
    .await;
    let first = publish(&event).await;
    let play = Play::begin(&event, &first.boards, games[0], THOUGHT);
    event.until_played(&first.boards, BEFORE).await;
    let way = Move {
        from: &laptop,
        to: &club,
        file: &file("to-the-club"),
        words: "https://club.example",
        known: None,
    };
    let (event_at_club, acknowledged, _) = way.go(&event, (&first.boards, play), &at_club).await;
    // The same file again at both ends.
    let again = club.not_loaded(way.file);
    assert!(again.contains("loaded from this file before"), "{again}");
    laptop.done("save", &file("again"), &[]);
    let streams = |name| {
        let text = std::fs::read_to_string(file(name)).unwrap();
        let mut lines = text
            .lines()
            .skip(3)
            .filter(|line| line.contains("previous_hash"));
        lines.by_ref().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(streams("to-the-club"), streams("again"));
    play_on(&event_at_club, &first, games[0], acknowledged).await;

    // On to Postgres, where a server runs.
    let at_cloud = cloud.serve();
    let second = publish(&event_at_club).await;
    let play = Play::begin(&event_at_club, &second.boards, games[1], THOUGHT);
    event_at_club.until_played(&second.boards, BEFORE).await;
    let way = Move {
        from: &club,
        to: &cloud,
        file: &file("to-postgres"),
        words: "the cloud",
        known: None,
    };
    let (event_at_cloud, acknowledged, _) = way
        .go(&event_at_club, (&second.boards, play), &at_cloud)
        .await;
    play_on(&event_at_cloud, &second, games[1], acknowledged).await;

    // And home. The laptop's first file is now of a way that was left.
    let third = publish(&event_at_cloud).await;
    let play = Play::begin(&event_at_cloud, &third.boards, games[2], THOUGHT);
    event_at_cloud.until_played(&third.boards, BEFORE).await;
    let way = Move {
        from: &cloud,
        to: &laptop,
        file: &file("home"),
        words: "the laptop",
        known: Some(&event),
    };
    let (event, acknowledged, _) = way
        .go(&event_at_cloud, (&third.boards, play), &at_laptop)
        .await;
    let old = laptop.refused("load", &file("to-the-club"), &[]);
    assert!(old.contains("loaded from this file before"), "{old}");
    play_on(&event, &third, games[2], acknowledged).await;
    play_out(&event, games[0]).await;
    let published = confirm(&event).await;
    let standings: Value = event
        .director
        .get(&format!("/tournaments/{}/standings", event.id))
        .await
        .unwrap();
    assert_eq!(standings["rows"].as_array().map(Vec::len), Some(2 * TABLES));
    drop((at_laptop, at_club, at_cloud));
    for location in [&laptop, &club, &cloud] {
        location.verify();
    }
    laptop.done("save", &file("confirmed"), &["--event", &event.id]);
    published.follows_from(&file("confirmed"));
}

/// One byte of the file changed, and what `verify` and `load` say of it.
fn tampered(
    at: &StoreLocation,
    original: &str,
    folder: &Path,
    change: impl Fn(&str) -> String,
) -> String {
    let file = folder.join("tampered");
    let altered = change(original);
    assert_ne!(altered, original);
    std::fs::write(&file, altered).unwrap();
    let checked = Command::new(binary()).arg("verify").arg(&file).output();
    let checked = checked.unwrap();
    assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    let said = String::from_utf8(checked.stdout).unwrap();
    let refused = at.not_loaded(&file);
    assert_eq!(refused.trim_start_matches("outflank: "), said.trim());
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_altered_is_refused_and_what_was_saved_goes_on_where_nothing_runs() {
    let (laptop, other) = (StoreLocation::on_sqlite(), StoreLocation::on_sqlite());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("event");
    let games: Vec<RealGame> = corpus::full_games(1994).into_iter().take(1).collect();
    let server = laptop.serve();
    let event = Event::announce(&server, "Two", &json!({}), &players(2)).await;
    let round = publish(&event).await;
    let play = Play::begin(&event, &round.boards, &games, THOUGHT);
    event.until_played(&round.boards, BEFORE).await;
    let acknowledged = play.leave().await;
    assert!(!acknowledged.is_empty());
    // Nothing serves when it is saved, and nothing where it is loaded.
    drop(server);
    let said = laptop.done("save", &file, &["--event", &event.id]);
    assert!(said.contains("Two") && said.contains("signed by"), "{said}");
    let original = std::fs::read_to_string(&file).unwrap();
    check(Command::new(binary()).arg("verify").arg(&file));

    let at = &other;
    let said = tampered(at, &original, folder.path(), |text| {
        text.replacen("bundle 1", "bundle 2", 1)
    });
    assert!(said.contains("format 2"), "{said}");
    let said = tampered(at, &original, folder.path(), |text| {
        text.replacen("\"tournament\":\"Two\"", "\"tournament\":\"Too\"", 1)
    });
    assert!(said.contains("line 3"), "{said}");
    let said = tampered(at, &original, folder.path(), |text| {
        text.replacen("\\\"charged_ms\\\":", "\\\"charged_ms\\\":1", 1)
    });
    assert!(said.contains("entry") && said.contains("game/"), "{said}");
    let said = tampered(at, &original, folder.path(), |text| {
        text.replacen("Ingrid", "Astrid", 1)
    });
    assert!(said.contains("accounts"), "{said}");
    let said = tampered(at, &original, folder.path(), |text| {
        let lines: Vec<&str> = text.lines().collect();
        format!("{}\n", lines[..lines.len() - 1].join("\n"))
    });
    assert!(said.contains("ends at line"), "{said}");
    let said = tampered(at, &original, folder.path(), |text| {
        text.trim_end().to_owned()
    });
    assert!(said.contains("in the middle of line"), "{said}");
    let said = tampered(at, &original, folder.path(), |text| format!("{text}[]\n"));
    assert!(said.contains("added"), "{said}");
    let stranger = other.refused("load", &file, &["--key", "bm9ib2R5"]);
    assert!(stranger.contains("not by bm9ib2R5"), "{stranger}");
    let untrusted = other.refused("load", &file, &[]);
    assert!(untrusted.contains("nobody here trusts"), "{untrusted}");

    // Killed in the middle, again and again, it is simply run again.
    let game = round.boards[0].game_id.clone();
    let (id, saved) = (event.id.clone(), file.clone());
    let loading = tokio::task::spawn_blocking(move || {
        let steps = [
            ("identity", "Ingrid Vestergrund"),
            ("pairing", id.as_str()),
            ("play", game.as_str()),
            ("pairing", "tournament_created"),
        ];
        loaded_after_kills(&saved, &steps)
    });
    let (other, loaded) = loading.await.unwrap();
    let server = other.serve();
    let moved = follow(&event, &server, &loaded, None).await;
    play_on(&moved, &round, &games, acknowledged).await;
    drop(server);
    other.verify();

    // Both went on: only one way can be kept. What a server signed itself it trusts.
    let said = laptop.done("load", &file, &[]);
    assert!(said.contains("this server's own"), "{said}");
    let back = folder.path().join("back");
    other.done("save", &back, &["--event", &event.id]);
    let parted = laptop.not_loaded(&back);
    assert!(parted.contains("different ways"), "{parted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_links_are_made_again_into_a_file_that_only_its_owner_reads() {
    let (laptop, club) = (StoreLocation::on_sqlite(), StoreLocation::on_sqlite());
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let event = Event::announce(&laptop.serve(), "Two", &json!({}), &players(2)).await;
    laptop.done("save", &file("event"), &["--event", &event.id]);
    let lost = club.loaded(&file("event"));
    let lost = lost["links"].as_array().unwrap();
    assert_eq!(lost.len(), 3);

    let links = file("links");
    let origin = "https://club.example";
    let said = club.links(&["--links", links.to_str().unwrap(), "--origin", origin]);
    assert_eq!(said, "");
    let mode = std::os::unix::fs::PermissionsExt::mode(&links.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let text = std::fs::read_to_string(&links).unwrap();
    assert_eq!(text.lines().count(), 3);
    assert!(text.contains("Ingrid Vestergrund, official: https://club.example/claim#"));
    let server = club.serve();
    for link in lost {
        let code = link["code"].as_str().unwrap();
        let ended = server.client().claim_seat(code).await.unwrap_err();
        assert_eq!(ended.code(), Some("unknown_seat_code"));
    }
    let mut made = Vec::new();
    for line in text.lines() {
        let client = server.client();
        let code = line.split_once('#').unwrap().1;
        client.claim_seat(code).await.unwrap();
        made.push(client);
    }
    // The official directs.
    let path = format!("/tournaments/{}/rounds", event.id);
    let _: Round = made[2].post(&path, &json!({})).await.unwrap();
    // Everybody is in.
    assert_eq!(club.links(&[]), "");
}

/// A hundred players move in mid-round. `make move`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: make move"]
async fn an_event_of_a_hundred_moves_in_mid_round() {
    const TABLES: usize = 50;
    let (laptop, club) = (StoreLocation::on_sqlite(), StoreLocation::on_sqlite());
    let folder = tempfile::tempdir().unwrap();
    let games: Vec<RealGame> = corpus::full_games(1996)
        .into_iter()
        .take(3 * TABLES)
        .collect();
    let (at_laptop, at_club) = (laptop.serve(), club.serve());
    let event = Event::announce(&at_laptop, "Hundred", &short_rules(), &players(2 * TABLES)).await;
    let mut round = publish(&event).await;
    for played in 0..2 {
        let games = &games[played * TABLES..];
        let play = Play::begin(&event, &round.boards, games, Duration::ZERO);
        assert_eq!(play.end().await.1, 2 * TABLES);
        event.finish(round.number).await;
        eprintln!("round {} of {ROUNDS} played", round.number);
        round = publish(&event).await;
    }
    let thought = Duration::from_millis(1_000);
    let play = Play::begin(&event, &round.boards, &games[2 * TABLES..], thought);
    event.until_played(&round.boards, 6).await;
    let way = Move {
        from: &laptop,
        to: &club,
        file: &folder.path().join("event"),
        words: "the club",
        known: None,
    };
    let (moved, acknowledged, took) = way.go(&event, (&round.boards, play), &at_club).await;
    play_on(&moved, &round, &games[2 * TABLES..], acknowledged).await;
    play_out(&moved, &games).await;
    confirm(&moved).await;
    drop((at_laptop, at_club));
    club.verify();
    eprintln!(
        "figure move_100_players_seconds {:.1} s",
        took.as_secs_f64()
    );
}
