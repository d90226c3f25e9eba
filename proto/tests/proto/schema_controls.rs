//! Schemas with one mistake each: holding them against the codec notices every one.

use serde_json::{Value, json};

use crate::{
    agreement::DIALECT,
    schema_agreement::{Judge, schemas, taken_as_valid, written_is_valid},
    schemas::Way,
    tables::{self, dialect},
};

/// Whether a mistake in the schemas of the dialect is found in so many messages.
fn noticed(tries: u64, way: Way, message: &str, mistake: impl Fn(&mut Value)) -> bool {
    let names = DIALECT.map(|name| format!("outflank.dialect.v1.{name}"));
    let (mut document, addresses) = schemas(&tables::DIALECT, way, &names);
    mistake(&mut document["components"]["schemas"]);
    let judge = Judge::new(document, &addresses);
    let (of, table) = dialect(message);
    (0..tries).any(|seed| match way {
        Way::Answer => written_is_valid(&judge, &of, table, seed).is_err(),
        Way::Request => taken_as_valid(&judge, &of, table, seed).is_err(),
    })
}

#[test]
fn right_schemas_have_no_mistake() {
    for name in DIALECT {
        for way in [Way::Answer, Way::Request] {
            assert!(!noticed(100, way, name, |_| {}), "{name}");
        }
    }
}

/// At this place something else stands; null takes it away.
type Mistake = (&'static str, &'static str, Value);

fn all_noticed(way: Way, mistakes: &[Mistake]) {
    for (message, place, instead) in mistakes {
        let found = noticed(4000, way, message, |schemas| {
            let (parent, key) = place.rsplit_once('/').unwrap();
            let parent = schemas.pointer_mut(parent).unwrap();
            if instead.is_null() {
                let removed = match parent {
                    Value::Object(members) => members.remove(key).is_some(),
                    Value::Array(list) => {
                        let at: usize = key.parse().unwrap();
                        at < list.len() && !list.remove(at).is_null()
                    }
                    _ => false,
                };
                assert!(removed, "{place}");
            } else {
                assert_ne!(&parent[key], instead, "{place}");
                parent[key] = instead.clone();
            }
        });
        assert!(found, "{message} {place} {instead}");
    }
}

#[test]
fn every_mistake_in_an_answers_schema_is_noticed() {
    all_noticed(
        Way::Answer,
        &[
            ("Point", "/Point/required/0", json!(null)),
            ("Point", "/Point/properties/x/type", json!("string")),
            ("Plain", "/Plain/properties/u32/maximum", json!(70_000)),
            ("Plain", "/Plain/properties/i32/minimum", json!(0)),
            ("Plain", "/Shade/enum/0", json!(null)),
            ("Plain", "/Plain/properties/raw/pattern", json!("^$")),
            (
                "Optional",
                "/Optional/properties/u64/type",
                json!("integer"),
            ),
            ("Nulls", "/Nulls/properties/text/type", json!("string")),
            (
                "Lists",
                "/Lists/properties/points/items/$ref",
                json!("#/components/schemas/Shade"),
            ),
            (
                "Options",
                "/Options/properties/events",
                json!({"type": "string"}),
            ),
            ("Options", "/Options/properties/pair/maxItems", json!(1)),
            ("Either", "/Either/properties/point/oneOf/1", json!(null)),
            ("Frame", "/FrameTurn/properties/type/const", json!("turned")),
            ("Frame", "/Frame/oneOf/1", json!(null)),
            ("Frame", "/FrameNotice/oneOf/0", json!(null)),
            ("Frame", "/FrameTurn/required/0", json!(null)),
        ],
    );
}

#[test]
fn every_mistake_in_a_requests_schema_is_noticed() {
    all_noticed(
        Way::Request,
        &[
            ("Options", "/Options/required/0", json!(null)),
            (
                "Options",
                "/Options/properties/needed/type",
                json!(["string", "null"]),
            ),
            ("Options", "/Options/properties/pair/maxItems", json!(null)),
            (
                "Options",
                "/Options/properties/short/maxLength",
                json!(null),
            ),
            (
                "Options",
                "/Options/properties/documents/items/type",
                json!(null),
            ),
            ("Point", "/Point/additionalProperties", json!(null)),
            ("Point", "/Point/properties/x/maximum", json!(null)),
            ("Point", "/Point/properties/x/minimum", json!(null)),
            ("Plain", "/Plain/properties/i64/maximum", json!(null)),
            ("Plain", "/Plain/properties/raw/pattern", json!(null)),
            (
                "Plain",
                "/Plain/properties/text/type",
                json!(["string", "null"]),
            ),
            (
                "Plain",
                "/Shade/enum",
                json!(["below", "black", "light_grey", "word"]),
            ),
            ("Nulls", "/Nulls/properties/shade/oneOf/1", json!(null)),
            ("Either", "/Either/dependentSchemas/seat", json!(null)),
            ("Either", "/Either/dependentSchemas/account_id", json!(null)),
            ("Frame", "/FrameLeave/additionalProperties", json!(null)),
            ("Frame", "/FrameTurn/required/1", json!(null)),
            ("Frame", "/Frame/oneOf/0", json!(null)),
        ],
    );
}
