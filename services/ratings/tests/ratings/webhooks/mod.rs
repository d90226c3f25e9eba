//! Webhooks: who may have them, where they may lead, and what they are told.

mod acts;
mod delivered;
mod followed;
mod outages;
mod schedule;
mod signatures;

use outflank_access::Problem;
use outflank_proto::ratings::v1 as proto;

use crate::world::{World, ask, tournament::Tournament};

/// A rating officer.
const OFFICER: &str = "olga";
const URL: &str = "https://ratings.example.org/outflank";

async fn added(
    world: &World,
    account: &str,
    url: &str,
) -> Result<proto::AddWebhookResponse, Problem> {
    let asked = proto::AddWebhookRequest {
        url: url.to_owned(),
        rated_only: false,
    };
    ask!(world, account, add_webhook, asked)
}

/// The id and the secret of an officer's webhook.
async fn webhook(world: &World) -> (String, String) {
    let made = added(world, OFFICER, URL).await.unwrap();
    (made.webhook.unwrap().webhook_id, made.secret)
}

async fn listed(world: &World, account: &str) -> Vec<proto::Webhook> {
    let asked = proto::ListWebhooksRequest::default();
    ask!(world, account, list_webhooks, asked).unwrap().webhooks
}

async fn deliveries(world: &World, webhook_id: &str) -> Vec<proto::Delivery> {
    let asked = proto::ListDeliveriesRequest {
        webhook_id: webhook_id.to_owned(),
        ..proto::ListDeliveriesRequest::default()
    };
    ask!(world, OFFICER, list_deliveries, asked)
        .unwrap()
        .deliveries
}

async fn changed(
    world: &World,
    before: proto::Webhook,
    change: impl FnOnce(&mut proto::ChangeWebhookRequest),
) -> Result<proto::Webhook, Problem> {
    let mut asked = proto::ChangeWebhookRequest {
        webhook_id: before.webhook_id,
        url: before.url,
        rated_only: before.rated_only,
        paused: before.paused,
    };
    change(&mut asked);
    let answer = ask!(world, OFFICER, change_webhook, asked)?;
    Ok(answer.webhook.unwrap())
}

/// Publishes the rating file of an event of two for each name.
async fn publish(world: &World, ids: &[&str]) {
    let two = [("Alder", "Ann", 1, false), ("Birch", "Ben", 2, true)];
    for id in ids {
        Tournament::confirmed(&world.pairing, id, "Fernwood Open", &two);
    }
    world.catch_up().await.unwrap();
}
