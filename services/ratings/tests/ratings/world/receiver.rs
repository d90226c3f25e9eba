//! Where webhooks lead: whoever keeps what is posted, and answers as the test says.

use std::{net::IpAddr, sync::Mutex, time::Duration};

use async_trait::async_trait;
use outflank_outbound::{NotPosted, Post, Posted};
use tokio::sync::watch;

/// A test that waits longer waits for what never comes; simulated time passes by itself.
const PATIENCE: Duration = Duration::from_secs(600);

type Answers = Box<dyn FnMut(&Posted) -> Result<u16, NotPosted> + Send>;

/// What was posted, and how it was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub posted: Posted,
    pub answered: Result<u16, NotPosted>,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        let found = self.posted.headers.iter().find(|(of, _)| *of == name);
        &found.unwrap().1
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.posted.body).unwrap()
    }

    /// The tournament and version that it tells of.
    pub fn told(&self) -> (String, u64) {
        let json = self.json();
        let id = json["tournament_id"].as_str().unwrap().to_owned();
        (id, json["version"].as_u64().unwrap())
    }
}

pub struct Receiver {
    answers: Mutex<Answers>,
    received: watch::Sender<Vec<Received>>,
}

impl Default for Receiver {
    fn default() -> Self {
        Self {
            answers: Mutex::new(Box::new(|_| Ok(204))),
            received: watch::Sender::default(),
        }
    }
}

impl Receiver {
    /// From now on it answers so.
    pub fn answers(&self, answers: impl FnMut(&Posted) -> Result<u16, NotPosted> + Send + 'static) {
        *self.answers.lock().unwrap() = Box::new(answers);
    }

    /// Everything so far.
    pub fn received(&self) -> Vec<Received> {
        self.received.borrow().clone()
    }

    /// Everything, once it is what is waited for.
    pub async fn until(&self, is_there: impl Fn(&[Received]) -> bool) -> Vec<Received> {
        let mut received = self.received.subscribe();
        let there = received.wait_for(|all| is_there(all));
        let there = tokio::time::timeout(PATIENCE, there).await;
        there.expect("what is waited for").unwrap().clone()
    }

    /// Everything, once so much arrived.
    pub async fn until_arrived(&self, count: usize) -> Vec<Received> {
        let arrived = |all: &[Received]| {
            let good = all.iter().filter(|of| of.answered == Ok(204));
            good.count() >= count
        };
        self.until(arrived).await
    }
}

#[async_trait]
impl Post for Receiver {
    async fn post(&self, posted: Posted) -> Result<u16, NotPosted> {
        let answered = (*self.answers.lock().unwrap())(&posted);
        self.received
            .send_modify(|all| all.push(Received { posted, answered }));
        answered
    }

    fn allows(&self, _: IpAddr) -> bool {
        false
    }
}
