//! Officials who play: what they may do, consents, and what is noted.

use outflank_access::{Caller, identifier::check_account_id};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    AccountId, Answer as TableAnswer, Consent, Deed, EntrantId, Interest, NotedInterest,
};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, act};
use crate::app::{App, Authority};

impl PairingGrpc {
    pub(super) async fn get_interests(
        &self,
        request: Request<proto::GetInterestsRequest>,
    ) -> Answer<proto::GetInterestsResponse> {
        let account = AccountId(Caller::of(&request)?.person()?.account_id.clone());
        let tournament = self.0.tournament(&request.get_ref().tournament_id).await?;
        let state = &tournament.state;
        let ids = |entrants: Vec<&EntrantId>| entrants.iter().map(|id| id.0.clone()).collect();
        let of_caller = |given: &&Consent| given.official == account || given.by == account;
        let role = state.role_of(&account).official;
        let officer = state.officer(&account, role);
        let office = state.appointment_of(&account);
        let table = self.0.interests;
        let acts = state.rule_set.iter().flat_map(|rules| {
            let office = office.clone();
            Deed::ALL.iter().map(move |&deed| {
                let directors = (rules, state.is_directed_alone(deed));
                let answer = |interest| word(table.answer_to((deed, interest), directors));
                proto::ActAnswer {
                    act: deed.name().to_owned(),
                    own_game: answer(Interest::OwnGame),
                    opponent: answer(Interest::Opponent),
                    rival: answer(Interest::Rival),
                    in_office: office
                        .as_ref()
                        .is_some_and(|office| deed.is_office_of(office, rules)),
                }
            })
        });
        Ok(Response::new(proto::GetInterestsResponse {
            entrant_ids: ids(officer.own()),
            opponent_entrant_ids: ids(officer.opponents()),
            shared_entrant_ids: ids(officer.shared()),
            acts: acts.collect(),
            consents: state
                .interests
                .consents
                .iter()
                .filter(of_caller)
                .map(consent)
                .collect(),
        }))
    }

    pub(super) async fn give_consent(
        &self,
        request: Request<proto::GiveConsentRequest>,
    ) -> Answer<proto::GiveConsentResponse> {
        let act = act(&request, &request.get_ref().command_id, Authority::Account)?;
        let asked = request.into_inner();
        check_account_id(&asked.official_account_id)?;
        let consent_id = act.made("consent", &asked.tournament_id);
        let board = (asked.round, asked.table);
        let consent = Consent {
            consent: consent_id.clone(),
            act: asked.act,
            official: AccountId(asked.official_account_id),
            board: (board != (0, 0)).then(|| board.into()),
            entrant: (!asked.entrant_id.is_empty()).then_some(EntrantId(asked.entrant_id)),
            by: act.by(),
            holder: None,
        };
        let (app, id) = (self.app(), asked.tournament_id);
        let done = App::detached(async move { app.consent(&id, &act, consent).await }).await?;
        Ok(Response::new(proto::GiveConsentResponse {
            consent_id,
            seq: done.seq,
        }))
    }
}

fn word(answer: TableAnswer) -> String {
    match answer {
        TableAnswer::Allowed => "allowed",
        TableAnswer::Logged => "logged",
        TableAnswer::Consent => "consent",
        TableAnswer::Refused => "refused",
    }
    .to_owned()
}

fn consent(given: &Consent) -> proto::Consent {
    let (round, table) = given.board.map_or((0, 0), Into::into);
    proto::Consent {
        id: given.consent.clone(),
        act: given.act.clone(),
        official_account_id: given.official.0.clone(),
        round,
        table,
        entrant_id: given
            .entrant
            .as_ref()
            .map(|id| id.0.clone())
            .unwrap_or_default(),
        by_account_id: given.by.0.clone(),
    }
}

/// As the list of rulings shows it.
pub(super) fn noted(known: &NotedInterest) -> proto::NotedInterest {
    let (round, table) = known.board.map_or((0, 0), Into::into);
    proto::NotedInterest {
        seq: known.seq,
        at_ms: known.at_ms,
        act: known.act.clone(),
        interest: known.interest.name().to_owned(),
        by_account_id: known.by.0.clone(),
        round,
        table,
        entrant_id: known
            .entrant
            .as_ref()
            .map(|id| id.0.clone())
            .unwrap_or_default(),
        consented_account_ids: known
            .consents
            .iter()
            .map(|given| given.by.0.clone())
            .collect(),
    }
}
