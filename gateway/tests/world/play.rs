//! One game, "g", whose every command is taken, and which a test can make commit as it likes.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use outflank_live::{SharedLive, topic};
use outflank_proto::{
    feed::v1 as feed,
    play::v1::{self as play, play_service_server::PlayService, *},
};
use outflank_runtime::{Kind, Problem};
use prost::Message as _;
use tonic::{Request, Response, Status};

type Answer<T> = Result<Response<T>, Status>;

#[derive(Clone)]
pub struct Games {
    live: SharedLive,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
pub struct State {
    pub entries: Vec<TableEntry>,
    pub table: Table,
    /// Command ids and the seq they made.
    pub answers: BTreeMap<String, u64>,
    pub stamps: Vec<Stamps>,
    pub reports: Vec<SocketReport>,
    pub beats: u64,
    pub reads: u64,
    /// Commits are not published.
    pub mute: bool,
    /// Every command is refused with this.
    pub refusal: Option<Problem>,
    /// Every command takes so long.
    pub slow: Option<std::time::Duration>,
}

impl Games {
    pub fn new(live: SharedLive) -> Self {
        let table = Table {
            game_id: "g".into(),
            tournament_id: "t1".into(),
            round: 1,
            table: 1,
            black_entrant_id: "e1".into(),
            white_entrant_id: "e2".into(),
            phase: TablePhase::Live.into(),
            to_move: Color::Black.into(),
            ply: 1,
            clocks: Some(Clocks {
                black_ms: 1000,
                white_ms: 1000,
                running: Color::Black.into(),
                as_of_ms: 0,
                ..Default::default()
            }),
            ..Table::default()
        };
        let games = Self {
            live,
            state: Arc::new(Mutex::new(State {
                table,
                ..State::default()
            })),
        };
        games.append(1, "created");
        games
    }

    pub fn state<R>(&self, look: impl FnOnce(&mut State) -> R) -> R {
        look(&mut self.state.lock().unwrap())
    }

    fn append(&self, plies: u32, event: &str) -> TableUpdate {
        self.state(|state| {
            state.table.seq += 1;
            if state.table.seq > 1 {
                state.table.ply += plies;
            }
            let entry = TableEntry {
                seq: state.table.seq,
                at_ms: 5,
                events_json: format!(r#"[{{"event":"{event}","n":{}}}]"#, state.table.seq)
                    .into_bytes(),
            };
            state.entries.push(entry.clone());
            TableUpdate {
                public: true,
                entry: Some(entry),
                table: Some(state.table.clone()),
                ..Default::default()
            }
        })
    }

    async fn publish(&self, update: TableUpdate) {
        if !self.state(|state| state.mute) {
            let _down = self
                .live
                .publish(&topic::game("g"), Bytes::from(update.encode_to_vec()))
                .await;
        }
    }

    /// Commits one entry that gives the turn, and publishes it unless the game is mute.
    pub async fn commit(&self) -> u64 {
        self.commit_event("moved").await
    }

    pub async fn commit_event(&self, event: &str) -> u64 {
        let update = self.append(1, event);
        let seq = update.table.as_ref().unwrap().seq;
        self.publish(update).await;
        seq
    }

    async fn command(&self, id: String, stamps: Option<Stamps>) -> Answer<CommandResponse> {
        if let Some(slow) = self.state(|state| state.slow) {
            tokio::time::sleep(slow).await;
        }
        if let Some(problem) = self.state(|state| state.refusal.clone()) {
            return Err(problem.into());
        }
        self.state(|state| state.stamps.extend(stamps));
        if let Some(seq) = self.state(|state| state.answers.get(&id).copied()) {
            return Ok(Response::new(CommandResponse {
                seq,
                repeated: true,
            }));
        }
        let update = self.append(1, "moved");
        let seq = update.table.as_ref().unwrap().seq;
        self.state(|state| state.answers.insert(id, seq));
        self.publish(update).await;
        Ok(Response::new(CommandResponse {
            seq,
            repeated: false,
        }))
    }
}

fn known(game_id: &str) -> Result<(), Status> {
    if game_id == "g" {
        return Ok(());
    }
    Err(Problem::new(Kind::NotFound, "unknown_game", "There is no such game.").into())
}

#[tonic::async_trait]
impl PlayService for Games {
    async fn get_table(&self, request: Request<GetTableRequest>) -> Answer<GetTableResponse> {
        known(&request.get_ref().game_id)?;
        Ok(Response::new(GetTableResponse {
            table: Some(self.state(|state| state.table.clone())),
            ..Default::default()
        }))
    }

    async fn list_tables(&self, _: Request<ListTablesRequest>) -> Answer<ListTablesResponse> {
        Ok(Response::new(ListTablesResponse {
            tables: vec![self.state(|state| state.table.clone())],
            ..Default::default()
        }))
    }

