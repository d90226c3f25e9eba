//! Signed, numbered rating exports.
//!
//! When pairing's feed says that a tournament is confirmed, its rating file is rendered, described by a
//! manifest, signed and appended to the export's stream, where it stays for ever. The committee reads
//! the file; whoever doubts it verifies the manifest's signature and the file's digest.

mod describe;
mod entry;
mod exports;
mod follow;
mod grpc;
mod listing;
mod manifest;
mod names;
mod render;
mod start;
mod stored;

pub use grpc::RatingsGrpc;
pub use manifest::{
    Change, Manifest, ManifestError, Responsible, Signatory, SignedManifest, Superseded,
};
pub use start::{Ratings, RatingsParts};
