//! What officers do: import files, and take imports back.

use std::sync::Arc;

use outflank_access::{Kind, Problem, identifier, problem};
use outflank_formats::archive::ArchiveFormat;
use outflank_journal::records;
use outflank_proto::ratings::v1 as proto;

use super::{
    Archive,
    imports::{ImportEvent, Imports},
    read_import::ReadImport,
};
use crate::{manifest::Manifest, stored::stored};

/// Most bytes of a file's name.
const LONGEST_NAME: usize = 200;
/// Most characters of a reason.
const LONGEST_REASON: usize = 500;

impl Archive {
    /// Takes files in. The same bytes again are the import that stands.
    pub(crate) async fn import(
        self: &Arc<Self>,
        by: &str,
        asked: proto::ImportFilesRequest,
    ) -> Result<proto::Import, Problem> {
        let format = ArchiveFormat::named(&asked.kind).ok_or_else(|| {
            Problem::new(
                Kind::Invalid,
                "bad_import",
                "kind is one of elo, wthor, ggf, flip_the_disc and papp.",
            )
        })?;
        let name = checked_name(&asked.name)?;
        let sha256 = Manifest::digest(&asked.content);
        let imports = self.register.now().await?;
        if let Some(known) = imports.of(format.name(), &sha256) {
            self.current().await?;
            return self.imported(known).await;
        }
        let read = {
            let (name, content) = (name.clone(), asked.content.clone());
            let read = tokio::task::spawn_blocking(move || ReadImport::of(format, &name, &content));
            read.await.map_err(Problem::internal)??
        };
        read.check()?;
        // Before the event that names it.
        self.keep(&sha256, &asked.content).await?;
        let import_id = identifier::random_id().map_err(Problem::internal)?;
        self.keep_read(&import_id, read);
        let decide = |imports: &Imports| match imports.of(format.name(), &sha256) {
            Some(_) => Ok(Vec::new()),
            None => Ok(vec![ImportEvent::Imported {
                import_id: import_id.clone(),
                kind: format.name().to_owned(),
                name: name.clone(),
                sha256: sha256.clone(),
                by: by.to_owned(),
            }]),
        };
        let changed = self.register.change(by, decide).await;
        let imports = changed.inspect_err(|_| self.forget_read())?;
        let made = imports.of(format.name(), &sha256).unwrap_or(&import_id);
        if made != import_id {
            self.forget_read();
        }
        // An import of the same bytes that was taken back meanwhile may have erased them.
        self.keep(&sha256, &asked.content).await?;
        self.current().await?;
        self.imported(made).await
    }

    /// Takes an import back.
    pub(crate) async fn undo(
        self: &Arc<Self>,
        by: &str,
        asked: &proto::UndoImportRequest,
    ) -> Result<proto::Import, Problem> {
        let reason = asked.reason.trim();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
            return Err(problem!(
                Kind::Invalid,
                "bad_reason",
                "reason has 1 to {most} characters.",
                most = LONGEST_REASON,
            ));
        }
        let decide = |imports: &Imports| match imports.standing(&asked.import_id) {
            Some(_) => Ok(vec![ImportEvent::Undone {
                import_id: asked.import_id.clone(),
                by: by.to_owned(),
                reason: reason.to_owned(),
            }]),
            // Taken back already, or never there.
            None => Ok(Vec::new()),
        };
        self.register.change(by, decide).await?;
        // Its bytes are erased with what is made of them.
        self.current().await?;
        self.imported(&asked.import_id).await
    }

    async fn keep(&self, sha256: &str, content: &[u8]) -> Result<(), Problem> {
        let keep = records::query(
            "INSERT INTO archive_files (sha256, content) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        );
        let keep = keep.bind(sha256.to_owned()).bind(content.to_vec());
        self.records.run(keep).await.map_err(stored).map(drop)
    }
}

fn checked_name(name: &str) -> Result<String, Problem> {
    let own = name.rsplit(['/', '\\']).next().unwrap_or_default().trim();
    let bad = own.is_empty() || own.len() > LONGEST_NAME || own.chars().any(char::is_control);
    if bad {
        return Err(problem!(
            Kind::Invalid,
            "bad_import",
            "name is the file's own, of 1 to {most} bytes.",
            most = LONGEST_NAME,
        ));
    }
    Ok(own.to_owned())
}
