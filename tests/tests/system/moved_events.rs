//! An event moved to another server in the middle of a round: from one machine to another, to Postgres and back.

use std::{
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Command, Output, Stdio},
    time::Instant,
};

use outflank_client::{Acknowledged, Board, Client, Color, Failure, Round, Table};
use outflank_testbed::{Postgres, breach};
use outflank_tests::{
    Event, Server,
    bout::rule_set,
    checker::check_games,
    corpus::{self, FilePlayer, RealGame},
    event::{Leash, Script, text},
    server::binary,
    waiting::PATIENCE,
};
use serde_json::{Value, json};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Duration, sleep},
};

const ROUNDS: u32 = 3;
/// How long the players think about each move where the event is to move.
const THOUGHT: Duration = Duration::from_millis(200);
/// Plies of each game before the event moves, and discs on its board at most until it did.
const BEFORE: usize = 2;
const UNTIL_MOVED: usize = 40;
/// Servers that an event is loaded into until every kill of a load came in its middle.
const PLACES: usize = 60;

/// Where a server keeps everything.
struct Place {
    data: tempfile::TempDir,
    database: Option<String>,
}

impl Place {
    fn on_sqlite() -> Self {
        Self {
            data: tempfile::tempdir().unwrap(),
            database: None,
        }
    }

    fn on(postgres: &Postgres) -> Self {
        Self {
            data: tempfile::tempdir().unwrap(),
            database: Some(postgres.database().url),
        }
    }

    fn arguments(&self) -> Vec<String> {
        let database = self.database.iter();
        let database = database.flat_map(|url| ["--database".to_owned(), url.clone()]);
        database.collect()
    }

    fn serve(&self) -> Server {
        let arguments = self.arguments();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Server::start_with(self.data.path(), &arguments)
    }

    /// `outflank event ACT FILE` on this place, whether its server runs or not.
    fn event(&self, act: &str, file: &Path, more: &[&str]) -> Output {
        self.command(act, file, more).output().unwrap()
    }

    fn command(&self, act: &str, file: &Path, more: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command
            .args(["event", act])
            .arg(file)
            .arg("--data")
            .arg(self.data.path())
            .args(self.arguments())
            .args(more);
        command
    }

    /// The same, which must be done.
    fn done(&self, act: &str, file: &Path, more: &[&str]) -> String {
        let output = self.event(act, file, more);
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        eprintln!("{}", said.trim());
        said
    }

    /// The same, which must not be done; the sentence why.
    fn refused(&self, act: &str, file: &Path, more: &[&str]) -> String {
        let output = self.event(act, file, more);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        let mut said = said.lines().filter(|line| line.starts_with("outflank: "));
        said.next_back().expect("a sentence").to_owned()
    }

    /// Every chain, draw and signature of every journal here.
    fn verify(&self) {
        let mut command = Command::new(binary());
        command.arg("verify");
        match &self.database {
            Some(url) => sound(command.arg(url)),
            None => {
                for service in ["identity", "pairing", "play", "ratings"] {
                    let file = self.data.path().join(format!("{service}.sqlite"));
                    sound(Command::new(binary()).arg("verify").arg(file));
                }
            }
        }
    }

    /// Whether the file of a service's store holds these bytes, committed or about to be.
    fn holds(&self, (service, bytes): (&str, &str)) -> bool {
        ["", "-wal"].iter().any(|end| {
            let file = self.data.path().join(format!("{service}.sqlite{end}"));
            // It may not be there yet.
            let held = std::fs::read(file).unwrap_or_default();
            memchr::memmem::find(&held, bytes.as_bytes()).is_some()
        })
    }

    /// Loads a file here, and kills that as soon as it has come so far; answers whether it was killed, and none before it
    /// had come as far.
    fn load_is_killed(&self, file: &Path, so_far: (&str, &str)) -> bool {
        if self.holds(so_far) {
            return false;
        }
        let mut loading = self.command("load", file, &["--resume-in", "1"]);
        let loading = loading.stderr(Stdio::null()).stdout(Stdio::null()).spawn();
        let mut loading = loading.unwrap();
        let begun = Instant::now();
        while !self.holds(so_far) && loading.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "{so_far:?} is never loaded");
            std::thread::sleep(Duration::from_micros(500));
        }
        // It may have come to its end meanwhile.
        let _ = loading.kill();
        let ended = loading.wait().unwrap();
        ended.signal() == Some(9)
    }
}

