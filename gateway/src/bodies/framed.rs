//! Messages of a gRPC stream as they come: none may be begun and not ended.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use hyper::body::Frame;
use tonic::Status;

use super::budget::{Bodies, Reading, Sender};
use crate::message_prefix::{PREFIX, length};

/// A body of messages. It ends with an error where one of them does not come in time.
pub struct Framed {
    body: Body,
    bodies: Arc<Bodies>,
    sender: Sender,
    prefix: Vec<u8>,
    /// Bytes of the message that have not come.
    left: usize,
    /// The message that has begun and not ended.
    message: Option<Message>,
}

struct Message {
    reading: Reading,
    /// Ready when it is to be given up.
    given_up: BoxFuture<'static, ()>,
}

impl Framed {
    /// The messages of a request's body.
    pub fn of(bodies: &Arc<Bodies>, sender: Sender, body: Body) -> Body {
        Body::new(Self {
            body,
            bodies: Arc::clone(bodies),
            sender,
            prefix: Vec::with_capacity(PREFIX),
            left: 0,
            message: None,
        })
    }

    /// Goes through what came.
    fn came(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            let message = self
                .message
                .get_or_insert_with(|| Message::begin(&self.bodies, self.sender));
            let wanted = if self.left > 0 {
                self.left
            } else {
                PREFIX - self.prefix.len()
            };
            let (piece, rest) = data.split_at(wanted.min(data.len()));
            message.reading.takes(piece.len());
            data = rest;
            if self.left > 0 {
                self.left -= piece.len();
            } else {
                self.prefix.extend_from_slice(piece);
                let Some(length) = length(&self.prefix) else {
                    continue;
                };
                self.prefix.clear();
                self.left = length;
            }
            if self.left == 0 {
                self.message = None;
            }
        }
    }
}

impl Message {
    fn begin(bodies: &Arc<Bodies>, sender: Sender) -> Self {
        let reading = bodies.begin(sender);
        let (others, within) = (reading.given_up.clone(), bodies.limits.within);
        Self {
            given_up: Box::pin(ends(others, within)),
            reading,
        }
    }
}

async fn ends(others: tokio_util::sync::CancellationToken, within: Duration) {
    tokio::select! {
        () = others.cancelled() => {}
        () = tokio::time::sleep(within) => {}
    }
}

impl HttpBody for Framed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some(message) = &mut self.message
            && message.given_up.as_mut().poll(context).is_ready()
        {
            message.reading.late();
            self.message = None;
            let late = Status::deadline_exceeded("The message did not arrive in time.");
            return Poll::Ready(Some(Err(axum::Error::new(late))));
        }
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            let data = data.clone();
            self.came(&data);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
}
