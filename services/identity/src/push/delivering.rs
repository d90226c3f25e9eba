//! Telling devices: whom a call is for, and a message to each of their devices. Any number of processes share it.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use outflank_access::{Kind, Problem, identifier};
use outflank_outbound::Posted;
use outflank_proto::pairing::v1::{self as pairing, pairing_service_client::PairingServiceClient};
use outflank_transport::Transport;
use tokio::{task::JoinSet, time::sleep};
use tokio_util::sync::CancellationToken;
use url::Url;

use super::{
    devices::Push,
    messages::{self, Message},
    sealing::seal,
    subscriptions,
    summonses::{self, BEFORE_START_MS, Call},
};
use crate::refusals::stored;

/// What other processes were told is seen after so long.
const LOOK: Duration = Duration::from_secs(5);
/// After trouble with the store or with pairing.
const TROUBLE: Duration = Duration::from_secs(2);
/// What is old is taken away so often, in looks.
const CLEANED_EVERY: u32 = 720;
/// A start that was moved by less calls as it was, in ms.
const SAME_START_MS: i64 = 30_000;
/// The longest answer of pairing's, in bytes.
const LARGEST_ANSWER: usize = 16 << 20;

/// Tells devices.
pub(crate) struct Deliverer {
    push: Arc<Push>,
    pairing: PairingServiceClient<Transport>,
}

/// What became of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The push service has it.
    Told,
    /// It may go well later.
    Later,
    /// This message never will.
    Never,
    /// The subscription has ended.
    Gone,
}

impl Deliverer {
    pub(crate) fn new(push: Arc<Push>, pairing: Transport) -> Self {
        let pairing = PairingServiceClient::new(pairing);
        Self {
            push,
            pairing: pairing.max_decoding_message_size(LARGEST_ANSWER),
        }
    }

