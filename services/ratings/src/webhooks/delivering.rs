//! Telling webhooks, each of its own pace: what was published, in the order of publication, one after the other.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use outflank_access::{Problem, Role};
use outflank_outbound::LONGEST;
use tokio::{sync::Semaphore, task::JoinHandle, time::sleep};
use tokio_util::sync::CancellationToken;

use super::{
    Webhooks,
    attempt::Told,
    deliveries::{self, DELIVERED, Progress, WAITING},
    registry::{Because, Registry, Webhook, WebhookEvent},
    schedule::PAUSED_AFTER,
    targets,
};
use crate::{
    exports::Exports,
    turn::{Turn, Work},
};

/// Attempts of all webhooks at the same moment.
const AT_ONCE: usize = 16;
/// The turn is taken again so often, and webhooks changed by other processes are seen.
const TAKEN_EVERY: Duration = Duration::from_secs(5);
/// A webhook looks by itself so often for what nobody woke it for.
const LOOK: Duration = Duration::from_secs(30);
/// After trouble with the store.
const TROUBLE: Duration = Duration::from_secs(2);
/// What is old is taken away so often, in turns taken.
const CLEANED_EVERY: u32 = 720;

/// The process that delivers, while it is its turn.
pub(crate) struct Deliverer {
    webhooks: Arc<Webhooks>,
    exports: Arc<Exports>,
    turn: Turn,
    /// Until when it is this process's turn.
    until_ms: AtomicI64,
    at_once: Semaphore,
}

/// A webhook that is being told, as it was when that began.
struct Worker {
    webhook: Webhook,
    task: JoinHandle<()>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What is next for a webhook.
enum Step {
    /// Something was settled, and more may wait.
    Settled,
    /// Nothing is to be told.
    Nothing,
    /// Nothing is to be done before then, cluster time in ms.
    NotBefore(i64),
}

impl Deliverer {
    pub(crate) fn new(webhooks: Arc<Webhooks>, exports: Arc<Exports>) -> Result<Self, Problem> {
        let is_alone = exports.journal.serves_one_process();
        let turn = Turn::new(webhooks.records.clone(), Work::Deliveries, is_alone)?;
        Ok(Self {
            webhooks,
            exports,
            turn,
            until_ms: AtomicI64::new(i64::MIN),
            at_once: Semaphore::new(AT_ONCE),
        })
    }

    /// Delivers whenever it is this process's turn, until the stop.
    pub(crate) async fn run(self: Arc<Self>, stop: CancellationToken) {
        let mut workers = BTreeMap::new();
        let mut turns = 0_u32;
        while !stop.is_cancelled() {
            if let Err(problem) = self.take_turn(&mut workers, turns).await {
                tracing::warn!(%problem, "webhooks wait; will try again");
            }
            turns = turns.wrapping_add(1);
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.webhooks.register.changed.notified() => {}
                () = sleep(TAKEN_EVERY) => {}
            }
        }
        workers.clear();
        if let Err(problem) = self.turn.leave().await {
            tracing::debug!(%problem, "another process delivers a little later");
        }
    }

    /// Takes the turn, where anybody is to be told, and has every webhook that is not paused be told.
    async fn take_turn(
        self: &Arc<Self>,
        workers: &mut BTreeMap<String, Worker>,
        turns: u32,
    ) -> Result<(), Problem> {
        let now_ms = self.webhooks.clock.now_ms();
        let registry = self.webhooks.register.now().await?;
        if turns.is_multiple_of(CLEANED_EVERY) {
            self.clean(&registry, now_ms).await?;
        }
        let told = || registry.all().filter(|webhook| webhook.paused.is_none());
        let until_ms = match told().next() {
            Some(_) => self.turn.take(now_ms).await?,
            None => None,
        };
        let Some(until_ms) = until_ms else {
            workers.clear();
            return Ok(());
        };
        self.until_ms.store(until_ms, Ordering::Relaxed);
        workers.retain(|id, worker| {
            registry.get(id) == Some(&worker.webhook) && !worker.task.is_finished()
        });
        for webhook in told() {
            workers.entry(webhook.id.clone()).or_insert_with(|| Worker {
                webhook: webhook.clone(),
                task: tokio::spawn(Arc::clone(self).tell(webhook.clone())),
            });
        }
        Ok(())
    }

    /// Takes away what is old, and what was left behind.
    async fn clean(&self, registry: &Registry, now_ms: i64) -> Result<(), Problem> {
        let records = &self.webhooks.records;
        let named: Vec<&str> = registry.all().map(|of| of.target_id.as_str()).collect();
        targets::erase_left_over(records, &named, now_ms).await?;
        for webhook in registry.all() {
            deliveries::take_old_away(records, &webhook.id, now_ms).await?;
        }
        Ok(())
    }

