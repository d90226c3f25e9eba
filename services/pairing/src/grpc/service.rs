use std::sync::Arc;

use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse, ReadFactsRequest, ReadFactsResponse},
    pairing::v1::{self as proto, pairing_service_server::PairingService},
};
use outflank_runtime::{Caller, Problem, access::Standing};
use tonic::{Request, Response, Status};

use super::{Answer, PairingGrpc, access_token, authorised, head_director, official, view};
use crate::app::{App, EnteredResult, NewEntrant, NewTournament};

impl PairingGrpc {
    async fn view(&self, tournament_id: &str) -> Result<Option<proto::Tournament>, Problem> {
        let tournament = self.0.tournament(tournament_id).await?;
        let names = self.0.records().names(tournament_id).await?;
        let director = self.0.records().director(tournament_id).await?;
        Ok(Some(view::tournament(
            &tournament,
            &names,
            director.unwrap_or_default(),
        )))
    }

    fn app(&self) -> Arc<App> {
        Arc::clone(&self.0)
    }
}

#[tonic::async_trait]
impl PairingService for PairingGrpc {
    async fn list_rule_sets(
        &self,
        request: Request<proto::ListRuleSetsRequest>,
    ) -> Answer<proto::ListRuleSetsResponse> {
        authorised(&request)?;
        Ok(Response::new(proto::ListRuleSetsResponse {
            rule_sets: view::rule_sets(),
        }))
    }

