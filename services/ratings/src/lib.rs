//! Signed, numbered rating exports.
//!
//! When pairing's feed says that a tournament is confirmed, its rating file is rendered, described by a
//! manifest, signed and appended to the export's stream, where it stays for ever. The committee reads
//! the file; whoever doubts it verifies the manifest's signature and the file's digest. Beside it stand
//! the ranking, the crosstable and the record of the event in other forms, named by the same manifest and
//! kept in a table of records. Others are told of each publication: whoever follows the list by its tokens, and webhooks.

mod announcing;
mod archive;
mod describe;
mod entry;
mod exports;
mod files;
mod follow;
mod game_record;
mod games;
mod grpc;
mod kept;
mod listing;
mod made;
mod manifest;
mod names;
mod offices;
mod publications;
mod register;
mod render;
mod start;
mod stored;
mod turn;
pub mod webhooks;

use outflank_journal::Migrations;

pub use grpc::RatingsGrpc;
pub use made::{MadeFile, made_files};
pub use manifest::{
    Change, FileLeftOut, Manifest, ManifestError, NamedFile, Responsible, Signatory,
    SignedManifest, Superseded,
};
pub use start::{Ratings, RatingsParts};

/// The tables of this service, applied when its journal is opened.
pub static MIGRATIONS: Migrations = Migrations::new(
    || {
        Migrations::scripts(&[
            (
                "export files",
                include_str!("../migrations/sqlite/0001_export_files.sql"),
            ),
            (
                "webhooks",
                include_str!("../migrations/sqlite/0002_webhooks.sql"),
            ),
            (
                "archive",
                include_str!("../migrations/sqlite/0003_archive.sql"),
            ),
            (
                "import counts",
                include_str!("../migrations/sqlite/0004_import_counts.sql"),
            ),
            (
                "archive unseen",
                include_str!("../migrations/sqlite/0005_archive_unseen.sql"),
            ),
        ])
    },
    || {
        Migrations::scripts(&[
            (
                "export files",
                include_str!("../migrations/postgres/0001_export_files.sql"),
            ),
            (
                "webhooks",
                include_str!("../migrations/postgres/0002_webhooks.sql"),
            ),
            (
                "archive",
                include_str!("../migrations/postgres/0003_archive.sql"),
            ),
            (
                "import counts",
                include_str!("../migrations/postgres/0004_import_counts.sql"),
            ),
            (
                "archive unseen",
                include_str!("../migrations/postgres/0005_archive_unseen.sql"),
            ),
        ])
    },
);
