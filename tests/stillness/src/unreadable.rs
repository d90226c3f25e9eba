//! Facts that no service can read.

use outflank_proto::feed::v1::Fact;
use serde_json::{Value, json};

/// The same fact in every way in which it cannot be read, each with its name: damaged, or of a later version.
///
/// # Panics
/// Where the fact's own body is no JSON.
#[must_use]
pub fn unreadable(fact: &Fact) -> Vec<(&'static str, Fact)> {
    let body: Value = serde_json::from_slice(&fact.body).expect("a good fact is JSON");
    let with = |change: &dyn Fn(&mut Value)| {
        let mut body = body.clone();
        change(&mut body);
        Fact {
            body: body.to_string().into_bytes(),
            ..fact.clone()
        }
    };
    let mut ways = vec![
        (
            "damaged bytes",
            Fact {
                body: b"{\"tournament_id\": \"\xff".to_vec(),
                ..fact.clone()
            },
        ),
        (
            "a value of another type",
            with(&|body| body["tournament_id"] = json!(7)),
        ),
        (
            "a kind of a later version",
            Fact {
                kind: "board_turned".to_owned(),
                ..with(&|body| {
                    if body["event"].is_object() {
                        body["event"]["type"] = json!("board_turned");
                    }
                })
            },
        ),
    ];
    if body["version"].is_number() {
        let later = with(&|body| body["version"] = json!(2));
        ways.push(("a shape of a later version", later));
    }
    ways
}
