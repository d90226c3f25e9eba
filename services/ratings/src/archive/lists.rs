//! Imports and their findings, as lists.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::{Kind, Page, Problem};
use outflank_journal::{from_row, records};
use outflank_proto::ratings::v1 as proto;
use sqlx::AssertSqlSafe;

use super::{Archive, imports::Known};
use crate::stored::stored;

/// Imports in one statement.
const IMPORTS_AT_ONCE: usize = 500;

/// What an import came to, once it is in the archive.
struct CountsRow {
    import_id: String,
    files: u32,
    events: u32,
    results: u32,
    games: u32,
    findings: u32,
}

from_row!(CountsRow {
    import_id,
    files [i64],
    events [i64],
    results [i64],
    games [i64],
    findings [i64],
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

impl Archive {
    /// One import, as it is by now.
    pub(crate) async fn imported(&self, import_id: &str) -> Result<proto::Import, Problem> {
        let imports = self.register.now().await?;
        let known = imports.get(import_id).ok_or_else(|| {
            Problem::new(
                Kind::NotFound,
                "unknown_import",
                "There is no import with this id.",
            )
        })?;
        let mut shown = self.shown(&[(import_id, known)]).await?;
        Ok(shown.pop().unwrap_or_default())
    }

    /// A page of the imports, the latest first.
    pub(crate) async fn imports(
        self: &Arc<Self>,
        asked: &proto::ListImportsRequest,
    ) -> Result<proto::ListImportsResponse, Problem> {
        let page: Page<u64> = Page::asked(asked.page_size, &asked.page_token, &"imports")?;
        self.current().await?;
        let imports = self.register.now().await?;
        let before = page.after().copied().unwrap_or(u64::MAX);
        let found = imports.before(before, page.sought());
        let (found, next_page_token) = page.cut(found, |last| last.1.number)?;
        Ok(proto::ListImportsResponse {
            imports: self.shown(&found).await?,
            next_page_token,
        })
    }

    /// Imports with what they came to.
    async fn shown(&self, imports: &[(&str, &Known)]) -> Result<Vec<proto::Import>, Problem> {
        let mut counts = BTreeMap::new();
        for some in imports.chunks(IMPORTS_AT_ONCE) {
            let places: Vec<String> = (1..=some.len()).map(|place| format!("${place}")).collect();
            let sql = format!(
                "SELECT * FROM archive_imports WHERE import_id IN ({})",
                places.join(", ")
            );
            let select = records::query_as::<CountsRow>(AssertSqlSafe(sql));
            let select = some
                .iter()
                .fold(select, |select, (import_id, _)| select.bind(*import_id));
            let found = select.fetch_all(self.records.read()).await;
            for row in found.map_err(stored)? {
                counts.insert(row.import_id.clone(), row);
            }
        }
        let shown = imports.iter().map(|(import_id, known)| {
            let counted = counts.get(*import_id);
            let count = |of: fn(&CountsRow) -> u32| counted.map(of).unwrap_or_default();
            let undone = known.undone.clone();
            proto::Import {
                import_id: (*import_id).to_owned(),
                kind: known.kind.clone(),
                name: known.name.clone(),
                sha256: known.sha256.clone(),
                by_account_id: known.by.clone(),
                at_ms: known.at_ms,
                files: count(|row| row.files),
                events: count(|row| row.events),
                results: count(|row| row.results),
                games: count(|row| row.games),
                findings: count(|row| row.findings),
                undone_by_account_id: undone.as_ref().map(|of| of.by.clone()).unwrap_or_default(),
                undone_at_ms: undone.as_ref().map(|of| of.at_ms).unwrap_or_default(),
                undone_reason: undone.map(|of| of.reason).unwrap_or_default(),
                taken_in: counted.is_some(),
                percent: match counted {
                    Some(_) => 100,
                    None => self.progress.percent(import_id),
                },
            }
        });
        Ok(shown.collect())
    }

    /// A page of an import's findings, in the order of its files.
    pub(crate) async fn findings(
        self: &Arc<Self>,
        asked: &proto::ListImportFindingsRequest,
    ) -> Result<proto::ListImportFindingsResponse, Problem> {
        self.current().await?;
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
