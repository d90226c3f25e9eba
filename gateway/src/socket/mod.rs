//! The WebSocket that carries everything live.

mod acts;
mod admission;
mod command_queues;
mod conversation;
mod lag;
pub mod pace;
mod reader;
mod session;
pub mod stream;
mod subscription;
mod writer;

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{WebSocketUpgrade, ws::WebSocket},
    response::Response,
};
use futures_util::StreamExt as _;
use http::request::Parts;
use tokio::sync::Notify;

use crate::{
    connection_log::ConnectionLog,
    frames::{
        client_frame::MESSAGE_LIMIT,
        outbox::Outbox,
        server_frame::{self, Encoding},
    },
    holder::Holder,
    problem::ApiProblem,
    request::client_address,
    source::Source,
    state::Shared,
};
use admission::{Counted, SHED, admit_new};
use conversation::Conversation;
use reader::Reader;
use writer::{Pings, SILENCE};

/// One frame and a little; the default would cost every idle socket 128 KiB.
const READ_BUFFER: usize = 2 * 1024;
/// More than a table and the answer beside it, so that they are one write. An idle socket holds nothing of it.
const WRITE_BUFFER: usize = 16 * 1024;

/// A socket whose place somebody else takes is written to for so long at most.
const SHED_WITHIN: Duration = Duration::from_millis(250);

/// Opens a socket for a ticket's holder, asked for by a request with this head.
///
/// # Errors
/// When the server is full or stopping.
pub fn open(
    shared: Shared,
    holder: Holder,
    head: &Parts,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiProblem> {
    let counted = admit_new(&shared, holder, &head.extensions)?;
    let source = Source::of(client_address(&head.extensions), &head.headers);
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_frame_size(MESSAGE_LIMIT)
        .max_message_size(MESSAGE_LIMIT)
        .on_upgrade(move |socket| run(shared, (counted, source), socket)))
}

async fn run(shared: Shared, (counted, source): (Counted, Source), socket: WebSocket) {
    let account_id = counted.holder.account_id.as_deref();
    let log = Arc::new(ConnectionLog::open(&shared.sockets, account_id));
    let _until_the_end = shared.socket_tasks.token();
    let (sink, stream) = socket.split();
    let outbox = Arc::new(Outbox::new(
        Encoding::Json,
        (counted.standing(), source),
        &shared.budget,
    ));
    let pings = Arc::new(Pings::default());
    outbox.answer(server_frame::hello(
        shared.clock.now_ms(),
        counted.holder.account_id.as_deref(),
        counted.holder.session.as_ref().map(|of| of.expires_at_ms),
    ));
    let registration = shared.connections.register(&counted.holder, &outbox);
    let ended = Arc::new(Notify::new());
    let mut writer = {
        let write = writer::run(
            shared.clone(),
            sink,
            Arc::clone(&outbox),
            Arc::clone(&pings),
        );
        let ended = Arc::clone(&ended);
        tokio::spawn(async move {
            write.await;
            ended.notify_one();
        })
    };
    let reader = Reader {
        stop: shared.stop.clone(),
        conversation: Conversation::new(
            shared,
            Arc::clone(&counted.holder),
            Arc::clone(&outbox),
            registration,
        ),
        outbox: Arc::clone(&outbox),
        pings,
        log,
        counted,
    };
    reader.run(stream, &ended).await;
    let within = if outbox.closing() == Some(SHED) {
        SHED_WITHIN
    } else {
        SILENCE
    };
    if tokio::time::timeout(within, &mut writer).await.is_err() {
        writer.abort();
    }
}
