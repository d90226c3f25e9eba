//! A push service: it keeps what is posted, and answers as the test says.

use std::{net::IpAddr, sync::Mutex, time::Duration};

use async_trait::async_trait;
use outflank_outbound::{NotPosted, Post, Posted};
use outflank_testbed::PATIENCE;
use tokio::sync::watch;

const MOMENT: Duration = Duration::from_millis(20);

type Answers = Box<dyn FnMut(&Posted) -> Result<u16, NotPosted> + Send>;

pub struct Receiver {
    answers: Mutex<Answers>,
    received: watch::Sender<Vec<Posted>>,
    /// What comes here is kept and never answered.
    hanging: Mutex<Option<String>>,
}

impl Default for Receiver {
    fn default() -> Self {
        Self {
            answers: Mutex::new(Box::new(|_| Ok(201))),
            received: watch::Sender::default(),
            hanging: Mutex::default(),
        }
    }
}

impl Receiver {
    /// From now on it answers so.
    pub fn answers(&self, answers: impl FnMut(&Posted) -> Result<u16, NotPosted> + Send + 'static) {
        *self.answers.lock().unwrap() = Box::new(answers);
    }

    /// From now on nothing comes back from there.
    pub fn hangs_at(&self, url: &str) {
        *self.hanging.lock().unwrap() = Some(url.to_owned());
    }

    /// Everything so far.
    pub fn received(&self) -> Vec<Posted> {
        self.received.borrow().clone()
    }

    /// Waits until something more came, and no longer than a moment: it may have come before this.
    pub async fn next(&self) {
        let mut received = self.received.subscribe();
        let _ = tokio::time::timeout(MOMENT, received.changed()).await;
    }

    /// Everything, once there is so much.
    pub async fn until(&self, count: usize) -> Vec<Posted> {
        let mut received = self.received.subscribe();
        let there = received.wait_for(|all| all.len() >= count);
        let there = tokio::time::timeout(PATIENCE, there).await;
        there.expect("what is waited for").unwrap().clone()
    }
}

#[async_trait]
impl Post for Receiver {
    async fn post(&self, posted: Posted) -> Result<u16, NotPosted> {
        let answered = (*self.answers.lock().unwrap())(&posted);
        let hangs = self.hanging.lock().unwrap().as_deref() == Some(posted.url.as_str());
        self.received.send_modify(|all| all.push(posted));
        if hangs {
            std::future::pending::<()>().await;
        }
        answered
    }

    fn allows(&self, address: IpAddr) -> bool {
        address.is_loopback()
    }
}
