//! What the service does: load, decide, append.

mod arrival;
mod casual;
mod chat;
mod chat_filter;
mod chat_pages;
mod chat_rates;
mod clock_penalties;
mod clock_sheet;
mod closing;
mod commands;
mod confirmation;
mod delays;
mod evidence;
mod facts;
mod faults;
mod from_pairing;
mod game;
mod game_rules;
mod hearing;
mod help;
mod interest;
mod moderated;
mod moving;
mod officiate;
mod publishing;
mod recent_chat;
mod records;
pub(crate) mod refusal;
mod refused_facts;
mod rulings;
mod stakes;
mod stall;
mod sweeper;
mod tables;
mod time;
mod under_way;
mod verified;
mod viewers;
mod watching;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use ed25519_dalek::SigningKey;
use outflank_access::{Page, Problem, Role};
use outflank_journal::{Entry, Store};
use outflank_live::{SharedLive, topic};
use outflank_othello::{Color, Command, CreditCause, Event, Moment};
use outflank_proto::play::v1::{self as proto, play_service_server::PlayServiceServer};
use outflank_tournament::InterestTable;
use outflank_transport::{
    MoveStages, Transport,
    feed::{FactSource, Follower, PairingFacts},
};
use tokio::{sync::Notify, task::JoinSet};
use tokio_util::sync::CancellationToken;

use self::{
    chat_rates::ChatRates,
    confirmation::ResultSigner,
    evidence::EvidenceRecords,
    faults::{Faults, Instance, OutageRecords},
    from_pairing::FromPairing,
    game::visible_json,
    recent_chat::RecentChat,
    records::PlayRecords,
    refused_facts::Refusals,
    tables::{Step, Tables, stream},
    under_way::UnderWay,
    watching::Watching,
};

use crate::PlayGrpc;

pub(crate) use casual::NO_EVENT;
pub(crate) use chat::{Moderation, Words};
pub use chat_filter::{ChatFilter, Draft, Verdict};
pub(crate) use chat_pages::{ChatOrder, Stretch};
pub(crate) use clock_sheet::{ClockSheet, SheetCredit, SheetPly, Sums};
pub(crate) use commands::{Acknowledged, Act, PlayerCommand};
pub use confirmation::{is_countersigned, statement};
pub(crate) use delays::{MOST_PER_GAME_MS, MOST_PER_PLY_MS};
pub(crate) use evidence::{
    Alert, Evidence, Observation, Observed, Onlooker, Others, SeatEvidence, csv as evidence_csv,
    json as evidence_json,
};
pub(crate) use facts::result_kind;
pub(crate) use faults::{Outage, OutageKind};
pub(crate) use game::{Game, Ruled};
pub(crate) use help::is_under_way;
pub use moving::Moving;
pub(crate) use officiate::{Ruling, TableOutcome};
pub(crate) use records::{Channel, GameKey, KeptMessage};
pub(crate) use refusal::{malformed_command_id, malformed_square, unknown_game};
pub(crate) use stakes::OwnTables;
pub use time::Clock;
pub use verified::{
    Countersignatures, RepeatedGames, SigningKeys, check_countersignatures, check_results, repeat,
    repeat_games,
};
pub(crate) use viewers::{Viewer, Watcher};
pub(crate) use watching::Seen;

/// Entries read from the journal at once.
const PAGE: u32 = 512;

/// What the service is made of.
pub struct PlayParts {
    /// Its own journal and records, opened with [`MIGRATIONS`](crate::MIGRATIONS).
    pub store: Store,
    /// For fan-out and wake-ups.
    pub live: SharedLive,
    /// Cluster time.
    pub clock: Arc<dyn Clock>,
    /// Signs confirmed results.
    pub signing_key: SigningKey,
    /// What officials who play may do.
    pub interests: InterestTable,
    /// Measures the stages of moves.
    pub stages: MoveStages,
    /// Ends the background tasks.
    pub stop: CancellationToken,
}

impl std::fmt::Debug for PlayParts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PlayParts")
    }
}

