//! The operator's chat filter over HTTP: each message is posted to it, and the status of its answer is its word.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use outflank_outbound::{Network, Post, Posted, UrlFault, target_url};
use outflank_play::{ChatFilter, Draft, Verdict};
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};
use tokio::{sync::Semaphore, time::Instant};

/// A filter has so long to answer: whoever writes waits for it.
const LONGEST: Duration = Duration::from_secs(1);
/// One that did not answer is not asked again for so long.
const REST: Duration = Duration::from_secs(30);
/// Messages that it is asked about at once.
const MOST_AT_ONCE: usize = 32;
/// The status by which it refuses a message.
const FORBIDDEN: u16 = 403;
/// How its answers are counted.
const ANSWERS: [&str; 4] = ["allowed", "refused", "none", "unasked"];

type Answers = Family<[(&'static str, &'static str); 1], Counter>;

/// The filter at an address.
pub struct HttpChatFilter {
    /// Where to, and how; the body comes with each message.
    to: Posted,
    post: Arc<dyn Post>,
    answers: Answers,
    places: Semaphore,
    /// It did not answer, and is not asked before this.
    rests_until: Mutex<Option<Instant>>,
}

impl HttpChatFilter {
    /// The filter at the address that the operator gave, inside private networks too.
    ///
    /// # Errors
    /// [`UrlFault`].
    pub fn at(address: &str) -> Result<Arc<Self>, UrlFault> {
        let post = Arc::new(Network::new(Arc::new(|_| true)));
        Self::over(address, post)
    }

    fn over(address: &str, post: Arc<dyn Post>) -> Result<Arc<Self>, UrlFault> {
        Ok(Arc::new(Self {
            to: Posted {
                url: target_url(address, |_| true)?,
                headers: vec![("content-type", "application/json".to_owned())],
                body: Vec::new().into(),
            },
            post,
            answers: Answers::default(),
            places: Semaphore::new(MOST_AT_ONCE),
            rests_until: Mutex::default(),
        }))
    }

    /// Has a registry show what it answered, from the first: a count that is not shown until it rises has no rate.
    pub fn register(&self, registry: &mut Registry) {
        for answer in ANSWERS {
            drop(self.answers.get_or_create(&[("answer", answer)]));
        }
        registry.register(
            "chat_filter_answers",
            "Where a chat filter is set, messages that it was to look at, by its answer: allowed, refused, none, or unasked: it did not answer a moment ago, or was asked about too many at once",
            self.answers.clone(),
        );
    }

    fn rests(&self) -> bool {
        let until = *self.rests_until();
        until.is_some_and(|until| Instant::now() < until)
    }

    fn rests_until(&self) -> MutexGuard<'_, Option<Instant>> {
        self.rests_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// What it says of a message, and how that counts.
    async fn asked(&self, draft: &Draft) -> (Option<Verdict>, &'static str) {
        let Ok(_place) = self.places.try_acquire() else {
            return (None, "unasked");
        };
        if self.rests() {
            return (None, "unasked");
        }
        let body = serde_json::json!({
            "game_id": draft.game_id,
            "account_id": draft.account_id,
            "channel": draft.channel,
            "text": draft.text,
        });
        let posted = Posted {
            body: body.to_string().into(),
            ..self.to.clone()
        };
        let answer = tokio::time::timeout(LONGEST, self.post.post(posted)).await;
        match answer {
            Ok(Ok(200..=299)) => (Some(Verdict::Allowed), "allowed"),
            Ok(Ok(FORBIDDEN)) => (Some(Verdict::Refused), "refused"),
            Ok(Ok(_)) => (None, "none"),
            Ok(Err(_)) | Err(_) => {
                *self.rests_until() = Some(Instant::now() + REST);
                (None, "none")
            }
        }
    }
}

#[async_trait]
impl ChatFilter for HttpChatFilter {
    async fn judge(&self, draft: Draft) -> Option<Verdict> {
        let (verdict, answer) = self.asked(&draft).await;
        self.answers.get_or_create(&[("answer", answer)]).inc();
        verdict
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::net::IpAddr;

    use outflank_outbound::NotPosted;

    use super::*;

    /// Answers as it is told, and keeps what was posted.
    struct Answering(Result<u16, NotPosted>, Mutex<Vec<Posted>>);

    #[async_trait]
    impl Post for Answering {
        async fn post(&self, posted: Posted) -> Result<u16, NotPosted> {
            self.1.lock().unwrap().push(posted);
            if self.0 == Err(NotPosted::NoAnswer) {
                std::future::pending::<()>().await;
            }
            self.0
        }

        fn allows(&self, _: IpAddr) -> bool {
            true
        }
    }

    fn draft() -> Draft {
        Draft {
            game_id: "game".to_owned(),
            account_id: "account".to_owned(),
            channel: "players",
            text: "Good luck".to_owned(),
        }
    }

    fn counted(filter: &HttpChatFilter, answer: &'static str) -> u64 {
        filter.answers.get_or_create(&[("answer", answer)]).get()
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_does_not_answer_is_left_alone_for_a_while() {
        let post = Arc::new(Answering(Err(NotPosted::NoAnswer), Mutex::default()));
        let filter = HttpChatFilter::over("http://10.0.0.5:9000/chat", post.clone()).unwrap();
        for _ in 0..3 {
            assert_eq!(filter.judge(draft()).await, None);
        }
        assert_eq!(post.1.lock().unwrap().len(), 1);
        assert_eq!(
            (counted(&filter, "none"), counted(&filter, "unasked")),
            (1, 2)
        );
        tokio::time::advance(REST).await;
        assert_eq!(filter.judge(draft()).await, None);
        assert_eq!(post.1.lock().unwrap().len(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_asked_about_so_many_at_once_and_no_more() {
        let post = Arc::new(Answering(Err(NotPosted::NoAnswer), Mutex::default()));
        let filter = HttpChatFilter::over("http://10.0.0.5:9000/chat", post.clone()).unwrap();
        let mut asking = tokio::task::JoinSet::new();
        for _ in 0..MOST_AT_ONCE + 1 {
            let filter = Arc::clone(&filter);
            asking.spawn(async move { filter.judge(draft()).await });
        }
        while let Some(judged) = asking.join_next().await {
            assert_eq!(judged.unwrap(), None);
        }
        assert_eq!(post.1.lock().unwrap().len(), MOST_AT_ONCE);
        assert_eq!(counted(&filter, "unasked"), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn its_word_is_the_status_of_its_answer_and_silence_is_none() {
        for (status, expected) in [
            (Ok(200), Some(Verdict::Allowed)),
            (Ok(204), Some(Verdict::Allowed)),
            (Ok(403), Some(Verdict::Refused)),
            (Ok(302), None),
            (Ok(500), None),
            (Err(NotPosted::NoConnection), None),
            (Err(NotPosted::NoAnswer), None),
        ] {
            let post = Arc::new(Answering(status, Mutex::default()));
            let filter = HttpChatFilter::over("http://10.0.0.5:9000/chat", post.clone()).unwrap();
            assert_eq!(filter.judge(draft()).await, expected, "{status:?}");
            let posted = post.1.lock().unwrap().pop().unwrap();
            let body: serde_json::Value = serde_json::from_slice(&posted.body).unwrap();
            assert_eq!(body["text"], "Good luck");
            assert_eq!(body["channel"], "players");
        }
    }
}