/// A server where loads of an event were killed in their middle, each further than the one before, and which the next
/// one loaded.
fn loaded_after_kills(file: &Path, steps: &[(&str, &str)]) -> Place {
    for tried in 1..=PLACES {
        let place = Place::on_sqlite();
        if !steps.iter().all(|step| place.load_is_killed(file, *step)) {
            continue;
        }
        let output = place.event("load", file, &["--resume-in", "1"]);
        if output.status.success() {
            eprintln!(
                "{} loads were killed in the middle at server {tried}",
                steps.len()
            );
            return place;
        }
        // A kill came after all was done.
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("loaded from this file before"), "{said}");
    }
    panic!("no kill comes in the middle of a load");
}

fn sound(command: &mut Command) {
    let output = command.output().unwrap();
    if !output.status.success() {
        breach(&format!("{output:?}"));
    }
}

fn check(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// A Grand Prix rule set of a few rounds, as a director's own.
fn short_rules() -> Value {
    let mut document = rule_set();
    document["name"] = json!("Three rounds");
    document["rounds"] = json!(ROUNDS);
    json!({ "rule_set_document": document, "accept_departures": true })
}

/// Publishes the next round of so few.
async fn publish(event: &Event) -> Round {
    let path = format!("/tournaments/{}/rounds", event.id);
    let body = json!({ "accept_departures": true });
    event.director.post(&path, &body).await.unwrap()
}

/// Seats at work until their games are over or they are called away.
struct Play {
    seats: JoinSet<(Vec<Acknowledged>, Option<Table>)>,
    call: watch::Sender<bool>,
    _leash: watch::Sender<usize>,
}

impl Play {
    fn begin(event: &Event, boards: &[Board], games: &[RealGame], thought: Duration) -> Self {
        let (call, called) = watch::channel(false);
        let until_moved = if thought.is_zero() {
            usize::MAX
        } else {
            UNTIL_MOVED
        };
        let (leash, length) = watch::channel(until_moved);
        let mut seats = JoinSet::new();
        for (board, game) in boards.iter().zip(games) {
            for color in [Color::Black, Color::White] {
                let mut seat = event.seat(board, color);
                let mut called = called.clone();
                let script = Script {
                    squares: game.squares.clone(),
                    thought,
                };
                let length = length.clone();
                let mut script = Leash { script, length };
                seats.spawn(async move {
                    let ended = tokio::select! {
                        ended = seat.play(&mut script) => Some(ended),
                        _ = called.wait_for(|called| *called) => None,
                    };
                    let table = match ended {
                        None => None,
                        Some(Ok(table)) => Some(table),
                        Some(Err(failure)) => {
                            assert_eq!(failure.code(), Some("moved_away"), "{failure}");
                            None
                        }
                    };
                    (seat.acknowledged, table)
                });
            }
        }
        Self {
            seats,
            call,
            _leash: leash,
        }
    }

    /// Calls everybody away; what was acknowledged to them until then.
    async fn leave(self) -> Vec<Acknowledged> {
        self.call.send_replace(true);
        self.end().await.0
    }

    /// Everything acknowledged until the end of every game, and how many seats saw it.
    async fn end(mut self) -> (Vec<Acknowledged>, usize) {
        let (mut acknowledged, mut ended) = (Vec::new(), 0);
        while let Some(seat) = self.seats.join_next().await {
            let (acks, table) = seat.unwrap();
            acknowledged.extend(acks);
            ended += usize::from(table.is_some());
        }
        (acknowledged, ended)
    }
}

async fn entries(client: &Client, game_id: &str) -> Value {
    let path = format!("/games/{game_id}/entries?after_seq=0");
    client.get(&path).await.unwrap()
}

async fn clocks(client: &Client, game_id: &str) -> (Value, Value) {
    let table: Value = client.get(&format!("/games/{game_id}")).await.unwrap();
    assert_eq!(table["clocks"]["running"], Value::Null, "{table}");
    let clocks = &table["clocks"];
    (clocks["black_ms"].clone(), clocks["white_ms"].clone())
}

/// Everybody of the event comes to another server with the sessions they have.
async fn follow(event: &Event, server: &Server) -> Event {
    let base = server.base();
    let mut moved = Event {
        id: event.id.clone(),
        director: event.director.moved_to(&base).await.unwrap(),
        seats: std::collections::BTreeMap::new(),
        numbers: event.numbers.clone(),
    };
    for (entrant, seat) in &event.seats {
        let seat = seat.moved_to(&base).await.unwrap();
        moved.seats.insert(entrant.clone(), seat);
    }
    moved
}

/// A director lets the clocks go on.
async fn resume(event: &Event, boards: &[Board]) {
    let round = event.read().await.rounds.len();
    let path = format!("/tournaments/{}/rounds/{round}/acts", event.id);
    let body = json!({ "act": { "type": "resume" }, "reason": "Everybody is here." });
    let _: Value = event.director.post(&path, &body).await.unwrap();
    for board in boards {
        let path = format!("/games/{}", board.game_id);
        let table: Value = event.director.get(&path).await.unwrap();
        assert_eq!(table["pause"], Value::Null, "{table}");
    }
}

/// Nothing is taken where the event went away; whoever looks on may.
async fn check_fence(event: &Event, boards: &[Board], to: &str) {
    let refused = event
        .director
        .post::<Value>(&format!("/tournaments/{}/rounds", event.id), &json!({}))
        .await;
    let Failure::Refused(refused) = refused.unwrap_err() else {
        panic!("no refusal");
    };
    assert_eq!(refused.code, "moved_away");
    assert!(refused.detail.contains(to), "{refused}");
    for board in boards {
        let path = format!("/games/{}", board.game_id);
        let resigned = event.seats[&board.black_entrant_id]
            .post::<Value>(&format!("{path}/resignation"), &json!({}))
            .await;
        let Failure::Refused(refused) = resigned.unwrap_err() else {
            panic!("no refusal");
        };
        assert_eq!(refused.code, "moved_away");
        assert!(refused.detail.contains(to), "{refused}");
        let _: Value = event.director.anonymous().get(&path).await.unwrap();
    }
}

/// What moves an event, and what it finds at both ends.
struct Move<'a> {
    from: &'a Place,
    to: &'a Place,
    file: &'a Path,
    words: &'a str,
}

