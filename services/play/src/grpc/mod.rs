//! The contract: translate, authorise, call the app.

mod acts;
mod chat;
mod evidence;
mod played;
mod reading;
mod replay;
mod viewers;

use std::sync::Arc;

use outflank_access::{Caller, Person, Problem, Role, Standing};
use outflank_journal::{RecordWrite, feed};
use outflank_othello::Stamps;
use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse, ReadFactsRequest, ReadFactsResponse},
    play::v1::{self as proto, play_service_server::PlayService},
};
use tonic::{Request, Response, Status};

use crate::app::{Acknowledged, Act, Play, PlayerCommand, Ruling, malformed_command_id, refusal};

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

/// Whether a command came by an API key, as its token says, or the gateway that has its socket.
fn by_key(caller: &Caller, stamps: &proto::Stamps) -> bool {
    let stated = caller.service == Some(Role::Gateway) && stamps.by_key;
    stated || caller.person.as_ref().is_some_and(Person::is_by_key)
}

/// Stamps count under a gateway's service token only.
fn trusted(caller: &Caller, stamps: &proto::Stamps) -> Option<Stamps> {
    let by_gateway = caller.service == Some(Role::Gateway) && stamps.received_at_ms > 0;
    by_gateway.then_some(Stamps {
        received_at_ms: stamps.received_at_ms,
        delivered_at_ms: Some(stamps.delivered_at_ms).filter(|at_ms| *at_ms > 0),
        lag_ms: Some(stamps.lag_ms).filter(|ms| *ms > 0),
        unread_ms: stamps.unread_ms.max(0),
        seen_at_ms: Some(stamps.seen_at_ms).filter(|at_ms| *at_ms > 0),
    })
}

fn checked_id(command_id: &str) -> Result<(), Problem> {
    if command_id.is_empty() || command_id.chars().count() > LONGEST_COMMAND_ID {
        return Err(malformed_command_id(LONGEST_COMMAND_ID));
    }
    Ok(())
}

/// What an official asked for, with its paragraph and reason.
fn ruling(
    command_id: String,
    act: Option<proto::OfficialAct>,
    (paragraph, reason): (String, String),
) -> Result<Ruling, Problem> {
    checked_id(&command_id)?;
    Ok(Ruling {
        command_id,
        act: acts::official_act(act)?,
        paragraph,
        reason,
    })
}

impl PlayGrpc {
    async fn command(
        &self,
        caller: &Caller,
        command: (String, String),
        act: Act,
        stamps: Option<proto::Stamps>,
    ) -> Answer<proto::CommandResponse> {
        self.command_with(caller, command, (act, Vec::new()), stamps)
            .await
    }

    async fn command_with(
        &self,
        caller: &Caller,
        (game_id, command_id): (String, String),
        (act, records): (Act, Vec<RecordWrite>),
        stamps: Option<proto::Stamps>,
    ) -> Answer<proto::CommandResponse> {
        checked_id(&command_id)?;
        let stamps = stamps.unwrap_or_default();
        let account = acting_account(caller, &stamps).unwrap_or_default();
        if account.is_empty() {
            caller.person()?;
        }
        let (seat, own_seat) = self.0.place_of(&game_id, &account).await?;
        caller.authorize(Standing {
            seated: seat.is_some(),
            ..Standing::default()
        })?;
        let color = seat.ok_or_else(|| Problem::internal("a seat was allowed to nobody"))?;
        let command = PlayerCommand {
            game_id,
            account,
            color,
            own_seat,
            command_id,
            act,
            stamps: trusted(caller, &stamps),
            queued_ms: stamps.queued_ms.max(0),
            gateway: stamps.gateway_id.clone(),
            by_key: by_key(caller, &stamps),
            records,
        };
        // A gateway tells those who watch; whoever asks for themselves knows what they did.
        let to_gateway = command.stamps.is_some();
        let Acknowledged {
            seq,
            repeated,
            update,
        } = self.0.execute(command).await?;
        Ok(Response::new(proto::CommandResponse {
            seq,
            repeated,
            update: update.filter(|_| to_gateway).map(|update| *update),
        }))
    }
}

#[tonic::async_trait]
impl PlayService for PlayGrpc {
    async fn get_table(
        &self,
        request: Request<proto::GetTableRequest>,
    ) -> Answer<proto::GetTableResponse> {
        self.get_table(request).await
    }

    async fn get_replay(
        &self,
        request: Request<proto::GetReplayRequest>,
    ) -> Answer<proto::GetReplayResponse> {
        self.get_replay(request).await
    }

    async fn try_moves(
        &self,
        request: Request<proto::TryMovesRequest>,
    ) -> Answer<proto::TryMovesResponse> {
        self.try_moves(request).await
    }

    async fn list_tables(
        &self,
        request: Request<proto::ListTablesRequest>,
    ) -> Answer<proto::ListTablesResponse> {
        self.list_tables(request).await
    }

    async fn read_played_games(
        &self,
        request: Request<proto::ReadPlayedGamesRequest>,
    ) -> Answer<proto::ReadPlayedGamesResponse> {
        self.read_played_games(request).await
    }

    async fn read_entries(
        &self,
        request: Request<proto::ReadEntriesRequest>,
    ) -> Answer<proto::ReadEntriesResponse> {
        self.read_entries(request).await
    }

    async fn read_news(
        &self,
        request: Request<proto::ReadNewsRequest>,
    ) -> Answer<proto::ReadNewsResponse> {
        self.read_news(request).await
    }

