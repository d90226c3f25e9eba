//! What was read of chats a moment ago. When a round opens everybody comes at once, mostly to tables where nothing was
//! written, and each is told so.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_access::Problem;
use outflank_kept::{Kept, Weighed};
use tokio::time::Instant;

use super::Play;

/// So long what was read counts: an event that comes back from another server brings messages beside this process.
const KEPT_FOR: Duration = Duration::from_secs(1);
/// Room for games without a message, and for whom tournaments silenced, in bytes each.
const MOST_KEPT_BYTES: u64 = 512 << 10;
/// About what an account's place in a set takes beside its id, in bytes.
const ACCOUNT_BYTES: usize = 48;

/// When it was read that a game has no message.
#[derive(Clone)]
struct Empty(Instant);

impl Weighed for Empty {
    fn bytes(&self) -> u64 {
        64
    }
}

/// Who is silenced in a tournament, and when that was read.
#[derive(Clone)]
struct SilencedThere {
    accounts: Arc<BTreeSet<String>>,
    read_at: Instant,
}

impl Weighed for SilencedThere {
    fn bytes(&self) -> u64 {
        let bytes = |account: &String| account.len().saturating_add(ACCOUNT_BYTES);
        let bytes = self.accounts.iter().map(bytes).sum::<usize>();
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// What was read of chats a moment ago; nothing where other processes write, too.
pub(super) struct RecentChat {
    /// How often something was written, removed or ruled so far; locked while what was read is kept.
    changes: Mutex<u64>,
    /// By game.
    empty: Kept<String, Empty>,
    /// By tournament.
    silenced: Kept<String, SilencedThere>,
}

impl Default for RecentChat {
    fn default() -> Self {
        Self {
            changes: Mutex::default(),
            empty: Kept::new("play_empty_chats", MOST_KEPT_BYTES),
            silenced: Kept::new("play_silenced", MOST_KEPT_BYTES),
        }
    }
}

/// A change of what is kept: what was read before its end counts no longer then.
pub(super) struct Change<'a>(&'a RecentChat);

impl Drop for Change<'_> {
    fn drop(&mut self) {
        let mut changes = self.0.changes();
        *changes += 1;
        self.0.empty.forget_all();
        self.0.silenced.forget_all();
    }
}

impl RecentChat {
    /// Something is about to be written.
    pub fn changing(&self) -> Change<'_> {
        Change(self)
    }

    fn changes(&self) -> MutexGuard<'_, u64> {
        // Whatever is kept can be read again.
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Play {
    /// The number of a game's last message; 0 when there is none.
    pub(super) async fn last_message(&self, game_id: &str) -> Result<u64, Problem> {
        let recent = &self.recent_chat;
        let known = recent.empty.get(game_id);
        if known.is_some_and(|Empty(read_at)| read_at.elapsed() < KEPT_FOR) {
            return Ok(0);
        }
        let before = *recent.changes();
        let read_at = Instant::now();
        let last = self.records.last_message(game_id).await?;
        if last == 0 && self.tables.journal.serves_one_process() {
            let changes = recent.changes();
            if *changes == before {
                recent.empty.keep(game_id.to_owned(), Empty(read_at));
            }
        }
        Ok(last)
    }

    /// Whether an account may write no more in a tournament.
    pub(super) async fn is_silenced(
        &self,
        tournament_id: &str,
        account: &str,
    ) -> Result<bool, Problem> {
        if !self.tables.journal.serves_one_process() {
            return self
                .records
                .is_muted((tournament_id, account), self.now_ms())
                .await;
        }
        let recent = &self.recent_chat;
        if let Some(known) = recent.silenced.get(tournament_id)
            && known.read_at.elapsed() < KEPT_FOR
        {
            return Ok(known.accounts.contains(account));
        }
        let before = *recent.changes();
        let read_at = Instant::now();
        let now_ms = self.now_ms();
        let silenced = self.records.silenced_accounts(tournament_id, now_ms);
        let accounts: Arc<BTreeSet<String>> = Arc::new(silenced.await?.into_iter().collect());
        let is_silenced = accounts.contains(account);
        let changes = recent.changes();
        if *changes == before {
            let there = SilencedThere { accounts, read_at };
            recent.silenced.keep(tournament_id.to_owned(), there);
        }
        Ok(is_silenced)
    }
}
