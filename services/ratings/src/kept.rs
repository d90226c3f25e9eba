//! The contents of files, each under its digest. What a manifest names is never taken away.

use outflank_access::{Kind, Problem, problem};
use outflank_journal::{RecordWrite, Records, records};
use outflank_proto::ratings::v1 as proto;

use crate::{
    exports::Exports,
    files::{FileBeside, content_type},
    manifest::Manifest,
    stored::stored,
};

/// Keeps a file with the entry that names it; one that is there already stays as it is.
pub(crate) fn keep(file: FileBeside) -> RecordWrite {
    let insert = records::query(
        "INSERT INTO export_files (sha256, content) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    );
    let insert = insert
        .bind(Manifest::digest(&file.content))
        .bind(file.content);
    RecordWrite::new(insert)
}

/// The content with this digest.
async fn kept(tables: &Records, sha256: &str) -> Result<Vec<u8>, Problem> {
    let select =
        records::query_scalar::<Vec<u8>>("SELECT content FROM export_files WHERE sha256 = $1");
    let found = select.bind(sha256).fetch_optional(tables.read()).await;
    let content = found.map_err(stored)?.ok_or_else(|| {
        Problem::internal(format!(
            "the file {sha256} is named by a manifest and not kept"
        ))
    })?;
    let digest = Manifest::digest(&content);
    if digest != sha256 {
        return Err(Problem::internal(format!(
            "the file kept as {sha256} was changed: it is {digest}"
        )));
    }
    Ok(content)
}

impl Exports {
    /// The file of a kind, or of a name, beside one export; version 0 = the newest.
    pub(crate) async fn file(
        &self,
        tournament_id: &str,
        version: u32,
        kind: &str,
    ) -> Result<proto::ExportFile, Problem> {
        let export = self.get(tournament_id, version).await?;
        let manifest: Manifest =
            serde_json::from_slice(&export.manifest).map_err(Problem::internal)?;
        let mut files = manifest.files.into_iter();
        let sought = files.find(|file| file.kind == kind || file.name == kind);
        let Some(file) = sought else {
            let mut left_out = manifest.files_left_out.into_iter();
            let reason = left_out.find(|left_out| left_out.kind == kind);
            return Err(match reason.map(|left_out| left_out.why) {
                Some(reason) => problem!(
                    Kind::NotFound,
                    "no_such_file",
                    "This version has no such file: {reason}.",
                    reason,
                ),
                None => Problem::new(
                    Kind::NotFound,
                    "no_such_file",
                    "This version has no such file; its manifest names those that it has.",
                ),
            });
        };
        Ok(proto::ExportFile {
            tournament_id: export.tournament_id,
            version: export.version,
            content_type: content_type(&file.kind).to_owned(),
            content: kept(&self.records, &file.sha256).await?,
            kind: file.kind,
            file_name: file.name,
            sha256: file.sha256,
        })
    }
}
