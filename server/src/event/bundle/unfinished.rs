//! A file that is written whole or not at all.

use std::{
    fs::{File, OpenOptions},
    io::{BufWriter, Write as _},
    path::Path,
};

use anyhow::{Context as _, ensure};

/// A file that is not there until it is whole. Dropped before, it leaves nothing.
pub struct Unfinished<'p> {
    path: &'p Path,
    part: std::path::PathBuf,
    file: Option<File>,
}

impl<'p> Unfinished<'p> {
    /// Begins a file that nobody but its owner can read.
    pub fn begin(path: &'p Path) -> anyhow::Result<Self> {
        ensure!(
            !path.exists(),
            "{} is there already; name another file",
            path.display()
        );
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = std::path::PathBuf::from(name);
        let mut options = OpenOptions::new();
        options.create(true).truncate(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&part);
        let file = file.with_context(|| format!("{} cannot be written", part.display()))?;
        Ok(Self {
            path,
            part,
            file: Some(file),
        })
    }

    /// Writes it; from then on it is there.
    pub fn finish(mut self, lines: &[&str]) -> anyhow::Result<()> {
        let cannot = || format!("{} cannot be written", self.path.display());
        let file = self.file.take().with_context(cannot)?;
        let mut writer = BufWriter::new(file);
        for line in lines {
            writer.write_all(line.as_bytes()).with_context(cannot)?;
            writer.write_all(b"\n").with_context(cannot)?;
        }
        let file = writer.into_inner().map_err(|error| error.into_error());
        file.and_then(|file| file.sync_all()).with_context(cannot)?;
        std::fs::rename(&self.part, self.path).with_context(cannot)
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        // Nothing is there once it was renamed.
        let _ = std::fs::remove_file(&self.part);
    }
}
