//! The server that is mirrored, asked again where the line breaks. Nothing that it answers is trusted, not even its length.

use std::time::Duration;

use anyhow::{Context as _, bail};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use outflank_ratings::{Manifest, NamedFile};
use reqwest::{StatusCode, header};
use serde::Deserialize;

use crate::verify::export::Export;

/// Files asked for at once.
const PAGE_SIZE: u32 = 100;
/// Longest page of a list, in bytes: a manifest has a few KiB.
const MOST_LIST_BYTES: usize = 64 << 20;
/// Longest file, in bytes: what a server makes has 24 MiB at most.
pub const MOST_FILE_BYTES: usize = 32 << 20;
pub const TIMEOUT: Duration = Duration::from_secs(30);
/// Waits before a question is asked again.
const PAUSES_MS: [u64; 5] = [200, 500, 1_000, 2_000, 4_000];

/// A version as the list has it.
#[derive(Debug, Deserialize)]
pub struct Listing {
    pub tournament_id: String,
    pub version: u32,
    pub file_name: String,
    pub rated: bool,
    /// The signed bytes, base64url, as bytes are in every answer.
    manifest: String,
    signature: String,
    public_key: String,
}

impl Listing {
    /// What of it is verified, in the form of a saved manifest.
    ///
    /// # Errors
    /// When what is signed is no text.
    pub fn export(&self) -> Result<Export, String> {
        let signed = URL_SAFE_NO_PAD.decode(&self.manifest);
        let signed = signed.map_err(|error| format!("the manifest is not base64url: {error}"))?;
        Ok(Export {
            file_name: self.file_name.clone(),
            manifest: String::from_utf8(signed).map_err(|_| "the manifest is no text")?,
            signature: self.signature.clone(),
            public_key: self.public_key.clone(),
        })
    }
}

/// A page of the list.
#[derive(Debug, Deserialize)]
pub struct Page {
    pub exports: Vec<Listing>,
    pub next_page_token: Option<String>,
    pub resume_token: String,
}

/// What the server answers to a token.
pub enum Listed {
    Page(Page),
    /// The token is of a store that is no more.
    BeganAnew,
}

/// A server's public interface.
pub struct Server {
    base: String,
    key: Option<String>,
    client: reqwest::Client,
}

impl Server {
    /// The server at an address like `https://play.example.org`.
    pub fn at(address: &str, key: Option<&str>) -> anyhow::Result<Self> {
        let url = reqwest::Url::parse(address)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.query().is_none())
            .with_context(|| {
                format!(
                    "{address} is no server's address: it should be like https://play.example.org"
                )
            })?;
        Ok(Self {
            base: url.as_str().trim_end_matches('/').to_owned(),
            key: key.map(str::to_owned),
            client: outflank_client::http()
                .timeout(TIMEOUT)
                .build()
                .context("no connection can be made")?,
        })
    }

    pub fn base(&self) -> &str {
        &self.base
    }

    /// The page behind a token: of everything, or of what counts or counted.
    pub async fn page(&self, all: bool, token: &str) -> anyhow::Result<Listed> {
        let mut query = vec![("page_size", PAGE_SIZE.to_string())];
        if !all {
            query.push(("rated", "true".to_owned()));
        }
        if !token.is_empty() {
            query.push(("page_token", token.to_owned()));
        }
        let address = format!("{}/api/v1/rating-files", self.base);
        let (status, body) = self.ask(&address, &query, MOST_LIST_BYTES).await?;
        match status {
            StatusCode::OK => serde_json::from_slice(&body)
                .map(Listed::Page)
                .with_context(|| format!("{address} answered no list of rating files")),
            StatusCode::CONFLICT if code(&body) == "list_began_anew" => Ok(Listed::BeganAnew),
            // A token that another release gave.
            StatusCode::BAD_REQUEST if code(&body) == "invalid_page_token" => Ok(Listed::BeganAnew),
            status => bail!("{address} answered {status}: {}", sentence(&body)),
        }
    }

    /// The file of a version.
    pub async fn file(&self, manifest: &Manifest) -> anyhow::Result<Vec<u8>> {
        self.content(manifest, "").await
    }

    /// A file beside that of a version.
    pub async fn file_beside(
        &self,
        manifest: &Manifest,
        file: &NamedFile,
    ) -> anyhow::Result<Vec<u8>> {
        self.content(manifest, &format!("/{}", file.name)).await
    }

    async fn content(&self, manifest: &Manifest, which: &str) -> anyhow::Result<Vec<u8>> {
        let address = format!(
            "{}/api/v1/tournaments/{}/rating-file{which}",
            self.base, manifest.tournament_id
        );
        let query = [("version", manifest.version.to_string())];
        match self.ask(&address, &query, MOST_FILE_BYTES).await? {
            (StatusCode::OK, body) => Ok(body),
            (status, body) => bail!("{address} answered {status}: {}", sentence(&body)),
        }
    }

    async fn ask(
        &self,
        address: &str,
        query: &[(&str, String)],
        most_bytes: usize,
    ) -> anyhow::Result<(StatusCode, Vec<u8>)> {
        for pause_ms in PAUSES_MS {
            match self.ask_once(address, query, most_bytes).await {
                Ok((status, _)) if may_pass(status) => {}
                Err(error) if error.downcast_ref::<reqwest::Error>().is_some() => {}
                answer => return answer,
            }
            tokio::time::sleep(Duration::from_millis(pause_ms)).await;
        }
        self.ask_once(address, query, most_bytes).await
    }

    async fn ask_once(
        &self,
        address: &str,
        query: &[(&str, String)],
        most_bytes: usize,
    ) -> anyhow::Result<(StatusCode, Vec<u8>)> {
        let url = reqwest::Url::parse_with_params(address, query)
            .with_context(|| format!("{address} is no address"))?;
        let mut request = self.client.get(url);
        if let Some(key) = &self.key {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let answer = request.send().await?;
        Ok((answer.status(), body_of(answer, most_bytes).await?))
    }
}

/// What an answer has in it, so many bytes at most.
pub async fn body_of(mut answer: reqwest::Response, most_bytes: usize) -> anyhow::Result<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await? {
        if body.len() + part.len() > most_bytes {
            bail!(
                "{} answers more than {} MiB",
                answer.url(),
                most_bytes >> 20
            );
        }
        body.extend_from_slice(&part);
    }
    Ok(body)
}

/// Whether the same question may be answered a moment later.
fn may_pass(status: StatusCode) -> bool {
    status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error()
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Refusal {
    code: String,
    detail: String,
}

fn code(body: &[u8]) -> String {
    refusal(body).code
}

fn sentence(body: &[u8]) -> String {
    refusal(body).detail
}

fn refusal(body: &[u8]) -> Refusal {
    serde_json::from_slice(body).unwrap_or_default()
}
