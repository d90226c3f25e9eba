//! One trace from a player's frame at the gateway to the commit in another process, seen by a collector; and what the
//! processes count meanwhile.

use std::{
    collections::BTreeSet,
    process::Stdio,
    sync::{Arc, Mutex},
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
    common::v1::{KeyValue, any_value::Value},
};
use outflank_client::Color;
use outflank_tests::{
    Event,
    cluster::Cluster,
    corpus,
    event::Script,
    server::{binary, page},
    waiting::{PATIENCE, until},
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    net::TcpListener,
    process::Command,
    time::{Duration, timeout},
};
use tonic::{Request, Response, Status, transport::server::TcpIncoming};

/// A span as the collector has it.
#[derive(Debug, Clone)]
struct Span {
    trace: Vec<u8>,
    id: Vec<u8>,
    parent: Vec<u8>,
    name: String,
    instance: String,
}

/// Takes whatever processes send.
#[derive(Debug, Clone, Default)]
struct Collector(Arc<Mutex<Vec<Span>>>);

fn word(attributes: &[KeyValue], name: &str) -> String {
    let found = attributes.iter().find(|one| one.key == name);
    match found.and_then(|one| one.value.as_ref()?.value.as_ref()) {
        Some(Value::StringValue(text)) => text.clone(),
        _ => String::new(),
    }
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for resource in request.into_inner().resource_spans {
            let told = resource.resource.unwrap_or_default();
            assert_eq!(word(&told.attributes, "service.name"), "outflank");
            let instance = word(&told.attributes, "service.instance.id");
            let spans = resource
                .scope_spans
                .into_iter()
                .flat_map(|scope| scope.spans);
            self.0.lock().unwrap().extend(spans.map(|span| Span {
                trace: span.trace_id,
                id: span.span_id,
                parent: span.parent_span_id,
                name: span.name,
                instance: instance.clone(),
            }));
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    async fn listen() -> (Self, String) {
        let collector = Self::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let server = tonic::transport::Server::builder()
            .add_service(TraceServiceServer::new(collector.clone()))
            .serve_with_incoming(TcpIncoming::from(listener));
        tokio::spawn(server);
        (collector, address)
    }

    fn spans(&self) -> Vec<Span> {
        self.0.lock().unwrap().clone()
    }
}

/// The spans of this name under a parent, in a process of a role.
fn under<'a>(
    spans: &'a [Span],
    parent: &'a Span,
    name: &'a str,
    role: &'a str,
) -> impl Iterator<Item = &'a Span> {
    spans.iter().filter(move |span| {
        span.trace == parent.trace
            && span.parent == parent.id
            && span.name == name
            && span.instance.starts_with(role)
    })
}

const MOVE: &str = "/outflank.play.v1.PlayService/Move";
const CREATE: &str = "/outflank.pairing.v1.PairingService/CreateTournament";

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_one_trace_from_its_frame_to_its_commit_in_another_process() {
    let (collector, address) = Collector::listen().await;
    let mut cluster = tokio::task::spawn_blocking(move || {
        let one_of_each = outflank_tests::cluster::ROLES.map(|role| (role, 1));
        Cluster::start_with(&one_of_each, &["--telemetry", &address, "--log", "json"])
    })
    .await
    .unwrap();
    let players = &corpus::players("EGP_NORWAY.ELO")[..2];
    let bases = [cluster.base(0)];
    let event = Event::announce_over(&bases, "director", "Traced Open", &json!({}), players).await;
    let round = event.publish().await;
    let game = &corpus::full_games(1996)[0];
    let mut seats = Vec::new();
    for color in [Color::Black, Color::White] {
        let mut seat = event.seat(&round.boards[0], color);
        let squares = game.squares.clone();
        seats.push(tokio::spawn(async move {
            let thought = Duration::from_millis(1);
            seat.play(&mut Script { squares, thought }).await.unwrap();
        }));
    }
    for seat in seats {
        seat.await.unwrap();
    }
    counted(&cluster, game.squares.len()).await;
    // What is left to send is sent at the end of a process.
    let _cluster = tokio::task::spawn_blocking(move || {
        for at in 0..cluster.processes.len() {
            cluster.stop(at);
        }
        cluster
    })
    .await
    .unwrap();

    let spans = collector.spans();
    let frames = spans.iter().filter(|span| span.name == "frame move");
    let frames: Vec<&Span> = frames.collect();
    // A frame whose acknowledgement was not seen is sent again.
    let moves = frames.len();
    assert!(moves >= game.squares.len(), "{moves} frames");
    let traces: BTreeSet<&[u8]> = frames.iter().map(|span| span.trace.as_slice()).collect();
    assert_eq!(traces.len(), moves, "frames share a trace");
    let mut appended = 0;
    for frame in frames {
        assert!(frame.instance.starts_with("gateway-") && frame.parent.is_empty());
        let calls: Vec<&Span> = under(&spans, frame, MOVE, "play-").collect();
        assert!(!calls.is_empty(), "a frame without its call at play");
        let of_call = |call| under(&spans, call, "append", "play-").next();
        // A call for a ply that stands already appends nothing.
        let Some(append) = calls.into_iter().find_map(of_call) else {
            continue;
        };
        appended += 1;
        let alone = spans
            .iter()
            .any(|span| span.name == "commit" && span.trace == append.trace);
        assert!(alone, "two moves of one game cannot share a commit");
    }
    assert!(appended >= game.squares.len(), "{appended} appends");
    let created = spans
        .iter()
        .find(|span| span.name == "POST /api/v1/tournaments")
        .expect("the request");
    let call = under(&spans, created, CREATE, "pairing-").next();
    let call = call.expect("the call at pairing");
    let append = under(&spans, call, "append", "pairing-").next();
    append.expect("its append");

    eprintln!("figure traced_moves {moves}\nfigure spans {}", spans.len());
}

