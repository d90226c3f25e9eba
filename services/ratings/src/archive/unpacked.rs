//! The files of an import: one, or those of a ZIP archive.

use std::io::{Cursor, Read as _};

use outflank_access::{Kind, Problem, problem};
use zip::ZipArchive;

/// Most bytes of all files together.
const MOST_BYTES: u64 = 64 << 20;
/// Most files.
const MOST_FILES: usize = 20_000;
/// What every ZIP archive begins with that has a file in it.
const ZIP: &[u8] = b"PK\x03\x04";

/// A file by its name without folders.
pub(crate) struct Unpacked {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Reads what was given, within bounds whatever it says of itself.
///
/// # Errors
/// `bad_import`.
pub(crate) fn unpacked(name: &str, content: &[u8]) -> Result<Vec<Unpacked>, Problem> {
    if !content.starts_with(ZIP) {
        return Ok(vec![Unpacked {
            name: name.to_owned(),
            bytes: content.to_vec(),
        }]);
    }
    let mut archive = ZipArchive::new(Cursor::new(content)).map_err(|error| broken(&error))?;
    if archive.len() > MOST_FILES {
        return Err(problem!(
            Kind::Invalid,
            "bad_import",
            "The archive has {files} files, and {most} are the most: import it in parts.",
            files = archive.len(),
            most = MOST_FILES,
        ));
    }
    let mut left = MOST_BYTES;
    let mut files = Vec::with_capacity(archive.len());
    for place in 0..archive.len() {
        let file = archive.by_index(place).map_err(|error| broken(&error))?;
        if !file.is_file() {
            continue;
        }
        let path = file.name().map_err(|error| broken(&error))?.into_owned();
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let mut bytes = Vec::new();
        let read = file.take(left.saturating_add(1)).read_to_end(&mut bytes);
        let read = u64::try_from(read.map_err(|error| broken(&error))?).unwrap_or(u64::MAX);
        left = left.checked_sub(read).ok_or_else(too_large)?;
        files.push(Unpacked {
            name: name.to_owned(),
            bytes,
        });
    }
    Ok(files)
}

fn too_large() -> Problem {
    problem!(
        Kind::Invalid,
        "bad_import",
        "The archive has more than {most} bytes when it is unpacked: import it in parts.",
        most = MOST_BYTES,
    )
}

fn broken(error: &dyn std::fmt::Display) -> Problem {
    problem!(
        Kind::Invalid,
        "bad_import",
        "The ZIP archive cannot be read: {why}.",
        why = error.to_string(),
    )
}