/// The play service.
pub struct Play {
    pub(crate) tables: Arc<Tables>,
    records: PlayRecords,
    signer: ResultSigner,
    interests: InterestTable,
    instance: Instance,
    outages: OutageRecords,
    evidence: EvidenceRecords,
    pub(crate) faults: Faults,
    under_way: UnderWay,
    recent_chat: RecentChat,
    chat_rates: ChatRates,
    /// What looks at messages before they stand.
    chat_filter: OnceLock<Arc<dyn ChatFilter>>,
    /// One looks at a time whether this process stood still.
    noticing: tokio::sync::Mutex<()>,
    /// A fault was noticed, or somebody is back after one.
    fault_news: Notify,
    follower: OnceLock<Arc<Follower>>,
    stop: CancellationToken,
    tasks: Mutex<JoinSet<()>>,
}

impl std::fmt::Debug for Play {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Play")
    }
}

impl Play {
    /// The service over its parts. When this returns, every running clock has back what it lost while
    /// no server ran, and the background tasks run; games come in once it [follows](Self::follow)
    /// pairing's facts.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn start(parts: PlayParts) -> Result<Arc<Self>, Problem> {
        let Store {
            journal,
            records: own,
        } = parts.store;
        let records = PlayRecords::new(own.clone());
        let signer = ResultSigner::new(parts.signing_key);
        records
            .save_signing_key(signer.key_id(), &signer.public_key())
            .await?;
        let watching = Watching::new(records.clone(), Arc::clone(&journal));
        let play = Arc::new(Self {
            records,
            signer,
            interests: parts.interests,
            outages: OutageRecords(own.clone()),
            evidence: EvidenceRecords(own),
            tables: Arc::new(Tables::new(
                journal,
                parts.live,
                (parts.clock, parts.stages),
                watching,
            )),
            instance: Instance::begin().map_err(Problem::internal)?,
            faults: Faults::default(),
            under_way: UnderWay::default(),
            recent_chat: RecentChat::default(),
            chat_rates: ChatRates::default(),
            chat_filter: OnceLock::new(),
            noticing: tokio::sync::Mutex::default(),
            fault_news: Notify::new(),
            follower: OnceLock::new(),
            stop: parts.stop,
            tasks: Mutex::default(),
        });
        play.recover().await?;
        play.spawn(Arc::clone(&play).keep_beating());
        play.spawn(Arc::clone(&play).keep_crediting());
        play.spawn(Arc::clone(&play).keep_sweeping());
        play.spawn(Arc::clone(&play).keep_announcing());
        Ok(play)
    }

    /// Begins to follow pairing's facts, for ever. A second call changes nothing.
    pub fn follow(self: &Arc<Self>, pairing: impl FactSource) {
        let sink = Arc::new(FromPairing {
            tables: Arc::clone(&self.tables),
            records: self.records.clone(),
            evidence: self.evidence.clone(),
            outages: self.outages.clone(),
            refused: Refusals::default(),
            texts: Vec::new(),
        });
        let between = (Role::Play, Role::Pairing);
        let follower = Arc::new(Follower::new(between, pairing, sink));
        if self.follower.set(Arc::clone(&follower)).is_ok() {
            self.spawn(follower.run(Arc::clone(&self.tables.live), self.stop.clone()));
        }
    }

    /// Begins to follow pairing's facts over a transport that carries this role's service token.
    pub fn follow_pairing(self: &Arc<Self>, pairing: Transport) {
        self.follow(PairingFacts::over(pairing));
    }

    /// The service behind its contract, for an auth layer to be put in front of it.
    pub fn service(self: &Arc<Self>) -> PlayServiceServer<PlayGrpc> {
        PlayServiceServer::new(PlayGrpc(Arc::clone(self)))
    }

    /// Returns when the background tasks have ended, after `stop` was cancelled.
    pub async fn stopped(&self) {
        let mut tasks = {
            let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *tasks)
        };
        while tasks.join_next().await.is_some() {}
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.spawn(task);
    }

    /// Wakes those who follow this service's facts, once they are numbered.
    async fn keep_announcing(self: Arc<Self>) {
        let mut head = self.tables.journal.facts_head();
        let topic = topic::facts(Role::Play.name());
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                changed = head.changed() => if changed.is_err() { return },
            }
            if let Err(error) = self.tables.live.publish(&topic, Vec::new().into()).await {
                tracing::warn!(%error, "nobody was told of new facts");
            }
        }
    }

    /// Applies everything that pairing has published.
    pub(crate) async fn catch_up(&self) -> Result<(), Problem> {
        match self.follower.get() {
            Some(follower) => {
                let follower = Arc::clone(follower);
                tokio::spawn(async move { follower.catch_up().await })
                    .await
                    .map_err(Problem::internal)?
            }
            None => Ok(()),
        }
    }

    /// Cluster time now, in ms.
    pub(crate) fn now_ms(&self) -> i64 {
        self.tables.clock.now_ms()
    }

    /// The game as it stands. One that is not there yet may have been published a moment ago.
    pub(crate) async fn game(&self, game_id: &str) -> Result<Arc<Game>, Problem> {
        if let Some(game) = self.tables.find(game_id).await? {
            return Ok(game);
        }
        self.catch_up().await?;
        self.tables.find(game_id).await?.ok_or_else(unknown_game)
    }

    /// The games of a round, or of a tournament when `round` is 0.
    pub(crate) async fn games(
        &self,
        tournament_id: &str,
        round: u32,
    ) -> Result<Vec<Arc<Game>>, Problem> {
        self.found(self.records.games(tournament_id, round).await?)
            .await
    }

    /// A page of them, and the next one's token.
    pub(crate) async fn games_on(
        &self,
        tournament_id: &str,
        round: u32,
        page: &Page<GameKey>,
    ) -> Result<(Vec<Arc<Game>>, String), Problem> {
        let keys = self.records.games_on(tournament_id, round, page).await?;
        let (keys, next) = page.cut(keys, Clone::clone)?;
        let ids = keys.into_iter().map(|(.., game_id)| game_id).collect();
        Ok((self.found(ids).await?, next))
    }

    /// The games of these ids that are made.
    async fn found(&self, ids: Vec<String>) -> Result<Vec<Arc<Game>>, Problem> {
        let mut games = Vec::new();
        for game_id in ids {
            games.extend(self.tables.find(&game_id).await?);
        }
        Ok(games)
    }

    /// The entry that a command of an account made, if it made one.
    pub(crate) async fn by_command(
        &self,
        game_id: &str,
        account: &str,
        command_id: &str,
    ) -> Result<Option<Entry>, Problem> {
        let journal = &self.tables.journal;
        let stream = stream(game_id);
        let found = journal.by_command(&stream, account, command_id).await;
        found.map_err(|error| refusal::journal(&error))
    }

    /// The reasons behind the acts at a game.
    pub(crate) async fn reasons(&self, game: &Game) -> Result<BTreeMap<String, String>, Problem> {
        if !game.has_reasons() {
            return Ok(BTreeMap::new());
        }
        self.records.reasons(&game.id).await
    }

    /// The entries of a game after a seq, up to the one it is seen to, with what its viewer may see of each. While the
    /// board is hidden from the viewer, the first entry that tells of it and all after it are kept back. `to_room`: for
    /// those who were watching, and are told them late.
    pub(crate) async fn entries(
        &self,
        seen: &Seen,
        after_seq: u64,
        to_room: bool,
    ) -> Result<Vec<proto::TableEntry>, Problem> {
        let viewer = seen.viewer.audience();
        let keeps_back = seen.hides_board() && !to_room;
        // What is held back, or was committed since, comes later.
        let history = self.tables.watching.history(&seen.game).await?;
        let mut entries = Vec::new();
        for past in history.iter().filter(|past| past.seq > after_seq) {
            if keeps_back && past.events.iter().any(Event::tells_board) {
                break;
            }
            entries.push(proto::TableEntry {
                seq: past.seq,
                at_ms: past.at_ms,
                events_json: visible_json(&past.events, viewer)?,
            });
        }
        Ok(entries)
    }
}

/// A credit of time by this service for what ended at `until_ms`, dated at `at_ms`.
fn credit(
    color: Color,
    ms: i64,
    cause: CreditCause,
    fault_id: &str,
    (until_ms, at_ms): (i64, i64),
) -> Step {
    Step::new(
        &Role::Play.actor(),
        fault_id,
        Command::CreditTime {
            color: Some(color),
            ms,
            cause,
            fault_id: fault_id.to_owned(),
            until_ms: Some(until_ms),
        },
        Moment::at(at_ms),
    )
}
