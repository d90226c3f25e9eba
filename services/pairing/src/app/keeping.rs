//! What is kept beside a tournament's stream for the entry that refers to it: before that entry, and not after its refusal.

use outflank_access::{Kind, Problem};
use outflank_tournament::{EntrantId, Person, TournamentState};

use super::{App, problems, tournament::Tournament};
use crate::records::{NameKept, NewName, Number, Reason, Referring, Renaming};

/// A federation number is asked for again at most so often while what holds it is dropped.
const ATTEMPTS: u32 = 32;
/// A name whose entry does not stand after this long belongs to a registration that never came about.
const IN_FLIGHT_MS: i64 = 30_000;

/// What is to be known before the entry that refers to it.
#[derive(Debug, Clone)]
pub(crate) enum Record {
    /// An entrant's name, who operates the program if it is one, and on whose word he accepts the rules.
    Name(NewName, Vec<Reason>),
    Reason(Reason),
    /// Texts of one act.
    Reasons(Vec<Reason>),
    /// Another federation number of an entrant.
    Number(Number),
    Correction(Box<Corrected>),
}

/// What is put right of an entrant.
#[derive(Debug, Clone)]
pub(crate) struct Corrected {
    /// Another name.
    pub renaming: Option<Renaming>,
    /// Another number.
    pub number: Option<Number>,
    /// Why.
    pub reason: Reason,
}

impl App {
    pub(super) async fn keep_record(
        &self,
        tournament: &Tournament,
        record: &Record,
        by: &Referring,
        now_ms: i64,
    ) -> Result<(), Problem> {
        match record {
            Record::Reason(reason) => {
                self.records
                    .keep_reason(&tournament.id, reason, now_ms)
                    .await
            }
            Record::Reasons(reasons) => {
                for reason in reasons {
                    self.records
                        .keep_reason(&tournament.id, reason, now_ms)
                        .await?;
                }
                Ok(())
            }
            Record::Number(change) => self.renumber(tournament, change, by).await,
            Record::Correction(corrected) => self.correct(tournament, corrected, by, now_ms).await,
            Record::Name(name, reasons) => {
                self.check_another_person(tournament, name).await?;
                self.keep_name(tournament, name, now_ms).await?;
                for reason in reasons {
                    self.records
                        .keep_reason(&tournament.id, reason, now_ms)
                        .await?;
                }
                Ok(())
            }
        }
    }

    /// First what may be refused: nothing of a refused record is kept.
    async fn correct(
        &self,
        tournament: &Tournament,
        corrected: &Corrected,
        by: &Referring,
        now_ms: i64,
    ) -> Result<(), Problem> {
        if let Some(renaming) = &corrected.renaming {
            self.check_another_person(tournament, &renaming.after)
                .await?;
        }
        if let Some(change) = &corrected.number {
            self.renumber(tournament, change, by).await?;
        }
        if let Some(renaming) = &corrected.renaming {
            self.records.rename(&tournament.id, renaming, by).await?;
        }
        self.records
            .keep_reason(&tournament.id, &corrected.reason, now_ms)
            .await
    }

    async fn renumber(
        &self,
        tournament: &Tournament,
        change: &Number,
        by: &Referring,
    ) -> Result<(), Problem> {
        let kept = self.records.renumber(&tournament.id, change, by).await?;
        match kept {
            NameKept::Kept => Ok(()),
            NameKept::ZoneFull => Err(problems::zone_full(&change.country)),
            NameKept::NumberTaken { .. } => Err(problems::federation_number_taken(change.number)),
        }
    }

