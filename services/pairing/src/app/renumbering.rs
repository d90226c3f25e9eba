//! A player known by another number, in every event that his number stands in.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::{Kind, Problem, identifier, officers_only, problem};
use outflank_tournament::Person;

use super::{
    App, NewEntrant, check,
    execute::{Act, Authority},
    problems,
    rating_office::nation,
};
use crate::records::EntrantName;

/// Events that one act corrects.
const MOST_EVENTS: usize = 1_000;

/// What a player is to be known by.
#[derive(Debug, Clone)]
pub(crate) struct KnownBy {
    pub number: u32,
    /// Empty = as it stands in each event.
    pub surname: String,
    /// Empty = as they stand in each event.
    pub given_names: String,
}

/// What became of him in one event.
#[derive(Debug)]
pub(crate) struct Renumbered {
    pub tournament_id: String,
    pub name: String,
    /// Its first day, YYYY-MM-DD.
    date: String,
    /// Why he stays as he is there.
    pub refused: Option<Problem>,
}

/// Where the number stands, by tournament and entrant, under which name; none where it was forgotten meanwhile. What this
/// very act corrected before stands here as it stood then.
type Found = BTreeMap<(String, String), Option<EntrantName>>;

impl App {
    /// Corrects him in every event of the nations that the officer decides on: one entry an event, under a command id that
    /// follows from the act's, so that the same act sent again corrects nothing twice and goes on where it stopped.
    ///
    /// # Errors
    /// `bad_federation_number`, `bad_name`, `bad_reason`, `unknown_player`, `too_many_events`; what one event refuses is told
    /// of that event.
    pub(crate) async fn renumber_player(
        self: &Arc<Self>,
        number: u32,
        act: &Act,
        known_by: &KnownBy,
        reason: &str,
    ) -> Result<Vec<Renumbered>, Problem> {
        let number = check::federation_number(number)?;
        let to = check::federation_number(known_by.number)?;
        if number == 0 || to == 0 {
            return Err(problems::invalid(
                "bad_federation_number",
                "A player is known by a number above 0, before and afterwards.",
            ));
        }
        check::reason(reason)?;
        if !known_by.surname.is_empty() {
            check::surname(&known_by.surname)?;
        }
        check::given_names(&known_by.given_names)?;
        let found = self.found(act, number, to).await?;
        if found.is_empty() {
            return Err(problem!(
                Kind::NotFound,
                "unknown_player",
                "Number {number} stands in no event of this server.",
                number,
            ));
        }
        let is_he = meant(number, &found, known_by)?;
        let mut all = Vec::new();
        for ((tournament_id, entrant_id), name) in &found {
            let meant = name.as_ref().is_some_and(&is_he);
            let one = self
                .renumber_in((tournament_id, entrant_id), meant, act, known_by, reason)
                .await;
            all.push(one?);
        }
        all.sort_by(|one, other| other.date.cmp(&one.date));
        Ok(all)
    }

    async fn found(&self, act: &Act, number: u32, to: u32) -> Result<Found, Problem> {
        let entered = self.records.entered_under(number, MOST_EVENTS).await?;
        if entered.len() > MOST_EVENTS {
            return Err(problem!(
                Kind::Refused,
                "too_many_events",
                "Number {number} stands in more than {most} events; one act corrects no more.",
                number,
                most = MOST_EVENTS,
            ));
        }
        let mut found = Found::new();
        for (tournament_id, entrant_id) in entered {
            let name = self.records.name(&tournament_id, &entrant_id).await?;
            found.insert((tournament_id, entrant_id), name);
        }
        // Where a former try of this very act was done, the old number stands no longer.
        for (tournament_id, entrant_id) in self.records.entered_under(to, MOST_EVENTS).await? {
            if let Some(name) = self.name_before(act, (&tournament_id, &entrant_id)).await? {
                found.insert((tournament_id, entrant_id), Some(name));
            }
        }
        Ok(found)
    }

    /// His name as it stood before this act; none where it changed nothing.
    async fn name_before(
        &self,
        act: &Act,
        (tournament_id, entrant_id): (&str, &str),
    ) -> Result<Option<EntrantName>, Problem> {
        let of_event = act_of_event(act, tournament_id);
        let Some(done) = self.first_answer(tournament_id, &of_event).await? else {
            return Ok(None);
        };
        let seq = done.seq.saturating_sub(1);
        let before = self.tournament_at(tournament_id, seq, 0).await?;
        let entries = &before.entries;
        let names = self.records.names_after(tournament_id, entries).await?;
        Ok(names.get(entrant_id).cloned())
    }

