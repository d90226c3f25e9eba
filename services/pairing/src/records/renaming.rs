//! Another name of an entrant.

use outflank_access::Problem;
use outflank_journal::records;

use super::{EntrantName, NewName, Records, stored};

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
    ) -> Result<(), Problem> {
        let after = &renaming.after;
        self.write_name(
            tournament_id,
            &after.entrant_id,
            (&after.surname, &after.given_names),
        )
        .await
    }

    /// Gives an entrant the name back that stood before.
    pub(crate) async fn name_as_before(
        &self,
        tournament_id: &str,
        before: &EntrantName,
    ) -> Result<(), Problem> {
        self.write_name(
            tournament_id,
            &before.entrant_id,
            (&before.surname, &before.given_names),
        )
        .await
    }

    async fn write_name(
        &self,
        tournament_id: &str,
        entrant_id: &str,
        (surname, given_names): (&str, &str),
    ) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        records::query(
            "UPDATE entrant_names SET surname = $1, given_names = $2 \
             WHERE tournament_id = $3 AND entrant_id = $4",
        )
        .bind(surname)
        .bind(given_names)
        .bind(tournament_id)
        .bind(entrant_id)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }
}
