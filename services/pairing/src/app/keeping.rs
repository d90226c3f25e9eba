//! What is written beside a tournament's stream with the entry that refers to it: looked at before, refused before.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_journal::RecordWrite;
use outflank_tournament::{EntrantId, Person, TournamentState};

use super::{App, problems, rehearsals::rehearsed, tournament::Tournament};
use crate::records::{
    EntrantName, NewName, Number, Reason, Referring, forget_name, keep_director, keep_name,
    keep_reason, rename, renumber, shown_anew, still_stands,
};

/// What is written with an entry.
#[derive(Debug, Clone)]
pub(crate) enum Record {
    /// An entrant's name, who operates the program if it is one, and on whose word he accepts the rules.
    Name(NewName, Vec<Reason>),
    /// Names of entrants that are taken off the list: they are forgotten, in the event's rehearsals too.
    Forgotten(Vec<EntrantId>),
    /// Who answers for a new event, and what it says of itself.
    Founded(String, Vec<Reason>),
    /// Who answers for a rehearsal, and what its entrants are called, with their numbers.
    Rehearsed(String, Vec<(NewName, u32)>),
    Reason(Reason),
    /// Texts of one act.
    Reasons(Vec<Reason>),
    /// Another federation number of an entrant.
    Number(Number),
    /// The name and number on which the act rests.
    Stands(EntrantName),
    Correction(Box<Corrected>),
}

/// What is put right of an entrant.
#[derive(Debug, Clone)]
pub(crate) struct Corrected {
    /// The name that stood as this was decided; none where it was forgotten.
    pub before: Option<EntrantName>,
    /// Another name.
    pub renaming: Option<NewName>,
    /// Another number.
    pub number: Option<Number>,
    /// Why.
    pub reason: Reason,
}

impl App {
    /// What a record comes to in the tables, for an entry that `by` names and that follows this state.
    pub(super) async fn record_writes(
        &self,
        tournament: &Tournament,
        record: &Record,
        by: &Referring,
        now_ms: i64,
    ) -> Result<Vec<RecordWrite>, Problem> {
        let id = tournament.id.as_str();
        let (mut writes, texts): (Vec<_>, &[Reason]) = match record {
            Record::Reason(reason) => (Vec::new(), std::slice::from_ref(reason)),
            Record::Reasons(texts) => (Vec::new(), texts),
            Record::Founded(director, texts) => (vec![keep_director(id, director, now_ms)], texts),
            Record::Rehearsed(director, names) => {
                let mut writes = vec![keep_director(id, director, now_ms)];
                let names = names.iter();
                writes.extend(names.map(|(name, number)| keep_name(id, name, *number, now_ms)));
                (writes, &[])
            }
            Record::Name(name, texts) => (self.new_name(tournament, name, now_ms).await?, texts),
            Record::Forgotten(entrants) => {
                let rehearsals = self.records.rehearsals_of(id).await?.into_iter();
                let copies: Vec<String> = rehearsals.map(|one| one.tournament_id).collect();
                let forgotten = entrants.iter().flat_map(|of| {
                    let copied = copies
                        .iter()
                        .flat_map(|copy| forget_name(copy, &rehearsed(copy, &of.0)));
                    forget_name(id, &of.0).into_iter().chain(copied)
                });
                let shown = copies.iter().map(|copy| shown_anew(copy));
                (forgotten.chain(shown).collect(), &[])
            }
            Record::Stands(name) => return Ok(vec![still_stands(id, name)]),
            Record::Number(change) => {
                let names = self.records.names(id).await?;
                let mut writes = vec![still_stands(id, &change.before)];
                writes.extend(self.new_number(tournament, change, &names, by).await?);
                (writes, &[])
            }
            Record::Correction(corrected) => (
                self.correction(tournament, corrected, by).await?,
                std::slice::from_ref(&corrected.reason),
            ),
        };
        if !writes.is_empty() {
            writes.push(shown_anew(id));
        }
        writes.extend(texts.iter().map(|text| keep_reason(id, text, now_ms)));
        Ok(writes)
    }

