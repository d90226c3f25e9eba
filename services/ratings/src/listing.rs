//! Finding exports: one of a tournament, and all in the order in which they were published.

use outflank_access::{Kind, Problem, problem};
use outflank_journal::{Cursor, Entry, JournalError, StreamId};
use outflank_proto::ratings::v1 as proto;
use serde::{Deserialize, Serialize};

use crate::{
    entry::{self, Outcome},
    exports::Exports,
    made,
    stored::stored,
};

/// Facts read at once.
const PAGE: u32 = 100;
/// Facts looked at for one page: a page may have fewer exports than it holds, and another behind it.
const MOST_LOOKED_AT: usize = 1_000;
/// Where it is kept that every export has its place in the list.
const LISTED: &str = "exports-listed";
/// The command that gives earlier versions theirs.
const LIST_EARLIER: &str = "list-earlier-versions";

/// A place in the list of all exports: the store that numbers them, and the number of one; in the list of one tournament
/// no store, and a version.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Place {
    epoch: String,
    pub number: u64,
}

/// A page of exports.
pub(crate) struct Listed {
    pub exports: Vec<(Place, proto::Export)>,
    /// Where the list was read to: beyond the last export, where what follows is of another kind.
    pub read_to: Place,
    /// The list goes on from there: the page is short because so many others lie between.
    pub goes_on: bool,
    /// Another number whenever something was published.
    pub version: u64,
}

impl Exports {
    /// Exports in the order of publication, after a place, so many as are sought. Of one tournament, or of all;
    /// all of them, or what counts or counted: a rated version, and every version after one, which may take it back.
    pub(crate) async fn list(
        &self,
        tournament_id: &str,
        rated: bool,
        after: Place,
        sought: usize,
    ) -> Result<Listed, Problem> {
        self.list_earlier().await?;
        if !tournament_id.is_empty() {
            return self.list_of(tournament_id, after, rated).await;
        }
        // What comes while the list is read is of a later version.
        let head = *self.journal.facts_head().borrow();
        let mut cursor = Cursor {
            epoch: after.epoch,
            number: after.number,
        };
        if cursor.epoch.is_empty() {
            cursor = Cursor::beginning();
        }
        let mut exports = Vec::new();
        // Versions of one event often follow on each other.
        let mut of_event: Option<(StreamId, Vec<proto::Export>)> = None;
        let mut looked_at = 0;
        let mut goes_on = false;
        'reading: loop {
            let read = self.journal.facts(&cursor, PAGE).await;
            let read = read.map_err(|error| match error {
                JournalError::ForeignCursor { .. } => began_anew(),
                error => stored(error),
            })?;
            if read.facts.is_empty() {
                break;
            }
            for fact in &read.facts {
                if looked_at >= MOST_LOOKED_AT {
                    goes_on = true;
                    break 'reading;
                }
                looked_at += 1;
                let place = Cursor {
                    epoch: read.cursor.epoch.clone(),
                    number: fact.number,
                };
                if let Some(version) = entry::told(fact)? {
                    let has = |all: &[proto::Export]| all.iter().any(|of| of.version == version);
                    let all = match of_event.take() {
                        // What was published since it was read is not in it.
                        Some((stream, all)) if stream == fact.stream && has(&all) => all,
                        _ => self.all_of(&fact.stream).await?,
                    };
                    let first = first_wanted(&all, rated);
                    let export = all.iter().find(|export| export.version == version);
                    let export = export.ok_or_else(|| {
                        Problem::internal(format!(
                            "{} {version} is listed and not there",
                            fact.stream
                        ))
                    })?;
                    if export.version >= first {
                        exports.push((Place::of(&place), export.clone()));
                    }
                    of_event = Some((fact.stream.clone(), all));
                }
                if exports.len() >= sought {
                    break 'reading;
                }
                cursor = place;
            }
        }
        Ok(Listed {
            exports,
            goes_on,
            version: list_version(&self.journal.epoch(), head.max(cursor.number)),
            read_to: Place::of(&Cursor {
                epoch: self.journal.epoch(),
                number: cursor.number,
            }),
        })
    }

    /// Where the list of all ends now.
    pub(crate) async fn end(&self) -> Result<Place, Problem> {
        self.list_earlier().await?;
        Ok(self.place(*self.journal.facts_head().borrow()))
    }

    /// The place of a number in the list of all.
    pub(crate) fn place(&self, number: u64) -> Place {
        Place {
            epoch: self.journal.epoch(),
            number,
        }
    }

    async fn list_of(
        &self,
        tournament_id: &str,
        after: Place,
        rated: bool,
    ) -> Result<Listed, Problem> {
        let place = |version: u32| Place {
            epoch: String::new(),
            number: version.into(),
        };
        let all = self.all_of(&entry::stream(tournament_id)).await?;
        let newest = all.last().map_or(0, |export| export.version);
        let first = first_wanted(&all, rated);
        let exports = all
            .into_iter()
            .filter(|export| u64::from(export.version) > after.number && export.version >= first)
            .map(|export| (place(export.version), export))
            .collect();
        Ok(Listed {
            exports,
            goes_on: false,
            read_to: place(newest),
            version: list_version(&self.journal.epoch(), newest.into()),
        })
    }

    /// The exports of a tournament, the oldest first.
    async fn all_of(&self, stream: &StreamId) -> Result<Vec<proto::Export>, Problem> {
        of_tournament(&made::entries(&*self.journal, stream).await?)
    }

    /// Gives those exports a place in the list that were made before there was one.
    async fn list_earlier(&self) -> Result<(), Problem> {
        let listed = self.listed.get_or_try_init(|| async {
            let known = self.journal.load_cursor(LISTED).await.map_err(stored)?;
            if known.number > 0 {
                return Ok(());
            }
            let streams = self.journal.streams(entry::KIND).await.map_err(stored)?;
            for stream in streams {
                let entries = made::entries(&*self.journal, &stream).await?;
                let mut facts = Vec::new();
                for earlier in &entries {
                    if let Some(version) = entry::unlisted(earlier)? {
                        facts.push(entry::listed(version)?);
                    }
                }
                if facts.is_empty() {
                    continue;
                }
                let last = entries.last().map_or(0, |entry| entry.seq);
                let at_ms = self.clock.now_ms();
                let event = entry::ExportEvent::Listed;
                let written = (facts, Vec::new());
                self.append((stream, last), at_ms, LIST_EARLIER, &event, written)
                    .await?;
            }
            let done = Cursor {
                epoch: self.journal.epoch(),
                number: 1,
            };
            let saved = self.journal.save_cursor(LISTED, &done).await;
            saved.map_err(stored)
        });
        listed.await.copied()
    }

    /// One export; version 0 = the newest.
    pub(crate) async fn get(
        &self,
        tournament_id: &str,
        version: u32,
    ) -> Result<proto::Export, Problem> {
        let entries = made::entries(&*self.journal, &entry::stream(tournament_id)).await?;
        let mut exports = of_tournament(&entries)?.into_iter().rev();
        let sought = exports.find(|export| version == 0 || export.version == version);
        if let Some(export) = sought {
            return Ok(export);
        }
        Err(match why_not(&entries)? {
            Some(Outcome::Variant) => Problem::new(
                Kind::Refused,
                "variant_unrated",
                "There is no rating file: a variant of the game was played, or with handicaps; ratings take neither.",
            ),
            Some(Outcome::Rehearsal) => Problem::new(
                Kind::Refused,
                "rehearsal",
                "This is a rehearsal, and nothing of it counts; the rating file is made of the event itself.",
            ),
            Some(Outcome::Unwritable(problem)) => problem!(
                Kind::Refused,
                "unwritable_rating_file",
                "No rating file could be made of the confirmed event: {problem}.",
                problem,
            ),
            Some(Outcome::Export(..) | Outcome::Listed) | None => Problem::new(
                Kind::NotFound,
                "not_confirmed",
                "There is no rating file yet: it is made when the director confirms the final ranking.",
            ),
        })
    }
}

