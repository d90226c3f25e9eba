//! Publications of rating files as server-sent events.

use std::{collections::VecDeque, convert::Infallible, time::Duration};

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use futures_util::stream;
use http::{HeaderName, HeaderValue, header};
use outflank_access::{Kind, Problem, page};
use outflank_proto::{json, ratings::v1 as ratings, schema};
use prost::Message as _;
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use crate::{
    problem::ApiProblem, request::client_address, rest::route::RouteRequest, state::Shared,
    stream_places::StreamPlace,
};

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Proxies that gather answers are told to pass this one on as it comes.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");
/// How long a reader waits before it comes again, in ms.
const RETRY: &str = "retry: 3000\n";
/// A quiet stream says so often that it stands.
const QUIET: Duration = Duration::from_secs(15);
const STANDS: &[u8] = b":\n\n";
/// A stream that nothing woke looks by itself after so long.
const LOOK: Duration = Duration::from_secs(30);
/// After trouble with the service.
const TROUBLE: Duration = Duration::from_secs(2);

/// The stream, once the service has taken the place that it goes on from.
pub async fn follow(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let mut request: ratings::FollowPublicationsRequest = asked.message()?;
    let last = asked.head.headers.get(LAST_EVENT_ID);
    if let Some(last) = last.filter(|last| !last.is_empty()) {
        let last = last.to_str().map_err(|_| page::refused_token())?;
        last.clone_into(&mut request.after);
    }
    if asked.shared.stop.is_cancelled() {
        return Err(stopping().into());
    }
    let address = client_address(&asked.head.extensions);
    let place = asked.shared.publications.places.open(address)?;
    let mut news = asked.shared.publications.news();
    news.mark_unchanged();
    let answer = asked.ask(&bearer, &request).await?;
    let mut following = Following {
        shared: asked.shared,
        request,
        news,
        ready: VecDeque::new(),
        look_at: Instant::now() + LOOK,
        _place: place,
    };
    // Whoever loses the line before the first event comes back with this.
    let begin = format!("{RETRY}id: {}\n\n", begins_at(&following.request, &answer));
    following.ready.push_back(begin.into());
    following.take(answer)?;
    let events = stream::unfold(following, |mut following| async move {
        let bytes = following.next().await?;
        Some((Ok::<_, Infallible>(bytes), following))
    });
    let mut response = Body::from_stream(events).into_response();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (UNBUFFERED, "no"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Where the reader is before the first event of this answer.
fn begins_at<'of>(
    request: &'of ratings::FollowPublicationsRequest,
    answer: &'of ratings::FollowPublicationsResponse,
) -> &'of str {
    match request.after.as_str() {
        "" => &answer.resume_token,
        after => after,
    }
}

/// One reader's stream.
struct Following {
    shared: Shared,
    /// For what comes next.
    request: ratings::FollowPublicationsRequest,
    news: watch::Receiver<u64>,
    /// What waits to be handed out.
    ready: VecDeque<Bytes>,
    /// When it looks though nothing woke it.
    look_at: Instant,
    _place: StreamPlace,
}

impl Following {
    /// The next bytes of the stream; none at its end.
    async fn next(&mut self) -> Option<Bytes> {
        let quiet_at = Instant::now() + QUIET;
        loop {
            if let Some(bytes) = self.ready.pop_front() {
                return Some(bytes);
            }
            let stop = &self.shared.stop;
            tokio::select! {
                () = stop.cancelled() => return None,
                changed = self.news.changed() => changed.ok()?,
                () = sleep_until(self.look_at) => {}
                () = sleep_until(quiet_at) => return Some(Bytes::from_static(STANDS)),
            }
            self.look_at = Instant::now() + LOOK;
            match self.look().await {
                Ok(answer) => self.take(answer).ok()?,
                Err(problem) if is_of_the_moment(&problem) => {
                    tracing::debug!(%problem, "a stream of publications waits");
                    self.look_at = Instant::now() + TROUBLE;
                }
                // Whoever comes again is told.
                Err(_) => return None,
            }
        }
    }

    /// What came since. Anybody may ask: a token that ends meanwhile ends nothing.
    async fn look(&self) -> Result<ratings::FollowPublicationsResponse, Problem> {
        let mut service = self.shared.nameless.ratings();
        let answer = service.follow_publications(self.request.clone()).await;
        answer
            .map(tonic::Response::into_inner)
            .map_err(|status| Problem::from_status(&status))
    }

    /// Makes events of an answer.
    fn take(&mut self, answer: ratings::FollowPublicationsResponse) -> Result<(), ApiProblem> {
        for followed in answer.publications {
            self.ready.push_back(event(&followed)?);
        }
        self.request.after = answer.resume_token;
        if answer.goes_on {
            self.look_at = Instant::now();
        }
        Ok(())
    }
}

/// One publication as an event.
fn event(followed: &ratings::FollowedPublication) -> Result<Bytes, Problem> {
    let table = schema::message("outflank.ratings.v1.Publication");
    let table = table.ok_or_else(|| Problem::internal("the contract has no publications"))?;
    let publication = followed.publication.clone().unwrap_or_default();
    let mut event = format!("id: {}\nevent: rating-file\ndata: ", followed.resume_token);
    let mut data = Vec::new();
    json::write(table, &publication.encode_to_vec(), &mut data).map_err(Problem::internal)?;
    event += &String::from_utf8(data).map_err(Problem::internal)?;
    event += "\n\n";
    Ok(event.into())
}

/// Whether the same may be answered a moment later.
fn is_of_the_moment(problem: &Problem) -> bool {
    matches!(
        problem.kind,
        Kind::Unavailable | Kind::TooMany | Kind::Internal
    )
}

fn stopping() -> Problem {
    Problem::new(
        Kind::Unavailable,
        "stopping",
        "The server is stopping; connect again.",
    )
}
