//! What the gateway counts.

use std::time::Duration;

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::Registry,
};

/// Upper bounds of the latency buckets, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Request {
    method: String,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Refusal {
    face: &'static str,
    code: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Command {
    kind: &'static str,
    outcome: &'static str,
}

/// Metrics by the name of their field, the name and the words that operators read.
macro_rules! metrics {
    ($($field:ident: $kind:ty = $new:expr, $name:literal, $help:literal;)*) => {
        /// What the gateway counts.
        #[derive(Debug)]
        pub struct Metrics {
            $(#[doc = $help] pub $field: $kind,)*
        }

        impl Metrics {
            /// Metrics that the registry shows.
            pub fn register(registry: &mut Registry) -> Self {
                let metrics = Self { $($field: $new,)* };
                $(registry.register($name, $help, metrics.$field.clone());)*
                metrics
            }
        }
    };
}

metrics! {
    requests: Family<Request, Counter> = Family::default(),
        "http_requests", "HTTP requests that were answered, by method, route and status";
    request_seconds: Histogram = Histogram::new(BOUNDS),
        "http_request_seconds", "From a request's head to the head of its answer";
    refusals: Family<Refusal, Counter> = Family::default(),
        "refusals", "What was refused, by face (rest, grpc, socket) and code of the refusal";
    commands: Family<Command, Counter> = Family::default(),
        "commands", "Players' commands over sockets, by kind and outcome";
    command_seconds: Histogram = Histogram::new(BOUNDS),
        "command_seconds", "From a player's command at play's door to its answer, as the gateway sees it";
    sockets_opened: Counter = Counter::default(),
        "sockets_opened", "Sockets opened";
    sockets_closed: Counter = Counter::default(),
        "sockets_closed", "Sockets closed";
    frames_in: Counter = Counter::default(),
        "socket_frames_received", "Frames received on sockets";
    frames_out: Counter = Counter::default(),
        "socket_frames_sent", "Frames written to sockets";
    resyncs: Counter = Counter::default(),
        "resyncs", "Times that a slow socket was told to watch again";
    gaps: Counter = Counter::default(),
        "bus_gaps", "Times that a room found commits missing on the bus and read them from play";
    bus_down_polls: Counter = Counter::default(),
        "bus_down_polls", "Reads of rooms from play while the bus was down";
    beats_lost: Counter = Counter::default(),
        "beats_lost", "Beats that play did not answer";
    readers_given_up: Counter = Counter::default(),
        "readers_given_up", "Readers for whom something waited and who took nothing for too long";
    readers_let_go: Counter = Counter::default(),
        "readers_let_go", "Connections that were ended because too much waited for all together";
}

impl Metrics {
    /// An HTTP request was answered.
    pub fn request(&self, method: &str, route: &str, status: u16, took: Duration) {
        let request = Request {
            method: method.to_owned(),
            route: route.to_owned(),
            status,
        };
        self.requests.get_or_create(&request).inc();
        self.request_seconds.observe(took.as_secs_f64());
    }

    /// Something was refused, over `rest`, `grpc` or `socket`.
    pub fn refusal(&self, face: &'static str, code: &str) {
        let code = code.to_owned();
        self.refusals.get_or_create(&Refusal { face, code }).inc();
    }

    /// A player's command was answered.
    pub fn command(&self, kind: &'static str, outcome: &'static str, took: Duration) {
        self.commands
            .get_or_create(&Command { kind, outcome })
            .inc();
        self.command_seconds.observe(took.as_secs_f64());
    }
}
