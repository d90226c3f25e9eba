//! What goes wrong between a process and its journal, as the seed has it.

use std::{collections::BTreeSet, io, sync::Arc};

use async_trait::async_trait;
use outflank_journal::{
    JournalError, StreamId, entry_hash,
    writer::{InsertError, Row},
};
use outflank_stillness::{Broken, Disturbance, Memory, rest};

use crate::{
    chance::Chance,
    coverage::{Doing, Fault, Point},
    evening::{BOOKINGS, CONTEST},
    fault_plan::Control,
    life::Life,
    world::World,
};

/// One process's connections, and what goes wrong with them.
#[derive(Debug, Clone)]
pub struct Faults {
    world: Arc<World>,
    life: Life,
    chance: Chance,
}

fn broken_connection(doing: &'static str) -> JournalError {
    let cause = io::Error::new(io::ErrorKind::ConnectionReset, "the connection broke");
    JournalError::Storage {
        doing,
        cause: Arc::new(sqlx::Error::Io(cause)),
    }
}

fn announces(row: &Row) -> bool {
    String::from_utf8_lossy(&row.entry.body).contains("announcement_made")
}

fn counts_a_game(row: &Row) -> bool {
    let is_played = || String::from_utf8_lossy(&row.entry.body).contains("\"played\"");
    row.entry.stream.kind == CONTEST && is_played()
}

/// The rows, behind each that counts a game the same once more, as if another command had come with it.
fn counted_twice(rows: &[Row]) -> Vec<Row> {
    let mut all = Vec::new();
    for row in rows {
        all.push(row.clone());
        if counts_a_game(row) {
            let mut again = row.clone();
            again.entry.seq += 1;
            again.entry.command_id += "-again";
            again.entry.previous_hash = row.entry.hash;
            again.entry.hash = entry_hash(&again.entry, &again.facts);
            all.push(again);
        }
    }
    all
}

/// The rows; of every second place among bookings without what they write of live ratings.
fn without_ratings(rows: &[Row]) -> Vec<Row> {
    let mut all = rows.to_vec();
    let forgets = |row: &&mut Row| {
        let entry = &row.entry;
        entry.stream.kind == BOOKINGS && entry.seq.is_multiple_of(2)
    };
    for row in all.iter_mut().filter(forgets) {
        // A statement shows itself without its values.
        row.records
            .retain(|record| !format!("{record:?}").contains("live_ratings"));
    }
    all
}

/// The row behind the last one of its stream, where its place among bookings is taken.
fn behind_the_last(memory: &Memory, row: &Row) -> Row {
    let stream = &row.entry.stream;
    let last = memory.read(stream, 0, u32::MAX).pop();
    let mut row = row.clone();
    if let Some(last) = last.filter(|last| stream.kind == BOOKINGS && last.seq >= row.entry.seq) {
        row.entry.seq = last.seq + 1;
        row.entry.previous_hash = last.hash;
        row.entry.hash = entry_hash(&row.entry, &row.facts);
    }
    row
}

impl Faults {
    /// Those of the process of that name.
    #[must_use]
    pub fn of(world: &Arc<World>, (name, life): (&str, &Life)) -> Self {
        Self {
            world: Arc::clone(world),
            life: life.clone(),
            chance: world.chance(&format!("journal of {name}")),
        }
    }

    async fn commit_time(&self, doings: &[Doing]) {
        let (chance, fault_plan) = (&self.chance, &self.world.fault_plan);
        let mut ms = chance.between(0, fault_plan.commit_ms);
        if self.world.strikes(chance, Fault::SlowCommit, doings) {
            ms = chance.between(100, 900);
            if chance.in_thousand(100) {
                ms = chance.between(2_000, 5_000);
            }
            self.is_disturbed_for(ms);
        }
        if ms > 0 {
            rest(ms).await;
        }
        self.life.go_on().await;
    }

    /// Nobody can count on the process for so long, ms.
    fn is_disturbed_for(&self, ms: u64) {
        let now_ms = self.world.time.now_ms();
        let until_ms = now_ms.saturating_add_unsigned(ms);
        self.life.is_disturbed((now_ms, until_ms));
    }

    fn reach_point(&self, point: Point, doings: &[Doing]) {
        let now_ms = self.world.time.now_ms();
        for doing in doings {
            self.life.reaches(point, doing, now_ms);
        }
    }

    /// What is written in place of these rows, where that is broken on purpose.
    fn in_place_of(&self, rows: &[Row]) -> Option<Vec<Row>> {
        match self.world.control? {
            Control::GameCountedTwice => Some(counted_twice(rows)),
            Control::StaleRatings => Some(without_ratings(rows)),
            _ => None,
        }
    }

