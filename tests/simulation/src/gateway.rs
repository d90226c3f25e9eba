//! The gateway between players and play: it stamps what arrives, and remembers what it delivered.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use outflank_access::{Kind, Problem, Role};
use outflank_live::{Live as _, Received, topic};
use outflank_proto::{
    live::v1 as live,
    play::v1::{self as proto, play_service_client::PlayServiceClient},
};
use outflank_stillness::rest;
use outflank_transport::Transport;
use prost::Message as _;

use crate::{
    asked::Asked,
    chance::Chance,
    coverage::{Doing, Fault},
    fault_plan::Control,
    log::{Arrival, News},
    wiring::Wiring,
};

/// Its name.
const ID: &str = "gateway-1";
/// Longest way between a player and the gateway, there or back, ms.
pub const LONGEST_WAY_MS: u64 = 60;

/// One gateway.
pub struct Gateway {
    wiring: Arc<Wiring>,
    play: PlayServiceClient<Transport>,
    chance: Chance,
    /// The last entry handed to each seat, and when: by account and game.
    delivered: Mutex<BTreeMap<(String, String), (u64, i64)>>,
}

/// What a player sends.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The sender.
    pub account: String,
    /// The game.
    pub game: String,
    /// The command's id.
    pub command_id: String,
    /// What it asks for.
    pub asked: Asked,
    /// The digest that is signed, for a confirmation.
    pub digest: String,
}

fn lost(what: &'static str) -> Problem {
    Problem::new(Kind::Unavailable, "lost", what)
}

impl Gateway {
    /// A gateway to these services.
    #[must_use]
    pub fn new(wiring: &Arc<Wiring>) -> Arc<Self> {
        Arc::new(Self {
            play: PlayServiceClient::new(wiring.way(Role::Gateway, &wiring.play, "gateway")),
            chance: wiring.world.chance("gateway"),
            wiring: Arc::clone(wiring),
            delivered: Mutex::default(),
        })
    }

    fn delivered(&self) -> MutexGuard<'_, BTreeMap<(String, String), (u64, i64)>> {
        self.delivered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows every second that it runs.
    pub async fn keep_beating(self: Arc<Self>) {
        loop {
            let beat = proto::BeatRequest {
                gateway_id: ID.to_owned(),
                stalled_ms: 0,
                open_sockets: 0,
            };
            let mut play = self.play.clone();
            // Nobody waits for the answer.
            tokio::spawn(async move { play.beat(beat).await });
            rest(1_000).await;
        }
    }

    /// Tells play whose sockets are open.
    pub async fn report(&self, accounts: &[String]) {
        let at_ms = self.wiring.clock.now_ms();
        let sockets = accounts.iter().map(|account| proto::SocketReport {
            account_id: account.clone(),
            open: true,
            at_ms,
        });
        let request = proto::ReportSocketsRequest {
            gateway_id: ID.to_owned(),
            sockets: sockets.collect(),
            connections: Vec::new(),
            ..proto::ReportSocketsRequest::default()
        };
        for _ in 0..20 {
            if self
                .play
                .clone()
                .report_sockets(request.clone())
                .await
                .is_ok()
            {
                return;
            }
            rest(200).await;
        }
    }

    /// Notes what goes over the bus about a game.
    pub async fn listen(self: Arc<Self>, game: String) {
        let Ok(mut news) = self.wiring.live.subscribe(&topic::game(&game)).await else {
            return;
        };
        loop {
            let message = match news.next().await {
                Received::Message(message) => message,
                Received::Missed(_) => continue,
                Received::Closed => return,
            };
            match told(message) {
                Some(commit) => self.wiring.world.log.heard(News {
                    game: game.clone(),
                    seq: commit.seq,
                    events_json: commit.events_json,
                }),
                None => {
                    let complaint = format!("game {game}: news that say nothing");
                    self.wiring.world.log.complain(complaint);
                }
            }
        }
    }

    /// A player looks at a game: entries after a seq, and the table.
    ///
    /// # Errors
    /// When something is lost on the way, or play does not answer.
    pub async fn look(
        &self,
        account: &str,
        game: &str,
        after_seq: u64,
    ) -> Result<proto::ReadEntriesResponse, Problem> {
        let request = proto::ReadEntriesRequest {
            game_id: game.to_owned(),
            after_seq,
            viewer_account_id: account.to_owned(),
        };
        let answer = self.play.clone().read_entries(request).await;
        let answer = answer
            .map_err(|status| Problem::from_status(&status))?
            .into_inner();
        if let Some(last) = answer.entries.last() {
            let key = (account.to_owned(), game.to_owned());
            let known = self.delivered().get(&key).map_or(0, |(seq, _)| *seq);
            if last.seq > known {
                rest(unread_ms(last.seq).unsigned_abs()).await;
            }
            let mut delivered = self.delivered();
            let newest = delivered.entry(key).or_insert((0, 0));
            if last.seq > newest.0 {
                *newest = (last.seq, self.wiring.clock.now_ms());
            }
        }
        self.way().await;
        let world = &self.wiring.world;
        if world.strikes(&self.chance, Fault::LostAnswer, [&Doing::other("look")]) {
            rest(300).await;
            return Err(lost("the table was lost on the way to the player"));
        }
        Ok(answer)
    }

