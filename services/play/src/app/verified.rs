//! Games repeated and countersignatures checked offline, from a journal database that is only read.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::VerifyingKey;
use outflank_access::keys;
use outflank_journal::{Entry, JournalError, JournalLocation, records};
use outflank_othello::{Event, TableEntry, TableState, evolve, repeat_game, transcript_digest};

use super::{
    confirmation::is_countersigned, game::events_of, tables::STREAM, time::UNCERTAINTY_MS,
};

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
    let keys = SigningKeys::of(place).await;
    let mut found = Countersignatures::default();
    let read = place.read(STREAM, |stream, entries| {
        check_countersignatures(&stream.id, &entries, &keys, &mut found);
    });
    read.await?;
    Ok(found)
}

/// The public keys of countersignatures, by the ids that follow from them.
#[derive(Debug, Default)]
pub struct SigningKeys(BTreeMap<String, VerifyingKey>);

impl SigningKeys {
    /// Reads them as the table `signing_keys` has them, in base64url; what is none is left out.
    pub fn read<'a>(stored: impl IntoIterator<Item = &'a str>) -> Self {
        let keys = stored.into_iter().filter_map(|stored| {
            let bytes = URL_SAFE_NO_PAD.decode(stored).ok()?;
            let key = VerifyingKey::from_bytes(&bytes.try_into().ok()?).ok()?;
            Some((keys::key_id(&key), key))
        });
        Self(keys.collect())
    }

    /// Those of a database; none where it has no such table.
    async fn of(place: &JournalLocation) -> Self {
        let Ok(tables) = place.records().await else {
            return Self::default();
        };
        let stored = records::query_scalar::<String>("SELECT public_key FROM signing_keys");
        // A journal of another service has no such table.
        let stored = stored.fetch_all(tables.read()).await.unwrap_or_default();
        Self::read(stored.iter().map(String::as_str))
    }
}

/// The games of a journal database, repeated.
#[derive(Debug, Default)]
pub struct RepeatedGames {
    /// How many there are.
    pub games: usize,
    /// Acts that were decided again, with what their clocks were charged.
    pub decided: usize,
    /// Discs that were checked.
    pub plies: usize,
    /// What does not come out again: stream, entry, why.
    pub failures: Vec<(String, u64, String)>,
}

/// Repeats every game of a database from the stamps in its entries: [`repeat_game`].
///
/// # Errors
/// When it cannot be read.
pub async fn repeat_games(place: &JournalLocation) -> Result<RepeatedGames, JournalError> {
    let mut found = RepeatedGames::default();
    let read = place.read(STREAM, |stream, entries| {
        repeat(&stream.id, &entries, &mut found);
    });
    read.await?;
    Ok(found)
}

/// Repeats one game from its entries.
pub fn repeat(game_id: &str, entries: &[Entry], found: &mut RepeatedGames) {
    let stream = format!("{STREAM}/{game_id}");
    found.games = found.games.saturating_add(1);
    let mut events = Vec::with_capacity(entries.len());
    for entry in entries {
        match events_of(entry) {
            Ok(read) => events.push(read),
            Err(_) => {
                let what = "the entry cannot be read".to_owned();
                found.failures.push((stream, entry.seq, what));
                return;
            }
        }
    }
    let told = entries.iter().zip(&events);
    let told: Vec<TableEntry<'_>> = told
        .map(|(entry, events)| TableEntry {
            seq: entry.seq,
            at_ms: entry.at_ms,
            events,
        })
        .collect();
    let repeated = repeat_game(&told, UNCERTAINTY_MS);
    found.decided = found.decided.saturating_add(repeated.decided);
    found.plies = found.plies.saturating_add(repeated.plies);
    let findings = repeated.findings.into_iter();
    let findings = findings.map(|(seq, what)| (stream.clone(), seq, what));
    found.failures.extend(findings);
}

/// Checks the countersignatures of one game.
pub fn check_countersignatures(
    game_id: &str,
    entries: &[Entry],
    keys: &SigningKeys,
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
                } else if let Some(key) = keys.0.get(key_id) {
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
