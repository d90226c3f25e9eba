//! What moderators of casual play decided, of which pairing tells: who may not write at casual tables, and which messages
//! are gone.

use outflank_access::Problem;
use outflank_casual::{ModerationEvent, ModerationFact};

use super::{casual::NO_EVENT, chat::tell_chat, from_pairing::FromPairing};

impl FromPairing {
    /// Done again it changes nothing.
    pub(super) async fn take_moderation(
        &self,
        body: &ModerationFact,
        at_ms: i64,
    ) -> Result<(), Problem> {
        match &body.event {
            ModerationEvent::Muted {
                account,
                until_ms,
                deed,
            } => {
                let by = (deed.by.as_str(), deed.id.as_str(), at_ms);
                self.records
                    .mute_until(account, until_ms.unwrap_or_default(), by)
                    .await
            }
            ModerationEvent::Unmuted { account, .. } => {
                self.records.unmute(NO_EVENT, account).await
            }
            ModerationEvent::MessageRemoved {
                game, number, deed, ..
            } => {
                let by = (deed.by.as_str(), deed.id.as_str());
                let removed = self.records.remove_message(game, *number, by).await?;
                let (Some(mut message), Some(game)) = (removed, self.tables.find(game).await?)
                else {
                    return Ok(());
                };
                message.text.clear();
                let shown = self.tables.watching.chat_shown(&game).await?;
                tell_chat(&self.tables, (&game, shown), &message).await;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
