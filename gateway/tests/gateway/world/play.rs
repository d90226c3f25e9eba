//! One game, "g", whose every command is taken, and which a test can make commit as it likes.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use outflank_access::{Kind, Problem};
use outflank_live::{SharedLive, topic};
use outflank_proto::{
    live::v1 as live,
    play::v1::{self as play, play_service_server::PlayService, *},
};
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
    /// The board as whoever has an account sees it; as everybody where there is none.
    pub own_board: Option<String>,
    /// The game position by position, as far as spectators may see it.
    pub positions: Vec<ReplayPosition>,
    /// Command ids and the seq they made.
    pub answers: BTreeMap<String, u64>,
    pub stamps: Vec<Stamps>,
    /// The commands that came with them, by id.
    pub stamped: Vec<String>,
    pub reports: Vec<SocketReport>,
    pub connections: Vec<ConnectionReport>,
    pub beats: u64,
    pub reads: u64,
    /// Commits are not published.
    pub mute: bool,
    /// Every command is refused with this.
    pub refusal: Option<Problem>,
    /// Every reading of entries fails with this.
    pub unread: Option<Problem>,
    /// Every reading of entries but the first takes so long.
    pub slow_reads: Option<std::time::Duration>,
    /// Every reading of what was written takes so long.
    pub slow_chat: Option<std::time::Duration>,
    /// Every message takes so long.
    pub slow_posts: Option<std::time::Duration>,
    /// How often what was written was read.
    pub chat_reads: u64,
    /// Every command takes so long.
    pub slow: Option<std::time::Duration>,
    /// Commands that came.
    pub begun: u64,
    /// Spectators may see entries up to this seq; all where there is none.
    pub shown_to: Option<u64>,
    /// They may see more then.
    pub look_again_ms: i64,
    /// What players and officials see of the table, and spectators do not: Black's calls.
    pub calls_left: u32,
    /// As they were told last.
    calls_told: u32,
    /// For whom entries were read.
    pub viewers: Vec<String>,
    pub said: Vec<ChatMessage>,
    pub alerts: Vec<Alert>,
    /// How many tables each request for news named.
    pub batches: Vec<usize>,
    pub focus: Vec<ReportFocusRequest>,
    /// Commands that no field of theirs is lost of.
    pub asked: Vec<String>,
    /// Accounts that are spectators now, whatever they were.
    pub former: std::collections::BTreeSet<String>,
    /// How often it was asked what accounts are.
    pub viewer_reads: u64,
    /// What spectators write is held back.
    pub chat_held: bool,
    /// The next commits change what somebody is to the game.
    pub changes_viewers: bool,
}

impl State {
    fn viewer(&self, account: &str) -> Viewer {
        match self.former.contains(account) {
            true => Viewer::Spectator,
            false => viewer(account),
        }
    }

