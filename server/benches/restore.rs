//! A history of many games, copied, made anew and verified byte for byte. `make restore GAMES=n`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    missing_docs
)]

use std::{
    path::{Path, PathBuf},
    process::Command as Program,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use outflank_formats::wthor;
use outflank_journal::{Append, DeadlineChange, Journal, NewEntry, NewFact, Store, StreamId};
use outflank_othello::{
    Color, Command, Create, DefaultPolicy, Event, GameRules, Moment, PassMode, PerColor, Phase,
    Place, RuleText, Square, TableState, TimeControl, decide, evolve,
};
use tokio::task::JoinSet;

/// Games in a normal run.
const GAMES: usize = 100_000;
/// Games written at a time.
const WRITERS: usize = 256;
const GAMES_IN_A_ROUND: usize = 50;
const STARTS_AT_MS: i64 = 1_784_365_200_000;

fn games() -> Vec<Vec<Square>> {
    let corpus = std::env::var_os("OUTFLANK_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let path = corpus.join("wthor/WTH_1996.wtb");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let read = wthor::read_games(&bytes).expect("a file of games");
    let games = read.value.records.into_iter().map(|record| record.moves);
    games.filter(|moves| moves.len() == 60).collect()
}

fn created(number: usize) -> Command {
    let round = number / GAMES_IN_A_ROUND;
    Command::Create(Create {
        place: Some(Place {
            tournament: format!("tournament-{}", round / 11),
            round: u32::try_from(round % 11 + 1).unwrap(),
            table: u32::try_from(number % GAMES_IN_A_ROUND + 1).unwrap(),
            game: 1,
        }),
        entrants: PerColor::new(format!("black-{number}"), format!("white-{number}")),
        accounts: PerColor::new(
            Some(format!("account-black-{number}")),
            Some(format!("account-white-{number}")),
        ),
        game_rules: Box::new(GameRules::new(
            TimeControl::SuddenDeath { main_ms: 1_500_000 },
            DefaultPolicy::Woc,
            PassMode::Explicit,
            RuleText::Woc,
        )),
        starts_at_ms: STARTS_AT_MS,
        booked_at: None,
    })
}

/// One game through the engine and the journal, entry by entry, as a server writes it; answers how many.
async fn write(journal: &dyn Journal, number: usize, squares: &[Square]) -> usize {
    let stream = StreamId::new("game", format!("game-{number:08}"));
    let mut state = TableState::default();
    let (mut seq, mut now_ms) = (0, STARTS_AT_MS - 60_000);
    let mut placed = 0;
    loop {
        let command = match state.phase() {
            Phase::Empty => created(number),
            Phase::Waiting => {
                now_ms = STARTS_AT_MS;
                Command::Start
            }
            Phase::Live => next(&state, squares, &mut placed),
            _ => return usize::try_from(seq).unwrap(),
        };
        now_ms += 4_000 + i64::try_from(number % 1_000).unwrap();
        let events = decide(&state, &command, &Moment::at(now_ms)).expect("a legal move");
        let facts = events
            .iter()
            .filter(|event| matches!(event, Event::Finished(_)));
        let facts = facts.map(|finished| NewFact {
            kind: "game_finished".to_owned(),
            body: serde_json::to_vec(finished).unwrap(),
        });
        let appended = journal.append(NewEntry {
            stream: stream.clone(),
            expected_seq: seq,
            at_ms: now_ms,
            actor: format!(
                "account-{}-{number}",
                if seq % 2 == 0 { "black" } else { "white" }
            ),
            command_id: format!("command-{seq}"),
            schema_version: 1,
            body: serde_json::to_vec(&events).unwrap(),
            facts: facts.collect(),
            deadline: DeadlineChange::Keep,
            records: Vec::new(),
        });
        let Append::Appended { seq: written, .. } = appended.await.unwrap() else {
            panic!("somebody else writes {stream}");
        };
        seq = written;
        state = events
            .iter()
            .fold(state, |state, event| evolve(state, now_ms, event));
    }
}

fn next(state: &TableState, squares: &[Square], placed: &mut usize) -> Command {
    let turn = state.turn().expect("somebody's turn");
    let (color, ply): (Color, u32) = (turn.seat(), state.next_ply());
    if turn.must_pass {
        return Command::Pass { color, ply };
    }
    let square = squares[*placed];
    *placed += 1;
    Command::Move {
        color,
        ply,
        square,
        flip: None,
    }
}

async fn generate(data: &Path, number: usize) -> usize {
    let path = data.join("play.sqlite");
    let tables = Some(&outflank_play::MIGRATIONS);
    let journal = Store::in_sqlite(&path, tables).await.unwrap().journal;
    let real = Arc::new(games());
    let next = Arc::new(AtomicUsize::new(0));
    let mut writers = JoinSet::new();
    for _ in 0..WRITERS.min(number) {
        let (journal, real, next) = (Arc::clone(&journal), Arc::clone(&real), Arc::clone(&next));
        writers.spawn(async move {
            let mut entries = 0;
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= number {
                    return entries;
                }
                if game.is_multiple_of(1_000) {
                    eprintln!("{game} of {number} games are written");
                }
                entries += write(&*journal, game, &real[game % real.len()]).await;
            }
        });
    }
    let entries = writers.join_all().await.into_iter().sum();
    journal.close().await;
    entries
}

/// `outflank`, which must be done; how long it took, in seconds, and what it said.
fn outflank(arguments: &[&str]) -> (f64, String) {
    let begun = Instant::now();
    let mut program = Program::new(env!("CARGO_BIN_EXE_outflank"));
    let output = program.args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    eprintln!("outflank {}: {}", arguments[0], said.trim());
    (begun.elapsed().as_secs_f64(), said)
}

fn main() {
    let asked = std::env::var("GAMES").ok();
    let number = asked.map_or(GAMES, |games| games.parse().expect("GAMES is a number"));
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    std::fs::create_dir(place("data")).unwrap();
    let begun = Instant::now();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let entries = runtime.block_on(generate(Path::new(&place("data")), number));
    drop(runtime);
    let written = begun.elapsed().as_secs_f64();
    let (copied, _) = outflank(&["backup", &place("copy"), "--data", &place("data")]);
    std::fs::remove_dir_all(place("data")).unwrap();
    let (restored, said) = outflank(&["restore", &place("copy"), "--data", &place("new")]);
    assert!(said.contains(&format!("{entries} entries")), "{said}");
    let file = format!("{}/play.sqlite", place("new"));
    let (verified, said) = outflank(&["verify", &file]);
    assert!(
        said.contains(&format!("{number} streams, {entries} entries")),
        "{said}"
    );
    let bytes = std::fs::metadata(&file).unwrap().len();
    eprintln!(
        "{entries} entries of {number} games, {} MiB: written in {written:.1} s",
        bytes >> 20
    );
    println!("figure restore_games {number}");
    println!("figure backup_seconds {copied:.1} s");
    println!("figure restore_{number}_games_seconds {restored:.1} s");
    println!("figure verify_{number}_games_seconds {verified:.1} s");
}
