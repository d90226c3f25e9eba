//! Imports and their findings, as lists.

use outflank_access::{Kind, Page, Problem};
use outflank_journal::{from_row, records};
use outflank_proto::ratings::v1 as proto;

use super::Archive;
use crate::stored::stored;

struct ImportRow {
    import_id: String,
    number: i64,
    kind: String,
    name: String,
    sha256: String,
    by_account_id: String,
    at_ms: i64,
    files: u32,
    events: u32,
    results: u32,
    games: u32,
    findings: u32,
    undone_by: Option<String>,
    undone_at_ms: Option<i64>,
    undone_reason: Option<String>,
}

from_row!(ImportRow {
    import_id,
    number,
    kind,
    name,
    sha256,
    by_account_id,
    at_ms,
    files [i64],
    events [i64],
    results [i64],
    games [i64],
    findings [i64],
    undone_by,
    undone_at_ms,
    undone_reason,
});

struct FindingRow {
    number: i64,
    file: String,
    line: u32,
    code: String,
    what: String,
}

from_row!(FindingRow {
    number,
    file,
    line [i64],
    code,
    what,
});

impl ImportRow {
    fn shown(self) -> proto::Import {
        proto::Import {
            import_id: self.import_id,
            kind: self.kind,
            name: self.name,
            sha256: self.sha256,
            by_account_id: self.by_account_id,
            at_ms: self.at_ms,
            files: self.files,
            events: self.events,
            results: self.results,
            games: self.games,
            findings: self.findings,
            undone_by_account_id: self.undone_by.unwrap_or_default(),
            undone_at_ms: self.undone_at_ms.unwrap_or_default(),
            undone_reason: self.undone_reason.unwrap_or_default(),
        }
    }
}

impl Archive {
    /// One import, as it is by now.
    pub(crate) async fn imported(&self, import_id: &str) -> Result<proto::Import, Problem> {
        self.catch_up().await?;
        let select =
            records::query_as::<ImportRow>("SELECT * FROM archive_imports WHERE import_id = $1");
        let found = select.bind(import_id).fetch_optional(self.records.read());
        let found = found.await.map_err(stored)?;
        found.map(ImportRow::shown).ok_or_else(|| {
            Problem::new(
                Kind::NotFound,
                "unknown_import",
                "There is no import with this id.",
            )
        })
    }

    /// A page of the imports, the latest first.
    pub(crate) async fn imports(
        &self,
        asked: &proto::ListImportsRequest,
    ) -> Result<proto::ListImportsResponse, Problem> {
        self.catch_up().await?;
        let page: Page<i64> = Page::asked(asked.page_size, &asked.page_token, &"imports")?;
        let select = records::query_as::<ImportRow>(
            "SELECT * FROM archive_imports WHERE number < $1 ORDER BY number DESC LIMIT $2",
        );
        let select = select.bind(page.after().copied().unwrap_or(i64::MAX));
        let found = select.bind(page.limit()).fetch_all(self.records.read());
        let found = found.await.map_err(stored)?;
        let (found, next_page_token) = page.cut(found, |last| last.number)?;
        Ok(proto::ListImportsResponse {
            imports: found.into_iter().map(ImportRow::shown).collect(),
            next_page_token,
        })
    }

    /// A page of an import's findings, in the order of its files.
    pub(crate) async fn findings(
        &self,
        asked: &proto::ListImportFindingsRequest,
    ) -> Result<proto::ListImportFindingsResponse, Problem> {
        let import = self.imported(&asked.import_id).await?;
        let query = ("findings", &asked.import_id);
        let page: Page<i64> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let select = records::query_as::<FindingRow>(
            "SELECT number, file, line, code, what FROM archive_findings \
             WHERE import_id = $1 AND number > $2 ORDER BY number LIMIT $3",
        );
        let select = select.bind(asked.import_id.clone());
        let select = select.bind(page.after().copied().unwrap_or(-1));
        let found = select.bind(page.limit()).fetch_all(self.records.read());
        let found = found.await.map_err(stored)?;
        let (found, next_page_token) = page.cut(found, |last| last.number)?;
        let found = found.into_iter().map(|finding| proto::ImportFinding {
            file: finding.file,
            line: finding.line,
            code: finding.code,
            what: finding.what,
        });
        Ok(proto::ListImportFindingsResponse {
            import: Some(import),
            findings: found.collect(),
            next_page_token,
        })
    }
}
