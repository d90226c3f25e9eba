//! An answer on an HTTP/2 stream, handed out in pieces: who takes none is seen.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use axum::{
    body::{Body, HttpBody},
    response::Response,
};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

use crate::{metrics::Metrics, unread::streams::StreamPace};

/// The largest piece: of an answer that is not read, HTTP/2 holds no more.
const PIECE: usize = 16 * 1024;
/// The end of an answer goes out in halves down to so many bytes: HTTP/2 keeps the last piece when all else is taken.
const LAST: usize = 1024;

/// An answer that keeps the pace of its stream; any other as it is.
pub fn at_pace(answer: Response, metrics: &Arc<Metrics>) -> Response {
    let Some(pace) = StreamPace::here() else {
        return answer;
    };
    answer.map(|body| {
        Body::new(Paced {
            body,
            rest: Bytes::new(),
            handed_out: 0,
            pace,
            metrics: Arc::clone(metrics),
        })
    })
}

struct Paced {
    body: Body,
    /// Of the body's last frame.
    rest: Bytes,
    /// Not known to be taken.
    handed_out: usize,
    pace: Arc<StreamPace>,
    metrics: Arc<Metrics>,
}

impl Drop for Paced {
    fn drop(&mut self) {
        if self.pace.is_given_up() {
            self.metrics.readers_given_up.add();
        }
    }
}

impl Paced {
    fn piece(&mut self) -> Bytes {
        let left = self.rest.len();
        let most = match left {
            _ if left > PIECE => PIECE,
            _ if left > LAST && self.body.is_end_stream() => left.div_ceil(2),
            _ => left,
        };
        let piece = self.rest.split_to(most);
        if most == PIECE && left <= 2 * PIECE {
            // What little is left does not keep the whole.
            self.rest = Bytes::copy_from_slice(&self.rest);
        }
        self.handed_out = piece.len();
        piece
    }
}

impl HttpBody for Paced {
    type Data = Bytes;
    type Error = axum::Error;

    /// Asked for more, its reader has taken what was handed out.
    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let taken = std::mem::take(&mut self.handed_out);
        while self.rest.is_empty() {
            let frame = Pin::new(&mut self.body).poll_frame(context);
            if frame.is_pending() {
                self.pace.caught_up();
            }
            match ready!(frame) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(frame) => return Poll::Ready(Some(Ok(frame))),
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => {
                    self.pace.caught_up();
                    return Poll::Ready(None);
                }
            }
        }
        self.pace.waits(taken);
        Poll::Ready(Some(Ok(Frame::data(self.piece()))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (inner, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + rest);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}
