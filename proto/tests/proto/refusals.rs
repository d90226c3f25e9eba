//! What a request is refused for: the code, the place, and the sentence.

use outflank_proto::{
    json::{self, Code, Fields},
    parameter,
};

use crate::{requests::taken, tables::dialect, wire::cases};

/// Cases of a message, its JSON, and the refusal.
fn all_refused(table: &str) {
    for [name, json, code, field, sentence] in cases(table) {
        let needed = r#""needed":"","needed_list":[],"needed_point":{}"#;
        let json = json.replace("NEEDED", needed);
        let expected = (code.to_owned(), field.to_owned(), sentence.to_owned());
        assert_eq!(taken(name, &json), Err(expected), "{name} {json}");
    }
}

#[test]
fn keys() {
    all_refused(
        r#"
        Point | {"z":1} | unknown_field | z | `z` is no field; right would be `x` or `y`.
        Empty | {"z":1} | unknown_field | z | `z` is no field; an empty object is right.
        Lists | {"points":[{},{"z":1}]} | unknown_field | points[1].z | `points[1].z` is no field; right would be `x` or `y`.
        Point | {"\u0000zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz":1} | unknown_field | \u{0}zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz... | `\u{0}zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz...` is no field; right would be `x` or `y`.
        Point | {"x":1,"x":1} | repeated_field | x | `x` is there twice; say it once.
        Optional | {"yes":null,"yes":true} | repeated_field | yes | `yes` is there twice; say it once.
        Options | {NEEDED,"stamps":{}} | server_field | stamps | `stamps` is filled by the server; leave it out.
        Options | {NEEDED,"events_json":[]} | unknown_field | events_json | `events_json` is no field; right would be `needed`, `needed_point`, `events`, `rules`, `short`, `few`, `pair`, `documents` or `needed_list`.
        "#,
    );
}

#[test]
fn what_has_to_be_there() {
    all_refused(
        r#"
        Options | {"needed_point":{},"needed_list":[]} | missing_field | needed | `needed` is missing; it has to be a text.
        Options | {"needed":"","needed_list":[]} | missing_field | needed_point | `needed_point` is missing; it has to be an object.
        Options | {"needed":"","needed_point":{}} | missing_field | needed_list | `needed_list` is missing; it has to be a list.
        Options | {"needed":null} | wrong_kind | needed | `needed` is null; it has to be a text.
        Options | {"needed_point":null} | wrong_kind | needed_point | `needed_point` is null; it has to be an object.
        Frame | {"type":"turn"} | missing_field | ply | `ply` is missing; it has to be a whole number from 0 to 4294967295.
        Lists | {"turns":[{"square":"f5"}]} | missing_field | turns[0].ply | `turns[0].ply` is missing; it has to be a whole number from 0 to 4294967295.
        Frame | {"id":""} | missing_field | type | `type` is missing; it has to be `turn`, `leave`, `notice` or `plain`.
        Frame | {"type":"notice"} | missing_field | kind | `kind` is missing; it has to be `restart` or `alert`.
        Alert | {"act":{}} | missing_field | act.type | `act.type` is missing; it has to be `resume` or `take_back`.
        "#,
    );
}

#[test]
fn numbers() {
    all_refused(
        r#"
        Point | {"x":1.0} | wrong_kind | x | `x` is a number with a fraction, an exponent or too many digits; it has to be a whole number from -2147483648 to 2147483647.
        Point | {"x":1e3} | wrong_kind | x | `x` is a number with a fraction, an exponent or too many digits; it has to be a whole number from -2147483648 to 2147483647.
        Point | {"x":"1"} | wrong_kind | x | `x` is a text; it has to be a whole number from -2147483648 to 2147483647.
        Point | {"x":true} | wrong_kind | x | `x` is true or false; it has to be a whole number from -2147483648 to 2147483647.
        Point | {"x":2147483648} | out_of_range | x | `x` is out of range; it has to be a whole number from -2147483648 to 2147483647.
        Plain | {"u32":-1} | out_of_range | u32 | `u32` is out of range; it has to be a whole number from 0 to 4294967295.
        Plain | {"f32":4294967296} | out_of_range | f32 | `f32` is out of range; it has to be a whole number from 0 to 4294967295.
        Plain | {"u64":9007199254740992} | out_of_range | u64 | `u64` is out of range; it has to be a whole number from 0 to 9007199254740991.
        Plain | {"u64":18446744073709551615} | out_of_range | u64 | `u64` is out of range; it has to be a whole number from 0 to 9007199254740991.
        Plain | {"i64":-9007199254740992} | out_of_range | i64 | `i64` is out of range; it has to be a whole number from -9007199254740991 to 9007199254740991.
        Plain | {"i64":null} | wrong_kind | i64 | `i64` is null; it has to be a whole number from -9007199254740991 to 9007199254740991.
        Nulls | {"u64":[]} | wrong_kind | u64 | `u64` is a list; it has to be a whole number from 0 to 9007199254740991, or null.
        Plain | {"yes":1} | wrong_kind | yes | `yes` is a number; it has to be true or false.
        "#,
    );
}

#[test]
fn texts_bytes_and_words() {
    all_refused(
        r#"
        Plain | {"text":1} | wrong_kind | text | `text` is a number; it has to be a text.
        Plain | {"text":null} | wrong_kind | text | `text` is null; it has to be a text.
        Plain | {"text":{}} | wrong_kind | text | `text` is an object; it has to be a text.
        Plain | {"raw":"AQ=="} | wrong_kind | raw | `raw` is another text; it has to be bytes as base64url without padding.
        Plain | {"shade":"grey"} | unknown_word | shade | `shade` is `grey`, which is no word here; right would be `below`, `black` or `light_grey`.
        Plain | {"shade":"unspecified"} | unknown_word | shade | `shade` is `unspecified`, which is no word here; right would be `below`, `black` or `light_grey`.
        Plain | {"shade":1} | wrong_kind | shade | `shade` is a number; it has to be `below`, `black` or `light_grey`.
        Either | {"seat":"black","account_id":""} | several_members | account_id | `account_id` is there beside `seat`; only one of them can be.
        "#,
    );
}

