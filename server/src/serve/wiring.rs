//! The wiring: which service stands behind which transport. The only place that knows.

mod chat_filter;
mod counters;
mod database_time;
mod operations;
mod own_names;
#[cfg(test)]
mod renewed_certificate;
pub mod services;
pub mod site;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use anyhow::Context as _;
use outflank_access::Role;
use outflank_gateway::{Entrance, Gateway, Limits, Places, Services, TrustedProxies};
use outflank_identity::Identity;
use outflank_journal::{DataFolder, Journal};
use outflank_pairing::Pairing;
use outflank_play::Play;
use outflank_transport::{Internal, Transport};
use tokio::net::TcpListener;
use tokio_rustls::rustls::ServerConfig;
use tokio_util::sync::CancellationToken;
use tonic::transport::Identity as TlsIdentity;

pub use site::cluster_time;

use operations::Operations;
use site::Site;

use super::{certificate::Certificate, house::House};
use crate::configuration::Deployment;

/// Who is connected hears of a planned stop so long before it.
const STOP_NOTICE: Duration = Duration::from_secs(2);
/// Other roles have so long to leave this process out before it takes no more calls.
const LEFT_OUT: Duration = Duration::from_millis(700);

/// Lets an account, by its id, found events here.
pub type Admission = Box<dyn Fn(&str) + Send + Sync>;

/// The services of one process.
pub struct Process {
    identity: Option<Arc<Identity>>,
    pairing: Option<Pairing>,
    play: Option<Arc<Play>>,
    journals: Vec<Arc<dyn Journal>>,
    gateway: Option<Gateway>,
    operations: Operations,
    internal: Option<Internal>,
    certificate: Option<Arc<Certificate>>,
    tls: Option<Arc<ServerConfig>>,
    internal_tls: Option<TlsIdentity>,
    limits: Limits,
    proxies: TrustedProxies,
    /// The house's bots, and where they come in.
    house: Option<(Arc<House>, TcpListener)>,
    stop: CancellationToken,
}

impl Process {
    /// Opens every service of this process. When it returns, clocks that ran when the last server stopped have been
    /// given back what they lost. `folder` is the data folder where stores lie in it.
    pub async fn open(
        deployment: &Deployment,
        folder: Option<&DataFolder>,
        stop: CancellationToken,
    ) -> anyhow::Result<Self> {
        let mut site = Site::open(deployment, folder, stop).await?;
        let (mut identity, mut pairing, mut play, mut gateway) = (None, None, None, None);
        let mut here: BTreeMap<Role, Transport> = BTreeMap::new();
        let to = |here: &BTreeMap<Role, Transport>, site: &Site<'_>, role| {
            let here = here.get(&role).cloned();
            here.unwrap_or_else(|| site.elsewhere(role))
        };

