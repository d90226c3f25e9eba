//! Files in a ZIP archive, in memory: read within bounds whatever the archive says of itself, and written so that the same
//! files have the same bytes every time.

use std::io::{Cursor, Read as _, Write as _};

use zip::{
    CompressionMethod, DateTime, ZipArchive, ZipWriter, result::ZipError, write::SimpleFileOptions,
};

/// What every ZIP archive begins with that has a file in it.
const BEGINNING: &[u8] = b"PK\x03\x04";
/// Characters of a path that is told.
const LONGEST_TOLD: usize = 100;

/// A file by its name without folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedFile {
    /// Its name, in which there is no folder: it is no path to write to all the same.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What is read of an archive at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of all files together, unpacked.
    pub bytes: usize,
    /// Files, folders counted as such.
    pub files: usize,
}

/// Why an archive is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// More than the bounds allow.
    #[error("the archive has {found} files, and {most} are the most")]
    TooManyFiles {
        /// How many it says that it has.
        found: usize,
        /// How many it may have.
        most: usize,
    },
    /// More than the bounds allow.
    #[error("the files have more than {most} bytes when they are unpacked")]
    TooManyBytes {
        /// How many they may have.
        most: usize,
    },
    /// Two files are in one place, so that it depends on the reader which of them is there.
    #[error("two of its files have the same name and folder")]
    Twice,
    /// What is no file's name.
    #[error("{path:?} is no file's name")]
    NoName {
        /// As the archive has it, or its beginning.
        path: String,
    },
    /// No ZIP archive, or a damaged one, or one that is packed or locked in a way that is not read here.
    #[error("{why}")]
    Broken {
        /// What is wrong with it.
        why: String,
    },
}

/// Why files cannot be packed.
#[derive(Debug, thiserror::Error)]
#[error("the files cannot be packed: {0}")]
pub struct PackError(#[from] ZipError);

/// True for what begins like a ZIP archive with a file in it.
#[must_use]
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(BEGINNING)
}

/// A path's last part, whichever system wrote it.
#[must_use]
pub fn without_folders(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// The files of an archive in its order. The list of them takes memory in proportion to the archive's own bytes, which whoever
/// takes it in bounds; unpacked, it is what the bounds say, however much more there is.
///
/// # Errors
/// [`UnpackError`]; nothing of the archive is read then.
pub fn unpack(archive: &[u8], bounds: Bounds) -> Result<Vec<PackedFile>, UnpackError> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(|error| broken(&error))?;
    if archive.len() > bounds.files {
        return Err(UnpackError::TooManyFiles {
            found: archive.len(),
            most: bounds.files,
        });
    }
    if archive.has_duplicate_names() {
        return Err(UnpackError::Twice);
    }
    let mut left = bounds.bytes;
    let mut files = Vec::with_capacity(archive.len());
    for place in 0..archive.len() {
        let file = archive.by_index(place).map_err(|error| broken(&error))?;
        if !file.is_file() {
            continue;
        }
        let path = file.name().map_err(|error| broken(&error))?.into_owned();
        let name = without_folders(&path);
        if matches!(name, "" | "." | "..") {
            let path = path.chars().take(LONGEST_TOLD).collect();
            return Err(UnpackError::NoName { path });
        }
        let mut bytes = Vec::new();
        // One byte beyond the bound tells that there is more, whatever the archive says of the file.
        let most = u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1);
        let read = file.take(most).read_to_end(&mut bytes);
        let read = read.map_err(|error| broken(&error))?;
        left = left
            .checked_sub(read)
            .ok_or(UnpackError::TooManyBytes { most: bounds.bytes })?;
        files.push(PackedFile {
            name: name.to_owned(),
            bytes,
        });
    }
    Ok(files)
}

/// An archive of files in this order: of the same files always the same bytes, whenever it is made.
///
/// # Errors
/// Where two of them have one name, or a file is larger than an archive can hold.
pub fn pack<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<Vec<u8>, PackError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name, options)?;
        archive.write_all(bytes).map_err(ZipError::from)?;
    }
    Ok(archive.finish()?.into_inner())
}

fn broken(error: &dyn std::fmt::Display) -> UnpackError {
    UnpackError::Broken {
        why: error.to_string(),
    }
}
