//! One method of a contract as HTTP has it, and a request for it.

use std::{pin::Pin, sync::Arc};

use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, header, request::Parts};
use outflank_access::{Person, Problem};
use outflank_proto::{
    contract::{Http, Method},
    schema::{self, Field, Message},
};

use crate::{
    problem::ApiProblem,
    programs::call::{self, Call},
    request::{Bearer, client_address},
    state::Shared,
};

/// A method of a contract as HTTP has it.
pub struct Route {
    pub method: &'static Method,
    pub http: Http,
    /// What a request is read as.
    pub request: &'static Message,
    /// What an answer is made of.
    pub response: &'static Message,
    /// The field of it that the body is.
    pub body_of: Option<&'static Field>,
    /// The field of the body that says which version it is, after those that lead to it, each with the message that it
    /// stands in; nothing where no version is told.
    pub version: Vec<(&'static Message, &'static Field)>,
}

impl Route {
    /// The route of a method that has an address.
    pub fn of(method: &'static Method) -> Option<Self> {
        let http = method.http?;
        let response = schema::message(method.response)?;
        let body_of = http.response_body.and_then(|name| response.field(name));
        let body = match body_of.map(|field| field.kind) {
            Some(schema::Kind::Message(inner)) => inner,
            _ => response,
        };
        let version = method.etag.map(|path| fields_on(body, path));
        Some(Self {
            method,
            http,
            request: schema::message(method.request)?,
            response,
            body_of,
            version: version.unwrap_or_default(),
        })
    }
}

/// The fields on a path of names, each with the message that it stands in. The contract was checked when it was built.
fn fields_on(mut message: &'static Message, path: &str) -> Vec<(&'static Message, &'static Field)> {
    let mut fields = Vec::new();
    for name in path.split('.') {
        let Some(field) = message.field(name) else {
            return Vec::new();
        };
        fields.push((message, field));
        if let schema::Kind::Message(inner) = field.kind {
            message = inner;
        }
    }
    fields
}

/// A request on its way to its answer.
pub struct RouteRequest {
    pub shared: Shared,
    pub route: Arc<Route>,
    pub head: Parts,
    /// Whose token it bears.
    pub person: Option<Person>,
    /// What it says, as its message's bytes.
    pub bytes: Bytes,
}

/// What answers a route.
pub type Handler =
    fn(RouteRequest) -> Pin<Box<dyn Future<Output = Result<Response, ApiProblem>> + Send>>;

impl RouteRequest {
    /// The token that it bears.
    pub fn bearer(&self) -> Result<Bearer, ApiProblem> {
        Ok(Bearer::of(&self.head.headers)?)
    }

    /// What it says, where its route is answered by hand.
    pub fn message<M: prost::Message + Default>(&self) -> Result<M, ApiProblem> {
        Ok(M::decode(self.bytes.clone()).map_err(Problem::internal)?)
    }

    /// Has the method's service answer, as it answers programs.
    async fn call(&self, bearer: &Bearer, message: Bytes) -> Result<Bytes, ApiProblem> {
        let mut headers = HeaderMap::new();
        if let Some(token) = bearer.token() {
            let value = HeaderValue::try_from(format!("Bearer {token}"));
            headers.insert(header::AUTHORIZATION, value.map_err(Problem::internal)?);
        }
        if let Some(agent) = self.head.headers.get(header::USER_AGENT) {
            headers.insert(header::USER_AGENT, agent.clone());
        }
        let call = Call {
            method: self.route.method,
            person: self.person.clone().filter(|_| bearer.token().is_some()),
            headers,
            address: client_address(&self.head.extensions),
            message,
        };
        call::ask(&self.shared, call).await
    }

    /// The same for a message at hand.
    pub async fn ask<M: prost::Message + Default>(
        &self,
        bearer: &Bearer,
        message: &impl prost::Message,
    ) -> Result<M, ApiProblem> {
        let answer = self.call(bearer, message.encode_to_vec().into()).await?;
        Ok(M::decode(answer).map_err(Problem::internal)?)
    }

    /// The answer that its route's message makes.
    pub fn answer(&self, message: &impl prost::Message) -> Result<Response, ApiProblem> {
        let message = message.encode_to_vec().into();
        self.route
            .answer(&self.shared.answers, &self.head.headers, &message)
    }

    /// Passes it on to the method's service, and its answer back.
    pub async fn pass_on(self) -> Result<Response, ApiProblem> {
        let bearer = self.bearer()?;
        let answer = self.call(&bearer, self.bytes.clone()).await?;
        self.route
            .answer(&self.shared.answers, &self.head.headers, &answer)
    }
}
