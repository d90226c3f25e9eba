//! Who may have webhooks, how many, and what may be done about them.

use outflank_proto::ratings::v1 as proto;
use outflank_testbed::by_pages;

use super::{OFFICER, URL, added, ask, changed, deliveries, listed, publish, webhook};
use crate::world::{ADMINISTRATOR, OFFICERS, World};

#[tokio::test]
async fn rating_officers_and_administrators_have_webhooks_and_nobody_else() {
    let world = World::new().await;
    for account in [OFFICERS[0], OFFICERS[1], ADMINISTRATOR] {
        let made = added(&world, account, URL).await.unwrap().webhook.unwrap();
        assert_eq!(
            (made.account_id.as_str(), made.url.as_str()),
            (account, URL)
        );
    }
    let refused = added(&world, "nobody", URL).await.unwrap_err();
    assert_eq!(
        (refused.code.as_str(), refused.kind.http_status()),
        ("officers_only", 403)
    );
    let asked = proto::AddWebhookRequest::default();
    let nobody = world.client().add_webhook(asked).await.unwrap_err();
    let refused = outflank_access::Problem::from_status(&nobody);
    assert_eq!(refused.code, "unauthenticated");
}

#[tokio::test]
async fn a_webhook_is_its_accounts_and_administrators() {
    let mut world = World::new().await;
    let (id, secret) = webhook(&world).await;
    let other = added(&world, OFFICERS[1], URL).await.unwrap();
    let other = other.webhook.unwrap().webhook_id;
    let ids = |webhooks: Vec<proto::Webhook>| -> Vec<String> {
        webhooks.into_iter().map(|of| of.webhook_id).collect()
    };
    let own = ids(listed(&world, OFFICER).await);
    assert_eq!(own, std::slice::from_ref(&id));
    assert_eq!(
        ids(listed(&world, ADMINISTRATOR).await),
        [id.clone(), other.clone()]
    );
    let mine = proto::ListWebhooksRequest {
        mine: true,
        ..proto::ListWebhooksRequest::default()
    };
    let mine = ask!(world, ADMINISTRATOR, list_webhooks, mine).unwrap();
    assert!(mine.webhooks.is_empty());

    let change = |url: &str| proto::ChangeWebhookRequest {
        webhook_id: id.clone(),
        url: url.to_owned(),
        rated_only: true,
        paused: true,
    };
    let refused = ask!(world, OFFICERS[1], change_webhook, change(URL)).unwrap_err();
    assert_eq!(
        (refused.code.as_str(), refused.kind.http_status()),
        ("unknown_webhook", 404)
    );
    let elsewhere = "https://elsewhere.example.org/";
    let by_administrator = ask!(world, ADMINISTRATOR, change_webhook, change(elsewhere));
    let told = by_administrator.unwrap().webhook.unwrap();
    assert_eq!(
        (
            told.url.as_str(),
            told.rated_only,
            told.paused_because.as_str()
        ),
        (elsewhere, true, "asked")
    );
    // What it was made to be stands after a restart, and the secret is shown by nothing.
    world.restart().await;
    assert_eq!(listed(&world, OFFICER).await, [told]);
    let shown = format!("{:?}", listed(&world, ADMINISTRATOR).await);
    assert!(!shown.contains(&secret));

    let remove = |id: &str| proto::RemoveWebhookRequest {
        webhook_id: id.to_owned(),
    };
    let refused = ask!(world, OFFICERS[1], remove_webhook, remove(&id)).unwrap_err();
    assert_eq!(refused.code, "unknown_webhook");
    ask!(world, OFFICER, remove_webhook, remove(&id)).unwrap();
    assert!(listed(&world, OFFICER).await.is_empty());
    let again = ask!(world, OFFICER, remove_webhook, remove(&id)).unwrap_err();
    assert_eq!(again.code, "unknown_webhook");
    // Its address and its secret are gone; the other's are there.
    let kept = "SELECT webhook_id FROM webhook_targets";
    let kept = outflank_journal::records::query_scalar::<String>(kept);
    let kept = kept.fetch_all(world.records().read()).await.unwrap();
    assert_eq!(kept, [other]);
}

