//! The folder of a mirror: every version for ever, and beside them the files that count now.
//!
//! `versions/TOURNAMENT/VERSION/` holds a file and its manifest, whole or not at all; `current/` the newest version of each
//! event if it counts for ratings, under its own name.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use outflank_formats::elo::FileName;
use outflank_ratings::{Manifest, NamedFile};

use crate::verify::export::{Export, parse};

/// Where versions are.
pub const VERSIONS: &str = "versions";
/// Where the files are that count.
pub const CURRENT: &str = "current";
/// Held by the run that is under way.
const LOCK: &str = "mirror.lock";
/// A version's manifest, beside its file.
pub const MANIFEST: &str = "manifest.json";

/// Whether a version was here.
pub enum Kept {
    New,
    Known,
}

/// A mirror's folder, which one run has at a time.
pub struct Mirror {
    folder: PathBuf,
    _lock: fs::File,
}

impl Mirror {
    /// Opens a mirror, or begins one.
    ///
    /// # Errors
    /// When the folder cannot be written, or another run has it.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        for part in [VERSIONS, CURRENT] {
            let path = folder.join(part);
            fs::create_dir_all(&path)
                .with_context(|| format!("cannot make the folder {}", path.display()))?;
        }
        let path = folder.join(LOCK);
        let lock =
            fs::File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        lock.try_lock()
            .with_context(|| format!("another run is under way in {}", folder.display()))?;
        Ok(Self {
            folder: folder.to_owned(),
            _lock: lock,
        })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is signed of a version that is here.
    pub fn known(&self, manifest: &Manifest) -> anyhow::Result<Option<String>> {
        let path = self.version(&manifest.tournament_id, manifest.version);
        let kept = read(&path.join(MANIFEST))?;
        kept.map(|export| Ok(export.manifest)).transpose()
    }

    /// Keeps a version: its folder appears with everything in it, or not at all.
    pub fn keep(
        &self,
        manifest: &Manifest,
        export: &Export,
        (content, beside): (&[u8], &[(String, Vec<u8>)]),
    ) -> anyhow::Result<()> {
        let tournament = self.folder.join(VERSIONS).join(&manifest.tournament_id);
        let partial = tournament.join(format!(".{}", manifest.version));
        let made = || -> anyhow::Result<()> {
            if partial.exists() {
                // What a run that was killed left.
                fs::remove_dir_all(&partial)?;
            }
            fs::create_dir_all(&partial)?;
            let json = serde_json::to_vec_pretty(export)?;
            write_synced(&partial.join(MANIFEST), &json)?;
            write_synced(&partial.join(&manifest.file_name), content)?;
            for (name, content) in beside {
                write_synced(&partial.join(name), content)?;
            }
            sync_folder(&partial)?;
            fs::rename(
                &partial,
                self.version(&manifest.tournament_id, manifest.version),
            )?;
            sync_folder(&tournament)?;
            sync_folder(&self.folder.join(VERSIONS))
        };
        made().with_context(|| format!("cannot write {}", partial.display()))
    }

    /// Why a version does not follow on the one before, where both are here.
    pub fn chain_broken(&self, manifest: &Manifest) -> anyhow::Result<Option<String>> {
        let Some(before) = &manifest.supersedes else {
            return Ok(None);
        };
        let path = self.version(&manifest.tournament_id, before.version);
        let Some(earlier) = signed(&path.join(MANIFEST))? else {
            return Ok(None);
        };
        Ok((!manifest.follows(&earlier)).then(|| {
            format!(
                "it says that version {} had SHA-256 {}, and here it has {}",
                before.version, before.sha256, earlier.sha256
            )
        }))
    }

    /// Puts the newest version of a tournament among the files that count, in place of earlier ones; the inner error says
    /// that another tournament's file has its name.
    pub fn show(&self, tournament_id: &str) -> anyhow::Result<Result<(), String>> {
        let folder = self.folder.join(VERSIONS).join(tournament_id);
        let mut versions: Vec<u32> = Vec::new();
        for entry in fs::read_dir(&folder).with_context(|| cannot_read(&folder))? {
            let name = entry.with_context(|| cannot_read(&folder))?.file_name();
            versions.extend(name.to_str().and_then(|name| name.parse::<u32>().ok()));
        }
        versions.sort_unstable();
        let Some(newest) = versions.pop() else {
            return Ok(Ok(()));
        };
        let current = self.folder.join(CURRENT);
        let mut shown = None;
        if let Some(manifest) = signed(&self.version(tournament_id, newest).join(MANIFEST))?
            && manifest.rated
        {
            let manifest_path = current.join(manifest_beside(&manifest.file_name));
            if signed(&manifest_path)?.is_some_and(|known| known.tournament_id != tournament_id) {
                return Ok(Err(format!(
                    "another event's file is named {}",
                    manifest.file_name
                )));
            }
            let from = self.version(tournament_id, newest);
            let copy = |from: &Path, to: &Path| -> anyhow::Result<()> {
                let bytes = fs::read(from).with_context(|| cannot_read(from))?;
                write_whole(to, &bytes)
            };
            copy(&from.join(MANIFEST), &manifest_path)?;
            copy(
                &from.join(&manifest.file_name),
                &current.join(&manifest.file_name),
            )?;
            shown = Some(manifest.file_name);
        }
        for earlier in versions.into_iter().chain([newest]) {
            let path = self.version(tournament_id, earlier).join(MANIFEST);
            let Some(manifest) = signed(&path)? else {
                continue;
            };
            if Some(&manifest.file_name) == shown.as_ref() {
                continue;
            }
            let told = current.join(manifest_beside(&manifest.file_name));
            // The name may be another event's by now.
            if signed(&told)?.is_some_and(|known| known.tournament_id == tournament_id) {
                remove(&current.join(&manifest.file_name))?;
                remove(&told)?;
            }
        }
        Ok(Ok(()))
    }

    fn version(&self, tournament_id: &str, version: u32) -> PathBuf {
        let tournament = self.folder.join(VERSIONS).join(tournament_id);
        tournament.join(version.to_string())
    }
}

