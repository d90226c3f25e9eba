//! What a process would miss: memory, the disk under its data folder, a fresh copy of what it keeps.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use outflank_transport::metrics::Reading;
use rustix::fs::StatVfs;

use crate::backup::MANIFEST;

/// The machine of a process.
#[derive(Debug)]
pub(super) struct Machine {
    /// The folder that its stores lie in, where they do.
    pub data: Option<PathBuf>,
    /// The folder that copies are put into, where it is known.
    pub backups: Option<PathBuf>,
}

impl Machine {
    pub fn read(&self, reading: &mut Reading<'_>) -> fmt::Result {
        let disk = self.data.as_ref();
        let disk = disk.and_then(|data| rustix::fs::statvfs(data).ok());
        let bytes = |blocks: fn(&StatVfs) -> u64| {
            let disk = disk.as_ref();
            disk.map(|disk| blocks(disk).saturating_mul(disk.f_frsize))
        };
        let newest = self.backups.as_ref();
        let newest = newest.map(|folder| newest_copy(folder).unwrap_or_default());
        for (name, help, value) in [
            (
                "data_free_bytes",
                "What is free on the disk under the data folder, where the stores lie in it.",
                bytes(|disk| disk.f_bavail),
            ),
            (
                "data_disk_bytes",
                "How large that disk is.",
                bytes(|disk| disk.f_blocks),
            ),
            (
                "backup_timestamp_seconds",
                "When the newest copy in the folder of the setting backups was whole, in seconds since 1970; 0 without one.",
                newest,
            ),
            (
                "resident_memory_bytes",
                "Memory that the process has, on Linux.",
                kilobytes("/proc/self/status", "VmRSS:"),
            ),
            (
                "memory_limit_bytes",
                "Memory that it may have, on Linux: its control group's, or else the machine's.",
                memory_limit(),
            ),
        ] {
            reading.gauges((name, help), value.map(|value| ([("", ""); 0], value)))?;
        }
        Ok(())
    }
}

/// When the newest copy was whole, in seconds since 1970: its manifest is written last.
fn newest_copy(folder: &Path) -> Option<u64> {
    let written = |manifest: PathBuf| fs::metadata(manifest).and_then(|of| of.modified());
    let copies = fs::read_dir(folder).ok()?.flatten();
    let whole = copies.filter_map(|copy| written(copy.path().join(MANIFEST)).ok());
    let since = whole.max()?.duration_since(UNIX_EPOCH).ok()?;
    Some(since.as_secs())
}

fn memory_limit() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"));
    let own = own.unwrap_or_default().trim_end_matches('/');
    let of_group = fs::read_to_string(format!("/sys/fs/cgroup{own}/memory.max"));
    let of_group = of_group.ok().and_then(|text| text.trim().parse().ok());
    of_group.or_else(|| kilobytes("/proc/meminfo", "MemTotal:"))
}

/// A field, counted in kB, of a file under /proc.
fn kilobytes(file: &str, field: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix(field))?;
    let value: u64 = value.split_whitespace().next()?.parse().ok()?;
    value.checked_mul(1024)
}