impl Move<'_> {
    /// Moves the event while its round is played; answers it as it is there, what was acknowledged before, and how
    /// long saving and loading took together.
    async fn go(
        &self,
        event: &Event,
        (boards, play): (&[Board], Play),
        server: &Server,
    ) -> (Event, Vec<Acknowledged>, Duration) {
        let begun = Instant::now();
        self.from.done("save", self.file, &["--to", self.words]);
        let saving = begun.elapsed();
        let acknowledged = play.leave().await;
        check_fence(event, boards, self.words).await;
        let mut before = Vec::new();
        for board in boards {
            let stood = clocks(&event.director, &board.game_id).await;
            before.push((stood, entries(&event.director, &board.game_id).await));
        }
        // Nobody's clock pays for the way.
        sleep(Duration::from_millis(400)).await;
        let begun = Instant::now();
        self.to.done("load", self.file, &[]);
        let took = saving + begun.elapsed();
        let moved = follow(event, server).await;
        for (board, (stood, known)) in boards.iter().zip(&before) {
            assert_eq!(&clocks(&moved.director, &board.game_id).await, stood);
            let now = entries(&moved.director, &board.game_id).await;
            let known = known["entries"].as_array().unwrap();
            if !now["entries"].as_array().unwrap().starts_with(known) {
                breach(&format!("{known:?} became {now}"));
            }
        }
        resume(&moved, boards).await;
        (moved, acknowledged, took)
    }
}

