//! A data folder of Postgres as `initdb` leaves it: made once for each user of a machine, and copied for each server.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, DirBuilder, File};
use std::hash::{Hash as _, Hasher as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::getuid;

use crate::PATIENCE;
use crate::server::{Guard, User, folder, run, within};

/// The superuser, who needs no password.
pub(crate) const USER: &str = "outflank";

/// Makes `data` by `initdb`.
pub(crate) fn initdb(
    programs: &Path,
    user: Option<User>,
    data: &Path,
    log: Option<&Path>,
) -> Result<(), String> {
    let mut initdb = Command::new(programs.join("initdb"));
    initdb
        .args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"])
        .args(["--username", USER, "--pgdata"])
        .arg(data)
        .current_dir(data.parent().unwrap_or(data));
    if let Some(log) = log {
        initdb.arg("--wal-segsize=1").arg("--waldir").arg(log);
    }
    run(User::runs(user, &mut initdb))
}

/// Makes `data` as [`initdb`] would, from what an earlier test kept where there is such a thing. One of several tests
/// that begin at once makes it, the others wait for that.
pub(crate) fn copy(programs: &Path, user: Option<User>, data: &Path) -> Result<(), String> {
    let Some(kept) = kept(programs) else {
        return initdb(programs, user, data, None);
    };
    if !kept.is_file() {
        let lock = File::options()
            .create(true)
            .append(true)
            .open(kept.with_extension("lock"));
        let lock = lock.map_err(|error| error.to_string())?;
        // Whoever holds it too long may hang: this test helps itself.
        let ours = within(PATIENCE, || lock.try_lock().is_ok());
        if ours && !kept.is_file() {
            // Where that cannot be done, the copy cannot either.
            let _ = keep(programs, user, &kept);
        }
    }
    if unpack(&kept, user, data).is_ok() {
        return Ok(());
    }
    // Damaged, or swept away with old files: the next test makes it anew.
    let _ = fs::remove_file(&kept);
    let _ = fs::remove_dir_all(data);
    initdb(programs, user, data, None)
}

/// Where it is kept: one file, which is there whole or not at all. Nowhere if the folder is somebody else's.
fn kept(programs: &Path) -> Option<PathBuf> {
    let mut ask = Command::new(programs.join("postgres"));
    let version = ask.arg("--version").stdin(Stdio::null()).output().ok()?;
    let mut key = DefaultHasher::new();
    (programs, version.stdout).hash(&mut key);
    let folder = std::env::temp_dir().join(format!("outflank-testbed-{}", getuid().as_raw()));
    let _ = DirBuilder::new().mode(0o700).create(&folder);
    let found = fs::symlink_metadata(&folder).ok()?;
    let is_ours = found.is_dir() && found.uid() == getuid().as_raw();
    is_ours.then(|| folder.join(format!("postgres-{:016x}.tar", key.finish())))
}

fn keep(programs: &Path, user: Option<User>, kept: &Path) -> Result<(), String> {
    let making = folder("initdb", user);
    let (data, whole) = (making.path().join("data"), making.path().join("tar"));
    let _guard = Guard::over(making.path(), &data.join("postmaster.pid"), "QUIT");
    initdb(programs, user, &data, None)?;
    let mut pack = Command::new("tar");
    pack.arg("-cf").arg(&whole).arg("-C").arg(&data).arg(".");
    run(User::runs(user, &mut pack))?;
    fs::rename(&whole, kept).map_err(|error| error.to_string())
}

fn unpack(kept: &Path, user: Option<User>, data: &Path) -> Result<(), String> {
    let said = |error: std::io::Error| error.to_string();
    let packed = File::open(kept).map_err(said)?;
    DirBuilder::new().mode(0o700).create(data).map_err(said)?;
    if let Some(user) = user {
        user.owns(data).map_err(said)?;
    }
    let mut unpack = Command::new("tar");
    // Read from an open file: the server's user may not look where it is kept.
    unpack
        .arg("-xpf")
        .arg("-")
        .arg("-C")
        .arg(data)
        .stdin(packed);
    let done = User::runs(user, &mut unpack).output().map_err(said)?;
    match done.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()),
    }
}
