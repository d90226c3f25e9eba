//! Whether this gateway can do its work: while play answers, and until it is about to stop. Programs are told by
//! `grpc.health.v1.Health`.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::{body::Body, extract::Request, response::Response};
use tonic_health::{
    ServingStatus,
    pb::health_server::HealthServer,
    server::{HealthReporter, HealthService},
};
use tower::ServiceExt as _;

/// Every method of it.
pub const SERVICE: &str = "/grpc.health.v1.Health/";
/// Largest message with its prefix, in bytes: the name of a service.
pub const MESSAGE_LIMIT: usize = 1024;
/// What is asked about: the server as a whole, and the live stream.
const ASKED: [&str; 2] = ["", "outflank.live.v1.LiveService"];

/// Whether this gateway can do its work.
pub struct Health {
    play_answers: AtomicBool,
    draining: AtomicBool,
    reporter: HealthReporter,
    service: HealthServer<HealthService>,
}

impl Default for Health {
    /// Play has not answered yet.
    fn default() -> Self {
        let reporter = HealthReporter::new();
        let service = HealthServer::new(HealthService::from_health_reporter(reporter.clone()));
        Self {
            play_answers: AtomicBool::new(false),
            draining: AtomicBool::new(false),
            reporter,
            service,
        }
    }
}

impl Health {
    /// Whether play answered the last heartbeat.
    pub fn play_answers(&self) -> bool {
        self.play_answers.load(Ordering::Relaxed)
    }

    /// Whether the server is about to stop: nobody new is to come here.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Play answered a heartbeat, or did not. Answers whether it did before.
    pub async fn heard_of_play(&self, answers: bool) -> bool {
        let did = self.play_answers.swap(answers, Ordering::Relaxed);
        if answers != did {
            self.report(answers && !self.is_draining()).await;
        }
        did
    }

    /// The server is about to stop.
    pub async fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        self.report(false).await;
    }

    async fn report(&self, serving: bool) {
        let status = if serving {
            ServingStatus::Serving
        } else {
            ServingStatus::NotServing
        };
        for service in ASKED {
            self.reporter.set_service_status(service, status).await;
        }
    }

    /// Answers a program's call.
    pub async fn answer(&self, request: Request) -> Response {
        match self.service.clone().oneshot(request).await {
            Ok(answer) => answer.map(Body::new),
            Err(never) => match never {},
        }
    }
}
