//! The examples of the OpenAPI document: every operation has them, they are what its schemas say, and the codec takes them.

use std::collections::BTreeMap;

use boon::{Compiler, Draft, Schemas};
use outflank_proto::{
    OPENAPI,
    contract::{METHODS, Method, Repeat},
    json::{self, Fields},
    schema::{self, Kind, Message},
};
use serde_json::Value;

const PLACE: &str = "https://outflank.invalid/document";
const JSON: &str = "application/json";
/// What the builder says where nobody has said anything.
const UNKNOWN: &str = "…";
const NAMES: &str = include_str!("../../build/examples.txt");

/// One operation and the method that it is.
struct Operation {
    method: &'static Method,
    address: String,
    value: Value,
}

fn operations() -> Vec<Operation> {
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let methods = METHODS
        .iter()
        .filter_map(|method| Some((method, method.http?)));
    let operation = |(method, http): (&'static Method, outflank_proto::contract::Http)| {
        let item = document["paths"][http.path].as_object().unwrap();
        let verb = format!("{:?}", http.verb).to_lowercase();
        let value = &item[&verb];
        let path = http.path.replace('/', "~1");
        Operation {
            method,
            address: format!("/paths/{path}/{verb}"),
            value: value.clone(),
        }
    };
    methods.map(operation).collect()
}

/// Every example of a media type.
fn examples(media: &Value) -> Vec<&Value> {
    let several = media["examples"].as_object().into_iter().flatten();
    let several = several.map(|(_, example)| &example["value"]);
    media.get("example").into_iter().chain(several).collect()
}

/// Every media type that an operation takes or gives, with its address.
fn bodies(of: &Operation) -> Vec<(String, &Value)> {
    let status = of.method.status;
    let places = [
        "/requestBody/content".to_owned(),
        format!("/responses/{status}/content"),
    ];
    let mut bodies = Vec::new();
    for place in places {
        let content = of.value.pointer(&place).and_then(Value::as_object);
        for (kind, media) in content.into_iter().flatten() {
            let kind = kind.replace('/', "~1");
            bodies.push((format!("{}{place}/{kind}", of.address), media));
        }
    }
    bodies
}

struct Judge {
    compiler: Compiler,
    schemas: Schemas,
}

impl Judge {
    fn new() -> Self {
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        let document = serde_json::from_str(OPENAPI).unwrap();
        compiler.add_resource(PLACE, document).unwrap();
        Self {
            compiler,
            schemas: Schemas::new(),
        }
    }

    #[track_caller]
    fn assert_valid(&mut self, address: &str, value: &Value) {
        let place = format!("{PLACE}#{address}");
        let index = self.compiler.compile(&place, &mut self.schemas).unwrap();
        let judged = self.schemas.validate(value, index);
        assert!(
            judged.is_ok(),
            "{address}: {:#}\n{value}",
            judged.unwrap_err()
        );
    }
}

#[test]
fn every_body_has_examples_that_its_schema_takes() {
    let (mut judge, mut counted) = (Judge::new(), 0);
    for operation in operations() {
        for (address, media) in bodies(&operation) {
            let is_file = media["schema"].as_object().unwrap().is_empty();
            let found = examples(media);
            assert!(is_file || !found.is_empty(), "{address} has no example");
            for example in found {
                judge.assert_valid(&format!("{address}/schema"), example);
                counted += 1;
            }
        }
    }
    println!("{counted} examples of bodies");
}

#[test]
fn every_parameter_that_has_to_be_there_has_an_example_that_the_codec_takes() {
    let mut judge = Judge::new();
    for operation in operations() {
        let request = schema::message(operation.method.request).unwrap();
        let parameters = operation.value["parameters"].as_array();
        for (at, parameter) in parameters.into_iter().flatten().enumerate() {
            let address = format!("{}/parameters/{at}", operation.address);
            let Some(example) = parameter.get("example") else {
                assert_ne!(parameter["required"], true, "{address} has no example");
                continue;
            };
            judge.assert_valid(&format!("{address}/schema"), example);
            let name = parameter["name"].as_str().unwrap();
            let named = |field: &&schema::Field| field.name == name || field.json_name == name;
            let field = request.fields.iter().find(named).unwrap();
            let one = example.as_array().map_or(example, |list| &list[0]);
            let text = one.as_str().map_or_else(|| one.to_string(), str::to_owned);
            let read = json::read_text(field, &text, &mut Vec::new());
            assert_eq!(read, Ok(()), "{address} {text}");
        }
    }
}

