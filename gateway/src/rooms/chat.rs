//! What is written at a room's table: history to whoever comes, news to whom play names.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use outflank_access::{Kind, Problem};
use outflank_proto::play::v1::{self as play, ChatChannel};
use prost::Message as _;

use crate::{
    registry::Held,
    rooms::{Ear, Room, Viewer},
    socket::server_frame,
};

/// What was written is read again so often, and after so long each time, for whoever joined while play was away.
const ATTEMPTS: u32 = 60;
const READ_AGAIN: Duration = Duration::from_secs(1);

/// Messages that play answers at once, at most. They are numbered without gaps.
const PAGE: u64 = 500;

/// The number of the message up to which everybody here has been told everything; none before the first of them was.
pub struct Told(AtomicU64);

const NOBODY: u64 = u64::MAX;

impl Default for Told {
    fn default() -> Self {
        Self(AtomicU64::new(NOBODY))
    }
}

impl Told {
    pub(super) fn last(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|last| *last != NOBODY)
    }

    /// The first of those here has been told up to this number.
    fn begin(&self, number: u64) {
        let order = Ordering::Relaxed;
        let _others_began = self.0.compare_exchange(NOBODY, number, order, order);
    }

    fn up_to(&self, number: u64) {
        self.0.fetch_max(number, Ordering::Relaxed);
    }
}

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

    async fn read_page(
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
    pub(super) fn send_chat(held: &Arc<Held<Self>>, ear: Ear, member: (Viewer, u64)) {
        let held = Arc::clone(held);
        tokio::spawn(async move {
            for _ in 0..ATTEMPTS {
                match held.place.send_history(&ear).await {
                    Err(problem) if problem.kind == Kind::Unavailable => {}
                    Err(problem) => {
                        tracing::debug!(game = %held.key, %problem, "what was written is not shown");
                        return;
                    }
                    Ok(()) => return,
                }
                tokio::time::sleep(READ_AGAIN).await;
                if !held.place.line(member.0).has(member.1) {
                    return;
                }
            }
        });
    }

    async fn send_history(&self, ear: &Ear) -> Result<(), Problem> {
        let game = self.players.game();
        let history = self.read_chat(game, 0, ear.account_id.as_deref()).await?;
        self.chat.begin(history.last_number);
        let may_write = history.may_write();
        // A later play may have channels that nobody knows here.
        let may_write = may_write.filter(|channel| *channel != ChatChannel::Unspecified);
        let may_write = Some(may_write.collect());
        let frame = server_frame::chat(game, history.messages, may_write);
        ear.outbox.answer(frame);
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
                tokio::spawn(async move { held.place.catch_up_chat(&held).await });
            }
            Some(_) => self.chat.up_to(message.number),
            None => {}
        }
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
        let Some(after) = self.chat.last() else {
            return;
        };
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
        self.chat.up_to(last);
    }
}