    fn inside(&self) -> TableInside {
        with_calls(self.calls_left)
    }
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
        games.append(1, "created", ("", ""));
        games
    }

    pub fn state<R>(&self, look: impl FnOnce(&mut State) -> R) -> R {
        look(&mut self.state.lock().unwrap())
    }

    fn append(&self, plies: u32, event: &str, by: (&str, &str)) -> TableUpdate {
        self.state(|state| {
            let before = state.table.clone();
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
            let (was, is) = (with_calls(state.calls_told), state.inside());
            state.calls_told = state.calls_left;
            let shown = |inside: TableInside, table: &Table| {
                let mut table = table.clone();
                inside.show_on(&mut table);
                table
            };
            let (was, is) = (shown(was, &before), shown(is, &state.table));
            let public = state.shown_to.is_none();
            TableUpdate {
                seq: entry.seq,
                phase: state.table.phase,
                ply: state.table.ply,
                public,
                chat_shown: state
                    .table
                    .spectators
                    .as_ref()
                    .is_some_and(|of| of.chat_shown),
                everybody: public.then(|| told(&before, &state.table, &entry)),
                players: Some(told(&was, &is, &entry)),
                officials: Some(told(&was, &is, &for_officials(&entry))),
                viewers_changed: state.changes_viewers,
                by_account_id: by.0.to_owned(),
                command_id: by.1.to_owned(),
                ..Default::default()
            }
        })
    }

    fn note(&self, text: String) {
        self.state(|state| state.asked.push(text));
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
        let update = self.append(1, event, ("", ""));
        let seq = update.seq;
        self.publish(update).await;
        seq
    }

    async fn command(&self, id: String, stamps: Option<Stamps>) -> Answer<CommandResponse> {
        let slow = self.state(|state| {
            state.begun += 1;
            state.slow
        });
        if let Some(slow) = slow {
            tokio::time::sleep(slow).await;
        }
        if let Some(problem) = self.state(|state| state.refusal.clone()) {
            return Err(problem.into());
        }
        let account = stamps.as_ref().map(|of| of.account_id.clone());
        let account = account.unwrap_or_default();
        self.state(|state| {
            if stamps.is_some() {
                state.stamped.push(id.clone());
            }
            state.stamps.extend(stamps);
        });
        if let Some(seq) = self.state(|state| state.answers.get(&id).copied()) {
            return Ok(Response::new(CommandResponse {
                seq,
                repeated: true,
                update: None,
            }));
        }
        let update = self.append(1, "moved", (&account, &id));
        let seq = update.seq;
        self.state(|state| state.answers.insert(id, seq));
        let answered = TableUpdate {
            everybody: None,
            officials: None,
            ..update.clone()
        };
        self.publish(update).await;
        Ok(Response::new(CommandResponse {
            seq,
            repeated: false,
            update: self.state(|state| (!state.mute).then_some(answered)),
        }))
    }
}

/// Black's seat is anna's, white's is bert's; lara took black's just now, and pairing does not know it yet; olga directs.
pub fn viewer(account: &str) -> Viewer {
    match account {
        "anna" | "lara" => Viewer::Black,
        "bert" => Viewer::White,
        "olga" => Viewer::Official,
        _ => Viewer::Spectator,
    }
}

fn with_calls(left: u32) -> TableInside {
    TableInside {
        black_calls_left: left,
        ..TableInside::default()
    }
}

fn told(before: &Table, after: &Table, entry: &TableEntry) -> TableFrame {
    let commit = live::TableCommit {
        game_id: "g".to_owned(),
        seq: entry.seq,
        at_ms: entry.at_ms,
        events_json: entry.events_json.clone(),
        changed_json: after.changes_from(before).unwrap(),
        ..live::TableCommit::default()
    };
    TableFrame::of(live::server_message::Message::Commit(commit)).unwrap()
}

