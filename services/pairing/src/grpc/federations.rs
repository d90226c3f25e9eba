//! Federations, their rating officers, and whom they let direct rated events.

use std::collections::BTreeMap;

use outflank_access::{Caller, Page, Problem, Standing};
use outflank_proto::{identity::v1::AccountName, pairing::v1 as proto};
use outflank_tournament::{
    AccountId,
    federation::{FederationCommand, FederationState},
};
use prost::Message;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, access_token, act, authorised, officials::account};
use crate::app::{App, Authority, FederationAct, Stood, federation_name, officers_reason};

impl PairingGrpc {
    pub(super) async fn list_federations(
        &self,
        request: Request<proto::ListFederationsRequest>,
    ) -> Answer<proto::ListFederationsResponse> {
        let caller = authorised(&request)?;
        let asked = request.get_ref();
        let account = match asked.mine {
            true => Some(AccountId(caller.person()?.account_id.clone())),
            false => None,
        };
        let query = ("federations", &account);
        let page: Page<String> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let after = page.after().cloned().unwrap_or_default();
        let known = match &account {
            Some(account) => {
                let mut held = self.0.offices_of(account).await?;
                held.retain(|one| one.state.code > after);
                held.truncate(page.sought());
                held
            }
            None => self.0.federations_after(&after, page.sought()).await?,
        };
        let (known, next_page_token) = page.cut(known, |last: &Stood<FederationState>| {
            last.state.code.clone()
        })?;
        let names = self.names_of(&known).await?;
        let mut federations = Vec::new();
        for one in &known {
            federations.push(self.federation_shown(one, &names).await?);
        }
        Ok(Response::new(proto::ListFederationsResponse {
            federations,
            next_page_token,
        }))
    }

    pub(super) async fn register_federation(
        &self,
        request: Request<proto::RegisterFederationRequest>,
    ) -> Answer<proto::FederationResponse> {
        self.administered(request, |asked| {
            Ok(FederationCommand::Register {
                code: asked.code.clone(),
                name: federation_name(&asked.name)?,
                members: asked.members.clone(),
            })
        })
        .await
    }

    pub(super) async fn change_federation(
        &self,
        request: Request<proto::ChangeFederationRequest>,
    ) -> Answer<proto::FederationResponse> {
        self.administered(request, |asked| {
            Ok(FederationCommand::Change {
                name: federation_name(&asked.name)?,
                members: asked.members.clone(),
            })
        })
        .await
    }

    pub(super) async fn appoint_rating_officer(
        &self,
        request: Request<proto::AppointRatingOfficerRequest>,
    ) -> Answer<proto::FederationResponse> {
        self.administered(request, |asked| {
            let account = account(&asked.account_id)?;
            Ok(FederationCommand::AppointOfficer { account })
        })
        .await
    }

    pub(super) async fn dismiss_rating_officer(
        &self,
        request: Request<proto::DismissRatingOfficerRequest>,
    ) -> Answer<proto::FederationResponse> {
        self.administered(request, |asked| {
            let account = account(&asked.account_id)?;
            Ok(FederationCommand::DismissOfficer { account })
        })
        .await
    }

    pub(super) async fn approve_director(
        &self,
        request: Request<proto::ApproveDirectorRequest>,
    ) -> Answer<proto::FederationResponse> {
        self.by_officer_of(request, |asked, (by, reason)| {
            let account = account(&asked.account_id)?;
            Ok(FederationCommand::ApproveDirector {
                account,
                reason,
                by,
            })
        })
        .await
    }

    pub(super) async fn withdraw_director(
        &self,
        request: Request<proto::WithdrawDirectorRequest>,
    ) -> Answer<proto::FederationResponse> {
        self.by_officer_of(request, |asked, (by, reason)| {
            let account = account(&asked.account_id)?;
            Ok(FederationCommand::WithdrawDirector {
                account,
                reason,
                by,
            })
        })
        .await
    }

