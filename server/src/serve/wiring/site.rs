//! What the wiring of every service shares.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use anyhow::{Context as _, bail};
use ed25519_dalek::SigningKey;
use outflank_access::{
    Role,
    tokens::{ServiceIdentity, Verifier},
};
use outflank_journal::{DataFolder, Journal, PostgresOptions, Store};
use outflank_live::{
    InProcess, Live as _, Redis, RedisCondition, RedisOptions, SharedLive, redis_condition,
};
use outflank_transport::{
    Acquaintance, AuthLayer, ClusterClock, MoveStages, Pool, Transport, clock::TimeSource,
    in_the_name_of, metrics, passed_on_by, to_nobody,
};
use prometheus_client::registry::Registry;
use tokio_util::sync::CancellationToken;

use super::{
    super::certificate::{Certificate, CertificateState},
    chat_filter::HttpChatFilter,
    counters::Counters,
    database_time::DatabaseTime,
};
use crate::{
    configuration::{Deployment, StoreUrl},
    keys_folder::{self, KeysFolder},
    roles::Needs,
};

/// A start waits so long for Redis and for the first word of the other roles.
pub const FIRST_CONTACT: Duration = Duration::from_secs(3);

/// What the wiring of every service shares.
pub struct Site<'a> {
    /// What this process was told.
    pub deployment: &'a Deployment,
    folder: Option<&'a DataFolder>,
    keys: KeysFolder,
    identities: BTreeMap<Role, Arc<ServiceIdentity>>,
    pools: BTreeMap<Role, Pool>,
    /// Stands in front of every service of this process.
    pub auth_layer: AuthLayer,
    /// Whom this process believes.
    pub verifier: Arc<Verifier>,
    /// Cluster time.
    pub clock: Arc<ClusterClock>,
    /// Where it comes from, when it is not this machine's.
    pub time: Option<Arc<dyn TimeSource>>,
    /// Live state.
    pub live: SharedLive,
    /// Measures the stages of moves.
    pub stages: MoveStages,
    /// Ends everything.
    pub stop: CancellationToken,
    journals: Vec<(Role, Arc<dyn Journal>)>,
    /// What clients are shown, where TLS is spoken here.
    pub certificate: Option<Arc<Certificate>>,
    /// The operator's chat filter, where play runs here and there is one.
    pub chat_filter: Option<Arc<HttpChatFilter>>,
}

impl<'a> Site<'a> {
    /// Finds out all that must be right before a service starts: keys, time, live state, other roles. `folder` is the
    /// data folder where stores lie in it.
    pub async fn open(
        deployment: &'a Deployment,
        folder: Option<&'a DataFolder>,
        stop: CancellationToken,
    ) -> anyhow::Result<Self> {
        let keys = KeysFolder::of(deployment)?;
        let verifier = Arc::new(keys.verifier()?);
        let mut identities = BTreeMap::new();
        for role in &deployment.roles {
            identities.insert(*role, keys.identity(*role)?);
        }
        let certificate = keys.public_tls(deployment)?;
        let certificate = certificate
            .map(|(chain, key)| Certificate::read(chain, key))
            .transpose()?;
        let (clock, time) = cluster_time(deployment, &stop).await?;
        let pools = look_for(deployment, &keys, &identities, &clock, &stop)?;
        refusals(&pools).await?;
        Ok(Self {
            auth_layer: AuthLayer::new(Arc::clone(&verifier), Arc::clone(&clock)),
            live: live(deployment).await?,
            stages: MoveStages::default(),
            deployment,
            folder,
            keys,
            identities,
            pools,
            verifier,
            clock,
            time,
            stop,
            journals: Vec::new(),
            certificate,
            chat_filter: None,
        })
    }

    /// The keys of the deployment.
    pub fn keys(&self) -> &KeysFolder {
        &self.keys
    }

    /// The private key that a role signs with: its own, or else its service key.
    pub fn signing_key(&self, role: Role) -> anyhow::Result<SigningKey> {
        Ok(match Needs::of(role).key {
            Some(name) => self.keys.private(name)?,
            None => self.keys.private(&keys_folder::service(role))?,
        })
    }

    /// A role that does not run here.
    pub fn elsewhere(&self, role: Role) -> Transport {
        let pool = self.pool(role);
        pool.map_or_else(|| to_nobody(role), Pool::transport)
    }

    /// Where a role that does not run here does, if anybody said so.
    pub fn pool(&self, role: Role) -> Option<&Pool> {
        self.pools.get(&role)
    }

    /// A transport to a service for calls that a role of this process passes on for others.
    pub fn passed_on_by(&self, role: Role, service: &Transport) -> anyhow::Result<Transport> {
        let identity = self.identity(role)?;
        let clock = Arc::clone(&self.clock);
        Ok(passed_on_by(service.clone(), identity, clock))
    }

    /// The key by which a role of this process is known.
    pub fn identity(&self, role: Role) -> anyhow::Result<Arc<ServiceIdentity>> {
        let identity = self.identities.get(&role);
        let identity = identity.with_context(|| format!("{} does not run here", role.name()))?;
        Ok(Arc::clone(identity))
    }

    /// A transport to a service for calls in the name of a role of this process.
    pub fn called_by(&self, role: Role, service: &Transport) -> anyhow::Result<Transport> {
        let identity = self.identity(role)?;
        let clock = Arc::clone(&self.clock);
        Ok(in_the_name_of(service.clone(), identity, clock))
    }

