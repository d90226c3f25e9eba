//! The operator's chat filter over HTTP: each message is posted to it, and the status of its answer is its word.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use outflank_outbound::{Network, Post, Posted, UrlFault, target_url};
use outflank_play::{ChatFilter, Draft, Verdict};
use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

/// A filter has so long to answer: whoever writes waits for it.
const LONGEST: Duration = Duration::from_secs(1);
/// The status by which it refuses a message.
const FORBIDDEN: u16 = 403;

type Answers = Family<[(&'static str, &'static str); 1], Counter>;

/// The filter at an address.
pub struct HttpChatFilter {
    /// Where to, and how; the body comes with each message.
    to: Posted,
    post: Arc<dyn Post>,
    answers: Answers,
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
        }))
    }

    /// Has a registry show what it answered.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "chat_filter_answers",
            "Messages that the chat filter was asked about, by its answer: allowed, refused, none.",
            self.answers.clone(),
        );
    }

    async fn asked(&self, draft: &Draft) -> Option<Verdict> {
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
        match answer.ok()?.ok()? {
            200..=299 => Some(Verdict::Allowed),
            FORBIDDEN => Some(Verdict::Refused),
            _ => None,
        }
    }
}

#[async_trait]
impl ChatFilter for HttpChatFilter {
    async fn judge(&self, draft: Draft) -> Option<Verdict> {
        let verdict = self.asked(&draft).await;
        let answer = match verdict {
            Some(Verdict::Allowed) => "allowed",
            Some(Verdict::Refused) => "refused",
            None => "none",
        };
        self.answers.get_or_create(&[("answer", answer)]).inc();
        verdict
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{net::IpAddr, sync::Mutex};

    use outflank_outbound::NotPosted;

    use super::*;

    /// Answers as it is told, and keeps what was posted.
    struct Answering(Result<u16, NotPosted>, Mutex<Vec<Posted>>);

    #[async_trait]
    impl Post for Answering {
        async fn post(&self, posted: Posted) -> Result<u16, NotPosted> {
            self.1.lock().unwrap().push(posted);
            self.0
        }

        fn allows(&self, _: IpAddr) -> bool {
            true
        }
    }

    #[tokio::test]
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
            let draft = Draft {
                game_id: "game".to_owned(),
                account_id: "account".to_owned(),
                channel: "players",
                text: "Good luck".to_owned(),
            };
            assert_eq!(filter.judge(draft).await, expected, "{status:?}");
            let posted = post.1.lock().unwrap().pop().unwrap();
            let body: serde_json::Value = serde_json::from_slice(&posted.body).unwrap();
            assert_eq!(body["text"], "Good luck");
            assert_eq!(body["channel"], "players");
        }
    }
}
