//! What goes wrong between a process and its journal, as the seed has it.

use std::{collections::BTreeSet, io, sync::Arc};

use async_trait::async_trait;
use outflank_journal::{
    JournalError, StreamId,
    writer::{InsertError, Row},
};
use outflank_stillness::{Broken, Disturbance, Memory, rest};

use crate::{
    chance::Chance,
    weather::Control,
    world::{Life, World},
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

    async fn commit_time(&self) {
        let (chance, weather) = (&self.chance, &self.world.weather);
        let mut ms = chance.between(0, weather.commit_ms);
        if self.world.strikes(chance, weather.slow_commits) {
            ms = chance.between(100, 900);
            if chance.in_thousand(100) {
                ms = chance.between(2_000, 5_000);
            }
        }
        if ms > 0 {
            rest(ms).await;
        }
        self.life.go_on().await;
    }

    fn write(&self, memory: &Memory, rows: &[Row]) -> BTreeSet<StreamId> {
        let finished = |row: &Row| row.facts.iter().any(|fact| fact.kind == "game_finished");
        let lost = self.world.breaks(Control::LostFact) && rows.iter().any(finished);
        let broken = Broken {
            no_key_on_seq: self.world.breaks(Control::NoKeyOnSeq),
            facts_lost: lost && self.chance.in_thousand(500),
        };
        memory.insert(rows, broken)
    }

    /// Says yes at once, and commits a little later if the process still lives.
    fn commit_later(self, memory: &Arc<Memory>, rows: &[Row]) -> BTreeSet<StreamId> {
        let promised = memory.would_insert(rows);
        let (memory, rows) = (Arc::clone(memory), rows.to_vec());
        tokio::spawn(async move {
            rest(self.chance.between(5, 200)).await;
            if !self.life.is_over() {
                drop(self.write(&memory, &rows));
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
        self.life.go_on().await;
        let (chance, weather) = (&self.chance, &self.world.weather);
        if self.world.strikes(chance, weather.slow_commits / 2) {
            rest(chance.between(5, 120)).await;
        }
        if self.world.strikes(chance, weather.read_errors) {
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
        let (world, chance, weather) = (&self.world, &self.chance, &self.world.weather);
        if world.breaks(Control::AcknowledgedBeforeCommit) {
            return Ok(self.clone().commit_later(memory, rows));
        }
        if world.strikes(chance, weather.commit_errors) {
            rest(chance.between(1, 50)).await;
            let error = broken_connection("insert entries");
            return Err(if chance.in_thousand(500) {
                InsertError::Busy(error)
            } else {
                InsertError::Failed(error)
            });
        }
        let unknown = world.strikes(chance, weather.unknown_outcomes);
        self.commit_time().await;
        if unknown && chance.in_thousand(500) {
            return Err(InsertError::Unknown(broken_connection("commit entries")));
        }
        let inserted = self.write(memory, rows);
        // A crash may come between the commit and the word of it.
        self.commit_time().await;
        if unknown {
            return Err(InsertError::Unknown(broken_connection("commit entries")));
        }
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