#[test]
fn tags_and_what_stands_beside_them() {
    all_refused(
        r#"
        Frame | {"type":"grey"} | unknown_word | type | `type` is `grey`, which is no word here; right would be `turn`, `leave`, `notice` or `plain`.
        Frame | {"type":"ping"} | unknown_word | type | `type` is `ping`, which is no word here; right would be `turn`, `leave`, `notice` or `plain`.
        Frame | {"type":null} | wrong_kind | type | `type` is something else; it has to be a word.
        Frame | {"type":"leave","type":"leave"} | repeated_field | type | `type` is there twice; say it once.
        Frame | {"type":"leave","ply":1} | unknown_field | ply | `ply` is no field; right would be `type`, `id` or `frames`.
        Frame | {"type":"turn","ply":1,"ply":1} | repeated_field | ply | `ply` is there twice; say it once.
        Frame | {"type":"turn","turn":{},"ply":1} | unknown_field | turn | `turn` is no field; right would be `ply`, `square`, `either`, `type`, `id` or `frames`.
        Frame | {"type":"leave","frames":[{"type":"turn","ply":"x"}]} | wrong_kind | frames[0].ply | `frames[0].ply` is a text; it has to be a whole number from 0 to 4294967295.
        Alert | {"act":[]} | wrong_kind | act | `act` is something else; it has to be an object.
        "#,
    );
}

#[test]
fn lists_and_lengths() {
    all_refused(
        r#"
        Lists | {"i32":null} | wrong_kind | i32 | `i32` is null; it has to be a list.
        Lists | {"i32":1} | wrong_kind | i32 | `i32` is a number; it has to be a list.
        Lists | {"points":{}} | wrong_kind | points | `points` is an object; it has to be a list.
        Lists | {"i32":[1,[2]]} | wrong_kind | i32[1] | `i32[1]` is a list; it has to be a whole number from -2147483648 to 2147483647.
        Lists | {"points":[null]} | wrong_kind | points[0] | `points[0]` is null; it has to be an object.
        Options | {NEEDED,"short":"abcøø"} | too_long | short | `short` has 7 bytes; at most 4 are taken.
        Options | {NEEDED,"few":"AQIDBA"} | too_long | few | `few` has 4 bytes; at most 3 are taken.
        Options | {NEEDED,"pair":["","",""]} | too_long | pair | `pair` has too many elements; at most 2 are taken.
        "#,
    );
}

#[test]
fn the_body() {
    all_refused(
        r#"
        Point | [] | wrong_kind | | The body has to be a JSON object.
        Point | null | wrong_kind | | The body has to be a JSON object.
        Frame | 7 | wrong_kind | | The body has to be a JSON object.
        Point | {} {} | malformed_json | | The body is no JSON: trailing characters at line 1 column 4.
        Point | {"x":01} | malformed_json | x | The body is no JSON, after `x`: invalid number at line 1 column 7.
        Point | {"x":1 | malformed_json | | The body is no JSON: EOF while parsing an object at line 1 column 6.
        Plain | {"text":"\ud834"} | malformed_json | text | The body is no JSON, after `text`: unexpected end of hex escape at line 1 column 16.
        "#,
    );
    let empty = taken("Point", "").unwrap_err();
    assert_eq!(
        empty.2,
        "The body is no JSON: EOF while parsing a value at line 1 column 0."
    );
    let (mut out, table) = (Vec::new(), dialect("Point").1);
    let refused = json::read(table, b"{\"\xff\":1}", &mut out, Fields::default()).unwrap_err();
    assert_eq!(refused.code, Code::MalformedJson);
    assert_eq!(refused.to_string(), "The body is not UTF-8.");
}

#[test]
fn what_sentences_are_made_of() {
    let table = r#"
        Point | {"z":1} | {"right":["x","y"]}
        Options | {NEEDED,"short":"abcde"} | {"bytes":5,"most_bytes":4}
        Options | {NEEDED,"pair":["a","b","c"]} | {"most_elements":2}
        Options | {"needed":null} | {"wanted":"text"}
        Point | {"x":2147483648} | {"least":-2147483648,"most":2147483647,"wanted":"whole_number"}
        Optional | {"shade":"red"} | {"word":"red","right":["below","black","light_grey"],"wanted":"word","or_null":true}
        Frame | {"type":"wave"} | {"word":"wave","wanted":"word","right":["turn","leave","notice","plain"]}
        Alert | {"act":{}} | {"wanted":"word","right":["resume","take_back"]}
        Either | {"number":1,"nobody":true} | {"other":"number"}
        Point | {"x":1,"x":1} | {}
    "#;
    for [name, json, expected] in cases(table) {
        let needed = r#""needed":"","needed_list":[],"needed_point":{}"#;
        let json = json.replace("NEEDED", needed);
        let mut out = Vec::new();
        let read = json::read(
            dialect(name).1,
            json.as_bytes(),
            &mut out,
            Fields::default(),
        );
        let mut said = Vec::new();
        let mut to = serde_json::Serializer::new(&mut said);
        parameter::serialize(&read.unwrap_err().parameters, &mut to).unwrap();
        assert_eq!(String::from_utf8(said).unwrap(), expected, "{name} {json}");
    }
}
