//! The folder that holds everything of a server on one machine.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Name of the file whose lock says that a server uses the folder.
const LOCK_FILE: &str = "outflank.lock";

/// A data folder, locked against every other server as long as this value lives.
///
/// The operating system lets go of the lock when the process ends, however it ends.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
}

/// Why a data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataFolderError {
    /// Another server has it.
    #[error(
        "the data folder {path} is in use by another server; \
         stop that one or give this one a folder of its own"
    )]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// It cannot be made, opened or locked.
    #[error("the data folder {path} cannot be used: {source}")]
    Io {
        /// The folder.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
}

impl DataFolder {
    /// Makes the folder if it is not there and locks it.
    ///
    /// # Errors
    /// [`DataFolderError::InUse`] if another server has locked it.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, DataFolderError> {
        let path = path.as_ref();
        let lock = open_lock_file(path).map_err(|source| DataFolderError::Io {
            path: path.to_owned(),
            source,
        })?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => Err(DataFolderError::InUse {
                path: path.to_owned(),
            }),
            Err(TryLockError::Error(source)) => Err(DataFolderError::Io {
                path: path.to_owned(),
                source,
            }),
        }
    }

    /// Whether a server uses a folder; nothing is made there.
    ///
    /// # Errors
    /// [`DataFolderError::Io`] when it cannot be looked into.
    pub fn in_use(path: impl AsRef<Path>) -> Result<bool, DataFolderError> {
        let path = path.as_ref();
        let unusable = |source| DataFolderError::Io {
            path: path.to_owned(),
            source,
        };
        // Whoever serves from the folder writes there.
        let lock = match OpenOptions::new().write(true).open(path.join(LOCK_FILE)) {
            Ok(lock) => lock,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(source) => return Err(unusable(source)),
        };
        match lock.try_lock() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(source)) => Err(unusable(source)),
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a service's database lies, e.g. `pairing.sqlite`.
    #[must_use]
    pub fn database(&self, service: &str) -> PathBuf {
        self.path.join(format!("{service}.sqlite"))
    }
}

fn open_lock_file(folder: &Path) -> io::Result<File> {
    if !folder.is_dir() {
        create_private(folder)?;
        sync_parent(folder)?;
    }
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join(LOCK_FILE))
}

/// Makes the folder so that only this user can look in: it holds password hashes and the secrets of draws.
fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Puts the folder's own name on disk; what is inside is for the database to sync.
#[cfg(unix)]
fn sync_parent(folder: &Path) -> io::Result<()> {
    let folder = folder.canonicalize()?;
    folder
        .parent()
        .map_or(Ok(()), |parent| File::open(parent)?.sync_all())
}

#[cfg(not(unix))]
fn sync_parent(_: &Path) -> io::Result<()> {
    Ok(())
}