/// Whether a name is a rating file's by the federation's rule, and so harmless in a folder.
pub fn is_file_name(name: &str) -> bool {
    FileName::parse(name).is_ok()
}

/// Whether a file beside a rating file is named after it by its kind, and so harmless in its folder.
pub fn is_name_beside(file_name: &str, file: &NamedFile) -> bool {
    let stem = file_name.trim_end_matches(".ELO");
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let rest = file
        .name
        .strip_prefix(stem)
        .and_then(|rest| rest.strip_prefix('.'));
    file.name.len() <= 128
        && file.name.chars().all(plain)
        && rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('.') && rest != "ELO")
}

/// Whether that is a tournament's id, and so harmless as a folder.
pub fn is_id(id: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    (1..=64).contains(&id.len()) && id.chars().all(plain)
}

/// A manifest's name beside a file that counts.
pub fn manifest_beside(file_name: &str) -> String {
    format!("{file_name}.{MANIFEST}")
}

/// What is signed in a manifest's file; none where there is no file.
fn signed(path: &Path) -> anyhow::Result<Option<Manifest>> {
    let Some(export) = read(path)? else {
        return Ok(None);
    };
    let manifest = serde_json::from_str(&export.manifest);
    let manifest = manifest.with_context(|| format!("{} holds no manifest", path.display()))?;
    Ok(Some(manifest))
}

fn read(path: &Path) -> anyhow::Result<Option<Export>> {
    match fs::read(path) {
        Ok(bytes) => parse(&path.display().to_string(), &bytes).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| cannot_read(path)),
    }
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

/// Writes a file in one step: whoever looks sees the old one or the new one.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let written = || -> anyhow::Result<()> {
        write_synced(&partial, bytes)?;
        fs::rename(&partial, path)?;
        path.parent().map_or(Ok(()), sync_folder)
    };
    written().with_context(|| format!("cannot write {}", path.display()))
}

fn write_synced(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(())
}

fn sync_folder(path: &Path) -> anyhow::Result<()> {
    fs::File::open(path)?.sync_all()?;
    Ok(())
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}
