//! Telling devices: whom a call is for, and a message to each of their devices. Any number of processes share it.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bytes::Bytes;
use outflank_access::{Kind, Problem, identifier};
use outflank_outbound::Posted;
use outflank_proto::pairing::v1::{self as pairing, pairing_service_client::PairingServiceClient};
use outflank_transport::Transport;
use tokio::{
    task::{JoinError, JoinSet},
    time::sleep,
};
use tokio_util::sync::CancellationToken;
use url::Url;

use super::{
    devices::Push,
    messages::{self, AT_A_TIME, Message},
    sealing::seal,
    subscriptions,
    summonses::{self, Call},
};
use crate::refusals::stored;

/// What other processes were told is seen after so long.
const LOOK: Duration = Duration::from_secs(5);
/// After trouble with the store or with pairing.
const TROUBLE: Duration = Duration::from_secs(2);
/// What is old is taken away so often, in looks.
const CLEANED_EVERY: u32 = 720;
/// No push service keeps a message longer, in s: four weeks.
const LONGEST_S: i64 = 28 * 24 * 3_600;
/// The longest answer of pairing's, in bytes.
const LARGEST_ANSWER: usize = 16 << 20;

/// Tells devices.
pub(crate) struct Deliverer {
    push: Arc<Push>,
    pairing: PairingServiceClient<Transport>,
}

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    /// The push service has it.
    Told,
    /// It may go well later.
    Later,
    /// This message never will.
    Never,
    /// The device is not reached there any more.
    Gone(String),
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
        tokio::join!(
            deliverer.clone().ask(stop.clone()),
            deliverer.clone().tell_all(stop.clone()),
        );
    }

    /// Asks whom calls are for that are due.
    async fn ask(self: Arc<Self>, stop: CancellationToken) {
        let mut looks = 0_u32;
        while !stop.is_cancelled() {
            let wait = self.ask_once(looks).await.unwrap_or_else(|problem| {
                tracing::warn!(%problem, "calls to devices wait; will try again");
                TROUBLE
            });
            looks = looks.wrapping_add(1);
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.push.called.notified() => {}
                () = sleep(wait) => {}
            }
        }
    }

    /// Asks about all calls that are due; answers how long none is.
    async fn ask_once(&self, looks: u32) -> Result<Duration, Problem> {
        let tables = &self.push.store.records;
        if looks.is_multiple_of(CLEANED_EVERY) {
            let now_ms = self.push.clock.now_ms();
            subscriptions::forget_ended(tables, now_ms).await?;
            summonses::take_old_away(tables, now_ms).await?;
            messages::take_old_away(tables, now_ms).await?;
        }
        loop {
            let now_ms = self.push.clock.now_ms();
            let next_ms = summonses::next_due_ms(tables, now_ms).await?;
            if next_ms.is_none_or(|at_ms| at_ms > now_ms) {
                return Ok(self.until(next_ms));
            }
            for call in &summonses::claim(tables, now_ms).await? {
                if let Err(problem) = self.call(call).await {
                    tracing::warn!(%problem, tournament_id = call.tournament_id, "a call waits; will try again");
                    summonses::put_off(tables, &call.id, self.push.clock.now_ms()).await?;
                }
            }
            self.push.to_tell.notify_one();
        }
    }

    /// Tells devices what is due, so many at the same time; whoever is slow holds one place.
    async fn tell_all(self: Arc<Self>, stop: CancellationToken) {
        let mut told = JoinSet::new();
        while !stop.is_cancelled() {
            let free = AT_A_TIME.saturating_sub(told.len());
            let wait = self
                .tell_due(&mut told, free)
                .await
                .unwrap_or_else(|problem| {
                    tracing::warn!(%problem, "messages to devices wait; will try again");
                    TROUBLE
                });
            tokio::select! {
                () = stop.cancelled() => {}
                Some(ended) = told.join_next() => Self::noted(ended),
                () = self.push.to_tell.notified() => {}
                () = sleep(wait) => {}
            }
        }
    }

    /// Begins to tell what is due; answers how long nothing else is.
    async fn tell_due(
        self: &Arc<Self>,
        told: &mut JoinSet<Result<(), Problem>>,
        free: usize,
    ) -> Result<Duration, Problem> {
        let tables = &self.push.store.records;
        if free == 0 {
            return Ok(LOOK);
        }
        let now_ms = self.push.clock.now_ms();
        let next_ms = messages::next_due_ms(tables, now_ms).await?;
        if next_ms.is_none_or(|at_ms| at_ms > now_ms) {
            return Ok(self.until(next_ms));
        }
        for message in messages::claim(tables, free, now_ms).await? {
            let deliverer = Arc::clone(self);
            told.spawn(async move { deliverer.tell(&message).await });
        }
        // Whatever else is due by then is seen at once.
        Ok(Duration::ZERO)
    }

    fn noted(ended: Result<Result<(), Problem>, JoinError>) {
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => {
                tracing::warn!(%problem, "it is not kept that a device was told; it may be told again");
            }
            Err(error) => tracing::error!(%error, "telling a device came to no end"),
        }
    }

    /// How long until then, and no longer than other processes may be overheard.
    fn until(&self, next_ms: Option<i64>) -> Duration {
        let left_ms = next_ms.map(|at_ms| at_ms.saturating_sub(self.push.clock.now_ms()));
        let left_ms = left_ms.and_then(|left_ms| u64::try_from(left_ms.max(0)).ok());
        left_ms.map_or(LOOK, |left_ms| Duration::from_millis(left_ms).min(LOOK))
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
        let mut all = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for to in &answer.summonses {
            // Whoever has no board is told so once.
            if call.to_start && to.table == 0 {
                continue;
            }
            let told = messages::told(call, &answer, to);
            // Whoever moves for two players is called to two boards.
            let place = places.entry(&to.account_id).or_default();
            let devices = subscriptions::of_account(tables, &to.account_id, now_ms).await?;
            for (session, language) in &devices {
                all.push(Message::new(
                    call,
                    (session, language),
                    (told.clone(), *place),
                ));
            }
            *place = place.saturating_add(1);
        }
        let mut transaction = tables.write().await.map_err(stored)?;
        if summonses::settle(&mut transaction, &call.id).await? {
            for message in &all {
                messages::keep(&mut transaction, message, now_ms).await?;
            }
        }
        transaction.commit().await.map_err(stored)
    }

    /// Tells one device, and keeps what came of it.
    async fn tell(&self, message: &Message) -> Result<(), Problem> {
        let tables = &self.push.store.records;
        match self.attempt(message).await? {
            Outcome::Told | Outcome::Never => messages::settle(tables, &message.id).await,
            Outcome::Later => messages::put_off(tables, message, self.push.clock.now_ms()).await,
            Outcome::Gone(endpoint) => {
                tracing::info!("a device is not reached any more");
                subscriptions::forget_gone(tables, &message.session_id, &endpoint).await
            }
        }
    }

    async fn attempt(&self, message: &Message) -> Result<Outcome, Problem> {
        let push = &self.push;
        let now_ms = push.clock.now_ms();
        let left_s = message.ends_at_ms.saturating_sub(now_ms).div_euclid(1_000);
        let left_s = left_s.min(LONGEST_S);
        if left_s <= 0 {
            return Ok(Outcome::Never);
        }
        let found = subscriptions::of_session(&push.store.records, &message.session_id).await?;
        let Some(to) = found else {
            return Ok(Outcome::Never);
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
            Ok(404 | 410) => Outcome::Gone(to.endpoint),
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
