//! Reads one WebSocket: every frame is stamped when it arrives, and nothing keeps a pong waiting.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket};
use futures_util::{StreamExt as _, stream::SplitStream};
use outflank_access::{Kind, Problem};
use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    connection_log::{ConnectionLog, Ending},
    frames::{
        client_frame,
        outbox::{Closing, Outbox},
    },
    socket::{
        admission::{Counted, SHED},
        conversation::Conversation,
        writer::{Pings, SILENCE},
    },
};

const SILENT: Closing = Closing {
    code: 1001,
    reason: "Nothing was heard for 9 s.",
};
pub const STOPPING: Closing = Closing {
    code: 1012,
    reason: "The server is stopping; connect again.",
};
pub const GOODBYE: Closing = Closing {
    code: 1000,
    reason: "Goodbye.",
};

/// One socket's reading side.
pub struct Reader {
    pub conversation: Conversation,
    pub outbox: Arc<Outbox>,
    pub pings: Arc<Pings>,
    pub log: Arc<ConnectionLog>,
    /// Given back when it ends.
    pub counted: Counted,
    pub stop: CancellationToken,
}

impl Reader {
    /// Reads until the client goes, falls silent, or the server stops. `writer_ended` is rung when the writing side
    /// has ended.
    pub async fn run(mut self, mut stream: SplitStream<WebSocket>, writer_ended: &Notify) {
        let mut heard = Instant::now();
        loop {
            let arrival = tokio::time::timeout_at(self.silent_at(heard), stream.next());
            tokio::select! {
                message = arrival => match message {
                    Ok(Some(Ok(message))) => {
                        heard = Instant::now();
                        if !self.message(message) {
                            break self.outbox.close(GOODBYE);
                        }
                    }
                    // What cannot be read as WebSocket, or is larger than any frame may be.
                    Ok(Some(Err(_)) | None) => {
                        self.log.ends(Ending::BROKEN);
                        break self.outbox.close(GOODBYE);
                    }
                    Err(_) if self.silent_at(heard) > Instant::now() => {}
                    Err(_) => break self.outbox.close(SILENT),
                },
                () = self.conversation.progress() => {}
                () = writer_ended.notified() => break,
                () = self.counted.leaves() => break self.outbox.close(SHED),
                () = self.stop.cancelled() => {
                    self.conversation.last_answers().await;
                    break self.outbox.close(STOPPING);
                }
            }
            if self.outbox.is_closing() {
                break;
            }
        }
        if let Some(Closing { code, reason }) = self.outbox.closing() {
            self.log.ends(Ending::closed(code, reason));
        }
        if self.outbox.closing() == Some(SHED) {
            return self.conversation.work_off();
        }
        self.conversation.last_answers().await;
    }

    /// When a client is silent that was heard of last then. While something cannot be written to it, its pace alone is
    /// judged; after that it answers once it has come to the ping behind what was written.
    fn silent_at(&self, heard: Instant) -> Instant {
        if self.outbox.unread.is_running() {
            return Instant::now() + SILENCE;
        }
        heard + SILENCE + self.pings.on_the_way()
    }

    /// False once the client says goodbye.
    fn message(&mut self, message: Message) -> bool {
        if matches!(message, Message::Text(_) | Message::Binary(_)) {
            self.counted.acted();
        }
        match message {
            Message::Text(text) => self.conversation.heard(client_frame::read(text.as_str())),
            Message::Binary(_) => {
                let problem = Problem::new(
                    Kind::Invalid,
                    "malformed_json",
                    "Frames are JSON texts; this one was binary.",
                );
                self.conversation.heard(Err(problem.into()));
            }
            Message::Pong(payload) => {
                if let Some(took) = self.pings.answered(&payload) {
                    self.log.pong(took);
                    self.conversation.round_trip(took);
                }
            }
            // The protocol's own layer answers.
            Message::Ping(_) => {}
            Message::Close(goodbye) => {
                // 1005: no code was sent (RFC 6455, 7.1.5).
                let code = goodbye.map_or(1005, |goodbye| goodbye.code);
                self.log.ends(Ending::goodbye(code));
                return false;
            }
        }
        true
    }
}
