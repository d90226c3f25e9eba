//! What an operation gives: its answer, and the problems it may have.

use super::{
    Contracts,
    example::{of_file, with_examples},
};
use crate::{
    json::{Json, object, text, texts},
    methods::{Http, Method},
    schemas::{Schemas, Way, reference},
};

/// What services say of every problem.
pub const PROBLEM: &str = "outflank.problem.v1.Problem";
/// What HTTP makes of it.
pub const PROBLEM_DOCUMENT: &str = "ProblemDocument";
const PROBLEM_SAID: &str =
    "Why a request was refused (RFC 9457). A refused request changed nothing.";

/// When an operation may answer with a problem.
#[derive(Clone, Copy, PartialEq)]
enum When {
    Always,
    /// Where not everybody may.
    Needed,
    /// Where something is asked for, or somebody.
    Taking,
    WithBody,
}

/// One status of a problem.
pub struct Refusal {
    status: u16,
    name: &'static str,
    said: &'static str,
    when: When,
    /// The codes that any operation may have with it.
    pub codes: &'static [&'static str],
}

/// Every status of a problem.
pub const REFUSALS: [Refusal; 11] = [
    Refusal {
        status: 400,
        name: "Invalid",
        said: "The request cannot be read",
        when: When::Always,
        codes: &[
            "malformed_json",
            "invalid_body",
            "invalid_path",
            "invalid_query",
            "body_cut_short",
        ],
    },
    Refusal {
        status: 401,
        name: "Unauthenticated",
        said: "Nobody is signed in, or the token is not good",
        when: When::Always,
        codes: &["token_expired", "token_refused", "unauthenticated"],
    },
    Refusal {
        status: 403,
        name: "Forbidden",
        said: "Somebody is signed in who may not do this",
        when: When::Needed,
        codes: &[],
    },
    Refusal {
        status: 404,
        name: "NotFound",
        said: "There is no such thing",
        when: When::Taking,
        codes: &[],
    },
    Refusal {
        status: 408,
        name: "TooSlow",
        said: "The body did not arrive in time; nothing changed",
        when: When::WithBody,
        codes: &["request_timeout"],
    },
    Refusal {
        status: 409,
        name: "Refused",
        said: "A rule or the present state refuses it; nothing changed",
        when: When::Taking,
        codes: &[],
    },
    Refusal {
        status: 413,
        name: "TooLarge",
        said: "The body is too large",
        when: When::WithBody,
        codes: &["body_too_large"],
    },
    Refusal {
        status: 415,
        name: "WrongMediaType",
        said: "The body has another media type",
        when: When::WithBody,
        codes: &["unsupported_media_type"],
    },
    Refusal {
        status: 429,
        name: "TooMany",
        said: "Too many requests; `Retry-After` says how many seconds to wait",
        when: When::Always,
        codes: &["too_many_requests"],
    },
    Refusal {
        status: 500,
        name: "Internal",
        said: "The server's own fault; nothing was acknowledged",
        when: When::Always,
        codes: &["internal"],
    },
    Refusal {
        status: 503,
        name: "Unavailable",
        said: "A part of the server cannot answer now; send it again with the same key",
        when: When::Always,
        codes: &["unavailable", "role_away", "stopping"],
    },
];

/// Whether its answer is JSON, as the codec writes it.
pub fn is_json(method: &Method) -> bool {
    method.gives.is_empty() && !matches!(method.status, 101 | 204)
}

/// The problems that many operations have.
pub fn shared() -> Json {
    let response = |of: &Refusal| {
        let seconds = object([("type", text("integer")), ("minimum", Json::Number(0))]);
        let wait = object([
            ("description", text("So many seconds")),
            ("schema", seconds),
        ]);
        let headers = (of.status == 429).then(|| object([("Retry-After", wait)]));
        let content = object([("schema", reference(PROBLEM_DOCUMENT))]);
        let codes = (!of.codes.is_empty()).then(|| texts(of.codes.iter().copied()));
        let response = object([("description", text(of.said))])
            .with_some("headers", headers)
            .with("content", object([("application/problem+json", content)]))
            .with_some("x-refusals", codes);
        (of.name.to_owned(), response)
    };
    Json::Object(REFUSALS.iter().map(response).collect())
}

