//! Entry, nations, presence, computer programs.

use std::collections::BTreeMap;

use outflank_access::{Caller, Page, Problem, identifier::check_person_id};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    Absence, Accommodation, AccountId, Categories, Command, EntrantId, EntrantState,
    LateChangePermission, PermittedLateChange, TournamentState,
};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, access_token, act,
    acts::{ActRequest, ForEntrant},
    entry,
};
use crate::app::{App, Authority, NewEntrant, check, entrant_of_account, invalid};

impl PairingGrpc {
    pub(super) async fn enter_tournament(
        &self,
        request: Request<proto::EnterTournamentRequest>,
    ) -> Answer<proto::EnterTournamentResponse> {
        let act = act(&request, &request.get_ref().command_id, Authority::Account)?;
        let token = access_token(&request);
        // A program has no password.
        let operator = if Caller::of(&request)?.person()?.light {
            self.0.operator_of(token.as_deref()).await?
        } else {
            None
        };
        let asked = request.into_inner();
        let new = NewEntrant {
            surname: asked.surname,
            given_names: asked.given_names,
            country: asked.country,
            federation_number: asked.federation_number,
            categories: categories(asked.categories),
            representation: entry::representation(asked.representation),
            accept_rules: asked.accept_rules,
            ..NewEntrant::default()
        };
        let app = self.app();
        let enter = async move {
            app.enter(&asked.tournament_id, &act, (&new, operator))
                .await
        };
        let entered = App::detached(enter).await?;
        Ok(Response::new(proto::EnterTournamentResponse {
            entrant_id: entered.entrant_id,
            seq: entered.done.seq,
            waiting: entered.waiting,
        }))
    }

