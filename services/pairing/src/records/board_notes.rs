//! What play tells of the tables: open calls for the director, confirmed results, games that go on.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_journal::records;
use outflank_tournament::Colour;

use super::{Records, stored};

/// What is known of one board; times in ms since 1970, 0 = none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct BoardNotes {
    pub black_called_at_ms: i64,
    pub white_called_at_ms: i64,
    pub confirmed_at_ms: i64,
    /// The game goes on although its board keeps the result.
    pub reopened_at_ms: i64,
}

outflank_journal::from_row!(BoardNotes {
    black_called_at_ms,
    white_called_at_ms,
    confirmed_at_ms,
    reopened_at_ms,
});

struct BoardRow {
    game_id: String,
    notes: BoardNotes,
}

outflank_journal::from_row!(BoardRow {
    game_id,
    notes [flat],
});

/// What changes about a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoardNote {
    /// A player calls for the director.
    Called(Colour),
    /// The calls of a table are answered, or over.
    CallsEnded,
    /// The result is confirmed.
    Confirmed,
    /// The game goes on and its result is gone.
    GoesOn,
    /// The game goes on and its result stands.
    GoesOnWithResult,
    /// The game is over, its board having the same result.
    Over,
}

impl BoardNote {
    /// What it changes, as assignments that are told the time.
    fn changes(self) -> &'static str {
        match self {
            Self::Called(Colour::Black) => "black_called_at_ms = $3",
            Self::Called(Colour::White) => "white_called_at_ms = $3",
            Self::CallsEnded => "black_called_at_ms = 0, white_called_at_ms = 0",
            Self::Confirmed => "confirmed_at_ms = $3",
            Self::GoesOn => "confirmed_at_ms = 0, reopened_at_ms = 0",
            Self::GoesOnWithResult => "confirmed_at_ms = 0, reopened_at_ms = $3",
            Self::Over => "black_called_at_ms = 0, white_called_at_ms = 0, reopened_at_ms = 0",
        }
    }
}

impl Records {
    /// Notes something about a board.
    pub(crate) async fn note_board(
        &self,
        (tournament_id, game_id): (&str, &str),
        note: BoardNote,
        at_ms: i64,
    ) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        records::query(
            "INSERT INTO board_notes (tournament_id, game_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        )
        .bind(tournament_id)
        .bind(game_id)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        let changes = note.changes();
        records::query(sqlx::AssertSqlSafe(format!(
            "UPDATE board_notes SET {changes} WHERE tournament_id = $1 AND game_id = $2 AND $3 = $3"
        )))
        .bind(tournament_id)
        .bind(game_id)
        .bind(at_ms)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        self.commit_shown(transaction, tournament_id).await
    }

    /// What is known of a tournament's boards, by game.
    pub(crate) async fn board_notes(
        &self,
        tournament_id: &str,
    ) -> Result<BTreeMap<String, BoardNotes>, Problem> {
        let rows: Vec<BoardRow> =
            records::query_as("SELECT * FROM board_notes WHERE tournament_id = $1")
                .bind(tournament_id)
                .fetch_all(self.tables.read())
                .await
                .map_err(stored)?;
        Ok(rows
            .into_iter()
            .map(|row| (row.game_id, row.notes))
            .collect())
    }
}
