//! What is written at a room's table: history to whoever comes, news to whom play names.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use bytes::Bytes;
use outflank_proto::play::v1 as play;
use outflank_runtime::Problem;
use prost::Message as _;

use crate::{
    registry::Held,
    rest::chat::{ChatHistory, ChatMessage},
    rooms::{Ear, Room, Viewer},
    socket::server_frame,
};

/// The number of the last message that was told here.
#[derive(Default)]
pub struct Told(AtomicU64);

impl Room {
    async fn read_chat(
        &self,
        game: &str,
        after_number: u64,
        account_id: Option<&str>,
    ) -> Result<ChatHistory, Problem> {
        let request = play::ReadChatRequest {
            game_id: game.to_owned(),
            after_number,
            viewer_account_id: account_id.unwrap_or_default().to_owned(),
        };
        let answer = self.parts.services.play().read_chat(request).await;
        answer
            .map_err(|status| Problem::from_status(&status))?
            .into_inner()
            .try_into()
    }

    /// Sends whoever joined what was written so far, as far as they may see it. Without it the game is shown all
    /// the same.
    pub(super) async fn send_chat(&self, game: &str, ear: &Ear) {
        match self.read_chat(game, 0, ear.account_id.as_deref()).await {
            Ok(history) => {
                self.chat
                    .0
                    .fetch_max(history.last_number, Ordering::Relaxed);
                ear.outbox.answer(server_frame::chat(
                    self.players.game(),
                    history.messages,
                    Some(history.may_write),
                ));
            }
            Err(problem) => tracing::debug!(%game, %problem, "what was written is not shown"),
        }
    }

    /// The bus brought a message, and whom play shows it.
    pub(super) fn hear_chat(&self, bytes: &Bytes) {
        let Ok(update) = play::ChatUpdate::decode(bytes.clone()) else {
            tracing::error!("the bus brought something that is no message");
            return;
        };
        let Some(Ok(message)) = update.message.map(ChatMessage::try_from) else {
            return;
        };
        self.chat.0.fetch_max(message.number, Ordering::Relaxed);
        let writer: Arc<str> = message.account_id.as_str().into();
        let frame = server_frame::chat(self.players.game(), vec![message], None);
        for line in [&self.players, &self.officials] {
            line.each(|viewer, account, outbox| {
                let sees = match viewer {
                    Viewer::Black => update.to_black,
                    Viewer::White => update.to_white,
                    Viewer::Official => update.to_officials,
                    Viewer::Spectator => false,
                };
                if sees || account == Some(&*writer) {
                    outbox.answer(frame.clone());
                }
            });
        }
        self.spectators.each(|_, account, outbox| {
            if account == Some(&*writer) {
                outbox.answer(frame.clone());
            }
        });
        if update.to_spectators {
            self.gallery.said(frame, writer);
        }
    }

    /// Messages may have been missed: each audience is read again from the last that was told.
    pub(super) async fn catch_up_chat(&self, held: &Arc<Held<Self>>) {
        let after = self.chat.0.load(Ordering::Relaxed);
        let mut ears = Vec::new();
        for line in [&self.players, &self.officials] {
            line.each(|_, account, outbox| {
                ears.push((account.map(str::to_owned), Arc::clone(outbox)));
            });
        }
        let mut last = after;
        for (account, outbox) in ears {
            let news = self.read_chat(&held.key, after, account.as_deref()).await;
            let Ok(news) = news else { return };
            last = last.max(news.last_number);
            if !news.messages.is_empty() {
                let frame = server_frame::chat(self.players.game(), news.messages, None);
                outbox.answer(frame);
            }
        }
        if !self.spectators.outlook().empty
            && let Ok(news) = self.read_chat(&held.key, after, None).await
        {
            last = last.max(news.last_number);
            if !news.messages.is_empty() {
                let frame = server_frame::chat(self.players.game(), news.messages, None);
                self.gallery.said(frame, "".into());
            }
        }
        self.chat.0.fetch_max(last, Ordering::Relaxed);
    }
}