    pub(super) async fn invite_entrant(
        &self,
        request: Request<proto::InviteEntrantRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            let account = account(&asked.account_id)?;
            Ok(ActRequest::from(Command::InviteEntrant {
                entrant: entrant_of_account(&asked.tournament_id, &account),
                account: Some(account),
            }))
        })
        .await
    }

    pub(super) async fn dismiss_official(
        &self,
        request: Request<proto::DismissOfficialRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_head_director(request, |asked, _| {
            let account = account(&asked.account_id)?;
            Ok(ActRequest::from(Command::DismissOfficial { account }))
        })
        .await
    }

    pub(super) async fn revoke_invitation(
        &self,
        request: Request<proto::RevokeInvitationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            let account = account(&asked.account_id)?;
            Ok(ActRequest::from(Command::RevokeInvitation {
                entrant: entrant_of_account(&asked.tournament_id, &account),
            }))
        })
        .await
    }

    pub(super) async fn enter_nation(
        &self,
        request: Request<proto::EnterNationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            let nation = asked.nation.clone().unwrap_or_default();
            Ok(ActRequest::from(Command::EnterNation(entry::nation(
                &nation,
            )?)))
        })
        .await
    }

    pub(super) async fn remove_nation(
        &self,
        request: Request<proto::RemoveNationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            Ok(ActRequest::from(Command::RemoveNation {
                country: check::country(&asked.country)?,
            }))
        })
        .await
    }

    pub(super) async fn permit_late_change(
        &self,
        request: Request<proto::PermitLateChangeRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_head_director(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
            Ok(ActRequest {
                command: Command::PermitLateChange(LateChangePermission {
                    ruling: act.made("ruling", &asked.tournament_id),
                    country: check::country(&asked.country)?,
                    reason: writing.id.clone(),
                    by: act.by(),
                }),
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn name_group_a(
        &self,
        request: Request<proto::NameGroupARequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            Ok(ActRequest::from(Command::NameGroupA {
                entrants: asked.entrant_ids.iter().cloned().map(EntrantId).collect(),
            }))
        })
        .await
    }

    pub(super) async fn open_check_in(
        &self,
        request: Request<proto::OpenCheckInRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            Ok(Command::OpenCheckIn { round: asked.round }.into())
        })
        .await
    }

    pub(super) async fn close_check_in(
        &self,
        request: Request<proto::CloseCheckInRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            Ok(Command::CloseCheckIn { round: asked.round }.into())
        })
        .await
    }

    pub(super) async fn check_in(
        &self,
        request: Request<proto::CheckInRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, _| {
            let entrant = asked.entrant();
            Ok(Command::CheckIn { entrant }.into())
        })
        .await
    }

    pub(super) async fn announce_absence(
        &self,
        request: Request<proto::AnnounceAbsenceRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, _| {
            Ok(ActRequest::from(Command::AnnounceAbsence {
                entrant: asked.entrant(),
                rounds: asked.rounds.clone(),
            }))
        })
        .await
    }

    pub(super) async fn end_absence(
        &self,
        request: Request<proto::EndAbsenceRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, _| {
            let entrant = asked.entrant();
            Ok(Command::EndAbsence { entrant }.into())
        })
        .await
    }

    pub(super) async fn record_no_show(
        &self,
        request: Request<proto::RecordNoShowRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            let absent = match (asked.black_absent, asked.white_absent) {
                (true, true) => Absence::Both,
                (true, false) => Absence::Black,
                (false, true) => Absence::White,
                (false, false) => {
                    return Err(invalid(
                        "nobody_absent",
                        "Say who did not appear: black, white or both.",
                    ));
                }
            };
            let (round, table) = (asked.round, asked.table);
            Ok(ActRequest {
                command: Command::RecordNoShow {
                    round,
                    table,
                    absent,
                },
                writing: None,
            })
        })
        .await
    }

    pub(super) async fn grant_accommodation(
        &self,
        request: Request<proto::GrantAccommodationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            let assistant = match asked.assistant_account_id.as_str() {
                "" => None,
                id => Some(account(id)?),
            };
            Ok(ActRequest::from(Command::GrantAccommodation {
                entrant: EntrantId(asked.entrant_id.clone()),
                accommodation: Accommodation {
                    extra_ms: asked.extra_ms,
                    assistant,
                    sight_impaired: asked.sight_impaired,
                },
                accept_deviations: asked.accept_deviations,
            }))
        })
        .await
    }

    /// Who has special needs is the directors' to know.
    pub(super) async fn list_accommodations(
        &self,
        request: Request<proto::ListAccommodationsRequest>,
    ) -> Answer<proto::ListAccommodationsResponse> {
        let caller = Caller::of(&request)?;
        let id = &request.get_ref().tournament_id;
        self.0.check_official(id, &caller).await?;
        let tournament = self.0.tournament(id).await?;
        let asked = request.get_ref();
        let query = ("accommodations", id);
        let page: Page<String> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let mut granted: Vec<&EntrantState> = tournament
            .state
            .entrants
            .iter()
            .filter(|known| known.accommodation != Accommodation::default())
            .filter(|known| page.after().is_none_or(|after| known.id.0 > *after))
            .collect();
        granted.sort_by(|one, other| one.id.cmp(&other.id));
        let (granted, next_page_token) = page.cut(granted, |last| last.id.0.clone())?;
        Ok(Response::new(proto::ListAccommodationsResponse {
            accommodations: granted.into_iter().filter_map(accommodation).collect(),
            next_page_token,
        }))
    }

    pub(super) async fn refuse_computers(
        &self,
        request: Request<proto::RefuseComputersRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, _| {
            Ok(ActRequest::from(Command::RefuseComputers {
                entrant: asked.entrant(),
                rather_than_bye: asked.rather_than_bye,
            }))
        })
        .await
    }

    pub(super) async fn accept_computers(
        &self,
        request: Request<proto::AcceptComputersRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, _| {
            let entrant = asked.entrant();
            Ok(Command::AcceptComputers { entrant }.into())
        })
        .await
    }

    pub(super) async fn set_computer_parameters(
        &self,
        request: Request<proto::SetComputerParametersRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.parameters, (0, 0))?;
            Ok(ActRequest {
                command: Command::SetComputerParameters {
                    entrant: asked.entrant(),
                    parameters: writing.id.clone(),
                },
                writing: Some(writing),
            })
        })
        .await
    }
}

/// What an entrant is granted; `None` where nothing is.
pub(super) fn accommodation(known: &EntrantState) -> Option<proto::Accommodation> {
    let granted = &known.accommodation;
    let assistant = granted.assistant.as_ref();
    (*granted != Accommodation::default()).then(|| proto::Accommodation {
        entrant_id: known.id.0.clone(),
        extra_ms: granted.extra_ms,
        assistant_account_id: assistant
            .map(|account| account.0.clone())
            .unwrap_or_default(),
        sight_impaired: granted.sight_impaired,
    })
}

/// The permissions to change a nation's team late; why, where the texts are given.
pub(super) fn late_changes(
    state: &TournamentState,
    texts: Option<&BTreeMap<String, String>>,
) -> Vec<proto::LateChange> {
    let text = |id: &str| texts.and_then(|texts| texts.get(id)).cloned();
    let permitted = state.teams.late_changes.iter();
    permitted
        .map(
            |PermittedLateChange { permission, at_ms }| proto::LateChange {
                country: permission.country.clone(),
                by_account_id: permission.by.0.clone(),
                at_ms: *at_ms,
                reason: text(&permission.reason).unwrap_or_default(),
            },
        )
        .collect()
}

pub(super) fn categories(asked: Option<proto::Categories>) -> Categories {
    let asked = asked.unwrap_or_default();
    Categories {
        woman: asked.woman,
        junior: asked.junior,
        senior: asked.senior,
    }
}

fn account(id: &str) -> Result<AccountId, Problem> {
    check_person_id(id)?;
    Ok(AccountId(id.to_owned()))
}
