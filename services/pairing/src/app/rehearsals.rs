//! Rehearsals: an event's own copy, whose seats house bots take.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use outflank_access::{Caller, Kind, Problem, Role, identifier, problem};
use outflank_live::topic;
use outflank_proto::pairing::v1::TournamentPhase;
use outflank_tournament::{
    AccountId, Command, EntrantId, MAX_ENTRANTS, NewRehearsal, Seed, rehearse,
};

use super::{
    App,
    execute::{Act, Authority, Case, Decision, check_settled, decide_all},
    keeping::Record,
    problems,
    tournament::Tournament,
};
use crate::records::{DrawSecret, IndexRow, NewName};

/// Rehearsals of one event that are not over.
const MOST_OF_AN_EVENT: i64 = 2;
/// Rehearsals that are not over and that one account is an official of.
const MOST_OF_AN_ACCOUNT: i64 = 4;
/// What a rehearsal is called: its event's name behind this.
const CALLED: &str = "Rehearsal: ";
/// Longest name of an event, in characters.
const LONGEST_NAME: usize = 200;

/// A seat of a rehearsal, and the number of the house bot that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HouseSeat {
    pub entrant_id: String,
    pub number: u32,
}

/// The first phase in which an event is over.
const OVER: TournamentPhase = TournamentPhase::Confirmed;

impl App {
    /// Founds a rehearsal of an event whose director the caller is, who is head director of the rehearsal. Answers its id,
    /// which follows from the command.
    pub(crate) async fn rehearse(
        self: &Arc<Self>,
        tournament_id: &str,
        caller: &Caller,
        command_id: String,
        access_token: Option<&str>,
    ) -> Result<String, Problem> {
        let director = AccountId(caller.person()?.account_id.clone());
        let id = identifier::derived_id(&["rehearsal", tournament_id, &director.0, &command_id]);
        let original = self.tournament(tournament_id).await?;
        Authority::Official(caller.clone()).check(&original.state)?;
        let act = Act {
            actor: director.0.clone(),
            command_id,
            // The event let its director through; the entry itself makes the caller head director.
            authority: Authority::Service,
        };
        if self.first_answer(&id, &act).await?.is_some() {
            return Ok(id);
        }
        check_settled(&original.state)?;
        let names = self.names_in_rehearsal(&original, &id).await?;
        let facts = original.state.facts.as_ref();
        let name = facts.map(|facts| facts.name.as_str()).unwrap_or_default();
        let asked = NewRehearsal {
            of: tournament_id.to_owned(),
            name: called(name),
            head_director: director.clone(),
            draw_anchor: Seed([0; 32]),
            entrants: names
                .iter()
                .map(|(before, (name, _))| {
                    (
                        EntrantId(before.clone()),
                        EntrantId(name.entrant_id.clone()),
                    )
                })
                .collect(),
        };
        rehearse(&original.state, &asked).map_err(|refusal| problems::refused(&refusal))?;
        self.check_rehearsals(tournament_id, &director.0).await?;
        let director_name = self.account_name(access_token).await;
        let secret = DrawSecret::random()?;
        let secret = self.records.keep_draw_secret(&id, &secret).await?;
        let draw_anchor = secret
            .link(0)
            .ok_or_else(|| Problem::internal("a hash chain has no end"))?;
        let asked = NewRehearsal {
            draw_anchor,
            ..asked
        };
        let record = Record::Rehearsed(director_name, names.into_values().collect());
        self.execute(&id, &act, move |_, _| {
            let events = rehearse(&original.state, &asked);
            Ok(Decision {
                events: events.map_err(|refusal| problems::refused(&refusal))?,
                record: Some(record.clone()),
            })
        })
        .await?;
        self.tell_house().await;
        Ok(id)
    }

    /// What the entrants are called, by their ids in the event: each has another id in the rehearsal.
    async fn names_in_rehearsal(
        &self,
        original: &Tournament,
        rehearsal_id: &str,
    ) -> Result<BTreeMap<String, (NewName, u32)>, Problem> {
        let names = self.records.names(&original.id).await?;
        let entrants = original.state.entrants.iter();
        let named = entrants
            .filter(|known| known.withdrawn_from.is_none())
            .filter_map(|known| Some((known, names.get(known.id.as_str())?)));
        Ok(named
            .map(|(known, name)| {
                let entrant_id =
                    identifier::derived_id(&["rehearsed", rehearsal_id, known.id.as_str()]);
                let new = NewName {
                    entrant_id,
                    surname: name.surname.clone(),
                    given_names: name.given_names.clone(),
                    country: known.country.clone().unwrap_or_default(),
                    federation_number: match name.new_player {
                        true => 0,
                        false => name.federation_number,
                    },
                    shared: true,
                };
                (known.id.0.clone(), (new, name.federation_number))
            })
            .collect())
    }

