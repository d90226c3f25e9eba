//! `grpc.health.v1.Health`: serving while play answers.

use axum::{body::Body, extract::Request, response::Response};
use tonic_health::{
    ServingStatus,
    pb::health_server::HealthServer,
    server::{HealthReporter, HealthService},
};
use tower::ServiceExt as _;

/// Every method of it.
pub const SERVICE: &str = "/grpc.health.v1.Health/";
/// What is asked about: the server as a whole, and the live stream.
const ASKED: [&str; 2] = ["", "outflank.live.v1.LiveService"];

/// What programs are told of the server's health.
pub struct Health {
    reporter: HealthReporter,
    service: HealthServer<HealthService>,
}

impl Default for Health {
    fn default() -> Self {
        let reporter = HealthReporter::new();
        let service = HealthServer::new(HealthService::from_health_reporter(reporter.clone()));
        Self { reporter, service }
    }
}

impl Health {
    /// Whether the server can do its work now.
    pub async fn is(&self, serving: bool) {
        let status = if serving {
            ServingStatus::Serving
        } else {
            ServingStatus::NotServing
        };
        for service in ASKED {
            self.reporter.set_service_status(service, status).await;
        }
    }

    /// Answers a call.
    pub async fn answer(&self, request: Request) -> Response {
        match self.service.clone().oneshot(request).await {
            Ok(answer) => answer.map(Body::new),
            Err(never) => match never {},
        }
    }
}
