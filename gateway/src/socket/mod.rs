//! The WebSocket that carries everything live.

pub mod acts;
mod asked;
mod conversation;
pub mod frame;
mod lag;
mod lanes;
pub mod outbox;
mod pace;
mod reader;
pub mod server_frame;
mod session;
pub mod stream;
mod writer;

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{WebSocketUpgrade, ws::WebSocket},
    response::Response,
};
use futures_util::StreamExt as _;
use outflank_access::{Kind, Problem};
use tokio::sync::Notify;

use crate::{connection_log::ConnectionLog, problem::ApiProblem, sockets::Holder, state::Shared};
use conversation::Conversation;
use outbox::Outbox;
use reader::Reader;
use server_frame::Encoding;
use writer::Pings;

/// A socket that is silent for so long is closed.
const SILENCE: Duration = Duration::from_secs(9);
/// One frame and a little; the default would cost every idle socket 128 KiB.
const READ_BUFFER: usize = 2 * 1024;
const WRITE_BUFFER: usize = 1024;
/// Frames up to here are read, so that a refusal can say what is wrong with them.
const MESSAGE_LIMIT: usize = 16 * 1024;

/// One open socket, counted until it ends in whatever way.
struct Counted {
    shared: Shared,
    holder: Arc<Holder>,
}

impl Counted {
    fn open(shared: &Shared, holder: Holder) -> Result<Self, Problem> {
        if !shared.sockets.opened(&holder, shared.limits.sockets) {
            return Err(Problem::new(
                Kind::Unavailable,
                "server_full",
                "The server has as many connections as it takes: try again in a minute.",
            ));
        }
        shared.metrics.sockets_opened.add();
        shared.rooms.seats_changed(&holder.seats);
        Ok(Self {
            shared: shared.clone(),
            holder: Arc::new(holder),
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let left = self.shared.sockets.closed(&self.holder);
        self.shared.metrics.sockets_closed.add();
        self.shared.rooms.seats_changed(&left);
    }
}

/// One more line, unless the server is full or stopping.
fn admit_new(shared: &Shared, holder: Holder) -> Result<Counted, Problem> {
    if shared.stop.is_cancelled() {
        let stopping = "The server is stopping; connect again.";
        return Err(Problem::new(Kind::Unavailable, "stopping", stopping));
    }
    Counted::open(shared, holder)
}

/// Opens a socket for a ticket's holder.
///
/// # Errors
/// When the server is full or stopping.
pub fn open(
    shared: Shared,
    holder: Holder,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiProblem> {
    let counted = admit_new(&shared, holder)?;
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_frame_size(MESSAGE_LIMIT)
        .max_message_size(MESSAGE_LIMIT)
        .on_upgrade(move |socket| run(shared, counted, socket)))
}

async fn run(shared: Shared, counted: Counted, socket: WebSocket) {
    let account_id = counted.holder.account_id.as_deref();
    let log = Arc::new(ConnectionLog::open(&shared.sockets, account_id));
    let _until_the_end = shared.socket_tasks.token();
    let (sink, stream) = socket.split();
    let outbox = Arc::new(Outbox::new(Encoding::Json));
    let pings = Arc::new(Pings::default());
    outbox.answer(server_frame::hello(
        shared.clock.now_ms(),
        counted.holder.account_id.as_deref(),
        counted.holder.session.as_ref().map(|of| of.expires_at_ms),
    ));
    let session_id = counted.holder.session.as_ref();
    let place = shared
        .roll
        .enter(session_id.map(|of| of.session_id.clone()), &outbox);
    let ended = Arc::new(Notify::new());
    let writer = {
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
            place,
        ),
        outbox,
        pings,
        log,
    };
    reader.run(stream, &ended).await;
    drop(counted);
    let _ended = tokio::time::timeout(SILENCE, writer).await;
}
