//! The gRPC stream that carries everything live to programs: the WebSocket's conversation in typed messages.

use std::{
    collections::VecDeque,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{body::Body, extract::Request as HttpRequest, response::Response as HttpResponse};
use bytes::Bytes;
use futures_util::{
    StreamExt as _,
    future::BoxFuture,
    stream::{BoxStream, unfold},
};
use outflank_access::{Kind, Problem, problem};
use outflank_proto::{BytesCodec, live::v1 as live};
use prost::Message as _;
use tokio::{
    sync::Notify,
    time::{Interval, MissedTickBehavior},
};
use tonic::{Request, Response, Status, Streaming, codec::BufferSettings};

use crate::{
    bodies::{Framed, Sender},
    connection_registry::SESSION_ENDED,
    frames::{
        client_frame::{self, MESSAGE_LIMIT},
        delivery::Delivery,
        outbox::{Closing, Outbox, Waiting},
        server_frame::{self, Encoding},
    },
    holder::Holder,
    request::client_address,
    socket::{
        admission::{Counted, SHED, admit_new},
        conversation::Conversation,
        reader::{GOODBYE, STOPPING},
        writer::{BATCH, PING_EVERY, Pings},
    },
    source::Source,
    state::Shared,
    unread::{StreamPace, Whole},
};

/// What a stream's messages are written into, in bytes; a larger one makes more of it.
const MESSAGE_BUFFER: usize = 2 * 1024;

/// A message that cannot be read closes nothing: it is refused like any other that is wrong.
type Heard = Result<live::ClientMessage, Problem>;

/// Opens a stream for a holder.
///
/// # Errors
/// When the server is full or stopping.
pub async fn open(
    shared: &Shared,
    holder: Holder,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let counted = admit_new(shared, holder, request.extensions())?;
    let source = Source::of(client_address(request.extensions()), request.headers());
    let connect = Connect {
        shared: shared.clone(),
        counted: Some((counted, source)),
    };
    // One message is handed out at a time: the next is asked for when the connection takes it, and not before.
    let one_at_a_time = BufferSettings::new(MESSAGE_BUFFER, 1);
    let mut grpc = tonic::server::Grpc::new(BytesCodec::writing(one_at_a_time))
        .apply_max_message_size_config(Some(MESSAGE_LIMIT), Some(usize::MAX));
    let sender = Sender::of(request.extensions());
    let request = request.map(|body| Framed::of(&shared.bodies, sender, body));
    let mut answer = grpc.streaming(connect, request).await.map(Body::new);
    // Its outbox counts what waits.
    answer.extensions_mut().insert(Whole(0));
    Ok(answer)
}

/// One stream that is being opened.
struct Connect {
    shared: Shared,
    counted: Option<(Counted, Source)>,
}

impl tower::Service<Request<Streaming<Bytes>>> for Connect {
    type Response = Response<BoxStream<'static, Result<Bytes, Status>>>;
    type Error = Status;
    type Future = BoxFuture<'static, Result<Self::Response, Status>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Streaming<Bytes>>) -> Self::Future {
        let opened = self
            .counted
            .take()
            .map(|counted| begin(self.shared.clone(), counted, request.into_inner()))
            .ok_or_else(|| Problem::internal("a stream is opened twice").into());
        Box::pin(async move { opened.map(Response::new) })
    }
}

/// Starts the reading side and answers the writing side.
fn begin(
    shared: Shared,
    (counted, source): (Counted, Source),
    incoming: Streaming<Bytes>,
) -> BoxStream<'static, Result<Bytes, Status>> {
    let until_the_end = shared.socket_tasks.token();
    let outbox = Arc::new(Outbox::new(
        Encoding::Protobuf,
        (counted.standing(), source),
        &shared.budget,
    ));
    if let Some(pace) = StreamPace::here() {
        pace.counts(&outbox.unread);
    }
    let pings = Arc::new(Pings::default());
    let session = counted.holder.session.as_ref();
    outbox.answer(server_frame::hello(
        shared.clock.now_ms(),
        counted.holder.account_id.as_deref(),
        session.map(|of| of.expires_at_ms),
    ));
    let registration = shared.connections.register(&counted.holder, &outbox);
    let mut ticks = tokio::time::interval(PING_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let ended = Arc::new(Notify::new());
    let writing = Writing {
        shared: shared.clone(),
        outbox: Arc::clone(&outbox),
        pings: Arc::clone(&pings),
        waiting: VecDeque::new(),
        handed_out: None,
        ticks,
        has_begun: false,
        over: false,
        _ended: Ended(Arc::clone(&ended)),
    };
    tokio::spawn(async move {
        let conversation = Conversation::new(
            shared.clone(),
            Arc::clone(&counted.holder),
            Arc::clone(&outbox),
            registration,
        );
        let client = (incoming, &counted);
        read(&shared, conversation, client, &outbox, &pings, &ended).await;
        drop((counted, until_the_end));
    });
    unfold(writing, Writing::next).boxed()
}