/// The schema of a problem as HTTP has it.
pub fn problem_document(schemas: &mut Schemas) -> Result<Json, String> {
    let example = |schema: Json, of: Json| schema.with("examples", Json::List(vec![of]));
    let string = |said: &str| object([("type", text("string")), ("description", text(said))]);
    let status = object([
        ("type", text("integer")),
        ("description", text("The HTTP status.")),
    ]);
    let kind = string("A URN made of the code.");
    let mut properties = vec![
        (
            "type".to_owned(),
            example(kind, text("urn:outflank:problem:illegal_move")),
        ),
        ("status".to_owned(), example(status, Json::Number(409))),
    ];
    let fields = schemas.message(PROBLEM)?.fields.clone();
    for field in fields {
        let said = schemas.said_of_field(PROBLEM, &field);
        let schema = schemas.member(&field, Way::Answer, said)?;
        properties.push((field.json_name, schema));
    }
    let names: Vec<String> = properties.iter().map(|(name, _)| name.clone()).collect();
    Ok(object([
        ("type", text("object")),
        ("description", text(PROBLEM_SAID)),
        ("required", texts(names)),
        ("properties", Json::Object(properties)),
    ]))
}

impl Contracts<'_> {
    pub fn answers(
        &mut self,
        method: &Method,
        http: &Http,
        takes: bool,
        has_body: bool,
    ) -> Result<Json, String> {
        let mut answers = vec![(method.status.to_string(), self.answer(method, http)?)];
        if method.etag.is_some() {
            let said = "What `If-None-Match` names is the newest";
            answers.push(("304".to_owned(), object([("description", text(said))])));
        }
        let somebody = method.need != "Anyone";
        // Cookies and sockets are for the server's own origin alone.
        let guarded = somebody || method.scope.is_some() || method.by_hand;
        for of in &REFUSALS {
            let may = match of.when {
                When::Always => true,
                When::Needed => guarded || has_body,
                When::Taking => takes || somebody,
                When::WithBody => has_body,
            };
            if may {
                let address = format!("#/components/responses/{}", of.name);
                answers.push((of.status.to_string(), object([("$ref", text(address))])));
            }
        }
        Ok(Json::Object(answers))
    }

    fn answer(&mut self, method: &Method, http: &Http) -> Result<Json, String> {
        let said = self.said_of_answer(method, http)?;
        let header = |name: &str, said: &str, schema: Json| {
            let header = object([("description", text(said)), ("schema", schema)]);
            (name.to_owned(), header)
        };
        let string = || object([("type", text("string"))]);
        let mut headers = Vec::new();
        if method.etag.is_some() {
            headers.push(header("ETag", "Which version it is", string()));
        }
        if method.secret {
            let never = string().with("const", text("no-store"));
            headers.push(header("Cache-Control", "No cache may keep it", never));
        }
        let headers = (!headers.is_empty()).then_some(Json::Object(headers));
        let content = if is_json(method) {
            let message = match &http.response_body {
                Some(name) => self.part_of_answer(&method.response, name)?,
                None => method.response.clone(),
            };
            let examples = self.schemas.examples(&message, Way::Answer, &[])?;
            let schema = object([("schema", self.schemas.of(&message, Way::Answer)?)]);
            vec![(
                "application/json".to_owned(),
                with_examples(schema, examples),
            )]
        } else {
            let body = |kind: &String| {
                // A file that is JSON has a form of its own.
                let is_json = kind == "application/json";
                let schema = if is_json { object([]) } else { string() };
                let examples = of_file(method, kind).filter(|_| !is_json);
                let media = object([("schema", schema)]);
                (
                    kind.clone(),
                    with_examples(media, examples.into_iter().collect()),
                )
            };
            method.gives.iter().map(body).collect()
        };
        let content = (!content.is_empty()).then_some(Json::Object(content));
        Ok(object([("description", text(said))])
            .with_some("headers", headers)
            .with_some("content", content))
    }

    fn said_of_answer(&self, method: &Method, http: &Http) -> Result<String, String> {
        let message = self.schemas.said_of(&method.response);
        let table = self.schemas.message(&method.response)?;
        let body = http.response_body.as_ref();
        let field = body.and_then(|name| table.fields.iter().find(|of| of.name == *name));
        let field = field.and_then(|of| self.schemas.said_of_field(&method.response, of));
        Ok(field.or(message).unwrap_or_else(|| "Done.".to_owned()))
    }
}
