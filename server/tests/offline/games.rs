//! `outflank verify` repeats the games in a journal: a chain that is sound says nothing of what was charged.

use crate::run::{Ran, outflank, text};
use outflank_journal::{
    DataFolder, DeadlineChange, Journal as _, NewEntry, SqliteJournal, StreamId,
};
use outflank_othello::{
    Command, Create, DefaultPolicy, Event, GameRules, Moment, PassMode, PerColor, Place, RuleText,
    TableState, TimeControl, decide, evolve,
};
use serde_json::json;

type Entries = Vec<(i64, Vec<Event>)>;

/// A game of thirty plies, a second each.
fn game() -> Entries {
    let create = Create {
        place: Some(Place {
            tournament: "spring-open".into(),
            round: 1,
            table: 4,
            game: 1,
        }),
        booked_at: None,
        entrants: PerColor::new("entrant-1".into(), "entrant-2".into()),
        accounts: PerColor::new(Some("account-1".into()), Some("account-2".into())),
        game_rules: Box::new(GameRules::new(
            TimeControl::SuddenDeath { main_ms: 1_500_000 },
            DefaultPolicy::Woc,
            PassMode::Automatic,
            RuleText::Egp,
        )),
        starts_at_ms: 1_000,
    };
    let mut state = TableState::default();
    let mut entries = Entries::new();
    let mut take = |state: &mut TableState, command: &Command, at_ms: i64| {
        let moment = Moment::at(at_ms).stamped(at_ms, Some(at_ms - 1_000));
        let mut events = decide(state, command, &moment).unwrap();
        if let (Command::Move { color, ply, .. }, Some(stamps)) = (command, moment.stamps) {
            events.push(Event::Stamped {
                ply: *ply,
                color: *color,
                received_at_ms: stamps.received_at_ms,
                delivered_at_ms: stamps.delivered_at_ms,
                lag_ms: None,
                unread_ms: 0,
                seen_at_ms: None,
                queued_ms: 0,
                gateway: "gateway-1".to_owned(),
                by_key: false,
            });
        }
        for event in &events {
            *state = evolve(std::mem::take(state), at_ms, event);
        }
        entries.push((at_ms, events));
    };
    take(&mut state, &Command::Create(create), 0);
    take(&mut state, &Command::Start, 1_000);
    for ply in 1..=30 {
        let turn = state.turn().unwrap();
        let square = state.legal_moves().into_iter().next().unwrap();
        let command = Command::Move {
            color: turn.seat(),
            ply: state.next_ply(),
            square,
            flip: None,
        };
        take(&mut state, &command, 1_000 + 1_000 * ply);
    }
    entries
}

/// Verifies a journal that holds the game as the play service writes it.
fn verify(entries: &Entries, format: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let path = DataFolder::open(folder.path()).unwrap().database("play");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let journal = SqliteJournal::open(&path, None).await.unwrap();
        for (seq, (at_ms, events)) in (0..).zip(entries) {
            let entry = NewEntry {
                stream: StreamId::new("game", "sample"),
                expected_seq: seq,
                at_ms: *at_ms,
                actor: "player".to_owned(),
                command_id: format!("command {seq}"),
                schema_version: 1,
                body: serde_json::to_vec(events).unwrap(),
                facts: Vec::new(),
                deadline: DeadlineChange::Keep,
                records: Vec::new(),
            };
            journal.append(entry).await.unwrap();
        }
        journal.close().await;
    });
    outflank(["verify", "--format", format, &text(&path)])
}

#[test]
fn a_game_comes_out_the_same_again() {
    let ran = verify(&game(), "json");
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    let games = &ran.json()["games"];
    assert_eq!(
        *games,
        json!({ "games": 1, "acts": 31, "discs": 30, "failures": [] })
    );
    let ran = verify(&game(), "text");
    let said = "1 games, 31 acts and 30 discs repeated: all comes out the same again";
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
}

/// The chain of each of these journals is sound: they were written so.
#[test]
fn a_second_given_and_a_disc_turned_are_named_with_their_entry() {
    let changed = |change: fn(&mut Event)| {
        let mut entries = game();
        change(&mut entries[9].1[0]);
        entries
    };
    for (entries, why) in [
        (
            changed(|event| match event {
                Event::Moved { charged_ms, .. } => *charged_ms -= 500,
                other => panic!("{other:?}"),
            }),
            "Its stamps give a charge of 1000 ms, and it charges 500 ms.",
        ),
        (
            changed(|event| match event {
                Event::Moved { flipped, .. } => *flipped = outflank_othello::Squares::EMPTY,
                other => panic!("{other:?}"),
            }),
            "turns other discs than it says",
        ),
    ] {
        let ran = verify(&entries, "json");
        assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
        let report = ran.json();
        assert_eq!(report["breaks"], json!([]));
        let failures = report["games"]["failures"].as_array().unwrap();
        let named = failures
            .iter()
            .any(|failure| failure["seq"] == 10 && failure["what"].as_str().unwrap().contains(why));
        assert!(named, "{failures:?}");
        let ran = verify(&entries, "text");
        assert!(
            ran.stdout.contains("game/sample, entry 10: "),
            "{}",
            ran.stdout
        );
    }
}
