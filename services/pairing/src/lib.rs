//! Tournaments from their founding to their end, and the library of rule sets.
//!
//! One stream a tournament, folded by the engine's `evolve`; every accepted command is one entry in
//! it. Names and what people write (reasons, announcements, reports) are records beside the journal,
//! written with the entry that refers to them; the secrets of draws before it. Officials are events of the
//! stream, so who may act is read from the state that the act continues. The library is records alone:
//! an event holds its rules whole.
//!
//! # Facts
//! One fact for each event of an entry, in the entry's order; its kind is the event's name. The body, which is the
//! engine's [`FactBody`](outflank_tournament::FactBody):
//!
//! ```json
//! {"version": 1, "tournament_id": "...", "seq": 7, "at_ms": 1784365200000, "index": 0, "of": 2,
//!  "event": {"type": "round_published", "round": 1, "...": "..."}}
//! ```
//!
//! `seq` and `at_ms` are the entry's header, as `evolve` wants it; `index` counts the event within its
//! entry from 0, and the entry is whole with the fact whose `index` is `of - 1`. The entry that
//! publishes a round is named by `seq` in the ids of its games.

mod app;
mod follow;
mod grpc;
mod lots;
mod moving;
mod planned;
mod policy;
mod records;
mod start;

use outflank_journal::Migrations;

pub use app::{TournamentDraws, check_draws, check_tournament};
pub use grpc::{PairingGrpc, PairingServer};
pub use lots::Lots;
pub use moving::{Belongings, Moving, OfEvent, Participant};
pub use policy::{EventPolicy, Founding};
pub use start::{Pairing, PairingParts};

/// The tables of this service, applied when its journal is opened.
pub static MIGRATIONS: Migrations = Migrations::new(
    || {
        Migrations::scripts(&[
            (
                "tournaments",
                include_str!("../migrations/sqlite/0001_tournaments.sql"),
            ),
            (
                "board notes",
                include_str!("../migrations/sqlite/0002_board_notes.sql"),
            ),
            (
                "tournaments by date",
                include_str!("../migrations/sqlite/0003_tournaments_by_date.sql"),
            ),
            (
                "exclusions",
                include_str!("../migrations/sqlite/0004_exclusions.sql"),
            ),
            (
                "saved rule sets",
                include_str!("../migrations/sqlite/0005_saved_rule_sets.sql"),
            ),
            (
                "entrant name changes",
                include_str!("../migrations/sqlite/0006_entrant_name_changes.sql"),
            ),
            (
                "rating events",
                include_str!("../migrations/sqlite/0007_rating_events.sql"),
            ),
            (
                "players lists",
                include_str!("../migrations/sqlite/0008_players_lists.sql"),
            ),
            (
                "tournament snapshots",
                include_str!("../migrations/sqlite/0009_tournament_snapshots.sql"),
            ),
            (
                "unindexed tournaments",
                include_str!("../migrations/sqlite/0010_unindexed_tournaments.sql"),
            ),
            (
                "tournament views",
                include_str!("../migrations/sqlite/0011_tournament_views.sql"),
            ),
            (
                "rehearsals",
                include_str!("../migrations/sqlite/0012_rehearsals.sql"),
            ),
            (
                "casual play",
                include_str!("../migrations/sqlite/0013_casual_play.sql"),
            ),
            (
                "programs in casual play",
                include_str!("../migrations/sqlite/0014_programs_in_casual_play.sql"),
            ),
            (
                "moderation",
                include_str!("../migrations/sqlite/0015_moderation.sql"),
            ),
            (
                "contests",
                include_str!("../migrations/sqlite/0016_contests.sql"),
            ),
            (
                "moderated contests",
                include_str!("../migrations/sqlite/0017_moderated_contests.sql"),
            ),
            (
                "players of contests",
                include_str!("../migrations/sqlite/0018_contest_players.sql"),
            ),
        ])
    },
    || {
        Migrations::scripts(&[
            (
                "tournaments",
                include_str!("../migrations/postgres/0001_tournaments.sql"),
            ),
            (
                "tournaments by date",
                include_str!("../migrations/postgres/0002_tournaments_by_date.sql"),
            ),
            (
                "exclusions",
                include_str!("../migrations/postgres/0003_exclusions.sql"),
            ),
            (
                "saved rule sets",
                include_str!("../migrations/postgres/0004_saved_rule_sets.sql"),
            ),
            (
                "entrant name changes",
                include_str!("../migrations/postgres/0005_entrant_name_changes.sql"),
            ),
            (
                "rating events",
                include_str!("../migrations/postgres/0006_rating_events.sql"),
            ),
            (
                "players lists",
                include_str!("../migrations/postgres/0007_players_lists.sql"),
            ),
            (
                "tournament snapshots",
                include_str!("../migrations/postgres/0008_tournament_snapshots.sql"),
            ),
            (
                "unindexed tournaments",
                include_str!("../migrations/postgres/0009_unindexed_tournaments.sql"),
            ),
            (
                "tournament views",
                include_str!("../migrations/postgres/0010_tournament_views.sql"),
            ),
            (
                "rehearsals",
                include_str!("../migrations/postgres/0011_rehearsals.sql"),
            ),
            (
                "casual play",
                include_str!("../migrations/postgres/0012_casual_play.sql"),
            ),
            (
                "programs in casual play",
                include_str!("../migrations/postgres/0013_programs_in_casual_play.sql"),
            ),
            (
                "moderation",
                include_str!("../migrations/postgres/0014_moderation.sql"),
            ),
            (
                "contests",
                include_str!("../migrations/postgres/0015_contests.sql"),
            ),
            (
                "moderated contests",
                include_str!("../migrations/postgres/0016_moderated_contests.sql"),
            ),
            (
                "players of contests",
                include_str!("../migrations/postgres/0017_contest_players.sql"),
            ),
        ])
    },
);
