//! Calls passed on to the service they are for, whichever door they came in by.

use std::net::IpAddr;

use axum::{body::Body, extract::Request, response::Response};
use bytes::{Buf as _, Bytes};
use http::{Extensions, HeaderMap, HeaderValue, header};
use outflank_access::{Caller, Kind, Need, Person, Problem, Role, Standing, problem};
use outflank_proto::{
    contract::{self, Method},
    json,
    play::v1 as play,
    schema,
};
use outflank_transport::Transport;
use tonic::{
    Status, Streaming,
    codec::{DecodeBuf, Decoder},
};
use tower::ServiceExt as _;

use crate::{
    bodies::{self, Sender},
    message_prefix::{PREFIX, length},
    problem::ApiProblem,
    programs::{limited, shown::Reader, stamps, standing, whereabouts},
    request::client_address,
    services::{ANSWER_LIMIT, Services},
    state::Shared,
    tokens::Signed,
};

/// Largest message of most methods, in bytes: so much is read of anybody's.
const MESSAGE_LIMIT: usize = 64 * 1024;
/// Largest file, in bytes: with its envelope it stays below what a service reads at once (4 MiB).
const FILE_LIMIT: usize = 4_000_000;

/// What a service may hear of a caller; everything else a caller sends along stays here.
const HEARD: [header::HeaderName; 4] = [
    header::CONTENT_TYPE,
    header::TE,
    header::AUTHORIZATION,
    header::USER_AGENT,
];

/// A message for a service, in the name of whoever bears its token and of nobody else.
pub struct Call {
    /// What is called.
    pub method: &'static Method,
    /// What the service may hear of the caller.
    pub headers: HeaderMap,
    /// Whose token is among that.
    pub person: Option<Person>,
    /// Where the caller is.
    pub address: IpAddr,
    /// The message.
    pub message: Bytes,
}

impl Call {
    /// Who is shown positions by its answer.
    fn reader(&self) -> Option<Reader> {
        let source = (self.address, &self.headers);
        Reader::of(self.method, self.person.as_ref(), source)
    }
}

/// The largest message that a method takes of whoever is admitted to it, in bytes. Where that is much, nothing is read
/// before it is known that they may do it.
///
/// # Errors
/// When they may not.
pub async fn admitted_size(
    shared: &Shared,
    method: &'static Method,
    (extensions, headers): (&Extensions, &HeaderMap),
) -> Result<usize, Problem> {
    if method.takes.is_none() {
        return Ok(MESSAGE_LIMIT);
    }
    let caller = Caller {
        person: admit(method, extensions)?,
        service: None,
        need: method.need,
        rpc: method.path,
    };
    let token = bearer(headers);
    let administrator = standing::is_administrator(shared, token).await?;
    let officer = method.need == Need::Officer
        && (administrator || standing::is_officer(shared, token).await?);
    caller.authorize(Standing {
        administrator,
        officer,
        ..Standing::default()
    })?;
    Ok(FILE_LIMIT)
}

/// Passes a program's call on.
///
/// # Errors
/// When there is no such RPC, only services may ask it, or a limit is reached.
pub async fn pass_on(shared: &Shared, request: Request) -> Result<Response, Problem> {
    let method = contract::method(request.uri().path()).filter(|method| method.is_rpc());
    let method = method.ok_or_else(|| {
        Problem::new(
            Kind::NotFound,
            "unknown_method",
            "There is no such method: the contracts are in the project's folder proto/.",
        )
    })?;
    let person = admit(method, request.extensions())?;
    let address = client_address(request.extensions());
    let (parts, body) = request.into_parts();
    let most = admitted_size(shared, method, (&parts.extensions, &parts.headers)).await? + PREFIX;
    let sender = Sender::of(&parts.extensions);
    let framed = bodies::whole(&shared.bodies, sender, body, most).await?;
    let mut headers = HeaderMap::new();
    for name in HEARD {
        if let Some(value) = parts.headers.get(&name) {
            headers.insert(name, value.clone());
        }
    }
    let call = Call {
        method,
        headers,
        person,
        address,
        message: unframed(&framed)?,
    };
    if let Some(message) = schema::message(method.input) {
        json::exact(message, &call.message).map_err(|fault| {
            problem!(
                Kind::Invalid,
                "malformed_message",
                "The message cannot be taken: {problem}. Nothing changed.",
                problem = fault.to_string(),
            )
        })?;
    }
    let reader = call.reader();
    let answer = send(shared, call).await?.map(Body::new);
    Ok(match reader {
        Some(reader) => answer.map(|body| reader.listen(shared, body)),
        None => answer,
    })
}

/// The message that a service answers a call with.
///
/// # Errors
/// When a limit is reached, or the service refuses.
pub async fn ask(shared: &Shared, mut call: Call) -> Result<Bytes, ApiProblem> {
    let plain = HeaderValue::from_static("application/grpc");
    call.headers.insert(header::CONTENT_TYPE, plain);
    let trailers = HeaderValue::from_static("trailers");
    call.headers.insert(header::TE, trailers);
    let reader = call.reader();
    let (head, body) = send(shared, call).await?.into_parts();
    if let Some(status) = refusal(&head.headers) {
        return Err(status.into());
    }
    let limit = Some(ANSWER_LIMIT);
    let mut messages = Streaming::new_response(Whole, body, head.status, None, limit);
    let read = async {
        let message = messages.message().await?;
        // A refusal may come behind it.
        messages.trailers().await?;
        Ok::<_, Status>(message)
    };
    let nothing = || Problem::internal("a service answered without a message");
    let message = read.await?.ok_or_else(nothing)?;
    if let Some(reader) = reader {
        reader.is_shown(shared, &message);
    }
    Ok(message)
}

