//! The house: bots that take the seats of rehearsals, and come to whoever waits alone for a casual game. They play as anyone
//! does, by the public interface.
//!
//! It keeps nothing. Which rehearsals there are, which seats are its own and which games its bots are booked for it asks
//! pairing, and its sessions identity, both under the gateway's service key; identity gives it sessions of house bots alone,
//! and pairing gives those seats in rehearsals alone. Each gateway has a house: what they do is decided by the game and the
//! ply, so that two of them give the same commands.

mod bot;
mod casual;
mod casual_bot;
pub mod colours;
mod lobby;
mod player;
mod rehearsal;
pub mod squares;
mod visits;
pub mod whim;

use std::{
    collections::{BTreeMap, HashMap},
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use outflank_client::{Choice, Client, Failure, Session, Table};
use outflank_live::{Received, SharedLive, Subscription, topic};
use outflank_proto::{
    identity::v1::{OpenHouseSessionRequest, identity_service_client::IdentityServiceClient},
    pairing::v1::{
        ListRunningRehearsalsRequest, SeatHouseRequest,
        pairing_service_client::PairingServiceClient,
    },
};
use outflank_transport::{ClusterClock, Transport};
use tokio::{
    net::TcpListener,
    sync::{Mutex, Semaphore},
    task::JoinSet,
    time,
};
use tonic::Status;

use casual::CasualPlay;
use rehearsal::Rehearsal;

/// Rehearsals are looked for so often where nobody tells of a new one.
const LOOKED_FOR_EVERY: Duration = Duration::from_secs(60);
/// Seats that the house plays at a time, in all rehearsals of a gateway: what is left of a machine is people's.
const MOST_SEATS: usize = 64;
/// How long the house waits before it tries again.
const PAUSE: Duration = Duration::from_secs(3);

/// What a house is there for.
#[derive(Debug, Clone, Copy)]
pub struct Duties {
    /// It plays in rehearsals.
    pub rehearsals: bool,
    /// So many of its bots play casual games at a time.
    pub casual_bots: usize,
}

impl Duties {
    /// Whether there are any.
    pub const fn any(&self) -> bool {
        self.rehearsals || self.casual_bots > 0
    }
}

/// The house of one gateway.
pub struct House {
    duties: Duties,
    pairing: PairingServiceClient<Transport>,
    identity: IdentityServiceClient<Transport>,
    live: SharedLive,
    clock: Arc<ClusterClock>,
    /// Signed in as nobody.
    client: Client,
    /// By the numbers of the bots.
    sessions: Mutex<BTreeMap<u32, Client>>,
    /// One for each seat that may be played at a time; who waits longest is first, so that both of a table come in.
    free_seats: Arc<Semaphore>,
}

/// The address of this machine alone at which the house comes in, whatever the gateway asks of people: TLS, a proxy.
pub async fn door() -> std::io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await
}

impl House {
    /// The house behind a door; `pairing` and `identity` are called in the gateway's name.
    pub fn new(
        door: SocketAddr,
        (pairing, identity): (Transport, Transport),
        (live, clock): (SharedLive, Arc<ClusterClock>),
        duties: Duties,
    ) -> Arc<Self> {
        Arc::new(Self {
            duties,
            pairing: PairingServiceClient::new(pairing),
            identity: IdentityServiceClient::new(identity),
            live,
            clock,
            client: Client::here(&format!("http://{door}")),
            sessions: Mutex::default(),
            free_seats: Arc::new(Semaphore::new(MOST_SEATS)),
        })
    }

    /// Does what it is there for.
    pub async fn keep(self: Arc<Self>) {
        let Duties {
            rehearsals,
            casual_bots,
        } = self.duties;
        let rehearse = async {
            if rehearsals {
                self.rehearse().await;
            }
        };
        let casual = async {
            if casual_bots > 0 {
                CasualPlay::new(Arc::clone(&self), casual_bots).keep().await;
            }
        };
        tokio::join!(rehearse, casual);
    }

    /// Plays in every rehearsal until it is over.
    async fn rehearse(self: &Arc<Self>) {
        let mut held = JoinSet::new();
        let mut ids = HashMap::new();
        loop {
            // Before the look, so that what is founded in between is heard of.
            let mut news = self.live.subscribe(&topic::rehearsals()).await.ok();
            let wait = match self.running().await {
                Ok(running) => {
                    for id in running {
                        if !ids.values().any(|known| *known == id) {
                            let house = Arc::clone(self);
                            let of = id.clone();
                            let task =
                                held.spawn(async move { Rehearsal::new(house, of).hold().await });
                            ids.insert(task.id(), id);
                        }
                    }
                    LOOKED_FOR_EVERY
                }
                Err(status) => {
                    tracing::debug!(%status, "the house looks for rehearsals later");
                    PAUSE
                }
            };
            tokio::select! {
                () = time::sleep(wait) => {}
                () = told(&mut news) => {}
                Some(over) = held.join_next_with_id() => {
                    let id = match over {
                        Ok((id, ())) => id,
                        Err(error) => {
                            tracing::warn!(%error, "the house broke off a rehearsal and goes on soon");
                            error.id()
                        }
                    };
                    ids.remove(&id);
                    // The list of those under way may be behind.
                    time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn running(&self) -> Result<Vec<String>, Status> {
        let answer = self
            .pairing
            .clone()
            .list_running_rehearsals(ListRunningRehearsalsRequest {})
            .await?;
        Ok(answer.into_inner().tournament_ids)
    }

    /// Takes the free seats of a rehearsal; answers the bots that have seats in it, by their entrants.
    async fn take_seats(&self, tournament_id: &str) -> Result<BTreeMap<String, u32>, Status> {
        let request = SeatHouseRequest {
            tournament_id: tournament_id.to_owned(),
        };
        let answer = self.pairing.clone().seat_house(request).await?;
        let seats = answer.into_inner().seats.into_iter();
        Ok(seats.map(|seat| (seat.entrant_id, seat.number)).collect())
    }

    /// The bot with that number, signed in.
    async fn bot(&self, number: u32) -> Result<Client, Status> {
        let mut sessions = self.sessions.lock().await;
        if let Some(client) = sessions.get(&number) {
            return Ok(client.clone());
        }
        let request = OpenHouseSessionRequest { number };
        let opened = self.identity.clone().open_house_session(request).await?;
        let opened = opened.into_inner();
        let tokens = opened.tokens.unwrap_or_default();
        let client = self.client.anonymous().with_session(Session {
            account_id: opened.account.unwrap_or_default().id,
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
        });
        sessions.insert(number, client.clone());
        Ok(client)
    }

    /// What came of what a bot did: where its session is not known any more, it has another one next time.
    async fn done(&self, number: u32, done: Result<(), Failure>) -> Result<(), Failure> {
        if let Err(Failure::Refused(refused)) = &done
            && refused.status == 401
        {
            self.forget(number).await;
        }
        done
    }

    /// Another session is opened for that bot when it is needed.
    async fn forget(&self, number: u32) {
        self.sessions.lock().await.remove(&number);
    }
}

impl std::fmt::Debug for House {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "House({})", self.client.base())
    }
}

/// When a rehearsal may have been founded.
async fn told(news: &mut Option<Subscription>) {
    if let Some(news) = news
        && news.next().await != Received::Closed
    {
        return;
    }
    std::future::pending().await
}

/// Where the opening lets a disc flip one by choice, the first is flipped.
pub fn placed(table: &Table, square: String) -> Choice {
    match table.flippable_squares.first() {
        Some(flip) => Choice::Flipping {
            square,
            flip: flip.clone(),
        },
        None => Choice::Square(square),
    }
}
