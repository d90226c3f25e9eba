//! Whom an account has blocked.

use outflank_access::{Page, Problem};
use outflank_casual::{MOST_BLOCKS, Refusal};

use super::{super::App, refused};
use crate::records::{BlockKey, BlockRow};

impl App {
    /// Keeps two apart at the wish of one of them; once more it changes nothing.
    ///
    /// # Errors
    /// `block_oneself`, `too_many_blocks`.
    pub(crate) async fn block(&self, account: &str, blocked: &str) -> Result<(), Problem> {
        if account == blocked {
            return Err(refused(&Refusal::BlockOneself));
        }
        let row = BlockRow {
            account_id: account.to_owned(),
            blocked_id: blocked.to_owned(),
            at_ms: self.clock.now_ms(),
        };
        if self.records.block(&row, MOST_BLOCKS).await? {
            return Ok(());
        }
        Err(refused(&Refusal::TooManyBlocks { most: MOST_BLOCKS }))
    }

    /// Takes a block back; where there is none nothing changes.
    pub(crate) async fn unblock(&self, account: &str, blocked: &str) -> Result<(), Problem> {
        self.records.unblock(account, blocked).await
    }

    /// A page of an account's blocks, the latest first, and the next page's token.
    pub(crate) async fn blocks_of(
        &self,
        account: &str,
        page: &Page<BlockKey>,
    ) -> Result<(Vec<BlockRow>, String), Problem> {
        let rows = self.records.blocks(account, page).await?;
        page.cut(rows, |row| (row.at_ms, row.blocked_id.clone()))
    }
}
