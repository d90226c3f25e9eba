//! What was read of chats a moment ago. When a round opens everybody comes at once, mostly to tables where nothing was
//! written, and each is told so.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_access::Problem;
use tokio::time::Instant;

use super::{Play, records::Silenced};

/// So long what was read counts: an event that comes back from another server brings messages beside this process.
const KEPT_FOR: Duration = Duration::from_secs(1);
/// Games, and tournaments, that something is kept of.
const KEPT: usize = 4_096;

type Accounts = Arc<BTreeSet<String>>;

#[derive(Debug, Default)]
struct Kept {
    /// How often something was written, removed or ruled so far.
    changes: u64,
    /// Games without a message, and when that was read.
    empty: BTreeMap<String, Instant>,
    /// Who is silenced in a tournament, and when that was read.
    silenced: BTreeMap<String, (Accounts, Instant)>,
}

/// What was read of chats a moment ago; nothing where other processes write, too.
#[derive(Debug, Default)]
pub(super) struct RecentChat(Mutex<Kept>);

/// A change of what is kept: what was read before its end counts no longer then.
#[derive(Debug)]
pub(super) struct Change<'a>(&'a RecentChat);

impl Drop for Change<'_> {
    fn drop(&mut self) {
        let mut kept = self.0.lock();
        kept.changes += 1;
        kept.empty.clear();
        kept.silenced.clear();
    }
}

impl RecentChat {
    /// Something is about to be written.
    pub fn changing(&self) -> Change<'_> {
        Change(self)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        // Whatever is in it can be read again.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Play {
    /// The number of a game's last message; 0 when there is none.
    pub(super) async fn last_message(&self, game_id: &str) -> Result<u64, Problem> {
        let before = {
            let kept = self.recent_chat.lock();
            let known = kept.empty.get(game_id);
            if known.is_some_and(|read_at| read_at.elapsed() < KEPT_FOR) {
                return Ok(0);
            }
            kept.changes
        };
        let read_at = Instant::now();
        let last = self.records.last_message(game_id).await?;
        if last == 0 && self.tables.journal.serves_one_process() {
            let mut kept = self.recent_chat.lock();
            if kept.changes == before {
                if kept.empty.len() >= KEPT {
                    kept.empty.clear();
                }
                kept.empty.insert(game_id.to_owned(), read_at);
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
            return self.records.is_muted(tournament_id, account).await;
        }
        let before = {
            let kept = self.recent_chat.lock();
            let known = kept.silenced.get(tournament_id);
            if let Some((accounts, read_at)) = known
                && read_at.elapsed() < KEPT_FOR
            {
                return Ok(accounts.contains(account));
            }
            kept.changes
        };
        let read_at = Instant::now();
        let silenced = self.records.silenced(tournament_id).await?;
        let accounts = silenced.into_iter().map(|of: Silenced| of.account_id);
        let accounts: Accounts = Arc::new(accounts.collect());
        let is_silenced = accounts.contains(account);
        let mut kept = self.recent_chat.lock();
        if kept.changes == before {
            if kept.silenced.len() >= KEPT {
                kept.silenced.clear();
            }
            kept.silenced
                .insert(tournament_id.to_owned(), (accounts, read_at));
        }
        Ok(is_silenced)
    }
}