/// Reads messages as they are.
struct Whole;

impl Decoder for Whole {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining())))
    }
}

fn refusal(headers: &HeaderMap) -> Option<Status> {
    Status::from_header_map(headers).filter(|status| status.code() != tonic::Code::Ok)
}

/// What nobody may do who bears no good token is refused before the request is read. Answers with whose token it bears.
///
/// # Errors
/// When the method asks for somebody, or for a service.
pub fn admit(method: &'static Method, extensions: &Extensions) -> Result<Option<Person>, Problem> {
    let signed = Signed::of(extensions);
    // What is wrong with a token that need not be there its service says, if it asks at all.
    if method.need == Need::Anyone {
        return Ok(signed.unwrap_or_default());
    }
    let caller = Caller {
        person: match method.need {
            Need::Service(_) => None,
            _ => signed?,
        },
        service: None,
        need: method.need,
        rpc: method.path,
    };
    caller.admit()?;
    Ok(caller.person)
}

/// Sends a call out. Where its message carries stamps, they are this gateway's, and the call goes out in the gateway's
/// name as well: nothing else would let them count.
async fn send(
    shared: &Shared,
    call: Call,
) -> Result<http::Response<tonic::body::Body>, ApiProblem> {
    let received_at_ms = shared.clock.now_ms();
    let method = call.method;
    let by = (method, call.person.as_ref());
    let counted = limited::admit(shared, by, call.address, &call.message).await?;
    standing::admit(shared, method, call.person.as_ref()).await?;
    let (transport, message) = match (stamps::of(method.path), whereabouts::of(method)) {
        (Some(fields), _) => {
            let stamped = stamped(shared, &call, (fields, received_at_ms))?;
            (service(&shared.services, method), stamped.into())
        }
        (None, Some(field)) => {
            let told = whereabouts::told(&call.message, field, call.address);
            (service(&shared.services, method), told)
        }
        (None, None) => (service(&shared.nameless, method), call.message),
    };
    let transport = transport.ok_or_else(|| Problem::internal("an RPC of no known service"))?;
    let mut framed = Vec::with_capacity(message.len() + PREFIX);
    framed.push(0);
    let length = u32::try_from(message.len()).map_err(Problem::internal)?;
    framed.extend_from_slice(&length.to_be_bytes());
    framed.extend_from_slice(&message);
    let mut request = http::Request::builder()
        .method(http::Method::POST)
        .uri(method.path)
        .version(http::Version::HTTP_2)
        .body(tonic::body::Body::new(Body::from(framed)))
        .map_err(Problem::internal)?;
    *request.headers_mut() = call.headers;
    let answer = transport.oneshot(request).await?;
    let refusal = refusal(answer.headers());
    counted.answered(shared, refusal.as_ref()).await;
    if refusal.is_none() {
        afterwards(shared, method).await;
    }
    Ok(answer)
}

/// The message behind its prefix.
fn unframed(framed: &Bytes) -> Result<Bytes, Problem> {
    let whole = framed.len().saturating_sub(PREFIX);
    if framed.first() != Some(&0) || length(framed) != Some(whole) {
        return Err(unreadable(
            "A call takes one message, uncompressed and of the length it says. Nothing changed.",
        ));
    }
    Ok(framed.slice(PREFIX..))
}

fn unreadable(sentence: &'static str) -> Problem {
    Problem::new(Kind::Invalid, "malformed_message", sentence)
}

/// The message with this gateway's stamps in place of whatever stood there. The command arrived when its message had
/// arrived to its end.
fn stamped(
    shared: &Shared,
    call: &Call,
    (fields, received_at_ms): (stamps::Fields, i64),
) -> Result<Vec<u8>, Problem> {
    let person = call.person.as_ref();
    let account_id = person.map_or_else(String::new, |person| person.account_id.clone());
    let bad = |_| unreadable("The message is not of the type this method takes. Nothing changed.");
    let bare = stamps::without(&call.message, fields).map_err(bad)?;
    if !account_id.is_empty() {
        shared.command_rates.admit(&account_id, &bare.game_id)?;
    }
    let delivered = shared.rooms.delivered(&bare.game_id, &account_id, bare.ply);
    let stamps = play::Stamps {
        received_at_ms,
        delivered_at_ms: delivered.map_or(0, |of| of.at_ms),
        account_id,
        gateway_id: shared.gateway_id.clone(),
        unread_ms: delivered.map_or(0, |of| of.unread_ms),
        seen_at_ms: delivered.and_then(|of| of.seen_at_ms).unwrap_or_default(),
        by_key: person.is_some_and(Person::is_by_key),
        ..play::Stamps::default()
    };
    Ok(bare.with(fields, &stamps))
}

/// The access token that a call bears.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value: &HeaderValue = headers.get(header::AUTHORIZATION)?;
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn service(services: &Services, method: &Method) -> Option<Transport> {
    let transport = match method.package {
        "outflank.identity.v1" => &services.identity,
        "outflank.pairing.v1" => &services.pairing,
        "outflank.play.v1" => &services.play,
        "outflank.standings.v1" => &services.standings,
        "outflank.ratings.v1" => &services.ratings,
        _ => return None,
    };
    Some(transport.clone())
}

/// What services would find out by themselves a little later.
async fn afterwards(shared: &Shared, method: &Method) {
    match method.wakes {
        Some(Role::Pairing) => shared.services.wake_pairing().await,
        Some(Role::Play) => shared.services.wake_play().await,
        _ => {}
    }
}
