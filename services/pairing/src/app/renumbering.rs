//! A player known by another number, in every event that his number stands in.

use std::sync::Arc;

use outflank_access::{Kind, Problem, identifier, problem};

use super::{
    App, NewEntrant, check,
    execute::{Act, Authority},
    problems,
    rating_office::nation,
};

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
    /// Why he stays as he is there.
    pub refused: Option<Problem>,
}

impl App {
    /// Corrects him in every event of the nations that the officer decides on: one entry an event, under a command id that
    /// follows from the act's, so that the same act sent again corrects nothing twice and goes on where it stopped.
    ///
    /// # Errors
    /// `bad_federation_number`, `unknown_player`, `too_many_events`; what one event refuses is told of that event.
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
        let mut found = self.records.entered_under(number, MOST_EVENTS).await?;
        if found.len() > MOST_EVENTS {
            return Err(problem!(
                Kind::Refused,
                "too_many_events",
                "Number {number} stands in more than {most} events; one act corrects no more.",
                number,
                most = MOST_EVENTS,
            ));
        }
        // Where a former try of this very act was done, the old number stands no longer.
        found.extend(self.corrected_before(act, to).await?);
        if found.is_empty() {
            return Err(problem!(
                Kind::NotFound,
                "unknown_player",
                "Number {number} stands in no event of this server.",
                number,
            ));
        }
        let mut all = Vec::new();
        for (tournament_id, entrant_id) in found {
            let one = self
                .renumber_in((&tournament_id, &entrant_id), act, known_by, reason)
                .await;
            all.push(one?);
        }
        Ok(all)
    }

    async fn corrected_before(
        &self,
        act: &Act,
        number: u32,
    ) -> Result<Vec<(String, String)>, Problem> {
        let mut before = Vec::new();
        for (tournament_id, entrant_id) in self.records.entered_under(number, MOST_EVENTS).await? {
            let of_event = act_of_event(act, &tournament_id);
            if self
                .first_answer(&tournament_id, &of_event)
                .await?
                .is_some()
            {
                before.push((tournament_id, entrant_id));
            }
        }
        Ok(before)
    }

    async fn renumber_in(
        self: &Arc<Self>,
        (tournament_id, entrant_id): (&str, &str),
        act: &Act,
        known_by: &KnownBy,
        reason: &str,
    ) -> Result<Renumbered, Problem> {
        let tournament = self.tournament(tournament_id).await?;
        let state = &tournament.state;
        let told = |refused| Renumbered {
            tournament_id: tournament_id.to_owned(),
            name: state
                .facts
                .as_ref()
                .map(|facts| facts.name.clone())
                .unwrap_or_default(),
            refused,
        };
        let decides = match &act.authority {
            Authority::Officer(_, offices) => offices.over(nation(state)).is_some(),
            _ => false,
        };
        if !decides {
            return Ok(told(Some(not_yours())));
        }
        let entrant = outflank_tournament::EntrantId(entrant_id.to_owned());
        let name = self.records.name(tournament_id, entrant_id).await?;
        let (Some(entrant), Some(name)) = (state.entrant(&entrant), name) else {
            return Ok(told(Some(Problem::new(
                Kind::NotFound,
                "unknown_entrant",
                "He is registered nowhere in this event.",
            ))));
        };
        let chosen = |given: &str, stands: &str| match given {
            "" => stands.to_owned(),
            given => given.to_owned(),
        };
        let right = NewEntrant {
            surname: chosen(&known_by.surname, &name.surname),
            given_names: chosen(&known_by.given_names, &name.given_names),
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

fn act_of_event(act: &Act, tournament_id: &str) -> Act {
    Act {
        command_id: identifier::derived_id(&["renumbering", &act.command_id, tournament_id]),
        ..act.clone()
    }
}

fn not_yours() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "officers_only",
        "Only a rating officer of the federation may do this: an administrator appoints them.",
    )
}
