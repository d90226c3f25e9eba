//! `outflank verify DIR` on a mirror of a server's rating files: every version, each after the other.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use outflank_offline::{Format, exit::Exit, exit::OrMisuse as _, output};
use outflank_ratings::Manifest;
use serde::Serialize;

use super::export::{checked, parse};
use crate::{
    cli::Verify,
    pull::{
        CURRENT, MANIFEST, STATE, State, VERSIONS, fits_digest, is_name_beside, manifest_beside,
    },
};

#[derive(Debug, Default, Serialize)]
struct Report {
    target: String,
    /// The key that must have signed, base64url.
    public_key: Option<String>,
    /// The key was named from outside, and not by the mirror itself.
    key_is_named: bool,
    /// Unrated versions are mirrored too, so that none may be missing.
    #[serde(skip)]
    whole: bool,
    /// Versions whose signature and file fit.
    good: usize,
    /// What is wrong, a sentence each.
    findings: Vec<String>,
}

/// Whether it is the folder of a mirror.
pub fn is_mirror(target: &Path) -> bool {
    target.join(STATE).is_file()
}

/// The number of the version that a folder in a mirror holds.
pub fn version(folder: &Path) -> Option<u32> {
    let name = name(folder);
    let version = name.parse::<u32>().ok();
    version.filter(|version| version.to_string() == name)
}

pub fn run(arguments: &Verify) -> anyhow::Result<Exit> {
    let folder = Path::new(&arguments.target);
    let state = State::read(folder).or_misuse()?;
    let kept = state.as_ref().and_then(|state| state.key.clone());
    let mut report = Report {
        target: arguments.target.clone(),
        public_key: arguments.key.clone().or(kept),
        key_is_named: arguments.key.is_some(),
        whole: state.is_some_and(|state| state.all),
        ..Report::default()
    };
    let mut current = BTreeMap::new();
    for tournament in entries(&folder.join(VERSIONS)).or_misuse()? {
        match entries(&tournament) {
            Ok(versions) => report.tournament(&tournament, versions, &mut current),
            Err(_) => report.finds(&tournament, "it is no tournament's folder"),
        }
    }
    report
        .current(&folder.join(CURRENT), &current)
        .or_misuse()?;
    match arguments.format {
        Format::Json => output::json(&report)?,
        Format::Text => print(&report)?,
    }
    Ok(Exit::of_findings(!report.findings.is_empty()))
}

impl Report {
    /// Every version of a tournament; the newest is put with what should be current, if it counts.
    fn tournament(
        &mut self,
        folder: &Path,
        paths: Vec<PathBuf>,
        current: &mut BTreeMap<String, PathBuf>,
    ) {
        let mut versions: Vec<(u32, PathBuf)> = Vec::new();
        for path in paths {
            match version(&path) {
                Some(version) => versions.push((version, path)),
                // What a run that was killed left behind.
                None if name(&path).starts_with('.') => {}
                None => self.finds(&path, "it is no version"),
            }
        }
        versions.sort_unstable();
        let newest = versions.last().map(|(version, _)| *version);
        let mut before: Option<Manifest> = None;
        for (version, path) in versions {
            let manifest = match verified(&path, self.public_key.as_deref()) {
                Ok(manifest) => manifest,
                Err(fault) => {
                    self.finds(&path, &fault);
                    continue;
                }
            };
            // One key for all, also where none is named or kept.
            if self.public_key.is_none() {
                self.public_key = signer(&path);
            }
            if name(folder) != manifest.tournament_id || version != manifest.version {
                let of = format!("{} version {}", manifest.tournament_id, manifest.version);
                self.finds(&path, &format!("what is signed is {of}"));
                continue;
            }
            if let Some(fault) = self.unfollowed(before.as_ref(), &manifest) {
                self.finds(&path, &fault);
            } else {
                self.good += 1;
            }
            if newest == Some(version) && manifest.rated {
                current.insert(manifest.file_name.clone(), path);
            }
            before = Some(manifest);
        }
    }

    /// Why a version does not follow on the one before it here.
    fn unfollowed(&self, before: Option<&Manifest>, manifest: &Manifest) -> Option<String> {
        let last = before.map_or(0, |before| before.version);
        if self.whole && manifest.version != last + 1 {
            return Some(format!("version {} is missing", last + 1));
        }
        let other = before.filter(|before| !manifest.follows(before));
        other.map(|_| "it follows on another file than the version before".to_owned())
    }

    /// The files that count are the newest versions, and nothing else lies with them.
    fn current(
        &mut self,
        folder: &Path,
        current: &BTreeMap<String, PathBuf>,
    ) -> anyhow::Result<()> {
        let mut expected = BTreeMap::new();
        for (file_name, version) in current {
            expected.insert(file_name.clone(), version.join(file_name));
            expected.insert(manifest_beside(file_name), version.join(MANIFEST));
        }
        for path in entries(folder)? {
            let name = name(&path);
            match expected.remove(&name) {
                Some(version) if same(&path, &version) => {}
                Some(_) => self.finds(&path, "it is not the newest version"),
                None if name.ends_with(".partial") => {}
                None => self.finds(&path, "no version that counts is named so"),
            }
        }
        for missing in expected.keys() {
            self.finds(&folder.join(missing), "it is missing");
        }
        Ok(())
    }

    fn finds(&mut self, path: &Path, fault: &str) {
        self.findings.push(format!("{}: {fault}", path.display()));
    }
}

fn same(one: &Path, other: &Path) -> bool {
    match (fs::read(one), fs::read(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// The key that signed the version in a folder.
fn signer(folder: &Path) -> Option<String> {
    let export = parse(MANIFEST, &fs::read(folder.join(MANIFEST)).ok()?).ok()?;
    Some(export.public_key)
}

/// What is signed of the version in a folder, if everything in it fits; else why not, a sentence.
pub fn verified(folder: &Path, key: Option<&str>) -> Result<Manifest, String> {
    let path = folder.join(MANIFEST);
    let read = |path: &Path| {
        fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    let export = parse(MANIFEST, &read(&path)?).map_err(|error| format!("{error:#}"))?;
    // The name is signed, but not every name can stand in a folder.
    let file = Path::new(&export.file_name).file_name().unwrap_or_default();
    let content = read(&folder.join(file))?;
    let manifest = checked(&export, key, Some(&content))?;
    for file in &manifest.files {
        if !is_name_beside(&manifest.file_name, file) {
            return Err(format!("{:?} is no name of a file beside it", file.name));
        }
        fits_digest(file, &read(&folder.join(&file.name))?)?;
    }
    Ok(manifest)
}

/// What lies in a folder, in the order of its names.
pub fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        found.push(entry.with_context(cannot)?.path());
    }
    found.sort();
    Ok(found)
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn print(report: &Report) -> anyhow::Result<()> {
    for finding in &report.findings {
        output::text_line(finding)?;
    }
    let Report { target, good, .. } = report;
    let by = match &report.public_key {
        Some(key) => format!(
            "the signatures of key {key} and the files fit{}",
            super::trust(report.key_is_named)
        ),
        None => "nothing is signed in it yet".to_owned(),
    };
    let ending = match report.findings.len() {
        0 => by,
        count => format!("{count} findings"),
    };
    output::text_line(&format!("{target}: {good} versions; {ending}"))
}
