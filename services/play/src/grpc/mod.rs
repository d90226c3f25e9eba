//! The contract: translate, authorise, call the app.

mod evidence;
pub(crate) mod view;

use std::sync::Arc;

use outflank_journal::feed;
use outflank_othello::{Audience, Square, Stamps};
use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse, ReadFactsRequest, ReadFactsResponse},
    play::v1::{self as proto, play_service_server::PlayService},
};
use outflank_runtime::{Caller, Problem, Role, access::Standing};
use tonic::{Request, Response, Status};

use crate::app::{Acknowledged, Act, Play, PlayerCommand, malformed_command_id, malformed_square};

/// Longest command id, in characters.
const LONGEST_COMMAND_ID: usize = 64;

/// The service behind its contract.
#[derive(Debug, Clone)]
pub struct PlayGrpc(pub Arc<Play>);

type Answer<T> = Result<Response<T>, Status>;

/// For what asks nothing of its object.
fn authorised<T>(request: &Request<T>) -> Result<(), Problem> {
    Caller::of(request)?.authorize(Standing::default())
}

/// The account a command is for: a gateway says whose socket it came from, anybody else speaks for
/// themselves alone.
fn acting_account(caller: &Caller, stamps: &proto::Stamps) -> Option<String> {
    let stated = Some(&stamps.account_id).filter(|_| caller.service == Some(Role::Gateway));
    let stated = stated.filter(|account| !account.is_empty()).cloned();
    match (&caller.person, stated) {
        (Some(person), Some(stated)) => (person.account_id == stated).then_some(stated),
        (Some(person), None) => Some(person.account_id.clone()),
        (None, stated) => stated,
    }
}

/// Stamps count under a gateway's service token only.
fn trusted(caller: &Caller, stamps: &proto::Stamps) -> Option<Stamps> {
    let by_gateway = caller.service == Some(Role::Gateway) && stamps.received_at_ms > 0;
    by_gateway.then_some(Stamps {
        received_at_ms: stamps.received_at_ms,
        delivered_at_ms: Some(stamps.delivered_at_ms).filter(|at_ms| *at_ms > 0),
        lag_ms: Some(stamps.lag_ms).filter(|ms| *ms > 0),
    })
}

impl PlayGrpc {
    async fn command(
        &self,
        caller: &Caller,
        (game_id, command_id): (String, String),
        act: Act,
        stamps: Option<proto::Stamps>,
    ) -> Answer<proto::CommandResponse> {
        if command_id.is_empty() || command_id.chars().count() > LONGEST_COMMAND_ID {
            return Err(malformed_command_id().into());
        }
        let stamps = stamps.unwrap_or_default();
        let account = acting_account(caller, &stamps).unwrap_or_default();
        if account.is_empty() {
            caller.person()?;
        }
        let game = self.0.game(&game_id).await?;
        let seat = game.state.seat_of(&account);
        caller.authorize(Standing {
            seated: seat.is_some(),
            ..Standing::default()
        })?;
        let color = seat.ok_or_else(|| Problem::internal("a seat was allowed to nobody"))?;
        let command = PlayerCommand {
            game_id,
            account,
            color,
            command_id,
            act,
            stamps: trusted(caller, &stamps),
            queued_ms: stamps.queued_ms.max(0),
            gateway: stamps.gateway_id.clone(),
        };
        let Acknowledged { seq, repeated } = self.0.execute(command).await?;
        Ok(Response::new(proto::CommandResponse { seq, repeated }))
    }
}

#[tonic::async_trait]
impl PlayService for PlayGrpc {
    async fn get_table(
        &self,
        request: Request<proto::GetTableRequest>,
    ) -> Answer<proto::GetTableResponse> {
        authorised(&request)?;
        let game = self.0.game(&request.into_inner().game_id).await?;
        Ok(Response::new(proto::GetTableResponse {
            table: Some(view::table(&game, self.0.now_ms())),
            ..Default::default()
        }))
    }

