//! `outflank verify` on an export: does the signature fit the manifest, and the rating file the manifest?

use std::path::Path;

use anyhow::{Context, bail};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use outflank_ratings::{Change, Manifest, Responsible, Signatory, SignedManifest};
use serde::{Deserialize, Serialize};

use outflank_offline::{
    Format,
    exit::{Exit, OrMisuse as _},
    output,
};

use crate::{cli, pull::fetch};

/// What a server answers at `.../rating-file/manifest`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Export {
    /// The file's name.
    pub file_name: String,
    /// The signed JSON text.
    pub manifest: String,
    /// Ed25519 over its bytes, base64url.
    pub signature: String,
    /// The raw public key, base64url.
    pub public_key: String,
}

#[derive(Serialize)]
struct Report {
    target: String,
    file_name: String,
    public_key: String,
    /// The key was named from outside.
    key_is_named: bool,
    /// Whether the rating file itself was at hand.
    content_checked: bool,
    tournament: Option<String>,
    version: Option<u32>,
    conformant: Option<bool>,
    rated: Option<bool>,
    /// Who answers for the event; none in a manifest of the earlier format.
    responsible: Option<Responsible>,
    /// What led to this version.
    changes: Vec<Change>,
    /// What it says otherwise than the version before.
    differences: Vec<String>,
    fault: Option<String>,
}