    /// Opens a service's own journal and tables: its schema of the database, or its file in the data folder.
    pub async fn store(&mut self, role: Role) -> anyhow::Result<Store> {
        let tables = Needs::of(role).tables;
        let store = match (&self.deployment.database, self.folder) {
            (Some(url), _) => {
                let options = PostgresOptions::new(url.secret(), role.name());
                Store::in_postgres(options, tables).await?
            }
            (None, Some(folder)) => {
                let path = folder.database(role.name());
                Store::in_sqlite(&path, tables)
                    .await
                    .with_context(|| format!("{} cannot be opened", path.display()))?
            }
            (None, None) => bail!("no data folder is open"),
        };
        self.journals.push((role, Arc::clone(&store.journal)));
        Ok(store)
    }

    /// What this process counts, with the journals opened so far.
    pub fn registry(&self) -> Registry {
        let mut registry = metrics::registry();
        Counters::new(
            self.deployment,
            (Arc::clone(&self.clock), Arc::clone(&self.live)),
            (Arc::clone(self.auth_layer.calls()), self.stages.clone()),
            self.pools.clone(),
            self.journals.clone(),
        )
        .register(&mut registry);
        registry.register_collector(Box::new(CertificateState(self.certificate.clone())));
        if let Some(filter) = &self.chat_filter {
            filter.register(&mut registry);
        }
        registry
    }

    /// Every journal that was opened here, and the roles elsewhere without which this process is not ready. Identity is
    /// without any: while pairing is away seats are not claimed, but everybody signs in.
    pub fn into_parts(self) -> (Vec<Arc<dyn Journal>>, BTreeMap<Role, Pool>) {
        let journals = self.journals.into_iter().map(|(_, journal)| journal);
        let roles = self.deployment.roles.iter();
        let needy: Vec<&Role> = roles.filter(|role| **role != Role::Identity).collect();
        let mut needed = self.pools;
        needed.retain(|role, _| needy.iter().any(|caller| caller.calls().contains(role)));
        (journals.collect(), needed)
    }
}

/// The database's time, or this machine's where it is alone.
pub async fn cluster_time(
    deployment: &Deployment,
    stop: &CancellationToken,
) -> anyhow::Result<(Arc<ClusterClock>, Option<Arc<dyn TimeSource>>)> {
    let Some(url) = &deployment.database else {
        let clock = ClusterClock::shifted(deployment.clock_offset_ms);
        return Ok((Arc::new(clock), None));
    };
    let time: Arc<dyn TimeSource> = Arc::new(DatabaseTime::at(url)?);
    // The first reading also connects.
    time.now_us().await.map_err(|error| {
        anyhow::anyhow!(
            "the database at {url} does not answer: {error}; start it, or correct --database"
        )
    })?;
    let clock = Arc::new(ClusterClock::of_store(time.as_ref()).await?);
    tokio::spawn(Arc::clone(&clock).keep(Arc::clone(&time), stop.clone()));
    Ok((clock, Some(time)))
}

async fn live(deployment: &Deployment) -> anyhow::Result<SharedLive> {
    let Some(url) = &deployment.redis else {
        return Ok(Arc::new(InProcess::new()));
    };
    let redis = Redis::connect(&RedisOptions {
        instance: deployment.instance.clone(),
        ..RedisOptions::at(url.secret())
    })
    .await?;
    let mut connectivity = redis.connectivity();
    let connected =
        tokio::time::timeout(FIRST_CONTACT, connectivity.wait_for(|connected| *connected)).await;
    if !matches!(connected, Ok(Ok(_))) {
        bail!(redis_away(url));
    }
    drop(connected);
    // Of one that cannot be looked at now nothing is known to be wrong.
    if let Ok(RedisCondition {
        clustered: true, ..
    }) = redis_condition(url.secret()).await
    {
        bail!(redis_clustered(url));
    }
    Ok(Arc::new(redis))
}

/// What is said of a Redis that has a part of the keys only.
pub fn redis_clustered(url: &StoreUrl) -> String {
    format!(
        "{url} is one node of a Redis Cluster: give a single server (or one behind Sentinel's address)"
    )
}

/// What is said of a Redis that does not answer.
pub fn redis_away(url: &StoreUrl) -> String {
    format!("Redis at {url} does not answer; start it, or correct --redis")
}

/// Begins to look for the roles that this process calls.
pub fn look_for(
    deployment: &Deployment,
    keys: &KeysFolder,
    identities: &BTreeMap<Role, Arc<ServiceIdentity>>,
    clock: &Arc<ClusterClock>,
    stop: &CancellationToken,
) -> anyhow::Result<BTreeMap<Role, Pool>> {
    let us = Arc::new(Acquaintance {
        instance: deployment.instance.clone(),
        roles: identities.clone(),
        clock: Arc::clone(clock),
    });
    let called = |role: &Role| {
        let mut roles = deployment.roles.iter();
        roles.any(|caller| caller.calls().contains(role))
    };
    let tls = keys.peer_tls(deployment)?;
    let mut pools = BTreeMap::new();
    for (role, addresses) in deployment.peers.iter().filter(|(role, _)| called(role)) {
        let pool = Pool::open(
            *role,
            addresses.clone(),
            tls.clone(),
            Arc::clone(&us),
            stop.clone(),
        );
        pools.insert(*role, pool);
    }
    Ok(pools)
}

/// Waits for the first word of the other roles; an instance that is set up wrongly ends the start.
async fn refusals(pools: &BTreeMap<Role, Pool>) -> anyhow::Result<()> {
    let until = tokio::time::Instant::now() + FIRST_CONTACT;
    for pool in pools.values() {
        let left = until.saturating_duration_since(tokio::time::Instant::now());
        if let Some(refusal) = pool.acquainted(left).await.into_iter().next() {
            bail!(refusal);
        }
    }
    Ok(())
}
