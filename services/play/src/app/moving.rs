//! The tables of an event that goes on at another server, and of one that comes from there.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::VerifyingKey;
use futures_util::future::join_all;
use outflank_access::{Problem, Role, identifier::game_id, keys};
use outflank_journal::{
    JournalError, Store, StreamId, WriteTransaction,
    moving::{MovingError, StoredEntry},
    records::{Column, Rows, Table, Value},
};
use outflank_othello::{Command, Event, Moment};
use serde::Deserialize;

use super::{
    from_pairing::{CONSUMER, FromPairing},
    game::{Game, events_of},
    records::PlayRecords,
    tables::{STREAM, Step, stream},
    time::UNCERTAINTY_MS,
};

use crate::app::refusal::stored;

impl FromPairing {
    /// Every table of the rounds that were published when the event went away.
    pub(super) async fn move_away(
        &self,
        fact_id: &str,
        (tournament, rounds): (&str, u32),
        (transfer_id, to): (&str, &str),
    ) -> Result<(), Problem> {
        let mut games = Vec::new();
        for round in 1..=rounds {
            games.extend(self.records.games(tournament, round).await?);
        }
        let command = Command::TransferAway {
            transfer_id: transfer_id.to_owned(),
            to: to.to_owned(),
        };
        self.all(fact_id, &games, &command).await
    }

    /// Every table that went away with this move.
    pub(super) async fn move_in(
        &self,
        fact_id: &str,
        tournament: &str,
        (transfer_id, resume_at_ms): (&str, Option<i64>),
    ) -> Result<(), Problem> {
        let games = self.records.games(tournament, 0).await?;
        let command = Command::TransferIn {
            transfer_id: transfer_id.to_owned(),
            resume_at_ms,
        };
        self.all(fact_id, &games, &command).await
    }

    async fn all(&self, fact_id: &str, games: &[String], command: &Command) -> Result<(), Problem> {
        let acted = games.iter().map(|game_id| async move {
            let acted = self.tables.act(game_id, |_, now_ms| {
                let moment = Moment {
                    uncertainty_ms: UNCERTAINTY_MS,
                    ..Moment::at(now_ms)
                };
                let actor = Role::Play.actor();
                Some(Step::new(&actor, fact_id, command.clone(), moment))
            });
            self.refused.taken_in(game_id, acted.await)
        });
        join_all(acted).await.into_iter().collect()
    }
}

/// What of the tables is carried beside their streams. What pairing's facts tell is told again where they come to;
/// what was noticed of connections stays where it was noticed.
const OF_GAMES: [Table; 3] = [
    Table {
        name: "reasons",
        about: "game_id",
        key: &["reason_id"],
        columns: &[
            ("reason_id", Column::Text),
            ("game_id", Column::Text),
            ("text", Column::Text),
        ],
    },
    Table {
        name: "chat_messages",
        about: "game_id",
        key: &["game_id", "number"],
        columns: &[
            ("game_id", Column::Text),
            ("number", Column::Integer),
            ("account_id", Column::Text),
            ("command_id", Column::Text),
            ("channel", Column::Text),
            ("role", Column::Text),
            ("addressed_to", Column::Text),
            ("text", Column::Text),
            ("at_ms", Column::Integer),
            ("removed_by", Column::Text),
            ("reason", Column::Text),
        ],
    },
    Table {
        name: "chat_rooms",
        about: "game_id",
        key: &["game_id"],
        columns: &[
            ("game_id", Column::Text),
            ("open_to_spectators", Column::Truth),
            ("official_id", Column::Text),
            ("reason", Column::Text),
            ("at_ms", Column::Integer),
        ],
    },
];

const OF_TOURNAMENTS: [Table; 2] = [
    Table {
        name: "chat_mutes",
        about: "tournament_id",
        key: &["tournament_id", "account_id"],
        columns: &[
            ("tournament_id", Column::Text),
            ("account_id", Column::Text),
            ("official_id", Column::Text),
            ("reason", Column::Text),
            ("at_ms", Column::Integer),
        ],
    },
    Table {
        name: "games",
        about: "tournament_id",
        key: &["game_id"],
        columns: &[
            ("game_id", Column::Text),
            ("tournament_id", Column::Text),
            ("round", Column::Integer),
            ("table_number", Column::Integer),
            ("game_number", Column::Integer),
            ("black_entrant_id", Column::Text),
            ("white_entrant_id", Column::Text),
        ],
    },
];

/// The keys under results that were signed before.
const SIGNING_KEYS: Table = Table {
    name: "signing_keys",
    about: "key_id",
    key: &["key_id"],
    columns: &[("key_id", Column::Text), ("public_key", Column::Text)],
};

/// Which game a fact tells of.
#[derive(Deserialize)]
struct Told {
    game_id: String,
    tournament_id: String,
}

/// The tables of an event in this service's store, whether servers run on it or not.
#[derive(Debug)]
pub struct Moving(Store);

