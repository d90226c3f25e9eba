//! What rating officers do with confirmed events.

use outflank_access::{Caller, Kind, Page, Problem, Standing};
use outflank_formats::CivilDate;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{AccountId, Command};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, act,
    acts::{ActRequest, Addressed, act_response},
    authorised, rules,
};
use crate::{
    app::{Act, App, Authority, KnownBy, Offices, StandsOut, nation, reads_reasons},
    records::{IndexRow, RatingKey},
};

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

impl PairingGrpc {
    pub(super) async fn approve_event(
        &self,
        request: Request<proto::ApproveEventRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = self.officers_act(&request).await?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            app.approve_event(&asked.tournament_id, &act, &asked.reason)
                .await
        })
        .await?;
        Ok(Response::new(act_response(&done)))
    }

    pub(super) async fn withdraw_approval(
        &self,
        request: Request<proto::WithdrawApprovalRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_officer(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
            Ok(ActRequest {
                command: Command::WithdrawApproval {
                    reason: writing.id.clone(),
                    by: act.by(),
                },
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn release_rating_file(
        &self,
        request: Request<proto::ReleaseRatingFileRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = self.officers_act(&request).await?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            let ranking_version = asked.ranking_version;
            app.release_rating_file(&asked.tournament_id, &act, ranking_version, &asked.reason)
                .await
        })
        .await?;
        Ok(Response::new(act_response(&done)))
    }

    pub(super) async fn return_rating_file(
        &self,
        request: Request<proto::ReturnRatingFileRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_officer(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
            Ok(ActRequest {
                command: Command::ReturnRatingFile {
                    reason: writing.id.clone(),
                    by: act.by(),
                },
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn file_complaint(
        &self,
        request: Request<proto::FileComplaintRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_account(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.text, (0, 0))?;
            Ok(ActRequest {
                command: Command::FileComplaint {
                    complaint: act.made("complaint", &asked.tournament_id),
                    text: writing.id.clone(),
                    by: act.by(),
                },
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn answer_complaint(
        &self,
        request: Request<proto::AnswerComplaintRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_officer(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.text, (0, 0))?;
            Ok(ActRequest {
                command: Command::AnswerComplaint {
                    complaint: asked.complaint_id.clone(),
                    text: writing.id.clone(),
                    by: act.by(),
                },
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn renumber_player(
        &self,
        request: Request<proto::RenumberPlayerRequest>,
    ) -> Answer<proto::RenumberPlayerResponse> {
        let caller = Caller::of(&request)?;
        let account = AccountId(caller.person()?.account_id.clone());
        let offices = self.0.offices(&account).await?;
        caller.authorize(Standing {
            officer: !offices.is_empty(),
            ..Standing::default()
        })?;
        let act = act(&request, &request.get_ref().command_id, |caller| {
            Authority::Officer(caller, offices)
        })?;
        let asked = request.into_inner();
        let app = self.app();
        let all = App::detached(async move {
            let known_by = KnownBy {
                number: asked.to,
                surname: asked.surname,
                given_names: asked.given_names,
            };
            app.renumber_player(asked.federation_number, &act, &known_by, &asked.reason)
                .await
        })
        .await?;
        let events = all.into_iter().map(|one| proto::RenumberedEvent {
            tournament_id: one.tournament_id,
            name: one.name,
            refusal: one.refused.map(Into::into),
        });
        Ok(Response::new(proto::RenumberPlayerResponse {
            events: events.collect(),
        }))
    }

    pub(super) async fn list_rating_events(
        &self,
        request: Request<proto::ListRatingEventsRequest>,
    ) -> Answer<proto::ListRatingEventsResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let query = (
            "rating events",
            &asked.federation,
            &asked.state,
            &asked.released_by,
        );
        let page: Page<RatingKey> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let before_ms = match asked.released_by.as_str() {
            "" => None,
            day => Some(end_of(day)?),
        };
        let rows = self
            .0
            .rating_events((&asked.federation, &asked.state, before_ms), &page)
            .await?;
        let (rows, next_page_token) = page.cut(rows, |last| RatingKey {
            since_ms: last.rating_since_ms,
            tournament_id: last.tournament_id.clone(),
        })?;
        Ok(Response::new(proto::ListRatingEventsResponse {
            events: rows.into_iter().map(rating_event).collect(),
            next_page_token,
        }))
    }

    pub(super) async fn get_rating_checks(
        &self,
        request: Request<proto::GetRatingChecksRequest>,
    ) -> Answer<proto::GetRatingChecksResponse> {
        let caller = authorised(&request)?;
        let account = AccountId(caller.person()?.account_id.clone());
        let id = &request.get_ref().tournament_id;
        let tournament = self.0.tournament(id).await?;
        let state = &tournament.state;
        let offices = self.0.offices(&account).await?;
        let officer = offices.over(nation(state)).is_some();
        let over = self.0.federations_over(nation(state)).await?;
        let own = over.iter().find(|known| known.state.code == nation(state));
        let federation = own.or_else(|| over.first());
        let reasons = if reads_reasons(state, &account, officer) {
            self.0.records().reasons(id).await?
        } else {
            std::collections::BTreeMap::new()
        };
        let said = |id: &str| reasons.get(id).cloned().unwrap_or_default();
        let office = &state.office;
        Ok(Response::new(proto::GetRatingChecksResponse {
            tournament_id: id.clone(),
            seq: tournament.seq,
            state: state
                .rating_standing()
                .map(|standing| standing.name().to_owned())
                .unwrap_or_default(),
            federation: federation
                .map(|known| known.state.code.clone())
                .unwrap_or_default(),
            officer,
            checks: self
                .0
                .stands_out(&tournament)
                .await?
                .into_iter()
                .map(check)
                .collect(),
            released_at_ms: office.first_released_ms.unwrap_or_default(),
            returned: office
                .returned
                .as_ref()
                .map(|returned| proto::ReturnedRatingFile {
                    by_account_id: returned.by.0.clone(),
                    at_ms: returned.at_ms,
                    reason: said(&returned.reason),
                }),
            corrections: office
                .pending
                .iter()
                .map(|change| proto::PendingCorrection {
                    at_ms: change.at_ms,
                    cause: change.cause.name().to_owned(),
                    reason: change.reason.as_deref().map(said).unwrap_or_default(),
                })
                .collect(),
            released_by_account_id: office
                .last_officer
                .as_ref()
                .map(|by| by.0.clone())
                .unwrap_or_default(),
        }))
    }

    pub(super) async fn list_complaints(
        &self,
        request: Request<proto::ListComplaintsRequest>,
    ) -> Answer<proto::ListComplaintsResponse> {
        let caller = authorised(&request)?;
        let account = AccountId(caller.person()?.account_id.clone());
        let asked = request.get_ref();
        let id = &asked.tournament_id;
        let page: Page<(i64, String)> = Page::asked(
            asked.page_size,
            &asked.page_token,
            &("complaints", id, &account),
        )?;
        let tournament = self.0.tournament(id).await?;
        let officer = self.0.offices(&account).await?;
        let officer = officer.over(nation(&tournament.state)).is_some();
        let after = page.after().cloned().unwrap_or_default();
        let mut filed: Vec<_> = tournament
            .state
            .office
            .complaints
            .iter()
            .filter(|(_, known)| officer || known.by == account)
            .filter(|(id, known)| (known.at_ms, (*id).clone()) > after)
            .collect();
        filed.sort_by_key(|(id, known)| (known.at_ms, (*id).clone()));
        filed.truncate(page.sought());
        let (filed, next_page_token) =
            page.cut(filed, |(id, known)| (known.at_ms, (*id).clone()))?;
        let texts = self.0.records().reasons(id).await?;
        let by: Vec<AccountId> = filed.iter().map(|(_, known)| known.by.clone()).collect();
        let names = self.0.account_names(by).await?;
        let said = |id: &str| texts.get(id).cloned().unwrap_or_default();
        let complaints = filed.into_iter().map(|(id, known)| proto::Complaint {
            id: id.clone(),
            by_account_id: known.by.0.clone(),
            by_name: names
                .iter()
                .find(|one| one.account_id == known.by.0)
                .map(|one| one.display_name.clone())
                .unwrap_or_default(),
            at_ms: known.at_ms,
            text: said(&known.text),
            answer: known.answer.as_ref().map(|answer| proto::ComplaintAnswer {
                by_account_id: answer.by.0.clone(),
                at_ms: answer.at_ms,
                text: said(&answer.reason),
            }),
        });
        Ok(Response::new(proto::ListComplaintsResponse {
            complaints: complaints.collect(),
            next_page_token,
        }))
    }

    /// An act of a rating officer of the host nation's federation, or of one over it.
    async fn by_officer<T: Addressed>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T, &Act) -> Result<ActRequest, Problem>,
    ) -> Answer<proto::ActResponse> {
        let act = self.officers_act(&request).await?;
        self.done(request.get_ref(), act, asks).await
    }

    async fn officers_act<T: Addressed>(&self, request: &Request<T>) -> Result<Act, Problem> {
        self.with_offices(request, Authority::Officer).await
    }

    /// An act on authority that the caller's offices may give. Whether they cover the event is judged on the state that the
    /// act continues.
    pub(super) async fn with_offices<T: Addressed>(
        &self,
        request: &Request<T>,
        authority: impl FnOnce(Caller, Offices) -> Authority,
    ) -> Result<Act, Problem> {
        let caller = Caller::of(request)?;
        let account = AccountId(caller.person()?.account_id.clone());
        let offices = self.0.offices(&account).await?;
        let id = request.get_ref().command_id();
        act(request, id, |caller| authority(caller, offices))
    }
}

fn rating_event(row: IndexRow) -> proto::RatingEvent {
    proto::RatingEvent {
        state: row.rating_state.clone(),
        since_ms: row.rating_since_ms,
        released_at_ms: row.first_released_ms,
        tournament: Some(row.summary()),
    }
}

fn check(one: StandsOut) -> proto::RatingCheck {
    let (round, table) = one.board.unwrap_or_default();
    proto::RatingCheck {
        kind: one.kind.to_owned(),
        weight: one.weight.name().to_owned(),
        sentence: one.sentence,
        entrant_ids: one.entrants.into_iter().map(|entrant| entrant.0).collect(),
        round,
        table,
        departure: one.departure.map(rules::deviation),
    }
}

/// The first moment after a day, in ms since 1970, UTC.
fn end_of(day: &str) -> Result<i64, Problem> {
    let days = CivilDate::from_hyphens(day).map(CivilDate::days_since_1970);
    let end = days.and_then(|days| days.checked_add(1)?.checked_mul(DAY_MS));
    end.ok_or_else(|| {
        Problem::new(
            Kind::Invalid,
            "bad_rating_query",
            "A deadline is a day of the calendar, written YYYY-MM-DD.",
        )
    })
}
