//! What is written at a room's table: history to whoever comes, news to whom play names.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use outflank_access::{Kind, Problem};
use outflank_proto::play::v1::{self as play, ChatChannel};
use prost::Message as _;

use crate::{
    frames::server_frame,
    registry::Held,
    rooms::{
        room::Room,
        subscriber::{SubscriberInbox, Viewer},
    },
};

/// What was written is read again so often, and after so long each time, for whoever joined while play was away.
const ATTEMPTS: u32 = 60;
const READ_AGAIN: Duration = Duration::from_secs(1);

/// Messages that play answers at once, at most. They are numbered without gaps.
pub(super) const PAGE: u64 = 500;

impl Room {
    /// Everything after a number that this account may read.
    async fn read_chat(
        &self,
        game: &str,
        after_number: u64,
        account_id: Option<&str>,
    ) -> Result<play::ReadChatResponse, Problem> {
        let mut whole = self.read_page(game, after_number, account_id).await?;
        let mut after = after_number;
        while whole.last_number >= after.saturating_add(PAGE) {
            after = whole.last_number;
            let page = self.read_page(game, after, account_id).await?;
            whole.messages.extend(page.messages);
            whole.last_number = page.last_number;
        }
        Ok(whole)
    }

    pub(super) async fn read_page(
        &self,
        game: &str,
        after_number: u64,
        account_id: Option<&str>,
    ) -> Result<play::ReadChatResponse, Problem> {
        let request = play::ReadChatRequest {
            game_id: game.to_owned(),
            after_number,
            viewer_account_id: account_id.unwrap_or_default().to_owned(),
        };
        let answer = self.parts.services.play().read_chat(request).await;
        answer
            .map(tonic::Response::into_inner)
            .map_err(|status| Problem::from_status(&status))
    }

    /// Sends whoever joined what was written so far, as far as they may see it, and where they may write. The game is
    /// shown without it, and nothing of the game waits for it.
    pub(super) fn send_chat(held: &Arc<Held<Self>>, inbox: SubscriberInbox, member: (Viewer, u64)) {
        let held = Arc::clone(held);
        tokio::spawn(async move {
            for _ in 0..ATTEMPTS {
                match held.value.send_history(&inbox, member).await {
                    Err(problem) if problem.kind == Kind::Unavailable => {}
                    Err(problem) => {
                        tracing::debug!(game = %held.key, %problem, "what was written is not shown");
                        return;
                    }
                    Ok(()) => return,
                }
                tokio::time::sleep(READ_AGAIN).await;
                if !held.value.audience(member.0).has(member.1) {
                    return;
                }
            }
        });
    }

    async fn send_history(
        &self,
        inbox: &SubscriberInbox,
        (viewer, member): (Viewer, u64),
    ) -> Result<(), Problem> {
        let game = self.players.game();
        let history = self.read_chat(game, 0, inbox.account_id.as_deref()).await?;
        self.chat.begin(history.last_number);
        let may_write = history.may_write();
        // A later play may have channels that nobody knows here.
        let may_write = may_write.filter(|channel| *channel != ChatChannel::Unspecified);
        let may_write = Some(may_write.collect());
        let frame = server_frame::chat(game, history.messages, may_write);
        // Whoever was sent away meanwhile may no longer see it.
        if self.audience(viewer).has(member) {
            inbox.outbox.chat(game, frame);
        }
        Ok(())
    }

    /// The bus brought a message, and whom play shows it.
    pub(super) fn hear_chat(&self, held: &Arc<Held<Self>>, bytes: &Bytes) {
        let Ok(update) = play::ChatUpdate::decode(bytes.clone()) else {
            tracing::error!("the bus brought something that is no message");
            return;
        };
        let known = |message: &play::ChatMessage| message.channel() != ChatChannel::Unspecified;
        let Some(message) = update.message.filter(known) else {
            return;
        };
        match self.chat.last() {
            // Some before it are missing here.
            Some(last) if message.number > last.saturating_add(1) => {
                let held = Arc::clone(held);
                tokio::spawn(async move { held.value.catch_up_chat(&held).await });
            }
            Some(_) => self.chat.up_to(message.number),
            None => {}
        }
        let writer: Arc<str> = message.account_id.as_str().into();
        let game = self.players.game();
        let frame = server_frame::chat(game, vec![message], None);
        for audience in [&self.players, &self.officials] {
            audience.each(|viewer, account, outbox| {
                let sees = match viewer {
                    Viewer::Black => update.to_black,
                    Viewer::White => update.to_white,
                    Viewer::Official => update.to_officials,
                    Viewer::Spectator => false,
                };
                if sees || account == Some(&*writer) {
                    outbox.chat(game, frame.clone());
                }
            });
        }
        self.spectators.audience.each(|_, account, outbox| {
            if account == Some(&*writer) {
                outbox.chat(game, frame.clone());
            }
        });
        if update.to_spectators {
            self.spectators.said(frame, writer);
        }
    }

    /// Messages may have been missed: each audience is read again from the last that was told.
    pub(super) async fn catch_up_chat(&self, held: &Arc<Held<Self>>) {
        let Some(after) = self.chat.last() else {
            return;
        };
        let mut inboxes = Vec::new();
        for audience in [&self.players, &self.officials] {
            audience.each(|_, account, outbox| {
                inboxes.push((account.map(str::to_owned), Arc::clone(outbox)));
            });
        }
        let mut last = after;
        for (account, outbox) in inboxes {
            let news = self.read_chat(&held.key, after, account.as_deref()).await;
            let Ok(news) = news else { return };
            last = last.max(news.last_number);
            if !news.messages.is_empty() {
                let frame = server_frame::chat(self.players.game(), news.messages, None);
                outbox.chat(self.players.game(), frame);
            }
        }
        let spectator = self.spectators.audience.an_account();
        if !self.spectators.audience.outlook().empty
            && let Ok(mut news) = self.read_chat(&held.key, after, spectator.as_deref()).await
        {
            last = last.max(news.last_number);
            news.messages.retain(|message| !message.held);
            if !news.messages.is_empty() {
                let frame = server_frame::chat(self.players.game(), news.messages, None);
                self.spectators.said(frame, "".into());
            }
        }
        self.chat.up_to(last);
    }
}
