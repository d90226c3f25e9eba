//! What people do about webhooks: make, change and remove them, and look after their deliveries.

use outflank_access::{Kind, Page, Problem, identifier, problem};
use outflank_outbound::target_url;
use outflank_proto::ratings::v1 as proto;

use super::{
    Webhooks,
    attempt::Told,
    deliveries::{self, DELIVERED, FAILED},
    registry::{Registry, Webhook, WebhookEvent},
    signature::new_secret,
    targets::{self, Target},
};
use crate::{exports::Exports, register::Folded as _};

/// Who asks.
pub(crate) struct Asker {
    pub account_id: String,
    pub administrator: bool,
}

impl Asker {
    /// A webhook is its account's, and administrators'; to others there is none.
    fn finds<'of>(&self, registry: &'of Registry, id: &str) -> Result<&'of Webhook, Problem> {
        let found = registry.get(id);
        let own = |of: &&Webhook| self.administrator || of.account_id == self.account_id;
        found.filter(own).ok_or_else(unknown_webhook)
    }
}

impl Webhooks {
    /// Makes a webhook, which is told what is published from now on.
    pub(crate) async fn add(
        &self,
        asker: &Asker,
        exports: &Exports,
        asked: &proto::AddWebhookRequest,
    ) -> Result<proto::AddWebhookResponse, Problem> {
        let url = self.checked(&asked.url)?;
        self.register.now().await?.has_room(&asker.account_id)?;
        let (webhook_id, target_id) = (random_id()?, random_id()?);
        let target = Target {
            url,
            secret: new_secret()?,
        };
        let after = exports.end().await?.number;
        let now_ms = self.clock.now_ms();
        let kept = [targets::keep((&target_id, &webhook_id), &target, now_ms)];
        let decide = |registry: &Registry| {
            registry.has_room(&asker.account_id)?;
            Ok(vec![WebhookEvent::Added {
                webhook_id: webhook_id.clone(),
                account_id: asker.account_id.clone(),
                target_id: target_id.clone(),
                rated_only: asked.rated_only,
                after,
            }])
        };
        let asker = asker.account_id.as_str();
        let made = self.register.change_with(asker, &kept, decide).await?;
        let webhook = made.get(&webhook_id).ok_or_else(unknown_webhook)?;
        Ok(proto::AddWebhookResponse {
            webhook: Some(self.shown(webhook).await?),
            secret: target.secret,
        })
    }

    /// A page of the webhooks that somebody sees, the oldest first.
    pub(crate) async fn list(
        &self,
        asker: &Asker,
        asked: &proto::ListWebhooksRequest,
    ) -> Result<proto::ListWebhooksResponse, Problem> {
        let all = asker.administrator && !asked.mine;
        let query = ("webhooks", &asker.account_id, all);
        let page: Page<u64> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let after = page.after().copied().unwrap_or_default();
        let registry = self.register.now().await?;
        let seen = |of: &&Webhook| (all || of.account_id == asker.account_id) && of.number > after;
        let mut found: Vec<&Webhook> = registry.all().filter(seen).collect();
        found.sort_by_key(|of| of.number);
        found.truncate(page.sought());
        let (found, next_page_token) = page.cut(found, |last| last.number)?;
        let urls = targets::urls(&self.records).await?;
        let states = deliveries::shown(&self.records).await?;
        let webhooks = found.into_iter().map(|of| shown(of, &urls, &states));
        Ok(proto::ListWebhooksResponse {
            webhooks: webhooks.collect(),
            next_page_token,
        })
    }

    /// Makes a webhook what it is asked to be. One with another address, or that goes on, tries at once what waits.
    pub(crate) async fn change(
        &self,
        asker: &Asker,
        asked: &proto::ChangeWebhookRequest,
    ) -> Result<proto::Webhook, Problem> {
        let url = self.checked(&asked.url)?;
        let registry = self.register.now().await?;
        let before = asker.finds(&registry, &asked.webhook_id)?;
        let now_ms = self.clock.now_ms();
        let target = targets::target(&self.records, &before.target_id).await?;
        let target = target.ok_or_else(unknown_webhook)?;
        let mut records = Vec::new();
        let target_id = if target.url == url {
            before.target_id.clone()
        } else {
            let other = Target { url, ..target };
            let id = random_id()?;
            records.push(targets::keep((&id, &before.id), &other, now_ms));
            records.push(targets::erase_others(&before.id, &id));
            id
        };
        let wanted = (target_id.as_str(), asked.rated_only, asked.paused);
        let goes_on = before.target_id != target_id || before.paused.is_some() && !asked.paused;
        if goes_on {
            records.extend(deliveries::begin_anew(&before.id, now_ms));
        }
        let decide = |registry: &Registry| {
            let webhook = asker.finds(registry, &asked.webhook_id)?;
            // Somebody gave it another address meanwhile: what is written here rests on the one before.
            if webhook.target_id != before.target_id {
                return Err(Registry::contended());
            }
            Ok(Registry::changes(webhook, wanted))
        };
        let who = asker.account_id.as_str();
        let after = self.register.change_with(who, &records, decide).await?;
        let webhook = asker.finds(&after, &asked.webhook_id)?;
        self.shown(webhook).await
    }

    /// Removes a webhook and what is kept of it.
    pub(crate) async fn remove(&self, asker: &Asker, webhook_id: &str) -> Result<(), Problem> {
        let decide = |registry: &Registry| {
            let webhook = asker.finds(registry, webhook_id)?;
            Ok(vec![WebhookEvent::Removed {
                webhook_id: webhook.id.clone(),
            }])
        };
        let who = asker.account_id.as_str();
        let erased = targets::erase(webhook_id);
        self.register.change_with(who, &erased, decide).await?;
        self.forget(webhook_id);
        Ok(())
    }

