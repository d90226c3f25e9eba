//! The wiring: which service stands behind which transport. The only place that knows.

use std::{path::PathBuf, sync::Arc};

use anyhow::Context as _;
use ed25519_dalek::SigningKey;
use outflank_gateway::{Gateway, GatewayParts, Limits, PublicOrigin, Services};
use outflank_identity::{Identity, IdentityGrpc, IdentityParts};
use outflank_journal::{DataFolder, SqliteJournal};
use outflank_live::{InProcess, SharedLive};
use outflank_pairing::{Pairing, PairingParts};
use outflank_play::{Play, PlayGrpc, PlayParts};
use outflank_proto::{
    identity::v1::identity_service_server::IdentityServiceServer,
    play::v1::play_service_server::PlayServiceServer,
    ratings::v1::ratings_service_server::RatingsServiceServer,
    standings::v1::standings_service_server::StandingsServiceServer,
};
use outflank_ratings::{Ratings, RatingsGrpc, RatingsParts};
use outflank_runtime::{
    ClusterClock, Role, Transport, keys,
    tokens::{ServiceIdentity, Verifier},
    transport::{Gate, in_the_name_of},
};
use outflank_standings::{Standings, StandingsGrpc, StandingsParts};
use sqlx::migrate::Migrator;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// The services of one process, wired without sockets.
pub struct House {
    identity: Arc<Identity>,
    pairing: Pairing,
    play: Arc<Play>,
    journals: Vec<Arc<SqliteJournal>>,
    gateway: Gateway,
    connections: usize,
    stop: CancellationToken,
}

/// What the wiring of every service shares.
struct Site {
    keys: PathBuf,
    gate: Gate,
    clock: Arc<ClusterClock>,
    live: SharedLive,
    stop: CancellationToken,
}

impl Site {
    /// A transport to a service for calls in a role's name.
    fn called_by(&self, role: Role, service: &Transport) -> anyhow::Result<Transport> {
        let key = service_key(&self.keys, role)?;
        let identity = Arc::new(ServiceIdentity::new(role, &key)?);
        Ok(in_the_name_of(
            service.clone(),
            identity,
            Arc::clone(&self.clock),
        ))
    }
}

fn service_key(keys: &std::path::Path, role: Role) -> anyhow::Result<SigningKey> {
    Ok(keys::load_or_create(
        &keys.join(format!("service-{}.pem", role.name())),
    )?)
}

async fn journal(
    folder: &DataFolder,
    role: Role,
    tables: Option<&Migrator>,
) -> anyhow::Result<Arc<SqliteJournal>> {
    let path = folder.database(role.name());
    let journal = SqliteJournal::open(&path, tables)
        .await
        .with_context(|| format!("{} cannot be opened", path.display()))?;
    Ok(Arc::new(journal))
}

