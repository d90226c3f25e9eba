//! `outflank event links`, and the links that `event load` writes.

use anyhow::ensure;
use outflank_identity::{Guest, Invitation};
use outflank_offline::{
    Format,
    output::{self, note, printable, text_line},
};
use serde::Serialize;

use super::{LinkOptions, Links, bundle::Unfinished, save, stores::Stores};
use crate::configuration::Deployment;

/// A link for somebody of an event who has no other way in.
#[derive(Debug, Serialize)]
pub struct Link {
    name: String,
    /// The entrant whose seat it gives; `null` for an official.
    entrant_id: Option<String>,
    code: String,
    link: String,
    expires_at_ms: i64,
}

pub async fn make(arguments: &Links) -> anyhow::Result<()> {
    let file = begin(&arguments.links)?;
    let deployment = arguments.at.reached_at(arguments.links.origin.as_deref())?;
    let stores = Stores::open(&deployment).await?;
    let made = of_event(&stores, arguments.event.as_deref(), &deployment).await;
    stores.close().await;
    let links = made?;
    match arguments.links.format {
        Format::Json if file.is_none() => output::json(&links),
        _ => hand_out(&links, file, &arguments.links),
    }
}

async fn of_event(
    stores: &Stores,
    id: Option<&str>,
    deployment: &Deployment,
) -> anyhow::Result<Vec<Link>> {
    let event = save::chosen(stores, id).await?;
    if let Some((_, to)) = &event.away {
        ensure!(
            event.coming,
            "{} goes on at another server ({to}): who plays there gets links there",
            event.name
        );
    }
    links(stores, &event.id, deployment).await
}

/// Makes a link for everybody of an event who has no way in here.
pub async fn links(
    stores: &Stores,
    tournament_id: &str,
    deployment: &Deployment,
) -> anyhow::Result<Vec<Link>> {
    let participants = stores.tournaments.participants(tournament_id).await?;
    let guests: Vec<Guest> = participants
        .into_iter()
        .map(|one| Guest {
            entrant_id: one.entrant_id,
            account_id: one.account_id,
            display_name: one.display_name,
        })
        .collect();
    let now_ms = stores.clock.now_ms();
    let invited = stores.people.invite(tournament_id, &guests, now_ms).await?;
    let origin = deployment.origin.as_deref().unwrap_or_default();
    let origin = origin.trim_end_matches('/');
    let link = |invited: Invitation| Link {
        name: invited.display_name,
        entrant_id: invited.entrant_id,
        link: format!("{origin}/claim#{}", invited.code),
        code: invited.code,
        expires_at_ms: invited.expires_at_ms,
    };
    Ok(invited.into_iter().map(link).collect())
}

/// Begins the file for the links where one is wanted: what cannot be written is found out before they are made.
pub fn begin(options: &LinkOptions) -> anyhow::Result<Option<Unfinished<'_>>> {
    options.links.as_deref().map(Unfinished::begin).transpose()
}

/// Writes links into their file, or as lines of the answer.
pub fn hand_out(
    links: &[Link],
    file: Option<Unfinished<'_>>,
    options: &LinkOptions,
) -> anyhow::Result<()> {
    let lines: Vec<String> = match (options.format, &file) {
        (Format::Json, Some(_)) => vec![serde_json::to_string_pretty(links)?],
        _ => links.iter().map(line).collect(),
    };
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let Some(file) = file else {
        return lines.iter().try_for_each(|line| text_line(line));
    };
    file.finish(&lines)?;
    if let Some(path) = &options.links {
        note(&format!("{} links are in {}", links.len(), path.display()));
    }
    Ok(())
}

fn line(link: &Link) -> String {
    match &link.entrant_id {
        Some(_) => format!("{}: {}", printable(&link.name), link.link),
        None => format!("{}, official: {}", printable(&link.name), link.link),
    }
}