impl Moving {
    /// In this store, opened with [`MIGRATIONS`](crate::MIGRATIONS).
    #[must_use]
    pub fn of(store: Store) -> Self {
        Self(store)
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0
    }

    /// Every table that is carried.
    pub fn tables() -> impl Iterator<Item = &'static Table> {
        let every = OF_GAMES.iter().chain(&OF_TOURNAMENTS);
        every.chain(std::iter::once(&SIGNING_KEYS))
    }

    /// The streams of a tournament's games, by round and table.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn games(&self, tournament_id: &str) -> Result<Vec<StreamId>, Problem> {
        let records = PlayRecords::new(self.0.records.clone());
        let games = records.games(tournament_id, 0).await?;
        Ok(games.iter().map(|game_id| stream(game_id)).collect())
    }

    /// Whether the tables have been told everything in pairing's feed up to this fact.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn has_followed(&self, epoch: &str, number: u64) -> Result<bool, JournalError> {
        let cursor = self.0.journal.load_cursor(CONSUMER).await?;
        Ok(cursor.epoch == epoch && cursor.number >= number)
    }

    /// Whether the last entry of a game is that it went away with this move.
    ///
    /// # Errors
    /// When the entry cannot be read.
    pub fn went_away(entries: &[StoredEntry], transfer_id: &str) -> Result<bool, Problem> {
        let Some(last) = entries.last() else {
            return Ok(false);
        };
        let events = events_of(&last.entry)?;
        Ok(events.iter().any(
            |event| matches!(event, Event::TransferredAway { transfer_id: with, .. } if with == transfer_id),
        ))
    }

    /// What is carried of a tournament beside the streams of its games.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn records(
        &self,
        tournament_id: &str,
    ) -> Result<Vec<(&'static Table, Rows)>, Problem> {
        let records = &self.0.records;
        let games = self.games(tournament_id).await?;
        let games: Vec<String> = games.into_iter().map(|stream| stream.id).collect();
        let tournament = [tournament_id.to_owned()];
        let mut carried = Vec::new();
        for table in Self::tables() {
            let of = match table.about {
                "game_id" => Some(&games[..]),
                "tournament_id" => Some(&tournament[..]),
                _ => None,
            };
            let rows = table.rows(records, of).await.map_err(stored)?;
            carried.push((table, rows));
        }
        Ok(carried)
    }

    /// Refuses the stream of a game that is none of this tournament's: its id follows from the entry that published its
    /// round, and so does what it tells others of.
    ///
    /// # Errors
    /// [`MovingError::Foreign`] names the first entry that is not the game's.
    pub fn check_game(
        entries: &[StoredEntry],
        tournament_id: &str,
        publications: &[(u64, u32)],
    ) -> Result<(), MovingError> {
        let mut game: Option<Game> = None;
        for StoredEntry { entry, facts } in entries {
            let foreign = |what: String| MovingError::foreign(entry, what);
            let id = entry.stream.id.as_str();
            let events = events_of(entry).map_err(|problem| foreign(problem.to_string()))?;
            let before = game.take().unwrap_or_else(|| Game::new(id));
            let after = before.after(entry.seq, entry.at_ms, &events);
            let place = after.state.place();
            let place = place.ok_or_else(|| foreign("it is of no tournament".to_owned()))?;
            let derived = publications
                .iter()
                .filter(|(_, round)| *round == place.round)
                .any(|(seq, round)| {
                    game_id(tournament_id, *seq, *round, place.table, place.game) == id
                });
            if entry.stream.kind != STREAM || place.tournament != tournament_id || !derived {
                return Err(foreign("no round of it has this game".to_owned()));
            }
            for fact in facts {
                let told: Told = serde_json::from_slice(&fact.body)
                    .map_err(|error| foreign(format!("a fact cannot be read: {error}")))?;
                if told.game_id != id || told.tournament_id != tournament_id {
                    return Err(foreign(format!("it tells of game {}", told.game_id)));
                }
            }
            game = Some(after);
        }
        Ok(())
    }

    /// Whether a signing key has the id that follows from it, which results name it by.
    #[must_use]
    pub fn is_key(row: &[Value]) -> bool {
        let [Value::Text(Some(id)), Value::Text(Some(key))] = row else {
            return false;
        };
        let key = URL_SAFE_NO_PAD.decode(key).ok();
        let key = key.and_then(|key| VerifyingKey::from_bytes(&key.try_into().ok()?).ok());
        key.is_some_and(|key| keys::key_id(&key) == *id)
    }

    /// Writes what was carried, to be committed; what is there already is replaced, but for keys.
    ///
    /// # Errors
    /// When the store fails, or does not take a row.
    pub async fn write(
        &self,
        carried: &[(&'static Table, Rows)],
    ) -> Result<WriteTransaction, Problem> {
        let mut transaction = self.0.records.write().await.map_err(stored)?;
        for (table, rows) in carried {
            let replace = table.name != SIGNING_KEYS.name;
            let written = table.write(&mut transaction, rows, replace).await;
            written.map_err(stored)?;
        }
        Ok(transaction)
    }
}