    async fn renumber_in(
        self: &Arc<Self>,
        (tournament_id, entrant_id): (&str, &str),
        meant: bool,
        act: &Act,
        known_by: &KnownBy,
        reason: &str,
    ) -> Result<Renumbered, Problem> {
        let tournament = self.tournament(tournament_id).await?;
        let state = &tournament.state;
        let facts = state.facts.as_ref();
        let told = |refused| Renumbered {
            tournament_id: tournament_id.to_owned(),
            name: facts.map(|facts| facts.name.clone()).unwrap_or_default(),
            date: facts.map(|facts| facts.date.clone()).unwrap_or_default(),
            refused,
        };
        let decides = match &act.authority {
            Authority::Officer(_, offices) => offices.over(nation(state)).is_some(),
            _ => false,
        };
        if !decides {
            return Ok(told(Some(officers_only())));
        }
        let entrant = outflank_tournament::EntrantId(entrant_id.to_owned());
        let name = self.records.name(tournament_id, entrant_id).await?;
        let (Some(entrant), Some(name), true) = (state.entrant(&entrant), name, meant) else {
            return Ok(told(Some(Problem::new(
                Kind::NotFound,
                "unknown_entrant",
                "He is registered nowhere in this event.",
            ))));
        };
        let (surname, given_names) = known_by.in_place_of(&name);
        let right = NewEntrant {
            surname: surname.to_owned(),
            given_names: given_names.to_owned(),
            country: entrant.country.clone().unwrap_or_default(),
            rating: entrant.rating.unwrap_or_default(),
            categories: entrant.categories,
            accept_same_person: true,
            ..NewEntrant::default()
        };
        let of_event = act_of_event(act, tournament_id);
        let what = (&right, Some(known_by.number), None);
        let done = self
            .correct_entrant((tournament_id, entrant_id), &of_event, what, reason)
            .await;
        match done {
            Ok(_) => Ok(told(None)),
            Err(problem) if matches!(problem.kind, Kind::Internal | Kind::Unavailable) => {
                Err(problem)
            }
            Err(problem) => Ok(told(Some(problem))),
        }
    }
}

impl KnownBy {
    fn in_place_of<'a>(&'a self, name: &'a EntrantName) -> (&'a str, &'a str) {
        let chosen = |given: &'a str, stands| if given.is_empty() { stands } else { given };
        (
            chosen(&self.surname, &name.surname),
            chosen(&self.given_names, &name.given_names),
        )
    }
}

/// Tells him from others. A new player's number is an event's own, and another event may have given it to somebody else: then
/// he is who has the name that is given.
fn meant(
    number: u32,
    found: &Found,
    known_by: &KnownBy,
) -> Result<impl Fn(&EntrantName) -> bool, Problem> {
    let names = || found.values().flatten();
    let alike = |one: &EntrantName, other: (&str, &str)| {
        let person = |(surname, given_names)| Person {
            surname,
            given_names,
            country: "",
            federation_number: None,
        };
        person((&one.surname, &one.given_names)).may_be(&person(other))
    };
    let has_name = move |name: &EntrantName| alike(name, known_by.in_place_of(name));
    let new_player = names().find(|name| name.new_player);
    let one_person = new_player.is_none_or(|new_player| {
        let mut others = names();
        others.all(|other| alike(other, (&new_player.surname, &new_player.given_names)))
    });
    // Who is in the list is one person, however his name is written.
    let listed = names().any(|name| !name.new_player && has_name(name));
    let is_he = move |name: &EntrantName| match name.new_player {
        _ if one_person => true,
        true => has_name(name),
        false => listed,
    };
    let named = !known_by.surname.is_empty() || !known_by.given_names.is_empty();
    if one_person || (named && names().any(is_he)) {
        return Ok(is_he);
    }
    Err(problem!(
        Kind::Invalid,
        "bad_name",
        "Number {number} is that of several new players: give the name of the one who is meant, as it stands in his events.",
        number,
    )
    .about("surname"))
}

fn act_of_event(act: &Act, tournament_id: &str) -> Act {
    Act {
        command_id: identifier::derived_id(&["renumbering", &act.command_id, tournament_id]),
        ..act.clone()
    }
}
