//! Contracts that the build refuses, and by which name.

use crate::{messages, tables::compiled, wire::cases};

fn refused(body: &str) -> String {
    let source = format!(
        "syntax = \"proto3\"; package outflank.tried.v1;\n\
         import \"google/api/field_behavior.proto\"; import \"outflank/contract/v1/contract.proto\";\n\
         import \"google/protobuf/timestamp.proto\";\n\
         enum Shade {{ SHADE_UNSPECIFIED = 0; SHADE_BLACK = 1; }} message Empty {{}} {}",
        body.replace("FIELD", "(outflank.contract.v1.field)")
            .replace("REQUIRED", "(google.api.field_behavior) = REQUIRED")
            .replace("TAG", "option (outflank.contract.v1.choice).tag")
    );
    match messages::tables(&compiled(&source)) {
        Ok(_) => "taken".to_owned(),
        Err(faults) => faults.replace("outflank.tried.v1.", ""),
    }
}

#[test]
fn what_the_codec_cannot_carry_does_not_build() {
    let table = r#"
        message A { map<string, string> names = 1; } | A.names: maps are not carried: a list of messages has an order
        message A { double share = 1; } | A.share: fractions are not carried: count in a smaller unit
        message A { repeated float shares = 1; } | A.shares: fractions are not carried: count in a smaller unit
        message A { google.protobuf.Timestamp at = 1; } | A.at: google.protobuf.Timestamp is not carried
        enum Hue { HUE_RED = 0; } | Hue.HUE_RED: 0 is HUE_UNSPECIFIED, and says nothing
        enum Hue { HUE_UNSPECIFIED = 0; RED = 1; } | Hue.RED: begins with HUE_
        enum Hue { option allow_alias = true; HUE_UNSPECIFIED = 0; HUE_RED = 1; HUE_SCARLET = 1; } | Hue.HUE_RED: is also Hue.HUE_SCARLET
        message A { uint32 round = 1 [FIELD.json = true]; } | A.round: only a text or bytes can be JSON
        message A { Empty a = 1 [FIELD.null = true]; } | A.a: is null already where it is absent
        message A { optional string a = 1 [FIELD.null = true]; } | A.a: is null already where it is absent
        message A { repeated string a = 1 [FIELD.null = true]; } | A.a: a list is empty, never null
        message A { bool a = 1 [FIELD.null = true]; } | A.a: false is no null
        message A { uint32 a = 1 [FIELD.most = 5]; } | A.a: only texts, bytes and lists have a length
        message A { string a = 1 [FIELD.server = true, REQUIRED]; } | A.a: what is never taken cannot be required
        message A { string a = 1 [FIELD.null = true, REQUIRED]; } | A.a: what has to be there is not null
        message A { oneof of { string a = 1 [REQUIRED]; string b = 2; } } | A.a: a member of a oneof cannot be required
        message A { oneof of { TAG = "type"; string a = 1; Empty b = 2; } } | A.a: a member of a oneof with a tag is a message, whose fields stand beside the tag
        message A { oneof of { TAG = "type"; Empty a = 1; } oneof or { TAG = "kind"; Empty b = 2; } } | A: more than one oneof of it has a tag
        message A { string a = 1 [json_name = "a b"]; } | A.a: a name in JSON has letters, digits and underscores
        message A { string a_b = 1; string c = 2 [json_name = "a_b"]; } | A.c: `a_b` stands there twice in JSON
        message B { string id = 1; } message A { string id = 9; oneof of { TAG = "type"; B b = 1; } } | B.id: `id` stands there twice in JSON
        message B { oneof of { TAG = "type"; Empty a = 1; } } message A { oneof of { TAG = "type"; B b = 1; } } | B.of: `type` stands there twice in JSON
        message A { string type = 2; oneof of { TAG = "type"; Empty a = 1; } } | A.type: `type` stands there twice in JSON
        message A { oneof of { TAG = "type"; A a = 1; } } | A.of: `type` stands there twice in JSON
        message A { string a = 1 [FIELD.given_with = "b"]; } | A.a: is given with no bool that stands beside it
        message A { string a = 1 [FIELD.given_with = "b"]; string b = 2; } | A.a: is given with no bool that stands beside it
        message A { string a = 1 [FIELD.given_with = "b", REQUIRED]; bool b = 2; } | A.a: what is given only with another is neither required nor a member of a oneof
        message A { string a = 1 [FIELD.named = true]; } | A.a: is no list of messages of a name and a oneof of values
        message B { string name = 1; string value = 2; } message A { repeated B a = 1 [FIELD.named = true]; } | A.a: is no list of messages of a name and a oneof of values
        message B { string name = 1; oneof of { A value = 2; } } message A { repeated B a = 1 [FIELD.named = true]; } | A.a: is no list of messages of a name and a oneof of values
        message B { uint32 name = 1; oneof of { string value = 2; } } message A { repeated B a = 1 [FIELD.named = true]; } | A.a: is no list of messages of a name and a oneof of values
        message B { string name = 1; oneof of { string value = 2; } } message A { repeated B a = 1 [FIELD.named = true, REQUIRED]; } | A.a: what is never taken cannot be required
        -- Right as they are.
        message C { repeated uint32 all = 1; } message B { string name = 1; oneof of { string a = 2; C b = 3; } } message A { repeated B a = 1 [FIELD.named = true]; } | taken
        message A { string a = 1 [FIELD.given_with = "b"]; bool b = 2; } | taken
        message B { string type = 1; } message A { oneof of { TAG = "type"; Empty a = 1; B b = 2 [FIELD.server = true]; } } | taken
        message A { optional uint32 a = 1; oneof of { Shade b = 2; string c = 3; } } | taken
        message A { A inner = 1; repeated A all = 2; } | taken
        message A { string a = 1 [FIELD.server = true]; bytes b = 2 [FIELD.json = true, FIELD.most = 9]; } | taken
        message A { message B { string id = 1; } B b = 1; repeated B all = 2 [FIELD.most = 3, REQUIRED]; } | taken
    "#;
    for [body, expected] in cases(table) {
        assert_eq!(refused(body), expected, "{body}");
    }
}

#[test]
fn what_is_too_much_does_not_build() {
    let fields = |many: u32| {
        let fields: Vec<String> = (1..=many).map(|n| format!("uint32 f{n} = {n};")).collect();
        format!("message A {{ {} }}", fields.join(" "))
    };
    assert_eq!(refused(&fields(64)), "taken");
    assert_eq!(refused(&fields(65)), "A: has more than 64 fields");
    let chain = |depth: u32| {
        let links = (2..=depth).map(|n| format!("message A{n} {{ A{} a = 1; }}", n - 1));
        format!("message A1 {{}} {}", links.collect::<String>())
    };
    assert_eq!(refused(&chain(32)), "taken");
    assert_eq!(refused(&chain(33)), "A33: nests 33 messages, more than 32");
}

#[test]
fn every_fault_is_named_at_once() {
    let both = "message A { double a = 1; } message B { float b = 1; }";
    assert_eq!(refused(both).lines().count(), 2);
}
