//! Games of the archive as one file, piece by piece: nobody has all of it in memory.

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use futures_util::stream;
use http::header;
use outflank_access::Problem;
use outflank_proto::ratings::v1 as ratings;

use crate::{
    problem::ApiProblem, request::client_address, rest::route::RouteRequest, state::Shared,
    stream_places::StreamPlace,
};

/// The file, once its first piece is there. What fails later breaks it off, so that nobody takes a part for all of it.
pub async fn download(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let request: ratings::DownloadArchivedGamesRequest = asked.message()?;
    let address = client_address(&asked.head.extensions);
    let place = asked.shared.downloads.open(address)?;
    let first: ratings::DownloadArchivedGamesResponse = asked.ask(&bearer, &request).await?;
    let (kind, ending) = match request.format.as_str() {
        "" | "csv" => ("text/csv; charset=utf-8", "csv"),
        "ggf" => ("text/plain; charset=utf-8", "ggf"),
        "wthor" => ("application/zip", "zip"),
        _ => ("text/plain; charset=utf-8", "txt"),
    };
    let pieces = Pieces {
        shared: asked.shared,
        request,
        next: Some(first),
        _place: place,
    };
    let pieces = stream::try_unfold(pieces, Pieces::turned);
    let head = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"games.{ending}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((head, Body::from_stream(pieces)).into_response())
}

/// The pieces that are still to come.
struct Pieces {
    shared: Shared,
    /// For the piece behind the next one.
    request: ratings::DownloadArchivedGamesRequest,
    /// One that is there already.
    next: Option<ratings::DownloadArchivedGamesResponse>,
    _place: StreamPlace,
}

impl Pieces {
    async fn turned(mut self) -> Result<Option<(Bytes, Self)>, Problem> {
        let piece = match self.next.take() {
            Some(piece) => piece,
            None if self.request.after.is_empty() => return Ok(None),
            // Anybody may ask: a token that ends meanwhile ends nothing.
            None => {
                let mut service = self.shared.nameless.ratings();
                let answer = service.download_archived_games(self.request.clone()).await;
                answer
                    .map_err(|status| Problem::from_status(&status))?
                    .into_inner()
            }
        };
        self.request.after = piece.next;
        Ok(Some((piece.content.into(), self)))
    }
}