    async fn correction(
        &self,
        tournament: &Tournament,
        corrected: &Corrected,
        by: &Referring,
    ) -> Result<Vec<RecordWrite>, Problem> {
        let id = tournament.id.as_str();
        let names = self.records.names(id).await?;
        let before = corrected.before.iter();
        let mut writes: Vec<_> = before.map(|name| still_stands(id, name)).collect();
        if let Some(renaming) = &corrected.renaming {
            check_another_person(tournament, renaming, &names)?;
        }
        if let Some(change) = &corrected.number {
            writes.extend(self.new_number(tournament, change, &names, by).await?);
        }
        if let Some(renaming) = &corrected.renaming {
            writes.extend(rename(id, renaming, by));
        }
        Ok(writes)
    }

    async fn new_number(
        &self,
        tournament: &Tournament,
        change: &Number,
        names: &BTreeMap<String, EntrantName>,
        by: &Referring,
    ) -> Result<Vec<RecordWrite>, Problem> {
        let of = (change.before.entrant_id.as_str(), change.country.as_str());
        let (number, mut writes) = self.number(tournament, of, change.number, names).await?;
        writes.extend(renumber(&tournament.id, change, number, by));
        Ok(writes)
    }

    /// The name of an entrant who is on the list stands.
    async fn new_name(
        &self,
        tournament: &Tournament,
        name: &NewName,
        now_ms: i64,
    ) -> Result<Vec<RecordWrite>, Problem> {
        let names = self.records.names(&tournament.id).await?;
        check_another_person(tournament, name, &names)?;
        let kept = names.contains_key(&name.entrant_id);
        if kept && is_entered(&tournament.state, &name.entrant_id) {
            return Ok(Vec::new());
        }
        let of = (name.entrant_id.as_str(), name.country.as_str());
        let asked = name.federation_number;
        let (number, mut writes) = self.number(tournament, of, asked, &names).await?;
        if kept {
            writes.extend(forget_name(&tournament.id, &name.entrant_id));
        }
        writes.push(keep_name(&tournament.id, name, number, now_ms));
        Ok(writes)
    }

    /// The federation number that an entrant gets who asks for this one, or for none (0): each is one entrant's. A name
    /// without its entry, which earlier versions could leave, holds none and is forgotten.
    async fn number(
        &self,
        tournament: &Tournament,
        (entrant_id, country): (&str, &str),
        asked: u32,
        names: &BTreeMap<String, EntrantName>,
    ) -> Result<(u32, Vec<RecordWrite>), Problem> {
        if asked == 0 {
            let free = self.records.free_number(&tournament.id, country).await?;
            let number = free.ok_or_else(|| problems::zone_full(country))?;
            return Ok((number, Vec::new()));
        }
        let mut holders = names.values();
        let holder =
            holders.find(|name| name.federation_number == asked && name.entrant_id != entrant_id);
        match holder {
            Some(holder) if is_entered(&tournament.state, &holder.entrant_id) => {
                Err(problems::federation_number_taken(asked))
            }
            Some(left) => Ok((asked, forget_name(&tournament.id, &left.entrant_id).into())),
            None => Ok((asked, Vec::new())),
        }
    }
}

/// One person enters once. The names on the list that the entry is appended to were written with their entries, so that of
/// two who enter at once the later one reads the other's.
fn check_another_person(
    tournament: &Tournament,
    name: &NewName,
    names: &BTreeMap<String, EntrantName>,
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
    let same = names.values().find(|known| {
        let country = country_of(&tournament.state, &known.entrant_id);
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

/// The nation of who is on the list or waits for a place on it.
fn country_of<'a>(state: &'a TournamentState, entrant_id: &str) -> Option<&'a str> {
    let id = EntrantId(entrant_id.to_owned());
    let waits = || state.entry.waiting.iter().find(|waits| waits.entrant == id);
    match state.entrant(&id) {
        Some(entrant) => Some(entrant.country.as_deref().unwrap_or_default()),
        None => Some(waits()?.country.as_deref().unwrap_or_default()),
    }
}

/// On the list or waiting for a place on it.
fn is_entered(state: &TournamentState, entrant_id: &str) -> bool {
    country_of(state, entrant_id).is_some()
}
