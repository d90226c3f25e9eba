//! Reads: each answers what its viewer may see.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use outflank_access::{Caller, Kind, Page, Problem, Standing, problem};
use outflank_proto::play::v1 as proto;
use tokio::time::{Instant, timeout_at};
use tonic::{Request, Response};

use super::{Answer, PlayGrpc};
use crate::{
    app::{Seen, Watcher},
    view::{self, Showing},
};

/// Tables in one request for news.
const MOST_TABLES: usize = 256;
/// Of them, read at the same time.
pub(super) const AT_ONCE: usize = 32;
/// News that takes longer keeps that of other tables waiting: the rest is asked for again.
const NEWS_WITHIN: Duration = Duration::from_millis(1_500);

impl PlayGrpc {
    pub(super) async fn get_table(
        &self,
        request: Request<proto::GetTableRequest>,
    ) -> Answer<proto::GetTableResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let watcher = Watcher::of(&caller, &asked.viewer_account_id);
        let game = self.0.game(&asked.game_id).await?;
        let seen = self.0.seen(game, &watcher).await?;
        Ok(Response::new(proto::GetTableResponse {
            table: Some(self.show(&seen).await?),
            look_again_ms: seen.look_again_ms.unwrap_or(0),
            viewer: seen.viewer.to_proto().into(),
        }))
    }

    pub(super) async fn list_tables(
        &self,
        request: Request<proto::ListTablesRequest>,
    ) -> Answer<proto::ListTablesResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let query = ("tables", &asked.tournament_id, asked.round);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let (games, next_page_token) = self
            .0
            .games_on(&asked.tournament_id, asked.round, &page)
            .await?;
        let watcher = Watcher::of(&caller, &asked.viewer_account_id);
        let mut tables = Vec::new();
        let mut look_again_ms: Option<i64> = None;
        for game in games {
            let seen = self.0.seen(game, &watcher).await?;
            look_again_ms = match (look_again_ms, seen.look_again_ms) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
            tables.push(self.show(&seen).await?);
        }
        Ok(Response::new(proto::ListTablesResponse {
            tables,
            look_again_ms: look_again_ms.unwrap_or(0),
            next_page_token,
        }))
    }

    pub(super) async fn read_entries(
        &self,
        request: Request<proto::ReadEntriesRequest>,
    ) -> Answer<proto::ReadEntriesResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let watcher = Watcher::of(&caller, &asked.viewer_account_id);
        let game = self.0.game(&asked.game_id).await?;
        let seen = self.0.seen(game, &watcher).await?;
        Ok(Response::new(
            self.entries_after(&seen, asked.after_seq, false).await?,
        ))
    }

    async fn entries_after(
        &self,
        seen: &Seen,
        after_seq: u64,
        to_room: bool,
    ) -> Result<proto::ReadEntriesResponse, Problem> {
        Ok(proto::ReadEntriesResponse {
            entries: self.0.entries(seen, after_seq, to_room).await?,
            table: Some(self.show(seen).await?),
            look_again_ms: seen.look_again_ms.unwrap_or(0),
            viewer: seen.viewer.to_proto().into(),
        })
    }

    pub(super) async fn read_news(
        &self,
        request: Request<proto::ReadNewsRequest>,
    ) -> Answer<proto::ReadNewsResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner().tables;
        check_tables(asked.len())?;
        let (caller, until) = (&caller, Instant::now() + NEWS_WITHIN);
        let reads = stream::iter((0_u32..).zip(asked)).map(|(number, known)| async move {
            let watcher = Watcher::of(caller, &known.viewer_account_id);
            let read = timeout_at(until, self.news_of(&known, &watcher)).await;
            (number, known.game_id.clone(), read)
        });
        let mut answer = proto::ReadNewsResponse::default();
        let mut reads = reads.buffered(AT_ONCE);
        while let Some((number, game, read)) = reads.next().await {
            match read {
                Ok(Ok((None, false))) => {}
                Ok(Ok((entries, chat))) => answer.news.push(proto::TableNews {
                    table: number,
                    entries,
                    chat,
                }),
                Ok(Err(problem)) => {
                    tracing::warn!(game, %problem, "no news of a table");
                    if problem.kind == Kind::Unavailable {
                        answer.unread.push(number);
                    }
                }
                Err(_) => answer.unread.push(number),
            }
        }
        Ok(Response::new(answer))
    }

    /// What was committed at a table, and whether something was written.
    async fn news_of(
        &self,
        known: &proto::KnownTable,
        watcher: &Watcher,
    ) -> Result<(Option<proto::ReadEntriesResponse>, bool), Problem> {
        let game = self.0.game(&known.game_id).await?;
        let chat = match known.after_chat_number {
            Some(after) => self.0.has_chat_after(&game, after).await?,
            None => false,
        };
        if game.seq <= known.after_seq {
            return Ok((None, chat));
        }
        let seen = self.0.seen(game, watcher).await?;
        if seen.game.seq <= known.after_seq {
            return Ok((None, chat));
        }
        let entries = self.entries_after(&seen, known.after_seq, true).await?;
        Ok((Some(entries), chat))
    }

    async fn show(&self, seen: &Seen) -> Result<proto::Table, Problem> {
        let reasons = self.0.reasons(&seen.game).await?;
        let showing = Showing {
            as_of_ms: seen.as_of_ms,
            audience: seen.viewer.audience(),
            policy: self.0.policy(&seen.game).await?,
            delayed: seen.delayed,
            board_hidden: seen.board_hidden,
            chat_shown: seen.chat_shown,
            reasons: &reasons,
        };
        Ok(view::table(&seen.game, &showing))
    }
}

/// Whether so many tables are read in one request.
pub(super) fn check_tables(asked: usize) -> Result<(), Problem> {
    if asked <= MOST_TABLES {
        return Ok(());
    }
    Err(problem!(
        Kind::Invalid,
        "too_many_tables",
        "News of at most {most} tables are read at once: ask again for the others.",
        most = MOST_TABLES,
    ))
}
