//! The OpenAPI document: every method with an address, and every message that it takes or gives.

use std::collections::BTreeMap;

use prost_reflect::{DescriptorPool, MethodDescriptor};

use crate::{
    comments::Comments,
    json::{Json, object, text},
    methods::{self, Method},
    schemas::{Dialect, Schemas},
};

mod answers;
mod example;
mod operation;
mod request;

pub use answers::REFUSALS;

/// How a client says which command this is.
const COMMAND: &str = "The command id, the caller's choice: sent again with the same one, a command gets its first \
                       answer and changes nothing. Without one the server makes one.";
const NONE_MATCH: &str =
    "The `ETag` of an answer that the caller has: answered without a body while it holds.";

/// The document's groups, in its order.
const TAGS: [(&str, &str); 19] = [
    ("sessions", "Accounts and sessions"),
    ("programs", "Accounts of programs, and API keys"),
    ("seats", "One-time codes that give a person a seat"),
    ("tournaments", "Events, their officials and rule sets"),
    ("entrants", "Who takes part"),
    ("rounds", "Pairings and results"),
    (
        "rulings",
        "Penalties, protests, appeals, disputes, and amendments of what is confirmed",
    ),
    ("games", "Live games"),
    (
        "officials",
        "Officials' acts at tables, and the evidence they rest on",
    ),
    ("standings", "Rankings and crosstables"),
    (
        "archive",
        "Results and games of all events, and the preview of a rating list",
    ),
    ("ratings", "Signed rating files"),
    (
        "federations",
        "Federations, their rating officers and directors",
    ),
    ("seasons", "Seasons, their calendars and their tables"),
    ("players", "The federation's players list"),
    (
        "casual",
        "Casual play: the lobby, challenges, games, live ratings",
    ),
    ("contests", "Arenas and ladders of casual play"),
    (
        "moderation",
        "Order in casual play: reports, moderators, their log",
    ),
    ("live", "The WebSocket's ticket, and server time"),
];

const DESCRIPTION: &str = "Tournaments of Othello: entrants, rounds, live games, standings, rating files.\n\n\
    Every error is a problem document (RFC 9457) with a stable `code`. A refused request changed nothing. \
    Mutations take the header `Idempotency-Key`: sent again with the same key, they get their first answer and change \
    nothing. Live games are carried by a WebSocket, opened with a ticket at `GET /api/v1/socket?ticket=…`: \
    `/api/v1/asyncapi.json` describes what it carries.\n\n\
    `docs/api.md` of the source goes from signing in to a first bot. Answers name every property; what is absent is null. Requests may leave out what is not required, and are refused \
    for properties that nobody knows.";

/// What the document is made of.
struct Contracts<'p> {
    comments: &'p Comments,
    described: BTreeMap<String, MethodDescriptor>,
    schemas: Schemas<'p>,
}

/// The whole document; the version and the licence are the package's.
///
/// # Errors
/// When the contracts are wrong, or a method says what the document cannot.
pub fn of(
    pool: &DescriptorPool,
    comments: &Comments,
    version: &str,
    licence: &str,
) -> Result<Json, String> {
    let mut methods = methods::of(pool)?;
    methods.retain(|method| method.http.is_some());
    methods.sort_by_key(|method| method.http.as_ref().map(|http| http.path.clone()));
    let requests: Vec<String> = methods
        .iter()
        .filter(|method| request::has_body(method))
        .map(|method| method.request.clone())
        .collect();
    let mut answers: Vec<String> = methods
        .iter()
        .filter(|method| answers::is_json(method))
        .map(|method| method.response.clone())
        .collect();
    answers.push(answers::PROBLEM.to_owned());
    let services: Vec<_> = pool.services().collect();
    let described = services.iter().flat_map(|service| service.methods());
    let path =
        |of: &MethodDescriptor| format!("/{}/{}", of.parent_service().full_name(), of.name());
    let mut contracts = Contracts {
        comments,
        described: described.map(|of| (path(&of), of)).collect(),
        schemas: Schemas::new(pool, comments, Dialect::OpenApi, &requests, &answers)?.with_bounds(),
    };
    let paths = contracts.paths(&methods)?;
    contracts.problem_document()?;
    Ok(object([
        ("openapi", text("3.1.0")),
        ("info", information(version, licence)),
        ("tags", Json::List(tags(&methods)?)),
        ("paths", paths),
        (
            "components",
            object([
                ("schemas", contracts.schemas.finish()),
                ("responses", answers::shared()),
                ("parameters", request::shared()),
                ("securitySchemes", object([("bearer", bearer())])),
            ]),
        ),
    ]))
}

impl Contracts<'_> {
    fn paths(&mut self, methods: &[Method]) -> Result<Json, String> {
        let mut paths: Vec<(String, Json)> = Vec::new();
        let ids = operation::ids(methods);
        for method in methods {
            let Some(http) = &method.http else { continue };
            let wrong = |wrong| format!("{}: {wrong}", method.path);
            let id = ids.get(&method.path).cloned().unwrap_or_default();
            let operation = self.operation(method, http, &id).map_err(wrong)?;
            match paths.last_mut().filter(|(path, _)| *path == http.path) {
                Some((_, item)) => *item = item.clone().with(&http.verb, operation),
                None => {
                    let item = object([(&*http.verb, operation)]);
                    paths.push((http.path.clone(), item));
                }
            }
        }
        Ok(Json::Object(paths))
    }

    /// The problem document: what HTTP says of it, and what the contract says of every problem.
    fn problem_document(&mut self) -> Result<(), String> {
        let schema = answers::problem_document(&mut self.schemas)?;
        self.schemas.put(answers::PROBLEM_DOCUMENT, schema)
    }

    /// The message of one field of an answer, which is all of its body.
    fn part_of_answer(&self, message: &str, name: &str) -> Result<String, String> {
        let table = self.schemas.message(message)?;
        let field = table.fields.iter().find(|field| field.name == name);
        let field = field.and_then(|field| field.kind.as_message().cloned());
        let inner = field.ok_or_else(|| format!("its answer cannot be {name}"))?;
        Ok(inner.full_name().to_owned())
    }
}

fn information(version: &str, licence: &str) -> Json {
    object([
        ("title", text("Outflank")),
        ("description", text(DESCRIPTION)),
        (
            "license",
            object([("name", text(licence)), ("identifier", text(licence))]),
        ),
        ("version", text(version)),
    ])
}

fn tags(methods: &[Method]) -> Result<Vec<Json>, String> {
    let nameless = |method: &&Method| !TAGS.iter().any(|(name, _)| *name == method.tag);
    if let Some(method) = methods.iter().find(nameless) {
        return Err(format!(
            "{}: nothing is said of its tag {}",
            method.path, method.tag
        ));
    }
    let tag =
        |(name, said): (&str, &str)| object([("name", text(name)), ("description", text(said))]);
    Ok(TAGS.into_iter().map(tag).collect())
}

fn bearer() -> Json {
    object([
        ("type", text("http")),
        ("scheme", text("bearer")),
        ("bearerFormat", text("JWT")),
        (
            "description",
            text("The access token of a session, or an API key"),
        ),
    ])
}