    /// An administrator's act on a federation: identity says who is one.
    async fn administered<T: OnFederation>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T) -> Result<FederationCommand, Problem>,
    ) -> Answer<proto::FederationResponse> {
        let token = access_token(&request);
        let administrator = self.0.is_administrator(token.as_deref()).await?;
        Caller::of(&request)?.authorize(Standing {
            administrator,
            ..Standing::default()
        })?;
        let command = asks(request.get_ref())?;
        self.federation_changed(request, command, None).await
    }

    /// An act of a rating officer of that very federation, with a reason.
    async fn by_officer_of<T: OnFederation + Reasoned>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T, (AccountId, String)) -> Result<FederationCommand, Problem>,
    ) -> Answer<proto::FederationResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.get_ref();
        let by = AccountId(caller.person()?.account_id.clone());
        let known = self.0.federation(asked.code()).await;
        let officer = known
            .as_ref()
            .is_ok_and(|known| known.state.officers.contains_key(&by));
        caller.authorize(Standing {
            officer,
            ..Standing::default()
        })?;
        let act = act(&request, asked.command_id(), Authority::Account)?;
        let reason = officers_reason(&act.actor, &act.command_id, asked.code(), asked.reason())?;
        let command = asks(asked, (by, reason.reason_id.clone()))?;
        self.federation_changed(request, command, Some(reason))
            .await
    }

    async fn federation_changed<T: OnFederation>(
        &self,
        request: Request<T>,
        command: FederationCommand,
        reason: Option<crate::records::Reason>,
    ) -> Answer<proto::FederationResponse> {
        let act = act(&request, request.get_ref().command_id(), Authority::Account)?;
        let (app, code) = (self.app(), request.get_ref().code().to_owned());
        let known = App::detached(async move {
            let act = FederationAct {
                code: &code,
                actor: &act.actor,
                command_id: &act.command_id,
                reason,
            };
            app.change_federation(act, command).await
        })
        .await?;
        let known = std::slice::from_ref(&known);
        let names = self.names_of(known).await?;
        let mut shown = Vec::new();
        for one in known {
            shown.push(self.federation_shown(one, &names).await?);
        }
        Ok(Response::new(proto::FederationResponse {
            federation: shown.pop(),
        }))
    }

    async fn names_of(
        &self,
        known: &[Stood<FederationState>],
    ) -> Result<BTreeMap<String, String>, Problem> {
        let officers = known.iter().flat_map(|one| one.state.officers.keys());
        let directors = known.iter().flat_map(|one| one.state.directors.keys());
        let accounts: Vec<AccountId> = officers.chain(directors).cloned().collect();
        let named = self.0.account_names(accounts).await?.into_iter();
        Ok(named
            .map(
                |AccountName {
                     account_id,
                     display_name,
                     ..
                 }| (account_id, display_name),
            )
            .collect())
    }

    async fn federation_shown(
        &self,
        known: &Stood<FederationState>,
        names: &BTreeMap<String, String>,
    ) -> Result<proto::Federation, Problem> {
        let state = &known.state;
        let texts = self.0.federation_texts(&state.code).await?;
        let called = |account: &AccountId| names.get(account.as_str()).cloned().unwrap_or_default();
        Ok(proto::Federation {
            code: state.code.clone(),
            name: state.name.clone(),
            members: state.members.iter().cloned().collect(),
            officers: state
                .officers
                .iter()
                .map(|(account, at_ms)| proto::RatingOfficer {
                    account_id: account.0.clone(),
                    display_name: called(account),
                    at_ms: *at_ms,
                })
                .collect(),
            directors: state
                .directors
                .iter()
                .map(|(account, approved)| proto::ApprovedDirector {
                    account_id: account.0.clone(),
                    display_name: called(account),
                    at_ms: approved.at_ms,
                    by_account_id: approved.by.0.clone(),
                    reason: texts.get(&approved.reason).cloned().unwrap_or_default(),
                })
                .collect(),
            seq: known.seq,
        })
    }
}

/// A request that changes a federation.
trait OnFederation: Message {
    fn command_id(&self) -> &str;
    fn code(&self) -> &str;
}

/// A request that says why.
trait Reasoned {
    fn reason(&self) -> &str;
}

macro_rules! on_federation {
    ($($request:ident),* $(,)?) => {$(
        impl OnFederation for proto::$request {
            fn command_id(&self) -> &str {
                &self.command_id
            }

            fn code(&self) -> &str {
                &self.code
            }
        }
    )*};
}

macro_rules! reasoned {
    ($($request:ident),* $(,)?) => {$(
        impl Reasoned for proto::$request {
            fn reason(&self) -> &str {
                &self.reason
            }
        }
    )*};
}

on_federation!(
    AppointRatingOfficerRequest,
    ApproveDirectorRequest,
    ChangeFederationRequest,
    DismissRatingOfficerRequest,
    RegisterFederationRequest,
    WithdrawDirectorRequest,
);
reasoned!(ApproveDirectorRequest, WithdrawDirectorRequest);
