//! An archive of finished events in the stores of a server that does not run.

use std::path::{Path, PathBuf};

use outflank_journal::{Append, Cursor, Migrations, PostgresOptions, Store, records};
use tokio::{sync::mpsc, task::JoinSet};

use crate::events::{Event, LINKS, event};

/// Events written at a time: their entries share commits.
const AT_ONCE: usize = 128;
/// Whoever follows pairing, and under which names.
const FOLLOWERS: [(&str, &Migrations, &[&str]); 2] = [
    (
        "play",
        &outflank_play::MIGRATIONS,
        &["play-from-pairing", "play-records-from-pairing"],
    ),
    (
        "ratings",
        &outflank_ratings::MIGRATIONS,
        &["ratings-from-pairing"],
    ),
];

/// Where the stores of a server are.
pub struct Place {
    pub data: PathBuf,
    /// Of a database; the data folder's files without one.
    pub database: Option<String>,
}

impl Place {
    async fn store(&self, service: &str, tables: &'static Migrations) -> Store {
        let opened = match &self.database {
            Some(url) => Store::in_postgres(PostgresOptions::new(url, service), Some(tables)).await,
            None => {
                let file = self.data.join(format!("{service}.sqlite"));
                Store::in_sqlite(file, Some(tables)).await
            }
        };
        opened.expect("the store opens")
    }

    /// Writes events of these numbers as their service would have, entry by entry. Those who follow it have come to the
    /// end of its feed: an archive's tables and rating files are not made again.
    ///
    /// # Panics
    /// When the stores do not take them.
    pub async fn fill(&self, numbers: std::ops::Range<usize>) {
        let pairing = self.store("pairing", &outflank_pairing::MIGRATIONS).await;
        let (sender, mut made) = mpsc::channel(AT_ONCE);
        let halves = numbers.len().div_ceil(2).max(1);
        for start in numbers.clone().step_by(halves) {
            let (sender, end) = (sender.clone(), (start + halves).min(numbers.end));
            std::thread::spawn(move || {
                for number in start..end {
                    if sender.blocking_send(event(number)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut writing = JoinSet::new();
        let mut facts = 0;
        while let Some(event) = made.recv().await {
            if writing.len() >= AT_ONCE {
                facts += written(&mut writing).await;
            }
            let pairing = pairing.clone();
            writing.spawn(async move { write(&pairing, event).await });
        }
        while !writing.is_empty() {
            facts += written(&mut writing).await;
        }
        let before = pairing.journal.load_cursor("archive").await.unwrap().number;
        let mut head = pairing.journal.facts_head();
        let all = before + facts;
        head.wait_for(|head| *head >= all).await.unwrap();
        let end = Cursor {
            epoch: pairing.journal.epoch(),
            number: all,
        };
        pairing.journal.save_cursor("archive", &end).await.unwrap();
        pairing.journal.close().await;
        for (service, tables, consumers) in FOLLOWERS {
            let store = self.store(service, tables).await;
            for consumer in consumers {
                store.journal.save_cursor(consumer, &end).await.unwrap();
            }
            store.journal.close().await;
        }
    }
}

async fn written(writing: &mut JoinSet<u64>) -> u64 {
    writing.join_next().await.unwrap().unwrap()
}

/// The names, then the entries; answers how many facts they tell.
async fn write(pairing: &Store, event: Event) -> u64 {
    let mut transaction = pairing.records.write().await.unwrap();
    for (number, entrant) in (1_i64..).zip(&event.entrants) {
        records::query(
            "INSERT INTO entrant_names (tournament_id, entrant_id, surname, given_names, federation_number, new_player, \
             written_at_ms) VALUES ($1, $2, $3, $4, $5, $6, 0)",
        )
        .bind(&event.id)
        .bind(entrant)
        .bind(format!("Surname {number}"))
        .bind("Pat")
        .bind(number)
        .bind(false)
        .execute(&mut transaction)
        .await
        .unwrap();
    }
    records::query("INSERT INTO draw_secrets (tournament_id, secret, links) VALUES ($1, $2, $3)")
        .bind(&event.id)
        .bind(event.secret.0.to_vec())
        .bind(LINKS)
        .execute(&mut transaction)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    let mut facts = 0;
    for entry in event.entries {
        facts += entry.facts.len() as u64;
        let appended = pairing.journal.append(entry).await.unwrap();
        assert!(matches!(appended, Append::Appended { .. }), "{appended:?}");
    }
    facts
}

/// Bytes of all files in a folder.
///
/// # Panics
/// When it cannot be read.
pub fn bytes_of(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap();
    files
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum()
}
