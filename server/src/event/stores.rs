//! The stores of a server that may or may not run.

use std::{future::Future, sync::Arc, time::Duration};

use anyhow::Context as _;
use outflank_access::Role;
use outflank_identity::Moving as People;
use outflank_journal::{DataFolder, DataFolderError, PostgresOptions, Store};
use outflank_offline::exit::misuse;
use outflank_pairing::Moving as Tournaments;
use outflank_play::Moving as Tables;
use outflank_transport::ClusterClock;
use tokio_util::sync::CancellationToken;

use crate::{
    configuration::Deployment,
    keys_folder::KeysFolder,
    roles::Needs,
    serve::wiring::{Process, cluster_time},
};

/// A process whose last sign of life is no older runs, in ms.
const ALIVE_MS: i64 = 5_000;
/// How often is looked whether something has come about.
const LOOK: Duration = Duration::from_millis(100);

/// The stores that an event is in. Where no server runs on them, its services run here meanwhile.
pub struct Stores {
    pub people: People,
    pub tournaments: Tournaments,
    pub tables: Tables,
    pub clock: Arc<ClusterClock>,
    pub keys: KeysFolder,
    services: Option<Process>,
    folder: Option<DataFolder>,
    stop: CancellationToken,
}

impl Stores {
    /// Opens them, whether a server runs or not.
    pub async fn open(deployment: &Deployment) -> anyhow::Result<Self> {
        let stop = CancellationToken::new();
        let keys = KeysFolder::of(deployment)?;
        let folder = match deployment.database {
            Some(_) => None,
            None => match DataFolder::open(&deployment.data) {
                Ok(folder) => Some(folder),
                Err(DataFolderError::InUse { .. }) => None,
                Err(error) => return Err(error.into()),
            },
        };
        let (clock, _) = cluster_time(deployment, &stop).await?;
        let people = store(deployment, Role::Identity).await?;
        let tournaments = store(deployment, Role::Pairing).await?;
        let tables = store(deployment, Role::Play).await?;
        let runs = match deployment.database {
            Some(_) => is_alive(&tables, clock.now_ms()).await?,
            None => folder.is_none(),
        };
        let services = match runs {
            true => None,
            false => Some(Process::open(deployment, folder.as_ref(), stop.clone()).await?),
        };
        Ok(Self {
            people: People::of(people),
            tournaments: Tournaments::of(tournaments, Arc::clone(&clock)),
            tables: Tables::of(tables),
            clock,
            keys,
            services,
            folder,
            stop,
        })
    }

    /// Whether a server runs there beside us.
    pub fn server_runs(&self) -> bool {
        self.services.is_none()
    }

    /// Waits until something has come about, for so long.
    pub async fn until<F, Looking>(&self, within: Duration, look: F) -> anyhow::Result<bool>
    where
        F: Fn() -> Looking,
        Looking: Future<Output = anyhow::Result<bool>>,
    {
        let end = tokio::time::Instant::now() + within;
        loop {
            if look().await? {
                return Ok(true);
            }
            if tokio::time::Instant::now() > end {
                return Ok(false);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Lets go of everything in good order.
    pub async fn close(self) {
        if let Some(services) = self.services {
            services.close().await;
        }
        self.stop.cancel();
        for store in [
            self.people.store(),
            self.tournaments.store(),
            self.tables.store(),
        ] {
            store.journal.close().await;
        }
        drop(self.folder);
    }
}

async fn store(deployment: &Deployment, role: Role) -> anyhow::Result<Store> {
    let tables = Needs::of(role).tables;
    if let Some(url) = &deployment.database {
        let options = PostgresOptions::new(url.secret(), role.name());
        return Ok(Store::in_postgres(options, tables).await?);
    }
    let path = deployment.data.join(format!("{}.sqlite", role.name()));
    if !path.is_file() && !deployment.data.is_dir() {
        let data = deployment.data.display();
        return Err(misuse(format!(
            "{data} is no data folder; name it with --data"
        )));
    }
    let opened = Store::in_sqlite(&path, tables).await;
    opened.with_context(|| format!("{} cannot be opened", path.display()))
}

async fn is_alive(tables: &Store, now_ms: i64) -> anyhow::Result<bool> {
    let beats = tables.journal.heartbeats().await?;
    Ok(beats
        .iter()
        .any(|beat| beat.at_ms > now_ms.saturating_sub(ALIVE_MS)))
}
