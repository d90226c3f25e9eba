//! What rating officers look at: how the rating files of all events stand, and what stands out of one.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::{Kind, Page, Problem, problem};
use outflank_tournament::{
    AccountId, CheckWeight, Deviation, EntrantId, ListClaim, Person, RatingCheck, RatingCheckKind,
    RatingStanding, TournamentState,
};

use super::{App, naming::named, tournament::Tournament};
use crate::records::{EntrantName, IndexRow, RatingKey, RatingQuery};

/// Something that stands out of an event.
#[derive(Debug, Clone)]
pub(crate) struct StandsOut {
    /// Its name in the contract.
    pub kind: &'static str,
    pub weight: CheckWeight,
    pub sentence: String,
    pub entrants: Vec<EntrantId>,
    /// Round and table, from 1.
    pub board: Option<(u32, u32)>,
    /// What of the rules was departed from, where that is it, with the names of entrants in its sentence.
    pub departure: Option<Deviation>,
}

impl App {
    /// A page of the events by how their rating files stand, and one more.
    pub(crate) async fn rating_events(
        &self,
        (federation, state, released_before_ms): (&str, &str, Option<i64>),
        page: &Page<RatingKey>,
    ) -> Result<Vec<IndexRow>, Problem> {
        let known = RatingStanding::ALL.map(RatingStanding::name);
        if !state.is_empty() && !known.contains(&state) {
            return Err(problem!(
                Kind::Invalid,
                "bad_rating_query",
                "A rating file does not stand {state:?}; it stands one of {known}.",
                state,
                known = known.join(", "),
            ));
        }
        let nations = if federation.is_empty() {
            Vec::new()
        } else {
            let known = self.federation(federation).await?.state;
            let members = known.members.into_iter();
            members.chain([known.code]).collect()
        };
        let query = RatingQuery {
            nations,
            state: state.to_owned(),
            released_before_ms,
        };
        self.records.rating_events(&query, page).await
    }

    /// What stands out of an event, the worst first.
    pub(crate) async fn stands_out(
        &self,
        tournament: &Tournament,
    ) -> Result<Vec<StandsOut>, Problem> {
        let state = &tournament.state;
        let directors = self.approved_directors(nation(state)).await?;
        let names = self.records.names(&tournament.id).await?;
        let unlisted = self.unlisted(state, &names).await?;
        let judged = state.rating_checks(&directors).into_iter();
        let mut all: Vec<StandsOut> = judged.map(|check| told(&check, &names)).collect();
        all.extend(of_entrants(state, &names, &unlisted));
        all.sort_by_key(|one| one.weight);
        Ok(all)
    }

    /// The entrants with a number that the players list does not know. Without a list nothing is known of any.
    pub(crate) async fn unlisted(
        &self,
        state: &TournamentState,
        names: &BTreeMap<String, EntrantName>,
    ) -> Result<BTreeSet<EntrantId>, Problem> {
        let numbered = |entrant: &EntrantId| {
            let name = names.get(entrant.as_str())?;
            (!name.new_player && name.federation_number > 0).then_some(name.federation_number)
        };
        let entrants = state.entrants.iter().map(|known| known.id.clone());
        let numbered: Vec<(EntrantId, u32)> = entrants
            .filter_map(|id| numbered(&id).map(|number| (id, number)))
            .collect();
        let numbers: Vec<u32> = numbered.iter().map(|(_, number)| *number).collect();
        let listed = self.records.listed_numbers(&numbers).await?;
        Ok(numbered
            .into_iter()
            .filter(|(_, number)| !listed.contains(number))
            .map(|(id, _)| id)
            .collect())
    }
}

/// The host nation of an event.
pub(crate) fn nation(state: &TournamentState) -> &str {
    state
        .facts
        .as_ref()
        .map_or("", |facts| facts.country.as_str())
}

fn called(names: &BTreeMap<String, EntrantName>, entrant: &EntrantId) -> String {
    names
        .get(entrant.as_str())
        .map_or_else(|| entrant.0.clone(), EntrantName::display)
}