impl Place {
    fn of(cursor: &Cursor) -> Self {
        Self {
            epoch: cursor.epoch.clone(),
            number: cursor.number,
        }
    }
}

/// Numbers begin anew in every store: the store is part of the version, in what a JSON number holds exactly (20 bits of it,
/// and 32 of the number).
fn list_version(epoch: &str, number: u64) -> u64 {
    let store = epoch.bytes().fold(0_u64, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    (store & 0xF_FFFF) << 32 | (number & 0xFFFF_FFFF)
}

/// The exports of a tournament, the oldest first: the last counts.
fn of_tournament(entries: &[Entry]) -> Result<Vec<proto::Export>, Problem> {
    let mut exports: Vec<proto::Export> = Vec::new();
    for entry in entries {
        if let Outcome::Export(export, _) = entry::outcome(entry)? {
            if let Some(earlier) = exports.last_mut() {
                earlier.superseded = true;
            }
            exports.push(*export);
        }
    }
    Ok(exports)
}

/// The first version that a list takes in: where rated ones are asked for the first that counts, beyond all where none does.
fn first_wanted(exports: &[proto::Export], rated: bool) -> u32 {
    if !rated {
        return 0;
    }
    let counts = exports.iter().find(|export| export.rated);
    counts.map_or(u32::MAX, |export| export.version)
}

/// Why the last attempt to make one failed, if one did.
fn why_not(entries: &[Entry]) -> Result<Option<Outcome>, Problem> {
    for entry in entries.iter().rev() {
        match entry::outcome(entry)? {
            Outcome::Export(..) | Outcome::Listed => {}
            why @ (Outcome::Unwritable(_) | Outcome::Variant | Outcome::Rehearsal) => {
                return Ok(Some(why));
            }
        }
    }
    Ok(None)
}

fn began_anew() -> Problem {
    Problem::new(
        Kind::Conflict,
        "list_began_anew",
        "The store behind this list was restored since this token was given, and numbers its files anew: begin again \
         without a token. What you have comes again under the same tournament and version.",
    )
}