    async fn create_tournament(
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
            main_time_ms: asked.main_time_ms,
            rounds: asked.swiss_rounds,
            director_name: asked.director_name,
            access_token,
        };
        let app = self.app();
        let id =
            App::detached(async move { app.create(&caller, asked.command_id, &new).await }).await?;
        Ok(Response::new(proto::CreateTournamentResponse {
            tournament: self.view(&id).await?,
        }))
    }

    async fn list_tournaments(
        &self,
        request: Request<proto::ListTournamentsRequest>,
    ) -> Answer<proto::ListTournamentsResponse> {
        authorised(&request)?;
        let rows = self.0.tournaments().await?;
        Ok(Response::new(proto::ListTournamentsResponse {
            tournaments: rows.into_iter().map(view::summary).collect(),
        }))
    }

    async fn get_tournament(
        &self,
        request: Request<proto::GetTournamentRequest>,
    ) -> Answer<proto::GetTournamentResponse> {
        authorised(&request)?;
        Ok(Response::new(proto::GetTournamentResponse {
            tournament: self.view(&request.get_ref().tournament_id).await?,
        }))
    }

    async fn list_seats(
        &self,
        request: Request<proto::ListSeatsRequest>,
    ) -> Answer<proto::ListSeatsResponse> {
        let caller = authorised(&request)?;
        let account = &caller.person()?.account_id;
        let found = self.0.seats_of(account).await?;
        Ok(Response::new(proto::ListSeatsResponse {
            seats: found
                .seats
                .into_iter()
                .map(|(tournament_id, entrant_id)| proto::Seat {
                    tournament_id,
                    entrant_id,
                })
                .collect(),
            directed_tournament_ids: found.directed,
        }))
    }

    async fn appoint_official(
        &self,
        request: Request<proto::AppointOfficialRequest>,
    ) -> Answer<proto::AppointOfficialResponse> {
        let act = head_director(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            app.appoint(&asked.tournament_id, &act, &asked.account_id, &asked.role)
                .await
        })
        .await?;
        Ok(Response::new(proto::AppointOfficialResponse {
            seq: done.seq,
        }))
    }

    async fn register_entrant(
        &self,
        request: Request<proto::RegisterEntrantRequest>,
    ) -> Answer<proto::RegisterEntrantResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let new = NewEntrant {
            surname: asked.surname,
            given_names: asked.given_names,
            country: asked.country,
            rating: asked.rating,
            federation_number: asked.federation_number,
            computer: asked.computer,
        };
        let app = self.app();
        let (entrant_id, done) =
            App::detached(async move { app.register(&asked.tournament_id, &act, &new).await })
                .await?;
        Ok(Response::new(proto::RegisterEntrantResponse {
            entrant_id,
            seq: done.seq,
        }))
    }

    async fn remove_entrant(
        &self,
        request: Request<proto::RemoveEntrantRequest>,
    ) -> Answer<proto::RemoveEntrantResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            app.remove(&asked.tournament_id, &act, &asked.entrant_id)
                .await
        })
        .await?;
        Ok(Response::new(proto::RemoveEntrantResponse {
            seq: done.seq,
        }))
    }

    async fn withdraw_entrant(
        &self,
        request: Request<proto::WithdrawEntrantRequest>,
    ) -> Answer<proto::WithdrawEntrantResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            app.withdraw(&asked.tournament_id, &act, &asked.entrant_id)
                .await
        })
        .await?;
        Ok(Response::new(proto::WithdrawEntrantResponse {
            seq: done.seq,
        }))
    }

    async fn issue_seat_code(
        &self,
        request: Request<proto::IssueSeatCodeRequest>,
    ) -> Answer<proto::IssueSeatCodeResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        self.0.check_official(&asked.tournament_id, &caller).await?;
        let issued = self
            .0
            .issue_seat_code(&asked.tournament_id, &asked.entrant_id)
            .await?;
        Ok(Response::new(proto::IssueSeatCodeResponse {
            code: issued.code,
            expires_at_ms: issued.expires_at_ms,
        }))
    }

    async fn publish_round(
        &self,
        request: Request<proto::PublishRoundRequest>,
    ) -> Answer<proto::PublishRoundResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let (app, id) = (self.app(), asked.tournament_id.clone());
        let (number, done) =
            App::detached(async move { app.publish(&id, &act, asked.starts_at_ms).await }).await?;
        let tournament = self.0.tournament(&asked.tournament_id).await?;
        let round = tournament.state.round(number);
        Ok(Response::new(proto::PublishRoundResponse {
            round: round.map(|round| view::round(&tournament, round)),
            seq: done.seq,
        }))
    }

    async fn enter_result(
        &self,
        request: Request<proto::EnterResultRequest>,
    ) -> Answer<proto::EnterResultResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let entered = EnteredResult {
            round: asked.round,
            table: asked.table,
            black_discs: asked.black_discs,
            reason: asked.reason,
        };
        let app = self.app();
        let done =
            App::detached(
                async move { app.enter_result(&asked.tournament_id, &act, &entered).await },
            )
            .await?;
        Ok(Response::new(proto::EnterResultResponse { seq: done.seq }))
    }

    async fn finish_round(
        &self,
        request: Request<proto::FinishRoundRequest>,
    ) -> Answer<proto::FinishRoundResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done =
            App::detached(async move { app.finish(&asked.tournament_id, &act, asked.round).await })
                .await?;
        Ok(Response::new(proto::FinishRoundResponse { seq: done.seq }))
    }

    async fn confirm_tournament(
        &self,
        request: Request<proto::ConfirmTournamentRequest>,
    ) -> Answer<proto::ConfirmTournamentResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done =
            App::detached(async move { app.confirm(&asked.tournament_id, &act).await }).await?;
        Ok(Response::new(proto::ConfirmTournamentResponse {
            seq: done.seq,
        }))
    }

    async fn import_players_list(
        &self,
        request: Request<proto::ImportPlayersListRequest>,
    ) -> Answer<proto::ImportPlayersListResponse> {
        let caller = Caller::of(&request)?;
        let app = self.app();
        caller.authorize(Standing {
            administrator: app
                .is_administrator(access_token(&request).as_deref())
                .await?,
            ..Standing::default()
        })?;
        let content = request.into_inner().content;
        let imported = App::detached(async move { app.import_players(content).await }).await?;
        Ok(Response::new(proto::ImportPlayersListResponse {
            players: imported.players,
            problems: imported
                .problems
                .into_iter()
                .map(|(line, detail)| proto::LineProblem { line, detail })
                .collect(),
        }))
    }

    async fn find_players(
        &self,
        request: Request<proto::FindPlayersRequest>,
    ) -> Answer<proto::FindPlayersResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let found = self.0.find_players(&asked.query, asked.limit).await?;
        Ok(Response::new(proto::FindPlayersResponse {
            players: found.into_iter().map(view::listed_player).collect(),
        }))
    }

    async fn catch_up(&self, request: Request<CatchUpRequest>) -> Answer<CatchUpResponse> {
        authorised(&request)?;
        let app = self.app();
        App::detached(async move { app.catch_up().await }).await?;
        Ok(Response::new(CatchUpResponse {}))
    }

    async fn read_facts(&self, request: Request<ReadFactsRequest>) -> Answer<ReadFactsResponse> {
        authorised(&request)?;
        let page = self.0.read_facts(request.into_inner()).await?;
        Ok::<_, Status>(Response::new(page))
    }
}