    /// Tells whatever is due, until the stop.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let deliverer = Arc::new(self);
        let mut looks = 0_u32;
        while !stop.is_cancelled() {
            let longest = match deliverer.look(looks).await {
                Ok(wait) => wait,
                Err(problem) => {
                    tracing::warn!(%problem, "messages to devices wait; will try again");
                    TROUBLE
                }
            };
            looks = looks.wrapping_add(1);
            tokio::select! {
                () = stop.cancelled() => {}
                () = deliverer.push.nudge.notified() => {}
                () = sleep(longest) => {}
            }
        }
    }

    /// Does all that is due; answers how long nothing is.
    async fn look(self: &Arc<Self>, looks: u32) -> Result<Duration, Problem> {
        let tables = &self.push.store.records;
        let now_ms = self.push.clock.now_ms();
        if looks.is_multiple_of(CLEANED_EVERY) {
            subscriptions::forget_ended(tables, now_ms).await?;
            summonses::take_old_away(tables, now_ms).await?;
            messages::take_old_away(tables, now_ms).await?;
        }
        loop {
            let calls = summonses::claim(tables, self.push.clock.now_ms()).await?;
            for call in &calls {
                self.call(call).await?;
            }
            let due = messages::claim(tables, self.push.clock.now_ms()).await?;
            let is_done = calls.is_empty() && due.is_empty();
            self.tell_all(due).await?;
            if is_done {
                break;
            }
        }
        let calls = summonses::next_due_ms(tables).await?;
        let told = messages::next_due_ms(tables).await?;
        let next_ms = calls.into_iter().chain(told).min();
        Ok(next_ms.map_or(LOOK, |at_ms| {
            let left_ms = at_ms.saturating_sub(self.push.clock.now_ms());
            // What is due and claimed is another's for a while.
            let left_ms = u64::try_from(left_ms).unwrap_or_default().max(500);
            Duration::from_millis(left_ms).min(LOOK)
        }))
    }

    /// Asks whom something calls, and keeps what their devices are to be told.
    async fn call(&self, call: &Call) -> Result<(), Problem> {
        let tables = &self.push.store.records;
        let now_ms = self.push.clock.now_ms();
        let asked = pairing::GetSummonsesRequest {
            tournament_id: call.tournament_id.clone(),
            round: call.round,
            seq: call.seq,
            announcement: call.announcement,
            table: call.board,
        };
        let answer = match self.pairing.clone().get_summonses(asked).await {
            Ok(answer) => answer.into_inner(),
            Err(status) => {
                let problem = Problem::from_status(&status);
                // An event that moved away, or a tournament that is none, calls nobody here.
                let is_final = matches!(problem.kind, Kind::NotFound | Kind::Refused);
                if !is_final && call.ends_at_ms > now_ms {
                    return Err(problem);
                }
                pairing::GetSummonsesResponse::default()
            }
        };
        let due_ms = answer.starts_at_ms.saturating_sub(BEFORE_START_MS);
        let is_later = due_ms > now_ms.saturating_add(SAME_START_MS);
        if call.to_start && !answer.summonses.is_empty() && is_later {
            let ends_ms = summonses::ends_at_ms(answer.starts_at_ms);
            return summonses::put_off(tables, &call.id, (due_ms, ends_ms)).await;
        }
        let mut all = Vec::new();
        for to in &answer.summonses {
            // Whoever has no board is told so once.
            if call.to_start && to.table == 0 {
                continue;
            }
            let told = messages::told(call, &answer, to);
            let devices = subscriptions::of_account(tables, &to.account_id, now_ms).await?;
            let of = |(session, language): &(String, String)| {
                Message::new(call, (session, language), told.clone())
            };
            all.extend(devices.iter().map(of));
        }
        let mut transaction = tables.write().await.map_err(stored)?;
        if summonses::settle(&mut transaction, &call.id).await? {
            for message in &all {
                messages::keep(&mut transaction, message, now_ms).await?;
            }
        }
        transaction.commit().await.map_err(stored)
    }

    async fn tell_all(self: &Arc<Self>, due: Vec<Message>) -> Result<(), Problem> {
        let mut told = JoinSet::new();
        for message in due {
            let deliverer = Arc::clone(self);
            told.spawn(async move { deliverer.tell(&message).await });
        }
        while let Some(ended) = told.join_next().await {
            ended.map_err(Problem::internal)??;
        }
        Ok(())
    }

    /// Tells one device, and keeps what came of it.
    async fn tell(&self, message: &Message) -> Result<(), Problem> {
        let tables = &self.push.store.records;
        match self.attempt(message).await? {
            Outcome::Told | Outcome::Never => messages::settle(tables, &message.id).await,
            Outcome::Later => messages::put_off(tables, message, self.push.clock.now_ms()).await,
            Outcome::Gone => {
                tracing::info!("a device is not reached any more");
                subscriptions::forget(tables, &message.session_id).await
            }
        }
    }

    async fn attempt(&self, message: &Message) -> Result<Outcome, Problem> {
        let push = &self.push;
        let now_ms = push.clock.now_ms();
        let left_s = message.ends_at_ms.saturating_sub(now_ms).div_euclid(1_000);
        if left_s <= 0 {
            return Ok(Outcome::Never);
        }
        let found = subscriptions::of_session(&push.store.records, &message.session_id).await?;
        let Some(to) = found else {
            return Ok(Outcome::Gone);
        };
        let url = Url::parse(&to.endpoint).map_err(Problem::internal)?;
        let salt = identifier::random_bytes().map_err(Problem::internal)?;
        let body = seal(to.device(), message.body.as_bytes(), salt).map_err(Problem::internal)?;
        let authorization = push
            .key
            .authorization(&url, push.contact.as_deref(), now_ms)?;
        let mut headers = vec![
            ("authorization", authorization),
            ("content-type", "application/octet-stream".to_owned()),
            ("content-encoding", "aes128gcm".to_owned()),
            ("ttl", left_s.to_string()),
            ("urgency", "high".to_owned()),
        ];
        if !message.topic.is_empty() {
            headers.push(("topic", message.topic.clone()));
        }
        let body = Bytes::from(body);
        let answered = push.post.post(Posted { url, headers, body }).await;
        Ok(match answered {
            Ok(200..=299) => Outcome::Told,
            Ok(404 | 410) => Outcome::Gone,
            Ok(408 | 425 | 429 | 500..) => Outcome::Later,
            Ok(status) => {
                tracing::warn!(status, "a push service refuses a message");
                Outcome::Never
            }
            Err(failure) => {
                tracing::debug!(failure = failure.name(), "a push service is not reached");
                Outcome::Later
            }
        })
    }
}
