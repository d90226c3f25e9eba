//! The port at which other roles come in: every service of this process behind its auth layer, their health, greetings.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use http::{Request, Response};
use outflank_access::{Caller, Problem, Role};
use outflank_proto::peer::v1::{
    CarriedCommand, GreetRequest, GreetResponse,
    peer_service_server::{PeerService, PeerServiceServer},
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::{
    Status,
    body::Body,
    transport::{Identity, Server, ServerTlsConfig, server::TcpIncoming},
};
use tonic_health::{
    ServingStatus,
    pb::health_server::HealthServer,
    server::{HealthReporter, HealthService},
};
use tower::{Service, ServiceExt as _};

use crate::{
    AuthLayer, ClusterClock, CommandTaker, Transport,
    instance::service_name,
    player_commands::{CarriedAnswers, carry},
};

/// What may be under way on a connection between roles, in bytes. A connection is cut for small frames that nobody has
/// read yet, beyond half of this: our calls are all small, and many at once.
pub(crate) const CONNECTION_WINDOW: u32 = 64 << 20;
/// And in one call.
pub(crate) const STREAM_WINDOW: u32 = 4 << 20;
/// A refusal that names every entrant of a large event, in bytes: it comes as a header.
pub(crate) const MOST_HEADERS: u32 = 1 << 20;

/// A caller that answers no ping for so long is gone.
const PING_EVERY: Duration = Duration::from_secs(5);
const PONG_WITHIN: Duration = Duration::from_secs(5);
/// What is under way when the process stops has so long to finish.
const DRAIN: Duration = Duration::from_secs(8);

const HEALTH: &str = "/grpc.health.v1.Health/";
const PEER: &str = "outflank.peer.v1.PeerService";

/// Every service of a process, for the processes that run the other roles.
#[derive(Clone)]
pub struct Internal {
    services: Arc<BTreeMap<String, Transport>>,
    roles: Vec<Role>,
    reporter: HealthReporter,
    health: HealthServer<HealthService>,
    /// Nothing new is wanted on the streams that stand.
    draining: CancellationToken,
}

impl std::fmt::Debug for Internal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Internal({:?})", self.roles)
    }
}

impl Internal {
    /// The services of this process, each behind its auth layer, and the greeting under the process's name. Players'
    /// commands are carried to `commands`, where play runs here.
    #[must_use]
    pub fn new(
        services: BTreeMap<Role, Transport>,
        commands: Option<CommandTaker>,
        auth_layer: &AuthLayer,
        (instance, clock): (&str, Arc<ClusterClock>),
    ) -> Self {
        let roles: Vec<Role> = services.keys().copied().collect();
        let mut by_name: BTreeMap<String, Transport> = services
            .into_iter()
            .map(|(role, transport)| (service_name(role), transport))
            .collect();
        let draining = CancellationToken::new();
        let peer = Peer {
            instance: instance.to_owned(),
            roles: roles.clone(),
            clock,
            commands,
            draining: draining.clone(),
        };
        by_name.insert(
            PEER.to_owned(),
            auth_layer.local(PeerServiceServer::new(peer)),
        );
        let reporter = HealthReporter::new();
        Self {
            services: Arc::new(by_name),
            roles,
            health: HealthServer::new(HealthService::from_health_reporter(reporter.clone())),
            reporter,
            draining,
        }
    }

    /// Says whether the roles here want to be called.
    pub async fn serving(&self, serving: bool) {
        let status = if serving {
            ServingStatus::Serving
        } else {
            ServingStatus::NotServing
        };
        self.reporter.set_service_status("", status).await;
        for role in &self.roles {
            let name = service_name(*role);
            self.reporter.set_service_status(name, status).await;
        }
    }

    /// Serves until `stop`, then finishes what is under way.
    ///
    /// # Errors
    /// When the certificate cannot be used or the listener fails.
    pub async fn serve(
        self,
        listener: TcpListener,
        tls: Option<Identity>,
        stop: CancellationToken,
    ) -> Result<(), tonic::transport::Error> {
        let mut server = Server::builder()
            .http2_keepalive_interval(Some(PING_EVERY))
            .http2_keepalive_timeout(Some(PONG_WITHIN))
            .initial_connection_window_size(CONNECTION_WINDOW)
            .initial_stream_window_size(STREAM_WINDOW);
        if let Some(identity) = tls {
            server = server.tls_config(ServerTlsConfig::new().identity(identity))?;
        }
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        let (stopped, mut reporter) = (stop.clone(), self.reporter.clone());
        let draining = self.draining.clone();
        let names: Vec<String> = self.roles.iter().copied().map(service_name).collect();
        let serving = server.serve_with_incoming_shutdown(self, incoming, async move {
            stopped.cancelled().await;
            // Whoever listens for news of our health, or sends commands, would keep the connection for ever.
            draining.cancel();
            for name in names {
                reporter.clear_service_status(&name).await;
            }
        });
        tokio::select! {
            served = serving => served,
            () = async { stop.cancelled().await; tokio::time::sleep(DRAIN).await } => {
                tracing::warn!("some calls of other roles did not finish before the process stopped");
                Ok(())
            }
        }
    }
}

impl Service<Request<Body>> for Internal {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let path = request.uri().path();
        if path.starts_with(HEALTH) {
            return Box::pin(self.health.clone().oneshot(request));
        }
        let name = path.split('/').nth(1).unwrap_or_default();
        let Some(service) = self.services.get(name).cloned() else {
            let status = Status::unimplemented("This process does not run that role.");
            return Box::pin(async move { Ok(status.into_http()) });
        };
        Box::pin(async move {
            let answer = service.oneshot(request).await;
            Ok(answer.unwrap_or_else(Status::into_http))
        })
    }
}

/// Says who we are, and takes the streams between processes.
#[derive(Debug)]
struct Peer {
    instance: String,
    roles: Vec<Role>,
    clock: Arc<ClusterClock>,
    commands: Option<CommandTaker>,
    draining: CancellationToken,
}

#[tonic::async_trait]
impl PeerService for Peer {
    type CarryCommandsStream = CarriedAnswers;

    async fn greet(
        &self,
        request: tonic::Request<GreetRequest>,
    ) -> Result<tonic::Response<GreetResponse>, Status> {
        let caller = Caller::of(&request).map_err(|problem: Problem| Status::from(problem))?;
        let them = request.into_inner();
        tracing::debug!(instance = them.instance, version = them.version, ?caller.service, "greeted");
        Ok(tonic::Response::new(GreetResponse {
            instance: self.instance.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            roles: self
                .roles
                .iter()
                .map(|role| role.name().to_owned())
                .collect(),
            now_ms: self.clock.now_ms(),
            uncertainty_ms: self.clock.uncertainty_ms(),
        }))
    }

    async fn carry_commands(
        &self,
        request: tonic::Request<tonic::Streaming<CarriedCommand>>,
    ) -> Result<tonic::Response<CarriedAnswers>, Status> {
        let caller = Caller::of(&request)?;
        let (Some(commands), Some(role)) = (&self.commands, caller.service) else {
            return Err(Status::unimplemented("This process does not run play."));
        };
        let (commands, draining) = (commands.clone(), self.draining.clone());
        let answers = carry(commands, role, request.into_inner(), draining);
        Ok(tonic::Response::new(answers))
    }
}
