//! A body that is read to its end before anything is made of it.

use std::sync::Arc;

use axum::body::{Body, HttpBody as _};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use outflank_access::{Kind, Problem};

use super::budget::{Bodies, Reading, Sender};
use crate::problem::ApiProblem;

/// Why a body could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// It is larger than what is asked takes.
    TooLarge,
    /// Its client broke off.
    CutShort,
    /// It did not come in time, or others needed its room.
    TooSlow,
}

impl From<Unread> for ApiProblem {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::TooLarge => Self::too_large(),
            Unread::CutShort => Self::cut_short(),
            Unread::TooSlow => Self::body_too_slow(),
        }
    }
}

impl From<Unread> for Problem {
    /// For a program.
    fn from(unread: Unread) -> Self {
        let sentence = match unread {
            Unread::TooSlow => {
                "The message did not arrive in time; send it again. Nothing changed."
            }
            Unread::TooLarge | Unread::CutShort => {
                "The message was cut short or is larger than this method takes. Nothing changed."
            }
        };
        Self::new(Kind::Invalid, "malformed_message", sentence)
    }
}

/// A body of so many bytes at most.
///
/// # Errors
/// When it is larger, or does not come whole and in time.
pub async fn whole(
    bodies: &Arc<Bodies>,
    sender: Sender,
    body: Body,
    most: usize,
) -> Result<Bytes, Unread> {
    if body.is_end_stream() {
        return Ok(Bytes::new());
    }
    if usize::try_from(body.size_hint().lower()).is_ok_and(|told| told > most) {
        return Err(Unread::TooLarge);
    }
    let reading = bodies.begin(sender);
    tokio::select! {
        read = collected(body, most, &reading) => read,
        () = reading.given_up.cancelled() => Err(Unread::TooSlow),
        () = tokio::time::sleep(bodies.limits.within) => {
            reading.late();
            Err(Unread::TooSlow)
        }
    }
}

/// What comes is copied: a piece as it came keeps more than itself.
async fn collected(mut body: Body, most: usize, reading: &Reading) -> Result<Bytes, Unread> {
    let mut whole = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| Unread::CutShort)?.into_data() else {
            continue;
        };
        if data.len() > most - whole.len() {
            return Err(Unread::TooLarge);
        }
        reading.takes(data.len());
        whole.extend_from_slice(&data);
    }
    Ok(whole.freeze())
}
