//! Entrants and their seats.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::{Kind, Problem, identifier};
use outflank_proto::identity::v1::{
    GetUnusedSeatCodesRequest, IssueSeatCodeRequest, IssueSeatCodeResponse,
    identity_service_client::IdentityServiceClient,
};
use outflank_tournament::{
    AcceptedRules, AccountId, Categories, Command, Declared, EntrantId, Event, ExclusionScope,
    Registration, Representation,
};
use serde::Deserialize;

use super::{
    App, Writing, check,
    execute::{Act, Case, Decision, Done, decide_all},
    interest,
    keeping::Record,
    problems,
    tournament::Tournament,
};
use crate::records::{NewName, Reason};

/// An entrant as asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct NewEntrant {
    pub surname: String,
    pub given_names: String,
    pub country: String,
    /// 0 = unrated.
    pub rating: i32,
    /// 0 = a new player.
    pub federation_number: u32,
    pub computer: bool,
    /// Who operates a program.
    pub operator: String,
    pub categories: Categories,
    /// The host's additional player.
    pub additional: bool,
    /// Another person than the entrant of the same name and nation.
    pub accept_same_person: bool,
    /// Why they may play for that nation.
    pub representation: Option<Representation>,
    /// A program and its operator are members of the association.
    pub members: (bool, bool),
    /// They accept the rules: the account that enters says so.
    pub accept_rules: bool,
    /// On whose word an official says so.
    pub rules_accepted_on_word_of: String,
    /// The second confirmation that an entry outside the text needs.
    pub accept_deviations: bool,
}

/// An account's own entry.
#[derive(Debug)]
pub(crate) struct Entered {
    pub entrant_id: String,
    pub done: Done,
    /// On the waiting list.
    pub waiting: bool,
}

/// The entrant that an account is in a tournament which it enters by itself.
pub(crate) fn entrant_of_account(tournament_id: &str, account: &AccountId) -> EntrantId {
    EntrantId(identifier::derived_id(&[
        "entrant-of",
        tournament_id,
        &account.0,
    ]))
}

/// An account claims a seat by a code.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SeatClaim {
    pub tournament_id: String,
    pub entrant_id: String,
    pub account_id: String,
    /// Who operates it; empty for a person, and in facts of earlier versions.
    #[serde(default)]
    pub operator_account_id: String,
}

impl App {
    /// Puts an entrant on the list. The id follows from the command, so that a repeated one names the
    /// same entrant.
    pub(crate) async fn register(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        asked: &NewEntrant,
    ) -> Result<(String, Done), Problem> {
        check::command_id(&act.command_id)?;
        let entrant_id =
            identifier::derived_id(&["entrant", tournament_id, &act.actor, &act.command_id]);
        let country = check::country(&asked.country)?;
        let name = NewName {
            entrant_id: entrant_id.clone(),
            surname: check::surname(&asked.surname)?,
            given_names: check::given_names(&asked.given_names)?,
            country: country.clone(),
            federation_number: check::federation_number(asked.federation_number)?,
            shared: asked.accept_same_person,
        };
        let word = match asked.rules_accepted_on_word_of.as_str() {
            "" => None,
            text => Some(act.writing_of("word", tournament_id, text, (0, 0))?),
        };
        let command = Command::RegisterEntrant(Registration {
            entrant: EntrantId(entrant_id.clone()),
            country: Some(country),
            rating: check::rating(asked.rating)?,
            computer: asked.computer,
            operator: (!asked.operator.is_empty()).then(|| operator_id(&entrant_id)),
            categories: asked.categories,
            // Whoever keeps the list vouches for the number.
            federation_number_confirmed: asked.federation_number > 0,
            additional: asked.additional,
            list_claim: self.list_claim(asked.federation_number > 0 || asked.rating > 0, Some(act)),
            declared: Declared {
                representation: asked.representation.clone(),
                computer_member: asked.members.0,
                operator_member: asked.members.1,
                acceptance: word
                    .as_ref()
                    .map(|word| AcceptedRules::asked(act.by(), Some(word.id.clone()))),
            },
            accept_deviations: asked.accept_deviations,
            ..Registration::default()
        });
        let mut reasons: Vec<Reason> = word.into_iter().map(Writing::into_reason).collect();
        let operator = if asked.operator.is_empty() {
            None
        } else {
            Some(Reason {
                reason_id: operator_id(&entrant_id),
                account_id: act.actor.clone(),
                round: 0,
                board: 0,
                reason: check::reason(&asked.operator)?,
            })
        };
        reasons.extend(operator);
        let out_of = self
            .records
            .excluded_from(&[], asked.federation_number)
            .await?;
        let done = self
            .execute(tournament_id, act, move |tournament, now_ms| {
                check_not_excluded(tournament, &out_of)?;
                Ok(Decision {
                    events: decide_all(tournament, std::slice::from_ref(&command), now_ms)?,
                    record: Some(Record::Name(name.clone(), reasons.clone())),
                })
            })
            .await?;
        if !done
            .events
            .iter()
            .any(|event| is_entry_of(event, &entrant_id))
        {
            return Err(problems::command_id_reused());
        }
        Ok((entrant_id, done))
    }