/// The first line in JSON that says this and comes from within a trace.
fn traced_line(log: &str, message: &str) -> serde_json::Value {
    let lines = log.lines().map(serde_json::from_str::<serde_json::Value>);
    let lines: Vec<_> = lines.map(|line| line.expect("a line is JSON")).collect();
    let found = lines.iter().find(|line| line["message"] == message);
    found
        .unwrap_or_else(|| panic!("nobody says {message:?}: {log}"))
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_the_log_names_its_trace() {
    let (collector, address) = Collector::listen().await;
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(binary())
        .args(["serve", "--log", "json", "--telemetry", &address])
        .args(["--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path().join("data"))
        .env("OUTFLANK_LOG", "outflank_transport=info")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut said = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = timeout(PATIENCE, said.next_line()).await.expect("a line");
    let line = line.unwrap().unwrap();
    let base = line.strip_prefix("Outflank is at ").expect("its address");
    let refused = outflank_client::Client::new(base)
        .sign_in("nobody", "no password")
        .await;
    refused.expect_err("nobody has no account");
    let pid = i32::try_from(server.id().unwrap()).unwrap();
    kill_process(Pid::from_raw(pid).unwrap(), Signal::TERM).unwrap();
    let ended = timeout(PATIENCE, server.wait_with_output()).await;
    let output = ended.expect("its end").unwrap();
    assert!(output.status.success(), "{output:?}");

    let line = traced_line(
        &String::from_utf8(output.stderr).unwrap(),
        "a call was refused",
    );
    assert_eq!(line["outcome"], "wrong_credentials");
    let spans = line["spans"].as_array().expect("spans");
    let traces: BTreeSet<&str> = spans
        .iter()
        .filter_map(|span| span["trace_id"].as_str())
        .collect();
    let traces: Vec<&str> = traces.into_iter().collect();
    let [trace] = traces[..] else {
        panic!("not one trace: {line}");
    };
    let hex = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let sent = collector.spans();
    assert!(
        sent.iter().any(|span| hex(&span.trace) == trace),
        "{trace} was not sent: {sent:?}"
    );
}

/// Waits until every process counts what it should.
async fn counted(cluster: &Cluster, moves: usize) {
    let moves = f64::from(u32::try_from(moves).unwrap());
    // A move whose acknowledgement was not seen is counted again.
    let moved = format!("outflank_calls_total{{method=\"{MOVE}\",answer=\"ok\"}}");
    for (role, name, values) in [
        ("play", moved.as_str(), moves..=f64::MAX),
        (
            "play",
            "outflank_commit_seconds_bucket{role=\"play\",le=\"+Inf\"}",
            1.0..=f64::MAX,
        ),
        (
            "play",
            "outflank_feed_behind_seconds{source=\"pairing\"}",
            0.0..=f64::MAX,
        ),
        (
            "play",
            "outflank_kept_bytes{kept=\"play_histories\"}",
            0.0..=f64::MAX,
        ),
        (
            "play",
            "outflank_feed_unreadable{feed=\"pairing\",role=\"play\"}",
            0.0..=0.0,
        ),
        (
            "play",
            "outflank_facts_refused_total{feed=\"pairing\",role=\"play\"}",
            0.0..=0.0,
        ),
        ("play", "outflank_bus_lag_seconds", 0.0..=1.0),
        ("gateway", "outflank_live_answers", 1.0..=1.0),
        ("gateway", "outflank_rooms_open", 0.0..=f64::MAX),
        (
            "gateway",
            "outflank_peers{role=\"play\",state=\"serving\"}",
            1.0..=1.0,
        ),
    ] {
        let mut processes = cluster.processes.iter();
        let process = processes.find(|process| process.role == role).unwrap();
        let address = format!("http://127.0.0.1:{}/metrics", process.port);
        until(&format!("{name} in {values:?}"), async || {
            let text = page(&address).await.text().await.unwrap();
            let lines = text.lines().filter_map(|line| line.strip_prefix(name));
            let mut told = lines.filter_map(|value| value.trim().parse::<f64>().ok());
            if told.any(|value| values.contains(&value)) {
                Ok(())
            } else {
                Err(text)
            }
        })
        .await;
    }
}
