//! Countersignatures checked offline, from a journal database that is only read.

use std::{collections::BTreeMap, path::Path};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::VerifyingKey;
use outflank_journal::{Entry, JournalError};
use outflank_othello::{Event, TableState, evolve, transcript_digest};
use outflank_runtime::keys;
use sqlx::{ConnectOptions as _, Row as _, sqlite::SqliteConnectOptions};

use super::{confirmation::is_countersigned, game::events_of, tables::STREAM};

/// The countersignatures of a journal database.
#[derive(Debug, Default)]
pub struct Countersignatures {
    /// How many were checked.
    pub checked: usize,
    /// What does not hold: stream, entry, why.
    pub failures: Vec<(String, u64, String)>,
}

/// Checks every countersignature in the games of a database. The journal names each key by an id that
/// follows from the key itself, so a key put there later is found out.
///
/// # Errors
/// When the file cannot be read.
pub async fn check_results(path: &Path) -> Result<Countersignatures, JournalError> {
    let keys = signing_keys(path).await;
    let mut found = Countersignatures::default();
    outflank_journal::read_file(path, STREAM, |stream, entries| {
        check(&stream.id, &entries, &keys, &mut found);
    })
    .await?;
    Ok(found)
}

fn check(
    game_id: &str,
    entries: &[Entry],
    keys: &BTreeMap<String, VerifyingKey>,
    found: &mut Countersignatures,
) {
    let mut state = TableState::default();
    for entry in entries {
        let mut fail = |what: &str| {
            let stream = format!("{STREAM}/{game_id}");
            found.failures.push((stream, entry.seq, what.to_owned()));
        };
        let Ok(events) = events_of(entry) else {
            fail("the entry cannot be read");
            return;
        };
        for event in &events {
            if let Event::Countersigned {
                digest,
                key_id,
                signature,
            } = event
            {
                found.checked = found.checked.saturating_add(1);
                if *digest != transcript_digest(&state) {
                    fail("the countersignature is under another transcript");
                } else if let Some(key) = keys.get(key_id) {
                    if !is_countersigned(key, (game_id, digest), signature) {
                        fail("the countersignature is not that of its key");
                    }
                } else {
                    fail("the key of the countersignature is not known");
                }
            }
            state = evolve(state, entry.at_ms, event);
        }
    }
}

/// The keys that the database holds under the ids that follow from them; none where it has no such table.
async fn signing_keys(path: &Path) -> BTreeMap<String, VerifyingKey> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let Ok(mut connection) = options.connect().await else {
        return BTreeMap::new();
    };
    let rows = sqlx::query("SELECT public_key FROM signing_keys")
        .fetch_all(&mut connection)
        .await
        .unwrap_or_default();
    rows.iter()
        .filter_map(|row| {
            let bytes = URL_SAFE_NO_PAD.decode(row.get::<String, _>(0)).ok()?;
            let key = VerifyingKey::from_bytes(&bytes.try_into().ok()?).ok()?;
            Some((keys::key_id(&key), key))
        })
        .collect()
}
