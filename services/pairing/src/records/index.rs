//! Read models over all tournaments. They may lag behind the journal and never lead.

use std::collections::BTreeMap;

use outflank_access::{Page, Problem};
use outflank_journal::{WriteTransaction, records};
use outflank_tournament::RuleSetOrigin;
use serde::{Deserialize, Serialize};

use super::{
    Records,
    exclusions::{Excluded, replace_excluded},
    saved_rule_sets::note_uses,
    stored,
};

/// One tournament in the list of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexRow {
    pub tournament_id: String,
    pub seq: u64,
    pub name: String,
    pub country: String,
    pub date: String,
    /// Whose bans hold at its entry: an account.
    pub organiser: String,
    /// Empty = of no series.
    pub series: String,
    /// 0 = of no series.
    pub leg: u32,
    pub rule_set: String,
    /// The contract's number of the phase.
    pub phase: i32,
    pub entrants: u32,
    pub round: u32,
    pub rounds: u32,
    /// How its rating file stands, by its name in the contract; empty = there is none to come.
    pub rating_state: String,
    /// Since when, in ms since 1970.
    pub rating_since_ms: i64,
    /// When its file was first released, in ms since 1970; 0 = never.
    pub first_released_ms: i64,
    /// The event that it is a rehearsal of; empty = of none.
    pub rehearsal_of: String,
}

outflank_journal::from_row!(IndexRow {
    tournament_id,
    seq [i64],
    name,
    country,
    date,
    organiser,
    series,
    leg [i64],
    rule_set,
    phase [i64],
    entrants [i64],
    round [i64],
    rounds [i64],
    rating_state,
    rating_since_ms,
    first_released_ms,
    rehearsal_of,
});

/// What orders the list of all tournaments, the latest first: date and id.
pub(crate) type TournamentKey = (String, String);

/// What an account is in one tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Held {
    pub key: HeldKey,
    /// Its seat; `None` where it directs.
    pub entrant_id: Option<String>,
}

/// What orders it: seats before what it directs, tournaments not yet confirmed first, then the latest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HeldKey {
    directed: i64,
    confirmed: i64,
    date: String,
    pub tournament_id: String,
}

outflank_journal::from_row!(HeldKey {
    directed,
    confirmed,
    date,
    tournament_id,
});

outflank_journal::from_row!(Held {
    key [flat],
    entrant_id,
});

impl HeldKey {
    /// Before every other.
    fn first() -> Self {
        Self {
            directed: -1,
            confirmed: 0,
            date: String::new(),
            tournament_id: String::new(),
        }
    }
}

/// Results come by the hundred and change no seat: rows are written only where they differ.
async fn replace_seats(
    transaction: &mut WriteTransaction,
    tournament_id: &str,
    seats: &[(String, String)],
) -> Result<(), sqlx::Error> {
    let known: Vec<(String, String)> = records::query_as(
        "SELECT account_id, entrant_id FROM seat_index WHERE tournament_id = $1 ORDER BY account_id",
    )
    .bind(tournament_id)
    .fetch_all(transaction.on())
    .await?;
    if known == seats {
        return Ok(());
    }
    records::query("DELETE FROM seat_index WHERE tournament_id = $1")
        .bind(tournament_id)
        .execute(transaction.on())
        .await?;
    for (account, entrant) in seats {
        records::query(
            "INSERT INTO seat_index (account_id, tournament_id, entrant_id) VALUES ($1, $2, $3)",
        )
        .bind(account)
        .bind(tournament_id)
        .bind(entrant)
        .execute(transaction.on())
        .await?;
    }
    Ok(())
}