impl House {
    /// Opens every service on this data folder. When it returns, clocks that ran when the last server
    /// stopped have been given back what they lost.
    pub async fn open(
        folder: &DataFolder,
        limited: bool,
        stop: CancellationToken,
    ) -> anyhow::Result<Self> {
        let keys = folder.path().join("keys");
        std::fs::create_dir_all(&keys)
            .with_context(|| format!("{} cannot be made", keys.display()))?;
        let people_key = keys::load_or_create(&keys.join("people.pem"))?;
        let mut verifier = Verifier::default().trust_people(&people_key.verifying_key())?;
        for role in Role::ALL {
            verifier = verifier.trust_service(role, &service_key(&keys, role)?.verifying_key())?;
        }
        let verifier = Arc::new(verifier);
        let clock = Arc::new(ClusterClock::new());
        let site = Site {
            gate: Gate::new(Arc::clone(&verifier), Arc::clone(&clock)),
            keys,
            clock,
            live: Arc::new(InProcess::new()),
            stop,
        };

        let identity_journal =
            journal(folder, Role::Identity, Some(&outflank_identity::MIGRATIONS)).await?;
        let identity = Identity::start(IdentityParts {
            journal: Arc::clone(&identity_journal),
            live: Arc::clone(&site.live),
            clock: Arc::clone(&site.clock),
            signing_key: people_key,
        })
        .await?;
        let to_identity = site
            .gate
            .local(IdentityServiceServer::new(IdentityGrpc(Arc::clone(
                &identity,
            ))));

        let pairing_journal =
            journal(folder, Role::Pairing, Some(&outflank_pairing::MIGRATIONS)).await?;
        let pairing = Pairing::start(PairingParts {
            journal: Arc::clone(&pairing_journal),
            live: Arc::clone(&site.live),
            clock: Arc::clone(&site.clock),
            identity: site.called_by(Role::Pairing, &to_identity)?,
            stop: site.stop.clone(),
        })
        .await?;
        let to_pairing = site.gate.local(pairing.service());

        let play_journal = journal(folder, Role::Play, Some(&outflank_play::MIGRATIONS)).await?;
        let play = Play::start(PlayParts {
            journal: Arc::clone(&play_journal),
            live: Arc::clone(&site.live),
            clock: Arc::clone(&site.clock) as Arc<dyn outflank_play::Clock>,
            signing_key: keys::load_or_create(&site.keys.join("results.pem"))?,
            stop: site.stop.clone(),
        })
        .await?;
        let to_play = site
            .gate
            .local(PlayServiceServer::new(PlayGrpc(Arc::clone(&play))));
        play.follow_pairing(site.called_by(Role::Play, &to_pairing)?);
        pairing.follow_play(site.called_by(Role::Pairing, &to_play)?);

        let standings = Standings::start(StandingsParts {
            live: Arc::clone(&site.live),
            pairing: site.called_by(Role::Standings, &to_pairing)?,
            stop: site.stop.clone(),
        });
        let to_standings = site
            .gate
            .local(StandingsServiceServer::new(StandingsGrpc(standings)));

        let ratings_journal = journal(folder, Role::Ratings, None).await?;
        let ratings = Ratings::start(RatingsParts {
            journal: Arc::clone(&ratings_journal),
            live: Arc::clone(&site.live),
            clock: Arc::clone(&site.clock),
            signing_key: keys::load_or_create(&site.keys.join("exports.pem"))?,
            pairing: site.called_by(Role::Ratings, &to_pairing)?,
            stop: site.stop.clone(),
        });
        let to_ratings = site
            .gate
            .local(RatingsServiceServer::new(RatingsGrpc(ratings)));

        let by_gateway = |service: &Transport| site.called_by(Role::Gateway, service);
        let limits = if limited {
            Limits::default()
        } else {
            Limits::without_rates()
        };
        let gateway = Gateway::new(GatewayParts {
            gateway_id: Role::Gateway.name().to_owned(),
            services: Services {
                identity: by_gateway(&to_identity)?,
                pairing: by_gateway(&to_pairing)?,
                play: by_gateway(&to_play)?,
                standings: by_gateway(&to_standings)?,
                ratings: by_gateway(&to_ratings)?,
            },
            nameless: Services {
                identity: to_identity.clone(),
                pairing: to_pairing.clone(),
                play: to_play.clone(),
                standings: to_standings.clone(),
                ratings: to_ratings.clone(),
            },
            live: Arc::clone(&site.live),
            clock: Arc::clone(&site.clock),
            verifier,
            origin: PublicOrigin::new(None, false),
            limits,
            stop: site.stop.clone(),
        });
        Ok(Self {
            identity,
            pairing,
            play,
            journals: vec![
                identity_journal,
                pairing_journal,
                play_journal,
                ratings_journal,
            ],
            gateway,
            connections: limits.connections,
            stop: site.stop,
        })
    }

    /// The code that makes the first administrator, while there is none.
    pub async fn administrator_code(&self) -> anyhow::Result<Option<String>> {
        Ok(self.identity.administrator_code().await?)
    }

    /// The gateway, for what everybody who is connected is to be told.
    pub fn gateway(&self) -> Gateway {
        self.gateway.clone()
    }

    /// Serves until the stop, then lets every service finish what it has begun.
    pub async fn serve(self, listener: TcpListener) -> anyhow::Result<()> {
        use outflank_journal::Journal as _;
        let gateway = self.gateway.clone();
        let background = tokio::spawn(async move { gateway.run().await });
        let router = self.gateway.router();
        let served =
            outflank_gateway::serve(listener, router, self.connections, self.stop.clone()).await;
        self.stop.cancel();
        let ended = background.await;
        self.pairing.stopped().await;
        self.play.stopped().await;
        for journal in &self.journals {
            journal.close().await;
        }
        ended?;
        Ok(served?)
    }
}