    /// Tells one webhook what is published, until it is given up.
    async fn tell(self: Arc<Self>, webhook: Webhook) {
        let mut head = self.exports.journal.facts_head();
        let nudge = self.webhooks.nudge(&webhook.id);
        loop {
            head.mark_unchanged();
            let longest = match self.step(&webhook).await {
                Ok(Step::Settled) => continue,
                Ok(Step::Nothing) => LOOK,
                Ok(Step::NotBefore(at_ms)) => {
                    let left = at_ms.saturating_sub(self.webhooks.clock.now_ms());
                    Duration::from_millis(u64::try_from(left).unwrap_or_default()).min(LOOK)
                }
                Err(problem) => {
                    tracing::warn!(%problem, webhook = webhook.id, "a webhook waits; will try again");
                    TROUBLE
                }
            };
            tokio::select! {
                _ = head.changed() => {}
                () = nudge.notified() => {}
                () = sleep(longest) => {}
            }
        }
    }

    /// Tells a webhook the next thing, if it is time.
    async fn step(&self, webhook: &Webhook) -> Result<Step, Problem> {
        let records = &self.webhooks.records;
        let kept = deliveries::progress(records, &webhook.id).await?;
        let progress = kept.unwrap_or(Progress {
            number: webhook.after,
            ..Progress::default()
        });
        let head = *self.exports.journal.facts_head().borrow();
        let after = self.exports.place(progress.number.min(head));
        let mut listed = self.exports.list("", webhook.rated_only, after, 1).await?;
        let Some((place, export)) = listed.exports.pop() else {
            let number = listed.read_to.number;
            if number > progress.number {
                let further = Progress { number, ..progress };
                deliveries::come_to(records, &webhook.id, further).await?;
            }
            return Ok(match listed.goes_on {
                true => Step::Settled,
                false => Step::Nothing,
            });
        };
        let progress = Progress {
            number: place.number,
            ..progress
        };
        let told = Told::RatingFile(Box::new(export));
        let now_ms = self.webhooks.clock.now_ms();
        let delivery_id = told.delivery_id(&webhook.id)?;
        let kept = deliveries::delivery(records, &webhook.id, &delivery_id).await?;
        if kept.as_ref().is_some_and(deliveries::Delivery::is_settled) {
            // Sent again by hand, or told before the store was restored.
            deliveries::come_to(records, &webhook.id, progress).await?;
            return Ok(Step::Settled);
        }
        let due_ms = kept.as_ref().and_then(|of| of.next_attempt_at_ms);
        if let Some(at_ms) = due_ms.filter(|at_ms| *at_ms > now_ms) {
            return Ok(Step::NotBefore(at_ms));
        }
        let delivery = match kept {
            Some(kept) => kept,
            None => told.new_delivery(&webhook.id, now_ms)?,
        };
        let Ok(_place) = self.at_once.acquire().await else {
            return Ok(Step::Nothing);
        };
        // An attempt ends within the turn that it began in: nobody else delivers meanwhile.
        let longest_ms = i64::try_from(LONGEST.as_millis()).unwrap_or(i64::MAX);
        let ends_ms = self.webhooks.clock.now_ms().saturating_add(longest_ms);
        if ends_ms >= self.until_ms.load(Ordering::Relaxed) {
            return Ok(Step::NotBefore(now_ms.saturating_add(1_000)));
        }
        let tried = self.webhooks.attempt(webhook, &told, delivery).await?;
        let Some(delivery) = tried else {
            return Ok(Step::Nothing);
        };
        self.keep(webhook, delivery, progress).await
    }

    /// Keeps what became of an attempt.
    async fn keep(
        &self,
        webhook: &Webhook,
        mut delivery: deliveries::Delivery,
        progress: Progress,
    ) -> Result<Step, Problem> {
        let records = &self.webhooks.records;
        if delivery.state == DELIVERED {
            let arrived = Progress {
                given_up: 0,
                delivered_at_ms: Some(self.webhooks.clock.now_ms()),
                ..progress
            };
            deliveries::keep(records, &delivery, Some(arrived)).await?;
            return Ok(Step::Settled);
        }
        self.webhooks.reschedule(&mut delivery)?;
        if delivery.state == WAITING {
            deliveries::keep(records, &delivery, None).await?;
            let at_ms = delivery.next_attempt_at_ms;
            return Ok(at_ms.map_or(Step::Settled, Step::NotBefore));
        }
        tracing::warn!(
            webhook = webhook.id,
            delivery = delivery.delivery_id,
            problem = delivery.problem,
            "a delivery is given up"
        );
        let given_up = progress.given_up.saturating_add(1);
        let passed_over = Progress {
            given_up,
            ..progress
        };
        deliveries::keep(records, &delivery, Some(passed_over)).await?;
        if given_up >= PAUSED_AFTER {
            self.pause(webhook).await?;
        }
        Ok(Step::Settled)
    }

    async fn pause(&self, webhook: &Webhook) -> Result<(), Problem> {
        let decide = |registry: &Registry| {
            let stands = registry.get(&webhook.id) == Some(webhook);
            let paused = || WebhookEvent::Paused {
                webhook_id: webhook.id.clone(),
                because: Because::Failing,
            };
            Ok(stands.then(paused).into_iter().collect())
        };
        let register = &self.webhooks.register;
        let actor = Role::Ratings.actor();
        register.change(&actor, decide).await.map(drop)
    }
}
