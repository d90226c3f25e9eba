//! One attempt of a delivery: what is posted, signed, and what became of it.

use bytes::Bytes;
use outflank_access::{Problem, identifier};
use outflank_outbound::{NotPosted, Posted};
use outflank_proto::ratings::v1 as proto;
use tokio::time::Instant;
use url::Url;

use super::{
    Webhooks,
    deliveries::{DELIVERED, Delivery, FAILED, WAITING},
    registry::Webhook,
    schedule::{self, Next},
    signature::signature,
    targets,
};
use crate::publications::{as_json, publication};

const RATING_FILE: &str = "rating_file";
const PING: &str = "ping";

/// What a webhook is told.
pub(crate) enum Told {
    RatingFile(Box<proto::Export>),
    /// That it is reached.
    Ping,
}

impl Told {
    /// The id of its delivery. That of a rating file follows from what it tells: whoever tells it again, after a fall or in
    /// another process, does so under the same.
    pub(crate) fn delivery_id(&self, webhook_id: &str) -> Result<String, Problem> {
        match self {
            Self::RatingFile(export) => Ok(of_version(
                webhook_id,
                &export.tournament_id,
                export.version,
            )),
            Self::Ping => identifier::random_id().map_err(Problem::internal),
        }
    }

    /// A delivery of it that was never tried.
    pub(crate) fn new_delivery(&self, webhook_id: &str, now_ms: i64) -> Result<Delivery, Problem> {
        let (kind, tournament_id, version) = match self {
            Self::RatingFile(export) => (
                RATING_FILE,
                Some(export.tournament_id.clone()),
                Some(i64::from(export.version)),
            ),
            Self::Ping => (PING, None, None),
        };
        Ok(Delivery {
            delivery_id: self.delivery_id(webhook_id)?,
            webhook_id: webhook_id.to_owned(),
            kind: kind.to_owned(),
            tournament_id,
            version,
            state: WAITING.to_owned(),
            attempts: 0,
            tries: 0,
            tries_since_ms: now_ms,
            first_attempt_at_ms: now_ms,
            last_attempt_at_ms: now_ms,
            next_attempt_at_ms: None,
            answer_status: None,
            problem: None,
            took_ms: 0,
        })
    }

    /// The body: what is told, as the stream of publications has it, behind the delivery's own ids.
    fn body(&self, delivery: &Delivery) -> Result<Bytes, Problem> {
        let ids = format!(
            r#"{{"webhook_id":"{}","delivery_id":"{}","#,
            delivery.webhook_id, delivery.delivery_id
        );
        let told = match self {
            Self::RatingFile(export) => as_json(&publication(export))?,
            Self::Ping => format!(r#"{{"at_ms":{}}}"#, delivery.last_attempt_at_ms).into_bytes(),
        };
        let mut body = ids.into_bytes();
        body.extend(told.iter().skip(1));
        Ok(body.into())
    }
}

/// The id of a version's delivery to a webhook.
fn of_version(webhook_id: &str, tournament_id: &str, version: u32) -> String {
    let version = version.to_string();
    identifier::derived_id(&["webhook", webhook_id, tournament_id, &version])
}

impl Webhooks {
    /// Tries a delivery once; answers it as it is then, still to be kept. A webhook that is gone is told nothing.
    pub(crate) async fn attempt(
        &self,
        webhook: &Webhook,
        told: &Told,
        mut delivery: Delivery,
    ) -> Result<Option<Delivery>, Problem> {
        let Some(target) = targets::target(&self.records, &webhook.target_id).await? else {
            return Ok(None);
        };
        let url = Url::parse(&target.url).map_err(Problem::internal)?;
        let begun_ms = self.clock.now_ms();
        delivery.last_attempt_at_ms = begun_ms;
        if delivery.attempts == 0 {
            (delivery.first_attempt_at_ms, delivery.tries_since_ms) = (begun_ms, begun_ms);
        }
        let body = told.body(&delivery)?;
        let event = delivery.kind.replace('_', "-");
        let headers = vec![
            ("content-type", "application/json".to_owned()),
            ("outflank-event", event),
            ("outflank-webhook", webhook.id.clone()),
            ("outflank-delivery", delivery.delivery_id.clone()),
            ("outflank-timestamp", begun_ms.to_string()),
            (
                "outflank-signature",
                signature(&target.secret, begun_ms, &body),
            ),
        ];
        let begun = Instant::now();
        let answered = self.post.post(Posted { url, headers, body }).await;
        let took_ms = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        delivery.took_ms = took_ms;
        delivery.attempts = delivery.attempts.saturating_add(1);
        delivery.tries = delivery.tries.saturating_add(1);
        delivery.answer_status = answered.ok().map(i64::from);
        delivery.problem = problem(answered).map(str::to_owned);
        delivery.next_attempt_at_ms = None;
        if delivery.problem.is_none() {
            DELIVERED.clone_into(&mut delivery.state);
        }
        Ok(Some(delivery))
    }

    /// Settles when a delivery that failed is tried again, or gives it up.
    pub(crate) fn reschedule(&self, delivery: &mut Delivery) -> Result<(), Problem> {
        let chance = identifier::random_bytes().map_err(Problem::internal)?;
        let next = schedule::after_failure(
            self.first_wait_ms,
            (delivery.tries, delivery.tries_since_ms),
            self.clock.now_ms(),
            u32::from_be_bytes(chance),
        );
        let (state, next_at_ms) = match next {
            Next::Again { at_ms } => (WAITING, Some(at_ms)),
            Next::GiveUp => (FAILED, None),
        };
        state.clone_into(&mut delivery.state);
        delivery.next_attempt_at_ms = next_at_ms;
        Ok(())
    }
}

/// What is wrong with an answer, or with there being none.
fn problem(answered: Result<u16, NotPosted>) -> Option<&'static str> {
    match answered {
        Ok(200..=299) => None,
        Ok(_) => Some("refused"),
        Err(failure) => Some(failure.name()),
    }
}
