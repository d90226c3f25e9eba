//! Whether an answer is one that the OpenAPI document has: every answer of the suite is asked.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex},
};

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use outflank_proto::contract::REFUSED_ANYWHERE;
use serde_json::Value;

use crate::world::Answer;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(outflank_proto::OPENAPI).unwrap());
/// What was asked for, and what its answers are judged by.
static JUDGES: LazyLock<Mutex<Judges>> = LazyLock::new(Mutex::default);

/// What services of the suite's own refuse with.
const MADE_UP: [&str; 1] = ["some_code"];

#[derive(Default)]
struct Judges {
    schemas: Schemas,
    by_address: HashMap<String, SchemaIndex>,
}

impl Judges {
    fn wrong(&mut self, address: &str, value: &Value) -> Option<String> {
        const PLACE: &str = "https://outflank.invalid/document";
        let index = match self.by_address.get(address) {
            Some(index) => *index,
            None => {
                let mut compiler = Compiler::new();
                compiler.set_default_draft(Draft::V2020_12);
                compiler.add_resource(PLACE, DOCUMENT.clone()).unwrap();
                let place = format!("{PLACE}#{address}");
                let index = compiler.compile(&place, &mut self.schemas).unwrap();
                self.by_address.insert(address.to_owned(), index);
                index
            }
        };
        let judged = self.schemas.validate(value, index);
        judged.err().map(|wrong| format!("{wrong:#}"))
    }
}

/// The address in the document of what a path leads to: written out before a `{part}`.
fn address(path: &str) -> Option<String> {
    let asked: Vec<&str> = path.split('/').collect();
    let leads = |template: &&String| {
        let parts: Vec<&str> = template.split('/').collect();
        let fits = |(part, asked): (&&str, &&str)| part.starts_with('{') || part == asked;
        parts.len() == asked.len() && parts.iter().zip(&asked).all(fits)
    };
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let mut found: Vec<&String> = paths.keys().filter(leads).collect();
    found.sort_by_key(|template| template.matches('{').count());
    let template = found.first()?;
    Some(format!("/paths/{}", template.replace('/', "~1")))
}

/// Asserts that a refusal's code is one of its operation's, or one that any operation can have.
#[track_caller]
fn assert_listed(operation: &str, answer: &Answer) {
    if answer.header("content-type") != "application/problem+json" {
        return;
    }
    let code = &answer.json()["code"];
    let own = DOCUMENT.pointer(operation).unwrap()["x-refusals"].as_array();
    let code = code.as_str().unwrap();
    let listed = own.unwrap().iter().any(|listed| listed == code);
    let made_up = MADE_UP.contains(&code);
    assert!(
        listed || REFUSED_ANYWHERE.contains(&code) || made_up,
        "{operation} is refused with {code}: say so in its method's `refusals`"
    );
}

/// Asserts it.
#[track_caller]
pub fn assert_documented(verb: &str, path: &str, answer: &Answer) {
    let Some(path) = address(path) else { return };
    let operation = format!("{path}/{}", verb.to_ascii_lowercase());
    if DOCUMENT.pointer(&operation).is_none() {
        return;
    }
    let status = answer.status;
    assert_listed(&operation, answer);
    let mut place = format!("{operation}/responses/{status}");
    let response = DOCUMENT.pointer(&place);
    let response = response.unwrap_or_else(|| panic!("{operation} is not to answer {status}"));
    if let Some(shared) = response["$ref"].as_str() {
        place = shared.trim_start_matches('#').to_owned();
    }
    let kind = answer.header("content-type");
    let kind = kind.split(';').next().unwrap_or_default();
    let content = &DOCUMENT.pointer(&place).unwrap()["content"];
    if answer.body.is_empty() {
        assert!(content.is_null(), "{operation} has no body");
        return;
    }
    assert!(
        content[kind].is_object(),
        "{operation} is not to give {kind}"
    );
    if kind.ends_with("json") {
        let place = format!("{place}/content/{}/schema", kind.replace('/', "~1"));
        let wrong = JUDGES.lock().unwrap().wrong(&place, &answer.json());
        assert!(
            wrong.is_none(),
            "{operation}: {}\n{}",
            wrong.unwrap(),
            answer.text()
        );
    }
}