    async fn check_rehearsals(&self, tournament_id: &str, account: &str) -> Result<(), Problem> {
        let over = i32::from(OVER);
        let counted = self.records.count_rehearsals(tournament_id, account, over);
        let (of_event, of_account) = counted.await?;
        if of_event >= MOST_OF_AN_EVENT {
            return Err(problem!(
                Kind::Refused,
                "too_many_rehearsals",
                "At most {most} rehearsals of an event are under way; end one of them first.",
                most = MOST_OF_AN_EVENT,
            ));
        }
        if of_account >= MOST_OF_AN_ACCOUNT {
            return Err(problem!(
                Kind::Refused,
                "too_many_rehearsals",
                "An account directs at most {most} rehearsals that are under way; end one of them first.",
                most = MOST_OF_AN_ACCOUNT,
            ));
        }
        Ok(())
    }

    /// The rehearsals of an event that an account is an official of.
    pub(crate) async fn rehearsals_of(
        &self,
        tournament_id: &str,
        account: &str,
    ) -> Result<Vec<IndexRow>, Problem> {
        self.records.rehearsals_of(tournament_id, account).await
    }

    /// Every rehearsal that is not over.
    pub(crate) async fn running_rehearsals(&self) -> Result<Vec<String>, Problem> {
        self.records.running_rehearsals(i32::from(OVER)).await
    }

    /// Gives every free seat of a rehearsal to a house bot; answers the seats that house bots have.
    pub(crate) async fn seat_house(
        self: &Arc<Self>,
        tournament_id: &str,
    ) -> Result<Vec<HouseSeat>, Problem> {
        let tournament = self.tournament(tournament_id).await?;
        if !tournament.state.is_rehearsal() {
            return Err(Problem::new(
                Kind::Refused,
                "no_rehearsal",
                "House bots play in rehearsals alone.",
            ));
        }
        if free_seats(&tournament).next().is_none() || tournament.state.phase().is_over() {
            return Ok(house_seats(&tournament));
        }
        let act = Act {
            actor: Role::Pairing.actor(),
            // Processes that see the same free seats give the same command.
            command_id: identifier::derived_id(&["seat-house", &tournament.seq.to_string()]),
            authority: Authority::Service,
        };
        self.execute(tournament_id, &act, |case, now_ms| {
            Ok(Decision {
                events: decide_all(case, &seating(case)?, now_ms)?,
                record: None,
            })
        })
        .await?;
        let tournament = self.tournament(tournament_id).await?;
        Ok(house_seats(&tournament))
    }

    async fn tell_house(&self) {
        let topic = topic::rehearsals();
        let told = self.live.publish(&topic, Vec::new().into()).await;
        if let Err(error) = told {
            tracing::warn!(%error, "a rehearsal was not announced; the house looks by itself");
        }
    }
}

/// The commands that give each free seat to the first house bot without one.
fn seating(case: &Case) -> Result<Vec<Command>, Problem> {
    let taken: BTreeSet<u32> = house_seats(case).iter().map(|seat| seat.number).collect();
    let numbers = (1..).filter(|number| !taken.contains(number));
    let commands: Vec<Command> = free_seats(case)
        .zip(numbers)
        .map(|(entrant, number)| Command::AssignSeat {
            entrant: entrant.clone(),
            account: AccountId(identifier::house_account(number)),
            operator: None,
        })
        .collect();
    if commands.is_empty() {
        // People took them meanwhile.
        return Err(problems::contended());
    }
    Ok(commands)
}

fn free_seats(tournament: &Tournament) -> impl Iterator<Item = &EntrantId> {
    let entrants = tournament.state.entrants.iter();
    let free = entrants.filter(|known| known.account.is_none() && known.withdrawn_from.is_none());
    free.map(|known| &known.id)
}

/// The seats that house bots have, in the order of registration.
fn house_seats(tournament: &Tournament) -> Vec<HouseSeat> {
    let entrants = &tournament.state.entrants;
    let numbers: BTreeMap<String, u32> = (1..=MAX_ENTRANTS)
        .map(|number| (identifier::house_account(number), number))
        .collect();
    let seated = entrants.iter().filter_map(|known| {
        let account = known.account.as_ref()?;
        Some(HouseSeat {
            entrant_id: known.id.0.clone(),
            number: *numbers.get(account.as_str())?,
        })
    });
    seated.collect()
}

/// The event's name behind what says that it is a rehearsal.
fn called(name: &str) -> String {
    format!("{CALLED}{name}")
        .chars()
        .take(LONGEST_NAME)
        .collect()
}
