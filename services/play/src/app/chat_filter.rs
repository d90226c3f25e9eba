//! A filter of the operator's own, which looks at each message before it stands.

use async_trait::async_trait;
use outflank_access::{Kind, Problem};

use super::{
    Play,
    records::{Channel, KeptMessage},
};

/// What somebody is about to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The game at whose table.
    pub game_id: String,
    /// Who writes.
    pub account_id: String,
    /// `players`, `spectators` or `officials`.
    pub channel: &'static str,
    /// What.
    pub text: String,
}

/// What a filter says of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It may stand.
    Allowed,
    /// It may not.
    Refused,
}

/// A filter, wherever it is.
#[async_trait]
pub trait ChatFilter: Send + Sync + 'static {
    /// Judges a message within a second or so; `None` where no answer came, or the filter was not asked.
    async fn judge(&self, draft: Draft) -> Option<Verdict>;
}

impl Play {
    /// Has each new message looked at by this filter. A second one changes nothing.
    pub fn filter_chat(&self, filter: std::sync::Arc<dyn ChatFilter>) {
        // Whoever filters twice filters the same.
        let _ = self.chat_filter.set(filter);
    }

    /// Asks the filter about a message that does not stand yet. Where it says nothing the message may stand: nobody is
    /// silent because a filter is away. It takes its time: what stands by then counts in the writer's rate.
    ///
    /// # Errors
    /// `chat_refused_by_filter`, `writing_too_fast`, or the records cannot be read.
    pub(super) async fn filtered(&self, message: &KeptMessage) -> Result<(), Problem> {
        let Some(filter) = self.chat_filter.get() else {
            return Ok(());
        };
        let draft = Draft {
            game_id: message.game_id.clone(),
            account_id: message.account.clone(),
            channel: match message.channel {
                Channel::Players => "players",
                Channel::Spectators => "spectators",
                Channel::Officials => "officials",
            },
            text: message.text.clone(),
        };
        match filter.judge(draft).await {
            Some(Verdict::Allowed) => {}
            Some(Verdict::Refused) => {
                return Err(Problem::new(
                    Kind::Refused,
                    "chat_refused_by_filter",
                    "This server's filter does not let this message stand; write it in other words.",
                ));
            }
            None => tracing::warn!(
                game = message.game_id,
                "the chat filter did not answer; the message stands"
            ),
        }
        self.check_written(message).await
    }
}
