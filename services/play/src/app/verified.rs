//! Countersignatures checked offline, from a journal database that is only read.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::VerifyingKey;
use outflank_access::keys;
use outflank_journal::{Entry, JournalError, JournalLocation, records};
use outflank_othello::{Event, TableState, evolve, transcript_digest};

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
/// When it cannot be read.
pub async fn check_results(place: &JournalLocation) -> Result<Countersignatures, JournalError> {
    let keys = signing_keys(place).await;
    let mut found = Countersignatures::default();
    let read = place.read(STREAM, |stream, entries| {
        check(&stream.id, &entries, &keys, &mut found);
    });
    read.await?;
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
async fn signing_keys(place: &JournalLocation) -> BTreeMap<String, VerifyingKey> {
    let Ok(tables) = place.records().await else {
        return BTreeMap::new();
    };
    let stored = records::query_scalar::<String>("SELECT public_key FROM signing_keys");
    // A journal of another service has no such table.
    let stored = stored.fetch_all(tables.read()).await.unwrap_or_default();
    stored
        .iter()
        .filter_map(|stored| {
            let bytes = URL_SAFE_NO_PAD.decode(stored).ok()?;
            let key = VerifyingKey::from_bytes(&bytes.try_into().ok()?).ok()?;
            Some((keys::key_id(&key), key))
        })
        .collect()
}
