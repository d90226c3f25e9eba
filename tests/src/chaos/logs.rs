//! The folder of a run.

use std::path::Path;

use tempfile::TempDir;

/// Logs and everything else of a run: gone with it, but kept when it failed.
#[derive(Debug)]
pub struct Logs {
    folder: Option<TempDir>,
    seed: u64,
}

impl Logs {
    /// An empty folder for the run of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let folder = tempfile::Builder::new().prefix("outflank-chaos-").tempdir();
        Self {
            folder: Some(folder.expect("a temporary folder")),
            seed,
        }
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder
            .as_ref()
            .expect("it is there until the end")
            .path()
    }
}

impl Drop for Logs {
    fn drop(&mut self) {
        if let Some(folder) = self.folder.take().filter(|_| std::thread::panicking()) {
            let path = folder.keep();
            eprintln!(
                "SEED={} failed; its logs are in {}",
                self.seed,
                path.display()
            );
        }
    }
}
