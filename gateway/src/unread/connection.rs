//! A connection that is given up when what is written to it is not read.

use std::{
    error::Error,
    io, iter,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep_until},
};

use crate::unread::pace::Pace;

/// A connection that is given up when what is written to it is not read.
pub struct Watched<S> {
    stream: S,
    pace: Pace,
    /// Set while something waits to be written.
    alarm: Option<Pin<Box<Sleep>>>,
}

/// Whether something was not written because its reader was given up.
pub fn is_given_up(error: &(dyn Error + 'static)) -> bool {
    let mut causes = iter::successors(Some(error), |error| (*error).source());
    causes.any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|io| io.kind() == io::ErrorKind::TimedOut)
    })
}

impl<S> Watched<S> {
    /// One on which nothing waits.
    pub fn new(stream: S, patience: Duration) -> Self {
        Self {
            stream,
            pace: Pace::new(patience),
            alarm: None,
        }
    }

    /// What came of writing `whole` bytes.
    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
        whole: usize,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(count)) if count >= whole => self.caught_up(),
            Poll::Ready(Ok(count)) => self.pace.waits(count),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                ready!(self.waits(context))?;
                return Poll::Pending;
            }
        }
        written
    }

    fn caught_up(&mut self) {
        self.pace.caught_up();
        self.alarm = None;
    }

    /// Something waits to be written: ready with an error once it has waited for too long.
    fn waits(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.pace.waits(0);
        let Some(ends_at) = self.pace.ends_at() else {
            return Poll::Pending;
        };
        let alarm = self
            .alarm
            .get_or_insert_with(|| Box::pin(sleep_until(ends_at)));
        if alarm.deadline() != ends_at {
            alarm.as_mut().reset(ends_at);
        }
        ready!(alarm.as_mut().poll(context));
        let unread = io::Error::new(io::ErrorKind::TimedOut, "what is written is not read");
        Poll::Ready(Err(unread))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(context, written, bytes.len())
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        let whole = slices.iter().map(|slice| slice.len()).sum();
        self.wrote(context, written, whole)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_flush(context) {
            Poll::Pending => self.waits(context),
            flushed => {
                self.caught_up();
                flushed
            }
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_shutdown(context) {
            Poll::Pending => self.waits(context),
            shut => shut,
        }
    }
}
