//! Events: founding, lists, officials, the confirmation.

use std::sync::Arc;

use outflank_access::{Page, Problem};
use outflank_proto::pairing::v1 as proto;
use prost::Message as _;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, access_token, authorised, description, head_director, official};
use crate::{
    app::{App, NewOfficial, NewTournament},
    records::{Held, IndexRow},
};

impl PairingGrpc {
    /// A tournament as it is shown.
    pub(super) async fn view(
        &self,
        tournament_id: &str,
    ) -> Result<proto::GetTournamentResponse, Problem> {
        let answer = self.0.view(tournament_id).await?;
        proto::GetTournamentResponse::decode(answer).map_err(Problem::internal)
    }

    pub(super) fn app(&self) -> Arc<App> {
        Arc::clone(&self.0)
    }

    pub(super) async fn create_tournament(
        &self,
        request: Request<proto::CreateTournamentRequest>,
    ) -> Answer<proto::CreateTournamentResponse> {
        let caller = authorised(&request)?;
        let access_token = access_token(&request);
        let asked = request.into_inner();
        let new = NewTournament {
            name: asked.name,
            country: asked.country,
            date: asked.date,
            rule_set: asked.rule_set,
            organiser_account_id: asked.organiser_account_id,
            series: asked.series,
            leg: asked.leg,
            main_time_ms: asked.main_time_ms,
            rounds: asked.swiss_rounds,
            rule_set_json: asked.rule_set_json,
            saved_rule_set_id: asked.saved_rule_set_id,
            saved_rule_set_version: asked.saved_rule_set_version,
            accept_deviations: asked.accept_deviations,
            director_name: asked.director_name,
            description: description::asked_for(asked.description),
            access_token,
        };
        let app = self.app();
        let id =
            App::detached(async move { app.create(&caller, asked.command_id, &new).await }).await?;
        Ok(Response::new(proto::CreateTournamentResponse {
            tournament: self.view(&id).await?.tournament,
        }))
    }

    pub(super) async fn list_tournaments(
        &self,
        request: Request<proto::ListTournamentsRequest>,
    ) -> Answer<proto::ListTournamentsResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let page = Page::asked(asked.page_size, &asked.page_token, &"tournaments")?;
        let rows = self.0.tournaments(&page).await?;
        let (rows, next_page_token) =
            page.cut(rows, |last| (last.date.clone(), last.tournament_id.clone()))?;
        Ok(Response::new(proto::ListTournamentsResponse {
            tournaments: rows.into_iter().map(IndexRow::summary).collect(),
            next_page_token,
        }))
    }

    pub(super) async fn list_seats(
        &self,
        request: Request<proto::ListSeatsRequest>,
    ) -> Answer<proto::ListSeatsResponse> {
        let caller = authorised(&request)?;
        let account = &caller.person()?.account_id;
        let asked = request.get_ref();
        let query = ("seats", account);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let held = self.0.held_by(account, &page).await?;
        let (held, next_page_token) = page.cut(held, |last| last.key.clone())?;
        let mut answer = proto::ListSeatsResponse {
            next_page_token,
            ..proto::ListSeatsResponse::default()
        };
        for Held { key, entrant_id } in held {
            let tournament_id = key.tournament_id;
            match entrant_id {
                Some(entrant_id) => answer.seats.push(proto::Seat {
                    tournament_id,
                    entrant_id,
                }),
                None => answer.directed_tournament_ids.push(tournament_id),
            }
        }
        Ok(Response::new(answer))
    }

    pub(super) async fn appoint_official(
        &self,
        request: Request<proto::AppointOfficialRequest>,
    ) -> Answer<proto::AppointOfficialResponse> {
        let act = head_director(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            let new = NewOfficial {
                account_id: asked.account_id,
                role: asked.role,
                powers: asked.powers,
            };
            app.appoint(&asked.tournament_id, &act, &new).await
        })
        .await?;
        Ok(Response::new(proto::AppointOfficialResponse {
            seq: done.seq,
        }))
    }

    pub(super) async fn confirm_tournament(
        &self,
        request: Request<proto::ConfirmTournamentRequest>,
    ) -> Answer<proto::ConfirmTournamentResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            app.confirm(&asked.tournament_id, &act, asked.without_finals)
                .await
        })
        .await?;
        Ok(Response::new(proto::ConfirmTournamentResponse {
            seq: done.seq,
        }))
    }
}
