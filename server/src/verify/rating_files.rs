//! `outflank verify EVENT --rating-files DIR`: what was published of a saved event, against what this program makes of its
//! entries. The event goes on for a moment on a server of its own, which nobody reaches, and whose ratings service makes its
//! files as it would anywhere.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};
use outflank_access::Role;
use outflank_journal::Store;
use outflank_ratings::{Manifest, made_files};

use super::{export, mirror};
use crate::{
    configuration::{Deployment, Settings},
    event::{bundle::Bundle, load::take_in, stores::Stores},
    pull::{MANIFEST, VERSIONS},
    roles::Needs,
};

/// How long the files may take to be made.
const PATIENCE: Duration = Duration::from_secs(60);
/// The line that says which program wrote a file, which no entry tells.
const CREATOR: &[u8] = b"%%Creator";

/// What came of it.
#[derive(Default)]
pub struct Compared {
    /// Files that follow from the entries, byte for byte.
    pub same: usize,
    /// What is wrong, a sentence each.
    pub findings: Vec<String>,
}

/// A rating file whose signature fits.
struct Published {
    place: PathBuf,
    manifest: Manifest,
    content: Vec<u8>,
}

/// Makes the event's files again, and compares them with those in the folder of a mirror or beside a manifest.
pub fn compared(bundle: &Bundle, published: &Path) -> anyhow::Result<Compared> {
    let mut compared = Compared::default();
    let mut found = Vec::new();
    for place in places(published, &bundle.manifest.tournament_id)? {
        match read(&place, bundle) {
            Ok(one) => found.push(one),
            Err(fault) => compared
                .findings
                .push(format!("{}: {fault}", place.display())),
        }
    }
    if found.is_empty() && compared.findings.is_empty() {
        let of = &bundle.manifest.tournament;
        bail!("{} has no rating file of {of}", published.display());
    }
    let wanted: Vec<u64> = found
        .iter()
        .map(|one| one.manifest.tournament_seq)
        .collect();
    let made = made(bundle, &wanted)?;
    for one in found {
        match made.get(&one.manifest.tournament_seq) {
            Some(made) if told(made) == told(&one.content) => compared.same += 1,
            other => compared.findings.push(one.otherwise(other)),
        }
    }
    Ok(compared)
}

impl Published {
    fn otherwise(&self, made: Option<&Vec<u8>>) -> String {
        let place = self.place.display();
        let (version, seq) = (self.manifest.version, self.manifest.tournament_seq);
        let Some(made) = made else {
            return format!(
                "{place}: version {version} shows the event after entry {seq}, and no rating file follows from that"
            );
        };
        let (own, again) = (told(&self.content), told(made));
        let lines = own.len().max(again.len());
        let differs = |line: &usize| own.get(*line) != again.get(*line);
        let line = (0..lines).find(differs).unwrap_or_default();
        let shown = |of: &[&[u8]]| match of.get(line) {
            Some(line) => format!("{:?}", String::from_utf8_lossy(line)),
            None => "nothing".to_owned(),
        };
        format!(
            "{place}: version {version} does not follow from the entries: it has {} where they give {}",
            shown(&own),
            shown(&again)
        )
    }
}

/// The lines of a file that its entries tell.
fn told(content: &[u8]) -> Vec<&[u8]> {
    let lines = content.split(|byte| *byte == b'\n');
    lines.filter(|line| !line.starts_with(CREATOR)).collect()
}

/// The manifests of a tournament.
fn places(published: &Path, tournament_id: &str) -> anyhow::Result<Vec<PathBuf>> {
    if !mirror::is_mirror(published) {
        return Ok(vec![published.to_owned()]);
    }
    // An id may be anything in a file that somebody else saved.
    let name = Path::new(tournament_id).file_name();
    let Some(name) = name.filter(|name| *name == tournament_id) else {
        bail!("{tournament_id:?} is no tournament's id");
    };
    let folder = published.join(VERSIONS).join(name);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let versions = mirror::entries(&folder)?.into_iter();
    Ok(versions
        .filter(|path| mirror::version(path).is_some())
        .collect())
}

/// Its bytes are those that the signature was checked with, whatever its name points to.
fn read(place: &Path, bundle: &Bundle) -> Result<Published, String> {
    let signed = match place.is_dir() {
        true => {
            mirror::verified(place, None)?;
            place.join(MANIFEST)
        }
        false => place.to_owned(),
    };
    let target = signed.display().to_string();
    let (export, content) = export::read(&target).map_err(|error| format!("{error:#}"))?;
    let content = content.ok_or("its rating file is not beside it")?;
    let manifest = export::checked(&export, None, Some(&content))?;
    if manifest.tournament_id != bundle.manifest.tournament_id {
        return Err(format!("it is of another event, {}", manifest.tournament));
    }
    Ok(Published {
        place: place.to_owned(),
        manifest,
        content,
    })
}

/// What a server of its own makes of the entries, by the entry that each file shows.
fn made(bundle: &Bundle, wanted: &[u64]) -> anyhow::Result<BTreeMap<u64, Vec<u8>>> {
    let folder = tempfile::tempdir().context("there is no place for temporary files")?;
    let runtime = tokio::runtime::Runtime::new().context("cannot start")?;
    runtime.block_on(async {
        let deployment = Deployment::of(Settings {
            data: Some(folder.path().to_owned()),
            ..Settings::default()
        })?;
        let stores = Stores::open(&deployment).await?;
        let taken = take_in(&stores, bundle, (None, false)).await;
        let made = match taken {
            Ok(()) => made_there(&stores, &deployment, bundle, wanted).await,
            Err(error) => Err(error),
        };
        stores.close().await;
        made
    })
}

async fn made_there(
    stores: &Stores,
    deployment: &Deployment,
    bundle: &Bundle,
    wanted: &[u64],
) -> anyhow::Result<BTreeMap<u64, Vec<u8>>> {
    let database = deployment.data.join("ratings.sqlite");
    let ratings = Store::in_sqlite(&database, Needs::of(Role::Ratings).tables).await?;
    let id = &bundle.manifest.tournament_id;
    let made = || async {
        let files = made_files(&*ratings.journal, id).await?.into_iter();
        let files = files.map(|file| (file.tournament_seq, file.content));
        anyhow::Ok(files.collect::<BTreeMap<u64, Vec<u8>>>())
    };
    let all = || async {
        let made = made().await?;
        Ok(wanted.iter().all(|seq| made.contains_key(seq)))
    };
    stores.until(PATIENCE, all).await?;
    let files = made().await;
    ratings.journal.close().await;
    files
}
