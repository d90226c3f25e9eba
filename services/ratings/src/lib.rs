//! Signed, numbered rating exports.
//!
//! When pairing's feed says that a tournament is confirmed, its rating file is rendered, described by a
//! manifest, signed and appended to the export's stream, where it stays for ever. The committee reads
//! the file; whoever doubts it verifies the manifest's signature and the file's digest.

mod entry;
mod exports;
mod follow;
mod grpc;
mod manifest;
mod names;
mod render;
mod start;
mod stored;

pub use grpc::RatingsGrpc;
pub use manifest::{Manifest, ManifestError, SignedManifest};
pub use start::{Ratings, RatingsParts};
