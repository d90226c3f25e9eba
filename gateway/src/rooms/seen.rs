//! Tables as play made them, before anybody is told of them.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_proto::play::v1::{Color, Table, TableInside, TablePhase};

/// A table that can be told; one that breaks its contract takes nobody's place in a line.
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

/// A table with what one audience sees on it instead of what everybody does.
///
/// # Errors
/// As above.
pub(super) fn by(inside: Option<TableInside>, mut table: Table) -> Result<Arc<Table>, Problem> {
    if let Some(inside) = inside {
        inside.show_on(&mut table);
    }
    whole(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_proto::play::v1::{Clocks, PlayedPly};

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
            assert!(by(Some(TableInside::default()), table).is_err());
        }
    }
}