        if deployment.runs(Role::Identity) {
            let (service, transport) = services::identity(&mut site).await?;
            here.insert(Role::Identity, transport);
            identity = Some(service);
        }
        if deployment.runs(Role::Pairing) {
            let to_identity = to(&here, &site, Role::Identity);
            let (service, transport) = services::pairing(&mut site, &to_identity).await?;
            here.insert(Role::Pairing, transport);
            pairing = Some(service);
        }
        let to_pairing = to(&here, &site, Role::Pairing);
        if let Some(identity) = &identity {
            identity.ask_pairing(site.called_by(Role::Identity, &to_pairing)?);
        }
        if deployment.runs(Role::Play) {
            let (service, transport) = services::play(&mut site, &to_pairing).await?;
            here.insert(Role::Play, transport);
            play = Some(service);
        }
        let to_play = to(&here, &site, Role::Play);
        if let Some(pairing) = &pairing {
            pairing.follow_play(site.called_by(Role::Pairing, &to_play)?);
        }
        if let Some(identity) = &identity {
            identity.call_people(
                site.called_by(Role::Identity, &to_pairing)?,
                site.called_by(Role::Identity, &to_play)?,
            );
        }
        if deployment.runs(Role::Standings) {
            here.insert(Role::Standings, services::standings(&site, &to_pairing)?);
        }
        if deployment.runs(Role::Ratings) {
            let to_identity = to(&here, &site, Role::Identity);
            let transport =
                services::ratings(&mut site, &to_identity, &to_pairing, &to_play).await?;
            here.insert(Role::Ratings, transport);
        }
        let mut house = None;
        if deployment.runs(Role::Gateway) {
            let plain = Services {
                identity: to(&here, &site, Role::Identity),
                pairing: to_pairing,
                play: to_play,
                standings: to(&here, &site, Role::Standings),
                ratings: to(&here, &site, Role::Ratings),
            };
            gateway = Some(services::gateway(
                &site,
                &plain,
                play.as_ref(),
                site.registry(),
            )?);
            house = services::house(&site, &plain).await?;
        }
        let internal = deployment.internal_listen.is_some().then(|| {
            let commands = play
                .as_ref()
                .map(|play| services::command_taker(&site, play));
            let us = (&*deployment.instance, Arc::clone(&site.clock));
            Internal::new(here, commands, &site.auth_layer, us)
        });
        let certificate = site.certificate.clone();
        let tls = certificate.as_ref().map(Certificate::server).transpose()?;
        let internal_tls = site.keys().internal_tls(deployment)?;
        let (stop, time) = (site.stop.clone(), site.time.clone());
        let registry = site.registry();
        let readers = deployment.metrics_from.clone();
        let (journals, pools) = site.into_parts();
        Ok(Self {
            identity,
            pairing,
            play,
            journals,
            gateway,
            operations: Operations::new((registry, readers), time, pools),
            internal,
            certificate,
            tls,
            internal_tls,
            limits: services::limits(deployment),
            proxies: TrustedProxies::new(
                deployment.trusted_proxies.clone(),
                deployment.proxy_protocol,
            ),
            house,
            stop,
        })
    }

    /// The code that makes the first administrator, while there is none.
    pub async fn administrator_code(&self) -> anyhow::Result<Option<String>> {
        match &self.identity {
            Some(identity) => Ok(identity.administrator_code().await?),
            None => Ok(None),
        }
    }

    /// Lets the account of the sample event's director found it. Where pairing runs elsewhere, its setting decides.
    pub fn admission(&self) -> Admission {
        match &self.pairing {
            Some(pairing) => Box::new(pairing.admission()),
            None => Box::new(|_| {}),
        }
    }

    /// What ends this process in good order.
    pub fn leaving(&self) -> Leaving {
        Leaving {
            gateway: self.gateway.clone(),
            operations: self.operations.clone(),
            internal: self.internal.clone(),
            stop: self.stop.clone(),
        }
    }

    /// Serves until the stop, then lets every service finish what it has begun. `internal` is where other roles come
    /// in, if they do.
    pub async fn serve(
        self,
        listener: TcpListener,
        internal: Option<TcpListener>,
    ) -> anyhow::Result<()> {
        let background = self
            .gateway
            .clone()
            .map(|gateway| tokio::spawn(async move { gateway.run().await }));
        let router = match &self.gateway {
            Some(gateway) => gateway.router(),
            None => self.operations.router(),
        };
        let stop = self.stop.clone();
        if let Some(certificate) = self.certificate {
            tokio::spawn(certificate.watch(stop.clone()));
        }
        let places = match &self.gateway {
            Some(gateway) => gateway.places(),
            None => Places::new(self.limits.connections, self.limits.shares),
        };
        let entrance = Entrance {
            router,
            tls: self.tls,
            places,
            proxies: self.proxies,
            idle: self.limits.idle_connection,
            patience: self.limits.readers.patience,
            stop: stop.clone(),
        };
        let house = self
            .house
            .zip(self.gateway.as_ref())
            .map(|(house, gateway)| {
                let entrance = Entrance {
                    router: gateway.router(),
                    tls: None,
                    places: Arc::clone(&entrance.places),
                    proxies: TrustedProxies::new(Vec::new(), false),
                    idle: entrance.idle,
                    patience: entrance.patience,
                    stop: stop.clone(),
                };
                tokio::spawn(at_home(house, entrance))
            });
        let outside = outflank_gateway::serve(listener, entrance);
        let inside = async {
            if let (Some(service), Some(listener)) = (self.internal, internal) {
                service.serving(true).await;
                service
                    .serve(listener, self.internal_tls, stop.clone())
                    .await
                    .context("the other roles cannot be served")?;
            }
            anyhow::Ok(())
        };
        let (outside, inside) = tokio::join!(outside, inside);
        self.stop.cancel();
        if let Some(house) = house {
            house.await??;
        }
        if let Some(background) = background {
            background.await?;
        }
        if let Some(pairing) = &self.pairing {
            pairing.stopped().await;
        }
        if let Some(play) = &self.play {
            play.stopped().await;
        }
        for journal in &self.journals {
            journal.close().await;
        }
        inside?;
        Ok(outside?)
    }
}

/// Serves the house at its own door and has it play, until the stop.
async fn at_home(
    (house, door): (Arc<House>, TcpListener),
    entrance: Entrance,
) -> anyhow::Result<()> {
    let playing = tokio::spawn(house.keep());
    let served = outflank_gateway::serve(door, entrance).await;
    playing.abort();
    served.context("the house's own door is shut")
}

impl Process {
    /// Lets every service finish what it has begun, where nothing was served.
    pub async fn close(self) {
        self.stop.cancel();
        if let Some(pairing) = &self.pairing {
            pairing.stopped().await;
        }
        if let Some(play) = &self.play {
            play.stopped().await;
        }
        for journal in &self.journals {
            journal.close().await;
        }
    }
}

/// What ends a process in good order.
pub struct Leaving {
    gateway: Option<Gateway>,
    operations: Operations,
    internal: Option<Internal>,
    stop: CancellationToken,
}

impl Leaving {
    /// Is not ready from now on, has everybody told, waits until they have gone elsewhere, and stops. `at_once` cuts
    /// the waiting short.
    pub async fn leave(self, at_once: impl Future<Output = ()>) {
        self.operations.drain();
        let mut wait = Duration::ZERO;
        if let Some(internal) = &self.internal {
            internal.serving(false).await;
            wait = LEFT_OUT;
        }
        if let Some(gateway) = &self.gateway {
            gateway.drain().await;
            if gateway.open_sockets() > 0 {
                gateway.announce_stop(STOP_NOTICE);
                wait = STOP_NOTICE;
            }
        }
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = at_once => {}
        }
        self.stop.cancel();
    }
}