    async fn list_tables(
        &self,
        request: Request<proto::ListTablesRequest>,
    ) -> Answer<proto::ListTablesResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        let games = self.0.games(&asked.tournament_id, asked.round).await?;
        let now_ms = self.0.now_ms();
        Ok(Response::new(proto::ListTablesResponse {
            tables: games.iter().map(|game| view::table(game, now_ms)).collect(),
            ..Default::default()
        }))
    }

    async fn read_entries(
        &self,
        request: Request<proto::ReadEntriesRequest>,
    ) -> Answer<proto::ReadEntriesResponse> {
        authorised(&request)?;
        let asked = request.into_inner();
        let game = self.0.game(&asked.game_id).await?;
        let mut entries = self
            .0
            .entries(&asked.game_id, asked.after_seq, Audience::All)
            .await?;
        // What was committed between the two reads comes with the next update.
        entries.retain(|entry| entry.seq <= game.seq);
        Ok(Response::new(proto::ReadEntriesResponse {
            entries,
            table: Some(view::table(&game, self.0.now_ms())),
            ..Default::default()
        }))
    }

    async fn r#move(&self, request: Request<proto::MoveRequest>) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let square: Square = asked
            .square
            .parse()
            .map_err(|_| malformed_square(&asked.square))?;
        let act = Act::Move {
            ply: asked.ply,
            square,
        };
        self.command(
            &caller,
            (asked.game_id, asked.command_id),
            act,
            asked.stamps,
        )
        .await
    }

    async fn pass(&self, request: Request<proto::PassRequest>) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let act = Act::Pass { ply: asked.ply };
        self.command(
            &caller,
            (asked.game_id, asked.command_id),
            act,
            asked.stamps,
        )
        .await
    }

    async fn resign(
        &self,
        request: Request<proto::ResignRequest>,
    ) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        self.command(
            &caller,
            (asked.game_id, asked.command_id),
            Act::Resign,
            asked.stamps,
        )
        .await
    }

    async fn call_director(
        &self,
        request: Request<proto::CallDirectorRequest>,
    ) -> Answer<proto::CommandResponse> {
        authorised(&request)?;
        Err(crate::app::not_at_this_table().into())
    }

    async fn seal_move(
        &self,
        request: Request<proto::SealMoveRequest>,
    ) -> Answer<proto::CommandResponse> {
        authorised(&request)?;
        Err(crate::app::not_at_this_table().into())
    }

    async fn confirm_transcript(
        &self,
        request: Request<proto::ConfirmTranscriptRequest>,
    ) -> Answer<proto::CommandResponse> {
        authorised(&request)?;
        Err(crate::app::not_at_this_table().into())
    }

    async fn dispute_result(
        &self,
        request: Request<proto::DisputeResultRequest>,
    ) -> Answer<proto::CommandResponse> {
        authorised(&request)?;
        Err(crate::app::not_at_this_table().into())
    }

    async fn officiate(
        &self,
        request: Request<proto::OfficiateRequest>,
    ) -> Answer<proto::CommandResponse> {
        authorised(&request)?;
        Err(crate::app::not_at_this_table().into())
    }

    async fn officiate_round(
        &self,
        request: Request<proto::OfficiateRoundRequest>,
    ) -> Answer<proto::OfficiateRoundResponse> {
        authorised(&request)?;
        Err(crate::app::not_at_this_table().into())
    }

    async fn post_chat(
        &self,
        request: Request<proto::PostChatRequest>,
    ) -> Answer<proto::PostChatResponse> {
        authorised(&request)?;
        Err(crate::app::not_at_this_table().into())
    }

    async fn read_chat(
        &self,
        request: Request<proto::ReadChatRequest>,
    ) -> Answer<proto::ReadChatResponse> {
        authorised(&request)?;
        Err(crate::app::not_at_this_table().into())
    }

    async fn moderate_chat(
        &self,
        request: Request<proto::ModerateChatRequest>,
    ) -> Answer<proto::ModerateChatResponse> {
        authorised(&request)?;
        Err(crate::app::not_at_this_table().into())
    }

    async fn report_focus(
        &self,
        request: Request<proto::ReportFocusRequest>,
    ) -> Answer<proto::ReportFocusResponse> {
        let caller = Caller::of(&request)?;
        let answer = self.note_focus(&caller, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn get_clock_sheet(
        &self,
        request: Request<proto::GetClockSheetRequest>,
    ) -> Answer<proto::GetClockSheetResponse> {
        let caller = Caller::of(&request)?;
        let answer = self.clock_sheet(&caller, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn get_evidence(
        &self,
        request: Request<proto::GetEvidenceRequest>,
    ) -> Answer<proto::GetEvidenceResponse> {
        let caller = Caller::of(&request)?;
        let answer = self.evidence(&caller, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn report_sockets(
        &self,
        request: Request<proto::ReportSocketsRequest>,
    ) -> Answer<proto::ReportSocketsResponse> {
        authorised(&request)?;
        self.0.take_in_reports(&request.into_inner()).await?;
        Ok(Response::new(proto::ReportSocketsResponse {}))
    }

    async fn beat(&self, request: Request<proto::BeatRequest>) -> Answer<proto::BeatResponse> {
        authorised(&request)?;
        self.0.gateway_beat(&request.into_inner()).await?;
        Ok(Response::new(proto::BeatResponse {}))
    }

    async fn catch_up(&self, request: Request<CatchUpRequest>) -> Answer<CatchUpResponse> {
        authorised(&request)?;
        self.0.catch_up().await?;
        Ok(Response::new(CatchUpResponse {}))
    }

    async fn read_facts(&self, request: Request<ReadFactsRequest>) -> Answer<ReadFactsResponse> {
        authorised(&request)?;
        let page = feed::read_facts(self.0.tables.journal.as_ref(), request.into_inner()).await;
        page.map(Response::new)
            .map_err(|error| Problem::internal(error).into())
    }
}