    /// A player's frame goes to the gateway and through it to play; the answer comes back.
    ///
    /// # Errors
    /// When something is lost on the way, or play refuses.
    pub async fn send(self: &Arc<Self>, frame: Frame) -> Result<proto::CommandResponse, Problem> {
        let (world, chance) = (&self.wiring.world, &self.chance);
        let doing = [&world.log.coverage.command(&frame.command_id)];
        let request_lost = world.strikes(chance, Fault::LostRequest, doing);
        let answer_lost = world.strikes(chance, Fault::LostAnswer, doing);
        let double = world.strikes(chance, Fault::DoubleRequest, doing);
        self.way().await;
        if request_lost {
            rest(chance.between(200, 800)).await;
            return Err(lost("the frame was lost on the way to the gateway"));
        }
        if double {
            let (gateway, again) = (Arc::clone(self), frame.clone());
            let late_ms = chance.between(0, 1_500);
            tokio::spawn(async move {
                rest(late_ms).await;
                gateway.relay(&again).await
            });
        }
        let answer = self.relay(&frame).await;
        self.way().await;
        if answer_lost {
            rest(chance.between(200, 800)).await;
            return Err(lost("the answer was lost on the way to the player"));
        }
        answer
    }

    async fn way(&self) {
        rest(self.chance.between(1, LONGEST_WAY_MS)).await;
    }

    /// Stamps a frame and passes it on; once more where nobody answered.
    async fn relay(&self, frame: &Frame) -> Result<proto::CommandResponse, Problem> {
        let key = (frame.account.clone(), frame.game.clone());
        let delivered = self.delivered().get(&key).copied();
        let arrival = Arrival {
            at_ms: self.wiring.clock.now_ms(),
            delivered_ms: delivered.map(|(_, at_ms)| at_ms),
            unread_ms: delivered.map_or(0, |(seq, _)| unread_ms(seq)),
            lag_ms: delivered.map_or(0, |(seq, _)| lag_ms(seq)),
        };
        let log = &self.wiring.world.log;
        log.arrived(&frame.account, &frame.command_id, arrival);
        let mut received_at_ms = arrival.at_ms;
        if self.wiring.world.breaks(Control::ClientTimeTrusted) {
            // "I moved at once."
            received_at_ms = arrival.delivered_ms.unwrap_or(received_at_ms);
        }
        let mut unread_ms = arrival.unread_ms;
        if self.wiring.world.breaks(Control::ReadingCountedTwice) {
            unread_ms *= 2;
        }
        let stamps = proto::Stamps {
            received_at_ms,
            delivered_at_ms: arrival.delivered_ms.unwrap_or(0),
            account_id: frame.account.clone(),
            lag_ms: arrival.lag_ms,
            gateway_id: ID.to_owned(),
            queued_ms: 0,
            unread_ms,
            seen_at_ms: 0,
            by_key: false,
        };
        match self.pass_on(frame, stamps.clone()).await {
            Err(problem) if problem.kind == Kind::Unavailable => self.pass_on(frame, stamps).await,
            answer => answer,
        }
    }

    async fn pass_on(
        &self,
        frame: &Frame,
        stamps: proto::Stamps,
    ) -> Result<proto::CommandResponse, Problem> {
        let mut play = self.play.clone();
        let (game_id, command_id) = (frame.game.clone(), frame.command_id.clone());
        let stamps = Some(stamps);
        let answer = match &frame.asked {
            Asked::Move { ply, square } => {
                let request = proto::MoveRequest {
                    command_id,
                    game_id,
                    ply: *ply,
                    square: square.clone(),
                    flip: String::new(),
                    stamps,
                };
                play.r#move(request).await
            }
            Asked::Pass { ply } => {
                let request = proto::PassRequest {
                    command_id,
                    game_id,
                    ply: *ply,
                    stamps,
                };
                play.pass(request).await
            }
            Asked::Resign => {
                let request = proto::ResignRequest {
                    command_id,
                    game_id,
                    stamps,
                };
                play.resign(request).await
            }
            Asked::Confirm => {
                let request = proto::ConfirmTranscriptRequest {
                    command_id,
                    game_id,
                    digest: frame.digest.clone(),
                    stamps,
                };
                play.confirm_transcript(request).await
            }
            Asked::Dispute => {
                let request = proto::DisputeResultRequest {
                    command_id,
                    game_id,
                    reason: "The last disc was never turned.".to_owned(),
                    stamps,
                };
                play.dispute_result(request).await
            }
            Asked::Call => {
                let request = proto::CallDirectorRequest {
                    command_id,
                    game_id,
                    stamps,
                };
                play.call_director(request).await
            }
            Asked::Officiate(_)
            | Asked::Enter { .. }
            | Asked::Tell { .. }
            | Asked::End { .. }
            | Asked::Beyond { .. }
            | Asked::Direct(_) => {
                return Err(lost("players send no such thing"));
            }
        };
        answer
            .map(tonic::Response::into_inner)
            .map_err(|status| Problem::from_status(&status))
    }
}

/// What pings said of a player's line when a commit reached him, ms.
const fn lag_ms(seq: u64) -> i64 {
    match seq % 3 {
        0 => 40,
        _ => 0,
    }
}

/// How long a player did not read before a commit reached him, ms: now and then, and then longer than one ply may be
/// credited.
const fn unread_ms(seq: u64) -> i64 {
    match seq % 5 {
        0 => 900,
        1 => 60,
        _ => 0,
    }
}

/// What everybody is told of a commit.
fn told(message: bytes::Bytes) -> Option<live::TableCommit> {
    let update = proto::TableUpdate::decode(message).ok()?;
    let said = live::ServerMessage::decode(update.everybody?.message).ok()?;
    match said.message {
        Some(live::server_message::Message::Commit(commit)) => Some(commit),
        _ => None,
    }
}
