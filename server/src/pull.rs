//! `outflank pull URL DIR`: a mirror of a server's rating files, verified as it grows.
//!
//! The listing is read in its own order from where the last run came to, and that place is kept only once everything
//! before it is on disk: a run that is killed loses nothing and doubles nothing.

pub mod fetch;
mod mirror;
mod state;

use anyhow::{Context as _, bail};
use outflank_offline::{Format, exit::Exit, exit::OrMisuse as _, output};
use outflank_ratings::{Manifest, NamedFile};
use serde::Serialize;

use crate::{cli::Pull, verify::export::checked};
use fetch::Server;
use mirror::Kept;

pub use mirror::{CURRENT, MANIFEST, Mirror, VERSIONS, is_name_beside, manifest_beside};
pub use state::{STATE, State};

/// So many versions that do not fit are not looked at one by one.
const MOST_FINDINGS: usize = 1_000;

/// What a run came to.
#[derive(Debug, Default, Serialize)]
struct Report {
    server: String,
    /// Versions that are new here.
    new: usize,
    /// Versions that were here already.
    known: usize,
    /// What is wrong, a sentence each.
    findings: Vec<String>,
}

/// Mirrors.
pub fn run(arguments: &Pull) -> anyhow::Result<Exit> {
    let server = Server::at(&arguments.server, arguments.api_key.as_deref()).or_misuse()?;
    let mirror = Mirror::open(&arguments.folder).or_misuse()?;
    let mut state = State::read(mirror.folder())
        .and_then(|known| State::continued(known, server.base(), arguments))
        .or_misuse()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let report = runtime.block_on(pulled(&server, &mirror, &mut state))?;
    match arguments.format {
        Format::Json => output::json(&report)?,
        Format::Text => print(&report)?,
    }
    Ok(Exit::of_findings(!report.findings.is_empty()))
}

async fn pulled(server: &Server, mirror: &Mirror, state: &mut State) -> anyhow::Result<Report> {
    let mut report = Report {
        server: server.base().to_owned(),
        ..Report::default()
    };
    state.write(mirror.folder())?;
    let mut token = state.resume_token.clone();
    let mut began_anew = false;
    loop {
        let page = match server.page(state.all, &token).await? {
            fetch::Listed::Page(page) => page,
            fetch::Listed::BeganAnew if began_anew => {
                bail!("{} begins its list anew without end", server.base())
            }
            fetch::Listed::BeganAnew => {
                // Its store was restored: what is here comes again under the same versions.
                began_anew = true;
                token.clear();
                continue;
            }
        };
        for listed in page.exports {
            let taken = take(server, mirror, state, &listed).await;
            match taken.with_context(|| told(&listed))? {
                Ok(Kept::New) => report.new += 1,
                Ok(Kept::Known) => report.known += 1,
                Err(finding) => report
                    .findings
                    .push(format!("{}: {finding}", told(&listed))),
            }
        }
        if report.findings.len() >= MOST_FINDINGS {
            bail!(
                "{}: nothing there fits; the first: {}",
                server.base(),
                report.findings[0]
            );
        }
        let more = page.next_page_token.is_some();
        let next = page.next_page_token.unwrap_or(page.resume_token);
        if more && next == token {
            bail!("{} gives the same page without end", server.base());
        }
        token = next;
        // What was not taken in is asked for again next time.
        if report.findings.is_empty() {
            state.resume_token.clone_from(&token);
            state.write(mirror.folder())?;
        }
        if !more {
            return Ok(report);
        }
    }
}

fn told(listed: &fetch::Listing) -> String {
    format!("{} version {}", listed.tournament_id, listed.version)
}

