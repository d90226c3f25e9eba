//! What is written at a room's table: history to whoever comes, news to whom play names.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use outflank_access::{Kind, Problem};
use outflank_proto::play::v1::{self as play, ChatChannel};
use prost::Message as _;

use crate::{
    frames::server_frame::{self, Outgoing},
    registry::Held,
    rooms::{
        room::Room,
        subscriber::{SubscriberInbox, Viewer},
    },
};

/// What was written is read again so often, and after so long each time, for whoever joined while play was away.
const ATTEMPTS: u32 = 60;
const READ_AGAIN: Duration = Duration::from_secs(1);

impl Room {
    async fn read_chat(
        &self,
        account_id: Option<&str>,
        of: play::ReadChatRequest,
    ) -> Result<play::ReadChatResponse, Problem> {
        let request = play::ReadChatRequest {
            game_id: self.players.game().to_string(),
            viewer_account_id: account_id.unwrap_or_default().to_owned(),
            ..of
        };
        let answer = self.parts.services.play().read_chat(request).await;
        answer
            .map(tonic::Response::into_inner)
            .map_err(|status| Problem::from_status(&status))
    }

    /// Sends whoever joined the newest of what was written so far, as far as they may see it, and where they may write.
    /// The game is shown without it, and nothing of the game waits for it.
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
            }
        });
    }

    /// Reads once there is place for it. Who has left meanwhile, or watches again, is told nothing.
    async fn send_history(
        &self,
        inbox: &SubscriberInbox,
        (viewer, member): (Viewer, u64),
    ) -> Result<(), Problem> {
        let account = inbox.account_id.as_deref();
        loop {
            let _turn = inbox.outbox.history_turn().await;
            if inbox.outbox.is_closing() || !self.audience(viewer).has(member) {
                return Ok(());
            }
            let newest = play::ReadChatRequest {
                newest: true,
                most: self.parts.chat_messages,
                ..play::ReadChatRequest::default()
            };
            let history = self.read_chat(account, newest).await?;
            self.chat.begin(history.last_number);
            let may_write = history.may_write();
            // A later play may have channels that nobody knows here.
            let may_write = may_write.filter(|channel| *channel != ChatChannel::Unspecified);
            let (may_write, older_before) = (may_write.collect(), history.older_before);
            let game = self.players.game();
            let frame = server_frame::chat_history(game, history.messages, may_write, older_before);
            let frame = self.histories.shared(frame);
            if self.audience(viewer).tell_history(member, frame) {
                return Ok(());
            }
        }
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
                tokio::spawn(async move { held.value.catch_up_chat(&held.key).await });
            }
            Some(_) => self.chat.up_to(message.number),
            None => {}
        }
        let writer: Arc<str> = message.account_id.as_str().into();
        let frame = server_frame::chat(self.players.game(), vec![message]);
        for audience in [&self.players, &self.officials] {
            audience.tell_chat(&frame, |viewer, account, _| {
                let sees = match viewer {
                    Viewer::Black => update.to_black,
                    Viewer::White => update.to_white,
                    Viewer::Official => update.to_officials,
                    Viewer::Spectator => false,
                };
                sees || account == Some(&*writer)
            });
        }
        let own = |_: Viewer, account: Option<&str>, _: &_| account == Some(&*writer);
        self.spectators.audience.tell_chat(&frame, own);
        if update.to_spectators {
            self.spectators.said(frame, writer);
        }
    }

    /// Messages may have been missed: each audience is read again from the last that was told.
    pub(super) async fn catch_up_chat(&self, game: &str) {
        self.chat.miss();
        while let Some(reading) = self.chat.reading() {
            while reading.is_due() {
                self.read_missed_chat(game).await;
            }
        }
    }

    async fn read_missed_chat(&self, game: &str) {
        let Some(after) = self.chat.last() else {
            return;
        };
        let mut inboxes = Vec::new();
        for audience in [&self.players, &self.officials] {
            audience.each(|_, account, outbox| {
                inboxes.push((audience, account.map(str::to_owned), Arc::clone(outbox)));
            });
        }
        let mut last = after;
        for (audience, account, outbox) in inboxes {
            let tell = |frame| {
                audience.tell_chat(&frame, |_, _, of| Arc::ptr_eq(of, &outbox));
            };
            let told = self.tell_written(account.as_deref(), after, |_| true, tell);
            match told.await {
                Ok(told) => last = last.max(told),
                Err(problem) => {
                    return tracing::debug!(game, %problem, "chat could not be read");
                }
            }
        }
        if !self.spectators.audience.outlook().empty {
            let spectator = self.spectators.audience.an_account();
            let tell = |frame| self.spectators.said(frame, "".into());
            // What is held back is its writer's alone.
            let told = self.tell_written(spectator.as_deref(), after, |of| !of.held, tell);
            if let Ok(told) = told.await {
                last = last.max(told);
            }
        }
        self.chat.up_to(last);
    }

    /// Tells, page by page, what of what this account may read after a number is to be told. Answers with the last number
    /// there is.
    pub(super) async fn tell_written(
        &self,
        account_id: Option<&str>,
        mut after_number: u64,
        is_told: impl Fn(&play::ChatMessage) -> bool,
        tell: impl Fn(Outgoing),
    ) -> Result<u64, Problem> {
        loop {
            let page = play::ReadChatRequest {
                after_number,
                ..play::ReadChatRequest::default()
            };
            let mut page = self.read_chat(account_id, page).await?;
            page.messages.retain(&is_told);
            if !page.messages.is_empty() {
                tell(server_frame::chat(self.players.game(), page.messages));
            }
            if page.last_number <= after_number {
                return Ok(after_number);
            }
            after_number = page.last_number;
        }
    }
}