/// Reads until the client ends its side, breaks off, or the server stops. A program may be silent for as long as it
/// likes: whether it is there is asked by the connection's own pings.
async fn read(
    shared: &Shared,
    mut conversation: Conversation,
    (mut incoming, counted): (Streaming<Bytes>, &Counted),
    outbox: &Outbox,
    pings: &Pings,
    writer_ended: &Notify,
) {
    loop {
        tokio::select! {
            heard = incoming.message() => match heard.map(|said| said.map(decoded)) {
                Ok(Some(Ok(said))) => match said.message {
                    Some(live::client_message::Message::Pong(pong)) => {
                        if let Some(took) = pings.answered(&pong.number.to_be_bytes()) {
                            conversation.round_trip(took);
                        }
                    }
                    _ => {
                        counted.acted();
                        conversation.heard(client_frame::read_message(said));
                    }
                },
                Ok(Some(Err(problem))) => {
                    counted.acted();
                    conversation.heard(Err(problem.into()));
                }
                Ok(None) | Err(_) => break,
            },
            () = conversation.progress() => {}
            () = writer_ended.notified() => break,
            () = counted.leaves() => {
                outbox.close(SHED);
                return conversation.work_off();
            }
            () = shared.stop.cancelled() => {
                conversation.last_answers().await;
                return outbox.close(STOPPING);
            }
        }
        if outbox.is_closing() {
            break;
        }
    }
    conversation.last_answers().await;
    outbox.close(GOODBYE);
}

/// Rung when the writing side is no longer wanted, in whatever way it ends.
struct Ended(Arc<Notify>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

/// One stream's writing side.
struct Writing {
    shared: Shared,
    outbox: Arc<Outbox>,
    pings: Arc<Pings>,
    waiting: VecDeque<Waiting>,
    /// Told once the connection asks for more: then it takes what was handed out before.
    handed_out: Option<Delivery>,
    ticks: Interval,
    /// The greeting is out: pings follow it.
    has_begun: bool,
    over: bool,
    _ended: Ended,
}

impl Writing {
    async fn next(mut self) -> Option<(Result<Bytes, Status>, Self)> {
        if self.over {
            return None;
        }
        if let Some(delivery) = self.handed_out.take() {
            delivery.written(self.shared.clock.now_ms(), self.outbox.unread.so_far());
        }
        tokio::select! {
            biased;
            _ = self.ticks.tick(), if self.has_begun => {
                let ping = server_frame::ping(self.pings.next_number());
                Some((Ok(ping), self))
            }
            waiting = next_of(&mut self.waiting, &self.outbox) => match waiting {
                Ok(Waiting { frame, delivery, .. }) => {
                    self.shared.metrics.frames_out.inc();
                    self.has_begun = true;
                    self.handed_out = delivery;
                    Some((Ok(frame.protobuf()), self))
                }
                Err(closing) => {
                    self.over = true;
                    Some((Err(status(closing)?), self))
                }
            },
        }
    }
}

/// The next that waits, of what was taken out of the outbox before all else.
async fn next_of(taken: &mut VecDeque<Waiting>, outbox: &Outbox) -> Result<Waiting, Closing> {
    loop {
        if let Some(waiting) = taken.pop_front() {
            return Ok(waiting);
        }
        taken.extend(outbox.next(BATCH).await?);
    }
}

/// The status that a closing ends a stream with; none for a goodbye.
fn status(closing: Closing) -> Option<Status> {
    let (kind, code) = match closing {
        closing if closing == GOODBYE => return None,
        closing if closing == STOPPING => (Kind::Unavailable, "stopping"),
        closing if closing == SESSION_ENDED => (Kind::Unauthenticated, "session_ended"),
        closing if closing == SHED => (Kind::Unavailable, "server_full"),
        _ => (Kind::TooMany, "too_many_requests"),
    };
    Some(Problem::new(kind, code, closing.reason).into())
}

/// What a client says.
fn decoded(said: Bytes) -> Heard {
    live::ClientMessage::decode(said).map_err(|error| {
        problem!(
            Kind::Invalid,
            "malformed_message",
            "The message is no ClientMessage of the protocol: {problem}.",
            problem = error.to_string(),
        )
    })
}
