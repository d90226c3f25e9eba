//! The services, as processes that come and go over stores that stay.

mod crashes;

use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use ed25519_dalek::SigningKey;
use outflank_access::{
    Person, Problem, Role, Scopes,
    tokens::{ServiceIdentity, Signer, Verifier},
};
use outflank_journal::{Records, Store};
use outflank_live::InProcess;
use outflank_pairing::{EventPolicy, Founding, Pairing, PairingParts};
use outflank_play::{Play, PlayParts};
use outflank_proto::identity::v1::identity_service_server::IdentityServiceServer;
use outflank_stillness::{Memory, MemoryJournal, Stillness};
use outflank_transport::{AuthLayer, ClusterClock, Transport, in_the_name_of};
use tokio_util::sync::CancellationToken;

use crate::{
    chance::Chance,
    coverage::{Doing, Fault},
    identity::Identity,
    journal::Faults,
    life::Life,
    live::FaultyLive,
    network::{Hosts, Running, Way},
    world::World,
};

/// Everything that serves.
pub struct Wiring {
    /// What all share.
    pub world: Arc<World>,
    /// Play's history.
    pub play_memory: Arc<Memory>,
    /// Pairing's history.
    pub pairing_memory: Arc<Memory>,
    /// Play's records.
    pub play_records: Records,
    /// Pairing's records.
    pub pairing_records: Records,
    /// The bus, without faults.
    pub live: Arc<InProcess>,
    /// Processes of play.
    pub play: Arc<Hosts>,
    /// Processes of pairing.
    pub pairing: Arc<Hosts>,
    identity_hosts: Arc<Hosts>,
    /// Who claims seats.
    pub identity: Arc<Identity>,
    stillness: Stillness,
    verifier: Arc<Verifier>,
    people: SigningKey,
    /// The clock of those who are no process of their own.
    pub clock: Arc<ClusterClock>,
    chance: Chance,
    /// Starts that are cut off.
    starts: Chance,
    /// Processes started so far: each run has chances of its own.
    runs: AtomicU64,
    /// Since when no process of play runs.
    down_since_ms: Mutex<Option<i64>>,
    /// Why the first service could not be started, for the report.
    pub start_failed: OnceLock<Problem>,
}

/// Under these names the services keep how far they have read each other's facts.
pub const PLAY_FOLLOWS: &str = "play-from-pairing";
/// Pairing's.
pub const PAIRING_FOLLOWS: &str = "pairing-from-play";

fn service_key(role: Role) -> SigningKey {
    let place = Role::ALL.iter().position(|known| *known == role);
    let place = place.and_then(|place| u8::try_from(place).ok());
    SigningKey::from_bytes(&[place.unwrap_or(0) + 10; 32])
}

impl Wiring {
    /// Puts everything together and starts every process.
    ///
    /// # Panics
    /// When keys, tables or clocks cannot be made: none of that fails by chance.
    pub async fn build(world: &Arc<World>, stillness: &Stillness) -> Arc<Self> {
        let people = SigningKey::from_bytes(&[1; 32]);
        let mut verifier = Verifier::default()
            .trust_people(&people.verifying_key())
            .expect("the key is one");
        for role in Role::ALL {
            verifier = verifier
                .trust_service(role, &service_key(role).verifying_key())
                .expect("the key is one");
        }
        let clock = ClusterClock::of_store(&world.time).await;
        let play_records = stillness.records(&outflank_play::MIGRATIONS).await;
        let pairing_records = stillness.records(&outflank_pairing::MIGRATIONS).await;
        let wiring = Arc::new(Self {
            play_memory: Arc::new(Memory::new("play").with_records(&play_records)),
            pairing_memory: Arc::new(Memory::new("pairing").with_records(&pairing_records)),
            play_records,
            pairing_records,
            live: Arc::new(InProcess::new()),
            play: Arc::default(),
            pairing: Arc::default(),
            identity_hosts: Arc::default(),
            identity: Arc::default(),
            stillness: stillness.clone(),
            verifier: Arc::new(verifier),
            people,
            clock: Arc::new(clock.expect("simulated time can be read")),
            // By this name the listed seeds draw what they draw.
            chance: world.chance("house"),
            starts: world.chance("starts"),
            runs: AtomicU64::new(0),
            down_since_ms: Mutex::default(),
            start_failed: OnceLock::new(),
            world: Arc::clone(world),
        });
        wiring.start_identity();
        for index in 0..world.fault_plan.pairing_instances {
            Box::pin(wiring.start_pairing(index)).await;
        }
        for index in 0..world.fault_plan.play_instances {
            Box::pin(wiring.start_play(index)).await;
        }
        wiring
    }

    fn start_identity(&self) {
        let service = IdentityServiceServer::from_arc(Arc::clone(&self.identity));
        let auth_layer = AuthLayer::new(Arc::clone(&self.verifier), Arc::clone(&self.clock));
        self.identity_hosts.put(
            0,
            Running {
                transport: auth_layer.local(service),
                life: Life::default(),
                stop: CancellationToken::new(),
                held: Arc::new(()),
            },
        );
    }

    /// A way to a role in the name of another.
    #[must_use]
    pub fn way(&self, from: Role, to: &Arc<Hosts>, name: &str) -> Transport {
        let way = Way::new(&self.world, to, name).transport();
        self.in_name(way, from, &self.clock)
    }

    /// A transport that calls in the name of a role.
    #[must_use]
    pub fn in_the_name_of(&self, transport: Transport, role: Role) -> Transport {
        self.in_name(transport, role, &self.clock)
    }