async fn replace_officials(
    transaction: &mut WriteTransaction,
    tournament_id: &str,
    officials: &[String],
) -> Result<(), sqlx::Error> {
    let known: Vec<String> = records::query_scalar(
        "SELECT account_id FROM official_index WHERE tournament_id = $1 ORDER BY account_id",
    )
    .bind(tournament_id)
    .fetch_all(transaction.on())
    .await?;
    if known == officials {
        return Ok(());
    }
    records::query("DELETE FROM official_index WHERE tournament_id = $1")
        .bind(tournament_id)
        .execute(transaction.on())
        .await?;
    for account in officials {
        records::query("INSERT INTO official_index (account_id, tournament_id) VALUES ($1, $2)")
            .bind(account)
            .bind(tournament_id)
            .execute(transaction.on())
            .await?;
    }
    Ok(())
}

impl Records {
    /// Brings a tournament's rows up to its state; an older state changes nothing. `seats` are
    /// (account, entrant); both lists come in the order of accounts.
    pub(crate) async fn index(
        &self,
        row: &IndexRow,
        seats: &[(String, String)],
        officials: &[String],
        (excluded, origins): (&[Excluded], &[RuleSetOrigin]),
    ) -> Result<(), Problem> {
        let seq = i64::try_from(row.seq).map_err(Problem::internal)?;
        let mut transaction = self.begin().await?;
        // Whoever comes with another state of this tournament waits here until this one is committed.
        let changed = records::query(
            "INSERT INTO tournament_index \
             (tournament_id, seq, name, country, date, organiser, series, leg, rule_set, phase, entrants, round, rounds, \
             rating_state, rating_since_ms, first_released_ms, rehearsal_of) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT (tournament_id) DO UPDATE SET \
             seq = excluded.seq, name = excluded.name, country = excluded.country, \
             date = excluded.date, organiser = excluded.organiser, series = excluded.series, \
             leg = excluded.leg, rule_set = excluded.rule_set, phase = excluded.phase, \
             entrants = excluded.entrants, round = excluded.round, rounds = excluded.rounds, \
             rating_state = excluded.rating_state, rating_since_ms = excluded.rating_since_ms, \
             first_released_ms = excluded.first_released_ms, rehearsal_of = excluded.rehearsal_of \
             WHERE excluded.seq > tournament_index.seq",
        )
        .bind(&row.tournament_id)
        .bind(seq)
        .bind(&row.name)
        .bind(&row.country)
        .bind(&row.date)
        .bind(&row.organiser)
        .bind(&row.series)
        .bind(row.leg)
        .bind(&row.rule_set)
        .bind(row.phase)
        .bind(row.entrants)
        .bind(row.round)
        .bind(row.rounds)
        .bind(&row.rating_state)
        .bind(row.rating_since_ms)
        .bind(row.first_released_ms)
        .bind(&row.rehearsal_of)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        if changed == 0 {
            return Ok(());
        }
        replace_seats(&mut transaction, &row.tournament_id, seats)
            .await
            .map_err(stored)?;
        replace_officials(&mut transaction, &row.tournament_id, officials)
            .await
            .map_err(stored)?;
        replace_excluded(&mut transaction, &row.tournament_id, excluded)
            .await
            .map_err(stored)?;
        note_uses(&mut transaction, &row.tournament_id, origins)
            .await
            .map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }

    /// The seq up to which each tournament is indexed.
    pub(crate) async fn indexed_seqs(&self) -> Result<BTreeMap<String, u64>, Problem> {
        let rows: Vec<(String, i64)> =
            records::query_as("SELECT tournament_id, seq FROM tournament_index")
                .fetch_all(self.tables.read())
                .await
                .map_err(stored)?;
        let seqs = rows.into_iter().map(|(id, seq)| (id, seq.unsigned_abs()));
        Ok(seqs.collect())
    }

    /// The seq up to which a tournament is indexed.
    pub(crate) async fn indexed_seq(&self, tournament_id: &str) -> Result<Option<u64>, Problem> {
        let seq: Option<i64> =
            records::query_scalar("SELECT seq FROM tournament_index WHERE tournament_id = $1")
                .bind(tournament_id)
                .fetch_optional(self.tables.read())
                .await
                .map_err(stored)?;
        Ok(seq.map(i64::unsigned_abs))
    }

