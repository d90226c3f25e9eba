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
    pull::{MANIFEST, STATE, State, VERSIONS},
};

#[derive(Debug, Default, Serialize)]
struct Report {
    target: String,
    /// The key that must have signed, base64url.
    public_key: Option<String>,
    /// Versions whose signature and file fit.
    good: usize,
    /// What is wrong, a sentence each.
    findings: Vec<String>,
}

/// Whether it is the folder of a mirror.
pub fn is_mirror(target: &str) -> bool {
    Path::new(target).join(STATE).is_file()
}

pub fn run(arguments: &Verify) -> anyhow::Result<Exit> {
    let folder = Path::new(&arguments.target);
    let state = State::read(folder).or_misuse()?;
    let kept = state.and_then(|state| state.key);
    let mut report = Report {
        target: arguments.target.clone(),
        public_key: arguments.key.clone().or(kept),
        ..Report::default()
    };
    let versions = folder.join(VERSIONS);
    for tournament in folders(&versions).or_misuse()? {
        report.tournament(&tournament).or_misuse()?;
    }
    match arguments.format {
        Format::Json => output::json(&report)?,
        Format::Text => print(&report)?,
    }
    Ok(Exit::of_findings(!report.findings.is_empty()))
}

impl Report {
    fn tournament(&mut self, folder: &Path) -> anyhow::Result<()> {
        let mut known: BTreeMap<u32, Manifest> = BTreeMap::new();
        let mut versions: Vec<(u32, PathBuf)> = Vec::new();
        for path in folders(folder)? {
            match name(&path).parse() {
                Ok(version) => versions.push((version, path)),
                // What a run that was killed left behind.
                Err(_) if name(&path).starts_with('.') => {}
                Err(_) => self.finds(&path, "it is no version"),
            }
        }
        versions.sort_unstable();
        for (version, path) in versions {
            match verified(&path, self.public_key.as_deref()) {
                Err(fault) => self.finds(&path, &fault),
                Ok(manifest)
                    if name(folder) != manifest.tournament_id || version != manifest.version =>
                {
                    let of = format!("{} version {}", manifest.tournament_id, manifest.version);
                    self.finds(&path, &format!("what is signed is {of}"));
                }
                Ok(manifest) => {
                    let before = manifest.supersedes.as_ref();
                    let follows = before.is_none_or(|before| {
                        let earlier = known.get(&before.version);
                        earlier.is_none_or(|earlier| earlier.sha256 == before.sha256)
                    });
                    if follows {
                        self.good += 1;
                    } else {
                        self.finds(&path, "it follows on another file than the version before");
                    }
                    known.insert(version, manifest);
                }
            }
        }
        Ok(())
    }

    fn finds(&mut self, path: &Path, fault: &str) {
        self.findings.push(format!("{}: {fault}", path.display()));
    }
}

/// What is signed of the version in a folder, if everything in it fits.
fn verified(folder: &Path, key: Option<&str>) -> Result<Manifest, String> {
    let path = folder.join(MANIFEST);
    let read = |path: &Path| {
        fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    let export = parse(MANIFEST, &read(&path)?).map_err(|error| format!("{error:#}"))?;
    let manifest = checked(&export, key, None)?;
    // The name is signed, but not every name can stand in a folder.
    let file = Path::new(&manifest.file_name)
        .file_name()
        .unwrap_or_default();
    let content = read(&folder.join(file))?;
    checked(&export, key, Some(&content))
}

fn folders(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
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
        Some(key) => format!("the signatures of key {key} and the files fit"),
        None => "nothing is signed in it yet".to_owned(),
    };
    let ending = match report.findings.len() {
        0 => by,
        count => format!("{count} findings"),
    };
    output::text_line(&format!("{target}: {good} versions; {ending}"))
}
