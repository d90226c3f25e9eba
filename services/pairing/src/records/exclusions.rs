//! Whom rulings keep out of further events, of which organiser or series.

use outflank_access::Problem;
use outflank_journal::{WriteTransaction, records};
use outflank_tournament::{AccountId, Exclusion, ExclusionScope};

use super::{Records, stored};

/// Somebody whom a ruling keeps out of further events.
#[derive(Debug, Clone)]
pub(crate) struct Excluded {
    pub exclusion: Exclusion,
    /// The number that somebody vouches for; 0 = none.
    pub federation_number: u32,
}

const ORGANISER: &str = "organiser";
const SERIES: &str = "series";

const fn row_of(scope: &ExclusionScope) -> (&'static str, &String) {
    match scope {
        ExclusionScope::Organiser(account) => (ORGANISER, &account.0),
        ExclusionScope::Series(series) => (SERIES, series),
    }
}

type Row = (String, String, String, String, u32);

/// A row for each account and for the number.
fn rows_of(excluded: &[Excluded]) -> Vec<Row> {
    let rows = excluded.iter().flat_map(|one| {
        let (scope, scope_id) = row_of(&one.exclusion.scope);
        let accounts = one.exclusion.accounts.iter();
        let accounts = accounts.map(|account| (account.0.as_str(), 0));
        let number = (one.federation_number > 0).then_some(("", one.federation_number));
        accounts.chain(number).map(move |(account_id, number)| {
            let ruling = one.exclusion.ruling.clone();
            (
                ruling,
                scope.to_owned(),
                scope_id.clone(),
                account_id.to_owned(),
                number,
            )
        })
    });
    let mut rows: Vec<Row> = rows.collect();
    rows.sort();
    rows
}

/// Most tournaments have none: rows are written only where they differ.
pub(super) async fn replace_excluded(
    transaction: &mut WriteTransaction,
    tournament_id: &str,
    excluded: &[Excluded],
) -> Result<(), sqlx::Error> {
    let rows = rows_of(excluded);
    let known: Vec<(String, String, String, String, i64)> = records::query_as(
        "SELECT ruling_id, scope, scope_id, account_id, federation_number FROM exclusions \
         WHERE tournament_id = $1 ORDER BY ruling_id, scope, scope_id, account_id, federation_number",
    )
    .bind(tournament_id)
    .fetch_all(transaction.on())
    .await?;
    let known = known
        .into_iter()
        .map(|(ruling, scope, id, account, number)| {
            (
                ruling,
                scope,
                id,
                account,
                u32::try_from(number).unwrap_or(0),
            )
        });
    if known.eq(rows.iter().cloned()) {
        return Ok(());
    }
    records::query("DELETE FROM exclusions WHERE tournament_id = $1")
        .bind(tournament_id)
        .execute(transaction.on())
        .await?;
    for (ruling_id, scope, scope_id, account_id, number) in &rows {
        records::query(
            "INSERT INTO exclusions (tournament_id, ruling_id, scope, scope_id, account_id, federation_number) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(tournament_id)
        .bind(ruling_id)
        .bind(scope)
        .bind(scope_id)
        .bind(account_id)
        .bind(*number)
        .execute(transaction.on())
        .await?;
    }
    Ok(())
}

impl Records {
    /// Out of whose events rulings keep those accounts, or who has that federation number; 0 = none.
    pub(crate) async fn excluded_from(
        &self,
        accounts: &[&AccountId],
        federation_number: u32,
    ) -> Result<Vec<ExclusionScope>, Problem> {
        let mut scopes = Vec::new();
        let accounts = accounts.iter().map(|account| (account.0.as_str(), 0));
        let number = (federation_number > 0).then_some(("", federation_number));
        for (account_id, number) in accounts.chain(number) {
            let found: Vec<(String, String)> = records::query_as(
                "SELECT DISTINCT scope, scope_id FROM exclusions \
                 WHERE account_id = $1 AND federation_number = $2 ORDER BY scope, scope_id",
            )
            .bind(account_id)
            .bind(number)
            .fetch_all(self.tables.read())
            .await
            .map_err(stored)?;
            scopes.extend(found.into_iter().map(|(scope, id)| match scope.as_str() {
                ORGANISER => ExclusionScope::Organiser(AccountId(id)),
                _ => ExclusionScope::Series(id),
            }));
        }
        Ok(scopes)
    }

    /// The events of an organiser, or the legs of a series.
    pub(crate) async fn events_of(&self, scope: &ExclusionScope) -> Result<Vec<String>, Problem> {
        let (scope, id) = row_of(scope);
        let query = match scope {
            ORGANISER => records::query_scalar(
                "SELECT tournament_id FROM tournament_index WHERE organiser = $1 AND rehearsal_of = '' ORDER BY date DESC, tournament_id",
            ),
            _ => records::query_scalar(
                "SELECT tournament_id FROM tournament_index WHERE series = $1 AND rehearsal_of = '' ORDER BY date DESC, tournament_id",
            ),
        };
        query
            .bind(id)
            .fetch_all(self.tables.read())
            .await
            .map_err(stored)
    }
}
