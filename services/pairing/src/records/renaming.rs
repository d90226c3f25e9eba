//! Another name of an entrant.

use outflank_journal::{RecordWrite, records};

use super::{
    NewName, Referring,
    name_changes::{Changed, keep_change},
};

/// Gives an entrant another name.
pub(crate) fn rename(tournament_id: &str, after: &NewName, by: &Referring) -> Vec<RecordWrite> {
    let of = (tournament_id, after.entrant_id.as_str());
    let mut writes = keep_change(of, by, Changed::Name(&after.surname, &after.given_names));
    writes.push(RecordWrite::required(
        records::query(
            "UPDATE entrant_names SET surname = $1, given_names = $2 \
             WHERE tournament_id = $3 AND entrant_id = $4",
        )
        .bind(&after.surname)
        .bind(&after.given_names)
        .bind(tournament_id)
        .bind(&after.entrant_id),
    ));
    writes
}