    /// Whether any tournament is indexed.
    pub(crate) async fn has_index(&self) -> Result<bool, Problem> {
        let first: Option<String> =
            records::query_scalar("SELECT tournament_id FROM tournament_index LIMIT 1")
                .fetch_optional(self.tables.read())
                .await
                .map_err(stored)?;
        Ok(first.is_some())
    }

    /// Tournaments whose rows a migration wants made anew.
    pub(crate) async fn unindexed(&self) -> Result<Vec<String>, Problem> {
        records::query_scalar("SELECT tournament_id FROM tournament_index WHERE seq = 0")
            .fetch_all(self.tables.read())
            .await
            .map_err(stored)
    }

    /// The ids of all tournaments that count, the latest first.
    pub(crate) async fn events_that_count(&self) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT tournament_id FROM tournament_index WHERE rehearsal_of = '' ORDER BY date DESC, tournament_id",
        )
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// A page of all tournaments that count, the latest first, and one more.
    pub(crate) async fn tournaments(
        &self,
        page: &Page<TournamentKey>,
    ) -> Result<Vec<IndexRow>, Problem> {
        let query = match page.after() {
            None => records::query_as(
                "SELECT * FROM tournament_index WHERE rehearsal_of = '' ORDER BY date DESC, tournament_id LIMIT $1",
            ),
            // Said in this way, the index leads to the place.
            Some((date, id)) => records::query_as(
                "SELECT * FROM tournament_index WHERE rehearsal_of = '' AND date <= $1 \
                 AND (date < $2 OR tournament_id > $3) ORDER BY date DESC, tournament_id LIMIT $4",
            )
            .bind(date)
            .bind(date)
            .bind(id),
        };
        query
            .bind(page.limit())
            .fetch_all(self.tables.read())
            .await
            .map_err(stored)
    }

    /// Whether an account is an official of any tournament that counts.
    pub(crate) async fn is_official(&self, account_id: &str) -> Result<bool, Problem> {
        let offices: i64 = records::query_scalar(
            "SELECT count(*) FROM official_index JOIN tournament_index USING (tournament_id) \
                 WHERE account_id = $1 AND rehearsal_of = ''",
        )
        .bind(account_id)
        .fetch_one(self.tables.read())
        .await
        .map_err(stored)?;
        Ok(offices > 0)
    }

    /// A page of what an account is, and one more; `confirmed` is the number of the first phase in which an event is
    /// over.
    pub(crate) async fn held_by(
        &self,
        account_id: &str,
        confirmed: i32,
        page: &Page<HeldKey>,
    ) -> Result<Vec<Held>, Problem> {
        let after = page.after().cloned().unwrap_or_else(HeldKey::first);
        records::query_as(
            "SELECT * FROM (\
             SELECT CAST(0 AS BIGINT) AS directed, \
             CAST(CASE WHEN t.phase >= $1 THEN 1 ELSE 0 END AS BIGINT) AS confirmed, \
             t.date, t.tournament_id, s.entrant_id FROM seat_index AS s \
             JOIN tournament_index AS t USING (tournament_id) WHERE s.account_id = $2 \
             UNION ALL \
             SELECT CAST(1 AS BIGINT), \
             CAST(CASE WHEN t.phase >= $3 THEN 1 ELSE 0 END AS BIGINT), \
             t.date, t.tournament_id, NULL FROM official_index AS o \
             JOIN tournament_index AS t USING (tournament_id) WHERE o.account_id = $4\
             ) AS held \
             WHERE (directed, confirmed) > ($5, $6) OR (directed, confirmed) = ($7, $8) \
             AND (date < $9 OR date = $10 AND tournament_id > $11) \
             ORDER BY directed, confirmed, date DESC, tournament_id LIMIT $12",
        )
        .bind(confirmed)
        .bind(account_id)
        .bind(confirmed)
        .bind(account_id)
        .bind(after.directed)
        .bind(after.confirmed)
        .bind(after.directed)
        .bind(after.confirmed)
        .bind(&after.date)
        .bind(&after.date)
        .bind(&after.tournament_id)
        .bind(page.limit())
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }
}