/// Whether this is an export rather than a journal database: an address, or a file that begins as JSON.
pub fn is_export(target: &str) -> bool {
    is_address(target)
        || std::fs::read(target)
            .is_ok_and(|bytes| bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{'))
}

fn is_address(target: &str) -> bool {
    target.starts_with("http://") || target.starts_with("https://")
}

pub fn run(args: &cli::Verify) -> anyhow::Result<Exit> {
    let (export, content) = if is_address(&args.target) {
        fetched(&args.target)
    } else {
        read(&args.target)
    }
    .or_misuse()?;
    let report = check(args, &export, content.as_deref()).or_misuse()?;
    match args.format {
        Format::Json => output::json(&report)?,
        Format::Text => print(&report)?,
    }
    Ok(Exit::of_findings(report.fault.is_some()))
}

fn check(args: &cli::Verify, export: &Export, content: Option<&[u8]>) -> anyhow::Result<Report> {
    decoded(export).with_context(|| args.target.clone())?;
    let verified = checked(export, args.key.as_deref(), content);
    let manifest: Option<&Manifest> = verified.as_ref().ok();
    Ok(Report {
        target: args.target.clone(),
        file_name: export.file_name.clone(),
        public_key: export.public_key.clone(),
        key_is_named: args.key.is_some(),
        content_checked: content.is_some(),
        tournament: manifest.map(|manifest| manifest.tournament.clone()),
        version: manifest.map(|manifest| manifest.version),
        conformant: manifest.map(|manifest| manifest.conformant),
        rated: manifest.map(|manifest| manifest.rated),
        responsible: manifest.and_then(|manifest| manifest.responsible.clone()),
        changes: manifest
            .map(|manifest| manifest.changes.clone())
            .unwrap_or_default(),
        differences: manifest
            .map(|manifest| manifest.differences.clone())
            .unwrap_or_default(),
        fault: verified.err(),
    })
}

/// What is signed of an export, if it is signed by `key`, or by any where none is given, and fits the file where that is
/// at hand; else why not, a sentence.
pub fn checked(
    export: &Export,
    key: Option<&str>,
    content: Option<&[u8]>,
) -> Result<Manifest, String> {
    if let Some(key) = key
        && key != export.public_key
    {
        return Err(format!(
            "it is signed by the key {}, not by {key}",
            export.public_key
        ));
    }
    let signed = decoded(export).map_err(|error| format!("{error:#}"))?;
    let manifest = signed.verify(content).map_err(|error| error.to_string())?;
    if manifest.file_name == export.file_name {
        Ok(manifest)
    } else {
        Err(format!(
            "the file is named {:?}, and {:?} in what is signed",
            export.file_name, manifest.file_name
        ))
    }
}

fn decoded(export: &Export) -> anyhow::Result<SignedManifest> {
    let bytes = |what: &str, text: &str| {
        URL_SAFE_NO_PAD
            .decode(text)
            .with_context(|| format!("the {what} is not base64url"))
    };
    let sized = |what: &str| format!("the {what} has the wrong length");
    Ok(SignedManifest {
        manifest: export.manifest.clone().into_bytes(),
        signature: bytes("signature", &export.signature)?
            .try_into()
            .map_err(|_| anyhow::anyhow!(sized("signature")))?,
        public_key: bytes("public key", &export.public_key)?
            .try_into()
            .map_err(|_| anyhow::anyhow!(sized("public key")))?,
    })
}

/// A manifest saved beside its rating file.
pub fn read(target: &str) -> anyhow::Result<(Export, Option<Vec<u8>>)> {
    let path = Path::new(target);
    let export = parse(target, &output::read(path)?)?;
    // Only the name counts: a manifest cannot point out of its folder.
    let name = Path::new(&export.file_name).file_name().unwrap_or_default();
    let content = std::fs::read(path.with_file_name(name)).ok();
    Ok((export, content))
}

/// Reads what a server answers at `.../rating-file/manifest`.
///
/// # Errors
/// When it is something else.
pub fn parse(target: &str, bytes: &[u8]) -> anyhow::Result<Export> {
    serde_json::from_slice(bytes).with_context(|| {
        format!(
            "{target} is no export: it should be what a server answers at .../rating-file/manifest"
        )
    })
}

/// A manifest and its rating file from a server.
fn fetched(target: &str) -> anyhow::Result<(Export, Option<Vec<u8>>)> {
    let Some(file) = target.strip_suffix("/manifest") else {
        bail!("{target} is no export's address: it ends with /rating-file/manifest");
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    runtime.block_on(async {
        let export = parse(target, &get(target).await?)?;
        Ok((export, Some(get(file).await?)))
    })
}

async fn get(address: &str) -> anyhow::Result<Vec<u8>> {
    let client = outflank_client::http().timeout(fetch::TIMEOUT).build()?;
    let answer = client.get(address).send().await;
    let answer = answer
        .and_then(reqwest::Response::error_for_status)
        .with_context(|| format!("{address} cannot be read"))?;
    fetch::body_of(answer, fetch::MOST_FILE_BYTES).await
}

fn print(report: &Report) -> anyhow::Result<()> {
    let Report {
        target,
        file_name,
        public_key,
        ..
    } = report;
    if let Some(fault) = &report.fault {
        return output::text_line(&format!("{target}: {fault}"));
    }
    let content = if report.content_checked {
        "the file is the one that was signed"
    } else {
        "the file is not here, so only the manifest was checked"
    };
    let tournament = report.tournament.as_deref().unwrap_or_default();
    let version = report.version.unwrap_or_default();
    let rated = if report.rated == Some(true) {
        "rated"
    } else {
        "unrated"
    };
    output::text_line(&format!(
        "{target}: {tournament}, export {version}, {file_name}, {rated}: the signature of key {public_key} fits; {content}{}",
        super::trust(report.key_is_named)
    ))?;
    if let Some(Responsible {
        director,
        confirmed_by,
        approved_by,
        released_by,
        ..
    }) = &report.responsible
    {
        output::text_line(&format!(
            "  director {director}; confirmed by {}; approved for ratings by {}; released by {}",
            who(confirmed_by.as_ref()),
            who(approved_by.as_ref()),
            who(released_by.as_ref())
        ))?;
    }
    for change in &report.changes {
        let by = who(change.by.as_ref());
        let reason = &change.reason;
        let why = if reason.is_empty() {
            String::new()
        } else {
            format!(": {reason}")
        };
        output::text_line(&format!(
            "  {} by {by}{why}",
            change.cause.replace('_', " ")
        ))?;
    }
    for difference in &report.differences {
        output::text_line(&format!("  {difference}"))?;
    }
    Ok(())
}

fn who(signatory: Option<&Signatory>) -> &str {
    match signatory {
        None => "nobody",
        Some(signatory) if signatory.name.is_empty() => &signatory.account_id,
        Some(signatory) => &signatory.name,
    }
}
