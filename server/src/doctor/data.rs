//! The data folder: SQLite files, the disk under them.

use std::path::Path;

use outflank_journal::{DataFolder, JournalLocation};

use super::{
    database::tables_of,
    report::{Report, Verdict},
};
use crate::{configuration::Deployment, roles};

/// A disk with less is as good as full.
const SOON_FULL: u64 = 200_000_000;
const GETTING_FULL: u64 = 2_000_000_000;
/// File systems of other machines, on which SQLite's log cannot be shared safely: NFS, SMB, CIFS, SMB2.
const REMOTE: [u32; 4] = [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42];

/// The files of every role.
pub async fn examine(deployment: &Deployment, report: &mut Report) {
    let path = &deployment.data;
    if !path.is_dir() {
        report.good(
            "data",
            format!("{} is made at the first start", path.display()),
        );
    } else if !folder(path, report) {
        return;
    }
    report.promise(
        Verdict::Good,
        "an acknowledged command is on this machine's disk (SQLite WAL, synchronous=FULL, checked at every start): \
         it survives every crash and power cut, not the loss of that disk",
    );
    for (role, tables) in roles::stores() {
        let file = path.join(format!("{}.sqlite", role.name()));
        if !file.exists() {
            continue;
        }
        let place = JournalLocation::File(file);
        tables_of(role, &place, place.tables(tables).await, report);
    }
}

/// Whether the folder can be used at all.
fn folder(path: &Path, report: &mut Report) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let shown = path.display();
    let remote = rustix::fs::statfs(path)
        .ok()
        .and_then(|system| u32::try_from(system.f_type & 0xffff_ffff).ok())
        .is_some_and(|kind| REMOTE.contains(&kind));
    if remote {
        report.finding(
            "data",
            format!("{shown} lies on another machine's disk, where SQLite's locks cannot be relied on: give --data a local folder, or use --database"),
        );
    }
    let mode = path.metadata().map(|found| found.permissions().mode());
    if mode.is_ok_and(|mode| mode & 0o077 != 0) {
        report.caution(
            "data",
            format!("others on this machine can look into {shown}, which holds password hashes and keys: chmod 700 it"),
        );
    }
    match DataFolder::in_use(path) {
        Ok(true) => report.good("data", format!("{shown} is in use by a running server")),
        Ok(false) => report.good("data", format!("{shown} can be used; no server runs on it")),
        Err(error) => {
            report.finding("data", error.to_string());
            return false;
        }
    }
    true
}

/// How much the disk under the data folder still takes.
pub fn space(deployment: &Deployment, report: &mut Report) {
    let mut path = deployment.data.as_path();
    if deployment.database.is_some() && !path.exists() {
        return;
    }
    while !path.exists() {
        path = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
    }
    let system = match rustix::fs::statvfs(path) {
        Ok(system) => system,
        Err(error) => {
            let what = format!(
                "the disk under {} cannot be looked at: {error}",
                path.display()
            );
            return report.finding("disk", what);
        }
    };
    let free = system.f_bavail.saturating_mul(system.f_frsize);
    let what = format!(
        "{} MB are free under {}",
        free / 1_000_000,
        deployment.data.display()
    );
    let needs = deployment.database.is_none();
    if free < SOON_FULL && needs {
        report.finding(
            "disk",
            format!("{what}: a full disk stops every command; make room"),
        );
    } else if free < GETTING_FULL && needs {
        report.caution("disk", format!("{what}: a busy day takes about a gigabyte"));
    } else {
        report.good("disk", what);
    }
}