/// The rating file of the confirmed event fits its signature.
async fn check_rating_file(event: &Event) {
    let confirmation = format!("/tournaments/{}/confirmation", event.id);
    let body = json!({ "without_finals": true });
    let _: Value = event.director.post(&confirmation, &body).await.unwrap();
    let path = format!("/tournaments/{}/rating-file", event.id);
    let file = event.rating_file().await;
    let manifest: Value = event
        .director
        .get(&format!("{path}/manifest"))
        .await
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let rating_file = folder.path().join(text(&manifest["file_name"]));
    std::fs::write(&rating_file, file).unwrap();
    let export = folder.path().join("manifest.json");
    std::fs::write(&export, manifest.to_string()).unwrap();
    check(Command::new(binary()).arg("verify").arg(export));
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
    let (laptop, club) = (Place::on_sqlite(), Place::on_sqlite());
    let postgres = tokio::task::spawn_blocking(Postgres::start).await.unwrap();
    let cloud = Place::on(&postgres);
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
    };
    let (event_at_club, acknowledged, _) = way.go(&event, (&first.boards, play), &at_club).await;
    // The same file again at both ends.
    let again = club.refused("load", way.file, &[]);
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
    };
    let (event, acknowledged, _) = way
        .go(&event_at_cloud, (&third.boards, play), &at_laptop)
        .await;
    let old = laptop.refused("load", &file("to-the-club"), &[]);
    assert!(old.contains("loaded from this file before"), "{old}");
    play_on(&event, &third, games[2], acknowledged).await;
    play_out(&event, games[0]).await;
    check_rating_file(&event).await;
    let standings: Value = event
        .director
        .get(&format!("/tournaments/{}/standings", event.id))
        .await
        .unwrap();
    assert_eq!(standings["rows"].as_array().map(Vec::len), Some(2 * TABLES));
    drop((at_laptop, at_club, at_cloud));
    for place in [&laptop, &club, &cloud] {
        place.verify();
    }
}

/// One byte of the file changed, and what `verify` and `load` say of it.
fn tampered(at: &Place, original: &str, folder: &Path, change: impl Fn(&str) -> String) -> String {
    let file = folder.join("tampered");
    let altered = change(original);
    assert_ne!(altered, original);
    std::fs::write(&file, altered).unwrap();
    let checked = Command::new(binary()).arg("verify").arg(&file).output();
    let checked = checked.unwrap();
    assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    let said = String::from_utf8(checked.stdout).unwrap();
    let refused = at.refused("load", &file, &[]);
    assert_eq!(refused.trim_start_matches("outflank: "), said.trim());
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_altered_is_refused_and_what_was_saved_goes_on_where_nothing_runs() {
    let (laptop, other) = (Place::on_sqlite(), Place::on_sqlite());
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
        lines[..lines.len() - 1].join("\n")
    });
    assert!(said.contains("ends at line"), "{said}");
    let said = tampered(at, &original, folder.path(), |text| format!("{text}[]\n"));
    assert!(said.contains("added"), "{said}");
    let stranger = other.refused("load", &file, &["--key", "bm9ib2R5"]);
    assert!(stranger.contains("not by bm9ib2R5"), "{stranger}");

    // Killed in the middle, again and again, it is simply run again.
    let game = round.boards[0].game_id.clone();
    let (id, loaded) = (event.id.clone(), file.clone());
    let other = tokio::task::spawn_blocking(move || {
        let steps = [
            ("identity", "Ingrid Vestergrund"),
            ("pairing", id.as_str()),
            ("play", game.as_str()),
            ("pairing", "tournament_created"),
        ];
        loaded_after_kills(&loaded, &steps)
    });
    let other = other.await.unwrap();
    let server = other.serve();
    let moved = follow(&event, &server).await;
    play_on(&moved, &round, &games, acknowledged).await;
    drop(server);
    other.verify();

    // Both went on: only one way can be kept.
    laptop.done("load", &file, &[]);
    let back = folder.path().join("back");
    other.done("save", &back, &["--event", &event.id]);
    let parted = laptop.refused("load", &back, &[]);
    assert!(parted.contains("different ways"), "{parted}");
}

/// A hundred players move in mid-round. `make move`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: make move"]
async fn an_event_of_a_hundred_moves_in_mid_round() {
    const TABLES: usize = 50;
    let (laptop, club) = (Place::on_sqlite(), Place::on_sqlite());
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
    };
    let (moved, acknowledged, took) = way.go(&event, (&round.boards, play), &at_club).await;
    play_on(&moved, &round, &games[2 * TABLES..], acknowledged).await;
    play_out(&moved, &games).await;
    check_rating_file(&moved).await;
    drop((at_laptop, at_club));
    club.verify();
    eprintln!(
        "figure move_100_players_seconds {:.1} s",
        took.as_secs_f64()
    );
}
