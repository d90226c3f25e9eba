//! Engines of the NBoard protocol, seated by `outflank-nboard` on a whole server.

mod documented;
mod failing;
mod reversi;

use std::path::Path;

use outflank_tests::{
    Event, Server,
    event::text,
    program::{Program, beside_tests},
};
use serde_json::{Value, json};

/// The adapter with an engine that a script of the tests is, run by this Python.
fn adapter(
    server: &Server,
    key: &str,
    options: &[&str],
    (python, script): (&Path, &str),
    arguments: &[&str],
) -> Program {
    let script = beside_tests("engines").join(script);
    let base = server.base();
    let mut all = vec![base.as_str()];
    all.extend(options);
    all.push("--");
    all.push(python.to_str().unwrap());
    all.push(script.to_str().unwrap());
    all.extend(arguments);
    Program::start("outflank-nboard", key, &all)
}

fn python() -> &'static Path {
    Path::new("python3")
}

/// A code of a new computer's seat.
pub async fn code(event: &Event, name: &str) -> String {
    let path = format!("/tournaments/{}/entrants", event.id);
    let entrant = json!({
        "surname": name, "given_names": "Program", "country": "NOR", "computer": true, "operator": "Halvard Lund",
    });
    let registered: Value = event.director.post(&path, &entrant).await.unwrap();
    let path = format!("{path}/{}/seat-code", text(&registered["entrant_id"]));
    let issued: Value = event.director.post(&path, &json!({})).await.unwrap();
    text(&issued["code"])
}
