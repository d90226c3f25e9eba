//! An answer, handed out in pieces: who takes none is seen, and what is kept for him is counted.

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
use http::header;
use hyper::body::{Frame, SizeHint};

use crate::{
    metrics::Metrics,
    unread::{
        answers::{Kept, Turn},
        loans::{Lent, Loan},
        streams::StreamPace,
    },
};

/// The largest piece: of an answer that is not read, HTTP/2 holds no more than two, HTTP/1.1 three.
const PIECE: usize = 16 * 1024;
/// The end of an answer goes out in halves down to so many bytes: HTTP/2 keeps the last piece when all else is taken.
const LAST: usize = 1024;
/// What compressing an answer takes as long as it lasts.
const COMPRESSOR: usize = 320 * 1024;

/// An answer's extension: what is kept for it alone until it is taken to the end, in bytes. Without it, what its body
/// hands out is.
#[derive(Debug, Clone, Copy)]
pub struct Whole(pub usize);

/// Notes what an answer is made of, before it is compressed.
pub async fn note_size(mut answer: Response) -> Response {
    if answer.extensions().get::<Lent>().is_some() {
        answer.extensions_mut().insert(Whole(0));
    }
    if let Some(size) = answer.body().size_hint().exact()
        && answer.extensions().get::<Whole>().is_none()
    {
        let whole = Whole(usize::try_from(size).unwrap_or(usize::MAX));
        answer.extensions_mut().insert(whole);
    }
    answer
}

/// An answer that keeps the pace of its stream, and is counted for its connection.
pub fn at_pace(answer: Response, kept: Option<(Kept, Turn)>, metrics: &Arc<Metrics>) -> Response {
    let pace = StreamPace::here();
    if answer.body().is_end_stream() || (pace.is_none() && kept.is_none()) {
        return answer;
    }
    let (kept, turn) = kept.unzip();
    let lent = answer.extensions().get::<Lent>();
    let is_compressed = answer.headers().contains_key(header::CONTENT_ENCODING)
        && !lent.is_some_and(|lent| lent.is_compressed);
    let lend = |lent: &Lent| Some(lent.loans.lend(kept.as_ref()?.another()));
    let loan = lent.and_then(lend);
    let whole = answer.extensions().get().map(|Whole(bytes)| *bytes);
    answer.map(|body| {
        let mut paced = Paced {
            body,
            is_made: false,
            rest: Bytes::new(),
            frame: 0,
            frame_before: 0,
            handed_out: 0,
            whole,
            compressor: if is_compressed { COMPRESSOR } else { 0 },
            kept,
            loan,
            turn: turn.flatten(),
            pace,
            metrics: Arc::clone(metrics),
        };
        paced.count();
        Body::new(paced)
    })
}

struct Paced {
    body: Body,
    /// The body has no more.
    is_made: bool,
    /// Of the body's last frame.
    rest: Bytes,
    /// What is kept as long as any of that is, and what was when the piece before was handed out: no more than its
    /// first byte is known to be taken.
    frame: usize,
    frame_before: usize,
    /// Not known to be taken.
    handed_out: usize,
    whole: Option<usize>,
    compressor: usize,
    kept: Option<Kept>,
    /// What is read is there for others too.
    loan: Option<Loan>,
    /// Until its first frame is there.
    turn: Turn,
    /// Its stream's, over HTTP/2.
    pace: Option<Arc<StreamPace>>,
    metrics: Arc<Metrics>,
}

impl Drop for Paced {
    fn drop(&mut self) {
        if self.pace.as_ref().is_some_and(|pace| pace.is_given_up()) {
            self.metrics.readers_given_up.inc();
        }
    }
}

impl Paced {
    /// What is kept now: the whole of which pieces are handed out, until little is left.
    fn count(&mut self) {
        let here = self.frame.max(self.frame_before);
        let kept = match self.whole {
            Some(whole) if self.is_made => whole.min(here),
            Some(whole) => whole.saturating_add(self.compressor),
            None => here,
        };
        if let Some(counted) = &mut self.kept {
            counted.set(kept);
        }
    }

    fn piece(&mut self) -> Bytes {
        let left = self.rest.len();
        if left <= 2 * PIECE && self.frame > 2 * PIECE && self.loan.is_none() {
            // What little is left does not keep the whole.
            self.rest = Bytes::copy_from_slice(&self.rest);
            self.frame = left;
        }
        let most = match left {
            _ if left > PIECE => PIECE,
            _ if left > LAST && self.is_made && self.pace.is_some() => left.div_ceil(2),
            _ => left,
        };
        let piece = self.rest.split_to(most);
        self.handed_out = piece.len();
        piece
    }

    /// Nothing waits.
    fn caught_up(&mut self) {
        (self.frame, self.frame_before) = (0, 0);
        self.count();
        if let Some(pace) = &self.pace {
            pace.caught_up();
        }
    }
}

impl HttpBody for Paced {
    type Data = Bytes;
    type Error = axum::Error;

    /// Asked for more, its reader takes what was handed out: all that came before that, and of it a first byte.
    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some(pace) = &self.pace {
            pace.goes_on();
        }
        let taken = std::mem::take(&mut self.handed_out);
        self.frame_before = self.frame;
        while self.rest.is_empty() {
            let frame = Pin::new(&mut self.body).poll_frame(context);
            if frame.is_pending() {
                self.caught_up();
            }
            match ready!(frame) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => {
                        self.frame = data.len();
                        self.rest = data;
                    }
                    Err(frame) => return Poll::Ready(Some(Ok(frame))),
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => {
                    self.is_made = true;
                    self.caught_up();
                    return Poll::Ready(None);
                }
            }
        }
        self.is_made = self.body.is_end_stream();
        if let Some(pace) = &self.pace {
            pace.waits(taken);
        }
        let piece = self.piece();
        self.count();
        drop(self.turn.take());
        Poll::Ready(Some(Ok(Frame::data(piece))))
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