    /// Puts the calling account on the list and gives it its seat; an account that has moved up from the
    /// waiting list takes its seat by entering again.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        (asked, operator): (&NewEntrant, Option<AccountId>),
    ) -> Result<Entered, Problem> {
        let account = act.by();
        let entrant = entrant_of_account(tournament_id, &account);
        let country = check::country(&asked.country)?;
        let name = NewName {
            entrant_id: entrant.0.clone(),
            surname: check::surname(&asked.surname)?,
            given_names: check::given_names(&asked.given_names)?,
            country: country.clone(),
            federation_number: check::federation_number(asked.federation_number)?,
            shared: false,
        };
        let listed = self.records.listed_player(name.federation_number).await?;
        let listed = listed.filter(|player| {
            player.country == country && player.surname.eq_ignore_ascii_case(&name.surname)
        });
        let registration = Registration {
            entrant: entrant.clone(),
            country: Some(country),
            rating: listed
                .as_ref()
                .and_then(|player| (player.rating > 0).then_some(player.rating)),
            categories: asked.categories,
            federation_number_confirmed: listed.is_some(),
            self_entry: true,
            list_claim: self.list_claim(name.federation_number > 0, None),
            declared: Declared {
                representation: asked.representation.clone(),
                acceptance: asked
                    .accept_rules
                    .then(|| AcceptedRules::asked(account.clone(), None)),
                ..Declared::default()
            },
            ..Registration::default()
        };
        let seat = entrant.clone();
        let accounts: Vec<&AccountId> = std::iter::once(&account).chain(&operator).collect();
        let out_of = self
            .records
            .excluded_from(&accounts, name.federation_number)
            .await?;
        let done = self
            .execute(tournament_id, act, move |tournament, now_ms| {
                check_not_excluded(tournament, &out_of)?;
                let take_seat = Command::AssignSeat {
                    entrant: seat.clone(),
                    account: account.clone(),
                    operator: operator.clone(),
                };
                let known = tournament.state.entrant(&seat);
                if known.is_some_and(|known| known.account.is_none()) {
                    return Ok(Decision {
                        events: decide_all(tournament, &[take_seat], now_ms)?,
                        record: None,
                    });
                }
                let register = Command::RegisterEntrant(registration.clone());
                let events = decide_all(tournament, std::slice::from_ref(&register), now_ms)?;
                let registered = |event: &Event| {
                    matches!(event, Event::EntrantRegistered(one) if one.entrant == seat)
                };
                Ok(Decision {
                    events: if events.iter().any(registered) {
                        decide_all(tournament, &[register, take_seat], now_ms)?
                    } else {
                        events
                    },
                    record: Some(Record::Name(name.clone(), Vec::new())),
                })
            })
            .await?;
        Ok(Entered {
            waiting: done
                .events
                .iter()
                .any(|event| matches!(event, Event::EntrantWaits(_))),
            entrant_id: entrant.0,
            done,
        })
    }

    /// Takes an entrant off the list and forgets the name.
    pub(crate) async fn remove(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        entrant_id: &str,
    ) -> Result<Done, Problem> {
        let command = Command::RemoveEntrant {
            entrant: EntrantId(entrant_id.to_owned()),
        };
        let removed = self.execute(tournament_id, act, move |tournament, now_ms| {
            let events = decide_all(tournament, std::slice::from_ref(&command), now_ms)?;
            let removed = events.iter().filter_map(|event| match event {
                Event::EntrantRemoved { entrant } | Event::WaitingEntrantRemoved { entrant } => {
                    Some(entrant.clone())
                }
                _ => None,
            });
            let forgotten = Record::Forgotten(removed.collect());
            Ok(Decision {
                events,
                record: Some(forgotten),
            })
        });
        let done = removed.await?;
        // What was read of them here stands no longer either.
        for rehearsal in self.records.rehearsals_of(tournament_id).await? {
            let written = self.records.writes().begin(&rehearsal.tournament_id);
            written.ended();
        }
        Ok(done)
    }

    pub(crate) async fn withdraw(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        entrant_id: &str,
    ) -> Result<Done, Problem> {
        let command = Command::WithdrawEntrant {
            entrant: EntrantId(entrant_id.to_owned()),
        };
        self.execute_one(tournament_id, act, command).await
    }

    /// Gives a seat to the account that claimed it.
    pub(crate) async fn seat(
        self: &Arc<Self>,
        act: &Act,
        claim: SeatClaim,
    ) -> Result<Done, Problem> {
        let id = claim.tournament_id.clone();
        let out_of = self.claimant_excluded_from(&claim).await?;
        self.execute(&id, act, move |tournament, now_ms| {
            check_not_excluded(tournament, &out_of)?;
            Ok(Decision {
                events: claimed(tournament, &claim, now_ms)?,
                record: None,
            })
        })
        .await
    }

    /// Whether that claim would be taken as things stand: asked before its code is used up.
    pub(crate) async fn check_seat_claim(&self, claim: &SeatClaim) -> Result<(), Problem> {
        let case = self.case_of_service(&claim.tournament_id).await?;
        check_not_excluded(&case, &self.claimant_excluded_from(claim).await?)?;
        match claimed(&case, claim, self.now_ms(&case)) {
            Err(problem) if problem.code == "seat_held_already" => Ok(()),
            judged => judged.map(|_| ()),
        }
    }

    async fn claimant_excluded_from(
        &self,
        claim: &SeatClaim,
    ) -> Result<Vec<ExclusionScope>, Problem> {
        let ids = [&claim.account_id, &claim.operator_account_id];
        let accounts = ids.map(|id| AccountId(id.clone()));
        let named: Vec<&AccountId> = accounts.iter().filter(|id| !id.0.is_empty()).collect();
        self.records.excluded_from(&named, 0).await
    }

    /// A one-time code for an entrant's seat, from the identity service.
    pub(crate) async fn issue_seat_code(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        entrant_id: &str,
    ) -> Result<IssueSeatCodeResponse, Problem> {
        let (entrant, by) = (EntrantId(entrant_id.to_owned()), act.by());
        self.execute_consented(tournament_id, act, move |consents| Command::IssueSeatCode {
            entrant: entrant.clone(),
            by: by.clone(),
            consents,
        })
        .await?;
        let display_name = self
            .records
            .name(tournament_id, entrant_id)
            .await?
            .map_or_else(|| entrant_id.to_owned(), |name| name.display());
        IdentityServiceClient::new(self.identity.clone())
            .issue_seat_code(IssueSeatCodeRequest {
                tournament_id: tournament_id.to_owned(),
                entrant_id: entrant_id.to_owned(),
                display_name,
            })
            .await
            .map(tonic::Response::into_inner)
            .map_err(|status| Problem::from_status(&status))
    }
}

