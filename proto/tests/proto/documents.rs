//! The documents that the build makes: whole, valid, and of nothing but what the contracts say.

use std::collections::{BTreeMap, BTreeSet};

use boon::{Compiler, Draft, Schemas};
use outflank_proto::{
    ASYNCAPI, OPENAPI,
    contract::{METHODS, Method, Need, Repeat, Verb},
    json::{self, Fields},
    schema,
};
use serde_json::{Value, json};

fn openapi() -> Value {
    serde_json::from_str(OPENAPI).unwrap()
}

fn asyncapi() -> Value {
    serde_json::from_str(ASYNCAPI).unwrap()
}

/// Every operation of a document, by its name.
fn operations(document: &Value) -> BTreeMap<String, (String, String, &Value)> {
    let mut found = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (verb, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap().to_owned();
            let other = found.insert(id, (verb.clone(), path.clone(), operation));
            assert!(other.is_none(), "{verb} {path} has another's name");
        }
    }
    found
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[test]
fn operations_are_the_methods_with_an_address_by_name() {
    let document = openapi();
    let found = operations(&document);
    let methods: Vec<&Method> = METHODS.iter().filter(|of| of.http.is_some()).collect();
    let mut left: BTreeSet<&String> = found.keys().collect();
    for method in &methods {
        let http = method.http.unwrap();
        let shared = methods.iter().filter(|of| of.name == method.name).count() > 1;
        let name = snake_case(method.name);
        let id = if shared {
            format!("{}_{name}", method.package.split('.').nth(1).unwrap())
        } else {
            name
        };
        let (verb, path, operation) = &found[&id];
        let verbs = [
            (Verb::Get, "get"),
            (Verb::Put, "put"),
            (Verb::Post, "post"),
            (Verb::Delete, "delete"),
            (Verb::Patch, "patch"),
        ];
        assert!(verbs.contains(&(http.verb, verb)), "{id} is {verb}");
        assert_eq!(path, http.path);
        assert_eq!(operation["tags"][0], method.tag);
        assert!(operation["responses"][method.status.to_string()].is_object());
        let key = "#/components/parameters/IdempotencyKey";
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        let takes_key = parameters.any(|of| of["$ref"] == key);
        assert_eq!(takes_key, method.repeat == Repeat::Command, "{id}");
        assert_eq!(operation["x-repeat"], method.repeat.name(), "{id}");
        let open = operation["security"][0] == serde_json::json!({});
        assert_eq!(open, method.need == Need::Anyone, "{id}");
        left.remove(&id);
    }
    assert!(left.is_empty(), "{left:?}");
    println!("{} operations", found.len());
}

/// Calls back with every value in a document, and where it is.
fn walk<'v>(value: &'v Value, at: &str, each: &mut impl FnMut(&str, &'v Value)) {
    each(at, value);
    match value {
        Value::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                walk(value, &format!("{at}/{place}"), each);
            }
        }
        Value::Object(members) => {
            for (name, value) in members {
                walk(value, &format!("{at}/{}", name.replace('/', "~1")), each);
            }
        }
        _ => {}
    }
}

/// How many properties a document's schemas have; those of which nothing is said.
fn properties(document: &Value) -> (usize, Vec<String>) {
    let (mut all, mut unsaid) = (0, Vec::new());
    walk(document, "", &mut |at, value| {
        let is_schema = value["type"] == "object" && !at.contains("/dependentSchemas");
        let Some(properties) = value["properties"].as_object().filter(|_| is_schema) else {
            return;
        };
        for (name, property) in properties {
            all += 1;
            if !property["description"].is_string() {
                unsaid.push(format!("{at}.{name}"));
            }
        }
    });
    (all, unsaid)
}

#[test]
fn something_is_said_of_everything() {
    let document = openapi();
    for (name, document) in [("OpenAPI", &document), ("AsyncAPI", &asyncapi())] {
        let (all, unsaid) = properties(document);
        println!("{name}: {} of {all} properties", all - unsaid.len());
        assert_eq!(unsaid, Vec::<String>::new());
        let schemas = document["components"]["schemas"].as_object().unwrap();
        println!("{name}: {} schemas", schemas.len());
        for (name, schema) in schemas {
            assert!(schema["description"].is_string(), "{name}");
        }
    }
    for (id, (.., operation)) in operations(&document) {
        assert!(operation["summary"].is_string(), "{id}");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let said = parameter["$ref"].is_string() || parameter["description"].is_string();
            assert!(said, "{id} {parameter}");
        }
    }
}

