//! Whether every byte of a saved event is as it was signed. Nothing more is read of it before that is known.

use anyhow::{Context as _, bail, ensure};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signature, VerifyingKey};
use serde::{Deserialize, Serialize};

use super::{FORMAT, MAGIC, Manifest, digest};
use crate::event::trust::Signers;

/// The lines before the first entry: format, manifest, signature.
const HEAD: usize = 3;

/// The signature in the third line.
#[derive(Serialize, Deserialize)]
pub(super) struct Signed {
    pub public_key: String,
    pub signature: String,
}

/// A saved event of which every byte is as it was signed.
pub struct Sealed<'f> {
    pub(super) manifest: Manifest,
    /// The key that signed it, base64url.
    pub(super) public_key: String,
    /// The lines of each section, in the order of the manifest: streams, then tables.
    pub(super) sections: Vec<Lines<'f>>,
}

/// The lines of a section.
#[derive(Clone, Copy)]
pub struct Lines<'f> {
    pub(super) lines: &'f [&'f str],
    /// The number of the line before them.
    pub(super) before: usize,
}

/// Why a file is not what was signed.
pub enum Broken<'f> {
    /// So, in a sentence.
    Said(anyhow::Error),
    /// The lines of this section of the manifest are others.
    Section {
        manifest: Box<Manifest>,
        place: usize,
        lines: Lines<'f>,
    },
}

impl From<anyhow::Error> for Broken<'_> {
    fn from(error: anyhow::Error) -> Self {
        Self::Said(error)
    }
}

/// The lines of a file, which all end.
pub fn lines(bytes: &[u8]) -> anyhow::Result<Vec<&str>> {
    let text = std::str::from_utf8(bytes).map_err(|_| anyhow::anyhow!("it is no saved event"))?;
    let whole = text.strip_suffix('\n').with_context(|| {
        let last = text.split('\n').count();
        format!("it ends in the middle of line {last}: a part is missing")
    })?;
    Ok(whole.split('\n').collect())
}

/// Opens a file that one of these signed.
///
/// # Errors
/// The first thing that is not as it was signed.
pub fn opened<'f>(lines: &'f [&'f str], signers: &Signers) -> Result<Sealed<'f>, Broken<'f>> {
    let [first, described, signed, rest @ ..] = lines else {
        return Err(anyhow::anyhow!("it is no saved event").into());
    };
    check_format(first)?;
    let (manifest, public_key) = check_signature(described, signed, signers)?;
    let streams = manifest.streams.iter();
    let streams = streams.map(|one| (one.entries, &one.stream, &one.sha256));
    let tables = manifest.records.iter();
    let tables = tables.map(|one| (one.rows, &one.table, &one.sha256));
    let (mut sections, mut rest, mut before) = (Vec::new(), rest, HEAD);
    let mut altered = None;
    for (place, (count, name, sha256)) in streams.chain(tables).enumerate() {
        let Some((lines, behind)) = rest.split_at_checked(count) else {
            let ends = before + rest.len();
            let cut = anyhow::anyhow!(
                "it ends at line {ends} in the middle of {name}: a part is missing"
            );
            return Err(cut.into());
        };
        let lines = Lines { lines, before };
        if digest(lines.lines) != *sha256 {
            altered = Some((place, lines));
            break;
        }
        sections.push(lines);
        rest = behind;
        before += count;
    }
    if let Some((place, lines)) = altered {
        return Err(Broken::Section {
            manifest: Box::new(manifest),
            place,
            lines,
        });
    }
    if !rest.is_empty() {
        let line = before + 1;
        let added = anyhow::anyhow!("line {line}: it was added to the file after it was signed");
        return Err(added.into());
    }
    Ok(Sealed {
        manifest,
        public_key,
        sections,
    })
}

fn check_format(first: &str) -> anyhow::Result<()> {
    let number = first.strip_prefix(MAGIC).context("it is no saved event")?;
    match number.parse::<u32>() {
        Ok(FORMAT) => Ok(()),
        Ok(newer) => bail!(
            "it was saved in format {newer} by another version of this program, which reads format {FORMAT}: load it \
             with that version, or a newer one"
        ),
        Err(_) => bail!("it is no saved event"),
    }
}

fn check_signature(
    described: &str,
    signed: &str,
    signers: &Signers,
) -> anyhow::Result<(Manifest, String)> {
    let broken = "line 3: the signature does not fit the manifest in line 2: the file was altered";
    let signed: Signed = serde_json::from_str(signed).context(broken)?;
    signers.check(&signed.public_key)?;
    let public_key = URL_SAFE_NO_PAD.decode(&signed.public_key).context(broken)?;
    let public_key: [u8; 32] = public_key.try_into().map_err(|_| anyhow::anyhow!(broken))?;
    let public_key = VerifyingKey::from_bytes(&public_key).context(broken)?;
    let signature = URL_SAFE_NO_PAD.decode(&signed.signature).context(broken)?;
    let signature = Signature::from_slice(&signature).context(broken)?;
    if public_key
        .verify_strict(described.as_bytes(), &signature)
        .is_err()
    {
        bail!(broken);
    }
    let manifest: Manifest =
        serde_json::from_str(described).context("line 2: the manifest cannot be read")?;
    ensure!(
        manifest.format == FORMAT,
        "line 1: the file says that its format is {FORMAT}, its manifest says {}",
        manifest.format
    );
    Ok((manifest, signed.public_key))
}
