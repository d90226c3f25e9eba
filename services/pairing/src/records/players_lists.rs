//! The players lists that were imported, and which of them counts.

use outflank_access::Problem;
use outflank_journal::{WriteTransaction, from_row, records};

use super::{ListedPlayer, Records, stored};

/// Lists that are kept, and lists that are kept because they may count again.
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
             FROM players_lists ORDER BY number DESC",
        );
        let found = select.fetch_all(self.tables.read()).await;
        found.map_err(stored)
    }

    /// The list that counts; none where none is kept.
    pub(crate) async fn current_players_list(&self) -> Result<Option<PlayersList>, Problem> {
        let lists = self.players_lists().await?;
        Ok(lists.into_iter().find(PlayersList::stands))
    }

    /// The bytes of a list.
    pub(crate) async fn players_list_content(&self, number: u32) -> Result<Vec<u8>, Problem> {
        let select =
            records::query_scalar::<Vec<u8>>("SELECT content FROM players_lists WHERE number = $1");
        let found = select.bind(number).fetch_one(self.tables.read()).await;
        found.map_err(stored)
    }

    /// Has a list count from now on, unless the one that counts has the same bytes. Answers the one that counts then.
    pub(crate) async fn import_players_list(
        &self,
        list: NewPlayersList<'_>,
    ) -> Result<PlayersList, Problem> {
        let mut transaction = self.players_lists_turn().await?;
        if let Some(current) = standing(&mut transaction).await?.into_iter().next()
            && current.sha256 == list.sha256
        {
            return Ok(current);
        }
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
        // The latest, and of those that can count again as many.
        records::query(
            "DELETE FROM players_lists WHERE number NOT IN \
             (SELECT number FROM players_lists ORDER BY number DESC LIMIT $1) AND number NOT IN \
             (SELECT number FROM players_lists WHERE taken_back_by IS NULL ORDER BY number DESC LIMIT $1)",
        )
        .bind(KEPT)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        Self::replace_players(&mut transaction, list.players).await?;
        let current = standing(&mut transaction).await?.into_iter().next();
        transaction.commit().await.map_err(stored)?;
        current.ok_or_else(|| Problem::internal("a players list was imported and is gone"))
    }

    /// Has the list count no longer that counts, and the players of `before` again, the one before it. Answers false, and
    /// changes nothing, where these are not the two any more.
    pub(crate) async fn take_back_players_list(
        &self,
        (number, before): (u32, u32),
        (by, at_ms): (&str, i64),
        players: &[ListedPlayer],
    ) -> Result<bool, Problem> {
        let mut transaction = self.players_lists_turn().await?;
        let standing = standing(&mut transaction).await?;
        let two: Vec<u32> = standing.iter().take(2).map(|list| list.number).collect();
        if two != [number, before] {
            return Ok(false);
        }
        records::query(
            "UPDATE players_lists SET taken_back_by = $1, taken_back_at_ms = $2 WHERE number = $3",
        )
        .bind(by)
        .bind(at_ms)
        .bind(number)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        Self::replace_players(&mut transaction, players).await?;
        transaction.commit().await.map_err(stored)?;
        Ok(true)
    }

    /// The turn to change which list counts: whoever comes meanwhile waits for the commit.
    async fn players_lists_turn(&self) -> Result<WriteTransaction, Problem> {
        let mut transaction = self.begin().await?;
        records::query(
            "INSERT INTO players_list_turn (id, turns) VALUES (1, 1) \
             ON CONFLICT (id) DO UPDATE SET turns = players_list_turn.turns + 1",
        )
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        Ok(transaction)
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

/// The lists that can count, the latest first.
async fn standing(transaction: &mut WriteTransaction) -> Result<Vec<PlayersList>, Problem> {
    let select = records::query_as::<PlayersList>(
        "SELECT number, sha256, players, problems, by_account_id, at_ms, taken_back_by, taken_back_at_ms \
         FROM players_lists WHERE taken_back_by IS NULL ORDER BY number DESC",
    );
    let found = select.fetch_all(&mut *transaction).await;
    found.map_err(stored)
}

impl PlayersList {
    /// Nobody took it back.
    pub(crate) fn stands(&self) -> bool {
        self.taken_back_by.is_none()
    }
}