impl App {
    /// Until when the codes for a tournament's seats that nobody has used are good, by the entrants' ids. Identity is not
    /// asked where none was made.
    pub(crate) async fn unused_seat_codes(
        &self,
        tournament: &Tournament,
    ) -> Result<BTreeMap<String, i64>, Problem> {
        let entrants = &tournament.state.entrants;
        if entrants.iter().all(|known| known.code.is_none()) {
            return Ok(BTreeMap::new());
        }
        let asked = GetUnusedSeatCodesRequest {
            tournament_id: tournament.id.clone(),
        };
        let answer = IdentityServiceClient::new(self.identity.clone())
            .get_unused_seat_codes(asked)
            .await
            .map_err(|status| Problem::from_status(&status))?;
        let codes = answer.into_inner().codes.into_iter();
        Ok(codes
            .map(|code| (code.entrant_id, code.expires_at_ms))
            .collect())
    }
}

pub(super) fn check_not_excluded(case: &Case, out_of: &[ExclusionScope]) -> Result<(), Problem> {
    let judged = case.state.check_not_excluded(out_of);
    judged.map_err(|refusal| problems::refused(&refusal))
}

/// The director handed the code out, so a later claim takes the seat over: a lost session is mended by a new code.
fn claimed(case: &Case, claim: &SeatClaim, now_ms: i64) -> Result<Vec<Event>, Problem> {
    let entrant = EntrantId(claim.entrant_id.clone());
    let account = AccountId(claim.account_id.clone());
    let operator = Some(&claim.operator_account_id).filter(|id| !id.is_empty());
    let known = case.state.entrant(&entrant);
    let holder = known.and_then(|known| known.account.as_ref());
    let mut commands = Vec::new();
    if holder == Some(&account) {
        return Err(Problem::new(
            Kind::Refused,
            "seat_held_already",
            "This account holds this seat already.",
        ));
    } else if holder.is_some() {
        interest::check_code(case, &entrant)?;
        commands.push(Command::ReleaseSeat {
            entrant: entrant.clone(),
        });
    }
    commands.push(Command::AssignSeat {
        entrant,
        account,
        operator: operator.cloned().map(AccountId),
    });
    decide_all(case, &commands, now_ms)
}

/// Who was entered by it is that one, on the list or the waiting list.
fn is_entry_of(event: &Event, entrant_id: &str) -> bool {
    match event {
        Event::EntrantRegistered(one) | Event::EntrantWaits(one) => one.entrant.0 == entrant_id,
        _ => false,
    }
}

fn operator_id(entrant_id: &str) -> String {
    identifier::derived_id(&["operator", entrant_id])
}
