//! From an HTTP request to the message that its method takes.

use axum::{
    body::Body,
    extract::{FromRequestParts as _, Query, RawPathParams},
};
use http::{HeaderMap, Uri, request::Parts};
use outflank_access::{Kind::Invalid, problem};
use outflank_proto::{
    contract::Repeat,
    json::{self, Fields, Said},
    schema::{Field, Kind, Message},
};
use prost::encoding::{self, WireType};

use crate::{
    bodies::{self, Sender},
    problem::{ApiProblem, RequestPart},
    programs::call::admitted_size,
    request::{self, command_id},
    rest::route::Route,
    state::Shared,
};

/// The field that a command id fills.
const COMMAND_ID: &str = "command_id";
const NOTHING: &[u8] = b"{}";
/// The body says all that the address does not.
const WHOLE: &str = "*";

/// What a request says, as the bytes of its route's message.
///
/// # Errors
/// Whatever in it is not as the contract says, by its name.
pub async fn message(
    shared: &Shared,
    route: &Route,
    head: &mut Parts,
    body: Body,
) -> Result<Vec<u8>, ApiProblem> {
    let mut read = Reading {
        of: route.request,
        bytes: Vec::new(),
        taken: Fields::default(),
    };
    if route.method.repeat == Repeat::Command {
        read.command_id(&head.headers)?;
    }
    read.path(head).await?;
    read.query(&head.uri, route.http.body)?;
    let Some(said_in) = route.http.body else {
        read.json(NOTHING, RequestPart::Query)?;
        return Ok(read.bytes);
    };
    let most = admitted_size(shared, route.method, (&head.extensions, &head.headers)).await?;
    let sender = Sender::of(&head.extensions);
    let body = bodies::whole(&shared.bodies, sender, body, most).await?;
    let json = |body| request::json(&head.headers, body);
    match read.of.field(said_in) {
        Some(field) if route.method.takes.is_some() => read.put(field, &body),
        Some(field) => read.field(field, &json(body)?)?,
        None => read.json(&json(body)?, RequestPart::Body)?,
    }
    Ok(read.bytes)
}

struct Reading {
    of: &'static Message,
    bytes: Vec<u8>,
    /// Said already, and not to be said again.
    taken: Fields,
}

impl Reading {
    fn text(
        &mut self,
        field: &'static Field,
        text: &str,
        part: RequestPart,
    ) -> Result<(), ApiProblem> {
        json::read_text(field, text, &mut self.bytes)
            .map_err(|refusal| ApiProblem::unread(refusal, part))
    }

    fn command_id(&mut self, headers: &HeaderMap) -> Result<(), ApiProblem> {
        let id = command_id(headers)?;
        if let Some(field) = self.of.field(COMMAND_ID) {
            self.taken.insert(field);
            self.text(field, &id, RequestPart::Path)?;
        }
        Ok(())
    }

    async fn path(&mut self, head: &mut Parts) -> Result<(), ApiProblem> {
        let params = RawPathParams::from_request_parts(head, &()).await;
        let params = params.map_err(|rejection| ApiProblem::invalid_path(&rejection))?;
        for (name, text) in &params {
            if let Some(field) = self.of.field(name) {
                self.taken.insert(field);
                self.text(field, text, RequestPart::Path)?;
            }
        }
        Ok(())
    }

    /// What a query says: nothing that the address or the body says.
    fn query(&mut self, uri: &Uri, body: Option<&str>) -> Result<(), ApiProblem> {
        let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(uri)?;
        let in_body = |field: &Field| body == Some(WHOLE) || body == Some(field.name);
        let taken = self.taken;
        let free = |field: &&Field| is_text(field) && !in_body(field) && !taken.contains(field);
        let free: Vec<_> = self.of.fields.iter().filter(free).collect();
        for (key, text) in pairs {
            let Some(field) = free.iter().find(|field| field.json_name == key) else {
                return Err(unknown(&key, &free));
            };
            let beside = |other: &&Field| {
                other.oneof.is_some() && other.oneof == field.oneof && other.place != field.place
            };
            let mut others = self.of.fields.iter().filter(beside);
            if let Some(other) = others.find(|other| self.taken.contains(other)) {
                let other = other.json_name;
                let problem = problem!(
                    Invalid,
                    "invalid_query",
                    "`{field}` is there beside `{other}`; say one of them.",
                    field = key.as_str(),
                    other,
                );
                let problem = problem.about(&key).with("mistake", "several_members");
                return Err(problem.into());
            }
            if !self.taken.insert(field) && !field.list {
                let problem = problem!(
                    Invalid,
                    "invalid_query",
                    "`{field}` is there twice; say it once.",
                    field = key.as_str(),
                );
                let problem = problem.about(&key).with("mistake", "repeated_field");
                return Err(problem.into());
            }
            self.text(field, &text, RequestPart::Query)?;
        }
        Ok(())
    }

    /// What a body says, and whether everything is said now that has to be.
    fn json(&mut self, body: &[u8], part: RequestPart) -> Result<(), ApiProblem> {
        json::read(self.of, body, &mut self.bytes, self.taken)
            .map_err(|refusal| ApiProblem::unread(refusal, part))
    }

    /// A body that is one field.
    fn field(&mut self, field: &'static Field, body: &[u8]) -> Result<(), ApiProblem> {
        if let Kind::Message(of) = field.kind {
            let mut inner = Vec::new();
            json::read(of, body, &mut inner, Fields::default())
                .map_err(|refusal| ApiProblem::unread(refusal, RequestPart::Body))?;
            self.put(field, &inner);
        }
        self.json(NOTHING, RequestPart::Body)
    }

    fn put(&mut self, field: &'static Field, value: &[u8]) {
        self.taken.insert(field);
        encoding::encode_key(field.number, WireType::LengthDelimited, &mut self.bytes);
        let length = u64::try_from(value.len()).unwrap_or(u64::MAX);
        encoding::encode_varint(length, &mut self.bytes);
        self.bytes.extend_from_slice(value);
    }
}

/// Whether a field can stand in a query.
fn is_text(field: &Field) -> bool {
    !field.server && !field.json && !matches!(field.kind, Kind::Message(_))
}

fn unknown(key: &str, free: &[&Field]) -> ApiProblem {
    let key = Said(key).to_string();
    let names: Vec<_> = free.iter().map(|of| of.json_name.to_owned()).collect();
    let problem = if names.is_empty() {
        problem!(
            Invalid,
            "invalid_query",
            "`{field}` says nothing here: this address takes nothing in its query.",
            field = key.as_str(),
        )
        .with("right", names)
    } else {
        problem!(
            Invalid,
            "invalid_query",
            "`{field}` says nothing here: right would be {right}.",
            field = key.as_str(),
            right = names,
        )
    };
    problem.about(&key).with("mistake", "unknown_field").into()
}
