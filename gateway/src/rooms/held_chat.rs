//! What spectators wrote while it was held back: told to everybody here once play shows it.

use std::sync::{Arc, PoisonError};

use outflank_access::Problem;
use outflank_proto::play::v1::{ChatChannel, ChatMessage};

use crate::{
    registry::Held,
    rooms::{audience::Audience, room::Room},
};

impl Room {
    /// Play says whether what spectators write is shown. Where it was held back before, everybody is told it now.
    pub(super) fn spectators_chat(&self, held: &Arc<Held<Self>>, shown: bool) {
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
            if let Err(problem) = self.release_to(audience).await {
                tracing::warn!(game, %problem, "what spectators wrote is told to whoever watches again");
            }
        }
    }

    /// Tells an audience what its members may see alike.
    async fn release_to(&self, audience: &Audience) -> Result<(), Problem> {
        let account = audience.an_account();
        let is_told =
            |message: &ChatMessage| message.channel() == ChatChannel::Spectators && !message.held;
        let tell = |frame| {
            if std::ptr::eq(audience, &raw const self.spectators.audience) {
                self.spectators.said(frame, "".into());
            } else {
                audience.tell_chat(&frame, |_, _, _| true);
            }
        };
        self.tell_written(account.as_deref(), 0, is_told, tell)
            .await?;
        Ok(())
    }
}
