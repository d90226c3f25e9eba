//! `outflank verify` on games whose results the server countersigned: chains can be sound and a signature forged.

use std::path::Path;

use crate::run::{outflank, text};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signer as _, SigningKey};
use outflank_access::keys;
use outflank_journal::{
    DataFolder, DeadlineChange, Journal, NewEntry, SqliteJournal, StreamId, records,
};
use outflank_othello::{
    Color, Command, Create, DefaultPolicy, Event, GameRules, Moment, PassMode, PerColor, RuleText,
    TableState, TimeControl, decide, fold, transcript_digest,
};
use serde_json::json;

const GAME: &str = "game-1";
const SERVER: [u8; 32] = [7; 32];
const FORGER: [u8; 32] = [8; 32];

/// A game's entries up to its confirmed result, as the engine decides them.
struct Signed {
    entries: Vec<Vec<Event>>,
    state: TableState,
    now_ms: i64,
}

impl Signed {
    fn played() -> Self {
        let mut game = Self {
            entries: Vec::new(),
            state: TableState::default(),
            now_ms: 1_000,
        };
        game.accept(&Command::Create(Create {
            place: None,
            booked_at: None,
            entrants: PerColor::new("entrant-1".into(), "entrant-2".into()),
            accounts: PerColor::new(Some("account-1".into()), Some("account-2".into())),
            game_rules: Box::new(GameRules::new(
                TimeControl::SuddenDeath { main_ms: 1_500_000 },
                DefaultPolicy::Woc,
                PassMode::Explicit,
                RuleText::Egp,
            )),
            starts_at_ms: 2_000,
        }));
        game.now_ms = 2_000;
        game.accept(&Command::Start);
        for (color, ply, square) in [(Color::Black, 1, "f5"), (Color::White, 2, "d6")] {
            let square = square.parse().unwrap();
            game.accept(&Command::Move {
                color,
                ply,
                square,
                flip: None,
            });
        }
        game.accept(&Command::Resign {
            color: Color::Black,
        });
        for color in Color::BOTH {
            let digest = transcript_digest(&game.state);
            game.accept(&Command::ConfirmTranscript { color, digest });
        }
        game
    }

    fn accept(&mut self, command: &Command) {
        self.now_ms += 1_000;
        let events = decide(&self.state, command, &Moment::at(self.now_ms)).unwrap();
        self.state = fold(std::mem::take(&mut self.state), self.now_ms, &events);
        self.entries.push(events);
    }

    /// The server's signature under this game, made with a key.
    fn countersign(&mut self, game_id: &str, signs: [u8; 32], named: [u8; 32]) {
        let digest = transcript_digest(&self.state);
        let statement = outflank_play::statement(game_id, &digest);
        let signature = SigningKey::from_bytes(&signs).sign(statement.as_bytes());
        let named = SigningKey::from_bytes(&named).verifying_key();
        self.accept(&Command::Countersign {
            digest,
            key_id: keys::key_id(&named),
            signature: URL_SAFE_NO_PAD.encode(signature.to_bytes()),
        });
    }

    /// Writes it as one game of a journal whose chain is sound, beside a public key under a key's id.
    fn write(&self, folder: &Path, (named, public): ([u8; 32], [u8; 32])) -> String {
        let folder = DataFolder::open(folder).unwrap();
        let path = folder.database("play");
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let own_tables = &*outflank_play::MIGRATIONS.sqlite;
            let journal = SqliteJournal::open(&path, Some(own_tables)).await.unwrap();
            for (seq, events) in (0..).zip(&self.entries) {
                let entry = NewEntry {
                    stream: StreamId::new("game", GAME),
                    expected_seq: seq,
                    at_ms: 1_000 * i64::try_from(seq + 1).unwrap(),
                    actor: "service:play".to_owned(),
                    command_id: format!("command {seq}"),
                    schema_version: 1,
                    body: serde_json::to_vec(events).unwrap(),
                    facts: Vec::new(),
                    deadline: DeadlineChange::Keep,
                    records: Vec::new(),
                };
                journal.append(entry).await.unwrap();
            }
            let key = |seed: &[u8; 32]| SigningKey::from_bytes(seed).verifying_key();
            let statement = "INSERT INTO signing_keys (key_id, public_key) VALUES ($1, $2)";
            let known = records::query(statement)
                .bind(keys::key_id(&key(&named)))
                .bind(URL_SAFE_NO_PAD.encode(key(&public).as_bytes()));
            journal.records().run(known).await.unwrap();
            journal.close().await;
        });
        text(&path)
    }
}