    async fn write(
        &self,
        memory: &Memory,
        rows: &[Row],
    ) -> Result<BTreeSet<StreamId>, InsertError> {
        let finished = |row: &Row| row.facts.iter().any(|fact| fact.kind == "game_finished");
        let lost = self.world.breaks(Control::LostFact) && rows.iter().any(finished);
        let broken = Broken {
            no_key_on_seq: self.world.breaks(Control::NoKeyOnSeq),
            facts_lost: lost && self.chance.in_thousand(500),
        };
        if self.world.breaks(Control::StaleBookingTaken) {
            let behind: Vec<Row> = rows
                .iter()
                .map(|row| behind_the_last(memory, row))
                .collect();
            return memory.commit(&behind, broken).await;
        }
        memory.commit(rows, broken).await
    }

    /// Says yes at once, and commits a little later if the process still lives.
    fn commit_later(self, memory: &Arc<Memory>, rows: &[Row]) -> BTreeSet<StreamId> {
        let promised = memory.would_insert(rows);
        let (memory, rows) = (Arc::clone(memory), rows.to_vec());
        tokio::spawn(async move {
            rest(self.chance.between(5, 200)).await;
            if !self.life.is_over() {
                drop(self.write(&memory, &rows).await);
                memory.number_facts();
            }
        });
        promised
    }
}

#[async_trait]
impl Disturbance for Faults {
    async fn go_on(&self) {
        self.life.go_on().await;
    }

    async fn reach(&self, doing: &'static str) -> Result<(), JournalError> {
        self.life.looks();
        self.life.go_on().await;
        let (world, chance) = (&self.world, &self.chance);
        let during = [&Doing::other(doing)];
        if world.strikes(chance, Fault::SlowRead, during) {
            let ms = chance.between(5, 120);
            self.is_disturbed_for(ms);
            rest(ms).await;
        }
        if world.strikes(chance, Fault::ReadError, during) {
            self.is_disturbed_for(0);
            return Err(broken_connection(doing));
        }
        self.life.go_on().await;
        Ok(())
    }

    async fn commit(
        &self,
        memory: &Arc<Memory>,
        rows: &[Row],
    ) -> Result<BTreeSet<StreamId>, InsertError> {
        self.life.go_on().await;
        let (world, chance) = (&self.world, &self.chance);
        // Games only: without its tournament no event would begin.
        let in_games = rows.iter().all(|row| row.entry.stream.kind == "game");
        if in_games && world.breaks(Control::AcknowledgedBeforeCommit) {
            // Whoever is refused tries again at once, and time has to pass.
            rest(20).await;
            return Ok(self.clone().commit_later(memory, rows));
        }
        if world.breaks(Control::AnnouncementLost) && rows.iter().any(announces) {
            return Ok(memory.would_insert(rows));
        }
        if world.breaks(Control::GameNotCounted) && rows.iter().any(counts_a_game) {
            return Ok(memory.would_insert(rows));
        }
        let coverage = &world.log.coverage;
        let entries = rows.iter().map(|row| &row.entry);
        let doings: Vec<Doing> = entries
            .map(|entry| coverage.writes(&entry.stream, &entry.command_id))
            .collect();
        self.reach_point(Point::Committing, &doings);
        if world.draws(chance, Fault::CommitFailed) {
            let ms = chance.between(1, 50);
            self.is_disturbed_for(ms);
            rest(ms).await;
            let error = broken_connection("insert entries");
            return Err(if chance.in_thousand(500) {
                world.log.struck(Fault::CommitBusy, &doings);
                InsertError::Busy(error)
            } else {
                world.log.struck(Fault::CommitFailed, &doings);
                InsertError::Failed(error)
            });
        }
        let unknown = world.draws(chance, Fault::UnknownWritten);
        if unknown {
            self.is_disturbed_for(0);
        }
        self.commit_time(&doings).await;
        if unknown && chance.in_thousand(500) {
            self.is_disturbed_for(0);
            world.log.struck(Fault::UnknownUnwritten, &doings);
            return Err(InsertError::Unknown(broken_connection("commit entries")));
        }
        let others = self.in_place_of(rows);
        let rows = others.as_deref().unwrap_or(rows);
        let inserted = self.write(memory, rows).await?;
        for row in rows
            .iter()
            .filter(|row| inserted.contains(&row.entry.stream))
        {
            world.seen.committed(&row.entry, world.time.now_ms());
        }
        self.reach_point(Point::Written, &doings);
        // A crash may come between the commit and the word of it.
        self.commit_time(&doings).await;
        if unknown {
            self.is_disturbed_for(0);
            world.log.struck(Fault::UnknownWritten, &doings);
            return Err(InsertError::Unknown(broken_connection("commit entries")));
        }
        self.reach_point(Point::Known, &doings);
        Ok(inserted)
    }

    fn facts_written(&self, memory: &Arc<Memory>) {
        let (memory, life) = (Arc::clone(memory), self.life.clone());
        let ms = self.chance.between(0, 30);
        tokio::spawn(async move {
            rest(ms).await;
            life.go_on().await;
            memory.number_facts();
        });
    }
}