    async fn read_entries(
        &self,
        request: Request<ReadEntriesRequest>,
    ) -> Answer<ReadEntriesResponse> {
        let asked = request.into_inner();
        known(&asked.game_id)?;
        let answer = self.state(|state| {
            state.reads += 1;
            let after = state
                .entries
                .iter()
                .filter(|entry| entry.seq > asked.after_seq);
            ReadEntriesResponse {
                entries: after.cloned().collect(),
                table: Some(state.table.clone()),
                ..Default::default()
            }
        });
        // Commits may overtake the answer on its way.
        tokio::task::yield_now().await;
        Ok(Response::new(answer))
    }

    async fn r#move(&self, request: Request<MoveRequest>) -> Answer<CommandResponse> {
        let asked = request.into_inner();
        known(&asked.game_id)?;
        self.command(asked.command_id, asked.stamps).await
    }

    async fn pass(&self, request: Request<PassRequest>) -> Answer<CommandResponse> {
        let asked = request.into_inner();
        self.command(asked.command_id, asked.stamps).await
    }

    async fn resign(&self, request: Request<ResignRequest>) -> Answer<CommandResponse> {
        let asked = request.into_inner();
        self.command(asked.command_id, asked.stamps).await
    }

    async fn call_director(
        &self,
        request: Request<play::CallDirectorRequest>,
    ) -> Answer<CommandResponse> {
        let asked = request.into_inner();
        self.command(asked.command_id, asked.stamps).await
    }

    async fn seal_move(&self, request: Request<play::SealMoveRequest>) -> Answer<CommandResponse> {
        let asked = request.into_inner();
        self.command(asked.command_id, asked.stamps).await
    }

    async fn confirm_transcript(
        &self,
        request: Request<play::ConfirmTranscriptRequest>,
    ) -> Answer<CommandResponse> {
        let asked = request.into_inner();
        self.command(asked.command_id, asked.stamps).await
    }

    async fn dispute_result(
        &self,
        request: Request<play::DisputeResultRequest>,
    ) -> Answer<CommandResponse> {
        let asked = request.into_inner();
        self.command(asked.command_id, asked.stamps).await
    }

    async fn officiate(&self, _: Request<play::OfficiateRequest>) -> Answer<play::CommandResponse> {
        Err(Status::unimplemented("no test asks this"))
    }

    async fn officiate_round(
        &self,
        _: Request<play::OfficiateRoundRequest>,
    ) -> Answer<play::OfficiateRoundResponse> {
        Err(Status::unimplemented("no test asks this"))
    }

    async fn post_chat(&self, _: Request<play::PostChatRequest>) -> Answer<play::PostChatResponse> {
        Err(Status::unimplemented("no test asks this"))
    }

    async fn read_chat(&self, _: Request<play::ReadChatRequest>) -> Answer<play::ReadChatResponse> {
        Err(Status::unimplemented("no test asks this"))
    }

    async fn moderate_chat(
        &self,
        _: Request<play::ModerateChatRequest>,
    ) -> Answer<play::ModerateChatResponse> {
        Err(Status::unimplemented("no test asks this"))
    }

    async fn report_focus(
        &self,
        _: Request<play::ReportFocusRequest>,
    ) -> Answer<play::ReportFocusResponse> {
        Err(Status::unimplemented("no test asks this"))
    }

    async fn get_clock_sheet(
        &self,
        _: Request<play::GetClockSheetRequest>,
    ) -> Answer<play::GetClockSheetResponse> {
        Err(Status::unimplemented("no test asks this"))
    }

    async fn get_evidence(
        &self,
        _: Request<play::GetEvidenceRequest>,
    ) -> Answer<play::GetEvidenceResponse> {
        Err(Status::unimplemented("no test asks this"))
    }

    async fn report_sockets(
        &self,
        request: Request<ReportSocketsRequest>,
    ) -> Answer<ReportSocketsResponse> {
        let asked = request.into_inner();
        assert_eq!(asked.gateway_id, "g1");
        self.state(|state| state.reports.extend(asked.sockets));
        Ok(Response::new(ReportSocketsResponse {}))
    }

    async fn beat(&self, request: Request<BeatRequest>) -> Answer<BeatResponse> {
        assert_eq!(request.get_ref().gateway_id, "g1");
        self.state(|state| state.beats += 1);
        Ok(Response::new(BeatResponse {}))
    }

    async fn catch_up(&self, _: Request<feed::CatchUpRequest>) -> Answer<feed::CatchUpResponse> {
        Err(Status::unimplemented("no gateway asks this"))
    }

    async fn read_facts(
        &self,
        _: Request<feed::ReadFactsRequest>,
    ) -> Answer<feed::ReadFactsResponse> {
        Err(Status::unimplemented("no gateway asks this"))
    }
}