/// Takes one version in: what is wrong with it is a finding, and keeps it out.
async fn take(
    server: &Server,
    mirror: &Mirror,
    state: &mut State,
    listed: &fetch::Listing,
) -> anyhow::Result<Result<Kept, String>> {
    let export = match listed.export() {
        Ok(export) => export,
        Err(fault) => return Ok(Err(fault)),
    };
    let manifest = match checked(&export, state.key.as_deref(), None) {
        Ok(manifest) => manifest,
        Err(fault) => return Ok(Err(fault)),
    };
    if let Err(fault) = fits(listed, &manifest) {
        return Ok(Err(fault));
    }
    let kept = match mirror.known(&manifest)? {
        Some(known) if known == export.manifest => Kept::Known,
        Some(_) => {
            return Ok(Err(
                "the server says something else than it said: what it said first is kept"
                    .to_owned(),
            ));
        }
        None => {
            let content = match server.file(&manifest).await {
                Ok(content) => content,
                Err(error) => return Ok(Err(format!("{error:#}"))),
            };
            if let Err(fault) = checked(&export, state.key.as_deref(), Some(&content)) {
                return Ok(Err(fault));
            }
            let beside = match files_beside(server, &manifest).await {
                Ok(beside) => beside,
                Err(fault) => return Ok(Err(fault)),
            };
            // Whoever names no key trusts the first that signed, from before its file is here.
            if state.key.is_none() {
                state.key = Some(export.public_key.clone());
                state.write(mirror.folder())?;
            }
            mirror.keep(&manifest, &export, (&content, &beside))?;
            Kept::New
        }
    };
    if let Some(fault) = mirror.chain_broken(&manifest)? {
        return Ok(Err(fault));
    }
    Ok(mirror.show(&manifest.tournament_id)?.map(|()| kept))
}

/// The files beside a version, by their names, each the one that is signed.
async fn files_beside(
    server: &Server,
    manifest: &Manifest,
) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files = Vec::with_capacity(manifest.files.len());
    for file in &manifest.files {
        if !mirror::is_name_beside(&manifest.file_name, file) {
            return Err(format!("{:?} is no name of a file beside it", file.name));
        }
        let content = server.file_beside(manifest, file).await;
        let content = content.map_err(|error| format!("{error:#}"))?;
        fits_digest(file, &content)?;
        files.push((file.name.clone(), content));
    }
    Ok(files)
}

/// A file beside a version is the one that is signed.
pub fn fits_digest(file: &NamedFile, content: &[u8]) -> Result<(), String> {
    let found = Manifest::digest(content);
    if found == file.sha256 {
        return Ok(());
    }
    let (name, expected) = (&file.name, &file.sha256);
    Err(format!(
        "{name} has SHA-256 {found}, the manifest says {expected}: the file was changed"
    ))
}

/// The listing and what is signed say the same, and the name can stand in a folder.
fn fits(listed: &fetch::Listing, manifest: &Manifest) -> Result<(), String> {
    if !mirror::is_file_name(&manifest.file_name) {
        return Err(format!(
            "{:?} is no name of a rating file",
            manifest.file_name
        ));
    }
    if !mirror::is_id(&manifest.tournament_id) || manifest.version == 0 {
        return Err("what is signed names no tournament and version".to_owned());
    }
    let same = manifest.tournament_id == listed.tournament_id
        && manifest.version == listed.version
        && manifest.file_name == listed.file_name
        && manifest.rated == listed.rated;
    if same {
        Ok(())
    } else {
        Err(format!(
            "the list says {:?}, what is signed says {:?} of {} version {}",
            listed.file_name, manifest.file_name, manifest.tournament_id, manifest.version
        ))
    }
}

fn print(report: &Report) -> anyhow::Result<()> {
    for finding in &report.findings {
        output::text_line(finding)?;
    }
    let Report {
        server, new, known, ..
    } = report;
    let ending = match report.findings.len() {
        0 => "every signature fits".to_owned(),
        count => format!("{count} not taken in"),
    };
    output::text_line(&format!(
        "{server}: {new} new, {known} here before; {ending}"
    ))
}