/// The same entry with what only officials see.
fn for_officials(entry: &TableEntry) -> TableEntry {
    let mut events: Vec<serde_json::Value> = serde_json::from_slice(&entry.events_json).unwrap();
    events.push(serde_json::json!({"event": "stamped"}));
    TableEntry {
        events_json: serde_json::to_vec(&events).unwrap(),
        ..entry.clone()
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
    outflank_proto::play_service_stand_in! {
        get_table get_replay list_tables read_entries read_news read_alerts r#move pass resign call_director seal_move
        confirm_transcript dispute_result officiate officiate_round post_chat read_chat moderate_chat
        report_focus get_clock_sheet get_evidence report_sockets beat read_viewers
    }

    async fn get_table(&self, request: Request<GetTableRequest>) -> Answer<GetTableResponse> {
        known(&request.get_ref().game_id)?;
        let person = outflank_access::Caller::of(&request)?.person;
        let account = person.map_or_else(String::new, |person| person.account_id);
        Ok(Response::new(GetTableResponse {
            table: Some(self.state(|state| {
                let own = state.own_board.clone().filter(|_| !account.is_empty());
                let board = own.unwrap_or_else(|| state.table.board.clone());
                Table {
                    board,
                    ..state.table.clone()
                }
            })),
            viewer: self.state(|state| state.viewer(&account)).into(),
            ..Default::default()
        }))
    }

    async fn get_replay(&self, request: Request<GetReplayRequest>) -> Answer<GetReplayResponse> {
        known(&request.get_ref().game_id)?;
        Ok(Response::new(GetReplayResponse {
            game_id: "g".into(),
            positions: self.state(|state| state.positions.clone()),
            viewer: Viewer::Spectator.into(),
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
        let person = outflank_access::Caller::of(&request).ok();
        let person = person.and_then(|caller| caller.person);
        let mut asked = request.into_inner();
        if let Some(person) = person {
            asked.viewer_account_id = person.account_id;
        }
        known(&asked.game_id)?;
        if let Some(problem) = self.state(|state| state.unread.clone()) {
            let (reads, slow) = self.state(|state| {
                state.reads += 1;
                (state.reads, state.slow_reads)
            });
            if let Some(slow) = slow.filter(|_| reads > 1) {
                tokio::time::sleep(slow).await;
            }
            return Err(problem.into());
        }
        let answer = self.state(|state| {
            state.reads += 1;
            state.viewers.push(asked.viewer_account_id.clone());
            let viewer = state.viewer(&asked.viewer_account_id);
            let mut table = state.table.clone();
            state.inside().show_on(&mut table);
            if viewer == Viewer::Spectator {
                table = state.table.clone();
                table.seq = table.seq.min(state.shown_to.unwrap_or(u64::MAX));
                table.ply = u32::try_from(table.seq).unwrap();
            }
            let after = state
                .entries
                .iter()
                .filter(|entry| (asked.after_seq + 1..=table.seq).contains(&entry.seq))
                .map(|entry| match viewer {
                    Viewer::Official => for_officials(entry),
                    _ => entry.clone(),
                });
            ReadEntriesResponse {
                entries: after.collect(),
                table: Some(table),
                look_again_ms: state.look_again_ms,
                viewer: viewer.into(),
            }
        });
        // Commits may overtake the answer on its way.
        tokio::task::yield_now().await;
        Ok(Response::new(answer))
    }

    async fn read_news(&self, request: Request<ReadNewsRequest>) -> Answer<ReadNewsResponse> {
        let asked = request.into_inner().tables;
        self.state(|state| state.batches.push(asked.len()));
        let (mut news, mut unread) = (Vec::new(), Vec::new());
        for (number, table) in asked.into_iter().enumerate() {
            let of = ReadEntriesRequest {
                game_id: table.game_id,
                after_seq: table.after_seq,
                viewer_account_id: table.viewer_account_id,
            };
            let number = u32::try_from(number).unwrap();
            let Ok(entries) = self.read_entries(Request::new(of)).await else {
                unread.push(number);
                continue;
            };
            let entries = Some(entries.into_inner()).filter(|read| !read.entries.is_empty());
            let last = self.state(|state| state.said.last().map_or(0, |said| said.number));
            let chat = table.after_chat_number.is_some_and(|after| last > after);
            if entries.is_some() || chat {
                news.push(TableNews {
                    table: number,
                    entries,
                    chat,
                });
            }
        }
        Ok(Response::new(ReadNewsResponse { news, unread }))
    }

    async fn read_viewers(
        &self,
        request: Request<ReadViewersRequest>,
    ) -> Answer<ReadViewersResponse> {
        let asked = request.into_inner();
        let answer = self.state(|state| {
            state.viewer_reads += 1;
            let games = asked.games.into_iter().map(|of| GameViewers {
                viewers: of
                    .account_ids
                    .iter()
                    .map(|account| state.viewer(account).into())
                    .collect(),
                game_id: of.game_id,
            });
            let games = games.collect();
            let tournaments = asked.tournaments.into_iter().map(|of| TournamentDirectors {
                tournament_id: of.tournament_id,
                account_ids: of
                    .account_ids
                    .into_iter()
                    .filter(|account| state.viewer(account) == Viewer::Official)
                    .collect(),
            });
            ReadViewersResponse {
                games,
                tournaments: tournaments.collect(),
            }
        });
        Ok(Response::new(answer))
    }

    async fn read_alerts(&self, request: Request<ReadAlertsRequest>) -> Answer<ReadAlertsResponse> {
        let since_ms = request.get_ref().since_ms;
        let mut alerts = self.state(|state| state.alerts.clone());
        alerts.retain(|alert| alert.at_ms >= since_ms);
        Ok(Response::new(ReadAlertsResponse { alerts }))
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
        self.note(format!("seal {} {}", asked.ply, asked.square));
        self.command(asked.command_id, asked.stamps).await
    }

    async fn confirm_transcript(
        &self,
        request: Request<play::ConfirmTranscriptRequest>,
    ) -> Answer<CommandResponse> {
        let asked = request.into_inner();
        self.note(format!("confirm {}", asked.digest));
        self.command(asked.command_id, asked.stamps).await
    }

    async fn dispute_result(
        &self,
        request: Request<play::DisputeResultRequest>,
    ) -> Answer<CommandResponse> {
        let asked = request.into_inner();
        self.note(format!("dispute {}", asked.reason));
        self.command(asked.command_id, asked.stamps).await
    }

    async fn officiate(
        &self,
        request: Request<play::OfficiateRequest>,
    ) -> Answer<play::CommandResponse> {
        let asked = request.into_inner();
        let act = asked.act.and_then(|act| act.act).unwrap();
        self.note(format!(
            "officiate {act:?} {} {}",
            asked.paragraph, asked.reason
        ));
        self.command(asked.command_id, None).await
    }

    async fn officiate_round(
        &self,
        request: Request<play::OfficiateRoundRequest>,
    ) -> Answer<play::OfficiateRoundResponse> {
        let asked = request.into_inner();
        let act = asked.act.and_then(|act| act.act).unwrap();
        self.note(format!("round {} {act:?} {}", asked.round, asked.reason));
        Ok(Response::new(play::OfficiateRoundResponse {
            tables: vec![TableOutcome {
                game_id: "g".into(),
                table: 1,
                seq: 5,
                ..TableOutcome::default()
            }],
        }))
    }

    async fn post_chat(
        &self,
        request: Request<play::PostChatRequest>,
    ) -> Answer<play::PostChatResponse> {
        let asked = request.into_inner();
        if let Some(slow) = self.state(|state| state.slow_posts) {
            tokio::time::sleep(slow).await;
        }
        let account_id = asked.stamps.map_or_else(String::new, |of| of.account_id);
        let message = self.state(|state| {
            let message = ChatMessage {
                number: state.said.len() as u64 + 1,
                game_id: asked.game_id,
                channel: asked.channel,
                account_id,
                role: "black".into(),
                text: asked.text,
                at_ms: 7,
                removed: false,
                addressed_to: asked.addressed_to,
                held: state.chat_held && asked.channel == i32::from(ChatChannel::Spectators),
            };
            state.said.push(message.clone());
            message
        });
        let channel = message.channel();
        let update = ChatUpdate {
            to_black: channel == ChatChannel::Players,
            to_white: channel == ChatChannel::Players,
            to_officials: true,
            to_spectators: channel == ChatChannel::Spectators && !message.held,
            message: Some(message.clone()),
        };
        let bytes = Bytes::from(update.encode_to_vec());
        let _down = self.live.publish(&topic::chat("g"), bytes).await;
        Ok(Response::new(play::PostChatResponse {
            message: Some(message),
        }))
    }

    async fn read_chat(
        &self,
        request: Request<play::ReadChatRequest>,
    ) -> Answer<play::ReadChatResponse> {
        let asked = request.into_inner();
        let viewer = self.state(|state| state.viewer(&asked.viewer_account_id));
        let channel = match viewer {
            Viewer::Black | Viewer::White => Some(ChatChannel::Players),
            Viewer::Spectator | Viewer::Unspecified => Some(ChatChannel::Spectators),
            Viewer::Official => None,
        };
        self.state(|state| state.chat_reads += 1);
        if let Some(slow) = self.state(|state| state.slow_chat) {
            tokio::time::sleep(slow).await;
        }
        let most = Some(asked.most as usize).filter(|most| *most > 0);
        let most = most.unwrap_or(500);
        let mut older_before = 0;
        let mut messages: Vec<ChatMessage> = self.state(|state| {
            let after = state.said.iter();
            let after = after.filter(|of| of.number > asked.after_number);
            if asked.newest {
                let older = after.clone().count().saturating_sub(most);
                let newest: Vec<_> = after.skip(older).cloned().collect();
                older_before = newest.first().map_or(0, |of| of.number);
                older_before *= u64::from(older > 0);
                return newest;
            }
            after.take(most).cloned().collect()
        });
        let last = messages.last().map(|message| message.number);
        messages.retain(|of| channel.is_none_or(|channel| of.channel() == channel));
        messages.retain(|of| {
            !of.held || viewer == Viewer::Official || of.account_id == asked.viewer_account_id
        });
        Ok(Response::new(play::ReadChatResponse {
            messages,
            may_write: channel.into_iter().map(Into::into).collect(),
            last_number: last.unwrap_or(asked.after_number),
            older_before,
            order: None,
        }))
    }

    async fn moderate_chat(
        &self,
        request: Request<play::ModerateChatRequest>,
    ) -> Answer<play::ModerateChatResponse> {
        let asked = request.into_inner();
        self.note(format!(
            "moderate {:?} {}",
            asked.act.unwrap(),
            asked.reason
        ));
        Ok(Response::new(play::ModerateChatResponse {}))
    }

    async fn report_focus(
        &self,
        request: Request<play::ReportFocusRequest>,
    ) -> Answer<play::ReportFocusResponse> {
        self.state(|state| state.focus.push(request.into_inner()));
        Ok(Response::new(play::ReportFocusResponse {}))
    }

    async fn get_clock_sheet(
        &self,
        request: Request<play::GetClockSheetRequest>,
    ) -> Answer<play::GetClockSheetResponse> {
        known(&request.get_ref().game_id)?;
        Ok(Response::new(play::GetClockSheetResponse {
            game_id: "g".into(),
            plies: vec![ClockSheetPly {
                ply: 1,
                color: Color::Black.into(),
                square: "f5".into(),
                received_at_ms: 20,
                charged_ms: 10,
                seq: self.state(|state| state.table.seq),
                ..ClockSheetPly::default()
            }],
            credits: vec![ClockSheetCredit {
                color: Color::Black.into(),
                ms: 3,
                cause: "server_fault".into(),
                fault: "server".into(),
                fault_id: "f1".into(),
                ..ClockSheetCredit::default()
            }],
            ..Default::default()
        }))
    }

    async fn get_evidence(
        &self,
        request: Request<play::GetEvidenceRequest>,
    ) -> Answer<play::GetEvidenceResponse> {
        outflank_access::Caller::of(&request)?.person()?;
        Ok(Response::new(play::GetEvidenceResponse {
            game_id: "g".into(),
            from_ms: request.get_ref().from_ms,
            seats: vec![SeatEvidence {
                color: Color::White.into(),
                entrant_id: "e2".into(),
                events: vec![ConnectionEvent {
                    kind: "dropped".into(),
                    close_code: 1001,
                    ..ConnectionEvent::default()
                }],
                verdict: Some(Verdict {
                    server_side: "unknown".into(),
                    ..Verdict::default()
                }),
            }],
            document_json: br#"{"game":"g"}"#.to_vec(),
            document_csv: b"at_ms,kind\n".to_vec(),
            signature: "c2ln".into(),
            key_id: "k1".into(),
            ..Default::default()
        }))
    }

    async fn report_sockets(
        &self,
        request: Request<ReportSocketsRequest>,
    ) -> Answer<ReportSocketsResponse> {
        let asked = request.into_inner();
        assert_eq!(asked.gateway_id, "g1");
        self.state(|state| {
            state.reports.extend(asked.sockets);
            state.connections.extend(asked.connections);
        });
        Ok(Response::new(ReportSocketsResponse {}))
    }

    async fn beat(&self, request: Request<BeatRequest>) -> Answer<BeatResponse> {
        assert_eq!(request.get_ref().gateway_id, "g1");
        self.state(|state| state.beats += 1);
        Ok(Response::new(BeatResponse {}))
    }
}
