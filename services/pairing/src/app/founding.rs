//! Tournaments and their officials.

use std::{
    collections::BTreeSet,
    sync::{Arc, PoisonError},
};

use outflank_access::{Caller, Kind, Problem, identifier, problem};
use outflank_proto::identity::v1::{
    Account, GetAccountRequest, identity_service_client::IdentityServiceClient,
};
use outflank_tournament::{
    AccountId, Command, OfficialRole, Power, RuleSet, RuleSetOrigin, Seed, TournamentFacts,
};

use super::{
    App, check,
    description::NewDescription,
    execute::{Act, Authority, Decision, Done, decide_all, decide_unjudged},
    keeping::Record,
    problems,
    tournament::Tournament,
};
use crate::{Founding, records::DrawSecret};

/// A tournament as it was asked for.
#[derive(Debug, Clone)]
pub(crate) struct NewTournament {
    pub name: String,
    pub country: String,
    pub date: String,
    pub rule_set: String,
    /// Whose event it is; empty = the creator's.
    pub organiser_account_id: String,
    /// Empty = of no series.
    pub series: String,
    /// From 1; 0 = of no series.
    pub leg: u32,
    /// 0 = the rule set's.
    pub main_time_ms: i64,
    /// 0 = the rule set's.
    pub rounds: u32,
    /// The director's own copy, whole; empty = the preset with the values above.
    pub rule_set_json: String,
    /// A saved rule set; empty = none.
    pub saved_rule_set_id: String,
    /// 0 = its latest.
    pub saved_rule_set_version: u32,
    /// The second confirmation that deviations from the text need.
    pub accept_deviations: bool,
    /// Empty = the creator's account's.
    pub director_name: String,
    /// What it says of itself.
    pub description: NewDescription,
    /// The creator's access token, with which their account's name is asked for.
    pub access_token: Option<String>,
}

/// An appointment as it was asked for.
#[derive(Debug, Clone)]
pub(crate) struct NewOfficial {
    pub account_id: String,
    pub role: String,
    /// None: those of the role.
    pub powers: Vec<String>,
}

/// Longest beginning of a name that is said back.
const LONGEST_SAID_CHARS: usize = 64;

/// Where neither the creator nor their account gives a name.
const NAMELESS_DIRECTOR: &str = "Tournament director";

impl App {
    /// Creates a tournament with its creator as head director. Answers its id, which follows from the
    /// command.
    pub(crate) async fn create(
        self: &Arc<Self>,
        caller: &Caller,
        command_id: String,
        asked: &NewTournament,
    ) -> Result<String, Problem> {
        check::command_id(&command_id)?;
        let director = AccountId(caller.person()?.account_id.clone());
        let id = identifier::derived_id(&["tournament", &director.0, &command_id]);
        let act = Act {
            actor: director.0.clone(),
            command_id,
            // The auth layer let a member through; the entry itself makes the creator its head director.
            authority: Authority::Service,
        };
        if self.first_answer(&id, &act).await?.is_some() {
            return Ok(id);
        }
        self.check_may_found(&director.0, asked.access_token.as_deref())
            .await?;
        let facts = TournamentFacts {
            name: check::event_name(&asked.name)?,
            country: check::country(&asked.country)?,
            date: check::date(&asked.date)?,
            organiser: organiser_named(asked, &director)?,
            leg: check::leg(&asked.series, asked.leg)?,
            rehearsal_of: None,
        };
        self.check_may_hold(&facts, &director, asked.access_token.as_deref())
            .await?;
        let director_name = check::director_name(&asked.director_name)?;
        let description = asked.description.checked()?;
        let (rules, origin) = self.rules_asked(asked, &director).await?;
        let accept_deviations = asked.accept_deviations;
        let founding = move |anchor: Seed| Command::CreateTournament {
            facts: facts.clone(),
            rule_set: RuleSet::clone(&rules),
            origin: origin.clone(),
            draw_anchor: anchor,
            head_director: director.clone(),
            accept_deviations,
        };
        let candidate = DrawSecret::random()?;
        decide_unjudged(
            &Tournament::empty(&id),
            &[founding(anchor_of(&candidate)?)],
            self.clock.now_ms(),
        )?;
        let director_name = if director_name.is_empty() {
            self.account_name(asked.access_token.as_deref()).await
        } else {
            director_name
        };
        let secret = self.records.keep_draw_secret(&id, &candidate).await?;
        let mut commands = vec![founding(anchor_of(&secret)?)];
        let (describing, texts) = description.at_founding((&act, &id)).unzip();
        commands.extend(describing);
        let record = Record::Founded(director_name, texts.unwrap_or_default());
        self.execute(&id, &act, move |tournament, now_ms| {
            Ok(Decision {
                events: decide_all(tournament, &commands, now_ms)?,
                record: Some(record.clone()),
            })
        })
        .await?;
        Ok(id)
    }

    /// The rules of a new tournament, and the saved rule set that they are a version of.
    async fn rules_asked(
        &self,
        asked: &NewTournament,
        founder: &AccountId,
    ) -> Result<(RuleSet, Option<RuleSetOrigin>), Problem> {
        let (document, saved) = (&asked.rule_set_json, &asked.saved_rule_set_id);
        let taken = self.rules_taken(document, (saved, asked.saved_rule_set_version), &founder.0);
        if let Some(rules) = taken.await? {
            return Ok(rules);
        }
        let rules = check::rule_set(&asked.rule_set, asked.main_time_ms, asked.rounds)?;
        Ok((rules, None))
    }

