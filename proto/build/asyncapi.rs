//! The AsyncAPI document: every frame of the live protocol, as the messages of its stream stand in JSON.

use prost_reflect::DescriptorPool;

use crate::{
    comments::{Comments, first_sentence},
    json::{Json, object, text},
    schemas::{Dialect, Object, Schemas, Variant, Way},
};

const CLIENT: &str = "outflank.live.v1.ClientMessage";
const SERVER: &str = "outflank.live.v1.ServerMessage";
const ADDRESS: &str = "/api/v1/socket";
/// The protocol's version.
const VERSION: &str = "2";
/// A frame of each type: its name, and its JSON.
const EXAMPLES: &str = include_str!("frames.txt");

const DESCRIPTION: &str = "One WebSocket carries everything live, as JSON texts; every frame has a `type`. Unknown \
    fields are ignored, unknown types are refused with `unknown_frame` and change nothing. Buy a ticket with \
    `POST /api/v1/tickets`, then open `GET /api/v1/socket?ticket=...` within 30 s.";

/// The frames of one direction.
struct Direction {
    name: &'static str,
    operation: &'static str,
    action: &'static str,
    said: &'static str,
    message: &'static str,
    way: Way,
}

const DIRECTIONS: [Direction; 2] = [
    Direction {
        name: "client",
        operation: "receive_from_client",
        action: "receive",
        said: "What a client says.",
        message: CLIENT,
        way: Way::Request,
    },
    Direction {
        name: "server",
        operation: "send_to_client",
        action: "send",
        said: "What the server says.",
        message: SERVER,
        way: Way::Answer,
    },
];

/// The whole document.
///
/// # Errors
/// When the contracts are wrong, or a frame has no example.
pub fn of(pool: &DescriptorPool, comments: &Comments) -> Result<Json, String> {
    let named = |message: &str| vec![message.to_owned()];
    let (taken, given) = (named(CLIENT), named(SERVER));
    let mut schemas = Schemas::new(pool, comments, Dialect::AsyncApi, &taken, &given)?;
    let mut messages = Vec::new();
    let mut operations = Vec::new();
    for direction in &DIRECTIONS {
        let mut names = Vec::new();
        for variant in frames(&mut schemas, direction)? {
            let name = format!("{}_{}", direction.name, variant.member);
            messages.push((name.clone(), message(&name, variant)?));
            names.push(name);
        }
        let of_channel = |name: &String| address(&format!("#/channels/live/messages/{name}"));
        let operation = object([
            ("action", text(direction.action)),
            ("channel", address("#/channels/live")),
            ("summary", text(direction.said)),
            (
                "messages",
                Json::List(names.iter().map(of_channel).collect()),
            ),
        ]);
        operations.push((direction.operation.to_owned(), operation));
    }
    let of_components = |(name, _): &(String, Json)| {
        let address = address(&format!("#/components/messages/{name}"));
        (name.clone(), address)
    };
    let channel = object([
        ("address", text(ADDRESS)),
        ("title", text("Everything live")),
        (
            "messages",
            Json::Object(messages.iter().map(of_components).collect()),
        ),
        ("bindings", object([("ws", opening())])),
    ]);
    Ok(object([
        ("asyncapi", text("3.0.0")),
        (
            "info",
            object([
                ("title", text("Outflank live protocol")),
                ("version", text(VERSION)),
                ("description", text(DESCRIPTION)),
            ]),
        ),
        ("defaultContentType", text("application/json")),
        ("channels", object([("live", channel)])),
        ("operations", Json::Object(operations)),
        (
            "components",
            object([
                ("messages", Json::Object(messages)),
                ("schemas", schemas.finish()),
            ]),
        ),
    ]))
}

fn address(to: &str) -> Json {
    object([("$ref", text(to))])
}

/// What each type of frame is, the fields beside its message's among its own.
fn frames(schemas: &mut Schemas, direction: &Direction) -> Result<Vec<Variant>, String> {
    let mut around = Object::new(direction.way, None);
    schemas.fill(&mut around, direction.message, &[])?;
    let name = crate::schemas::capitalised(direction.name);
    let variants = schemas.variants(&name, direction.message, &around)?;
    let (_, variants) = variants.ok_or_else(|| format!("{} has no tag", direction.message))?;
    Ok(variants)
}

fn message(name: &str, variant: Variant) -> Result<Json, String> {
    let example = EXAMPLES.lines().find_map(|line| {
        let (of, example) = line.split_once(' ')?;
        (of == name).then(|| Json::Written(example.to_owned()))
    });
    let example = example.ok_or_else(|| format!("build/frames.txt has no {name}"))?;
    let said = variant
        .said
        .ok_or_else(|| format!("nothing is said of {name}"))?;
    let summary = first_sentence(&said);
    let more = (said.trim_end_matches('.') != summary).then(|| text(&*said));
    let word = || text(&*variant.member);
    Ok(object([("name", word()), ("title", word())])
        .with("summary", text(summary))
        .with_some("description", more)
        .with("payload", variant.schema)
        .with(
            "examples",
            Json::List(vec![object([("name", word()), ("payload", example)])]),
        ))
}

/// How the WebSocket is opened.
fn opening() -> Json {
    let ticket = object([
        ("type", text("string")),
        ("description", text("As it was bought.")),
    ]);
    let query = object([
        ("type", text("object")),
        ("required", crate::json::texts(["ticket"])),
        ("properties", object([("ticket", ticket)])),
    ]);
    object([("method", text("GET")), ("query", query)])
}
