//! What an operation takes: parts of its address, headers, a body.

use super::{
    COMMAND, Contracts, NONE_MATCH,
    example::{of_file, with_examples},
};
use crate::{
    json::{Json, object, text},
    messages::Field,
    methods::{Http, Method, path_fields},
    schemas::Way,
};

const COMMAND_ID: &str = "command_id";

/// Whether it may be called again with the same command id.
pub fn is_command(method: &Method) -> bool {
    method.repeat == "Command"
}

/// Whether its body is JSON.
pub fn has_body(method: &Method) -> bool {
    let http = method.http.as_ref();
    http.is_some_and(|http| http.body.is_some()) && method.takes.is_none()
}

/// The parameters that many operations have.
pub fn shared() -> Json {
    let header = |name: &str, said: &str, schema: Json| {
        object([
            ("name", text(name)),
            ("in", text("header")),
            ("description", text(said)),
            ("required", Json::Bool(false)),
            ("schema", schema),
        ])
    };
    let id = object([
        ("type", text("string")),
        ("minLength", Json::Number(1)),
        ("maxLength", Json::Number(64)),
        ("pattern", text("^[!-~]+$")),
    ]);
    let tag = object([("type", text("string"))]);
    object([
        ("IdempotencyKey", header("Idempotency-Key", COMMAND, id)),
        ("IfNoneMatch", header("If-None-Match", NONE_MATCH, tag)),
    ])
}

impl Contracts<'_> {
    pub fn parameters(&mut self, method: &Method, http: &Http) -> Result<Vec<Json>, String> {
        let mut parameters = Vec::new();
        let in_path: Vec<&str> = path_fields(&http.path).collect();
        for name in &in_path {
            let field = self.field(method, name)?;
            parameters.push(self.parameter(method, &field, name, "path")?);
        }
        if http.body.as_deref() != Some("*") {
            for field in self.rest(method, http)? {
                let name = field.json_name.clone();
                parameters.push(self.parameter(method, &field, &name, "query")?);
            }
        }
        let shared =
            |name: &str| object([("$ref", text(format!("#/components/parameters/{name}")))]);
        if is_command(method) {
            parameters.push(shared("IdempotencyKey"));
        }
        if method.etag.is_some() {
            parameters.push(shared("IfNoneMatch"));
        }
        Ok(parameters)
    }

    fn parameter(
        &mut self,
        method: &Method,
        field: &Field,
        name: &str,
        place: &str,
    ) -> Result<Json, String> {
        let said = self.schemas.said_of_field(&method.request, field);
        let required = place == "path" || field.options.required;
        let schema = self.schemas.part(field)?;
        let schema = self.schemas.bounded(&method.request, field, schema)?;
        // What may be left out is left out of what the page proposes, unless the contract says an example.
        let shown = required || self.schemas.has_example(&method.request, field);
        let example = shown.then(|| self.schemas.example_of_part(&method.request, field));
        Ok(object([("name", text(name)), ("in", text(place))])
            .with_some("description", said.map(text))
            .with("required", Json::Bool(required))
            .with("schema", schema)
            .with_some("example", example.transpose()?))
    }

    /// The fields that neither the path nor a header says, nor are the server's own.
    fn rest(&self, method: &Method, http: &Http) -> Result<Vec<Field>, String> {
        let elsewhere = elsewhere(method, http);
        let body = http.body.as_deref();
        let fields = self.schemas.message(&method.request)?.fields.iter();
        let fields = fields.filter(|field| {
            let said = elsewhere.contains(&field.name) || body == Some(&field.name);
            !said && !field.options.server
        });
        Ok(fields.cloned().collect())
    }

    fn field(&self, method: &Method, name: &str) -> Result<Field, String> {
        let fields = &self.schemas.message(&method.request)?.fields;
        let found = fields.iter().find(|field| field.name == name);
        found.cloned().ok_or_else(|| format!("it has no {name}"))
    }

    pub fn request_body(&mut self, method: &Method, http: &Http) -> Result<Option<Json>, String> {
        let Some(body) = http.body.as_deref() else {
            return Ok(None);
        };
        let content = |kind: &str, schema, examples| {
            let media = with_examples(object([("schema", schema)]), examples);
            object([(kind, media)])
        };
        let made = |required: bool, said: Option<String>, content| {
            object([])
                .with_some("description", said.map(text))
                .with("required", Json::Bool(required))
                .with("content", content)
        };
        if let Some(kind) = &method.takes {
            let field = self.field(method, body)?;
            let said = self.schemas.said_of_field(&method.request, &field);
            let bytes = object([("type", text("string"))]);
            let examples = of_file(method, kind).into_iter().collect();
            return Ok(Some(made(true, said, content(kind, bytes, examples))));
        }
        if body != "*" {
            let field = self.field(method, body)?;
            let said = self.schemas.said_of_field(&method.request, &field);
            let schema = self.schemas.member(&field, Way::Request, None)?;
            let example = self.schemas.example_of_part(&method.request, &field)?;
            let body = content("application/json", schema, vec![(String::new(), example)]);
            return Ok(Some(made(field.options.required, said, body)));
        }
        let rest = self.rest(method, http)?;
        if rest.is_empty() {
            return Ok(None);
        }
        // No body at all is an empty object.
        let required = rest.iter().any(|field| field.options.required);
        let said = self.schemas.said_of(&method.request);
        let elsewhere = elsewhere(method, http);
        let schema = self.schemas.body(&method.request, &elsewhere)?;
        let examples = self
            .schemas
            .examples(&method.request, Way::Request, &elsewhere)?;
        let content = content("application/json", schema, examples);
        Ok(Some(made(required, said, content)))
    }
}

/// The fields that the path and the headers say.
fn elsewhere(method: &Method, http: &Http) -> Vec<String> {
    let command = is_command(method).then_some(COMMAND_ID);
    let fields = path_fields(&http.path).chain(command);
    fields.map(str::to_owned).collect()
}