    /// One federation number enters once. The entry comes after its name, so a number may be held by a
    /// registration that is still under way, or by one that never came about.
    async fn keep_name(
        &self,
        tournament: &Tournament,
        name: &NewName,
        now_ms: i64,
    ) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let kept = self.records.keep_name(&tournament.id, name, now_ms).await?;
            let (entrant_id, written_at_ms) = match kept {
                NameKept::Kept => return Ok(()),
                NameKept::ZoneFull => return Err(problems::zone_full(&name.country)),
                NameKept::NumberTaken {
                    entrant_id,
                    written_at_ms,
                } => (entrant_id, written_at_ms),
            };
            let latest = self.tournament(&tournament.id).await?;
            let holder = EntrantId(entrant_id.clone());
            if is_entered(&latest.state, &holder) {
                return Err(problems::federation_number_taken(name.federation_number));
            }
            if now_ms.saturating_sub(written_at_ms) < IN_FLIGHT_MS {
                return Err(Problem::new(
                    Kind::Conflict,
                    "registration_under_way",
                    "This federation number is being registered by somebody else just now; try again.",
                ));
            }
            self.records.drop_name(&tournament.id, &entrant_id).await?;
        }
        Err(problems::contended())
    }

    /// One person enters once. Every name on the list that the entry is appended to was written before it, so that of two
    /// who enter at once the later one reads the other's.
    async fn check_another_person(
        &self,
        tournament: &Tournament,
        name: &NewName,
    ) -> Result<(), Problem> {
        if name.shared {
            return Ok(());
        }
        let new = Person {
            surname: &name.surname,
            given_names: &name.given_names,
            country: &name.country,
            federation_number: (name.federation_number > 0).then_some(name.federation_number),
        };
        let names = self.records.names(&tournament.id).await?;
        let same = names.values().find(|known| {
            let id = EntrantId(known.entrant_id.clone());
            let country = country_of(&tournament.state, &id);
            known.entrant_id != name.entrant_id
                && country.is_some_and(|country| known.person(country).may_be(&new))
        });
        match same {
            None => Ok(()),
            Some(known) if known.federation_number == name.federation_number => {
                Err(problems::federation_number_taken(name.federation_number))
            }
            Some(known) => Err(problems::same_person(&known.display(), &name.country)),
        }
    }

    /// A record whose entry was refused after all is erased, and so is one whose entry lost every race: each of them
    /// answered that the entry does not stand. One whose entry's fate is not known stays.
    pub(super) async fn drop_record(
        &self,
        tournament_id: &str,
        kept: Option<&Record>,
        by: &Referring,
        problem: &Problem,
    ) {
        if matches!(problem.kind, Kind::Internal | Kind::Unavailable) {
            return;
        }
        if let Some(Record::Name(name, _)) = kept {
            // An account enters under one id: the name may be that of an entry which came first.
            let id = EntrantId(name.entrant_id.clone());
            match self.tournament(tournament_id).await {
                Ok(latest) if !is_entered(&latest.state, &id) => {}
                _ => return,
            }
        }
        let dropped = match kept {
            None => return,
            Some(Record::Number(change)) => {
                self.records
                    .number_as_before(tournament_id, &change.before, by)
                    .await
            }
            Some(Record::Correction(corrected)) => {
                if let Some(change) = &corrected.number {
                    let back = self
                        .records
                        .number_as_before(tournament_id, &change.before, by);
                    if let Err(problem) = back.await {
                        tracing::warn!(tournament_id, %problem, "a number is not as before");
                    }
                }
                if let Some(renaming) = &corrected.renaming {
                    let back = self
                        .records
                        .name_as_before(tournament_id, &renaming.before, by);
                    if let Err(problem) = back.await {
                        tracing::warn!(tournament_id, %problem, "a name is not as before");
                    }
                }
                let reason_id = &corrected.reason.reason_id;
                self.records.drop_reason(tournament_id, reason_id).await
            }
            Some(Record::Reasons(reasons)) => {
                self.drop_reasons(tournament_id, reasons).await;
                return;
            }
            Some(Record::Reason(reason)) => {
                self.records
                    .drop_reason(tournament_id, &reason.reason_id)
                    .await
            }
            Some(Record::Name(name, reasons)) => {
                self.drop_reasons(tournament_id, reasons).await;
                self.records
                    .drop_name(tournament_id, &name.entrant_id)
                    .await
            }
        };
        if let Err(problem) = dropped {
            tracing::warn!(tournament_id, %problem, "a record without an entry stays");
        }
    }

    async fn drop_reasons(&self, tournament_id: &str, reasons: &[Reason]) {
        for reason in reasons {
            let dropped = self
                .records
                .drop_reason(tournament_id, &reason.reason_id)
                .await;
            if let Err(problem) = dropped {
                tracing::warn!(tournament_id, %problem, "a record without an entry stays");
            }
        }
    }
}

/// The nation of who is on the list or waits for a place on it.
fn country_of<'a>(state: &'a TournamentState, id: &EntrantId) -> Option<&'a str> {
    let waits = || {
        state
            .entry
            .waiting
            .iter()
            .find(|waits| waits.entrant == *id)
    };
    match state.entrant(id) {
        Some(entrant) => Some(entrant.country.as_deref().unwrap_or_default()),
        None => Some(waits()?.country.as_deref().unwrap_or_default()),
    }
}

/// On the list or waiting for a place on it.
fn is_entered(state: &TournamentState, id: &EntrantId) -> bool {
    country_of(state, id).is_some()
}
