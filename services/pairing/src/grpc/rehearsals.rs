//! Rehearsals: founding, list, and what the house asks.

use outflank_access::Caller;
use outflank_proto::pairing::v1 as proto;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, access_token, authorised};
use crate::{
    app::{App, HouseSeat, check},
    records::IndexRow,
};

impl PairingGrpc {
    pub(super) async fn rehearse_tournament(
        &self,
        request: Request<proto::RehearseTournamentRequest>,
    ) -> Answer<proto::RehearseTournamentResponse> {
        let caller = Caller::of(&request)?;
        let access_token = access_token(&request);
        let asked = request.into_inner();
        check::command_id(&asked.command_id)?;
        let app = self.app();
        let id = App::detached(async move {
            let (event, token) = (&asked.tournament_id, access_token.as_deref());
            app.rehearse(event, &caller, asked.command_id.clone(), token)
                .await
        })
        .await?;
        Ok(Response::new(proto::RehearseTournamentResponse {
            tournament: self.view(&id).await?.tournament,
        }))
    }

    pub(super) async fn get_rehearsals(
        &self,
        request: Request<proto::GetRehearsalsRequest>,
    ) -> Answer<proto::GetRehearsalsResponse> {
        let caller = authorised(&request)?;
        let event = &request.get_ref().tournament_id;
        let account = &caller.person()?.account_id;
        let rehearsals = self.0.rehearsals_of(event, account).await?;
        Ok(Response::new(proto::GetRehearsalsResponse {
            rehearsals: rehearsals.into_iter().map(IndexRow::summary).collect(),
        }))
    }

    pub(super) async fn list_running_rehearsals(
        &self,
        request: Request<proto::ListRunningRehearsalsRequest>,
    ) -> Answer<proto::ListRunningRehearsalsResponse> {
        authorised(&request)?;
        Ok(Response::new(proto::ListRunningRehearsalsResponse {
            tournament_ids: self.app().running_rehearsals().await?,
        }))
    }

    pub(super) async fn seat_house(
        &self,
        request: Request<proto::SeatHouseRequest>,
    ) -> Answer<proto::SeatHouseResponse> {
        authorised(&request)?;
        let (app, asked) = (self.app(), request.into_inner());
        let seats =
            App::detached(async move { app.seat_house(&asked.tournament_id).await }).await?;
        let shown = |HouseSeat { entrant_id, number }| proto::HouseSeat { entrant_id, number };
        Ok(Response::new(proto::SeatHouseResponse {
            seats: seats.into_iter().map(shown).collect(),
        }))
    }
}