    fn in_name(&self, way: Transport, role: Role, clock: &Arc<ClusterClock>) -> Transport {
        let identity = ServiceIdentity::new(role, &service_key(role)).expect("the key is one");
        in_the_name_of(way, Arc::new(identity), Arc::clone(clock))
    }

    /// An access token of an account.
    ///
    /// # Panics
    /// When it cannot be signed.
    #[must_use]
    pub fn token(&self, account: &str) -> String {
        let person = Person {
            account_id: account.to_owned(),
            session_id: "session".to_owned(),
            light: false,
            scopes: Scopes::all(),
        };
        let signer = Signer::new(&self.people).expect("the key is one");
        let signed = signer.access_token(&person, self.clock.now_ms());
        signed.expect("a token can be signed").0
    }

    async fn process_clock(&self) -> Arc<ClusterClock> {
        let skew_ms = i64::try_from(self.world.fault_plan.skew_ms).unwrap_or(0);
        let ahead_ms = i64::try_from(self.chance.between(0, 2 * self.world.fault_plan.skew_ms));
        let ahead_ms = ahead_ms.unwrap_or(0) - skew_ms;
        if ahead_ms != 0 {
            let coverage = &self.world.log.coverage;
            coverage.struck(Fault::Skew, [&Doing::other("serve")]);
        }
        let time = self.world.time.skewed(ahead_ms);
        let clock = ClusterClock::of_store(&time).await;
        Arc::new(clock.expect("simulated time can be read"))
    }

    fn down_since_ms(&self) -> MutexGuard<'_, Option<i64>> {
        let since = self.down_since_ms.lock();
        since.unwrap_or_else(PoisonError::into_inner)
    }

    fn run_of(&self, role: &str, index: usize) -> String {
        let run = self.runs.fetch_add(1, Ordering::Relaxed);
        format!("{role} {index}, run {run}")
    }

    /// Starts a process of play, again and again until it is up.
    pub async fn start_play(&self, index: usize) {
        loop {
            let name = self.run_of("play", index);
            let began_ms = self.world.time.now_ms();
            let (life, stop) = (Life::default(), CancellationToken::new());
            let clock = self.process_clock().await;
            let journal = MemoryJournal::open(
                &self.play_memory,
                &self.stillness,
                Faults::of(&self.world, (&name, &life)),
            );
            let parts = PlayParts {
                store: Store {
                    journal: Arc::new(journal),
                    records: self.play_records.clone(),
                },
                live: Arc::new(FaultyLive::new(&self.live, &self.world, (&name, &life))),
                clock: Arc::clone(&clock) as Arc<dyn outflank_play::Clock>,
                signing_key: SigningKey::from_bytes(&[99; 32]),
                interests: outflank_tournament::InterestTable::default(),
                stages: outflank_transport::MoveStages::default(),
                stop: stop.clone(),
            };
            match self.survives(&life, Play::start(parts)).await {
                Ok(play) => {
                    let pairing = Way::new(&self.world, &self.pairing, &name).transport();
                    play.follow_pairing(self.in_name(pairing, Role::Play, &clock));
                    let auth_layer = AuthLayer::new(Arc::clone(&self.verifier), clock);
                    let running = Running {
                        transport: auth_layer.local(play.service()),
                        life,
                        stop,
                        held: play,
                    };
                    if let Some(from_ms) = self.down_since_ms().take() {
                        self.world.log.outage(from_ms, began_ms);
                    }
                    return self.play.put(index, running);
                }
                Err(end) => self.not_started(end, (&life, true), &stop).await,
            }
        }
    }

    /// Starts a process of pairing, again and again until it is up.
    pub async fn start_pairing(&self, index: usize) {
        loop {
            let name = self.run_of("pairing", index);
            let (life, stop) = (Life::default(), CancellationToken::new());
            let clock = self.process_clock().await;
            let journal = MemoryJournal::open(
                &self.pairing_memory,
                &self.stillness,
                Faults::of(&self.world, (&name, &life)),
            );
            let identity = Way::new(&self.world, &self.identity_hosts, &name).transport();
            let parts = PairingParts {
                store: Store {
                    journal: Arc::new(journal),
                    records: self.pairing_records.clone(),
                },
                live: Arc::new(FaultyLive::new(&self.live, &self.world, (&name, &life))),
                clock: Arc::clone(&clock),
                identity: self.in_name(identity, Role::Pairing, &clock),
                interests: outflank_tournament::InterestTable::default(),
                policy: EventPolicy {
                    founding: Founding::Accounts,
                    ..EventPolicy::default()
                },
                lots: self.world.chance(&format!("lots of {name}")).lots(),
                stop: stop.clone(),
            };
            match self.survives(&life, Pairing::start(parts)).await {
                Ok(pairing) => {
                    let play = Way::new(&self.world, &self.play, &name).transport();
                    pairing.follow_play(self.in_name(play, Role::Pairing, &clock));
                    let auth_layer = AuthLayer::new(Arc::clone(&self.verifier), clock);
                    let running = Running {
                        transport: auth_layer.local(pairing.service()),
                        life,
                        stop,
                        held: Arc::new(pairing),
                    };
                    let now_ms = self.world.time.now_ms();
                    self.world.seen.matches(&running.life, now_ms);
                    return self.pairing.put(index, running);
                }
                Err(end) => self.not_started(end, (&life, false), &stop).await,
            }
        }
    }

    /// Lets go of every process. They know each other, and nothing of them would go before.
    pub fn end(&self) {
        for hosts in [&self.play, &self.pairing, &self.identity_hosts] {
            for index in hosts.serving() {
                drop(hosts.take(index));
            }
        }
    }
}