/// What `verify` says of the game and of its countersignature alone.
fn failure(game: &Signed, stored: ([u8; 32], [u8; 32])) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = game.write(folder.path(), stored);
    let seq = game.entries.len();
    let ran = outflank(["verify", "--format", "json", &file]);
    let report = ran.json();
    assert_eq!(report["breaks"], json!([]), "the chain itself is sound");
    assert_eq!(report["entries"], seq);
    assert_eq!(report["results"]["countersigned"], 1);
    let told = outflank(["verify", &file]);
    let found = report["results"]["failures"].as_array().unwrap();
    let Some(first) = found.first() else {
        assert_eq!((ran.code, told.code), (0, 0), "{}", told.stdout);
        let holds = "1 results countersigned: every signature holds\n";
        assert!(told.stdout.ends_with(holds), "{}", told.stdout);
        return None;
    };
    assert_eq!((ran.code, told.code, found.len()), (1, 1, 1));
    let where_it_is = (&first["stream"], first["seq"].as_u64());
    let wanted = (&json!("game/game-1"), u64::try_from(seq).ok());
    assert_eq!(where_it_is, wanted);
    let what = first["what"].as_str().unwrap();
    let line = format!("{file}: game/game-1, entry {seq}: {what}\n");
    assert!(told.stdout.contains(&line), "{}", told.stdout);
    Some(what.to_owned())
}

#[test]
fn a_countersigned_result_is_checked_and_holds() {
    let mut game = Signed::played();
    game.countersign(GAME, SERVER, SERVER);
    assert_eq!(failure(&game, (SERVER, SERVER)), None);
}

#[test]
fn a_forged_countersignature_in_a_sound_chain_is_reported() {
    const NOT_ITS_KEYS: &str = "the countersignature is not that of its key";
    // Somebody else signed in the server's name; the server's signature under another game.
    for (game_id, signs) in [(GAME, FORGER), ("game-2", SERVER)] {
        let mut game = Signed::played();
        game.countersign(game_id, signs, SERVER);
        let found = failure(&game, (SERVER, SERVER));
        assert_eq!(found.as_deref(), Some(NOT_ITS_KEYS));
    }
    let mut game = Signed::played();
    game.countersign(GAME, SERVER, SERVER);
    let Some(Event::Countersigned { signature, .. }) =
        game.entries.last_mut().and_then(|entry| entry.last_mut())
    else {
        panic!("the last event is the countersignature");
    };
    let changed = if signature.starts_with('A') { "B" } else { "A" };
    signature.replace_range(..1, changed);
    let found = failure(&game, (SERVER, SERVER));
    assert_eq!(found.as_deref(), Some(NOT_ITS_KEYS));
}

#[test]
fn a_key_put_under_the_servers_id_later_is_found_out() {
    let mut game = Signed::played();
    game.countersign(GAME, FORGER, SERVER);
    let found = failure(&game, (SERVER, FORGER));
    let unknown = "the key of the countersignature is not known";
    assert_eq!(found.as_deref(), Some(unknown));
}

#[test]
fn a_signature_under_another_transcript_is_reported() {
    let mut game = Signed::played();
    game.countersign(GAME, SERVER, SERVER);
    // A true signature, but the game before it was rewritten: one ply less, chained anew.
    game.entries.remove(3);
    let found = failure(&game, (SERVER, SERVER));
    let another = "the countersignature is under another transcript";
    assert_eq!(found.as_deref(), Some(another));
}
