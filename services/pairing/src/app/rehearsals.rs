//! Rehearsals: an event's own copy, whose seats house bots take.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use outflank_access::{Caller, Kind, Problem, Role, identifier, problem};
use outflank_live::topic;
use outflank_proto::pairing::v1::TournamentPhase;
use outflank_tournament::{AccountId, Command, EntrantId, NewRehearsal, Seed, rehearse};

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
/// Rehearsals of one event at all.
const MOST_EVER: i64 = 20;
/// Rehearsals that are not over and that one account founded.
const MOST_OF_AN_ACCOUNT: i64 = 4;
/// Rehearsals that are not over on this server.
const MOST_HERE: i64 = 16;
/// One in which nobody does anything for so long is ended, in ms.
const IDLE_MS: i64 = 24 * 60 * 60 * 1_000;
const IDLE_REASON: &str = "Nobody did anything in this rehearsal for a day.";
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
    /// Founds a rehearsal of an event whose head director the caller is, who is head director of the rehearsal too. Answers
    /// its id, which follows from the command.
    pub(crate) async fn rehearse(
        self: &Arc<Self>,
        tournament_id: &str,
        caller: &Caller,
        command_id: String,
        access_token: Option<&str>,
    ) -> Result<String, Problem> {
        let director = AccountId(caller.person()?.account_id.clone());
        let id = identifier::derived_id(&["rehearsal", tournament_id, &director.0, &command_id]);
        let authority = Authority::HeadDirector(caller.clone());
        // Who may not does not stand in the way of those who may.
        authority.check(&self.tournament(tournament_id).await?.state)?;
        caller.member()?;
        // Meanwhile nobody else founds one of this event or takes a name off its list, nor this account another one.
        let _turn = self.turns.take(tournament_id).await?;
        let _own = self.turns.take(&founder_line(&director)).await?;
        let original = self.tournament(tournament_id).await?;
        authority.check(&original.state)?;
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
                let new = NewName {
                    entrant_id: rehearsed(rehearsal_id, known.id.as_str()),
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

    async fn check_rehearsals(&self, tournament_id: &str, founder: &str) -> Result<(), Problem> {
        let over = i32::from(OVER);
        let counted = self.records.count_rehearsals(tournament_id, founder, over);
        let there = counted.await?;
        let refused = if there.running_of_event >= MOST_OF_AN_EVENT {
            problem!(
                Kind::Refused,
                "too_many_rehearsals",
                "At most {most} rehearsals of an event are under way; end one of them first.",
                most = MOST_OF_AN_EVENT,
            )
        } else if there.running_of_account >= MOST_OF_AN_ACCOUNT {
            problem!(
                Kind::Refused,
                "too_many_rehearsals",
                "An account has at most {most} rehearsals under way; end one of them first.",
                most = MOST_OF_AN_ACCOUNT,
            )
        } else if there.of_event >= MOST_EVER {
            problem!(
                Kind::Refused,
                "rehearsed_enough",
                "An event is rehearsed at most {most} times.",
                most = MOST_EVER,
            )
        } else if there.running >= MOST_HERE {
            problem!(
                Kind::Refused,
                "house_full",
                "{most} rehearsals are under way on this server, as many as it holds; try again later.",
                most = MOST_HERE,
            )
        } else {
            return Ok(());
        };
        Err(refused)
    }

    /// The rehearsals of an event, for its officials; of whoever is none, those that the account is an official of.
    pub(crate) async fn rehearsals_of(
        &self,
        tournament_id: &str,
        account: &str,
    ) -> Result<Vec<IndexRow>, Problem> {
        let account = AccountId(account.to_owned());
        let original = self.tournament(tournament_id).await?;
        let all = self.records.rehearsals_of(tournament_id).await?;
        if original.state.role_of(&account).official.is_some() {
            return Ok(all);
        }
        let mut own = Vec::new();
        for row in all {
            let rehearsal = self.tournament(&row.tournament_id).await?;
            if rehearsal.state.role_of(&account).official.is_some() {
                own.push(row);
            }
        }
        Ok(own)
    }

    /// Every rehearsal that is not over; those in which nobody has done anything for long are ended first.
    pub(crate) async fn running_rehearsals(self: &Arc<Self>) -> Result<Vec<String>, Problem> {
        let mut running = Vec::new();
        for id in self.records.running_rehearsals(i32::from(OVER)).await? {
            let tournament = self.tournament(&id).await?;
            let idle_ms = self.clock.now_ms() - tournament.at_ms;
            if idle_ms < IDLE_MS {
                running.push(id);
            } else if let Err(problem) = self.end_idle(&tournament).await {
                tracing::warn!(%problem, rehearsal = id, "an idle rehearsal is ended later");
            }
        }
        Ok(running)
    }

    async fn end_idle(self: &Arc<Self>, tournament: &Tournament) -> Result<(), Problem> {
        let act = Act {
            actor: Role::Pairing.actor(),
            command_id: identifier::derived_id(&["end-idle", &tournament.seq.to_string()]),
            authority: Authority::Service,
        };
        let reason = act.writing(&tournament.id, IDLE_REASON, (0, 0))?;
        let cancel = Command::CancelTournament {
            annul_rounds: true,
            reason: reason.id.clone(),
            by: act.by(),
        };
        let ended = self.execute_written(&tournament.id, &act, cancel, Some(reason));
        ended.await.map(|_| ())
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
    let seated = entrants.iter().filter_map(|known| {
        let account = known.account.as_ref()?;
        Some(HouseSeat {
            entrant_id: known.id.0.clone(),
            number: identifier::house_bot(account.as_str())?,
        })
    });
    seated.collect()
}

/// The id in a rehearsal of an entrant of its event.
pub(super) fn rehearsed(rehearsal_id: &str, entrant_id: &str) -> String {
    identifier::derived_id(&["rehearsed", rehearsal_id, entrant_id])
}

/// Where whoever founds a rehearsal stands in line with themselves; no tournament's id has a colon.
fn founder_line(founder: &AccountId) -> String {
    format!("rehearsals:{founder}")
}

/// The event's name behind what says that it is a rehearsal.
fn called(name: &str) -> String {
    format!("{CALLED}{name}")
        .chars()
        .take(LONGEST_NAME)
        .collect()
}
