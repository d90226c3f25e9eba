//! Live games: moves, clocks, flags.
//!
//! One stream a game. A command is decided on the folded stream, appended, and only then answered and
//! published; the stream's next free place is the only lock, so any instance may serve any game. Games
//! come from pairing's facts, results go out as facts of this service.

mod app;
mod grpc;
mod view;

use outflank_journal::Migrations;

pub use app::{
    ChatFilter, Clock, Countersignatures, Draft, Moving, Play, PlayParts, RepeatedGames,
    SigningKeys, Verdict, check_countersignatures, check_results, is_countersigned, repeat,
    repeat_games, statement,
};
pub use grpc::PlayGrpc;

/// The tables of this service, applied when its journal is opened.
pub static MIGRATIONS: Migrations = Migrations::new(
    || {
        Migrations::scripts(&[
            (
                "tables",
                include_str!("../migrations/sqlite/0001_tables.sql"),
            ),
            (
                "live table",
                include_str!("../migrations/sqlite/0002_live_table.sql"),
            ),
            (
                "evidence",
                include_str!("../migrations/sqlite/0003_evidence.sql"),
            ),
            (
                "lost connections",
                include_str!("../migrations/sqlite/0004_lost_connections.sql"),
            ),
            (
                "consents",
                include_str!("../migrations/sqlite/0005_consents.sql"),
            ),
            (
                "shared interests",
                include_str!("../migrations/sqlite/0006_shared_interests.sql"),
            ),
            (
                "operators",
                include_str!("../migrations/sqlite/0007_operators.sql"),
            ),
            (
                "games over",
                include_str!("../migrations/sqlite/0008_games_over.sql"),
            ),
            (
                "limits of officials",
                include_str!("../migrations/sqlite/0009_limits_of_officials.sql"),
            ),
            (
                "amended rules",
                include_str!("../migrations/sqlite/0010_amended_rules.sql"),
            ),
            (
                "players",
                include_str!("../migrations/sqlite/0011_players.sql"),
            ),
            (
                "mutes that end",
                include_str!("../migrations/sqlite/0012_mutes_that_end.sql"),
            ),
        ])
    },
    || {
        Migrations::scripts(&[
            (
                "tables",
                include_str!("../migrations/postgres/0001_tables.sql"),
            ),
            (
                "live table",
                include_str!("../migrations/postgres/0002_live_table.sql"),
            ),
            (
                "evidence",
                include_str!("../migrations/postgres/0003_evidence.sql"),
            ),
            (
                "consents",
                include_str!("../migrations/postgres/0004_consents.sql"),
            ),
            (
                "shared interests",
                include_str!("../migrations/postgres/0005_shared_interests.sql"),
            ),
            (
                "operators",
                include_str!("../migrations/postgres/0006_operators.sql"),
            ),
            (
                "games over",
                include_str!("../migrations/postgres/0007_games_over.sql"),
            ),
            (
                "limits of officials",
                include_str!("../migrations/postgres/0008_limits_of_officials.sql"),
            ),
            (
                "amended rules",
                include_str!("../migrations/postgres/0009_amended_rules.sql"),
            ),
            (
                "players",
                include_str!("../migrations/postgres/0010_players.sql"),
            ),
            (
                "mutes that end",
                include_str!("../migrations/postgres/0011_mutes_that_end.sql"),
            ),
        ])
    },
);