    /// A page of what a webhook was told, the newest first.
    pub(crate) async fn deliveries(
        &self,
        asker: &Asker,
        asked: &proto::ListDeliveriesRequest,
    ) -> Result<proto::ListDeliveriesResponse, Problem> {
        let query = ("deliveries", &asked.webhook_id);
        let page: Page<(i64, String)> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let registry = self.register.now().await?;
        let webhook = asker.finds(&registry, &asked.webhook_id)?;
        let found = deliveries::page(&self.records, &webhook.id, page.after(), page.limit());
        let (found, next_page_token) = page.cut(found.await?, |last| {
            (last.first_attempt_at_ms, last.delivery_id.clone())
        })?;
        Ok(proto::ListDeliveriesResponse {
            deliveries: found.into_iter().map(deliveries::Delivery::shown).collect(),
            next_page_token,
        })
    }

    /// Sends a test once.
    pub(crate) async fn ping(
        &self,
        asker: &Asker,
        webhook_id: &str,
    ) -> Result<proto::Delivery, Problem> {
        let registry = self.register.now().await?;
        let webhook = asker.finds(&registry, webhook_id)?;
        let _place = self.asked.try_acquire().map_err(|_| busy())?;
        let delivery = Told::Ping.new_delivery(&webhook.id, self.clock.now_ms())?;
        let tried = self.attempt(webhook, &Told::Ping, delivery).await?;
        let mut delivery = tried.ok_or_else(unknown_webhook)?;
        if delivery.state != DELIVERED {
            FAILED.clone_into(&mut delivery.state);
        }
        deliveries::keep(&self.records, &delivery, None).await?;
        Ok(delivery.shown())
    }

    /// Sends a delivery again, once. One that waits goes on waiting where that fails.
    pub(crate) async fn resend(
        &self,
        asker: &Asker,
        exports: &Exports,
        asked: &proto::ResendDeliveryRequest,
    ) -> Result<proto::Delivery, Problem> {
        let registry = self.register.now().await?;
        let webhook = asker.finds(&registry, &asked.webhook_id)?;
        let found = deliveries::delivery(&self.records, &webhook.id, &asked.delivery_id).await?;
        let before = found.ok_or_else(unknown_delivery)?;
        let told = match (&before.tournament_id, before.version) {
            (Some(tournament_id), Some(version)) => {
                let version = u32::try_from(version).map_err(Problem::internal)?;
                let export = exports.get(tournament_id, version).await?;
                Told::RatingFile(Box::new(export))
            }
            _ => Told::Ping,
        };
        let _place = self.asked.try_acquire().map_err(|_| busy())?;
        let tried = self.attempt(webhook, &told, before.clone()).await?;
        let mut delivery = tried.ok_or_else(unknown_webhook)?;
        // What was asked for by hand makes no wait longer, and takes nothing back.
        (delivery.tries, delivery.tries_since_ms) = (before.tries, before.tries_since_ms);
        if delivery.state != DELIVERED {
            delivery.state = before.state;
            delivery.next_attempt_at_ms = before.next_attempt_at_ms;
        } else if before.state == DELIVERED {
            delivery.state = before.state;
        }
        deliveries::keep(&self.records, &delivery, None).await?;
        self.nudge(&webhook.id).notify_one();
        Ok(delivery.shown())
    }

    fn checked(&self, url: &str) -> Result<String, Problem> {
        let checked = target_url(url, |address| self.post.allows(address));
        checked.map(String::from).map_err(|fault| {
            problem!(
                Kind::Invalid,
                "bad_webhook_url",
                "`url` leads nowhere that a webhook may: {why}.",
                why = fault.to_string(),
            )
        })
    }

    async fn shown(&self, webhook: &Webhook) -> Result<proto::Webhook, Problem> {
        let urls = targets::urls(&self.records).await?;
        let states = deliveries::shown(&self.records).await?;
        Ok(shown(webhook, &urls, &states))
    }
}

fn shown(
    webhook: &Webhook,
    urls: &std::collections::BTreeMap<String, String>,
    states: &deliveries::Shown,
) -> proto::Webhook {
    let (given_up, delivered_at_ms, next_at_ms) =
        states.get(&webhook.id).copied().unwrap_or_default();
    proto::Webhook {
        webhook_id: webhook.id.clone(),
        account_id: webhook.account_id.clone(),
        url: urls.get(&webhook.target_id).cloned().unwrap_or_default(),
        rated_only: webhook.rated_only,
        paused: webhook.paused.is_some(),
        paused_because: webhook
            .paused
            .map(|of| of.name().to_owned())
            .unwrap_or_default(),
        created_at_ms: webhook.created_at_ms,
        delivered_at_ms: delivered_at_ms.unwrap_or_default(),
        next_attempt_at_ms: next_at_ms
            .filter(|_| webhook.paused.is_none())
            .unwrap_or_default(),
        given_up,
    }
}

fn random_id() -> Result<String, Problem> {
    identifier::random_id().map_err(Problem::internal)
}

fn unknown_webhook() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_webhook",
        "There is no such webhook among yours.",
    )
}

fn unknown_delivery() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_delivery",
        "This webhook has no such delivery, or none that is still kept.",
    )
}

fn busy() -> Problem {
    Problem::new(
        Kind::TooMany,
        "webhook_busy",
        "Others send tests at this moment: try again in a few seconds.",
    )
}
