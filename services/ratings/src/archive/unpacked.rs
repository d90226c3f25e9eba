//! The files of an import: one, or those of a ZIP archive.

use outflank_access::{Kind, Problem, problem};
use outflank_packed::{Bounds, PackedFile, UnpackError, is_packed, unpack};

/// Most of all files together.
const MOST: Bounds = Bounds {
    bytes: 64 << 20,
    files: 20_000,
};

/// Reads what was given, within bounds whatever it says of itself.
///
/// # Errors
/// `bad_import`.
pub(super) fn unpacked(name: &str, content: &[u8]) -> Result<Vec<PackedFile>, Problem> {
    if !is_packed(content) {
        return Ok(vec![PackedFile {
            name: name.to_owned(),
            bytes: content.to_vec(),
        }]);
    }
    unpack(content, MOST).map_err(|error| match error {
        UnpackError::TooManyFiles { found, most } => problem!(
            Kind::Invalid,
            "bad_import",
            "The archive has {files} files, and {most} are the most: import it in parts.",
            files = found,
            most,
        ),
        UnpackError::TooManyBytes { most } => problem!(
            Kind::Invalid,
            "bad_import",
            "The archive has more than {most} bytes when it is unpacked: import it in parts.",
            most,
        ),
        UnpackError::Twice | UnpackError::NoName { .. } | UnpackError::Broken { .. } => problem!(
            Kind::Invalid,
            "bad_import",
            "The ZIP archive cannot be read: {why}.",
            why = error.to_string(),
        ),
    })
}
