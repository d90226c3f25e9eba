//! Tables as play made them, before anybody is told of them.

use std::sync::{Arc, OnceLock};

use outflank_access::Problem;
use outflank_proto::play::v1::{self as play, Color, Table, TableEntry, TablePhase};
use serde::de::IgnoredAny;

use crate::{
    frames::server_frame::{self, Outgoing},
    rooms::subscriber::Viewer,
    services::Services,
};

/// What play answered a viewer.
pub(super) struct Seen {
    pub entries: Vec<TableEntry>,
    pub table: Arc<Table>,
    pub viewer: Viewer,
    /// Something more becomes visible by time alone then, cluster time in ms.
    pub look_again_ms: Option<i64>,
    frame: OnceLock<Outgoing>,
}

impl Seen {
    /// Play's answer, where it has all that no answer is without.
    pub fn of(answer: play::ReadEntriesResponse) -> Result<Self, Problem> {
        let viewer = Viewer::of(answer.viewer());
        let table = answer
            .table
            .ok_or_else(|| Problem::internal("play answered without a table"))?;
        if !answer.entries.iter().all(is_readable) {
            return Err(Problem::internal(
                "play answered with events that are no JSON",
            ));
        }
        Ok(Self {
            entries: answer.entries,
            table: whole(table)?,
            viewer,
            look_again_ms: Some(answer.look_again_ms).filter(|at_ms| *at_ms > 0),
            frame: OnceLock::new(),
        })
    }

    /// All of it, as everybody is told who is told this.
    pub fn frame(&self, game: &str) -> Outgoing {
        let made = || server_frame::table(game, &self.entries, &self.table);
        self.frame.get_or_init(made).clone()
    }
}

/// Entries after a seq and the table after them, as this account may see them; nobody's as a spectator may.
///
/// # Errors
/// When there is no such game, its viewer may not see it, or play does not answer.
pub(super) async fn read(
    services: &Services,
    game: &str,
    after_seq: u64,
    account_id: Option<&str>,
) -> Result<Seen, Problem> {
    let request = play::ReadEntriesRequest {
        game_id: game.to_owned(),
        after_seq,
        viewer_account_id: account_id.unwrap_or_default().to_owned(),
    };
    let answer = services.play().read_entries(request).await;
    let answer = answer.map_err(|status| Problem::from_status(&status))?;
    Seen::of(answer.into_inner())
}

/// A table that can be told; one that breaks its contract is told to nobody.
///
/// # Errors
/// When something is missing that no table is without.
pub(super) fn whole(table: Table) -> Result<Arc<Table>, Problem> {
    let missing = if table.phase() == TablePhase::Unspecified {
        "a table is in no known phase"
    } else if table.clocks.is_none() {
        "play answered without clocks"
    } else if table
        .plies
        .iter()
        .any(|ply| ply.color() == Color::Unspecified)
    {
        "a ply was played by no known side"
    } else {
        return Ok(Arc::new(table));
    };
    Err(Problem::internal(missing))
}

/// Whether what happened can be told: its events go into frames as they are.
pub(super) fn is_readable(entry: &TableEntry) -> bool {
    serde_json::from_slice::<IgnoredAny>(&entry.events_json).is_ok()
}

/// Whether what spectators write is shown.
pub(super) fn shows_chat(table: &Table) -> bool {
    table.spectators.as_ref().is_some_and(|of| of.chat_shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_proto::play::v1::{Clocks, PlayedPly};

    #[test]
    fn events_that_are_no_json_are_told_to_nobody() {
        let entry = |events: &[u8]| TableEntry {
            events_json: events.to_vec(),
            ..TableEntry::default()
        };
        assert!(is_readable(&entry(b"[{\"type\":\"moved\"}]")));
        for broken in [&b""[..], b"[", b"[1] [2]", b"{\"a\"", b"\xff"] {
            assert!(!is_readable(&entry(broken)), "{broken:?}");
        }
    }

    #[test]
    fn a_table_without_what_no_table_is_without_is_told_to_nobody() {
        let table = || Table {
            phase: TablePhase::Live.into(),
            clocks: Some(Clocks::default()),
            ..Table::default()
        };
        assert!(whole(table()).is_ok());
        let ply = |color| PlayedPly {
            color,
            ..PlayedPly::default()
        };
        let broken = [
            Table::default(),
            Table {
                phase: 99,
                ..table()
            },
            Table {
                clocks: None,
                ..table()
            },
            Table {
                plies: vec![ply(1), ply(0)],
                ..table()
            },
        ];
        for table in broken {
            assert!(whole(table.clone()).is_err(), "{table:?}");
        }
    }
}