#[tokio::test]
async fn an_account_has_twenty_and_a_deployment_two_hundred() {
    let world = World::new().await;
    for _ in 0..20 {
        webhook(&world).await;
    }
    let refused = added(&world, OFFICER, URL).await.unwrap_err();
    assert_eq!(
        (refused.code.as_str(), refused.kind.http_status()),
        ("too_many_webhooks", 409)
    );
    // Those who come at once do not exceed it together.
    let at_once = (0..30).map(|_| added(&world, OFFICERS[1], URL));
    let made = futures_util::future::join_all(at_once).await;
    let good = made.iter().filter(|made| made.is_ok()).count();
    assert_eq!(good, 20);
    let listed = by_pages(async |size, token| {
        let asked = proto::ListWebhooksRequest {
            page_size: size,
            page_token: token,
            mine: false,
        };
        let page = ask!(world, ADMINISTRATOR, list_webhooks, asked).unwrap();
        let ids = page.webhooks.into_iter().map(|of| of.webhook_id);
        (ids.collect::<Vec<_>>(), page.next_page_token)
    });
    assert_eq!(listed.await.len(), 40);
    // Nothing is left of those that found no room.
    let kept = "SELECT count(*) FROM webhook_targets";
    let kept = outflank_journal::records::query_scalar::<i64>(kept);
    assert_eq!(kept.fetch_one(world.records().read()).await.unwrap(), 40);
}

#[tokio::test]
async fn what_leads_nowhere_is_refused() {
    let world = World::new().await;
    for url in [
        "",
        "ftp://a.example/",
        "http://127.0.0.1/",
        "http://a.example:22/",
    ] {
        let refused = added(&world, OFFICER, url).await.unwrap_err();
        assert_eq!(refused.code, "bad_webhook_url", "{url}");
    }
    webhook(&world).await;
    let [before] = listed(&world, OFFICER).await.try_into().unwrap();
    let refused = changed(&world, before.clone(), |asked| {
        asked.url = "http://10.0.0.1/".to_owned();
    });
    assert_eq!(refused.await.unwrap_err().code, "bad_webhook_url");
    assert_eq!(listed(&world, OFFICER).await, [before]);
}

#[tokio::test]
async fn a_test_is_sent_at_once_and_says_what_became_of_it() {
    let world = World::new().await;
    let (id, _) = webhook(&world).await;
    let ping = || proto::PingWebhookRequest {
        webhook_id: id.clone(),
    };
    let good = ask!(world, OFFICER, ping_webhook, ping()).unwrap();
    let good = good.delivery.unwrap();
    assert_eq!(
        (good.kind.as_str(), good.state.as_str(), good.answer_status),
        ("ping", "delivered", 204)
    );
    world.receiver.answers(|_| Ok(500));
    let bad = ask!(world, OFFICER, ping_webhook, ping()).unwrap();
    let bad = bad.delivery.unwrap();
    assert_eq!(
        (bad.state.as_str(), bad.answer_status, bad.problem.as_str()),
        ("failed", 500, "refused")
    );
    let told = world.receiver.received();
    assert_eq!(told.len(), 2);
    assert_eq!(told[0].header("outflank-event"), "ping");
    assert_eq!(told[0].json()["delivery_id"], *good.delivery_id);
    assert_eq!(told[0].json()["webhook_id"], *id);
    let kept: Vec<String> = deliveries(&world, &id)
        .await
        .into_iter()
        .map(|of| of.delivery_id)
        .collect();
    assert_eq!(kept.len(), 2);
    assert!(kept.contains(&good.delivery_id) && kept.contains(&bad.delivery_id));
    let refused = ask!(world, OFFICERS[1], ping_webhook, ping()).unwrap_err();
    assert_eq!(refused.code, "unknown_webhook");
}

#[tokio::test]
async fn a_delivery_is_sent_again_under_its_id() {
    let world = World::new().await;
    let (id, _) = webhook(&world).await;
    publish(&world, &["alder"]).await;
    world.receiver.until_arrived(1).await;
    let resend = |delivery_id: &str| proto::ResendDeliveryRequest {
        webhook_id: id.clone(),
        delivery_id: delivery_id.to_owned(),
    };
    let first = world.receiver.received().remove(0);
    let delivery_id = first.header("outflank-delivery").to_owned();
    // It is kept a moment after it arrived.
    let mut sent = ask!(world, OFFICER, resend_delivery, resend(&delivery_id));
    while sent.is_err() {
        tokio::task::yield_now().await;
        sent = ask!(world, OFFICER, resend_delivery, resend(&delivery_id));
    }
    let sent = sent.unwrap().delivery.unwrap();
    assert_eq!((sent.attempts, sent.state.as_str()), (2, "delivered"));
    let again = world.receiver.until_arrived(2).await.remove(1);
    assert_eq!(again.json(), first.json());
    assert_eq!(again.header("outflank-delivery"), delivery_id);
    // One that failed by hand takes nothing back.
    world.receiver.answers(|_| Ok(500));
    let failed = ask!(world, OFFICER, resend_delivery, resend(&delivery_id)).unwrap();
    let failed = failed.delivery.unwrap();
    assert_eq!(
        (failed.attempts, failed.state.as_str(), failed.answer_status),
        (3, "delivered", 500)
    );
    let refused = ask!(world, OFFICER, resend_delivery, resend("unknown")).unwrap_err();
    assert_eq!(
        (refused.code.as_str(), refused.kind.http_status()),
        ("unknown_delivery", 404)
    );
}