#[test]
fn every_reference_leads_somewhere_and_nothing_is_there_for_nobody() {
    for document in [openapi(), asyncapi()] {
        let mut used = BTreeSet::new();
        walk(&document, "", &mut |at, value| {
            let Some(to) = value["$ref"].as_str() else {
                return;
            };
            let to = to.strip_prefix('#').unwrap();
            assert!(document.pointer(to).is_some(), "{at}: {to}");
            used.insert(to.to_owned());
        });
        for kind in ["schemas", "responses", "parameters", "messages"] {
            let all = document["components"][kind].as_object();
            for name in all.into_iter().flat_map(|all| all.keys()) {
                let address = format!("/components/{kind}/{name}");
                assert!(used.contains(&address), "{address}");
            }
        }
    }
}

/// A schema of a document, ready to judge by.
fn compiled(document: &Value, draft: Draft, address: &str) -> (Schemas, boon::SchemaIndex) {
    const PLACE: &str = "https://outflank.invalid/document";
    let mut compiler = Compiler::new();
    compiler.set_default_draft(draft);
    compiler.add_resource(PLACE, document.clone()).unwrap();
    let mut schemas = Schemas::new();
    let index = compiler.compile(&format!("{PLACE}#{address}"), &mut schemas);
    let index = index.unwrap_or_else(|wrong| panic!("{address}: {wrong:#}"));
    (schemas, index)
}

#[test]
fn every_schema_is_one_and_everything_in_it_is_a_keyword() {
    const KEYWORDS: [&str; 22] = [
        "$ref",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "contentEncoding",
        "dependentSchemas",
        "description",
        "discriminator",
        "enum",
        "examples",
        "format",
        "items",
        "maxItems",
        "maxLength",
        "maximum",
        "minimum",
        "oneOf",
        "pattern",
        "properties",
        "required",
        "type",
    ];
    let (of_openapi, of_asyncapi) = (openapi(), asyncapi());
    for (document, draft) in [(&of_openapi, Draft::V2020_12), (&of_asyncapi, Draft::V7)] {
        for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
            compiled(document, draft, &format!("/components/schemas/{name}"));
            for key in schema.as_object().unwrap().keys() {
                assert!(KEYWORDS.contains(&&**key), "{name}: {key}");
            }
        }
    }
}

#[test]
fn examples_are_what_they_are_examples_of() {
    let document = openapi();
    let mut examples = 0;
    walk(&document, "", &mut |at, value| {
        for example in value["examples"].as_array().into_iter().flatten() {
            let at = at.replace("~1", "/");
            let (schemas, index) = compiled(&document, Draft::V2020_12, &at);
            assert!(schemas.validate(example, index).is_ok(), "{at} {example}");
            examples += 1;
        }
    });
    println!("{examples} examples");
    assert!(examples > 19, "{examples}");
}

/// Given with a bool that JSON does not carry.
const GIVEN_WITH: [(&str, &str); 6] = [
    ("server_commit", "id"),
    ("server_chat", "may_write"),
    ("server_tournament", "previous_seq"),
    ("server_tournament", "changed"),
    ("server_standings", "previous_version"),
    ("server_standings", "changed"),
];

#[test]
fn frames_are_the_members_of_the_streams_messages_and_their_examples_are_right() {
    let document = asyncapi();
    let messages = document["components"]["messages"].as_object().unwrap();
    let mut left: BTreeSet<&String> = messages.keys().collect();
    for (name, direction) in [("ClientMessage", "client"), ("ServerMessage", "server")] {
        let table = schema::message(&format!("outflank.live.v1.{name}")).unwrap();
        let (oneof, _) = table.choice().unwrap();
        for member in table.members(oneof).filter(|member| !member.server) {
            let name = format!("{direction}_{}", member.json_name);
            let address = format!("/components/messages/{name}/payload");
            let (schemas, payload) = compiled(&document, Draft::V7, &address);
            let example = &messages[&name]["examples"][0]["payload"];
            let judged = schemas.validate(example, payload);
            assert!(judged.is_ok(), "{name}: {:#}", judged.unwrap_err());
            // Never taken, so that it cannot be read back.
            let mut example = example.clone();
            if let Some(problem) = example.get_mut("problem").and_then(Value::as_object_mut) {
                let named = problem.remove("parameters").unwrap();
                assert!(named["square"].is_string(), "{name}");
            }
            let mut out = Vec::new();
            let read = json::read(
                table,
                example.to_string().as_bytes(),
                &mut out,
                Fields::default(),
            );
            assert_eq!(read, Ok(()), "{name}");
            let mut frame = Vec::new();
            json::write(table, &out, &mut frame).unwrap();
            let mut again: Value = serde_json::from_slice(&frame).unwrap();
            if let Some(problem) = again.get_mut("problem").and_then(Value::as_object_mut) {
                assert_eq!(problem.remove("parameters"), Some(json!({})), "{name}");
            }
            for (key, value) in example.as_object().unwrap() {
                if !GIVEN_WITH.contains(&(name.as_str(), key.as_str())) {
                    assert_eq!(&again[key], value, "{name}.{key}");
                }
            }
            left.remove(&name);
        }
    }
    assert!(left.is_empty(), "{left:?}");
}