    async fn read_viewers(
        &self,
        request: Request<proto::ReadViewersRequest>,
    ) -> Answer<proto::ReadViewersResponse> {
        self.read_viewers(request).await
    }

    async fn read_alerts(
        &self,
        request: Request<proto::ReadAlertsRequest>,
    ) -> Answer<proto::ReadAlertsResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let alerts = self.0.alerts_since(&asked.tournament_id, asked.since_ms);
        Ok(Response::new(proto::ReadAlertsResponse {
            alerts: alerts.await?.iter().map(Into::into).collect(),
        }))
    }

    async fn r#move(&self, request: Request<proto::MoveRequest>) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let square = acts::square(&asked.square)?;
        let flip = acts::optional_square(&asked.flip)?;
        let act = Act::Move {
            ply: asked.ply,
            square,
            flip,
        };
        let command = (asked.game_id, asked.command_id);
        self.command(&caller, command, act, asked.stamps).await
    }

    async fn pass(&self, request: Request<proto::PassRequest>) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let act = Act::Pass { ply: asked.ply };
        let command = (asked.game_id, asked.command_id);
        self.command(&caller, command, act, asked.stamps).await
    }

    async fn resign(
        &self,
        request: Request<proto::ResignRequest>,
    ) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let command = (asked.game_id, asked.command_id);
        self.command(&caller, command, Act::Resign, asked.stamps)
            .await
    }

    async fn call_director(
        &self,
        request: Request<proto::CallDirectorRequest>,
    ) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let command = (asked.game_id, asked.command_id);
        self.command(&caller, command, Act::CallDirector, asked.stamps)
            .await
    }

    async fn seal_move(
        &self,
        request: Request<proto::SealMoveRequest>,
    ) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let square = acts::optional_square(&asked.square)?;
        let flip = acts::optional_square(&asked.flip)?;
        let act = Act::Seal {
            ply: asked.ply,
            square,
            flip,
        };
        let command = (asked.game_id, asked.command_id);
        self.command(&caller, command, act, asked.stamps).await
    }

    async fn confirm_transcript(
        &self,
        request: Request<proto::ConfirmTranscriptRequest>,
    ) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let act = Act::Confirm {
            digest: asked.digest,
        };
        let command = (asked.game_id, asked.command_id);
        self.command(&caller, command, act, asked.stamps).await
    }

    async fn dispute_result(
        &self,
        request: Request<proto::DisputeResultRequest>,
    ) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let stamps = asked.stamps.clone().unwrap_or_default();
        let account = acting_account(&caller, &stamps).unwrap_or_default();
        let (game_id, command_id) = (asked.game_id, asked.command_id);
        checked_id(&command_id)?;
        let of = (game_id.as_str(), account.as_str(), command_id.as_str());
        let why = self.0.why_disputed(&caller, of, &asked.reason).await?;
        let (reason_id, reason) = why;
        let act = Act::Dispute { reason_id };
        let command = (game_id, command_id);
        self.command_with(&caller, command, (act, vec![reason]), asked.stamps)
            .await
    }

    async fn officiate(
        &self,
        request: Request<proto::OfficiateRequest>,
    ) -> Answer<proto::CommandResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let texts = (asked.paragraph, asked.reason);
        let ruling = ruling(asked.command_id, asked.act, texts)?;
        let Acknowledged { seq, repeated, .. } =
            self.0.officiate(&caller, &asked.game_id, ruling).await?;
        Ok(Response::new(proto::CommandResponse {
            seq,
            repeated,
            update: None,
        }))
    }

    async fn officiate_round(
        &self,
        request: Request<proto::OfficiateRoundRequest>,
    ) -> Answer<proto::OfficiateRoundResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let texts = (asked.paragraph, asked.reason);
        let ruling = ruling(asked.command_id, asked.act, texts)?;
        let round = (asked.tournament_id.as_str(), asked.round);
        let outcomes = self.0.officiate_round(&caller, round, ruling).await?;
        Ok(Response::new(proto::OfficiateRoundResponse {
            tables: outcomes.into_iter().map(acts::outcome).collect(),
        }))
    }

    async fn post_chat(
        &self,
        request: Request<proto::PostChatRequest>,
    ) -> Answer<proto::PostChatResponse> {
        self.post_chat(request).await
    }

    async fn read_chat(
        &self,
        request: Request<proto::ReadChatRequest>,
    ) -> Answer<proto::ReadChatResponse> {
        self.read_chat(request).await
    }

    async fn moderate_chat(
        &self,
        request: Request<proto::ModerateChatRequest>,
    ) -> Answer<proto::ModerateChatResponse> {
        self.moderate_chat(request).await
    }

    async fn report_focus(
        &self,
        request: Request<proto::ReportFocusRequest>,
    ) -> Answer<proto::ReportFocusResponse> {
        let caller = Caller::of(&request)?;
        let answer = self.report_focus(&caller, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn get_clock_sheet(
        &self,
        request: Request<proto::GetClockSheetRequest>,
    ) -> Answer<proto::GetClockSheetResponse> {
        let caller = Caller::of(&request)?;
        let answer = self.get_clock_sheet(&caller, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn get_evidence(
        &self,
        request: Request<proto::GetEvidenceRequest>,
    ) -> Answer<proto::GetEvidenceResponse> {
        let caller = Caller::of(&request)?;
        let answer = self.get_evidence(&caller, request.get_ref()).await?;
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
            .map_err(|error| refusal::journal(&error).into())
    }
}
