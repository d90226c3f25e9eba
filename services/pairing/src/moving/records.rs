//! What of a tournament's records is carried.

use outflank_access::Problem;
use outflank_journal::{
    WriteTransaction,
    records::{Column, Rows, Table},
};

use super::Moving;
use crate::records::stored;

/// What of a tournament is carried beside its stream: names, reasons, the secret of its draws.
const TABLES: [Table; 6] = [
    Table {
        name: "entrant_names",
        about: "tournament_id",
        key: &["tournament_id", "entrant_id"],
        columns: &[
            ("tournament_id", Column::Text),
            ("entrant_id", Column::Text),
            ("surname", Column::Text),
            ("given_names", Column::Text),
            ("federation_number", Column::Integer),
            ("new_player", Column::Truth),
            ("written_at_ms", Column::Integer),
        ],
    },
    Table {
        name: "entrant_name_changes",
        about: "tournament_id",
        key: &["tournament_id", "entrant_id", "actor", "command_id"],
        columns: &[
            ("tournament_id", Column::Text),
            ("entrant_id", Column::Text),
            ("actor", Column::Text),
            ("command_id", Column::Text),
            ("surname", Column::Text),
            ("given_names", Column::Text),
            ("federation_number", Column::Integer),
            ("new_player", Column::Truth),
        ],
    },
    Table {
        name: "directors",
        about: "tournament_id",
        key: &["tournament_id"],
        columns: &[
            ("tournament_id", Column::Text),
            ("name", Column::Text),
            ("written_at_ms", Column::Integer),
        ],
    },
    Table {
        name: "reasons",
        about: "tournament_id",
        key: &["tournament_id", "reason_id"],
        columns: &[
            ("tournament_id", Column::Text),
            ("reason_id", Column::Text),
            ("account_id", Column::Text),
            ("round", Column::Integer),
            ("board", Column::Integer),
            ("reason", Column::Text),
            ("written_at_ms", Column::Integer),
        ],
    },
    Table {
        name: "draw_secrets",
        about: "tournament_id",
        key: &["tournament_id"],
        columns: &[
            ("tournament_id", Column::Text),
            ("secret", Column::Bytes),
            ("links", Column::Integer),
        ],
    },
    Table {
        name: "board_notes",
        about: "tournament_id",
        key: &["tournament_id", "game_id"],
        columns: &[
            ("tournament_id", Column::Text),
            ("game_id", Column::Text),
            ("black_called_at_ms", Column::Integer),
            ("white_called_at_ms", Column::Integer),
            ("confirmed_at_ms", Column::Integer),
            ("reopened_at_ms", Column::Integer),
        ],
    },
];

impl Moving {
    /// Every table that is carried.
    pub fn tables() -> impl Iterator<Item = &'static Table> {
        TABLES.iter()
    }

    /// What is carried of a tournament beside its stream.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn records(&self, id: &str) -> Result<Vec<(&'static Table, Rows)>, Problem> {
        let of = [id.to_owned()];
        let mut carried = Vec::new();
        for table in &TABLES {
            let rows = table.rows(&self.store.records, Some(&of)).await;
            carried.push((table, rows.map_err(stored)?));
        }
        Ok(carried)
    }

    /// Writes what was carried, to be committed; what is there already is replaced.
    ///
    /// # Errors
    /// When the store fails, or does not take a row.
    pub async fn write(
        &self,
        carried: &[(&'static Table, Rows)],
    ) -> Result<WriteTransaction, Problem> {
        let records = &self.store.records;
        let mut transaction = records.write().await.map_err(stored)?;
        for (table, rows) in carried {
            let written = table.write(&mut transaction, rows, true).await;
            written.map_err(stored)?;
        }
        Ok(transaction)
    }
}
