//! Federations: who is a rating officer of which, and whom they let direct rated events.

use std::{collections::BTreeSet, sync::Arc};

use outflank_access::{Kind, Problem};
use outflank_tournament::{
    AccountId,
    federation::{self, FederationCommand, FederationEvent, FederationState},
};

use super::{
    App, check, problems,
    streams::{Folded, Stood},
};
use crate::records::Reason;

/// Texts about a federation are kept under this in front of its code.
const TEXTS: &str = "federation ";
/// Most bytes of a federation's name.
const LONGEST_NAME: usize = 100;

impl Folded for FederationState {
    type Event = FederationEvent;
    const KIND: &'static str = "federation";

    fn evolved(self, at_ms: i64, event: &FederationEvent) -> Self {
        self.evolve(at_ms, event)
    }

    fn contended() -> Problem {
        Problem::new(
            Kind::Conflict,
            "federation_contended",
            "Others changed this federation at the same moment again and again; send the same command once more.",
        )
    }
}

/// The federations whose rating officer somebody is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Offices(Arc<Vec<FederationState>>);

impl Offices {
    /// Whether they hold none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The federation in whose name they decide on events in that nation: its own before a confederation.
    pub(crate) fn over(&self, nation: &str) -> Option<&str> {
        let covering = self.0.iter().filter(|known| known.covers(nation));
        let first = covering.min_by_key(|known| (known.code != nation, &known.code));
        first.map(|known| known.code.as_str())
    }
}

/// What a federation is asked to become, and why, where that is to be said.
pub(crate) struct FederationAct<'a> {
    pub code: &'a str,
    pub actor: &'a str,
    pub command_id: &'a str,
    pub reason: Option<Reason>,
}

impl App {
    /// Every federation, by its code.
    pub(crate) async fn federations(&self) -> Result<Vec<Stood<FederationState>>, Problem> {
        let mut all = Vec::new();
        for code in self.all_stood::<FederationState>().await? {
            all.push(self.stood(&code).await?);
        }
        Ok(all)
    }

    /// Federations whose codes come after that one, so many at most, by their codes.
    pub(crate) async fn federations_after(
        &self,
        code: &str,
        most: usize,
    ) -> Result<Vec<Stood<FederationState>>, Problem> {
        let codes = self.all_stood::<FederationState>().await?;
        let mut some = Vec::new();
        for next in codes.iter().filter(|next| next.as_str() > code).take(most) {
            some.push(self.stood(next).await?);
        }
        Ok(some)
    }

    /// The federations whose officers decide on events in that nation.
    pub(crate) async fn federations_over(
        &self,
        nation: &str,
    ) -> Result<Vec<Stood<FederationState>>, Problem> {
        let mut all = self.federations().await?;
        all.retain(|known| known.state.covers(nation));
        Ok(all)
    }

    /// The federations whose rating officer an account is.
    pub(crate) async fn offices_of(
        &self,
        account: &AccountId,
    ) -> Result<Vec<Stood<FederationState>>, Problem> {
        let mut all = self.federations().await?;
        all.retain(|known| known.state.officers.contains_key(account));
        Ok(all)
    }

    /// The same, to decide on acts.
    pub(crate) async fn offices(&self, account: &AccountId) -> Result<Offices, Problem> {
        let held = self.offices_of(account).await?;
        let held = held.into_iter().map(|known| known.state).collect();
        Ok(Offices(Arc::new(held)))
    }

    /// Whom the federations over that nation let direct rated events.
    pub(crate) async fn approved_directors(
        &self,
        nation: &str,
    ) -> Result<BTreeSet<AccountId>, Problem> {
        let over = self.federations_over(nation).await?;
        let directors = over.into_iter().flat_map(|known| known.state.directors);
        Ok(directors.map(|(account, _)| account).collect())
    }

    /// A federation that is known.
    ///
    /// # Errors
    /// `unknown_federation`.
    pub(crate) async fn federation(&self, code: &str) -> Result<Stood<FederationState>, Problem> {
        let known: Stood<FederationState> = self.stood(&sought(code)?).await?;
        if known.seq == 0 {
            return Err(unknown(code));
        }
        Ok(known)
    }

    /// Decides on a federation and appends what it becomes.
    pub(crate) async fn change_federation(
        self: &Arc<Self>,
        act: FederationAct<'_>,
        command: FederationCommand,
    ) -> Result<Stood<FederationState>, Problem> {
        let registers = matches!(command, FederationCommand::Register { .. });
        let code = match sought(act.code) {
            Ok(code) => code,
            Err(_) if registers => {
                let refused = federation::decide(&FederationState::default(), &command);
                return Err(refused
                    .map_or_else(|refusal| problems::refused(&refusal), |_| unknown(act.code)));
            }
            Err(unknown) => return Err(unknown),
        };
        if !registers {
            self.federation(&code).await?;
        }
        let decide = |stood: &Stood<FederationState>, _: i64| {
            federation::decide(&stood.state, &command)
                .map_err(|refusal| problems::refused(&refusal))
        };
        let by = (act.actor, act.command_id);
        let texts = (&*texts_of(&code), act.reason.as_slice());
        self.change(&code, by, texts, decide).await
    }

    /// What officers wrote about a federation's directors, by id.
    pub(crate) async fn federation_texts(
        &self,
        code: &str,
    ) -> Result<std::collections::BTreeMap<String, String>, Problem> {
        self.records.reasons(&texts_of(code)).await
    }
}

/// A federation's name as it is kept.
pub(crate) fn federation_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    if name.is_empty() || name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Problem::new(
            Kind::Invalid,
            "bad_federation",
            "A federation's name has 1 to 100 bytes and no control characters.",
        ));
    }
    Ok(name.to_owned())
}

/// A reason that an officer gives, as a record of its own.
pub(crate) fn officers_reason(
    actor: &str,
    command_id: &str,
    code: &str,
    text: &str,
) -> Result<Reason, Problem> {
    Ok(Reason {
        reason_id: outflank_access::identifier::derived_id(&["reason", code, actor, command_id]),
        account_id: actor.to_owned(),
        round: 0,
        board: 0,
        reason: check::reason(text)?,
    })
}

fn texts_of(code: &str) -> String {
    format!("{TEXTS}{code}")
}

/// No federation stands under what is no code.
fn sought(code: &str) -> Result<String, Problem> {
    let letters =
        (3..=8).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if letters {
        return Ok(code.to_owned());
    }
    Err(unknown(code))
}

fn unknown(code: &str) -> Problem {
    outflank_access::problem!(
        Kind::NotFound,
        "unknown_federation",
        "No federation {code} is known here; an administrator makes it known.",
        code,
    )
}