    /// Rules given as a document or taken from the library, where either is said; version 0 = the latest.
    pub(crate) async fn rules_taken(
        &self,
        document: &str,
        (saved, version): (&str, u32),
        account: &str,
    ) -> Result<Option<(RuleSet, Option<RuleSetOrigin>)>, Problem> {
        match (document.is_empty(), saved.is_empty()) {
            (true, true) if version == 0 => Ok(None),
            (true, false) => {
                let (rules, origin) = self.rules_to_take(account, saved, version).await?;
                Ok(Some((rules, Some(origin))))
            }
            (false, true) if version == 0 => Ok(Some((check::rule_set_document(document)?, None))),
            _ => Err(problems::bad_rules_choice()),
        }
    }

    /// Lets an account found events whatever the policy says, while this process runs.
    pub(crate) fn admit_founder(&self, account_id: &str) {
        self.founders
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(account_id.to_owned());
    }

    /// Who may found events here.
    pub(crate) const fn founding(&self) -> Founding {
        self.policy.founding
    }

    pub(super) async fn check_may_found(
        &self,
        account_id: &str,
        access_token: Option<&str>,
    ) -> Result<(), Problem> {
        let admitted = self
            .founders
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .contains(account_id);
        let open = self.founding() == Founding::Accounts;
        if admitted || open || self.is_administrator(access_token).await? {
            return Ok(());
        }
        Err(problems::founding_closed())
    }

    /// Whether an access token belongs to an administrator. Without identity nobody is known to be one.
    pub(crate) async fn is_administrator(
        &self,
        access_token: Option<&str>,
    ) -> Result<bool, Problem> {
        Ok(self.account(access_token).await?.administrator)
    }

    async fn account(&self, access_token: Option<&str>) -> Result<Account, Problem> {
        let request = outflank_transport::for_person(GetAccountRequest {}, access_token);
        let mut identity = IdentityServiceClient::new(self.identity.clone());
        let answer = identity.get_account(request).await;
        answer
            .map_err(|status| Problem::from_status(&status))?
            .into_inner()
            .account
            .ok_or_else(|| Problem::internal("identity answered without an account"))
    }

    /// Who operates the account that an access token belongs to, where it is a program's.
    pub(crate) async fn operator_of(
        &self,
        access_token: Option<&str>,
    ) -> Result<Option<AccountId>, Problem> {
        let operator = self.account(access_token).await?.operator_account_id;
        Ok((!operator.is_empty()).then_some(AccountId(operator)))
    }

    /// The name of the account that an access token belongs to.
    pub(super) async fn account_name(&self, access_token: Option<&str>) -> String {
        match self.account(access_token).await {
            Ok(account) => Some(account.display_name),
            Err(problem) => {
                tracing::warn!(%problem, "the director's name is not known");
                None
            }
        }
        .and_then(|name| check::director_name(&name).ok())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| NAMELESS_DIRECTOR.to_owned())
    }

    /// Makes an account an official, with chosen powers where some are named.
    pub(crate) async fn appoint(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        asked: &NewOfficial,
    ) -> Result<Done, Problem> {
        identifier::check_person_id(&asked.account_id)?;
        let Some(role) = OfficialRole::named(&asked.role) else {
            return Err(problems::invalid(
                "bad_role",
                "An official is a head_director, an assistant_director, a table_judge, a monitor, a \
                 head_arbiter or an organiser.",
            ));
        };
        let powers = powers(&asked.powers)?;
        let (account, by) = (AccountId(asked.account_id.clone()), act.by());
        self.execute_consented(tournament_id, act, move |consents| {
            Command::AppointOfficial {
                account: account.clone(),
                role,
                by: by.clone(),
                consents,
                powers: powers.clone(),
            }
        })
        .await
    }
}

/// The powers of those names; `None` where none is named.
fn powers(names: &[String]) -> Result<Option<BTreeSet<Power>>, Problem> {
    if names.is_empty() {
        return Ok(None);
    }
    let named = |name: &String| {
        Power::named(name).ok_or_else(|| {
            problem!(
                Kind::Invalid,
                "bad_power",
                "There is no power {power:?} of an official.",
                power = outflank_access::beginning(name, LONGEST_SAID_CHARS),
            )
        })
    };
    names.iter().map(named).collect::<Result<_, _>>().map(Some)
}

/// Another organiser than the founder.
fn organiser_named(
    asked: &NewTournament,
    founder: &AccountId,
) -> Result<Option<AccountId>, Problem> {
    let named = &asked.organiser_account_id;
    if named.is_empty() || *named == founder.0 {
        return Ok(None);
    }
    identifier::check_person_id(named)?;
    Ok(Some(AccountId(named.clone())))
}

fn anchor_of(secret: &DrawSecret) -> Result<Seed, Problem> {
    secret
        .link(0)
        .ok_or_else(|| Problem::internal("a hash chain has no end"))
}