/// What of a request its address and its headers say.
fn elsewhere(operation: &Operation, request: &'static Message) -> Fields {
    let mut fields = Fields::default();
    let path = operation.method.http.unwrap().path;
    let in_path = |name: &str| path.contains(&format!("{{{name}}}"));
    let command = |name: &str| operation.method.repeat == Repeat::Command && name == "command_id";
    for field in request.fields {
        if in_path(field.name) || command(field.name) {
            fields.insert(field);
        }
    }
    fields
}

#[test]
fn the_codec_takes_every_example_of_a_request() {
    for operation in operations() {
        let Some(body) = operation.method.http.unwrap().body else {
            continue;
        };
        let media = &operation.value["requestBody"]["content"][JSON];
        let request = schema::message(operation.method.request).unwrap();
        let field = request.field(body).map(|field| field.kind);
        let (table, elsewhere) = match field {
            Some(Kind::Message(inner)) => (inner, Fields::default()),
            _ => (request, elsewhere(&operation, request)),
        };
        for example in examples(media) {
            let text = example.to_string();
            let read = json::read(table, text.as_bytes(), &mut Vec::new(), elsewhere);
            assert_eq!(read, Ok(()), "{} {text}", operation.method.path);
        }
    }
}

#[test]
fn the_codec_writes_every_example_of_an_answer() {
    for operation in operations() {
        let (method, status) = (operation.method, operation.method.status.to_string());
        let media = &operation.value["responses"][&status]["content"][JSON];
        let response = schema::message(method.response).unwrap();
        let body = method.http.unwrap().response_body;
        let table = match body.and_then(|name| response.field(name)).map(|of| of.kind) {
            Some(Kind::Message(inner)) => inner,
            _ => response,
        };
        for example in examples(media) {
            let (mut message, mut written) = (Vec::new(), Vec::new());
            let mut example = example.clone();
            without_named(table, &mut example);
            let text = example.to_string();
            let read = json::read(table, text.as_bytes(), &mut message, Fields::default());
            assert_eq!(read, Ok(()), "{}: {text}", method.path);
            json::write(table, &message, &mut written).unwrap();
            let mut written: Value = serde_json::from_slice(&written).unwrap();
            without_named(table, &mut written);
            assert_eq!(written, example, "{}", method.path);
        }
    }
}

/// Leaves out what the codec gives and never takes.
fn without_named(table: &Message, value: &mut Value) {
    let Some(members) = value.as_object_mut() else {
        return;
    };
    for field in table.fields {
        let Kind::Message(inner) = field.kind else {
            continue;
        };
        if field.named {
            members.remove(field.json_name);
            continue;
        }
        match members.get_mut(field.json_name) {
            Some(Value::Array(list)) => list.iter_mut().for_each(|one| without_named(inner, one)),
            Some(one) => without_named(inner, one),
            None => {}
        }
    }
}

/// Calls back with every text in a value, and where it is.
fn texts<'v>(value: &'v Value, at: &str, each: &mut impl FnMut(&str, &'v str)) {
    match value {
        Value::String(text) => each(at, text),
        Value::Array(list) => list.iter().for_each(|value| texts(value, at, each)),
        Value::Object(members) => {
            for (name, value) in members {
                texts(value, &format!("{at}.{name}"), each);
            }
        }
        _ => {}
    }
}

#[test]
fn somebody_has_said_what_every_text_in_them_is_like() {
    let mut unsaid = BTreeMap::new();
    for operation in operations() {
        for (address, media) in bodies(&operation) {
            for example in examples(media) {
                texts(example, "", &mut |at, text| {
                    if text.contains(UNKNOWN) {
                        unsaid.insert(at.to_owned(), address.clone());
                    }
                });
            }
        }
    }
    assert!(
        unsaid.is_empty(),
        "give an example in the comment (`: `) or in build/examples.txt: {unsaid:#?}"
    );
}

#[test]
fn every_line_of_the_list_is_of_some_field() {
    let lines = NAMES.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let (name, example) = line.split_once(' ').unwrap();
        assert!(!example.is_empty(), "{line}");
        let known = |message: &Message| match name.split_once('.') {
            Some((of, name)) => message.name.ends_with(&format!(".{of}")) && has(message, name),
            None => has(message, name),
        };
        assert!(
            schema::MESSAGES.iter().any(|of| known(of)),
            "{name} is no field"
        );
    }
}

fn has(message: &Message, name: &str) -> bool {
    message.fields.iter().any(|field| field.json_name == name)
}
