//! `outflank verify` on an export: does the signature fit the manifest, and the rating file the manifest?

use std::path::Path;

use anyhow::{Context, bail};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use outflank_ratings::{Manifest, SignedManifest};
use serde::{Deserialize, Serialize};

use outflank_offline::{
    Format,
    exit::{Exit, OrMisuse as _},
    output,
};

use crate::cli;

/// What a server answers at `.../rating-file/manifest`.
#[derive(Deserialize)]
struct Export {
    file_name: String,
    manifest: String,
    signature: String,
    public_key: String,
}

#[derive(Serialize)]
struct Report {
    target: String,
    file_name: String,
    public_key: String,
    /// Whether the rating file itself was at hand.
    content_checked: bool,
    tournament: Option<String>,
    version: Option<u32>,
    conformant: Option<bool>,
    rated: Option<bool>,
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
    let bytes = |what: &str, text: &str| {
        URL_SAFE_NO_PAD
            .decode(text)
            .with_context(|| format!("{}: the {what} is not base64url", args.target))
    };
    let sized = |what: &str| format!("{}: the {what} has the wrong length", args.target);
    let signed = SignedManifest {
        manifest: export.manifest.clone().into_bytes(),
        signature: bytes("signature", &export.signature)?
            .try_into()
            .map_err(|_| anyhow::anyhow!(sized("signature")))?,
        public_key: bytes("public key", &export.public_key)?
            .try_into()
            .map_err(|_| anyhow::anyhow!(sized("public key")))?,
    };
    let verified = match &args.key {
        Some(key) if *key != export.public_key => Err(format!(
            "it is signed by the key {}, not by {key}",
            export.public_key
        )),
        _ => signed.verify(content).map_err(|error| error.to_string()),
    };
    let manifest: Option<&Manifest> = verified.as_ref().ok();
    Ok(Report {
        target: args.target.clone(),
        file_name: export.file_name.clone(),
        public_key: export.public_key.clone(),
        content_checked: content.is_some(),
        tournament: manifest.map(|manifest| manifest.tournament.clone()),
        version: manifest.map(|manifest| manifest.version),
        conformant: manifest.map(|manifest| manifest.conformant),
        rated: manifest.map(|manifest| manifest.rated),
        fault: verified.err(),
    })
}

/// A manifest saved beside its rating file.
fn read(target: &str) -> anyhow::Result<(Export, Option<Vec<u8>>)> {
    let path = Path::new(target);
    let export = parse(target, &output::read(path)?)?;
    // Only the name counts: a manifest cannot point out of its folder.
    let name = Path::new(&export.file_name).file_name().unwrap_or_default();
    let content = std::fs::read(path.with_file_name(name)).ok();
    Ok((export, content))
}

fn parse(target: &str, bytes: &[u8]) -> anyhow::Result<Export> {
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
    let answer = reqwest::get(address)
        .await
        .and_then(reqwest::Response::error_for_status)
        .with_context(|| format!("{address} cannot be read"))?;
    Ok(answer.bytes().await?.to_vec())
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
        "{target}: {tournament}, export {version}, {file_name}, {rated}: the signature of key {public_key} fits; {content}"
    ))
}
