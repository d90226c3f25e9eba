//! A feed of numbered facts, and a consumer that answers as it is told.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
};

use async_trait::async_trait;
use outflank_access::Problem;
use outflank_proto::feed::v1::{Cursor, Fact, ReadFactsRequest, ReadFactsResponse};
use outflank_transport::feed::{FactSink, FactSource, NotTaken};
use tonic::Status;

/// Has so many facts: fact 2 is about tournament `t2`.
pub struct Source(pub u64);

#[async_trait]
impl FactSource for Source {
    async fn read(&self, request: ReadFactsRequest) -> Result<ReadFactsResponse, Status> {
        let after = request.after.unwrap_or_default().number;
        let facts = (after + 1..=self.0).map(|number| Fact {
            number,
            id: format!("tournament/t{number}/1/0"),
            kind: "result_recorded".to_owned(),
            body: format!("{{\"tournament_id\": \"t{number}\"}}").into_bytes(),
            ..Fact::default()
        });
        Ok(ReadFactsResponse {
            facts: facts.collect(),
            next: Some(cursor(self.0.max(after))),
        })
    }
}

fn cursor(number: u64) -> Cursor {
    Cursor {
        epoch: "one".to_owned(),
        number,
    }
}

#[derive(Default)]
pub struct Consumer(Mutex<State>);

#[derive(Default)]
struct State {
    answers: BTreeMap<u64, NotTaken>,
    /// Every number that was given.
    asked: Vec<u64>,
    taken: Vec<u64>,
    saved: u64,
}

impl Consumer {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    pub fn answer(&self, number: u64, answer: NotTaken) {
        self.state().answers.insert(number, answer);
    }

    /// From now on.
    pub fn take_all(&self) {
        self.state().answers.clear();
    }

    /// How often a fact was given.
    pub fn asked_of(&self, number: u64) -> usize {
        let state = self.state();
        state.asked.iter().filter(|asked| **asked == number).count()
    }

    pub fn taken(&self) -> Vec<u64> {
        self.state().taken.clone()
    }

    pub fn saved(&self) -> u64 {
        self.state().saved
    }

    pub fn came_as_far_as(&self, number: u64) {
        self.state().saved = number;
    }
}

#[async_trait]
impl FactSink for Consumer {
    async fn cursor(&self) -> Result<Cursor, Problem> {
        Ok(cursor(self.saved()))
    }

    async fn apply(&self, fact: &Fact, _epoch: &str) -> Result<(), NotTaken> {
        let mut state = self.state();
        state.asked.push(fact.number);
        if let Some(answer) = state.answers.get(&fact.number) {
            return Err(answer.clone());
        }
        state.taken.push(fact.number);
        Ok(())
    }

    async fn save_cursor(&self, cursor: &Cursor) -> Result<(), Problem> {
        self.state().saved = cursor.number;
        Ok(())
    }

    async fn start_over(&self) -> Result<(), Problem> {
        self.state().saved = 0;
        Ok(())
    }
}
