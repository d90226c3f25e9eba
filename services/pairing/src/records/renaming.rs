//! Another name of an entrant.

use outflank_access::Problem;
use outflank_journal::{WriteTransaction, records};

use super::{
    EntrantName, NewName, Records, Referring,
    name_changes::{Changed, drop_change, keep_change},
    stored,
};

/// Another name of an entrant.
#[derive(Debug, Clone)]
pub(crate) struct Renaming {
    pub before: EntrantName,
    pub after: NewName,
}

impl Records {
    /// Gives an entrant another name.
    pub(crate) async fn rename(
        &self,
        tournament_id: &str,
        renaming: &Renaming,
        by: &Referring,
    ) -> Result<(), Problem> {
        let after = &renaming.after;
        let of = (tournament_id, after.entrant_id.as_str());
        let mut transaction = self.begin().await?;
        let changed = Changed::Name(&after.surname, &after.given_names);
        keep_change(&mut transaction, of, by, changed).await?;
        let name = (after.surname.as_str(), after.given_names.as_str());
        write_name(&mut transaction, of, name).await?;
        self.commit_shown(transaction, tournament_id).await
    }

    /// Gives an entrant the name back that stood before.
    pub(crate) async fn name_as_before(
        &self,
        tournament_id: &str,
        before: &EntrantName,
        by: &Referring,
    ) -> Result<(), Problem> {
        let of = (tournament_id, before.entrant_id.as_str());
        let mut transaction = self.begin().await?;
        drop_change(&mut transaction, of, by).await?;
        let name = (before.surname.as_str(), before.given_names.as_str());
        write_name(&mut transaction, of, name).await?;
        self.commit_shown(transaction, tournament_id).await
    }
}

async fn write_name(
    transaction: &mut WriteTransaction,
    (tournament_id, entrant_id): (&str, &str),
    (surname, given_names): (&str, &str),
) -> Result<(), Problem> {
    records::query(
        "UPDATE entrant_names SET surname = $1, given_names = $2 \
         WHERE tournament_id = $3 AND entrant_id = $4",
    )
    .bind(surname)
    .bind(given_names)
    .bind(tournament_id)
    .bind(entrant_id)
    .execute(transaction)
    .await
    .map_err(stored)?;
    Ok(())
}
