//! The players lists that were imported, and which of them counts.

use outflank_access::Problem;
use outflank_journal::{from_row, records};

use super::{ListedPlayer, Records, stored};

/// Lists that are kept.
const KEPT: u32 = 10;
/// Ratings told at once.
const RATINGS_AT_ONCE: u32 = 5_000;

/// A list that was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlayersList {
    /// From 1.
    pub number: u32,
    pub sha256: String,
    pub players: u32,
    pub problems: u32,
    pub by_account_id: String,
    pub at_ms: i64,
    pub taken_back_by: Option<String>,
    pub taken_back_at_ms: Option<i64>,
}

from_row!(PlayersList {
    number [i64],
    sha256,
    players [i64],
    problems [i64],
    by_account_id,
    at_ms,
    taken_back_by,
    taken_back_at_ms,
});

/// One to be imported.
pub(crate) struct NewPlayersList<'a> {
    pub sha256: &'a str,
    pub content: &'a [u8],
    pub players: &'a [ListedPlayer],
    pub problems: usize,
    pub by_account_id: &'a str,
    pub at_ms: i64,
}

impl Records {
    /// The lists, the latest first.
    pub(crate) async fn players_lists(&self) -> Result<Vec<PlayersList>, Problem> {
        let select = records::query_as::<PlayersList>(
            "SELECT number, sha256, players, problems, by_account_id, at_ms, taken_back_by, taken_back_at_ms \
             FROM players_lists ORDER BY number DESC LIMIT $1",
        );
        let found = select.bind(KEPT).fetch_all(self.tables.read()).await;
        found.map_err(stored)
    }

    /// The list that counts; none where none is kept.
    pub(crate) async fn current_players_list(&self) -> Result<Option<PlayersList>, Problem> {
        let lists = self.players_lists().await?.into_iter();
        Ok(lists.into_iter().find(PlayersList::stands))
    }

    /// The bytes of a list.
    pub(crate) async fn players_list_content(&self, number: u32) -> Result<Vec<u8>, Problem> {
        let select =
            records::query_scalar::<Vec<u8>>("SELECT content FROM players_lists WHERE number = $1");
        let found = select.bind(number).fetch_one(self.tables.read()).await;
        found.map_err(stored)
    }

    /// Has a list count from now on.
    pub(crate) async fn import_players_list(
        &self,
        list: NewPlayersList<'_>,
    ) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        records::query(
            "INSERT INTO players_lists (number, sha256, content, players, problems, by_account_id, at_ms) \
             SELECT COALESCE(MAX(number), 0) + 1, $1, $2, $3, $4, $5, $6 FROM players_lists",
        )
        .bind(list.sha256)
        .bind(list.content.to_vec())
        .bind(count(list.players.len()))
        .bind(count(list.problems))
        .bind(list.by_account_id)
        .bind(list.at_ms)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        records::query(
            "DELETE FROM players_lists WHERE number <= (SELECT MAX(number) FROM players_lists) - $1",
        )
        .bind(KEPT)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        Self::replace_players(&mut transaction, list.players).await?;
        transaction.commit().await.map_err(stored)
    }

    /// Has that list count no longer, and these players of the one before it again. Answers false where it was taken back
    /// before.
    pub(crate) async fn take_back_players_list(
        &self,
        number: u32,
        (by, at_ms): (&str, i64),
        players: &[ListedPlayer],
    ) -> Result<bool, Problem> {
        let mut transaction = self.begin().await?;
        let taken_back = records::query(
            "UPDATE players_lists SET taken_back_by = $1, taken_back_at_ms = $2 \
             WHERE number = $3 AND taken_back_by IS NULL",
        )
        .bind(by)
        .bind(at_ms)
        .bind(number)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        if taken_back == 0 {
            return Ok(false);
        }
        Self::replace_players(&mut transaction, players).await?;
        transaction.commit().await.map_err(stored)?;
        Ok(true)
    }

    /// Whoever of the list that counts has a rating, after that number; whether there are more.
    pub(crate) async fn official_ratings(
        &self,
        after: u32,
    ) -> Result<(Vec<(u32, u32)>, bool), Problem> {
        let select = records::query_as::<(i64, i64)>(
            "SELECT federation_number, rating FROM listed_players WHERE rating > 0 AND federation_number > $1 \
             ORDER BY federation_number LIMIT $2",
        );
        let found = select
            .bind(after)
            .bind(RATINGS_AT_ONCE)
            .fetch_all(self.tables.read());
        let found = found.await.map_err(stored)?;
        let goes_on = found.len() >= RATINGS_AT_ONCE as usize;
        let narrowed = |number: i64| u32::try_from(number).unwrap_or_default();
        let ratings = found.into_iter();
        let ratings = ratings.map(|(number, rating)| (narrowed(number), narrowed(rating)));
        Ok((ratings.collect(), goes_on))
    }
}

impl PlayersList {
    /// Nobody took it back.
    pub(crate) fn stands(&self) -> bool {
        self.taken_back_by.is_none()
    }
}