fn told(check: &RatingCheck, names: &BTreeMap<String, EntrantName>) -> StandsOut {
    let at = check
        .board
        .map(|board| format!("Round {}, table {}", board.round, board.table))
        .unwrap_or_default();
    let who: Vec<String> = check
        .entrants
        .iter()
        .map(|entrant| called(names, entrant))
        .collect();
    let who = who.join(" and ");
    let mut departed = None;
    let sentence = match &check.kind {
        RatingCheckKind::UnsignedResult => {
            format!(
                "{at}: no game was played here for the result of {who}, and no director signed for it."
            )
        }
        RatingCheckKind::PairedWithOneself => format!("{at}: {who} is paired with himself."),
        RatingCheckKind::ImpossibleScore => {
            format!("{at}: no game of Othello ends with the score of {who}.")
        }
        RatingCheckKind::UnapprovedDirector => {
            "No federation of the host nation has approved a head director of this event."
                .to_owned()
        }
        RatingCheckKind::ResultAgainstScore => {
            format!("{at}: the result of {who} goes to the side with fewer discs.")
        }
        RatingCheckKind::ResultAfterWithdrawal => {
            format!("{at}: {who} has a result after withdrawing.")
        }
        RatingCheckKind::ResultWithoutGame => {
            format!("{at}: the director signed for the result of {who}; no game was played here.")
        }
        RatingCheckKind::Departure(departure) => {
            let departure = departed.insert(Deviation {
                detail: named(&departure.detail, names),
                ..departure.clone()
            });
            format!("The event departed from its rules. {}", departure.detail)
        }
    };
    StandsOut {
        kind: check.kind.name(),
        weight: check.kind.weight(),
        sentence,
        entrants: check.entrants.clone(),
        board: check.board.map(|board| (board.round, board.table)),
        departure: departed,
    }
}

/// What names and numbers say.
fn of_entrants(
    state: &TournamentState,
    names: &BTreeMap<String, EntrantName>,
    unlisted: &BTreeSet<EntrantId>,
) -> Vec<StandsOut> {
    let mut all = Vec::new();
    let mut stands_out = |kind, weight, sentence, entrants| {
        all.push(StandsOut {
            kind,
            weight,
            sentence,
            entrants,
            board: None,
            departure: None,
        });
    };
    let known: Vec<_> = state
        .entrants
        .iter()
        .filter_map(|entrant| Some((entrant, names.get(entrant.id.as_str())?)))
        .collect();
    for (place, (entrant, name)) in known.iter().enumerate() {
        let called = name.display();
        let number = name.federation_number;
        if unlisted.contains(&entrant.id) {
            let sentence = format!("Number {number} of {called} is not in the players list.");
            stands_out(
                "unknown_number",
                CheckWeight::Look,
                sentence,
                vec![entrant.id.clone()],
            );
        }
        if entrant.list_claim == ListClaim::Open {
            let sentence = format!("{called} claims number {number}, and nobody has confirmed it.");
            stands_out(
                "claimed_number",
                CheckWeight::Look,
                sentence,
                vec![entrant.id.clone()],
            );
        }
        if name.new_player {
            let sentence = format!("{called} is a new player, under number {number}.");
            stands_out(
                "new_player",
                CheckWeight::Note,
                sentence,
                vec![entrant.id.clone()],
            );
        }
        for (other, another) in known.iter().skip(place.saturating_add(1)) {
            let both = || vec![entrant.id.clone(), other.id.clone()];
            if number > 0 && number == another.federation_number {
                let sentence = format!(
                    "{called} and {} have one number, {number}.",
                    another.display()
                );
                stands_out("number_twice", CheckWeight::Stop, sentence, both());
            } else if as_person(entrant.country.as_deref(), name)
                .may_be(&as_person(other.country.as_deref(), another))
            {
                let sentence = format!("{called} and {} may be one person.", another.display());
                stands_out("same_person", CheckWeight::Look, sentence, both());
            }
        }
    }
    all
}

/// Numbers part those who have one each; here they are looked at by their names.
fn as_person<'a>(country: Option<&'a str>, name: &'a EntrantName) -> Person<'a> {
    Person {
        surname: &name.surname,
        given_names: &name.given_names,
        country: country.unwrap_or_default(),
        federation_number: None,
    }
}

/// Whether somebody reads what was said about an event's file: its officers and its officials.
pub(crate) fn reads_reasons(state: &TournamentState, account: &AccountId, officer: bool) -> bool {
    officer || state.role_of(account).official.is_some()
}
