//! What the files of an import say.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::{Kind, Problem, identifier};
use outflank_formats::archive::{ArchiveFile, ArchiveFormat, Taken};

use super::{
    progress::Progress,
    unpacked::unpacked,
    written::{Findings, Found, KNOWN_FILE, Writing},
};

/// Findings kept of an import.
const MOST_FINDINGS: usize = 50_000;
const KNOWN: &str = "the archive has this very file already: it is left out";

/// What the files of an import say.
pub(super) struct ReadImport {
    format: ArchiveFormat,
    /// Their names.
    files: Vec<String>,
    digests: Vec<String>,
    taken: Taken,
}

impl ReadImport {
    /// Reads them.
    ///
    /// # Errors
    /// `bad_import`.
    pub(super) fn of(format: ArchiveFormat, name: &str, content: &[u8]) -> Result<Self, Problem> {
        let files = unpacked(name, content)?;
        let named: Vec<ArchiveFile<'_>> = files
            .iter()
            .map(|file| ArchiveFile {
                name: &file.name,
                bytes: &file.bytes,
            })
            .collect();
        let taken = legible(format.take(&named));
        let digests = files.iter().map(|file| identifier::sha256(&file.bytes));
        let digests = digests.collect();
        let files = files.into_iter().map(|file| legible_text(&file.name));
        Ok(Self {
            format,
            taken,
            digests,
            files: files.collect(),
        })
    }

    /// Whether there is anything in them.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if self
            .taken
            .events
            .iter()
            .any(|event| !event.games.is_empty())
        {
            return Ok(());
        }
        Err(Problem::new(
            Kind::Invalid,
            "nothing_to_import",
            "There is no result in it that can be read: see that the format is the right one.",
        ))
    }

    /// Whether a file with one of these digests is among them.
    pub(super) fn has_one_of(&self, digests: &BTreeSet<String>) -> bool {
        self.digests.iter().any(|digest| digests.contains(digest))
    }

    /// Writes what they say, and how far that is.
    pub(super) async fn write(
        &self,
        writing: &mut Writing<'_>,
        import_id: &str,
        progress: &Progress,
    ) -> Result<(), Problem> {
        let mut known: BTreeMap<usize, bool> = BTreeMap::new();
        for (done, event) in self.taken.events.iter().enumerate() {
            progress.set(import_id, done, self.taken.events.len());
            let Some(digest) = self.digests.get(event.file) else {
                continue;
            };
            let is_known = match known.get(&event.file) {
                Some(is_known) => *is_known,
                None => writing.knows(digest).await?,
            };
            known.insert(event.file, is_known);
            if !is_known {
                let counts = self.format == ArchiveFormat::Elo;
                writing.event((event, digest), counts).await?;
            }
        }
        known.retain(|_, is_known| *is_known);
        let findings = self.findings(known.into_keys());
        writing.import(import_id, self.files.len(), findings);
        Ok(())
    }

    /// What was found, in the order of the files; of too many, what an undo needs to know first.
    fn findings(&self, known: impl Iterator<Item = usize>) -> Findings {
        let known = known.map(|file| (file, 1, KNOWN_FILE, KNOWN));
        let told = self.taken.findings.iter().map(|finding| {
            let problem = &finding.problem;
            let what = problem.what.as_str();
            (finding.file, problem.line, problem.code, what)
        });
        let mut all: Vec<_> = known.chain(told).collect();
        let total = all.len();
        all.truncate(MOST_FINDINGS);
        all.sort_by_key(|(file, ..)| *file);
        let found = all.into_iter().map(|(file, line, code, what)| Found {
            file: self.name(file),
            line,
            code,
            what: what.to_owned(),
        });
        Findings {
            total,
            found: found.collect(),
        }
    }

    fn name(&self, file: usize) -> String {
        self.files.get(file).cloned().unwrap_or_default()
    }
}

/// What was taken, without characters that nobody can read and that no database takes.
fn legible(mut taken: Taken) -> Taken {
    for event in &mut taken.events {
        event.name = legible_text(&event.name);
        event.country = event.country.as_deref().map(legible_text);
        for player in &mut event.players {
            player.surname = legible_text(&player.surname);
            player.given_names = legible_text(&player.given_names);
            player.country = player.country.as_deref().map(legible_text);
        }
    }
    for finding in &mut taken.findings {
        finding.problem.what = legible_text(&finding.problem.what);
    }
    taken
}

fn legible_text(text: &str) -> String {
    text.replace(char::is_control, " ")
}
