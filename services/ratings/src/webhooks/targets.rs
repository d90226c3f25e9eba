//! Where webhooks lead, and their secrets: records, which are erased with the webhook.

use outflank_access::Problem;
use outflank_journal::{RecordWrite, Records, from_row, records};

use crate::stored::stored;

/// A target that no webhook names is erased once it is so old, in ms: the register was read a moment before.
const LEFT_OVER_MS: i64 = 3_600_000;

/// Where a webhook leads, and what its deliveries are signed with.
#[derive(Clone)]
pub(crate) struct Target {
    pub url: String,
    pub secret: String,
}

from_row!(Target { url, secret });

/// Keeps a target.
pub(crate) fn keep(
    (target_id, webhook_id): (&str, &str),
    target: &Target,
    now_ms: i64,
) -> RecordWrite {
    let insert = records::query(
        "INSERT INTO webhook_targets (target_id, webhook_id, url, secret, created_at_ms) VALUES ($1, $2, $3, $4, $5)",
    );
    let insert = insert.bind(target_id).bind(webhook_id);
    let insert = insert.bind(&target.url).bind(&target.secret).bind(now_ms);
    RecordWrite::new(insert)
}

/// A target; none where it was erased.
pub(crate) async fn target(tables: &Records, target_id: &str) -> Result<Option<Target>, Problem> {
    let select =
        records::query_as::<Target>("SELECT url, secret FROM webhook_targets WHERE target_id = $1");
    let found = select.bind(target_id).fetch_optional(tables.read()).await;
    found.map_err(stored)
}

/// The addresses of all targets, by their ids.
pub(crate) async fn urls(
    tables: &Records,
) -> Result<std::collections::BTreeMap<String, String>, Problem> {
    let select =
        records::query_as::<(String, String)>("SELECT target_id, url FROM webhook_targets");
    let all = select.fetch_all(tables.read()).await.map_err(stored)?;
    Ok(all.into_iter().collect())
}

/// Erases every target of a webhook but one.
pub(crate) fn erase_others(webhook_id: &str, target_id: &str) -> RecordWrite {
    let delete =
        records::query("DELETE FROM webhook_targets WHERE webhook_id = $1 AND target_id <> $2");
    RecordWrite::new(delete.bind(webhook_id).bind(target_id))
}

/// Erases everything that is kept of a webhook.
pub(crate) fn erase(webhook_id: &str) -> [RecordWrite; 3] {
    [
        "DELETE FROM webhook_targets WHERE webhook_id = $1",
        "DELETE FROM webhook_progress WHERE webhook_id = $1",
        "DELETE FROM webhook_deliveries WHERE webhook_id = $1",
    ]
    .map(|statement| RecordWrite::new(records::query(statement).bind(webhook_id)))
}

/// Erases what was written of webhooks that were removed meanwhile, and the targets that earlier versions, which wrote them
/// before the event that names them, left behind.
pub(crate) async fn erase_left_over(
    tables: &Records,
    named: &[&str],
    now_ms: i64,
) -> Result<(), Problem> {
    let select = records::query_scalar::<String>(
        "SELECT target_id FROM webhook_targets WHERE created_at_ms < $1",
    );
    let select = select.bind(now_ms.saturating_sub(LEFT_OVER_MS));
    let old = select.fetch_all(tables.read()).await.map_err(stored)?;
    for target_id in old.iter().filter(|id| !named.contains(&id.as_str())) {
        let delete = records::query("DELETE FROM webhook_targets WHERE target_id = $1");
        tables.run(delete.bind(target_id)).await.map_err(stored)?;
    }
    for statement in [
        "DELETE FROM webhook_progress WHERE webhook_id NOT IN (SELECT webhook_id FROM webhook_targets)",
        "DELETE FROM webhook_deliveries WHERE webhook_id NOT IN (SELECT webhook_id FROM webhook_targets)",
    ] {
        tables
            .run(records::query(statement))
            .await
            .map_err(stored)?;
    }
    Ok(())
}
