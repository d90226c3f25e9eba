//! What is to be seen of a world.

use outflank_access::Role;
use outflank_othello::Event;
use outflank_proto::{
    feed::v1::{Cursor, Fact, ReadFactsRequest},
    play::v1 as proto,
};
use outflank_testbed::breach;
pub use outflank_testbed::is_safe;

use super::{World, events_of};

impl World {
    /// Walks the hash chains.
    pub async fn chains_are_sound(&self) {
        let report = self.journal().verify_all().await.unwrap();
        if !report.is_sound() {
            breach(&format!("{report:?}"));
        }
    }

    pub async fn table(&self, game: &str) -> proto::Table {
        let request = proto::GetTableRequest {
            game_id: game.to_owned(),
            ..Default::default()
        };
        let answer = self.client().get_table(request).await.unwrap();
        answer.into_inner().table.unwrap()
    }

    pub async fn clocks(&self, game: &str) -> proto::Clocks {
        self.table(game).await.clocks.unwrap()
    }

    /// The entries of which everybody sees something.
    pub async fn entries(&self, game: &str, after_seq: u64) -> Vec<proto::TableEntry> {
        let mut entries = self.all_entries(game, after_seq).await;
        // Not so a player's arrival.
        entries.retain(|entry| entry.events_json != b"[]");
        entries
    }

    pub async fn all_entries(&self, game: &str, after_seq: u64) -> Vec<proto::TableEntry> {
        let request = proto::ReadEntriesRequest {
            game_id: game.to_owned(),
            after_seq,
            ..Default::default()
        };
        let answer = self.client().read_entries(request).await.unwrap();
        answer.into_inner().entries
    }

    /// All events that everybody may see.
    pub async fn events(&self, game: &str) -> Vec<Event> {
        let entries = self.entries(game, 0).await;
        entries.iter().flat_map(events_of).collect()
    }

    /// What a game's clocks were given back: milliseconds and fault ids.
    pub async fn credits(&self, game: &str) -> Vec<(i64, String)> {
        let events = self.events(game).await.into_iter();
        let credits = events.filter_map(|event| match event {
            Event::TimeCredited { ms, fault_id, .. } => Some((ms, fault_id)),
            _ => None,
        });
        credits.collect()
    }

    /// What a game's clocks were given back in all, in ms.
    pub async fn credited_ms(&self, game: &str) -> i64 {
        let credits = self.credits(game).await;
        credits.iter().map(|(ms, _)| ms).sum()
    }

    /// What the officials of the tournament were alerted to.
    pub async fn alerts(&self) -> Vec<proto::Alert> {
        let request = proto::ReadAlertsRequest {
            tournament_id: super::TOURNAMENT.to_owned(),
            since_ms: 0,
        };
        let answer = self.service(Role::Gateway).read_alerts(request).await;
        answer.unwrap().into_inner().alerts
    }

    /// When processes whose names begin so were last known to run, in ms since 1970.
    pub async fn last_beat_ms(&self, kind: &str) -> i64 {
        let beats = self.journal().heartbeats().await.unwrap();
        let beats = beats.iter().filter(|beat| beat.process.starts_with(kind));
        beats.map(|beat| beat.at_ms).max().unwrap()
    }

    pub async fn facts(&self) -> Vec<Fact> {
        let request = ReadFactsRequest {
            after: Some(Cursor::default()),
            limit: 1_000,
            at_end: false,
        };
        let answer = self.service(Role::Pairing).read_facts(request).await;
        answer.unwrap().into_inner().facts
    }
}
