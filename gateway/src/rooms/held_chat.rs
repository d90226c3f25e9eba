//! What spectators wrote while it was held back: told to everybody here once play shows it.

use std::sync::{Arc, PoisonError};

use outflank_access::Problem;
use outflank_proto::play::v1::{ChatChannel, ChatMessage, Table};

use crate::{
    frames::server_frame,
    registry::Held,
    rooms::{audience::Audience, chat::PAGE, room::Room},
};

impl Room {
    /// A table as play made it says whether what spectators write is shown. Where it was held back before, everybody is
    /// told it now.
    pub(super) fn spectators_chat(&self, held: &Arc<Held<Self>>, table: &Table) {
        let shown = table.spectators.as_ref().is_some_and(|of| of.chat_shown);
        let before = {
            let known = self.chat_shown.lock();
            known.unwrap_or_else(PoisonError::into_inner).replace(shown)
        };
        if shown && before == Some(false) && self.chat.last().is_some() {
            let held = Arc::clone(held);
            tokio::spawn(async move { held.value.release_chat(&held.key).await });
        }
    }

    async fn release_chat(&self, game: &str) {
        for audience in self.audiences() {
            if audience.outlook().empty {
                continue;
            }
            if let Err(problem) = self.release_to(game, audience).await {
                tracing::warn!(game, %problem, "what spectators wrote is told to whoever watches again");
            }
        }
    }

    /// Tells an audience, page by page, what its members may see alike.
    async fn release_to(&self, game: &str, audience: &Audience) -> Result<(), Problem> {
        let account = audience.an_account();
        let mut after = 0;
        loop {
            let page = self.read_page(game, after, account.as_deref()).await?;
            let is_last = page.last_number < after.saturating_add(PAGE);
            after = page.last_number;
            let shown = |message: &ChatMessage| {
                message.channel() == ChatChannel::Spectators && !message.held
            };
            let messages: Vec<_> = page.messages.into_iter().filter(shown).collect();
            if !messages.is_empty() {
                let frame = server_frame::chat(audience.game(), messages, None);
                if std::ptr::eq(audience, &raw const self.spectators.audience) {
                    self.spectators.said(frame, "".into());
                } else {
                    audience.each(|_, _, outbox| outbox.chat(audience.game(), frame.clone()));
                }
            }
            if is_last {
                return Ok(());
            }
        }
    }
}
